//! The command line: files, terminals and exit statuses around the pure core.
//!
//! Exit status 0: no error. 1: errors were found. 2: a command could not do what it was asked for.

mod args;
mod build;
mod built;
mod cache;
mod check;
mod diff;
mod effect;
mod explain;
mod failure;
mod fix;
mod fmt;
mod games;
mod kingdom;
mod lints;
mod listing;
mod naming;
mod output;
mod page;
mod paths;
mod progress;
mod project;
mod publish;
mod read;
mod request;
mod schema;
mod since;
mod types;
mod walk;
mod watch;
mod write;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command, KingdomCommand, When};
use failure::Failure;

/// What a command came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Clean,
    ErrorsFound,
}

/// Runs the command of these arguments, the first of which is the name of the program.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Nobody is left to tell if that cannot be printed.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    // On a thread of the pool from the beginning: to come into it takes as long as a few cards.
    match rayon::scope(|_| obey(&cli.command)) {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::ErrorsFound) => ExitCode::from(1),
        Err(failure) => {
            output::to_stderr(&failure::show(
                &failure,
                output::color_on_stderr(color(&cli.command)),
            ));
            ExitCode::from(2)
        }
    }
}

fn obey(command: &Command) -> Result<Outcome, Failure> {
    match command {
        Command::Check(check) if check.watch => watch::watch(check),
        Command::Check(check) => check::check(check),
        Command::Build(build) => build::build(build),
        Command::Diff(diff) => diff::diff(diff),
        Command::Kingdom(kingdom) => kingdom::kingdom(kingdom),
        Command::Effect(effect) => effect::effect(effect),
        Command::Fmt(fmt) => fmt::fmt(fmt),
        Command::Schema(schema) => schema::schema(schema),
        Command::Types(types) => types::types(types),
        Command::Explain(explain) => explain::explain(explain),
        Command::Rules(rules) => explain::rules(rules),
    }
}

fn color(command: &Command) -> Option<When> {
    match command {
        Command::Check(check) => check.output.color,
        Command::Build(build) => build.output.color,
        Command::Kingdom(kingdom) => match &kingdom.command {
            Some(KingdomCommand::Export(export)) => export.output.color,
            None => kingdom.output.color,
        },
        Command::Effect(effect) => effect.output.color,
        Command::Fmt(fmt) => fmt.color,
        Command::Explain(explain) => explain.color,
        Command::Diff(_) | Command::Schema(_) | Command::Types(_) | Command::Rules(_) => None,
    }
}

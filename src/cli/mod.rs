//! The command line: files, terminals and exit statuses around the pure core.
//!
//! Exit status 0: no errors. 1: errors were found. 2: a command failed. 130: a report on a part, after Ctrl-C.

mod args;
mod build;
mod cache;
mod card_template;
mod check;
mod diff;
mod diff_played;
mod discovery;
mod effect;
mod effect_fix;
mod effect_texts;
mod error;
mod explain;
mod explain_phrase;
mod fix;
mod fmt;
mod games;
mod glossary;
mod init;
mod kingdom;
mod language_reference;
mod languages;
mod lints;
mod lsp;
mod new;
mod output;
mod paths;
mod play;
mod progress;
mod project;
mod prompt;
mod publish;
mod read;
mod recordings;
mod removed_ids;
mod request;
mod schema;
mod search;
mod seating;
mod simulate;
mod terminal_markdown;
mod test;
mod test_files;
mod types;
mod unread;
mod verify_bundle;
mod walk;
mod watch;
mod word_search;
mod workspace;
mod write;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command, KingdomCommand, When};
use error::CliError;

/// The result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Clean,
    ErrorsFound,
    /// Ctrl-C was pressed, and a part is reported.
    Interrupted,
}

/// The exit status after Ctrl-C, as that of a program that the signal ends.
const INTERRUPTED: u8 = 130;

/// Runs the command given by the arguments. The first argument is the name of the program.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // A failure to print this cannot be reported.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    // Enter the thread pool once; each later entry costs as much as compiling a few cards.
    match rayon::scope(|_| dispatch(&cli.command)) {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::ErrorsFound) => ExitCode::from(1),
        Ok(Outcome::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(failure) => {
            output::to_stderr(&error::show(
                &failure,
                output::color_on_stderr(color(&cli.command)),
            ));
            ExitCode::from(2)
        }
    }
}

fn dispatch(command: &Command) -> Result<Outcome, CliError> {
    match command {
        Command::Check(check) if check.watch => watch::watch(check),
        Command::Check(check) => check::check(check),
        Command::Build(build) => build::build(build),
        Command::Diff(diff) => diff::diff(diff),
        Command::Kingdom(kingdom) => kingdom::kingdom(kingdom),
        Command::Test(args) if args.watch => watch::watch_tests(args),
        Command::Test(args) => test::test(args),
        Command::Simulate(simulate) => simulate::simulate(simulate),
        Command::Play(play) => play::play(play),
        Command::Effect(effect) => effect::effect(effect),
        Command::New(new) => new::new(new),
        Command::Init(init) => init::init(init),
        Command::Search(search) => search::search(search),
        Command::Fmt(fmt) => fmt::fmt(fmt),
        Command::Schema(schema) => schema::schema(schema),
        Command::Types(types) => types::types(types),
        Command::Explain(explain) => explain::explain(explain),
        Command::Rules(rules) => explain::rules(rules),
        Command::Lsp(_) => lsp::lsp(),
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
        Command::Test(test) => test.output.color,
        Command::Fmt(fmt) => fmt.color,
        Command::Explain(explain) => explain.color,
        Command::New(new) => new.color,
        Command::Search(search) => search.color,
        Command::Simulate(simulate) => simulate.look.color,
        Command::Init(_)
        | Command::Diff(_)
        | Command::Play(_)
        | Command::Schema(_)
        | Command::Types(_)
        | Command::Rules(_)
        | Command::Lsp(_) => None,
    }
}

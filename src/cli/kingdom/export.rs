//! `kingdom export`: writes a set in another format.

use std::path::PathBuf;

use super::{decklist, expect_sets};
use crate::cli::Outcome;
use crate::cli::args::{Format, KingdomExport, KingdomForm};
use crate::cli::error::CliError;
use crate::cli::output::{self, Output};
use crate::cli::paths::{game_of, library};
use crate::cli::request::Request;
use crate::cli::workspace::{self, GameRun};
use crate::cli::{project, write};
use cardwright::bundle;
use cardwright::compile::{Sets, Settings};
use cardwright::diagnostic::{Code, Diagnostic, Severity};
use cardwright::kingdom::decklist::Lexicon;
use cardwright::kingdom::export::{self, code};
use cardwright::kingdom::{Cards, Kingdom};

pub fn export(args: &KingdomExport) -> Result<Outcome, CliError> {
    let (files, given) = decklist::sort_out(std::slice::from_ref(&args.file))?;
    let project = project::find(files.first().map(PathBuf::as_path))?;
    let output = Output::of(&args.output, &project);
    let mut run = workspace::run(&Request {
        checked: &files,
        library: &library(&args.cards.cards, &project),
        game: game_of(args.game.game.as_deref(), &project),
        always: false,
        settings: Settings {
            // Missing cards do not prevent an export.
            sets: Sets::Drafts,
            ..Settings::default()
        },
        given: &given,
        lists: true,
    })?;
    if let Some(path) = expect_sets(&run, std::slice::from_ref(&args.file))? {
        return Err(CliError::NoKingdom { path });
    }
    run.diagnostics.retain(is_about_reading);
    let scope = run.scope();
    let findings = run.findings(&scope);
    let outcome = output.outcome(&findings);
    // Standard output has only the set, so that it can be piped; diagnostics go to standard error.
    if outcome != Outcome::Clean {
        output::to_stderr(&match output.format {
            Format::Human => cardwright::render::human(&findings, output.screen_of_stderr()),
            _ => output.render(&findings),
        });
        return Ok(outcome);
    }
    if !run.diagnostics.is_empty() {
        output::to_stderr(&cardwright::render::human(
            &findings,
            output.screen_of_stderr(),
        ));
    }
    let mut sets = run.games.iter().flat_map(|game| {
        let sets = game.compilation.kingdoms.iter();
        sets.map(move |set| (game, set))
    });
    let (Some((game, set)), None) = (sets.next(), sets.next()) else {
        return Err(CliError::SeveralKingdoms {
            path: crate::cli::walk::shown(&args.file),
            count: run
                .games
                .iter()
                .map(|game| game.compilation.kingdoms.len())
                .sum(),
        });
    };
    let text = written(game, set, args.to);
    match &args.out {
        Some(path) => {
            write::write_user_file(path, text.as_bytes(), begins(args.to), run.paths.values())?
        }
        None => output::to_stdout(&text)?,
    }
    Ok(Outcome::Clean)
}

/// Returns whether a diagnostic concerns reading a set, not its legality.
fn is_about_reading(diagnostic: &Diagnostic) -> bool {
    let error = diagnostic.severity == Severity::Error;
    (error && diagnostic.code != Code::KingdomRule)
        || matches!(diagnostic.code, Code::HeadingCount | Code::OtherNumber)
}

/// Returns the start of every file in a format. A YAML file may be written by an author, so it is never replaced.
fn begins(form: KingdomForm) -> Option<&'static str> {
    match form {
        KingdomForm::Text => Some("Name: "),
        KingdomForm::Yaml => None,
        KingdomForm::Json => Some("{\n  \"id\": "),
        KingdomForm::Code => Some(code::PREFIX),
    }
}

fn written(game: &GameRun, set: &Kingdom, form: KingdomForm) -> String {
    let cards = game.compilation.sources();
    let known = Lexicon::new(&game.game, Cards { by_id: &cards });
    match form {
        KingdomForm::Text => export::to_text(&known, set),
        KingdomForm::Yaml => export::to_yaml(&known, set),
        KingdomForm::Json => bundle::to_json(&export::canonical(&known, set)),
        KingdomForm::Code => code::write(&known, set) + "\n",
    }
}

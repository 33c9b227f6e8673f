//! `build`: check, then write the bundle of each game.

use std::path::{Path, PathBuf};

use super::Outcome;
use super::args::{Build, Format};
use super::error::CliError;
use super::languages;
use super::lints;
use super::output::{self, Output};
use super::paths::{self, game_of};
use super::project;
use super::publish::{self, encoded, folders};
use super::recordings;
use super::removed_ids;
use super::test;
use super::unread;
use super::verify_bundle;
use super::walk::shown;
use super::workspace::{self, Run};
use cardwright::bundle::{self, Encoding, Manifest};
use cardwright::render::{Findings, counted, visible};

pub fn build(args: &Build) -> Result<Outcome, CliError> {
    let project = project::find(args.paths.first().map(PathBuf::as_path))?;
    let output = Output::of(&args.output, &project);
    let game = game_of(args.game.game.as_deref(), &project);
    let levels = lints::levels(&args.lints, &project.lints)?;
    let mut run = paths::run(&args.paths, game, levels)?;
    if let Some(old) = &args.since {
        removed_ids::since(&mut run, game, old)?;
    }
    run.report_library_errors();
    if let Some(folder) = &args.check {
        return verify_bundle::check(&run, game, folder, &args.lang, &output);
    }
    let scope = run.scope();
    let findings = run.findings(&scope);
    output::to_stdout(&output.render(&findings))?;
    let outcome = output.outcome(&findings);
    if output.format == Format::Human {
        output::to_stderr(&unread::note(&paths::paths_or_default(&args.paths)?));
    }
    // `--out` is required without `--check`.
    let out = args.out.as_deref().unwrap_or(Path::new(""));
    let recorded = match (&args.conformance, outcome) {
        (Some(_), Outcome::Clean) => Some(recorded(&mut run, args, game, &output)?),
        _ => None,
    };
    let outcome = match recorded {
        Some(None) => Outcome::ErrorsFound,
        _ => outcome,
    };
    if outcome != Outcome::Clean {
        if output.format == Format::Human {
            let unwritten = args.out.as_deref().or(args.conformance.as_deref());
            let unwritten = visible(&shown(unwritten.unwrap_or(out))).into_owned();
            output::to_stderr(&format!("nothing was written to {unwritten}\n"));
        }
        workspace::leak(run);
        return Ok(outcome);
    }
    let encodings: Vec<Encoding> = Encoding::ALL
        .into_iter()
        .filter(|encoding| args.formats.iter().any(|form| form.encoding() == *encoding))
        .collect();
    if let (Some(path), Some(Some(recorded))) = (&args.conformance, recorded) {
        recordings::write_tests(path, &run, game, recorded)?;
    }
    if args.out.is_none() {
        workspace::leak(run);
        return Ok(outcome);
    }
    let mut made = Vec::new();
    for (game, folder) in folders(&run, game, out) {
        let mut bundle = bundle::bundle(&game.game, &game.compilation);
        let notes = languages::translate(&mut bundle, game, &run.paths, &args.lang)?;
        if output.format == Format::Human {
            output::to_stderr(&notes);
        }
        made.push((game, bundle, folder));
    }
    for (game, bundle, folder) in &made {
        let files = encoded(game, bundle, &encodings)?;
        let manifest = publish::publish(folder, &files, |files| {
            bundle::manifest(&game.game, bundle, files)
        })?;
        let what = wrote(folder, &manifest, &game.game.kingdom.name);
        output::to_stderr(&what);
    }
    workspace::leak(
        made.into_iter()
            .map(|(_, bundle, _)| bundle)
            .collect::<Vec<_>>(),
    );
    workspace::leak(run);
    Ok(outcome)
}

/// Records the tests beside the cards. `None`: one does not pass, which is reported.
fn recorded(
    run: &mut Run,
    args: &Build,
    game: &str,
    output: &Output,
) -> Result<Option<recordings::Recorded>, CliError> {
    let paths = paths::paths_or_default(&args.paths)?;
    Ok(match test::recorded(run, &paths, game)? {
        Ok(recorded) => Some(recorded),
        Err((findings, scope)) => {
            let findings = Findings {
                sources: &run.sources,
                diagnostics: &findings,
                scope: &scope,
            };
            output::to_stdout(&output.render(&findings))?;
            None
        }
    })
}

fn wrote(folder: &Path, manifest: &Manifest, set: &str) -> String {
    let counts = manifest.counts;
    let abilities = match counts.abilities {
        1 => "1 ability".to_owned(),
        many => format!("{many} abilities"),
    };
    let manual = match counts.manual {
        0 => String::new(),
        some => format!(", {} with text that is not executed", counted(some, "card")),
    };
    let mut text = String::new();
    for (at, (name, file)) in manifest.files.iter().enumerate() {
        let path = shown(&folder.join(name));
        let path = visible(&path);
        let hash: String = file.blake3.chars().take(16).collect();
        let what = if at == 0 {
            format!(
                "{}, {}, {abilities}{manual}",
                counted(counts.cards, "card"),
                counted(counts.kingdoms, set)
            )
        } else {
            format!("{} bytes", file.bytes)
        };
        text += &format!("wrote {path}: {what} (BLAKE3 {hash})\n");
    }
    text
}

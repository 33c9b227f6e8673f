//! `build --check`: checks whether a bundle is complete and up to date with the sources.

use std::convert::Infallible;
use std::path::Path;

use super::Outcome;
use super::args::Format;
use super::error::CliError;
use super::languages;
use super::output::{self, Output};
use super::publish::{self, encoded, folders};
use super::read::whole;
use super::walk::shown;
use super::workspace::{GameRun, Run};
use cardwright::bundle::{self, Encoding, FileHasher, MANIFEST_FILE, Manifest, Problem};
use cardwright::render::json::{self, BundleVerdict};
use cardwright::render::{counted, visible};
use cardwright::words::Language;

pub fn check(
    run: &Run,
    game: &str,
    folder: &Path,
    languages: &[&'static Language],
    output: &Output,
) -> Result<Outcome, CliError> {
    if !folder.is_dir() {
        return Err(CliError::NoSuchPath {
            path: shown(folder),
            help: Some("give the folder of a bundle".to_owned()),
        });
    }
    let scope = run.scope();
    let findings = run.findings(&scope);
    let outcome = output.outcome(&findings);
    let mut verdicts = Vec::new();
    for (game, folder) in folders(run, game, folder) {
        // The lock waits for a running build to end; `settle` finishes an interrupted one.
        let _lock = publish::lock(&folder);
        publish::settle(&folder);
        let read = |name: &str| whole(&folder.join(name)).ok();
        // Sources with errors produce no bundle to compare with.
        let made = match outcome {
            Outcome::Clean => Some(now(run, game, languages, &encodings(read(MANIFEST_FILE)))?),
            Outcome::ErrorsFound | Outcome::Interrupted => None,
        };
        let problems = bundle::check(read, made.as_ref());
        verdicts.push(BundleVerdict {
            folder: shown(&folder),
            game: game.game.game.clone(),
            up_to_date: problems.is_empty() && made.is_some(),
            problems,
        });
    }
    let text = match output.format {
        Format::Json => {
            let mut report = json::report(&findings);
            report.bundles = Some(verdicts.clone());
            json::to_text(&report)
        }
        Format::Sarif => output.render(&findings),
        _ if outcome == Outcome::Clean => lines(&verdicts),
        _ => output.render(&findings) + &lines(&verdicts),
    };
    output::to_stdout(&text)?;
    let fine = verdicts.iter().all(|verdict| verdict.up_to_date);
    Ok(if fine { outcome } else { Outcome::ErrorsFound })
}

/// Returns the manifest that the sources produce now.
fn now(
    run: &Run,
    built: &GameRun,
    languages: &[&'static Language],
    encodings: &[Encoding],
) -> Result<Manifest, CliError> {
    let mut bundle = bundle::bundle(&built.game, &built.compilation);
    languages::translate(&mut bundle, built, &run.paths, languages)?;
    let files = encoded(built, &bundle, encodings)?;
    let hashes = files.iter().map(|(name, form)| {
        let mut hasher = FileHasher::default();
        let Ok(()) = form.each(|piece| {
            hasher.add(piece);
            Ok::<(), Infallible>(())
        });
        ((*name).to_owned(), hasher.finish())
    });
    Ok(bundle::manifest(&built.game, &bundle, hashes.collect()))
}

/// Returns the encodings of the bundle; all encodings if its manifest cannot be read.
fn encodings(manifest: Option<Vec<u8>>) -> Vec<Encoding> {
    let manifest: Option<Manifest> = manifest.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let has = |encoding: &Encoding| {
        let manifest = manifest.as_ref();
        manifest.is_none_or(|manifest| manifest.files.contains_key(encoding.file()))
    };
    Encoding::ALL.into_iter().filter(has).collect()
}

fn lines(verdicts: &[BundleVerdict]) -> String {
    let mut text = String::new();
    for verdict in verdicts {
        let folder = visible(&verdict.folder);
        if verdict.up_to_date {
            text += &format!("{folder}: complete and up to date\n");
            continue;
        }
        for Problem { file, message, .. } in &verdict.problems {
            text += &format!("{folder}/{file}: {}\n", visible(message));
        }
        text += &match verdict.problems.len() {
            0 => format!("{folder}: complete, but errors prevent the check against the sources\n"),
            some => format!(
                "{folder}: does not match these sources, {}; build it again with `cardwright build --out {folder}`\n",
                counted(some, "problem")
            ),
        };
    }
    text
}

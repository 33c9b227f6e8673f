//! `build`: check, then write the bundle of each game.

use std::path::PathBuf;

use super::Outcome;
use super::args::{Build, Format};
use super::check::{self, game_of};
use super::failure::Failure;
use super::games::GameRun;
use super::lints;
use super::output::{self, Output};
use super::project;
use super::walk::shown;
use super::write;
use crate::bundle::{self, Manifest};
use crate::render::{Findings, counted, visible};

const BUNDLE_FILE: &str = "bundle.json";
const MANIFEST_FILE: &str = "manifest.json";

pub fn build(args: &Build) -> Result<Outcome, Failure> {
    let project = project::find(args.paths.first().map(PathBuf::as_path))?;
    let output = Output::of(&args.output, &project);
    let game = game_of(args.game.game.as_deref(), &project);
    let run = check::run(
        &args.paths,
        game,
        lints::levels(&args.lints, &project.lints)?,
    )?;
    let scope = run.scope();
    let findings = Findings {
        sources: &run.sources,
        diagnostics: &run.diagnostics,
        scope: &scope,
    };
    output::to_stdout(&output.render(&findings))?;
    let outcome = output.outcome(&findings);
    if outcome != Outcome::Clean {
        if output.format == Format::Human {
            output::to_stderr(&format!(
                "nothing was written to {}\n",
                visible(&shown(&args.out))
            ));
        }
        return Ok(outcome);
    }
    for built in &run.games {
        let alone = run.games.len() == 1 || built.game.game == game;
        let folder = if alone {
            args.out.clone()
        } else {
            args.out.join(&built.game.game)
        };
        write_bundle(built, &folder)?;
    }
    Ok(outcome)
}

fn write_bundle(built: &GameRun, folder: &std::path::Path) -> Result<(), Failure> {
    let bundle = bundle::bundle(&built.game, &built.compilation);
    let json = bundle::to_json(&bundle);
    let manifest = bundle::manifest(&built.game, &bundle, &[(BUNDLE_FILE, json.as_bytes())]);
    // The manifest is the last: whoever sees the new one sees the files that it speaks of.
    write::write(
        folder,
        &[
            (BUNDLE_FILE, json.as_bytes()),
            (MANIFEST_FILE, bundle::to_json(&manifest).as_bytes()),
        ],
    )?;
    let path = shown(&folder.join(BUNDLE_FILE));
    output::to_stderr(&wrote(&visible(&path), &manifest, &built.game.kingdom.name));
    Ok(())
}

fn wrote(path: &str, manifest: &Manifest, set: &str) -> String {
    let counts = manifest.counts;
    let abilities = match counts.abilities {
        1 => "1 ability".to_owned(),
        many => format!("{many} abilities"),
    };
    let manual = match counts.manual {
        0 => String::new(),
        some => format!(", {} with text that is not executed", counted(some, "card")),
    };
    format!(
        "wrote {path}: {}, {}, {abilities}{manual} (BLAKE3 {})\n",
        counted(counts.cards, "card"),
        counted(counts.kingdoms, set),
        &manifest.files[BUNDLE_FILE].blake3[..16],
    )
}

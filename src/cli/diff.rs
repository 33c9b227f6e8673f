//! `diff`: compares two bundles.

use std::path::{Path, PathBuf};

use super::Outcome;
use super::args::{ChangesFormat, Diff};
use super::diff_played;
use super::error::CliError;
use super::output;
use super::read as files;
use super::walk::shown;
use super::workspace;
use cardwright::bundle::{self, Bundle, Encoding};
use cardwright::compile;
use cardwright::game::Game;
use cardwright::render::changes;
use cardwright::source::{FileId, SourceFile};

pub fn diff(args: &Diff) -> Result<Outcome, CliError> {
    let (before, after) = (read(&args.old)?, read(&args.new)?);
    if before.bundle.game.id != after.bundle.game.id {
        return Err(CliError::OtherGame {
            one: shown(&before.path),
            of_one: before.bundle.game.id,
            other: shown(&after.path),
            of_other: after.bundle.game.id,
        });
    }
    let game = match &args.rules {
        Some(path) => Some(rules(path, &after.bundle.game.id)?),
        None => workspace::load_embedded_game(&after.bundle.game.id)?,
    };
    let mut changes = bundle::diff::diff(&before.bundle, &after.bundle, game.as_ref());
    let mut outcome = Outcome::Clean;
    if args.simulate {
        let bundles = [&before.bundle, &after.bundle];
        let played = diff_played::play(bundles, &changes, &args.players, args.games)?;
        if !played.complete {
            outcome = Outcome::Interrupted;
        }
        changes.played = Some(played);
    }
    output::to_stdout(&match args.format {
        ChangesFormat::Human => changes::text(&changes),
        ChangesFormat::Markdown => changes::markdown(&changes),
        ChangesFormat::Json => bundle::to_json(&changes),
    })?;
    Ok(outcome)
}

fn rules(path: &Path, of_bundles: &str) -> Result<Game, CliError> {
    let text = files::text(path).map_err(|source| CliError::Read {
        path: shown(path),
        source,
    })?;
    let file = SourceFile::new(shown(path), text);
    let game = compile::load_game(FileId::default(), &file).map_err(|found| {
        let first = found.into_iter().next();
        CliError::BadRules {
            path: shown(path),
            first: first.map_or_else(String::new, |diagnostic| diagnostic.message),
        }
    })?;
    if game.game != of_bundles {
        return Err(CliError::OtherRules {
            path: shown(path),
            of_rules: game.game,
            of_bundles: of_bundles.to_owned(),
        });
    }
    Ok(game)
}

/// A bundle and the file that it was read from.
pub struct ReadBundle {
    pub bundle: Bundle,
    pub path: PathBuf,
    /// The text of `bundle.json`, or the same bundle encoded as JSON.
    pub json: String,
}

/// Reads a bundle from a folder or one of its files.
pub fn read(path: &Path) -> Result<ReadBundle, CliError> {
    let path = file_of(path)?;
    let bytes = files::whole(&path).map_err(|source| CliError::Read {
        path: shown(&path),
        source,
    })?;
    let is = |encoding: Encoding| path.file_name().is_some_and(|name| name == encoding.file());
    let message_pack =
        is(Encoding::MessagePack) || path.extension().is_some_and(|e| e == "msgpack");
    let bundle = if message_pack {
        bundle::from_msgpack(&bytes)
    } else {
        bundle::from_json(&bytes)
    };
    let bundle = bundle.map_err(|source| CliError::NotABundle {
        path: shown(&path),
        source,
    })?;
    let json = match String::from_utf8(bytes) {
        Ok(json) if !message_pack => json,
        _ => bundle::to_json(&bundle),
    };
    Ok(ReadBundle { bundle, path, json })
}

fn file_of(path: &Path) -> Result<PathBuf, CliError> {
    if !path.is_dir() {
        return Ok(path.to_owned());
    }
    let forms = [Encoding::Json, Encoding::MessagePack];
    let mut files = forms.into_iter().map(|form| path.join(form.file()));
    files
        .find(|file| file.exists())
        .ok_or_else(|| CliError::NoSuchPath {
            path: shown(&path.join(Encoding::Json.file())),
            help: Some(
                "give the folder of a bundle with `bundle.json` or `bundle.msgpack`".to_owned(),
            ),
        })
}

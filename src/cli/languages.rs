//! The languages in which texts are printed, and the words of a game in them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::{CliError, reason};
use super::walk::{GAME_FILE, shown};
use super::workspace::GameRun;
use cardwright::bundle::Bundle;
use cardwright::collections::HashMap;
use cardwright::game;
use cardwright::render::{counted, visible};
use cardwright::source::FileId;
use cardwright::words::{self, GameWords, Language};

/// Parses the code of a language.
pub fn parse(code: &str) -> Result<&'static Language, String> {
    words::language(code).ok_or_else(|| {
        let known: Vec<&str> = words::languages().iter().map(|known| known.code).collect();
        format!("the languages are {}", known.join(", "))
    })
}

/// Reads the words of a game in a language: the built-in ones, then the files in the folders of its cards and above,
/// up to that of the `game.yaml`. `paths` are the files on the disk.
pub fn words_of(
    run: &GameRun,
    paths: &HashMap<FileId, PathBuf>,
    language: &Language,
) -> Result<GameWords, CliError> {
    let read = |path: String, text: &str| {
        GameWords::read(text).map_err(|mistakes| CliError::BadWords {
            path,
            why: mistakes.join("\n"),
        })
    };
    let mut own = GameWords::default();
    let built_in = game::embedded_game(&run.game.game);
    for (code, text) in built_in.iter().flat_map(|known| known.words) {
        if *code == language.code {
            own.extend(read(words::file_of(code), text)?);
        }
    }
    let name = words::file_of(language.code);
    let files = run.files.iter().filter_map(|(file, _)| paths.get(file));
    let folders: BTreeSet<&Path> = files.filter_map(|path| path.parent()).collect();
    let above: BTreeSet<&Path> = folders.into_iter().flat_map(up_to_game).collect();
    // A folder comes before those below it, whose words replace its own.
    for folder in above {
        let path = folder.join(&name);
        if !path.is_file() {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|source| CliError::BadWords {
            path: shown(&path),
            why: reason(&source),
        })?;
        own.extend(read(shown(&path), &text)?);
    }
    Ok(own)
}

/// Returns a folder and those above it, up to the folder of its game. Without one, only the folder itself.
fn up_to_game(folder: &Path) -> Vec<&Path> {
    let above: Vec<&Path> = folder.ancestors().collect();
    let game = above
        .iter()
        .position(|folder| folder.join(GAME_FILE).is_file());
    above.into_iter().take(game.unwrap_or(0) + 1).collect()
}

/// Adds the texts in the requested languages to a bundle. Returns notes about what is printed in English.
pub fn translate(
    bundle: &mut Bundle,
    run: &GameRun,
    paths: &HashMap<FileId, PathBuf>,
    languages: &[&'static Language],
) -> Result<String, CliError> {
    let mut notes = String::new();
    for language in languages.iter().filter(|language| !language.is_written()) {
        let own = words_of(run, paths, language)?;
        let words = language.words(&run.game, &own);
        let words = words.map_err(|mistakes| unfit(language, &mistakes))?;
        bundle.translate(language.code, &words, &run.game, &run.compilation);
        let cards = run.compilation.cards.values().map(|card| &card.source);
        let unnamed = cards.filter(|card| !own.names_card(&card.id, &card.name));
        let unnamed: Vec<String> = unnamed.map(|card| card.name.to_string()).collect();
        for (what, missing) in [("word", own.missing(&run.game)), ("card name", unnamed)] {
            notes += &note(language, &run.game.game, what, &missing);
        }
    }
    Ok(notes)
}

/// Returns a note about words that are printed in English; empty if there are none.
fn note(language: &Language, game: &str, what: &str, missing: &[String]) -> String {
    if missing.is_empty() {
        return String::new();
    }
    let listed = visible(&missing.join(", ")).into_owned();
    format!(
        "note: {} of `{game}` without {}, printed in English: {listed}\n",
        counted(missing.len(), what),
        language.name
    )
}

/// Returns the error for words that do not fit their language or game.
pub fn unfit(language: &Language, mistakes: &[String]) -> CliError {
    CliError::BadWords {
        path: words::file_of(language.code),
        why: mistakes.join("\n"),
    }
}

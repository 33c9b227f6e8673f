//! The files with tests of cards, their games and their mistakes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use smol_str::SmolStr;
use walkdir::WalkDir;

use super::error::CliError;
use super::read;
use super::request::Request;
use super::walk::DEFAULT_FOLDER;
use super::walk::{GAME_FILE, is_left_out, is_test_file, shown};
use super::workspace::{self, GameRun, Run};
use cardwright::diagnostic::Levels;
use cardwright::source::{FileId, SourceFile};

/// Returns the test files at and below the paths.
pub fn below(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = BTreeSet::new();
    for path in paths {
        let entries = WalkDir::new(path)
            .into_iter()
            .filter_entry(|entry| entry.depth() == 0 || !is_left_out(entry));
        let entries = entries.flatten().map(|entry| entry.into_path());
        files.extend(entries.filter(|path| is_test_file(path) && path.is_file()));
    }
    files.into_iter().collect()
}

/// The folder with the cards that a test may name: that of its game, the folder `cards` above it, or its own.
fn root_of(test: &Path) -> PathBuf {
    let absolute = std::path::absolute(test).unwrap_or_else(|_| test.to_owned());
    let own = absolute.parent().unwrap_or(Path::new("."));
    let game = own
        .ancestors()
        .find(|folder| folder.join(GAME_FILE).is_file());
    let named = own
        .ancestors()
        .find(|folder| folder.ends_with(DEFAULT_FOLDER));
    super::discovery::from_here(game.or(named).unwrap_or(own))
}

/// The place of the game of a test among the games of the run.
pub fn game_of(run: &Run, test: &Path, asked: &str) -> usize {
    let root = root_of(test);
    let root = root.canonicalize().unwrap_or(root);
    let of_folder = |game: &GameRun| {
        root.join(GAME_FILE).is_file()
            && game.files.iter().any(|(id, _)| {
                run.paths
                    .get(id)
                    .is_some_and(|path| path.starts_with(&root))
            })
    };
    let found = run.games.iter().position(of_folder);
    let found = found.or_else(|| run.games.iter().position(|game| game.game.game == asked));
    found.unwrap_or(0)
}

/// Returns the folders with the cards that tests may name.
pub fn roots(tests: &[PathBuf]) -> Vec<PathBuf> {
    let roots: BTreeSet<PathBuf> = tests.iter().map(|test| root_of(test)).collect();
    roots.into_iter().collect()
}

/// Compiles the cards that tests may name.
pub fn run(roots: &[PathBuf], library: &[PathBuf], game: &str) -> Result<Run, CliError> {
    workspace::run(&request(roots, library, game))
}

/// Returns the request for the cards that tests may name.
pub fn request<'r>(roots: &'r [PathBuf], library: &'r [PathBuf], game: &'r str) -> Request<'r> {
    Request {
        checked: roots,
        library,
        game,
        always: roots.iter().any(|root| !root.join(GAME_FILE).is_file()),
        settings: Levels::silent().into(),
        given: &[],
        lists: false,
    }
}

/// Adds to a run the mistakes in files with tests that can be seen without playing. Tests of games that cannot be
/// played are left out. `texts` replace those of the files with these ids. Returns the id of each file.
pub fn check(
    run: &mut Run,
    tests: &[PathBuf],
    game: &str,
    texts: &BTreeMap<FileId, SmolStr>,
) -> Vec<FileId> {
    let mut ids = Vec::new();
    let mut by_game: BTreeMap<usize, Vec<FileId>> = BTreeMap::new();
    for path in tests {
        let text = read::file(path);
        let id = run.sources.add(SourceFile::new(shown(path), text.text));
        ids.push(id);
        if let Some(text) = texts.get(&id) {
            run.sources.replace(id, text.clone());
        }
        match text.trouble {
            Some(trouble) => run.diagnostics.push(trouble.diagnostic(id)),
            None => by_game
                .entry(game_of(run, path, game))
                .or_default()
                .push(id),
        }
    }
    run.check_tests(&by_game);
    ids
}

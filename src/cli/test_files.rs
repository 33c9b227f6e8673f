//! The files with tests of cards, their games and their mistakes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::error::CliError;
use super::paths::DEFAULT_FOLDER;
use super::request::Request;
use super::walk::{GAME_FILE, is_left_out, is_test_file, shown};
use super::workspace::{self, GameRun, Run};
use cardwright::diagnostic::{Code, Diagnostic, Levels};

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
    workspace::run(&Request {
        checked: roots,
        library,
        game,
        always: roots.iter().any(|root| !root.join(GAME_FILE).is_file()),
        settings: Levels::silent().into(),
        given: &[],
        lists: false,
    })
}

/// The cards with errors. The tests in which they take part are not played.
#[derive(Default)]
pub struct Broken {
    pub ids: BTreeSet<String>,
    /// There are errors that are in no card: then a name may be that of a card that could not be read.
    others: bool,
}

impl Broken {
    /// Collects them from errors.
    pub fn of(errors: &[Diagnostic]) -> Self {
        Broken {
            ids: errors
                .iter()
                .filter_map(|error| error.card.clone())
                .collect(),
            others: errors.iter().any(|error| error.card.is_none()),
        }
    }

    /// Leaves out names that may be those of cards that could not be read.
    pub fn without_unread(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        found.retain(|finding| !(self.others && finding.code == Code::UnknownName));
        found
    }
}

//! The paths of a command: their defaults, and related folders.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::discovery;
use super::error::CliError;
use super::project::Project;
use super::read;
use super::request::Request;
use super::test_files;
use super::walk::{self, DEFAULT_FOLDER, GAME_FILE};
use super::workspace::{self, Run};
use cardwright::diagnostic::Levels;

/// The default game of a project whose settings name no game.
const DEFAULT_GAME: &str = "card-game";

/// Compiles everything at and below the paths.
pub fn run(paths: &[PathBuf], game: &str, levels: Levels) -> Result<Run, CliError> {
    run_with(paths, &[], game, levels)
}

/// Compiles everything at and below the paths, with more files and folders whose cards can be named.
pub fn run_with(
    paths: &[PathBuf],
    library: &[PathBuf],
    game: &str,
    levels: Levels,
) -> Result<Run, CliError> {
    let paths = &paths_or_default(paths)?;
    with_cards(
        workspace::run(&Request::of(paths, library, game, levels))?,
        paths,
    )
}

/// Returns the given paths, or the default.
pub fn paths_or_default(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    if !paths.is_empty() {
        return Ok(paths.to_vec());
    }
    let default = PathBuf::from(DEFAULT_FOLDER);
    if default.exists() {
        return Ok(vec![default]);
    }
    // The folder of a game is a folder of cards.
    if Path::new(GAME_FILE).is_file() {
        return Ok(vec![PathBuf::from(".")]);
    }
    Err(CliError::NoSuchPath {
        path: DEFAULT_FOLDER.to_owned(),
        help: Some(format!(
            "the default path is the folder `{DEFAULT_FOLDER}`; give files or folders"
        )),
    })
}

/// Returns the run, or an error if there are no cards at and below the paths.
pub fn with_cards(run: Run, paths: &[PathBuf]) -> Result<Run, CliError> {
    let only_games = paths
        .iter()
        .all(|path| path.file_name().is_some_and(|name| name == GAME_FILE));
    if run.games.is_empty()
        && run.diagnostics.is_empty()
        && !only_games
        && test_files::below(paths).is_empty()
    {
        return Err(CliError::NoCards {
            place: places(paths),
        });
    }
    Ok(run)
}

/// Returns the game of cards that are not below a `game.yaml`.
pub fn game_of<'p>(flag: Option<&'p str>, project: &'p Project) -> &'p str {
    flag.or(project.game.as_deref()).unwrap_or(DEFAULT_GAME)
}

/// Returns the folder of the author's cards, if one of the paths is inside it or all paths are kingdom sets. Checked
/// cards and sets may name the other cards of that folder. In a folder with a `game.yaml`, the cards of the game are
/// read anyway.
pub fn around(paths: &[PathBuf], project: &Project) -> Vec<PathBuf> {
    let here = Path::new(".").canonicalize().unwrap_or_default();
    let folder = around_in(&here, paths, project);
    folder
        .map(|folder| discovery::from_here(&folder))
        .into_iter()
        .collect()
}

/// Returns the folder of the author's cards for a command in the folder `here`.
pub fn around_in(here: &Path, paths: &[PathBuf], project: &Project) -> Option<PathBuf> {
    let is_default = |folder: &&Path| folder.ends_with(DEFAULT_FOLDER);
    let candidates = [
        here.join(DEFAULT_FOLDER).canonicalize().ok(),
        project.folder.join(DEFAULT_FOLDER).canonicalize().ok(),
        here.ancestors().find(is_default).map(Path::to_owned),
    ];
    let candidates: Vec<PathBuf> = candidates.into_iter().flatten().collect();
    let lies_within = |path: &PathBuf, folder: &Path| {
        path.canonicalize().is_ok_and(|path| {
            let mut up_to = path
                .ancestors()
                .take_while(|above| above.starts_with(folder));
            path != *folder
                && path.starts_with(folder)
                && !up_to.any(|above| above.join(GAME_FILE).is_file())
        })
    };
    let holds_one = |folder: &&PathBuf| paths.iter().any(|path| lies_within(path, folder));
    match candidates.iter().find(holds_one) {
        None if !candidates.is_empty() && paths.iter().all(|path| is_only_sets(path)) => {
            candidates.first().cloned()
        }
        found => found.cloned(),
    }
}

/// Returns whether no file at or below the path has a key that every card has.
fn is_only_sets(path: &Path) -> bool {
    let mut files = WalkDir::new(path)
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file() && walk::is_card_file(entry.path()));
    files.all(|file| read::text(file.path()).is_ok_and(|text| !text.contains("type:")))
}

/// Returns the paths with more cards that can be named: by default, the folder of the author's cards, the games in the
/// current folder, and the game that contains it.
pub fn library(named: &[PathBuf], project: &Project) -> Vec<PathBuf> {
    if !named.is_empty() {
        return named.to_vec();
    }
    let cards = Some(PathBuf::from(DEFAULT_FOLDER)).filter(|folder| folder.is_dir());
    let here = fs::read_dir(".").into_iter().flatten().flatten();
    let mut games: Vec<PathBuf> = here
        .map(|entry| PathBuf::from(entry.file_name()))
        .filter(|folder| folder.join(GAME_FILE).is_file())
        .collect();
    games.sort();
    cards
        .into_iter()
        .chain(games)
        .chain(project.game_folder.clone())
        .collect()
}

fn places(paths: &[PathBuf]) -> String {
    let shown: Vec<String> = paths
        .iter()
        .map(|path| format!("`{}`", walk::shown(path)))
        .collect();
    shown.join(", ")
}

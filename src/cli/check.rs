//! `check`: everything that is wrong.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::Outcome;
use super::args::{Check, Format};
use super::cache::{Answer, Kept};
use super::failure::Failure;
use super::fix;
use super::games::{self, Request, Run};
use super::lints;
use super::listing;
use super::output::{self, Output};
use super::project::{self, Project};
use super::read;
use super::trace::{self, Hash, Past};
use super::walk::{self, GAME_FILE};
use super::watch;
use crate::diagnostic::Levels;

/// The game of a project that names none.
const DEFAULT_GAME: &str = "card-game";

/// The folder that is read when no path is named.
pub const DEFAULT_FOLDER: &str = "cards";

/// What a run found, as it is shown.
pub struct Checked {
    /// `None` where it is known what would be said.
    pub run: Option<Run>,
    pub text: String,
    pub format: Format,
    outcome: Outcome,
}

pub fn check(args: &Check) -> Result<Outcome, Failure> {
    if args.watch {
        return watch::watch(args);
    }
    if args.fix.any() {
        let project = project::find(args.paths.first().map(PathBuf::as_path))?;
        return fix::fix(args, &project, &Output::of(&args.output, &project));
    }
    let checked = once(args, &mut Kept::default())?;
    output::to_stdout(&checked.text)?;
    let outcome = checked.outcome;
    leave(checked);
    Ok(outcome)
}

/// Leaves something to the system, which takes all memory back at once when the process ends. To free each card
/// by itself would take longer.
pub fn leave<T>(of_a_run: T) {
    std::mem::forget(of_a_run);
}

/// Checks everything once, with what earlier checks kept.
pub fn once(args: &Check, kept: &mut Kept) -> Result<Checked, Failure> {
    let project = project::find(args.paths.first().map(PathBuf::as_path))?;
    let output = Output::of(&args.output, &project);
    let levels = lints::levels(&args.lints, &project.lints)?;
    if args.cache || project.cache {
        *kept = std::mem::take(kept).on_disk(&project.folder);
    }
    let paths = &paths_or_default(&args.paths)?;
    let game = game_of(args.game.game.as_deref(), &project);
    let library = around(paths, &project);
    let request = request(paths, &library, game, levels);
    let past = Past::of(&request, kept);
    let form = output.form();
    let key = |name: &str, texts: &[Hash]| trace::key(name, texts, &request.settings, &form);
    if let Some(past) = &past
        && let Some(answer) = kept.answer(&past.name, key(&past.name, &past.trace.texts()))
    {
        if past.is_news {
            kept.keep_trace(&past.name, past.trace.clone());
        }
        return Ok(Checked {
            run: None,
            text: answer.text,
            format: output.format,
            outcome: match answer.failed {
                true => Outcome::ErrorsFound,
                false => Outcome::Clean,
            },
        });
    }
    let run = with_cards(games::run_again(&request, kept, past)?, paths)?;
    let scope = run.scope();
    let findings = run.findings(&scope);
    let (text, outcome) = (output.render(&findings), output.outcome(&findings));
    let name = trace::name(&request).filter(|_| !run.hashes.is_empty());
    let text = match name {
        None => text,
        Some(name) => {
            let answer = Answer {
                key: key(&name, &run.hashes),
                text,
                failed: outcome == Outcome::ErrorsFound,
            };
            kept.keep_answer(&name, &answer);
            answer.text
        }
    };
    Ok(Checked {
        run: Some(run),
        text,
        format: output.format,
        outcome,
    })
}

/// Compiles everything at and below the paths.
pub fn run(paths: &[PathBuf], game: &str, levels: Levels) -> Result<Run, Failure> {
    run_with(paths, &[], game, levels)
}

/// The same, with more files and folders whose cards may be named.
pub fn run_with(
    paths: &[PathBuf],
    library: &[PathBuf],
    game: &str,
    levels: Levels,
) -> Result<Run, Failure> {
    let paths = &paths_or_default(paths)?;
    with_cards(games::run(&request(paths, library, game, levels))?, paths)
}

fn request<'r>(
    checked: &'r [PathBuf],
    library: &'r [PathBuf],
    game: &'r str,
    levels: Levels,
) -> Request<'r> {
    Request {
        checked,
        library,
        game,
        always: false,
        settings: levels.into(),
        given: &[],
        lists: false,
    }
}

/// The paths that are meant.
pub fn paths_or_default(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
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
    Err(Failure::NoSuchPath {
        path: DEFAULT_FOLDER.to_owned(),
        help: Some(format!(
            "without a path, the folder `{DEFAULT_FOLDER}` is read; name the files or folders that are meant"
        )),
    })
}

/// The run, unless there is nothing at and below the paths.
pub fn with_cards(run: Run, paths: &[PathBuf]) -> Result<Run, Failure> {
    let only_games = paths
        .iter()
        .all(|path| path.file_name().is_some_and(|name| name == GAME_FILE));
    if run.games.is_empty() && run.diagnostics.is_empty() && !only_games {
        return Err(Failure::NoCards {
            place: places(paths),
        });
    }
    Ok(run)
}

/// The game of cards below no `game.yaml`.
pub fn game_of<'p>(flag: Option<&'p str>, project: &'p Project) -> &'p str {
    flag.or(project.game.as_deref()).unwrap_or(DEFAULT_GAME)
}

/// The folder of the author's cards, where one of the paths lies within it or all of them are kingdom sets: who checks
/// one card means it as one of them, and its text may name the others, as a set does. Within a folder with a
/// `game.yaml`, those of the game are read anyway.
pub fn around(paths: &[PathBuf], project: &Project) -> Vec<PathBuf> {
    let here = Path::new(".").canonicalize().unwrap_or_default();
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
    let folder = match candidates.iter().find(holds_one) {
        None if !candidates.is_empty() && paths.iter().all(|path| is_only_sets(path)) => {
            candidates.first()
        }
        found => found,
    };
    folder
        .map(|folder| listing::from_here(folder))
        .into_iter()
        .collect()
}

/// Whether no file at or below the path has a key that every card has.
fn is_only_sets(path: &Path) -> bool {
    let mut files = WalkDir::new(path)
        .into_iter()
        .flatten()
        .filter(|entry| entry.file_type().is_file() && walk::is_card_file(entry.path()));
    files.all(|file| read::text(file.path()).is_ok_and(|text| !text.contains("type:")))
}

/// The paths with more cards that may be named: where none are given, the folder of the author's cards, and the games
/// here.
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

//! `cardwright.toml`: the settings of a project.

use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use miette::NamedSource;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::args::{Format, When};
use super::discovery;
use super::error::{BadSettings, CliError, choose};
use super::lints;
use super::read as reading;
use super::walk::GAME_FILE;
use cardwright::diagnostic::{Level, Levels, closest};
use cardwright::workspace::id_in;

/// The settings of a project. Flags of the command line take precedence.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// The game of cards that are not below a `game.yaml`.
    pub game: Option<String>,
    pub deny_warnings: bool,
    pub format: Option<Format>,
    pub color: Option<When>,
    /// `true` to store the results of a check on disk.
    pub cache: bool,
    /// The folder of the settings file; the current folder if there is none.
    pub folder: PathBuf,
    /// The folder of the game that contains the current folder.
    pub game_folder: Option<PathBuf>,
    /// The levels of lints.
    pub lints: Levels,
}

const FILE: &str = "cardwright.toml";
const KEYS: [&str; 6] = ["game", "deny-warnings", "format", "color", "cache", "lints"];
/// The key in `[lints]` that enables suggestions.
const SUGGESTIONS: &str = "suggestions";
/// Maximum number of reported errors.
const MAX_COUNT: usize = 20;

/// Returns the settings of a run. In the folder of a game, the default game is that game.
pub fn find(first_path: Option<&Path>) -> Result<Project, CliError> {
    settled(file(first_path), game_folder())
}

/// Returns the settings of the project that a folder is in.
pub fn of_folder(folder: &Path) -> Result<Project, CliError> {
    let mut files = folder.ancestors().map(|folder| folder.join(FILE));
    let mut folders = folder.ancestors();
    let game = folders.find(|folder| folder.join(GAME_FILE).is_file());
    settled(files.find(|path| path.is_file()), game.map(Path::to_owned))
}

fn settled(file: Option<PathBuf>, game_folder: Option<PathBuf>) -> Result<Project, CliError> {
    let mut project = match file {
        Some(path) => read(&path)?,
        None => Project::default(),
    };
    project.game_folder = game_folder;
    if let (None, Some(folder)) = (&project.game, &project.game_folder) {
        let data = reading::text(&folder.join(GAME_FILE)).unwrap_or_default();
        project.game = id_in(&data).map(|at| data[at].to_owned());
    }
    Ok(project)
}

/// Returns the nearest folder with a `game.yaml`, from the current one upwards.
fn game_folder() -> Option<PathBuf> {
    let here = Path::new(".").canonicalize().ok()?;
    let mut above = here.ancestors();
    let folder = above.find(|folder| folder.join(GAME_FILE).is_file())?;
    Some(discovery::from_here(folder))
}

/// Returns the settings file: the nearest `cardwright.toml` in or above the current folder, otherwise above the first
/// path.
pub fn file(first_path: Option<&Path>) -> Option<PathBuf> {
    let starts = [Some(Path::new(".")), first_path];
    // A path that cannot be made absolute has no known parents.
    let starts = starts
        .into_iter()
        .flatten()
        .filter_map(|start| start.canonicalize().ok());
    starts
        .flat_map(|start| {
            start
                .ancestors()
                .map(|folder| folder.join(FILE))
                .collect::<Vec<_>>()
        })
        .find(|path| path.is_file())
}

/// Returns whether a path has the name of the settings file.
pub fn is_settings(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == FILE)
}

fn read(path: &Path) -> Result<Project, CliError> {
    let shown = shown(path);
    let text = reading::text(path).map_err(|source| CliError::Read {
        path: shown.clone(),
        source,
    })?;
    let (table, errors) = DeTable::parse_recoverable(&text);
    let mut project = Project {
        folder: path.parent().unwrap_or(Path::new("")).to_owned(),
        ..Project::default()
    };
    let mut mistakes: Vec<Mistake> = errors.iter().map(unreadable).collect();
    if mistakes.is_empty() {
        for (key, value) in table.get_ref() {
            if let Err(mistake) = set(&mut project, key, value, &mut mistakes) {
                mistakes.push(mistake);
            }
        }
    }
    mistakes.sort_by_key(|mistake| mistake.at.start);
    mistakes.truncate(MAX_COUNT);
    let source = |text: &str| NamedSource::new(&shown, text.to_owned());
    let mut errors = mistakes.into_iter().map(|mistake| BadSettings {
        message: mistake.message,
        help: mistake.help,
        text: source(&text),
        at: Some(mistake.at.into()),
        others: Vec::new(),
    });
    match errors.next() {
        None => Ok(project),
        Some(first) => Err(CliError::Project(Box::new(BadSettings {
            others: errors.collect(),
            ..first
        }))),
    }
}

/// An error at a range of the settings.
struct Mistake {
    message: String,
    help: Option<String>,
    at: Range<usize>,
}

/// Converts a TOML syntax error.
fn unreadable(error: &toml::de::Error) -> Mistake {
    // The text after the reason names rules of the TOML grammar.
    let reason = error.message().split(", expected").next();
    Mistake {
        message: format!("{FILE} cannot be read: {}", reason.unwrap_or_default()),
        help: Some(
            "write a setting as `name = value`, with quotation marks around text".to_owned(),
        ),
        at: error.span().unwrap_or(0..0),
    }
}

type Key<'t> = Spanned<DeString<'t>>;
type Value<'t> = Spanned<DeValue<'t>>;

/// Reads one setting. Errors of lints are added to `mistakes` one by one.
fn set(
    project: &mut Project,
    key: &Key<'_>,
    value: &Value<'_>,
    mistakes: &mut Vec<Mistake>,
) -> Result<(), Mistake> {
    let name = key.get_ref().as_ref();
    match name {
        "game" => project.game = Some(text(name, value)?.to_owned()),
        "deny-warnings" => project.deny_warnings = flag(name, value)?,
        "cache" => project.cache = flag(name, value)?,
        "format" => project.format = Some(one_of(name, value)?),
        "color" => project.color = Some(one_of(name, value)?),
        "lints" => {
            let Some(levels) = value.get_ref().as_table() else {
                return Err(misfit(
                    name,
                    value,
                    "a table: write `[lints]` and the lints below it",
                ));
            };
            let mut named: Vec<(lints::Named, &Key<'_>)> = Vec::new();
            for (name, value) in levels {
                let level = level(&mut project.lints, name, value);
                mistakes.extend(level.err());
                let known = lints::named(name.get_ref().as_ref());
                named.extend(known.ok().map(|known| (known, name)));
            }
            mistakes.extend(two_levels(named));
        }
        _ => {
            let help = match lints::named(name) {
                Ok(_) => "write it below `[lints]`".to_owned(),
                Err(_) => choose(name, KEYS),
            };
            return Err(Mistake {
                message: format!("{FILE} has no setting `{name}`"),
                help: Some(help),
                at: key.span(),
            });
        }
    }
    Ok(())
}

/// Reports lints that are set twice, by name and by code.
fn two_levels(mut named: Vec<(lints::Named, &Key<'_>)>) -> Vec<Mistake> {
    named.sort_by_key(|(_, name)| name.span().start);
    let mut mistakes = Vec::new();
    for (at, (lint, name)) in named.iter().enumerate() {
        let mut before = named.iter().take(at);
        if let Some((_, first)) = before.find(|(known, _)| known == lint) {
            mistakes.push(Mistake {
                message: format!(
                    "`{}` and `{}` are the same lint",
                    first.get_ref(),
                    name.get_ref()
                ),
                help: Some("keep one of the two".to_owned()),
                at: name.span(),
            });
        }
    }
    mistakes
}

/// Reports a value of the wrong type.
fn misfit(name: &str, value: &Value<'_>, wanted: &str) -> Mistake {
    Mistake {
        message: format!("`{name}` must be {wanted}"),
        help: None,
        at: value.span(),
    }
}

fn text<'v>(name: &str, value: &'v Value<'_>) -> Result<&'v str, Mistake> {
    let text = value.get_ref().as_str();
    text.ok_or_else(|| misfit(name, value, "text in quotation marks"))
}

fn flag(name: &str, value: &Value<'_>) -> Result<bool, Mistake> {
    let flag = value.get_ref().as_bool();
    flag.ok_or_else(|| misfit(name, value, "true or false, without quotation marks"))
}

/// Reads one of the words that the flag with the same name accepts.
fn one_of<V: ValueEnum>(name: &str, value: &Value<'_>) -> Result<V, Mistake> {
    let word = text(name, value)?;
    V::from_str(word, true).map_err(|_| {
        let known: Vec<String> = V::value_variants()
            .iter()
            .filter_map(|variant| Some(variant.to_possible_value()?.get_name().to_owned()))
            .collect();
        Mistake {
            message: format!("`{name}` cannot be `{word}`"),
            help: Some(choose(word, known.iter().map(String::as_str))),
            at: value.span(),
        }
    })
}

/// Reads a line in `[lints]`: the name of a lint and its level.
fn level(levels: &mut Levels, name: &Key<'_>, value: &Value<'_>) -> Result<(), Mistake> {
    let written = name.get_ref().as_ref();
    if written == SUGGESTIONS {
        if flag(SUGGESTIONS, value)? {
            levels.hear_suggestions();
        }
        return Ok(());
    }
    let mistake = |message: String, help: String, at: Range<usize>| Mistake {
        message,
        help: Some(help),
        at,
    };
    let named = lints::named(written).map_err(|problem| {
        let help = if KEYS.contains(&written) {
            "write it above `[lints]`".to_owned()
        } else if closest(written, [SUGGESTIONS]).is_some() {
            format!("write `{SUGGESTIONS}`")
        } else {
            problem.help
        };
        mistake(problem.message, help, name.span())
    })?;
    let words = Level::ALL.map(|(word, _)| word);
    let Some(word) = value.get_ref().as_str() else {
        let message = format!("the level of `{written}` must be a word in quotation marks");
        return Err(mistake(message, choose("", words), value.span()));
    };
    let level = Level::named(word).ok_or_else(|| {
        let message = format!("`{written}` cannot be `{word}`");
        mistake(message, choose(word, words), value.span())
    })?;
    lints::set(levels, named, level);
    Ok(())
}

/// Returns a path for display, relative to the current folder if it is below it.
fn shown(path: &Path) -> String {
    let here = Path::new(".")
        .canonicalize()
        .unwrap_or_else(|_| PathBuf::new());
    path.strip_prefix(&here)
        .unwrap_or(path)
        .display()
        .to_string()
}

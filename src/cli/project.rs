//! `cardwright.toml`: what a project says once, so that nobody has to say it on every call.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use miette::NamedSource;
use serde::Deserialize;
use toml::Spanned;

use super::args::{Format, When};
use super::failure::{BadSettings, Failure, choose};
use super::lints::{self, Problem};
use super::read as reading;
use crate::diagnostic::{Level, Levels};

/// The settings of a project. Flags of the command line go before them.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// The game of the cards that lie below no `game.yaml`.
    pub game: Option<String>,
    pub deny_warnings: bool,
    pub format: Option<Format>,
    pub color: Option<When>,
    /// Whether a check keeps on the disk what it found.
    pub cache: bool,
    /// The folder of the settings; the current one without any.
    pub folder: PathBuf,
    /// At which levels lints are heard.
    pub lints: Levels,
}

const FILE: &str = "cardwright.toml";
const KEYS: [&str; 6] = ["game", "deny-warnings", "format", "color", "cache", "lints"];
/// The key below `[lints]` that makes suggestions heard.
const SUGGESTIONS: &str = "suggestions";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    game: Option<String>,
    #[serde(default)]
    deny_warnings: bool,
    format: Option<String>,
    color: Option<String>,
    #[serde(default)]
    cache: bool,
    #[serde(default)]
    lints: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
}

/// The settings that hold for a run.
pub fn find(first_path: Option<&Path>) -> Result<Project, Failure> {
    match file(first_path) {
        Some(path) => read(&path),
        None => Ok(Project::default()),
    }
}

/// The file with the settings: the nearest `cardwright.toml` in the current folder or above it, else
/// above the first path.
pub fn file(first_path: Option<&Path>) -> Option<PathBuf> {
    let starts = [Some(Path::new(".")), first_path];
    // A path that cannot be made absolute has no folders above it to look into.
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

/// Whether settings are read from a file of that name.
pub fn is_settings(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == FILE)
}

fn read(path: &Path) -> Result<Project, Failure> {
    let shown = shown(path);
    let text = reading::text(path).map_err(|source| Failure::Read {
        path: shown.clone(),
        source,
    })?;
    let failure = |message: String, help: Option<String>, at: Option<std::ops::Range<usize>>| {
        Failure::Project(Box::new(BadSettings {
            message,
            help,
            text: NamedSource::new(&shown, text.clone()),
            at: at.map(Into::into),
        }))
    };
    let written: Written = toml::from_str(&text).map_err(|error| {
        let span = error.span();
        let word = span
            .clone()
            .and_then(|span| text.get(span))
            .unwrap_or_default();
        if error.message().starts_with("unknown field") {
            failure(
                format!("{FILE} has no setting `{word}`"),
                Some(choose(word, KEYS)),
                span,
            )
        } else {
            failure(
                format!("{FILE} cannot be read: {}", error.message()),
                None,
                span,
            )
        }
    })?;
    let place = |word: &str| text.find(word).map(|at| at..at + word.len());
    let lints = lints(&written.lints)
        .map_err(|(problem, at)| failure(problem.message, Some(problem.help), Some(at)))?;
    Ok(Project {
        game: written.game,
        cache: written.cache,
        folder: path.parent().unwrap_or(Path::new("")).to_owned(),
        lints,
        deny_warnings: written.deny_warnings,
        format: value(written.format.as_deref()).map_err(|(word, help)| {
            failure(
                format!("there is no format `{word}`"),
                Some(help),
                place(word),
            )
        })?,
        color: value(written.color.as_deref()).map_err(|(word, help)| {
            failure(
                format!("`color` cannot be `{word}`"),
                Some(help),
                place(word),
            )
        })?,
    })
}

/// The levels below `[lints]`: the name of a lint and the word for its level.
fn lints(
    written: &BTreeMap<Spanned<String>, Spanned<toml::Value>>,
) -> Result<Levels, (Problem, Range<usize>)> {
    let mut levels = Levels::default();
    for (name, value) in written {
        if name.as_ref() == SUGGESTIONS {
            match value.as_ref().as_bool() {
                Some(true) => levels.hear_suggestions(),
                Some(false) => {}
                None => {
                    let problem = Problem {
                        message: format!("`{SUGGESTIONS}` is either true or false"),
                        help: "write `true` to hear of suggestions".to_owned(),
                    };
                    return Err((problem, value.span()));
                }
            }
            continue;
        }
        let named = lints::named(name.as_ref()).map_err(|problem| (problem, name.span()))?;
        let word = value.as_ref().as_str().unwrap_or_default();
        let Some(level) = Level::named(word) else {
            let words = Level::ALL.map(|(word, _)| word);
            let problem = Problem {
                message: format!("`{name}` cannot be `{}`", value.as_ref()),
                help: choose(word, words),
            };
            return Err((problem, value.span()));
        };
        lints::set(&mut levels, named, level);
    }
    Ok(levels)
}

/// The value behind a word, or the word and what could stand there.
fn value<V: ValueEnum>(word: Option<&str>) -> Result<Option<V>, (&str, String)> {
    let Some(word) = word else { return Ok(None) };
    V::from_str(word, true).map(Some).map_err(|_| {
        let known: Vec<String> = V::value_variants()
            .iter()
            .filter_map(|variant| Some(variant.to_possible_value()?.get_name().to_owned()))
            .collect();
        (word, choose(word, known.iter().map(String::as_str)))
    })
}

/// A path as it is shown: from the current folder where it lies below it.
fn shown(path: &Path) -> String {
    let here = Path::new(".")
        .canonicalize()
        .unwrap_or_else(|_| PathBuf::new());
    path.strip_prefix(&here)
        .unwrap_or(path)
        .display()
        .to_string()
}

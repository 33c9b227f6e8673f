//! Operations that could not be done: exit status 2. Problems of cards are never one of these.

use std::borrow::Cow;
use std::io;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, NamedSource, SourceSpan};
use thiserror::Error;

use crate::bundle::{EncodeError, ReadError};
use crate::render::visible_lines;
use crate::types::ModelError;

/// Why a command could not do what it was asked for.
#[derive(Debug, Error, Diagnostic)]
pub enum Failure {
    #[error("there is no file or folder `{path}`")]
    NoSuchPath {
        path: String,
        #[help]
        help: Option<String>,
    },

    #[error("standard input cannot be formatted together with files")]
    #[diagnostic(help("give `-` alone, or leave it out"))]
    InputAlone,

    #[error("`--stdin-filename` says what standard input holds, and standard input is not read")]
    #[diagnostic(help("give `-` in place of files"))]
    NameWithoutInput,

    #[error("there is no card in {place}")]
    #[diagnostic(help(
        "card files end in .yaml or .yml; the `cards` folder of the project or a file can be named instead"
    ))]
    NoCards { place: String },

    #[error("no game is called `{id}`")]
    #[diagnostic(help("{help}"))]
    UnknownGame { id: String, help: String },

    #[error("the data of the game `{id}` have mistakes")]
    #[diagnostic(help("`cardwright check {path}` tells them"))]
    BadGame { id: String, path: String },

    #[error("{game} has no card type `{card_type}`")]
    #[diagnostic(help("{help}"))]
    UnknownType {
        game: String,
        card_type: String,
        help: String,
    },

    #[error("no house rules are called `{id}`")]
    UnknownHouseRules {
        id: String,
        #[help]
        help: Option<String>,
    },

    #[error("`--diff` shows changes as text, and has no other format")]
    #[diagnostic(help(
        "leave out `--format`, or leave out `--diff`: the findings have their fixes with them"
    ))]
    DiffAsData,

    #[error("there is no schema `{name}`")]
    #[diagnostic(help("{help}"))]
    UnknownSchema { name: String, help: String },

    #[error("there is no code `{code}`")]
    #[diagnostic(help("{help}"))]
    UnknownCode { code: String, help: String },

    #[error("{message}")]
    #[diagnostic(help("{help}"))]
    BadLint { message: String, help: String },

    #[error("there is no kingdom set in `{path}`")]
    #[diagnostic(help(
        "a kingdom set is a file with the key `kingdom`; `cardwright check` is for cards"
    ))]
    NoKingdom { path: String },

    #[error("a picture shows one set, and {sets}")]
    #[diagnostic(help("name one file with one set"))]
    OnePicture { sets: String },

    #[error("there are {count} kingdom sets in `{path}`, and one is written at a time")]
    #[diagnostic(help("give a file with one set"))]
    SeveralKingdoms { path: String, count: usize },

    #[error(transparent)]
    #[diagnostic(transparent)]
    Project(Box<BadSettings>),

    #[error("`{path}` could not be read: {}", reason(source))]
    Read { path: String, source: io::Error },

    #[error("`{path}` could not be written: {}", reason(source))]
    #[diagnostic(help("{help}"))]
    Write {
        path: String,
        source: io::Error,
        help: &'static str,
    },

    #[error("`{path}` is not replaced: {why}")]
    #[diagnostic(help("{help}"))]
    InTheWay {
        path: String,
        why: &'static str,
        help: &'static str,
    },

    #[error("`{path}` was changed by somebody else meanwhile")]
    #[diagnostic(help("nothing was written; run it again"))]
    ChangedMeanwhile { path: String },

    #[error("the bundle of `{game}` could not be made: {source}")]
    #[diagnostic(help("this is a fault of cardwright itself"))]
    Encode { game: String, source: EncodeError },

    #[error("`{path}` is not a bundle that can be read: {source}")]
    NotABundle { path: String, source: ReadError },

    #[error("`{path}` is not the data of a game without mistakes: {first}")]
    #[diagnostic(help(
        "name the `game.yaml` of a game; `cardwright check` tells all that is wrong with one"
    ))]
    BadRules { path: String, first: String },

    #[error(
        "`{path}` has the rules of the game `{of_rules}`, and the bundles are of `{of_bundles}`"
    )]
    #[diagnostic(help("name the `game.yaml` of that game"))]
    OtherRules {
        path: String,
        of_rules: String,
        of_bundles: String,
    },

    #[error(transparent)]
    #[diagnostic(help("this is a fault of cardwright itself"))]
    Types { source: ModelError },

    #[error("`{one}` is of the game `{of_one}`, and `{other}` is of `{of_other}`")]
    #[diagnostic(help("give two bundles of one game"))]
    OtherGame {
        one: String,
        of_one: String,
        other: String,
        of_other: String,
    },

    #[error("the output could not be written: {}", reason(source))]
    Output { source: io::Error },

    #[error("the data of the game `{id}` that comes with the tool is broken")]
    #[diagnostic(help("this is a fault of cardwright itself"))]
    BrokenGame { id: String },
}

/// Settings of a project that cannot be used.
#[derive(Debug, Error, Diagnostic)]
#[error("{message}")]
pub struct BadSettings {
    pub message: String,
    #[help]
    pub help: Option<String>,
    #[source_code]
    pub text: NamedSource<String>,
    #[label("here")]
    pub at: Option<SourceSpan>,
    /// What else is wrong with them.
    #[related]
    pub others: Vec<BadSettings>,
}

/// Why the system refused, in words, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_lowercase().chain(chars).collect())
        .unwrap_or_default()
}

/// The failure as it is shown on standard error.
pub fn show(failure: &Failure, color: bool) -> String {
    let plain = drawn(failure, GraphicalTheme::unicode_nocolor());
    let safe: String = visible_lines(&plain)
        .split_inclusive('\n')
        .map(short)
        .collect();
    // Nothing can be told from the marks of colours where a path or a setting holds one.
    if color && safe == plain {
        return drawn(failure, GraphicalTheme::unicode());
    }
    safe
}

/// A line, as much of it as anybody reads.
fn short(line: &str) -> Cow<'_, str> {
    const LONGEST: usize = 500;
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…\n", line.get(..end).unwrap_or_default()).into(),
        None => line.into(),
    }
}

fn drawn(failure: &Failure, theme: GraphicalTheme) -> String {
    let mut out = String::new();
    // Without wrapping: what is searched for in the output stays in one piece.
    let drawn = GraphicalReportHandler::new_themed(theme)
        .with_wrap_lines(false)
        .without_cause_chain()
        .with_links(false)
        .render_report(&mut out, failure);
    match drawn {
        Ok(()) => format!("Error: {}\n", out.trim()),
        Err(_) => format!("Error: {failure}\n"),
    }
}

/// `write \`close\``, or what there is to choose from.
pub fn choose<'c>(word: &str, from: impl IntoIterator<Item = &'c str> + Clone) -> String {
    match crate::diagnostic::closest(word, from.clone()) {
        Some(close) => format!("write `{close}`"),
        None => {
            let all: Vec<String> = from.into_iter().map(|name| format!("`{name}`")).collect();
            match all.as_slice() {
                [one] => format!("the only one is {one}"),
                _ => format!("there are {}", all.join(", ")),
            }
        }
    }
}

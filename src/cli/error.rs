//! Failed operations, with exit status 2. Problems of cards are never failures.

use std::borrow::Cow;
use std::io;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, NamedSource, SourceSpan};
use thiserror::Error;

use cardwright::bundle::{EncodeError, ReadError};
use cardwright::render::visible_lines;
use cardwright::types::ModelError;

/// The reason why a command failed.
#[derive(Debug, Error, Diagnostic)]
pub enum CliError {
    #[error("no file or folder `{path}`")]
    NoSuchPath {
        path: String,
        #[help]
        help: Option<String>,
    },

    #[error("standard input cannot be formatted together with files")]
    #[diagnostic(help("give only `-`, or omit it"))]
    InputAlone,

    #[error("`--stdin-filename` names standard input, but standard input is not read")]
    #[diagnostic(help("give `-` instead of files"))]
    NameWithoutInput,

    #[error("no cards in {place}")]
    #[diagnostic(help(
        "card files end in .yaml or .yml; give a file, or the `cards` folder of the project"
    ))]
    NoCards { place: String },

    #[error("no set has the id `{id}`")]
    #[diagnostic(help("{help}"))]
    NoSuchSet { id: String, help: String },

    #[error("no tests in {place}")]
    #[diagnostic(help(
        "files with tests end in `.test.yaml` and lie beside the cards; docs/tests.md describes them"
    ))]
    NoTests { place: String },

    #[error("the game `{game}` cannot be played: {reason}")]
    NotPlayed { game: String, reason: String },

    #[error("cannot continue `{path}`: {reason}")]
    #[diagnostic(help("give a file that the command `save` of `cardwright play` has written"))]
    NotSaved { path: String, reason: String },

    #[error("cannot play `{path}`: it is cut off")]
    #[diagnostic(help(
        "write it again, with `cardwright build --conformance` or `cardwright simulate --record`"
    ))]
    RecordingsCutOff { path: String },

    #[error("cannot play `{path}`: {reason}")]
    #[diagnostic(help(
        "give a file that `cardwright build --conformance` or `cardwright simulate --record` has written"
    ))]
    NotRecordings { path: String, reason: String },

    #[error("cannot play `{path}`: {reason}")]
    #[diagnostic(help(
        "give the cards and the version of cardwright with which it was written, or write it again"
    ))]
    OtherRecordings { path: String, reason: String },

    #[error("no game has the id `{id}`")]
    #[diagnostic(help("{help}"))]
    UnknownGame { id: String, help: String },

    #[error("the data of the game `{id}` have errors")]
    #[diagnostic(help("run `cardwright check {path}` to see them"))]
    BadGame { id: String, path: String },

    #[error("{game} has no card type `{card_type}`")]
    #[diagnostic(help("{help}"))]
    UnknownType {
        game: String,
        card_type: String,
        help: String,
    },

    #[error("no house rules have the id `{id}`")]
    UnknownHouseRules {
        id: String,
        #[help]
        help: Option<String>,
    },

    #[error("`--diff` has no format other than text")]
    #[diagnostic(help("omit `--format`, or omit `--diff`: the other formats include the fixes"))]
    DiffAsData,

    #[error("no schema `{name}`")]
    #[diagnostic(help("{help}"))]
    UnknownSchema { name: String, help: String },

    #[error("no code `{code}`")]
    #[diagnostic(help("{help}"))]
    UnknownCode { code: String, help: String },

    #[error("nothing is known about `{phrase}`")]
    #[diagnostic(help("{help}"))]
    UnknownPhrase { phrase: String, help: String },

    #[error("{game} has no field `{field}`")]
    #[diagnostic(help("{help}"))]
    UnknownField {
        game: String,
        field: String,
        help: String,
    },

    #[error("the IR has no node `{node}`")]
    #[diagnostic(help("{help}"))]
    UnknownNode { node: String, help: String },

    #[error("`{name}` cannot be the name of a card")]
    #[diagnostic(help("give a name with letters or digits"))]
    NoName { name: String },

    #[error("{message}")]
    #[diagnostic(help("{help}"))]
    BadLint { message: String, help: String },

    #[error("no kingdom set in `{path}`")]
    #[diagnostic(help(
        "a kingdom set is a file with the key `kingdom`; use `cardwright check` for cards"
    ))]
    NoKingdom { path: String },

    #[error("a picture shows one set, but {sets}")]
    #[diagnostic(help("give one file with one set"))]
    OnePicture { sets: String },

    #[error("`{path}` has {count} kingdom sets, but one is written at a time")]
    #[diagnostic(help("give a file with one set"))]
    SeveralKingdoms { path: String, count: usize },

    #[error(transparent)]
    #[diagnostic(transparent)]
    Project(Box<BadSettings>),

    #[error("cannot read `{path}`: {}", reason(source))]
    Read { path: String, source: io::Error },

    #[error("cannot write `{path}`: {}", reason(source))]
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

    #[error("`{path}` is not a name of a file with tests")]
    #[diagnostic(help("{help}"))]
    NotATestFile { path: String, help: &'static str },

    #[error("`{path}` was changed by another program meanwhile")]
    #[diagnostic(help("nothing was written; run it again"))]
    ChangedMeanwhile { path: String },

    #[error("cannot build the bundle of `{game}`: {source}")]
    #[diagnostic(help("this is a bug in cardwright"))]
    Encode { game: String, source: EncodeError },

    #[error("`{path}` is not a readable bundle: {source}")]
    NotABundle { path: String, source: ReadError },

    #[error("the game data in `{path}` have errors: {first}")]
    #[diagnostic(help(
        "give the `game.yaml` of a game; run `cardwright check` on it to see all errors"
    ))]
    BadRules { path: String, first: String },

    #[error(
        "`{path}` has the rules of the game `{of_rules}`, but the bundles are of `{of_bundles}`"
    )]
    #[diagnostic(help("give the `game.yaml` of that game"))]
    OtherRules {
        path: String,
        of_rules: String,
        of_bundles: String,
    },

    #[error(transparent)]
    #[diagnostic(help("this is a bug in cardwright"))]
    Types { source: ModelError },

    #[error("`{one}` is of the game `{of_one}`, but `{other}` is of `{of_other}`")]
    #[diagnostic(help("give two bundles of one game"))]
    OtherGame {
        one: String,
        of_one: String,
        other: String,
        of_other: String,
    },

    #[error("cannot write the output: {}", reason(source))]
    Output { source: io::Error },

    #[error("the words in {path} cannot be used: {why}")]
    #[diagnostic(help("`docs/languages.md` describes such files"))]
    BadWords { path: String, why: String },

    #[error("the data of the built-in game `{id}` have errors")]
    #[diagnostic(help("this is a bug in cardwright"))]
    BrokenGame { id: String },
}

/// An error in the settings of a project.
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
    /// Further errors in the settings.
    #[related]
    pub others: Vec<BadSettings>,
}

/// Returns the system's reason as text, without the error number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_lowercase().chain(chars).collect())
        .unwrap_or_default()
}

/// Renders the failure for standard error.
pub fn show(failure: &CliError, color: bool) -> String {
    let plain = drawn(failure, GraphicalTheme::unicode_nocolor());
    let safe: String = visible_lines(&plain)
        .split_inclusive('\n')
        .map(short)
        .collect();
    // If a path or setting contains control characters, colour codes would be ambiguous.
    if color && safe == plain {
        return drawn(failure, GraphicalTheme::unicode());
    }
    safe
}

/// Shortens a very long line.
fn short(line: &str) -> Cow<'_, str> {
    const MAX_LEN: usize = 500;
    match line.char_indices().nth(MAX_LEN) {
        Some((end, _)) => format!("{}…\n", line.get(..end).unwrap_or_default()).into(),
        None => line.into(),
    }
}

fn drawn(failure: &CliError, theme: GraphicalTheme) -> String {
    let mut out = String::new();
    // No wrapping, so that messages can be searched for in the output.
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

/// Returns the help `write \`close\``, or the list of choices.
pub fn choose<'c>(word: &str, from: impl IntoIterator<Item = &'c str> + Clone) -> String {
    match cardwright::diagnostic::closest(word, from.clone()) {
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

//! The request of a command: which files to check, and how.

use std::path::PathBuf;

use super::read::Text;
use cardwright::compile::Settings;
use cardwright::diagnostic::Levels;
use cardwright::source::Syntax;

/// The input of a run.
pub struct Request<'r> {
    /// Files and folders that are checked.
    pub checked: &'r [PathBuf],
    /// Files and folders with more cards that can be named.
    pub library: &'r [PathBuf],
    /// The game of files that are not below a `game.yaml`.
    pub game: &'r str,
    /// `true` to compile that game even if no checked file belongs to it.
    pub always: bool,
    /// The settings of the author.
    pub settings: Settings,
    /// Pasted kingdom sets that are not in a file.
    pub given: &'r [Given],
    /// `true` to read checked files without a YAML extension as pasted sets.
    pub lists: bool,
}

/// A kingdom set that is not in a file.
#[derive(Clone, Debug)]
pub struct Given {
    /// The name in diagnostics, in angle brackets.
    pub name: String,
    pub text: Text,
    pub syntax: Syntax,
}

impl<'r> Request<'r> {
    /// Creates a request for checking cards.
    pub fn of(
        checked: &'r [PathBuf],
        library: &'r [PathBuf],
        game: &'r str,
        levels: Levels,
    ) -> Self {
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
}

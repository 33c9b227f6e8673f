//! What a command asks for.

use std::path::PathBuf;

use super::read::Text;
use crate::compile::Settings;
use crate::diagnostic::Levels;
use crate::source::Syntax;

/// What a command looks at.
pub struct Request<'r> {
    /// Files and folders that are checked.
    pub checked: &'r [PathBuf],
    /// Files and folders with more cards that may be named.
    pub library: &'r [PathBuf],
    /// The game of files below no `game.yaml`.
    pub game: &'r str,
    /// Compile that game even if no checked file belongs to it.
    pub always: bool,
    /// What the author has set.
    pub settings: Settings,
    /// Kingdom sets as people paste them, from elsewhere than a file.
    pub given: &'r [Given],
    /// Read a checked file as a pasted set where its ending is not that of YAML.
    pub lists: bool,
}

/// A kingdom set that stands in no file.
#[derive(Clone, Debug)]
pub struct Given {
    /// What findings call it, between angle brackets.
    pub name: String,
    pub text: Text,
    pub syntax: Syntax,
}

impl<'r> Request<'r> {
    /// For checking cards.
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

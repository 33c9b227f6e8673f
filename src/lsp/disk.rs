//! The files that a server reads, as its adapter provides them.

use std::path::{Path, PathBuf};

use smol_str::SmolStr;

use crate::compile::Role;
use crate::diagnostic::{Diagnostic, Levels};

/// The access of a server to files. Only files that are not open in the editor are read.
pub trait Disk {
    /// Lists the project in a folder, or the project of a single file. Both may be missing.
    fn list(&self, root: &Path) -> Listing;

    /// Reads a file; `None` if there is none.
    fn read(&self, path: &Path) -> Option<Content>;

    /// Returns a path with links resolved, so that each file has one path.
    fn real(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}

/// The files of a project, and its settings.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The folder that paths are relative to when they are shown and sorted.
    pub folder: PathBuf,
    /// The files and folders that are checked.
    pub checked: Vec<PathBuf>,
    pub files: Vec<DiskFile>,
    /// The files with tests of cards.
    pub tests: Vec<DiskFile>,
    /// The game of files that no `game.yaml` is above.
    pub game: String,
    /// The levels of lints.
    pub levels: Levels,
    /// `true` if only the tests are checked, and the cards are those that they may name.
    pub only_tests: bool,
    /// Why the settings cannot be read.
    pub problem: Option<String>,
}

#[derive(Clone, Debug)]
pub struct DiskFile {
    pub path: PathBuf,
    pub role: Role,
    pub content: Content,
}

/// The text of a file, and why the rest of it cannot be read.
#[derive(Clone, Debug, Default)]
pub struct Content {
    pub text: SmolStr,
    /// Its positions are in this file, whatever their file is.
    pub trouble: Option<Diagnostic>,
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Content {
            text: text.into(),
            trouble: None,
        }
    }
}

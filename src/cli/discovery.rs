//! Lists the files of a command, and the game folders above them.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rayon::prelude::*;

use super::error::CliError;
use super::progress::Progress;
use super::read::{self, Text, Trouble};
use super::request::Request;
use super::walk::{self, Found, GAME_FILE, Kind, Seen, walk};
use cardwright::collections::{HashMap, IndexMap};
use cardwright::compile::Role;

/// The files of a request, before they are read.
pub struct Discovery {
    /// The files, sorted by shown path, then by place.
    pub files: Vec<DiscoveredFile>,
    /// The folders of the games that checked files belong to.
    pub asked: BTreeSet<PathBuf>,
    pub folders: GameFolders,
    pub seen: Seen,
    /// Start time of the listing: later changes may be missing.
    pub begun: SystemTime,
}

pub struct DiscoveredFile {
    /// The canonical path, with links resolved.
    pub real: OsString,
    pub found: Found,
    pub role: Role,
}

impl Discovery {
    /// Lists the files of a request.
    pub fn of(request: &Request<'_>) -> Result<Self, CliError> {
        let begun = SystemTime::now();
        let mut folders = GameFolders::default();
        let mut seen = Seen::default();
        let mut files = IndexMap::default();
        let mut checked = 0;
        let mut asked = BTreeSet::new();
        let mut used = BTreeSet::new();
        for (paths, role) in [
            (request.checked, Role::Checked),
            (request.library, Role::Library),
        ] {
            let found = walk(paths, &mut seen)?;
            for found in found.values() {
                if let Some(folder) = folders.of(&found.place)
                    && used.insert(folder.clone())
                    && role == Role::Checked
                {
                    asked.insert(folder);
                }
            }
            if role == Role::Checked {
                checked = found.len();
                files = found;
                continue;
            }
            for (real, found) in found {
                files.entry(real).or_insert(found);
            }
        }
        for folder in &used {
            for (real, mut found) in walk(std::slice::from_ref(folder), &mut seen)? {
                if folders.of(&found.place).as_ref() == Some(folder) {
                    found.shown = walk::shown(&from_here(&found.place));
                    files.entry(real).or_insert(found);
                }
            }
        }
        // Checked files keep their positions at the start of the map, even if they are found again.
        let files = files.into_iter().enumerate();
        let files = files.map(|(at, (real, found))| DiscoveredFile {
            real,
            found,
            role: match at < checked {
                true => Role::Checked,
                false => Role::Library,
            },
        });
        let mut files: Vec<DiscoveredFile> = files.collect();
        files.sort_by(|a, b| {
            (&a.found.shown, &a.found.place).cmp(&(&b.found.shown, &b.found.place))
        });
        Ok(Discovery {
            files,
            asked,
            folders,
            seen,
            begun,
        })
    }

    /// Reads the texts of the files, in their order.
    pub fn texts(&self, progress: &Progress) -> Vec<Text> {
        let files = self.files.par_iter();
        let texts = files.map(|listed| {
            progress.count();
            match &listed.found.kind {
                Kind::Trouble(trouble) => Trouble::clone(trouble).into(),
                Kind::Cards | Kind::Game => read::file(&listed.found.path),
            }
        });
        texts.collect()
    }
}

/// The game folder of each visited folder, if there is one.
#[derive(Default)]
pub struct GameFolders(HashMap<OsString, Option<PathBuf>>);

impl GameFolders {
    /// Returns the game folder of a file in a visited folder.
    pub fn known(&self, file: &Path) -> Option<PathBuf> {
        self.0.get(file.parent()?.as_os_str())?.clone()
    }

    /// Returns all visited folders, and whether each is a game.
    pub fn all(&self) -> impl Iterator<Item = (PathBuf, bool)> {
        let folders = self.0.iter();
        folders.map(|(folder, game)| {
            let is_game = game.as_ref().is_some_and(|game| game.as_os_str() == folder);
            (PathBuf::from(folder), is_game)
        })
    }

    /// Returns the nearest folder above a file that has a `game.yaml`.
    fn of(&mut self, file: &Path) -> Option<PathBuf> {
        self.of_folder(file.parent()?)
    }

    fn of_folder(&mut self, folder: &Path) -> Option<PathBuf> {
        if let Some(known) = self.0.get(folder.as_os_str()) {
            return known.clone();
        }
        let game = if folder.join(GAME_FILE).is_file() {
            Some(folder.to_owned())
        } else {
            folder.parent().and_then(|parent| self.of_folder(parent))
        };
        self.0.insert(folder.into(), game.clone());
        game
    }
}

/// Returns the path relative to the current folder, if it is below it.
pub fn from_here(path: &Path) -> PathBuf {
    let here = Path::new(".").canonicalize().unwrap_or_default();
    match path.strip_prefix(&here) {
        Ok(below) if below.as_os_str().is_empty() => PathBuf::from("."),
        Ok(below) => below.to_owned(),
        Err(_) => path.to_owned(),
    }
}

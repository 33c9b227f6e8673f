//! Finds the files below the paths of the command line.

use std::ffi::OsString;
use std::fs::{self, FileType};
use std::io;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

use indexmap::map::Entry;
use rayon::prelude::*;
use walkdir::{DirEntry, WalkDir};

use super::error::{CliError, reason};
use super::read::Trouble;
use cardwright::collections::{HashMap, IndexMap};
use cardwright::diagnostic::closest;
use cardwright::scenario::FILE_END;
use cardwright::words::language_of;

/// A file that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The path as the author would write it.
    pub shown: String,
    /// The path for opening the file.
    pub path: PathBuf,
    /// The path with links in its folders resolved. Its parent folders determine the game.
    pub place: PathBuf,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    /// Cards or kingdom sets.
    Cards,
    /// The `game.yaml` of a game.
    Game,
    /// Something that cannot be read as a file.
    Trouble(Box<Trouble>),
}

/// The folder that is read if no path is given.
pub const DEFAULT_FOLDER: &str = "cards";

/// The name of the file that makes a folder a game.
pub const GAME_FILE: &str = cardwright::game::DATA_FILE;

/// Returns all files at and below the paths, each once, by canonical path. The keys are `OsString`, because comparing
/// thousands of `Path`s by component takes a large part of a short run.
pub fn walk(roots: &[PathBuf], seen: &mut Seen) -> Result<IndexMap<OsString, Found>, CliError> {
    let mut walk = Walk::default();
    for root in roots {
        walk.root(root)?;
    }
    // The top-level folders were listed in the order of the system.
    walk.seen.folders.sort_unstable();
    seen.take(walk.seen);
    Ok(walk.found)
}

/// The folders and links visited by a walk.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The listed folders; a folder that was listed twice is included twice.
    pub folders: Vec<PathBuf>,
    /// `true` if a link was visited, so that the same folders may later lead to other files.
    pub links: bool,
}

impl Seen {
    fn take(&mut self, other: Seen) {
        self.folders.extend(other.folders);
        self.links |= other.links;
    }
}

#[derive(Default)]
struct Walk {
    found: IndexMap<OsString, Found>,
    seen: Seen,
    /// Canonical folders by path, resolved once per folder, not once per file.
    folders: HashMap<OsString, PathBuf>,
}

impl Walk {
    fn root(&mut self, root: &Path) -> Result<(), CliError> {
        match fs::metadata(root) {
            Ok(metadata) if metadata.is_dir() => self.folder(root),
            // Tests are read by `test` alone.
            Ok(_) if is_test_file(root) || is_words_file(root) => {}
            Ok(metadata) => self.add(
                root,
                is_link(root),
                kind_of(metadata.file_type(), is_game(root)),
            ),
            // A dangling link exists, although its target does not.
            Err(_) if is_link(root) => self.add(root, true, broken_link()),
            Err(error) if matches!(error.kind(), io::ErrorKind::PermissionDenied) => {
                self.add(root, is_link(root), unreadable(&error));
            }
            Err(_) => {
                return Err(CliError::NoSuchPath {
                    path: shown(root),
                    help: sibling(root),
                });
            }
        }
        Ok(())
    }

    /// Walks each subfolder in parallel. The top level is listed first, to find the subfolders.
    fn folder(&mut self, root: &Path) {
        let real_root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        // Sorting within the walk would also read all subfolders.
        let mut folders = self.entries(WalkDir::new(root).max_depth(1), &real_root);
        folders.sort_unstable();
        let walks = folders.par_iter().map(|folder| {
            let below = WalkDir::new(folder)
                .min_depth(1)
                // Within one folder, sorting by path equals sorting by name, and getting the name is slower.
                .sort_by(|a, b| a.path().as_os_str().cmp(b.path().as_os_str()));
            let mut walk = Walk::default();
            walk.entries(below, &real_root);
            walk
        });
        let walks: Vec<Walk> = walks.collect();
        self.found
            .reserve(walks.iter().map(|walk| walk.found.len()).sum());
        for walk in walks {
            self.seen.take(walk.seen);
            for (real, found) in walk.found {
                self.keep(real, found);
            }
        }
    }

    /// Adds the entries of a walk. Returns the folders directly below its root.
    fn entries(&mut self, walk: WalkDir, real_root: &Path) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        let mut links = false;
        // A link to a parent folder would add everything around the given folder.
        let mut leads_up = |entry: &DirEntry| {
            links |= entry.path_is_symlink();
            entry.path_is_symlink()
                && entry.file_type().is_dir()
                && entry
                    .path()
                    .canonicalize()
                    .is_ok_and(|real| real_root.starts_with(real))
        };
        let entries = walk
            .follow_links(true)
            .into_iter()
            .filter_entry(|entry| entry.depth() == 0 || !(is_left_out(entry) || leads_up(entry)));
        for entry in entries {
            match entry {
                Ok(entry) => {
                    if entry.file_type().is_dir() {
                        self.seen.folders.push(entry.path().to_owned());
                    }
                    self.entry(&entry);
                    if entry.file_type().is_dir() && entry.depth() == 1 {
                        folders.push(entry.into_path());
                    }
                }
                Err(error) => self.error(&error),
            }
        }
        self.seen.links |= links;
        folders
    }

    fn entry(&mut self, entry: &DirEntry) {
        if !is_card_file(entry.path()) {
            return;
        }
        if entry.file_type().is_dir() {
            // The folder is walked like any other, but its name suggests that a file was intended.
            if entry.depth() > 0 {
                self.add(
                    entry.path(),
                    entry.path_is_symlink(),
                    folder_named_as_file(),
                );
            }
            return;
        }
        self.add(
            entry.path(),
            entry.path_is_symlink(),
            kind_of(entry.file_type(), is_game(entry.path())),
        );
    }

    fn error(&mut self, error: &walkdir::Error) {
        let Some(path) = error.path() else { return };
        // The target of a cyclic link has already been walked.
        if error.loop_ancestor().is_some() {
            return;
        }
        if is_link(path) && !path.exists() {
            if is_card_file(path) {
                self.add(path, true, broken_link());
            }
        } else if let Some(error) = error.io_error() {
            // A file that was removed meanwhile is not an error.
            if error.kind() != io::ErrorKind::NotFound {
                self.add(path, is_link(path), unreadable(error));
            }
        }
    }

    fn add(&mut self, path: &Path, is_link: bool, kind: Kind) {
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let folder = match self.folders.get(folder.as_os_str()) {
            Some(real) => real,
            None => {
                let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
                self.folders.entry(folder.into()).or_insert(real)
            }
        };
        // The last component is `..` only for folders, whose name does not matter.
        let place = folder.join(path.file_name().unwrap_or_default());
        let real = if is_link {
            path.canonicalize().unwrap_or_else(|_| place.clone())
        } else {
            place.clone()
        };
        let found = Found {
            shown: shown(path),
            path: path.to_owned(),
            place,
            kind,
        };
        self.keep(real.into_os_string(), found);
    }

    fn keep(&mut self, real: OsString, found: Found) {
        // If several paths lead to one file, the simplest is shown.
        let rank = |found: &Found| (found.shown.len(), found.shown.clone());
        match self.found.entry(real) {
            Entry::Vacant(entry) => {
                entry.insert(found);
            }
            Entry::Occupied(mut entry) if rank(&found) < rank(entry.get()) => {
                entry.insert(found);
            }
            Entry::Occupied(_) => {}
        }
    }
}

/// Returns a path with `/` separators and without leading `./`.
pub fn shown(path: &Path) -> String {
    // Most paths are shown as they are written.
    if MAIN_SEPARATOR == '/'
        && let Some(text) = path.to_str()
        && !(text.is_empty()
            || text.starts_with("./")
            || text == "."
            || text.ends_with('/')
            || text.ends_with("/."))
        && !["//", "/./", "/.."].iter().any(|part| text.contains(part))
    {
        return text.to_owned();
    }
    let path: PathBuf = path
        .components()
        .filter(|part| !matches!(part, Component::CurDir))
        .collect();
    if path.as_os_str().is_empty() {
        return ".".to_owned();
    }
    path.to_string_lossy().replace(MAIN_SEPARATOR, "/")
}

/// Returns whether a file has tests of cards, which `cardwright test` reads.
pub fn is_test_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.to_lowercase().ends_with(FILE_END)
}

/// Returns whether a file has the words of a game in another language.
fn is_words_file(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| language_of(name).is_some())
}

/// Returns whether a file is read if its folder is given. Tests and words are no cards.
pub fn is_card_file(path: &Path) -> bool {
    !(is_test_file(path) || is_words_file(path))
        && path.extension().is_some_and(|extension| {
            extension.eq_ignore_ascii_case("yaml") || extension.eq_ignore_ascii_case("yml")
        })
}

fn is_game(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == GAME_FILE)
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
}

/// Returns whether an entry is hidden, or is the build folder of cargo.
pub fn is_left_out(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    name.as_encoded_bytes().starts_with(b".")
        || (name == "target"
            && entry.file_type().is_dir()
            && entry.path().join("CACHEDIR.TAG").exists())
}

fn kind_of(file_type: FileType, game: bool) -> Kind {
    match special(file_type) {
        Some(what) => trouble(Trouble::whole_file(
            format!("this is {what}, not a file"),
            format!("{what} is not read"),
        )),
        None if game => Kind::Game,
        None => Kind::Cards,
    }
}

/// Returns a description of a special file; `None` for regular files. Reading a special file could block forever.
#[cfg(unix)]
fn special(file_type: FileType) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt;
    if file_type.is_fifo() {
        Some("a named pipe")
    } else if file_type.is_socket() {
        Some("a socket")
    } else if file_type.is_char_device() || file_type.is_block_device() {
        Some("a device")
    } else {
        None
    }
}

#[cfg(not(unix))]
fn special(file_type: FileType) -> Option<&'static str> {
    (!file_type.is_file()).then_some("something else")
}

fn trouble(trouble: Trouble) -> Kind {
    Kind::Trouble(Box::new(trouble))
}

fn broken_link() -> Kind {
    trouble(
        Trouble::whole_file("this link is broken", "the target does not exist")
            .help("remove the link, or restore its target"),
    )
}

fn folder_named_as_file() -> Kind {
    trouble(
        Trouble::whole_file(
            "this is a folder with the name of a card file",
            "a folder, not a file",
        )
        .help("rename the folder without the file extension"),
    )
}

fn unreadable(error: &io::Error) -> Kind {
    trouble(Trouble::unreadable(&reason(error)))
}

/// Returns the sibling of a path with the closest name.
fn sibling(path: &Path) -> Option<String> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut names: Vec<String> = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let close = closest(
        path.file_name()?.to_str()?,
        names.iter().map(String::as_str),
    )?;
    Some(format!("there is `{}`", shown(&folder.join(close))))
}

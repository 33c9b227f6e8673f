//! Which files there are below the paths of the command line.

use std::ffi::OsString;
use std::fs::{self, FileType};
use std::io;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

use indexmap::map::Entry;
use rayon::prelude::*;
use walkdir::{DirEntry, WalkDir};

use super::error::{Failure, reason};
use super::read::Trouble;
use crate::collections::{HashMap, IndexMap};
use crate::diagnostic::closest;

/// A file that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The path as the author would write it.
    pub shown: String,
    /// The path to open it with.
    pub path: PathBuf,
    /// Where it stands, without links among its folders; what lies above it decides its game.
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

/// The name of the file that makes a folder a game.
pub const GAME_FILE: &str = crate::game::DATA_FILE;

/// All files at and below the paths, each once, by what they really are (links followed): a path as the system has it,
/// because comparing the parts of thousands of paths takes a good part of a short run.
pub fn walk(roots: &[PathBuf], seen: &mut Seen) -> Result<IndexMap<OsString, Found>, Failure> {
    let mut walk = Walk::default();
    for root in roots {
        walk.root(root)?;
    }
    // What stands in the first folders came in the order of the system.
    walk.seen.folders.sort_unstable();
    seen.take(walk.seen);
    Ok(walk.found)
}

/// What was looked at on the way to the files.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The folders that were listed, each as often as that.
    pub folders: Vec<PathBuf>,
    /// Whether any of it was a link, so that the same folders may come to hold something else.
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
    /// Folders without links, by their paths: asked for once for each folder, not for each file.
    folders: HashMap<OsString, PathBuf>,
}

impl Walk {
    fn root(&mut self, root: &Path) -> Result<(), Failure> {
        match fs::metadata(root) {
            Ok(metadata) if metadata.is_dir() => self.folder(root),
            Ok(metadata) => self.add(
                root,
                is_link(root),
                kind_of(metadata.file_type(), is_game(root)),
            ),
            // A link to nothing is there, although what it names is not.
            Err(_) if is_link(root) => self.add(root, true, broken_link()),
            Err(error) if matches!(error.kind(), io::ErrorKind::PermissionDenied) => {
                self.add(root, is_link(root), unreadable(&error));
            }
            Err(_) => {
                return Err(Failure::NoSuchPath {
                    path: shown(root),
                    help: sibling(root),
                });
            }
        }
        Ok(())
    }

    /// The folders in a folder are each walked by themselves: nothing else can be done before it is known what there is.
    fn folder(&mut self, root: &Path) {
        let real_root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        // To put what is in a folder in order, all folders in it would be read too.
        let mut folders = self.entries(WalkDir::new(root).max_depth(1), &real_root);
        folders.sort_unstable();
        let walks = folders.par_iter().map(|folder| {
            let below = WalkDir::new(folder)
                .min_depth(1)
                // What stands in one folder is in the order of its names so too, and names are slower to find.
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

    /// Adds what a walk comes by. Returns the folders that are one below its first.
    fn entries(&mut self, walk: WalkDir, real_root: &Path) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        let mut links = false;
        // A link that leads up again would bring in everything beside the folder that was named.
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
            // It is walked like any other folder; but whoever named it so meant a file.
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
        // What a link in a circle leads to has been walked already.
        if error.loop_ancestor().is_some() {
            return;
        }
        if is_link(path) && !path.exists() {
            if is_card_file(path) {
                self.add(path, true, broken_link());
            }
        } else if let Some(error) = error.io_error() {
            // A file that was removed meanwhile is no trouble.
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
        // The last part is `..` only for a folder, and for those the name does not matter.
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
        // Of several paths to one file, the simplest is shown.
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

/// A path with `/` between its parts and without `./` in front.
pub fn shown(path: &Path) -> String {
    // Most paths are written as they are shown.
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

/// Whether it is read where a folder is named that holds it.
pub fn is_card_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        extension.eq_ignore_ascii_case("yaml") || extension.eq_ignore_ascii_case("yml")
    })
}

fn is_game(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == GAME_FILE)
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
}

/// Hidden files and folders, and the folder into which cargo builds.
fn is_left_out(entry: &DirEntry) -> bool {
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

/// What it is, if it is neither a file nor a folder. Reading one of these could wait for ever.
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
        Trouble::whole_file(
            "this link leads nowhere",
            "the file behind the link is not there",
        )
        .help("remove the link, or put back what it leads to"),
    )
}

fn folder_named_as_file() -> Kind {
    trouble(
        Trouble::whole_file(
            "this is a folder, although its name is that of a card file",
            "a folder, not a file",
        )
        .help("give the folder a name without the ending"),
    )
}

fn unreadable(error: &io::Error) -> Kind {
    trouble(Trouble::unreadable(&reason(error)))
}

/// The path beside it with the closest name.
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

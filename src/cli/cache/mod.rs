//! The results that `check` keeps for the next run.
//!
//! [`CheckCache`] keeps the result of a run on disk (`check --cache`): if nothing changed since then, the same
//! diagnostics are reported without compiling. Otherwise everything is checked again. [`WatchMemory`] keeps in memory
//! what was read and compiled (`check --watch`).

mod file_snapshot;
mod fingerprint;
mod previous_run;

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::discovery::Discovery;
use super::error::CliError;
use super::progress::Progress;
use super::read::Text;
use super::request::Request;
use super::workspace::{Run, Workspace};
use super::write;
use cardwright::collections::{HashMap, hash_of};
use cardwright::compile::{self, CompileMemo};
use file_snapshot::FileSnapshot;
use previous_run::hashes;

pub use fingerprint::{FileFingerprint, RACY_WINDOW};
pub use previous_run::PreviousRun;

/// The folder of the cache. Its name begins with a full stop, so it is not searched for cards.
pub const FOLDER: &str = ".cardwright-cache";

/// The extension of the files in it.
const EXTENSION: &str = "result";

/// The maximum number of files in it. The oldest are removed first.
const MAX_FILES: usize = 64;

/// The result of the last run of a request, in a file of its own below the folder of the project. A file that is
/// missing, damaged or outdated is ignored; each can be deleted at any time.
pub struct CheckCache {
    path: PathBuf,
}

impl CheckCache {
    /// Returns `None` if the result of this request cannot be kept.
    pub fn of(request: &Request<'_>, project: &Path) -> Option<Self> {
        let name = previous_run::name(request)?;
        let path = project.join(FOLDER).join(name).with_extension(EXTENSION);
        Some(CheckCache { path })
    }

    /// Returns the last run, if this one would have the same result.
    pub fn previous(&self, request: &Request<'_>) -> Option<PreviousRun> {
        let mut run: PreviousRun = read(&self.path)?;
        if !run.is_current(request) {
            return None;
        }
        if run.is_improved() {
            store(&self.path, &run);
        }
        Some(run)
    }

    /// Checks everything, and keeps the result.
    pub fn run(&self, request: &Request<'_>) -> Result<Run, CliError> {
        let read = ReadFiles::of(request)?;
        let hashes = hashes(&read.texts);
        let run = read.reading(request).compile(request)?;
        // Without cards, the run ends with an error.
        if let Some(files) = read.snapshot.filter(|_| !run.games.is_empty()) {
            store(&self.path, &PreviousRun::of(&run, files, hashes));
        }
        Ok(run)
    }
}

/// The files and compiled cards of the last run in this process.
#[derive(Default)]
pub struct WatchMemory {
    /// By the id of the game.
    memos: HashMap<String, CompileMemo>,
    /// The files of the last run, with the name of its request.
    last: Option<(String, ReadFiles)>,
}

impl WatchMemory {
    /// Checks everything. Files and texts that did not change are neither read nor compiled again.
    pub fn run(&mut self, request: &Request<'_>) -> Result<Run, CliError> {
        let name = previous_run::name(request).unwrap_or_default();
        let last = self.last.take().filter(|(last, _)| *last == name);
        let read = match last.and_then(|(_, files)| files.refreshed(request)) {
            Some(files) => files,
            None => ReadFiles::of(request)?,
        };
        let reading = read.reading(request);
        let run = reading.compile_by(request, |game, sources, files, settings| {
            let memo = self.memos.entry(game.game.clone()).or_default();
            compile::compile_again(game, sources, files, settings, memo)
        });
        self.last = Some((name, read));
        run
    }
}

/// The files of a request and their contents.
struct ReadFiles {
    listing: Discovery,
    texts: Vec<Text>,
    /// `None` if changes of the files could go unnoticed.
    snapshot: Option<FileSnapshot>,
    progress: Progress,
}

impl ReadFiles {
    fn of(request: &Request<'_>) -> Result<Self, CliError> {
        let listing = Discovery::of(request)?;
        let progress = Progress::of_files(listing.files.len());
        let texts = listing.texts(&progress);
        Ok(ReadFiles {
            snapshot: FileSnapshot::of(&listing, &texts),
            listing,
            texts,
            progress,
        })
    }

    /// Reads the changed files again. `None` if files may have been added, removed or renamed, or cannot be read.
    fn refreshed(mut self, request: &Request<'_>) -> Option<Self> {
        let snapshot = self.snapshot.as_mut()?;
        for index in snapshot.changed(request)? {
            let text = snapshot.files.get(index)?.read();
            if text.trouble.is_some() {
                return None;
            }
            snapshot.update(index, text.fingerprint);
            *self.texts.get_mut(index)? = text;
        }
        self.progress = Progress::of_files(0);
        Some(self)
    }

    fn reading(&self, request: &Request<'_>) -> Workspace {
        let progress = self.progress.clone();
        Workspace::of_texts(request, &self.listing, self.texts.clone(), progress)
    }
}

/// Reads a file of the cache. The first bytes are the checksum of the others.
fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let bytes = super::read::whole(path).ok()?;
    let (sum, content) = bytes.split_first_chunk()?;
    (checksum(content) == *sum).then(|| postcard::from_bytes(content).ok())?
}

/// Writes a file of the cache. If that fails, the next run checks everything again.
fn store(path: &Path, content: &impl Serialize) {
    let (Some(folder), Ok(content)) = (path.parent(), postcard::to_stdvec(content)) else {
        return;
    };
    if fs::create_dir_all(folder).is_err() {
        return;
    }
    // These files exclude the folder from version control and backups.
    for (name, text) in [
        (".gitignore", "*\n"),
        (
            "CACHEDIR.TAG",
            "Signature: 8a477f597d28d172789f06886806bc55\n",
        ),
    ] {
        let path = folder.join(name);
        if !path.exists() {
            let _ = fs::write(path, text);
        }
    }
    if !path.exists() {
        make_room(folder);
    }
    let _ = write::without_waiting(path, &[&checksum(&content), &content[..]].concat());
}

/// Returns the checksum that detects truncated or damaged files.
fn checksum(content: &[u8]) -> [u8; 8] {
    hash_of(content).to_le_bytes()
}

/// Removes the oldest files if there is no room for one more.
fn make_room(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let is_ours = |path: &PathBuf| path.extension().is_some_and(|own| own == EXTENSION);
    let paths = entries.flatten().map(|entry| entry.path());
    let mut files: Vec<_> = paths
        .filter(is_ours)
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .collect();
    files.sort();
    let too_many = (files.len() + 1).saturating_sub(MAX_FILES);
    for (_, path) in files.iter().take(too_many) {
        let _ = fs::remove_file(path);
    }
}

//! Writes files so that readers never see a half-written one.
//!
//! Every file is first written next to its target and synced. After all files are written, they are renamed in the
//! given order.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use super::error::CliError;

/// Prefix of the names of unfinished files; the process id follows.
pub const UNFINISHED: &str = ".cardwright-";

/// Writes one file, new or existing.
pub fn one(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let shown = super::walk::shown(path);
    if path.is_file() {
        return replace(path, &shown, bytes);
    }
    let written = beside(path).and_then(|unfinished| {
        write_durably(&unfinished.0, bytes)?;
        fs::rename(&unfinished.0, path)
    });
    written.map_err(|source| CliError::Write {
        path: shown,
        source,
        help: "give a file in an existing, writable folder",
    })
}

/// Writes a file that the user named. An existing file is replaced only if it starts with `ours`, which shows that
/// cardwright wrote it, and if it is not one of the input files.
pub fn write_user_file<'p>(
    path: &Path,
    bytes: &[u8],
    ours: Option<&str>,
    mut read: impl Iterator<Item = &'p PathBuf>,
) -> Result<(), CliError> {
    if path.is_file() {
        let real = path.canonicalize();
        let is_read = real
            .is_ok_and(|real| read.any(|read| read.canonicalize().is_ok_and(|read| read == real)));
        let begins = |with: &str| {
            super::read::whole(path).is_ok_and(|there| there.starts_with(with.as_bytes()))
        };
        let why = match is_read {
            true => "it is one of the input files",
            false if ours.is_some_and(begins) => return one(path, bytes),
            false => "it may not have been written by cardwright",
        };
        return Err(CliError::InTheWay {
            path: super::walk::shown(path),
            why,
            help: "give a new file name, or remove this file first",
        });
    }
    one(path, bytes)
}

/// Writes a new file and the folders above it. An existing file is never replaced.
pub fn new_file(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let made = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => fs::create_dir_all(folder),
        _ => Ok(()),
    };
    let written = made.and_then(|()| {
        let mut file = File::create_new(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(|source| CliError::Write {
        path: super::walk::shown(path),
        source,
        help: "choose a folder in which you can write",
    })
}

/// Replaces a file without syncing it: for files that readers can do without, and whose truncation they detect.
pub fn without_waiting(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = beside(path)?;
    fs::write(&unfinished.0, bytes)?;
    fs::rename(&unfinished.0, path)
}

/// Replaces a file and keeps its permissions.
pub fn replace(path: &Path, shown: &str, bytes: &[u8]) -> Result<(), CliError> {
    let replaced = lay_beside(path, bytes).and_then(|beside| fs::rename(&beside.0, path));
    replaced.map_err(|source| CliError::Write {
        path: shown.to_owned(),
        source,
        help: "the file is unchanged; make sure that it and its folder are writable",
    })
}

/// A file with its new text.
pub struct Replacement<'r> {
    pub path: &'r Path,
    /// The path as the author would write it.
    pub shown: &'r str,
    /// The expected current text.
    pub before: &'r str,
    pub after: &'r str,
}

/// Replaces files and keeps their permissions. All new files are written before the first is renamed. If one cannot be
/// written, or a file has changed meanwhile, none is replaced.
pub fn replace_all(files: &[Replacement<'_>]) -> Result<(), CliError> {
    let failure = |file: &Replacement<'_>, source| CliError::Write {
        path: file.shown.to_owned(),
        source,
        help: "no file was changed; make sure that the file and its folder are writable",
    };
    let mut unfinished = Vec::with_capacity(files.len());
    for file in files {
        let beside = lay_beside(file.path, file.after.as_bytes());
        unfinished.push(beside.map_err(|source| failure(file, source))?);
    }
    for file in files {
        let now = super::read::whole(file.path).map_err(|source| failure(file, source))?;
        if now != file.before.as_bytes() {
            return Err(CliError::ChangedMeanwhile {
                path: file.shown.to_owned(),
            });
        }
    }
    for (file, beside) in files.iter().zip(&unfinished) {
        fs::rename(&beside.0, file.path).map_err(|source| CliError::Write {
            path: file.shown.to_owned(),
            source,
            help: "the file is unchanged; other files may already be changed",
        })?;
    }
    Ok(())
}

/// Writes a file next to an existing one, with the same permissions.
fn lay_beside(path: &Path, bytes: &[u8]) -> io::Result<Unfinished> {
    let permissions = fs::metadata(path)?.permissions();
    // Renaming would succeed, but a read-only file is meant to keep its text.
    if permissions.readonly() {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the file is read-only",
        ));
    }
    let unfinished = beside(path)?;
    write_durably(&unfinished.0, bytes)?;
    fs::set_permissions(&unfinished.0, permissions)?;
    Ok(unfinished)
}

/// Returns the path of an unfinished file next to another file.
fn beside(path: &Path) -> io::Result<Unfinished> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::Error::other("it has no name"));
    };
    let mut beside = std::ffi::OsString::from(format!("{UNFINISHED}{}-", std::process::id()));
    beside.push(name);
    Ok(Unfinished(folder.join(beside)))
}

fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A file that has not been renamed to its target; dropping it removes the file.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Writes a file durably next to its target.
    pub fn lay_down(
        folder: &Path,
        name: &str,
        write: impl FnOnce(&mut Durable<'_>) -> io::Result<()>,
    ) -> Result<Self, CliError> {
        let unfinished = format!("{UNFINISHED}{}-{name}", std::process::id());
        let unfinished = Unfinished(folder.join(unfinished));
        let written = File::create(&unfinished.0).and_then(|file| durably(&file, write));
        written.map_err(|source| failure(&folder.join(name), source))?;
        Ok(unfinished)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

/// Number of bytes after which a sync is requested.
const BUFFER_SIZE: usize = 8 * 1024 * 1024;

/// A file that is synced while it is written, so that the final sync is short.
pub struct Durable<'f> {
    file: &'f File,
    /// Number of bytes written since the last request.
    waiting: usize,
    /// Sends requests to the syncing thread.
    ask: SyncSender<()>,
}

impl Write for Durable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.waiting += written;
        // While the disk is busy with the previous request, the next one is postponed.
        if self.waiting >= BUFFER_SIZE && self.ask.try_send(()).is_ok() {
            self.waiting = 0;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file, and returns after it is synced.
fn durably(file: &File, write: impl FnOnce(&mut Durable<'_>) -> io::Result<()>) -> io::Result<()> {
    thread::scope(|scope| {
        let (ask, asked) = mpsc::sync_channel(1);
        // The system reports a write error only once, to the next sync. So errors of this thread must not be
        // ignored.
        let syncer = scope.spawn(move || asked.iter().try_for_each(|()| file.sync_data()));
        let mut durable = Durable {
            file,
            waiting: 0,
            ask,
        };
        write(&mut durable)?;
        drop(durable);
        syncer
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        file.sync_all()
    })
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Most files have been renamed, so they no longer exist under this name.
        let _ = fs::remove_file(&self.0);
    }
}

/// Returns whether a process is still running. If the system cannot say, files of the last hour count as running.
pub fn is_running(process: u32, file: &fs::DirEntry) -> bool {
    const HOUR: std::time::Duration = std::time::Duration::from_secs(60 * 60);
    if process == std::process::id() {
        return false;
    }
    let processes = Path::new("/proc");
    if processes.join("self").exists() {
        return processes.join(process.to_string()).exists();
    }
    let age = file
        .metadata()
        .and_then(|data| data.modified())
        .ok()
        .and_then(|at| at.elapsed().ok());
    age.is_none_or(|age| age < HOUR)
}

/// Reports before a long run that its result cannot be written: the folder does not exist.
pub fn expect_folder(path: &Path) -> Result<(), CliError> {
    let folder = path.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    match folder.map(fs::read_dir) {
        Some(Err(source)) => Err(CliError::Write {
            path: super::walk::shown(path),
            source,
            help: "create the folder first, or choose another",
        }),
        Some(Ok(_)) | None => Ok(()),
    }
}

pub fn failure(path: &Path, source: io::Error) -> CliError {
    let help = match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "free some space; existing files are unchanged"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "choose a writable folder; existing files are unchanged"
        }
        _ => "choose another folder with `--out`; existing files are unchanged",
    };
    CliError::Write {
        path: super::walk::shown(path),
        source,
        help,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_changed_meanwhile_keeps_all_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["a", "b"] {
            fs::write(path(name), "old").expect("a file");
        }
        let (a, b) = (path("a"), path("b"));
        let replaced = |before| {
            let new = |path, shown, before| Replacement {
                path,
                shown,
                before,
                after: "new",
            };
            replace_all(&[new(&a, "a", "old"), new(&b, "b", before)])
        };
        let read = |name| fs::read_to_string(path(name)).expect("a file");
        let changed = replaced("older");
        assert!(
            matches!(&changed, Err(CliError::ChangedMeanwhile { path }) if path == "b"),
            "{changed:?}"
        );
        assert_eq!((read("a"), read("b")), ("old".to_owned(), "old".to_owned()));
        replaced("old").expect("both are what they were");
        assert_eq!((read("a"), read("b")), ("new".to_owned(), "new".to_owned()));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }
}

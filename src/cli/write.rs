//! Writing files so that nobody ever sees half of one.
//!
//! Every file is first written beside its place and made durable. Only when all of them are
//! there does each take its place, in the order given.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use super::error::Failure;

/// What the names of unfinished files begin with; the number of the process follows.
pub const UNFINISHED: &str = ".cardwright-";

/// Writes one file, whether there is one of that name or not.
pub fn one(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let shown = super::walk::shown(path);
    if path.is_file() {
        return replace(path, &shown, bytes);
    }
    let written = beside(path).and_then(|unfinished| {
        write_durably(&unfinished.0, bytes)?;
        fs::rename(&unfinished.0, path)
    });
    written.map_err(|source| Failure::Write {
        path: shown,
        source,
        help: "name a file in a folder that is there and may be written to",
    })
}

/// Writes a file that was asked for by name. One that stands there already is only replaced if it is `ours`: what
/// it begins with says that it was written here, and it is none of those that were read for this.
pub fn asked<'p>(
    path: &Path,
    bytes: &[u8],
    ours: Option<&str>,
    mut read: impl Iterator<Item = &'p PathBuf>,
) -> Result<(), Failure> {
    if path.is_file() {
        let real = path.canonicalize();
        let is_read = real
            .is_ok_and(|real| read.any(|read| read.canonicalize().is_ok_and(|read| read == real)));
        let begins = |with: &str| {
            super::read::whole(path).is_ok_and(|there| there.starts_with(with.as_bytes()))
        };
        let why = match is_read {
            true => "it is one of the files that are read here",
            false if ours.is_some_and(begins) => return one(path, bytes),
            false => "nothing says that cardwright wrote it",
        };
        return Err(Failure::InTheWay {
            path: super::walk::shown(path),
            why,
            help: "name a new file, or remove this one first",
        });
    }
    one(path, bytes)
}

/// Puts a file in its place before the disk has it: for what whoever reads it can do without, and knows when it was cut off.
pub fn without_waiting(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = beside(path)?;
    fs::write(&unfinished.0, bytes)?;
    fs::rename(&unfinished.0, path)
}

/// Puts a file in the place of another one, which keeps its permissions.
pub fn replace(path: &Path, shown: &str, bytes: &[u8]) -> Result<(), Failure> {
    let replaced = lay_beside(path, bytes).and_then(|beside| fs::rename(&beside.0, path));
    replaced.map_err(|source| Failure::Write {
        path: shown.to_owned(),
        source,
        help: "it is unchanged; make sure that it and its folder may be written to",
    })
}

/// A file and the text that it gets.
pub struct Replacement<'r> {
    pub path: &'r Path,
    /// The path as the author would write it.
    pub shown: &'r str,
    /// What it holds if nobody has changed it meanwhile.
    pub before: &'r str,
    pub after: &'r str,
}

/// Puts files in the places of others, which keep their permissions. All new ones are there before the
/// first takes its place. Where one cannot be made, or a file is not what it was, none does.
pub fn replace_all(files: &[Replacement<'_>]) -> Result<(), Failure> {
    let failure = |file: &Replacement<'_>, source| Failure::Write {
        path: file.shown.to_owned(),
        source,
        help: "no file was changed; make sure that it and its folder may be written to",
    };
    let mut unfinished = Vec::with_capacity(files.len());
    for file in files {
        let beside = lay_beside(file.path, file.after.as_bytes());
        unfinished.push(beside.map_err(|source| failure(file, source))?);
    }
    for file in files {
        let now = super::read::whole(file.path).map_err(|source| failure(file, source))?;
        if now != file.before.as_bytes() {
            return Err(Failure::ChangedMeanwhile {
                path: file.shown.to_owned(),
            });
        }
    }
    for (file, beside) in files.iter().zip(&unfinished) {
        fs::rename(&beside.0, file.path).map_err(|source| Failure::Write {
            path: file.shown.to_owned(),
            source,
            help: "it is unchanged; others may have been changed already",
        })?;
    }
    Ok(())
}

/// Writes a file beside another one, with the permissions of that.
fn lay_beside(path: &Path, bytes: &[u8]) -> io::Result<Unfinished> {
    let permissions = fs::metadata(path)?.permissions();
    // Its place could still be taken by another file, but whoever protects a file means its text.
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

/// The place of an unfinished file beside another one.
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

/// A file that has not taken its place; it is removed if it never does.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Writes a file beside its place in a folder, durably.
    pub fn lay_down(
        folder: &Path,
        name: &str,
        write: impl FnOnce(&mut Durable<'_>) -> io::Result<()>,
    ) -> Result<Self, Failure> {
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

/// How many bytes are written before the disk is told to keep them.
const AT_ONCE: usize = 8 * 1024 * 1024;

/// A file that is kept on the disk while it is written, so that nobody waits for all of it in the end.
pub struct Durable<'f> {
    file: &'f File,
    /// How many bytes the disk was not told of.
    waiting: usize,
    /// Whoever tells it.
    ask: SyncSender<()>,
}

impl Write for Durable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.waiting += written;
        // While the disk is still busy with what it was told before, it is told later.
        if self.waiting >= AT_ONCE && self.ask.try_send(()).is_ok() {
            self.waiting = 0;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file, and ends when all of it is on the disk.
fn durably(file: &File, write: impl FnOnce(&mut Durable<'_>) -> io::Result<()>) -> io::Result<()> {
    thread::scope(|scope| {
        let (ask, asked) = mpsc::sync_channel(1);
        // An error is told once: to whoever asks first.
        let told = scope.spawn(move || asked.iter().try_for_each(|()| file.sync_data()));
        let mut durable = Durable {
            file,
            waiting: 0,
            ask,
        };
        write(&mut durable)?;
        drop(durable);
        told.join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        file.sync_all()
    })
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Most have been renamed, so they are not there any more.
        let _ = fs::remove_file(&self.0);
    }
}

/// Whether a process is still there. Where the system does not say, a file of the last hour may
/// still be in the making.
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

pub fn failure(path: &Path, source: io::Error) -> Failure {
    let help = match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "make room; what stood there before is unchanged"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "choose a folder that may be written to; what stood there before is unchanged"
        }
        _ => "choose another folder with `--out`; what stood there before is unchanged",
    };
    Failure::Write {
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
            matches!(&changed, Err(Failure::ChangedMeanwhile { path }) if path == "b"),
            "{changed:?}"
        );
        assert_eq!((read("a"), read("b")), ("old".to_owned(), "old".to_owned()));
        replaced("old").expect("both are what they were");
        assert_eq!((read("a"), read("b")), ("new".to_owned(), "new".to_owned()));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }
}

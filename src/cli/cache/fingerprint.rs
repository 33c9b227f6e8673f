//! Fingerprints of files and folders: an unchanged fingerprint proves that a file is unchanged without reading it.

use std::fs::Metadata;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

/// The coarsest resolution of file times that is assumed. A file that was modified within this window may be modified
/// again without a new time; Git calls such a file "racily clean".
pub const RACY_WINDOW: Duration = Duration::from_secs(2);

/// The identity of a file or folder, its length in bytes, and the times at which its content and its metadata last
/// changed. Only the system sets the latter, so no program that sets file times can hide a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFingerprint {
    device: u64,
    inode: u64,
    length: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl FileFingerprint {
    /// Returns `None` if a change could keep the fingerprint: within [`RACY_WINDOW`] after the last one, or on a
    /// system without these times.
    pub fn of(metadata: &Metadata) -> Option<Self> {
        FileFingerprint::before(metadata, SystemTime::now())
    }

    /// Returns the fingerprint as seen at an earlier time: `None` if the file could have changed since then.
    #[cfg(unix)]
    pub fn before(metadata: &Metadata, time: SystemTime) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;

        let fingerprint = FileFingerprint {
            device: metadata.dev(),
            inode: metadata.ino(),
            length: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        };
        let time = time.duration_since(SystemTime::UNIX_EPOCH);
        let settled = i64::try_from(time.ok()?.saturating_sub(RACY_WINDOW).as_secs()).ok()?;
        (fingerprint.modified.0 < settled && fingerprint.changed.0 < settled).then_some(fingerprint)
    }

    #[cfg(not(unix))]
    pub fn before(_: &Metadata, _: SystemTime) -> Option<Self> {
        None
    }
}

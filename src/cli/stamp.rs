//! Whether a file or a folder is as it was, without reading it.

use std::fs::Metadata;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

/// Up to how long after it was written a file may be written again without another time: so coarse are the times of
/// some file systems.
pub const FRESH: Duration = Duration::from_secs(2);

/// What the system says of a file or a folder: which one it is, how long, and when it and what it says of itself were
/// changed. The last one is set by the system alone, so no program that sets the times of files can hide a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    device: u64,
    file: u64,
    length: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    /// `None` where it could be changed without another stamp: just now, or on a system that does not tell all this.
    pub fn of(metadata: &Metadata) -> Option<Stamp> {
        Stamp::before(metadata, SystemTime::now())
    }

    /// The same as seen from an earlier time: `None` where it could have been changed since.
    #[cfg(unix)]
    pub fn before(metadata: &Metadata, time: SystemTime) -> Option<Stamp> {
        use std::os::unix::fs::MetadataExt;

        let stamp = Stamp {
            device: metadata.dev(),
            file: metadata.ino(),
            length: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        };
        let time = time.duration_since(SystemTime::UNIX_EPOCH);
        let settled = i64::try_from(time.ok()?.saturating_sub(FRESH).as_secs()).ok()?;
        (stamp.modified.0 < settled && stamp.changed.0 < settled).then_some(stamp)
    }

    #[cfg(not(unix))]
    pub fn before(_: &Metadata, _: SystemTime) -> Option<Stamp> {
        None
    }
}

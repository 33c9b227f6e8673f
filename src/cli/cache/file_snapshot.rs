//! A snapshot of the files that a run read. The next run uses it to find out which files changed.
//!
//! A snapshot is valid while no file was added, removed, renamed or replaced by a link. A file whose
//! [`FileFingerprint`] is unchanged has the same content; all others have to be read.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::FileFingerprint;
use crate::cli::discovery::{DiscoveredFile, Discovery};
use crate::cli::read::{self, Text};
use crate::cli::request::Request;
use crate::cli::walk::{GAME_FILE, Kind};
use cardwright::compile::Role;

/// The files and folders that a run read.
#[derive(Serialize, Deserialize)]
pub struct FileSnapshot {
    /// The folders whose entries were listed. A folder without a fingerprint may have changed.
    folders: Vec<(PathBuf, Option<FileFingerprint>)>,
    /// The folders above the files, and whether each had a `game.yaml`.
    game_folders: Vec<(PathBuf, bool)>,
    /// The files, in the order in which they are shown.
    pub files: Vec<SnapshotEntry>,
    /// `true` if fingerprints were added since the snapshot was taken: the next run can read fewer files.
    #[serde(skip)]
    pub is_improved: bool,
}

/// A file of a snapshot.
#[derive(Serialize, Deserialize)]
pub struct SnapshotEntry {
    /// The path from the current folder, as diagnostics show it.
    pub shown: String,
    /// The path with links resolved; `None` if it is `shown` below the current folder.
    target: Option<PathBuf>,
    is_checked: bool,
    fingerprint: Option<FileFingerprint>,
}

impl SnapshotEntry {
    fn path(&self) -> &Path {
        self.target.as_deref().unwrap_or(Path::new(&self.shown))
    }

    pub fn read(&self) -> Text {
        read::file(self.path())
    }

    fn is_at(&self, listed: &DiscoveredFile, here: &Path) -> bool {
        !matches!(listed.found.kind, Kind::Trouble(_))
            && listed.real == here.join(self.path()).as_os_str()
            && listed.found.shown == self.shown
            && (listed.role == Role::Checked) == self.is_checked
    }
}

impl FileSnapshot {
    /// Takes a snapshot. `texts` are the contents of the listed files, in their order. Returns `None` if a change
    /// could go unnoticed: below links, or if a file could not be read.
    pub fn of(listing: &Discovery, texts: &[Text]) -> Option<Self> {
        if listing.seen.links || texts.iter().any(|text| text.trouble.is_some()) {
            return None;
        }
        let folder = |folder: &PathBuf| {
            let metadata = fs::metadata(folder).ok()?;
            let fingerprint = FileFingerprint::before(&metadata, listing.begun);
            Some((folder.clone(), fingerprint))
        };
        let folders: Option<Vec<_>> = listing.seen.folders.iter().map(folder).collect();
        let here = here()?;
        let files = listing.files.par_iter().zip(texts);
        let files = files.map(|(listed, text)| {
            let is_here = here.join(&listed.found.shown).as_os_str() == listed.real;
            SnapshotEntry {
                shown: listed.found.shown.clone(),
                target: (!is_here).then(|| PathBuf::from(&listed.real)),
                is_checked: listed.role == Role::Checked,
                fingerprint: text.fingerprint,
            }
        });
        Some(FileSnapshot {
            folders: folders?,
            game_folders: listing.folders.all().collect(),
            files: files.collect(),
            is_improved: false,
        })
    }

    /// Returns the indices of the files whose content may have changed, and updates the fingerprints of the folders.
    /// Returns `None` if files may have been added, removed or renamed.
    pub fn changed(&mut self, request: &Request<'_>) -> Option<Vec<usize>> {
        let is_game = |folder: &Path| folder.join(GAME_FILE).is_file();
        let mut game_folders = self.game_folders.iter();
        if game_folders.any(|(folder, was)| is_game(folder) != *was) {
            return None;
        }
        let begun = SystemTime::now();
        let now = |path: &Path| FileFingerprint::before(&fs::metadata(path).ok()?, begun);
        let folders = self.folders.iter();
        let folders: Vec<_> = folders
            .map(|(folder, _)| (folder.clone(), now(folder)))
            .collect();
        let known = |(_, fingerprint): &(PathBuf, Option<_>)| fingerprint.is_some();
        let are_known = folders.iter().all(known);
        if !are_known || folders != self.folders {
            if !self.lists_the_same(request) {
                return None;
            }
            self.is_improved |= are_known;
            self.folders = folders;
        }
        let files = self.files.par_iter().enumerate();
        let changed = files
            .filter(|(_, file)| file.fingerprint.is_none() || file.fingerprint != now(file.path()));
        Some(changed.map(|(index, _)| index).collect())
    }

    /// Returns whether a new listing has the files of the snapshot. Folders with a new fingerprint may still have the
    /// same files.
    fn lists_the_same(&self, request: &Request<'_>) -> bool {
        let (Ok(listing), Some(here)) = (Discovery::of(request), here()) else {
            return false;
        };
        let folders = self.folders.iter().map(|(folder, _)| folder);
        !listing.seen.links
            && listing.seen.folders.iter().eq(folders)
            && listing.files.len() == self.files.len()
            && (listing.files.iter().zip(&self.files)).all(|(now, was)| was.is_at(now, &here))
    }

    /// Updates the fingerprint of a file that was read again.
    pub fn update(&mut self, index: usize, fingerprint: Option<FileFingerprint>) {
        if let Some(file) = self.files.get_mut(index) {
            self.is_improved |= fingerprint.is_some() && fingerprint != file.fingerprint;
            file.fingerprint = fingerprint;
        }
    }
}

/// Returns the current folder with links resolved.
pub fn here() -> Option<PathBuf> {
    Path::new(".").canonicalize().ok()
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::File;
    use std::thread::sleep;
    use std::time::Duration;

    use super::super::RACY_WINDOW;
    use super::*;
    use cardwright::compile::Settings;

    fn request<'r>(checked: &'r [PathBuf]) -> Request<'r> {
        Request {
            checked,
            library: &[],
            game: "card-game",
            always: false,
            settings: Settings::default(),
            given: &[],
            lists: false,
        }
    }

    fn snapshot(checked: &[PathBuf]) -> Option<FileSnapshot> {
        let listing = Discovery::of(&request(checked)).expect("the folder is there");
        let texts = listing
            .files
            .iter()
            .map(|file| read::file(&file.found.path));
        FileSnapshot::of(&listing, &texts.collect::<Vec<_>>())
    }

    #[test]
    fn every_change_is_seen_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let cards = folder.path().join("project/cards");
        let path = |name: &str| cards.join(name);
        let write = |name: &str, text: &str| fs::write(path(name), text).expect("it is written");
        fs::create_dir_all(path("deep")).expect("it is made");
        for name in ["a.yaml", "b.yaml", "c.yaml", "deep/d.yaml"] {
            write(name, "name: A\n");
        }
        let checked = [cards.clone()];
        let changed = |snapshot: &mut FileSnapshot| snapshot.changed(&request(&checked));
        let mut racy = snapshot(&checked).expect("there is no link");
        assert_eq!(
            changed(&mut racy),
            Some(vec![0, 1, 2, 3]),
            "all was just written"
        );

        sleep(RACY_WINDOW + Duration::from_secs(2));
        let mut first = snapshot(&checked).expect("there is no link");
        assert_eq!(changed(&mut first), Some(vec![]));

        // A different text with the same length and modification time.
        let modified = fs::metadata(path("a.yaml")).and_then(|file| file.modified());
        write("a.yaml", "name: B\n");
        let file = File::options().write(true).open(path("a.yaml"));
        let set = file.and_then(|file| file.set_modified(modified?));
        set.expect("the time can be set");
        assert_eq!(changed(&mut first), Some(vec![0]));
        // A different file replaces the file.
        write("b.new", "name: B\n");
        fs::rename(path("b.new"), path("b.yaml")).expect("it is replaced");
        assert_eq!(changed(&mut first), Some(vec![0, 1]));
        // Writing the same content again counts as a change.
        write("deep/d.yaml", "name: A\n");
        assert_eq!(changed(&mut first), Some(vec![0, 1, 3]));

        write("deep/e.yaml", "name: E\n");
        assert_eq!(changed(&mut first), None, "a file more");
        fs::remove_file(path("deep/e.yaml")).expect("it is removed");
        assert_eq!(changed(&mut first), Some(vec![0, 1, 3]));
        fs::rename(path("c.yaml"), path("e.yaml")).expect("it is renamed");
        assert_eq!(changed(&mut first), None, "another name");
        fs::rename(path("e.yaml"), path("c.yaml")).expect("it is renamed");
        fs::rename(path("deep"), path("deeper")).expect("it is renamed");
        assert_eq!(changed(&mut first), None, "another folder");
        fs::rename(path("deeper"), path("deep")).expect("it is renamed");
        let game = folder.path().join(GAME_FILE);
        fs::write(&game, "game: other\n").expect("it is written");
        assert_eq!(changed(&mut first), None, "a game above");
        fs::remove_file(game).expect("it is removed");
        fs::remove_file(path("c.yaml")).expect("it is removed");
        assert_eq!(changed(&mut first), None, "a file less");
        std::os::unix::fs::symlink("a.yaml", path("c.yaml")).expect("it is linked");
        assert_eq!(changed(&mut first), None, "a link in its place");
        assert!(
            snapshot(&checked).is_none(),
            "what a link leads to may become another file"
        );
    }
}

//! What a run saw on the disk, so that the next one reads only what has changed since.
//!
//! A trace holds where nothing came, went or became a link: then the files are the same, and those whose [`Stamp`] is
//! the same have the same text. Whoever needs such a text reads it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::detect;
use super::discovery::Listing;
use super::hash::{Hash, hash};
use super::read::{self, Text};
use super::request::Request;
use super::stamp::Stamp;
use super::walk::{GAME_FILE, Kind};
use crate::compile::Role;

/// More changed files than these are found as fast by reading all.
const MOST_CHANGED: usize = 64;

/// What a run saw.
#[derive(Clone, Serialize, Deserialize)]
pub struct Trace {
    /// The folders that were listed, and whether they are as they were then.
    folders: Vec<(PathBuf, Option<Stamp>)>,
    /// Other folders that could have been games, and whether they were.
    others: Vec<(PathBuf, bool)>,
    /// The folders of the games that were asked about.
    pub asked: BTreeSet<PathBuf>,
    /// In the order in which they are shown.
    pub files: Vec<Traced>,
}

/// A file that was read.
#[derive(Clone, Serialize, Deserialize)]
pub struct Traced {
    pub shown: String,
    /// Where it lies, links followed, if that is not where it is shown from the current folder.
    elsewhere: Option<PathBuf>,
    pub is_checked: bool,
    pub is_game: bool,
    /// The folder of its game.
    pub folder: Option<PathBuf>,
    /// The game that it names for itself.
    pub names: Option<String>,
    pub text: Hash,
    stamp: Option<Stamp>,
}

impl Traced {
    /// The path to open it with.
    fn path(&self) -> &Path {
        self.elsewhere.as_deref().unwrap_or(Path::new(&self.shown))
    }

    /// Where it lies, links followed.
    pub fn place(&self, here: &Path) -> PathBuf {
        here.join(self.path())
    }

    pub fn read(&self) -> Text {
        read::file(self.path())
    }

    pub fn role(&self) -> Role {
        match self.is_checked {
            true => Role::Checked,
            false => Role::Library,
        }
    }
}

impl Trace {
    /// What was seen, with the texts of the files in the order of the list; `None` where it would not tell of every
    /// change.
    pub fn of(listing: &Listing, texts: &[Text]) -> Option<Trace> {
        if listing.seen.links || texts.iter().any(|text| text.trouble.is_some()) {
            return None;
        }
        let stamp = |folder: &PathBuf| {
            let metadata = fs::metadata(folder).ok()?;
            Some((folder.clone(), Stamp::before(&metadata, listing.begun)))
        };
        let folders: Option<Vec<_>> = listing.seen.folders.iter().map(stamp).collect();
        let here = here()?;
        let files = listing.files.par_iter().zip(texts);
        let files = files.map(|(listed, text)| {
            let folder = listing.folders.known(&listed.found.place);
            let names = folder
                .is_none()
                .then(|| detect::named_in(&text.text))
                .flatten();
            let is_here = here.join(&listed.found.shown).as_os_str() == listed.real;
            Traced {
                shown: listed.found.shown.clone(),
                elsewhere: (!is_here).then(|| PathBuf::from(&listed.real)),
                is_checked: listed.role == Role::Checked,
                is_game: matches!(listed.found.kind, Kind::Game),
                folder,
                names,
                text: hash(&text.text),
                stamp: text.stamp,
            }
        });
        Some(Trace {
            folders: folders?,
            others: listing.folders.all().collect(),
            asked: listing.asked.clone(),
            files: files.collect(),
        })
    }

    /// The files of which the text may be another one, by their places in the list, and whether more is known of their
    /// folders now than before; `None` where the files may be others.
    pub fn changed(&mut self, request: &Request<'_>) -> Option<(Vec<usize>, bool)> {
        let is_game = |folder: &Path| folder.join(GAME_FILE).is_file();
        if self
            .others
            .iter()
            .any(|(folder, was)| is_game(folder) != *was)
        {
            return None;
        }
        let begun = SystemTime::now();
        let now = |path: &Path| Stamp::before(&fs::metadata(path).ok()?, begun);
        let mut same = true;
        for (folder, stamp) in &mut self.folders {
            let now = now(folder);
            same &= now.is_some() && now == *stamp;
            *stamp = now;
        }
        if !same && !self.lists_the_same(request) {
            return None;
        }
        let files = self.files.par_iter().enumerate();
        let changed = files.filter(|(_, file)| {
            file.is_game || file.stamp.is_none() || file.stamp != now(file.path())
        });
        let changed: Vec<usize> = changed.map(|(place, _)| place).collect();
        let is_news = !same && self.folders.iter().all(|(_, stamp)| stamp.is_some());
        (changed.len() <= MOST_CHANGED).then_some((changed, is_news))
    }

    /// Whether the same files are there, though something happened in their folders.
    fn lists_the_same(&self, request: &Request<'_>) -> bool {
        let Ok(listing) = Listing::of(request) else {
            return false;
        };
        let Some(here) = here() else {
            return false;
        };
        let folders = self.folders.iter().map(|(folder, _)| folder);
        !listing.seen.links
            && listing.seen.folders.iter().eq(folders)
            && listing.asked == self.asked
            && listing.files.len() == self.files.len()
            && listing.files.iter().zip(&self.files).all(|(now, was)| {
                let kind = match now.found.kind {
                    Kind::Cards => Some(false),
                    Kind::Game => Some(true),
                    Kind::Trouble(_) => None,
                };
                now.real == was.place(&here).as_os_str()
                    && now.found.shown == was.shown
                    && now.role == was.role()
                    && kind == Some(was.is_game)
            })
    }

    /// The hashes of the texts, in the order of the files.
    pub fn texts(&self) -> Vec<Hash> {
        self.files.iter().map(|file| file.text).collect()
    }

    /// Notes what stands now in a file that was read again. True if that need not be read the next time.
    pub fn update(&mut self, place: usize, text: &Text) -> bool {
        let Some(file) = self.files.get_mut(place) else {
            return false;
        };
        let known = file.stamp.is_some() && file.stamp == text.stamp;
        file.text = hash(&text.text);
        file.stamp = text.stamp;
        if file.folder.is_none() {
            file.names = detect::named_in(&text.text);
        }
        text.stamp.is_some() && !known
    }

    /// The text of a file, if it is the one that was seen.
    pub fn text(&self, place: usize) -> Option<SmolStr> {
        let file = self.files.get(place)?;
        let text = file.read();
        (text.trouble.is_none() && hash(&text.text) == file.text).then_some(text.text)
    }
}

/// The current folder, links followed.
pub fn here() -> Option<PathBuf> {
    Path::new(".").canonicalize().ok()
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::File;
    use std::thread::sleep;
    use std::time::Duration;

    use super::super::stamp::FRESH;
    use super::*;
    use crate::compile::Settings;

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

    fn seen(checked: &[PathBuf]) -> Option<Trace> {
        let listing = Listing::of(&request(checked)).expect("the folder is there");
        let texts = listing
            .files
            .iter()
            .map(|file| read::file(&file.found.path));
        Trace::of(&listing, &texts.collect::<Vec<_>>())
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
        let changed = |trace: &Trace| {
            let (changed, _) = trace.clone().changed(&request(&checked))?;
            Some(changed)
        };
        let fresh = seen(&checked).expect("there is no link");
        assert_eq!(
            changed(&fresh),
            Some(vec![0, 1, 2, 3]),
            "all was just written"
        );

        sleep(FRESH + Duration::from_secs(2));
        let trace = seen(&checked).expect("there is no link");
        assert_eq!(changed(&trace), Some(vec![]));

        // Another text as long as the old one, with the time of the old one.
        let modified = fs::metadata(path("a.yaml")).and_then(|file| file.modified());
        write("a.yaml", "name: B\n");
        let file = File::options().write(true).open(path("a.yaml"));
        let set = file.and_then(|file| file.set_modified(modified?));
        set.expect("the time can be set");
        assert_eq!(changed(&trace), Some(vec![0]));
        // Another file in its place.
        write("b.new", "name: B\n");
        fs::rename(path("b.new"), path("b.yaml")).expect("it is replaced");
        assert_eq!(changed(&trace), Some(vec![0, 1]));
        // A change and back again is one.
        write("deep/d.yaml", "name: A\n");
        assert_eq!(changed(&trace), Some(vec![0, 1, 3]));

        write("deep/e.yaml", "name: E\n");
        assert_eq!(changed(&trace), None, "a file more");
        fs::remove_file(path("deep/e.yaml")).expect("it is removed");
        assert_eq!(changed(&trace), Some(vec![0, 1, 3]));
        fs::rename(path("c.yaml"), path("e.yaml")).expect("it is renamed");
        assert_eq!(changed(&trace), None, "another name");
        fs::rename(path("e.yaml"), path("c.yaml")).expect("it is renamed");
        fs::rename(path("deep"), path("deeper")).expect("it is renamed");
        assert_eq!(changed(&trace), None, "another folder");
        fs::rename(path("deeper"), path("deep")).expect("it is renamed");
        let game = folder.path().join(GAME_FILE);
        fs::write(&game, "game: other\n").expect("it is written");
        assert_eq!(changed(&trace), None, "a game above");
        fs::remove_file(game).expect("it is removed");
        fs::remove_file(path("c.yaml")).expect("it is removed");
        assert_eq!(changed(&trace), None, "a file less");
        std::os::unix::fs::symlink("a.yaml", path("c.yaml")).expect("it is linked");
        assert_eq!(changed(&trace), None, "a link in its place");
        assert!(
            seen(&checked).is_none(),
            "what a link leads to may become another file"
        );
    }
}

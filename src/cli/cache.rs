//! What is kept from one check to the next: in memory what the cards are, on the disk what was found.
//!
//! On the disk stands one file for each game and choice of paths, beside the settings of the project. Its name and
//! its key are hashes of everything that findings depend on: the tool, the grammar, the data of the game, the
//! settings, and the path and the text of every file, the library's too. A file that is not there, that was cut
//! off or changed, or that is of other texts, is as good as none; each can be deleted at any time.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::write;
use crate::compile::{self, Compilation, Memory, Role, Settings};
use crate::diagnostic::Diagnostic;
use crate::effect;
use crate::game::Game;
use crate::maps::HashMap;
use crate::source::{FileId, Sources};

/// The folder of the cache. Its name begins with a full stop, so no card is looked for in it.
pub const FOLDER: &str = ".cardwright-cache";

/// How many files the cache has at most; then the oldest goes.
const MOST_FILES: usize = 32;

/// How many characters the name of an entry has.
const NAME: usize = 16;

/// What is kept.
#[derive(Default)]
pub struct Kept {
    /// By the id of the game.
    memories: HashMap<String, Memory>,
    /// Whether what was compiled is kept in memory.
    remembers: bool,
    folder: Option<PathBuf>,
}

impl Kept {
    /// For runs that follow each other in this process.
    pub fn in_memory() -> Self {
        Kept {
            remembers: true,
            ..Kept::default()
        }
    }

    /// On the disk too, in the folder of the cache below this one.
    pub fn on_disk(mut self, project: &Path) -> Self {
        self.folder = Some(project.join(FOLDER));
        self
    }

    /// Compiles, or says again what was found in the same texts.
    pub fn compile(
        &mut self,
        game: &Game,
        sources: &Sources,
        files: &[(FileId, Role)],
        settings: &Settings,
    ) -> Compilation {
        let slot = self.folder.as_deref().map(|folder| {
            let path = folder.join(name_of(game, sources, files));
            (path, key(game, sources, files, settings))
        });
        if let Some((path, key)) = &slot
            && let Some(known) = read(path, *key)
        {
            return known.into();
        }
        let compilation = if self.remembers {
            let memory = self.memories.entry(game.game.clone()).or_default();
            compile::compile_again(game, sources, files, settings, memory)
        } else {
            compile::compile_with(game, sources, files, settings)
        };
        if let Some((path, key)) = &slot {
            keep(path, &Entry::of(*key, &compilation));
        }
        compilation
    }
}

/// The name of the file for one game and one choice of paths.
fn name_of(game: &Game, sources: &Sources, files: &[(FileId, Role)]) -> String {
    let mut hasher = Hasher::default();
    hasher.text(&game.game);
    let checked = files.iter().filter(|(_, role)| *role == Role::Checked);
    let mut folders: Vec<&str> = checked
        .map(|(id, _)| {
            let path = &sources.file(*id).path;
            path.split_once('/').map_or("", |(folder, _)| folder)
        })
        .collect();
    // Files come in the order of their paths, so those of one folder stand together.
    folders.dedup();
    folders.into_iter().for_each(|folder| hasher.text(folder));
    hasher.finish().to_hex().chars().take(NAME).collect()
}

/// The hash of everything that findings depend on.
fn key(game: &Game, sources: &Sources, files: &[(FileId, Role)], settings: &Settings) -> [u8; 32] {
    let mut hasher = Hasher::default();
    hasher.text(env!("CARGO_PKG_VERSION"));
    hasher.text(effect::GRAMMAR);
    // Two builds of one version are two tools.
    let tool = std::env::current_exe().and_then(fs::metadata);
    hasher.text(&format!(
        "{:?}",
        tool.map(|file| (file.len(), file.modified().ok())).ok()
    ));
    // What is printed for debugging has every part.
    hasher.text(&format!("{game:?}"));
    hasher.text(&format!("{settings:?}"));
    for (id, role) in files {
        let file = sources.file(*id);
        hasher.number(u64::from(id.0));
        hasher.number(u64::from(*role == Role::Checked));
        hasher.text(&format!("{:?}", file.syntax));
        hasher.text(&file.path);
        hasher.text(&file.text);
    }
    *hasher.finish().as_bytes()
}

/// A hash of parts, none of which can pass for another.
#[derive(Default)]
struct Hasher(blake3::Hasher);

impl Hasher {
    fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    fn finish(&self) -> blake3::Hash {
        self.0.finalize()
    }
}

/// What stands in a file of the cache, behind the hash of its bytes.
#[derive(Serialize, Deserialize)]
struct Entry {
    key: [u8; 32],
    cards: usize,
    kingdoms: usize,
    manual: usize,
    diagnostics: Vec<Diagnostic>,
}

impl Entry {
    fn of(key: [u8; 32], compilation: &Compilation) -> Self {
        Entry {
            key,
            cards: compilation.checked_cards,
            kingdoms: compilation.checked_kingdoms,
            manual: compilation.checked_manual,
            diagnostics: compilation.diagnostics.clone(),
        }
    }
}

impl From<Entry> for Compilation {
    fn from(entry: Entry) -> Self {
        Compilation {
            checked_cards: entry.cards,
            checked_kingdoms: entry.kingdoms,
            checked_manual: entry.manual,
            diagnostics: entry.diagnostics,
            ..Compilation::default()
        }
    }
}

fn read(path: &Path, key: [u8; 32]) -> Option<Entry> {
    let bytes = fs::read(path).ok()?;
    let (hash, entry) = bytes.split_at_checked(blake3::OUT_LEN)?;
    if blake3::hash(entry).as_bytes() != hash {
        return None;
    }
    let entry: Entry = rmp_serde::from_slice(entry).ok()?;
    (entry.key == key).then_some(entry)
}

/// Keeps what was found. Where that cannot be done, the next run finds it again.
fn keep(path: &Path, entry: &Entry) {
    let (Some(folder), Ok(entry)) = (path.parent(), rmp_serde::to_vec(entry)) else {
        return;
    };
    if fs::create_dir_all(folder).is_err() {
        return;
    }
    // Tools for versions and copies leave it out.
    let _ = fs::write(folder.join(".gitignore"), "*\n");
    let _ = fs::write(
        folder.join("CACHEDIR.TAG"),
        "Signature: 8a477f597d28d172789f06886806bc55\n",
    );
    make_room(folder);
    let hash = blake3::hash(&entry);
    let _ = write::one(path, &[hash.as_bytes(), &entry[..]].concat());
}

fn make_room(folder: &Path) {
    let Ok(files) = fs::read_dir(folder) else {
        return;
    };
    let is_entry = |name: &std::ffi::OsStr| name.len() == NAME;
    let mut files: Vec<_> = files
        .flatten()
        .filter(|file| is_entry(&file.file_name()))
        .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
        .collect();
    files.sort();
    let too_many = (files.len() + 1).saturating_sub(MOST_FILES);
    for (_, path) in files.iter().take(too_many) {
        let _ = fs::remove_file(path);
    }
}

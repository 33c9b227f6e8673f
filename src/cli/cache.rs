//! What is kept from one check to the next: in memory what the cards are, on the disk what was found, and of both
//! what it takes to judge a few changed cards by themselves.
//!
//! On the disk stand two files for each game and choice of paths, beside the settings of the project: what was
//! found, and the [`Baseline`] of the last whole run. Two more stand there for each question: what was seen of the
//! disk, by which files that are as they were need not be read ([`Trace`]), and what was said. Their keys are hashes
//! of everything that they depend on: the tool, the grammar, the data of the game, the settings, and the path and the
//! text of every file, the library's too. A file that is not there, that was cut off or changed, or that is of other
//! texts, is as good as none; each can be deleted at any time.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::hash::{Hash, Hasher, half, hash};
use super::trace::Trace;
use super::write;
use crate::collections::{HashMap, hash_of};
use crate::compile::{self, Baseline, Compilation, Memory, Role, Settings};
use crate::diagnostic::Diagnostic;
use crate::effect;
use crate::game::Game;
use crate::source::{FileId, Sources, Syntax};

/// The folder of the cache. Its name begins with a full stop, so no card is looked for in it.
pub const FOLDER: &str = ".cardwright-cache";

/// How many files the cache has at most; then the oldest go.
const MOST_FILES: usize = 64;

/// How many characters the name of a file has, before its ending.
const NAME: usize = 16;

/// The endings of the files.
const FOUND: &str = "found";
const BASELINE: &str = "cards";
const SEEN: &str = "seen";
const SAID: &str = "said";

/// What is kept.
#[derive(Default)]
pub struct Kept {
    /// By the id of the game.
    memories: HashMap<String, InMemory>,
    /// Whether what was compiled is kept in memory.
    remembers: bool,
    /// What runs saw of the disk, by the names of what was asked.
    traces: HashMap<String, Trace>,
    folder: Option<PathBuf>,
}

/// What a run said.
#[derive(Serialize, Deserialize)]
pub struct Answer {
    /// Of all that it hangs on.
    pub key: Hash,
    /// Of what was found, and of all that is shown of it.
    pub shown: Hash,
    pub text: String,
    /// Whether there were errors.
    pub failed: bool,
}

#[derive(Default)]
struct InMemory {
    memory: Memory,
    whole_run: Option<WholeRun>,
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

    /// Whether runs follow each other in this process.
    pub fn remembers(&self) -> bool {
        self.remembers
    }

    /// Whether anything is kept for the next run.
    pub fn keeps(&self) -> bool {
        self.remembers || self.folder.is_some()
    }

    /// What an earlier run with the same question saw of the disk.
    pub fn trace(&self, name: &str) -> Option<Trace> {
        match self.traces.get(name) {
            Some(trace) => Some(trace.clone()),
            None => read(&self.folder.as_ref()?.join(name).with_extension(SEEN)),
        }
    }

    pub fn keep_trace(&mut self, name: &str, trace: Trace) {
        if let Some(folder) = &self.folder {
            keep(&folder.join(name).with_extension(SEEN), &trace);
        }
        if self.remembers {
            self.traces.insert(name.to_owned(), trace);
        }
    }

    /// What was said when the same was asked before, if it was kept. Whoever runs again and again wants to know more
    /// than that.
    pub fn answer(&self, name: &str) -> Option<Answer> {
        let folder = self.folder.as_ref().filter(|_| !self.remembers)?;
        read(&folder.join(name).with_extension(SAID))
    }

    pub fn keep_answer(&self, name: &str, answer: &Answer) {
        if let Some(folder) = self.folder.as_ref().filter(|_| !self.remembers) {
            keep(&folder.join(name).with_extension(SAID), answer);
        }
    }

    /// What compiling finds and counts, without the cards where that is known. `hashes` are those of the texts of all
    /// files that were read, where they are known.
    pub fn compile(
        &mut self,
        game: &Game,
        sources: &Sources,
        files: &[(FileId, Role)],
        settings: &Settings,
        hashes: &[Hash],
    ) -> Compilation {
        if !self.keeps() {
            return compile::compile_with(game, sources, files, settings);
        }
        let inputs = Inputs::of(game, sources, files, settings, hashes);
        let slot = self.slot(game, sources, files);
        if let Some(known) = self.known_by(&inputs, slot.as_deref(), game, sources, files, settings)
        {
            return known;
        }
        let in_memory = self.memories.entry(game.game.clone()).or_default();
        let memory = self.remembers.then_some(&mut in_memory.memory);
        let (compilation, baseline) =
            compile::compile_for_next(game, sources, files, settings, memory);
        let found = Found::of(inputs.key(), &compilation);
        in_memory.whole_run = baseline.map(|baseline| WholeRun { inputs, baseline });
        if let Some(slot) = slot {
            if let Some(run) = &in_memory.whole_run {
                keep(&slot.with_extension(BASELINE), run);
            }
            keep(&slot.with_extension(FOUND), &found);
        }
        compilation
    }

    /// The same, where it is known without compiling all: from an earlier run of the same texts, or from one of which
    /// the texts of a few cards are other ones. Only these have to be read.
    pub fn known(
        &mut self,
        game: &Game,
        sources: &Sources,
        files: &[(FileId, Role)],
        settings: &Settings,
        hashes: &[Hash],
    ) -> Option<Compilation> {
        let inputs = Inputs::of(game, sources, files, settings, hashes);
        let slot = self.slot(game, sources, files);
        self.known_by(&inputs, slot.as_deref(), game, sources, files, settings)
    }

    fn known_by(
        &mut self,
        inputs: &Inputs,
        slot: Option<&Path>,
        game: &Game,
        sources: &Sources,
        files: &[(FileId, Role)],
        settings: &Settings,
    ) -> Option<Compilation> {
        let key = inputs.key();
        let on_disk = |ending: &str| slot.map(|slot| slot.with_extension(ending));
        if let Some(known) = on_disk(FOUND).and_then(|path| read::<Found>(&path))
            && known.key == key
        {
            return Some(known.into());
        }
        let in_memory = self.memories.entry(game.game.clone()).or_default();
        if in_memory.whole_run.is_none() {
            in_memory.whole_run = on_disk(BASELINE).and_then(|path| read(&path));
        }
        let last = in_memory.whole_run.as_ref()?;
        let compilation = last.again(inputs, game, sources, files, settings)?;
        if let Some(path) = on_disk(FOUND) {
            keep(&path, &Found::of(key, &compilation));
        }
        Some(compilation)
    }

    /// The path of the files on the disk for one game and one choice of paths, without their ending.
    fn slot(&self, game: &Game, sources: &Sources, files: &[(FileId, Role)]) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        Some(folder.join(name_of(game, sources, files)))
    }
}

/// The name of the files for one game and one choice of paths.
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

/// Which build of the tool this is: two builds of one version are two tools.
pub fn tool() -> String {
    let file = std::env::current_exe().and_then(fs::metadata);
    let file = file.map(|file| (file.len(), file.modified().ok()));
    format!("{} {:?}", env!("CARGO_PKG_VERSION"), file.ok())
}

/// Hashes of everything that findings depend on.
#[derive(Serialize, Deserialize)]
struct Inputs {
    /// All but the texts.
    around: Hash,
    /// Of the text of each file.
    texts: Vec<Hash>,
}

impl Inputs {
    fn of(
        game: &Game,
        sources: &Sources,
        files: &[(FileId, Role)],
        settings: &Settings,
        hashes: &[Hash],
    ) -> Self {
        let mut hasher = Hasher::default();
        hasher.text(&tool());
        hasher.text(effect::GRAMMAR);
        hasher.text(&format!("{:?}", game.hash));
        // What is printed for debugging has every part.
        hasher.text(&format!("{settings:?}"));
        for (id, role) in files {
            let file = sources.file(*id);
            hasher.number(u64::from(id.0));
            hasher.number(u64::from(*role == Role::Checked));
            hasher.number(u64::from(file.syntax == Syntax::List));
            hasher.text(&file.path);
        }
        let text = |id: &FileId| match hashes.get(id.0 as usize) {
            Some(hash) => *hash,
            // What comes with the tool stands behind all that was read, and is as the tool is.
            None if !hashes.is_empty() => Hash::default(),
            None => hash(&sources.file(*id).text),
        };
        Inputs {
            around: half(hasher.finish()),
            texts: files.iter().map(|(id, _)| text(id)).collect(),
        }
    }

    fn key(&self) -> Hash {
        let mut hasher = Hasher::default();
        hasher.hashes(&[self.around]);
        hasher.hashes(&self.texts);
        half(hasher.finish())
    }
}

/// What a run found.
#[derive(Serialize, Deserialize)]
struct Found {
    key: Hash,
    cards: usize,
    kingdoms: usize,
    manual: usize,
    diagnostics: Vec<Diagnostic>,
}

impl Found {
    fn of(key: Hash, compilation: &Compilation) -> Self {
        Found {
            key,
            cards: compilation.checked_cards,
            kingdoms: compilation.checked_kingdoms,
            manual: compilation.checked_manual,
            diagnostics: compilation.diagnostics.clone(),
        }
    }
}

impl From<Found> for Compilation {
    fn from(found: Found) -> Self {
        Compilation {
            checked_cards: found.cards,
            checked_kingdoms: found.kingdoms,
            checked_manual: found.manual,
            diagnostics: found.diagnostics,
            ..Compilation::default()
        }
    }
}

/// A run that looked at everything.
#[derive(Serialize, Deserialize)]
struct WholeRun {
    inputs: Inputs,
    baseline: Baseline,
}

impl WholeRun {
    /// What is found now, where the text of a few cards is all that changed.
    fn again(
        &self,
        inputs: &Inputs,
        game: &Game,
        sources: &Sources,
        files: &[(FileId, Role)],
        settings: &Settings,
    ) -> Option<Compilation> {
        if self.inputs.around != inputs.around {
            return None;
        }
        let texts = self.inputs.texts.iter().zip(&inputs.texts);
        let changed = texts.zip(files).filter(|((old, new), _)| old != new);
        let changed: Vec<FileId> = changed.map(|(_, (file, _))| *file).collect();
        self.baseline.again(game, sources, &changed, settings)
    }
}

/// What stands in a file of the cache, behind the hash of its bytes.
fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let bytes = super::read::whole(path).ok()?;
    let (hash, kept) = bytes.split_first_chunk()?;
    (sum(kept) == *hash).then(|| postcard::from_bytes(kept).ok())?
}

/// Keeps something for the next run. Where that cannot be done, that run finds it again.
fn keep(path: &Path, kept: &impl Serialize) {
    let (Some(folder), Ok(kept)) = (path.parent(), postcard::to_stdvec(kept)) else {
        return;
    };
    if fs::create_dir_all(folder).is_err() {
        return;
    }
    // Tools for versions and copies leave it out.
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
    let _ = write::without_waiting(path, &[&sum(&kept), &kept[..]].concat());
}

/// By which a file is known that was cut off or damaged.
fn sum(kept: &[u8]) -> [u8; 8] {
    hash_of(kept).to_le_bytes()
}

fn make_room(folder: &Path) {
    let Ok(files) = fs::read_dir(folder) else {
        return;
    };
    let is_kept = |path: &Path| {
        let ending = path.extension();
        ending.is_some_and(|ending| {
            [FOUND, BASELINE, SEEN, SAID]
                .iter()
                .any(|own| ending == *own)
        })
    };
    let mut files: Vec<_> = files
        .flatten()
        .filter(|file| is_kept(&file.path()))
        .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
        .collect();
    files.sort();
    let too_many = (files.len() + 1).saturating_sub(MOST_FILES);
    for (_, path) in files.iter().take(too_many) {
        let _ = fs::remove_file(path);
    }
}

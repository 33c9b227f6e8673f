//! What is kept from one check to the next: in memory what the cards are, on the disk what was found, and of both
//! what it takes to judge a few changed cards by themselves.
//!
//! On the disk stand two files for each game and choice of paths, beside the settings of the project: what was
//! found, and the [`Baseline`] of the last whole run. Their keys are hashes of everything that findings depend on:
//! the tool, the grammar, the data of the game, the settings, and the path and the text of every file, the library's
//! too. A file that is not there, that was cut off or changed, or that is of other texts, is as good as none; each
//! can be deleted at any time.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::write;
use crate::compile::{self, Baseline, Compilation, Memory, Role, Settings};
use crate::diagnostic::Diagnostic;
use crate::effect;
use crate::game::Game;
use crate::maps::HashMap;
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

/// What is kept.
#[derive(Default)]
pub struct Kept {
    /// By the id of the game.
    memories: HashMap<String, InMemory>,
    /// Whether what was compiled is kept in memory.
    remembers: bool,
    folder: Option<PathBuf>,
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

    /// What compiling finds and counts, without the cards where that is known.
    pub fn compile(
        &mut self,
        game: &Game,
        sources: &Sources,
        files: &[(FileId, Role)],
        settings: &Settings,
    ) -> Compilation {
        if !self.remembers && self.folder.is_none() {
            return compile::compile_with(game, sources, files, settings);
        }
        let inputs = Inputs::of(game, sources, files, settings);
        let slot = self.folder.as_deref();
        let slot = slot.map(|folder| folder.join(name_of(game, sources, files)));
        let on_disk = |ending: &str| slot.as_ref().map(|slot| slot.with_extension(ending));
        let key = inputs.key();
        if let Some(known) = on_disk(FOUND).and_then(|path| read::<Found>(&path))
            && known.key == key
        {
            return known.into();
        }
        let in_memory = self.memories.entry(game.game.clone()).or_default();
        let last = match &in_memory.whole_run {
            Some(last) => Some(last),
            None => {
                in_memory.whole_run = on_disk(BASELINE).and_then(|path| read(&path));
                in_memory.whole_run.as_ref()
            }
        };
        let again = last.and_then(|last| last.again(&inputs, game, sources, files, settings));
        let compilation = match again {
            Some(compilation) => compilation,
            None => {
                let memory = self.remembers.then_some(&mut in_memory.memory);
                let (compilation, baseline) =
                    compile::compile_for_next(game, sources, files, settings, memory);
                in_memory.whole_run = baseline.map(|baseline| WholeRun { inputs, baseline });
                if let (Some(path), Some(run)) = (on_disk(BASELINE), &in_memory.whole_run) {
                    keep(&path, run);
                }
                compilation
            }
        };
        if let Some(path) = on_disk(FOUND) {
            keep(&path, &Found::of(key, &compilation));
        }
        compilation
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

type Hash = [u8; blake3::OUT_LEN];

/// Hashes of everything that findings depend on.
#[derive(Serialize, Deserialize)]
struct Inputs {
    /// All but the texts.
    around: Hash,
    /// Of the text of each file.
    texts: Vec<Hash>,
}

impl Inputs {
    fn of(game: &Game, sources: &Sources, files: &[(FileId, Role)], settings: &Settings) -> Self {
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
            hasher.number(u64::from(file.syntax == Syntax::List));
            hasher.text(&file.path);
        }
        let texts = files.iter().map(|(id, _)| &sources.file(*id).text);
        Inputs {
            around: *hasher.finish().as_bytes(),
            texts: texts
                .map(|text| *blake3::hash(text.as_bytes()).as_bytes())
                .collect(),
        }
    }

    fn key(&self) -> Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.around);
        self.texts.iter().for_each(|text| {
            hasher.update(text);
        });
        *hasher.finalize().as_bytes()
    }
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
    let bytes = fs::read(path).ok()?;
    let (hash, kept) = bytes.split_at_checked(blake3::OUT_LEN)?;
    if blake3::hash(kept).as_bytes() != hash {
        return None;
    }
    rmp_serde::from_slice(kept).ok()
}

/// Keeps something for the next run. Where that cannot be done, that run finds it again.
fn keep(path: &Path, kept: &impl Serialize) {
    let (Some(folder), Ok(kept)) = (path.parent(), rmp_serde::to_vec(kept)) else {
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
    let hash = blake3::hash(&kept);
    let _ = write::one(path, &[hash.as_bytes(), &kept[..]].concat());
}

fn make_room(folder: &Path) {
    let Ok(files) = fs::read_dir(folder) else {
        return;
    };
    let is_kept = |path: &Path| {
        let ending = path.extension();
        ending.is_some_and(|ending| ending == FOUND || ending == BASELINE)
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

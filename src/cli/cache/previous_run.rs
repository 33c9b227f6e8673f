//! The result of a check, kept on disk for the next check of the same request.

use std::ffi::OsStr;
use std::fs;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::file_snapshot::{FileSnapshot, here};
use crate::cli::read::Text;
use crate::cli::request::Request;
use crate::cli::workspace::Run;
use cardwright::collections::HashSet;
use cardwright::diagnostic::Diagnostic;
use cardwright::game;
use cardwright::render::Scope;
use cardwright::source::{FileId, SourceFile, Sources};

/// The result of a run, and everything that must be equal for another run to have the same result.
#[derive(Serialize, Deserialize)]
pub struct PreviousRun {
    files: FileSnapshot,
    /// The hashes of the contents of `files`, in their order.
    hashes: Vec<Hash>,
    /// The files of embedded games that diagnostics refer to, by their paths. Their ids follow those of `files`.
    embedded: Vec<(FileId, SmolStr)>,
    pub scope: Scope,
    pub diagnostics: Vec<Diagnostic>,
}

/// Half of a BLAKE3 hash: two different texts never have the same half by chance.
type Hash = [u8; 16];

fn hash(text: &str) -> Hash {
    let hash = blake3::hash(text.as_bytes());
    hash.as_bytes().first_chunk().copied().unwrap_or_default()
}

/// Returns the hashes of the contents of files.
pub fn hashes(texts: &[Text]) -> Vec<Hash> {
    texts.par_iter().map(|text| hash(&text.text)).collect()
}

impl PreviousRun {
    /// Creates the result from a run. `hashes` are the hashes of the files in the snapshot, in their order.
    pub fn of(run: &Run, files: FileSnapshot, hashes: Vec<Hash>) -> Self {
        let embedded = files_of(&run.diagnostics).into_iter();
        let embedded = embedded.filter(|id| id.0 as usize >= files.files.len());
        PreviousRun {
            embedded: embedded
                .map(|id| (id, run.sources.file(id).path.clone()))
                .collect(),
            files,
            hashes,
            scope: run.scope(),
            diagnostics: run.diagnostics.clone(),
        }
    }

    /// Returns whether a run of the same request would give this result: no file came or went, and all contents are
    /// the same. Only files without a matching fingerprint are read.
    pub fn is_current(&mut self, request: &Request<'_>) -> bool {
        let Some(changed) = self.files.changed(request) else {
            return false;
        };
        let changed = changed.into_par_iter();
        let read = changed.map(|index| {
            let text = self.files.files.get(index)?.read();
            let same = text.trouble.is_none() && self.hashes.get(index) == Some(&hash(&text.text));
            same.then_some((index, text.fingerprint))
        });
        let Some(read) = read.collect::<Option<Vec<_>>>() else {
            return false;
        };
        for (index, fingerprint) in read {
            self.files.update(index, fingerprint);
        }
        true
    }

    /// Returns whether the next run can read fewer files if this result is stored again.
    pub fn is_improved(&self) -> bool {
        self.files.is_improved
    }

    /// Returns the contents of the files that diagnostics refer to; other files are empty. Returns `None` if one of
    /// them has changed in the meantime.
    pub fn sources(&self) -> Option<Sources> {
        let shown = files_of(&self.diagnostics);
        let mut sources = Sources::default();
        for (index, (file, hash_before)) in self.files.files.iter().zip(&self.hashes).enumerate() {
            let is_shown = shown.contains(&FileId(index as u32));
            let text = if is_shown {
                file.read().text
            } else {
                Default::default()
            };
            if is_shown && hash(&text) != *hash_before {
                return None;
            }
            sources.add(SourceFile::new(file.shown.as_str(), text));
        }
        for (id, path) in &self.embedded {
            while sources.len() < id.0 as usize {
                sources.add(SourceFile::new("", ""));
            }
            let mut files = game::embedded()
                .iter()
                .flat_map(|game| game.cards.iter().chain([&game.game]));
            let file = files.find(|(embedded, _)| embedded == path)?;
            sources.add(SourceFile::inside(*file));
        }
        Some(sources)
    }
}

/// Returns the files that diagnostics refer to, in the order of their ids.
fn files_of(diagnostics: &[Diagnostic]) -> Vec<FileId> {
    let places = diagnostics
        .iter()
        .flat_map(|found| found.other_places().chain([found.primary.at]));
    let files: HashSet<FileId> = places.map(|at| at.file).collect();
    let mut files: Vec<FileId> = files.into_iter().collect();
    files.sort_unstable();
    files
}

/// Returns a name that identifies everything that determines the result, except the files: the tool, the current
/// folder, the paths, the game and the settings. Returns `None` if the result of the request cannot be kept.
pub fn name(request: &Request<'_>) -> Option<String> {
    if request.lists || !request.given.is_empty() {
        return None;
    }
    let mut hasher = blake3::Hasher::new();
    let mut add = |part: &OsStr| {
        let bytes = part.as_encoded_bytes();
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    add(here()?.as_os_str());
    for paths in [request.checked, request.library] {
        add(OsStr::new("paths"));
        for path in paths {
            add(path.as_os_str());
            add(path.canonicalize().ok()?.as_os_str());
        }
    }
    add(request.game.as_ref());
    add(OsStr::new(if request.always { "always" } else { "" }));
    // The debug output includes every setting.
    add(format!("{:?}", request.settings).as_ref());
    add(tool()?.as_ref());
    Some(hasher.finalize().to_hex().chars().take(32).collect())
}

/// Identifies the build of the tool: two builds of one version may differ.
fn tool() -> Option<String> {
    let file = std::env::current_exe().and_then(fs::metadata).ok()?;
    let (length, modified) = (file.len(), file.modified().ok()?);
    Some(format!(
        "{} {length} {modified:?}",
        env!("CARGO_PKG_VERSION")
    ))
}

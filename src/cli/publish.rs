//! Publishes a bundle to its folder. Readers never see half of a file, and an interrupted build can be finished.
//!
//! All files are first written next to their targets and synced; then they are renamed, the manifest last. Only one
//! build at a time can publish to a folder. A build interrupted before the renames leaves the old bundle; one
//! interrupted during the renames is finished by the next command that reads the folder.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::error::CliError;
use super::read::whole;
use super::workspace::{GameRun, Run};
use super::write::{self, UNFINISHED, Unfinished};
use cardwright::bundle::{
    self, Bundle, Encoded, Encoding, FileHash, FileHasher, MANIFEST_FILE, Manifest,
};
use cardwright::collections::IndexMap;

/// The files of a bundle except the manifest, by name.
pub type Files<'b> = Vec<(&'static str, Encoded<'b>)>;

/// Buffer size in bytes: each system call is slow.
const BUFFER_SIZE: usize = 128 * 1024;

/// Returns the folder of each game's bundle: the output folder for the game of the project, and a subfolder with the
/// game's name for every other game.
pub fn folders<'r>(
    run: &'r Run,
    game: &'r str,
    out: &'r Path,
) -> impl Iterator<Item = (&'r GameRun, PathBuf)> {
    run.games.iter().map(move |built| {
        let alone = run.games.len() == 1 || built.game.game == game;
        let folder = if alone {
            out.to_owned()
        } else {
            out.join(&built.game.game)
        };
        (built, folder)
    })
}

/// Encodes a bundle in the requested formats.
pub fn encoded<'b>(
    built: &GameRun,
    bundle: &'b Bundle,
    encodings: &[Encoding],
) -> Result<Files<'b>, CliError> {
    let encoded = encodings.par_iter().map(|encoding| {
        let form = encoding.encode(&built.game, bundle);
        let form = form.map_err(|source| CliError::Encode {
            game: built.game.game.clone(),
            source,
        })?;
        Ok((encoding.file(), form))
    });
    encoded.collect()
}

/// Writes a bundle to a folder, which is created if necessary. The manifest is built from the written files.
pub fn publish(
    folder: &Path,
    files: &Files<'_>,
    manifest: impl FnOnce(IndexMap<String, FileHash>) -> Manifest,
) -> Result<Manifest, CliError> {
    fs::create_dir_all(folder).map_err(|source| write::failure(folder, source))?;
    let _lock = lock(folder);
    settle(folder);
    let names = || {
        let data = files.iter().map(|(name, _)| *name);
        data.chain([MANIFEST_FILE])
    };
    let before = manifest_in(folder);
    for name in names() {
        let path = folder.join(name);
        // Renaming onto a folder would fail after other files have been renamed.
        if path.is_dir() {
            let source = io::Error::other("a folder has this name");
            return Err(write::failure(&path, source));
        }
    }
    for name in names() {
        let path = folder.join(name);
        let named = before
            .as_ref()
            .is_some_and(|before| before.files.contains_key(name));
        if path.exists() && !named && !is_of_a_bundle(&path) {
            return Err(CliError::InTheWay {
                path: super::walk::shown(&path),
                why: "it is not a file of a bundle",
                help: "choose another folder with `--out`, or remove the file first",
            });
        }
    }
    let mut unfinished = Vec::with_capacity(files.len() + 1);
    let mut hashes = IndexMap::default();
    for (name, form) in files {
        let mut hasher = FileHasher::default();
        let laid_down = Unfinished::lay_down(folder, name, |file| {
            // The pieces are small, so they are buffered.
            let mut file = BufWriter::with_capacity(BUFFER_SIZE, file);
            form.each(|piece| {
                hasher.add(piece);
                file.write_all(piece)
            })?;
            file.flush()
        });
        unfinished.push(laid_down?);
        hashes.insert((*name).to_owned(), hasher.finish());
    }
    let manifest = manifest(hashes);
    let bytes = bundle::to_json(&manifest);
    let laid_down = Unfinished::lay_down(folder, MANIFEST_FILE, |file| {
        file.write_all(bytes.as_bytes())
    });
    unfinished.push(laid_down?);
    for (name, from) in names().zip(&unfinished) {
        let to = folder.join(name);
        fs::rename(from.path(), &to).map_err(|source| write::failure(&to, source))?;
    }
    remove_former(folder, before.as_ref(), &manifest);
    // The names are durable only after the folder is synced. Not every system can open a folder for that; the files are
    // complete either way.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(manifest)
}

/// Returns whether a file starts like a file of a bundle, complete or not: with its `format` in JSON or MessagePack, or
/// with the application id in the header of a database.
fn is_of_a_bundle(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = super::read::open(path).and_then(|file| file.take(100).read_to_end(&mut head));
    read.is_ok()
        && (head.starts_with(b"{\n  \"format\": ")
            || head.get(1..8) == Some(b"\xa6format")
            || head.get(68..72) == Some(b"CWBD"))
}

/// Keeps other builds out of the folder until the lock is dropped or the process ends. If the system cannot lock a
/// folder, two simultaneous builds may mix; the manifest then detects it.
pub fn lock(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    folder.lock().ok().map(|()| folder)
}

/// Finishes an interrupted build if all its files are complete; otherwise removes its unfinished files, none of which
/// has been renamed yet.
pub fn settle(folder: &Path) {
    for files in leftovers(folder).values() {
        if is_complete(folder, files) {
            let (manifest, data): (Vec<_>, Vec<_>) =
                files.iter().partition(|(name, _)| *name == MANIFEST_FILE);
            for (name, path) in data.into_iter().chain(manifest) {
                let _ = fs::rename(path, folder.join(name));
            }
        }
        for path in files.values() {
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns the unfinished files of builds that no longer run, by process and name.
fn leftovers(folder: &Path) -> BTreeMap<u32, BTreeMap<String, PathBuf>> {
    let mut left: BTreeMap<u32, BTreeMap<String, PathBuf>> = BTreeMap::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return left;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let parts = name
            .to_str()
            .and_then(|name| name.strip_prefix(UNFINISHED))
            .and_then(|rest| rest.split_once('-'));
        let Some((process, name)) = parts else {
            continue;
        };
        let Ok(process) = process.parse::<u32>() else {
            continue;
        };
        if !write::is_running(process, &entry) {
            let files = left.entry(process).or_default();
            files.insert(name.to_owned(), entry.path());
        }
    }
    left
}

/// Returns whether every file in the manifest of an interrupted build exists, renamed or not.
fn is_complete(folder: &Path, files: &BTreeMap<String, PathBuf>) -> bool {
    let manifest = files
        .get(MANIFEST_FILE)
        .and_then(|path| whole(path).ok())
        .and_then(|bytes| serde_json::from_slice::<Manifest>(&bytes).ok());
    let Some(manifest) = manifest else {
        return false;
    };
    manifest.files.iter().all(|(name, should_be)| {
        let in_place = folder.join(name);
        let path = files.get(name).unwrap_or(&in_place);
        whole(path).is_ok_and(|bytes| should_be.is_of(&bytes))
    })
}

fn manifest_in(folder: &Path) -> Option<Manifest> {
    let bytes = whole(&folder.join(MANIFEST_FILE)).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Removes files of formats that the previous bundle had and this one has not: they would contain old cards.
fn remove_former(folder: &Path, before: Option<&Manifest>, now: &Manifest) {
    let Some(before) = before else {
        return;
    };
    for encoding in Encoding::ALL {
        let name = encoding.file();
        if before.files.contains_key(name) && !now.files.contains_key(name) {
            let _ = fs::remove_file(folder.join(name));
        }
    }
}

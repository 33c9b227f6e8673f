//! The manifest: metadata of a build, small enough to be read before the bundle.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Bundle, FORMAT_VERSION};
use crate::collections::IndexMap;
use crate::effect::{self, ir::IR_VERSION};
use crate::game::Game;

/// The file name of the manifest.
pub const MANIFEST_FILE: &str = "manifest.json";

/// The metadata of a bundle. It is written last, so its hashes show whether the files belong
/// together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Manifest {
    /// The version of the bundle format.
    pub format: u32,
    /// The version of the IR.
    pub ir: u32,
    /// The version of the tool that built it.
    pub tool: String,
    pub game: ManifestGame,
    /// The hash of the grammar of effect texts.
    pub grammar: String,
    /// Every other file of the bundle, by name.
    pub files: IndexMap<String, FileHash>,
    pub counts: Counts,
}

/// The game of the bundle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ManifestGame {
    pub id: String,
    pub version: u32,
    /// The hash of the game's data.
    pub hash: String,
}

/// The expected content of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FileHash {
    /// The BLAKE3 hash of its bytes, in hexadecimal digits.
    pub blake3: String,
    pub bytes: u64,
}

impl FileHash {
    pub fn of(bytes: &[u8]) -> FileHash {
        let mut hasher = FileHasher::default();
        hasher.add(bytes);
        hasher.finish()
    }

    /// Returns whether the bytes match.
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        *self == FileHash::of(bytes)
    }
}

/// Computes the hash of a file while it is written.
#[derive(Default)]
pub struct FileHasher(blake3::Hasher);

impl FileHasher {
    pub fn add(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    pub fn finish(&self) -> FileHash {
        FileHash {
            blake3: self.0.finalize().to_hex().to_string(),
            bytes: self.0.count(),
        }
    }
}

/// Numbers of all parts of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    pub cards: usize,
    pub abilities: usize,
    pub kingdoms: usize,
    /// Cards with text that cannot be expressed yet and is not executed.
    pub manual: usize,
}

/// Builds the manifest of a bundle that is written to these files.
pub fn manifest(game: &Game, bundle: &Bundle, files: IndexMap<String, FileHash>) -> Manifest {
    Manifest {
        format: FORMAT_VERSION,
        ir: IR_VERSION,
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        game: ManifestGame {
            id: game.game.clone(),
            version: game.version,
            hash: hash_of_game(game),
        },
        grammar: hash(effect::GRAMMAR.as_bytes()),
        files,
        counts: Counts::of(bundle),
    }
}

impl Counts {
    pub fn of(bundle: &Bundle) -> Counts {
        Counts {
            cards: bundle.cards.len(),
            abilities: bundle.cards.iter().map(|card| card.abilities.len()).sum(),
            kingdoms: bundle.kingdoms.len(),
            manual: bundle
                .cards
                .iter()
                .filter(|card| card.manual.is_some())
                .count(),
        }
    }
}

/// Returns the hash of the game's data as JSON, so that comments and layout of the file do not matter.
fn hash_of_game(game: &Game) -> String {
    let json = serde_json::to_vec(game).expect("every key of a game is a string");
    hash(&json)
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

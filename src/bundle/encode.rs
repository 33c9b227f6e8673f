//! The forms in which a bundle is written. All of them hold the same.

use serde::Serialize;

use super::{Bundle, sqlite};
use crate::game::Game;

/// A form of the bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Encoding {
    /// `bundle.json`: the canonical one.
    Json,
    /// `bundle.msgpack`: the same data as MessagePack, structs as maps by name.
    MessagePack,
    /// `cards.sqlite`: the same data as tables.
    Sqlite,
}

/// Why a bundle could not be written in a form. None of it is the fault of a card.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    #[error("the bundle could not be written as MessagePack: {0}")]
    MessagePack(#[from] rmp_serde::encode::Error),
    #[error("the tables could not be made: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

impl Encoding {
    pub const ALL: [Encoding; 3] = [Encoding::Json, Encoding::MessagePack, Encoding::Sqlite];

    /// The name of its file.
    pub fn file(self) -> &'static str {
        match self {
            Encoding::Json => "bundle.json",
            Encoding::MessagePack => "bundle.msgpack",
            Encoding::Sqlite => "cards.sqlite",
        }
    }

    /// The bundle in this form: the same bytes for the same bundle.
    pub fn encode(self, game: &Game, bundle: &Bundle) -> Result<Vec<u8>, EncodeError> {
        match self {
            Encoding::Json => Ok(to_json(bundle).into_bytes()),
            Encoding::MessagePack => Ok(rmp_serde::to_vec_named(bundle)?),
            Encoding::Sqlite => Ok(sqlite::database(game, bundle)?),
        }
    }
}

/// Any of our documents as JSON: two spaces of indentation, keys in the order of their
/// definition, a newline at the end. Line by line, so that two versions can be compared.
pub fn to_json(document: &impl Serialize) -> String {
    let mut json =
        serde_json::to_string_pretty(document).expect("every key of our documents is a string");
    json.push('\n');
    json
}

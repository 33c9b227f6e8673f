//! The forms in which a bundle is written. All of them hold the same.

use rayon::prelude::*;
use serde::Serialize;

use super::{Bundle, BundledCard, sqlite};
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
    pub fn encode<'b>(self, game: &Game, bundle: &'b Bundle) -> Result<Encoded<'b>, EncodeError> {
        Ok(match self {
            Encoding::Json => Encoded(Form::Json(bundle)),
            Encoding::MessagePack => Encoded(Form::Bytes(rmp_serde::to_vec_named(bundle)?)),
            Encoding::Sqlite => Encoded(Form::Bytes(sqlite::database(game, bundle)?)),
        })
    }
}

/// A bundle in one of its forms. JSON, which is several times as long as the bundle in memory, is made while
/// it is taken.
pub struct Encoded<'b>(Form<'b>);

enum Form<'b> {
    Json(&'b Bundle),
    Bytes(Vec<u8>),
}

impl Encoded<'_> {
    /// Calls `take` with its bytes, piece by piece, until that fails.
    pub fn each<E>(&self, take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut take = take;
        match &self.0 {
            Form::Json(bundle) => json_pieces(bundle, take),
            Form::Bytes(bytes) => take(bytes),
        }
    }

    /// All its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let taken = self.each(|piece| {
            bytes.extend_from_slice(piece);
            Ok::<(), std::convert::Infallible>(())
        });
        match taken {
            Ok(()) => bytes,
        }
    }
}

/// How many cards one piece has, and how many pieces are made at once.
const CARDS_IN_A_PIECE: usize = 64;
const PIECES_AT_ONCE: usize = 32;

/// A part of the document, at the depth at which it stands there.
#[derive(Serialize)]
struct Part<'b> {
    cards: &'b [BundledCard],
}

/// What stands around the cards of a part, and in a document without cards.
const BEFORE: &str = "{\n  \"cards\": [\n";
const AFTER: &str = "\n  ]\n}";
const NO_CARDS: &str = "\n  \"cards\": [],";

/// The same bytes as [`to_json`] gives, on all threads.
fn json_pieces<E>(bundle: &Bundle, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let frame = to_json(&Bundle {
        cards: Vec::new(),
        game: bundle.game.clone(),
        kingdoms: bundle.kingdoms.clone(),
        vocabulary: bundle.vocabulary.clone(),
        migrations: bundle.migrations.clone(),
        ..*bundle
    });
    let around = frame
        .split_once(NO_CARDS)
        .filter(|_| !bundle.cards.is_empty());
    let Some((before, after)) = around else {
        return take(frame.as_bytes());
    };
    take(before.as_bytes())?;
    take(&BEFORE.as_bytes()[1..])?;
    let mut first = true;
    for cards in bundle.cards.chunks(CARDS_IN_A_PIECE * PIECES_AT_ONCE) {
        let pieces: Vec<String> = cards
            .par_chunks(CARDS_IN_A_PIECE)
            .map(|cards| to_json(&Part { cards }))
            .collect();
        for piece in &pieces {
            let cards = piece.trim_end().strip_prefix(BEFORE);
            let cards = cards.and_then(|cards| cards.strip_suffix(AFTER));
            let cards = cards.expect("the part has its cards and nothing else");
            if !std::mem::take(&mut first) {
                take(b",\n")?;
            }
            take(cards.as_bytes())?;
        }
    }
    take(&AFTER.as_bytes()[..AFTER.len() - 2])?;
    take(b",")?;
    take(after.as_bytes())
}

/// Any of our documents as JSON: two spaces of indentation, keys in the order of their
/// definition, a newline at the end. Line by line, so that two versions can be compared.
pub fn to_json(document: &impl Serialize) -> String {
    let mut json =
        serde_json::to_string_pretty(document).expect("every key of our documents is a string");
    json.push('\n');
    json
}

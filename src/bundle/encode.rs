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
    pub fn each<E: Send>(&self, take: impl FnMut(&[u8]) -> Result<(), E> + Send) -> Result<(), E> {
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

/// How many cards one piece has, and how many pieces are made at once. All of them fit into the cache of a
/// processor, from which they are hashed and written; with few of them, whoever has made the last one but one
/// waits often for the last.
const CARDS_IN_A_PIECE: usize = 8;
const PIECES_AT_ONCE: usize = 32;

/// About how many bytes a card takes; few take more.
const BYTES_OF_A_CARD: usize = 3 * 1024;

/// The list of cards in a document without any.
const NO_CARDS: &str = "\"cards\": []";

/// What stands before the first card and between two.
const FIRST: &str = "\n    ";
const NEXT: &str = ",\n    ";

/// As [`to_json`] writes it, but for the cards: each of them is a line, so that the lines which differ between two
/// bundles are its changed cards. On all threads: while some are taken, the next ones are made.
fn json_pieces<E: Send>(
    bundle: &Bundle,
    mut take: impl FnMut(&[u8]) -> Result<(), E> + Send,
) -> Result<(), E> {
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
    take(b"\"cards\": [")?;
    let made = |cards: &[BundledCard]| -> Vec<Vec<u8>> {
        cards.par_chunks(CARDS_IN_A_PIECE).map(json_of).collect()
    };
    // On a thread of the pool from the first piece to the last: to come into it takes as long as a few cards.
    rayon::scope(|_| {
        let mut batches = bundle.cards.chunks(CARDS_IN_A_PIECE * PIECES_AT_ONCE);
        let mut next = batches.next().map(made);
        let mut separator = FIRST;
        while let Some(pieces) = next {
            let batch = batches.next();
            let take_all = || {
                pieces.iter().try_for_each(|piece| {
                    take(std::mem::replace(&mut separator, NEXT).as_bytes())?;
                    take(piece)
                })
            };
            let (taken, made) = rayon::join(take_all, || batch.map(made));
            taken?;
            next = made;
        }
        Ok(())
    })?;
    take(b"\n  ]")?;
    take(after.as_bytes())
}

/// Cards as they stand in the document, without what stands around them.
fn json_of(cards: &[BundledCard]) -> Vec<u8> {
    let mut json = Vec::with_capacity(cards.len() * BYTES_OF_A_CARD);
    for (at, card) in cards.iter().enumerate() {
        if at > 0 {
            json.extend_from_slice(NEXT.as_bytes());
        }
        serde_json::to_writer(&mut json, card).expect(KEYS_ARE_STRINGS);
    }
    json
}

/// Any of our documents as JSON: two spaces of indentation, keys in the order of their definition, a newline at
/// the end.
pub fn to_json(document: &impl Serialize) -> String {
    let mut json = serde_json::to_string_pretty(document).expect(KEYS_ARE_STRINGS);
    json.push('\n');
    json
}

/// Without which no document can be written as JSON.
const KEYS_ARE_STRINGS: &str = "every key of our documents is a string";

//! Encodes a bundle in several formats with the same content.

use serde::Serialize;

#[cfg(feature = "sqlite")]
use super::sqlite;
use super::{Bundle, BundledCard};
use crate::game::Game;
use crate::parallel;

/// A file format of bundles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Encoding {
    /// `bundle.json`: the canonical format.
    Json,
    /// `bundle.msgpack`: the same data as MessagePack, structs as maps by name.
    MessagePack,
    /// `cards.sqlite`: the same data as tables. Requires the feature `sqlite`.
    #[cfg(feature = "sqlite")]
    Sqlite,
}

/// The reason why a bundle could not be encoded. A card is never the cause.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    #[error("the bundle could not be written as MessagePack: {0}")]
    MessagePack(#[from] rmp_serde::encode::Error),
    #[cfg(feature = "sqlite")]
    #[error("the tables could not be created: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

impl Encoding {
    pub const ALL: [Encoding; 2 + cfg!(feature = "sqlite") as usize] = [
        Encoding::Json,
        Encoding::MessagePack,
        #[cfg(feature = "sqlite")]
        Encoding::Sqlite,
    ];

    /// Returns the file name of a bundle in this format.
    pub fn file(self) -> &'static str {
        match self {
            Encoding::Json => "bundle.json",
            Encoding::MessagePack => "bundle.msgpack",
            #[cfg(feature = "sqlite")]
            Encoding::Sqlite => "cards.sqlite",
        }
    }

    /// Encodes the bundle, deterministically.
    #[cfg_attr(not(feature = "sqlite"), allow(unused_variables))]
    pub fn encode<'b>(self, game: &Game, bundle: &'b Bundle) -> Result<Encoded<'b>, EncodeError> {
        Ok(match self {
            Encoding::Json => Encoded(Form::Json(bundle)),
            Encoding::MessagePack => Encoded(Form::Bytes(rmp_serde::to_vec_named(bundle)?)),
            #[cfg(feature = "sqlite")]
            Encoding::Sqlite => Encoded(Form::Bytes(sqlite::database(game, bundle)?)),
        })
    }
}

/// An encoded bundle. JSON, which is several times as long as the bundle in memory, is generated
/// while it is consumed.
pub struct Encoded<'b>(Form<'b>);

enum Form<'b> {
    Json(&'b Bundle),
    Bytes(Vec<u8>),
}

impl Encoded<'_> {
    /// Calls `take` with the bytes, piece by piece, until `take` fails.
    pub fn each<E: Send>(&self, take: impl FnMut(&[u8]) -> Result<(), E> + Send) -> Result<(), E> {
        let mut take = take;
        match &self.0 {
            Form::Json(bundle) => json_pieces(bundle, take),
            Form::Bytes(bytes) => take(bytes),
        }
    }

    /// Returns all bytes.
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

/// Number of cards in a piece, and of pieces in a batch. A batch fits into the processor cache,
/// from which it is hashed and written. With fewer pieces, threads often wait for the last one.
const CARDS_IN_A_PIECE: usize = 8;
const PIECES_AT_ONCE: usize = 32;

/// Approximate size of a card in bytes; few are larger.
const BYTES_OF_A_CARD: usize = 3 * 1024;

/// The list of cards in a document without cards.
const NO_CARDS: &str = "\"cards\": []";

/// The separators before the first card and between two cards.
const FIRST: &str = "\n    ";
const NEXT: &str = ",\n    ";

/// Writes JSON like [`to_json`], but with each card on one line, so that a line diff of two bundles
/// shows the changed cards. Uses all threads: while a batch is consumed, the next one is generated.
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
        texts: bundle.texts.clone(),
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
        let pieces: Vec<&[BundledCard]> = cards.chunks(CARDS_IN_A_PIECE).collect();
        parallel::map(&pieces, |piece| json_of(piece))
    };
    parallel::enter(|| {
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
            let (taken, made) = parallel::join(take_all, || batch.map(made));
            taken?;
            next = made;
        }
        Ok(())
    })?;
    take(b"\n  ]")?;
    take(after.as_bytes())
}

/// Encodes cards as in the document, without the surrounding text.
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

/// Encodes a document as JSON: two spaces of indentation, keys in the order of their definition, a
/// newline at the end.
pub fn to_json(document: &impl Serialize) -> String {
    let mut json = serde_json::to_string_pretty(document).expect(KEYS_ARE_STRINGS);
    json.push('\n');
    json
}

/// The invariant that makes JSON encoding infallible.
const KEYS_ARE_STRINGS: &str = "every key of a document is a string";

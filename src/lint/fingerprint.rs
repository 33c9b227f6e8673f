//! Hashes by which lints find groups of equal cards; computed once for each card, when it is compiled.

use super::{duplicate_card, filter_index};
use crate::card::{CardSource, FieldValue};
use crate::collections::{hash_of, hash_of_all};
use crate::game::Game;

/// Hashes of a card. Two cards with the same hash are treated as equal.
#[derive(Clone, Copy, Debug)]
pub struct Fingerprints {
    /// Equal for cards that may be the same card under two names.
    pub printed: u64,
    /// Equal for cards of one type with the same text.
    pub text: u64,
    /// Equal for cards that match the same filters, except filters by name.
    pub filterable: u64,
    /// Equal if the lints of other cards read the same from this card: everything on it except its text and the spans
    /// of its fields.
    pub visible: u64,
    /// Equal if the fields have the same spans.
    pub spans: u64,
}

impl Fingerprints {
    /// Computes the hashes of a card. `canonical` is its text in canonical form.
    pub fn of(game: &Game, card: &CardSource, canonical: &str) -> Self {
        Fingerprints {
            printed: duplicate_card::look(game, card, canonical),
            text: hash_of((&card.card_type, canonical)),
            filterable: filter_index::kind(game, card),
            visible: visible(card),
            spans: hash_of_all(card.places.iter()),
        }
    }
}

fn visible(card: &CardSource) -> u64 {
    let fields = card.fields.iter().map(|(key, value)| {
        let value = match value {
            FieldValue::Flag(flag) => hash_of((0, flag)),
            FieldValue::Number(number) => hash_of((1, number)),
            FieldValue::Text(text) => hash_of((2, text)),
            FieldValue::List(ids) => hash_of((3, ids)),
            FieldValue::Numbers(numbers) => hash_of((4, numbers.as_slice())),
            FieldValue::Area(area) => hash_of((5, &area.pattern)),
            FieldValue::Group(fields) => hash_of((6, format!("{fields:?}"))),
        };
        (key, value)
    });
    let names = (&card.id, &card.name, card.name_at, &card.card_type);
    hash_of((names, &card.manual, card.broken, hash_of_all(fields)))
}

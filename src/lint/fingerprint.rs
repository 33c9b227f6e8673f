//! Hashes by which lints find groups of equal cards; computed once for each card, when it is compiled.

use super::{duplicate_card, fit};
use crate::card::CardSource;
use crate::game::Game;
use crate::maps::hash_of;

/// Hashes of a card. Two cards with the same hash are treated as equal.
#[derive(Clone, Copy, Debug)]
pub struct Fingerprints {
    /// Equal for cards that may be the same card under two names.
    pub printed: u64,
    /// Equal for cards of one type with the same text.
    pub text: u64,
    /// Equal for cards that match the same filters, except filters by name.
    pub filterable: u64,
}

impl Fingerprints {
    /// `canonical` is the text of the card in canonical form.
    pub fn of(game: &Game, card: &CardSource, canonical: &str) -> Self {
        Fingerprints {
            printed: duplicate_card::look(game, card, canonical),
            text: hash_of((&card.card_type, canonical)),
            filterable: fit::kind(game, card),
        }
    }
}

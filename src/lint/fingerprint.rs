//! What lints compare cards by, found out once for each card, while it is compiled.

use serde::{Deserialize, Serialize};

use super::{duplicate_card, filter_index};
use crate::card::CardSource;
use crate::collections::hash_of;
use crate::game::Game;

/// Hashes of which two that are the same stand for the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The same for cards that may be one card under two names.
    pub look: u64,
    /// The same for cards of one type with the same text.
    pub wording: u64,
    /// The same for cards that fit the same descriptions, names aside.
    pub kind: u64,
}

impl Facts {
    /// `canonical` is the text of the card in canonical form.
    pub fn of(game: &Game, card: &CardSource, canonical: &str) -> Self {
        Facts {
            look: duplicate_card::look(game, card, canonical),
            wording: hash_of((&card.card_type, canonical)),
            kind: filter_index::kind(game, card),
        }
    }
}

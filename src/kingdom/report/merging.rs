//! Cards that can merge in play: cards with the same name (rulebook section "Unit size: Increasing unit size").

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Looked;
use crate::collections::IndexMap;
use crate::game;

/// Number of cards that can merge with another card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Merging {
    /// The plural name of these cards: `units`.
    pub title: String,
    /// Number of all cards of these types.
    pub cards: u64,
    /// Number of cards that have another card with the same name.
    pub can: u64,
    /// The names of the cards that can merge, the most frequent first.
    pub names: Vec<Same>,
}

/// Cards with the same name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Same {
    pub name: String,
    /// Number of cards; merged, they have this size.
    pub copies: u64,
}

pub(super) fn merging(looked: &Looked<'_>, merge: &game::Merging) -> Merging {
    let mut by_name: IndexMap<String, Same> = IndexMap::default();
    let mut cards = 0;
    for (card, copies) in looked.cards_of(&merge.zones) {
        if !merge.types.contains(&card.card_type) {
            continue;
        }
        cards += copies;
        let same = by_name.entry(card.name.to_lowercase()).or_insert(Same {
            name: card.name.to_string(),
            copies: 0,
        });
        same.copies += copies;
    }
    let mut names: Vec<Same> = by_name.into_values().collect();
    names.retain(|same| same.copies > 1);
    names.sort_by_key(|same| std::cmp::Reverse(same.copies));
    Merging {
        title: super::parts::plurals(looked.game, &merge.types),
        cards,
        can: names.iter().map(|same| same.copies).sum(),
        names,
    }
}

//! Which card a name of a set means.

use std::sync::{Arc, OnceLock};

use super::Cards;
use crate::card::{CardSource, id_of};
use crate::collections::HashMap;

/// Looks names up: the name of a card in any letter case, or its id. What it learns of the cards serves all
/// sets that are judged with it.
#[derive(Debug)]
pub struct Names<'c> {
    cards: Cards<'c>,
    /// By name in lowercase. Built when a card is asked for whose id is not that of its name.
    by_name: OnceLock<HashMap<String, &'c CardSource>>,
}

impl<'c> Names<'c> {
    pub fn new(cards: Cards<'c>) -> Self {
        Names {
            cards,
            by_name: OnceLock::new(),
        }
    }

    /// The card of that name in any letter case, or of that id.
    pub fn card(&self, name: &str) -> Option<&'c CardSource> {
        let lower = name.to_lowercase();
        let by_id = self.cards.by_id.get(id_of(name).as_str());
        if let Some(card) = by_id.filter(|card| card.name.to_lowercase() == lower) {
            return Some(card);
        }
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name = HashMap::default();
            for card in self.cards.by_id.values().map(Arc::as_ref) {
                by_name.entry(card.name.to_lowercase()).or_insert(card);
            }
            by_name
        });
        by_name
            .get(&lower)
            .copied()
            .or_else(|| self.cards.by_id.get(name).map(Arc::as_ref))
    }

    /// What a set calls a card so that it is found again: its name, or its id where the name is that of
    /// another card. `None` where both are.
    pub(super) fn reference(&self, card: &'c CardSource) -> Option<&'c str> {
        [card.name.as_str(), card.id.as_str()]
            .into_iter()
            .find(|name| self.card(name).is_some_and(|found| found.id == card.id))
    }

    /// The card of that id.
    pub(super) fn by_id(&self, id: &str) -> Option<&'c CardSource> {
        self.cards.by_id.get(id).map(Arc::as_ref)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &'c CardSource> {
        self.cards.by_id.values().map(Arc::as_ref)
    }
}

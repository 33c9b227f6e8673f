//! Resolves the names in a set to cards.

use std::sync::{Arc, OnceLock};

use super::Cards;
use crate::card::{CardSource, id_of};
use crate::collections::HashMap;

/// Name resolution: finds a card by its name in any letter case, or by its id. One index serves all sets that are
/// checked with the same cards.
#[derive(Debug)]
pub struct Names<'c> {
    cards: Cards<'c>,
    /// Cards by lowercase name. Built on the first lookup for which the id derived from the name finds no card.
    by_name: OnceLock<HashMap<String, &'c CardSource>>,
    /// The cards of each lowercase name that several cards have; built on first use.
    namesakes: OnceLock<HashMap<String, Vec<&'c CardSource>>>,
}

impl<'c> Names<'c> {
    pub fn new(cards: Cards<'c>) -> Self {
        Names {
            cards,
            by_name: OnceLock::new(),
            namesakes: OnceLock::new(),
        }
    }

    /// Returns the card with this name, ignoring case, or with this id.
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

    /// Returns the cards with a name that several cards have, ignoring case; empty for every other name.
    pub(super) fn namesakes(&self, name: &str) -> &[&'c CardSource] {
        let namesakes = self.namesakes.get_or_init(|| {
            let mut all: HashMap<String, Vec<&CardSource>> = HashMap::default();
            for card in self.all() {
                all.entry(card.name.to_lowercase()).or_default().push(card);
            }
            all.retain(|_, cards| cards.len() > 1);
            all
        });
        let cards = namesakes.get(&name.to_lowercase());
        cards.map_or(&[], Vec::as_slice)
    }

    /// Returns a text that resolves to the card: its name, or its id if the name resolves to another card. `None` if
    /// both do.
    pub(super) fn reference(&self, card: &'c CardSource) -> Option<&'c str> {
        [card.name.as_str(), card.id.as_str()]
            .into_iter()
            .find(|name| self.card(name).is_some_and(|found| found.id == card.id))
    }

    /// Returns the card with this id.
    pub(super) fn by_id(&self, id: &str) -> Option<&'c CardSource> {
        self.cards.by_id.get(id).map(Arc::as_ref)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &'c CardSource> {
        self.cards.by_id.values().map(Arc::as_ref)
    }
}

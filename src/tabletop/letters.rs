//! The letters of cards on the map: capitals for player 0, small letters for player 1, digits for what nobody moves.

use std::collections::BTreeMap;

use cardwright_play::Table;
use cardwright_play::state::{At, CardIx, State};

/// The letters of cards. A card keeps its letter while it is on the map.
#[derive(Clone, Debug, Default)]
pub(super) struct Letters(BTreeMap<CardIx, char>);

impl Letters {
    pub fn of(&self, card: CardIx) -> Option<char> {
        self.0.get(&card).copied()
    }

    pub fn card(&self, letter: &str) -> Option<CardIx> {
        let mut chars = letter.chars();
        let (Some(letter), None) = (chars.next(), chars.next()) else {
            return None;
        };
        let found = self.0.iter().find(|(_, own)| **own == letter);
        found.map(|(card, _)| *card)
    }

    /// These letters, and those of other cards.
    pub fn or(&self, others: &Letters) -> Letters {
        let mut all = others.0.clone();
        all.extend(&self.0);
        Letters(all)
    }

    /// Gives letters to the cards that came onto the map, and takes them from those that left.
    pub fn update(&mut self, table: &Table, state: &State) {
        let on_map = |card: CardIx| {
            let it = state.cards.get(usize::from(card));
            // The cards of a stack have the letter of their stack.
            let battle = state.battle.as_ref();
            let stack = battle.and_then(|battle| battle.stack_of(card));
            it.is_some_and(|it| matches!(it.at, At::Map(_)))
                && stack.is_none_or(|stack| stack.card == card)
        };
        self.0.retain(|card, _| on_map(*card));
        for card in state.play.iter().copied().filter(|card| on_map(*card)) {
            let it = state.cards.get(usize::from(card));
            let battle = state.battle.as_ref();
            let stack = battle.and_then(|battle| battle.stack_of(card));
            let top = stack.and_then(|stack| state.cards.get(usize::from(*stack.cards.first()?)));
            let Some((it, def)) =
                it.and_then(|it| Some((it, table.defs.get(usize::from(top.unwrap_or(it).def))?)))
            else {
                continue;
            };
            if self.0.contains_key(&card) {
                continue;
            }
            let wanted: Vec<char> = match (def.site, it.controller) {
                (true, _) => ('1'..='9').collect(),
                (false, 0) => letters_for(&def.name)
                    .map(|c| c.to_ascii_uppercase())
                    .collect(),
                (false, _) => letters_for(&def.name).collect(),
            };
            let free = |letter: &char| !self.0.values().any(|taken| taken == letter);
            if let Some(letter) = wanted.into_iter().find(free) {
                self.0.insert(card, letter);
            }
        }
    }
}

/// The letters of the name, then all others.
fn letters_for(name: &str) -> impl Iterator<Item = char> {
    let own: Vec<char> = name
        .chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    own.into_iter().chain('a'..='z')
}

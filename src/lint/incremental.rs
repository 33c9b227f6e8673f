//! What lints may read of other cards, and the reuse of their diagnostics in the next run.
//!
//! The diagnostics of a lint that looks at one card are kept with the compiled card
//! ([`CompileMemo`](crate::compile::CompileMemo)). Those of a lint that reads only its own card stay valid; those of
//! a lint that reads what is printed on other cards are valid while the fingerprint of all that is the same. Each lint
//! is run in a context that has no more than what it states to read ([`Reads`](super::Reads)).

use std::sync::{Mutex, OnceLock, PoisonError};

use super::support::token_usage::USED;
use super::{LintContext, LintedCard, TextFeatures};
use crate::collections::{hash_of, hash_of_all};
use crate::diagnostic::Diagnostic;

/// The diagnostics of the lints that look at one card.
#[derive(Default)]
pub struct CardFindings {
    /// The diagnostics of lints that read only this card; empty until these lints have run.
    own: OnceLock<Vec<Diagnostic>>,
    /// The diagnostics of lints that read what is printed on other cards, with the fingerprint of what they read.
    printed: Mutex<Option<(u64, Vec<Diagnostic>)>>,
}

impl CardFindings {
    pub(super) fn own(&self, run: impl FnOnce() -> Vec<Diagnostic>) -> Vec<Diagnostic> {
        self.own.get_or_init(run).clone()
    }

    pub(super) fn printed(
        &self,
        fingerprint: u64,
        run: impl FnOnce() -> Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        let mut kept = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((known, found)) if *known == fingerprint => found.clone(),
            _ => {
                let found = run();
                *kept = Some((fingerprint, found.clone()));
                found
            }
        }
    }
}

impl<'w> LintContext<'w> {
    /// The context of a lint that reads only its own card: no cards and no sets.
    pub(super) fn of_own_card(&self) -> Self {
        LintContext {
            sets: Vec::new(),
            ..self.with_cards(std::iter::empty())
        }
    }

    /// The context of a lint that reads what is printed on other cards: the cards without the meaning of their texts,
    /// and what all texts together can change and place.
    pub(super) fn of_printed(&self) -> Self {
        let cards = self.cards.values().map(|card| LintedCard {
            abilities: &[],
            contents: TextFeatures::default(),
            canonical: "",
            ..*card
        });
        LintContext {
            changeable: self.changeable().clone().into(),
            tokens: self.tokens().clone().into(),
            ..self.with_cards(cards)
        }
    }

    fn with_cards(&self, cards: impl Iterator<Item = LintedCard<'w>>) -> Self {
        let items = self.items.iter().map(|(file, items)| (*file, *items));
        let sets = self.sets.iter().copied();
        LintContext::new(self.game, self.sources, self.symbols, cards, sets, items)
    }

    /// The fingerprint of everything that a lint of one card can read in [`LintContext::of_printed`], apart from the data of
    /// the game and the names that texts may use.
    pub(super) fn fingerprint(&self) -> u64 {
        let cards = self.cards.values();
        let tokens = self.tokens().sorted();
        // The only question that lints of one card ask about unreadable cards is whether they use these tokens.
        let used = tokens.iter().filter(|(list, _)| *list == USED);
        let in_unread = used.map(|(_, id)| self.tokens().may_be_unread(self, id));
        hash_of((
            hash_of_all(cards.map(|card| (card.fingerprints.visible, card.sound))),
            hash_of_all(self.changeable().sorted().into_iter()),
            hash_of_all(in_unread),
            hash_of_all(tokens.iter()),
        ))
    }
}

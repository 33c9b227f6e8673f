//! Restricts what lints can read of other cards, and reuses their diagnostics in the next run.
//!
//! The diagnostics of lints of single cards are stored with the compiled card
//! ([`CompileMemo`](crate::compile::CompileMemo)). If the lint reads only its own card, they stay valid. If it also
//! reads what is printed on other cards, they are valid while the fingerprint of all printed values is the same. A
//! [`LintMemo`] stores the diagnostics of lints that compare the printed fields of all cards. Each lint runs in a
//! context that contains only what the lint declares to read ([`Reads`](super::Reads)).

use std::sync::{Mutex, OnceLock, PoisonError};

use super::support::token_usage::USED;
use super::{Check, Lint, LintContext, LintedCard, Reads, TextFeatures};
use crate::collections::{HashMap, IndexMap, hash_of, hash_of_all};
use crate::diagnostic::{Code, Diagnostic};

/// The stored diagnostics of the lints that check one card.
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

/// The stored diagnostics of the lints that compare the printed fields of all cards, from the last run.
#[derive(Default)]
pub struct LintMemo {
    fingerprint: u64,
    found: HashMap<Code, Vec<Diagnostic>>,
}

impl LintMemo {
    /// Returns the stored diagnostics of a lint, if they were stored with this fingerprint.
    pub(super) fn found(&self, code: Code, fingerprint: u64) -> Option<Vec<Diagnostic>> {
        let found = self.found.get(&code)?;
        (self.fingerprint == fingerprint).then(|| found.clone())
    }

    pub(super) fn keep(
        &mut self,
        fingerprint: u64,
        found: impl Iterator<Item = (Code, Vec<Diagnostic>)>,
    ) {
        if self.fingerprint != fingerprint || self.found.is_empty() {
            self.fingerprint = fingerprint;
            self.found = found.collect();
        }
    }
}

impl Lint {
    /// Returns whether the diagnostics of the lint can be stored in a [`LintMemo`]: they depend only on the printed
    /// fields of all cards and their spans.
    pub(super) fn can_be_kept(&self) -> bool {
        self.reads == Reads::OthersPrinted && matches!(self.check, Check::All(_))
    }
}

impl<'w> LintContext<'w> {
    /// Returns the context of a lint that reads only its own card: no cards and no sets.
    pub(super) fn of_own_card(&self) -> Self {
        self.with_cards(IndexMap::default())
    }

    /// Returns the context of a lint that reads what is printed on other cards. It has the cards without the meaning of
    /// their texts, what all texts together can change and place, and no sets.
    pub(super) fn of_printed(&self) -> Self {
        let mut cards = self.cards.clone();
        for card in cards.values_mut() {
            *card = LintedCard {
                abilities: &[],
                contents: TextFeatures::default(),
                canonical: "",
                ..*card
            };
        }
        LintContext {
            changeable: self.changeable().clone().into(),
            tokens: self.tokens().clone().into(),
            unread_files: self.unread_files().to_vec().into(),
            ..self.with_cards(cards)
        }
    }

    fn with_cards(&self, cards: IndexMap<&'w str, LintedCard<'w>>) -> Self {
        let items = self.items.iter().map(|(file, items)| (*file, *items));
        let (no_cards, no_sets) = (std::iter::empty(), std::iter::empty());
        LintContext {
            cards,
            ..LintContext::new(
                self.game,
                self.sources,
                self.symbols,
                no_cards,
                no_sets,
                items,
            )
        }
    }

    /// Returns the fingerprint of everything that a lint of one card can read in [`LintContext::of_printed`], apart
    /// from the data of the game and the names that texts may use.
    pub(super) fn fingerprint(&self) -> u64 {
        let cards = self.cards.values();
        let tokens = self.tokens().sorted();
        // Lints of one card read the text of faulty files only to find out whether it uses these tokens.
        let used = tokens.iter().filter(|(list, _)| *list == USED);
        let in_unread = used.map(|(_, id)| self.tokens().may_be_unread(self, id));
        hash_of((
            hash_of_all(cards.map(|card| (card.fingerprints.visible, card.sound))),
            hash_of_all(self.changeable().sorted().into_iter()),
            hash_of_all(in_unread),
            hash_of_all(tokens.iter()),
        ))
    }

    /// Returns the fingerprint of everything that a lint of all cards can read in [`LintContext::of_printed`], given
    /// that of [`LintContext::fingerprint`]; `None` if a checked card or set has errors.
    pub(super) fn fingerprint_with_spans(&self, fingerprint: u64) -> Option<u64> {
        let cards = self.cards.values();
        let spans = hash_of_all(cards.map(|card| (card.fingerprints.spans, card.checked)));
        self.all_judged().then(|| hash_of((fingerprint, spans)))
    }
}

//! A world in which a few cards alone are judged, beside what is known of all others from an earlier run.
//!
//! Lints of one card ask of other cards what is printed on them, and of their texts no more than [`Standing`] has.
//! Lints that look at all cards are not asked again: they find what they found before as long as nothing that
//! they go by ([`Facts`](super::Facts)) is another one.

use serde::{Deserialize, Serialize};

use smol_str::SmolStr;

use super::filter_index::Changeable;
use super::support::token_usage::Tokens;
use super::{Check, LINTS, Set, Subject, World};
use crate::card::CardSource;
use crate::collections::{HashSet, hash_of};
use crate::diagnostic::Code;
use crate::effect::ir::{Action, Node, visit};
use crate::game::Game;
use crate::source::{FileId, Sources};
use crate::symbols::Symbols;

/// What the texts of all cards come to, as far as lints of other cards ask.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Standing {
    changeable: Changeable,
    tokens: Tokens,
    /// The checked files with something that could not be read.
    unread: Vec<FileId>,
}

/// Whether a finding of this code hangs on more than one card and what other cards are.
pub fn compares(code: Code) -> bool {
    let mut lints = LINTS.iter().filter(|lint| lint.code == code);
    lints.any(|lint| !matches!(lint.check, Check::Card(_)))
}

/// Whether what a lint finds about a card hangs on what other cards are or say.
pub(super) fn hangs_on_others(code: Code) -> bool {
    compares(code)
        || matches!(
            code,
            Code::UnpayableCost
                | Code::ImpossiblePartner
                | Code::ConstantCondition
                | Code::NoTarget
                | Code::EmptyExclusion
                | Code::RedundantTrait
                | Code::UnplacedToken
        )
}

impl<'w> World<'w> {
    /// Whether lints look at every checked card and set: none has an error, and all could be read.
    pub fn all_judged(&self) -> bool {
        self.unread_files().is_empty()
    }

    /// `cards` are those to be judged and, without their texts, all others; `items` as in [`World::new`], of
    /// the files of those that are judged.
    pub fn beside(
        game: &'w Game,
        sources: &'w Sources,
        symbols: &'w Symbols<'w>,
        cards: impl Iterator<Item = Subject<'w>>,
        items: impl Iterator<Item = (FileId, usize)>,
        standing: &Standing,
    ) -> Self {
        // More than could be read of them.
        let unread = standing.unread.iter().map(|file| (*file, usize::MAX));
        let items = items.chain(unread);
        let world = World::new(game, sources, symbols, cards, std::iter::empty(), items);
        let Standing {
            changeable, tokens, ..
        } = standing.clone();
        World {
            changeable: changeable.into(),
            tokens: tokens.into(),
            ..world
        }
    }

    /// What the texts of all cards come to.
    pub fn standing(&self) -> Standing {
        Standing {
            changeable: self.changeable().clone(),
            tokens: self.tokens().clone(),
            unread: self.unread_files(),
        }
    }

    pub fn game(&self) -> &'w Game {
        self.game
    }

    /// The cards in the order of ids.
    pub fn subjects(&self) -> impl Iterator<Item = &Subject<'w>> + Clone {
        self.cards.values()
    }

    /// The cards that sets name.
    pub fn in_sets(&self) -> impl Iterator<Item = &'w CardSource> {
        let zones = |set: &Set<'w>| set.source.zones.values();
        let entries = self
            .sets
            .iter()
            .flat_map(zones)
            .flat_map(|zone| &zone.entries);
        entries.filter_map(|entry| {
            let named = self.symbols.card(&entry.name);
            let id = named.map_or(entry.name.as_str(), |card| &card.id);
            self.cards.get(id).map(|card| card.source)
        })
    }

    /// What the text of a card adds to what all texts come to, as a hash: its tokens, the traits that might be
    /// misspelt where they are printed, and the fields that it changes.
    pub fn added(&self, card: &Subject<'_>) -> u64 {
        let contents = card.contents;
        if !(contents.tokens || contents.traits || contents.changed_fields) {
            return 0;
        }
        let mut traits: Vec<&str> = Vec::new();
        let mut changed: Vec<(&str, &str)> = Vec::new();
        visit(card.abilities, &mut |node, _| match node {
            Node::Filter(filter) | Node::Excluding(filter) => {
                let named = filter.traits.iter().flatten().map(SmolStr::as_str);
                traits.extend(named.filter(|id| self.kinds().bearers().get(*id) == Some(&1)));
            }
            Node::Action(Action::Become { field, value, .. }) => changed.push((field, value)),
            _ => {}
        });
        let mut tokens = Tokens::default();
        tokens.add(card.abilities);
        let sorted = |ids: &HashSet<SmolStr>| {
            let mut ids: Vec<SmolStr> = ids.iter().cloned().collect();
            ids.sort_unstable();
            ids
        };
        traits.sort_unstable();
        traits.dedup();
        changed.sort_unstable();
        changed.dedup();
        if traits.is_empty() && changed.is_empty() && tokens.used.is_empty() {
            return 0;
        }
        hash_of((
            sorted(&tokens.placed),
            sorted(&tokens.used),
            traits,
            changed,
        ))
    }
}

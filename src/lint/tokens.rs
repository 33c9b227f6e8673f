//! The kinds of tokens that texts place, and those that they speak of.

use std::collections::HashSet;

use super::World;
use crate::card::wording;
use crate::effect::ir::{Action, Amount, Node, State, visit};

/// The kinds of tokens in the texts of all cards, by id.
#[derive(Default)]
pub(super) struct Tokens<'w> {
    /// Some text places them.
    pub placed: HashSet<&'w str>,
    /// Some text speaks of them, placed or not.
    pub used: HashSet<&'w str>,
    /// The words of texts for people.
    told: HashSet<String>,
}

impl<'w> Tokens<'w> {
    pub fn of(world: &World<'w>) -> Self {
        let mut tokens = Tokens::default();
        for card in world.cards.values() {
            visit(card.abilities, &mut |node, _| match node {
                Node::Action(Action::PlaceTokens { tokens: of, .. }) => {
                    tokens.placed.insert(&of.token);
                    tokens.used.insert(&of.token);
                }
                Node::Action(
                    Action::RemoveTokens { tokens: of, .. } | Action::MoveTokens { tokens: of, .. },
                ) => {
                    tokens.used.insert(&of.token);
                }
                Node::Filter(filter) | Node::Excluding(filter) => {
                    for state in &filter.states {
                        if let State::Tokens { token, .. } = state {
                            tokens.used.insert(token);
                        }
                    }
                }
                Node::Amount(Amount::TokensOn { token, .. }) => {
                    tokens.used.insert(token);
                }
                _ => {}
            });
            let manual = card.source.manual.as_deref().unwrap_or_default();
            for word in manual.split(|c: char| !c.is_alphanumeric()) {
                tokens.told.insert(word.to_lowercase());
            }
        }
        tokens
    }

    /// Whether a text that is not understood may speak of it.
    pub fn may_be_unread(&self, world: &World<'_>, id: &str) -> bool {
        world.may_be_unread(&wording::spoken(id))
            || id.split('_').all(|word| self.told.contains(word))
    }
}

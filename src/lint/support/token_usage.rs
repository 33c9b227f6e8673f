//! The kinds of tokens that texts place, and those that they mention.

use smol_str::SmolStr;

use crate::collections::HashSet;
use crate::diagnostic::prose;
use crate::effect::ir::{Ability, Action, Amount, Node, Pick, Reference, Selector, State, visit};
use crate::lint::LintContext;

/// The kinds of tokens in the texts of all cards, by id.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    /// Tokens that some text places.
    pub placed: HashSet<SmolStr>,
    /// Tokens that some text may place on a card other than its own.
    pub on_others: HashSet<SmolStr>,
    /// Tokens that some text mentions, including placed ones.
    pub used: HashSet<SmolStr>,
    /// The words of `manual` texts.
    prose: HashSet<String>,
}

const PLACED: u8 = 0;
pub(in crate::lint) const USED: u8 = 1;
const PROSE: u8 = 2;
const ON_OTHERS: u8 = 3;

impl LintContext<'_> {
    /// Returns the kinds of tokens in the texts of all cards.
    pub(in crate::lint) fn tokens(&self) -> &Tokens {
        self.tokens.get_or_init(|| Tokens::of(self))
    }
}

impl Tokens {
    fn of(context: &LintContext<'_>) -> Self {
        let mut tokens = Tokens::default();
        for card in context.cards.values() {
            if card.contents.tokens {
                tokens.add(card.abilities);
            }
            let manual = card.source.manual.as_deref().unwrap_or_default();
            for word in manual.split(|c: char| !c.is_alphanumeric()) {
                tokens.prose.insert(word.to_lowercase());
            }
        }
        tokens
    }

    /// Adds the kinds of tokens in a text.
    fn add(&mut self, abilities: &[Ability]) {
        visit(abilities, &mut |node, path| match node {
            Node::Action(Action::PlaceTokens { tokens: of, on }) => {
                self.placed.insert(of.token.clone());
                self.used.insert(of.token.clone());
                if !is_own(on, path) {
                    self.on_others.insert(of.token.clone());
                }
            }
            Node::Action(Action::MoveTokens { tokens: of, to, .. }) => {
                self.used.insert(of.token.clone());
                if !is_own(to, path) {
                    self.on_others.insert(of.token.clone());
                }
            }
            Node::Action(Action::RemoveTokens { tokens: of, .. }) => {
                self.used.insert(of.token.clone());
            }
            Node::Filter(filter) | Node::Excluding(filter) => {
                for state in &filter.states {
                    if let State::Tokens { token, .. } = state {
                        self.used.insert(token.clone());
                    }
                }
            }
            Node::Amount(Amount::TokensOn { token, .. }) => {
                self.used.insert(token.clone());
            }
            _ => {}
        });
    }

    /// Returns all tokens, sorted, each with its list: [`PLACED`], [`USED`], [`ON_OTHERS`], or [`PROSE`] for words of
    /// texts that only people read.
    pub(in crate::lint) fn sorted(&self) -> Vec<(u8, &str)> {
        let placed = self.placed.iter().map(|id| (PLACED, id.as_str()));
        let used = self.used.iter().map(|id| (USED, id.as_str()));
        let prose = self.prose.iter().map(|word| (PROSE, word.as_str()));
        let on_others = self.on_others.iter().map(|id| (ON_OTHERS, id.as_str()));
        let all = placed.chain(used).chain(prose).chain(on_others);
        let mut all: Vec<(u8, &str)> = all.collect();
        all.sort_unstable();
        all
    }

    /// Returns whether a text that was not understood may mention the token.
    pub fn may_be_unread(&self, context: &LintContext<'_>, id: &str) -> bool {
        context.may_be_unread(&prose::spoken(id))
            || id.split('_').all(|word| self.prose.contains(word))
    }
}

/// Returns whether a selector in a text is the card with that text. In a text that is granted, it is another card.
fn is_own(selector: &Selector, path: &[Node<'_>]) -> bool {
    let is_granted = |node: &Node<'_>| matches!(node, Node::Action(Action::Gain { .. }));
    let is_this = matches!(
        &selector.pick,
        Pick::Known {
            is: Reference::This { .. }
        }
    );
    is_this && !path.iter().any(is_granted)
}

//! Feature flags of a text, so that lints can skip texts that cannot match.

use crate::effect::ir::{Ability, Action, Amount, Effect, Node, State, What, visit};

/// The features of one text, computed once.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextFeatures {
    pub conditions: bool,
    /// Events that the text waits for.
    pub events: bool,
    /// Filters with exclusions.
    pub exclusions: bool,
    /// Filters with card names.
    pub names: bool,
    /// Filters with traits.
    pub traits: bool,
    /// Filters with states.
    pub states: bool,
    pub tokens: bool,
    /// Effects that change printed fields.
    pub changed_fields: bool,
    /// `Choose a unit.`
    pub choices: bool,
    /// `Choose one:`
    pub modes: bool,
}

impl TextFeatures {
    pub fn of(abilities: &[Ability]) -> Self {
        let mut has = TextFeatures::default();
        visit(abilities, &mut |node, _| match node {
            Node::Condition(_) => has.conditions = true,
            Node::Event(_) => has.events = true,
            Node::Filter(filter) | Node::Excluding(filter) => {
                has.exclusions |= filter.excluding.is_some();
                has.names |= !filter.names.is_empty();
                has.traits |= !filter.traits.is_empty();
                has.states |= !filter.states.is_empty();
                let of_tokens = |state: &State| matches!(state, State::Tokens { .. });
                has.tokens |= filter.states.iter().any(of_tokens);
            }
            Node::Amount(Amount::TokensOn { .. }) => has.tokens = true,
            Node::Action(action) => match action {
                Action::PlaceTokens { .. }
                | Action::RemoveTokens { .. }
                | Action::MoveTokens { .. } => has.tokens = true,
                Action::Become { .. } => has.changed_fields = true,
                Action::Choose { .. } => has.choices = true,
                _ => {}
            },
            Node::Effect(Effect { what, .. }) => {
                has.modes |= matches!(what, What::Choose { .. } | What::Either { .. });
            }
            _ => {}
        });
        has
    }
}

//! What there is in a text: a lint passes over the texts that cannot have what it looks for.

use crate::effect::ir::{Ability, Action, Amount, Effect, Node, State, What, visit};

/// Found out once for each text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contents {
    pub conditions: bool,
    /// Something that is waited for.
    pub events: bool,
    /// Descriptions that leave something out.
    pub exclusions: bool,
    /// Descriptions of cards by name.
    pub names: bool,
    /// Descriptions of cards by trait.
    pub traits: bool,
    /// Descriptions of things by how they are at the moment.
    pub states: bool,
    pub tokens: bool,
    /// Printed fields that become other ones.
    pub changed_fields: bool,
    /// `Choose a unit.`
    pub choices: bool,
    /// `Choose one:`
    pub modes: bool,
}

impl Contents {
    pub fn of(abilities: &[Ability]) -> Self {
        let mut has = Contents::default();
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

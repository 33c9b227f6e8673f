//! Constraints on the antecedent of `it`, inferred from its context.

use crate::effect::lower::types::Needs;
use crate::effect::lower::types::{Done, Mention, Thing, Wants};
use smol_str::SmolStr;

use super::ctx::{Node, Scope};
use super::verbs::Verb;
use crate::effect::ir::Owner;
use crate::effect::syntax::Rule;

impl Scope<'_> {
    /// Returns whether a mention satisfies the constraint.
    pub fn serves(&self, needs: Option<&Needs>, mention: &Mention) -> bool {
        match needs {
            Some(Needs::Verb(_) | Needs::Returned) if !self.goes_where_bound(mention) => false,
            Some(Needs::Token(token)) => self.may_have_token(&mention.thing, token),
            Some(Needs::Place | Needs::Somewhere) => {
                matches!(mention.thing, Thing::OnMap(_) | Thing::Space)
            }
            Some(Needs::Type(types)) => match &mention.thing {
                Thing::OnMap(of) | Thing::Card(of) => {
                    of.is_empty() || of.iter().any(|id| types.contains(id))
                }
                Thing::Space | Thing::Attack | Thing::Zone => false,
            },
            // Drawn cards are in hand, where nothing is turned over.
            Some(Needs::Said(Wants::Hidden) | Needs::Verb(Wants::Hidden))
                if mention.done == Some(Done::Drawn) =>
            {
                false
            }
            // Drawn cards are not returned from there either.
            Some(Needs::Returned) => {
                mention.done != Some(Done::Drawn)
                    && self.accepts(Wants::OfDeck, &mention.thing, true)
            }
            // A card that is not on the map has no size.
            Some(Needs::Said(Wants::Holder(token)) | Needs::Verb(Wants::Holder(token))) => {
                self.takes_token(&mention.thing, token)
            }
            Some(Needs::Said(Wants::Sized) | Needs::Verb(Wants::Sized)) => {
                let size = self.symbols.game.roles.size.as_deref();
                size.is_some_and(|size| self.takes_token(&mention.thing, size))
            }
            Some(Needs::Said(wants) | Needs::Verb(wants)) => {
                self.accepts(*wants, &mention.thing, true)
            }
            Some(Needs::Holds(token)) => {
                self.accepts(Wants::Holder(token.as_str()), &mention.thing, true)
            }
            Some(Needs::Ground) => self.is_ground(&mention.thing),
            Some(Needs::Played) => mention.played,
            None => true,
        }
    }

    /// Returns whether a mention can go to the zone of the player that the verb moves it to.
    fn goes_where_bound(&self, mention: &Mention) -> bool {
        !matches!(
            (mention.owner, self.bound_for),
            (Some(Owner::You), Some(Owner::Opponent)) | (Some(Owner::Opponent), Some(Owner::You))
        )
    }

    /// Returns the constraint on the subject of a condition.
    pub fn needed_to_be(&self, about: &Node<'_>) -> Option<Needs> {
        let mut within = about.within();
        match about.as_rule() {
            Rule::a_steps => Some(Needs::Said(Wants::Fighter)),
            Rule::a_history => Some(Needs::Said(Wants::OnMap)),
            Rule::a_has => within.find_map(|node| match node.as_rule() {
                Rule::no_mark | Rule::has_damage => Some(Needs::Said(Wants::Fighter)),
                _ => None,
            }),
            Rule::a_is => within.find_map(|node| match node.as_rule() {
                Rule::p_adjacent
                | Rule::p_within
                | Rule::p_beyond
                | Rule::p_same_row
                | Rule::p_same_column
                | Rule::p_row
                | Rule::p_area
                | Rule::p_behind
                | Rule::p_on => Some(Needs::Somewhere),
                Rule::s_damaged_word => Some(Needs::Said(Wants::OnMap)),
                Rule::s_size => Some(Needs::Said(Wants::Sized)),
                Rule::s_vacant => Some(Needs::Said(Wants::Space)),
                Rule::s_ready | Rule::s_spent => Some(Needs::Said(Wants::Payer)),
                Rule::s_face_up | Rule::s_face_down => Some(Needs::Said(Wants::Hidden)),
                Rule::noun => self.types_called(node.as_str()).map(Needs::Type),
                _ => None,
            }),
            _ => None,
        }
    }

    /// Returns the constraint on the subject of a clause.
    pub fn needed_to_do(&self, verb: &Node<'_>) -> Option<Needs> {
        let wants = match Verb::of(verb.as_rule())? {
            Verb::TakeDamage
            | Verb::TakeLess
            | Verb::MoveSelf
            | Verb::Attack
            | Verb::Cannot
            | Verb::May
            | Verb::Gain
            | Verb::Lose
            | Verb::GainText => Wants::Fighter,
            Verb::DealMore => Wants::Dealer,
            Verb::AlsoHits => Wants::Attack,
            _ => return None,
        };
        Some(Needs::Said(wants))
    }

    /// Returns the card types that the last of these words names.
    fn types_called(&self, words: &str) -> Option<Vec<SmolStr>> {
        let last = words.split_whitespace().last()?;
        let types = self.symbols.game.card_types.iter();
        let called: Vec<SmolStr> = types
            .filter(|(_, card_type)| card_type.is_called(last))
            .map(|(id, _)| id.clone())
            .collect();
        (!called.is_empty()).then_some(called)
    }
}

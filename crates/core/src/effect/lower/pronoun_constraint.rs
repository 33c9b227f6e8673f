//! Constraints on the antecedent of `it`, inferred from its context.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::PronounConstraint;
use crate::effect::lower::types::{Antecedent, ArgType, EntityKind, PastAction};
use smol_str::SmolStr;

use super::ctx::{LowerCtx, Node};
use super::verbs::Verb;
use crate::effect::ir::Owner;
use crate::effect::syntax::Rule;

impl LowerCtx<'_> {
    /// Returns whether a mention satisfies the constraint.
    pub fn satisfies(
        &self,
        cx: ClauseCtx<'_>,
        needs: Option<&PronounConstraint>,
        mention: &Antecedent,
    ) -> bool {
        match needs {
            Some(PronounConstraint::Verb(_) | PronounConstraint::Returned)
                if !self.goes_where_bound(cx, mention) =>
            {
                false
            }
            Some(PronounConstraint::Token(token)) => self.may_have_token(&mention.thing, token),
            Some(PronounConstraint::Place | PronounConstraint::Somewhere) => {
                matches!(mention.thing, EntityKind::OnMap(_) | EntityKind::Space)
            }
            Some(PronounConstraint::Type(types)) => match &mention.thing {
                EntityKind::OnMap(of) | EntityKind::Card(of) => {
                    of.is_empty() || of.iter().any(|id| types.contains(id))
                }
                EntityKind::Space | EntityKind::Attack | EntityKind::Zone => false,
            },
            // Drawn cards are in hand, where no card can be turned over.
            Some(
                PronounConstraint::Said(ArgType::Hidden) | PronounConstraint::Verb(ArgType::Hidden),
            ) if mention.done == Some(PastAction::Drawn) => false,
            // `return it` does not refer to drawn cards, which are in hand.
            Some(PronounConstraint::Returned) => {
                mention.done != Some(PastAction::Drawn)
                    && self.accepts(ArgType::OfDeck, &mention.thing, true)
            }
            // Only things on the map are antecedents here: they have tokens and a size.
            Some(
                PronounConstraint::Said(ArgType::Holder(token))
                | PronounConstraint::Verb(ArgType::Holder(token)),
            ) => self.takes_token(&mention.thing, token),
            Some(
                PronounConstraint::Said(ArgType::Sized) | PronounConstraint::Verb(ArgType::Sized),
            ) => {
                let size = self.env.symbols.game.roles.size.as_deref();
                size.is_some_and(|size| self.takes_token(&mention.thing, size))
            }
            Some(PronounConstraint::Said(wants) | PronounConstraint::Verb(wants)) => {
                self.accepts(*wants, &mention.thing, true)
            }
            Some(PronounConstraint::Holds(token)) => {
                self.accepts(ArgType::Holder(token.as_str()), &mention.thing, true)
            }
            Some(PronounConstraint::Ground) => self.is_ground(&mention.thing),
            Some(PronounConstraint::Played) => mention.played,
            None => true,
        }
    }

    /// Returns whether a mention can go to the zone to which the verb moves it: the zone does not belong to the other
    /// player.
    fn goes_where_bound(&self, cx: ClauseCtx<'_>, mention: &Antecedent) -> bool {
        !matches!(
            (mention.owner, cx.bound_for),
            (Some(Owner::You), Some(Owner::Opponent)) | (Some(Owner::Opponent), Some(Owner::You))
        )
    }

    /// Returns the constraint on the subject of a condition.
    pub fn needed_to_be(&self, about: &Node<'_>) -> Option<PronounConstraint> {
        let mut within = about.within();
        match about.as_rule() {
            Rule::a_steps => Some(PronounConstraint::Said(ArgType::Fighter)),
            Rule::a_history => Some(PronounConstraint::Said(ArgType::OnMap)),
            Rule::a_has => within.find_map(|node| match node.as_rule() {
                Rule::no_mark | Rule::has_damage => Some(PronounConstraint::Said(ArgType::Fighter)),
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
                | Rule::p_on => Some(PronounConstraint::Somewhere),
                Rule::s_damaged_word => Some(PronounConstraint::Said(ArgType::OnMap)),
                Rule::s_size => Some(PronounConstraint::Said(ArgType::Sized)),
                Rule::s_vacant => Some(PronounConstraint::Said(ArgType::Space)),
                Rule::s_ready | Rule::s_spent => Some(PronounConstraint::Said(ArgType::Payer)),
                Rule::s_face_up | Rule::s_face_down => {
                    Some(PronounConstraint::Said(ArgType::Hidden))
                }
                Rule::noun => self
                    .types_called(node.as_str())
                    .map(PronounConstraint::Type),
                _ => None,
            }),
            _ => None,
        }
    }

    /// Returns the constraint on the subject of a clause.
    pub fn needed_to_do(&self, verb: &Node<'_>) -> Option<PronounConstraint> {
        Verb::of(verb.as_rule())?
            .subject
            .map(PronounConstraint::Said)
    }

    /// Returns the card types that the last of these words names.
    fn types_called(&self, words: &str) -> Option<Vec<SmolStr>> {
        let last = words.split_whitespace().last()?;
        let types = self.env.symbols.game.card_types.iter();
        let called: Vec<SmolStr> = types
            .filter(|(_, card_type)| card_type.is_called(last))
            .map(|(id, _)| id.clone())
            .collect();
        (!called.is_empty()).then_some(called)
    }
}

//! The words around a part of a clause, which its lowering depends on.

use std::ops::Range;

use super::types::PronounConstraint;
use crate::effect::ir::{Owner, Player, Reference};
use crate::effect::syntax::Rule;

/// What the words around a part of a clause say about it. It is passed by value: what a part changes is valid within
/// it only.
#[derive(Clone, Copy)]
pub(in crate::effect) struct ClauseCtx<'c> {
    /// The player who performs a sentence without a subject.
    pub actor: Player,
    /// An option, a cost or a replaced event says when a command happens.
    pub occasion: bool,
    /// After `you may` or the `to` of a cost, where a different subject needs `have`.
    pub infinitive: bool,
    /// Inside a cost, where X may be declared.
    pub declaring: bool,
    /// Inside `While …`, or after a time, which give the duration.
    pub while_condition: bool,
    /// Inside `While …`.
    pub holds_while: bool,
    /// Inside a heading that names what the card is attached to.
    pub attaching: bool,
    /// In a sentence of several clauses.
    pub joined: bool,
    /// In the modifiers of a noun.
    pub describing: bool,
    /// The place modifier that contains the current noun phrase.
    pub place_rule: Option<Rule>,
    /// Owner of the zone that the object of the current verb goes to.
    pub bound_for: Option<Owner>,
    /// The current noun phrase is the subject of a condition.
    pub in_condition_subject: bool,
    /// A condition tests what something is, which needs no noun: `is *undead*`.
    pub predicate_without_noun: bool,
    /// The doer of the current action, which is not the antecedent of `it` unless there is nothing else.
    pub not_it: Option<&'c Reference>,
    /// Constraint on the antecedent of `it`.
    pub needs: Option<&'c PronounConstraint>,
    /// A number is lowered, whose owner may be `its`.
    pub whose_number: bool,
    /// Span of the thing that is multiplied by the current number.
    pub counting: Option<&'c Range<usize>>,
    /// Things are picked from the current reference.
    pub picks_from: bool,
}

impl Default for ClauseCtx<'_> {
    fn default() -> Self {
        ClauseCtx {
            actor: Player::You,
            occasion: false,
            infinitive: false,
            declaring: false,
            while_condition: false,
            holds_while: false,
            attaching: false,
            joined: false,
            describing: false,
            place_rule: None,
            bound_for: None,
            in_condition_subject: false,
            predicate_without_noun: false,
            not_it: None,
            needs: None,
            whose_number: false,
            counting: None,
            picks_from: false,
        }
    }
}

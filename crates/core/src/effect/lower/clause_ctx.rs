//! The context of a part of a clause, which its lowering depends on.

use std::ops::Range;

use super::types::PronounConstraint;
use crate::effect::ir::{Owner, Player, Reference};
use crate::effect::syntax::Rule;

/// The context that the surrounding words give to a part of a clause. It is passed by value, so a change applies only
/// within that part.
#[derive(Clone, Copy)]
pub(in crate::effect) struct ClauseCtx<'c> {
    /// The player who performs a sentence without a subject.
    pub(super) actor: Player,
    /// Inside an option, a cost or a replaced event, which determines when a command happens.
    pub(super) occasion: bool,
    /// After `you may` or the `to` of a cost, where a different subject needs `have`.
    pub(super) infinitive: bool,
    /// Inside a cost, where X may be declared.
    pub(super) declaring: bool,
    /// Inside `While …` or after a time, which determines the duration.
    pub(super) while_condition: bool,
    /// Inside `While …`.
    pub(super) holds_while: bool,
    /// Inside a heading that names what the card is attached to.
    pub(super) attaching: bool,
    /// In a sentence of several clauses.
    pub(super) joined: bool,
    /// In the modifiers of a noun.
    pub(super) describing: bool,
    /// The place modifier that contains the current noun phrase.
    pub(super) place_rule: Option<Rule>,
    /// Owner of the zone that the object of the current verb goes to.
    pub(super) bound_for: Option<Owner>,
    /// `true` if the current noun phrase is the subject of a condition.
    pub(super) in_condition_subject: bool,
    /// `true` if a condition tests what something is, which needs no noun: `is *undead*`.
    pub(super) predicate_without_noun: bool,
    /// The doer of the current action, which is not the antecedent of `it` unless there is nothing else.
    pub(super) not_it: Option<&'c Reference>,
    /// Constraint on the antecedent of `it`.
    pub(super) needs: Option<&'c PronounConstraint>,
    /// `true` if the current phrase is a number, whose owner may be `its`.
    pub(super) whose_number: bool,
    /// Span of the thing that is multiplied by the current number.
    pub(super) counting: Option<&'c Range<usize>>,
    /// `true` if things are picked from the current reference.
    pub(super) picks_from: bool,
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

//! What later words of a text can refer to.

use std::ops::Range;

use super::types::{Antecedent, UnboundReason};
use crate::effect::ir::{At, Player, Reference, Zone};

/// What later words can refer to at a point of the text.
#[derive(Clone)]
pub(super) struct Discourse {
    pub(super) slots: u32,
    pub(super) mentions: Vec<Antecedent>,
    pub(super) clause: usize,
    /// The clause that is the cost of the sentence, once it is lowered.
    pub(super) cost_clause: Option<usize>,
    /// Slots with unknown content, with the span of their mention and the reason.
    pub(super) uncertain: Vec<(u32, At, UnboundReason)>,
    /// Things that have left the map before the current effect.
    pub(super) removed: Vec<Reference>,
    /// The event is about the things in `gone`.
    pub(super) gone_by_event: bool,
    /// Cards were looked at or revealed, so later words may refer to them.
    pub(super) looked_at: bool,
    /// Several cards were looked at or revealed. The zone is set if all of its cards were.
    pub(super) several_shown: Option<Option<Zone>>,
    /// The last antecedent of `it` in this sentence, with the span of that `it`.
    pub(super) it_was: Option<(Range<usize>, Antecedent)>,
    /// The single subject of a condition, with the span of the condition.
    pub(super) condition_subject: Option<(Reference, Range<usize>)>,
    /// The single subject of the condition in the sentence before.
    pub(super) previous_condition_subject: Option<Reference>,
    /// Span of a condition that counts things, which names none of them.
    pub(super) counted: Option<Range<usize>>,
    /// Offset of the current statement. `true` if its sentence begins there.
    pub(super) statement: (usize, bool),
    /// Span of the last `each …`.
    pub(super) each: Option<Range<usize>>,
    /// Slots that are filled only in a branch that excludes the current one.
    pub(super) other_branch_slots: Vec<u32>,
    /// Slots that were filled in an earlier sentence only if its condition was true.
    pub(super) conditional_slots: Vec<u32>,
    /// Offsets of capitalised words in the last noun.
    pub(super) capitals: Vec<usize>,
    /// Span of the last plural without a quantity.
    pub(super) bare_plural: Option<Range<usize>>,
    /// Span of the last place that is measured from this card without naming it.
    pub(super) implicit_origin: Option<Range<usize>>,
    /// The last player named in the current text, for `their`.
    pub(super) subject_player: Player,
}

impl Default for Discourse {
    fn default() -> Self {
        Discourse {
            slots: 0,
            mentions: Vec::new(),
            clause: 0,
            cost_clause: None,
            uncertain: Vec::new(),
            removed: Vec::new(),
            gone_by_event: false,
            looked_at: false,
            several_shown: None,
            it_was: None,
            condition_subject: None,
            previous_condition_subject: None,
            counted: None,
            statement: (0, false),
            each: None,
            other_branch_slots: Vec::new(),
            conditional_slots: Vec::new(),
            capitals: Vec::new(),
            bare_plural: None,
            implicit_origin: None,
            subject_player: Player::You,
        }
    }
}

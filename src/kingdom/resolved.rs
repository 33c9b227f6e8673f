//! A kingdom set with its names resolved to cards.

use super::KingdomSource;
use super::eligibility::{admits, has_value};
use crate::card::{CardSource, FieldValue};
use crate::collections::IndexMap;
use crate::game::{FieldOf, Game, Rule, Zone};
use crate::source::Span;

/// A set whose names are resolved.
pub(super) struct ResolvedKingdom<'a> {
    pub game: &'a Game,
    pub source: &'a KingdomSource,
    /// All zones of the game, in its order, including those that the file leaves out.
    pub parts: IndexMap<&'a str, ResolvedZone<'a>>,
}

/// One zone of a resolved set.
pub(super) struct ResolvedZone<'a> {
    pub key: &'a str,
    pub zone: &'a Zone,
    /// Span of the zone's key, or of the set's name if the file leaves the zone out.
    pub at: Span,
    pub entries: Vec<ResolvedLine<'a>>,
    /// `true` if the zone may hold more than could be read.
    pub open: bool,
}

/// One line of a zone.
#[derive(Clone)]
pub(super) struct ResolvedLine<'a> {
    pub name: &'a str,
    pub name_at: Span,
    pub count: u64,
    pub count_at: Span,
    /// Key by which lines are counted together: the id of the card, or the name if no card has it.
    pub key: String,
    pub known: bool,
    /// `true` if the line possibly names no card, so that its count is uncertain.
    pub doubtful: bool,
    /// The card; `None` for a value in a zone that is listed by a field.
    pub card: Option<&'a CardSource>,
}

/// A range of counts: at least `low`, at most `high`. If `high` is `None`, there is no upper bound.
#[derive(Clone, Copy)]
pub(super) struct CountRange {
    pub low: u64,
    pub high: Option<u64>,
}

impl ResolvedZone<'_> {
    pub fn count(&self) -> CountRange {
        let sure = self.entries.iter().filter(|entry| !entry.doubtful);
        let low = sure.map(|entry| entry.count).sum();
        let open = self.open || self.entries.iter().any(|entry| entry.doubtful);
        CountRange {
            low,
            high: (!open).then_some(low),
        }
    }
}

impl<'a> ResolvedKingdom<'a> {
    /// Returns whether a rule is for this set: it has no condition, or the condition is met.
    pub fn applies(&self, rule: &Rule) -> bool {
        let has_cards = |zone: &String| {
            let part = self.parts.get(zone.as_str());
            part.is_some_and(|part| part.open || !part.entries.is_empty())
        };
        if !rule.with.as_ref().is_none_or(has_cards) {
            return false;
        }
        let Some(when) = &rule.when else {
            return true;
        };
        let held = self.holder_in(&when.zone, &when.field);
        held.is_some_and(|(card, _)| {
            has_value(self.game, card, &when.field, &when.is) == Some(true)
        })
    }

    /// Returns the card that has the field in the zone, and its value; `None` unless exactly one card that belongs
    /// there has it.
    pub fn holder(&self, of: &FieldOf) -> Option<(&'a CardSource, &'a FieldValue)> {
        self.holder_in(&of.zone, &of.field)
    }

    fn holder_in(&self, zone: &str, field: &str) -> Option<(&'a CardSource, &'a FieldValue)> {
        let part = self.parts.get(zone)?;
        let belonging: Vec<(&CardSource, &FieldValue)> = part
            .entries
            .iter()
            .filter_map(|entry| entry.card)
            .filter(|card| admits(self.game, zone, card))
            .filter_map(|card| Some((card, card.fields.get(field)?)))
            .collect();
        let first = belonging.first()?;
        let one = belonging.iter().all(|(card, _)| card.id == first.0.id);
        one.then_some(*first)
    }
}

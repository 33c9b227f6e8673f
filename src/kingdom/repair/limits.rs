//! Converts rules to bounds of sums: the number of cards or points in some zones.

use crate::card::CardSource;
use crate::collections::IndexMap;
use crate::game::{FieldValue, Game, Rule, RuleKind};
use crate::kingdom::rules::count::has_values;

/// A bounded sum over the cards of some zones.
pub(super) struct Limit<'g> {
    pub rule: &'g Rule,
    zones: Vec<&'g str>,
    weigh: Weigh<'g>,
    pub least: u64,
    pub most: Option<u64>,
}

/// The weight of a card in the sum.
enum Weigh<'g> {
    /// Every card counts 1.
    Each,
    /// A card counts 1 if it has these values.
    Having(&'g IndexMap<String, FieldValue>),
    /// A card counts 1 if it has these values or could not be read.
    MaybeHaving(&'g IndexMap<String, FieldValue>),
    /// A card counts its points.
    Points(&'g IndexMap<String, u32>),
}

/// Returns the limits that follow from the rules of a game.
pub(super) fn limits(game: &Game) -> Vec<Limit<'_>> {
    let mut limits = Vec::new();
    for rule in &game.kingdom.rules {
        let mut add = |zones: Vec<&'_ str>, weigh, least: Option<u32>, most: Option<u32>| {
            if least.is_some() || most.is_some() {
                limits.push(Limit {
                    rule,
                    zones: known(game, &zones),
                    weigh,
                    least: least.map_or(0, u64::from),
                    most: most.map(u64::from),
                });
            }
        };
        match &rule.kind {
            RuleKind::Count {
                zone,
                limit,
                filter,
                ..
            } => {
                let least = limit.exactly.or(limit.at_least);
                let most = limit.exactly.or(limit.at_most);
                if filter.is_empty() {
                    add(vec![zone], Weigh::Each, least, most);
                } else {
                    add(vec![zone], Weigh::Having(filter), None, most);
                    add(vec![zone], Weigh::MaybeHaving(filter), least, None);
                }
            }
            RuleKind::Total { limit, zones } => {
                let all = game.kingdom.zones.keys().map(String::as_str);
                let counts = |zone: &&str| zones.is_empty() || zones.iter().any(|one| one == zone);
                let zones = all.filter(counts).collect();
                let least = limit.exactly.or(limit.at_least);
                let most = limit.exactly.or(limit.at_most);
                add(zones, Weigh::Each, least, most);
            }
            RuleKind::Points {
                zones,
                at_most,
                points,
            } => {
                let zones = zones.iter().map(String::as_str).collect();
                add(zones, Weigh::Points(points), None, Some(*at_most));
            }
            RuleKind::Types { .. }
            | RuleKind::Field { .. }
            | RuleKind::Copies { .. }
            | RuleKind::Banned { .. }
            | RuleKind::Values { .. }
            | RuleKind::Only { .. }
            | RuleKind::Named { .. }
            | RuleKind::Naming { .. }
            | RuleKind::Equals { .. } => {}
        }
    }
    limits
}

/// Returns those of the zones that the game has, with the lifetime of the game.
fn known<'g>(game: &'g Game, zones: &[&str]) -> Vec<&'g str> {
    let all = game.kingdom.zones.keys().map(String::as_str);
    all.filter(|zone| zones.contains(zone)).collect()
}

impl Limit<'_> {
    /// Returns whether the limit counts the cards of a zone.
    pub fn covers(&self, zone: &str) -> bool {
        self.zones.contains(&zone)
    }

    /// Returns whether the limit counts cards of several zones.
    pub fn is_shared(&self) -> bool {
        self.zones.len() > 1
    }

    /// Returns whether every card counts 1.
    pub fn counts_all(&self) -> bool {
        matches!(self.weigh, Weigh::Each)
    }

    /// Returns the weight of one copy of a card. A line with a value of a field is not a card.
    pub fn weight(&self, game: &Game, key: &str, card: Option<&CardSource>) -> u64 {
        let has = |filter| card.and_then(|card| has_values(game, card, filter));
        match &self.weigh {
            Weigh::Each => 1,
            Weigh::Having(filter) => u64::from(has(filter) == Some(true)),
            Weigh::MaybeHaving(filter) => u64::from(has(filter) != Some(false)),
            Weigh::Points(points) => points.get(key).copied().map_or(0, u64::from),
        }
    }

    /// Returns whether both limits count exactly the same cards.
    pub fn counts_the_same(&self, other: &Limit<'_>) -> bool {
        let same = match (&self.weigh, &other.weigh) {
            (Weigh::Each, Weigh::Each) => true,
            (
                Weigh::Having(a) | Weigh::MaybeHaving(a),
                Weigh::Having(b) | Weigh::MaybeHaving(b),
            ) => a == b,
            _ => false,
        };
        same && self.zones == other.zones
    }

    /// Returns whether a sum does not exceed the upper bound.
    pub fn allows(&self, sum: u64) -> bool {
        self.most.is_none_or(|most| sum <= most)
    }

    /// Returns whether a sum is within both bounds.
    pub fn holds(&self, sum: u64) -> bool {
        self.allows(sum) && sum >= self.least
    }
}

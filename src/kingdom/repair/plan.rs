//! Converts a repair to changes of the lines of a set.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::candidates::{CurrentCard, ZoneCandidates};
use super::search::Counts;
use crate::card::CardSource;
use crate::collections::{HashMap, IndexMap};
use crate::kingdom::resolved::{ResolvedKingdom, ResolvedZone};
use crate::kingdom::{KingdomSource, Line, ZoneSource};

/// The changes after which a set satisfies every rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// Number of cards that are added, removed, or swapped within a zone.
    pub changes: u64,
    /// The zones that change, in the order of the game.
    pub zones: IndexMap<String, ZonePlan>,
}

/// The changes in one zone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ZonePlan {
    /// Number of cards of this zone that are added, removed or swapped.
    pub changes: u64,
    pub removed: Vec<Removed>,
    pub added: Vec<Added>,
    /// `true` if the source card of this zone changes although it is allowed there: keeping it needs more changes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gives_way: bool,
    /// The new count of each line of the file.
    #[serde(skip)]
    pub counts: Vec<u64>,
    /// The new lines: name and count.
    #[serde(skip)]
    pub lines: Vec<(String, u64)>,
    /// `true` if the zone stays in the file even if it becomes empty: without it, its contents would follow from a
    /// card.
    #[serde(skip)]
    pub stays: bool,
}

/// Removed cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Removed {
    /// The name of the card, or the name in the file if there is no such card.
    pub name: String,
    /// The id of the card, or the value that the zone is listed by; absent if the name is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub count: u64,
}

/// Added cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Added {
    pub name: String,
    /// The id of the card, or the value that the zone is listed by.
    pub id: String,
    pub count: u64,
}

pub(super) fn plan(
    set: &ResolvedKingdom<'_>,
    stocks: &[ZoneCandidates<'_>],
    zones: Vec<Counts<'_>>,
) -> Plan {
    let mut plan = Plan::default();
    for ((part, stock), counts) in set.parts.values().zip(stocks).zip(zones) {
        if stock.implied {
            continue;
        }
        let zone = zone_plan(part, stock, counts);
        if zone.changes > 0 {
            plan.changes += zone.changes;
            plan.zones.insert(part.key.to_owned(), zone);
        }
    }
    plan
}

fn zone_plan(
    part: &ResolvedZone<'_>,
    stock: &ZoneCandidates<'_>,
    (counts, fresh): Counts<'_>,
) -> ZonePlan {
    let mut zone = ZonePlan {
        counts: part.entries.iter().map(|entry| entry.count).collect(),
        stays: part.zone.from.is_some(),
        ..ZonePlan::default()
    };
    let giving = |one: &CurrentCard<'_>| one.profile.gives && one.cap > 0;
    let pairs = || {
        stock
            .standing
            .iter()
            .zip(&counts)
            .filter(|(one, _)| giving(one))
    };
    zone.gives_way = pairs().count() > 0 && pairs().all(|(_, count)| *count == 0);
    let mut by_key: HashMap<&str, Vec<usize>> = HashMap::default();
    for (line, entry) in part.entries.iter().enumerate() {
        by_key.entry(&entry.key).or_default().push(line);
    }
    for (standing, count) in stock.standing.iter().zip(counts) {
        let lines = by_key.remove(standing.key.as_str()).unwrap_or_default();
        let entry = lines.first().and_then(|line| part.entries.get(*line));
        let written = entry.map_or(standing.key.as_str(), |entry| entry.name);
        let known = entry.is_some_and(|entry| entry.known);
        let name = called(standing.card, written);
        if count < standing.count {
            take(&mut zone.counts, &lines, standing.count - count);
            zone.removed.push(Removed {
                name,
                id: known.then(|| standing.key.clone()),
                count: standing.count - count,
            });
        } else if count > standing.count {
            let more = count - standing.count;
            if let Some(line) = lines.first().and_then(|line| zone.counts.get_mut(*line)) {
                *line += more;
            }
            zone.added.push(Added {
                name,
                id: standing.key.clone(),
                count: more,
            });
        }
    }
    for (member, count) in fresh {
        let name = called(member.card, member.key);
        zone.lines.push((name.clone(), count));
        zone.added.push(Added {
            name,
            id: member.key.to_owned(),
            count,
        });
    }
    let sum = |counts: &mut dyn Iterator<Item = u64>| counts.sum::<u64>();
    let removed = sum(&mut zone.removed.iter().map(|removed| removed.count));
    let added = sum(&mut zone.added.iter().map(|added| added.count));
    zone.changes = removed.max(added);
    zone
}

fn called(card: Option<&CardSource>, written: &str) -> String {
    card.map_or_else(|| written.to_owned(), |card| card.name.to_string())
}

/// Removes copies from the lines of a name, from as few lines as possible.
fn take(counts: &mut [u64], lines: &[usize], count: u64) {
    let is = |counts: &[u64], line: usize| counts.get(line).copied().unwrap_or(0);
    // Prefer the last line with exactly this count, then the last line with more, then the lines with the most copies.
    let one = |exact: bool| {
        let fits = |line: &&usize| match is(counts, **line) {
            number if exact => number == count,
            number => number > count,
        };
        lines.iter().rev().find(fits).copied()
    };
    let mut order: Vec<usize> = lines.to_vec();
    order.sort_by_key(|line| Reverse((is(counts, *line), *line)));
    if let Some(line) = one(true).or_else(|| one(false)) {
        order.insert(0, line);
    }
    let mut left = count;
    for line in order {
        if let Some(number) = counts.get_mut(line) {
            let some = left.min(*number);
            *number -= some;
            left -= some;
        }
    }
}

impl Plan {
    /// Returns whether there is nothing to change.
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    /// Returns the set after the repair. New lines have the span of their zone, or of the set's name.
    pub fn applied(&self, kingdom: &KingdomSource) -> KingdomSource {
        let mut repaired = kingdom.clone();
        for (key, plan) in &self.zones {
            let at = kingdom.name_at;
            let zone = repaired.zones.entry(key.clone());
            let zone = zone.or_insert_with(|| ZoneSource {
                at,
                whole: at,
                entries: Vec::new(),
                broken: false,
            });
            for (line, count) in zone.entries.iter_mut().zip(&plan.counts) {
                line.count = *count;
            }
            zone.entries.retain(|line| line.count > 0);
            zone.entries
                .extend(plan.lines.iter().map(|(name, count)| Line {
                    name: name.clone(),
                    name_at: zone.at,
                    count: *count,
                    count_at: zone.at,
                }));
        }
        repaired.zones.retain(|key, zone| {
            let plan = self.zones.get(key);
            !zone.entries.is_empty() || plan.is_none_or(|plan| plan.stays)
        });
        repaired
    }
}

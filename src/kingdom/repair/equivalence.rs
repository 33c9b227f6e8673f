//! Equivalence classes of the cards of a zone under all limits, with the cost of each count.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{Member, ZoneCandidates};

/// The cost of a repair. Earlier fields are more important.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    /// Cards added, removed, or swapped within a zone.
    pub changes: u64,
    /// Zones whose source card changes. Other rules use a field of a source card.
    pub sources: u64,
    /// Added cards that are nowhere in the set yet.
    pub strangers: u64,
    /// Names whose count changes.
    pub names: u64,
    /// Added cards with a value that no card of the set has.
    pub foreign: u64,
}

impl Cost {
    pub fn plus(self, other: Cost) -> Cost {
        Cost {
            changes: self.changes.saturating_add(other.changes),
            sources: self.sources + other.sources,
            strangers: self.strangers.saturating_add(other.strangers),
            names: self.names.saturating_add(other.names),
            foreign: self.foreign.saturating_add(other.foreign),
        }
    }
}

/// A card that is added to a zone.
#[derive(Clone, Copy)]
pub(super) enum Pick<'a> {
    /// More copies of an existing name, by its index.
    CurrentCard(usize),
    /// A new name.
    Fresh(Member<'a>),
}

/// A change to the count of one name in a zone.
#[derive(Clone, Copy)]
pub(super) enum Change<'a> {
    Take(usize, u64),
    Give(Pick<'a>, u64),
}

pub(super) struct CardClass<'a> {
    pub weights: Vec<u64>,
    /// Minimum count: 1 for source cards, because another rule needs one; otherwise 0.
    pub least: u64,
    /// Number of existing cards that can stay.
    pub kept: u64,
    /// The existing names in the order of removal, with the number of copies that can stay. The first `touched` of them
    /// lose copies in any case.
    takes: Vec<(usize, u64)>,
    touched: usize,
    /// The cards that can be added, in the order of addition, with the maximum number of copies.
    gives: Vec<(Pick<'a>, u64)>,
    /// Number of copies in `gives` of cards whose name is in the set. `known` also counts cards whose values are all in
    /// the set.
    familiar: u64,
    known: u64,
}

/// The restrictions that a choice puts on a zone.
pub(super) struct Allowed<'c> {
    /// The values that the cards may have, by the index of the rule.
    pub values: BTreeMap<usize, &'c BTreeSet<String>>,
    /// The chosen source card in a source zone, if there is one.
    pub source: Option<&'c str>,
    /// The values that cards of the set have, with the index of the rule.
    pub seen: &'c BTreeSet<(usize, String)>,
    /// Maximum number of cards that can be useful in the zone.
    pub room: u64,
}

impl Allowed<'_> {
    fn lets_in(&self, key: &str, profile: &super::candidates::Profile) -> bool {
        let fits = |(rule, values): &(usize, BTreeSet<String>)| {
            let allowed = self.values.get(rule);
            allowed.is_none_or(|allowed| values.is_subset(allowed))
        };
        (!profile.gives || self.source == Some(key)) && profile.values.iter().all(fits)
    }

    fn is_seen(&self, profile: &super::candidates::Profile) -> bool {
        profile.values.iter().all(|(rule, values)| {
            values
                .iter()
                .all(|value| self.seen.contains(&(*rule, value.clone())))
        })
    }
}

#[derive(Default)]
struct Parts<'a> {
    takes: Vec<(usize, u64, u64)>,
    gives: Vec<(Pick<'a>, u64, bool, bool)>,
}

/// Returns the classes of a zone, with the largest weights first. Existing cards that fit no class are removed.
pub(super) fn classes<'a>(stock: &ZoneCandidates<'a>, allowed: &Allowed<'_>) -> Vec<CardClass<'a>> {
    let mut parts: BTreeMap<(bool, &[u64]), Parts<'a>> = BTreeMap::new();
    for (number, standing) in stock.standing.iter().enumerate() {
        if standing.cap == 0 || !allowed.lets_in(&standing.key, &standing.profile) {
            continue;
        }
        let profile = &standing.profile;
        let part = parts.entry((profile.gives, &profile.weights)).or_default();
        let kept = standing.count.min(standing.cap);
        part.takes.push((number, kept, standing.count - kept));
        let spare = (standing.cap - kept).min(allowed.room);
        if spare > 0 {
            part.gives
                .push((Pick::CurrentCard(number), spare, true, true));
        }
    }
    for group in &stock.groups {
        let profile = &group.profile;
        let seen = allowed.is_seen(profile);
        let cap = group.cap.min(allowed.room.max(1));
        let mut enough = 0_u64;
        let mut members = group.members.iter();
        while enough < allowed.room {
            let Some(member) = members.next() else { break };
            if !allowed.lets_in(member.key, profile) {
                if profile.gives {
                    continue;
                }
                break;
            }
            let part = parts.entry((profile.gives, &profile.weights)).or_default();
            let pick = Pick::Fresh(*member);
            part.gives.push((pick, cap, member.familiar, seen));
            enough = enough.saturating_add(cap);
        }
    }
    let mut classes: Vec<CardClass<'a>> = parts
        .into_iter()
        .map(|((gives, weights), part)| class(gives, weights, part))
        .collect();
    classes
        .sort_by_key(|class| Reverse(class.weights.iter().copied().map(u128::from).sum::<u128>()));
    classes
}

fn class<'a>(is_source: bool, weights: &[u64], mut part: Parts<'a>) -> CardClass<'a> {
    // First names that lose copies in any case, then names with more copies, then later names.
    part.takes
        .sort_by_key(|(number, kept, lost)| (*lost == 0, Reverse(*kept), Reverse(*number)));
    let touched = part.takes.iter().filter(|(_, _, lost)| *lost > 0).count();
    let here = |pick: &Pick<'_>| matches!(pick, Pick::CurrentCard(_));
    let id = |pick: &Pick<'a>| match pick {
        Pick::CurrentCard(number) => (*number, ""),
        Pick::Fresh(member) => (0, member.key),
    };
    part.gives.sort_by_key(|(pick, spare, familiar, seen)| {
        (!here(pick), !familiar, !seen, Reverse(*spare), id(pick))
    });
    let sum = |which: &dyn Fn(bool, bool) -> bool| {
        let those = part.gives.iter().filter(|give| which(give.2, give.3));
        those.fold(0_u64, |sum, give| sum.saturating_add(give.1))
    };
    CardClass {
        weights: weights.to_vec(),
        least: u64::from(is_source),
        kept: part.takes.iter().map(|(_, kept, _)| kept).sum(),
        familiar: sum(&|familiar, _| familiar),
        known: sum(&|familiar, seen| familiar || seen),
        takes: part.takes.iter().map(|take| (take.0, take.1)).collect(),
        touched,
        gives: part.gives.iter().map(|give| (give.0, give.1)).collect(),
    }
}

impl<'a> CardClass<'a> {
    /// Returns the maximum count of the class.
    pub fn most(&self) -> u64 {
        let more = self.gives.iter();
        more.fold(self.kept, |sum, (_, spare)| sum.saturating_add(*spare))
    }

    /// Returns the cost of this count. `changes` is the number of added cards.
    pub fn cost(&self, count: u64) -> Cost {
        let (taken, given) = self.difference(count);
        let named = |parts: &mut dyn Iterator<Item = u64>, count: u64| -> u64 {
            let mut left = count;
            let mut names = 0;
            while left > 0 {
                let Some(part) = parts.next() else { break };
                left = left.saturating_sub(part);
                names += 1;
            }
            names
        };
        let takes = named(&mut self.takes.iter().map(|take| take.1), taken);
        let gives = named(&mut self.gives.iter().map(|give| give.1), given);
        Cost {
            changes: given,
            sources: 0,
            strangers: given.saturating_sub(self.familiar),
            names: takes.saturating_sub(self.touched as u64) + gives,
            foreign: given.saturating_sub(self.known),
        }
    }

    fn difference(&self, count: u64) -> (u64, u64) {
        (
            self.kept.saturating_sub(count),
            count.saturating_sub(self.kept),
        )
    }

    /// Returns the cards to remove and to add to reach this count.
    pub fn changes(&self, count: u64) -> Vec<Change<'a>> {
        let (taken, given) = self.difference(count);
        let takes = first(&self.takes, taken).into_iter();
        let gives = first(&self.gives, given).into_iter();
        takes
            .map(|(number, count)| Change::Take(number, count))
            .chain(gives.map(|(pick, count)| Change::Give(pick, count)))
            .collect()
    }

    /// Returns the names that can stay, with their number of copies.
    pub fn staying(&self) -> impl Iterator<Item = (usize, u64)> {
        self.takes.iter().copied()
    }
}

/// Takes `count` copies from the start of a list.
fn first<T: Copy>(parts: &[(T, u64)], count: u64) -> Vec<(T, u64)> {
    let mut left = count;
    let mut picked = Vec::new();
    for (part, most) in parts {
        if left == 0 {
            break;
        }
        let some = left.min(*most);
        picked.push((*part, some));
        left -= some;
    }
    picked
}

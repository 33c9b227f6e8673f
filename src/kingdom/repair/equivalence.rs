//! Cards of a zone that count the same by every limit, and what it costs to have so many of them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{Member, Stock};

/// What a repair costs, the most important first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    /// Cards added, removed or swapped for another of the same zone.
    pub changes: u64,
    /// Zones with another card than the one of which other rules take a field.
    pub sources: u64,
    /// Cards added that stand nowhere in the set yet.
    pub strangers: u64,
    /// Names whose number changes.
    pub names: u64,
    /// Cards added of a value that no card of the set has.
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

/// What is put into a zone.
#[derive(Clone, Copy)]
pub(super) enum Pick<'a> {
    /// More copies of a name that is there, by its number.
    Standing(usize),
    /// A name that is not.
    Fresh(Member<'a>),
}

/// A name of a zone whose number changes.
#[derive(Clone, Copy)]
pub(super) enum Change<'a> {
    Take(usize, u64),
    Give(Pick<'a>, u64),
}

pub(super) struct Class<'a> {
    pub weights: Vec<u64>,
    /// At least so many of them, because another rule needs the card.
    pub least: u64,
    /// How many of those that are there can stay.
    pub kept: u64,
    /// What can be taken out, in this order, and how many of them have lost copies anyway.
    takes: Vec<(usize, u64)>,
    touched: usize,
    /// What can be put in, in this order.
    gives: Vec<(Pick<'a>, u64)>,
    /// How many copies of the picks that stand in the set, or are of its values.
    familiar: u64,
    known: u64,
}

/// What a choice lets into a zone.
pub(super) struct Allowed<'c> {
    /// The values that the cards may have, by the rule that asks for them.
    pub values: BTreeMap<usize, &'c BTreeSet<String>>,
    /// In a zone whose card gives a field to other rules: the only such card, if there is one.
    pub source: Option<&'c str>,
    /// The values that cards of the set have, by rule.
    pub seen: &'c BTreeSet<(usize, String)>,
    /// No more cards than this are ever of use in the zone.
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

/// The classes of a zone, those whose cards count most first. What can stay in none of them has to go.
pub(super) fn classes<'a>(stock: &Stock<'a>, allowed: &Allowed<'_>) -> Vec<Class<'a>> {
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
            part.gives.push((Pick::Standing(number), spare, true, true));
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
    let mut classes: Vec<Class<'a>> = parts
        .into_iter()
        .map(|((gives, weights), part)| class(gives, weights, part))
        .collect();
    classes
        .sort_by_key(|class| Reverse(class.weights.iter().copied().map(u128::from).sum::<u128>()));
    classes
}

fn class<'a>(is_source: bool, weights: &[u64], mut part: Parts<'a>) -> Class<'a> {
    // Names that lose copies anyway come first, then long lines, then the last ones.
    part.takes
        .sort_by_key(|(number, kept, lost)| (*lost == 0, Reverse(*kept), Reverse(*number)));
    let touched = part.takes.iter().filter(|(_, _, lost)| *lost > 0).count();
    let here = |pick: &Pick<'_>| matches!(pick, Pick::Standing(_));
    let id = |pick: &Pick<'a>| match pick {
        Pick::Standing(number) => (*number, ""),
        Pick::Fresh(member) => (0, member.key),
    };
    part.gives.sort_by_key(|(pick, spare, familiar, seen)| {
        (!here(pick), !familiar, !seen, Reverse(*spare), id(pick))
    });
    let sum = |which: &dyn Fn(bool, bool) -> bool| {
        let those = part.gives.iter().filter(|give| which(give.2, give.3));
        those.fold(0_u64, |sum, give| sum.saturating_add(give.1))
    };
    Class {
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

impl<'a> Class<'a> {
    /// How many of them there can be.
    pub fn most(&self) -> u64 {
        let more = self.gives.iter();
        more.fold(self.kept, |sum, (_, spare)| sum.saturating_add(*spare))
    }

    /// What it costs to have so many; the changes are the cards added.
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

    /// What is taken out and what is put in to have so many.
    pub fn changes(&self, count: u64) -> Vec<Change<'a>> {
        let (taken, given) = self.difference(count);
        let takes = first(&self.takes, taken).into_iter();
        let gives = first(&self.gives, given).into_iter();
        takes
            .map(|(number, count)| Change::Take(number, count))
            .chain(gives.map(|(pick, count)| Change::Give(pick, count)))
            .collect()
    }

    /// How many copies of the names that are there can stay.
    pub fn staying(&self) -> impl Iterator<Item = (usize, u64)> {
        self.takes.iter().copied()
    }
}

/// So many copies from the beginning of a list.
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

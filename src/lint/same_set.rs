//! Two sets with the same cards under different names: a copy that was meant to be changed.

use std::collections::HashMap;

use super::{Check, Lint, Set, World};
use crate::diagnostic::{Code, Diagnostic};

pub(super) const LINT: Lint = Lint {
    code: Code::SameSet,
    check: Check::All(check),
};

/// Zones, cards, and how many of them.
type Cards<'s> = Vec<(&'s str, &'s str, u32)>;

fn check(world: &World<'_>, found: &mut Vec<Diagnostic>) {
    // By other rules, the same cards are another set.
    let mut first: HashMap<(Option<&str>, Cards<'_>), &Set> = HashMap::new();
    for set in &world.sets {
        let cards = cards(set);
        if cards.is_empty() || !set.sound {
            continue;
        }
        let rules = set.kingdom.house_rules.as_deref();
        let other = *first.entry((rules, cards)).or_insert(set);
        // That two have one name is said already.
        if other.kingdom.id == set.kingdom.id {
            continue;
        }
        let mut finding = Diagnostic::new(
            Code::SameSet,
            set.source.name_at,
            format!(
                "\"{}\" has the same cards as \"{}\"",
                set.source.name, other.source.name
            ),
            format!("card by card \"{}\"", other.source.name),
        )
        .label(other.source.name_at, "the set that it repeats")
        .help("change what should be different, or remove one of the two");
        finding.card = Some(set.source.name.clone());
        found.push(finding);
    }
}

/// Every card of a set with its zone and its count, in an order that does not depend on the file.
fn cards<'s>(set: &Set<'s>) -> Cards<'s> {
    let mut cards: Cards<'_> = set
        .kingdom
        .zones
        .iter()
        .flat_map(|(zone, counts)| {
            counts
                .iter()
                .map(move |(id, count)| (zone.as_str(), id.as_str(), *count))
        })
        .filter(|(_, _, count)| *count > 0)
        .collect();
    cards.sort_unstable();
    cards
}

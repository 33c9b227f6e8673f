//! Two sets with the same cards under different names: a copy that was meant to be changed.

use super::{Check, Lint, Reads, Set, World};
use crate::diagnostic::{Code, Diagnostic};
use crate::maps::HashMap;

pub(super) const LINT: Lint = Lint {
    code: Code::SameSet,
    reads: Reads::OthersPrinted,
    check: Check::All(check),
};

fn check(world: &World<'_>, found: &mut Vec<Diagnostic>) {
    let mut first: HashMap<Contents, &Set> = HashMap::default();
    for set in &world.sets {
        let contents = contents(set);
        if contents.cards.is_empty() || !set.sound {
            continue;
        }
        let other = *first.entry(contents).or_insert(set);
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

/// What makes a set.
#[derive(PartialEq, Eq, Hash)]
struct Contents<'s> {
    /// By other rules, the same cards are another set.
    house_rules: Option<&'s str>,
    /// Each with its zone and its count, in an order that does not depend on the file.
    cards: Vec<(&'s str, &'s str, u32)>,
}

fn contents<'s>(set: &Set<'s>) -> Contents<'s> {
    let mut cards: Vec<(&str, &str, u32)> = set
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
    Contents {
        house_rules: set.kingdom.house_rules.as_deref(),
        cards,
    }
}

//! Two cards with the same printed number: lists and indexes could mean either.

use super::numbered::{Numbered, numbers};
use super::{Check, Lint, Subject, World};
use crate::card::wording;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::maps::HashMap;

pub(super) const LINT: Lint = Lint {
    code: Code::NumberTaken,
    check: Check::All(check),
};

fn check(world: &World<'_>, found: &mut Vec<Diagnostic>) {
    let cards = world.cards.values();
    let known = cards.flat_map(|card| {
        let numbers = numbers(world, card).into_iter();
        numbers.map(move |number| (card, number))
    });
    let mut known: Vec<(&Subject, Numbered)> = known.collect();
    // The library was there first; of the author's cards the later one takes what the earlier one has.
    known.sort_by_key(|(card, number)| (card.checked, number.at));
    let mut first: HashMap<(u64, u64), &(&Subject, Numbered)> = HashMap::default();
    let mut last: HashMap<u64, u64> = HashMap::default();
    let mut taken = Vec::new();
    for here in &known {
        let (card, number) = here;
        let highest = last.entry(number.series).or_default();
        *highest = number.value.max(*highest);
        let owner = *first.entry((number.series, number.value)).or_insert(here);
        if !std::ptr::eq(owner, here) && card.checked && card.sound {
            taken.push((owner, here));
        }
    }
    for ((owner, theirs), (card, number)) in taken {
        let key = wording::spoken(number.key);
        let finding = Diagnostic::new(
            Code::NumberTaken,
            number.at,
            format!(
                "\"{}\" has the {key} {} of \"{}\"",
                card.source.name, number.text, owner.source.name
            ),
            format!("this {key} is taken"),
        )
        .label(theirs.at, format!("the {key} of \"{}\"", owner.source.name))
        .in_card(&card.source.id);
        let next = last.entry(number.series).or_default();
        *next += 1;
        found.push(match number.with(*next) {
            Some(free) => finding.fix(
                Safety::Unsafe,
                format!("write `{free}`, the first one behind all others"),
                number.at,
                free,
            ),
            None => finding.help(format!("give one of the two another {key}")),
        });
    }
}

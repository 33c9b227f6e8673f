//! A series of printed numbers that leaves some out: a card was forgotten, or removed.

use std::collections::BTreeMap;

use super::numbered::{Numbered, numbers};
use super::{Check, Lint, Reads, Subject, World};
use crate::card::wording;
use crate::diagnostic::{Code, Diagnostic};
use crate::maps::HashMap;

pub(super) const LINT: Lint = Lint {
    code: Code::NumberGap,
    reads: Reads::OthersPrinted,
    check: Check::All(check),
};

fn check(world: &World<'_>, found: &mut Vec<Diagnostic>) {
    let mut series: HashMap<u64, BTreeMap<u64, (&Subject, Numbered)>> = HashMap::default();
    for card in world.cards.values() {
        for number in numbers(world, card) {
            let cards = series.entry(number.series).or_default();
            cards.entry(number.value).or_insert((card, number));
        }
    }
    for cards in series.values() {
        let gaps: Vec<_> = cards
            .values()
            .zip(cards.values().skip(1))
            .filter(|((_, before), (_, after))| before.value + 1 < after.value)
            .collect();
        let missing: u64 = gaps
            .iter()
            .map(|((_, before), (_, after))| after.value - before.value - 1)
            .sum();
        // Where more is missing than there is, the numbers are not meant to run on.
        if missing >= cards.len() as u64 {
            continue;
        }
        for ((_, before), (card, after)) in gaps {
            if card.checked && card.sound {
                let first = after.with(before.value + 1);
                let unread = first.is_none_or(|first| world.may_be_unread(&first.to_lowercase()));
                if !unread {
                    found.extend(finding(card, before, after));
                }
            }
        }
    }
}

fn finding(card: &Subject<'_>, before: &Numbered<'_>, after: &Numbered<'_>) -> Option<Diagnostic> {
    let key = wording::spoken(after.key);
    let first = after.with(before.value + 1)?;
    let last = after.with(after.value - 1)?;
    let left_out = if first == last {
        format!("the {key} {first}")
    } else {
        format!("a {key} from {first} to {last}")
    };
    Some(
        Diagnostic::new(
            Code::NumberGap,
            after.at,
            format!("no card has {left_out}"),
            format!("the next {key} behind {}", before.text),
        )
        .label(before.at, format!("the {key} before it"))
        .help(format!("give {first} to a card, or let the numbers run on"))
        .in_card(&card.source.id),
    )
}

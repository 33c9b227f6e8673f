//! Reports gaps in a series of printed numbers: a card was forgotten or removed.

use std::collections::BTreeMap;

use super::support::printed_numbers::{Numbered, numbers};
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::collections::HashMap;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};

pub(super) const LINT: Lint = Lint {
    code: Code::NumberGap,
    reads: Reads::OthersPrinted,
    check: Check::All(check),
};

fn check(context: &LintContext<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut series: HashMap<u64, BTreeMap<u64, (&LintedCard, Numbered)>> = HashMap::default();
    for card in context.cards.values() {
        for number in numbers(context, card) {
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
        // If at least as many numbers are missing as are used, the series is not meant to be
        // continuous.
        if missing >= cards.len() as u64 {
            continue;
        }
        for ((_, before), (card, after)) in gaps {
            if card.checked && card.sound {
                let first = after.with(before.value + 1);
                let unread = first.is_none_or(|first| context.may_be_unread(&first.to_lowercase()));
                if !unread {
                    diagnostics.extend(finding(card, before, after));
                }
            }
        }
    }
}

fn finding(
    card: &LintedCard<'_>,
    before: &Numbered<'_>,
    after: &Numbered<'_>,
) -> Option<Diagnostic> {
    let key = prose::spoken(after.key);
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
            format!("the next {key} after {}", before.text),
        )
        .label(before.at, format!("the {key} before it"))
        .help(format!(
            "give {first} to a card, or renumber the following cards"
        ))
        .in_card(&card.source.id),
    )
}

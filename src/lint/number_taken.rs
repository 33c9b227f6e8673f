//! Reports two cards with the same printed number.

use super::support::printed_numbers::{Numbered, numbers};
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::collections::{HashMap, duplicates_by, hash_of};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::NumberTaken,
    reads: Reads::OthersPrinted,
    check: Check::All(check),
};

fn check(context: &LintContext<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let cards = context.cards.values();
    let known = cards.flat_map(|card| {
        let numbers = numbers(context, card).into_iter();
        numbers.map(move |number| (card, number))
    });
    let known: Vec<(&LintedCard, Numbered)> = known.collect();
    let mut last: HashMap<u64, u64> = HashMap::default();
    for (_, number) in &known {
        let highest = last.entry(number.series).or_default();
        *highest = number.value.max(*highest);
    }
    let number = |(_, number): &&(&LintedCard, Numbered)| hash_of((number.series, number.value));
    let mut taken = Vec::new();
    for mut group in duplicates_by(known.iter(), number) {
        // Library cards have priority; of the author's cards, the earlier one owns the number.
        group.sort_by_key(|(card, number)| (card.checked, number.at));
        let mut group = group.into_iter();
        let owner = group.next();
        let later = group.filter(|(card, _)| card.checked && card.sound);
        taken.extend(later.filter_map(|here| Some((owner?, here))));
    }
    // In the order in which they get new numbers.
    taken.sort_by_key(|(_, (_, number))| number.at);
    for ((owner, theirs), (card, number)) in taken {
        let key = prose::spoken(number.key);
        let diagnostic = Diagnostic::new(
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
        diagnostics.push(match number.with(*next) {
            Some(free) => diagnostic.fix(
                Safety::Unsafe,
                format!("write `{free}`, the next unused one"),
                number.at,
                free,
            ),
            None => diagnostic.help(format!("give one of the two a different {key}")),
        });
    }
}

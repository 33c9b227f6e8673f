//! The same words on two cards, in a field where each has words of its own: a copy that was not changed.

use super::{Check, Lint, Reads, Subject, World, written};
use crate::card::wording;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::maps::{HashMap, hash_of};

pub(super) const LINT: Lint = Lint {
    code: Code::RepeatedWords,
    reads: Reads::OthersPrinted,
    check: Check::All(check),
};

/// Fewer words may well be the same by chance.
const ENOUGH: usize = 4;

fn check(world: &World<'_>, found: &mut Vec<Diagnostic>) {
    let mut known: Vec<(&Subject, written::Words)> = world
        .cards
        .values()
        .flat_map(|card| {
            let words = written::words(world, card).into_iter();
            words
                .filter(|words| words.own)
                .map(move |words| (card, words))
        })
        .collect();
    // The library was there first; of the author's cards the later one repeats the earlier.
    known.sort_by_key(|(card, words)| (card.checked, words.at));
    let mut first: HashMap<(&str, u64), &(&Subject, written::Words)> = HashMap::default();
    for here in &known {
        let (card, words) = here;
        let Some(same) = compared(words.text) else {
            continue;
        };
        let owner = *first.entry((words.key, same)).or_insert(here);
        if std::ptr::eq(owner, here) || !card.checked || !card.sound {
            continue;
        }
        let (other, theirs) = owner;
        let key = wording::spoken(words.key);
        let finding = Diagnostic::new(
            Code::RepeatedWords,
            written::first_line(world, words.at),
            format!(
                "\"{}\" and \"{}\" have the same {key}",
                card.source.name, other.source.name
            ),
            format!("the {key} of \"{}\"", other.source.name),
        )
        .label(written::first_line(world, theirs.at), "the same words")
        .help("write words of its own for one of the two, or leave them out")
        .in_card(&card.source.id);
        found.push(match written::removed(world, card, words.key) {
            Some(line) => finding.fix(
                Safety::Unsafe,
                format!("leave out the `{}`", words.key),
                line,
                "",
            ),
            None => finding,
        });
    }
}

/// A hash of the words alone, if they are enough to tell.
fn compared(text: &str) -> Option<u64> {
    let mut words = String::with_capacity(text.len());
    let mut count = 0;
    let in_word = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    for word in text.split(|c| !in_word(c)).filter(|word| !word.is_empty()) {
        words.extend(word.chars().flat_map(char::to_lowercase));
        words.push(' ');
        count += 1;
    }
    (count >= ENOUGH).then(|| hash_of(words))
}

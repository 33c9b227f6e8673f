//! The same words on two cards, in a field where each has words of its own: a copy that was not changed.

use super::{Check, Lint, Subject, World, written};
use crate::card::wording;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::maps::HashMap;

pub(super) const LINT: Lint = Lint {
    code: Code::RepeatedWords,
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
    let mut first: HashMap<(&str, String), usize> = HashMap::default();
    for (at, (card, words)) in known.iter().enumerate() {
        let Some(same) = compared(words.text) else {
            continue;
        };
        let owner = *first.entry((words.key, same)).or_insert(at);
        if owner == at || !card.checked || !card.sound {
            continue;
        }
        let (other, theirs) = &known[owner];
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

/// The words alone, if they are enough to tell.
fn compared(text: &str) -> Option<String> {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    (words.len() >= ENOUGH).then(|| words.join(" "))
}

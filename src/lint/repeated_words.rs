//! Reports identical words on two cards in a field where each card has its own: an unfinished copy.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::collections::{HashMap, hash_of};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::RepeatedWords,
    reads: Reads::OthersPrinted,
    check: Check::All(check),
};

/// Minimum number of words; fewer may be equal by chance.
const ENOUGH: usize = 4;

fn check(context: &LintContext<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut known: Vec<(&LintedCard, crate::lint::support::field_spans::Words)> = context
        .cards
        .values()
        .flat_map(|card| {
            let words = crate::lint::support::field_spans::words(context, card).into_iter();
            words
                .filter(|words| words.own)
                .map(move |words| (card, words))
        })
        .collect();
    // Library cards have priority; of the author's cards, the later one is the copy.
    known.sort_by_key(|(card, words)| (card.checked, words.at));
    let mut first: HashMap<(&str, u64), &(&LintedCard, crate::lint::support::field_spans::Words)> =
        HashMap::default();
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
        let key = prose::spoken(words.key);
        let diagnostic = Diagnostic::new(
            Code::RepeatedWords,
            crate::lint::support::field_spans::first_line(context, words.at),
            format!(
                "\"{}\" and \"{}\" have the same {key}",
                card.source.name, other.source.name
            ),
            format!("the {key} of \"{}\"", other.source.name),
        )
        .label(
            crate::lint::support::field_spans::first_line(context, theirs.at),
            "the same words",
        )
        .help("write different words for one of the two, or remove them")
        .in_card(&card.source.id);
        diagnostics.push(
            match crate::lint::support::field_spans::removed(context, card, words.key) {
                Some(line) => diagnostic.fix(
                    Safety::Unsafe,
                    format!("remove the `{}`", words.key),
                    line,
                    "",
                ),
                None => diagnostic,
            },
        );
    }
}

/// Returns a hash of the words without punctuation; `None` if there are too few.
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

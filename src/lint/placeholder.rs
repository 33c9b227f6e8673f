//! Reports placeholder text, which would be printed on the card.

use std::ops::Range;

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};

pub(super) const LINT: Lint = Lint {
    code: Code::Placeholder,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

/// Placeholder words, matched in capitals only: some of them are words of other languages.
const WORDS: [&str; 5] = ["TODO", "TBD", "TBA", "FIXME", "WIP"];

const LOREM_IPSUM: &str = "lorem ipsum";

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for words in crate::lint::support::field_spans::words(context, card) {
        let Some(range) = placeholder(words.text, words.key) else {
            continue;
        };
        let written = prose::shown(&words.text[range.clone()]);
        let at = crate::lint::support::field_spans::part(context, words.at, words.text, range);
        diagnostics.push(
            Diagnostic::new(
                Code::Placeholder,
                at.unwrap_or_else(|| {
                    crate::lint::support::field_spans::first_line(context, words.at)
                }),
                format!(
                    "the `{}` of \"{}\" is a placeholder",
                    words.key, card.source.name
                ),
                format!("\"{written}\" would be printed on the card"),
            )
            .help(match words.key {
                "name" => "write the name".to_owned(),
                key => format!("write the {}, or remove it", prose::spoken(key)),
            }),
        );
    }
}

/// Returns the range of a placeholder in a text.
fn placeholder(text: &str, key: &str) -> Option<Range<usize>> {
    let trimmed = text.trim();
    let all = text.len() - text.trim_start().len()..text.trim_end().len();
    let nothing = |c: char| matches!(c, '.' | '…' | '?' | '-' | '–' | '—' | '_' | ' ');
    let bracketed = |open: char, close: char| {
        trimmed.starts_with(open) && trimmed.ends_with(close) && trimmed.matches(open).count() == 1
    };
    // Compare lowercase texts only if they may equal the key: they start with the same letter and are not much longer.
    // (Letters can change their length in lowercase.)
    let short = trimmed.len() <= 4 * (key.len() + " text".len());
    let first = trimmed.chars().flat_map(char::to_lowercase).next();
    let stands_for_itself = short && first == key.chars().next() && {
        let (lower, key) = (trimmed.to_lowercase(), prose::spoken(key));
        lower == key || lower.strip_suffix(" text") == Some(&key)
    };
    if trimmed.chars().all(nothing)
        || bracketed('<', '>')
        || bracketed('[', ']')
        || stands_for_itself
    {
        return Some(all);
    }
    if text.contains('?')
        && let Some(at) = text.find("???")
    {
        let end = text[at..]
            .find(|c| c != '?')
            .map_or(text.len(), |end| at + end);
        return Some(at..end);
    }
    let mut at = 0;
    for part in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let start = at;
        at += part.len();
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric());
        let end = start + word.len();
        let crosses = word.len() >= 3 && word.bytes().all(|c| c == b'x');
        if crosses || WORDS.contains(&word) {
            return Some(start..end);
        }
        let filler = start..start + LOREM_IPSUM.len();
        let written = || text.get(filler.clone());
        if word.eq_ignore_ascii_case("lorem")
            && written().is_some_and(|written| written.eq_ignore_ascii_case(LOREM_IPSUM))
        {
            return Some(filler);
        }
    }
    None
}

//! Reports a word that is written twice in a row, which is easily overlooked.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::DoubledWord,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(world: &LintContext<'_>, card: &LintedCard<'_>, found: &mut Vec<Diagnostic>) {
    for words in crate::lint::support::field_spans::words(world, card) {
        let mut before: Option<(usize, &str)> = None;
        let mut at = 0;
        for piece in words.text.split_inclusive(char::is_whitespace) {
            let start = at;
            at += piece.len();
            let word = piece.trim_end();
            if word.is_empty() {
                continue;
            }
            let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            if let Some((end, other)) = before
                && bare.chars().any(char::is_alphabetic)
                && bare.to_lowercase() == other.to_lowercase()
            {
                let place = crate::lint::support::field_spans::part(
                    world,
                    words.at,
                    words.text,
                    start..start + bare.len(),
                );
                let whole = crate::lint::support::field_spans::first_line(world, words.at);
                let finding = Diagnostic::new(
                    Code::DoubledWord,
                    place.unwrap_or(whole),
                    format!("repeated word \"{}\"", prose::shown(bare)),
                    "the same word again",
                );
                let removed = crate::lint::support::field_spans::part(
                    world,
                    words.at,
                    words.text,
                    end..start + bare.len(),
                );
                found.push(match removed {
                    Some(removed) => {
                        finding.fix(Safety::Unsafe, "remove one of the two words", removed, "")
                    }
                    None => finding.help("remove one of the two words"),
                });
            }
            // Punctuation after a word separates it from the next.
            before = (bare.len() == word.len()).then_some((start + word.len(), word));
        }
    }
}

//! Reports a word that is written twice in a row, which is easily overlooked.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::DoubledWord,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for words in crate::lint::support::field_spans::words(context, card) {
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
                    context,
                    words.at,
                    words.text,
                    start..start + bare.len(),
                );
                let whole = crate::lint::support::field_spans::first_line(context, words.at);
                let diagnostic = Diagnostic::new(
                    Code::DoubledWord,
                    place.unwrap_or(whole),
                    format!("repeated word \"{}\"", prose::shown(bare)),
                    "the same word again",
                );
                let removed = crate::lint::support::field_spans::part(
                    context,
                    words.at,
                    words.text,
                    end..start + bare.len(),
                );
                diagnostics.push(match removed {
                    Some(removed) => {
                        diagnostic.fix(Safety::Unsafe, "remove one of the two words", removed, "")
                    }
                    None => diagnostic.help("remove one of the two words"),
                });
            }
            // Punctuation after a word separates it from the next.
            before = (bare.len() == word.len()).then_some((start + word.len(), word));
        }
    }
}

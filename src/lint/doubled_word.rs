//! A word that stands twice in a row, as eyes pass over it.

use super::{Check, Lint, Reads, Subject, World, written};
use crate::card::wording;
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::DoubledWord,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(world: &World<'_>, card: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    for words in written::words(world, card) {
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
                let place = written::part(world, words.at, words.text, start..start + bare.len());
                let whole = written::first_line(world, words.at);
                let finding = Diagnostic::new(
                    Code::DoubledWord,
                    place.unwrap_or(whole),
                    format!("\"{}\" stands twice in a row", wording::shown(bare)),
                    "the same word again",
                );
                let removed = written::part(world, words.at, words.text, end..start + bare.len());
                found.push(match removed {
                    Some(removed) => {
                        finding.fix(Safety::Unsafe, "remove one of the two", removed, "")
                    }
                    None => finding.help("remove one of the two"),
                });
            }
            // A mark behind a word parts it from the next.
            before = (bare.len() == word.len()).then_some((start + word.len(), word));
        }
    }
}

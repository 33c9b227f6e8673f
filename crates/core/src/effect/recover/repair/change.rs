//! An edit that was tried, and the diagnostic that suggests it.

use crate::effect::keywords::is_keyword;
use std::ops::Range;

use super::super::fragment::Fragment;
use super::number::of_number;
use crate::diagnostic::{Code, Diagnostic, Place, Reason, Safety};
use crate::effect::recover::idioms::article_of;

/// One edit that was tried.
#[derive(Clone)]
pub(super) struct Change {
    pub range: Range<usize>,
    pub by: String,
    pub kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Misspelt,
    Doubled,
    Swapped,
    Missing,
    TooMany,
    /// One word with a space in it.
    Torn,
    /// Two words without a space between them.
    RunTogether,
    /// A word of the language in place of another one.
    Wrong,
}

impl Change {
    /// Returns whether the edit corrects an obvious typo, even if the piece has other errors.
    pub fn is_slip(&self, written: &str) -> bool {
        match self.kind {
            Kind::Misspelt => {
                let (written, by) = (written.to_lowercase(), self.by.to_lowercase());
                // `mines` is not a typo of `mine`, and a short word is close to too many others.
                let plural = written.strip_suffix('s') == Some(&by);
                let slips = strsim::osa_distance(&written, &by);
                !is_keyword(&written)
                    && !plural
                    && written.len() > 3
                    && slips <= 1 + written.len() / 8
            }
            Kind::Doubled | Kind::Torn | Kind::RunTogether => true,
            // An inserted mark, such as a comma, cannot have a wrong meaning.
            Kind::Missing => !self.by.chars().any(char::is_alphanumeric),
            Kind::Swapped | Kind::TooMany | Kind::Wrong => false,
        }
    }
}

/// Creates the diagnostic for an edit.
pub(super) fn found(piece: &Fragment<'_>, change: &Change) -> Diagnostic<Place> {
    let written = piece.get(&change.range).trim();
    let by = change.by.trim();
    let at = piece.at(&change.range);
    let code = Code::UnreadableSentence;
    match change.kind {
        Kind::Misspelt => Diagnostic::new(
            code,
            at.clone(),
            format!("unexpected word \"{written}\""),
            match is_keyword(written) {
                true => "not allowed here",
                false => "misspelt or unknown",
            },
        )
        .fix(Safety::Unsafe, format!("write `{by}`"), at, by),
        Kind::Doubled => {
            let start = change.range.end - written.len();
            Diagnostic::new(
                code,
                piece.at(&(start..change.range.end)),
                format!("repeated word \"{written}\""),
                "the same word again",
            )
            .fix(Safety::Unsafe, format!("remove one `{written}`"), at, "")
        }
        Kind::Swapped => Diagnostic::new(
            code,
            at.clone(),
            format!("wrong word order: \"{written}\""),
            "these words are swapped",
        )
        .fix(Safety::Unsafe, format!("write `{by}`"), at, by),
        Kind::Missing => found_missing(piece, std::slice::from_ref(change)),
        Kind::Torn => Diagnostic::new(
            code,
            at.clone(),
            format!("\"{written}\" is one word"),
            "unexpected space in this word",
        )
        .fix(Safety::Unsafe, format!("write `{by}`"), at, by),
        Kind::RunTogether => Diagnostic::new(
            code,
            at.clone(),
            format!("\"{written}\" is two words"),
            "missing space in this word",
        )
        .fix(Safety::Unsafe, format!("write `{by}`"), at, by),
        Kind::Wrong => Diagnostic::new(
            code,
            at.clone(),
            match before(piece, change.range.start) {
                before if before.is_empty() => {
                    format!("the sentence cannot start with \"{written}\"")
                }
                before => format!("unexpected \"{written}\" after \"{before}\""),
            },
            "expected a different word",
        )
        .fix(Safety::Unsafe, format!("write `{by}`"), at, by),
        Kind::TooMany => {
            let start = change.range.start
                + (piece.get(&change.range).len() - piece.get(&change.range).trim_start().len());
            let written = written.split_whitespace().next().unwrap_or_default();
            Diagnostic::new(
                code,
                piece.at(&(start..start + written.len())),
                format!("unexpected \"{written}\""),
                "unnecessary word",
            )
            .fix(Safety::Unsafe, format!("remove `{written}`"), at, by)
        }
    }
}

/// Returns the last words before a position.
fn before(piece: &Fragment<'_>, at: usize) -> String {
    let text = piece.get(&(0..at));
    let mut words: Vec<&str> = text.split_whitespace().rev().take(3).collect();
    words.reverse();
    words.join(" ")
}

/// Chooses between `a` and `an`, or `has` and `have`, by the neighbouring words.
fn agreeing(piece: &Fragment<'_>, changes: &[Change]) -> Vec<Change> {
    let [first, second] = changes else {
        return changes.to_vec();
    };
    let words = (first.by.trim(), second.by.trim());
    let wanted = match words {
        _ if first.range != second.range => "",
        ("a", "an") | ("an", "a") => {
            let after = piece.get(&(first.range.end..piece.text.len()));
            article_of(after.split_whitespace().next().unwrap_or_default())
        }
        // The things of another player are `their` things.
        ("your", "their") | ("their", "your") => {
            let text = piece.text.to_lowercase();
            let other = text.starts_with("your opponent ") || text.starts_with("each player ");
            if other { "their" } else { "" }
        }
        ("has", "have") | ("have", "has") => {
            let before = before(piece, first.range.start).to_lowercase();
            match before.split_whitespace().last().unwrap_or_default() {
                "you" | "they" | "those" => "have",
                "this" => "has",
                word if word.ends_with('s') && !before.contains("each ") => "have",
                _ => "has",
            }
        }
        _ => "",
    };
    let changes = changes.iter();
    let left: Vec<Change> = changes
        .clone()
        .filter(|change| change.by.trim() == wanted)
        .cloned()
        .collect();
    match left.is_empty() {
        true => changes.cloned().collect(),
        false => left,
    }
}

/// Creates the diagnostic for a missing word or mark, given the possible insertions.
pub(super) fn found_missing(piece: &Fragment<'_>, changes: &[Change]) -> Diagnostic<Place> {
    let changes = &changes_of_number(piece.text, &agreeing(piece, changes))[..];
    let listed = changes
        .iter()
        .map(|change| format!("`{}`", change.by.trim().to_lowercase()))
        .collect::<Vec<_>>()
        .join(" or ");
    // If many words are possible, none of them is a good suggestion.
    let (message, fixes) = match changes {
        [_] | [_, _] => (format!("missing {listed}"), changes),
        _ => ("missing word".to_owned(), &[][..]),
    };
    let first = changes.first().map_or(0..0, |change| change.range.clone());
    let mark = changes
        .first()
        .is_some_and(|change| !change.by.chars().any(char::is_alphanumeric));
    let label = if mark {
        "missing punctuation mark here"
    } else {
        "missing word here"
    };
    let mut diagnostic =
        Diagnostic::new(Code::UnreadableSentence, piece.at(&first), message, label)
            .because(Reason::MissingWord);
    for change in fixes {
        let by = change.by.trim().to_lowercase();
        diagnostic = diagnostic.fix(
            Safety::Unsafe,
            format!("write `{by}`"),
            piece.at(&change.range),
            change.by.clone(),
        );
    }
    diagnostic.help(match fixes {
        [] => format!("write the missing word, for example {listed}"),
        _ => format!("write {listed}"),
    })
}

/// Filters insertions at one position by the required grammatical number.
pub(super) fn changes_of_number(text: &str, changes: &[Change]) -> Vec<Change> {
    let [first, ..] = changes else {
        return Vec::new();
    };
    if changes.iter().any(|change| change.range != first.range) {
        return changes.to_vec();
    }
    let before = text.get(..first.range.start).unwrap_or_default();
    of_number(before, changes.to_vec(), |change| &change.by)
}

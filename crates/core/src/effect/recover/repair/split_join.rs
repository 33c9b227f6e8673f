//! Words with a space inside, or without a space between them.

use super::super::fragment::Fragment;
use super::change::{Change, Kind};
use crate::effect::recover::words::{Vocabulary, Word};

/// Joins an unknown word and its neighbour into a known word: `dam age`, `with in`.
pub(super) fn torn(
    piece: &Fragment<'_>,
    all: &[Word],
    strange: &[Word],
    vocabulary: &Vocabulary<'_>,
) -> Vec<Change> {
    all.windows(2)
        .filter_map(|pair| {
            let [first, second] = pair else { return None };
            let between = piece.get(&(first.end..second.start));
            let odd = [first, second]
                .iter()
                .any(|word| strange.iter().any(|strange| strange == *word));
            let whole = format!("{}{}", piece.get(first), piece.get(second));
            (odd && between == " " && vocabulary.knows_word(&whole)).then_some(Change {
                range: first.start..second.end,
                by: whole,
                kind: Kind::Torn,
            })
        })
        .collect()
}

/// Splits two words without a space between them: `toan`, `2damage`.
pub(super) fn run_together(
    piece: &Fragment<'_>,
    all: &[Word],
    vocabulary: &Vocabulary<'_>,
) -> Vec<Change> {
    let number = |word: &str| word.len() < 4 && word.chars().all(|c| c.is_ascii_digit());
    let known = |word: &str| number(word) || vocabulary.knows_word(word);
    all.iter()
        .filter(|word| !known(piece.get(word)))
        .flat_map(|word| {
            let written = piece.get(word);
            written
                .char_indices()
                .skip(1)
                .filter_map(|(cut, _)| written.split_at_checked(cut))
                .filter(|(first, second)| known(first) && known(second))
                .map(|(first, second)| Change {
                    range: word.clone(),
                    by: format!("{first} {second}"),
                    kind: Kind::RunTogether,
                })
                .collect::<Vec<_>>()
        })
        .take(12)
        .collect()
}

/// Inserts a missing space between a mark and a word: `*undead*unit`, `a"Skeleton"`.
pub(super) fn at_marks(piece: &Fragment<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (start, chunk) in chunks(piece.text) {
        for mark in ['*', '"'] {
            let places: Vec<usize> = chunk.match_indices(mark).map(|(at, _)| at).collect();
            let [first, .., last] = places[..] else {
                continue;
            };
            let letter = |text: &str| text.chars().next().is_some_and(char::is_alphabetic);
            let (before, rest) = chunk.split_at(first);
            let (marked, after) = rest.split_at(last + 1 - first);
            if letter(before) || letter(after) {
                let parts = [before, marked].into_iter().filter(|part| !part.is_empty());
                let by = parts.collect::<Vec<_>>().join(" ");
                let space = if letter(after) { " " } else { "" };
                changes.push(Change {
                    range: start..start + chunk.len(),
                    by: format!("{by}{space}{after}"),
                    kind: Kind::RunTogether,
                });
            }
        }
    }
    changes
}

/// Returns the chunks between spaces with their byte offsets, without punctuation at the end.
fn chunks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(' ').scan(0, |at, chunk| {
        let start = *at;
        *at += chunk.len() + 1;
        Some((start, chunk.trim_end_matches(['.', ',', ':'])))
    })
}

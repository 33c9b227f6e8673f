//! Removal of unnecessary words.

use super::super::fragment::Fragment;
use super::change::{Change, Kind};
use crate::effect::letter_case::in_case_of;
use crate::effect::lists::lists;
use crate::effect::recover::words::{Word, is_small, is_weighty};

/// Returns whether a word can be removed without changing the meaning.
pub(super) fn is_idle(word: &str) -> bool {
    let is = |known: &&str| known.eq_ignore_ascii_case(word);
    let small = is_small(word) && !is_weighty(word) && !lists().pointers.iter().any(is);
    small || lists().fillers.iter().any(is)
}

/// Returns the removals of single meaningless words near the error.
pub(super) fn too_many(piece: &Fragment<'_>, all: &[Word], at: usize) -> Vec<Change> {
    [Some(at), at.checked_sub(1), Some(at + 1)]
        .into_iter()
        .flatten()
        .filter(|index| all.get(*index).is_some_and(|word| is_idle(piece.get(word))))
        .filter_map(|index| too_many_at(piece, all, index))
        .collect()
}

pub(super) fn too_many_at(piece: &Fragment<'_>, all: &[Word], index: usize) -> Option<Change> {
    let word = all.get(index)?;
    let next = all.get(index + 1);
    let end = next.map_or(word.end, |next| next.start);
    let between = piece.get(&(word.end..end));
    let (range, by) = match next {
        // The next word becomes the first word of the sentence, so it gets a capital letter.
        Some(next) if word.start == 0 && between.trim().is_empty() => (
            word.start..next.end,
            in_case_of(piece.get(next), piece.get(word)),
        ),
        _ if between.trim().is_empty() && end > word.end => (word.start..end, String::new()),
        _ => {
            let before = piece.text.get(..word.start)?;
            (before.trim_end().len()..word.end, String::new())
        }
    };
    Some(Change {
        range,
        by,
        kind: Kind::TooMany,
    })
}

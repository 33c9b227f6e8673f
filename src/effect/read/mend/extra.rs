//! Words that are too many.

use super::Piece;
use super::change::{Change, Kind};
use crate::effect::read::words::{Word, in_case_of};

/// Single words without which the piece can be read.
pub(super) fn too_many(piece: &Piece<'_>, all: &[Word], at: usize) -> Vec<Change> {
    [Some(at), at.checked_sub(1), Some(at + 1)]
        .into_iter()
        .flatten()
        .filter_map(|index| too_many_at(piece, all, index))
        .collect()
}

pub(super) fn too_many_at(piece: &Piece<'_>, all: &[Word], index: usize) -> Option<Change> {
    let word = all.get(index)?;
    let next = all.get(index + 1);
    let end = next.map_or(word.end, |next| next.start);
    let between = piece.get(&(word.end..end));
    let (range, by) = match next {
        // The next word becomes the first of the sentence.
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

//! Repeated words, and words in the wrong order.

use super::super::fragment::Fragment;
use super::change::{Change, Kind};
use crate::effect::letter_case::in_case_of;
use crate::effect::recover::words::Word;

/// Returns the removals of repeated words.
pub(super) fn doubled(piece: &Fragment<'_>, all: &[Word]) -> Vec<Change> {
    all.windows(2)
        .filter_map(|pair| match pair {
            [first, second] if piece.get(first).eq_ignore_ascii_case(piece.get(second)) => {
                Some(Change {
                    range: first.end..second.end,
                    by: String::new(),
                    kind: Kind::Doubled,
                })
            }
            _ => None,
        })
        .collect()
}

pub(super) fn swapped(piece: &Fragment<'_>, all: &[Word], at: usize) -> Vec<Change> {
    // Try the pair at which parsing stopped first, then its neighbours.
    [
        at.checked_sub(1),
        Some(at),
        at.checked_sub(2),
        Some(at + 1),
        at.checked_sub(3),
    ]
    .into_iter()
    .flatten()
    .flat_map(|index| swapped_at(piece, all, index))
    .collect()
}

pub(super) fn swapped_at(piece: &Fragment<'_>, all: &[Word], index: usize) -> Option<Change> {
    let (first, second) = (all.get(index)?, all.get(index + 1)?);
    let (one, other) = (piece.get(first), piece.get(second));
    let between = piece.get(&(first.end..second.start));
    if one.eq_ignore_ascii_case(other) || between.trim() != "" {
        return None;
    }
    let (one_now, other_now) = if first.start == 0 {
        (one.to_lowercase(), in_case_of(other, one))
    } else {
        (one.to_owned(), other.to_owned())
    };
    Some(Change {
        range: first.start..second.end,
        by: format!("{other_now}{between}{one_now}"),
        kind: Kind::Swapped,
    })
}

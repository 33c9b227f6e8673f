//! A small word of the language in the place of another.

use super::super::fragment::Piece;
use super::change::{Change, Kind};
use crate::effect::recover::expected::Reach;
use crate::effect::recover::words::{Word, in_case_of, is_small, is_weighty};

/// The word at which reading stopped with what could stand there instead: `from` for `to`.
pub(super) fn substitutions(
    piece: &Piece<'_>,
    all: &[Word],
    at: usize,
    reach: &Reach,
) -> Vec<Change> {
    // Who may do what is said by no slip.
    let is_slight = |word: &str| is_small(word) && !is_weighty(word) && word != "or";
    let Some(word) = all.get(at).filter(|word| is_slight(piece.get(word))) else {
        return Vec::new();
    };
    reach
        .expected
        .iter()
        .filter(|by| is_slight(by))
        .take(12)
        .map(|by| Change {
            range: word.clone(),
            by: in_case_of(by, piece.get(word)),
            kind: Kind::Wrong,
        })
        .collect()
}

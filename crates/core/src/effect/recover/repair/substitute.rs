//! Replacement of a small word of the language by another one.

use super::super::fragment::Fragment;
use super::change::{Change, Kind};
use crate::effect::letter_case::in_case_of;
use crate::effect::recover::expected::FurthestFailure;
use crate::effect::recover::words::{Word, is_small, is_weighty};

/// Replaces the word at which parsing stopped by an expected small word, such as `to` by `from`.
pub(super) fn substitutions(
    piece: &Fragment<'_>,
    all: &[Word],
    at: usize,
    reach: &FurthestFailure,
) -> Vec<Change> {
    // Words that decide who may do something are not typos.
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

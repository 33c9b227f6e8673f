//! A word of the language in the place of another.

use super::Piece;
use super::change::{Change, Kind};
use crate::effect::read::stop::Reach;
use crate::effect::read::words::{Word, in_case_of};

/// The word at which reading stopped, or the one before it, with what could stand there instead.
pub(super) fn wrong(piece: &Piece<'_>, all: &[Word], at: usize, reach: &Reach) -> Vec<Change> {
    let plain = |word: &&String| {
        word.len() > 1
            && word
                .chars()
                .all(|c| c.is_alphabetic() || c == '-' || c == ' ')
    };
    let Some(word) = all.get(at) else {
        return Vec::new();
    };
    reach
        .expected
        .iter()
        .filter(plain)
        .take(12)
        .map(|by| Change {
            range: word.clone(),
            by: in_case_of(by, piece.get(word)),
            kind: Kind::Wrong,
        })
        .collect()
}

//! Several mistakes in one piece: misspelt words, and one thing beside them.

use std::ops::Range;

use super::super::fragment::{Piece, Trial};
use super::change::{Change, found};
use super::spelling::respelt;
use super::{Mender, Trials};
use crate::diagnostic::{Diagnostic, Place};
use crate::effect::recover::words::{Word, with_replaced};

/// How many words are tried for a misspelt one beside others.
const CLOSE: usize = 3;

impl Mender<'_> {
    /// What is wrong with a piece in which only all its misspelt words together, perhaps with one other
    /// change, make everything right; nothing where they do not.
    pub(super) fn several(
        &self,
        piece: &Piece<'_>,
        strange: &[Word],
        trials: &mut Trials<'_, '_>,
    ) -> Vec<Diagnostic<Place>> {
        let vocabulary = &self.vocabulary();
        let mut strange = strange.to_vec();
        strange.sort_by_key(|word| word.start);
        let close = |word| respelt(piece, word, vocabulary.close_to(piece.get(word)), CLOSE);
        let ways: Vec<Vec<Change>> = strange.iter().map(close).collect();
        let first = ways.iter().filter_map(|ways| ways.first().cloned());
        let first: Vec<Change> = first.collect();
        // With a word that nothing is close to, there is no telling what the rest was to be.
        if first.len() < ways.len() {
            return Vec::new();
        }
        let mended = with_all(piece.text, &first);
        let came = trials.of(&mended);
        let slip = |change: &Change| change.is_slip(piece.get(&change.range));
        match came {
            Trial::Unread => return self.beside(piece, &first, &mended, trials),
            Trial::Read if !first.iter().all(slip) => return Vec::new(),
            _ => {}
        }
        let others = ways.iter().enumerate().flat_map(|(at, ways)| {
            let others = ways.iter().skip(1);
            others.map(move |other| (at, other))
        });
        let mut others = others.map(|(at, other)| {
            let one = |(place, change): (usize, &Change)| match place == at {
                true => other.clone(),
                false => change.clone(),
            };
            first.iter().enumerate().map(one).collect::<Vec<Change>>()
        });
        let mut is_clean = |changes: &Vec<Change>| {
            let mended = with_all(piece.text, changes);
            trials.of(&mended) == Trial::Clean
        };
        let better = match came {
            Trial::Clean => None,
            _ => others.find(&mut is_clean),
        };
        let changes = better.unwrap_or(first);
        changes.iter().map(|change| found(piece, change)).collect()
    }

    /// The misspelt words with the one thing that is wrong beside them.
    fn beside(
        &self,
        piece: &Piece<'_>,
        changes: &[Change],
        mended: &str,
        trials: &mut Trials<'_, '_>,
    ) -> Vec<Diagnostic<Place>> {
        let rest = Piece {
            text: mended,
            ..*piece
        };
        // A name that is close to a part of itself mends nothing, time and again.
        if self.unknown_words(mended) >= self.unknown_words(piece.text) {
            return Vec::new();
        }
        let others = self.unreadable(&rest, &mut *trials.trial);
        // What was written for a misspelt word is no mistake of the author's.
        let written = written_by(piece.base, changes);
        let touches = |at: &Range<usize>| {
            let is_in = |of: &Range<usize>| at.start < of.end && of.start < at.end;
            written.iter().any(is_in)
        };
        let is_ours = |other: &Diagnostic<Place>| {
            let edits = other.fixes.iter().flat_map(|fix| &fix.edits);
            let mut places = edits.map(|edit| &edit.at).chain([&other.primary.at]);
            places.any(|place| matches!(place, Place::Text(at) if touches(at)))
        };
        if others.iter().any(is_ours) {
            return Vec::new();
        }
        let all = rest.mended(&others);
        if all.is_none_or(|all| trials.of(&all) < Trial::Clean) {
            return Vec::new();
        }
        let mut all: Vec<Diagnostic<Place>> = changes.iter().map(|one| found(piece, one)).collect();
        let edits: Vec<(Range<usize>, usize)> = changes
            .iter()
            .map(|change| (change.range.clone(), change.by.len()))
            .collect();
        all.extend(others.into_iter().map(|mut other| {
            as_written(&mut other, piece.base, &edits);
            other
        }));
        all.sort_by_key(|finding| match &finding.primary.at {
            Place::Text(at) => at.start,
            Place::File(_) => 0,
        });
        all
    }
}

/// Where what these changes write stands in the mended text.
fn written_by(base: usize, changes: &[Change]) -> Vec<Range<usize>> {
    let (mut more, mut less) = (0, 0);
    let places = changes.iter().map(|change| {
        let start = base + change.range.start + more - less;
        more += change.by.len();
        less += change.range.len();
        start..start + change.by.len()
    });
    places.collect()
}

/// The text with all of these changes, which stand in their order.
fn with_all(text: &str, changes: &[Change]) -> String {
    let mut mended = text.to_owned();
    for change in changes.iter().rev() {
        mended = with_replaced(&mended, &change.range, &change.by);
    }
    mended
}

/// Moves what a finding shows and mends from the mended text to the one as written. `edits` are in their order: what
/// was replaced in the piece, and the length of what stands there now.
pub(in crate::effect) fn as_written(
    finding: &mut Diagnostic<Place>,
    base: usize,
    edits: &[(Range<usize>, usize)],
) {
    let fixes = finding.fixes.iter_mut();
    let fixed = fixes.flat_map(|fix| fix.edits.iter_mut().map(|edit| &mut edit.at));
    let labels = finding.secondary.iter_mut().map(|label| &mut label.at);
    for place in fixed.chain(labels).chain([&mut finding.primary.at]) {
        if let Place::Text(at) = place {
            *at = place_as_written(at.start, false, base, edits)
                ..place_as_written(at.end, true, base, edits);
        }
    }
}

/// Where a place of the mended text is as written. One within what was replaced is its beginning, or for an end its end:
/// the letters of the two have nothing to do with each other.
fn place_as_written(
    at: usize,
    is_end: bool,
    base: usize,
    edits: &[(Range<usize>, usize)],
) -> usize {
    let Some(mut written) = at.checked_sub(base) else {
        return at;
    };
    for (range, length) in edits {
        if written > range.start {
            written = match written.checked_sub(range.start + length) {
                Some(behind) => range.end + behind,
                None if is_end => range.end,
                None => range.start,
            };
        }
    }
    base + written
}

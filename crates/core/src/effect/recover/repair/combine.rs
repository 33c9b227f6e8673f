//! Several mistakes in one piece: misspelt words, and one other error.

use std::ops::Range;

use super::super::fragment::{Fragment, ParseOutcome};
use super::change::{Change, found};
use super::spelling::respelt;
use super::{Attempts, Repairer};
use crate::diagnostic::{Diagnostic, Place};
use crate::effect::recover::words::{Word, with_replaced};

/// Maximum number of candidates for each of several misspelt words.
const CLOSE: usize = 3;

impl Repairer<'_> {
    /// Returns the diagnostics of a piece in which all misspelt words must be corrected, perhaps together with other
    /// edits. Empty if the corrected piece is not valid, unless it parses and each correction is an obvious typo.
    pub(super) fn several(
        &self,
        piece: &Fragment<'_>,
        strange: &[Word],
        trials: &mut Attempts<'_, '_>,
    ) -> Vec<Diagnostic<Place>> {
        let vocabulary = &self.vocabulary();
        let mut strange = strange.to_vec();
        strange.sort_by_key(|word| word.start);
        let close = |word| respelt(piece, word, vocabulary.close_to(piece.get(word)), CLOSE);
        let ways: Vec<Vec<Change>> = strange.iter().map(close).collect();
        let first = ways.iter().filter_map(|ways| ways.first().cloned());
        let first: Vec<Change> = first.collect();
        // If no word is close to an unknown one, the intended sentence is unclear.
        if first.len() < ways.len() {
            return Vec::new();
        }
        let repaired = with_all(piece.text, &first);
        let came = trials.of(&repaired);
        let slip = |change: &Change| change.is_slip(piece.get(&change.range));
        match came {
            ParseOutcome::Unread => return self.beside(piece, &first, &repaired, trials),
            ParseOutcome::Read if !first.iter().all(slip) => return Vec::new(),
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
            let repaired = with_all(piece.text, changes);
            trials.of(&repaired) == ParseOutcome::Clean
        };
        let better = match came {
            ParseOutcome::Clean => None,
            _ => others.find(&mut is_clean),
        };
        let changes = better.unwrap_or(first);
        changes.iter().map(|change| found(piece, change)).collect()
    }

    /// Returns the diagnostics for the misspelt words and for the remaining errors of the piece. Empty if their fixes
    /// do not make the piece valid.
    fn beside(
        &self,
        piece: &Fragment<'_>,
        changes: &[Change],
        repaired: &str,
        trials: &mut Attempts<'_, '_>,
    ) -> Vec<Diagnostic<Place>> {
        let rest = Fragment {
            text: repaired,
            ..*piece
        };
        // Stop if the edits leave as many unknown words: a name that is close to a part of itself would be replaced
        // repeatedly.
        if self.unknown_words(repaired) >= self.unknown_words(piece.text) {
            return Vec::new();
        }
        let others = self.unreadable(&rest, &mut *trials.trial);
        // An error in a replacement is not the author's mistake.
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
        let all = rest.repaired(&others);
        if all.is_none_or(|all| trials.of(&all) < ParseOutcome::Clean) {
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
        all.sort_by_key(|diagnostic| match &diagnostic.primary.at {
            Place::Text(at) => at.start,
            Place::File(_) => 0,
        });
        all
    }
}

/// Returns the spans of the replacements in the repaired text.
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

/// Applies edits that are sorted by position.
fn with_all(text: &str, changes: &[Change]) -> String {
    let mut repaired = text.to_owned();
    for change in changes.iter().rev() {
        repaired = with_replaced(&repaired, &change.range, &change.by);
    }
    repaired
}

/// Maps the spans of a diagnostic from the repaired text to the original. `edits` are sorted: each is the replaced
/// range of the piece and the length of its replacement.
pub(in crate::effect) fn as_written(
    diagnostic: &mut Diagnostic<Place>,
    base: usize,
    edits: &[(Range<usize>, usize)],
) {
    let fixes = diagnostic.fixes.iter_mut();
    let fixed = fixes.flat_map(|fix| fix.edits.iter_mut().map(|edit| &mut edit.at));
    let labels = diagnostic.secondary.iter_mut().map(|label| &mut label.at);
    for place in fixed.chain(labels).chain([&mut diagnostic.primary.at]) {
        if let Place::Text(at) = place {
            *at = place_as_written(at.start, false, base, edits)
                ..place_as_written(at.end, true, base, edits);
        }
    }
}

/// Maps an offset of the repaired text to the original text. An offset inside a replacement maps to the start of the
/// replaced range, or for the end of a span to its end, because the letters of the two do not correspond.
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
                Some(after) => range.end + after,
                None if is_end => range.end,
                None => range.start,
            };
        }
    }
    base + written
}

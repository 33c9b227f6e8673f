//! A piece of a text, and what came of reading it with a change.

use std::ops::Range;

use super::words::with_replaced;
use crate::diagnostic::{Diagnostic, Place};
use crate::effect::syntax::{Rule, reads};

/// What came of reading a changed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::effect) enum Trial {
    Unread,
    /// It can be read, and something in it is wrong all the same.
    Read,
    Clean,
}

/// A piece of a text: a sentence, or a heading.
pub(in crate::effect) struct Piece<'t> {
    pub text: &'t str,
    /// Where it begins in the whole text.
    pub base: usize,
    pub rule: Rule,
    /// What it is called in messages.
    pub what: &'static str,
    /// The rough place at which reading stopped.
    pub stop: usize,
}

impl Piece<'_> {
    pub fn at(&self, range: &Range<usize>) -> Place {
        Place::Text(self.base + range.start..self.base + range.end)
    }

    /// Whether it is said as a sentence is, or as the heading of a card that waits or is attached: `Reaction, when …`.
    pub fn has_clause(&self) -> bool {
        self.rule == Rule::one_sentence || self.text.contains(", ")
    }

    /// Whether its full stop is missing, which is said by itself and keeps nothing else from being right.
    pub fn lacks_full_stop(&self) -> bool {
        self.rule == Rule::one_sentence && !ends(self.text)
    }

    /// The text with the first fix of each finding, if all of that is in this piece.
    pub fn mended(&self, findings: &[Diagnostic<Place>]) -> Option<String> {
        let mut text = self.text.to_owned();
        for (at, by) in self.edits(findings)?.into_iter().rev() {
            text = with_replaced(&text, &at, by);
        }
        Some(text)
    }

    /// What the first fix of each finding writes, and where in this piece, if all of that is in it; in their order.
    pub fn edits<'f>(
        &self,
        findings: &'f [Diagnostic<Place>],
    ) -> Option<Vec<(Range<usize>, &'f str)>> {
        let mut edits: Vec<(Range<usize>, &str)> = Vec::new();
        for finding in findings {
            for edit in &finding.fixes.first()?.edits {
                edits.push((self.place_in(&edit.at)?, &edit.text));
            }
        }
        edits.sort_by_key(|(at, _)| at.start);
        Some(edits)
    }

    /// Where in this piece a place is, if it is in it.
    pub fn place_in(&self, place: &Place) -> Option<Range<usize>> {
        let Place::Text(at) = place else {
            return None;
        };
        let at = at.start.checked_sub(self.base)?..at.end.checked_sub(self.base)?;
        self.text.get(at.clone()).map(|_| at)
    }

    /// Where words of the mended text stand in the whole text as it is written; those that do not are all of this piece.
    pub fn as_written(&self, mended: &str, at: &Range<usize>) -> Range<usize> {
        let start = at.start - self.base;
        let words = mended.get(start..at.end - self.base).unwrap_or_default();
        let places = self.text.match_indices(words).map(|(place, _)| place);
        let nearest = places.min_by_key(|place| place.abs_diff(start));
        match nearest.filter(|_| !words.is_empty()) {
            Some(place) => self.base + place..self.base + place + words.len(),
            None => self.base..self.base + self.text.len(),
        }
    }

    pub fn get(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }
}

/// Whether a sentence ends where its text does.
pub(in crate::effect) fn ends(text: &str) -> bool {
    text.trim_end().ends_with(['.', ':', ']'])
}

/// Whether a sentence can be read.
pub(super) fn is_read(text: &str) -> bool {
    reads(Rule::one_sentence, text)
}

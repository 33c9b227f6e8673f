//! A piece of text, and the outcome of parsing an edited version of it.

use std::ops::Range;

use super::words::with_replaced;
use crate::diagnostic::{Diagnostic, Place};
use crate::effect::syntax::{Rule, reads};

/// The outcome of parsing and lowering an edited text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::effect) enum ParseOutcome {
    Unread,
    /// It parses, but has other errors.
    Read,
    Clean,
}

/// A piece of text: a sentence or a heading.
pub(in crate::effect) struct Fragment<'t> {
    pub text: &'t str,
    /// Byte offset in the whole text.
    pub base: usize,
    pub rule: Rule,
    /// How messages refer to the piece, such as `the sentence`.
    pub what: &'static str,
    /// Approximate byte offset at which parsing stopped.
    pub stop: usize,
}

impl Fragment<'_> {
    pub fn at(&self, range: &Range<usize>) -> Place {
        Place::Text(self.base + range.start..self.base + range.end)
    }

    /// Returns whether the piece contains a clause. A heading with an event or a placement does: `Reaction, when …`.
    pub fn has_clause(&self) -> bool {
        self.rule == Rule::one_sentence || self.text.contains(", ")
    }

    /// Returns whether the full stop is missing. This is reported separately and must not influence repairs.
    pub fn lacks_full_stop(&self) -> bool {
        self.rule == Rule::one_sentence && !ends(self.text)
    }

    /// Returns the piece with the first fix of each diagnostic applied. `None` if a fix is missing or outside this
    /// piece.
    pub fn repaired(&self, findings: &[Diagnostic<Place>]) -> Option<String> {
        let mut text = self.text.to_owned();
        for (at, by) in self.edits(findings)?.into_iter().rev() {
            text = with_replaced(&text, &at, by);
        }
        Some(text)
    }

    /// Returns the edits of the first fix of each diagnostic, sorted by position. `None` if a fix is missing or
    /// outside this piece.
    pub fn edits<'f>(
        &self,
        findings: &'f [Diagnostic<Place>],
    ) -> Option<Vec<(Range<usize>, &'f str)>> {
        let mut edits: Vec<(Range<usize>, &str)> = Vec::new();
        for diagnostic in findings {
            for edit in &diagnostic.fixes.first()?.edits {
                edits.push((self.place_in(&edit.at)?, &edit.text));
            }
        }
        edits.sort_by_key(|(at, _)| at.start);
        Some(edits)
    }

    /// Converts a span to a range of this piece. `None` if it is outside the piece.
    pub fn place_in(&self, place: &Place) -> Option<Range<usize>> {
        let Place::Text(at) = place else {
            return None;
        };
        let at = at.start.checked_sub(self.base)?..at.end.checked_sub(self.base)?;
        self.text.get(at.clone()).map(|_| at)
    }

    /// Maps words of the repaired text to their span in the original text. Words that do not occur there map to the
    /// whole piece.
    pub fn as_written(&self, repaired: &str, at: &Range<usize>) -> Range<usize> {
        let start = at.start - self.base;
        let words = repaired.get(start..at.end - self.base).unwrap_or_default();
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

/// Returns whether a text ends with the end of a sentence.
pub(in crate::effect) fn ends(text: &str) -> bool {
    text.trim_end().ends_with(['.', ':', ']'])
}

/// Returns whether a text parses as a sentence.
pub(super) fn is_read(text: &str) -> bool {
    reads(Rule::one_sentence, text)
}

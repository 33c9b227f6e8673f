//! The error at which the strict parser stops.

use std::ops::Range;

use granit_parser::ErrorKind;

use super::Style;

/// Where reading stopped, and what was known there.
pub(super) struct Stop {
    pub kind: ErrorKind,
    pub at: usize,
    /// Where the document that could not be read begins.
    pub document: usize,
    /// The end of the last thing that was understood.
    pub cursor: usize,
    /// The last scalar that was understood.
    pub scalar: Option<(Range<usize>, Style)>,
    /// Where the outermost open `[` or `{` stands.
    pub bracket: Option<usize>,
}

/// How many mistakes of syntax are worth reporting in one file.
pub(super) const MOST_MISTAKES: usize = 50;

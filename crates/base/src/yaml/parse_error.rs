//! The error at which the strict parser stops.

use std::ops::Range;

use granit_parser::ErrorKind;

use super::Style;

/// A syntax error of the parser, with its context.
pub(super) struct ParseError {
    pub kind: ErrorKind,
    pub at: usize,
    /// The start of the document that could not be parsed.
    pub document: usize,
    /// The end of the last token that was parsed.
    pub cursor: usize,
    /// The last scalar that was parsed.
    pub scalar: Option<(Range<usize>, Style)>,
    /// The position of the outermost open `[` or `{`.
    pub bracket: Option<usize>,
}

/// Maximum number of syntax errors reported for one file.
pub(super) const MAX_MISTAKES: usize = 50;

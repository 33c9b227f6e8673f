//! YAML with source positions: every node has the span of its source text, and every character of a
//! decoded scalar can be mapped to bytes of the file.
//!
//! Reading never fails: it returns the documents that could be parsed, and the diagnostics. After a
//! syntax error the faulty line is skipped and the rest of the file is parsed.

mod anchors;
mod describe;
mod edit;
mod invisible;
mod lines;
mod parse_error;
mod quote;
mod recover;
mod slash_comments;
mod source_map;
mod syntax_error;
#[cfg(test)]
mod tests;
mod tokens;
mod tree;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::diagnostic::{Diagnostic, SuppressedCounts};
use crate::source::{FileId, Span, composed};

pub use source_map::SourceMap;
pub use tokens::{Said, Token, TokenKind, is_text, said, tokens};

/// One document of a file. `root` is `None` for a document without content.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    pub root: Option<Box<Node>>,
    /// `true` if part of the document could not be parsed, so that missing parts may exist in the
    /// file.
    pub broken: bool,
    /// Counts of the diagnostics that exceed the maximum.
    pub left_out: SuppressedCounts,
}

/// A value and its span, without an anchor and tag before it. A node reached through an alias is
/// the anchored node, with the spans of the anchor.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub span: Span,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Scalar(Scalar),
    Sequence(Arc<[Node]>),
    Mapping(Arc<[Entry]>),
}

/// A key and its value. Duplicate keys are reported and dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub key: Node,
    pub value: Node,
}

/// A decoded scalar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The text after folding, unquoting and unescaping.
    pub text: SmolStr,
    pub style: Style,
}

impl Scalar {
    /// Composes the text, so that one name is one name however its letters are encoded.
    fn composed(self) -> Self {
        match composed::composed(&self.text) {
            Cow::Borrowed(_) => self,
            Cow::Owned(text) => Scalar {
                text: text.into(),
                ..self
            },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
    Folded,
}

/// White space in YAML. Other Unicode white space is text.
pub const WHITE: [char; 4] = lines::WHITE;

pub use describe::{described, says_none};
pub use quote::quoted;
pub use syntax_error::missing_space;

/// Reads all documents of a file.
pub fn read(file: FileId, text: &str) -> (Vec<Document>, Vec<Diagnostic>) {
    read_with_keys(file, text, &NoKeys)
}

/// Reads all documents of a file whose keys are known. A line that begins with a known key and a
/// colon is not part of a text, even if it is indented like one.
pub fn read_with_keys(
    file: FileId,
    text: &str,
    keys: &dyn Keys,
) -> (Vec<Document>, Vec<Diagnostic>) {
    recover::read(file, text, keys)
}

/// The keys that a file can have. They only help to explain syntax errors.
pub trait Keys {
    fn is_key(&self, key: &str) -> bool;

    /// The key of the free text that a mapping with these keys lacks, if there is one.
    fn text_beside(&self, keys: &[&str]) -> Option<&str>;

    /// Returns whether a key has names with numbers below it: `Pikeman: 3`.
    fn has_counts(&self, key: &str) -> bool;
}

/// The keys of a file without a known schema.
struct NoKeys;

impl Keys for NoKeys {
    fn is_key(&self, _: &str) -> bool {
        false
    }

    fn text_beside(&self, _: &[&str]) -> Option<&str> {
        None
    }

    fn has_counts(&self, _: &str) -> bool {
        false
    }
}

impl Node {
    /// The scalar, if it is one.
    pub fn scalar(&self) -> Option<&Scalar> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// Returns whether the node is an absent value: nothing, `~` or `null`, unquoted.
    pub fn is_null(&self) -> bool {
        self.scalar().is_some_and(|scalar| {
            scalar.style == Style::Plain
                && matches!(scalar.text.as_str(), "" | "~" | "null" | "Null" | "NULL")
        })
    }

    /// Returns whether the node replaces an alias that cannot be resolved. The alias was reported,
    /// and its value is unknown. In contrast, the span of an omitted value is empty.
    fn is_unread(&self) -> bool {
        self.span.start < self.span.end
            && self
                .scalar()
                .is_some_and(|scalar| scalar.style == Style::Plain && scalar.text.is_empty())
    }

    /// Returns a `>` scalar as if it were written with `|`, so that its lines are not joined. `None`
    /// if it does not use `>`.
    pub fn unfolded(&self, source: &str) -> Option<Node> {
        source_map::unfolded(source, self)
    }

    /// The bytes of the file for a range of this scalar's decoded text. `source` is the whole text
    /// of the file. An empty range gives an empty span. If this is not a scalar, or the range is
    /// not in its text, the result is the span of the whole node.
    pub fn place_in(&self, source: &str, range: Range<usize>) -> Span {
        self.places(source).of(range)
    }

    /// A source map of this scalar, for many ranges: the text is decoded only once.
    pub fn places(&self, source: &str) -> SourceMap<'_> {
        SourceMap::new(self, source)
    }

    /// The edits of the file that replace ranges of this scalar's text, in the style in which it is
    /// written. `None` if this is not a scalar.
    pub fn edits(
        &self,
        source: &str,
        changes: &[(Range<usize>, &str)],
    ) -> Option<Vec<(Span, String)>> {
        edit::edits(source, self, changes)
    }
}

impl Entry {
    /// The bytes to delete to remove this entry, including its comma or line breaks. `None` if
    /// something else would be deleted too.
    pub fn removal(&self, source: &str) -> Option<Span> {
        edit::removal(source, self)
    }

    /// The position and text to insert another entry, `key: value`, after this one. `None` if that
    /// is unclear.
    pub fn followed_by(&self, source: &str, entry: &str) -> Option<(Span, String)> {
        edit::followed_by(source, self, entry)
    }
}

//! YAML with places: every node knows the bytes it was written with, and every character of a
//! decoded scalar can be traced back to the bytes of the file it came from.
//!
//! Reading never fails: it gives the documents that could be read and the findings. After a
//! syntax error the faulty line is left out and the rest of the file is still read.

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

use std::ops::Range;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::diagnostic::{Diagnostic, LeftOut};
use crate::source::{FileId, Span};

pub use source_map::Places;
pub use tokens::{Said, Token, TokenKind, is_text, said, tokens};

/// One document of a file. `root` is `None` for a document without content.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    pub root: Option<Box<Node>>,
    /// Part of the document could not be read, so what is missing may only be unread.
    pub broken: bool,
    /// The findings that are too many to be told.
    pub left_out: LeftOut,
}

/// A value and the bytes it was written with (without the anchor and tag before it). A node
/// reached through an alias is the anchored node, with the places of the anchor.
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

/// One key and its value. Keys that repeat an earlier one are reported and left out.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
    Folded,
}

/// White space of YAML. Other white space of Unicode is text.
pub(crate) const WHITE: [char; 4] = lines::WHITE;

pub(crate) use describe::{described, says_none};
pub(crate) use quote::quoted;
/// The finding that a space is missing behind a colon, and a text in quotes.
pub(crate) use syntax_error::missing_space;

/// Reads all documents of a file.
pub fn read(file: FileId, text: &str) -> (Vec<Document>, Vec<Diagnostic>) {
    read_with_keys(file, text, &NoKeys)
}

/// The same where something is known of the keys: a line that begins with one and a colon is no line of a text, even
/// where it is indented as if it were.
pub fn read_with_keys(
    file: FileId,
    text: &str,
    keys: &dyn Keys,
) -> (Vec<Document>, Vec<Diagnostic>) {
    recover::read(file, text, keys)
}

/// What is known of the keys that a file can have. It only helps to find the words for a mistake.
pub trait Keys {
    fn is_key(&self, key: &str) -> bool;

    /// The key of the longer text that something with these keys may have, and has not.
    fn text_beside(&self, keys: &[&str]) -> Option<&str>;

    /// Whether names with numbers stand below a key: `Pikeman: 3`.
    fn has_counts(&self, key: &str) -> bool;
}

/// Of a file of which nothing is known.
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

    /// Whether it is an absent value: nothing, `~` or `null`, unquoted.
    pub fn is_null(&self) -> bool {
        self.scalar().is_some_and(|scalar| {
            scalar.style == Style::Plain
                && matches!(scalar.text.as_str(), "" | "~" | "null" | "Null" | "NULL")
        })
    }

    /// Whether it stands in place of an alias that stands for nothing: it was reported, and nobody
    /// knows what it should be. (A value that the author left out has no bytes.)
    fn is_unread(&self) -> bool {
        self.span.start < self.span.end
            && self
                .scalar()
                .is_some_and(|scalar| scalar.style == Style::Plain && scalar.text.is_empty())
    }

    /// What it would say if `|` stood where `>` stands, which joins its lines. `None` where no `>` stands.
    pub fn unfolded(&self, source: &str) -> Option<Node> {
        source_map::unfolded(source, self)
    }

    /// The bytes of the file that wrote a range of this scalar's decoded text. `source` is the
    /// whole text of the file. For an empty range the place is empty too. If this is no scalar,
    /// or the range is not one of its text, the place is that of the whole node.
    pub fn place_in(&self, source: &str, range: Range<usize>) -> Span {
        self.places(source).of(range)
    }

    /// The same for many ranges of one text, which is looked through once.
    pub fn places(&self, source: &str) -> Places<'_> {
        Places::new(self, source)
    }

    /// The edits of the file that replace ranges of this scalar's text by others, in the style in
    /// which it is written. `None` if this is no scalar.
    pub fn edits(
        &self,
        source: &str,
        changes: &[(Range<usize>, &str)],
    ) -> Option<Vec<(Span, String)>> {
        edit::edits(source, self, changes)
    }
}

impl Entry {
    /// The bytes of the file without which this entry is gone, the comma or the line breaks that go
    /// with it among them. `None` where something else would go too.
    pub fn removal(&self, source: &str) -> Option<Span> {
        edit::removal(source, self)
    }

    /// Where and how another entry, `key: value`, is written behind this one. `None` where that is
    /// not clear.
    pub fn followed_by(&self, source: &str, entry: &str) -> Option<(Span, String)> {
        edit::followed_by(source, self, entry)
    }
}

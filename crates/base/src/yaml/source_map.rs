//! The source map of a scalar: maps positions in the decoded text to bytes of the file.
//!
//! The map is built on demand: the scalar is decoded a second time, recording the origin of each
//! decoded character. The parser's text is authoritative, so a decoding that differs from it is
//! discarded.

use std::ops::Range;

use super::{Node, Scalar, Style, Value};
use crate::source::{Span, composed, invisible};

mod block;

/// A decoded character: its offset in the decoded text, and its bytes in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    text_at: usize,
    bytes: Range<usize>,
}

/// The result of decoding a scalar a second time.
#[derive(Default)]
struct DecodedScalar {
    text: String,
    pieces: Vec<Piece>,
}

impl DecodedScalar {
    fn push(&mut self, character: char, bytes: Range<usize>) {
        self.pieces.push(Piece {
            text_at: self.text.len(),
            bytes,
        });
        self.text.push(character);
    }

    /// Removes invisible characters, and converts unusual spaces to plain ones.
    fn cleaned(self, source: &str) -> Self {
        if !self.text.contains(|c| invisible::kind(c).is_some()) {
            return self;
        }
        let mut cleaned = DecodedScalar::default();
        for (piece, character) in self.pieces.into_iter().zip(self.text.chars()) {
            let stands = piece.bytes.start;
            let space = invisible::plain_space(source, stands)
                .or_else(|| escaped_space(source, &piece.bytes, &self.text, piece.text_at));
            let hidden = invisible::unseen(source, stands).is_some()
                || is_escaped(source, &piece.bytes, &self.text, piece.text_at);
            match space {
                Some(space) => {
                    for space in space.chars() {
                        cleaned.push(space, piece.bytes.clone());
                    }
                }
                None if hidden => {}
                None => cleaned.push(character, piece.bytes),
            }
        }
        cleaned
    }

    /// Composes the text as [`Scalar::composed`] does. A composed character has the bytes of the whole sequence.
    fn composed(self) -> Self {
        if composed::is_composed(&self.text) {
            return self;
        }
        let mut out = DecodedScalar::default();
        let mut pieces = self.pieces.into_iter();
        for part in composed::parts(&self.text) {
            let text = self.text.get(part).unwrap_or_default();
            let of_part: Vec<Piece> = pieces.by_ref().take(text.chars().count()).collect();
            let (Some(first), Some(last)) = (of_part.first(), of_part.last()) else {
                continue;
            };
            let whole = first.bytes.start..last.bytes.end;
            match composed::is_composed(text) {
                true => {
                    for (character, piece) in text.chars().zip(of_part) {
                        out.push(character, piece.bytes);
                    }
                }
                false => {
                    for character in composed::composed(text).chars() {
                        out.push(character, whole.clone());
                    }
                }
            }
        }
        out
    }
}

/// The source map of a scalar, for many ranges of one text.
pub struct SourceMap<'n> {
    node: &'n Node,
    /// `None` if the node is not a scalar, or not one of this file.
    pieces: Option<Vec<Piece>>,
}

impl<'n> SourceMap<'n> {
    pub(super) fn new(node: &'n Node, source: &str) -> Self {
        let scalar = node.scalar();
        let pieces = scalar.and_then(|scalar| pieces(source, node.span.range(), scalar));
        SourceMap { node, pieces }
    }

    /// The bytes of the file for a range of the text. An empty range gives an empty span. If the
    /// range is not in the text, the result is the span of the whole node.
    pub fn of(&self, range: Range<usize>) -> Span {
        self.exactly(range).unwrap_or(self.node.span)
    }

    /// The bytes of the file for a range of the text; `None` if they are not known exactly.
    pub fn exactly(&self, range: Range<usize>) -> Option<Span> {
        let range = self.find(range)?;
        Some(Span::new(self.node.span.file, range))
    }

    fn find(&self, range: Range<usize>) -> Option<Range<usize>> {
        let scalar = self.node.scalar()?;
        scalar.text.get(range.clone())?;
        let pieces = self.pieces.as_ref()?;
        let at = |offset: usize| pieces.partition_point(|piece| piece.text_at < offset);
        let start = match pieces.get(at(range.start)) {
            Some(piece) => piece.bytes.start,
            // After the last character; an empty text is placed between its quotes.
            None => match pieces.last() {
                Some(piece) => piece.bytes.end,
                None => self.node.span.range().start + usize::from(quoted(scalar.style)),
            },
        };
        if range.is_empty() {
            return Some(start..start);
        }
        let end = pieces.get(at(range.end).checked_sub(1)?)?.bytes.end;
        Some(start..end)
    }
}

/// Returns a folded scalar with its lines kept apart. `None` for other nodes, or if the source cannot be
/// decoded.
pub(super) fn unfolded(source: &str, node: &Node) -> Option<Node> {
    let scalar = node
        .scalar()
        .filter(|scalar| scalar.style == Style::Folded)?;
    let literal = Scalar {
        text: scalar.text.clone(),
        style: Style::Literal,
    };
    let start = node.span.range().start;
    let text = block::candidates(source, start, &literal)?
        .next()?
        .composed()
        .text;
    let words = |text: &str| text.split_whitespace().map(str::len).sum::<usize>();
    (words(&text) == words(&scalar.text)).then_some(Node {
        span: node.span,
        value: Value::Scalar(Scalar {
            text: text.into(),
            ..literal
        }),
    })
}

/// The bytes and text offset of each character of a scalar, including invisible characters.
pub(super) fn written(
    source: &str,
    span: Range<usize>,
    scalar: &Scalar,
) -> Option<impl Iterator<Item = (usize, Range<usize>)>> {
    let decoding = decode(source, span, scalar, |decoding| decoding)?;
    let pieces = decoding.pieces.into_iter();
    Some(pieces.map(|piece| (piece.text_at, piece.bytes)))
}

/// Returns whether these bytes are an escape for the invisible character at an offset of the
/// decoded text.
pub(super) fn is_escaped(source: &str, bytes: &Range<usize>, text: &str, text_at: usize) -> bool {
    source.as_bytes().get(bytes.start) == Some(&b'\\') && invisible::unseen(text, text_at).is_some()
}

/// The replacement for an escaped unusual space.
pub(super) fn escaped_space(
    source: &str,
    bytes: &Range<usize>,
    text: &str,
    text_at: usize,
) -> Option<&'static str> {
    is_escaped(source, bytes, text, text_at)
        .then(|| invisible::plain_space(text, text_at))
        .flatten()
}

/// The origin of each character of a scalar's text.
fn pieces(source: &str, span: Range<usize>, scalar: &Scalar) -> Option<Vec<Piece>> {
    let decoding = decode(source, span, scalar, |decoding| {
        decoding.cleaned(source).composed()
    })?;
    Some(decoding.pieces)
}

/// Decodes a scalar; `None` if the result, converted by `made`, differs from its text.
fn decode(
    source: &str,
    span: Range<usize>,
    scalar: &Scalar,
    made: impl Fn(DecodedScalar) -> DecodedScalar,
) -> Option<DecodedScalar> {
    let is_it = |decoding: &DecodedScalar| decoding.text == scalar.text;
    let decoding = match scalar.style {
        // An absent value has a position but no characters.
        Style::Plain if scalar.text.is_empty() => DecodedScalar::default(),
        Style::Plain => made(flow(source, span, Style::Plain)?),
        Style::SingleQuoted | Style::DoubleQuoted => {
            let inner = span.start + 1..span.end.checked_sub(1)?;
            made(flow(source, inner, scalar.style)?)
        }
        Style::Literal | Style::Folded => {
            let candidates = || Some(block::candidates(source, span.start, scalar)?.map(&made));
            // A text that was cut after one of its lines has the span of the whole scalar.
            let begins = |decoding: &DecodedScalar| {
                scalar.text.ends_with('\n') && decoding.text.starts_with(scalar.text.as_str())
            };
            return candidates()?
                .find(is_it)
                .or_else(|| candidates()?.find(begins));
        }
    };
    Some(decoding).filter(is_it)
}

fn quoted(style: Style) -> bool {
    matches!(style, Style::SingleQuoted | Style::DoubleQuoted)
}

/// Decodes a plain or quoted scalar, given the bytes between its quotes.
fn flow(source: &str, inner: Range<usize>, style: Style) -> Option<DecodedScalar> {
    source.get(inner.clone())?;
    let mut decoding = DecodedScalar::default();
    let mut at = inner.start;
    while at < inner.end {
        // A lone `'` advances `at` too far, perhaps into a character. Decoding has then drifted
        // from the parser's result: give up.
        let rest = source.get(at..inner.end)?;
        let character = rest.chars().next()?;
        match character {
            ' ' | '\t' | '\r' | '\n' => at = white_space(source, at, inner.end, &mut decoding),
            '\'' if style == Style::SingleQuoted => {
                // `''` is an escaped quote.
                decoding.push('\'', at..at + 2);
                at += 2;
            }
            '\\' if style == Style::DoubleQuoted => {
                at = escape(source, at, inner.end, &mut decoding)?
            }
            _ => {
                let end = at + character.len_utf8();
                decoding.push(character, at..end);
                at = end;
            }
        }
    }
    Some(decoding)
}

/// Decodes white space inside a plain or quoted scalar. Without a line break it is kept; one line
/// break becomes a space; of several line breaks all but the first are kept.
fn white_space(source: &str, start: usize, limit: usize, decoding: &mut DecodedScalar) -> usize {
    let (breaks, end) = breaks(source, start, limit);
    match breaks.as_slice() {
        [] => {
            for (offset, character) in source[start..end].char_indices() {
                decoding.push(character, start + offset..start + offset + 1);
            }
        }
        [_] => decoding.push(' ', start..end),
        [_, kept @ ..] => push_breaks(kept, start, end, decoding),
    }
    end
}

/// Adds one character for each line break; together they cover all of the white space.
fn push_breaks(kept: &[Range<usize>], start: usize, end: usize, decoding: &mut DecodedScalar) {
    let mut from = start;
    for (index, line_break) in kept.iter().enumerate() {
        let to = if index + 1 == kept.len() {
            end
        } else {
            line_break.end
        };
        decoding.push('\n', from..to);
        from = to;
    }
}

/// The line breaks in the white space that starts at a byte, and the end of that white space.
fn breaks(source: &str, start: usize, limit: usize) -> (Vec<Range<usize>>, usize) {
    let bytes = source.as_bytes();
    let mut found = Vec::new();
    let mut at = start;
    while at < limit {
        match line_break(bytes, at) {
            Some(end) => {
                found.push(at..end.min(limit));
                at = end.min(limit);
            }
            None if matches!(bytes.get(at), Some(b' ' | b'\t')) => at += 1,
            None => break,
        }
    }
    (found, at)
}

/// The end of the line break at a byte, if there is one.
fn line_break(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at) {
        Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => Some(at + 2),
        Some(b'\r' | b'\n') => Some(at + 1),
        _ => None,
    }
}

/// Decodes an escape between double quotes. Returns its end.
fn escape(source: &str, start: usize, limit: usize, decoding: &mut DecodedScalar) -> Option<usize> {
    let bytes = source.as_bytes();
    let at = start + 1;
    if let Some(end) = line_break(bytes, at) {
        // An escaped line break and the white space after it produce nothing, except for further
        // line breaks.
        let (further, end) = breaks(source, end, limit);
        push_breaks(&further, start, end, decoding);
        return Some(end);
    }
    let digits =
        |count: usize, from: usize| u32::from_str_radix(source.get(from..from + count)?, 16).ok();
    let (character, end) = match bytes.get(at)? {
        b'x' => (char::from_u32(digits(2, at + 1)?)?, at + 3),
        b'U' => (char::from_u32(digits(8, at + 1)?)?, at + 9),
        b'u' => match digits(4, at + 1)? {
            high @ 0xD800..=0xDBFF => {
                let low = digits(4, at + 7)?.checked_sub(0xDC00)?;
                (
                    char::from_u32(0x10000 + ((high - 0xD800) << 10) + low)?,
                    at + 11,
                )
            }
            value => (char::from_u32(value)?, at + 5),
        },
        byte => {
            let character = match byte {
                b'0' => '\0',
                b'a' => '\x07',
                b'b' => '\x08',
                b't' | b'\t' => '\t',
                b'n' => '\n',
                b'v' => '\x0b',
                b'f' => '\x0c',
                b'r' => '\r',
                b'e' => '\x1b',
                b'N' => '\u{85}',
                b'_' => '\u{a0}',
                b'L' => '\u{2028}',
                b'P' => '\u{2029}',
                b' ' | b'"' | b'/' | b'\\' => char::from(*byte),
                _ => return None,
            };
            (character, at + 1)
        }
    };
    decoding.push(character, start..end);
    Some(end)
}

#[cfg(test)]
pub(super) fn is_mapped(source: &str, span: Range<usize>, scalar: &Scalar) -> bool {
    pieces(source, span, scalar).is_some()
}

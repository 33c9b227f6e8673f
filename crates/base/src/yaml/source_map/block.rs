//! Decodes block scalars: the text after `|` and `>`.

use std::ops::Range;

use super::{DecodedScalar, line_break, push_breaks};
use crate::yaml::{Scalar, Style};

/// Decodes the block scalar whose `|` or `>` is at a byte.
///
/// Its indentation may depend on the surrounding block, which is not known here. But the decoded
/// text is known, so the indentation is the white space that its first line lacks. If that is
/// unclear, there are several decodings.
pub(super) fn candidates<'s>(
    source: &'s str,
    start: usize,
    scalar: &'s Scalar,
) -> Option<impl Iterator<Item = DecodedScalar> + 's> {
    let header = Header::read(source, start)?;
    let candidates = match (
        first_filled(&source[header.body..]),
        first_filled(&scalar.text),
    ) {
        (Some(written), Some(read)) => {
            let indent = written.checked_sub(read)?;
            indent..=indent
        }
        // Only spaces and line breaks: try every indentation.
        _ => 0..=16,
    };
    let tried = candidates.map(Some).chain([None]);
    Some(tried.map(move |indent| lines(source, &header, indent, scalar)))
}

struct Header {
    keep: bool,
    strip: bool,
    /// The start of the line after the header.
    body: usize,
}

impl Header {
    fn read(source: &str, start: usize) -> Option<Header> {
        let rest = source.get(start..)?;
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let end = start + length;
        let marks = rest
            .strip_prefix(['|', '>'])?
            .split(|character: char| !matches!(character, '+' | '-' | '0'..='9'))
            .next()
            .unwrap_or("");
        Some(Header {
            keep: marks.contains('+'),
            strip: marks.contains('-'),
            body: line_break(source.as_bytes(), end).unwrap_or(end),
        })
    }
}

/// The indentation of the first line that has more than spaces.
fn first_filled(text: &str) -> Option<usize> {
    text.split(['\n', '\r']).find_map(|line| {
        let content = line.trim_start_matches(' ');
        (!content.is_empty()).then(|| line.len() - content.len())
    })
}

/// Decodes the lines as the parser does. Without an indentation no line has content.
fn lines(source: &str, header: &Header, indent: Option<usize>, scalar: &Scalar) -> DecodedScalar {
    let bytes = source.as_bytes();
    let literal = scalar.style == Style::Literal;
    let mut decoding = DecodedScalar::default();
    // The break of the last line with content, and those of the empty lines after it.
    let mut leading: Option<Range<usize>> = None;
    let mut empty: Vec<Range<usize>> = Vec::new();
    let mut was_indented = false;
    let mut at = skip_empty(source, header.body, indent, &mut empty);
    while let Some(content) = content_of(source, at, indent) {
        let is_indented = matches!(bytes.get(content.start), Some(b' ' | b'\t'));
        match leading.take() {
            Some(first) if !literal && !was_indented && !is_indented => match empty.as_slice() {
                [] => decoding.push(' ', first.start..content.start),
                // The first break is folded; its bytes belong to the one after it.
                kept => push_breaks(kept, first.start, content.start, &mut decoding),
            },
            first => {
                for line in first.into_iter().chain(empty.iter().cloned()) {
                    decoding.push('\n', line);
                }
            }
        }
        empty.clear();
        was_indented = is_indented;
        for (offset, character) in source[content.clone()].char_indices() {
            let from = content.start + offset;
            decoding.push(character, from..from + character.len_utf8());
        }
        let Some(end) = line_break(bytes, content.end) else {
            // The parser reads a line break at the end of a file even if there is none.
            if !header.strip {
                decoding.push('\n', content.end..content.end);
            }
            return decoding;
        };
        leading = Some(content.end..end);
        at = skip_empty(source, end, indent, &mut empty);
    }
    if let Some(line) = leading.filter(|_| !header.strip) {
        decoding.push('\n', line);
    }
    if header.keep {
        for line in empty {
            decoding.push('\n', line);
        }
        if decoding.text.is_empty() && scalar.text == "\n" {
            decoding.push('\n', at..at);
        }
    }
    decoding
}

/// Skips the indentation, and lines that have only indentation.
fn skip_empty(
    source: &str,
    start: usize,
    indent: Option<usize>,
    empty: &mut Vec<Range<usize>>,
) -> usize {
    let bytes = source.as_bytes();
    let mut at = start;
    loop {
        let most = indent.map_or(usize::MAX, |indent| at.saturating_add(indent));
        let mut end = at;
        while end < most && bytes.get(end) == Some(&b' ') {
            end += 1;
        }
        match line_break(bytes, end) {
            Some(next) => {
                empty.push(end..next);
                at = next;
            }
            None => return end,
        }
    }
}

/// The content of the line whose indentation ends at a byte, if the line belongs to the scalar.
fn content_of(source: &str, at: usize, indent: Option<usize>) -> Option<Range<usize>> {
    let indent = indent?;
    let line = source[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let rest = &source[at..];
    if at - line != indent || rest.is_empty() {
        return None;
    }
    let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let marker = rest[..length]
        .strip_prefix("---")
        .or(rest[..length].strip_prefix("..."));
    if indent == 0 && marker.is_some_and(|after| after.is_empty() || after.starts_with([' ', '\t']))
    {
        return None;
    }
    Some(at..at + length)
}

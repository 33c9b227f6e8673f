//! Finds comments that begin with `//`, as in other languages. The whole text is searched before it
//! is parsed, and each `//` is replaced with `#`.

use std::borrow::Cow;

use super::lines::{Line, Parts, close_quote, is_field};
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::source::{FileId, Span};

/// The positions of `//` comments, in order.
#[derive(Debug, Default)]
pub(super) struct Slashes(Vec<usize>);

impl Slashes {
    /// Returns whether a `//` comment begins at a byte.
    pub fn begin_at(&self, at: usize) -> bool {
        self.0.binary_search(&at).is_ok()
    }

    pub fn findings(&self, file: FileId, text: &str) -> impl Iterator<Item = Diagnostic> {
        self.0.iter().map(move |start| {
            let at = Span::new(file, *start..*start + 2);
            let diagnostic = Diagnostic::new(
                Code::YamlSyntax,
                at,
                "a comment begins with `#`, not with `//`",
                "not a comment in YAML",
            );
            match may_belong_to_value(text, *start) {
                true => diagnostic.fix(
                    Safety::Unsafe,
                    "write `#`, or put the whole value in quotes if this is part of it",
                    at,
                    "#",
                ),
                false => diagnostic.fix(Safety::Safe, "write `#`", at, "#"),
            }
        })
    }

    /// Replaces each `//` with `#`.
    pub fn as_comments<'t>(&self, text: Cow<'t, str>) -> Cow<'t, str> {
        if self.0.is_empty() {
            return text;
        }
        let mut work = text.into_owned();
        for at in &self.0 {
            work.replace_range(*at..*at + 2, "# ");
        }
        Cow::Owned(work)
    }
}

/// Returns whether an unquoted value precedes the `//` at a byte on its line, so that the `//` may
/// be part of the value.
fn may_belong_to_value(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let last = line.trim_end().chars().next_back();
    last.is_some_and(|last| !",:{}[]\"'|>".contains(last))
}

/// Finds `//` at the beginning of a line or after white space, outside of quotes and `|` texts.
pub(super) fn find(text: &str) -> Slashes {
    let mut found = Vec::new();
    if !text.contains("//") {
        return Slashes::default();
    }
    // A quote that was opened on an earlier line.
    let mut open = None;
    let mut next = Some(Line::at(text, 0));
    while let Some(line) = next {
        next = line.next(text);
        open = open.filter(|_| !is_field(text, &line));
        if open.is_none() {
            let parts = Parts::of(text, &line);
            if text[parts.value.clone()].starts_with(['|', '>']) {
                let column = match (&parts.key, parts.dash) {
                    (None, Some(dash)) => dash - line.start,
                    _ => parts.column(&line),
                };
                let below = line.below(text, column);
                next = below.last().unwrap_or(&line).next(text);
            }
        }
        let at;
        (at, open) = in_line(text, &line, open);
        found.extend(at);
    }
    Slashes(found)
}

/// The start of a `//` comment in a line, and the quote that is still open at the end of the line.
fn in_line(text: &str, line: &Line, open: Option<u8>) -> (Option<usize>, Option<u8>) {
    let bytes = text.as_bytes().get(..line.end).unwrap_or_default();
    let mut at = line.indent;
    if let Some(quote) = open {
        match end_of_quote(bytes, at, quote) {
            Some(end) => at = end,
            None => return (None, open),
        }
    }
    // Whether a value can begin here, and whether a comment can.
    let (mut begins, mut apart) = (open.is_none(), open.is_none());
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' | b'\'' if begins => match close_quote(text, at, line.end) {
                Some(end) => {
                    at = end;
                    (begins, apart) = (false, false);
                    continue;
                }
                None => return (None, Some(*byte)),
            },
            b'#' if apart => break,
            b'/' if apart && bytes.get(at + 1) == Some(&b'/') => return (Some(at), None),
            _ => {}
        }
        apart = matches!(byte, b' ' | b'\t');
        begins = matches!(byte, b':' | b',' | b'[' | b'{' | b'-') || begins && apart;
        at += 1;
    }
    (None, None)
}

/// The end of a quoted text that was opened on an earlier line.
fn end_of_quote(bytes: &[u8], from: usize, quote: u8) -> Option<usize> {
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if quote == b'"' => at += 1,
            b'\'' if *byte == quote && bytes.get(at + 1) == Some(&quote) => at += 1,
            byte if *byte == quote => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

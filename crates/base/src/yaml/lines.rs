//! Splits lines of a YAML text as an author sees them: indentation, dashes, key, value, comment.
//!
//! This is not a parser, and it accepts any text. It is used to explain syntax errors, and to find
//! positions that the parser does not return.

use std::ops::Range;

/// White space in YAML. Other Unicode white space is text.
pub(super) const WHITE: [char; 4] = [' ', '\t', '\n', '\r'];

/// One line, without its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub start: usize,
    /// The end of its indentation.
    pub indent: usize,
    pub end: usize,
}

impl Line {
    /// The line that contains a byte; a line break belongs to the line that it ends.
    pub fn at(text: &str, offset: usize) -> Line {
        let bytes = text.as_bytes();
        let (before, after) = bytes.split_at(offset.min(bytes.len()));
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let start = before.iter().rposition(is_break).map_or(0, |at| at + 1);
        let length = after.iter().position(is_break);
        let end = length.map_or(bytes.len(), |length| before.len() + length);
        let mut line = bytes.iter().take(end).skip(start);
        let blank = line.position(|byte| !matches!(byte, b' ' | b'\t'));
        Line {
            start,
            indent: blank.map_or(end, |blank| start + blank),
            end,
        }
    }

    pub fn whole(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The range of the line without its indentation.
    pub fn content(&self) -> Range<usize> {
        self.indent..self.end
    }

    pub fn is_blank(&self) -> bool {
        self.indent == self.end
    }

    /// The indentation in columns.
    pub fn column(&self) -> usize {
        self.indent - self.start
    }

    pub fn next(&self, text: &str) -> Option<Line> {
        let bytes = text.as_bytes();
        let start = match bytes.get(self.end)? {
            b'\r' if bytes.get(self.end + 1) == Some(&b'\n') => self.end + 2,
            _ => self.end + 1,
        };
        Some(Line::at(text, start))
    }

    pub fn previous(&self, text: &str) -> Option<Line> {
        let before = self.start.checked_sub(1)?;
        let crlf = text.get(..self.start)?.ends_with("\r\n");
        Some(Line::at(text, before - usize::from(crlf)))
    }

    /// The nearest line above that has more than white space and comments.
    pub fn filled_above(&self, text: &str) -> Option<Line> {
        let mut line = self.previous(text)?;
        while line.is_blank() || text[line.indent..].starts_with('#') {
            line = line.previous(text)?;
        }
        Some(line)
    }

    /// The nearest line below that has more than white space and comments.
    pub fn filled_below(&self, text: &str) -> Option<Line> {
        let mut line = self.next(text)?;
        while line.is_blank() || text[line.indent..].starts_with('#') {
            line = line.next(text)?;
        }
        Some(line)
    }

    /// The lines directly below that are indented more than `column`, including blank lines before
    /// and between them.
    pub fn below(&self, text: &str, column: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut filled = 0;
        let mut next = self.next(text);
        while let Some(line) = next {
            if !line.is_blank() {
                if line.column() <= column {
                    break;
                }
                filled = lines.len() + 1;
            }
            next = line.next(text);
            lines.push(line);
        }
        lines.truncate(filled);
        lines
    }
}

/// The parts of a line: `- key: value # comment`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The start of the content after the last dash or after `---`.
    pub content: usize,
    /// The position of the last dash, if there is one.
    pub dash: Option<usize>,
    pub key: Option<Range<usize>>,
    /// The value, or the whole content if there is no key; without a comment.
    pub value: Range<usize>,
}

impl Parts {
    pub fn of(text: &str, line: &Line) -> Parts {
        let bytes = text.as_bytes().get(..line.end).unwrap_or_default();
        let blank_at = |at: usize| matches!(bytes.get(at), None | Some(b' ' | b'\t'));
        let skip = |mut at: usize| {
            while matches!(bytes.get(at), Some(b' ' | b'\t')) {
                at += 1;
            }
            at
        };
        let mut content = line.indent;
        if content == line.start
            && text[content..line.end].starts_with("---")
            && blank_at(content + 3)
        {
            content = skip(content + 3);
        }
        let mut dash = None;
        while bytes.get(content) == Some(&b'-') && blank_at(content + 1) {
            dash = Some(content);
            content = skip(content + 1);
        }
        let key = key(text, content, line.end);
        let start = key.as_ref().map_or(content, |key| {
            let colon = text[key.end..line.end]
                .find(':')
                .map_or(key.end, |at| key.end + at + 1);
            skip(colon)
        });
        let end = start + without_comment(&text[start..line.end]).len();
        Parts {
            content,
            dash,
            key,
            value: start..end,
        }
    }

    /// The key as written, without quotes.
    pub fn name<'t>(&self, text: &'t str) -> Option<&'t str> {
        let key = text.get(self.key.clone()?)?;
        Some(key.trim_matches(['"', '\'']))
    }

    /// The column of the key. Lines that are indented more belong to the key.
    pub fn column(&self, line: &Line) -> usize {
        self.content - line.start
    }
}

/// The key that begins at a byte, if it is followed by a colon.
fn key(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    let content = &text[start..end];
    let ends = |after: &str| after.is_empty() || after.starts_with([' ', '\t']);
    if content.starts_with(['"', '\'']) {
        let close = close_quote(text, start, end)?;
        let after = text[close..end].trim_start_matches(WHITE);
        return after
            .strip_prefix(':')
            .filter(|after| ends(after))
            .map(|_| start..close);
    }
    if content.starts_with(['[', '{', '#']) {
        return None;
    }
    let colon = content
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|at| ends(&content[at + 1..]))?;
    let key = content[..colon].trim_end_matches(WHITE);
    if key.contains(" #") {
        return None;
    }
    Some(start..start + key.len())
}

/// Returns the position after the closing quote of the quoted text that begins at `start`, or `None`
/// if it is not closed before `limit`.
pub(super) fn close_quote(text: &str, start: usize, limit: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let quote = *bytes.get(start)?;
    let mut at = start + 1;
    while at < limit {
        match *bytes.get(at)? {
            b'\\' if quote == b'"' => at += 1,
            byte if byte == quote => {
                if quote == b'"' || bytes.get(at + 1) != Some(&quote) {
                    return Some(at + 1);
                }
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// A value without a trailing comment and the white space before it.
pub(super) fn without_comment(value: &str) -> &str {
    let quoted = value.starts_with(['"', '\'']);
    let from = if quoted {
        close_quote(value, 0, value.len()).unwrap_or(0)
    } else {
        0
    };
    let comment = value[from..]
        .match_indices('#')
        .map(|(at, _)| from + at)
        .find(|at| *at == 0 || value[..*at].ends_with([' ', '\t']));
    value[..comment.unwrap_or(value.len())].trim_end_matches(WHITE)
}

/// Returns whether a line looks like `key: value` with a one-word key.
pub(super) fn is_field(text: &str, line: &Line) -> bool {
    let parts = Parts::of(text, line);
    parts.name(text).is_some_and(is_word)
}

pub(super) fn is_word(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(char::is_alphabetic)
        && characters.all(|character| character.is_alphanumeric() || matches!(character, '_' | '-'))
}

/// Returns the position of the first `wanted` character at or after `from`. Skips only what may
/// precede a value: white space, comments, anchors, tags, and indicators such as `:`, `?` and `-`.
/// Returns `None` if there is anything else before it.
pub(super) fn find_indicator(text: &str, from: usize, wanted: &[char]) -> Option<usize> {
    let mut at = from;
    let mut after_blank = true;
    while let Some(character) = text.get(at..)?.chars().next() {
        if wanted.contains(&character) {
            return Some(at);
        }
        match character {
            ' ' | '\t' | '\n' | '\r' => at += 1,
            '#' if after_blank => at = Line::at(text, at).end,
            '&' | '!' => {
                let rest = &text[at..];
                at += rest
                    .find([' ', '\t', '\n', '\r', ',', '[', '{'])
                    .unwrap_or(rest.len());
            }
            ':' | '?' | '-' | ',' | '[' | '{' | '.' => at += 1,
            '\u{feff}' => at += character.len_utf8(),
            _ => return None,
        }
        after_blank = matches!(character, ' ' | '\t' | '\n' | '\r');
    }
    None
}

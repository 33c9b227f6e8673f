//! Writes scalars.

use std::borrow::Cow;

use crate::yaml::is_text;

/// The indentation of a block relative to the one around it.
pub(super) const STEP: usize = 2;

const BLANK: [char; 2] = [' ', '\t'];

/// Writes a quoted one-line text without quotes if possible. Otherwise writes it with double quotes
/// if this needs no escapes, or as it is in the source.
pub(super) fn unquoted<'t>(written: &'t str, text: &'t str, in_brackets: bool) -> Cow<'t, str> {
    if is_plain(text, in_brackets) {
        return Cow::Borrowed(text);
    }
    let as_is = |c: char| !matches!(c, '"' | '\\') && is_printable(c);
    if written.starts_with('\'') && text.chars().all(as_is) {
        return Cow::Owned(format!("\"{text}\""));
    }
    Cow::Borrowed(written)
}

/// Writes a text on one line, with double quotes if it needs them.
pub(super) fn inline(text: &str, in_brackets: bool) -> String {
    if is_plain(text, in_brackets) {
        return text.to_owned();
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if is_printable(c) => out.push(c),
            c => out.push_str(&format!("\\U{:08X}", u32::from(c))),
        }
    }
    out.push('"');
    out
}

/// Returns whether a text without quotes has the same meaning at any position.
fn is_plain(text: &str, in_brackets: bool) -> bool {
    let forbidden = |c: char| {
        !is_printable(c) || (in_brackets && matches!(c, ',' | '[' | ']' | '{' | '}' | ':'))
    };
    is_text(text)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.contains(forbidden)
}

/// Returns whether every reader and editor shows the character as it is.
fn is_printable(c: char) -> bool {
    !c.is_control()
        && !matches!(
            c,
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
        )
}

/// Writes a scalar that spans several lines and indents all lines after the first to `column`. The
/// indentation of these lines has no meaning, but their line breaks have.
pub(super) fn continued(written: &str, column: usize) -> String {
    let escapes = written.starts_with('"');
    let mut out = String::with_capacity(written.len());
    let mut lines = written.split('\n').enumerate().peekable();
    while let Some((at, line)) = lines.next() {
        let line = if at == 0 {
            line
        } else {
            line.trim_start_matches(BLANK)
        };
        let line = if lines.peek().is_some() {
            without_trailing(line, escapes)
        } else {
            line
        };
        if at > 0 {
            out.push('\n');
            if !line.is_empty() {
                out.extend(std::iter::repeat_n(' ', column));
            }
        }
        out.push_str(line);
    }
    out
}

/// Removes trailing white space, except for a blank escaped by a backslash.
fn without_trailing(line: &str, escapes: bool) -> &str {
    let trimmed = line.trim_end_matches(BLANK);
    let slashes = trimmed.len() - trimmed.trim_end_matches('\\').len();
    if escapes && slashes % 2 == 1 && trimmed.len() < line.len() {
        &line[..trimmed.len() + 1]
    } else {
        trimmed
    }
}

/// A parsed `|` or `>` text.
#[derive(Debug, PartialEq)]
pub(super) struct BlockScalar<'t> {
    /// `|` or `>`.
    mark: &'t str,
    /// How line breaks at the end are treated: `-`, `+` or nothing.
    chomping: &'t str,
    /// The explicit indentation indicator, if there is one.
    indentation: Option<usize>,
    pub comment: Option<&'t str>,
    /// The lines of the text.
    lines: Vec<&'t str>,
    header: usize,
    block: usize,
}

impl<'t> BlockScalar<'t> {
    /// Parses a block scalar from its indicator on, without the line break that ends it. `block` is
    /// the column of the block that contains it.
    pub fn read(written: &'t str, block: usize) -> Self {
        let mut lines = written.split('\n');
        let header = lines.next().unwrap_or("");
        let marks = &header[..header.find([' ', '\t', '#']).unwrap_or(header.len())];
        let comment = header[marks.len()..].trim_matches(BLANK);
        let part = |from: &[char]| marks.find(from).map(|at| &marks[at..at + 1]);
        let mut scalar = BlockScalar {
            mark: marks.get(..1).unwrap_or("|"),
            chomping: part(&['-', '+']).unwrap_or(""),
            indentation: marks
                .chars()
                .find_map(|c| c.to_digit(10))
                .map(|digit| digit as usize),
            comment: (!comment.is_empty()).then_some(comment),
            lines: lines.collect(),
            header: header.len(),
            block,
        };
        // Blank lines at the end are not part of the text, unless `+` keeps them.
        let indent = scalar.indent().unwrap_or(usize::MAX);
        while scalar.chomping != "+"
            && scalar
                .lines
                .pop_if(|line| is_blank(line) && line.len() <= indent)
                .is_some()
        {}
        scalar
    }

    /// Returns the length in bytes from the indicator to the end of the last line.
    pub fn length(&self) -> usize {
        self.header + self.lines.iter().map(|line| line.len() + 1).sum::<usize>()
    }

    pub fn keeps_breaks(&self) -> bool {
        self.chomping == "+"
    }

    /// Returns the indentation of the text in columns; `None` if all lines are blank and no indicator
    /// gives it.
    fn indent(&self) -> Option<usize> {
        match self.indentation {
            Some(more) => Some(self.block + more),
            None => {
                let first = self.lines.iter().find(|line| !is_blank(line))?;
                Some(first.len() - first.trim_start_matches(' ').len())
            }
        }
    }

    /// Writes the text for a block in column `to`. `unended`: the text ends with the file, without
    /// a line break. The result then has `-`, because the formatted file ends with a line break.
    pub fn moved(&self, to: usize, unended: bool) -> String {
        let mut out = self.mark.to_owned();
        if self.indentation.is_some() {
            out.push_str(&STEP.to_string());
        }
        out.push_str(if unended { "-" } else { self.chomping });
        push_comment(&mut out, self.comment);
        let old = self.indent().unwrap_or(usize::MAX);
        for line in &self.lines {
            let content = line.get(old.min(line.len())..).unwrap_or("");
            push_line(&mut out, content, to + STEP);
        }
        out
    }
}

/// Writes a text as a `|` block in a column.
pub(super) fn literal(text: &str, comment: Option<&str>, column: usize) -> String {
    let mut out = "|".to_owned();
    push_comment(&mut out, comment);
    for line in text.lines() {
        push_line(&mut out, line, column + STEP);
    }
    out
}

fn push_comment(out: &mut String, comment: Option<&str>) {
    if let Some(comment) = comment {
        out.push(' ');
        out.push_str(comment);
    }
}

fn push_line(out: &mut String, content: &str, column: usize) {
    out.push('\n');
    if !content.is_empty() {
        out.extend(std::iter::repeat_n(' ', column));
        out.push_str(content);
    }
}

fn is_blank(line: &str) -> bool {
    line.trim_matches(' ').is_empty()
}

//! The text between tokens: white space, line breaks and comments.

use crate::yaml::WHITE;

/// The comments and line breaks between two tokens. The amount of other white space is not stored,
/// because the layout decides it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Trivia<'t> {
    /// The comment that ends the line of the previous token.
    pub trailing: Option<&'t str>,
    /// The lines between the two tokens.
    pub lines: Vec<Line<'t>>,
    /// `true` if the next token begins a line.
    pub breaks: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Line<'t> {
    Blank,
    Comment { column: usize, text: &'t str },
}

impl<'t> Trivia<'t> {
    /// Reads a gap. `starts`: the gap begins at the start of the text, not after a token. `ends`: the gap
    /// ends the text. Returns `None` if the gap contains more than white space and comments.
    pub fn read(between: &'t str, starts: bool, ends: bool) -> Option<Self> {
        let mut gap = Trivia::default();
        let mut lines = between.split('\n').peekable();
        let mut first = !starts;
        while let Some(line) = lines.next() {
            let text = line.trim_matches(WHITE);
            let last = lines.peek().is_none();
            if !(text.is_empty() || text.starts_with('#')) {
                return None;
            }
            if first {
                gap.trailing = (!text.is_empty()).then_some(text);
            } else if !text.is_empty() {
                let column = line.len() - line.trim_start_matches(WHITE).len();
                gap.lines.push(Line::Comment { column, text });
            } else if !last {
                gap.lines.push(Line::Blank);
            }
            if last && !ends && !text.is_empty() {
                return None;
            }
            gap.breaks |= !first;
            first = false;
        }
        Some(gap)
    }

    pub fn has_comments(&self) -> bool {
        self.trailing.is_some()
            || self
                .lines
                .iter()
                .any(|line| matches!(line, Line::Comment { .. }))
    }
}

/// Returns the start of the next token, after white space and comments.
pub(super) fn skip(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            b'#' => {
                at += text
                    .get(at..)
                    .and_then(|rest| rest.find('\n'))
                    .unwrap_or(text.len() - at)
            }
            _ => break,
        }
    }
    at
}

/// Returns the end of the white space at a position of a line.
pub(super) fn skip_blank(text: &str, from: usize) -> usize {
    let rest = &text[from..];
    from + rest.len() - rest.trim_start_matches([' ', '\t']).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps() {
        let comment = |column, text| Line::Comment { column, text };
        for (between, starts, trailing, lines, breaks) in [
            ("", false, None, vec![], false),
            (" \t", false, None, vec![], false),
            ("  # a \n  ", false, Some("# a"), vec![], true),
            (
                "\n\n  # b\n",
                false,
                None,
                vec![Line::Blank, comment(2, "# b")],
                true,
            ),
            (
                "# c\n\n",
                true,
                None,
                vec![comment(0, "# c"), Line::Blank],
                true,
            ),
        ] {
            let expected = Trivia {
                trailing,
                lines,
                breaks,
            };
            assert_eq!(
                Trivia::read(between, starts, false),
                Some(expected),
                "{between:?}"
            );
        }
        assert_eq!(Trivia::read("\n - ", false, false), None);
        assert_eq!(skip("a # b\n\n  - c", 1), 9);
    }
}

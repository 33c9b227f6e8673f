//! Escapes characters that could control a terminal, or make a text look like a different one.

use std::borrow::Cow;
use std::fmt::Write;

use crate::source::invisible;

/// Replaces every hidden character by `\u{…}`, including line breaks. Tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.char_indices().any(|(at, c)| is_hidden(text, at, c)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for (at, c) in text.char_indices() {
        push_visible(&mut shown, text, at, c);
    }
    Cow::Owned(shown)
}

/// Replaces every hidden character in a text of several lines, except line breaks.
pub fn visible_lines(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        shown.push_str(&visible(content));
        shown.push_str(&line[content.len()..]);
    }
    shown
}

/// Appends the character `c` at byte `at` of a text, escaped if it is hidden.
pub(super) fn push_visible(shown: &mut String, text: &str, at: usize, c: char) {
    if is_hidden(text, at, c) {
        shown.extend(c.escape_unicode());
    } else {
        shown.push(c);
    }
}

/// Escapes every hidden character in JSON as `\uXXXX`. They occur only in strings, so the JSON
/// keeps its meaning. Line breaks between its parts stay.
pub(super) fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if c != '\n' && is_hidden(text, at, c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Returns whether a character is hidden, that is, whether output must escape it: invisible
/// characters, and line breaks, because output is split into lines.
fn is_hidden(text: &str, at: usize, c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{feff}') || invisible::unseen(text, at).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_the_terminal_that_it_would_obey() {
        assert_eq!(visible("Angel\t✨ é"), "Angel\t✨ é");
        assert_eq!(visible("\u{1b}[31mred"), "\\u{1b}[31mred");
        assert_eq!(visible("a\u{202e}b\nc"), "a\\u{202e}b\\u{a}c");
        assert_eq!(visible("\u{feff}👨\u{200d}👧"), "\\u{feff}👨\u{200d}👧");
        assert_eq!(visible_lines("a\u{7}\r\nb\rc\n"), "a\\u{7}\r\nb\\u{d}c\n");
    }

    #[test]
    fn hidden_characters_in_json_are_the_same_characters() {
        let written = "a\u{202e}b\u{e0041}\u{7f}\n";
        let text = json(&format!("{}\n", serde_json::json!({ "said": written })));
        let expected = "{\"said\":\"a\\u202eb\\udb40\\udc41\\u007f\\n\"}\n";
        assert_eq!(text, expected);
        let read: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read["said"], written);
    }
}

//! Characters that a terminal would obey, or that would make a text look like another one.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with every such character written as `\u{…}`. Tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        push_visible(&mut shown, c);
    }
    Cow::Owned(shown)
}

pub(super) fn push_visible(shown: &mut String, c: char) {
    if is_hidden(c) {
        shown.extend(c.escape_unicode());
    } else {
        shown.push(c);
    }
}

/// JSON with every such character written as `\uXXXX`. They stand only between quotes, so that it is
/// the same JSON. The line breaks between its parts stay.
pub(super) fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' && is_hidden(c) {
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

/// Control characters (the terminal's own language), the marks that change the direction of a text
/// (Unicode's UAX 9), line separators, and characters that take no space at all.
fn is_hidden(c: char) -> bool {
    (c.is_control() && c != '\t')
        || matches!(
            c,
            '\u{061c}'
                | '\u{200b}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_the_terminal_that_it_would_obey() {
        assert_eq!(visible("Angel\t✨ é"), "Angel\t✨ é");
        assert_eq!(visible("\u{1b}[31mred"), "\\u{1b}[31mred");
        assert_eq!(visible("a\u{202e}b\nc"), "a\\u{202e}b\\u{a}c");
    }

    #[test]
    fn hidden_characters_in_json_are_the_same_characters() {
        let said = "a\u{202e}b\u{e0041}\u{7f}\n";
        let text = json(&format!("{}\n", serde_json::json!({ "said": said })));
        let expected = "{\"said\":\"a\\u202eb\\udb40\\udc41\\u007f\\n\"}\n";
        assert_eq!(text, expected);
        let read: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read["said"], said);
    }
}

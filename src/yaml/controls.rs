//! Characters that stand in no YAML text. The parser takes some of them for the end of the file, so
//! they are looked for before it reads anything.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::recover::MOST_MISTAKES;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::source::{FileId, Span};

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text with white space in place of them, which changes no place. The lines in which they
/// stand are noted, since their indentation may now be another.
pub(super) fn without<'t>(
    file: FileId,
    text: &'t str,
    diagnostics: &mut Vec<Diagnostic>,
    lines: &mut BTreeSet<usize>,
) -> Cow<'t, str> {
    // Most texts have none, and this is the quickest way to know.
    let suspicious = |byte: &u8| match byte {
        b'\t' | b'\n' | b'\r' => false,
        0..=0x1f | 0x7f | 0xc2 | 0xef => true,
        _ => false,
    };
    if !text.bytes().any(|byte| suspicious(&byte)) {
        return Cow::Borrowed(text);
    }
    let mut work = String::with_capacity(text.len());
    let mut line = 0;
    let mut end = usize::MAX;
    for (at, character) in text.char_indices() {
        if !is_control(character) || (character == BYTE_ORDER_MARK && at == 0) {
            work.push(character);
            if character == '\n' {
                line = at + 1;
            }
            continue;
        }
        // At the start of a line it must not become indentation.
        let starts = work.is_empty() || work.ends_with(['\n', BYTE_ORDER_MARK]);
        let fill = if starts { '\n' } else { ' ' };
        work.extend(std::iter::repeat_n(fill, character.len_utf8()));
        lines.insert(line);
        let follows = std::mem::replace(&mut end, at + character.len_utf8()) == at;
        // One finding for characters that follow each other.
        if !follows && diagnostics.len() < MOST_MISTAKES {
            diagnostics.push(finding(character, Span::new(file, at..end)));
        }
    }
    Cow::Owned(work)
}

fn finding(character: char, at: Span) -> Diagnostic {
    let (message, label) = if character == BYTE_ORDER_MARK {
        (
            "an invisible character stands here".to_owned(),
            "a byte order mark, which can only stand at the very beginning of a file",
        )
    } else {
        (
            format!(
                "the control character U+{:04X} stands in the file",
                u32::from(character)
            ),
            "a character that cannot be seen and means nothing in a card",
        )
    };
    Diagnostic::new(Code::YamlSyntax, at, message, label).fix(Safety::Safe, "remove it", at, "")
}

pub(super) fn is_control(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' | '\u{85}' => false,
        BYTE_ORDER_MARK | '\u{fffe}' | '\u{ffff}' => true,
        _ => character.is_control(),
    }
}

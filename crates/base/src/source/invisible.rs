//! Invisible characters, and characters that make a text look like a different one.
//!
//! Such a character makes a name different from one that looks the same, changes the order in which
//! a text is shown, or controls a terminal. Some of them are needed in the scripts of some
//! languages and in emoji, and are allowed there.

use std::ops::Range;

/// The kind of an invisible character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvisibleChar {
    /// May control a terminal, and no card can show it.
    Control,
    /// Changes the order in which the following text is shown (Unicode's UAX 9).
    Direction,
    /// Breaks the line in some programs.
    Break,
    /// Has no width, or is only blank.
    Empty,
    /// An invisible tag letter.
    Tag,
    /// Looks like a plain space, but is a different character.
    Space,
}

/// The kind of the character at a byte of a text, if it is invisible and has no use at that
/// position.
pub fn unseen(text: &str, at: usize) -> Option<InvisibleChar> {
    let character = text.get(at..)?.chars().next()?;
    let kind = kind(character)?;
    (!has_use(text, at, character)).then_some(kind)
}

/// The replacement for an unusual space at a byte of a text: a plain space, or nothing next to
/// other white space.
pub fn plain_space(text: &str, at: usize) -> Option<&'static str> {
    unseen(text, at).filter(|kind| *kind == InvisibleChar::Space)?;
    let before = text.get(..at)?.chars().next_back();
    let mut rest = text.get(at..)?.chars().skip(1);
    let after = rest.next();
    let ends = before.is_none_or(|c| matches!(c, ' ' | '\t' | '\n' | '\r'));
    let goes_on = after.is_none_or(char::is_whitespace);
    Some(if ends || goes_on { "" } else { " " })
}

/// The kind of a character, regardless of its position.
pub fn kind(character: char) -> Option<InvisibleChar> {
    Some(match character {
        '\t' | '\n' | '\r' | ' '..='~' => return None,
        '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => InvisibleChar::Break,
        '\u{fffe}' | '\u{ffff}' => InvisibleChar::Control,
        _ if character.is_control() => InvisibleChar::Control,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            InvisibleChar::Direction
        }
        '\u{ad}'
        | '\u{34f}'
        | '\u{180e}'
        | '\u{2800}'
        | '\u{200b}'..='\u{200d}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}' => InvisibleChar::Empty,
        '\u{e0000}'..='\u{e007f}' => InvisibleChar::Tag,
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
            InvisibleChar::Space
        }
        _ => return None,
    })
}

/// Returns whether the character has a use at some position.
pub fn may_have_use(character: char) -> bool {
    matches!(
        character,
        '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{feff}'
    ) || matches!(
        kind(character),
        Some(InvisibleChar::Tag | InvisibleChar::Space)
    )
}

/// Returns whether a character has a use at its position.
fn has_use(text: &str, at: usize, character: char) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + character.len_utf8()..].chars().next();
    let both = |is: fn(char) -> bool| before.is_some_and(is) && after.is_some_and(is);
    match character {
        // The byte order mark at the beginning of a file.
        '\u{feff}' => at == 0,
        // Join what would be separate: persons to a family emoji, letters to a syllable.
        '\u{34f}' | '\u{180e}' | '\u{200c}' | '\u{200d}' => both(joins),
        // Allows a line break in scripts without spaces between words.
        '\u{200b}' => both(
            |c| matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'),
        ),
        // Keep punctuation on its side in lines that are read from right to left.
        '\u{61c}' | '\u{200e}' | '\u{200f}' => near(text, at, from_the_right),
        // No-break spaces before French punctuation, and wide spaces in scripts of full-width
        // characters.
        '\u{a0}' | '\u{202f}' => {
            before == Some('«') || after.is_some_and(|c| matches!(c, '!' | '?' | ';' | '»' | '%'))
        }
        '\u{3000}' => both(
            |c| matches!(c, '\u{3001}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{ff01}'..='\u{ffee}'),
        ),
        // The flags of England, Scotland and Wales are a black flag followed by tag letters.
        '\u{e0000}'..='\u{e007f}' => {
            let tags = tags(text, at);
            text[..tags.start].ends_with('\u{1f3f4}') && text[tags].ends_with('\u{e007f}')
        }
        _ => false,
    }
}

/// Returns whether joiners have a use next to the character: in emoji, and in scripts after Latin,
/// Greek and Cyrillic.
fn joins(c: char) -> bool {
    c >= '\u{530}'
        && !c.is_whitespace()
        && !matches!(c, '\u{2000}'..='\u{206f}')
        && kind(c).is_none()
}

fn from_the_right(c: char) -> bool {
    matches!(
        c,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
            | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}'
    ) && c.is_alphabetic()
}

/// Returns whether a matching character is near a position, on the same line.
fn near(text: &str, at: usize, is: fn(char) -> bool) -> bool {
    const NEAR: usize = 40;
    let in_line = |c: &char| *c != '\n';
    let before = text[..at].chars().rev().take(NEAR).take_while(in_line);
    let after = text[at..].chars().take(NEAR).take_while(in_line);
    before.chain(after).any(is)
}

/// The range of tag characters around a position.
fn tags(text: &str, at: usize) -> Range<usize> {
    // A flag has fewer tags than this; longer runs need not be measured.
    const MAX_COUNT: usize = 8;
    let is_tag = |c: &char| kind(*c) == Some(InvisibleChar::Tag);
    let width = |tags: usize| tags * '\u{e0000}'.len_utf8();
    let before = text[..at].chars().rev().take(MAX_COUNT).take_while(is_tag);
    let from = text[at..].chars().take(MAX_COUNT).take_while(is_tag);
    at - width(before.count())..at + width(from.count())
}

/// The name of a character: `a right-to-left override`.
pub fn name(character: char) -> String {
    let name = match character {
        '\0' => "a null character",
        '\u{7}' => "a bell",
        '\u{8}' => "a backspace",
        '\u{b}' => "a vertical tab",
        '\u{c}' => "a form feed",
        '\u{1b}' => "an escape character",
        '\u{7f}' => "a delete character",
        '\u{85}' => "a next line",
        '\u{a0}' => "a no-break space",
        '\u{202f}' => "a narrow no-break space",
        '\u{3000}' => "an ideographic space",
        '\u{ad}' => "a soft hyphen",
        '\u{2800}' => "an empty Braille pattern",
        '\u{34f}' => "a combining grapheme joiner",
        '\u{61c}' => "an Arabic letter mark",
        '\u{180e}' => "a vowel separator",
        '\u{200b}' => "a zero-width space",
        '\u{200c}' => "a zero-width non-joiner",
        '\u{200d}' => "a zero-width joiner",
        '\u{200e}' => "a left-to-right mark",
        '\u{200f}' => "a right-to-left mark",
        '\u{2028}' => "a line separator",
        '\u{2029}' => "a paragraph separator",
        '\u{202a}' => "a left-to-right embedding",
        '\u{202b}' => "a right-to-left embedding",
        '\u{202c}' => "an end of an embedding or override",
        '\u{202d}' => "a left-to-right override",
        '\u{202e}' => "a right-to-left override",
        '\u{2060}' => "a word joiner",
        '\u{2066}' => "a left-to-right isolate",
        '\u{2067}' => "a right-to-left isolate",
        '\u{2068}' => "a first-strong isolate",
        '\u{2069}' => "an end of an isolate",
        '\u{3164}' | '\u{ffa0}' => "an empty Hangul letter",
        '\u{feff}' => "a byte order mark",
        '\u{fff9}'..='\u{fffb}' => "an annotation mark",
        '\u{fffe}' | '\u{ffff}' => "a noncharacter",
        '\u{e0020}'..='\u{e007e}' => {
            let letter = char::from_u32(u32::from(character) - 0xe0000).unwrap_or('?');
            return format!("a tag character for `{letter}`");
        }
        '\u{e0000}'..='\u{e007f}' => "a tag character",
        _ if character.is_control() => "a control character",
        _ if kind(character) == Some(InvisibleChar::Space) => "an unusual space",
        _ => "an invisible character",
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks which characters of a text [`unseen`] finds.
    #[track_caller]
    fn check(text: &str, expected: &[char]) {
        let found: Vec<char> = text
            .char_indices()
            .filter(|(at, _)| unseen(text, *at).is_some())
            .map(|(_, character)| character)
            .collect();
        assert_eq!(found, expected, "{}", text.escape_debug());
    }

    #[test]
    fn what_nobody_sees() {
        check("Angel\t\r\n“é” – 龍 ✨ e\u{301}", &[]);
        check(
            "a\0\u{7f}\u{9b}\u{ffff}",
            &['\0', '\u{7f}', '\u{9b}', '\u{ffff}'],
        );
        check("a\u{b}\u{85}\u{2028}b", &['\u{b}', '\u{85}', '\u{2028}']);
        check(
            "\u{202e}a\u{2066}b\u{2069}",
            &['\u{202e}', '\u{2066}', '\u{2069}'],
        );
        check(
            "Skele\u{200b}ton\u{2060}\u{3164}",
            &['\u{200b}', '\u{2060}', '\u{3164}'],
        );
    }

    #[test]
    fn what_has_a_use_where_it_stands() {
        check("\u{feff}name: \u{feff}x", &['\u{feff}']);
        // A family, a heart on fire with its variation selector, a Hindi syllable, a Persian verb.
        check("👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}\u{200d}🔥", &[]);
        check("क्\u{200d}ष می\u{200c}خواهم", &[]);
        check(
            "An\u{200d}gel 👨\u{200d} x\u{200c}",
            &['\u{200d}', '\u{200d}', '\u{200c}'],
        );
        check("ភាសា\u{200b}ខ្មែរ", &[]);
        check("שלום!\u{200f} \u{200e}abc", &[]);
        check("abc\u{200f}\nשלום", &['\u{200f}']);
        check("«\u{a0}Ah\u{202f}!\u{a0}» 龍\u{3000}王", &[]);
        check(
            "a\u{a0}b\u{3000}c:\u{2003}!",
            &['\u{a0}', '\u{3000}', '\u{2003}'],
        );
        // Wales; then the same letters after a white flag, and without their end.
        let wales = "\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}";
        check(&format!("🏴{wales}\u{e007f}"), &[]);
        check(&format!("🏳{wales}"), &wales.chars().collect::<Vec<_>>());
        check(&format!("🏴{wales}"), &wales.chars().collect::<Vec<_>>());
        let many = "\u{e0041}".repeat(5000);
        check(&format!("🏴{many}"), &many.chars().collect::<Vec<_>>());
    }

    #[test]
    fn what_other_spaces_stand_for() {
        let spaces = |text: &str| {
            let at = text.char_indices().map(|(at, _)| at);
            at.filter_map(|at| plain_space(text, at))
                .collect::<Vec<_>>()
        };
        assert_eq!(spaces("a\u{a0}b\u{a0}\u{a0}c"), [" ", "", " "]);
        assert_eq!(spaces("\u{a0}a \u{3000}b\u{a0}"), ["", "", ""]);
    }

    #[test]
    fn everything_unseen_has_a_name() {
        assert_eq!(name('\u{202e}'), "a right-to-left override");
        assert_eq!(name('\u{e0041}'), "a tag character for `A`");
        assert_eq!(name('\u{1}'), "a control character");
        assert_eq!(name('\u{2061}'), "an invisible character");
    }
}

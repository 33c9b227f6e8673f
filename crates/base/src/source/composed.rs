//! The composed form of texts (Unicode's NFC). One name can be written in several sequences of code points: `é` is one
//! character, or `e` and an accent. Texts are composed where they are read, so that one name is one name.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc, is_nfc_quick};

/// Composes a text.
pub fn composed(text: &str) -> Cow<'_, str> {
    match is_composed(text) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.nfc().collect()),
    }
}

/// Returns whether a text is composed.
pub fn is_composed(text: &str) -> bool {
    text.is_ascii() || is_nfc(text)
}

/// Splits a text into the parts that are composed on their own: a character with the marks after it.
pub fn parts(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut starts = text
        .char_indices()
        .filter(|(at, c)| *at == 0 || begins_part(*c))
        .map(|(at, _)| at)
        .peekable();
    std::iter::from_fn(move || {
        let start = starts.next()?;
        Some(start..starts.peek().copied().unwrap_or(text.len()))
    })
}

/// Returns whether a character never composes with the one before it.
fn begins_part(character: char) -> bool {
    character.is_ascii()
        || (canonical_combining_class(character) == 0
            && is_nfc_quick(std::iter::once(character)) == IsNormalized::Yes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_name_is_one_name() {
        assert_eq!(composed("E\u{301}lan"), "Élan");
        assert_eq!(composed("A\u{30a}ngstro\u{308}m"), "Ångström");
        // The sign for the unit is the letter.
        assert_eq!(composed("\u{212b}"), "Å");
        assert_eq!(composed("\u{1112}\u{1161}\u{11ab}"), "한");
        assert!(matches!(composed("Élan"), Cow::Borrowed(_)));
        let parts: Vec<&str> = parts("xe\u{301}\u{323}y")
            .map(|part| &"xe\u{301}\u{323}y"[part])
            .collect();
        assert_eq!(parts, ["x", "e\u{301}\u{323}", "y"]);
    }

    fn text() -> impl Strategy<Value = String> {
        let marks = [
            "e", "\u{301}", "\u{323}", "\u{345}", "\u{1112}", "\u{1161}", "\u{11ab}", "\u{212b}",
            "x", "\u{958}",
        ];
        let piece = prop_oneof![
            prop::sample::select(marks.to_vec()).prop_map(str::to_owned),
            any::<char>().prop_map(String::from)
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn parts_are_composed_on_their_own(text in text()) {
            let each: String = parts(&text).map(|part| composed(&text[part]).into_owned()).collect();
            prop_assert_eq!(each, composed(&text).into_owned());
        }
    }
}

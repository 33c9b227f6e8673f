//! Confusable letters of other alphabets. A word that mixes them with Latin letters is a mistake:
//! no language mixes alphabets in a word.

use std::ops::Range;

/// Letters that look exactly like a Latin letter, with that letter.
const ALIKE: &[(char, char)] = &[
    ('а', 'a'),
    ('с', 'c'),
    ('ԁ', 'd'),
    ('е', 'e'),
    ('һ', 'h'),
    ('і', 'i'),
    ('ј', 'j'),
    ('о', 'o'),
    ('р', 'p'),
    ('ѕ', 's'),
    ('у', 'y'),
    ('х', 'x'),
    ('А', 'A'),
    ('В', 'B'),
    ('С', 'C'),
    ('Е', 'E'),
    ('Н', 'H'),
    ('І', 'I'),
    ('Ј', 'J'),
    ('К', 'K'),
    ('М', 'M'),
    ('О', 'O'),
    ('Р', 'P'),
    ('Ѕ', 'S'),
    ('Т', 'T'),
    ('У', 'Y'),
    ('Х', 'X'),
    ('ο', 'o'),
    ('ν', 'v'),
    ('Α', 'A'),
    ('Β', 'B'),
    ('Ε', 'E'),
    ('Ζ', 'Z'),
    ('Η', 'H'),
    ('Ι', 'I'),
    ('Κ', 'K'),
    ('Μ', 'M'),
    ('Ν', 'N'),
    ('Ο', 'O'),
    ('Ρ', 'P'),
    ('Τ', 'T'),
    ('Υ', 'Y'),
    ('Χ', 'X'),
];

/// A confusable letter in a Latin word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    pub at: Range<usize>,
    pub written: char,
    /// The letter that it looks like.
    pub like: char,
}

/// Finds the confusable letters in the Latin words of a text.
pub fn alike(text: &str) -> Vec<Alike> {
    let mut found = Vec::new();
    if text.is_ascii() {
        return found;
    }
    let mut start = 0;
    for word in text.split_inclusive(|c: char| !c.is_alphabetic()) {
        if word.chars().any(|c| c.is_ascii_alphabetic()) {
            found.extend(word.char_indices().filter_map(|(at, written)| {
                let (_, like) = ALIKE.iter().find(|(other, _)| *other == written)?;
                let at = start + at;
                Some(Alike {
                    at: at..at + written.len_utf8(),
                    written,
                    like: *like,
                })
            }));
        }
        start += word.len();
    }
    found
}

/// Replaces confusable letters with Latin ones; `None` if there are none.
pub fn to_latin_skeleton(text: &str) -> Option<String> {
    let found = alike(text);
    let first = found.first()?;
    let mut latin = text.get(..first.at.start)?.to_owned();
    let mut from = first.at.start;
    for letter in &found {
        latin.push_str(text.get(from..letter.at.start)?);
        latin.push(letter.like);
        from = letter.at.end;
    }
    latin.push_str(text.get(from..)?);
    Some(latin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_two_alphabets_are_found() {
        let check = |text: &str, latin: Option<&str>| {
            assert_eq!(to_latin_skeleton(text).as_deref(), latin, "{text}");
        };
        check("Pikeman", None);
        check("Pikem\u{430}n", Some("Pikeman"));
        check("R\u{43e}yal Gu\u{430}rd", Some("Royal Guard"));
        check("\u{421}entaur", Some("Centaur"));
        // A name in its own alphabet is not changed.
        check("\u{410}\u{43d}\u{43d}\u{430}", None);
        check("Pikeman \u{410}\u{43d}\u{43d}\u{430}", None);
        check("Élan", None);
    }
}

//! The agreement rules of English, and the English word list.

use crate::game::third_person;
use std::sync::LazyLock;

use super::{Agreement, Mood, Number, Person, Phrase, Words};
use crate::parallel;

/// The English list, `grammar/words/english.yaml`, packed by `build.rs`.
const LIST: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/english.msgpack"));

/// The list for outlines, `grammar/words/outline-english.yaml`, packed by `build.rs`.
const OUTLINE_LIST: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/outline-english.msgpack"));

/// Returns the words of English.
pub fn english() -> &'static Words {
    static WORDS: LazyLock<Words> = LazyLock::new(|| read(None));
    &WORDS
}

/// Returns the words of English for outlines.
pub fn outline_english() -> &'static Words {
    static WORDS: LazyLock<Words> = LazyLock::new(|| read(Some(OUTLINE_LIST)));
    &WORDS
}

fn read(outlines: Option<&[u8]>) -> Words {
    Words::packed(LIST, outlines, Box::new(English))
        .unwrap_or_else(|mistakes| panic!("invalid English list:\n{}", mistakes.join("\n")))
}

/// Starts to read the list on another thread, if threads are available.
pub fn prepare() {
    if parallel::has_threads() {
        parallel::spawn(|| {
            english();
        });
    }
}

/// Agreement of English words: by number, by person, and by the next sound or the last letter.
pub struct English;

impl Agreement for English {
    fn features(&self) -> Vec<(&str, usize)> {
        vec![("number", 2), ("verb", 2), ("sound", 2), ("ending", 2)]
    }

    fn choose(&self, feature: &str, phrase: &Phrase) -> usize {
        let form = phrase.form();
        let second = match feature {
            // card|cards
            "number" => form.number == Number::Many,
            // deals|deal
            "verb" => {
                form.number == Number::Many
                    || form.person != Person::Other
                    || form.mood == Mood::Caused
            }
            // a|an
            "sound" => begins_with_vowel(phrase.text()),
            // the unit's|the cards'
            _ => phrase.text().ends_with('s'),
        };
        usize::from(second)
    }

    fn verb(&self, verb: &str, subject: &Phrase) -> String {
        match self.choose("verb", subject) {
            0 => third_person(verb),
            _ if verb == "be" => "are".to_owned(),
            _ => verb.to_owned(),
        }
    }
}

fn begins_with_vowel(phrase: &str) -> bool {
    let word = phrase.trim_start_matches(['*', '"']).chars();
    let mut word = word
        .take_while(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase);
    match word.next() {
        Some('a' | 'e' | 'i' | 'o') => true,
        // `u` sounds like a vowel, except in words like `unit`.
        Some('u') => !word.take(2).eq("ni".chars()),
        _ => false,
    }
}

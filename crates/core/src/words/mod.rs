//! The words with which texts are printed: a list for each language, and its rules of agreement.
//!
//! A list (`grammar/words/english.yaml`) has an entry for every phrase that the printer builds,
//! with slots for its parts. The list determines their order and every word around them. If a word
//! depends on another one, the entry holds its forms, and the language chooses among them
//! ([`Agreement`]). So another language needs only a list and its agreement rules.
//!
//! Outlines are printed with a second list (`grammar/words/outline-english.yaml`). It replaces the phrases of texts that
//! say more in an outline, and adds phrases of its own. In texts, the added phrases are empty.

mod english;
mod file_name;
mod grammar;
mod language;
mod list;
mod outline;
mod phrases;
mod pronoun;
mod template;
#[cfg(test)]
mod tests;

pub use english::{English, english, outline_english, prepare};
pub use file_name::{file_of, language_of};
pub use language::{Language, language, languages};
pub use list::GameWords;

use std::fmt;

use compact_str::{CompactString, ToCompactString};

use crate::collections::HashMap;
use list::Entry;

/// A phrase, with the form that other words agree with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    text: CompactString,
    form: Form,
    /// `true` if it ends with a text that has its own full stop.
    closed: bool,
}

/// The grammatical form that other words agree with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    pub number: Number,
    pub person: Person,
    pub mood: Mood,
    /// Its gender or noun class, as an index into [`Agreement::classes`].
    pub class: Option<u8>,
    /// The class of its last noun, if that differs: `una unidad o héroe`.
    pub last_class: Option<u8>,
    /// A set of bits, one for each of [`Agreement::marks`].
    pub marks: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Number {
    #[default]
    One,
    Many,
}

/// The grammatical person of the subject of a verb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Person {
    /// The reader, whether named or not.
    You,
    /// Everyone and everything else.
    #[default]
    Other,
}

/// The grammatical mood of a verb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mood {
    /// `your opponent discards a card`
    #[default]
    Statement,
    /// `discard a card`
    Command,
    /// `you may discard a card to draw a card`
    Infinitive,
    /// `unless your opponent discards a card`
    Exception,
    /// `you may have a unit attack a unit`
    Caused,
}

/// The agreement rules of a language.
pub trait Agreement: Send + Sync {
    /// Returns the features by which entries of the list choose a form, each with the number of its forms:
    /// `{noun number: card|cards}` needs a feature `number` with 2 forms.
    fn features(&self) -> Vec<(&str, usize)>;

    /// Returns the index of the form of a feature that agrees with a phrase.
    fn choose(&self, feature: &str, phrase: &Phrase) -> usize;

    /// Returns the forms of a word for a feature, if the language can inflect it: `{noun gender: enemigo}`.
    fn inflect(&self, _feature: &str, _word: &str) -> Option<Vec<String>> {
        None
    }

    /// Returns whether a slot can have this case, in which a pronoun joins the verb: `{what object: a}`.
    fn is_case(&self, _name: &str) -> bool {
        false
    }

    /// Joins a pronoun in this case with the verb of its clause. `None` if the phrase is no such pronoun.
    fn join(&self, _case: &str, _pronoun: &Phrase, _verb: &str, _by: &Phrase) -> Option<String> {
        None
    }

    /// Returns the word that an object in this case needs before it: `a` before persons in Spanish.
    fn before_object(&self, _case: &str, _object: &Phrase) -> &str {
        ""
    }

    /// Returns whether the forms of a feature are those of a verb.
    fn is_verb(&self, feature: &str) -> bool {
        feature == "verb"
    }

    /// Returns the form of a verb that agrees with its subject. The verb is in the form of a command.
    fn verb(&self, verb: &str, _subject: &Phrase) -> String {
        verb.to_owned()
    }

    /// Returns the genders or noun classes that entries may have.
    fn classes(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Returns the names of further properties that entries may have.
    fn marks(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Returns the marks that a phrase takes from its head.
    fn inherited_marks(&self) -> u8 {
        u8::MAX
    }

    /// Capitalises the beginning of a sentence.
    fn capitalise(&self, text: &str) -> String {
        let mut rest = text.chars();
        let mut capital = String::with_capacity(text.len());
        capital.extend(rest.next().into_iter().flat_map(char::to_uppercase));
        capital.push_str(rest.as_str());
        capital
    }

    /// Post-processes a whole text, for example to contract words.
    fn contract(&self, text: String) -> String {
        text
    }
}

impl Phrase {
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn form(&self) -> &Form {
        &self.form
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    pub(crate) fn with_full_stop(self) -> Phrase {
        Phrase {
            closed: true,
            ..self
        }
    }

    pub(crate) fn numbered(mut self, number: Number) -> Phrase {
        self.form.number = number;
        self
    }

    pub(crate) fn conjugated(mut self, person: Person, mood: Mood) -> Phrase {
        self.form.person = person;
        self.form.mood = mood;
        self
    }

    pub(crate) fn with_text(self, text: &str) -> Phrase {
        Phrase {
            text: text.into(),
            ..self
        }
    }

    /// Returns only the form of the phrase, for words that agree with what is printed elsewhere.
    pub(crate) fn form_only(&self) -> Phrase {
        Phrase {
            form: self.form,
            ..Phrase::default()
        }
    }
}

impl Number {
    pub fn of(many: bool) -> Number {
        if many { Number::Many } else { Number::One }
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Phrase {
        Phrase {
            text: text.into(),
            ..Phrase::default()
        }
    }
}

impl From<String> for Phrase {
    fn from(text: String) -> Phrase {
        text.as_str().into()
    }
}

impl From<&Phrase> for Phrase {
    fn from(phrase: &Phrase) -> Phrase {
        phrase.clone()
    }
}

/// Converts `None` to an empty phrase.
impl From<Option<Phrase>> for Phrase {
    fn from(phrase: Option<Phrase>) -> Phrase {
        phrase.unwrap_or_default()
    }
}

/// Converts a number to digits. It determines the number of the counted noun.
impl From<u32> for Phrase {
    fn from(number: u32) -> Phrase {
        Phrase {
            text: number.to_compact_string(),
            ..Phrase::default()
        }
        .numbered(Number::of(number != 1))
    }
}

impl From<Phrase> for String {
    fn from(phrase: Phrase) -> String {
        phrase.text.into()
    }
}

/// The words of a language. Every entry that the printer uses exists and fits its slots.
pub struct Words {
    /// Entries in the order of their tables: [`phrases::ENTRIES`], and those of outlines.
    entries: Vec<Entry>,
    /// The words of games in this language, by vocabulary list and id.
    terms: HashMap<String, HashMap<String, Entry>>,
    /// The phrases of a game in this language, by id.
    phrases: HashMap<String, Entry>,
    pub(crate) agreement: Box<dyn Agreement>,
}

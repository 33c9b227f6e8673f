//! The words with which texts are printed: a list for each language, and its rules of agreement.
//!
//! A list (`grammar/words/english.yaml`) has an entry for every phrase that the printer builds, with
//! slots for its parts; their order, and every word around them, belong to the list. Where a word
//! changes with another one, the entry holds its forms, and the language chooses among them
//! ([`Agreement`]). So another language is another list with its own agreement.

mod english;
mod list;
mod phrases;
mod template;

pub(crate) use english::with_article;
pub use english::{English, english, prepare};

use std::fmt;

use compact_str::{CompactString, ToCompactString};

use crate::collections::HashMap;
use list::Entry;

/// Words that belong together, with what other words agree with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    text: CompactString,
    form: Form,
    /// It ends with a text that has its own full stop.
    closed: bool,
}

/// What words agree with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    pub number: Number,
    pub person: Person,
    pub mood: Mood,
    /// Its gender or noun class, counted from 0 in [`Agreement::classes`].
    pub class: Option<u8>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Number {
    #[default]
    One,
    Many,
}

/// Who does what a verb says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Person {
    /// The reader, named or not.
    You,
    /// Anybody and anything else.
    #[default]
    Other,
}

/// How a verb is meant.
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
}

/// How the words of a language change with each other.
pub trait Agreement: Send + Sync {
    /// The features by which entries of the list choose a form, each with the number of its forms:
    /// `{noun number: card|cards}` needs a feature `number` with 2 forms.
    fn features(&self) -> &[(&str, usize)];

    /// Which form of a feature, counted from 0, goes with that phrase.
    fn choose(&self, feature: &str, phrase: &Phrase) -> usize;

    /// The genders or noun classes that entries may have.
    fn classes(&self) -> &[&str] {
        &[]
    }

    /// The text as the beginning of a sentence.
    fn capitalise(&self, text: &str) -> String {
        let mut rest = text.chars();
        let mut capital = String::with_capacity(text.len());
        capital.extend(rest.next().into_iter().flat_map(char::to_uppercase));
        capital.push_str(rest.as_str());
        capital
    }

    /// A whole text, after words that melt together have done so.
    fn settle(&self, text: String) -> String {
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

    pub(crate) fn closed(self) -> Phrase {
        Phrase {
            closed: true,
            ..self
        }
    }

    pub(crate) fn numbered(mut self, number: Number) -> Phrase {
        self.form.number = number;
        self
    }

    pub(crate) fn spoken(mut self, person: Person, mood: Mood) -> Phrase {
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

    /// Only its form: for what goes without saying.
    pub(crate) fn silent(mut self) -> Phrase {
        self.text.clear();
        self
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

/// Nothing where there is none.
impl From<Option<Phrase>> for Phrase {
    fn from(phrase: Option<Phrase>) -> Phrase {
        phrase.unwrap_or_default()
    }
}

/// A number in digits, which decides the number of what is counted.
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

/// The words of a language: every entry that the printer uses is there and fits its slots.
pub struct Words {
    /// In the order of [`ENTRIES`].
    entries: Vec<Entry>,
    /// What the words of a game are in this language, by list of the vocabulary and id.
    terms: HashMap<String, HashMap<String, Entry>>,
    pub(crate) agreement: Box<dyn Agreement>,
}

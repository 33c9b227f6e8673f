//! Reads and checks a word list.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::grammar::{Grammar, WrittenGrammar};
use super::outline::OUTLINE_ENTRIES;
use super::phrases::ENTRIES;
use super::template::{Template, listed};
use super::{Agreement, English, Number, Phrase, Words};
use crate::card::id_of;
use crate::collections::HashMap;
use crate::game::{Game, Hole, Piece};

/// A template, and the form of its phrase unless a slot determines the form.
pub(super) struct Entry {
    template: Template,
    /// The slot whose form the whole phrase takes.
    head: Option<usize>,
    /// The slot whose class is that of the last noun, if it is not the head.
    tail: Option<usize>,
    number: Option<Number>,
    class: Option<u8>,
    marks: u8,
}

/// A list as written in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// The agreement rules, for a language whose rules are data.
    #[serde(default)]
    grammar: Option<WrittenGrammar>,
    phrases: BTreeMap<String, WrittenEntry>,
    /// Words of games in this language. The default is the game's own word.
    #[serde(default)]
    terms: BTreeMap<String, BTreeMap<String, WrittenEntry>>,
}

#[derive(Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(super) enum WrittenEntry {
    Text(String),
    #[serde(rename_all = "lowercase")]
    Noun {
        text: String,
        #[serde(default)]
        many: bool,
        #[serde(default)]
        class: Option<String>,
        #[serde(default)]
        head: Option<String>,
        #[serde(default)]
        tail: Option<String>,
        #[serde(default)]
        marks: Vec<String>,
    },
}

/// The words of a game in one language, as written in its file.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameWords {
    /// The words of the vocabulary, by list and id.
    #[serde(default)]
    terms: BTreeMap<String, BTreeMap<String, WrittenEntry>>,
    /// The phrases of the game, by id. Their slots are the holes of the English template, and `like` (or `who`, if the
    /// template begins with a subject) for what the verb agrees with.
    #[serde(default)]
    phrases: BTreeMap<String, WrittenEntry>,
    /// Entries of the language's list that this game says in another way: `space: espacio`.
    #[serde(default)]
    entries: BTreeMap<String, WrittenEntry>,
    /// The names of cards, by id, or by their English names in kebab case.
    #[serde(default)]
    names: BTreeMap<String, String>,
}

impl GameWords {
    /// Reads the words of a game.
    pub fn read(yaml: &str) -> Result<GameWords, Vec<String>> {
        parsed(yaml)
    }

    /// Adds the words of another file; they replace those that both have.
    pub fn extend(&mut self, other: GameWords) {
        for (list, words) in other.terms {
            self.terms.entry(list).or_default().extend(words);
        }
        self.phrases.extend(other.phrases);
        self.entries.extend(other.entries);
        self.names.extend(other.names);
    }

    /// Returns the words of a list that texts of a game need and this file has not, as `list: id`.
    pub fn missing(&self, game: &Game) -> Vec<String> {
        let mut missing = Vec::new();
        let mut check = |list: &str, ids: &mut dyn Iterator<Item = &str>| {
            let known = self.terms.get(list);
            let unknown = ids.filter(|id| !known.is_some_and(|known| known.contains_key(*id)));
            missing.extend(unknown.map(|id| format!("{list}: {id}")));
        };
        for (list, terms) in &game.vocabulary {
            check(list, &mut terms.keys().map(|id| id.as_str()));
        }
        check(
            "card_types",
            &mut game.card_types.keys().map(|id| id.as_str()),
        );
        check("headings", &mut game.headings.keys().map(|id| id.as_str()));
        check("meanings", &mut game.headings.keys().map(|id| id.as_str()));
        let phrases = game.phrases.keys();
        let phrases = phrases.filter(|id| !self.phrases.contains_key(id.as_str()));
        missing.extend(phrases.map(|id| format!("phrases: {id}")));
        missing
    }

    /// Returns whether a card has a name in this language.
    pub fn names_card(&self, id: &str, name: &str) -> bool {
        self.names.contains_key(id) || self.names.contains_key(&id_of(name))
    }
}

/// The default head slots, in order: a phrase takes the form of the first one that it has.
const HEADS: [&str; 4] = ["noun", "last", "like", "count"];

impl Words {
    /// Reads a list. Each line of the error is one mistake.
    pub fn read(yaml: &str, agreement: Box<dyn Agreement>) -> Result<Words, Vec<String>> {
        Words::of(parsed(yaml)?, None, None, agreement)
    }

    /// Reads a list for outlines: the list of texts, and a second list that adds the entries that only outlines have
    /// and replaces those that say more in an outline.
    pub fn read_outline(
        texts: &str,
        outlines: &str,
        agreement: Box<dyn Agreement>,
    ) -> Result<Words, Vec<String>> {
        Words::of(parsed(texts)?, Some(parsed(outlines)?), None, agreement)
    }

    /// Reads a list, and one for outlines if it is given, with the words of a game. The list has the rules of agreement.
    pub fn read_for(
        texts: &str,
        outlines: Option<&str>,
        game: &Game,
        own: &GameWords,
    ) -> Result<Words, Vec<String>> {
        let outlines = outlines.map(parsed).transpose()?;
        Words::of(
            parsed(texts)?,
            outlines,
            Some((game, own)),
            Box::new(English),
        )
    }

    /// Reads a list, and one for outlines, in MessagePack.
    pub(super) fn packed(
        texts: &[u8],
        outlines: Option<&[u8]>,
        agreement: Box<dyn Agreement>,
    ) -> Result<Words, Vec<String>> {
        let outlines = outlines.map(unpacked).transpose()?;
        Words::of(unpacked(texts)?, outlines, None, agreement)
    }

    /// Reads a list in MessagePack, with the words of a game.
    pub(super) fn packed_for(
        texts: &[u8],
        outlines: Option<&[u8]>,
        game: &Game,
        own: &GameWords,
    ) -> Result<Words, Vec<String>> {
        let outlines = outlines.map(unpacked).transpose()?;
        Words::of(
            unpacked(texts)?,
            outlines,
            Some((game, own)),
            Box::new(English),
        )
    }

    fn of(
        mut written: Written,
        outlines: Option<Written>,
        game: Option<(&Game, &GameWords)>,
        agreement: Box<dyn Agreement>,
    ) -> Result<Words, Vec<String>> {
        let mut mistakes = Vec::new();
        let agreement = match written.grammar.take() {
            Some(grammar) => Box::new(Grammar::read(grammar)?),
            None => agreement,
        };
        let mut entries = Vec::new();
        let mut tables = vec![ENTRIES];
        if let Some(outlines) = outlines {
            tables.push(OUTLINE_ENTRIES);
            for (key, entry) in outlines.phrases {
                if written.phrases.get(&key) == Some(&entry) {
                    mistakes.push(format!("{key} is the same in texts"));
                }
                written.phrases.insert(key, entry);
            }
            for (list, words) in outlines.terms {
                written.terms.entry(list).or_default().extend(words);
            }
        }
        if let Some((_, own)) = game {
            written.phrases.extend(own.entries.clone());
        }
        for (key, slots) in tables.concat() {
            match written.phrases.remove(key) {
                Some(entry) => match Entry::read(entry, slots, &*agreement) {
                    Ok(entry) => entries.push(entry),
                    Err(found) => {
                        mistakes.extend(found.iter().map(|mistake| format!("{key}: {mistake}")));
                    }
                },
                None => mistakes.push(format!(
                    "{key} is missing, with the slots {}",
                    listed(slots)
                )),
            }
        }
        for key in written.phrases.keys() {
            mistakes.push(format!("{key} is not used"));
        }
        let mut phrases = HashMap::default();
        if let Some((game, own)) = game {
            for (list, words) in own.terms.clone() {
                written.terms.entry(list).or_default().extend(words);
            }
            let names = own.names.iter();
            let names = names.map(|(id, name)| (id.clone(), WrittenEntry::Text(name.clone())));
            written.terms.insert(NAMES.to_owned(), names.collect());
            for (id, entry) in own.phrases.clone() {
                match phrase_of(game, &id, entry, &*agreement) {
                    Ok(entry) => {
                        phrases.insert(id, entry);
                    }
                    Err(found) => {
                        mistakes.extend(found.iter().map(|mistake| format!("{id}: {mistake}")));
                    }
                }
            }
        }
        let mut terms: HashMap<String, HashMap<String, Entry>> = HashMap::default();
        for (list, words) in written.terms {
            let known = terms.entry(list.clone()).or_default();
            for (id, entry) in words {
                match Entry::read(entry, &["like"], &*agreement) {
                    Ok(entry) => {
                        known.insert(id, entry);
                    }
                    Err(found) => mistakes.extend(
                        found
                            .iter()
                            .map(|mistake| format!("{list}.{id}: {mistake}")),
                    ),
                }
            }
        }
        if mistakes.is_empty() {
            Ok(Words {
                entries,
                terms,
                phrases,
                agreement,
            })
        } else {
            Err(mistakes)
        }
    }

    /// Returns the keys of all entries of a list for texts, with the names of their slots.
    pub fn entries() -> &'static [(&'static str, &'static [&'static str])] {
        ENTRIES
    }

    /// Returns the slot of an entry that can join its verb.
    #[cfg(test)]
    pub(super) fn joined_slot(&self, entry: usize) -> Option<usize> {
        self.entries.get(entry)?.template.joined_slot()
    }

    /// Fills an entry. In a list for texts, the entries of outlines are empty.
    pub(super) fn say(&self, entry: usize, slots: &[Phrase]) -> Phrase {
        self.entries
            .get(entry)
            .map_or_else(Phrase::default, |entry| entry.fill(slots, &*self.agreement))
    }

    /// Prints a phrase of a game. `None` if the list has it not. `slots` are what the verb agrees with, and what fills
    /// the holes.
    pub(crate) fn game_phrase(&self, id: &str, slots: &[Phrase]) -> Option<Phrase> {
        let entry = self.phrases.get(id)?;
        Some(entry.fill(slots, &*self.agreement))
    }

    /// Returns the name of a card as text.
    pub fn name_of(&self, id: &str, name: &str) -> String {
        self.card_name(id, name).into()
    }

    /// Returns the name of a card, by its id or by its English name.
    pub(crate) fn card_name(&self, id: &str, name: &str) -> Phrase {
        let like = Phrase::default();
        match self.own_term(NAMES, id, &like) {
            Some(known) => known,
            None => self.term(NAMES, &id_of(name), &like, name),
        }
    }

    /// Returns a word of a game, if the list has it.
    pub(crate) fn own_term(&self, list: &str, id: &str, like: &Phrase) -> Option<Phrase> {
        let entry = self.terms.get(list)?.get(id)?;
        Some(entry.fill(std::slice::from_ref(like), &*self.agreement))
    }

    /// Returns a word of a game in the form that agrees with `like`; `name` is its name in the game.
    pub(crate) fn term(&self, list: &str, id: &str, like: &Phrase, name: &str) -> Phrase {
        self.own_term(list, id, like).unwrap_or_else(|| Phrase {
            text: name.into(),
            form: like.form,
            closed: false,
        })
    }
}

/// The list of the names of cards.
const NAMES: &str = "names";

/// Reads the template of a phrase of a game. A hole that occurs twice has a number the second time: `{number2}`.
fn phrase_of(
    game: &Game,
    id: &str,
    entry: WrittenEntry,
    agreement: &dyn Agreement,
) -> Result<Entry, Vec<String>> {
    if !game.phrases.contains_key(id) {
        return Err(vec!["the game has no such phrase".to_owned()]);
    }
    let (has_subject, pieces) = game.templates.canonical(id);
    let subject = if has_subject { "who" } else { "like" };
    let mut slots: Vec<String> = vec![subject.to_owned()];
    for piece in pieces {
        let Piece::Hole(hole) = piece else { continue };
        let name = match hole {
            Hole::Number => "number",
            Hole::Word(list) => list,
            Hole::Things(of) => of.as_deref().unwrap_or("thing"),
            Hole::Player => "player",
        };
        let before = slots
            .iter()
            .filter(|slot| slot.trim_end_matches(char::is_numeric) == name);
        let name = match before.count() {
            0 => name.to_owned(),
            more => format!("{name}{}", more + 1),
        };
        slots.push(name);
    }
    let slots: Vec<&str> = slots.iter().map(String::as_str).collect();
    Entry::read(entry, &slots, agreement)
}

fn unpacked(list: &[u8]) -> Result<Written, Vec<String>> {
    rmp_serde::from_slice(list).map_err(|error| vec![error.to_string()])
}

fn parsed<W: DeserializeOwned>(yaml: &str) -> Result<W, Vec<String>> {
    serde_yaml::from_str(yaml).map_err(|error| vec![error.to_string()])
}

impl Entry {
    fn read(
        written: WrittenEntry,
        slots: &[&str],
        agreement: &dyn Agreement,
    ) -> Result<Entry, Vec<String>> {
        let (text, many, class, head, tail, marks) = match written {
            WrittenEntry::Text(text) => (text, false, None, None, None, Vec::new()),
            WrittenEntry::Noun {
                text,
                many,
                class,
                head,
                tail,
                marks,
            } => (text, many, class, head, tail, marks),
        };
        let place = |name: &str| slots.iter().position(|slot| *slot == name);
        let named = |head: &String| {
            place(head).ok_or_else(|| {
                vec![format!(
                    "unknown head {{{head}}}; the entry has {}",
                    listed(slots)
                )]
            })
        };
        let tail = tail.as_ref().map(named).transpose()?;
        let head = match &head {
            Some(head) => Some(named(head)?),
            None => HEADS.iter().find_map(|head| place(head)),
        };
        let mut set = 0;
        for mark in &marks {
            let known = agreement.marks().iter().position(|known| known == mark);
            let known = known.ok_or_else(|| {
                vec![format!(
                    "unknown mark {mark}; the language has {}",
                    listed(&agreement.marks())
                )]
            })?;
            set |= 1 << known;
        }
        let class = match &class {
            Some(class) => {
                let mut classes = (0..).zip(agreement.classes());
                let known = classes.find(|(_, known)| known == class);
                let (place, _) = known.ok_or_else(|| {
                    vec![format!(
                        "unknown class {class}; the language has {}",
                        listed(&agreement.classes())
                    )]
                })?;
                Some(place)
            }
            None => None,
        };
        let template = Template::read(&text, slots, agreement)?;
        Ok(Entry {
            head,
            tail,
            // A noun whose words do not depend on a number is a singular: `daño`, `el número de cartas`.
            number: match many {
                true => Some(Number::Many),
                false if class.is_some() && !template.chooses() => Some(Number::One),
                false => None,
            },
            class,
            marks: set,
            template,
        })
    }

    fn fill(&self, slots: &[Phrase], agreement: &dyn Agreement) -> Phrase {
        let mut phrase = self.template.fill(slots, agreement);
        if let Some(head) = self.head.and_then(|head| slots.get(head)) {
            phrase.form = head.form;
            phrase.form.marks &= agreement.inherited_marks();
        }
        if let Some(tail) = self.tail.and_then(|tail| slots.get(tail)) {
            phrase.form.last_class = tail.form.last_class.or(tail.form.class);
        }
        if self.class.is_some() {
            phrase.form.last_class = None;
        }
        phrase.form.marks |= self.marks;
        if let Some(number) = self.number {
            phrase.form.number = number;
        }
        phrase.form.class = self.class.or(phrase.form.class);
        phrase
    }
}

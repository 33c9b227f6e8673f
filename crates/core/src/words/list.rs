//! Reads and checks a word list.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::outline::OUTLINE_ENTRIES;
use super::phrases::ENTRIES;
use super::template::{Template, listed};
use super::{Agreement, Number, Phrase, Words};
use crate::collections::HashMap;

/// A template, and the form of its phrase unless a slot determines the form.
pub(super) struct Entry {
    template: Template,
    /// The slot whose form the whole phrase takes.
    head: Option<usize>,
    number: Option<Number>,
    class: Option<u8>,
}

/// A list as written in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    phrases: BTreeMap<String, WrittenEntry>,
    /// Words of games in this language. The default is the game's own word.
    #[serde(default)]
    terms: BTreeMap<String, BTreeMap<String, WrittenEntry>>,
}

#[derive(PartialEq, Deserialize)]
#[serde(untagged)]
enum WrittenEntry {
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
    },
}

/// The default head slots, in order: a phrase takes the form of the first one that it has.
const HEADS: [&str; 4] = ["noun", "last", "like", "count"];

impl Words {
    /// Reads a list. Each line of the error is one mistake.
    pub fn read(yaml: &str, agreement: Box<dyn Agreement>) -> Result<Words, Vec<String>> {
        Words::of(parsed(yaml)?, None, agreement)
    }

    /// Reads a list for outlines: the list of texts, and a second list that adds the entries that only outlines have
    /// and replaces those that say more in an outline.
    pub fn read_outline(
        texts: &str,
        outlines: &str,
        agreement: Box<dyn Agreement>,
    ) -> Result<Words, Vec<String>> {
        Words::of(parsed(texts)?, Some(parsed(outlines)?), agreement)
    }

    /// Reads a list, and one for outlines, in MessagePack.
    pub(super) fn packed(
        texts: &[u8],
        outlines: Option<&[u8]>,
        agreement: Box<dyn Agreement>,
    ) -> Result<Words, Vec<String>> {
        let outlines = outlines.map(unpacked).transpose()?;
        Words::of(unpacked(texts)?, outlines, agreement)
    }

    fn of(
        mut written: Written,
        outlines: Option<Written>,
        agreement: Box<dyn Agreement>,
    ) -> Result<Words, Vec<String>> {
        let mut mistakes = Vec::new();
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

    /// Fills an entry. In a list for texts, the entries of outlines are empty.
    pub(super) fn say(&self, entry: usize, slots: &[Phrase]) -> Phrase {
        self.entries
            .get(entry)
            .map_or_else(Phrase::default, |entry| entry.fill(slots, &*self.agreement))
    }

    /// Returns a word of a game in the form that agrees with `like`; `name` is its name in the game.
    pub(crate) fn term(&self, list: &str, id: &str, like: &Phrase, name: &str) -> Phrase {
        match self.terms.get(list).and_then(|words| words.get(id)) {
            Some(entry) => entry.fill(std::slice::from_ref(like), &*self.agreement),
            None => Phrase {
                text: name.into(),
                form: like.form,
                closed: false,
            },
        }
    }
}

fn unpacked(list: &[u8]) -> Result<Written, Vec<String>> {
    rmp_serde::from_slice(list).map_err(|error| vec![error.to_string()])
}

fn parsed(yaml: &str) -> Result<Written, Vec<String>> {
    serde_yaml::from_str(yaml).map_err(|error| vec![error.to_string()])
}

impl Entry {
    fn read(
        written: WrittenEntry,
        slots: &[&str],
        agreement: &dyn Agreement,
    ) -> Result<Entry, Vec<String>> {
        let (text, many, class, head) = match written {
            WrittenEntry::Text(text) => (text, false, None, None),
            WrittenEntry::Noun {
                text,
                many,
                class,
                head,
            } => (text, many, class, head),
        };
        let place = |name: &str| slots.iter().position(|slot| *slot == name);
        let head = match &head {
            Some(head) => Some(place(head).ok_or_else(|| {
                vec![format!(
                    "unknown head {{{head}}}; the entry has {}",
                    listed(slots)
                )]
            })?),
            None => HEADS.iter().find_map(|head| place(head)),
        };
        let class = match &class {
            Some(class) => {
                let mut classes = (0..).zip(agreement.classes());
                let known = classes.find(|(_, known)| *known == class);
                let (place, _) = known.ok_or_else(|| {
                    vec![format!(
                        "unknown class {class}; the language has {}",
                        listed(agreement.classes())
                    )]
                })?;
                Some(place)
            }
            None => None,
        };
        Ok(Entry {
            template: Template::read(&text, slots, agreement)?,
            head,
            number: many.then_some(Number::Many),
            class,
        })
    }

    fn fill(&self, slots: &[Phrase], agreement: &dyn Agreement) -> Phrase {
        let mut phrase = self.template.fill(slots, agreement);
        if let Some(head) = self.head.and_then(|head| slots.get(head)) {
            phrase.form = head.form;
        }
        if let Some(number) = self.number {
            phrase.form.number = number;
        }
        phrase.form.class = self.class.or(phrase.form.class);
        phrase
    }
}

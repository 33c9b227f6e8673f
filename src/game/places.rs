//! Where words stand in the data of a game: as keys and as values, never in comments.

use crate::maps::HashMap;
use crate::source::{FileId, Span};
use crate::yaml::{self, Node, Value};

/// The keys and values of a file, in its order.
pub struct Places {
    id: FileId,
    keys: HashMap<String, Span>,
    /// Each value with its place and the key below which it stands.
    values: HashMap<String, Vec<(String, Span)>>,
}

impl Places {
    pub fn of(id: FileId, text: &str) -> Places {
        let mut places = Places {
            id,
            keys: HashMap::default(),
            values: HashMap::default(),
        };
        let (documents, _) = yaml::read(id, text);
        for root in documents
            .iter()
            .filter_map(|document| document.root.as_ref())
        {
            places.add("", root);
        }
        places
    }

    fn add(&mut self, key: &str, node: &Node) {
        match &node.value {
            Value::Scalar(scalar) => {
                let places = self.values.entry(scalar.text.clone()).or_default();
                places.push((key.to_owned(), node.span));
            }
            Value::Sequence(items) => items.iter().for_each(|item| self.add(key, item)),
            Value::Mapping(entries) => {
                for entry in entries {
                    let key = entry.key.scalar().map_or("", |key| key.text.as_str());
                    self.keys.entry(key.to_owned()).or_insert(entry.key.span);
                    self.add(key, &entry.value);
                }
            }
        }
    }

    /// The first place where a word is a value, below one of these keys if it is there; else where it is a key; else
    /// the beginning of the file.
    pub fn value(&self, word: &str, below: &[&str]) -> Span {
        let values = self.values.get(word).map_or(&[][..], Vec::as_slice);
        let fitting = values.iter().find(|(key, _)| below.contains(&key.as_str()));
        match fitting.or(values.first()) {
            Some((_, at)) => *at,
            None => self.key(word),
        }
    }

    /// The last place where a word is a value below a key.
    pub fn last(&self, word: &str, below: &str) -> Span {
        let mut values = self.values.get(word).into_iter().flatten();
        let last = values.rfind(|(key, _)| key == below);
        last.map_or_else(|| self.value(word, &[below]), |(_, at)| *at)
    }

    /// The first place where a word is a key; else the beginning of the file.
    pub fn key(&self, word: &str) -> Span {
        self.keys
            .get(word)
            .copied()
            .unwrap_or(Span::new(self.id, 0..0))
    }
}

/// Where a word stands in the data of a game.
pub fn place_of_word(id: FileId, text: &str, word: &str) -> Span {
    Places::of(id, text).value(word, &[])
}

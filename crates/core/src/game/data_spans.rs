//! Finds positions in the data of a game by path.

use crate::source::{FileId, Span};
use crate::yaml::{self, Entry, Node, Value};

/// The data of a file as a tree with spans.
pub struct DataSpans {
    id: FileId,
    root: Option<Box<Node>>,
}

/// A place in the data: a key with its value, or an entry of a list.
#[derive(Clone, Copy)]
pub struct Place<'p> {
    /// The span of the key, or of the whole entry in a list.
    pub key: Span,
    /// The value; `None` if the path does not exist.
    node: Option<&'p Node>,
}

impl DataSpans {
    pub fn of(id: FileId, text: &str) -> DataSpans {
        let (documents, _) = yaml::read(id, text);
        let root = documents.into_iter().find_map(|document| document.root);
        DataSpans { id, root }
    }

    /// Wraps a tree that was read already.
    pub(super) fn of_tree(id: FileId, root: Node) -> DataSpans {
        let root = Some(Box::new(root));
        DataSpans { id, root }
    }

    /// Returns the place of the whole file.
    pub fn root(&self) -> Place<'_> {
        Place {
            key: Span::new(self.id, 0..0),
            node: self.root.as_deref(),
        }
    }
}

impl<'p> Place<'p> {
    /// Returns the entry with a key. Returns this place, without its value, if there is no such entry.
    pub fn under(self, key: &str) -> Place<'p> {
        let is = |entry: &&Entry| entry.key.scalar().is_some_and(|known| known.text == key);
        match self.entries().iter().find(is) {
            Some(entry) => Place {
                key: entry.key.span,
                node: Some(&entry.value),
            },
            None => Place { node: None, ..self },
        }
    }

    /// Returns an entry of a list, by its index from 0. Returns this place, without its value, if there
    /// is no such entry.
    pub fn item(self, number: usize) -> Place<'p> {
        match self.node.map(|node| &node.value) {
            Some(Value::Sequence(items)) => match items.get(number) {
                Some(item) => Place {
                    key: item.span,
                    node: Some(item),
                },
                None => Place { node: None, ..self },
            },
            _ => Place { node: None, ..self },
        }
    }

    /// Returns the span of the value, or of the key if the value is empty or missing.
    pub fn value(self) -> Span {
        let written = self.node.map(|node| node.span);
        written.filter(|at| at.start < at.end).unwrap_or(self.key)
    }

    /// Returns whether the value is a mapping with a key, which may have no value.
    pub fn has(self, key: &str) -> bool {
        let mut keys = self.entries().iter().filter_map(|entry| entry.key.scalar());
        keys.any(|known| known.text == key)
    }

    /// Returns the text of the value, if it is a scalar.
    pub fn text(self) -> Option<&'p str> {
        Some(self.node?.scalar()?.text.as_str())
    }

    /// Returns all spans inside the value where a word is the value of one of these keys, alone or in a
    /// list.
    pub fn of_word(self, word: &str, keys: &[&str]) -> Vec<Span> {
        let mut found = Vec::new();
        if let Some(node) = self.node {
            collect(node, word, keys, false, &mut found);
        }
        found
    }

    fn entries(self) -> &'p [Entry] {
        match self.node.map(|node| &node.value) {
            Some(Value::Mapping(entries)) => entries,
            _ => &[],
        }
    }
}

fn collect(node: &Node, word: &str, keys: &[&str], asked: bool, found: &mut Vec<Span>) {
    match &node.value {
        Value::Scalar(scalar) if asked && scalar.text == word => found.push(node.span),
        Value::Scalar(_) => {}
        Value::Sequence(items) => {
            for item in items.iter() {
                collect(item, word, keys, asked, found);
            }
        }
        Value::Mapping(entries) => {
            for entry in entries.iter() {
                let key = entry.key.scalar().map_or("", |key| key.text.as_str());
                collect(&entry.value, word, keys, keys.contains(&key), found);
            }
        }
    }
}

/// Returns the span of the first value that equals `word`. If no value does, returns the span of the
/// first key that equals it, or the start of the file if there is no such key.
pub fn place_of_word(id: FileId, text: &str, word: &str) -> Span {
    let places = DataSpans::of(id, text);
    let root = places.root.as_deref();
    let place = root.and_then(|root| first(root, word, false).or_else(|| first(root, word, true)));
    place.unwrap_or(Span::new(id, 0..0))
}

fn first(node: &Node, word: &str, as_key: bool) -> Option<Span> {
    match &node.value {
        Value::Scalar(scalar) => (!as_key && scalar.text == word).then_some(node.span),
        Value::Sequence(items) => items.iter().find_map(|item| first(item, word, as_key)),
        Value::Mapping(entries) => entries.iter().find_map(|entry| {
            let key = entry.key.scalar().filter(|key| as_key && key.text == word);
            key.map(|_| entry.key.span)
                .or_else(|| first(&entry.value, word, as_key))
        }),
    }
}

/// Returns the span of the value of a top-level key.
pub fn place_of_key(id: FileId, text: &str, key: &str) -> Span {
    DataSpans::of(id, text).root().under(key).value()
}

//! The entries of a mapping: no key twice, and what `<<` merges into it.

use std::collections::HashMap;
use std::sync::Arc;

use granit_parser::StructureStyle;

use super::Builder;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::yaml::{Entry, Node, Style, Value, mistake};

/// Up to how many entries a key is looked for one by one, which is faster than a table.
const FEW: usize = 24;

/// Finds a key among the entries so far.
#[derive(Default)]
struct Keys {
    table: HashMap<String, usize>,
    seen: usize,
}

impl Keys {
    fn find(&mut self, entries: &[Entry], key: &str) -> Option<usize> {
        if entries.len() <= FEW {
            return entries
                .iter()
                .position(|entry| text(&entry.key) == Some(key));
        }
        // The table is filled when it is first needed, and then kept up to date.
        for (at, entry) in entries.iter().enumerate().skip(self.seen) {
            if let Some(key) = text(&entry.key) {
                self.table.entry(key.to_owned()).or_insert(at);
            }
        }
        self.seen = entries.len();
        self.table.get(key).copied()
    }
}

/// Keys are the same when they read the same, quoted or not.
fn text(key: &Node) -> Option<&str> {
    key.scalar().map(|scalar| scalar.text.as_str())
}

impl Builder<'_> {
    /// The mapping of keys and values that stand one after the other.
    pub(super) fn mapping(&mut self, children: Vec<Arc<Node>>, style: StructureStyle) -> Value {
        let mut entries: Vec<Entry> = Vec::with_capacity(children.len() / 2);
        let mut merged: Vec<Arc<Node>> = Vec::new();
        let mut keys = Keys::default();
        let mut children = children.into_iter();
        while let (Some(key), Some(value)) = (children.next(), children.next()) {
            if is_merge(&key) {
                merged.push(value);
                continue;
            }
            if key.is_unread() || value.is_unread() {
                continue;
            }
            if style == StructureStyle::Flow && self.glued(&key, &value) {
                continue;
            }
            let first = text(&key).and_then(|key| keys.find(&entries, key));
            match first.and_then(|first| entries.get(first)) {
                Some(first) => self.twice(&key, first.key.span),
                None => entries.push(Entry { key, value }),
            }
        }
        for value in merged {
            self.merge(&value, &mut entries, &mut keys);
        }
        Value::Mapping(entries)
    }

    fn twice(&mut self, key: &Node, first: Span) {
        let name = text(key).unwrap_or_default();
        // One of the two values is left out, so what is missing may only be that.
        self.broken = true;
        self.diagnostics.push(
            Diagnostic::new(
                Code::DuplicateKey,
                key.span,
                format!("the key \"{name}\" stands twice"),
                "given again here",
            )
            .label(first, "first given here")
            .help("keep one of the two"),
        );
    }

    /// Adds the entries of a merged mapping behind those that are written out, which win.
    fn merge(&mut self, value: &Node, entries: &mut Vec<Entry>, keys: &mut Keys) {
        let sources: &[Arc<Node>] = match &value.value {
            Value::Sequence(sources) => sources,
            _ => &[],
        };
        let mappings = sources.iter().map(|source| &**source);
        let mappings = if sources.is_empty() {
            vec![value]
        } else {
            mappings.collect()
        };
        for mapping in mappings {
            let Value::Mapping(merged) = &mapping.value else {
                // An alias that could not be resolved has been reported.
                if !(mapping.is_null() && self.broken) {
                    self.diagnostics.push(
                        Diagnostic::new(
                            Code::YamlSyntax,
                            mapping.span,
                            "`<<` can only merge a mapping",
                            "this is no mapping",
                        )
                        .help("refer to a value with keys of its own, such as `<<: *name`"),
                    );
                }
                continue;
            };
            for entry in merged {
                let known = text(&entry.key).is_some_and(|key| keys.find(entries, key).is_some());
                if !known {
                    entries.push(entry.clone());
                }
            }
        }
    }

    /// `{attack:2}` is a key called `attack:2` without a value, which nobody means.
    fn glued(&mut self, key: &Node, value: &Node) -> bool {
        let absent = value.is_null() && value.span.start == value.span.end;
        let plain = key
            .scalar()
            .filter(|scalar| scalar.style == Style::Plain && absent);
        let Some(colon) = plain
            .and_then(|scalar| scalar.text.find(':'))
            .filter(|colon| *colon > 0)
        else {
            return false;
        };
        let colon = key.place_in(self.text, colon..colon + 1);
        self.broken = true;
        self.diagnostics.push(mistake::missing_space(colon));
        true
    }
}

fn is_merge(key: &Node) -> bool {
    key.scalar()
        .is_some_and(|scalar| scalar.style == Style::Plain && scalar.text == "<<")
}

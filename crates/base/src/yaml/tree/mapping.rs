//! Builds mappings: reports duplicate keys, and resolves `<<` merges.

use std::ops::Range;

use granit_parser::StructureStyle;

use super::Builder;
use crate::collections::HashMap;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety};
use crate::source::Span;
use crate::yaml::{Entry, Node, Style, Value, lines, syntax_error};

/// Maximum number of entries for which a linear search is faster than a table.
const FEW: usize = 24;

/// Keys that occur once in each card or set.
const BEGIN: [&str; 2] = ["name", "kingdom"];

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
        // The table is filled on first use, and then updated.
        for (at, entry) in entries.iter().enumerate().skip(self.seen) {
            if let Some(key) = text(&entry.key) {
                self.table.entry(key.to_owned()).or_insert(at);
            }
        }
        self.seen = entries.len();
        self.table.get(key).copied()
    }
}

/// The text of a key. Quotes make no difference.
fn text(key: &Node) -> Option<&str> {
    key.scalar().map(|scalar| scalar.text.as_str())
}

impl Builder<'_> {
    /// Builds a mapping from alternating keys and values.
    pub(super) fn mapping(&mut self, children: Vec<Node>, style: StructureStyle) -> Value {
        let mut entries: Vec<Entry> = Vec::with_capacity(children.len() / 2);
        let mut merged: Vec<Node> = Vec::new();
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
            let glued = match style {
                StructureStyle::Flow => self.glued(&key, &value),
                StructureStyle::Block => self.glued_bracket(&key),
            } || self.wide_colon(&key, &value);
            if glued {
                continue;
            }
            let first = text(&key).and_then(|key| keys.find(&entries, key));
            match first.and_then(|first| entries.get(first)).cloned() {
                // In a list of counts and names, the same count may occur for another card.
                Some(_) if is_number(&key) && !is_number(&value) => {
                    entries.push(Entry { key, value });
                }
                Some(first)
                    if style == StructureStyle::Block
                        && is_number(&value)
                        && is_number(&first.value)
                        && self.not_indented(&mut entries, &key, &value, &mut children) =>
                {
                    keys = Keys::default();
                }
                Some(first) => {
                    let is_block = style == StructureStyle::Block;
                    let rest = children.as_slice();
                    if is_block && self.another(&key, rest, &first, &entries) {
                        break;
                    }
                    self.twice(Entry { key, value }, &first);
                }
                None => entries.push(Entry { key, value }),
            }
        }
        for value in merged {
            self.merge(&value, &mut entries, &mut keys);
        }
        Value::Mapping(entries.into())
    }

    /// Returns whether a key is repeated because the numbers below one or more keys are not
    /// indented. They are read as if they were indented:
    ///
    /// ```yaml
    /// cost:
    /// attack: 1
    /// stats:
    /// attack: 2
    /// ```
    fn not_indented(
        &mut self,
        entries: &mut Vec<Entry>,
        key: &Node,
        value: &Node,
        rest: &mut std::vec::IntoIter<Node>,
    ) -> bool {
        if entries.len() > FEW || groups(entries).len() < 2 {
            return false;
        }
        // The repeated key must be below a different key, not below the one that has it already.
        let is_below = groups(entries)
            .last()
            .is_some_and(|group| group.end == entries.len());
        let is_there = |entry: &Entry| text(&entry.key) == text(key);
        let last = groups(entries).pop().unwrap_or_default();
        if !is_below
            || entries
                .get(last)
                .is_none_or(|group| group.iter().any(is_there))
        {
            return false;
        }
        entries.push(Entry {
            key: key.clone(),
            value: value.clone(),
        });
        while let [key, value, ..] = rest.as_slice()
            && is_number(value)
        {
            entries.push(Entry {
                key: key.clone(),
                value: value.clone(),
            });
            let _ = (rest.next(), rest.next());
        }
        for group in groups(entries).into_iter().rev() {
            let lines: Vec<Entry> = entries.drain(group.start + 1..group.end).collect();
            let (Some(outer), Some(last)) = (entries.get_mut(group.start), lines.last()) else {
                continue;
            };
            let end = last.value.span.end;
            let name = text(&outer.key).unwrap_or_default();
            let Some(first) = lines.first() else { continue };
            let edits = lines.iter().map(|line| Edit {
                at: Span {
                    end: line.key.span.start,
                    ..line.key.span
                },
                text: "  ".to_owned(),
            });
            let diagnostic = Diagnostic::new(
                Code::YamlSyntax,
                first.key.span,
                format!("the lines below `{name}` are not indented"),
                format!("part of `{name}`, not a key next to it"),
            )
            .label(outer.key.span, "this key has no value");
            self.found
                .push(diagnostic.fix_all(Safety::Safe, "indent by 2 spaces", edits));
            let span = Span {
                start: first.key.span.start,
                end,
                ..outer.key.span
            };
            outer.value = Node {
                span,
                value: Value::Mapping(lines.into()),
            };
        }
        true
    }

    /// Returns whether a repeated key begins another card or set without a separator. If so,
    /// `rest`, the keys and values that follow, is dropped.
    fn another(&mut self, key: &Node, rest: &[Node], first: &Entry, entries: &[Entry]) -> bool {
        let begins = |key: &str| BEGIN.contains(&key);
        let is_first = entries.first().is_some_and(|one| one.key == first.key);
        let outermost = match self.stack.as_slice() {
            [] => true,
            [list] => !list.mapping,
            _ => false,
        };
        if !outermost || !(is_first || text(key).is_some_and(begins)) {
            return false;
        }
        // Other keys have to be repeated too.
        let has = |key: &&str| entries.iter().any(|entry| text(&entry.key) == Some(*key));
        let keys = rest.iter().step_by(2);
        let again = keys.clone().take(FEW).filter_map(text).filter(has);
        let again: Vec<&str> = text(key).into_iter().chain(again).collect();
        let other = again.iter().any(|other| Some(*other) != text(key));
        if !other || !again.iter().any(|key| begins(key)) {
            return false;
        }
        self.broken = true;
        let what = match again.contains(&"kingdom") {
            true => "set",
            false => "card",
        };
        let diagnostic = Diagnostic::new(
            Code::DuplicateKey,
            key.span,
            format!("a second {what} begins here without a separator"),
            format!("the first {what} has this key already"),
        )
        .label(first.key.span, "first given here");
        let (mark, written, before) = match self.stack.is_empty() {
            true => ("---", "---\n", ""),
            false => ("-", "- ", "  "),
        };
        // Edit all keys that begin another card or set, because the rest is not checked.
        let more = keys.filter(|other| text(other) == text(key));
        let edits: Option<Vec<Edit>> = [key]
            .into_iter()
            .chain(more.clone())
            .map(|key| {
                let end = key.span.start as usize;
                let at = end.checked_sub(before.len())?..end;
                (self.text.get(at.clone()) == Some(before)).then(|| Edit {
                    at: self.span(at),
                    text: written.to_owned(),
                })
            })
            .collect();
        let title = match more.count() {
            0 => format!("write `{mark}` before it"),
            1 => format!("write `{mark}` before it, and before the next {what}"),
            others => {
                format!("write `{mark}` before it, and before the {others} others like it")
            }
        };
        self.found.push(match edits {
            Some(edits) => diagnostic.fix_all(Safety::Unsafe, title, edits),
            None => diagnostic.help(title),
        });
        true
    }

    fn twice(&mut self, again: Entry, first: &Entry) {
        let name = text(&again.key).unwrap_or_default();
        // One of the two values is dropped, so the document may be incomplete.
        self.broken = true;
        let diagnostic = Diagnostic::new(
            Code::DuplicateKey,
            again.key.span,
            format!("duplicate key \"{name}\""),
            "repeated here",
        )
        .label(first.key.span, "first given here");
        let same = says_the_same(&again.value, &first.value);
        let removal = again.removal(self.text).filter(|_| same);
        self.found.push(match removal {
            // Two equal counts may both be intended, and the fix would also remove a comment.
            Some(at) => {
                let comment = self.text[at.range()].contains('#');
                let safety = if comment || is_number(&again.value) {
                    Safety::Unsafe
                } else {
                    Safety::Safe
                };
                diagnostic.fix(safety, "remove the duplicate", at, "")
            }
            None => diagnostic.help("keep one of the two"),
        });
    }

    /// Adds the entries of a merged mapping after the explicit ones, which take precedence.
    fn merge(&mut self, value: &Node, entries: &mut Vec<Entry>, keys: &mut Keys) {
        let sources: &[Node] = match &value.value {
            Value::Sequence(sources) => sources,
            _ => &[],
        };
        let mappings = sources.iter();
        let mappings = if sources.is_empty() {
            vec![value]
        } else {
            mappings.collect()
        };
        for mapping in mappings {
            let Value::Mapping(merged) = &mapping.value else {
                // An unresolved alias has been reported.
                if !(mapping.is_null() && self.broken) {
                    self.found.push(
                        Diagnostic::new(
                            Code::YamlSyntax,
                            mapping.span,
                            "`<<` can only merge a mapping",
                            "this is not a mapping",
                        )
                        .help("refer to a value with keys of its own, such as `<<: *name`"),
                    );
                }
                continue;
            };
            for entry in merged.iter() {
                let known = text(&entry.key).is_some_and(|key| keys.find(entries, key).is_some());
                if !known {
                    entries.push(entry.clone());
                }
            }
        }
    }

    /// `cost:{ attack: 2 }` is a key named `cost:{ attack`, which is never intended.
    fn glued_bracket(&mut self, key: &Node) -> bool {
        let plain = key
            .scalar()
            .filter(|scalar| scalar.style == Style::Plain && scalar.text.contains(':'));
        let colon = plain.and_then(|scalar| {
            let opens = |bracket| scalar.text.find(bracket);
            opens(":{").or_else(|| opens(":["))
        });
        let Some(colon) = colon.filter(|colon| *colon > 0) else {
            return false;
        };
        let colon = key.place_in(self.text, colon..colon + 1);
        self.broken = true;
        self.found.push(syntax_error::missing_space(colon));
        true
    }

    /// `cost： { attack: 2 }` is a key named `cost： { attack`, and `{attack： 2}` a key without a
    /// value.
    fn wide_colon(&mut self, key: &Node, value: &Node) -> bool {
        const WIDE: char = '：';
        let absent = value.is_null() && value.span.start == value.span.end;
        let plain = key.scalar().filter(|scalar| scalar.style == Style::Plain);
        let parts = plain.and_then(|scalar| scalar.text.split_once(WIDE));
        let Some((name, after)) = parts else {
            return false;
        };
        let begins_value = after.trim_start().starts_with(['{', '[']) || absent;
        if !lines::is_word(name.trim_end()) || !begins_value {
            return false;
        }
        let colon = key.place_in(self.text, name.len()..name.len() + WIDE.len_utf8());
        let spaces = after.len() - after.trim_start().len();
        let end = name.len() + WIDE.len_utf8() + spaces;
        let gap = key.place_in(self.text, name.trim_end().len()..end);
        self.broken = true;
        let title = format!("write `{}:`", name.trim_end());
        let diagnostic = syntax_error::wrong_sign(WIDE, colon).fix(Safety::Safe, title, gap, ": ");
        self.found.push(diagnostic);
        true
    }

    /// `{attack:2}` is a key named `attack:2` without a value, which is never intended.
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
        self.found.push(syntax_error::missing_space(colon));
        true
    }
}

/// Returns whether two values are equal, regardless of position and quotes.
fn says_the_same(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Scalar(a), Value::Scalar(b)) => {
            let quoted = |style| style != Style::Plain;
            a.text == b.text && quoted(a.style) == quoted(b.style)
        }
        (Value::Sequence(a), Value::Sequence(b)) => {
            a.len() == b.len() && a.iter().zip(&**b).all(|(a, b)| says_the_same(a, b))
        }
        (Value::Mapping(a), Value::Mapping(b)) => {
            let same = |a: &Entry, b: &Entry| {
                says_the_same(&a.key, &b.key) && says_the_same(&a.value, &b.value)
            };
            a.len() == b.len() && a.iter().zip(&**b).all(|(a, b)| same(a, b))
        }
        _ => false,
    }
}

/// The keys without a value that are directly followed by numbers, each with these, as index ranges
/// of the entries. The last one may have no numbers yet.
fn groups(entries: &[Entry]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if group.end == at && is_number(&entry.value) => group.end = at + 1,
            _ if entry.value.is_null() => groups.push(at..at + 1),
            _ => {}
        }
    }
    groups.retain(|group| group.len() > 1 || group.end == entries.len());
    groups
}

fn is_number(node: &Node) -> bool {
    let scalar = node.scalar();
    scalar.is_some_and(|scalar| scalar.text.trim().parse::<f64>().is_ok())
}

fn is_merge(key: &Node) -> bool {
    key.scalar()
        .is_some_and(|scalar| scalar.style == Style::Plain && scalar.text == "<<")
}

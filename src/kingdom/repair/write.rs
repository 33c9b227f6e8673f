//! Writes a repair as edits of the file, without touching unchanged lines. If the lines of a zone cannot be edited one
//! by one, the whole zone is rewritten, unless it has comments.

use std::collections::BTreeMap;
use std::ops::Range;

use super::layout;
use super::lines::{Layout, layout};
use super::plan::{Plan, ZonePlan};
use crate::diagnostic::Edit;
use crate::fix;
use crate::game::Game;
use crate::kingdom::{self, KingdomSource};
use crate::source::{FileId, Span};
use crate::yaml::{self, Entry, Node, Value};

/// The reason why a repair cannot be written to its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// The notation of the set cannot be edited.
    Unknown,
    /// A zone that would be rewritten has comments, which would be lost.
    Comments,
}

/// Returns the edits that apply a repair to a file. `text` is the whole text of the file. The edited text is parsed
/// again to confirm that it describes the repaired set.
pub fn write(
    game: &Game,
    text: &str,
    kingdom: &KingdomSource,
    plan: &Plan,
) -> Result<Vec<Edit>, Unwritten> {
    let file = kingdom.at.file;
    let (documents, _) = yaml::read(file, text);
    let roots = documents
        .iter()
        .filter_map(|document| document.root.as_ref());
    let root = roots
        .into_iter()
        .find_map(|root| at(root, kingdom.at))
        .ok_or(Unwritten::Unknown)?;
    let page = Page {
        game,
        text,
        kingdom,
        root: &root,
    };
    let repaired = plan.applied(kingdom);
    let wanted = said(&repaired);
    for anew in [false, true] {
        let edits = page.edits(plan, anew);
        let edits = edits.and_then(|edits| fix::in_json(text, &edits));
        let edits = edits.filter(|edits| page.says(edits, &wanted));
        if let Some(edits) = edits {
            return Ok(edits);
        }
    }
    let mut changed = plan.zones.keys().filter_map(|key| page.entry(key));
    let noted = |entry: &Entry| page.is_noted(entry).unwrap_or_default();
    Err(match changed.any(noted) {
        true => Unwritten::Comments,
        false => Unwritten::Unknown,
    })
}

/// Finds the mapping with this span, at or below a node.
fn at(node: &Node, place: Span) -> Option<Node> {
    match &node.value {
        _ if node.span == place && matches!(node.value, Value::Mapping(_)) => Some(node.clone()),
        Value::Sequence(items) => items.iter().find_map(|item| at(item, place)),
        _ => None,
    }
}

/// Returns the contents of a set: the count of each name, by zone.
fn said(kingdom: &KingdomSource) -> BTreeMap<&str, BTreeMap<&str, u64>> {
    let mut zones: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    for (key, zone) in &kingdom.zones {
        let names = zones.entry(key).or_default();
        for line in &zone.entries {
            *names.entry(&line.name).or_default() += line.count;
        }
    }
    zones
}

/// A set and the file that contains it.
struct Page<'p> {
    game: &'p Game,
    text: &'p str,
    kingdom: &'p KingdomSource,
    root: &'p Node,
}

impl Page<'_> {
    fn entries(&self) -> &[Entry] {
        match &self.root.value {
            Value::Mapping(entries) => entries,
            _ => &[],
        }
    }

    /// Returns the entry of a zone.
    fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| {
            let source = self.kingdom.zones.get(key);
            let text = entry.key.scalar().map(|key| key.text.as_str());
            source.map_or(text == Some(key), |source| entry.key.span == source.at)
        })
    }

    /// Returns the byte range from the start of a key to the end of its value.
    fn place(&self, entry: &Entry) -> Option<Range<usize>> {
        let start = entry.key.span.start as usize;
        let end = if entry.value.span.start >= entry.key.span.end
            && entry.value.span.start < entry.value.span.end
        {
            let value = self.text.get(start..entry.value.span.end as usize)?;
            start + value.trim_end().len()
        } else {
            let key_end = entry.key.span.end as usize;
            key_end + self.text.get(key_end..)?.find(':')? + 1
        };
        Some(start..end)
    }

    /// Returns whether the lines of a zone have comments.
    fn is_noted(&self, entry: &Entry) -> Option<bool> {
        let text = self.text.get(self.place(entry)?)?;
        let is_noted = |line: &str| {
            let mut marks = line.match_indices('#').chain(line.match_indices("//"));
            marks.any(|(at, _)| line[..at].is_empty() || line[..at].ends_with([' ', '\t']))
        };
        Some(text.lines().any(is_noted))
    }

    /// Returns whether the edited text parses to the wanted set, without a broken zone.
    fn says(&self, edits: &[Edit], wanted: &BTreeMap<&str, BTreeMap<&str, u64>>) -> bool {
        let Some(text) = fix::edited(self.text, edits) else {
            return false;
        };
        let (documents, _) = yaml::read(FileId(0), &text);
        let mut roots = Vec::new();
        for document in documents.iter().filter(|document| !document.broken) {
            roots.extend(document.root.as_deref().into_iter().flat_map(sets));
        }
        let mut read = roots
            .iter()
            .filter_map(|root| kingdom::read(self.game, &text, root, false).0);
        let set = read.find(|set| set.name == self.kingdom.name);
        set.is_some_and(|set| said(&set) == *wanted && !set.zones.values().any(|zone| zone.broken))
    }

    /// Returns the edits, by line or, with `anew`, by rewriting each zone.
    fn edits(&self, plan: &Plan, anew: bool) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        let mut after: BTreeMap<Span, String> = BTreeMap::new();
        for (key, zone) in &plan.zones {
            match self.entry(key) {
                None => {
                    let (at, text) = self.added(key, zone)?;
                    after.entry(at).or_default().push_str(&text);
                }
                Some(entry) if zone_is_gone(zone) && !zone.stays => {
                    edits.push(edit(entry.removal(self.text)?, ""));
                }
                Some(entry) => {
                    let lines = layout(self.text, entry).filter(|_| !anew && !zone_is_gone(zone));
                    match lines.and_then(|lines| self.by_line(key, &lines, zone)) {
                        Some(by_line) => edits.extend(by_line),
                        None => edits.push(self.written_anew(key, entry, zone)?),
                    }
                }
            }
        }
        edits.extend(after.into_iter().map(|(at, text)| edit(at, &text)));
        if self.text.contains("\r\n") {
            for edit in &mut edits {
                edit.text = edit.text.replace("\r\n", "\n").replace('\n', "\r\n");
            }
        }
        Some(edits)
    }

    /// Adds a missing zone to the file: after the last zone of the file that precedes it in the game, if there is one,
    /// otherwise after all keys.
    fn added(&self, key: &str, zone: &ZonePlan) -> Option<(Span, String)> {
        let own = self.game.kingdom.zones.get_index_of(key)?;
        let entries = self.entries();
        let before = entries.iter().rev().find(|entry| {
            let name = entry.key.scalar().map(|key| key.text.as_str());
            let place = name.and_then(|name| self.game.kingdom.zones.get_index_of(name));
            place.is_some_and(|place| place < own)
        });
        let before = before.or(entries.last())?;
        let indent = self.indent(before);
        let definition = self.game.kingdom.zones.get(key)?;
        let text = layout::zone(key, definition, &zone.lines, indent.as_deref());
        before.followed_by(self.text, &text)
    }

    /// Returns the white space before the keys of the set; `None` if the set is between braces.
    fn indent(&self, entry: &Entry) -> Option<String> {
        let before = self.text.get(..entry.key.span.start as usize)?;
        let line = before.get(before.rfind('\n').map_or(0, |at| at + 1)..)?;
        let blank = line.chars().all(|c| matches!(c, ' ' | '-'));
        blank.then(|| " ".repeat(line.len()))
    }

    /// Rewrites the whole zone; the lines that stay keep their order.
    fn written_anew(&self, key: &str, entry: &Entry, zone: &ZonePlan) -> Option<Edit> {
        if self.is_noted(entry)? {
            return None;
        }
        let mut lines: Vec<(String, u64)> = Vec::new();
        let source = self.kingdom.zones.get(key);
        let staying = source.iter().flat_map(|source| &source.entries);
        let staying = staying
            .zip(&zone.counts)
            .map(|(line, count)| (&line.name, *count));
        let new = zone.lines.iter().map(|(name, count)| (name, *count));
        for (name, count) in staying.chain(new).filter(|(_, count)| *count > 0) {
            match lines.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) => *known += count,
                None => lines.push((name.clone(), count)),
            }
        }
        let definition = self.game.kingdom.zones.get(key)?;
        let indent = self.indent(entry);
        let text = layout::zone(key, definition, &lines, indent.as_deref());
        let Range { start, end } = self.place(entry)?;
        Some(edit(Span::new(entry.key.span.file, start..end), &text))
    }

    /// Returns one edit for each changed line. A new line takes the place of a removed one.
    fn by_line(&self, key: &str, layout: &Layout<'_>, zone: &ZonePlan) -> Option<Vec<Edit>> {
        let source = self.kingdom.zones.get(key)?;
        if layout.len() != source.entries.len() {
            return None;
        }
        let mut new: Vec<(String, u64)> = Vec::new();
        let mut edits = Vec::new();
        let mut gone = Vec::new();
        let lines = source.entries.iter().zip(&zone.counts).enumerate();
        for (number, (line, count)) in lines {
            if *count == 0 {
                gone.push(number);
            } else if *count != line.count {
                match layout.counted(number, line, *count) {
                    Some(edit) => edits.push(edit),
                    None if *count > line.count => {
                        new.push((line.name.clone(), *count - line.count))
                    }
                    None => return None,
                }
            }
        }
        new.extend(zone.lines.iter().cloned());
        let mut new = layout.spread(new).into_iter();
        let mut last_new = None;
        for number in &gone {
            match new.next() {
                Some((name, count)) => {
                    edits.push(layout.replaced(self.text, *number, &name, count)?);
                    last_new = Some(*number);
                }
                None => edits.push(layout.removed(self.text, *number)?),
            }
        }
        let rest: Vec<(String, u64)> = new.collect();
        if !rest.is_empty() {
            let staying = (0..layout.len()).rev();
            let mut staying =
                staying.filter(|number| !gone.contains(number) || last_new == Some(*number));
            edits.push(layout.followed(self.text, staying.next()?, &rest)?);
        }
        join(edits)
    }
}

fn zone_is_gone(zone: &ZonePlan) -> bool {
    zone.lines.is_empty() && zone.counts.iter().all(|count| *count == 0)
}

fn edit(at: Span, text: &str) -> Edit {
    Edit {
        at,
        text: text.to_owned(),
    }
}

/// Returns the edits in the order of the file; `None` if two of them overlap.
fn join(mut edits: Vec<Edit>) -> Option<Vec<Edit>> {
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let mut pairs = edits.iter().zip(edits.iter().skip(1));
    pairs
        .all(|(one, next)| one.at.end <= next.at.start)
        .then_some(edits)
}

/// Returns the sets at and below a node.
fn sets(node: &Node) -> Vec<Node> {
    match &node.value {
        Value::Sequence(items) => items.iter().flat_map(sets).collect(),
        _ if kingdom::is_kingdom(node) => vec![node.clone()],
        _ => Vec::new(),
    }
}

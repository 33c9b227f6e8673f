//! The contents of a file: cards, sets, house rules, and migrations.

use crate::card::id_of;
use std::sync::Arc;

use super::migrations::{self, MigrationSource};
use super::{Role, nested_items};
use crate::card::{self, CardSource};
use crate::collections::HashSet;
use crate::diagnostic::{CappedDiagnostics, Code, Diagnostic, Severity};
use crate::game::{FieldKind, Game, HOUSE_KEY, ZoneForm};
use crate::kingdom::{self, KingdomSource};
use crate::lint::suppress::{self, Suppressions};
use crate::source::{FileId, SourceFile, Span, Syntax};
use crate::yaml::{self, Keys, Node, Value};

/// Maximum number of cards and sets that are read from one file. A file of the maximum size has fewer cards of usual
/// length.
const MAX_ITEMS: usize = 50_000;

/// The contents of one file.
#[derive(Default)]
pub(super) struct ParsedFile {
    pub(super) id: FileId,
    pub(super) role: Option<Role>,
    pub(super) cards: Vec<Arc<CardSource>>,
    /// Cards without a readable name; only their effect text is checked.
    pub(super) nameless: Vec<Arc<CardSource>>,
    pub(super) kingdoms: Vec<KingdomSource>,
    /// Spans of all cards and sets, including unreadable ones.
    pub(super) items: Vec<Span>,
    /// Span of the first item beyond the maximum, which is not read.
    pub(super) too_many: Option<Span>,
    /// Number of cards and of sets that the author intended, readable or not.
    pub(super) meant: (usize, usize),
    /// Guessed ids of cards that failed to parse.
    pub(super) unread: Vec<String>,
    pub(super) found: CappedDiagnostics,
    pub(super) suppressions: Suppressions,
    pub(super) kind: FileKind,
    /// The migrations of removed ids.
    pub(super) migrations: Vec<MigrationSource>,
}

/// The kind of a file. A file with documents of several kinds has the kind that comes last in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FileKind {
    /// Cards and sets.
    #[default]
    Cards,
    /// The migrations of removed ids.
    Migrations,
    /// House rules.
    HouseRules,
    /// A pasted deck list.
    DeckList,
}

impl ParsedFile {
    /// Returns the cards and sets of a file that exceeds the cap on diagnostics: each of them may have a diagnostic
    /// that was dropped.
    pub(super) fn possibly_faulty(&self) -> Vec<String> {
        if self.found.left_out.is_empty() {
            return Vec::new();
        }
        let cards = self.cards.iter().map(|card| card.id.to_string());
        let sets = self.kingdoms.iter().map(|set| set.name.clone());
        cards.chain(sets).collect()
    }

    /// Skips an item beyond the maximum. Returns whether it was skipped.
    fn leave_out(&mut self, item: &Node) -> bool {
        if self.items.len() < MAX_ITEMS {
            return false;
        }
        self.meant.0 += 1;
        self.too_many.get_or_insert(item.span);
        true
    }
}

/// Returns the cards of one file that can be read.
pub fn cards_in(game: &Game, file: FileId, text: &str) -> Vec<Arc<CardSource>> {
    read_file(game, &SourceFile::new("", text), file).cards
}

/// The keys of card and set files that a game defines.
struct SchemaKeys<'g>(&'g Game);

impl Keys for SchemaKeys<'_> {
    fn is_key(&self, key: &str) -> bool {
        nested_items::is_key(self.0, key)
    }

    fn text_beside(&self, keys: &[&str]) -> Option<&str> {
        let of_set = keys.contains(&kingdom::NAME_KEY);
        if of_set || self.0.are_of_a_set(keys.iter().copied()) {
            return None;
        }
        let mut fields = self.0.fields.iter();
        let (name, field) = fields.find(|(_, field)| matches!(field.kind, FieldKind::Effect))?;
        Some(field.key_or(name)).filter(|key| !keys.contains(key))
    }

    fn has_counts(&self, key: &str) -> bool {
        let zone = self.0.kingdom.zones.get(key);
        zone.is_some_and(|zone| zone.form != ZoneForm::One && zone.by.is_none())
    }
}

pub(super) fn read_file(game: &Game, file: &SourceFile, id: FileId) -> ParsedFile {
    let text = &*file.text;
    if file.syntax == Syntax::List {
        // The lines can be read only after the cards that they name are known.
        return ParsedFile {
            meant: (0, 1),
            kind: FileKind::DeckList,
            ..ParsedFile::default()
        };
    }
    let (documents, diagnostics) = yaml::read_with_keys(id, text, &SchemaKeys(game));
    let mut read = ParsedFile::default();
    read.found.extend(diagnostics);
    for document in &documents {
        for (code, count) in &document.left_out {
            read.found.leave_out(*code, *count);
        }
        if let Some(root) = &document.root {
            read_node(game, text, root, document.broken, &mut read);
        }
    }
    if !read.found.kept.is_empty()
        && let Some(diagnostic) = deck_list(game, file, id)
    {
        let mut list = ParsedFile {
            meant: (0, 1),
            ..ParsedFile::default()
        };
        list.found.push(diagnostic);
        return list;
    }
    call_by_file(file, &mut read);
    if let Some(at) = read.too_many {
        let count = read.meant.0 + read.meant.1;
        // The span is the start of the file, so that the cap on diagnostics does not drop this diagnostic.
        read.found.kept.push(
            Diagnostic::new(
                Code::FileTooLarge,
                Span::new(id, 0..0),
                format!(
                    "this file has {count} cards and sets, but at most {MAX_ITEMS} per file are read"
                ),
                "too many for one file",
            )
            .label(at, "not read from here on")
            .help("split the cards into several files"),
        );
    }
    // The lists live as long as the run, so unused capacity is freed.
    of_sets(text, &mut read);
    read.cards.shrink_to_fit();
    read.items.shrink_to_fit();
    let broken = documents.iter().any(|document| document.broken);
    if read.kingdoms.is_empty() && (broken || read.cards.len() < read.meant.0) {
        read.unread = unread_ids(file, &read.cards);
    }
    let (suppressions, found) = suppress::read(id, text, &documents, &read.items);
    read.suppressions = suppressions;
    read.found.extend(found);
    if read.meant == (0, 0) && read.kind == FileKind::Cards && read.found.kept.is_empty() {
        read.found.push(
            Diagnostic::new(
                Code::EmptyFile,
                Span::new(id, 0..0),
                "this file has no card and no kingdom set",
                "nothing is defined here",
            )
            .help("write a card, or remove the file"),
        );
    }
    read
}

/// Reports a deck list in a file that is read as YAML: counts before names, and no key of a card or set.
fn deck_list(game: &Game, file: &SourceFile, id: FileId) -> Option<Diagnostic> {
    let mut first = None;
    let mut start = 0;
    for line in file.text.split_inclusive('\n') {
        let key = line.split_once(':').map(|(key, _)| key.trim());
        let is_of_yaml = |key: &str| nested_items::is_key(game, key) || key == HOUSE_KEY;
        if key.is_some_and(is_of_yaml) {
            return None;
        }
        if card::is_counted(line) {
            let end = start + line.trim_end().len();
            first.get_or_insert(Span::new(id, start..end));
        }
        start += line.len();
    }
    let help = match file.path.ends_with(".yaml") || file.path.ends_with(".yml") {
        true => "rename the file to end in `.txt`, and check it with `cardwright kingdom`",
        false => "check a deck list with `cardwright kingdom`",
    };
    let diagnostic = Diagnostic::new(
        Code::NotACard,
        first?,
        "expected cards, found a deck list",
        "a card count, not a field",
    );
    Some(diagnostic.help(help))
}

/// Names each set without a readable name after its file, so that its diagnostics are attributed to it.
fn call_by_file(file: &SourceFile, read: &mut ParsedFile) {
    let unnamed = read.kingdoms.iter_mut().filter(|set| set.name.is_empty());
    for (number, set) in unnamed.enumerate() {
        set.name = match number {
            0 => file.stem().to_owned(),
            _ => format!("{} {}", file.stem(), number + 1),
        };
        for diagnostic in &mut read.found.kept {
            let at = diagnostic.primary.at;
            if diagnostic.card.is_none() && set.at.start <= at.start && at.end <= set.at.end {
                diagnostic.card = Some(set.name.clone());
            }
        }
    }
}

/// Attributes YAML errors inside a set to that set, which makes the set invalid.
fn of_sets(text: &str, read: &mut ParsedFile) {
    let sets: Vec<Span> = read.kingdoms.iter().map(|set| set.at).collect();
    below_outdented(text, &sets, &mut read.found.kept);
    for diagnostic in &mut read.found.kept {
        let at = diagnostic.primary.at.start;
        // Text after a set and before the next card or set was intended as a part of it.
        let items = read.items.iter().filter(|item| item.start <= at);
        let Some(item) = items.max_by_key(|item| item.start).or(read.items.first()) else {
            continue;
        };
        let Some(set) = read.kingdoms.iter().find(|set| set.at == *item) else {
            continue;
        };
        if diagnostic.card.is_none() && diagnostic.severity == Severity::Error {
            diagnostic.card = Some(set.name.clone());
            add_up(text, diagnostic);
        }
    }
}

/// Drops diagnostics about lines that follow a line without indentation: the same mistake causes them.
fn below_outdented(text: &str, sets: &[Span], diagnostics: &mut Vec<Diagnostic>) {
    let indenting = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code == Code::UnknownZone);
    let outdented: Vec<(Span, usize)> = indenting
        .filter_map(|diagnostic| {
            let edit = diagnostic.fixes.first()?.edits.first()?;
            let spaces = !edit.text.is_empty() && edit.text.trim().is_empty();
            spaces.then_some((diagnostic.primary.at, edit.text.len()))
        })
        .collect();
    let next_set = |at: Span| {
        let starts = sets.iter().map(|set| set.start);
        starts.filter(|start| *start > at.start).min()
    };
    diagnostics.retain(|diagnostic| {
        let at = diagnostic.primary.at;
        let written = text.get(at.range()).unwrap_or_default();
        let indent = written
            .bytes()
            .all(|byte| byte == b' ')
            .then_some(written.len());
        let same = outdented.iter().any(|(line, by)| {
            line.start < at.start && next_set(*line) == next_set(at) && indent == Some(*by)
        });
        diagnostic.code != Code::YamlSyntax || !same
    });
}

/// Suggests the sum of the counts for a card that is listed twice in a zone.
fn add_up(text: &str, diagnostic: &mut Diagnostic) {
    let number = |key: Span| {
        let after = text.get(key.end as usize..)?.lines().next()?;
        let value = after.trim_start_matches(['"', '\'']).trim_start();
        let value = value.strip_prefix(':')?.trim_start();
        let digits = value.find(|c: char| !c.is_ascii_digit());
        value
            .get(..digits.unwrap_or(value.len()))?
            .parse::<u32>()
            .ok()
    };
    let Some(first) = diagnostic
        .secondary
        .first()
        .filter(|_| diagnostic.code == Code::DuplicateKey)
    else {
        return;
    };
    let counts = number(first.at).zip(number(diagnostic.primary.at));
    if let Some(sum) = counts.and_then(|(one, other)| one.checked_add(other)) {
        let key = text.get(diagnostic.primary.at.range()).unwrap_or_default();
        diagnostic.fixes.clear();
        diagnostic.help = Some(format!(
            "write `{key}: {sum}` if both count, or keep one of the two"
        ));
    }
}

fn read_node(game: &Game, text: &str, node: &Node, broken: bool, read: &mut ParsedFile) {
    if let Some((one, diagnostic)) = nested_items::one_in_entries(game, text, node) {
        read.found.push(diagnostic);
        read_node(game, text, &one, broken, read);
    } else if let Value::Sequence(items) = &node.value {
        for item in items.iter() {
            match &item.value {
                // A list within a list cannot hold cards; `card::read` reports it.
                Value::Sequence(_) => read_card(game, text, item, broken, read),
                _ => read_node(game, text, item, broken, read),
            }
        }
    } else if let Some((set, diagnostic)) = nested_items::below_its_key(game, text, node) {
        read.found.push(diagnostic);
        read_node(game, text, &set, broken, read);
    } else if is_house_rules(node) {
        read.kind = read.kind.max(FileKind::HouseRules);
    } else if migrations::is_migrations(node) {
        let (sources, diagnostics) = migrations::read(node);
        read.kind = read.kind.max(FileKind::Migrations);
        read.migrations.extend(sources);
        read.found.extend(diagnostics);
    } else if let Some(diagnostic) = kingdom::mixed_with_card(game, node) {
        if read.leave_out(node) {
            return;
        }
        read.meant.1 += 1;
        read.items.push(node.span);
        read.found.push(diagnostic);
    } else if kingdom::is_kingdom(node) && !kingdom::is_card(game, node)
        || kingdom::has_parts(game, node)
    {
        if read.leave_out(node) {
            return;
        }
        let (set, diagnostics) = kingdom::read(game, text, node, broken);
        read.meant.1 += 1;
        read.items.push(node.span);
        read.kingdoms.extend(set);
        read.found.extend(diagnostics);
    } else if let Some(below) = nested_items::read(game, text, node) {
        read.found.extend(below.found);
        for item in &below.items {
            read_node(game, text, item, broken, read);
        }
    } else {
        read_card(game, text, node, broken, read);
    }
}

/// Returns whether a node is a set of house rules: a mapping with their key that is not a kingdom set.
fn is_house_rules(node: &Node) -> bool {
    let Value::Mapping(entries) = &node.value else {
        return false;
    };
    let has = |key: &str| {
        let mut keys = entries.iter().filter_map(|entry| entry.key.scalar());
        keys.any(|known| known.text == key)
    };
    has(HOUSE_KEY) && !kingdom::is_kingdom(node)
}

fn read_card(game: &Game, text: &str, node: &Node, broken: bool, read: &mut ParsedFile) {
    if read.leave_out(node) {
        return;
    }
    let (card, diagnostics) = card::read(game, text, node, broken);
    read.meant.0 += 1;
    read.items.push(node.span);
    if let Some(card) = card.map(Arc::new) {
        match card.id.is_empty() {
            true => read.nameless.push(card),
            false => read.cards.push(card),
        }
    }
    read.found.extend(diagnostics);
}

/// Guesses the ids of the cards in a file with errors, from its lines `name: …` and the name of the file.
pub(super) fn unread_ids(file: &SourceFile, cards: &[Arc<CardSource>]) -> Vec<String> {
    let named = file.text.lines().filter_map(|line| {
        let field = line.trim_start_matches(|c: char| c == '-' || c.is_whitespace());
        field.strip_prefix("name")?.strip_prefix([':', ' '])
    });
    let stem = file.path.rsplit('/').next().unwrap_or_default();
    let stem = stem.split('.').next().unwrap_or_default();
    let read: HashSet<&str> = cards.iter().map(|card| card.id.as_str()).collect();
    let mut ids: Vec<String> = named.chain([stem]).map(id_of).collect();
    ids.retain(|id| !id.is_empty() && !read.contains(id.as_str()));
    ids
}

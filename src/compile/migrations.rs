//! Migrations of removed ids. Decks and saved games name cards by id, so an id that has been in a bundle must be
//! renamed, merged or withdrawn explicitly. It is never given to another card.
//!
//! ```yaml
//! migrations:
//!   skeleton-archer: { renamed_to: skeleton-marksman, reason: its name was too close to Archer }
//!   gnoll: { merged_into: gnoll-marauder, reason: the two differed in nothing that mattered }
//!   imp: { withdrawn: true, reason: it could be played without end }
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::sync::Arc;

use crate::card::fixes;
use crate::card::{CardSource, id_of};
use crate::collections::{HashMap, HashSet, IndexMap};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety, closest};
use crate::source::Span;
use crate::yaml::{Entry, Node, Value};

/// The key that identifies a mapping of migrations.
const KEY: &str = "migrations";
const RENAMED: &str = "renamed_to";
const MERGED: &str = "merged_into";
const WITHDRAWN: &str = "withdrawn";
const REASON: &str = "reason";
const KEYS: [&str; 4] = [RENAMED, MERGED, WITHDRAWN, REASON];

/// Maximum number of diagnostics for which all cards are searched for a similar id.
const MAX_GUESSES: usize = 100;

/// The migration of a removed id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Migration {
    #[serde(flatten)]
    pub change: Change,
    /// The reason, for readers.
    pub reason: String,
}

/// How an id was removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum Change {
    /// The same card has a new id.
    Renamed { to: String },
    /// Another card replaces it.
    Merged { into: String },
    /// No card replaces it.
    Withdrawn,
}

impl Change {
    /// Returns the id that replaces the removed one.
    pub fn successor(&self) -> Option<&str> {
        match self {
            Change::Renamed { to } => Some(to),
            Change::Merged { into } => Some(into),
            Change::Withdrawn => None,
        }
    }
}

/// A migration as it was read.
#[derive(Clone, Debug)]
pub(super) struct MigrationSource {
    pub id: String,
    pub at: Span,
    pub migration: Migration,
    /// Span of the replacing id.
    pub successor_at: Span,
}

/// Returns whether a node is a mapping of migrations: a mapping with only their key.
pub(super) fn is_migrations(node: &Node) -> bool {
    matches!(&node.value, Value::Mapping(entries)
        if matches!(&**entries, [only] if text(&only.key) == Some(KEY)))
}

/// Reads the migrations of a node.
pub(super) fn read(node: &Node) -> (Vec<MigrationSource>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let Value::Mapping(entries) = &node.value else {
        return (Vec::new(), diagnostics);
    };
    let migrations = entries.iter().flat_map(|entry| match &entry.value.value {
        Value::Mapping(entries) => &**entries,
        _ => {
            diagnostics.push(
                Diagnostic::new(
                    Code::BadMigration,
                    entry.value.span,
                    format!(
                        "`{KEY}` must be a mapping of removed ids, not {}",
                        crate::yaml::described(&entry.value)
                    ),
                    "expected a mapping of ids",
                )
                .help(sample("old-id")),
            );
            &[]
        }
    });
    let migrations: Vec<&Entry> = migrations.collect();
    let read = migrations
        .into_iter()
        .filter_map(|entry| match read_one(entry) {
            Ok(migration) => Some(migration),
            Err(diagnostic) => {
                diagnostics.push(*diagnostic);
                None
            }
        })
        .collect();
    (read, diagnostics)
}

fn text(node: &Node) -> Option<&str> {
    node.scalar().map(|scalar| scalar.text.trim())
}

fn sample(id: &str) -> String {
    format!("write `{id}: {{ {RENAMED}: new-id, {REASON}: … }}`")
}

fn read_one(entry: &Entry) -> Result<MigrationSource, Box<Diagnostic>> {
    let at = entry.key.span;
    let wrong = |at, message: String, label: &str| {
        Box::new(Diagnostic::new(Code::BadMigration, at, message, label))
    };
    let id = text(&entry.key).unwrap_or_default();
    let shown = prose::shown(id);
    if id.is_empty() || id_of(id) != id {
        let diagnostic = wrong(at, format!("\"{shown}\" is not an id"), "not an id");
        return Err(Box::new(match id_of(id) {
            own if own.is_empty() => diagnostic.help("write the id of the removed card"),
            own => diagnostic.fix(Safety::Safe, format!("write `{own}`"), at, own),
        }));
    }
    let Value::Mapping(parts) = &entry.value.value else {
        let message = format!("missing migration of `{shown}`");
        let diagnostic = wrong(entry.value.span, message, "expected a mapping");
        return Err(Box::new(diagnostic.help(sample(id))));
    };
    if let Some(unknown) = parts
        .iter()
        .find(|part| !text(&part.key).is_some_and(|key| KEYS.contains(&key)))
    {
        let key = text(&unknown.key).unwrap_or_default();
        let message = format!("a migration has no `{}`", prose::shown(key));
        let diagnostic = wrong(unknown.key.span, message, "not a part of a migration");
        return Err(Box::new(match closest(key, KEYS) {
            Some(close) => {
                let title = format!("write `{close}`");
                diagnostic.fix(Safety::Safe, title, unknown.key.span, close)
            }
            None => diagnostic.help(format!("its parts are {}", prose::and(prose::ticked(KEYS)))),
        }));
    }
    let part = |key: &str| parts.iter().find(|part| text(&part.key) == Some(key));
    let given: Vec<&Entry> = [RENAMED, MERGED, WITHDRAWN]
        .into_iter()
        .filter_map(part)
        .collect();
    let [how] = given.as_slice() else {
        let (at, message) = match given.get(1) {
            Some(second) => (second.key.span, format!("`{shown}` has two migrations")),
            None => (at, format!("missing migration of `{shown}`")),
        };
        let diagnostic = wrong(at, message, "exactly one change is required");
        return Err(Box::new(diagnostic.help(format!(
            "write `{RENAMED}` or `{MERGED}` with the id of a card, or `{WITHDRAWN}: true`"
        ))));
    };
    let value = text(&how.value).unwrap_or_default();
    let to = || value.to_owned();
    let change = match text(&how.key) {
        Some(WITHDRAWN) if value == "true" => Change::Withdrawn,
        Some(RENAMED) if !value.is_empty() => Change::Renamed { to: to() },
        Some(MERGED) if !value.is_empty() => Change::Merged { into: to() },
        key => {
            let (has_to_be, help) = match key {
                Some(WITHDRAWN) => ("`true`", "write `true`"),
                _ => ("the id of a card", "write the id of the card"),
            };
            let key = key.unwrap_or_default();
            let message = format!("`{key}` must be {has_to_be}");
            let at = fixes::place_of(how);
            return Err(Box::new(wrong(at, message, "unexpected value").help(help)));
        }
    };
    let reason = part(REASON)
        .and_then(|part| text(&part.value))
        .unwrap_or_default();
    if reason.is_empty() {
        let diagnostic = wrong(
            part(REASON).map_or(at, |part| part.key.span),
            format!("the migration of `{shown}` has no reason"),
            "missing reason",
        );
        return Err(Box::new(
            diagnostic
                .note("players with the card in a deck need the reason")
                .help(format!("add `{REASON}` with a few words")),
        ));
    }
    Ok(MigrationSource {
        id: id.to_owned(),
        at,
        migration: Migration {
            change,
            reason: reason.to_owned(),
        },
        successor_at: how.value.span,
    })
}

/// Returns all migrations by id, in order, and the diagnostics about them as a whole. `sure` is `false` if cards may
/// exist that could not be read.
pub(super) fn settle<'m>(
    sources: impl Iterator<Item = &'m MigrationSource>,
    cards: &IndexMap<SmolStr, Arc<CardSource>>,
    sure: bool,
) -> (IndexMap<String, Migration>, Vec<Diagnostic>) {
    let mut all: IndexMap<&str, &MigrationSource> = IndexMap::default();
    let mut diagnostics = Vec::new();
    for source in sources {
        if let Some(first) = all.get(source.id.as_str()) {
            diagnostics.push(
                Diagnostic::new(
                    Code::BadMigration,
                    source.at,
                    format!("`{}` is migrated twice", source.id),
                    "a second migration",
                )
                .label(first.at, "the first migration")
                .help("remove one of the two"),
            );
            continue;
        }
        if let Some(card) = cards.get(source.id.as_str()) {
            diagnostics.push(
                Diagnostic::new(
                    Code::BadMigration,
                    source.at,
                    format!("`{}` is not a removed id: a card has it", source.id),
                    "the id of a card",
                )
                .label(card.name_at, "this card")
                .note("decks with the old card would get this one")
                .help("give the card a different id, or remove the migration"),
            );
        }
        all.insert(&source.id, source);
    }
    let ends = ends(&all, cards);
    for source in all.values() {
        let end = ends.get(source.id.as_str()).copied().unwrap_or(End::Fine);
        if sure || !matches!(end, End::Nobody(_)) {
            let guess = diagnostics.len() < MAX_GUESSES;
            diagnostics.extend(without_heir(source, end, cards, guess));
        }
    }
    let mut migrations: IndexMap<String, Migration> = all
        .values()
        .map(|source| (source.id.clone(), source.migration.clone()))
        .collect();
    migrations.sort_unstable_keys();
    (migrations, diagnostics)
}

/// The end of the chain of replacements of an id.
#[derive(Clone, Copy)]
enum End<'m> {
    /// A card, or a withdrawn id.
    Fine,
    /// An id without a card.
    Nobody(&'m str),
    Circle,
}

/// Follows the replacements of each id to a card or a withdrawn id. Each id is followed only once, so the cost is
/// linear even for long chains.
fn ends<'m>(
    all: &IndexMap<&'m str, &'m MigrationSource>,
    cards: &IndexMap<SmolStr, Arc<CardSource>>,
) -> HashMap<&'m str, End<'m>> {
    let mut ends: HashMap<&str, End<'_>> = HashMap::default();
    for start in all.keys().copied() {
        let mut path: HashSet<&str> = HashSet::default();
        let mut at = start;
        let end = loop {
            if let Some(end) = ends.get(at) {
                break *end;
            }
            if !path.insert(at) {
                break End::Circle;
            }
            let successor = all
                .get(at)
                .and_then(|source| source.migration.change.successor());
            match successor {
                Some(successor) if cards.contains_key(successor) => break End::Fine,
                Some(successor) if all.contains_key(successor) => at = successor,
                Some(successor) => break End::Nobody(successor),
                None => break End::Fine,
            }
        };
        ends.extend(path.into_iter().map(|id| (id, end)));
    }
    ends
}

/// Reports an id that leads to no card. `guess` is `true` if all cards are searched for a similar id.
fn without_heir(
    source: &MigrationSource,
    end: End<'_>,
    cards: &IndexMap<SmolStr, Arc<CardSource>>,
    guess: bool,
) -> Option<Diagnostic> {
    match end {
        End::Fine => None,
        End::Nobody(successor) => {
            let diagnostic = Diagnostic::new(
                Code::BadMigration,
                source.successor_at,
                format!("no card has the id `{}`", prose::shown(successor)),
                "not the id of a card",
            );
            // Only the id that this migration names can be fixed here.
            let own = Some(successor) == source.migration.change.successor();
            let close =
                (own && guess).then(|| closest(successor, cards.keys().map(SmolStr::as_str)));
            Some(match close.flatten() {
                Some(close) => {
                    let title = format!("write `{close}`");
                    diagnostic.fix(Safety::Unsafe, title, source.successor_at, close)
                }
                None => diagnostic.help("write the id of an existing card"),
            })
        }
        End::Circle => Some(
            Diagnostic::new(
                Code::BadMigration,
                source.at,
                format!("the replacements of `{}` form a cycle", source.id),
                "leads to no card",
            )
            .help("change one of them to an existing card, or withdraw it"),
        ),
    }
}

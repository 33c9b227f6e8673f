//! What became of ids that are gone. Decks and saved games name cards by their id, so an id that has been in a
//! bundle is renamed, merged or withdrawn in the open, and never given to another card.
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

/// The key that makes a mapping a file of migrations.
const KEY: &str = "migrations";
const RENAMED: &str = "renamed_to";
const MERGED: &str = "merged_into";
const WITHDRAWN: &str = "withdrawn";
const REASON: &str = "reason";
const KEYS: [&str; 4] = [RENAMED, MERGED, WITHDRAWN, REASON];

/// For so many findings at most, a close id is looked for among those of all cards.
const MOST_GUESSES: usize = 100;

/// What became of the card that had an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Migration {
    #[serde(flatten)]
    pub change: Change,
    /// Why, for people.
    pub reason: String,
}

/// How an id came to be gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum Change {
    /// The same card has another id.
    Renamed { to: String },
    /// Another card stands for it.
    Merged { into: String },
    /// Nothing stands for it.
    Withdrawn,
}

impl Change {
    /// The id that stands for it now.
    pub fn heir(&self) -> Option<&str> {
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
    /// Where the id that stands for it is written.
    pub heir_at: Span,
}

/// Whether a node is meant as migrations: a mapping with their key and no other.
pub(super) fn is_migrations(node: &Node) -> bool {
    matches!(&node.value, Value::Mapping(entries)
        if matches!(&**entries, [only] if text(&only.key) == Some(KEY)))
}

/// Reads the migrations of a node.
pub(super) fn read(node: &Node) -> (Vec<MigrationSource>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let Value::Mapping(entries) = &node.value else {
        return (Vec::new(), found);
    };
    let migrations = entries.iter().flat_map(|entry| match &entry.value.value {
        Value::Mapping(entries) => &**entries,
        _ => {
            found.push(
                Diagnostic::new(
                    Code::BadMigration,
                    entry.value.span,
                    format!(
                        "`{KEY}` have to be ids with what became of each, not {}",
                        crate::yaml::described(&entry.value)
                    ),
                    "has to be a mapping of ids",
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
            Err(finding) => {
                found.push(*finding);
                None
            }
        })
        .collect();
    (read, found)
}

fn text(node: &Node) -> Option<&str> {
    node.scalar().map(|scalar| scalar.text.trim())
}

fn sample(id: &str) -> String {
    format!("write it like `{id}: {{ {RENAMED}: new-id, {REASON}: … }}`")
}

fn read_one(entry: &Entry) -> Result<MigrationSource, Box<Diagnostic>> {
    let at = entry.key.span;
    let wrong = |at, message: String, label: &str| {
        Box::new(Diagnostic::new(Code::BadMigration, at, message, label))
    };
    let id = text(&entry.key).unwrap_or_default();
    let shown = prose::shown(id);
    if id.is_empty() || id_of(id) != id {
        let finding = wrong(at, format!("\"{shown}\" is not an id"), "not an id");
        return Err(Box::new(match id_of(id) {
            own if own.is_empty() => finding.help("write the id of the card that is gone"),
            own => finding.fix(Safety::Safe, format!("write `{own}`"), at, own),
        }));
    }
    let Value::Mapping(parts) = &entry.value.value else {
        let message = format!("what became of `{shown}` is not said");
        let finding = wrong(entry.value.span, message, "has to be a mapping");
        return Err(Box::new(finding.help(sample(id))));
    };
    if let Some(unknown) = parts
        .iter()
        .find(|part| !text(&part.key).is_some_and(|key| KEYS.contains(&key)))
    {
        let key = text(&unknown.key).unwrap_or_default();
        let message = format!("a migration has no `{}`", prose::shown(key));
        let finding = wrong(unknown.key.span, message, "not a part of a migration");
        return Err(Box::new(match closest(key, KEYS) {
            Some(close) => {
                let title = format!("write `{close}`");
                finding.fix(Safety::Safe, title, unknown.key.span, close)
            }
            None => finding.help(format!("its parts are {}", prose::and(prose::ticked(KEYS)))),
        }));
    }
    let part = |key: &str| parts.iter().find(|part| text(&part.key) == Some(key));
    let given: Vec<&Entry> = [RENAMED, MERGED, WITHDRAWN]
        .into_iter()
        .filter_map(part)
        .collect();
    let [how] = given.as_slice() else {
        let (at, message) = match given.get(1) {
            Some(second) => (second.key.span, format!("two things became of `{shown}`")),
            None => (at, format!("what became of `{shown}` is not said")),
        };
        let finding = wrong(at, message, "one of the three is needed");
        return Err(Box::new(finding.help(format!(
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
            let message = format!("`{key}` has to be {has_to_be}");
            let at = fixes::place_of(how);
            return Err(Box::new(wrong(at, message, "not that").help(help)));
        }
    };
    let reason = part(REASON)
        .and_then(|part| text(&part.value))
        .unwrap_or_default();
    if reason.is_empty() {
        let finding = wrong(
            part(REASON).map_or(at, |part| part.key.span),
            format!("why `{shown}` is gone is not said"),
            "no reason",
        );
        return Err(Box::new(
            finding
                .note("whoever had the card in a deck will ask")
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
        heir_at: how.value.span,
    })
}

/// All migrations by id, in order, and what is wrong with them as a whole.
/// `sure` is false where cards may be there that could not be read.
pub(super) fn settle<'m>(
    sources: impl Iterator<Item = &'m MigrationSource>,
    cards: &IndexMap<SmolStr, Arc<CardSource>>,
    sure: bool,
) -> (IndexMap<String, Migration>, Vec<Diagnostic>) {
    let mut all: IndexMap<&str, &MigrationSource> = IndexMap::default();
    let mut found = Vec::new();
    for source in sources {
        if let Some(first) = all.get(source.id.as_str()) {
            found.push(
                Diagnostic::new(
                    Code::BadMigration,
                    source.at,
                    format!("what became of `{}` is said twice", source.id),
                    "said before",
                )
                .label(first.at, "first said here")
                .help("remove one of the two"),
            );
            continue;
        }
        if let Some(card) = cards.get(source.id.as_str()) {
            found.push(
                Diagnostic::new(
                    Code::BadMigration,
                    source.at,
                    format!("`{}` is not gone: a card has this id", source.id),
                    "the id of a card",
                )
                .label(card.name_at, "this card")
                .note("decks that still name the old card would get this one")
                .help("give the card another id, or remove the migration"),
            );
        }
        all.insert(&source.id, source);
    }
    let ends = ends(&all, cards);
    for source in all.values() {
        let end = ends.get(source.id.as_str()).copied().unwrap_or(End::Fine);
        if sure || !matches!(end, End::Nobody(_)) {
            let guess = found.len() < MOST_GUESSES;
            found.extend(without_heir(source, end, cards, guess));
        }
    }
    let mut migrations: IndexMap<String, Migration> = all
        .values()
        .map(|source| (source.id.clone(), source.migration.clone()))
        .collect();
    migrations.sort_unstable_keys();
    (migrations, found)
}

/// Where what stands for an id leads in the end.
#[derive(Clone, Copy)]
enum End<'m> {
    /// To a card, or to nothing that has to be there.
    Fine,
    /// To an id that nobody has.
    Nobody(&'m str),
    Circle,
}

/// Follows what stands for each id until it is a card, or withdrawn. No id is followed twice, so that a chain of
/// all of them costs no more than each by itself.
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
            let heir = all
                .get(at)
                .and_then(|source| source.migration.change.heir());
            match heir {
                Some(heir) if cards.contains_key(heir) => break End::Fine,
                Some(heir) if all.contains_key(heir) => at = heir,
                Some(heir) => break End::Nobody(heir),
                None => break End::Fine,
            }
        };
        ends.extend(path.into_iter().map(|id| (id, end)));
    }
    ends
}

/// What is wrong where an id leads to no card. `guess` is whether a close one is looked for among all of them.
fn without_heir(
    source: &MigrationSource,
    end: End<'_>,
    cards: &IndexMap<SmolStr, Arc<CardSource>>,
    guess: bool,
) -> Option<Diagnostic> {
    match end {
        End::Fine => None,
        End::Nobody(heir) => {
            let finding = Diagnostic::new(
                Code::BadMigration,
                source.heir_at,
                format!("no card has the id `{}`", prose::shown(heir)),
                "not the id of a card",
            );
            // Only what this migration says itself can be mended here.
            let own = Some(heir) == source.migration.change.heir();
            let close = (own && guess).then(|| closest(heir, cards.keys().map(SmolStr::as_str)));
            Some(match close.flatten() {
                Some(close) => {
                    let title = format!("write `{close}`");
                    finding.fix(Safety::Unsafe, title, source.heir_at, close)
                }
                None => finding.help("write the id of a card that is there"),
            })
        }
        End::Circle => Some(
            Diagnostic::new(
                Code::BadMigration,
                source.at,
                format!("what stands for `{}` leads round in a circle", source.id),
                "no card at its end",
            )
            .help("let the last of them lead to a card, or be withdrawn"),
        ),
    }
}

//! `cards.sqlite`: the bundle as tables, for deck builders and websites.
//!
//! A field with one value is a column of `cards`; a field with several values has the table
//! `cards_<field>`; a vocabulary list has the table `vocabulary_<list>`. The game's data determine
//! which of them exist.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::types::Value;
use rusqlite::{Connection, Error, MAIN_DB, ToSql, params, params_from_iter};
use serde::Serialize;

use super::{Bundle, BundledCard, FORMAT_VERSION};
use crate::card::FieldValue;
use crate::collections::IndexMap;
use crate::compile::{CardText, Change};
use crate::game::{FieldKind, Game, name_of_role};

/// Identifies the databases for SQLite's `file` and other tools: "CWBD" in ASCII.
const APPLICATION_ID: i32 = 0x4357_4244;

const TABLES: &str = include_str!("tables.sql");

/// The table of the texts in other languages.
const TEXTS: &str = include_str!("texts.sql");

/// The columns of `cards` that are not fields.
const OWN_COLUMNS: [&str; 6] = ["pk", "id", "name", "type", "text", "manual"];

/// How a field is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kept {
    /// In a column with this SQL type; its values are from the vocabulary list, if any.
    Column(&'static str, Option<String>),
    /// In a table of words from this vocabulary list.
    Words(String),
    /// In a table of names with numbers; the names are from the vocabulary list, if any.
    Numbers(Option<String>),
}

/// The fields of the game's cards, by the key of card files.
type Fields = BTreeMap<String, Kept>;

/// Creates the database and returns the bytes of its file.
pub(super) fn database(game: &Game, bundle: &Bundle) -> Result<Vec<u8>, Error> {
    let mut connection = Connection::open_in_memory()?;
    connection.execute_batch(&format!(
        "PRAGMA page_size = 4096;
         PRAGMA foreign_keys = ON;
         PRAGMA application_id = {APPLICATION_ID};
         PRAGMA user_version = {FORMAT_VERSION};"
    ))?;
    let fields = fields(game);
    let transaction = connection.transaction()?;
    // A row may refer to a card that is inserted later.
    transaction.execute_batch("PRAGMA defer_foreign_keys = ON;")?;
    transaction.execute_batch(TABLES)?;
    transaction.execute_batch(&tables_of_game(bundle, &fields))?;
    fill_game(&transaction, bundle)?;
    fill_cards(&transaction, bundle, &fields)?;
    fill_kingdoms(&transaction, game, bundle)?;
    fill_translations(&transaction, bundle)?;
    transaction.execute_batch("INSERT INTO search (search) VALUES ('rebuild');")?;
    transaction.execute_batch("INSERT INTO search (search) VALUES ('optimize');")?;
    transaction.commit()?;
    connection.execute_batch("ANALYZE; VACUUM;")?;
    Ok(connection.serialize(MAIN_DB)?.to_vec())
}

/// Determines how fields are stored. If two definitions with the same key differ, a more general form is used.
fn fields(game: &Game) -> Fields {
    let mut fields = Fields::new();
    for (name, field) in &game.fields {
        let kept = match &field.kind {
            FieldKind::Text { .. }
            | FieldKind::Card { .. }
            | FieldKind::Area
            | FieldKind::Group { .. } => Kept::Column("TEXT", None),
            FieldKind::Number { .. } | FieldKind::Flag => Kept::Column("INTEGER", None),
            FieldKind::Choice { of, .. } => Kept::Column("TEXT", Some(of.clone())),
            FieldKind::Choices { of, .. } => Kept::Words(of.clone()),
            FieldKind::Numbers { .. } => Kept::Numbers(None),
            FieldKind::Amounts { of, .. } => Kept::Numbers(Some(of.clone())),
            FieldKind::Effect => continue,
        };
        fields
            .entry(field.key_or(name).to_owned())
            .and_modify(|known| {
                if *known != kept {
                    *known = match kept {
                        Kept::Numbers(_) => Kept::Numbers(None),
                        _ => Kept::Column("ANY", None),
                    };
                }
            })
            .or_insert(kept);
    }
    fields
}

/// Quotes a name of the game's data for SQL.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn column(field: &str) -> String {
    if OWN_COLUMNS.contains(&field.trim_start_matches("field_")) {
        quoted(&format!("field_{field}"))
    } else {
        quoted(field)
    }
}

fn table_of_field(field: &str) -> String {
    quoted(&format!("cards_{field}"))
}

fn table_of_list(list: &str) -> String {
    quoted(&format!("vocabulary_{list}"))
}

/// Generates unique names of indexes, which must also differ from the names of tables.
struct Indexes(BTreeSet<String>);

impl Indexes {
    fn beside(fields: &Fields) -> Self {
        let several = fields
            .iter()
            .filter(|(_, kept)| !matches!(kept, Kept::Column(..)));
        let tables = several.map(|(field, _)| format!("cards_{field}"));
        Indexes(tables.collect())
    }

    fn name(&mut self, mut name: String) -> String {
        while !self.0.insert(name.clone()) {
            name.push('_');
        }
        quoted(&name)
    }
}

/// Returns a foreign key such as ` REFERENCES "vocabulary_factions" (id)`.
fn reference(list: &str) -> String {
    format!(" REFERENCES {} (id)", table_of_list(list))
}

fn tables_of_game(bundle: &Bundle, fields: &Fields) -> String {
    let mut sql = String::new();
    let mut indexes = Indexes::beside(fields);
    for list in bundle.vocabulary.lists.keys() {
        let table = table_of_list(list);
        sql += &format!(
            "CREATE TABLE {table} (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    plural TEXT NOT NULL,
    -- JSON: everything that `bundle.json` says of it.
    term TEXT NOT NULL CHECK (json_valid(term))
) STRICT;
"
        );
    }
    sql += &table_of_cards(bundle, fields, &mut indexes);
    for (field, kept) in fields {
        let table = table_of_field(field);
        let (columns, by) = match kept {
            Kept::Column(..) => continue,
            Kept::Words(list) => (format!("word TEXT NOT NULL{}", reference(list)), "word"),
            Kept::Numbers(list) => {
                let reference = list.as_deref().map(reference).unwrap_or_default();
                let columns = format!("name TEXT NOT NULL{reference}, number INTEGER NOT NULL");
                (columns, "name, number")
            }
        };
        let key = by.split(',').next().unwrap_or(by);
        let index = indexes.name(format!("cards_{field}_by"));
        sql += &format!(
            "CREATE TABLE {table} (
    card TEXT NOT NULL REFERENCES cards (id),
    {columns},
    position INTEGER NOT NULL,
    PRIMARY KEY (card, {key})
) STRICT, WITHOUT ROWID;
CREATE INDEX {index} ON {table} ({by});
"
        );
    }
    sql
}

fn table_of_cards(bundle: &Bundle, fields: &Fields, names: &mut Indexes) -> String {
    let mut columns = String::new();
    let mut indexes = String::new();
    for (field, kept) in fields {
        let Kept::Column(of_type, list) = kept else {
            continue;
        };
        let name = column(field);
        let list = list
            .as_ref()
            .filter(|list| bundle.vocabulary.lists.contains_key(*list));
        let reference = list.map(|list| reference(list)).unwrap_or_default();
        columns += &format!("    {name} {of_type}{reference},\n");
        if list.is_some() {
            let index = names.name(format!("cards_by_{field}"));
            indexes += &format!("CREATE INDEX {index} ON cards ({name});\n");
        }
    }
    format!(
        "CREATE TABLE cards (
    pk INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    type TEXT NOT NULL REFERENCES card_types (id),
{columns}    -- Canonical; the places in the abilities are ranges of bytes in it.
    text TEXT NOT NULL,
    -- What is never executed.
    manual TEXT
) STRICT;
CREATE INDEX cards_by_name ON cards (name COLLATE NOCASE);
CREATE INDEX cards_by_type ON cards (type);
{indexes}CREATE VIRTUAL TABLE search USING fts5 (
    name, text, content = 'cards', content_rowid = 'pk', tokenize = 'unicode61 remove_diacritics 2'
);
"
    )
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("every key of a document is a string")
}

fn fill_game(connection: &Connection, bundle: &Bundle) -> Result<(), Error> {
    let game = &bundle.game;
    connection.execute(
        "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)",
        params![
            game.id,
            game.title,
            game.version,
            bundle.ir,
            game.map.as_ref().map(json),
            game.play.as_ref().map(json),
            game.kingdom.as_ref().map(json)
        ],
    )?;
    for (id, constant) in &game.constants {
        connection.execute(
            "INSERT INTO constants VALUES (?, ?, ?, ?, ?)",
            params![
                id,
                constant.value,
                constant.doc,
                constant.section,
                constant.role.map(name_of_role)
            ],
        )?;
    }
    for (id, card_type) in &bundle.vocabulary.card_types {
        let place = serde_json::to_value(card_type.place).unwrap_or_default();
        connection.execute(
            "INSERT INTO card_types VALUES (?, ?, ?, ?, ?)",
            params![
                id.as_str(),
                card_type.name,
                card_type.plural,
                place.as_str(),
                card_type.role.map(name_of_role)
            ],
        )?;
    }
    for (id, heading) in &bundle.vocabulary.headings {
        connection.execute(
            "INSERT INTO headings VALUES (?, ?, ?)",
            params![id, heading.name, json(heading)],
        )?;
    }
    for (id, phrase) in &bundle.game.phrases {
        connection.execute(
            "INSERT INTO phrases VALUES (?, ?, ?)",
            params![id.as_str(), phrase.text, json(phrase)],
        )?;
    }
    for (id, migration) in &bundle.migrations {
        let change = match &migration.change {
            Change::Renamed { .. } => "renamed",
            Change::Merged { .. } => "merged",
            Change::Withdrawn => "withdrawn",
        };
        connection.execute(
            "INSERT INTO migrations VALUES (?, ?, ?, ?)",
            params![id, change, migration.change.successor(), migration.reason],
        )?;
    }
    for (list, terms) in &bundle.vocabulary.lists {
        let table = table_of_list(list);
        let mut insert = connection.prepare(&format!("INSERT INTO {table} VALUES (?, ?, ?, ?)"))?;
        for (id, term) in terms {
            insert.execute(params![id, term.name, term.plural, json(term)])?;
        }
    }
    Ok(())
}

fn fill_cards(connection: &Connection, bundle: &Bundle, fields: &Fields) -> Result<(), Error> {
    let columns: Vec<&str> = fields
        .iter()
        .filter(|(_, kept)| matches!(kept, Kept::Column(..)))
        .map(|(field, _)| field.as_str())
        .collect();
    let marks = vec!["?"; OWN_COLUMNS.len() + columns.len()].join(", ");
    let mut insert = connection.prepare(&format!("INSERT INTO cards VALUES ({marks})"))?;
    let mut several = BTreeMap::new();
    for (field, kept) in fields {
        let marks = match kept {
            Kept::Column(..) => continue,
            Kept::Words(_) => "?, ?, ?",
            Kept::Numbers(_) => "?, ?, ?, ?",
        };
        let table = table_of_field(field);
        let insert = connection.prepare(&format!("INSERT INTO {table} VALUES ({marks})"))?;
        several.insert(field.as_str(), insert);
    }
    let mut insert_ability = connection.prepare("INSERT INTO abilities VALUES (?, ?, ?, ?)")?;
    let mut insert_text = connection.prepare("INSERT INTO card_texts VALUES (?, ?, ?, ?)")?;
    for (pk, card) in (1_i64..).zip(&bundle.cards) {
        insert.execute(params_from_iter(row(pk, card, &columns)))?;
        for (field, value) in card.fields.iter() {
            if let Some(insert) = several.get_mut(field.as_str()) {
                for (position, entry) in (0_i64..).zip(entries(value)) {
                    let id = card.id.as_str();
                    let mut row: Vec<&dyn ToSql> = vec![&id];
                    row.extend(entry.iter().map(|value| value as &dyn ToSql));
                    row.push(&position);
                    insert.execute(row.as_slice())?;
                }
            }
        }
        for (position, ability) in (0_i64..).zip(card.abilities.iter()) {
            insert_ability.execute(params![
                card.id.as_str(),
                position,
                ability.heading.id.as_str(),
                json(ability)
            ])?;
        }
        for (key, CardText { abilities, text }) in card.texts.iter() {
            let row = params![card.id.as_str(), key.as_str(), &**text, json(abilities)];
            insert_text.execute(row)?;
        }
    }
    Ok(())
}

/// Returns the row of a card in `cards`.
fn row(pk: i64, card: &BundledCard, columns: &[&str]) -> Vec<Value> {
    let mut row = vec![
        Value::Integer(pk),
        Value::Text(card.id.to_string()),
        Value::Text(card.name.to_string()),
        Value::Text(card.card_type.to_string()),
    ];
    row.extend(columns.iter().map(|column| match card.fields.get(column) {
        None => Value::Null,
        Some(FieldValue::Flag(flag)) => Value::Integer(i64::from(*flag)),
        Some(FieldValue::Number(number)) => Value::Integer(*number),
        Some(FieldValue::Text(text)) => Value::Text(text.clone()),
        Some(value) => Value::Text(json(value)),
    }));
    row.push(Value::Text(card.text.to_string()));
    row.push(card.manual.clone().map_or(Value::Null, Value::Text));
    row
}

/// Returns the rows of a field with several values, without card and position.
fn entries(value: &FieldValue) -> Vec<Vec<Value>> {
    match value {
        FieldValue::List(words) => words
            .iter()
            .map(|word| vec![Value::Text(word.clone())])
            .collect(),
        FieldValue::Numbers(numbers) => numbers
            .iter()
            .map(|(name, number)| vec![Value::Text(name.to_string()), Value::Integer(*number)])
            .collect(),
        FieldValue::Flag(_)
        | FieldValue::Number(_)
        | FieldValue::Text(_)
        | FieldValue::Area(_)
        | FieldValue::Group(_) => Vec::new(),
    }
}

/// Creates the table of texts in other languages, with a full-text search for each. A bundle without such texts has no
/// such table.
fn fill_translations(connection: &Connection, bundle: &Bundle) -> Result<(), Error> {
    if bundle.texts.is_empty() {
        return Ok(());
    }
    connection.execute_batch(TEXTS)?;
    let mut insert =
        connection.prepare("INSERT INTO texts (language, card, name, text) VALUES (?, ?, ?, ?)")?;
    for (language, cards) in &bundle.texts {
        for (id, card) in cards {
            let others = card.texts.values().map(String::as_str);
            let own = Some(card.text.as_str()).filter(|text| !text.is_empty());
            let all: Vec<&str> = own.into_iter().chain(others).collect();
            insert.execute(params![language, id.as_str(), card.name, all.join("\n")])?;
        }
        let (view, search) = (
            quoted(&format!("texts_{language}")),
            quoted(&format!("search_{language}")),
        );
        connection.execute_batch(&format!(
            "CREATE VIEW {view} AS
    SELECT pk, card, name, text FROM texts WHERE language = '{language}';
CREATE VIRTUAL TABLE {search} USING fts5 (
    name, text, content = {view}, content_rowid = 'pk', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO {search} ({search}) VALUES ('rebuild');
INSERT INTO {search} ({search}) VALUES ('optimize');"
        ))?;
    }
    Ok(())
}

fn fill_kingdoms(connection: &Connection, game: &Game, bundle: &Bundle) -> Result<(), Error> {
    for kingdom in &bundle.kingdoms {
        connection.execute(
            "INSERT INTO kingdoms VALUES (?, ?, ?, ?)",
            params![kingdom.id, kingdom.name, kingdom.house_rules, kingdom.total],
        )?;
        for (zone, entries) in &kingdom.zones {
            let values = game
                .kingdom
                .zones
                .get(zone)
                .is_some_and(|zone| zone.by.is_some());
            let table = if values {
                "kingdom_values"
            } else {
                "kingdom_cards"
            };
            fill_zone(connection, table, &kingdom.id, zone, entries)?;
        }
    }
    Ok(())
}

fn fill_zone(
    connection: &Connection,
    table: &str,
    kingdom: &str,
    zone: &str,
    entries: &IndexMap<String, u32>,
) -> Result<(), Error> {
    let mut insert = connection.prepare(&format!("INSERT INTO {table} VALUES (?, ?, ?, ?, ?)"))?;
    for (position, (entry, count)) in (0_i64..).zip(entries) {
        insert.execute(params![kingdom, zone, entry, count, position])?;
    }
    Ok(())
}

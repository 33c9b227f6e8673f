//! The encodings of a bundle hold the same data, and no input breaks a reader.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use cardwright::bundle::{self, Bundle, Encoding, FORMAT_VERSION, ReadError};
use cardwright::card::FieldValue;
use cardwright::effect::ir::{Ability, IR_VERSION};
use cardwright::game::Game;
use cardwright::words::{GameWords, language};
use proptest::prelude::*;
use rusqlite::{Connection, MAIN_DB};

use crate::support::world::world;

fn bundled(id: &str) -> (Game, Bundle) {
    let world = world(id);
    let bundle = bundle::bundle(&world.game, &world.compilation);
    (world.game, bundle)
}

fn encoded(encoding: Encoding, game: &Game, bundle: &Bundle) -> Vec<u8> {
    let encoded = encoding.encode(game, bundle);
    encoded.expect("it can be written").bytes()
}

fn opened(bytes: &[u8]) -> Connection {
    let mut connection = Connection::open_in_memory().expect("a database");
    connection
        .deserialize_read_exact(MAIN_DB, bytes, bytes.len(), false)
        .expect("the bytes are a database");
    connection
}

#[test]
fn message_pack_equals_json() {
    for id in ["card-game", "ccg"] {
        let (game, bundle) = bundled(id);
        let bytes = encoded(Encoding::MessagePack, &game, &bundle);
        let read = bundle::from_msgpack(&bytes).expect("it is read back");
        let json = encoded(Encoding::Json, &game, &bundle);
        assert!(encoded(Encoding::Json, &game, &read) == json, "{id}");
        let again = bundle::from_json(&json).expect("it is read back");
        assert_eq!(encoded(Encoding::MessagePack, &game, &again), bytes, "{id}");
    }
}

/// One line for each card, so that a changed card is a changed line.
#[test]
fn json_has_one_line_per_card() {
    let (game, bundle) = bundled("card-game");
    let json = String::from_utf8(encoded(Encoding::Json, &game, &bundle)).expect("UTF-8");
    let cards = json.lines().skip_while(|line| *line != "  \"cards\": [");
    let cards: Vec<&str> = cards.skip(1).take_while(|line| *line != "  ],").collect();
    assert_eq!(cards.len(), bundle.cards.len());
    for (line, card) in cards.iter().zip(&bundle.cards) {
        let line = line.trim().trim_end_matches(',');
        let read: serde_json::Value = serde_json::from_str(line).expect("a card");
        assert_eq!(read["id"], card.id.as_str());
    }
}

#[test]
fn encoding_is_deterministic() {
    let (game, bundle) = bundled("card-game");
    for encoding in Encoding::ALL {
        let first = encoded(encoding, &game, &bundle);
        assert_eq!(first, encoded(encoding, &game, &bundle), "{encoding:?}");
    }
}

#[test]
fn sqlite_tables_are_consistent() {
    for id in ["card-game", "ccg"] {
        let (game, bundle) = bundled(id);
        let tables = opened(&encoded(Encoding::Sqlite, &game, &bundle));
        let text = |sql: &str| -> String {
            tables
                .query_row(sql, [], |row| row.get(0))
                .expect("an answer")
        };
        assert_eq!(text("PRAGMA integrity_check"), "ok", "{id}");
        let version: u32 = tables
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .expect("an answer");
        assert_eq!(version, FORMAT_VERSION);
        let mut broken = tables.prepare("PRAGMA foreign_key_check").expect("a query");
        assert!(!broken.exists([]).expect("an answer"), "{id}");
        tables
            .execute_batch("INSERT INTO search (search) VALUES ('integrity-check')")
            .unwrap_or_else(|error| panic!("{id}: {error}"));
    }
}

/// Everything about cards and sets, read back from the tables.
#[test]
fn sqlite_equals_json() {
    for id in ["card-game", "ccg"] {
        let (game, bundle) = bundled(id);
        let tables = opened(&encoded(Encoding::Sqlite, &game, &bundle));
        let count = |sql: &str| -> usize {
            tables
                .query_row(sql, [], |row| row.get::<_, u32>(0))
                .expect("an answer") as usize
        };
        for (id, constant) in &bundle.game.constants {
            let kept: (i64, String, Option<String>) = tables
                .query_row(
                    "SELECT value, doc, section FROM constants WHERE id = ?",
                    [id],
                    |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
                )
                .expect("the constant");
            let said = (
                constant.value,
                constant.doc.clone(),
                constant.section.clone(),
            );
            assert_eq!(kept, said, "{id}");
        }
        assert_eq!(count("SELECT count(*) FROM cards"), bundle.cards.len());
        for card in &bundle.cards {
            let (name, of_type, text): (String, String, String) = tables
                .query_row(
                    "SELECT name, type, text FROM cards WHERE id = ?",
                    [card.id.as_str()],
                    |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
                )
                .expect("the card");
            assert_eq!(
                (&*name, &*of_type, &*text),
                (&*card.name, &*card.card_type, &*card.text)
            );
            for (field, value) in card.fields.iter() {
                assert_eq!(
                    stored(&tables, &card.id, field, value),
                    *value,
                    "{}",
                    card.id
                );
            }
            assert_eq!(abilities(&tables, &card.id), *card.abilities, "{}", card.id);
        }
        let fields = bundle
            .cards
            .iter()
            .flat_map(|card| card.fields.iter().map(|(_, value)| value));
        let words: usize = fields
            .clone()
            .map(|value| match value {
                FieldValue::List(words) => words.len(),
                FieldValue::Numbers(numbers) => numbers.len(),
                _ => 0,
            })
            .sum();
        let of_fields: BTreeMap<String, ()> = tables_like(&tables, "cards\\_%");
        let rows: usize = of_fields
            .keys()
            .map(|table| count(&format!("SELECT count(*) FROM \"{table}\"")))
            .sum();
        assert_eq!(rows, words, "{id}");
        for (list, terms) in &bundle.vocabulary.lists {
            let sql = format!("SELECT count(*) FROM \"vocabulary_{list}\"");
            assert_eq!(count(&sql), terms.len(), "{id}: {list}");
        }
        let entries: usize = bundle
            .kingdoms
            .iter()
            .flat_map(|kingdom| kingdom.zones.values())
            .map(|zone| zone.len())
            .sum();
        let sql =
            "SELECT (SELECT count(*) FROM kingdom_cards) + (SELECT count(*) FROM kingdom_values)";
        assert_eq!(count(sql), entries, "{id}");
    }
}

fn tables_like(tables: &Connection, pattern: &str) -> BTreeMap<String, ()> {
    let mut query = tables
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE ? ESCAPE '\\'")
        .expect("a query");
    let names = query.query_map([pattern], |row| row.get(0));
    let names = names
        .expect("an answer")
        .map(|name| (name.expect("a name"), ()));
    names.collect()
}

/// Returns the value of a field in the tables, in the type of the expected value.
fn stored(tables: &Connection, card: &str, field: &str, kind: &FieldValue) -> FieldValue {
    let column = |what: &str| format!("SELECT \"{what}\" FROM cards WHERE id = ?");
    let table = |what: &str| {
        format!("SELECT {what} FROM \"cards_{field}\" WHERE card = ? ORDER BY position")
    };
    match kind {
        FieldValue::Flag(_) => FieldValue::Flag(
            tables
                .query_row(&column(field), [card], |row| row.get(0))
                .expect("a flag"),
        ),
        FieldValue::Number(_) => FieldValue::Number(
            tables
                .query_row(&column(field), [card], |row| row.get(0))
                .expect("a number"),
        ),
        FieldValue::Text(_) => FieldValue::Text(
            tables
                .query_row(&column(field), [card], |row| row.get(0))
                .expect("a text"),
        ),
        FieldValue::Area(_) => {
            let json: String = tables
                .query_row(&column(field), [card], |row| row.get(0))
                .expect("an area");
            FieldValue::Area(Box::new(
                serde_json::from_str(&json).expect("an area as JSON"),
            ))
        }
        FieldValue::Group(_) => {
            let json: String = tables
                .query_row(&column(field), [card], |row| row.get(0))
                .expect("a group");
            serde_json::from_str(&json).expect("a group as JSON")
        }
        FieldValue::List(_) => {
            let mut query = tables.prepare(&table("word")).expect("a table of words");
            let words = query.query_map([card], |row| row.get(0)).expect("words");
            FieldValue::List(words.map(|word| word.expect("a word")).collect())
        }
        FieldValue::Numbers(_) => {
            let mut query = tables
                .prepare(&table("name, number"))
                .expect("a table of numbers");
            let numbers = query
                .query_map([card], |row| {
                    Ok((row.get::<_, String>(0)?.into(), row.get(1)?))
                })
                .expect("numbers");
            FieldValue::Numbers(numbers.map(|pair| pair.expect("a number")).collect())
        }
    }
}

fn abilities(tables: &Connection, card: &str) -> Vec<Ability> {
    let mut query = tables
        .prepare("SELECT ability FROM abilities WHERE card = ? ORDER BY position")
        .expect("a query");
    let found = query
        .query_map([card], |row| row.get::<_, String>(0))
        .expect("abilities");
    found
        .map(|json| serde_json::from_str(&json.expect("a text")).expect("an ability as JSON"))
        .collect()
}

#[test]
fn removed_ids_are_in_every_encoding() {
    let (game, mut bundle) = bundled("ccg");
    let migrations = serde_json::json!({
        "imp": { "change": "withdrawn", "reason": "it was too strong" },
        "old": { "change": "renamed", "to": "new", "reason": "its name" },
        "two": { "change": "merged", "into": "one", "reason": "the same" },
    });
    bundle.migrations = serde_json::from_value(migrations).expect("migrations");
    let bytes = encoded(Encoding::MessagePack, &game, &bundle);
    let read = bundle::from_msgpack(&bytes).expect("it is read back");
    assert_eq!(read.migrations, bundle.migrations);
    let tables = opened(&encoded(Encoding::Sqlite, &game, &bundle));
    let mut query = tables
        .prepare("SELECT id, change, heir, reason FROM migrations ORDER BY id")
        .expect("a query");
    let rows: Vec<(String, String, Option<String>, String)> = query
        .query_map([], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })
        .and_then(Iterator::collect)
        .expect("the rows");
    let row = |id: &str, change: &str, heir: Option<&str>, reason: &str| {
        let heir = heir.map(str::to_owned);
        (id.to_owned(), change.to_owned(), heir, reason.to_owned())
    };
    assert_eq!(
        rows,
        [
            row("imp", "withdrawn", None, "it was too strong"),
            row("old", "renamed", Some("new"), "its name"),
            row("two", "merged", Some("one"), "the same"),
        ]
    );
}

#[test]
fn deck_builder_queries_use_an_index() {
    let (game, bundle) = bundled("card-game");
    let tables = opened(&encoded(Encoding::Sqlite, &game, &bundle));
    let questions = [
        "SELECT * FROM cards WHERE id = 'lich'",
        "SELECT * FROM cards WHERE name = 'LICH' COLLATE NOCASE",
        "SELECT * FROM cards WHERE type = 'unit'",
        "SELECT * FROM cards WHERE faction = 'castle'",
        "SELECT card FROM cards_traits WHERE word = 'undead'",
        "SELECT card FROM cards_cost WHERE name = 'attack' AND number <= 2",
        "SELECT card FROM abilities WHERE heading = 'on_activation'",
        "SELECT kingdom FROM kingdom_cards WHERE card = 'pikeman'",
        "SELECT rowid FROM search WHERE search MATCH 'undead'",
    ];
    for question in questions {
        let mut query = tables
            .prepare(&format!("EXPLAIN QUERY PLAN {question}"))
            .unwrap_or_else(|error| panic!("{question}: {error}"));
        let steps: Vec<String> = query
            .query_map([], |row| row.get(3))
            .and_then(Iterator::collect)
            .expect("a plan");
        for step in steps {
            let indexed = step.starts_with("SEARCH") || step.contains("VIRTUAL TABLE INDEX");
            assert!(indexed, "{question}: {step}");
        }
    }
}

#[test]
fn search_ignores_accents_and_case() {
    let (game, bundle) = bundled("card-game");
    let tables = opened(&encoded(Encoding::Sqlite, &game, &bundle));
    let found: String = tables
        .query_row(
            "SELECT cards.id FROM search JOIN cards ON cards.pk = search.rowid
             WHERE search MATCH 'name:\"bóne DRAGON\"'",
            [],
            |row| row.get(0),
        )
        .expect("a card");
    assert_eq!(found, "bone-dragon");
}

#[test]
fn texts_in_other_languages_are_encoded_and_searched() {
    let world = world("card-game");
    let plain = bundle::bundle(&world.game, &world.compilation);
    let mut translated = plain.clone();
    let spanish = language("es").expect("a language");
    let words = spanish
        .words(&world.game, &GameWords::default())
        .expect("words");
    translated.translate("es", &words, &world.game, &world.compilation);
    let cards = &translated.texts["es"];
    assert_eq!(cards.len(), translated.cards.len());
    let bytes = |encoding: Encoding| {
        encoding
            .encode(&world.game, &translated)
            .expect("a form")
            .bytes()
    };
    let json = bundle::from_json(&bytes(Encoding::Json)).expect("a bundle");
    let msgpack = bundle::from_msgpack(&bytes(Encoding::MessagePack)).expect("a bundle");
    assert_eq!(json.texts, translated.texts);
    assert_eq!(msgpack.texts, translated.texts);
    let tables = opened(&bytes(Encoding::Sqlite));
    let found: i64 = tables
        .query_row(
            "SELECT count(*) FROM texts_es WHERE pk IN
             (SELECT rowid FROM search_es WHERE search_es MATCH 'daño')",
            [],
            |row| row.get(0),
        )
        .expect("a number");
    let with_damage = cards.values().filter(|card| {
        let mut words = card.text.split(|c: char| !c.is_alphabetic());
        words.any(|word| word.eq_ignore_ascii_case("daño"))
    });
    assert!(found > 50 && found == with_damage.count() as i64);
    // Without other languages, there is no trace of them.
    let plain = Encoding::Json.encode(&world.game, &plain).expect("a form");
    let whole: serde_json::Value = serde_json::from_slice(&plain.bytes()).expect("JSON");
    assert_eq!(whole.get("texts"), None);
}

/// Returns a bundle without cards, with these versions.
fn empty(format: u32, ir: u32) -> Vec<u8> {
    let (_, mut bundle) = bundled("ccg");
    bundle.cards.clear();
    bundle.kingdoms.clear();
    bundle.format = format;
    bundle.ir = ir;
    bundle::to_json(&bundle).into_bytes()
}

#[test]
fn unreadable_bundles_are_explained() {
    let whole = empty(FORMAT_VERSION, IR_VERSION);
    assert!(bundle::from_json(&whole).is_ok());
    let error = |bytes: &[u8]| bundle::from_json(bytes).expect_err("an error");
    let later = error(&empty(FORMAT_VERSION + 6, IR_VERSION));
    assert_eq!(
        later.to_string(),
        "it has format version 8, but this cardwright reads version 2"
    );
    // A later format may lack keys of this one.
    assert_eq!(error(br#"{ "format": 8, "ir": 1, "decks": {} }"#), later);
    assert!(matches!(
        error(&empty(FORMAT_VERSION, 9)),
        ReadError::Version {
            what: "IR",
            found: 9,
            ..
        }
    ));
    let cut = whole.len() / 2;
    assert_eq!(
        error(whole.get(..cut).expect("half of it")),
        ReadError::Truncated
    );
    assert_eq!(error(&[&whole[..], b"{}"].concat()), ReadError::Trailing);
    let deep = format!(
        "{{\"cards\":[{{\"id\":\"a\",\"x\":{}",
        "[".repeat(1_000_000)
    );
    assert_eq!(error(deep.as_bytes()), ReadError::TooDeep);
    assert!(matches!(error(b"[1, 2]"), ReadError::NotABundle(_)));
    assert!(matches!(error(b"\xff\xfe"), ReadError::NotABundle(_)));
    assert_eq!(error(b""), ReadError::Truncated);
}

#[test]
fn hostile_message_pack_is_refused() {
    let (game, bundle) = bundled("card-game");
    let whole = encoded(Encoding::MessagePack, &game, &bundle);
    let error = |bytes: &[u8]| bundle::from_msgpack(bytes).expect_err("an error");
    for length in [0, 1, 2, 10, 1000, whole.len() / 2, whole.len() - 1] {
        let part = whole.get(..length).expect("a part of it");
        assert_eq!(error(part), ReadError::Truncated, "{length} bytes");
    }
    assert_eq!(error(&[&whole[..], b"\x00"].concat()), ReadError::Trailing);
    // Endlessly nested arrays.
    let deep = [b"\x86\xa6format".as_slice(), &[0x91; 1_000_000]].concat();
    assert!(matches!(
        error(&deep),
        ReadError::NotABundle(_) | ReadError::TooDeep
    ));
    let unknown = [b"\x82\xa1x".as_slice(), &[0x91; 1_000_000]].concat();
    assert_eq!(error(&unknown), ReadError::TooDeep);
    // Four thousand million missing cards, and a text of that length.
    let many = b"\x81\xa5cards\xdd\xff\xff\xff\xff";
    assert_eq!(error(many), ReadError::Truncated);
    let long = b"\x81\xa5cards\xdb\xff\xff\xff\xff";
    assert!(matches!(
        error(long),
        ReadError::Truncated | ReadError::NotABundle(_)
    ));
    let later = b"\x82\xa6format\x08\xa2ir\x01";
    assert!(matches!(error(later), ReadError::Version { found: 8, .. }));
}

/// A bundle with a few cards, as JSON and as MessagePack.
static SMALL: LazyLock<[(Encoding, Vec<u8>); 2]> = LazyLock::new(|| {
    let (game, mut bundle) = bundled("ccg");
    bundle.cards.truncate(3);
    [Encoding::Json, Encoding::MessagePack]
        .map(|encoding| (encoding, encoded(encoding, &game, &bundle)))
});

proptest! {
    /// With one byte changed, reading gives an error or another bundle, and never panics.
    #[test]
    fn changed_bytes_do_not_panic(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        for (encoding, bytes) in SMALL.iter() {
            let mut bytes = bytes.clone();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let read = match encoding {
                Encoding::Json => bundle::from_json(&bytes),
                _ => bundle::from_msgpack(&bytes),
            };
            if let Err(error) = read {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn random_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(bundle::from_json(&bytes).is_err());
        prop_assert!(bundle::from_msgpack(&bytes).is_err());
    }
}

//! Readers: bundles in each encoding, and their manifest.

use std::sync::LazyLock;

use cardwright::bundle::{self, Bundle, Encoding, FileHash, MANIFEST_FILE, Manifest, ReadError};
use cardwright::effect::ir::Ability;
use cardwright::render::changes;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, Error, MAIN_DB, types::ValueRef};

use super::SHELF;

/// A card for the complete bundle, in addition to those of the shelf.
const CARD: &str =
    "name: Whole\ntype: location\neffect: |\n  Once per round, you may draw a card.\n";

/// A complete bundle with its manifest.
struct Built {
    bundle: Bundle,
    tables: Vec<u8>,
    files: Vec<(&'static str, Vec<u8>)>,
    manifest: Manifest,
}

static BUILT: LazyLock<Built> = LazyLock::new(|| {
    let game = &SHELF.world.game;
    let bundle = bundle::bundle(game, &SHELF.check(CARD).2);
    let files: Vec<(&str, Vec<u8>)> = Encoding::ALL
        .into_iter()
        .map(|encoding| {
            let bytes = encoding.encode(game, &bundle);
            (encoding.file(), bytes.expect("it can be written").bytes())
        })
        .collect();
    let hashes = files.iter();
    let hashes = hashes.map(|(name, bytes)| ((*name).to_owned(), FileHash::of(bytes)));
    let manifest = bundle::manifest(game, &bundle, hashes.collect());
    Built {
        tables: files[2].1.clone(),
        bundle,
        files,
        manifest,
    }
});

pub fn bundle_json(bytes: &[u8]) {
    read_back(bytes, bundle::from_json);
}

pub fn bundle_msgpack(bytes: &[u8]) {
    read_back(bytes, bundle::from_msgpack);
}

/// A readable bundle can be written in every encoding and read back unchanged; an unreadable one has an error.
fn read_back(bytes: &[u8], from: fn(&[u8]) -> Result<Bundle, ReadError>) {
    let bundle = match from(bytes) {
        Ok(bundle) => bundle,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(from(bytes).err(), Some(error), "read twice");
            return;
        }
    };
    let game = &SHELF.world.game;
    let json = bundle::to_json(&bundle);
    let again = bundle::from_json(json.as_bytes());
    let again = again.unwrap_or_else(|error| panic!("not read back: {error}\n{json}"));
    assert_eq!(bundle::to_json(&again), json, "through JSON");
    let packed = Encoding::MessagePack.encode(game, &bundle);
    let again = bundle::from_msgpack(&packed.expect("MessagePack").bytes());
    let again = again.unwrap_or_else(|error| panic!("not read back: {error}\n{json}"));
    assert_eq!(bundle::to_json(&again), json, "through MessagePack");
    let same = bundle::diff::diff(&bundle, &bundle, None);
    assert!(same.is_empty(), "it differs from itself: {same:?}");
    for changes in [
        bundle::diff::diff(&BUILT.bundle, &bundle, Some(game)),
        bundle::diff::diff(&bundle, &BUILT.bundle, Some(game)),
    ] {
        let shown = changes::text(&changes) + &changes::markdown(&changes);
        let obeyed = shown
            .chars()
            .find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
        assert_eq!(
            obeyed, None,
            "a control character is shown as it is:\n{shown:?}"
        );
    }
    // A foreign bundle need not fit the game: then there is an error in place of the tables.
    if let Err(error) = Encoding::Sqlite.encode(game, &bundle) {
        assert!(!error.to_string().is_empty());
    }
}

/// A manifest next to complete files: its errors are reported, and only the original is accepted.
pub fn manifest(bytes: &[u8]) {
    let read = |name: &str| match name {
        MANIFEST_FILE => Some(bytes.to_vec()),
        _ => {
            let mut files = BUILT.files.iter();
            files.find_map(|(file, bytes)| (*file == name).then(|| bytes.clone()))
        }
    };
    let problems = bundle::check(read, Some(&BUILT.manifest));
    assert_eq!(
        bundle::check(read, Some(&BUILT.manifest)),
        problems,
        "checked twice"
    );
    for problem in &problems {
        assert!(!problem.message.is_empty());
    }
    let read_as = serde_json::from_slice::<Manifest>(bytes).ok();
    assert_eq!(
        problems.is_empty(),
        read_as.as_ref() == Some(&BUILT.manifest),
        "{problems:?}"
    );
    // Complete files can belong to other sources.
    let whole = bundle::check(read, None).is_empty();
    assert!(whole || !problems.is_empty(), "not whole, but up to date");
}

/// Bytes as `cards.sqlite`: checked against the manifest, and read as the guide for engines describes, with the care
/// that an untrusted database needs. Complete databases are large, so bytes that do not start like one are patches of
/// a complete one.
pub fn bundle_sqlite(bytes: &[u8]) {
    let changed = match bytes.starts_with(b"SQLite format 3") {
        true => bytes.to_vec(),
        false => changed(&BUILT.tables, bytes),
    };
    let bytes = changed.as_slice();
    let read = |name: &str| match name {
        MANIFEST_FILE => Some(bundle::to_json(&BUILT.manifest).into_bytes()),
        name if name == Encoding::Sqlite.file() => Some(bytes.to_vec()),
        _ => {
            let mut files = BUILT.files.iter();
            files.find_map(|(file, bytes)| (*file == name).then(|| bytes.clone()))
        }
    };
    let problems = bundle::check(read, Some(&BUILT.manifest));
    assert_eq!(problems.is_empty(), bytes == BUILT.tables, "{problems:?}");
    // SQLite decides whether it is a database at all.
    let Ok(found) = tables(bytes) else { return };
    for json in found {
        if let Ok(ability) = serde_json::from_str::<Ability>(&json) {
            let written = serde_json::to_string(&ability).expect("an ability is JSON");
            let again: Ability = serde_json::from_str(&written).expect("it is read back");
            assert_eq!(again, ability, "through JSON");
        }
    }
}

/// Returns a database with patches applied: an offset (three bytes), a length (one), the bytes.
fn changed(tables: &[u8], mut changes: &[u8]) -> Vec<u8> {
    let mut tables = tables.to_vec();
    while let [a, b, c, length, rest @ ..] = changes {
        let at = u32::from_be_bytes([0, *a, *b, *c]) as usize % tables.len();
        let (new, rest) = rest.split_at(usize::from(*length).min(rest.len()));
        for (old, new) in tables[at..].iter_mut().zip(new) {
            *old = *new;
        }
        changes = rest;
    }
    tables
}

/// The number of steps of SQLite's virtual machine that is sufficient for any query here on a complete database.
const STEPS: i32 = 2_000;

/// Reads the abilities of a database and every other table of a bundle.
fn tables(bytes: &[u8]) -> Result<Vec<String>, Error> {
    let mut connection = Connection::open_in_memory()?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.deserialize_read_exact(MAIN_DB, bytes, bytes.len(), true)?;
    connection.execute_batch("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;")?;
    // A page that names itself as its own branch would cause an endless loop.
    let mut calls = 0;
    connection.progress_handler(
        STEPS,
        Some(move || {
            calls += 1;
            calls > 100
        }),
    )?;
    for question in [
        "PRAGMA user_version",
        "PRAGMA quick_check",
        "SELECT * FROM cards",
        "SELECT * FROM kingdom_cards",
        "SELECT * FROM migrations",
        "SELECT cards.id FROM search JOIN cards ON cards.pk = search.rowid WHERE search MATCH 'draw'",
    ] {
        let _ = asked(&connection, question);
    }
    asked(
        &connection,
        "SELECT ability FROM abilities ORDER BY card, position",
    )
}

/// Returns the texts of a query result.
fn asked(connection: &Connection, question: &str) -> Result<Vec<String>, Error> {
    let mut query = connection.prepare(question)?;
    let columns = query.column_count();
    let mut rows = query.query([])?;
    let mut texts = Vec::new();
    while let Some(row) = rows.next()? {
        for column in 0..columns {
            if let ValueRef::Text(text) = row.get_ref(column)? {
                texts.push(String::from_utf8_lossy(text).into_owned());
            }
        }
    }
    Ok(texts)
}

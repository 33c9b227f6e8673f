//! The versions of the bundle and of the IR rise when their shapes change incompatibly. `docs/versioning.md` has the
//! rules; the published shapes are in `schema/versions`.
//!
//! To accept a change that needs no new version, or the shape of a new version, run
//!
//! ```text
//! cargo xtask bless versions
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use cardwright::bundle::{FORMAT_VERSION, to_json};
use cardwright::effect::ir::IR_VERSION;
use cardwright::schema::bundle;
use serde_json::{Map, Value, json};

use crate::support::options;

const COMMAND: &str = "cargo xtask bless versions";

/// The changes that a reader of the shape tolerates without modification.
#[derive(Clone, Copy, PartialEq)]
enum Promise {
    /// Optional keys may be added: a reader that does not know them loses nothing.
    KeysMayCome,
    /// No change: a reader that ignores a part of the meaning plays a different card.
    Nothing,
}

#[test]
fn bundle_version_matches_its_shape() {
    let all = shape(&bundle());
    let meanings = reachable(&all, "Ability");
    keeps(
        "bundle",
        FORMAT_VERSION,
        &without(&all, &meanings),
        Promise::KeysMayCome,
    );
}

#[test]
fn ir_version_matches_its_shape() {
    let all = shape(&bundle());
    let meanings = reachable(&all, "Ability");
    let parts: Map<String, Value> = definitions(&all)
        .filter(|(name, _)| meanings.contains(*name))
        .map(|(name, part)| (name.clone(), part.clone()))
        .collect();
    keeps(
        "ir",
        IR_VERSION,
        &json!({ "$defs": parts }),
        Promise::Nothing,
    );
}

/// The tables that every game has; a reader that names its columns tolerates new ones.
#[test]
fn table_version_matches_the_tables() {
    let now = include_str!("../../src/bundle/tables.sql");
    let path = format!("schema/versions/tables-{FORMAT_VERSION}.sql");
    let given_out = fs::read_to_string(full(&path)).ok();
    if let Some(given_out) = &given_out {
        let gone = gone_lines(given_out, now);
        assert!(
            gone.is_empty(),
            "version {FORMAT_VERSION} of the tables had:\n{}\nraise FORMAT_VERSION, then run: {COMMAND}",
            gone.join("\n")
        );
    }
    take_over(&path, given_out, now);
}

/// Returns the columns, indexes and tables that were removed.
fn gone_lines<'b>(before: &'b str, now: &str) -> Vec<&'b str> {
    let lines = |text: &'_ str| -> Vec<String> {
        let lines = text.lines().map(|line| line.trim().trim_end_matches(','));
        lines.map(str::to_owned).collect()
    };
    let now = lines(now);
    let counts = |line: &str| !line.is_empty() && !line.starts_with("--");
    let is_there = |line: &str| now.iter().any(|known| known == line);
    before
        .lines()
        .map(|line| line.trim().trim_end_matches(','))
        .filter(|line| counts(line) && !is_there(line))
        .collect()
}

#[test]
fn removed_columns_differ_from_added_columns() {
    let before = "CREATE TABLE a (\n    id TEXT PRIMARY KEY,\n    -- its name\n    name TEXT NOT NULL\n) STRICT;";
    let more = before.replace("NOT NULL", "NOT NULL,\n    size INTEGER");
    assert_eq!(gone_lines(before, &more), [""; 0]);
    assert_eq!(
        gone_lines(before, &before.replace("-- its name", "")),
        [""; 0]
    );
    assert_eq!(gone_lines(&more, before), ["size INTEGER"]);
    let other = before.replace("name TEXT", "name ANY");
    assert_eq!(gone_lines(before, &other), ["name TEXT NOT NULL"]);
}

fn full(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Writes a shape when blessing; otherwise compares it with the published one.
fn take_over(path: &str, given_out: Option<String>, now: &str) {
    if given_out.as_deref() == Some(now) {
        return;
    }
    let blessing = options::blessing();
    assert!(blessing, "{path} is stale; run: {COMMAND}");
    let full = full(path);
    fs::create_dir_all(full.parent().expect("a folder")).expect("a folder can be made");
    fs::write(full, now).expect("a shape can be written");
}

fn keeps(name: &str, version: u32, now: &Value, promise: Promise) {
    let path = format!("schema/versions/{name}-{version}.json");
    let given_out = fs::read_to_string(full(&path)).ok();
    if let Some(given_out) = &given_out {
        let before: Value = serde_json::from_str(given_out).expect("a shape is JSON");
        let breaking = breaking(&before, now, promise);
        assert!(
            breaking.is_empty(),
            "version {version} of the {name} had a different shape:\n{}\nraise its version, then run: {COMMAND}",
            breaking.join("\n")
        );
    }
    take_over(&path, given_out, &to_json(now));
}

/// Returns a schema without its descriptions.
fn shape(schema: &Value) -> Value {
    match schema {
        Value::Object(parts) => {
            let parts = parts.iter().filter(|(key, value)| {
                let words = ["description", "title"].contains(&key.as_str()) && value.is_string();
                !words && !["$schema", "$id"].contains(&key.as_str())
            });
            let parts = parts.map(|(key, value)| (key.clone(), shape(value)));
            Value::Object(parts.collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(shape).collect()),
        other => other.clone(),
    }
}

fn definitions(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["$defs"].as_object().into_iter().flatten()
}

/// Returns the names of the definitions that one needs, including itself.
fn reachable(schema: &Value, from: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(name) = open.pop() {
        if all.insert(name.clone()) {
            references(&schema["$defs"][&name], &mut open);
        }
    }
    all
}

fn references(schema: &Value, into: &mut Vec<String>) {
    match schema {
        Value::Object(parts) => {
            if let Some(name) = parts.get("$ref").and_then(Value::as_str) {
                into.extend(name.strip_prefix("#/$defs/").map(str::to_owned));
            }
            parts.values().for_each(|part| references(part, into));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, into)),
        _ => {}
    }
}

fn without(schema: &Value, names: &BTreeSet<String>) -> Value {
    let mut schema = schema.clone();
    if let Some(parts) = schema["$defs"].as_object_mut() {
        parts.retain(|name, _| !names.contains(name));
    }
    schema
}

/// Returns the changes that a reader of the old shape does not understand.
fn breaking(before: &Value, now: &Value, promise: Promise) -> Vec<String> {
    let mut found = Vec::new();
    compare("", before, now, promise, &mut found);
    found
}

fn compare(at: &str, before: &Value, now: &Value, promise: Promise, found: &mut Vec<String>) {
    match (before, now) {
        (Value::Object(before), Value::Object(now)) => {
            let may_come = |key: &str| {
                let of_keys = at.ends_with("/properties") && promise == Promise::KeysMayCome;
                // A definition that nothing needed before is needed by a new one.
                of_keys || at.ends_with("/$defs") || (at.is_empty() && key == "$defs")
            };
            for (key, value) in now {
                match before.get(key) {
                    Some(old) => {
                        compare(&format!("{at}/{key}"), old, value, promise, found);
                    }
                    None if may_come(key) => {}
                    None => found.push(format!("{at}/{key} came")),
                }
            }
            for key in before.keys().filter(|key| !now.contains_key(*key)) {
                found.push(format!("{at}/{key} went"));
            }
        }
        // A writer may add to what it promises, but not remove.
        (Value::Array(before), Value::Array(now))
            if at.ends_with("/required") && promise == Promise::KeysMayCome =>
        {
            for key in before.iter().filter(|key| !now.contains(key)) {
                found.push(format!("{at}: {key} may be missing now"));
            }
        }
        (Value::Array(before), Value::Array(now)) => {
            if before.len() != now.len() {
                found.push(format!(
                    "{at} has {} instead of {}",
                    now.len(),
                    before.len()
                ));
            }
            for (number, (before, now)) in before.iter().zip(now).enumerate() {
                compare(&format!("{at}/{number}"), before, now, promise, found);
            }
        }
        _ if before != now => found.push(format!("{at} was {before} and is {now}")),
        _ => {}
    }
}

/// Each kind of change, and whether it breaks the promise of the bundle and that of the IR.
#[test]
fn breaking_changes_are_detected() {
    let before = json!({
        "type": "object",
        "properties": { "id": { "type": "string" }, "side": { "$ref": "#/$defs/Side" } },
        "required": ["id"],
        "$defs": { "Side": { "oneOf": [{ "const": "friendly" }, { "const": "enemy" }] } },
    });
    let change = |path: &str, value: Value| {
        let mut now = before.clone();
        match path.rsplit_once('/') {
            Some((parent, key)) => now.pointer_mut(parent).expect("a part")[key] = value,
            None => panic!("{path} is not a path"),
        }
        now
    };
    let mut went = before.clone();
    went["properties"]
        .as_object_mut()
        .expect("keys")
        .remove("side");
    for (what, now, bundle, ir) in [
        ("nothing", before.clone(), false, false),
        (
            "words",
            change("/properties/id/description", json!("an id")),
            false,
            false,
        ),
        (
            "a key that may be there",
            change("/properties/new", json!({ "type": "string" })),
            false,
            true,
        ),
        (
            "a key that is there now",
            change("/required", json!(["id", "side"])),
            false,
            true,
        ),
        (
            "a key that may be missing",
            change("/required", json!([])),
            true,
            true,
        ),
        ("a key that went", went, true, true),
        (
            "another type",
            change("/properties/id/type", json!("integer")),
            true,
            true,
        ),
        (
            "a new word",
            change(
                "/$defs/Side/oneOf",
                json!([{ "const": "friendly" }, { "const": "enemy" }, { "const": "own" }]),
            ),
            true,
            true,
        ),
        (
            "another word",
            change("/$defs/Side/oneOf/1/const", json!("hostile")),
            true,
            true,
        ),
        (
            "an unused part",
            change("/$defs/New", json!({ "type": "string" })),
            false,
            false,
        ),
    ] {
        let breaks = |promise| !breaking(&before, &shape(&now), promise).is_empty();
        assert_eq!(breaks(Promise::KeysMayCome), bundle, "bundle: {what}");
        assert_eq!(breaks(Promise::Nothing), ir, "IR: {what}");
    }
}

//! Outlines describe the meaning of texts in plain words. After an intended change:
//!
//! ```text
//! cargo xtask bless outline
//! ```

use std::collections::{BTreeMap, BTreeSet};

use cardwright::effect::ir::Ability;
use cardwright::effect::{self, Bearer};
use cardwright::symbols::Symbols;
use serde_json::Value;

use crate::support::table::{self, Example};
use crate::support::world::card_game;
use crate::support::{options, root};

const CASES: &str = "tests/outline/cases.txt";

/// The keys of the IR that hold the kind of a node.
const KINDS: [&str; 15] = [
    "amount",
    "condition",
    "count",
    "deed",
    "direction",
    "do",
    "effect",
    "event",
    "occasion",
    "permission",
    "place",
    "placement",
    "select",
    "superlative",
    "until",
];

/// Parses a table: `@` and a card type, then `>` and the lines of a text, then its outline. Returns the table with
/// the current outlines.
fn blessed(table: &str, mut outline: impl FnMut(&str, &str) -> String) -> String {
    let mut card_type = "";
    let mut result = String::new();
    let mut text: Vec<&str> = Vec::new();
    let mut lines = table.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(line) = line.strip_prefix("> ") {
            text.push(line);
        } else if let Some(name) = line.strip_prefix("@ ") {
            card_type = name;
        } else if !line.starts_with('#') && !line.is_empty() {
            continue;
        }
        result.push_str(line);
        result.push('\n');
        if !text.is_empty() && !lines.peek().is_some_and(|next| next.starts_with("> ")) {
            result.push_str(&outline(card_type, &text.join("\n")));
            text.clear();
        }
    }
    result
}

fn read(card_type: &str, text: &str, symbols: &Symbols<'_>) -> (Vec<Ability>, String) {
    let bearer = Bearer {
        card_type,
        ..Bearer::default()
    };
    let (abilities, found) = effect::compile(text, &bearer, symbols);
    assert!(found.is_empty(), "{text}: {}", found[0].message);
    let outline = effect::outline(&abilities, &bearer, symbols);
    (abilities, outline)
}

#[test]
fn outlines_match_the_table() {
    let world = card_game();
    let symbols = world.symbols();
    let path = root().join(CASES);
    let table = std::fs::read_to_string(&path).expect(CASES);
    let now = blessed(&table, |card_type, text| read(card_type, text, &symbols).1);
    if options::blessing() {
        std::fs::write(&path, &now).expect("a file can be written");
        return;
    }
    let first = table
        .lines()
        .zip(now.lines())
        .position(|(old, new)| old != new);
    if let Some(at) = first {
        panic!(
            "{CASES}:{}\n  it says {:?}\n  it is   {:?}\nif that is meant, run: cargo xtask bless outline",
            at + 1,
            table.lines().nth(at),
            now.lines().nth(at)
        );
    }
    assert_eq!(table, now);
}

#[test]
fn different_texts_have_different_outlines() {
    let world = card_game();
    let symbols = world.symbols();
    let mut seen: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut alike = Vec::new();
    for Example {
        card_type, text, ..
    } in table::examples()
    {
        let (_, outline) = read(&card_type, &text, &symbols);
        if let Some(other) = seen.insert((card_type, outline.clone()), text.clone()) {
            alike.push(format!("{other}\n{text}\n{outline}"));
        }
    }
    assert!(seen.len() > 100);
    assert!(alike.is_empty(), "{}", alike.join("\n"));
}

#[test]
fn table_covers_every_kind_of_node() {
    let world = card_game();
    let symbols = world.symbols();
    let table = std::fs::read_to_string(root().join(CASES)).expect(CASES);
    let mut shown = BTreeSet::new();
    let mut cases = 0;
    blessed(&table, |card_type, text| {
        let (abilities, outline) = read(card_type, text, &symbols);
        let ir = serde_json::to_value(&abilities).expect("IR is JSON");
        collect(&ir, &mut |kind, value| {
            if let Some(name) = value.as_str() {
                shown.insert((kind.to_owned(), name.to_owned()));
            }
        });
        cases += 1;
        outline
    });
    assert!(cases >= 60, "{cases} cases");
    let schema = serde_json::to_value(schemars::schema_for!(Ability)).expect("a schema is JSON");
    let mut missing = Vec::new();
    let mut known = 0;
    collect(&schema, &mut |kind, value| {
        if let Some(name) = value["const"].as_str() {
            known += 1;
            if !shown.contains(&(kind.to_owned(), name.to_owned())) {
                missing.push(format!("{kind}: {name}"));
            }
        }
    });
    assert!(known > 150, "{known} kinds of nodes");
    assert!(
        missing.is_empty(),
        "without a case:\n{}",
        missing.join("\n")
    );
}

/// Collects every value of one of [`KINDS`].
fn collect(value: &Value, found: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                if KINDS.contains(&key.as_str()) {
                    found(key, inner);
                }
                collect(inner, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

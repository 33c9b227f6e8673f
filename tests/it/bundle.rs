//! The bundle fits its schema, can be read by the types that wrote it, and is complete.

use std::collections::BTreeSet;

use cardwright::bundle::{self, Bundle};
use cardwright::effect::{self, Bearer, ir::Ability};
use serde_json::{Value, json};

use crate::support::root;
use crate::support::world::{without_spans, world};

fn schema() -> Value {
    let path = root().join("schema/bundle.schema.json");
    let text = std::fs::read_to_string(path).expect("the schema is committed");
    serde_json::from_str(&text).expect("the schema is JSON")
}

#[test]
fn shipped_bundles_fit_the_schema_and_are_read_back() {
    let validator = jsonschema::validator_for(&schema()).expect("a valid schema");
    for id in ["card-game", "ccg"] {
        let world = world(id);
        let written = bundle::to_json(&bundle::bundle(&world.game, &world.compilation));
        let value: Value = serde_json::from_str(&written).expect("a bundle is JSON");
        let wrong: Vec<String> = validator
            .iter_errors(&value)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(wrong.is_empty(), "{id}: {wrong:#?}");
        let read: Bundle = serde_json::from_str(&written).expect("a bundle is read back");
        assert_eq!(bundle::to_json(&read), written, "{id}");
    }
}

/// The schema rejects an unknown key and a `null` in every kind of node.
#[test]
fn the_schema_refuses_keys_that_the_ir_does_not_have() {
    let validator = jsonschema::validator_for(&schema()).expect("a valid schema");
    let world = world("card-game");
    let bundle = bundle::bundle(&world.game, &world.compilation);
    let mut bundle = serde_json::to_value(&bundle).expect("a bundle is JSON");
    let cards = bundle["cards"].take();
    let mut seen = BTreeSet::new();
    for card in cards.as_array().expect("cards") {
        for place in new_nodes(&card["abilities"], &mut seen) {
            for (key, value) in [
                ("extra", json!(1)),
                ("span", json!(null)),
                ("effects", json!(null)),
            ] {
                let mut card = card.clone();
                let node = card["abilities"].pointer_mut(&place).expect("a node");
                node[key] = value;
                bundle["cards"] = json!([card]);
                assert!(!validator.is_valid(&bundle), "{place} with {key}: {card}");
            }
        }
    }
    assert!(seen.len() > 200, "{} kinds of nodes", seen.len());
}

/// Returns the paths of nodes whose shape (their keys and words) was not seen before.
fn new_nodes(abilities: &Value, seen: &mut BTreeSet<String>) -> Vec<String> {
    let mut places = Vec::new();
    let mut open = vec![(String::new(), abilities)];
    while let Some((place, value)) = open.pop() {
        match value {
            Value::Object(node) => {
                let kind = node.iter().map(|(key, value)| match value.as_str() {
                    Some(word) => format!("{key}: {word}"),
                    None => key.clone(),
                });
                if seen.insert(kind.collect::<Vec<_>>().join(", ")) {
                    places.push(place.clone());
                }
                open.extend(
                    node.iter()
                        .map(|(key, value)| (format!("{place}/{key}"), value)),
                );
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(at, value)| (format!("{place}/{at}"), value)));
            }
            _ => {}
        }
    }
    places
}

#[test]
fn the_schema_refuses_other_versions() {
    let validator = jsonschema::validator_for(&schema()).expect("a valid schema");
    let world = world("ccg");
    let bundle = bundle::bundle(&world.game, &world.compilation);
    for key in ["format", "ir"] {
        let mut other = serde_json::to_value(&bundle).expect("a bundle is JSON");
        assert!(validator.is_valid(&other));
        other[key] = json!(99);
        assert!(!validator.is_valid(&other), "{key}");
    }
}

#[test]
fn a_bundle_holds_every_card_and_set_and_no_text_to_interpret() {
    let world = world("card-game");
    let written = bundle::to_json(&bundle::bundle(&world.game, &world.compilation));
    let value: Value = serde_json::from_str(&written).expect("a bundle is JSON");
    let cards = value["cards"].as_array().expect("cards");
    let ids: Vec<&str> = cards
        .iter()
        .filter_map(|card| card["id"].as_str())
        .collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    assert_eq!(ids, sorted, "in the order of their ids");
    assert_eq!(ids.len(), world.compilation.cards.len());
    assert!(ids.len() >= 100);
    assert_eq!(value["kingdoms"].as_array().map(Vec::len), Some(3));
    // Every string in the IR is an id or a word of the contract, and contains no space.
    for card in cards {
        strings(&card["abilities"], &mut |text| {
            assert!(!text.contains(' '), "{}: \"{text}\" is prose", card["id"]);
        });
    }
}

fn strings(value: &Value, seen: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => seen(text),
        Value::Array(items) => items.iter().for_each(|item| strings(item, seen)),
        Value::Object(entries) => entries.values().for_each(|value| strings(value, seen)),
        _ => {}
    }
}

#[test]
fn bundle_spans_match_its_texts() {
    let world = world("card-game");
    let symbols = world.symbols();
    for card in world.compilation.cards.values() {
        let bearer = world.bearer(&card.source);
        let (again, found) = effect::compile(&card.text, &bearer, &symbols);
        if card.abilities.is_empty() {
            continue;
        }
        assert!(found.is_empty(), "{}", card.source.id);
        let json = |abilities: &[Ability]| serde_json::to_string(abilities).expect("IR is JSON");
        assert_eq!(json(&again), json(&card.abilities), "{}", card.source.id);
    }
}

#[test]
fn equal_meanings_have_equal_ir_without_spans() {
    let world = world("card-game");
    let symbols = world.symbols();
    let bearer = Bearer {
        card_type: "spell",
        ..Bearer::default()
    };
    let ir = |text: &str| {
        let (abilities, found) = effect::compile(text, &bearer, &symbols);
        assert!(found.is_empty(), "{text}: {found:?}");
        let value = serde_json::to_value(&abilities).expect("IR is JSON");
        let read: Vec<Ability> = serde_json::from_value(value.clone()).expect("IR is read back");
        assert_eq!(read, abilities, "{text}");
        without_spans(value)
    };
    assert_eq!(
        ir("Deal 2 damage to an enemy unit."),
        ir("  DEAL   two damage to an opposing unit.")
    );
    assert_ne!(
        ir("Deal 2 damage to an enemy unit."),
        ir("Deal 2 damage to each enemy unit.")
    );
}

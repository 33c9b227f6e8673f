//! What a document of these versions is sure of beyond the shapes of the types: its numbers, and that a node of the IR
//! has no other keys.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::bundle::FORMAT_VERSION;
use crate::effect::ir::IR_VERSION;

/// The schema of a document that names both versions, with their numbers in it.
pub(super) fn of_these_versions(mut schema: Value) -> Value {
    for (key, version) in [("format", FORMAT_VERSION), ("ir", IR_VERSION)] {
        let property = schema.pointer_mut(&format!("/properties/{key}"));
        if let Some(Value::Object(keys)) = property {
            keys.insert("const".to_owned(), version.into());
        }
    }
    schema
}

/// The schema, in which whatever an ability is made of is closed: a reader that passes over a part of an ability plays
/// another card, so no key may come, and what is absent is not there as `null`.
pub(super) fn closed(mut schema: Value) -> Value {
    let mut open = vec!["Ability".to_owned()];
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        let definition = schema.pointer_mut(&format!("/$defs/{name}"));
        let Some(definition) = definition.filter(|_| seen.insert(name)) else {
            continue;
        };
        references(definition, &mut open);
        without_null(definition);
        let of_objects = is_of_objects(definition);
        if let (Value::Object(keys), true) = (definition, of_objects) {
            // `additionalProperties` would not see the keys of the variants, which stand beside those of all of them.
            keys.insert("unevaluatedProperties".to_owned(), false.into());
        }
    }
    schema
}

/// Whether it describes a node, not a word.
fn is_of_objects(schema: &Value) -> bool {
    let variants = schema["oneOf"].as_array().into_iter().flatten();
    schema["type"] == "object"
        || variants
            .into_iter()
            .any(|variant| variant["type"] == "object")
}

/// The names of the definitions that a schema refers to.
fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(keys) => {
            let name = keys.get("$ref").and_then(Value::as_str);
            let name = name.and_then(|name| name.strip_prefix("#/$defs/"));
            found.extend(name.map(str::to_owned));
            keys.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

/// Takes `null` from what may be one thing or nothing.
fn without_null(schema: &mut Value) {
    match schema {
        Value::Object(keys) => {
            if let Some(only) = keys.get("type").and_then(but_null) {
                keys.insert("type".to_owned(), only);
            }
            if let Some(Value::Object(only)) = keys.get("anyOf").and_then(but_null) {
                keys.remove("anyOf");
                keys.extend(only);
            }
            keys.values_mut().for_each(without_null);
        }
        Value::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}

/// The one of two alternatives that is not `null`: a type, or a schema.
fn but_null(alternatives: &Value) -> Option<Value> {
    let alternatives = alternatives.as_array()?;
    let is_null = |one: &&Value| **one == "null" || one["type"] == "null";
    let mut others = alternatives.iter().filter(|one| !is_null(one));
    match (others.next(), others.next()) {
        (Some(only), None) if alternatives.len() == 2 => Some(only.clone()),
        _ => None,
    }
}

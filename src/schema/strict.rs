//! Constraints of the current versions that the types do not express: the version numbers, and that
//! nodes of the IR have no unknown keys.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::bundle::FORMAT_VERSION;
use crate::effect::ir::IR_VERSION;

/// Sets the version numbers in the schema of a document that names them.
pub(super) fn of_these_versions(mut schema: Value) -> Value {
    for (key, version) in [("format", FORMAT_VERSION), ("ir", IR_VERSION)] {
        let property = schema.pointer_mut(&format!("/properties/{key}"));
        if let Some(Value::Object(keys)) = property {
            keys.insert("const".to_owned(), version.into());
        }
    }
    schema
}

/// Forbids unknown keys in all definitions that an ability refers to, because a reader that ignores
/// part of an ability plays a different card. Also forbids `null` for absent values.
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
            // `additionalProperties` would forbid the keys of variants, which are in a subschema
            // next to the shared keys.
            keys.insert("unevaluatedProperties".to_owned(), false.into());
        }
    }
    schema
}

/// Returns whether the schema describes a node, not a word.
fn is_of_objects(schema: &Value) -> bool {
    let variants = schema["oneOf"].as_array().into_iter().flatten();
    schema["type"] == "object"
        || variants
            .into_iter()
            .any(|variant| variant["type"] == "object")
}

/// Collects the names of the definitions that a schema refers to.
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

/// Removes `null` from optional values.
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

/// Returns the alternative that is not `null`, if there are two: a type, or a schema.
fn but_null(alternatives: &Value) -> Option<Value> {
    let alternatives = alternatives.as_array()?;
    let is_null = |one: &&Value| **one == "null" || one["type"] == "null";
    let mut others = alternatives.iter().filter(|one| !is_null(one));
    match (others.next(), others.next()) {
        (Some(only), None) if alternatives.len() == 2 => Some(only.clone()),
        _ => None,
    }
}

//! The possible contents of the IR, and which of them occur.
//!
//! The JSON Schema of the IR lists what is possible: variants, words, values of flags, and optional fields. The IR of
//! the texts is walked in parallel, and everything that occurs is removed from the list.

use std::collections::BTreeSet;

use cardwright::effect::ir::Ability;
use serde_json::{Map, Value};

/// The possible contents, each as a path: the type, the variant, the field, the value.
pub type Possible = BTreeSet<String>;

struct Schema {
    root: Value,
}

impl Schema {
    fn of_abilities() -> Self {
        let root = serde_json::to_value(schemars::schema_for!(Ability)).expect("a schema is JSON");
        Schema { root }
    }

    fn resolved<'s>(&'s self, name: &'s str, schema: &'s Value) -> (&'s str, &'s Value) {
        match schema["$ref"].as_str() {
            Some(to) => {
                let name = to.rsplit('/').next().unwrap_or(to);
                let found = match to {
                    "#" => &self.root,
                    _ => &self.root["$defs"][name],
                };
                assert!(found.is_object(), "{to}");
                (if to == "#" { "Ability" } else { name }, found)
            }
            None => (name, schema),
        }
    }

    /// Returns everything that is possible.
    fn possible(&self) -> Possible {
        let mut possible = Possible::new();
        let mut visited = BTreeSet::new();
        self.collect("Ability", &self.root, &mut visited, &mut possible);
        possible
    }

    fn collect(
        &self,
        name: &str,
        schema: &Value,
        visited: &mut BTreeSet<String>,
        possible: &mut Possible,
    ) {
        if schema["$ref"].is_string() {
            let (name, schema) = self.resolved(name, schema);
            if visited.insert(name.to_owned()) {
                self.collect(name, schema, visited, possible);
            }
            return;
        }
        for one in alternatives(schema) {
            let tagged = tagged(name, one);
            if tagged != name {
                possible.insert(tagged.clone());
            }
            self.collect(&tagged, one, visited, possible);
        }
        for word in words(schema) {
            possible.insert(format!("{name}: {word}"));
        }
        if let Some(items) = schema.get("items") {
            self.collect(name, items, visited, possible);
        }
        for (key, field) in properties(schema) {
            if key == "span" || field["const"].is_string() {
                continue;
            }
            let path = format!("{name}.{key}");
            let optional = !is_required(schema, key);
            if optional {
                possible.insert(format!("{path}: absent"));
                possible.insert(format!("{path}: present"));
            } else if field["type"] == "boolean" {
                possible.insert(format!("{path}: true"));
                possible.insert(format!("{path}: false"));
            }
            self.collect(&path, field, visited, possible);
        }
    }

    /// Removes everything that occurs in a value.
    fn walk(&self, name: &str, schema: &Value, value: &Value, met: &mut Possible) {
        let (name, schema) = self.resolved(name, schema);
        for one in alternatives(schema) {
            if !self.fits(one, value) {
                continue;
            }
            let name = tagged(name, one);
            met.insert(name.clone());
            self.walk(&name, one, value, met);
        }
        if let Some(word) = value.as_str()
            && words(schema).any(|one| one == word)
        {
            met.insert(format!("{name}: {word}"));
        }
        if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
            for value in values {
                self.walk(name, items, value, met);
            }
        }
        for (key, field) in properties(schema) {
            let path = format!("{name}.{key}");
            match value.get(key) {
                None => {
                    met.insert(format!("{path}: absent"));
                }
                Some(inner) => {
                    met.insert(format!("{path}: present"));
                    if let Some(flag) = inner.as_bool() {
                        met.insert(format!("{path}: {flag}"));
                    }
                    self.walk(&path, field, inner, met);
                }
            }
        }
    }

    /// Returns whether a value can be that alternative, by its tag or its kind.
    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let (_, schema) = self.resolved("", schema);
        if let Some(tag) = schema["const"].as_str() {
            return value.as_str() == Some(tag);
        }
        if words(schema).next().is_some() {
            return value
                .as_str()
                .is_some_and(|word| words(schema).any(|one| one == word));
        }
        if schema["type"] == "null" {
            return value.is_null();
        }
        let nested = alternatives(schema).count();
        properties(schema).all(|(key, field)| match field["const"].as_str() {
            Some(tag) => value[key].as_str() == Some(tag),
            None => true,
        }) && required(schema).all(|key| value.get(key).is_some())
            && (nested == 0 || alternatives(schema).any(|one| self.fits(one, value)))
    }
}

/// Returns the name of a type with the tag of a variant: `Action.do=draw`.
fn tagged(name: &str, schema: &Value) -> String {
    if let Some(word) = schema["const"].as_str() {
        return format!("{name}={word}");
    }
    match properties(schema).find_map(|(key, field)| Some((key, field["const"].as_str()?))) {
        Some((key, tag)) => format!("{name}.{key}={tag}"),
        None => name.to_owned(),
    }
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    ["oneOf", "anyOf", "allOf"]
        .into_iter()
        .filter_map(|key| schema[key].as_array())
        .flatten()
}

fn words(schema: &Value) -> impl Iterator<Item = &str> {
    schema["enum"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

fn properties(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    schema["properties"]
        .as_object()
        .into_iter()
        .flat_map(Map::iter)
        .map(|(key, field)| (key.as_str(), field))
}

fn required(schema: &Value) -> impl Iterator<Item = &str> {
    schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

fn is_required(schema: &Value, key: &str) -> bool {
    required(schema).any(|one| one == key)
}

fn met<'t>(abilities: impl Iterator<Item = &'t [Ability]>, schema: &Schema) -> Possible {
    let mut met = Possible::new();
    for ability in abilities.flatten() {
        let value = serde_json::to_value(ability).expect("IR is JSON");
        schema.walk("Ability", &schema.root, &value, &mut met);
    }
    met
}

/// Returns the possible contents that occur in none of these abilities.
pub fn missing<'t>(abilities: impl Iterator<Item = &'t [Ability]>) -> (usize, Vec<String>) {
    let schema = Schema::of_abilities();
    let possible = schema.possible();
    let met = met(abilities, &schema);
    (possible.len(), possible.difference(&met).cloned().collect())
}

//! The variants of the IR: what a text can mean, and what occurs in an ability.

use std::collections::BTreeSet;

use cardwright_play::table::NOT_PLAYED;
use serde_json::Value;

use crate::effect::ir::Ability;

/// The types whose nodes are traced by themselves.
const NODES: [&str; 10] = [
    "Ability",
    "Amount",
    "Condition",
    "Effect",
    "Event",
    "Filter",
    "Heading",
    "Place",
    "Reference",
    "Selector",
];

/// The variants of the IR, by the JSON Schema of an ability.
pub(super) struct Variants {
    schema: Value,
}

impl Variants {
    pub fn new() -> Self {
        Variants {
            schema: schemars::schema_for!(Ability).to_value(),
        }
    }

    /// Every variant that the engine plays, as the name of its type, its tag and its value: `Effect do: draw`; of a word, `Side: friendly`.
    pub fn all(&self) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        let types = self.schema.get("$defs").and_then(Value::as_object);
        for (name, schema) in types.into_iter().flatten() {
            variants(name, schema, &mut all);
        }
        all.retain(|variant| !NOT_PLAYED.contains(&variant.as_str()));
        all
    }

    /// The values of the tag of a type.
    pub fn of_type(&self, name: &str, tag: &str) -> Vec<String> {
        let head = format!("{name} {tag}: ");
        let all = self.all();
        let of = all.iter().filter_map(|variant| variant.strip_prefix(&head));
        of.map(str::to_owned).collect()
    }

    /// Adds the variants of a node of a type, without those of the nodes in it.
    pub fn of_node(&self, name: &str, value: &Value, found: &mut BTreeSet<String>) {
        let types = self.schema.get("$defs").and_then(Value::as_object);
        let own = types.and_then(|types| types.get_key_value(name));
        if let Some((name, schema)) = own {
            self.within(name, schema, value, found);
        }
    }

    /// Follows a schema and a value in parallel, up to the next node.
    fn walk(&self, name: &str, schema: &Value, value: &Value, found: &mut BTreeSet<String>) {
        let (name, inner) = self.resolved(name, schema);
        if std::ptr::eq(inner, schema) || !NODES.contains(&name) {
            self.within(name, inner, value, found);
        }
    }

    fn within(&self, name: &str, schema: &Value, value: &Value, found: &mut BTreeSet<String>) {
        if let Some(word) = value
            .as_str()
            .filter(|word| words(schema).any(|one| one == *word))
        {
            found.insert(format!("{name}: {word}"));
        }
        for alternative in alternatives(schema) {
            match tag(alternative) {
                Some((key, of)) if value.get(key).and_then(Value::as_str) == Some(of) => {
                    found.insert(format!("{name} {key}: {of}"));
                    self.within(name, alternative, value, found);
                }
                Some(_) => {}
                None if alternative.get("$ref").is_some() => {
                    self.walk(name, alternative, value, found);
                }
                None => self.within(name, alternative, value, found),
            }
        }
        if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
            for value in values {
                self.walk(name, items, value, found);
            }
        }
        let fields = schema.get("properties").and_then(Value::as_object);
        for (key, field) in fields.into_iter().flatten() {
            // A constant is the tag of its variant.
            let inner = value.get(key).filter(|_| field.get("const").is_none());
            if let Some(value) = inner {
                self.walk(name, field, value, found);
            }
        }
    }

    fn resolved<'s>(&'s self, name: &'s str, schema: &'s Value) -> (&'s str, &'s Value) {
        let Some(to) = schema.get("$ref").and_then(Value::as_str) else {
            return (name, schema);
        };
        let name = to.rsplit('/').next().unwrap_or(to);
        match self.schema.get("$defs").and_then(|types| types.get(name)) {
            Some(found) => (name, found),
            None => ("", &self.schema),
        }
    }
}

/// Adds the variants of a type.
fn variants(name: &str, schema: &Value, all: &mut BTreeSet<String>) {
    all.extend(words(schema).map(|word| format!("{name}: {word}")));
    for alternative in alternatives(schema) {
        if let Some((key, value)) = tag(alternative) {
            all.insert(format!("{name} {key}: {value}"));
        }
        // A variant can hold the variants of another type, such as those of actions.
        variants(name, alternative, all);
    }
}

/// The words that a type without fields can be.
fn words(schema: &Value) -> impl Iterator<Item = &str> {
    let listed = schema.get("enum").and_then(Value::as_array);
    let single = schema.get("const").into_iter();
    listed
        .into_iter()
        .flatten()
        .chain(single)
        .filter_map(Value::as_str)
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    let lists = ["oneOf", "anyOf", "allOf"].into_iter();
    lists
        .filter_map(|key| schema.get(key)?.as_array())
        .flatten()
}

/// The key and the value that tell a variant from the others.
fn tag(schema: &Value) -> Option<(&str, &str)> {
    let fields = schema.get("properties")?.as_object()?;
    let mut tags = fields.iter();
    tags.find_map(|(key, field)| Some((key.as_str(), field.get("const")?.as_str()?)))
}

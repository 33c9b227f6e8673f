//! JSON Schemas of an author's files, generated from the game's data, for completion and validation
//! in editors.

use serde_json::{Map, Value, json};

use smol_str::SmolStr;

use super::{CardType, Field, FieldKind, Game, LARGEST_COUNT, Need, Zone};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Maximum length of a name or an id, in characters: the limit of the card reader.
const MAX_NAME_LEN: u32 = 100;

/// Returns the schema of a card file of this game: one card or a list of cards, each with exactly the
/// fields of its type.
pub fn card_schema(game: &Game) -> Value {
    let mut definitions = Map::new();
    let by_type: Vec<Value> = game
        .printed_types()
        .map(|(id, _)| {
            json!({
                "if": { "properties": { "type": { "const": id } }, "required": ["type"] },
                "then": { "$ref": format!("#/$defs/{id}") },
            })
        })
        .collect();
    let types: Vec<&SmolStr> = game.printed_types().map(|(id, _)| id).collect();
    definitions.insert(
        "a card".to_owned(),
        json!({
            "type": "object",
            "required": ["name", "type"],
            "properties": { "type": { "description": "The card type.", "enum": types } },
            "allOf": by_type,
        }),
    );
    for (id, card_type) in game.printed_types() {
        definitions.insert(id.to_string(), type_schema(game, id, card_type));
    }
    json!({
        "$schema": DRAFT,
        "title": format!("A card file of {}", game.title),
        "description": "One card, or a list of cards.",
        "oneOf": [
            { "$ref": "#/$defs/a%20card" },
            { "type": "array", "items": { "$ref": "#/$defs/a%20card" } },
        ],
        "$defs": definitions,
    })
}

fn type_schema(game: &Game, id: &str, card_type: &CardType) -> Value {
    let mut properties = Map::new();
    let mut property = |key: &str, doc: &str, schema: Value| {
        properties.insert(key.to_owned(), described(doc, schema));
    };
    property(
        "name",
        "The name as printed.",
        json!({ "type": ["string", "number"], "minLength": 1, "maxLength": MAX_NAME_LEN, "pattern": "^[^\"*\\n]+$" }),
    );
    property("type", "The card type.", json!({ "const": id }));
    property(
        "id",
        "The id of the card. The default is the name in kebab case.",
        json!({
            "type": "string",
            "maxLength": MAX_NAME_LEN,
            "pattern": "^[\\p{Ll}\\p{Lo}\\p{N}]+(-[\\p{Ll}\\p{Lo}\\p{N}]+)*$",
        }),
    );
    property(
        "manual",
        "Text that cannot be expressed yet. It is not executed.",
        json!({ "type": "string", "minLength": 1 }),
    );
    let mut required = vec!["name", "type"];
    let mut unless = Vec::new();
    for field in game.fields_of(card_type) {
        property(field.key, &field.field.doc, field_schema(game, field.field));
        match field.need {
            Need::Required if matches!(field.field.kind, FieldKind::Effect) => {
                unless.push(given_or_manual(field.key));
            }
            Need::Required => required.push(field.key),
            Need::Unless(flag) => {
                let flag = game.key_of(flag);
                let given = match field.field.kind {
                    FieldKind::Effect => given_or_manual(field.key),
                    _ => json!({ "required": [field.key] }),
                };
                unless.push(json!({
                    "if": { "properties": { flag: { "const": true } }, "required": [flag] },
                    "else": given,
                }));
            }
            Need::Optional => {}
        }
    }
    let mut schema = json!({
        "title": card_type.name,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    if let Some(section) = &card_type.section {
        with(
            &mut schema,
            "description",
            json!(format!("Rulebook section \"{section}\".")),
        );
    }
    if !unless.is_empty() {
        with(&mut schema, "allOf", Value::Array(unless));
    }
    schema
}

/// Returns a schema that requires a key or `manual`, the key for texts that the language cannot
/// express yet.
fn given_or_manual(key: &str) -> Value {
    json!({ "anyOf": [{ "required": [key] }, { "required": ["manual"] }] })
}

fn with(schema: &mut Value, key: &str, value: Value) {
    if let Value::Object(map) = schema {
        map.insert(key.to_owned(), value);
    }
}

/// Puts a description at the beginning of a schema.
fn described(doc: &str, schema: Value) -> Value {
    let mut whole = Map::new();
    whole.insert("description".to_owned(), json!(doc));
    if let Value::Object(map) = schema {
        whole.extend(map);
    }
    Value::Object(whole)
}

fn field_schema(game: &Game, field: &Field) -> Value {
    let ids =
        |list: &str| -> Vec<String> { game.terms(list).map(|(id, _)| id.to_owned()).collect() };
    match &field.kind {
        FieldKind::Text { pattern: None, .. } => json!({ "type": ["string", "number", "boolean"] }),
        FieldKind::Text {
            pattern: Some(pattern),
            ..
        } => json!({ "type": ["string", "number"], "pattern": regex(pattern) }),
        FieldKind::Choice { of, .. } => json!({ "enum": ids(of) }),
        FieldKind::Choices { of, open } => {
            let mut words = ids(of);
            for (id, term) in game.terms(of) {
                if term.name != id {
                    words.push(term.name.clone());
                }
            }
            let known = json!({ "enum": words });
            let items = if *open {
                let any =
                    json!({ "type": "string", "pattern": "^(?=.*\\p{L})[\\p{L}\\p{N} _-]+$" });
                json!({ "anyOf": [known, any] })
            } else {
                known
            };
            json!({ "type": "array", "items": items })
        }
        FieldKind::Number { min, max, .. } => whole(*min, *max),
        FieldKind::Numbers { each, .. } => {
            let properties: Map<String, Value> = each
                .iter()
                .map(|(name, bounds)| (name.clone(), whole(bounds.min, bounds.max)))
                .collect();
            let required: Vec<&String> = each.keys().collect();
            json!({
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": false,
            })
        }
        FieldKind::Amounts { of, min, max } => {
            let properties: Map<String, Value> = game
                .terms(of)
                .map(|(id, _)| (id.to_owned(), whole(*min, *max)))
                .collect();
            json!({
                "type": "object",
                "properties": properties,
                "minProperties": 1,
                "additionalProperties": false,
            })
        }
        FieldKind::Group { part, .. } => {
            let mut properties = Map::new();
            let mut required = Vec::new();
            for field in game.fields_of(part) {
                let schema = described(&field.field.doc, field_schema(game, field.field));
                properties.insert(field.key.to_owned(), schema);
                if field.need == Need::Required {
                    required.push(field.key);
                }
            }
            json!({
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": false,
            })
        }
        FieldKind::Card { .. } => json!({ "type": ["string", "number"], "minLength": 1 }),
        FieldKind::Flag => json!({ "type": "boolean" }),
        FieldKind::Area => json!({ "type": "string", "pattern": "^[.#XO \\n]+$" }),
        FieldKind::Effect => json!({ "type": "string", "minLength": 1 }),
    }
}

fn whole(min: i64, max: i64) -> Value {
    json!({ "type": "integer", "minimum": min, "maximum": max })
}

/// Converts the pattern of a printed text to a regular expression.
fn regex(pattern: &str) -> String {
    let mut regex = String::from("^");
    for form in pattern.chars() {
        match form {
            'A' => regex.push_str("\\p{Lu}"),
            '0' => regex.push_str("[0-9]"),
            other if other.is_alphanumeric() || other == ' ' => regex.push(other),
            other => {
                regex.push('\\');
                regex.push(other);
            }
        }
    }
    regex.push('$');
    regex
}

/// Returns the schema of a file with a set of this game: the name of the set, and its zones in every
/// accepted form.
pub fn kingdom_schema(game: &Game) -> Value {
    let rules = &game.kingdom;
    let mut properties = Map::new();
    properties.insert(
        "kingdom".to_owned(),
        json!({
            "description": format!("The name of the {}.", rules.name),
            "type": ["string", "number"],
            "minLength": 1,
            "maxLength": MAX_NAME_LEN,
        }),
    );
    properties.insert(
        "game".to_owned(),
        json!({ "description": "The game whose cards it is made of.", "const": game.game }),
    );
    let mut required = vec!["kingdom"];
    for (key, zone) in &rules.zones {
        properties.insert(key.clone(), zone_schema(game, zone));
        if game.needs_zone(key) {
            required.push(key);
        }
    }
    json!({
        "$schema": DRAFT,
        "title": format!("A {} of {}", rules.name, game.title),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn zone_schema(game: &Game, zone: &Zone) -> Value {
    let count = whole(1, LARGEST_COUNT);
    let name = json!({ "type": ["string", "number"], "minLength": 1 });
    let counts = match listed(game, zone) {
        Some(words) => {
            let properties: Map<String, Value> = words
                .into_iter()
                .map(|word| (word, count.clone()))
                .collect();
            // Other keys are accepted too, because the reader ignores case.
            json!({ "type": "object", "properties": properties, "additionalProperties": count })
        }
        None => json!({ "type": "object", "additionalProperties": count }),
    };
    let mut forms = vec![
        name.clone(),
        json!({ "type": "array", "items": { "anyOf": [name, counts.clone()] } }),
        counts,
    ];
    let mut doc = format!("The {}: names, or names with counts.", zone.title);
    if let Some(from) = &zone.from {
        forms.push(json!({ "type": "null" }));
        doc.push_str(&format!(
            " The default is the `{}` of the {}.",
            from.field, from.zone
        ));
    }
    described(&doc, json!({ "anyOf": forms }))
}

/// Returns the words that identify the entries of a zone, if these are not card names.
fn listed(game: &Game, zone: &Zone) -> Option<Vec<String>> {
    let by = zone.by.as_deref()?;
    game.fields
        .iter()
        .filter(|(name, field)| field.key_or(name) == by)
        .find_map(|(_, field)| match &field.kind {
            FieldKind::Choice { of, .. } => {
                Some(game.terms(of).map(|(id, _)| id.to_owned()).collect())
            }
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::game;

    /// Returns whether a YAML text matches a schema.
    fn fits(schema: &Value, yaml: &str) -> bool {
        let value: Value = serde_yaml::from_str(yaml).expect("it is YAML");
        jsonschema::draft202012::is_valid(schema, &value)
    }

    #[test]
    fn cards_fit_their_schema_and_mistakes_do_not() {
        let schema = card_schema(&game("card-game"));
        assert!(jsonschema::draft202012::meta::is_valid(&schema));
        let unit = "{ name: Griffin, type: unit, faction: castle, cost: { attack: 1 }, unit_type: flying, \
                    number: CAN 0007, traits: [living, war machine, Goblin], effect: x, \
                    stats: { attack: 2, move: 4, hit_points: 3 } }";
        assert!(fits(&schema, unit));
        assert!(fits(&schema, &format!("[{unit}, {unit}]")));
        let without_cost = unit.replace("cost: { attack: 1 }, ", "");
        assert!(fits(
            &schema,
            &without_cost.replace("effect: x", "effect: x, vanguard: true")
        ));
        for (from, to) in [
            ("cost: { attack: 1 }, ", ""),
            ("cost: { attack: 1 }", "cost: { luck: 1 }"),
            ("cost: { attack: 1 }", "cost: {}"),
            ("cost: { attack: 1 }", "cost: { attack: 9 }"),
            ("type: unit", "type: location"),
            ("type: unit", "type: zebra"),
            ("type: unit, ", ""),
            ("name: Griffin, ", ""),
            ("faction: castle", "faction: castel"),
            ("faction: castle", "factoin: castle"),
            ("faction: castle", "faction: castle, hero_type: might"),
            ("move: 4, ", ""),
            ("move: 4", "move: 40"),
            ("move: 4", "move: four"),
            ("CAN 0007", "CAN 7"),
            ("Goblin", "fire!"),
            ("[living, war machine, Goblin]", "living"),
        ] {
            let wrong = unit.replace(from, to);
            assert_ne!(wrong, unit, "{from}");
            assert!(!fits(&schema, &wrong), "{wrong}");
        }
        let schema = card_schema(&game("ccg"));
        let unit = "{ name: Griffin, type: unit, alignment: life, level: 1, phase: 4, melee_attack: 2, \
                    ranged_attack: 0, defense: 8 }";
        assert!(fits(&schema, unit));
        assert!(!fits(&schema, &unit.replace("level: 1", "level: 5")));
    }

    #[test]
    fn sets_fit_their_schema_and_mistakes_do_not() {
        let schema = kingdom_schema(&game("card-game"));
        assert!(jsonschema::draft202012::meta::is_valid(&schema));
        let set = "{ kingdom: Wings, game: card-game, hero: Catherine, vanguard: [Archangel, { Angel: 2 }], \
                   locations: [Stables], statistics: { attack: 3 }, deck: { Pikeman: 3 } }";
        assert!(fits(&schema, set));
        for (from, to) in [
            ("kingdom: Wings, ", ""),
            ("hero: Catherine, ", ""),
            ("game: card-game", "game: ccg"),
            ("deck:", "dekc:"),
            ("Pikeman: 3", "Pikeman: 0"),
            ("Angel: 2", "Angel: two"),
        ] {
            assert!(!fits(&schema, &set.replace(from, to)), "{to}");
        }
        assert!(fits(
            &schema,
            &set.replace("statistics: { attack: 3 }, ", "")
        ));
    }

    #[test]
    fn the_same_game_gives_the_same_schema() {
        for id in ["card-game", "ccg"] {
            let write =
                || serde_json::to_string(&[card_schema(&game(id)), kingdom_schema(&game(id))]);
            assert_eq!(write().ok(), write().ok());
        }
    }
}

//! The JSON Schema of files with tests.

use serde_json::{Value, json};

/// Returns the schema of a test. What words mean depends on the game, so they are strings here.
pub fn schema() -> Value {
    let described = |type_: Value, about: &str| {
        let mut schema = type_;
        if let Some(keys) = schema.as_object_mut() {
            keys.insert("description".to_owned(), about.into());
        }
        schema
    };
    let words = json!({ "type": ["string", "number", "boolean"] });
    let list = json!({
        "anyOf": [
            words,
            { "type": "array", "items": words },
        ]
    });
    let zones = json!({
        "type": "object",
        "additionalProperties": {
            "anyOf": [
                { "$ref": "#/$defs/Words" },
                { "type": "object", "additionalProperties": words },
            ]
        }
    });
    let reference = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    json!({
        "type": "object",
        "required": ["test"],
        "additionalProperties": false,
        "properties": {
            "test": { "type": "string", "description": "What the test shows, in a sentence." },
            "card": described(reference("Words"), "The cards without whose text the test fails."),
            "given": reference("Given"),
            "when": reference("Steps"),
            "then": reference("Facts"),
            "cases": {
                "type": "array",
                "description": "Variations: entries in place of those of the test.",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                        "given": reference("Given"),
                        "when": reference("Steps"),
                        "then": reference("Facts"),
                    }
                }
            }
        },
        "$defs": {
            "Words": list,
            "Given": {
                "type": "object",
                "description": "The position before the first step. A letter names a card, a space has tokens.",
                "properties": {
                    "map": { "type": "string", "description": "A line for each row, a letter or `.` for each space." },
                    "you": reference("Zones"),
                    "opponent": reference("Zones"),
                    "turn": { "enum": ["you", "opponent"] },
                    "first": { "enum": ["you", "opponent"] },
                    "round": { "type": "integer", "minimum": 1 }
                },
                "additionalProperties": reference("Words")
            },
            "Zones": described(zones, "The cards in the zones of a player."),
            "Steps": {
                "description": "What is done, in order, and below each step what is chosen in it.",
                "anyOf": [
                    { "type": "string" },
                    {
                        "type": "array",
                        "items": {
                            "anyOf": [
                                { "type": "string" },
                                {
                                    "type": "object",
                                    "properties": { "then": reference("Facts") },
                                    "additionalProperties": reference("Words")
                                }
                            ]
                        }
                    }
                ]
            },
            "Facts": {
                "type": "object",
                "description": "The expected state of cards, spaces and players.",
                "additionalProperties": {
                    "anyOf": [
                        reference("Words"),
                        reference("Zones"),
                    ]
                }
            }
        }
    })
}

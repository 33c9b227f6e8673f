//! JSON Schemas of the files that people write and of the documents that cardwright writes.

mod strict;

use cardwright_play::recording::Recordings;
use schemars::JsonSchema;
use serde_json::{Map, Value};

use crate::bundle::diff::Changes;
use crate::bundle::{Bundle, Manifest};
use crate::effect::ir::Ability;
use crate::game::{self, Game, HouseRules};
use crate::render::json::Report;
use crate::scenario;

/// The names of all schemas, each with `true` if every game has its own.
pub const SCHEMAS: &[(&str, bool)] = &[
    ("card", true),
    ("kingdom", true),
    ("game", false),
    ("house-rules", false),
    ("test", false),
    ("bundle", false),
    ("ir", false),
    ("manifest", false),
    ("changes", false),
    ("diagnostics", false),
    ("simulation", false),
    ("recordings", false),
];

/// Returns the schema with a name; `None` if there is no such schema.
pub fn schema(name: &str, game: &Game) -> Option<Value> {
    let (id, title, schema) = match name {
        "card" => (
            format!("{}:card", game.game),
            format!("A card file of {}", game.title),
            game::card_schema(game),
        ),
        "kingdom" => (
            format!("{}:kingdom", game.game),
            format!("A {} of {}", game.kingdom.name, game.title),
            game::kingdom_schema(game),
        ),
        "game" => (
            name.to_owned(),
            "A game as data: game.yaml".to_owned(),
            of::<Game>(),
        ),
        "house-rules" => (
            name.to_owned(),
            "House rules: what is different from the rules of a game".to_owned(),
            of::<HouseRules>(),
        ),
        "test" => (
            name.to_owned(),
            "A test of cards: a document of a file *.test.yaml".to_owned(),
            scenario::schema(),
        ),
        "bundle" => (
            name.to_owned(),
            "A card database: bundle.json".to_owned(),
            strict::of_these_versions(of::<Bundle>()),
        ),
        "ir" => (
            name.to_owned(),
            "The abilities of a card of bundle.json".to_owned(),
            of::<Vec<Ability>>(),
        ),
        "manifest" => (
            name.to_owned(),
            "The metadata of a bundle: manifest.json".to_owned(),
            strict::of_these_versions(of::<Manifest>()),
        ),
        "changes" => (
            name.to_owned(),
            "The differences between two bundles, as printed by `diff --format json`".to_owned(),
            of::<Changes>(),
        ),
        "diagnostics" => (
            name.to_owned(),
            "Findings, as printed by `--format json`".to_owned(),
            of::<Report>(),
        ),
        "simulation" => (
            name.to_owned(),
            "Games of two sets, as printed by `simulate --format json`".to_owned(),
            of::<cardwright_play::simulate::Report>(),
        ),
        "recordings" => (
            name.to_owned(),
            "What the reference engine played, for engines in other languages".to_owned(),
            of::<Recordings>(),
        ),
        _ => return None,
    };
    Some(headed(&id, &title, strict::closed(schema)))
}

/// Returns the schema of a bundle of any game and version.
pub fn bundle() -> Value {
    of::<Bundle>()
}

fn of<T: JsonSchema>() -> Value {
    schemars::schema_for!(T).to_value()
}

/// Adds `$schema`, `$id` and a title at the beginning of a schema.
fn headed(id: &str, title: &str, schema: Value) -> Value {
    let mut headed = Map::new();
    headed.insert(
        "$schema".to_owned(),
        "https://json-schema.org/draft/2020-12/schema".into(),
    );
    headed.insert(
        "$id".to_owned(),
        format!("urn:cardwright:schema:{id}").into(),
    );
    headed.insert("title".to_owned(), title.into());
    if let Value::Object(keys) = schema {
        for (key, value) in keys {
            if !headed.contains_key(&key) {
                headed.insert(key, value);
            }
        }
    }
    Value::Object(headed)
}

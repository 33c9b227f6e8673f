//! Files that are generated from the code and committed. One command regenerates all of them:
//!
//! ```text
//! cargo xtask bless schemas
//! ```

use std::fs;

use cardwright::bundle::to_json;
use cardwright::game::{self, Game};
use cardwright::schema::{SCHEMAS, bundle, schema};
use cardwright::source::{SourceFile, Sources};
use cardwright::types::{Language, types};

use crate::support::options;

const COMMAND: &str = "cargo xtask bless schemas";

/// Returns every generated file with its path and its expected content.
fn files() -> Vec<(String, String)> {
    let mut files = schemas();
    files.extend(Language::ALL.map(|language| {
        let types = types(language, &bundle()).expect("types of our own schema");
        (format!("schema/{}", language.file()), types)
    }));
    files
}

#[test]
fn generated_files_are_up_to_date() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut stale = Vec::new();
    for (path, text) in files() {
        let full = root.join(&path);
        if fs::read_to_string(&full).is_ok_and(|there| there == text) {
            continue;
        }
        if options::blessing() {
            fs::create_dir_all(full.parent().expect("a file in a folder"))
                .expect("a folder can be made");
            fs::write(&full, text).expect("a file can be written");
        } else {
            stale.push(path);
        }
    }
    assert!(
        stale.is_empty(),
        "stale: {}\nrun: {COMMAND}",
        stale.join(", ")
    );
}

#[test]
fn generation_is_deterministic() {
    assert_eq!(files(), files());
}

#[test]
fn every_schema_is_valid() {
    for (path, text) in schemas() {
        let schema = serde_json::from_str(&text).expect("a schema is JSON");
        assert!(jsonschema::meta::is_valid(&schema), "{path}");
        jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
}

fn schemas() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let games = games();
    for (name, of_each_game) in SCHEMAS {
        let of = if *of_each_game {
            games.as_slice()
        } else {
            &games[..1]
        };
        for game in of {
            let path = if *of_each_game {
                format!("schema/{}.{name}.schema.json", game.game)
            } else {
                format!("schema/{name}.schema.json")
            };
            files.push((path, to_json(&schema(name, game).expect("a listed schema"))));
        }
    }
    files
}

fn games() -> Vec<Game> {
    let mut sources = Sources::default();
    game::embedded()
        .iter()
        .map(|embedded| {
            let id = sources.add(SourceFile::new(embedded.game.0, embedded.game.1));
            game::load(id, sources.file(id))
                .unwrap_or_else(|findings| panic!("{}: {findings:?}", embedded.id))
        })
        .collect()
}

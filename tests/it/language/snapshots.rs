//! The IR of every canonical text, one file for a chapter and one line for a text, without spans.

use std::fs;

use serde_json::Value;

use super::{ir, read};
use crate::support::root;
use crate::support::table;
use crate::support::world::GameSymbols;

const FOLDER: &str = "tests/language/ir";

/// Returns the paths of the existing files.
pub fn there() -> Vec<String> {
    fs::read_dir(root().join(FOLDER))
        .expect(FOLDER)
        .map(|entry| {
            let name = entry.expect("an entry").file_name();
            format!("{FOLDER}/{}", name.to_string_lossy())
        })
        .collect()
}

/// Returns the files with their paths.
pub fn files(symbols: &GameSymbols) -> Vec<(String, String)> {
    table::chapters()
        .iter()
        .filter(|chapter| chapter.examples().next().is_some())
        .map(|chapter| {
            let lines: Vec<String> = chapter
                .examples()
                .map(|example| {
                    let (abilities, _) =
                        read(&example.text, &example.bearer(), symbols.of(&example.game));
                    format!(
                        "{{\"on\": {}, \"text\": {},\n \"ir\": {}}}",
                        Value::from(example.card_type.as_str()),
                        Value::from(example.text.as_str()),
                        ir(&abilities)
                    )
                })
                .collect();
            (
                format!("{FOLDER}/{}.json", chapter.name),
                format!("[\n{}\n]\n", lines.join(",\n")),
            )
        })
        .collect()
}

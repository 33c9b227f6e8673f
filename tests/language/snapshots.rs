//! The IR of every canonical text, one file for a chapter and one line for a text. Places are left out:
//! a text says them itself.

use super::{ir, read};
use crate::support::table;
use crate::support::world::World;
use serde_json::Value;

/// The files with their paths.
pub fn files(world: &World) -> Vec<(String, String)> {
    let symbols = world.symbols();
    table::chapters()
        .iter()
        .filter(|chapter| chapter.examples().next().is_some())
        .map(|chapter| {
            let lines: Vec<String> = chapter
                .examples()
                .map(|example| {
                    let (abilities, _) = read(&example.text, &example.bearer(), &symbols);
                    format!(
                        "{{\"on\": {}, \"text\": {},\n \"ir\": {}}}",
                        Value::from(example.card_type.as_str()),
                        Value::from(example.text.as_str()),
                        ir(&abilities)
                    )
                })
                .collect();
            (
                format!("tests/language/ir/{}.json", chapter.name),
                format!("[\n{}\n]\n", lines.join(",\n")),
            )
        })
        .collect()
}

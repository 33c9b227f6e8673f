//! Type definitions of the bundle and the IR in the languages of engines, from the same JSON Schema that the
//! files of a bundle fit.
//!
//! The schema is read into a small model first; each language writes that down in its own way.

mod csharp;
mod model;
mod python;
mod typescript;

pub use model::ModelError;

use crate::bundle::FORMAT_VERSION;
use crate::effect::ir::IR_VERSION;
use model::Model;
use serde_json::Value;

/// A language in which types are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    TypeScript,
    Python,
    CSharp,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::TypeScript, Language::Python, Language::CSharp];

    /// The name of the file with the types.
    pub fn file(self) -> &'static str {
        match self {
            Language::TypeScript => "bundle.d.ts",
            Language::Python => "bundle_types.py",
            Language::CSharp => "Bundle.cs",
        }
    }
}

/// The types of a bundle, from its schema.
pub fn types(language: Language, schema: &Value) -> Result<String, ModelError> {
    let model = Model::of("Bundle", schema)?;
    Ok(match language {
        Language::TypeScript => typescript::write(&model),
        Language::Python => python::write(&model),
        Language::CSharp => csharp::write(&model),
    })
}

/// What stands at the top of every file.
fn head() -> String {
    format!(
        "The types of bundle.json and bundle.msgpack, format {FORMAT_VERSION}, IR {IR_VERSION}.\n\
         Written by `cardwright types`; changes belong into cardwright."
    )
}

/// `deal-damage` as `DealDamage`.
fn pascal(word: &str) -> String {
    word.split(['-', '_'])
        .flat_map(|part| {
            let mut chars = part.chars();
            let first = chars.next().into_iter().flat_map(char::to_uppercase);
            first.chain(chars).collect::<Vec<_>>()
        })
        .collect()
}

/// Each line of a text behind a mark.
fn marked(mark: &str, text: &str) -> String {
    text.lines()
        .map(|line| format!("{}\n", format!("{mark}{line}").trim_end()))
        .collect()
}

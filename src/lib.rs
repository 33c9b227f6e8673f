//! cardwright compiles card definitions into a card database for game engines, and reports every
//! mistake to authors before anyone plays.
//!
//! The library is pure: texts in, values and texts out. It reads no files, clock or environment.
//! These modules are for programs that embed it:
//!
//! - **[`compile`]**: the whole pipeline, from source texts to cards, kingdom sets and diagnostics
//! - **[`effect`]**: a single effect text
//! - **[`kingdom`]**: a single kingdom set
//! - **[`bundle`]**: the database for engines
//! - **[`diagnostic`]**: mistakes
//! - **[`render`]**: mistakes as text
//!
//! # Features
//!
//! All are on by default.
//!
//! - `cli`: the program `cardwright`, the only part that does I/O. It adds nothing to the library.
//! - `lsp`: the language server, without its connection to an editor.
//! - `sqlite`: the encoding `cards.sqlite` of bundles. It compiles SQLite, which is written in C.
//! - `parallel`: work on all threads, with rayon. The results are the same without it.
//!
//! With `default-features = false`, the library contains no C code, starts no threads, and compiles
//! to WebAssembly.

#![deny(clippy::indexing_slicing)]
#![cfg_attr(
    not(test),
    deny(
        clippy::disallowed_macros,
        clippy::disallowed_methods,
        clippy::disallowed_types
    )
)]

// The modules are in the order in which a card passes through them; none imports a later one.

// Source texts, diagnostics, YAML with spans, and fixes.
use cardwright_base::parallel;
#[doc(inline)]
pub use cardwright_base::{collections, diagnostic, fix, source, yaml};

// The pages that explain the codes of diagnostics.
pub mod rule_pages;

// Games, cards, the names in effect texts, the words of a language, and the effect language.
#[doc(inline)]
pub use cardwright_core::{card, effect, game, symbols, words};

// The rules for single cards, and the fields that name other cards.
mod card_rules;

// Kingdom sets and deck lists: reading, validation, repair, export.
pub mod kingdom;

// Warnings about cards and sets that are valid but probably wrong.
pub mod lint;

// The whole pipeline as one function.
pub mod compile;

// The canonical form of files.
pub mod format;

// The card database for engines, and its encodings.
pub mod bundle;

// Tests of cards: reading them, and playing them on the engine.
pub mod scenario;

// Diagnostics and reports as text.
pub mod render;

// A game at a table, for people.
pub mod tabletop;

// JSON Schemas of all inputs and outputs.
pub mod schema;

// The types of a bundle for the languages of engines.
pub mod types;

// The files of a project, and the games that they belong to.
pub mod workspace;

// The language server, for editors.
#[cfg(feature = "lsp")]
pub mod lsp;

#[cfg(test)]
mod tests;

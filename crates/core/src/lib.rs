//! The core of cardwright: games, cards, and the effect language.
//!
//! Programs use these modules through the package `cardwright`.

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

use cardwright_base::{collections, diagnostic, parallel, source, yaml};

// The text format of idioms: words and phrases with their equivalents in the language.
#[expect(dead_code, reason = "build.rs uses the rest")]
mod idiom;

// The fields, words and rules of a game, from its `game.yaml`.
pub mod game;

// The fields of a card, from its YAML.
pub mod card;

// The names, traits and tokens that effect texts can use.
pub mod symbols;

// The words with which effect texts are printed, for each language.
pub mod words;

// The effect language: text to IR, and IR to text.
pub mod effect;

#[cfg(test)]
mod tests;

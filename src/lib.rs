//! cardwright compiles card definitions into a card database that a game engine can run, and tells
//! authors everything that is wrong before anyone plays.
//!
//! The modules stand in the order in which a card passes through them; none imports a later one.

#[deny(clippy::indexing_slicing)]
pub mod maps;

#[deny(clippy::indexing_slicing)]
pub mod source;

#[deny(clippy::indexing_slicing)]
pub mod diagnostic;

#[deny(clippy::indexing_slicing)]
pub mod yaml;

#[deny(clippy::indexing_slicing)]
pub mod game;

#[deny(clippy::indexing_slicing)]
pub mod card;

#[deny(clippy::indexing_slicing)]
pub mod symbols;

#[deny(clippy::indexing_slicing)]
pub mod words;

#[deny(clippy::indexing_slicing)]
pub mod effect;

#[deny(clippy::indexing_slicing)]
pub mod kingdom;

#[deny(clippy::indexing_slicing)]
pub mod lint;

#[deny(clippy::indexing_slicing)]
pub mod compile;

#[deny(clippy::indexing_slicing)]
pub mod format;

#[deny(clippy::indexing_slicing)]
pub mod fix;

#[deny(clippy::indexing_slicing)]
pub mod bundle;

#[deny(clippy::indexing_slicing)]
pub mod render;

#[deny(clippy::indexing_slicing)]
pub mod schema;
#[deny(clippy::indexing_slicing)]
pub mod types;

#[deny(clippy::indexing_slicing)]
pub mod cli;

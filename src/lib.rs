//! cardwright compiles card definitions into a card database for game engines, and reports every
//! mistake to authors before anyone plays.
//!
//! The modules are listed in the order in which a card passes through them; none imports a later
//! one.

#![deny(clippy::indexing_slicing)]

pub mod collections;

pub mod source;

pub mod diagnostic;

pub mod yaml;

pub mod fix;

pub mod game;

pub mod card;

pub mod symbols;

pub mod words;

pub mod effect;

pub mod kingdom;

pub mod lint;

pub mod compile;

pub mod format;

pub mod bundle;

pub mod render;

pub mod schema;

pub mod types;

pub mod cli;

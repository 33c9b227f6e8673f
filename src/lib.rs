//! cardwright compiles card definitions into a card database that a game engine can run, and tells
//! authors everything that is wrong before anyone plays.
//!
//! The modules stand in the order in which a card passes through them; none imports a later one.

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

//! The library, and the documents and data that are made with it.
//!
//! One crate for all of it, since each test crate links the whole library again. A folder of data beside `it`
//! belongs to the module of its name. Crates of their own are `cli`, which runs the command line, `examples`,
//! which needs Node.js and Python, and `quality`, the benchmark of seeded faults.

// The fuzz targets include `no_panic/properties` without the support of the tests, so it loads what it needs itself.
#![allow(clippy::duplicate_mod)]

#[path = "../support/mod.rs"]
mod support;

mod ambiguity;
mod architecture;
mod board_game;
mod bundle;
mod card_mutants;
mod cheat_sheet;
mod circles;
mod codes;
mod dependencies;
mod derivations;
mod docs;
mod encodings;
mod faults;
mod fix;
mod format;
mod game_data;
mod grammar;
mod hostile;
mod hostile_sets;
mod incremental;
mod ir_docs;
mod kingdom_oracle;
mod language;
mod line_cache;
mod mutants;
mod no_panic;
mod outline;
mod play;
mod proposals;
mod random_text;
mod render;
mod repair;
mod roundtrip;
mod rules;
mod scenario;
mod schemas;
mod spans;
mod terminal_width;
mod versions;
mod wording;
mod words;

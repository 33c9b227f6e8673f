//! The command line, as used by people and programs.

#[path = "../support/mod.rs"]
mod support;

mod build;
mod check;
mod diff;
mod draft;
mod export;
mod files;
mod fix;
mod fmt;
mod formats;
mod games;
mod house;
mod kingdom;
mod lints;
mod output;
mod pasted;
mod play;
mod questions;
mod recordings;
mod repair;
mod report;
mod simulate;
mod test;
mod texts;
mod watch;

/// A card of the first game without a text.
const CARD: &str = "name: Drill\ntype: statistic\nstatistic: attack\n";

/// The same card with one mistake: its value is at line 3, column 12.
const FAULTY: &str = "name: Drill\ntype: statistic\nstatistic: atack\n";

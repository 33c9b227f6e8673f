//! Tests of the language server.

#[path = "../support/mod.rs"]
mod support;

mod cases;
mod client;
mod completion;
mod fixes;
mod history;
mod messages;
mod navigation;
mod same_as_check;
mod stdio;
mod structure;

//! The properties that the targets check are shared with the tests of cardwright.

#[path = "../../tests/unbreakable/holds/mod.rs"]
mod holds;

pub use holds::*;

//! What the targets look for stands with the tests of cardwright, which look for it too.

#[path = "../../tests/unbreakable/holds/mod.rs"]
mod holds;

pub use holds::*;

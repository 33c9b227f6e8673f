//! What the targets look for stands with the tests of cardwright, which look for it too.

#[path = "../../tests/it/no_panic/properties/mod.rs"]
mod properties;

pub use properties::*;

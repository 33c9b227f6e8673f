//! The properties that the targets check are shared with the tests of cardwright.

#[path = "../../tests/it/no_panic/properties/mod.rs"]
mod properties;

pub use properties::*;

//! Checks of meaning: what a text leaves open, and what would have no effect.

pub(super) mod binding_order;
pub(super) mod lifetime;
pub(super) mod no_effect;
pub(super) mod underspecified;

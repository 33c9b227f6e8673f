//! Checks of meaning that depend on the discourse: what a text leaves open, and what would have no effect. Checks that
//! need only the finished effects are in `effect/check`.

pub(super) mod binding_order;
pub(super) mod lifetime;
pub(super) mod no_effect;
pub(super) mod underspecified;

//! The parts of cardwright that are independent of any game: source texts, diagnostics, YAML with
//! the span of every node, and fixes.
//!
//! Programs use these modules through the package `cardwright`.

#![deny(clippy::indexing_slicing)]
#![cfg_attr(
    not(test),
    deny(
        clippy::disallowed_macros,
        clippy::disallowed_methods,
        clippy::disallowed_types
    )
)]

// The modules are in the order in which a card passes through them; none imports a later one.

// Maps with a fast hasher.
pub mod collections;

// Work on all threads, or on one.
pub mod parallel;

// Source texts, and spans in them.
pub mod source;

// The type of all diagnostics, and the list of their codes.
pub mod diagnostic;

// YAML with the span of every node.
pub mod yaml;

// Application of the fixes of diagnostics.
pub mod fix;

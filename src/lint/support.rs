//! Helpers that several lints share.

pub(super) mod field_spans;
pub(super) mod kingdom_cards;
pub(super) mod printed_numbers;
pub(super) mod rewrite_fix;
pub(super) mod token_usage;

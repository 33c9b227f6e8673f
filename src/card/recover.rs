//! Recovery: what a card with misplaced fields or values was meant to be.

pub(super) mod misplaced;
pub(super) mod over_indented;
pub(super) mod swapped_values;

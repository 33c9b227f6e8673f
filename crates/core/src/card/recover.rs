//! Recovery of cards with misplaced fields or values.

pub(super) mod misplaced;
pub(super) mod over_indented;
pub(super) mod swapped_values;

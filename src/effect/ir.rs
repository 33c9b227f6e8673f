//! The typed meaning of an effect text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the IR, raised as `docs/versioning.md` says.
pub const IR_VERSION: u32 = 1;

/// One line of an effect text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ability {}

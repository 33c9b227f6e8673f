//! Numbers: one type for every place that takes one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Filter, Reference};

/// A number, worked out when it is needed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "amount", rename_all = "kebab-case")]
pub enum Amount {
    Fixed {
        value: u32,
    },
    /// What was chosen for X where X is declared: the first action of the ability that has it.
    X,
    /// As many as there are.
    All,
    /// A number of a card in play, as it is now.
    Attribute {
        /// The id of an attribute.
        attribute: String,
        of: Reference,
        /// The printed number, whatever has changed it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        printed: bool,
    },
    /// Size tokens plus 1.
    Size {
        of: Reference,
    },
    /// The damage on it.
    DamageOn {
        of: Reference,
    },
    /// Size tokens on it.
    TokensOn {
        token: String,
        of: Reference,
    },
    /// How many there are.
    Number {
        of: Box<Filter>,
    },
    /// The damage that this attack deals. An action that needs it before the attack has dealt its damage
    /// waits until then.
    DamageDealt {
        by: Reference,
    },
    /// How many steps it has moved.
    StepsMoved {
        who: Reference,
        period: Period,
    },
    Half {
        of: Box<Amount>,
        rounded: Round,
    },
    Times {
        factor: u32,
        of: Box<Amount>,
    },
    /// For every so many of them, once; what is left over does not count.
    Every {
        each: u32,
        of: Box<Amount>,
    },
    /// The number, raised or lowered into these bounds. A bound on what a reduction leaves is not here,
    /// but beside it (`at_least`).
    Bounded {
        of: Box<Amount>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        minimum: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        maximum: Option<u32>,
    },
}

impl Amount {
    pub fn fixed(value: u32) -> Amount {
        Amount::Fixed { value }
    }

    /// `factor` times an amount, in the one form that this meaning has.
    pub fn times(factor: u32, of: Amount) -> Amount {
        match of {
            of if factor == 1 => of,
            Amount::Fixed { value } => Amount::fixed(factor.saturating_mul(value)),
            Amount::Times { factor: inner, of } => Amount::Times {
                factor: factor.saturating_mul(inner),
                of,
            },
            of => Amount::Times {
                factor,
                of: Box::new(of),
            },
        }
    }

    /// The number itself, where it does not depend on the game.
    pub fn value(&self) -> Option<u32> {
        match self {
            Amount::Fixed { value } => Some(*value),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Round {
    Up,
    Down,
}

/// A stretch of play that is not over yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Period {
    Activation,
    Turn,
    Round,
}

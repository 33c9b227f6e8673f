//! Numbers: one type for every place that takes one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{Filter, Reference};

/// A whole number from 0 on, worked out once when its action is performed, after the things of the action
/// were found; in what holds all the time, at every moment. A number of something that is not there is 0; of
/// a card that left play, what it was last; of several things, their sum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "amount", rename_all = "kebab-case")]
pub enum Amount {
    /// That number.
    Fixed { value: u32 },
    /// What was chosen for X where X is declared: the first action of the ability that has it. Its acting
    /// player chooses 1 or more, in a cost no more than can be paid. 0 where that was not reached.
    X,
    /// As many as there are, on each thing.
    All,
    /// A number of a card in play, as it is now.
    Attribute {
        /// The id of an attribute.
        attribute: SmolStr,
        of: Box<Reference>,
        /// The printed number, whatever has changed it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        printed: bool,
    },
    /// Size tokens plus 1 (Unit size).
    Size { of: Reference },
    /// The damage on it.
    DamageOn { of: Reference },
    /// Tokens of that kind on it.
    TokensOn { token: SmolStr, of: Box<Reference> },
    /// How many things fit.
    Number { of: Box<Filter> },
    /// The damage that the attack places, on all that it hits, the retaliation apart. An action that needs it before the attack has dealt its damage
    /// waits until then.
    DamageDealt { by: Reference },
    /// The damage that the event is about: what is dealt, or would be dealt, to whom the event names.
    DamageOfEvent,
    /// How many steps it has moved, by its activation and by effects; swapping and placing are none.
    StepsMoved { who: Reference, period: Period },
    /// Half of it.
    Half { of: Box<Amount>, rounded: Round },
    /// So many times that.
    Times { factor: u32, of: Box<Amount> },
    /// For every so many of them, once; what is left over does not count.
    Every { each: u32, of: Box<Amount> },
    /// The number, raised or lowered into these bounds. A bound on what a reduction leaves is not here,
    /// but beside it (`at_least`).
    Bounded {
        of: Box<Amount>,
        /// Absent: no lower bound.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        minimum: Option<u32>,
        /// Absent: no upper bound.
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

/// Where half of an odd number goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Round {
    /// To the next whole number.
    Up,
    /// Without the half.
    Down,
}

/// A stretch of play that is not over yet. Outside of it, nothing has happened in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Period {
    /// Since the activation began in which the ability resolves.
    Activation,
    /// Since the turn began that is going on.
    Turn,
    /// Since the round began.
    Round,
}

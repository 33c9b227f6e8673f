//! Amounts: one type for every number.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{Filter, Player, Reference};

/// A whole number, 0 or more. It is computed once when its action is performed, after the selectors of the action are
/// resolved; in a standing effect it is recomputed at every moment. The number of a missing thing is 0; of a card
/// that left play, its last value; of several things, their sum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "amount", rename_all = "kebab-case")]
pub enum Amount {
    /// A constant.
    Fixed { value: u32 },
    /// The value chosen for X by the first action of the ability that contains X. That action's acting player chooses
    /// 1 or more, and in a cost no more than can be paid. 0 if that action was not reached.
    X,
    /// As many as there are, on each thing.
    All,
    /// The current value of an attribute of a card in play.
    Attribute {
        /// The id of an attribute.
        attribute: SmolStr,
        of: Box<Reference>,
        /// If true, the printed value, without any changes.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        printed: bool,
    },
    /// The size of a unit: its size tokens plus 1 (Unit size).
    Size { of: Reference },
    /// The damage on a card.
    DamageOn { of: Reference },
    /// The number of tokens of a kind on a card.
    TokensOn { token: SmolStr, of: Box<Reference> },
    /// The number of things that fit.
    Number { of: Box<Filter> },
    /// The number of cards that fit and that the player has played in the period.
    Played {
        who: Player,
        what: Box<Filter>,
        period: Period,
    },
    /// The damage that the attack places on everything it hits, without the retaliation. An action that needs it
    /// before the attack has dealt its damage waits until then.
    DamageDealt { by: Reference },
    /// The damage that the event is about: the damage that is dealt, or would be dealt, to the subject of the event.
    DamageOfEvent,
    /// The number of steps that a unit has moved in the period, by its activation and by effects. Swapping and
    /// placing do not count.
    StepsMoved { who: Reference, period: Period },
    /// Half of an amount.
    Half { of: Box<Amount>, rounded: Round },
    /// An amount multiplied by a constant.
    Times { factor: u32, of: Box<Amount> },
    /// The number of complete groups of `each` in an amount; the remainder does not count.
    Every { each: u32, of: Box<Amount> },
    /// An amount clamped to these bounds. The lower bound of a reduction is a field of its action instead
    /// (`at_least`).
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

    /// Multiplies an amount by `factor` and normalizes the result, so that equal meanings are equal values.
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

    /// Returns the value of a constant amount, and `None` for an amount that depends on the state of play.
    pub fn value(&self) -> Option<u32> {
        match self {
            Amount::Fixed { value } => Some(*value),
            _ => None,
        }
    }
}

/// Rounding of half an odd number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Round {
    /// Up to the next whole number.
    Up,
    /// Down to the previous whole number.
    Down,
}

/// A period of play that is still running. Outside such a period, nothing has happened in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Period {
    /// Since the start of the activation in which the ability resolves.
    Activation,
    /// Since the start of the current turn.
    Turn,
    /// Since the start of the round.
    Round,
}

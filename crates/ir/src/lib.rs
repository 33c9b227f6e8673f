//! The typed meaning of an effect text.
//!
//! Its JSON is the contract with engines and has its own version ([`IR_VERSION`]). No node holds text to interpret:
//! every name is a card id, and every trait, statistic, zone, mark and heading an id of the game's vocabulary. Equal
//! meanings are equal values: spans are ignored in comparisons ([`At`]).

#![deny(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types
)]
#![deny(clippy::indexing_slicing)]
// Boxing large variants is not worthwhile: a text has about a dozen nodes.
#![allow(clippy::large_enum_variant)]

mod action;
mod part;
mod select;
mod visit;
mod when;

use std::ops::Range;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use smol_str::SmolStr;

pub use action::Action;
pub use part::{
    Argument, AttributeChange, Deed, Direction, Face, Permission, Put, Stake, TokenCount,
};
pub use select::amount::{Amount, Period, Round};
pub use select::{
    BareWord, Chain, ChosenNoun, Comparison, Count, End, Filter, Noun, Owner, Pick, Place,
    Reference, RowSide, Selector, Side, State, Superlative, Zone,
};
pub use visit::{
    Node, place, shift, visit, visit_action, visit_amount, visit_condition, visit_effects,
    visit_event, visit_filter, visit_selector,
};
pub use when::{Condition, Duration, Event, Happening, Moment, Occasion, Test};

/// The version of the IR. It is raised when a node changes its shape or its meaning.
pub const IR_VERSION: u32 = 5;

/// The span of a node in the text, in bytes with an exclusive end. Spans are ignored in comparisons: two nodes that
/// differ only in their spans are equal.
#[derive(Clone, Copy, Debug, Default, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct At(pub Option<(u32, u32)>);

impl At {
    pub fn new(range: Range<usize>) -> Self {
        At(Some((range.start as u32, range.end as u32)))
    }

    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the span extended to the end of another one.
    pub fn up_to(self, other: At) -> At {
        match (self.0, other.0) {
            (Some((start, end)), Some((_, other))) => At(Some((start, end.max(other)))),
            (mine, other) => At(mine.or(other)),
        }
    }

    /// Returns the byte range; empty if the node was not parsed from a text.
    pub fn range(self) -> Range<usize> {
        self.0
            .map_or(0..0, |(start, end)| start as usize..end as usize)
    }
}

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

/// One line of an effect text: when it resolves, and what happens then. `docs/ir.md` has the exact rules.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Ability {
    /// The part of the card to which it belongs, counted from 1: whoever uses the card uses one part (`OR`). Absent
    /// on a card with one part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<u32>,
    pub heading: Heading,
    /// The effects, in the order in which they happen.
    pub effects: Vec<Effect>,
    /// Multiplies the numbers of the effects for some things.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// A multiplication of all numbers of an ability: if the one thing that it chooses, or that its bonus applies to, fits
/// the description.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scale {
    pub factor: u32,
    pub of: Box<Filter>,
}

/// All formats are read by way of a JSON value: the code that reads the many types of the IR is compiled once, in this
/// crate, instead of once for each format in each program.
impl<'de> Deserialize<'de> for Ability {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        read(value).map_err(D::Error::custom)
    }
}

fn read(ability: Value) -> Result<Ability, serde_json::Error> {
    #[derive(Deserialize)]
    struct Fields {
        part: Option<u32>,
        heading: Heading,
        effects: Vec<Effect>,
        #[serde(default)]
        scale: Option<Scale>,
        #[serde(default)]
        span: At,
    }
    let Fields {
        part,
        heading,
        effects,
        scale,
        span,
    } = serde_json::from_value(ability)?;
    Ok(Ability {
        part,
        heading,
        effects,
        scale,
        span,
    })
}

/// Determines when an ability resolves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Heading {
    /// The id of a heading of the game.
    pub id: SmolStr,
    /// The event that triggers the ability, for a heading that waits for an event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Box<Event>>,
    /// Where the card goes, for a heading that places the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
    /// Absent if the text has no heading and the default heading of the card type applies.
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// Where a card goes that stays in play without being a card on the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "placement", rename_all = "kebab-case")]
pub enum Placement {
    /// Under the chosen unit, or on the chosen space, until the card or the unit leaves the map.
    AttachTo { to: Box<Selector> },
    /// Beside the map, until removed.
    Aside,
}

/// Something that happens once, or that applies for a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Effect {
    #[serde(flatten)]
    pub what: What,
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// The content of an effect: a single action, or effects under a condition, a choice or an occasion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "effect", rename_all = "kebab-case")]
pub enum What {
    /// One action.
    Act {
        #[serde(flatten)]
        action: Box<Action>,
    },
    /// One sentence with several clauses. Each clause happens after the previous one, whatever the result of that
    /// one.
    Then { effects: Vec<Effect> },
    /// Several actions of one subject, followed by a single check of the state.
    Together { effects: Vec<Effect> },
    /// The player decides whether the effects happen. A cost is paid first, all or nothing; if it cannot be paid,
    /// there is no option.
    May {
        who: Player,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cost: Vec<Effect>,
        effects: Vec<Effect>,
        /// What happens if the player declines or cannot pay.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Effect>,
    },
    /// The effects happen only if the condition is met when they are reached. For standing effects, the condition is
    /// evaluated continuously: `then` applies while it is met, `otherwise` while it is not.
    If {
        condition: Box<Condition>,
        then: Vec<Effect>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Effect>,
    },
    /// The effects apply for as long as the condition is met.
    While {
        condition: Box<Condition>,
        effects: Vec<Effect>,
    },
    /// The effects happen unless the condition is met when they are reached. Standing effects apply while the
    /// condition is not met.
    Unless {
        condition: Box<Condition>,
        effects: Vec<Effect>,
    },
    /// The effects happen unless that player pays the cost first; with `each`, unless both players do.
    UnlessPaid {
        who: Player,
        cost: Vec<Effect>,
        effects: Vec<Effect>,
    },
    /// The effects happen each time the occasion arises, while the ability watches for it.
    When {
        occasion: Occasion,
        effects: Vec<Effect>,
    },
    /// The effects can be used that many times in the period, whenever the controller likes. All abilities of a card
    /// with a limit for a round share one use, which turns the card (Place a card aside; Ready cards).
    Limit {
        times: u32,
        per: LimitPeriod,
        /// With `period`: the id of the period.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        period: Option<SmolStr>,
        effects: Vec<Effect>,
    },
    /// The effects happen once, at the next such moment. References are resolved now.
    Delayed {
        moment: Moment,
        /// The id of the period whose start or end it is, for a moment of a period.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        period: Option<SmolStr>,
        effects: Vec<Effect>,
    },
    /// The effects replace the event: when it would happen, they happen instead. If they are an option and the player
    /// declines, the event happens.
    Replace {
        event: Box<Event>,
        effects: Vec<Effect>,
    },
    /// The player chooses a number of the modes, within the bounds. The chosen modes happen in printed order.
    Choose {
        who: Player,
        at_least: u32,
        at_most: u32,
        modes: Vec<Vec<Effect>>,
    },
    /// The player chooses one of the clauses (`A or B`) when they are reached; only that one happens.
    Either { who: Player, effects: Vec<Effect> },
    /// The effects happen that many times, one after the other, with new choices each time.
    Repeat { times: u32, effects: Vec<Effect> },
    /// The effects of one row happen: of the last one whose number is at most the value of the attribute `by` with
    /// which the card is used.
    Ladder { by: SmolStr, rows: Vec<Row> },
    /// The effects are repeated for each thing that fits when they are reached, with new choices each time.
    ForEach {
        each: Box<Filter>,
        /// The slot by which the effects refer to the thing of the current repetition.
        slot: u32,
        effects: Vec<Effect>,
    },
}

impl Effect {
    /// Returns whether the effect consists only of standing effects, which apply for as long as the card is there.
    pub fn is_lasting(&self) -> bool {
        match &self.what {
            What::Act { action } => action.time() == Some(&Duration::Standing),
            What::Then { effects } | What::Together { effects } => {
                effects.iter().all(Effect::is_lasting)
            }
            _ => false,
        }
    }
}

/// A row of a ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// The least value of the attribute.
    pub at: u32,
    pub effects: Vec<Effect>,
}

/// A player, relative to the controller of the ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// The controller of the ability.
    You,
    /// The other player.
    Opponent,
    /// Both players, one after the other, starting with the first player. In something that is done once for each
    /// player, that player.
    Each,
}

/// The period for which a use is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LimitPeriod {
    /// The use comes back when the card is readied (Ready cards).
    Round,
    /// The use never comes back.
    Game,
    /// The use comes back when the period of the vocabulary of the game begins anew that the effect names.
    Period,
}

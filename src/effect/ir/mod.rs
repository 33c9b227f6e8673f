//! The typed meaning of an effect text.
//!
//! Its JSON is the contract with engines, versioned by itself ([`IR_VERSION`]). No node holds text
//! to interpret: every name is a card id, and every trait, statistic, zone, mark and heading an id
//! of the game's vocabulary. Equal meanings are equal values; places in the text ride along and are
//! left out of comparisons ([`At`]).

// A node is as large as its largest variant; a text has a dozen of them.
#![allow(clippy::large_enum_variant)]

mod action;
mod part;
mod select;
mod visit;
mod when;

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

pub use action::Action;
pub use part::{AttributeChange, Deed, Direction, Face, Permission, Put, Stake, TokenCount};
pub use select::amount::{Amount, Period, Round};
pub use select::{
    BareWord, Chain, ChosenNoun, Comparison, Count, End, Filter, Noun, Owner, Pick, Place,
    Reference, RowSide, Selector, Side, State, Superlative, Zone,
};
pub(super) use visit::shift;
pub use visit::{Node, visit, visit_amount, visit_condition, visit_effects, visit_event};
pub use when::{Condition, Duration, Event, Happening, Moment, Occasion, Test};

/// The version of the IR: raised when a node changes its shape or its meaning.
pub const IR_VERSION: u32 = 3;

/// Where in the text a node was written: bytes, the end exclusive. Two nodes that differ only in
/// their places are equal.
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

    /// The same, reaching as far as the end of another.
    pub fn up_to(self, other: At) -> At {
        match (self.0, other.0) {
            (Some((start, end)), Some((_, other))) => At(Some((start, end.max(other)))),
            (mine, other) => At(mine.or(other)),
        }
    }

    /// The range of the text, empty where the node was not read from one.
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

/// One line of an effect text: when it resolves, and what happens then. `docs/ir.md` says exactly how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ability {
    pub heading: Heading,
    /// In the order in which they happen.
    pub effects: Vec<Effect>,
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// When an ability resolves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Heading {
    /// The id of a heading of the game.
    pub id: SmolStr,
    /// What has to happen, for a heading that waits for something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Box<Event>>,
    /// Where the card goes, for a heading that places it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
    /// Absent where the text has no heading and the card type's own one holds.
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// Where a card goes that stays in play beside the cards on the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "placement", rename_all = "kebab-case")]
pub enum Placement {
    /// Under the chosen unit, or on the chosen space, until it or the unit leaves the map.
    AttachTo { to: Box<Selector> },
    /// Beside the map, until removed.
    Aside,
}

/// Something that happens, or holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Effect {
    #[serde(flatten)]
    pub what: What,
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// What happens: a single action, or several under a condition, a choice, an occasion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "effect", rename_all = "kebab-case")]
pub enum What {
    /// One action.
    Act {
        #[serde(flatten)]
        action: Box<Action>,
    },
    /// One sentence of several clauses: each happens after the one before it, whatever became of
    /// that one.
    Then { effects: Vec<Effect> },
    /// Several things said of one subject, with one check of the state behind them.
    Together { effects: Vec<Effect> },
    /// The player decides whether it happens at all. With a cost, it is paid first, all or nothing; where it
    /// cannot be paid, there is no option.
    May {
        who: Player,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cost: Vec<Effect>,
        effects: Vec<Effect>,
        /// What happens where the player declines, or cannot pay.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Effect>,
    },
    /// It happens only if the condition is met when it is reached. What holds for as long as the card is there is
    /// asked all the time: one branch holds while the condition is met, the other one while it is not.
    If {
        condition: Box<Condition>,
        then: Vec<Effect>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Effect>,
    },
    /// It holds for as long as the condition is met.
    While {
        condition: Box<Condition>,
        effects: Vec<Effect>,
    },
    /// It happens unless the condition is met when it is reached. What holds for as long as the card is there holds
    /// while the condition is not met.
    Unless {
        condition: Box<Condition>,
        effects: Vec<Effect>,
    },
    /// It happens unless that player pays the cost first; with `each`, unless both do.
    UnlessPaid {
        who: Player,
        cost: Vec<Effect>,
        effects: Vec<Effect>,
    },
    /// It happens each time the occasion arises, while the ability watches for it.
    When {
        occasion: Occasion,
        effects: Vec<Effect>,
    },
    /// It can be used so many times in that period, as the controller likes. All abilities of one card that
    /// say so for a round share its use, which turns the card (Place a card aside; Ready cards).
    Limit {
        times: u32,
        per: LimitPeriod,
        effects: Vec<Effect>,
    },
    /// It happens once, at the next such moment. References mean what they mean now.
    Delayed {
        moment: Moment,
        effects: Vec<Effect>,
    },
    /// If the event would happen, this happens in its place. If it is an option and declined, the event
    /// happens.
    Replace {
        event: Box<Event>,
        effects: Vec<Effect>,
    },
    /// The player chooses that many of the modes; they happen in the printed order.
    Choose {
        who: Player,
        at_least: u32,
        at_most: u32,
        modes: Vec<Vec<Effect>>,
    },
    /// The player chooses one of the clauses (`A or B`) when it is reached; only that one happens.
    Either { who: Player, effects: Vec<Effect> },
    /// It is repeated for each thing that fits when it is reached, choosing anew each time.
    ForEach {
        each: Box<Filter>,
        /// By which the effects refer to the one that it is repeated for.
        slot: u32,
        effects: Vec<Effect>,
    },
}

impl Effect {
    /// Whether it only says what holds for as long as the card is there.
    pub fn stands(&self) -> bool {
        match &self.what {
            What::Act { action } => action.time() == Some(&Duration::Standing),
            What::Then { effects } | What::Together { effects } => {
                effects.iter().all(Effect::stands)
            }
            _ => false,
        }
    }
}

/// A player, as seen from the controller of the ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// The controller of the ability.
    You,
    /// The other player.
    Opponent,
    /// Both, one after the other, from the first player on. In what is done once for each player, that
    /// player.
    Each,
}

/// How long a limited use takes to come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LimitPeriod {
    /// When the card is readied (Ready cards).
    Round,
    /// Not at all.
    Game,
}

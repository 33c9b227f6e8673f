//! Recordings: what the reference engine played, for engines in other languages. `docs/conformance.md` describes the
//! form.
//!
//! A recording has no numbers of this engine: cards, spaces and options are words. [`Recording::of`] writes down what
//! was done in a state, [`Recording::replay`] does it again and compares.

mod file;
mod make;
mod names;
mod patch;
mod picture;
mod replay;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::choice::Kind;
use crate::state::Player;

pub use file::{BEGINNING, FORMAT, Recordings, Trouble};
pub use make::{Move, game};
pub use replay::{Difference, What};

/// A game, or a part of one: how it begins, what is chosen, and what is so afterwards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// What it is about; for reports.
    pub title: String,
    /// The ids of the cards that a test is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<String>,
    /// The cards that take part, by their names in this recording.
    pub cards: BTreeMap<String, Part>,
    pub begin: Begin,
    pub start: Picture,
    pub steps: Vec<Step>,
    /// The choice that is open at the end; absent if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    pub end: Picture,
}

/// A card that takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The id of the card in the bundle.
    pub card: String,
    pub owner: Player,
}

/// What goes on at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Begin {
    /// The first step of the set-up is next.
    SetUp,
    /// A turn has begun.
    Turn,
}

/// A choice with its answer; or, in a test, that a player gets the turn. A first step without both is what happens before
/// the first choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Asked>,
    /// The chosen options, in their order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Vec<String>>,
    /// The player who gets the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Player>,
    /// A JSON Merge Patch from the state before to the state afterwards.
    pub changes: Map<String, Value>,
}

/// A choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The player who chooses; absent: chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Player>,
    pub kind: Kind,
    /// The card whose words ask; absent: a rule asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Their order has no meaning.
    pub options: Vec<String>,
    pub at_least: u16,
    pub at_most: u16,
    /// The order of the answer is what is chosen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ordered: bool,
}

/// What both engines have to agree on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    pub round: u32,
    /// The first player.
    pub first: Player,
    /// The player whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Player>,
    pub passed: [bool; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// For each player and zone, its cards, the one at the bottom first.
    pub zones: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// Cards that the set-up has not placed yet, for each player and part of the set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// Cards that are being played and nowhere else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub being_played: Vec<String>,
    /// Cards that lie face-down as cards of a statistic.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub laid: BTreeMap<String, String>,
    /// Turned cards of zones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<String>,
    /// For each space with tokens, their counts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tokens: BTreeMap<String, BTreeMap<String, u16>>,
    /// The cards in play, in the order in which they came into play.
    pub order: Vec<String>,
    pub play: BTreeMap<String, InPlay>,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Winner {
    Player(Player),
    Draw(Nobody),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Nobody {
    Nobody,
}

/// A card in play. With neither `space` nor `on`, it is aside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InPlay {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
    /// The card or the space to which it is attached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// Absent: nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<Player>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tokens: BTreeMap<String, u16>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turned: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub face_down: bool,
    /// How often its limits for each round were used in this round.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub used: u8,
    /// The id of the card whose copy it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy: Option<String>,
    /// The attributes of a unit or leader, as they are now.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, i32>,
}

fn is_zero(count: &u8) -> bool {
    *count == 0
}

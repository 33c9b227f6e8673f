//! Recordings of games of the reference engine, for engines in other languages. `docs/conformance.md` describes the
//! format.
//!
//! A recording contains no internal numbers of this engine: cards, spaces and options have names. [`Recording::of`]
//! records moves from a state, [`Recording::replay`] repeats them and compares.

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

/// A game or a part of one: the initial state, the choices with their answers, and the states after them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// A description, for reports.
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

/// The point at which a recording begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Begin {
    /// The first step of the set-up is next.
    SetUp,
    /// A turn has begun; its first choice is next.
    Turn,
}

/// A choice with its answer, or, in a test, a player who gets the turn. The first step can have only `changes`, for
/// what happens before the first choice.
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
    /// A JSON Merge Patch from the state before the step to the state after it.
    pub changes: Map<String, Value>,
}

/// A choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The player who chooses; absent for a random choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Player>,
    pub kind: Kind,
    /// The card whose text asks; absent if a rule asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The options. Their order has no meaning.
    pub options: Vec<String>,
    pub at_least: u16,
    pub at_most: u16,
    /// Whether only the order of the options is chosen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ordered: bool,
}

/// A state, as far as engines have to agree on it.
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
    /// The cards of each player and zone, the bottom card first.
    pub zones: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// Cards that the set-up has not placed yet, for each player and part of the set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// Cards that are being played and are in no other place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub being_played: Vec<String>,
    /// Cards that are laid face-down as statistic cards, with the statistic.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub laid: BTreeMap<String, String>,
    /// Turned cards of zones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<String>,
    /// The counts of the tokens on each space with tokens.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tokens: BTreeMap<String, BTreeMap<String, u16>>,
    /// The cards in play, in the order in which they came into play.
    pub order: Vec<String>,
    pub play: BTreeMap<String, InPlay>,
    /// The battle, in a game of stacks on lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<InBattle>,
}

/// A battle: its phase, and its stacks in the order in which they were formed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InBattle {
    pub phase: u32,
    pub stacks: Vec<InStack>,
    /// How often the walls were hit; absent without walls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits: Option<u8>,
}

/// A stack: its cards from the top, and what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InStack {
    pub stack: String,
    pub cards: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acted: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swarmed: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub protects: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retaliated: bool,
    /// So many of its next attacks do not take place.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub skips: u8,
    /// The values of the support that it has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<u32>,
}

/// The winner of a game.
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
    /// The player who controls it; absent if nobody does.
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
    /// How often each of its limits per round was used in this round.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub used: u8,
    /// The id of the card that it is a copy of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy: Option<String>,
    /// The current values of the attributes of a unit or leader.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, i32>,
}

fn is_zero(count: &u8) -> bool {
    *count == 0
}

//! What the engine is given: cards with their abilities, sets, the words and numbers of the game, its rules. The field
//! names are those of a bundle, so a bundle with the rules of its game is an input.

use std::collections::BTreeMap;

use cardwright_ir::Ability;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use smol_str::SmolStr;

use crate::rules::Rules;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Input {
    /// The version of the IR of the abilities.
    pub ir: u32,
    pub game: GameData,
    pub vocabulary: Words,
    pub cards: Vec<CardData>,
    #[serde(default)]
    pub kingdoms: Vec<SetData>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameData {
    pub id: SmolStr,
    pub map: Option<MapData>,
    #[serde(default)]
    pub constants: BTreeMap<SmolStr, Constant>,
    /// Absent: the game cannot be played.
    #[serde(default)]
    pub play: Option<Rules>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MapData {
    pub rows: Vec<SmolStr>,
    pub columns: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Constant {
    pub value: u32,
}

/// The words of the vocabulary that the engine counts or compares.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Words {
    #[serde(default)]
    pub card_types: BTreeMap<SmolStr, TypeWord>,
    #[serde(default)]
    pub headings: BTreeMap<SmolStr, HeadingWord>,
    #[serde(default)]
    pub attributes: BTreeMap<SmolStr, AttributeWord>,
    #[serde(default)]
    pub statistics: BTreeMap<SmolStr, Value>,
    #[serde(default)]
    pub tokens: BTreeMap<SmolStr, Value>,
    #[serde(default)]
    pub marks: BTreeMap<SmolStr, Value>,
    #[serde(default)]
    pub zones: BTreeMap<SmolStr, ZoneWord>,
    #[serde(default)]
    pub rows: BTreeMap<SmolStr, RowWord>,
    #[serde(default)]
    pub unit_types: BTreeMap<SmolStr, Value>,
    #[serde(default)]
    pub player_limits: BTreeMap<SmolStr, Value>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TypeWord {
    #[serde(default)]
    pub place: SmolStr,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct HeadingWord {
    #[serde(default)]
    pub form: SmolStr,
    /// `opponent`: only what the opponent does triggers it.
    #[serde(default)]
    pub answers: SmolStr,
    #[serde(default)]
    pub lasting: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct AttributeWord {
    /// The card types that have it.
    #[serde(default)]
    pub of: Vec<SmolStr>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ZoneWord {
    #[serde(default)]
    pub ordered: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RowWord {
    #[serde(default)]
    pub shared: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CardData {
    pub id: SmolStr,
    pub name: SmolStr,
    #[serde(rename = "type")]
    pub type_: SmolStr,
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// What is printed, by the keys of the fields.
    #[serde(flatten)]
    pub fields: BTreeMap<SmolStr, Value>,
}

/// A set: the cards of its parts with their counts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SetData {
    pub id: SmolStr,
    pub name: SmolStr,
    pub zones: BTreeMap<SmolStr, BTreeMap<SmolStr, u32>>,
}

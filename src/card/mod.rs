//! From the YAML tree to a card: its fields, checked against what the game prints on that type.
//!
//! The effect text stays text here; the next stage reads it.

mod area;
mod expected;
mod field;
pub(crate) mod fixes;
mod keys;
mod naming;
mod numbers;
mod pattern;
mod read;
mod recover;
mod resolve_keys;
mod vec_map;
mod words;

#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::source::Span;
use crate::yaml::Node;

pub(crate) use expected::{Asked, meant, suggest};
pub(crate) use keys::is_key;
pub(crate) use numbers::whole;
pub(crate) use pattern::{fits, respell};
pub(crate) use read::is_counted;
pub use read::read;
pub use vec_map::Keyed;

/// A card as it was read: everything but the meaning of its text.
#[derive(Clone, Debug)]
pub struct CardSource {
    /// Kebab case, unique in its game.
    pub id: SmolStr,
    pub name: SmolStr,
    pub name_at: Span,
    /// The id of its card type.
    pub card_type: SmolStr,
    pub type_at: Span,
    /// The valid fields under their keys, in the order of the game's data; without name, type and
    /// effect. Faulty ones were reported and are not here.
    pub fields: Arc<Keyed<FieldValue>>,
    /// Where each field that was given stands (its value), the faulty ones included.
    pub places: Keyed<Span>,
    pub effect: Option<EffectSource>,
    /// Text that cannot be expressed yet. It is never executed.
    pub manual: Option<String>,
    /// A part of its document could not be read, so a field that it lacks may only be unread.
    pub broken: bool,
}

/// An effect text, as the scalar in which it was written: it finds the bytes of the file behind a range of the text.
#[derive(Clone, Debug)]
pub struct EffectSource {
    pub node: Node,
}

impl EffectSource {
    /// The text after folding, unquoting and unescaping.
    pub fn text(&self) -> &str {
        self.node.scalar().map_or("", |scalar| &scalar.text)
    }
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FieldValue {
    Flag(bool),
    Number(i64),
    /// Words, or one id of a list of the vocabulary.
    Text(String),
    /// Ids of a list of the vocabulary.
    List(Vec<String>),
    /// Numbers under the names of a list of the vocabulary.
    Numbers(Keyed<i64>),
    Area(Box<Area>),
}

/// A printed area of effect, as steps from the chosen space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Area {
    /// The pattern, a string for each row: `X` the chosen space, `#` hit, `.` not hit, `O` the
    /// chosen space where it is not hit itself.
    pub pattern: Vec<String>,
    /// The spaces that are hit.
    pub spaces: Vec<Step>,
}

/// A space, as seen from the chosen one by the player who plays the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// Rows away from the player; negative towards the player.
    pub forward: i32,
    /// Columns to the right; negative to the left.
    pub right: i32,
}

/// The id that a name gives: kebab case.
pub fn id_of(name: &str) -> String {
    let mut id = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            id.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            id.extend(c.to_lowercase());
        } else if !matches!(c, '\'' | '’') && !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    id.truncate(id.trim_end_matches('-').len());
    id
}

/// The id of a word of an open list that a card brings: lowercase, underscores for spaces.
pub fn word_id(word: &str) -> String {
    word.trim().to_lowercase().replace([' ', '-'], "_")
}

//! Converts a YAML tree to a card: checks its fields against those of its card type.
//!
//! The effect text is compiled by a later stage.

mod area;
mod card_type;
mod effect_field;
mod expected;
mod field;
#[doc(hidden)]
pub mod fixes;
mod keys;
mod missing;
mod naming;
mod numbers;
mod pattern;
mod read;
mod recover;
mod resolve_keys;
mod vec_map;
mod words;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::game;
use crate::source::{FileId, Span};
use crate::yaml::Node;

pub use read::read;
pub use vec_map::VecMap;

// For kingdom sets and other files, whose YAML has the same kinds of mistakes.
#[doc(hidden)]
pub use {
    expected::{Expected, meant, suggest},
    keys::is_key,
    numbers::whole,
    pattern::{fits, respell},
    read::is_counted,
};

/// A card as read: everything except the meaning of its text.
#[derive(Clone, Debug)]
pub struct CardSource {
    /// Kebab case, unique in its game.
    pub id: SmolStr,
    pub name: SmolStr,
    pub name_at: Span,
    /// The id of its card type.
    pub card_type: SmolStr,
    pub type_at: Span,
    /// The valid fields by key, in the order of the game's data; without name, type and effect.
    /// Invalid fields were reported and are not included.
    pub fields: Arc<VecMap<FieldValue>>,
    /// The span of each field's value, including invalid fields.
    pub places: VecMap<Span>,
    /// The first effect text of the card type.
    pub effect: Option<EffectSource>,
    /// The other effect texts, by key: `expert`, or `few.effect` for a text of a group.
    pub more_effects: VecMap<EffectSource>,
    /// Text that cannot be expressed yet. It is not executed.
    pub manual: Option<String>,
    /// `true` if part of its document could not be parsed, so that missing fields may exist in the
    /// file.
    pub broken: bool,
}

impl CardSource {
    /// Returns a card with a name and a type, and nothing else.
    pub fn only_named(id: SmolStr, name: &SmolStr, card_type: &SmolStr) -> Self {
        CardSource {
            id,
            name: name.clone(),
            name_at: Span::new(FileId::default(), 0..0),
            card_type: card_type.clone(),
            type_at: Span::new(FileId::default(), 0..0),
            fields: Arc::default(),
            places: VecMap::default(),
            effect: None,
            more_effects: VecMap::default(),
            manual: None,
            broken: false,
        }
    }

    /// Returns all effect texts by key, the first one without a key.
    pub fn effects(&self) -> impl Iterator<Item = (Option<&SmolStr>, &EffectSource)> {
        let first = self.effect.iter().map(|effect| (None, effect));
        let more = self.more_effects.iter();
        first.chain(more.map(|(key, effect)| (Some(key), effect)))
    }

    /// Returns whether a text names the card: by its name in any letter case, or by its id.
    pub fn is_called(&self, text: &str) -> bool {
        text.eq_ignore_ascii_case(&self.name) || *text == self.id
    }

    /// Returns the values of a field: of the card, or of each of its groups.
    pub fn values<'c>(&'c self, key: &'c str) -> impl Iterator<Item = &'c FieldValue> {
        let of_card = self.fields.get(key).into_iter();
        let groups = self.fields.values().filter_map(|value| match value {
            FieldValue::Group(fields) => Some(fields),
            _ => None,
        });
        of_card.chain(groups.filter_map(move |fields| fields.get(key)))
    }
}

/// An effect text as the scalar that contains it, so that ranges of the text can be mapped to the
/// file.
#[derive(Clone, Debug)]
pub struct EffectSource {
    pub node: Node,
}

impl EffectSource {
    /// Returns the text after folding, unquoting and unescaping.
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
    /// Words, or an id of a vocabulary list.
    Text(String),
    /// Ids of a vocabulary list.
    List(Vec<String>),
    /// Numbers by the names of a vocabulary list.
    Numbers(VecMap<i64>),
    Area(Box<Area>),
    /// Fields of their own, by key.
    Group(VecMap<FieldValue>),
}

impl FieldValue {
    /// Returns whether the value is the one with which a rule compares, or a list with it.
    pub fn is(&self, wanted: &game::FieldValue) -> bool {
        match (self, wanted) {
            (FieldValue::Flag(is), game::FieldValue::Flag(wanted)) => is == wanted,
            (FieldValue::Number(is), game::FieldValue::Number(wanted)) => is == wanted,
            (FieldValue::Text(is), game::FieldValue::Word(wanted)) => is == wanted,
            (FieldValue::List(are), game::FieldValue::Word(wanted)) => are.contains(wanted),
            _ => false,
        }
    }
}

/// A printed area of effect, as steps from the chosen space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Area {
    /// The pattern, a string for each row: `X` is the chosen space, `#` is hit, `.` is not hit, `O`
    /// is the chosen space if it is not hit itself.
    pub pattern: Vec<String>,
    /// The spaces that are hit.
    pub spaces: Vec<Step>,
}

/// A space relative to the chosen one, as seen by the player who plays the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// Rows away from the player; negative towards the player.
    pub forward: i32,
    /// Columns to the right; negative to the left.
    pub right: i32,
}

/// Returns the default id of a name, in kebab case.
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

/// Returns the id of a word that a card adds to an open list: lower case, with underscores for spaces.
pub fn word_id(word: &str) -> String {
    word.trim().to_lowercase().replace([' ', '-'], "_")
}

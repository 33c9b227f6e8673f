//! Kingdom sets: reading a set file and judging it by the rules of its game.
//!
//! The rules are data; this stage knows the kinds of rules and not one of their numbers.

mod alt_syntax;

pub mod decklist;
mod eligibility;
pub mod export;
mod keys;
mod lexicon;
mod line;
mod missing;
mod names;
mod pay;
mod read;
pub mod repair;
pub mod report;
mod resolved;
mod rules;
mod suggest;
mod validate;
mod zone_context;
mod zone_lines;

#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::sync::Arc;

use crate::card::CardSource;
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Game;
use crate::source::Span;
use crate::yaml::{Entry, Node, Value};

pub use eligibility::admits;
pub(crate) use keys::NAME_KEY;
pub use missing::Open;
pub use names::Names;
pub(crate) use pay::{missing, substitution};
pub use read::read;
pub use validate::{validate, validate_draft, validate_with};

/// A kingdom set as it was read.
#[derive(Clone, Debug)]
pub struct KingdomSource {
    pub name: String,
    pub name_at: Span,
    /// The id of its game, if the file names one.
    pub game: Option<(String, Span)>,
    /// The id of the house rules by which it is judged, if the file names them.
    pub house_rules: Option<(String, Span)>,
    /// The whole file, for what concerns all of it.
    pub at: Span,
    /// What the file gives, by the zones of the game, in the game's order. A zone whose value is
    /// empty is not there.
    pub zones: IndexMap<String, ZoneSource>,
    /// The lines below each key that is no zone.
    pub unplaced: Vec<Vec<Line>>,
    /// Part of the file could not be read, so what is missing may only be unread.
    pub broken: bool,
}

/// One zone of a set as it was read.
#[derive(Clone, Debug)]
pub struct ZoneSource {
    /// Its key.
    pub at: Span,
    /// Its key and its value.
    pub whole: Span,
    pub entries: Vec<Line>,
    /// Part of it could not be read, so there may be more in it than its entries say.
    pub broken: bool,
}

/// One line of a zone: a name and how many of it.
#[derive(Clone, Debug)]
pub struct Line {
    pub name: String,
    pub name_at: Span,
    /// 0 where nobody knows how many were meant; its zone is broken then.
    pub count: u64,
    /// Where the number stands; the name's place where it is not written.
    pub count_at: Span,
}

/// A set that was judged, as the bundle has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Kingdom {
    /// The name in kebab case.
    pub id: String,
    pub name: String,
    /// The id of the house rules by which it was judged; absent for the rules of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house_rules: Option<String>,
    /// Card ids (or, for a zone listed by a field, values of that field) and how many of each, by
    /// zone, in the order of the file.
    pub zones: IndexMap<String, IndexMap<String, u32>>,
    /// How many cards it has in all.
    pub total: u32,
}

/// The cards that a set may name.
#[derive(Clone, Copy, Debug)]
pub struct Cards<'c> {
    /// By id.
    pub by_id: &'c IndexMap<SmolStr, Arc<CardSource>>,
}

impl<'c> Cards<'c> {
    /// The card of that name in any letter case, or of that id.
    pub fn named(&self, name: &str) -> Option<&'c CardSource> {
        names::Names::new(*self).card(name)
    }
}

/// Whether a node without the key `kingdom` can be nothing but a set.
pub fn has_parts(game: &Game, node: &Node) -> bool {
    let Value::Mapping(entries) = &node.value else {
        return false;
    };
    let keys = entries.iter().filter_map(|entry| entry.key.scalar());
    game.are_of_a_set(keys.map(|key| key.text.as_str()))
}

/// Whether a node with the key of a set is meant as a card: it has what every card has, and no part of a set.
pub fn is_card(game: &Game, node: &Node) -> bool {
    let Value::Mapping(entries) = &node.value else {
        return false;
    };
    let has = |wanted: &str| {
        let mut keys = entries.iter().filter_map(|entry| entry.key.scalar());
        keys.any(|key| key.text == wanted)
    };
    let mut zones = game.kingdom.zones.keys();
    has("name") && has("type") && !zones.any(|zone| has(zone))
}

/// What to say of the fields of a card and the parts of a set in one mapping: one finding, since nobody knows which of
/// the two is meant.
pub fn mixed_with_card(game: &Game, node: &Node) -> Option<Diagnostic> {
    let Value::Mapping(entries) = &node.value else {
        return None;
    };
    let with = |wanted: &str| {
        let is = |entry: &&Entry| entry.key.scalar().is_some_and(|key| key.text == wanted);
        entries.iter().find(is)
    };
    let kind = &game.kingdom.name;
    let set = with(keys::NAME_KEY)?;
    let card = with("type")?;
    let written = card.value.scalar()?.text.trim();
    let is_typed = game.card_types.contains_key(written) && with("name").is_some();
    (is_typed && !is_card(game, node)).then(|| {
        Diagnostic::new(
            Code::NotACard,
            set.key.span,
            format!("a {kind} and a card stand in one mapping"),
            format!("a {kind} has this"),
        )
        .label(card.key.span, "a card has this")
        .help(format!(
            "write `---` between the two, with all parts of the {kind} on one side and all fields of the card on the other"
        ))
    })
}

/// Whether a node is meant as a kingdom set: a mapping with the key `kingdom`, which the data of a game has too.
pub fn is_kingdom(node: &Node) -> bool {
    let Value::Mapping(entries) = &node.value else {
        return false;
    };
    let has = |key: &str| {
        let mut keys = entries.iter().filter_map(|entry| entry.key.scalar());
        keys.any(|known| known.text == key)
    };
    has(keys::NAME_KEY) && !has("card_types")
}

//! Kingdom sets: reads a set file and validates it against the rules of its game.
//!
//! The rules are data: this stage knows the kinds of rules, but none of their numbers.
//!
//! ```
//! use cardwright::compile::{self, Role};
//! use cardwright::game::embedded_game;
//! use cardwright::kingdom::{self, Cards, decklist};
//! use cardwright::source::{SourceFile, Sources};
//!
//! let mut sources = Sources::default();
//! let data = SourceFile::inside(embedded_game("card-game").expect("built in").game);
//! let game = compile::load_game(sources.add(data.clone()), &data).expect("valid data");
//! let starter = embedded_game("card-game").expect("built in").cards.iter();
//! let starter = starter.map(|file| (sources.add(SourceFile::inside(*file)), Role::Library));
//! let starter: Vec<_> = starter.collect();
//! let by_id = compile::compile(&game, &sources, &starter).sources();
//! let cards = Cards { by_id: &by_id };
//!
//! let list = "Deck\n4 Archer\n3 Pikeman\n";
//! let file = sources.add(SourceFile::new("pasted.txt", list));
//! let known = decklist::Lexicon::new(&game, cards);
//! let (set, missing_zones) = decklist::read(&known, file, list, "pasted");
//! assert_eq!(missing_zones.len(), 3);
//! let (_, found) = kingdom::validate(&game, cards, &set.expect("a set"));
//! let mut found = found.iter().filter(|found| found.code.code() == "E0601");
//! assert!(found.any(|found| sources.slice(found.primary.at) == "Archer"));
//! ```

mod alt_syntax;

pub mod decklist;
mod eligibility;
pub mod export;
mod keys;
mod lexicon;
mod line;
mod list_words;
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
pub use keys::NAME_KEY;
pub use missing::MissingCards;
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
    /// The id of the house rules that apply, if the file names them.
    pub house_rules: Option<(String, Span)>,
    /// Span of the whole file, for diagnostics about the whole set.
    pub at: Span,
    /// The zones of the file, in the order of the game. A zone with an empty value is absent.
    pub zones: IndexMap<String, ZoneSource>,
    /// The lines below each key that is not a zone.
    pub unplaced: Vec<Vec<Line>>,
    /// `true` if part of the file could not be read, so that missing parts may only be unread.
    pub broken: bool,
}

/// One zone of a set as it was read.
#[derive(Clone, Debug)]
pub struct ZoneSource {
    /// Span of the key.
    pub at: Span,
    /// Span of the key and the value.
    pub whole: Span,
    pub entries: Vec<Line>,
    /// `true` if part of the zone could not be read, so that it may hold more than `entries`.
    pub broken: bool,
}

/// One line of a zone: a name and a count.
#[derive(Clone, Debug)]
pub struct Line {
    pub name: String,
    pub name_at: Span,
    /// The number of copies; 0 if it is unknown, and then the zone is `broken`.
    pub count: u64,
    /// Span of the count; the span of the name if no count is written.
    pub count_at: Span,
}

/// A validated set, as stored in the bundle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Kingdom {
    /// The name in kebab case.
    pub id: String,
    pub name: String,
    /// The id of the house rules that the set was validated with; absent for the rules of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house_rules: Option<String>,
    /// The counts of card ids by zone, in the order of the file. A zone that is listed by a field has values of that
    /// field instead of ids.
    pub zones: IndexMap<String, IndexMap<String, u32>>,
    /// Total number of cards.
    pub total: u32,
}

/// The cards that a set may name.
#[derive(Clone, Copy, Debug)]
pub struct Cards<'c> {
    /// The cards by id.
    pub by_id: &'c IndexMap<SmolStr, Arc<CardSource>>,
}

impl<'c> Cards<'c> {
    /// Returns the card with this name, ignoring case, or with this id.
    pub fn named(&self, name: &str) -> Option<&'c CardSource> {
        names::Names::new(*self).card(name)
    }
}

/// Returns whether a node without the key `kingdom` can only be a set.
pub fn has_parts(game: &Game, node: &Node) -> bool {
    let Value::Mapping(entries) = &node.value else {
        return false;
    };
    let keys = entries.iter().filter_map(|entry| entry.key.scalar());
    game.are_of_a_set(keys.map(|key| key.text.as_str()))
}

/// Returns whether a node with the key of a set is a card: it has the fields that every card has, and no part of a set.
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

/// Reports fields of a card and parts of a set in one mapping. This is a single diagnostic, because the intended kind
/// is unknown.
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
            format!("a {kind} and a card are in one mapping"),
            format!("a key of a {kind}"),
        )
        .label(card.key.span, "a key of a card")
        .help(format!(
            "write `---` between them, with all parts of the {kind} on one side and all fields of the card on the other"
        ))
    })
}

/// Returns whether a node is a kingdom set: a mapping with the key `kingdom` that is not the data of a game, which has
/// this key too.
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

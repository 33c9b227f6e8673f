//! A game as data: what is printed on its cards, the words of its effect texts, the rules of a set.
//!
//! The shape is `game.yaml`. Every list keeps the order of the file, because that is the order in
//! which things are shown and written.

mod check;
mod embedded;
mod fields;
mod house;
mod ids;
mod load;
mod names;
mod places;
mod report;
mod rules;
mod schema_of;
mod shape;
mod terms;
mod together;

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::maps::IndexMap;
use fields::Listed;

pub use embedded::{Embedded, embedded};
pub use fields::{CardField, Need};
pub use house::{
    HOUSE_KEY, HouseRules, contradictions_of, load as load_house_rules, places_of_names,
};
pub use ids::as_id;
pub use load::{load, load_with};
pub use places::{Places, place_of_key, place_of_word};
pub use report::{Drawing, Merging, Paying, ReportParts};
pub use rules::places_of_cards;
pub use schema_of::{card_schema, kingdom_schema};

/// The name of the file with the data of a game.
pub const DATA_FILE: &str = "game.yaml";

/// A game: the whole of its `game.yaml`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The id of the game, as kingdom files and the command line name it.
    pub game: String,
    pub title: String,
    /// Raised whenever the data changes in a way that cards or engines notice.
    pub version: u32,
    /// What a field may hold, by the name under which card types list it.
    pub fields: IndexMap<String, Field>,
    pub card_types: IndexMap<SmolStr, CardType>,
    pub vocabulary: Vocabulary,
    pub headings: IndexMap<String, Heading>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Map>,
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub constants: IndexMap<String, Constant>,
    pub kingdom: KingdomRules,
    /// Of the text that it was read from: two games with the same are the same.
    #[serde(skip)]
    pub hash: Option<blake3::Hash>,
}

/// A field of a card. (Serde cannot deny unknown keys beside flattened ones.)
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = false))]
pub struct Field {
    /// The key in a card file, where it is not the name of the field: two types may have fields of
    /// one key with different ranges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(flatten)]
    pub kind: FieldKind,
    pub doc: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What a field holds.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FieldKind {
    /// Words. In a pattern, `A` stands for a capital letter and `0` for a digit.
    Text {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pattern: Option<String>,
        /// Every card has words of its own there.
        #[serde(default)]
        own: bool,
    },
    /// One word of a list of the vocabulary.
    Choice {
        of: String,
        /// Effect texts use the word as an adjective: `a ranged unit`.
        #[serde(default)]
        bare: bool,
    },
    /// Several words of a list of the vocabulary.
    Choices {
        of: String,
        /// Whether a card may bring words of its own.
        #[serde(default)]
        open: bool,
    },
    /// A whole number.
    Number { min: i64, max: i64 },
    /// One number under each of these names.
    Numbers {
        each: IndexMap<String, Bounds>,
        /// What the numbers add up to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sum: Option<i64>,
    },
    /// Some words of a list of the vocabulary, each with a number.
    Amounts { of: String, min: i64, max: i64 },
    /// True or false; false where it is left out.
    Flag,
    /// A pattern of spaces of the map.
    Area,
    /// The effect text.
    Effect,
}

/// The smallest and the largest value, both allowed.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    pub min: i64,
    pub max: i64,
}

/// A type of cards: exactly the fields that are printed on them.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardType {
    /// Its name in a text; the id where it is left out.
    #[serde(default)]
    pub name: String,
    /// More than one of them; the name with an `s` where it is left out.
    #[serde(default)]
    pub plural: String,
    /// Where its cards are in play.
    #[serde(default)]
    pub place: CardPlace,
    /// How texts say whose it is.
    #[serde(default)]
    pub side: SideWords,
    /// The heading of a text that has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    pub required: Vec<String>,
    /// Fields that are required unless that flag of the card is true.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub required_unless: IndexMap<String, String>,
    pub optional: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    #[serde(skip)]
    listed: Listed,
}

/// Where the cards of a type are when they are in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CardPlace {
    /// On a space of the map, so that distances can be measured from it.
    Map,
    /// Beside the map, or nowhere once it is resolved.
    #[default]
    Aside,
}

/// How texts say whose a card is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideWords {
    /// `a friendly unit`, `an enemy unit`
    Friendly,
    /// `a location you control`, `a location your opponent controls`
    Controlled,
    /// `your spell`, `an enemy spell`
    #[default]
    Yours,
}

/// A word of the game.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The word as a text has it; the id, with spaces for underscores, where it is left out.
    #[serde(default)]
    pub name: String,
    /// More than one of them; the name with an `s` where it is left out.
    #[serde(default)]
    pub plural: String,
    /// Other words that texts may use for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The card types that have it; empty for all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<SmolStr>,
    /// Its cards have an order, so that there is a top and a bottom.
    #[serde(default)]
    pub ordered: bool,
    /// There is one for both players, not one for each.
    #[serde(default)]
    pub shared: bool,
    /// The rules of the game put it there, not only texts.
    #[serde(default)]
    pub by_rules: bool,
    /// The verbs that mean this zone where a text names none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub default_of: Vec<String>,
}

/// The lists of words: `factions`, `traits` and whatever else the fields choose from. These lists
/// have a meaning in effect texts: `statistics` are paid and readied, `attributes` are the numbers
/// of a card in play, `player_limits` those of a player; `marks`, `tokens`, `zones`, `rows` and
/// `traits` are what they say.
pub type Vocabulary = IndexMap<String, IndexMap<String, Term>>;

/// A heading of an ability.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GameHeading")]
pub struct Heading {
    pub name: String,
    /// When a text below it resolves, in words and in lower case; what outlines begin with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// The card types whose texts may have it.
    pub types: Vec<SmolStr>,
    #[serde(default)]
    pub form: HeadingForm,
    /// What a text below it can refer to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub binds: Vec<Binding>,
    /// Whose actions bring its event about.
    #[serde(default)]
    pub answers: Answers,
    /// A card with this trait has to write the heading out.
    #[serde(default, rename = "trait", skip_serializing_if = "Option::is_none")]
    pub needs_trait: Option<String>,
    /// What its text says holds for as long as the card is there.
    #[serde(default)]
    pub lasting: bool,
    /// It is printed even where it is the default.
    #[serde(default)]
    pub written: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

/// Whose actions a heading answers that waits for an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Answers {
    /// Those of both players.
    #[default]
    Both,
    /// Those of the opponent alone.
    Opponent,
}

/// What stands between a heading and its colon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HeadingForm {
    /// Nothing.
    #[default]
    Plain,
    /// `, when <event>`: what has to happen.
    Event,
    /// `, attach to <unit or space>` or `, place aside`: where the card goes.
    Placement,
}

/// Something that a heading lets its text refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Binding {
    /// `this activation`
    Activation,
    /// `this attack`
    Attack,
    /// `the target`
    Target,
    /// `the attacker`
    Attacker,
}

/// The map: its rows from one player's side to the other's, and its columns.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GameMap")]
#[serde(deny_unknown_fields)]
pub struct Map {
    pub rows: Vec<String>,
    pub columns: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

/// A number of the rulebook.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Constant {
    pub value: i64,
    pub doc: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

/// The rules by which a set of cards is put together.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KingdomRules {
    /// What such a set is called: `kingdom set`.
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    pub zones: IndexMap<String, Zone>,
    pub rules: Vec<Rule>,
    /// What a report on such a set looks at.
    #[serde(default, skip_serializing_if = "ReportParts::is_empty")]
    pub report: ReportParts,
}

/// A part of a set.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    pub title: String,
    pub form: ZoneForm,
    /// The field by whose value its entries are listed, where that is not the card's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// From where its entries are taken when the file leaves it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<FieldOf>,
}

/// How the entries of a zone are written. All forms are read everywhere; this one is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ZoneForm {
    /// `hero: Catherine`
    One,
    /// `locations: [Arrow Tower, …]`
    List,
    /// `deck: { Pikeman: 3, … }`
    Counts,
}

/// A field of the card in a zone.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldOf {
    pub zone: String,
    pub field: String,
}

/// One rule, with the place in the rulebook that gives it and the reason for how we read it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = false))]
pub struct Rule {
    /// The name of the rule, as shown with each violation.
    pub rule: String,
    #[serde(flatten)]
    pub kind: RuleKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The title of the house rules that it belongs to.
    #[serde(skip)]
    pub house: Option<String>,
}

/// What a rule demands.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum RuleKind {
    /// So many cards are in the zone: all of them, or those that have certain values (`where`), of which the card's
    /// `type` may be one.
    Count {
        zone: String,
        #[serde(flatten)]
        limit: Limit,
        #[serde(default, rename = "where", skip_serializing_if = "IndexMap::is_empty")]
        filter: IndexMap<String, FieldValue>,
        /// What is counted, in words; the zone's title where it is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<String>,
    },
    /// Every card of the zone is of one of these types.
    Types { zone: String, types: Vec<SmolStr> },
    /// Every card of the zone has this value in a field.
    Field {
        zone: String,
        field: String,
        is: FieldValue,
        /// What a card is that has not, in words.
        otherwise: String,
    },
    /// No card stands in the zone more often than this.
    Copies {
        zone: String,
        at_most: u32,
        /// It is about these cards alone, by id; about every card where it is left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        only: Vec<String>,
    },
    /// None of these cards, by id, is anywhere in the set.
    Banned { cards: IndexMap<String, Ban> },
    /// The cards of the zones count at most so many points in all.
    Points {
        zones: Vec<String>,
        at_most: u32,
        /// What each copy of a card counts, by id; all others count nothing.
        points: IndexMap<String, u32>,
    },
    /// The cards of the zones have at most so many different values in a field.
    Values {
        zones: Vec<String>,
        field: String,
        at_most: u32,
        /// A value that always counts as one of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        including: Option<FieldOf>,
        /// Values that do not count.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ignoring: Vec<String>,
        /// What is counted, in words; the field with an `s` where it is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<String>,
    },
    /// The zone holds exactly the numbers that a card's field says.
    Equals { zone: String, of: FieldOf },
    /// So many cards are in the whole set.
    Total {
        #[serde(flatten)]
        limit: Limit,
    },
}

/// Why a card is banned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// In words, as players read it.
    pub reason: String,
    /// The day from which it is banned: `2026-03-01`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
}

/// The key of a card's type. Rules can ask for it as they can for a field.
pub const TYPE_KEY: &str = "type";

/// No line of a set can name more of one card; it keeps sums of hostile numbers small.
pub const LARGEST_COUNT: i64 = 9999;

/// How many there may be.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Limit {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exactly: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
}

/// A value that a rule compares with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FieldValue {
    Flag(bool),
    Number(i64),
    Word(String),
}

impl Game {
    /// The words of a list of the vocabulary; none where the game has no such list.
    pub fn terms(&self, list: &str) -> impl Iterator<Item = (&str, &Term)> {
        self.vocabulary
            .get(list)
            .into_iter()
            .flatten()
            .map(|(id, term)| (id.as_str(), term))
    }

    /// The type of card that is called so, one of it or several.
    pub fn card_type_called(&self, word: &str) -> Option<(&SmolStr, &CardType)> {
        self.card_types
            .iter()
            .find(|(_, card_type)| card_type.is_called(word))
    }

    /// The type of card that most texts are about: of those on the map, if there are any, the first of those that most
    /// headings are for.
    pub fn acting_type(&self) -> Option<&CardType> {
        let most = |id: &SmolStr| {
            let headings = self.headings.values();
            headings
                .filter(|heading| heading.types.contains(id))
                .count()
        };
        let mut types: Vec<(&SmolStr, &CardType)> = self.card_types.iter().collect();
        types.sort_by_key(|(id, one)| (one.place != CardPlace::Map, Reverse(most(id))));
        types.first().map(|(_, acting)| *acting)
    }

    /// The word of that id, in a list of the vocabulary.
    pub fn term(&self, list: &str, id: &str) -> Option<&Term> {
        self.vocabulary.get(list)?.get(id)
    }

    /// The key under which cards write the field of that name.
    pub fn key_of<'n>(&'n self, name: &'n str) -> &'n str {
        self.fields
            .get(name)
            .map_or(name, |field| field.key_or(name))
    }

    /// The list of the vocabulary from which the field of that key takes its words.
    pub fn list_of(&self, key: &str) -> Option<&str> {
        self.fields
            .iter()
            .filter(|(name, field)| field.key_or(name) == key)
            .find_map(|(_, field)| match &field.kind {
                FieldKind::Choice { of, .. } | FieldKind::Choices { of, .. } => Some(of.as_str()),
                _ => None,
            })
    }

    /// Whether a mapping with these keys has parts of a set that no card has, so that it can be nothing else.
    pub fn are_of_a_set<'k>(&self, keys: impl Iterator<Item = &'k str> + Clone) -> bool {
        let of_cards = |key: &str| {
            let mut fields = self.fields.iter();
            fields.any(|(name, field)| field.key_or(name).eq_ignore_ascii_case(key))
        };
        // Capital letters are a mistake in a key, not another key.
        let is_part = |key: &&str| {
            let mut zones = self.kingdom.zones.keys();
            zones.any(|zone| zone.eq_ignore_ascii_case(key))
        };
        let mut parts = keys.clone().filter(is_part);
        let is_card = keys.clone().any(|key| key.eq_ignore_ascii_case("type"));
        !is_card && parts.clone().any(|key| !of_cards(key)) && parts.nth(1).is_some()
    }

    /// Whether a set is not whole without this zone: a rule wants cards in it, and they are not
    /// taken from elsewhere.
    pub fn needs_zone(&self, key: &str) -> bool {
        let taken = self
            .kingdom
            .zones
            .get(key)
            .is_some_and(|zone| zone.from.is_some());
        !taken
            && self.kingdom.rules.iter().any(|rule| match &rule.kind {
                RuleKind::Count { zone, limit, .. } => {
                    zone == key
                        && limit
                            .exactly
                            .max(limit.at_least)
                            .is_some_and(|least| least > 0)
                }
                _ => false,
            })
    }
}

impl Field {
    /// Its key in a card file; `name` is the name under which card types list it.
    pub fn key_or<'n>(&'n self, name: &'n str) -> &'n str {
        self.key.as_deref().unwrap_or(name)
    }

    /// Whether it holds words of that list of the vocabulary.
    pub fn is_list_of(&self, list: &str) -> bool {
        matches!(&self.kind, FieldKind::Choices { of, .. } if of == list)
    }
}

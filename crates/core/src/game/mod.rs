//! A game as data: the printed fields of its cards, the words of its effect texts, and the rules
//! for sets.
//!
//! The format is that of `game.yaml`. All lists keep the order of the file, because output
//! uses that order.

mod card_rule;
mod card_rule_check;
mod card_schema;
mod check;
mod data_spans;
mod embedded;
mod fields;
mod house_rules;
mod ids;
mod load;
mod name_check;
mod phrases;
mod play_check;
mod report;
mod roles;
mod rule_conflicts;
mod rules;
mod schema_validate;
mod set_rule;
mod vocabulary_check;

use std::cmp::Reverse;

use cardwright_play::rules::Rules;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::collections::IndexMap;
use fields::Listed;

pub use card_rule::{CardRule, CardRuleKind};
pub use card_schema::{card_schema, kingdom_schema};
pub use data_spans::{DataSpans, place_of_key, place_of_word};
pub use embedded::{Embedded, embedded, embedded_game};
pub use fields::{CardField, Need};
pub use house_rules::{
    HOUSE_KEY, HouseRules, contradictions_of, load as load_house_rules, places_of_names,
};
pub use ids::as_id;
pub use load::{load, load_with};
pub use phrases::{GamePhrase, Hole, PhraseKind, Phrases, Piece, SubjectKind, third_person};
pub use report::{Drawing, Merging, Paying, ReportParts};
pub use roles::{ConstantRole, Roles, TermRole, TypeRole, name_of_role};
pub use rules::places_of_cards;
pub use set_rule::{Ban, FieldValue, Limit, Rule, RuleKind, ValueOf};

/// The name of the file with the data of a game.
pub const DATA_FILE: &str = "game.yaml";

/// A game: the content of its `game.yaml`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The id of the game, as used in kingdom files and on the command line.
    pub game: String,
    pub title: String,
    /// Increased whenever the data change in a way that affects cards or engines.
    pub version: u32,
    /// The fields, by the name under which card types list them.
    pub fields: IndexMap<String, Field>,
    pub card_types: IndexMap<SmolStr, CardType>,
    /// The rules for single cards that the kinds of their fields do not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub card_rules: Vec<CardRule>,
    pub vocabulary: Vocabulary,
    pub headings: IndexMap<String, Heading>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Map>,
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub constants: IndexMap<String, Constant>,
    pub kingdom: KingdomRules,
    /// `true` if a text can have several parts, separated by a line `OR`. Whoever uses the card uses one of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub parts: bool,
    /// `true` if a line can have rows for the values of an attribute: `- Power 2: 3 damage`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ladders: bool,
    /// `true` if an effect can be doubled for some things.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub doubling: bool,
    /// `true` if effects can remove cards from the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removal: bool,
    /// `true` if things can be immune: `cannot be affected by Fire spells`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub immunity: bool,
    /// Names of cards of the game, by card type, that texts can use although no file defines the card.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub names: IndexMap<SmolStr, Vec<SmolStr>>,
    /// What its players and cards do that no other game has a word for, by id.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub phrases: IndexMap<SmolStr, GamePhrase>,
    /// Other wordings of texts, which always mean the same in this game: `pattern => replacement`, in the format of
    /// `grammar/idioms`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wordings: Vec<String>,
    /// How the game is played, for the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<Rules>,
    /// The hash of its text: games with the same hash are equal.
    #[serde(skip)]
    pub hash: Option<blake3::Hash>,
    #[serde(skip)]
    pub roles: Roles,
    /// The templates of its phrases.
    #[serde(skip)]
    pub templates: Phrases,
}

/// A field of a card. (Serde cannot deny unknown keys next to flattened ones.)
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = false))]
pub struct Field {
    /// The key in a card file. The default is the name of the field. Two types may have fields with
    /// the same key and different ranges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(flatten)]
    pub kind: FieldKind,
    pub doc: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The kind of value of a field.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FieldKind {
    /// Words. In a pattern, `A` stands for a capital letter and `0` for a digit.
    Text {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pattern: Option<String>,
        /// `true` if the words are different on every card.
        #[serde(default)]
        own: bool,
    },
    /// One word of a vocabulary list.
    Choice {
        of: String,
        /// `true` if effect texts use the word as an adjective: `a ranged unit`.
        #[serde(default)]
        bare: bool,
    },
    /// Several words of a vocabulary list.
    Choices {
        of: String,
        /// `true` if a card may add words of its own.
        #[serde(default)]
        open: bool,
    },
    /// A whole number.
    Number {
        min: i64,
        max: i64,
        /// Which numbers are better, if cards can be compared by it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        better: Option<Better>,
    },
    /// A number for each of these names.
    Numbers {
        each: IndexMap<String, Bounds>,
        /// The required sum of the numbers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sum: Option<i64>,
    },
    /// Some words of a vocabulary list, each with a number.
    Amounts { of: String, min: i64, max: i64 },
    /// True or false. The default is false.
    Flag,
    /// An area: a pattern of spaces of the map.
    Area,
    /// An effect text. A card type can have several.
    Effect,
    /// The name of a card of one of these types.
    Card {
        types: Vec<SmolStr>,
        /// The values that the card must have.
        #[serde(default, rename = "where", skip_serializing_if = "IndexMap::is_empty")]
        filter: IndexMap<String, FieldValue>,
    },
    /// Fields of their own below one key, such as those of a side of the card.
    Group {
        required: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        optional: Vec<String>,
        /// The same as a card type whose cards have these fields.
        #[serde(skip)]
        part: Box<CardType>,
    },
}

/// Which numbers of a field are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    More,
    Less,
}

/// The smallest and the largest value, both inclusive.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    pub min: i64,
    pub max: i64,
}

/// A card type, with exactly the fields that are printed on its cards.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardType {
    /// Its name in texts. The default is the id.
    #[serde(default)]
    pub name: String,
    /// Its plural. The default is the name with an `s`.
    #[serde(default)]
    pub plural: String,
    /// Its role in the language. Each role belongs to at most one type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<TypeRole>,
    /// `true` if no card has this type: it is a thing that the rules make of cards, such as a stack.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_rules: bool,
    /// Where its cards are while they are in play.
    #[serde(default)]
    pub place: CardPlace,
    /// How texts say who controls it.
    #[serde(default)]
    pub side: SideWords,
    /// The heading of a text without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    #[serde(default)]
    pub required: Vec<String>,
    /// Fields that are required unless a flag of the card is true.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub required_unless: IndexMap<String, String>,
    #[serde(default)]
    pub optional: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// `true` if several cards can have the same name, such as the cards of one hero. Texts and sets mean such a card
    /// by its name only if no card of another type has it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shares_names: bool,
    /// The keys of fields whose values follow the name in the default id, which is then unique. `type` is the type.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub id_with: Vec<String>,
    /// The names of the lints that do not fit cards of this type.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_lints: Vec<String>,
    /// Cards of this type to start from, for `cardwright new`: values of fields, by key. The later ones are used if a
    /// card like the first one exists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<IndexMap<String, serde_json::Value>>,
    #[serde(skip)]
    listed: Listed,
}

/// Where the cards of a type are while they are in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CardPlace {
    /// On a space of the map, so that distances can be measured from it.
    Map,
    /// Next to the map, or nowhere after it is resolved.
    #[default]
    Aside,
}

/// How texts say who controls a card.
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
    /// The word in texts. The default is the id, with spaces for underscores.
    #[serde(default)]
    pub name: String,
    /// Its plural. The default is the name with an `s`.
    #[serde(default)]
    pub plural: String,
    /// Its role in the language. Each role belongs to at most one word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<TermRole>,
    /// Synonyms that texts may use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The card types that have it; empty for all types.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<SmolStr>,
    /// `true` if its cards are ordered, so that it has a top and a bottom.
    #[serde(default)]
    pub ordered: bool,
    /// `true` if both players share it.
    #[serde(default)]
    pub shared: bool,
    /// `true` if the rules of the game place it, not only texts.
    #[serde(default)]
    pub by_rules: bool,
    /// `true` if it is a period of one player: `at the start of your turn`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
    /// `true` if there may be several of this period in a round, or none: `at the start of a battle`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub indefinite: bool,
    /// The verbs that use this zone if a text names none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub default_of: Vec<String>,
}

/// The vocabulary: `factions`, `traits` and all other lists that fields choose from. Some lists
/// have a meaning in effect texts: `statistics` are paid and readied, `attributes` are the numbers
/// of a card in play, `player_limits` those of a player, `resources` and `counters` what a player gains and pays, and `periods` the parts of a game that are no rounds
/// or turns. `marks`, `tokens`, `zones`, `rows` and
/// `traits` are what their names say.
pub type Vocabulary = IndexMap<String, IndexMap<String, Term>>;

/// A heading of an ability.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GameHeading")]
pub struct Heading {
    pub name: String,
    /// When its text resolves, in lower case; the beginning of an outline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// The card types whose texts may have it.
    pub types: Vec<SmolStr>,
    #[serde(default)]
    pub form: HeadingForm,
    /// What its text can refer to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub binds: Vec<Binding>,
    /// Whose actions trigger its event.
    #[serde(default)]
    pub answers: Answers,
    /// A trait of cards that must have this heading in their text.
    #[serde(default, rename = "trait", skip_serializing_if = "Option::is_none")]
    pub needs_trait: Option<String>,
    /// `true` if its text applies for as long as the card is in play.
    #[serde(default)]
    pub lasting: bool,
    /// `true` if it is printed even if it is the default.
    #[serde(default)]
    pub written: bool,
    /// How long a change lasts if its text does not say so: until the end of this period. A period is `attack`,
    /// `activation`, `turn`, `round`, or one of the vocabulary. Without it, the text has to say how long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_time: Option<String>,
    /// The periods of the vocabulary within which its text resolves. Its text can name only these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub periods: Vec<String>,
    /// `true` if its text can give a bonus without saying to what: `+1 attack`.
    #[serde(default)]
    pub bonus: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

/// Whose actions trigger a heading with an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Answers {
    /// The actions of both players.
    #[default]
    Both,
    /// Only the actions of the opponent.
    Opponent,
}

/// What is between a heading and its colon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HeadingForm {
    /// Nothing.
    #[default]
    Plain,
    /// `, when <event>`: the event that triggers it.
    Event,
    /// `, attach to <unit or space>` or `, place aside`: where the card goes.
    Placement,
}

/// Something that the text of a heading can refer to.
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
    /// `true` if its rows are lines, on which cards are beside each other, without spaces and steps.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lines: bool,
    /// `true` if texts say `Kill a unit.` for `Remove a unit from the map.`
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kills: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

/// A number of the rulebook.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Constant {
    pub value: i64,
    /// Its role in the rules of sets. Each role belongs to at most one constant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<ConstantRole>,
    pub doc: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

/// The deck-building rules: the zones of a set and their rules.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KingdomRules {
    /// The name of such a set: `kingdom set`.
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    pub zones: IndexMap<String, Zone>,
    pub rules: Vec<Rule>,
    /// The names of the lints that do not fit such sets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_lints: Vec<String>,
    /// The contents of a report on such a set.
    #[serde(default, skip_serializing_if = "ReportParts::is_empty")]
    pub report: ReportParts,
}

/// A part of a set.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SetZone")]
#[serde(deny_unknown_fields)]
pub struct Zone {
    pub title: String,
    pub form: ZoneForm,
    /// The field whose value identifies an entry. The default is the card's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The source of its entries if the file does not list them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<FieldOf>,
}

/// The expected form of the entries of a zone. Every zone also accepts the other forms.
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

/// The key of a card's type. Rules can use it like a field.
pub const TYPE_KEY: &str = "type";

/// Maximum count of one card in a line of a set; it keeps sums of hostile numbers small.
pub const LARGEST_COUNT: i64 = 9999;

impl Game {
    /// Returns the words of a vocabulary list; empty if the game has no such list.
    pub fn terms(&self, list: &str) -> impl Iterator<Item = (&str, &Term)> {
        self.vocabulary
            .get(list)
            .into_iter()
            .flatten()
            .map(|(id, term)| (id.as_str(), term))
    }

    /// Returns whether several cards of the game can have one name.
    pub fn has_namesakes(&self) -> bool {
        let mut types = self.card_types.values();
        types.any(|card_type| card_type.shares_names || !card_type.id_with.is_empty())
    }

    /// Returns the card type with a singular or plural name.
    pub fn card_type_called(&self, word: &str) -> Option<(&SmolStr, &CardType)> {
        self.card_types
            .iter()
            .find(|(_, card_type)| card_type.is_called(word))
    }

    /// Returns whether its texts say `kill` for removing from the map.
    pub fn kills(&self) -> bool {
        self.map.as_ref().is_some_and(|map| map.kills)
    }

    /// Returns whether its map has lines in the place of rows of spaces.
    pub fn has_lines(&self) -> bool {
        self.map.as_ref().is_some_and(|map| map.lines)
    }

    /// Returns whether the rules make things of this type of cards, so that no card has it.
    pub fn is_of_rules(&self, card_type: &str) -> bool {
        let known = self.card_types.get(card_type);
        known.is_some_and(|card_type| card_type.of_rules)
    }

    /// Returns the types that cards can have.
    pub fn printed_types(&self) -> impl Iterator<Item = (&SmolStr, &CardType)> + Clone {
        let types = self.card_types.iter();
        types.filter(|(_, card_type)| !card_type.of_rules)
    }

    /// Returns the card type that most texts are about: the type with the most headings, or the first
    /// of several. Types that are not on the map are considered only if no type is on the map.
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

    /// Returns the word with an id, in a vocabulary list.
    pub fn term(&self, list: &str, id: &str) -> Option<&Term> {
        self.vocabulary.get(list)?.get(id)
    }

    /// Returns the name of an entry of the vocabulary, or its id if it has none.
    pub fn term_name(&self, list: &str, id: &str) -> String {
        let term = self.term(list, id).map(|term| term.name.as_str());
        let name = term.filter(|name| !name.is_empty()).unwrap_or(id);
        name.replace('_', " ")
    }

    /// Returns the key that cards use for a field.
    pub fn key_of<'n>(&'n self, name: &'n str) -> &'n str {
        self.fields
            .get(name)
            .map_or(name, |field| field.key_or(name))
    }

    /// Returns the vocabulary list of the words of the field with a key.
    pub fn list_of(&self, key: &str) -> Option<&str> {
        self.fields
            .iter()
            .filter(|(name, field)| field.key_or(name) == key)
            .find_map(|(_, field)| match &field.kind {
                FieldKind::Choice { of, .. } | FieldKind::Choices { of, .. } => Some(of.as_str()),
                _ => None,
            })
    }

    /// Returns whether these keys belong to a set and not to a card: `type` is not one of them,
    /// at least two are zones, and at least one of these zones is not also a card field.
    pub fn are_of_a_set<'k>(&self, keys: impl Iterator<Item = &'k str> + Clone) -> bool {
        let of_cards = |key: &str| {
            let mut fields = self.fields.iter();
            fields.any(|(name, field)| field.key_or(name).eq_ignore_ascii_case(key))
        };
        // A key in the wrong case is misspelt; it is not a different key.
        let is_part = |key: &&str| {
            let mut zones = self.kingdom.zones.keys();
            zones.any(|zone| zone.eq_ignore_ascii_case(key))
        };
        let mut parts = keys.clone().filter(is_part);
        let is_card = keys.clone().any(|key| key.eq_ignore_ascii_case("type"));
        !is_card && parts.clone().any(|key| !of_cards(key)) && parts.nth(1).is_some()
    }

    /// Returns whether a set is incomplete without this zone: a rule requires cards in it, and its
    /// contents do not follow from a card.
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
    /// Returns the key of the field in a card file. `name` is the name under which card types list the
    /// field.
    pub fn key_or<'n>(&'n self, name: &'n str) -> &'n str {
        self.key.as_deref().unwrap_or(name)
    }

    /// Returns whether the field holds words of a vocabulary list.
    pub fn is_list_of(&self, list: &str) -> bool {
        matches!(&self.kind, FieldKind::Choices { of, .. } if of == list)
    }
}

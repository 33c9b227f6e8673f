//! The rules for sets, as types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::FieldOf;
use crate::collections::IndexMap;

/// A value in a field of the card in a zone.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValueOf {
    pub zone: String,
    pub field: String,
    pub is: FieldValue,
}

/// A rule, with its section in the rulebook and the reason for our interpretation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = false))]
pub struct Rule {
    /// The name of the rule, as shown with each violation.
    pub rule: String,
    #[serde(flatten)]
    pub kind: RuleKind,
    /// The rule is only for sets in which a card has this value. If there is no such card, it does not apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<ValueOf>,
    /// The rule is only for sets that have cards in this zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The title of the house rules that it belongs to.
    #[serde(skip)]
    pub house: Option<String>,
}

impl Rule {
    /// Returns whether the rule is for every set.
    pub fn is_of_all_sets(&self) -> bool {
        self.when.is_none() && self.with.is_none()
    }
}

/// The condition of a rule.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum RuleKind {
    /// Limits the number of cards in the zone: all of them, or those that have certain values
    /// (`where`), which may include the card's `type`.
    Count {
        zone: String,
        #[serde(flatten)]
        limit: Limit,
        #[serde(default, rename = "where", skip_serializing_if = "IndexMap::is_empty")]
        filter: IndexMap<String, FieldValue>,
        /// What is counted, in words. The default is the zone's title.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<String>,
    },
    /// Every card of the zone has one of these types.
    Types { zone: String, types: Vec<SmolStr> },
    /// Every card of the zone has this value in a field.
    Field {
        zone: String,
        field: String,
        is: FieldValue,
        /// How to describe a card that violates the rule.
        otherwise: String,
    },
    /// Limits the copies of each card in the zone.
    Copies {
        zone: String,
        at_most: u32,
        /// The ids of the only cards that it applies to. The default is every card.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        only: Vec<String>,
    },
    /// None of these cards, by id, may be anywhere in the set.
    Banned { cards: IndexMap<String, Ban> },
    /// Limits the points of all cards in the zones.
    Points {
        zones: Vec<String>,
        at_most: u32,
        /// The points of each copy of a card, by id; all other cards have none.
        points: IndexMap<String, u32>,
    },
    /// Limits the number of different values in a field of the cards in the zones.
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
        /// What is counted, in words. The default is the field with an `s`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<String>,
    },
    /// The zone contains exactly the counts in a card's field.
    Equals { zone: String, of: FieldOf },
    /// Limits the number of cards in the whole set, or in some of its zones together.
    Total {
        #[serde(flatten)]
        limit: Limit,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        zones: Vec<String>,
    },
    /// Every card of the zone is one of these, by id.
    Only { zone: String, cards: Vec<String> },
    /// Every card of the zone is the one that a field of a card names.
    Named { zone: String, by: FieldOf },
    /// Every card of the zone names, in a field, the card of another zone.
    Naming {
        zone: String,
        field: String,
        card: String,
    },
}

/// Why a card is banned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// The reason in words, as shown to players.
    pub reason: String,
    /// The date from which it is banned: `2026-03-01`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
}

/// The allowed counts.
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
#[schemars(rename = "RuleValue")]
#[serde(untagged)]
pub enum FieldValue {
    Flag(bool),
    Number(i64),
    Word(String),
}

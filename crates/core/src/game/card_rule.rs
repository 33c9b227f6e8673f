//! The rules for single cards, as types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{Bounds, FieldValue, Limit};
use crate::collections::IndexMap;

/// A rule for the cards of some types. A field of a group is written `few.stats`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = false))]
pub struct CardRule {
    /// The name of the rule, as shown with each violation.
    pub rule: String,
    /// The card types for which the rule is.
    pub types: Vec<SmolStr>,
    /// The rule is only for cards with these values.
    #[serde(default, rename = "where", skip_serializing_if = "IndexMap::is_empty")]
    pub filter: IndexMap<String, FieldValue>,
    /// The rule is not for cards with all of these values.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub unless: IndexMap<String, FieldValue>,
    #[serde(flatten)]
    pub kind: CardRuleKind,
    /// `true` if a card that breaks it is unusual, but not wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub usual: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The condition of a rule for cards.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum CardRuleKind {
    /// The numbers of a field add up to this sum.
    Sum { field: String, is: i64 },
    /// The field, if the card has it, has one of these values.
    OneOf { field: String, of: Vec<FieldValue> },
    /// The numbers of a field are within these bounds.
    Range {
        field: String,
        each: IndexMap<String, Bounds>,
    },
    /// No number of a field is lower than the same number of another field.
    NotLower { field: String, than: String },
    /// Some number of a field is greater than the same number of another field.
    Greater { field: String, than: String },
    /// Every number of the field is greater than 0.
    Positive { field: String },
    /// Two fields, if the card has both, have the same value.
    Same { field: String, with: String },
    /// The list in a field, if the card has it, includes the value of another field.
    Includes { field: String, of: String },
    /// The list in a field, if the card has it, has so many values.
    Length {
        field: String,
        #[serde(flatten)]
        limit: Limit,
    },
    /// The card has an ability below the heading, or has none.
    Heading {
        heading: SmolStr,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        not: bool,
    },
    /// The headings of the abilities are the first ones of this list, each once, in this order.
    Headings { order: Vec<SmolStr> },
    /// The card has the field.
    Present { field: String },
    /// The card does not have the field.
    Absent { field: String },
    /// No two cards have the same values in all of these fields.
    Unique { fields: Vec<String> },
    /// So many cards of another type name the card in a field.
    NamedBy {
        card_type: SmolStr,
        field: String,
        #[serde(flatten)]
        limit: Limit,
    },
    /// A field of a card that another field names has the same value as a field of this card.
    Agrees {
        /// The field that names the other card.
        card: String,
        /// The field of this card; `name` is its name.
        field: String,
        /// The field of the other card; `name` is its name.
        with: String,
    },
}

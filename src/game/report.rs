//! What a report on a set looks at, beside the rules of sets.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// What a report on a set looks at. What is left out is not reported on.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportParts {
    /// The zones whose cards are counted by type, by fields and in curves, each zone by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<String>,
    /// The fields by whose values cards are counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub count: Vec<String>,
    /// The fields with numbers that are shown as curves: so many cards with 1, with 2, with 3.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<String>,
    /// How cards are paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pay: Option<Paying>,
    /// How cards are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Drawing>,
    /// Which cards become one in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merge: Option<Merging>,
}

/// How cards are paid.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Paying {
    /// The field that says what a card costs.
    pub field: String,
    /// The zone whose cards pay; all of them are ready in every round.
    pub from: String,
    /// The zones whose cards are paid for.
    pub zones: Vec<String>,
    /// Cards of the hand that a player may play each round to pay with, as whatever kind suits.
    #[serde(default)]
    pub played_to_pay: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

/// How cards are drawn.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// The zone from which players draw.
    pub zone: String,
    /// The types of the cards that a player hopes for.
    pub types: Vec<SmolStr>,
    /// The constant that says how many cards are drawn before the game.
    pub hand: String,
    /// Any number of these may be put back, once, for as many others.
    #[serde(default)]
    pub replace: bool,
    /// The constant that says how many cards are drawn in each round after the first.
    pub each_round: String,
    /// The last round that is looked at.
    pub rounds: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// How the rulebook is read where it leaves a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Which cards become one in play: those of one name.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Merging {
    pub zones: Vec<String>,
    pub types: Vec<SmolStr>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

impl ReportParts {
    /// Whether the game says nothing about reports.
    pub fn is_empty(&self) -> bool {
        let ReportParts {
            zones,
            count,
            curves,
            pay,
            draw,
            merge,
        } = self;
        zones.is_empty()
            && count.is_empty()
            && curves.is_empty()
            && pay.is_none()
            && draw.is_none()
            && merge.is_none()
    }

    /// Every zone that it names.
    pub(super) fn all_zones(&self) -> Vec<&str> {
        let pay = self.pay.iter();
        let pay = pay.flat_map(|pay| pay.zones.iter().chain([&pay.from]));
        let merge = self.merge.iter().flat_map(|merge| &merge.zones);
        let draw = self.draw.iter().map(|draw| &draw.zone);
        let zones = self.zones.iter().chain(pay).chain(draw).chain(merge);
        zones.map(String::as_str).collect()
    }

    /// Every field that it names.
    pub(super) fn all_fields(&self) -> Vec<&str> {
        let pay = self.pay.iter().map(|pay| &pay.field);
        let fields = self.count.iter().chain(&self.curves).chain(pay);
        fields.map(String::as_str).collect()
    }

    /// Every card type that it names.
    pub(super) fn all_types(&self) -> Vec<&str> {
        let draw = self.draw.iter().flat_map(|draw| &draw.types);
        let merge = self.merge.iter().flat_map(|merge| &merge.types);
        draw.chain(merge).map(SmolStr::as_str).collect()
    }

    /// Every constant that it names.
    pub(super) fn all_constants(&self) -> Vec<&str> {
        let draw = self.draw.iter();
        draw.flat_map(|draw| [draw.hand.as_str(), draw.each_round.as_str()])
            .collect()
    }
}

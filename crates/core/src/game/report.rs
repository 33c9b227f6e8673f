//! The contents of reports on sets, which are not part of the deck-building rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// The contents of a report on a set. Absent parts are not reported.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportParts {
    /// The zones whose cards are counted by type, by fields and in curves, each zone separately.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<String>,
    /// The fields by whose values cards are counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub count: Vec<String>,
    /// The fields with numbers that are shown as curves: how many cards have 1, 2, 3.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<String>,
    /// How cards are paid for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pay: Option<Paying>,
    /// How cards are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Drawing>,
    /// Which cards merge in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merge: Option<Merging>,
}

/// How cards are paid for.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Paying {
    /// The field with the cost of a card.
    pub field: String,
    /// The zone whose cards pay; all of them are ready in every round.
    pub from: String,
    /// The zones whose cards are paid for.
    pub zones: Vec<String>,
    /// The number of hand cards that a player may play each round to pay with, as any kind.
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
    /// The types of the cards that a player wants to draw.
    pub types: Vec<SmolStr>,
    /// The constant with the size of the opening hand.
    pub hand: String,
    /// `true` if any number of these cards may be replaced once.
    #[serde(default)]
    pub replace: bool,
    /// The constant with the number of cards drawn in each round after the first.
    pub each_round: String,
    /// The last round of the report.
    pub rounds: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// How the rulebook is interpreted where it is ambiguous.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Which cards merge in play: those with the same name.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Merging {
    pub zones: Vec<String>,
    pub types: Vec<SmolStr>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

impl ReportParts {
    /// Returns whether the game configures no reports.
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

    /// Returns every zone that the report refers to.
    pub(super) fn all_zones(&self) -> Vec<&str> {
        let pay = self.pay.iter();
        let pay = pay.flat_map(|pay| pay.zones.iter().chain([&pay.from]));
        let merge = self.merge.iter().flat_map(|merge| &merge.zones);
        let draw = self.draw.iter().map(|draw| &draw.zone);
        let zones = self.zones.iter().chain(pay).chain(draw).chain(merge);
        zones.map(String::as_str).collect()
    }

    /// Returns every field that the report refers to.
    pub(super) fn all_fields(&self) -> Vec<&str> {
        let pay = self.pay.iter().map(|pay| &pay.field);
        let fields = self.count.iter().chain(&self.curves).chain(pay);
        fields.map(String::as_str).collect()
    }

    /// Returns every card type that the report refers to.
    pub(super) fn all_types(&self) -> Vec<&str> {
        let draw = self.draw.iter().flat_map(|draw| &draw.types);
        let merge = self.merge.iter().flat_map(|merge| &merge.types);
        draw.chain(merge).map(SmolStr::as_str).collect()
    }

    /// Returns every constant that the report refers to.
    pub(super) fn all_constants(&self) -> Vec<&str> {
        let draw = self.draw.iter();
        draw.flat_map(|draw| [draw.hand.as_str(), draw.each_round.as_str()])
            .collect()
    }
}

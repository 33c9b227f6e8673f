//! Statistics of a set, apart from its validity: what it is made of, what its cards cost, and how likely it draws a
//! card to play.
//!
//! The data of the game (`kingdom.report`) selects the zones, fields and card types. Sections without data are left
//! out.

mod draw_odds;
mod hypergeometric;
mod merging;
mod parts;
mod payment;

#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Kingdom;
use crate::card::{CardSource, VecMap};
use crate::game::Game;

pub use draw_odds::{ByRound, Odds, OddsOf};
pub use hypergeometric::Chance;
pub use merging::{Merging, Same};
pub use parts::{Curve, FieldCount, Part, Step, Tally};
pub use payment::{Paid, Payment, Way};

/// The statistics of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KingdomReport {
    /// Every zone of the set, in the game's order.
    pub zones: Vec<ZoneCount>,
    /// Number of cards with unknown names. They are not included in any other number.
    pub unknown: u64,
    /// The composition of certain zones.
    pub parts: Vec<Part>,
    /// The ways in which the cards can be paid; absent if the game has no costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment: Option<Payment>,
    /// The odds of drawing cards; absent if the game has no draws, or if the set names unknown cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
    /// The cards that can merge in play; absent if the game has no merging.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merging: Option<Merging>,
}

/// Number of cards in a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ZoneCount {
    /// The key of the zone in a set file.
    pub zone: String,
    pub title: String,
    pub cards: u64,
    /// Number of different cards.
    pub different: u64,
    /// The name of the card, in a zone for a single card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
}

/// The set of a report, with its game and a lookup of cards by id.
struct Looked<'r> {
    game: &'r Game,
    kingdom: &'r Kingdom,
    card: &'r dyn Fn(&str) -> Option<&'r CardSource>,
}

impl<'r> Looked<'r> {
    /// Returns the cards of a zone that is listed by names, with their counts.
    fn cards(&self, zone: &str) -> Vec<(&'r CardSource, u64)> {
        let counts = self.kingdom.zones.get(zone);
        let counts = counts.into_iter().flatten();
        counts
            .filter_map(|(id, count)| Some(((self.card)(id)?, u64::from(*count))))
            .collect()
    }

    /// Returns the cards of several zones, with their counts.
    fn cards_of(&self, zones: &[String]) -> Vec<(&'r CardSource, u64)> {
        zones.iter().flat_map(|zone| self.cards(zone)).collect()
    }

    /// Returns the number of cards of each kind in a zone.
    fn pool(&self, zone: &str) -> VecMap<i64> {
        let counts = self.kingdom.zones.get(zone);
        let counts = counts.into_iter().flatten();
        counts
            .map(|(id, count)| (id.into(), i64::from(*count)))
            .collect()
    }

    fn title(&self, zone: &str) -> String {
        let zones = &self.game.kingdom.zones;
        zones
            .get(zone)
            .map_or_else(|| zone.to_owned(), |zone| zone.title.clone())
    }
}

/// Builds the report of a validated set. `card` returns a card by its id.
pub fn report<'r>(
    game: &'r Game,
    card: &'r dyn Fn(&str) -> Option<&'r CardSource>,
    kingdom: &'r Kingdom,
) -> KingdomReport {
    let looked = Looked {
        game,
        kingdom,
        card,
    };
    let asked = &game.kingdom.report;
    let zones: Vec<ZoneCount> = game
        .kingdom
        .zones
        .keys()
        .map(|zone| zone_count(&looked, zone))
        .collect();
    let known = zones
        .iter()
        .fold(0_u64, |sum, zone| sum.saturating_add(zone.cards));
    let unknown = u64::from(kingdom.total).saturating_sub(known);
    let pay = asked.pay.as_ref();
    let draw = asked.draw.as_ref().filter(|_| unknown == 0);
    KingdomReport {
        zones,
        unknown,
        parts: asked
            .zones
            .iter()
            .map(|zone| parts::part(&looked, zone))
            .collect(),
        payment: pay.map(|pay| payment::payment(&looked, pay)),
        odds: draw.and_then(|draw| draw_odds::odds(&looked, draw, pay)),
        merging: asked
            .merge
            .as_ref()
            .map(|merge| merging::merging(&looked, merge)),
    }
}

fn zone_count(looked: &Looked<'_>, zone: &str) -> ZoneCount {
    let counts: Vec<(&String, &u32)> = looked
        .kingdom
        .zones
        .get(zone)
        .into_iter()
        .flatten()
        .collect();
    let single = match counts.as_slice() {
        [(id, 1)] => (looked.card)(id).map(|card| card.name.to_string()),
        _ => None,
    };
    ZoneCount {
        zone: zone.to_owned(),
        title: looked.title(zone),
        cards: counts.iter().map(|(_, count)| u64::from(**count)).sum(),
        different: counts.len() as u64,
        card: single,
    }
}

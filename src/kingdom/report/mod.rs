//! What a player wants to know of a set beside whether it is legal: what it is made of, what its cards
//! cost, and how likely it draws something to play.
//!
//! Which zones, fields and card types are looked at, the data of the game say (`kingdom.report`); what a game
//! has no data for is not in its reports.

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
use crate::card::{CardSource, Keyed};
use crate::game::Game;

pub use draw_odds::{ByRound, Odds, OddsOf};
pub use hypergeometric::Chance;
pub use merging::{Merging, Same};
pub use parts::{Curve, FieldCount, Part, Step, Tally};
pub use payment::{Paid, Payment, Way};

/// What a set is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KingdomReport {
    /// Every zone of the set, in the game's order.
    pub zones: Vec<ZoneCount>,
    /// How many cards it names that nobody knows. They are in no other number here.
    pub unknown: u64,
    /// What certain zones are made of, each by itself.
    pub parts: Vec<Part>,
    /// Whether the cards can be paid; absent where the game has no costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment: Option<Payment>,
    /// What is drawn how likely; absent where the game has no draws, and where it cannot be told because the
    /// set names unknown cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
    /// What can become one in play; absent where the game has no such thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merging: Option<Merging>,
}

/// How many cards a zone has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ZoneCount {
    /// Its key in a set file.
    pub zone: String,
    pub title: String,
    pub cards: u64,
    /// How many different ones they are.
    pub different: u64,
    /// The name of the card, where it is a single one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
}

/// A set with its cards looked up.
struct Looked<'r> {
    game: &'r Game,
    kingdom: &'r Kingdom,
    card: &'r dyn Fn(&str) -> Option<&'r CardSource>,
}

impl<'r> Looked<'r> {
    /// The cards of a zone that is listed by names, and how many there are of each.
    fn cards(&self, zone: &str) -> Vec<(&'r CardSource, u64)> {
        let counts = self.kingdom.zones.get(zone);
        let counts = counts.into_iter().flatten();
        counts
            .filter_map(|(id, count)| Some(((self.card)(id)?, u64::from(*count))))
            .collect()
    }

    /// The same for several zones.
    fn cards_of(&self, zones: &[String]) -> Vec<(&'r CardSource, u64)> {
        zones.iter().flat_map(|zone| self.cards(zone)).collect()
    }

    /// How many cards of each kind lie in a zone.
    fn pool(&self, zone: &str) -> Keyed<i64> {
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

/// Reports on a set that was judged. `card` gives the cards by their ids.
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

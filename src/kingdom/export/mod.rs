//! Export of sets: as text, as YAML, and as a short code.
//!
//! Every export has the same canonical order: zones as in the game, cards by type and name. Contents that follow from a
//! card are left out.

pub mod code;
mod text;
mod yaml;

#[cfg(test)]
mod tests;

use super::Kingdom;
use super::decklist::Lexicon;
use super::eligibility;
use crate::card::{CardSource, FieldValue};
use crate::collections::IndexMap;
use crate::game::{FieldOf, Zone};

pub use text::to_text;
pub use yaml::to_yaml;

/// Returns the set with its zones and cards in canonical order.
pub fn canonical(known: &Lexicon<'_>, kingdom: &Kingdom) -> Kingdom {
    let mut zones = IndexMap::default();
    for key in known.game.kingdom.zones.keys() {
        let Some(cards) = kingdom.zones.get(key) else {
            continue;
        };
        let mut cards: Vec<(String, u32)> = cards.clone().into_iter().collect();
        cards.sort_by_cached_key(|(id, _)| (place_of(known, id), id.clone()));
        zones.insert(key.clone(), cards.into_iter().collect());
    }
    Kingdom {
        zones,
        ..kingdom.clone()
    }
}

/// Returns the sort key of a card: its type, in the order of the game, then its name.
fn place_of(known: &Lexicon<'_>, id: &str) -> (usize, String) {
    let Some(card) = known.names.by_id(id) else {
        // A value of a field, or an unknown card.
        return (usize::MAX, String::new());
    };
    let place = known.game.card_types.get_index_of(&card.card_type);
    (place.unwrap_or(usize::MAX), card.name.to_lowercase())
}

/// A zone to export: its key, its definition, and the counts by id.
type Part<'k> = (&'k str, &'k Zone, &'k IndexMap<String, u32>);

/// Returns the zones of a set that must be written, in the order of the game.
fn parts<'k>(known: &'k Lexicon<'_>, kingdom: &'k Kingdom) -> Vec<Part<'k>> {
    let game = known.game;
    game.kingdom
        .zones
        .iter()
        .filter_map(|(key, zone)| Some((key.as_str(), zone, kingdom.zones.get(key)?)))
        .filter(|(_, zone, cards)| {
            let taken = zone.from.as_ref().and_then(|of| taken(known, kingdom, of));
            !taken.is_some_and(|taken| taken == **cards)
        })
        .collect()
}

/// Returns the contents of a zone that follow from a card: the numbers of the only card that can have them.
fn taken(known: &Lexicon<'_>, kingdom: &Kingdom, of: &FieldOf) -> Option<IndexMap<String, u32>> {
    let cards = kingdom.zones.get(&of.zone)?.keys();
    let cards = cards.filter_map(|id| known.names.by_id(id));
    let mut holders = cards.filter(|card| holds(known, card, of));
    let holder = holders.next()?;
    if holders.next().is_some() {
        return None;
    }
    let Some(FieldValue::Numbers(numbers)) = holder.fields.get(of.field.as_str()) else {
        return None;
    };
    let numbers = numbers.iter().filter_map(|(name, number)| {
        let number = u32::try_from(*number).ok().filter(|number| *number > 0)?;
        Some((name.to_string(), number))
    });
    Some(numbers.collect())
}

fn holds(known: &Lexicon<'_>, card: &CardSource, of: &FieldOf) -> bool {
    eligibility::admits(known.game, &of.zone, card) && card.fields.contains_key(of.field.as_str())
}

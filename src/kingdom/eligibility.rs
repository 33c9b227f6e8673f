//! Decides which cards the rules admit to a zone.

use crate::card::CardSource;
use crate::game::{FieldKind, FieldValue, Game, RuleKind, TYPE_KEY};

/// Returns whether a rule restricts the cards of a zone.
pub fn is_chosen(game: &Game, key: &str) -> bool {
    game.kingdom.rules.iter().any(|rule| match &rule.kind {
        RuleKind::Types { zone, .. }
        | RuleKind::Field { zone, .. }
        | RuleKind::Only { zone, .. } => zone == key,
        _ => false,
    })
}

/// Returns the only zone for which a rule lists a card type, and whether that rule lists no other type.
pub fn only_zone_of<'g>(game: &'g Game, card_type: &str) -> Option<(&'g str, bool)> {
    let mut zones = game
        .kingdom
        .rules
        .iter()
        .filter_map(|rule| match &rule.kind {
            RuleKind::Types { zone, types } if types.iter().any(|known| known == card_type) => {
                Some((zone.as_str(), types.len() == 1))
            }
            _ => None,
        });
    let zone = zones.next()?;
    zones.next().is_none().then_some(zone)
}

/// Returns whether the rules admit a card to a zone.
pub fn admits(game: &Game, key: &str, card: &CardSource) -> bool {
    let mut rules = game
        .kingdom
        .rules
        .iter()
        .filter(|rule| rule.is_of_all_sets());
    rules.all(|rule| match &rule.kind {
        RuleKind::Only { zone, cards } => zone != key || cards.iter().any(|id| card.id == *id),
        RuleKind::Types { zone, types } => zone != key || types.contains(&card.card_type),
        RuleKind::Field {
            zone, field, is, ..
        } => zone != key || has_value(game, card, field, is) != Some(false),
        _ => true,
    })
}

/// Returns whether a card has a value in a field; `None` if the field could not be read.
pub(in crate::kingdom) fn has_value(
    game: &Game,
    card: &CardSource,
    field: &str,
    wanted: &FieldValue,
) -> Option<bool> {
    let card_type = game.card_types.get(&card.card_type)?;
    if field == TYPE_KEY {
        return Some(matches!(wanted, FieldValue::Word(wanted) if card.card_type == *wanted));
    }
    match card.fields.get(field) {
        Some(value) => Some(value.is(wanted)),
        None if card.places.contains_key(field) => None,
        None => {
            // A missing flag is false. A missing required field was reported, so its value is unknown.
            let is_flag = game.fields.iter().any(|(name, definition)| {
                definition.key_or(name) == field && matches!(definition.kind, FieldKind::Flag)
            });
            let required = game
                .field_of(card_type, field)
                .is_some_and(|known| known.need == crate::game::Need::Required);
            if required {
                None
            } else {
                Some(is_flag && *wanted == FieldValue::Flag(false))
            }
        }
    }
}

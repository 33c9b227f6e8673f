//! Rules that depend on the card of a zone, as rules without conditions for one such card.

use std::borrow::Cow;

use crate::card::{CardSource, FieldValue};
use crate::game::{Game, Rule, RuleKind};
use crate::kingdom::eligibility::has_value;
use crate::kingdom::{Cards, KingdomSource};

/// Returns the game without the rules for zones that the set does not have.
pub(super) fn rules_of<'g>(game: &'g Game, kingdom: &KingdomSource) -> Cow<'g, Game> {
    let has_cards = |zone: &String| {
        let zone = kingdom.zones.get(zone.as_str());
        zone.is_some_and(|zone| !zone.entries.is_empty())
    };
    let applies = |rule: &Rule| rule.with.as_ref().is_none_or(has_cards);
    if game.kingdom.rules.iter().all(applies) {
        return Cow::Borrowed(game);
    }
    let mut concrete = game.clone();
    concrete.kingdom.rules.retain(applies);
    Cow::Owned(concrete)
}

/// Returns the zone on whose card other rules depend.
pub(super) fn deciding_zone(game: &Game) -> Option<&str> {
    game.kingdom.rules.iter().find_map(|rule| {
        let zone = match (&rule.when, &rule.kind) {
            (Some(when), _) => &when.zone,
            (None, RuleKind::Named { by, .. }) => &by.zone,
            (None, RuleKind::Naming { card, .. }) => card,
            _ => return None,
        };
        Some(zone.as_str())
    })
}

/// Returns the game with the rules that hold while this card is in the zone.
pub(super) fn rules_with(game: &Game, cards: Cards<'_>, zone: &str, card: &CardSource) -> Game {
    let only = |zone: &str, cards: Vec<String>| RuleKind::Only {
        zone: zone.to_owned(),
        cards,
    };
    let ids = |fits: &dyn Fn(&CardSource) -> bool| -> Vec<String> {
        let fitting = cards.by_id.values().filter(|card| fits(card));
        fitting.map(|card| card.id.to_string()).collect()
    };
    let mut concrete = game.clone();
    let mut rules = Vec::new();
    for rule in &game.kingdom.rules {
        let holds = rule.when.as_ref().is_none_or(|when| {
            when.zone != zone || has_value(game, card, &when.field, &when.is) == Some(true)
        });
        if !holds {
            continue;
        }
        let kind = match &rule.kind {
            RuleKind::Named { zone: of, by } if by.zone == zone => {
                match card.fields.get(&by.field) {
                    Some(FieldValue::Text(text)) => only(of, ids(&|other| other.is_called(text))),
                    _ => continue,
                }
            }
            RuleKind::Naming {
                zone: of,
                field,
                card: named,
            } if named == zone => {
                let names_card = |other: &CardSource| match other.fields.get(field) {
                    Some(FieldValue::Text(text)) => card.is_called(text),
                    _ => false,
                };
                only(of, ids(&names_card))
            }
            kind => kind.clone(),
        };
        rules.push(Rule {
            kind,
            when: None,
            with: None,
            ..rule.clone()
        });
    }
    if let Some(first) = game.kingdom.rules.first() {
        rules.push(Rule {
            kind: only(zone, vec![card.id.to_string()]),
            when: None,
            with: None,
            ..first.clone()
        });
    }
    concrete.kingdom.rules = rules;
    concrete
}

//! Compares the kingdom sets of two bundles.

use std::sync::Arc;

use smol_str::SmolStr;

use super::{CardRef, Illegal, KingdomChanges, successor};
use crate::bundle::{Bundle, BundledCard};
use crate::card::CardSource;
use crate::collections::{HashMap, IndexMap};
use crate::game::Game;
use crate::kingdom::{self, Cards, Kingdom, KingdomSource, Line, ZoneSource};
use crate::source::{FileId, Span};

pub(super) fn changes(before: &Bundle, after: &Bundle, game: Option<&Game>) -> KingdomChanges {
    let named = |set: &Kingdom| CardRef {
        id: set.id.clone(),
        name: set.name.clone(),
    };
    let mut changes = KingdomChanges::default();
    for set in &after.kingdoms {
        match before.kingdoms.iter().find(|old| old.id == set.id) {
            None => changes.added.push(named(set)),
            Some(old) if now(old, after) != *set => changes.changed.push(named(set)),
            Some(_) => {}
        }
    }
    for set in &before.kingdoms {
        if !after.kingdoms.iter().any(|new| new.id == set.id) {
            changes.withdrawn.push(named(set));
        }
    }
    if let Some(game) = game {
        changes.illegal = illegal(before, after, game);
    }
    changes
}

/// Returns the sets of the first bundle that break the rules of the game with the cards of the second. Sets with house
/// rules are skipped: bundles do not contain house rules.
fn illegal(before: &Bundle, after: &Bundle, game: &Game) -> Vec<Illegal> {
    let cards: IndexMap<SmolStr, Arc<CardSource>> = after
        .cards
        .iter()
        .map(|card| (card.id.clone(), Arc::new(source_of(card))))
        .collect();
    let sets = before.kingdoms.iter();
    // Unchanged sets were checked when the new bundle was built.
    let sets = sets.filter(|set| set.house_rules.is_none());
    let sets = sets.filter(|set| !after.kingdoms.contains(&now(set, after)));
    let names: HashMap<&str, &str> = before
        .cards
        .iter()
        .map(|card| (card.id.as_str(), card.name.as_str()))
        .collect();
    sets.filter_map(|set| {
        let source = set_source(&now(set, after), |id| {
            // A removed card keeps its old name.
            let name = names.get(id).filter(|_| !cards.contains_key(id));
            name.map_or(id, |name| *name).to_owned()
        });
        let (_, found) = kingdom::validate(game, Cards { by_id: &cards }, &source);
        (!found.is_empty()).then(|| Illegal {
            id: set.id.clone(),
            name: set.name.clone(),
            reasons: found.into_iter().map(|finding| finding.message).collect(),
        })
    })
    .collect()
}

/// Returns a dummy span for generated sets.
fn nowhere() -> Span {
    Span::new(FileId::default(), 0..0)
}

fn source_of(card: &BundledCard) -> CardSource {
    CardSource {
        id: card.id.clone(),
        name: card.name.clone(),
        name_at: nowhere(),
        card_type: card.card_type.clone(),
        type_at: nowhere(),
        fields: card.fields.clone(),
        places: Default::default(),
        effect: None,
        more_effects: Default::default(),
        manual: None,
        broken: false,
    }
}

/// Returns the set with removed cards replaced.
fn now(set: &Kingdom, after: &Bundle) -> Kingdom {
    let mut now = set.clone();
    for entries in now.zones.values_mut() {
        let mut counts: IndexMap<String, u32> = IndexMap::default();
        for (id, count) in entries.drain(..) {
            let id = successor(&id, after).map_or(id.clone(), str::to_owned);
            let sum = counts.entry(id).or_default();
            *sum = sum.saturating_add(count);
        }
        *entries = counts;
    }
    now
}

/// Converts a set to its source form, with a name for each id.
fn set_source(set: &Kingdom, name: impl Fn(&str) -> String) -> KingdomSource {
    let zone = |entries: &IndexMap<String, u32>| ZoneSource {
        at: nowhere(),
        whole: nowhere(),
        entries: entries
            .iter()
            .map(|(id, count)| Line {
                name: name(id),
                name_at: nowhere(),
                count: u64::from(*count),
                count_at: nowhere(),
            })
            .collect(),
        broken: false,
    };
    KingdomSource {
        name: set.name.clone(),
        name_at: nowhere(),
        game: None,
        house_rules: None,
        at: nowhere(),
        zones: set
            .zones
            .iter()
            .map(|(key, entries)| (key.clone(), zone(entries)))
            .collect(),
        unplaced: Vec::new(),
        broken: false,
    }
}

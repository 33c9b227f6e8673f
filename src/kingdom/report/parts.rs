//! The composition of a zone: types, field values, and curves of numbers.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use smol_str::SmolStr;

use super::Looked;
use crate::card::{CardSource, FieldValue};
use crate::collections::IndexMap;
use crate::diagnostic::prose;
use crate::game::{FieldKind, Game};

/// Maximum width of a curve. A curve shows all numbers between the smallest and the largest, including those that no
/// card has, unless the range is wider.
const MAX_WIDTH: i64 = 24;

/// The composition of a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// The key of the zone.
    pub zone: String,
    pub title: String,
    pub cards: u64,
    /// Counts by card type, in the order of the game, without types that no card has.
    pub types: Vec<Tally>,
    pub fields: Vec<FieldCount>,
    pub curves: Vec<Curve>,
}

/// Number of cards of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tally {
    pub id: String,
    pub name: String,
    pub cards: u64,
}

/// Number of cards by the value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FieldCount {
    pub field: String,
    pub title: String,
    /// The values, the most frequent first. A card with several values counts for each.
    pub values: Vec<Tally>,
    /// Number of cards without a value.
    pub none: u64,
}

/// Number of cards by a numeric value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Curve {
    pub field: String,
    /// The part of the field that the curve is for; absent for the sum of all parts, and for a field with a single
    /// number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    pub title: String,
    /// The steps from the smallest number to the largest.
    pub steps: Vec<Step>,
}

/// Number of cards with one numeric value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    pub number: i64,
    pub cards: u64,
}

pub(super) fn part(looked: &Looked<'_>, zone: &str) -> Part {
    let game = looked.game;
    let asked = &game.kingdom.report;
    let cards = looked.cards(zone);
    let fields = asked.count.iter();
    let curves = asked.curves.iter();
    Part {
        zone: zone.to_owned(),
        title: looked.title(zone),
        cards: cards.iter().map(|(_, count)| count).sum(),
        types: types(game, &cards),
        fields: fields.map(|field| count(game, field, &cards)).collect(),
        curves: curves
            .flat_map(|field| curves_of(game, field, &cards))
            .collect(),
    }
}

/// Returns the plural names of card types: `units and spells`.
pub(super) fn plurals(game: &Game, types: &[SmolStr]) -> String {
    prose::and(types.iter().map(|id| {
        let card_type = game.card_types.get(id);
        card_type.map_or(id.as_str(), |card_type| card_type.plural.as_str())
    }))
}

type Counted<'c> = (&'c CardSource, u64);

fn types(game: &Game, cards: &[Counted<'_>]) -> Vec<Tally> {
    let tally = |id: &SmolStr| {
        let of_type = cards.iter().filter(|(card, _)| card.card_type == *id);
        Tally {
            id: id.to_string(),
            name: plurals(game, std::slice::from_ref(id)),
            cards: of_type.map(|(_, count)| count).sum(),
        }
    };
    let tallies = game.card_types.keys().map(tally);
    tallies.filter(|tally| tally.cards > 0).collect()
}

fn count(game: &Game, key: &str, cards: &[Counted<'_>]) -> FieldCount {
    let mut counts: IndexMap<String, u64> = IndexMap::default();
    let mut none = 0;
    for (card, copies) in cards {
        let words = card.fields.get(key).map(words_of).unwrap_or_default();
        if words.is_empty() {
            none += copies;
        }
        for word in words {
            *counts.entry(word).or_default() += copies;
        }
    }
    let list = list_of(game, key);
    let place = |id: &str| {
        let terms = game.vocabulary.get(list?)?;
        terms.get_index_of(id)
    };
    let mut values: Vec<Tally> = counts
        .into_iter()
        .map(|(id, cards)| {
            let term = list.and_then(|list| game.term(list, &id));
            Tally {
                name: term.map_or_else(|| prose::spoken(&id), |term| term.name.clone()),
                id,
                cards,
            }
        })
        .collect();
    values.sort_by_cached_key(|tally| {
        let place = place(&tally.id).unwrap_or(usize::MAX);
        (Reverse(tally.cards), place, tally.id.clone())
    });
    FieldCount {
        field: key.to_owned(),
        title: prose::spoken(key),
        values,
        none,
    }
}

fn words_of(value: &FieldValue) -> Vec<String> {
    match value {
        FieldValue::Flag(flag) => vec![flag.to_string()],
        FieldValue::Number(number) => vec![number.to_string()],
        FieldValue::Text(text) => vec![text.clone()],
        FieldValue::List(words) => words.clone(),
        FieldValue::Numbers(_) | FieldValue::Area(_) | FieldValue::Group(_) => Vec::new(),
    }
}

/// Returns the vocabulary list of the field with this key.
fn list_of<'g>(game: &'g Game, key: &str) -> Option<&'g str> {
    let mut fields = game.fields.iter();
    fields.find_map(|(name, field)| match &field.kind {
        FieldKind::Choice { of, .. }
        | FieldKind::Choices { of, .. }
        | FieldKind::Amounts { of, .. }
            if field.key_or(name) == key =>
        {
            Some(of.as_str())
        }
        _ => None,
    })
}

/// Returns the curves of a field: one for a single number, or one for each of several numbers and one for their sum.
fn curves_of(game: &Game, key: &str, cards: &[Counted<'_>]) -> Vec<Curve> {
    let mut single: IndexMap<i64, u64> = IndexMap::default();
    let mut sums: IndexMap<i64, u64> = IndexMap::default();
    let mut each: IndexMap<&str, IndexMap<i64, u64>> = IndexMap::default();
    for (card, copies) in cards {
        match card.fields.get(key) {
            Some(FieldValue::Number(number)) => *single.entry(*number).or_default() += copies,
            Some(FieldValue::Numbers(numbers)) => {
                let sum = numbers
                    .values()
                    .fold(0, |sum: i64, n| sum.saturating_add(*n));
                *sums.entry(sum).or_default() += copies;
                for (name, number) in numbers.iter() {
                    let curve = each.entry(name).or_default();
                    *curve.entry(*number).or_default() += copies;
                }
            }
            // A card without amounts counts as 0 in the curve of sums.
            None if is_amounts(game, key) => *sums.entry(0).or_default() += copies,
            _ => {}
        }
    }
    let title = prose::spoken(key);
    let list = list_of(game, key);
    let terms = list.and_then(|list| game.vocabulary.get(list));
    each.sort_by_cached_key(|name, _| terms.and_then(|terms| terms.get_index_of(*name)));
    let numbers = each.values().flat_map(IndexMap::keys).copied();
    let range = numbers.clone().min().zip(numbers.max());
    let of_each = each.iter().map(|(name, counts)| Curve {
        field: key.to_owned(),
        of: Some((*name).to_owned()),
        title: name_of(game, list, name),
        // All these curves have the same range, so that they can be compared.
        steps: steps(counts, range.map(|(least, most)| (least.min(1), most))),
    });
    let mut curves: Vec<Curve> = of_each.collect();
    let all = [(sums, format!("{title} in all")), (single, title)];
    for (counts, title) in all.into_iter().filter(|(counts, _)| !counts.is_empty()) {
        let range = counts
            .keys()
            .copied()
            .min()
            .zip(counts.keys().copied().max());
        curves.push(Curve {
            field: key.to_owned(),
            of: None,
            title,
            steps: steps(&counts, range),
        });
    }
    curves
}

fn is_amounts(game: &Game, key: &str) -> bool {
    let mut fields = game.fields.iter();
    fields.any(|(name, field)| {
        field.key_or(name) == key && matches!(field.kind, FieldKind::Amounts { .. })
    })
}

fn name_of(game: &Game, list: Option<&str>, id: &str) -> String {
    let term = list.and_then(|list| game.term(list, id));
    term.map_or_else(|| prose::spoken(id), |term| term.name.clone())
}

fn steps(counts: &IndexMap<i64, u64>, range: Option<(i64, i64)>) -> Vec<Step> {
    let step = |number: i64| Step {
        number,
        cards: counts.get(&number).copied().unwrap_or(0),
    };
    match range {
        Some((least, most)) if most.saturating_sub(least) <= MAX_WIDTH => {
            (least..=most).map(step).collect()
        }
        _ => {
            let mut numbers: Vec<i64> = counts.keys().copied().collect();
            numbers.sort_unstable();
            numbers.into_iter().map(step).collect()
        }
    }
}

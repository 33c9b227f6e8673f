//! Which cards the set can pay, and how.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Looked;
use crate::card::{CardSource, FieldValue, VecMap};
use crate::collections::IndexMap;
use crate::game::Paying;
use crate::kingdom::pay::{missing, missing_with, short};

/// How many cards the set can pay with its own means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Payment {
    /// The means of payment by kind, ready in every round.
    pub pool: VecMap<i64>,
    /// Number of cards that must be paid, including copies.
    pub cards: u64,
    /// Number of these cards by the way of paying them; ways without cards are included.
    pub ways: IndexMap<Way, u64>,
    /// The cards that cannot be paid exactly as printed, in the order of the file.
    pub not_exact: Vec<Paid>,
}

/// The way of paying a card, the easiest first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// The card is paid exactly as printed.
    Exact,
    /// Other cards substitute for missing ones.
    Substituted,
    /// Cards from the hand are played in the same round to pay with.
    Played,
    /// None of these ways suffices; effects of other cards may still help.
    Never,
}

impl Way {
    pub const ALL: [Way; 4] = [Way::Exact, Way::Substituted, Way::Played, Way::Never];
}

/// A card and how it can be paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Paid {
    pub id: String,
    pub name: String,
    pub copies: u64,
    pub cost: VecMap<i64>,
    /// Number of cards of each kind that the pool lacks.
    pub short: VecMap<i64>,
    pub way: Way,
}

pub(super) fn payment(looked: &Looked<'_>, pay: &Paying) -> Payment {
    let pool = looked.pool(&pay.from);
    let mut ways: IndexMap<Way, u64> = Way::ALL.into_iter().map(|way| (way, 0)).collect();
    let mut not_exact = Vec::new();
    let mut all = 0;
    for (card, copies) in looked.cards_of(&pay.zones) {
        let way = way(looked, pay, &pool, card);
        all += copies;
        *ways.entry(way).or_default() += copies;
        if let Some(cost) = cost(pay, card).filter(|_| way != Way::Exact) {
            let short = short(cost, &pool).map(|(name, short)| (name.into(), short));
            not_exact.push(Paid {
                id: card.id.to_string(),
                name: card.name.to_string(),
                copies,
                cost: cost.clone(),
                short: short.collect(),
                way,
            });
        }
    }
    Payment {
        pool,
        cards: all,
        ways,
        not_exact,
    }
}

/// Returns how a card can be paid from a pool. A card without a cost is always paid exactly.
pub(super) fn way(looked: &Looked<'_>, pay: &Paying, pool: &VecMap<i64>, card: &CardSource) -> Way {
    let Some(cost) = cost(pay, card) else {
        return Way::Exact;
    };
    let game = looked.game;
    if short(cost, pool).next().is_none() {
        Way::Exact
    } else if missing(game, cost, pool) == 0 {
        Way::Substituted
    } else if missing_with(game, cost, pool, pay.played_to_pay.into()) == 0 {
        Way::Played
    } else {
        Way::Never
    }
}

fn cost<'c>(pay: &Paying, card: &'c CardSource) -> Option<&'c VecMap<i64>> {
    match card.fields.get(pay.field.as_str())? {
        FieldValue::Numbers(cost) => Some(cost),
        _ => None,
    }
}

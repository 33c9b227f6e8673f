//! Computes how cards are paid for (rulebook section "Turn's structure: Paying statistics").

use crate::card::VecMap;
use crate::game::Game;

/// Returns the number of cards of any kind that replace one missing card; `None` if the game has no substitution.
pub(crate) fn substitution(game: &Game) -> Option<i64> {
    game.roles.substitution.filter(|cards| *cards > 0)
}

/// Returns the kinds that a pool lacks, with the missing numbers.
pub(crate) fn short<'c>(
    cost: &'c VecMap<i64>,
    pool: &VecMap<i64>,
) -> impl Iterator<Item = (&'c str, i64)> {
    cost.iter()
        .map(|(name, amount)| (name.as_str(), amount.saturating_sub(number(pool, name))))
        .filter(|(_, short)| *short > 0)
}

/// Returns the number of cards missing to pay a cost from a pool; 0 if it can be paid.
pub(crate) fn missing(game: &Game, cost: &VecMap<i64>, pool: &VecMap<i64>) -> i64 {
    missing_with(game, cost, pool, 0)
}

/// Returns the number of cards missing to pay a cost if `more` cards, each of the most useful kind, join the pool.
pub(crate) fn missing_with(game: &Game, cost: &VecMap<i64>, pool: &VecMap<i64>, more: i64) -> i64 {
    let short: i64 = short(cost, pool).map(|(_, short)| short).sum();
    // A card of a missing kind is worth more than one that substitutes for it.
    let in_place = short.min(more);
    let short = short - in_place;
    let spare: i64 = pool
        .iter()
        .map(|(name, has)| (has - number(cost, name)).max(0))
        .sum();
    match substitution(game) {
        Some(cards) => (short.saturating_mul(cards) - spare - (more - in_place)).max(0),
        None => short,
    }
}

fn number(of: &VecMap<i64>, name: &str) -> i64 {
    of.get(name).copied().unwrap_or(0)
}

//! Shared parts of all strategies: random numbers, random answers, and the worth of a position.

use smallvec::SmallVec;

use crate::choice::{Answer, Choice};
use crate::state::{At, Outcome, Player, State};
use crate::table::Table;

/// Maximum number of answers to one choice that a strategy compares.
const LOOKED_AT: usize = 40;

/// A random number generator that gives the same numbers on every system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    pub fn new(seed: u64) -> Seed {
        Seed(seed)
    }

    /// Returns the next number, by SplitMix64.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 {
            0
        } else {
            ((u128::from(self.draw()) * n as u128) >> 64) as usize
        }
    }
}

/// Returns a random answer: a random number of options in a random order.
pub fn random(choice: &Choice, seed: &mut Seed) -> Answer {
    let (least, most) = (usize::from(choice.at_least), usize::from(choice.at_most));
    let count = least + seed.below(most - least + 1);
    if count == 1 {
        return Answer::one(seed.below(choice.options.len()) as u16);
    }
    let mut keys: SmallVec<[u16; 64]> = (0..choice.options.len() as u16).collect();
    for place in 0..count {
        let other = place + seed.below(keys.len() - place);
        keys.swap(place, other);
    }
    Answer(keys.into_iter().take(count).collect())
}

/// Returns the answers to a choice that a strategy compares: all if there are few, otherwise a sample.
pub(crate) fn answers(choice: &Choice, seed: &mut Seed) -> Vec<Answer> {
    let mut tried: Vec<Answer> = Vec::new();
    if choice.at_most == 1 {
        tried.extend((0..choice.options.len() as u16).map(Answer::one));
        if choice.at_least == 0 {
            tried.push(Answer::default());
        }
    } else {
        tried.extend((0..6).map(|_| random(choice, seed)));
    }
    while tried.len() > LOOKED_AT {
        let out = seed.below(tried.len());
        tried.swap_remove(out);
    }
    tried
}

/// Returns the worth of a position for a player, from information that the player can see.
pub fn worth(table: &Table, state: &State, player: Player) -> i64 {
    match state.over {
        Some(Outcome::Won(winner)) => return if winner == player { 100_000 } else { -100_000 },
        Some(Outcome::Draw) => return 0,
        None => {}
    }
    let mut worth = 0;
    let leader_at = |of: Player| {
        state.play.iter().find_map(|card| {
            let it = state.card(*card);
            match it.at {
                At::Map(space) if table.defs[usize::from(it.def)].leader && it.owner == of => {
                    Some(space)
                }
                _ => None,
            }
        })
    };
    let leaders = [leader_at(0), leader_at(1)];
    let column = |space: u8| i64::from(space % table.columns);
    let row = |space: u8| i64::from(space / table.columns);
    for card in &state.play {
        let it = state.card(*card);
        let def = &table.defs[usize::from(it.copy.unwrap_or(it.def))];
        let sign = match it.controller {
            of if of == player => 1,
            of if of == 1 - player => -1,
            _ => continue,
        };
        let number = |id: &str| {
            def.numbers
                .iter()
                .find(|(key, _)| key == id)
                .map_or(0, |(_, value)| i64::from(*value))
        };
        let roles = &table.rules.roles.attributes;
        if let Some(battle) = table.battle()
            && matches!(it.at, At::Map(_))
        {
            let kinds = battle.roll_over.kinds.values();
            let score = kinds.filter_map(|kind| Some(number(kind.score.as_deref()?)));
            let score = score.max().unwrap_or(0);
            worth += sign * (score * 3 + number(&battle.roll_over.goal) * 2);
        } else if def.leader {
            worth -= sign * 12 * i64::from(it.damage);
        } else if def.unit {
            let size = i64::from(it.size) + 1;
            let value = size * (number(&roles.strength) * 4 + number(&roles.endurance) * 2);
            worth += sign * (value * 2 - i64::from(it.damage) * 2);
            if let (At::Map(space), Some(enemy)) = (it.at, leaders[usize::from(1 - it.controller)])
            {
                let distance =
                    (row(space) - row(enemy)).abs() + (column(space) - column(enemy)).abs();
                worth -= sign * distance;
            }
        } else if def.site {
            worth += sign * 6;
        } else {
            worth += sign * 5;
        }
    }
    let hand = |of: Player| {
        state.zones[usize::from(of) * table.zones.len() + usize::from(table.hand)].len() as i64
    };
    worth + 2 * (hand(player) - hand(1 - player))
}

//! Many games of two sets: how often each wins, with an interval, and how long the games are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bot::{self, Bot, Played};
use crate::state::{Outcome, Player};
use crate::table::{Set, Table};

/// The most choices of a game.
const MOST_CHOICES: u32 = 20_000;

/// A share with the interval in which the true one is, 19 times of 20.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    pub count: u32,
    pub of: u32,
    pub share: f64,
    pub from: f64,
    pub to: f64,
}

impl Share {
    /// Wilson's interval.
    pub fn new(count: u32, of: u32) -> Share {
        if of == 0 {
            return Share {
                count,
                of,
                share: 0.0,
                from: 0.0,
                to: 1.0,
            };
        }
        let (n, p, z) = (f64::from(of), f64::from(count) / f64::from(of), 1.96);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        Share {
            count,
            of,
            share: p,
            from: (middle - half).max(0.0),
            to: (middle + half).min(1.0),
        }
    }
}

/// What came out of games of two sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The ids of the sets.
    pub sets: [String; 2],
    /// How the players choose.
    pub players: String,
    pub seed: u64,
    pub games: u32,
    /// Of all games, those that the first set won, and those that the second won.
    pub wins: [Share; 2],
    pub draws: u32,
    /// Of the games that were won, those that the first player won.
    pub first_player: Share,
    pub rounds: Rounds,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rounds {
    pub mean: f64,
    pub least: u32,
    pub most: u32,
}

/// Plays one of the games. Every other one is played with the sides exchanged.
pub fn game(table: &Table, sets: [&Set; 2], bot: Bot, seed: u64, number: u32) -> Played {
    let exchanged = number % 2 == 1;
    let [a, b] = sets;
    let seated = if exchanged { [b, a] } else { [a, b] };
    let seed = seed.wrapping_mul(1_000_003).wrapping_add(u64::from(number));
    let (_, mut played) = bot::play(
        table,
        seated,
        [bot; 2],
        seed,
        MOST_CHOICES,
        &mut |_, _, _| {},
    );
    if exchanged {
        played.first = 1 - played.first;
        if let Outcome::Won(player) = &mut played.outcome {
            *player = 1 - *player;
        }
    }
    played
}

/// Sums up the games of two sets.
pub fn report(sets: [&Set; 2], bot: Bot, seed: u64, games: &[Played]) -> Report {
    let won = |player: Player| {
        games
            .iter()
            .filter(|game| game.outcome == Outcome::Won(player))
            .count() as u32
    };
    let count = games.len() as u32;
    let wins = [won(0), won(1)];
    let first = games
        .iter()
        .filter(|game| game.outcome == Outcome::Won(game.first))
        .count() as u32;
    let rounds = games.iter().map(|game| game.rounds);
    Report {
        sets: sets.map(|set| set.id.to_string()),
        players: bot.name().to_owned(),
        seed,
        games: count,
        wins: wins.map(|wins| Share::new(wins, count)),
        draws: count - wins[0] - wins[1],
        first_player: Share::new(first, wins[0] + wins[1]),
        rounds: Rounds {
            mean: f64::from(rounds.clone().sum::<u32>()) / f64::from(count.max(1)),
            least: rounds.clone().min().unwrap_or(0),
            most: rounds.max().unwrap_or(0),
        },
    }
}

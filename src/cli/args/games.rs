//! The commands that play games.

use std::path::PathBuf;

use cardwright_play::bot::Bot;
use cardwright_play::search::PLAYOUTS;
use clap::{Args, ValueEnum};

use super::{CardsOption, GameOption, When};

#[derive(Debug, Args)]
pub struct Simulate {
    /// The id of a set
    pub one: String,
    /// The id of the other set
    pub other: String,
    /// The number of games; the sets exchange sides after each game
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    #[command(flatten)]
    pub players: Players,
    /// Write the report to this file, as an SVG picture
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Write the games to this file, with every choice and the state after it, for engines in other languages
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub seating: Seating,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: SimulationFormat,
    #[command(flatten)]
    pub look: Look,
}

/// The programs that play games for a report.
#[derive(Debug, Args)]
pub struct Players {
    /// How the players choose
    #[arg(long, value_enum, default_value_t)]
    pub players: PlayerKind,
    #[command(flatten)]
    pub budget: Budget,
    /// The seed of the random numbers: the same seed gives the same games
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
}

impl Players {
    pub fn bot(&self) -> Bot {
        self.budget.of(self.players)
    }
}

/// The search budget of a player. It is a number and not a time, so that a seed always gives the same games.
#[derive(Debug, Args)]
pub struct Budget {
    /// The number of play-outs of `search` for each decision
    #[arg(long, value_name = "NUMBER", default_value_t = PLAYOUTS, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub budget: u32,
}

impl Budget {
    pub fn of(&self, kind: PlayerKind) -> Bot {
        match kind {
            PlayerKind::Random => Bot::Random,
            PlayerKind::Greedy => Bot::Greedy,
            PlayerKind::Search => Bot::Search {
                playouts: self.budget,
            },
        }
    }
}

/// The options for a report on a terminal.
#[derive(Debug, Args)]
pub struct Look {
    /// When to use colours [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<When>,
    /// The maximum width of lines, in columns [default: the width of the terminal, or 100]
    #[arg(long, value_name = "COLUMNS")]
    pub width: Option<usize>,
}

/// The options for finding the cards and sets of a game.
#[derive(Debug, Args)]
pub struct Seating {
    #[command(flatten)]
    pub cards: CardsOption,
    #[command(flatten)]
    pub game: GameOption,
}

#[derive(Debug, Args)]
pub struct Play {
    /// The id of a set: yours, or that of player 1
    #[arg(required_unless_present = "load")]
    pub one: Option<String>,
    /// The id of the other set
    #[arg(required_unless_present = "load")]
    pub other: Option<String>,
    /// Play against a program. Without this option, two people play at one screen, which shows the hand of the player
    /// who chooses
    #[arg(long, value_enum, value_name = "PLAYER")]
    pub bot: Option<PlayerKind>,
    #[command(flatten)]
    pub budget: Budget,
    /// The seed of shuffles and of the program: the same answers give the same game
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Continue a game that the command `save` wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["one", "other", "bot", "seed"])]
    pub load: Option<PathBuf>,
    /// At the end, write the actions of the game to this file, as tests that pass
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub seating: Seating,
}

/// How a player chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PlayerKind {
    /// Any option
    Random,
    /// The option that leads to the best position
    #[default]
    Greedy,
    /// The option with the best results in many play-outs; slow
    Search,
}

/// The output format of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SimulationFormat {
    /// Plain text
    #[default]
    Human,
    /// One JSON object
    Json,
}

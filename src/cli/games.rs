//! Plays series of games on all threads, until they end or Ctrl-C is pressed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cardwright_play::Table;
use cardwright_play::simulate::{self, Series, Tally};
use rayon::prelude::*;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use super::progress::Progress;

/// A flag that is set when Ctrl-C is pressed.
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Installs the handler: the first Ctrl-C sets the flag, the second ends the program.
    pub fn listen() -> Self {
        let pressed = Arc::new(AtomicBool::new(false));
        let second = Arc::clone(&pressed);
        let first = Arc::clone(&pressed);
        // Where signals cannot be caught, the first Ctrl-C ends the program.
        let status = i32::from(super::INTERRUPTED);
        let _ = flag::register_conditional_shutdown(SIGINT, status, second);
        let _ = flag::register(SIGINT, first);
        Interrupt(pressed)
    }

    pub fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The games of a series that were played.
pub struct Games {
    pub tally: Tally,
    /// Their numbers, in ascending order.
    pub numbers: Vec<u32>,
}

/// Plays the games of a series. After Ctrl-C, no new game begins.
pub fn play(
    table: &Table,
    series: &Series<'_>,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Games {
    let new = || Games {
        tally: Tally::new(table),
        numbers: Vec::new(),
    };
    (0..series.games)
        .into_par_iter()
        .fold(new, |mut games, number| {
            if !interrupt.is_pressed() {
                simulate::game(&mut games.tally, table, series, number);
                games.numbers.push(number);
                progress.count();
            }
            games
        })
        .reduce(new, |mut one, other| {
            one.numbers.extend(other.numbers);
            Games {
                tally: one.tally.merge(other.tally),
                numbers: one.numbers,
            }
        })
}

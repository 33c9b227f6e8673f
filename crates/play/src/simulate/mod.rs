//! Many games of two sets: how often each wins, with an interval, how long the games are, and what their cards do.

mod number;
mod report;
mod tally;
mod watch;

use crate::bot::{self, Bot};
use crate::table::Table;

pub use number::{Difference, Share};
pub use report::{
    Against, Card, CardsOfSet, Condition, Length, Line, Report, Rounds, Series, SetReport, Texts,
    report, report_of_set,
};
pub use tally::Tally;
use watch::Notes;

/// The most choices of a game.
const MOST_CHOICES: u32 = 20_000;

/// Plays one of the games and adds it to the tally. Every other one is played with the sides exchanged.
pub fn game(tally: &mut Tally, table: &Table, series: &Series<'_>, number: u32) {
    let exchanged = number % 2 == 1;
    let mut notes = Notes::new(table);
    let bots: [Bot; 2] = [series.players; 2];
    let (state, played) = bot::play_watched(
        table,
        series.seated(number),
        bots,
        series.seed_of(number),
        MOST_CHOICES,
        &mut notes,
    );
    notes.end(&state);
    tally.add(&played, &notes, exchanged);
}

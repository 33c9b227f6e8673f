//! Series of games between two sets: win rates with confidence intervals, lengths of games, and statistics of cards.

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

/// Maximum number of choices in a game.
const MOST_CHOICES: u32 = 20_000;

/// Plays one game of a series and adds it to the tally. In games with an odd number, the sets exchange sides.
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

//! `kingdom --report` and `--svg`: what a set is made of, on the screen and as a picture.

use crate::cli::games::GameRun;
use crate::kingdom::Kingdom;
use crate::kingdom::report::{KingdomReport, report};

/// The report on a set of a game.
pub fn of(run: &GameRun, kingdom: &Kingdom) -> KingdomReport {
    let cards = &run.compilation.cards;
    let card = |id: &str| Some(&cards.get(id)?.source);
    report(&run.game, &card, kingdom)
}

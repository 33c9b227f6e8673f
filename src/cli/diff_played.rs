//! `diff --simulate`: the effect of changed cards on the win rates of the sets that have them.

use cardwright::bundle::diff::{CardChange, CardRef, Changes, PlayedChange, PlayedChanges};
use cardwright::bundle::{Bundle, engine};
use cardwright_play::simulate::{Difference, Series, Share, Tally};
use cardwright_play::{Input, Set, Table};

use super::args::Players;
use super::error::CliError;
use super::games::{self, Interrupt};
use super::progress::Progress;

/// For each changed card, and each pair of a set that has it and another set, plays `number` games with the old version
/// of the card, and as many with the new one.
pub fn play(
    [before, after]: [&Bundle; 2],
    changes: &Changes,
    players: &Players,
    number: u32,
) -> Result<PlayedChanges, CliError> {
    let interrupt = Interrupt::listen();
    let refused = |reason: String| CliError::NotPlayed {
        game: after.game.id.clone(),
        reason,
    };
    let input =
        |bundle: &Bundle| engine::input_of(bundle).map_err(|error| refused(error.to_string()));
    let table = |input: &Input| Table::new(input).map_err(|error| refused(error.to_string()));
    let (old, new) = (input(before)?, input(after)?);
    let new_table = table(&new)?;
    if new_table.sets.len() < 2 {
        return Err(refused("there is no second set to play against".to_owned()));
    }
    let plays = |card: &&CardChange| {
        let effect = card.effect.as_ref().is_some_and(|effect| effect.plays);
        effect || card.fields.iter().any(|field| field.plays)
    };
    let mut rows = Vec::new();
    for card in changes.cards.changed.iter().filter(plays) {
        let sets: Vec<&Set> = new_table
            .sets
            .iter()
            .filter(|set| has(&new_table, set, &card.id))
            .collect();
        let Some(was) = old.cards.iter().find(|old| old.id == card.id) else {
            continue;
        };
        if sets.is_empty() {
            continue;
        }
        let mut input = new.clone();
        for it in &mut input.cards {
            if it.id == was.id {
                *it = was.clone();
            }
        }
        let old = table(&input)?;
        // The sets, and the table in which the card is as it was.
        rows.push((card, sets, old));
    }
    let pairs: usize = rows.iter().map(|(_, sets, _)| sets.len()).sum();
    let others = new_table.sets.len().saturating_sub(1);
    let progress = Progress::of_games((2 * pairs * others) as u64 * u64::from(number));
    let mut complete = true;
    let mut cards = Vec::new();
    for (card, sets, old) in &rows {
        for set in sets {
            let won = [old, &new_table].map(|table| {
                let tally = against_all(table, &set.id, players, number, &interrupt, &progress);
                tally.map_or((0, 0), |tally| tally.won())
            });
            complete &= !interrupt.is_pressed();
            let [before, after] = won;
            // Ctrl-C was pressed before the first of these games.
            if before.1 == 0 || after.1 == 0 {
                continue;
            }
            let difference = Difference::new(after, before, 1);
            cards.push(PlayedChange {
                card: CardRef {
                    id: card.id.clone(),
                    name: card.name.clone(),
                },
                set: CardRef {
                    id: set.id.to_string(),
                    name: set.name.to_string(),
                },
                before: Share::new(before.0, before.1),
                after: Share::new(after.0, after.1),
                difference,
                clear: difference.is_clear(),
            });
        }
    }
    progress.end();
    Ok(PlayedChanges {
        players: players.bot().label(),
        seed: players.seed,
        games: number,
        complete,
        cards,
    })
}

fn has(table: &Table, set: &Set, id: &str) -> bool {
    let mut cards = set.parts.values().flatten();
    cards.any(|(def, _)| {
        table
            .defs
            .get(usize::from(*def))
            .is_some_and(|def| def.id == id)
    })
}

/// Plays the games of a set against all others. `None` if there are none.
fn against_all(
    table: &Table,
    set: &str,
    players: &Players,
    games: u32,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Option<Tally> {
    let one = table.sets.iter().find(|it| it.id == set)?;
    let others = table.sets.iter().filter(|other| other.id != one.id);
    let tallies = others.map(|other| {
        let series = Series {
            sets: [one, other],
            players: players.bot(),
            seed: players.seed,
            games,
        };
        games::play(table, &series, interrupt, progress).tally
    });
    tallies.reduce(Tally::merge)
}

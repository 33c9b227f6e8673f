//! `kingdom --report --games`: games of each set against the others.

use cardwright::game::Game;
use cardwright::render::json::Verdict;
use cardwright_play::simulate::{self, Series, Tally};

use crate::cli::args::Players;
use crate::cli::error::CliError;
use crate::cli::games::{self, Interrupt};
use crate::cli::progress::Progress;
use crate::cli::seating;
use crate::cli::workspace::Run;

/// Plays `number` games of each set against each other set of its game. A single set plays against itself.
pub fn play(
    run: &Run,
    players: &Players,
    number: u32,
    verdicts: &mut [(&Game, Verdict)],
) -> Result<Interrupt, CliError> {
    let interrupt = Interrupt::listen();
    for built in &run.games {
        let ids: Vec<&str> = verdicts
            .iter()
            .filter(|(game, verdict)| game.game == built.game.game && verdict.errors == 0)
            .map(|(_, verdict)| verdict.id.as_str())
            .collect();
        if ids.is_empty() {
            continue;
        }
        let table = seating::table(built)?;
        let sets: Vec<_> = table
            .sets
            .iter()
            .filter(|set| ids.contains(&set.id.as_str()))
            .collect();
        let series = |one, other| Series {
            sets: [one, other],
            players: players.bot(),
            seed: players.seed,
            games: number,
        };
        // Each pair plays once; the report of each of the two has these games.
        let pairs: Vec<Series<'_>> = match sets.as_slice() {
            [only] => vec![series(*only, *only)],
            all => all
                .iter()
                .enumerate()
                .flat_map(|(place, one)| {
                    all.iter().skip(place + 1).map(|other| series(*one, *other))
                })
                .collect(),
        };
        let progress = Progress::of_games(pairs.len() as u64 * u64::from(number));
        let played: Vec<(Series<'_>, Tally)> = pairs
            .into_iter()
            .map(|series| {
                let tally = games::play(&table, &series, &interrupt, &progress).tally;
                (series, tally)
            })
            .collect();
        for set in &sets {
            let games: Vec<_> = played
                .iter()
                .filter_map(|(series, tally)| {
                    let [one, other] = series.sets;
                    match (one.id == set.id, other.id == set.id) {
                        (true, _) => Some((*series, tally.clone())),
                        (false, true) => Some((series.exchanged(), tally.clone().exchanged())),
                        (false, false) => None,
                    }
                })
                .collect();
            let report = simulate::report_of_set(&table, &games);
            let verdict = verdicts
                .iter_mut()
                .find(|(_, verdict)| verdict.id.as_str() == set.id);
            if let Some((_, verdict)) = verdict {
                verdict.played = report;
            }
        }
        progress.end();
    }
    Ok(interrupt)
}

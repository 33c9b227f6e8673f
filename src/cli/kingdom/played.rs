//! `kingdom --report --games`: games of each set against the others.

use cardwright::game::Game;
use cardwright::render::json::Verdict;
use cardwright_play::simulate::{self, Series};

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
        let pairs: Vec<Vec<Series<'_>>> = sets
            .iter()
            .map(|one| {
                let others = sets.iter().filter(|other| other.id != one.id);
                let others: Vec<_> = others.map(|other| series(*one, *other)).collect();
                match others.is_empty() {
                    true => vec![series(*one, *one)],
                    false => others,
                }
            })
            .collect();
        let all = pairs.iter().map(Vec::len).sum::<usize>() as u64;
        let progress = Progress::of_games(all * u64::from(number));
        for of_set in pairs {
            let games: Vec<_> = of_set
                .into_iter()
                .map(|series| (series, games::play(&table, &series, &interrupt, &progress)))
                .collect();
            let id = games.first().map(|(series, _)| series.sets[0].id.as_str());
            let report = simulate::report_of_set(&table, &games);
            let verdict = verdicts
                .iter_mut()
                .find(|(_, verdict)| Some(verdict.id.as_str()) == id);
            if let Some((_, verdict)) = verdict {
                verdict.played = report;
            }
        }
        progress.end();
    }
    Ok(interrupt)
}

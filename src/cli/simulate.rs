//! `simulate`: plays games of two sets against each other.

use cardwright_play::Set;
use cardwright_play::bot::Bot;
use cardwright_play::simulate::{self, Report, Share};
use rayon::prelude::*;

use super::Outcome;
use super::args::{Simulate, SimulationFormat};
use super::error::CliError;
use super::output;
use super::seating;

pub fn simulate(args: &Simulate) -> Result<Outcome, CliError> {
    let ids = [args.one.as_str(), args.other.as_str()];
    let Some(seated) = seating::seated(&args.seating, ids)? else {
        return Ok(Outcome::ErrorsFound);
    };
    let (table, sets) = (&seated.table, seated.sets(ids)?);
    let bot = Bot::from(args.players);
    let numbers: Vec<u32> = (0..args.games).collect();
    let game = |number: &u32| simulate::game(table, sets, bot, args.seed, *number);
    let games: Vec<_> = numbers.par_iter().map(game).collect();
    let report = simulate::report(sets, bot, args.seed, &games);
    let text = match args.format {
        SimulationFormat::Human => human(&report, sets),
        SimulationFormat::Json => {
            let json = serde_json::to_string_pretty(&report);
            json.map_err(|error| CliError::Output {
                source: error.into(),
            })? + "\n"
        }
    };
    output::to_stdout(&text)?;
    Ok(Outcome::Clean)
}

fn human(report: &Report, sets: [&Set; 2]) -> String {
    let percent = |share: &Share| {
        format!(
            "{:.0} % ({:.0} to {:.0})",
            share.share * 100.0,
            share.from * 100.0,
            share.to * 100.0
        )
    };
    let Report {
        games,
        players,
        seed,
        wins,
        draws,
        first_player,
        rounds,
        ..
    } = report;
    format!(
        "{} – {}\n  {games} games, {players} players, seed {seed}\n  wins          {} : {}, {draws} draws   {}\n  \
         first player  {} of {}   {}\n  length        {:.1} rounds ({} to {})\n",
        sets[0].name,
        sets[1].name,
        wins[0].count,
        wins[1].count,
        percent(&wins[0]),
        first_player.count,
        first_player.of,
        percent(first_player),
        rounds.mean,
        rounds.least,
        rounds.most,
    )
}

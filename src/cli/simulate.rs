//! `simulate`: plays games of two sets against each other.

use cardwright::bundle;
use cardwright::render;
use cardwright_play::simulate::{self, Series};

use super::Outcome;
use super::args::{Simulate, SimulationFormat};
use super::error::CliError;
use super::games::{self, Interrupt};
use super::output;
use super::progress::Progress;
use super::recordings;
use super::seating;
use super::write;

pub fn simulate(args: &Simulate) -> Result<Outcome, CliError> {
    for path in args.record.iter().chain(&args.plot) {
        write::expect_folder(path)?;
    }
    let interrupt = Interrupt::listen();
    let ids = [args.one.as_str(), args.other.as_str()];
    let Some(seated) = seating::seated(&args.seating, ids)? else {
        return Ok(Outcome::ErrorsFound);
    };
    let Some((game, compilation)) = seated.game() else {
        return Ok(Outcome::Clean);
    };
    let table = &seated.table;
    let series = Series {
        sets: seated.sets(ids)?,
        players: args.players.bot(),
        seed: args.players.seed,
        games: args.games,
    };
    let progress = Progress::of_games(args.games.into());
    let played = games::play(table, &series, &interrupt, &progress);
    progress.end();
    if let Some(path) = &args.record {
        recordings::write_games(path, &seated, &series, &played.numbers, &interrupt)?;
    }
    let words =
        |id: &str, place: usize, part| compilation.words(id, place, part).unwrap_or_default();
    let report = simulate::report(&played.tally, table, &series, &words);
    let hand = game.term_name("zones", &table.rules.roles.zones.hand);
    let sheet = render::games(&report, &hand);
    if let Some(path) = &args.plot {
        let svg = sheet.svg();
        write::write_user_file(path, svg.as_bytes(), Some("<svg"), seated.paths())?;
    }
    let screen = output::screen_of_stdout(args.look.color, args.look.width);
    output::to_stdout(&match args.format {
        SimulationFormat::Human => sheet.draw(screen),
        SimulationFormat::Json => bundle::to_json(&report),
    })?;
    Ok(match interrupt.is_pressed() {
        true => Outcome::Interrupted,
        false => Outcome::Clean,
    })
}

//! `simulate`: plays games of two sets against each other.

use cardwright::bundle::engine;
use cardwright_play::bot::Bot;
use cardwright_play::simulate::{self, Report, Share};
use cardwright_play::{Set, Table};
use rayon::prelude::*;

use super::Outcome;
use super::args::{PlayerKind, Simulate, SimulationFormat};
use super::error::CliError;
use super::output;
use super::paths::{self, game_of};
use super::project;
use super::workspace::GameRun;
use cardwright::diagnostic::Levels;

pub fn simulate(args: &Simulate) -> Result<Outcome, CliError> {
    let project = project::find(args.cards.cards.first().map(std::path::PathBuf::as_path))?;
    let game = game_of(args.game.game.as_deref(), &project);
    let mut run = paths::run(&args.cards.cards, game, Levels::default())?;
    run.report_library_errors();
    let scope = run.scope();
    let findings = run.findings(&scope);
    if findings.count(cardwright::diagnostic::Severity::Error) > 0 {
        output::to_stderr("the cards have errors: run `cardwright check`\n");
        return Ok(Outcome::ErrorsFound);
    }
    let has = |game: &&GameRun, id: &str| game.compilation.kingdoms.iter().any(|set| set.id == id);
    let names = [args.one.as_str(), args.other.as_str()];
    let Some(built) = run
        .games
        .iter()
        .find(|game| names.iter().all(|id| has(game, id)))
    else {
        let known = run.games.iter().flat_map(|game| &game.compilation.kingdoms);
        let known: Vec<&str> = known.map(|set| set.id.as_str()).collect();
        let missing = names
            .iter()
            .find(|id| !known.contains(id))
            .unwrap_or(&names[0]);
        return Err(CliError::NoSuchSet {
            id: (*missing).to_owned(),
            help: match known.as_slice() {
                [] => "there are no sets; give the folder with them: `--cards FOLDER`".to_owned(),
                known => format!("the sets are {}", known.join(", ")),
            },
        });
    };
    let refused = |reason: String| CliError::NotPlayed {
        game: built.game.game.clone(),
        reason,
    };
    let input = engine::input(&built.game, &built.compilation)
        .map_err(|error| refused(error.to_string()))?;
    let table = Table::new(&input).map_err(|error| refused(error.to_string()))?;
    let set = |id: &str| table.sets.iter().find(|set| set.id == id);
    let (Some(one), Some(other)) = (set(names[0]), set(names[1])) else {
        return Err(refused("a set is not in the bundle".to_owned()));
    };
    let bot = match args.players {
        PlayerKind::Random => Bot::Random,
        PlayerKind::Greedy => Bot::Greedy,
    };
    let numbers: Vec<u32> = (0..args.games).collect();
    let game = |number: &u32| simulate::game(&table, [one, other], bot, args.seed, *number);
    let games: Vec<_> = numbers.par_iter().map(game).collect();
    let report = simulate::report([one, other], bot, args.seed, &games);
    let text = match args.format {
        SimulationFormat::Human => human(&report, [one, other]),
        SimulationFormat::Json => {
            serde_json::to_string_pretty(&report).map_err(|error| refused(error.to_string()))?
                + "\n"
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

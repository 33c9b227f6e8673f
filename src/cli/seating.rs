//! Finds two sets of one game and prepares them for play.

use std::path::PathBuf;

use cardwright::bundle::engine;
use cardwright::compile::Compilation;
use cardwright::diagnostic::{Levels, Severity};
use cardwright::game::Game;
use cardwright_play::{Set, Table};

use super::args::Seating;
use super::error::CliError;
use super::output;
use super::paths::{self, game_of};
use super::project;
use super::workspace::{GameRun, Run};

/// The compiled cards with the table of their game.
pub struct Seated {
    run: Run,
    /// The index of the game in the run.
    place: usize,
    pub table: Table,
}

impl Seated {
    pub fn run(&self) -> &Run {
        &self.run
    }

    pub fn built(&self) -> Option<&GameRun> {
        self.run.games.get(self.place)
    }

    pub fn game(&self) -> Option<(&Game, &Compilation)> {
        self.built().map(|built| (&built.game, &built.compilation))
    }

    /// Returns the files that were read.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.run.paths.values()
    }

    /// Returns the sets with these ids.
    pub fn sets(&self, ids: [&str; 2]) -> Result<[&Set; 2], CliError> {
        let set = |id: &str| {
            let found = self.table.sets.iter().find(|set| set.id == id);
            found.ok_or_else(|| self.refused("a set is not in the bundle".to_owned()))
        };
        Ok([set(ids[0])?, set(ids[1])?])
    }

    fn refused(&self, reason: String) -> CliError {
        CliError::NotPlayed {
            game: self
                .built()
                .map_or(String::new(), |built| built.game.game.clone()),
            reason,
        }
    }
}

/// Creates the table of a compiled game.
pub fn table(built: &GameRun) -> Result<Table, CliError> {
    let refused = |reason: String| CliError::NotPlayed {
        game: built.game.game.clone(),
        reason,
    };
    let input = engine::input(&built.game, &built.compilation)
        .map_err(|error| refused(error.to_string()))?;
    Table::new(&input).map_err(|error| refused(error.to_string()))
}

/// Compiles the cards and finds the game that has both sets. `None` if the cards have errors.
pub fn seated(args: &Seating, ids: [&str; 2]) -> Result<Option<Seated>, CliError> {
    let cards: &[PathBuf] = &args.cards.cards;
    let project = project::find(cards.first().map(PathBuf::as_path))?;
    let game = game_of(args.game.game.as_deref(), &project);
    let mut run = paths::run(cards, game, Levels::default())?;
    run.report_library_errors();
    let scope = run.scope();
    if run.findings(&scope).count(Severity::Error) > 0 {
        output::to_stderr("the cards have errors: run `cardwright check`\n");
        return Ok(None);
    }
    let has = |game: &GameRun, id: &str| game.compilation.kingdoms.iter().any(|set| set.id == id);
    let both = |game: &GameRun| ids.iter().all(|id| has(game, id));
    let found = run.games.iter().position(both);
    let Some((place, built)) = found.and_then(|place| Some((place, run.games.get(place)?))) else {
        let known = run.games.iter().flat_map(|game| &game.compilation.kingdoms);
        let known: Vec<&str> = known.map(|set| set.id.as_str()).collect();
        let missing = ids.iter().find(|id| !known.contains(id));
        return Err(CliError::NoSuchSet {
            id: (*missing.unwrap_or(&ids[0])).to_owned(),
            help: match known.as_slice() {
                [] => "there are no sets; give the folder with them: `--cards FOLDER`".to_owned(),
                known => format!("the sets are {}", known.join(", ")),
            },
        });
    };
    let table = table(built)?;
    Ok(Some(Seated { run, place, table }))
}

//! Finds two sets of one game and prepares them for play.

use std::path::PathBuf;

use cardwright::bundle::engine;
use cardwright::card::id_of;
use cardwright::compile::Compilation;
use cardwright::diagnostic::{Levels, Severity};
use cardwright::game::{Game, embedded};
use cardwright::source::Syntax;
use cardwright_play::{Set, Table};

use super::args::Seating;
use super::error::CliError;
use super::output;
use super::paths::{self, game_of};
use super::project;
use super::read;
use super::request::{Given, Request};
use super::workspace::{self, GameRun, Run};

/// The compiled cards with the table of their game.
pub struct Seated {
    run: Run,
    /// The index of the game in the run.
    place: usize,
    /// The ids of the starter sets that were added.
    starters: Vec<String>,
    pub table: Table,
}

impl Seated {
    pub fn run(&self) -> &Run {
        &self.run
    }

    pub fn built(&self) -> Option<&GameRun> {
        self.run.games.get(self.place)
    }

    /// Returns the ids of the starter sets that were added. They are not among the author's cards.
    pub fn starters(&self) -> &[String] {
        &self.starters
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

/// Returns the ids of the starter sets of a game, and the sets.
pub fn starter_sets(game: &str) -> Vec<(String, Given)> {
    let embedded = embedded().iter().filter(|known| known.id == game);
    let files = embedded.flat_map(|known| known.cards);
    let sets = files.filter_map(|(path, text)| {
        let name = text
            .lines()
            .find_map(|line| line.strip_prefix("kingdom:"))?;
        let given = Given {
            name: (*path).to_owned(),
            text: read::decode(text.as_bytes().to_vec()),
            syntax: Syntax::Yaml,
        };
        Some((id_of(name.trim()), given))
    });
    sets.collect()
}

fn has_set(run: &Run, id: &str) -> bool {
    let mut sets = run.games.iter().flat_map(|game| &game.compilation.kingdoms);
    sets.any(|set| set.id == id)
}

fn help(known: &[&str], game: &str) -> String {
    let starters: Vec<String> = starter_sets(game).into_iter().map(|(id, _)| id).collect();
    let starters: Vec<&str> = starters.iter().map(String::as_str).collect();
    let starters = starters.into_iter().filter(|id| !known.contains(id));
    let all: Vec<&str> = known.iter().copied().chain(starters).collect();
    match all.as_slice() {
        [] => "there are no sets; give the folder with them: `--cards FOLDER`".to_owned(),
        all => format!("the sets are {}", all.join(", ")),
    }
}

/// Compiles the cards that are played with. The starter cards of a game are built in, so no folder is needed.
pub fn compiled(cards: &[PathBuf], game: &str, given: &[Given]) -> Result<Run, CliError> {
    let is_known = is_embedded(game);
    let checked = match paths::paths_or_default(cards) {
        Ok(checked) => checked,
        Err(_) if cards.is_empty() && is_known => Vec::new(),
        Err(error) => return Err(error),
    };
    workspace::run(&Request {
        given,
        always: is_known,
        ..Request::of(&checked, &[], game, Levels::default())
    })
}

/// Returns whether a game is built in.
pub fn is_embedded(game: &str) -> bool {
    embedded().iter().any(|known| known.id == game)
}

/// Compiles the cards and finds the game that has both sets. `None` if the cards have errors.
pub fn seated(args: &Seating, ids: [&str; 2]) -> Result<Option<Seated>, CliError> {
    let cards: &[PathBuf] = &args.cards.cards;
    let project = project::find(cards.first().map(PathBuf::as_path))?;
    let game = game_of(args.game.game.as_deref(), &project);
    let mut run = compiled(cards, game, &[])?;
    let mut added = starter_sets(game);
    added.retain(|(id, _)| ids.contains(&id.as_str()) && !has_set(&run, id));
    let (starters, given): (Vec<String>, Vec<Given>) = added.into_iter().unzip();
    if !given.is_empty() {
        run = compiled(cards, game, &given)?;
    }
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
            help: help(&known, game),
        });
    };
    let table = table(built)?;
    Ok(Some(Seated {
        run,
        place,
        starters,
        table,
    }))
}

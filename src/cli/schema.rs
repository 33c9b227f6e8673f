//! `schema`: the JSON Schemas.

use super::Outcome;
use super::args::Schema;
use super::error::{CliError, choose};
use super::output;
use super::paths::{game_of, library};
use super::project;
use super::request::Request;
use super::workspace;
use cardwright::bundle;
use cardwright::diagnostic::Levels;
use cardwright::schema::{self, SCHEMAS};

pub fn schema(args: &Schema) -> Result<Outcome, CliError> {
    let project = project::find(None)?;
    let game = game_of(args.game.game.as_deref(), &project);
    let run = workspace::run(&Request {
        checked: &[],
        library: &library(&[], &project),
        game,
        always: true,
        settings: Levels::silent().into(),
        given: &[],
        lists: false,
    })?;
    let schema = run
        .games
        .iter()
        .find(|run| run.game.game == game)
        .and_then(|run| schema::schema(&args.name, &run.game))
        .ok_or_else(|| CliError::UnknownSchema {
            name: args.name.clone(),
            help: choose(&args.name, SCHEMAS.iter().map(|(name, _)| *name)),
        })?;
    output::to_stdout(&bundle::to_json(&schema))?;
    Ok(Outcome::Clean)
}

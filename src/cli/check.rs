//! `check`: reports everything that is wrong.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::Outcome;
use super::args::{Check, Format};
use super::cache::{CheckCache, PreviousRun, WatchMemory};
use super::error::CliError;
use super::fix;
use super::lints;
use super::output::Output;
use super::paths::{around, game_of, paths_or_default, with_cards};
use super::request::Request;
use super::workspace::{self, Run};
use super::{output, project, test_files, unread};
use cardwright::render::Findings;

/// The outcome of a check and its rendered diagnostics.
pub struct Checked {
    /// `None` if the result of an earlier run was still current.
    pub run: Option<Run>,
    pub text: String,
    pub format: Format,
    outcome: Outcome,
}

pub fn check(args: &Check) -> Result<Outcome, CliError> {
    if args.fix.any() {
        let project = project::find(args.paths.first().map(PathBuf::as_path))?;
        return fix::fix(args, &project, &Output::of(&args.output, &project));
    }
    let checked = once(args, None);
    let is_for_people = checked
        .as_ref()
        .map_or(true, |checked| checked.format == Format::Human);
    if let Ok(checked) = &checked {
        output::to_stdout(&checked.text)?;
    }
    if is_for_people {
        output::to_stderr(&unread::note(&paths_or_default(&args.paths)?));
    }
    let checked = checked?;
    let outcome = checked.outcome;
    workspace::leak(checked);
    Ok(outcome)
}

/// Checks everything once. With `memory`, only changed files are read and compiled, and the cache on disk is not used.
pub fn once(args: &Check, memory: Option<&mut WatchMemory>) -> Result<Checked, CliError> {
    let project = project::find(args.paths.first().map(PathBuf::as_path))?;
    let output = Output::of(&args.output, &project);
    let levels = lints::levels(&args.lints, &project.lints)?;
    let paths = &paths_or_default(&args.paths)?;
    let game = game_of(args.game.game.as_deref(), &project);
    let library = around(paths, &project);
    let tests = test_files::below(paths);
    let request = Request::of(paths, &library, game, levels);
    // What is kept of a run has no cards, without which tests cannot be read.
    let is_cached = memory.is_none() && tests.is_empty() && (args.cache || project.cache);
    let cache = is_cached.then(|| CheckCache::of(&request, &project.folder));
    let cache = cache.flatten();
    let previous = cache.as_ref().and_then(|cache| cache.previous(&request));
    if let Some(checked) = previous.and_then(|previous| of_previous(&previous, &output)) {
        return Ok(checked);
    }
    let run = match (memory, cache) {
        (Some(memory), _) => memory.run(&request)?,
        (None, Some(cache)) => cache.run(&request)?,
        (None, None) => workspace::run(&request)?,
    };
    let mut run = with_cards(run, paths)?;
    if run.games.is_empty() && run.diagnostics.is_empty() && !tests.is_empty() {
        // There are tests alone: the cards that they name are elsewhere, and are not checked.
        run = test_files::run(&test_files::roots(&tests), &library, game)?;
        run.diagnostics.clear();
    }
    if !tests.is_empty() {
        test_files::check(&mut run, &tests, game, &BTreeMap::new());
    }
    Ok(Checked::of(run, &output))
}

impl Checked {
    fn of(run: Run, output: &Output) -> Self {
        let scope = run.scope();
        let findings = run.findings(&scope);
        Checked {
            text: output.render(&findings),
            outcome: output.outcome(&findings),
            run: Some(run),
            format: output.format,
        }
    }
}

/// Renders the result of an earlier run.
fn of_previous(previous: &PreviousRun, output: &Output) -> Option<Checked> {
    let findings = Findings {
        sources: &previous.sources()?,
        diagnostics: &previous.diagnostics,
        scope: &previous.scope,
    };
    Some(Checked {
        run: None,
        text: output.render(&findings),
        format: output.format,
        outcome: output.outcome(&findings),
    })
}

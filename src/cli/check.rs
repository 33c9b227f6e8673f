//! `check`: reports everything that is wrong.

use std::path::PathBuf;

use super::Outcome;
use super::args::{Check, Format};
use super::cache::{Answer, Kept};
use super::error::Failure;
use super::fix;
use super::hash::Hash;
use super::lints;
use super::output::{self, Output};
use super::past::{self, Past};
use super::paths::{around, game_of, paths_or_default, with_cards};
use super::project;
use super::request::Request;
use super::workspace::{self, Run};

/// The result of a check, with its rendered output.
pub struct Checked {
    /// `None` if the output was answered from the cache.
    pub run: Option<Run>,
    pub text: String,
    pub format: Format,
    outcome: Outcome,
}

pub fn check(args: &Check) -> Result<Outcome, Failure> {
    if args.fix.any() {
        let project = project::find(args.paths.first().map(PathBuf::as_path))?;
        return fix::fix(args, &project, &Output::of(&args.output, &project));
    }
    let checked = once(args, &mut Kept::default())?;
    output::to_stdout(&checked.text)?;
    let outcome = checked.outcome;
    workspace::leave(checked);
    Ok(outcome)
}

/// Checks everything once, using and updating the cache.
pub fn once(args: &Check, kept: &mut Kept) -> Result<Checked, Failure> {
    let project = project::find(args.paths.first().map(PathBuf::as_path))?;
    let output = Output::of(&args.output, &project);
    let levels = lints::levels(&args.lints, &project.lints)?;
    if args.cache || project.cache {
        *kept = std::mem::take(kept).on_disk(&project.folder);
    }
    let paths = &paths_or_default(&args.paths)?;
    let game = game_of(args.game.game.as_deref(), &project);
    let library = around(paths, &project);
    let request = Request::of(paths, &library, game, levels);
    let past = Past::of(&request, kept);
    let form = output.form();
    let key = |name: &str, texts: &[Hash]| past::key(name, texts, &request.settings, &form);
    let mut last = past.as_ref().and_then(|past| kept.answer(&past.name));
    if let Some(past) = &past
        && let Some(answer) = last.take_if(|last| last.key == key(&past.name, &past.trace.texts()))
    {
        if past.is_news {
            kept.keep_trace(&past.name, past.trace.clone());
        }
        return Ok(Checked {
            run: None,
            text: answer.text,
            format: output.format,
            outcome: match answer.failed {
                true => Outcome::ErrorsFound,
                false => Outcome::Clean,
            },
        });
    }
    // Equal diagnostics with equal source lines have the same rendered output.
    let is_said = |run: &Run| {
        let before = last.as_ref().map(|last| last.shown);
        before.is_some_and(|before| run.shown(&form) == Some(before))
    };
    let run = workspace::run_again(&request, kept, past, &is_said)?;
    let run = with_cards(run, paths)?;
    let scope = run.scope();
    let findings = run.findings(&scope);
    let outcome = output.outcome(&findings);
    let shown = run.shown(&form);
    let text = match last {
        Some(last) if shown == Some(last.shown) => last.text,
        _ => output.render(&findings),
    };
    let text = match past::name(&request).zip(shown) {
        None => text,
        Some((name, shown)) => {
            let answer = Answer {
                key: key(&name, &run.hashes),
                shown,
                text,
                failed: outcome == Outcome::ErrorsFound,
            };
            kept.keep_answer(&name, &answer);
            answer.text
        }
    };
    Ok(Checked {
        run: Some(run),
        text,
        format: output.format,
        outcome,
    })
}

//! `check --fix`: applies fixes and shows the remaining diagnostics.

use std::path::PathBuf;

use super::Outcome;
use super::args::{Check, Format};
use super::error::CliError;
use super::fmt::diff;
use super::lints;
use super::output::{self, Output};
use super::paths::{self, game_of};
use super::project::Project;
use super::request::Request;
use super::test_files;
use super::walk::GAME_FILE;
use super::workspace::{Run, Workspace};
use super::write::{self, Replacement};
use cardwright::collections::HashMap;
use cardwright::diagnostic::Diagnostic;
use cardwright::fix::{self, Fixed, LeftOut, Texts};
use cardwright::render::{Findings, counted, visible};
use cardwright::source::{FileId, SourceFile};

pub fn fix(args: &Check, project: &Project, output: &Output) -> Result<Outcome, CliError> {
    if args.fix.diff && matches!(args.output.format, Some(Format::Json | Format::Sarif)) {
        return Err(CliError::DiffAsData);
    }
    let paths = paths::paths_or_default(&args.paths)?;
    let library = paths::around(&paths, project);
    let game = game_of(args.game.game.as_deref(), project);
    let tests = test_files::below(&paths);
    let roots = test_files::roots(&tests);
    let cards = Request {
        checked: &paths,
        library: &library,
        game,
        always: false,
        settings: lints::levels(&args.lints, &project.lints)?.into(),
        given: &[],
        lists: false,
    };
    let of_cards = Workspace::of(&cards)?;
    let run = paths::with_cards(of_cards.clone().compile(&cards)?, &paths)?;
    // There are tests alone: the cards that they name are elsewhere, and are not changed.
    let is_alone = run.games.is_empty() && run.diagnostics.is_empty() && !tests.is_empty();
    let (request, read) = match is_alone {
        true => {
            let around = test_files::request(&roots, &library, game);
            let read = Workspace::of(&around)?;
            (around, read)
        }
        false => (cards, of_cards),
    };
    let compile = |texts: &Texts| -> Result<(Run, Vec<FileId>), CliError> {
        let mut run = read.with(texts).compile(&request)?;
        if is_alone {
            run.diagnostics.clear();
        }
        let tests = test_files::check(&mut run, &tests, game, texts);
        Ok((run, tests))
    };
    let (first, ids) = compile(&Texts::default())?;
    let cards = read
        .card_files()
        .filter(|(id, file)| !is_alone && first.paths.contains_key(id) && !is_game(file))
        .map(|(id, file)| (id, file.text.clone()));
    let texts: Texts = cards
        .chain(
            ids.iter()
                .map(|id| (*id, first.sources.file(*id).text.clone())),
        )
        .collect();
    let fixed = fix::fix(texts, args.fix.unsafe_fixes, |texts| {
        Some(compile(texts).ok()?.0.diagnostics)
    });

    let changed: Vec<(FileId, &SourceFile, &str)> = fixed
        .texts
        .iter()
        .map(|(id, text)| (*id, first.sources.file(*id), &**text))
        .filter(|(_, file, text)| *file.text != **text)
        .collect();
    let (last, _) = compile(&fixed.texts)?;
    let scope = last.scope();
    let findings = Findings {
        sources: &last.sources,
        diagnostics: &last.diagnostics,
        scope: &scope,
    };
    if args.fix.diff {
        for (_, file, text) in &changed {
            output::to_stdout(&diff(&file.path, &file.text, text))?;
        }
    } else {
        let tests = ids.iter().copied().zip(&tests).collect();
        write(&first, &tests, &changed)?;
        output::to_stdout(&output.render(&findings))?;
    }
    output::to_stderr(&summary(args, &fixed, changed.len(), &last));
    if args.fix.diff && !changed.is_empty() {
        return Ok(Outcome::ErrorsFound);
    }
    Ok(output.outcome(&findings))
}

fn is_game(file: &SourceFile) -> bool {
    file.path.rsplit('/').next() == Some(GAME_FILE)
}

fn write(
    run: &Run,
    tests: &HashMap<FileId, &PathBuf>,
    changed: &[(FileId, &SourceFile, &str)],
) -> Result<(), CliError> {
    let replacements: Vec<Replacement> = changed
        .iter()
        .filter_map(|(id, file, text)| {
            Some(Replacement {
                path: run.paths.get(id).or_else(|| tests.get(id).copied())?,
                shown: &file.path,
                before: &file.text,
                after: text,
            })
        })
        .collect();
    write::replace_all(&replacements)
}

/// Returns the summary: `fixed 3 problems in 2 files`, the skipped fixes, and further possible fixes.
fn summary(args: &Check, fixed: &Fixed, files: usize, last: &Run) -> String {
    let mut text = String::new();
    for left_out in &fixed.left_out {
        text.push_str(&note(left_out, last, args.fix.diff));
    }
    if fixed.resolved.is_empty() && last.diagnostics.is_empty() {
        return text;
    }
    let problems = counted(fixed.resolved.len(), "problem");
    let place = match files {
        0 => String::new(),
        _ => format!(" in {}", counted(files, "file")),
    };
    text.push_str(&if args.fix.diff {
        format!("{problems}{place} would be fixed\n")
    } else {
        format!("fixed {problems}{place}\n")
    });
    if fixed.unfinished {
        text.push_str("there is more to fix; run the command again\n");
    }
    let guesses = last
        .diagnostics
        .iter()
        .filter(|left| can_be_fixed(left, fixed));
    let guesses = guesses.count();
    if guesses > 0 && !args.fix.unsafe_fixes {
        let problems = counted(guesses, "more problem");
        text.push_str(&format!("`--unsafe-fixes` would fix {problems}\n"));
    }
    text
}

/// Returns whether a diagnostic has an unsafe fix that could be applied.
fn can_be_fixed(diagnostic: &Diagnostic, fixed: &Fixed) -> bool {
    let possible = |edit: &cardwright::diagnostic::Edit| fixed.texts.contains_key(&edit.at.file);
    let mut guesses = diagnostic.fixes.iter();
    guesses.any(|fix| {
        fix.safety == cardwright::diagnostic::Safety::Unsafe && fix.edits.iter().all(possible)
    })
}

fn note(left_out: &LeftOut, last: &Run, diff: bool) -> String {
    let at = left_out.diagnostic.primary.at;
    let file = last.sources.file(at.file);
    let path = visible(&file.path);
    // Line numbers of an unwritten file would be wrong.
    let place = match file.line_column(at.start as usize) {
        _ if diff => path.to_string(),
        (line, column) => format!("{path}:{line}:{column}"),
    };
    let because = match &left_out.because {
        Some(diagnostic) => format!(
            "{}: {}",
            diagnostic.code.code(),
            visible(&diagnostic.message)
        ),
        None => "files that cannot be checked".to_owned(),
    };
    let title = visible(&left_out.fix.title);
    format!("note: {place}: not fixed ({title}), because it would cause {because}\n")
}

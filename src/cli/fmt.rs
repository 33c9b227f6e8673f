//! `fmt`: formats files in canonical form.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use similar::TextDiff;

use super::Outcome;
use super::args::Fmt;
use super::error::{self, CliError};
use super::output;
use super::paths::{self, game_of, library, paths_or_default};
use super::project;
use super::read::{self, Text};
use super::request::Request;
use super::test_files;
use super::walk::{GAME_FILE, is_test_file, shown};
use super::workspace::{self, GameRun, Run};
use super::write;
use cardwright::collections::HashSet;
use cardwright::compile::{self, Role};
use cardwright::diagnostic::{Diagnostic, Levels, Severity};
use cardwright::format::{self, Formatted, Left, Refusal};
use cardwright::render::{self, Findings, Scope, Screen, counted, visible, visible_lines};
use cardwright::source::{FileId, SourceFile, Sources};
use cardwright::symbols::Symbols;
use cardwright::yaml;

/// The name of standard input in messages.
const STANDARD_INPUT: &str = "<standard input>";

pub fn fmt(args: &Fmt) -> Result<Outcome, CliError> {
    let is_input = |path: &PathBuf| path == Path::new("-");
    if args.paths.iter().any(is_input) {
        return match args.paths.as_slice() {
            [_] => standard_input(args),
            _ => Err(CliError::InputAlone),
        };
    }
    if args.stdin_filename.is_some() {
        return Err(CliError::NameWithoutInput);
    }
    let project = project::find(args.paths.first().map(PathBuf::as_path))?;
    let game = game_of(args.game.game.as_deref(), &project);
    let mut run = paths::run_with(
        &args.paths,
        &library(&args.cards.cards, &project),
        game,
        Levels::silent(),
    )?;
    let mut report = Report {
        args,
        screen: output::screen_of_stderr(args.color.or(project.color).unwrap_or_default(), None),
        done: Done::default(),
    };
    let mut formatted: HashSet<FileId> = HashSet::default();
    for game in &run.games {
        let cards = game.compilation.cards.values();
        let symbols = Symbols::new(&game.game, cards.map(|card| &card.source));
        let files: Vec<FileId> = game
            .files
            .iter()
            .filter(|(_, role)| *role == Role::Checked)
            .map(|(id, _)| *id)
            .collect();
        let results: Vec<Result<Formatted, Refusal>> = files
            .par_iter()
            .map(|id| format::format(&symbols, *id, &run.sources.file(*id).text))
            .collect();
        formatted.extend(&files);
        for (id, result) in files.into_iter().zip(results) {
            let to = run.paths.get(&id);
            report.file(&run.sources, id, result, |text| match to {
                Some(to) => write::replace(to, &run.sources.file(id).path, text.as_bytes()),
                None => Ok(()),
            })?;
        }
    }
    report.outside(&run, &formatted);
    for path in test_files::below(&paths_or_default(&args.paths)?) {
        let Text { text, trouble, .. } = read::file(&path);
        let result = format::format_yaml(&text);
        let id = run.sources.add(SourceFile::new(shown(&path), text));
        if let Some(trouble) = trouble {
            report.done.refused += 1;
            report.show(&run.sources, &[trouble.diagnostic(id)]);
            continue;
        }
        report.file(&run.sources, id, result, |text| {
            write::replace(&path, &run.sources.file(id).path, text.as_bytes())
        })?;
    }
    report.end()
}

/// The results for all files.
#[derive(Default)]
struct Done {
    changed: usize,
    same: usize,
    /// Number of files without a canonical form.
    refused: usize,
    /// The files that could not be written.
    failures: Vec<CliError>,
}

struct Report<'a> {
    args: &'a Fmt,
    /// The properties of standard error.
    screen: Screen,
    done: Done,
}

impl Report<'_> {
    fn file(
        &mut self,
        sources: &Sources,
        id: FileId,
        result: Result<Formatted, Refusal>,
        write: impl FnOnce(&str) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let file = sources.file(id);
        if is_json(&file.path) {
            output::to_stderr(&format!(
                "note: {} is not changed: it is JSON, but the canonical form is YAML\n",
                visible(&file.path)
            ));
            self.done.same += 1;
            return Ok(());
        }
        let formatted = match result {
            Ok(formatted) => formatted,
            Err(refusal) => {
                self.refuse(sources, id, refusal);
                return Ok(());
            }
        };
        self.notes(&file.path, &formatted.left);
        if formatted.text == *file.text {
            self.done.same += 1;
            return Ok(());
        }
        if self.args.diff {
            output::to_stdout(&diff(&file.path, &file.text, &formatted.text))?;
        } else if !self.args.check
            && let Err(failure) = write(&formatted.text)
        {
            self.done.failures.push(failure);
            return Ok(());
        }
        self.done.changed += 1;
        if !self.args.diff {
            output::to_stdout(&format!("{}\n", visible(&file.path)))?;
        }
        Ok(())
    }

    /// Reports the texts that were not formatted. If the file is written, positions are those in the new file.
    fn notes(&self, path: &str, texts: &[Left]) {
        for left in texts {
            let (line, column) = if self.writes() {
                left.after
            } else {
                left.before
            };
            output::to_stderr(&format!(
                "note: {}:{line}:{column}: the text of \"{}\" is not changed: {}\n",
                visible(path),
                visible(&left.card),
                visible(&left.message)
            ));
        }
    }

    fn refuse(&mut self, sources: &Sources, id: FileId, refusal: Refusal) {
        self.done.refused += 1;
        let file = sources.file(id);
        let (_, mut findings) = yaml::read(id, &file.text);
        findings.retain(|diagnostic| diagnostic.severity == Severity::Error);
        if refusal == Refusal::Unreadable && !findings.is_empty() {
            self.show(sources, &findings);
        } else {
            output::to_stderr(&format!(
                "{}: left as it is, because its canonical form would say something else; this is a \
                 bug in cardwright; please report it with this file\n",
                visible(&file.path)
            ));
        }
    }

    /// Reports files that have no game because they or their game cannot be read.
    fn outside(&mut self, run: &Run, formatted: &HashSet<FileId>) {
        let is_game = |id: &FileId| {
            let path = &run.sources.file(*id).path;
            path.rsplit('/').next() == Some(GAME_FILE)
        };
        let outside: Vec<FileId> = run
            .files
            .iter()
            .copied()
            .filter(|id| !formatted.contains(id) && !is_game(id))
            .collect();
        let findings: Vec<Diagnostic> = run
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .filter(|diagnostic| {
                let at = diagnostic.primary.at.file;
                outside.contains(&at) || (is_game(&at) && !outside.is_empty())
            })
            .cloned()
            .collect();
        self.show(&run.sources, &findings);
        self.done.refused += outside.len();
    }

    fn show(&self, sources: &Sources, findings: &[Diagnostic]) {
        output::to_stderr(&render::drawings(
            &Findings {
                sources,
                diagnostics: findings,
                scope: &Scope::Text,
            },
            self.screen,
        ));
    }

    fn end(mut self) -> Result<Outcome, CliError> {
        output::to_stderr(&self.summary());
        let last = self.done.failures.pop();
        for failure in &self.done.failures {
            output::to_stderr(&error::show(failure, self.screen.color));
        }
        match last {
            Some(failure) => Err(failure),
            None => Ok(self.outcome()),
        }
    }

    fn writes(&self) -> bool {
        !(self.args.check || self.args.diff)
    }

    fn outcome(&self) -> Outcome {
        if self.done.refused > 0 || (self.done.changed > 0 && !self.writes()) {
            Outcome::ErrorsFound
        } else {
            Outcome::Clean
        }
    }

    /// Returns the summary: `2 files formatted, 60 unchanged`.
    fn summary(&self) -> String {
        let Done {
            changed,
            same,
            refused,
            failures,
        } = &self.done;
        let changes = if self.writes() {
            format!("{} formatted", counted(*changed, "file"))
        } else {
            format!("{} would change", counted(*changed, "file"))
        };
        let mut parts = vec![changes, format!("{same} unchanged")];
        if *refused > 0 {
            parts.push(format!("{refused} not formatted"));
        }
        if !failures.is_empty() {
            parts.push(format!("{} not written", failures.len()));
        }
        format!("{}\n", parts.join(", "))
    }
}

/// Returns the changes as a patch, with invisible characters made visible.
pub fn diff(path: &str, before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after)
        .unified_diff()
        .header(&visible(path), &visible(path))
        .to_string();
    visible_lines(&diff)
}

/// Formats standard input as if it were a file of the project.
fn standard_input(args: &Fmt) -> Result<Outcome, CliError> {
    let named = args.stdin_filename.as_deref();
    let project = project::find(named)?;
    let game = game_of(args.game.game.as_deref(), &project);
    // The file on disk is only used to find the game.
    let checked: Vec<PathBuf> = named
        .filter(|path| path.is_file())
        .map(Path::to_owned)
        .into_iter()
        .collect();
    let mut run = workspace::run(&Request {
        checked: &checked,
        library: &library(&args.cards.cards, &project),
        game,
        always: true,
        settings: Levels::silent().into(),
        given: &[],
        lists: false,
    })?;
    let at = game_of_checked(&run, game).ok_or_else(|| CliError::BrokenGame {
        id: game.to_owned(),
    })?;
    let compiled = run.games.swap_remove(at);
    let Text { text, trouble, .. } = read::standard_input().map_err(|source| CliError::Read {
        path: "standard input".to_owned(),
        source,
    })?;
    let name = named.map_or(STANDARD_INPUT.to_owned(), shown);
    let id = run.sources.add(SourceFile::new(name, text.clone()));
    let mut report = Report {
        args,
        screen: output::screen_of_stderr(args.color.or(project.color).unwrap_or_default(), None),
        done: Done::default(),
    };
    if let Some(trouble) = trouble {
        report.show(&run.sources, &[trouble.diagnostic(id)]);
        return Ok(Outcome::ErrorsFound);
    }
    // The cards of the text replace cards with the same ids, as if the text were saved.
    let own = compile::cards_in(&compiled.game, id, &text);
    let others = compiled.compilation.cards.values().map(|card| &card.source);
    let others = others.filter(|card| own.iter().all(|own| own.id != card.id));
    let cards = own.iter().chain(others);
    let symbols = Symbols::new(&compiled.game, cards);
    let result = match named.is_some_and(is_test_file) {
        true => format::format_yaml(&text),
        false => format::format(&symbols, id, &text),
    };
    if report.writes() && is_json(&run.sources.file(id).path) {
        report.file(&run.sources, id, result, |_| Ok(()))?;
        output::to_stdout(&text)?;
        return Ok(Outcome::Clean);
    }
    if report.writes()
        && let Ok(formatted) = &result
    {
        report.notes(&run.sources.file(id).path, &formatted.left);
        output::to_stdout(&formatted.text)?;
        return Ok(Outcome::Clean);
    }
    report.file(&run.sources, id, result, |_| Ok(()))?;
    Ok(report.outcome())
}

/// Returns whether a file has the extension `json`. Such a file is not rewritten, because the canonical form is YAML.
fn is_json(path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

/// Returns the index of the game of the checked file, or of the requested game.
fn game_of_checked(run: &Run, asked: &str) -> Option<usize> {
    let has_checked = |game: &GameRun| game.files.iter().any(|(_, role)| *role == Role::Checked);
    run.games
        .iter()
        .position(has_checked)
        .or_else(|| run.games.iter().position(|run| run.game.game == asked))
}

//! `test`: runs the tests of cards.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use rayon::prelude::*;
use serde_json::{Value, json};

use super::Outcome;
use super::args::{Format, Test};
use super::error::CliError;
use super::output::{self, Output};
use super::paths::{game_of, library, paths_or_default};
use super::project;
use super::read;
use super::recordings::{self, Recorded};
use super::test_files;
use super::walk::{GAME_FILE, shown};
use super::workspace::{GameRun, Run};
use super::write;
use cardwright::collections::IndexMap;
use cardwright::compile::Role;
use cardwright::diagnostic::{self, Diagnostic, Severity};
use cardwright::render::{Findings, Scope, counted};
use cardwright::scenario::{self, Coverage, Lexicon, Noticed, Played, Scenario, TestFile};
use cardwright::source::{FileId, SourceFile, Span};
use cardwright::workspace::Broken;
use cardwright_play::recording::Recording;

/// The result of a run of tests.
pub struct Tested {
    pub text: String,
    pub outcome: Outcome,
    /// The files that were read.
    pub files: Vec<PathBuf>,
}

pub fn test(args: &Test) -> Result<Outcome, CliError> {
    if let Some(path) = &args.replay {
        return recordings::replay(path, args);
    }
    let tested = once(args)?;
    output::to_stdout(&tested.text)?;
    Ok(tested.outcome)
}

/// Runs the tests once.
pub fn once(args: &Test) -> Result<Tested, CliError> {
    let project = project::find(args.paths.first().map(PathBuf::as_path))?;
    let output = Output::of(&args.output, &project);
    let paths = paths_or_default(&args.paths)?;
    if let Some(path) = paths.iter().find(|path| !path.exists()) {
        return Err(CliError::NoSuchPath {
            path: shown(path),
            help: None,
        });
    }
    // A file that is named has tests, whatever its name is.
    let named = paths.iter().filter(|path| path.is_file()).cloned();
    let tests: BTreeSet<PathBuf> = test_files::below(&paths).into_iter().chain(named).collect();
    let tests: Vec<PathBuf> = tests.into_iter().collect();
    if tests.is_empty() {
        let places: Vec<String> = paths
            .iter()
            .map(|path| format!("`{}`", shown(path)))
            .collect();
        return Err(CliError::NoTests {
            place: places.join(", "),
        });
    }
    let game = game_of(args.game.game.as_deref(), &project);
    let roots = test_files::roots(&tests);
    let mut run = test_files::run(&roots, &library(&args.cards.cards, &project), game)?;
    run.report_library_errors();
    run.diagnostics
        .retain(|finding| finding.severity == Severity::Error);
    let mut files: Vec<PathBuf> = run.paths.values().cloned().collect();
    files.extend(tests.iter().cloned());
    let of_game = |error: &Diagnostic| {
        let path = &run.sources.file(error.primary.at.file).path;
        path.rsplit('/').next() == Some(GAME_FILE)
    };
    // Without its game, nothing can be played. What is wrong with cards concerns only their own tests.
    let lost = run.games.is_empty() || run.diagnostics.iter().any(of_game);
    if lost && !run.diagnostics.is_empty() {
        let scope = run.scope();
        let findings = run.findings(&scope);
        let text = output.render(&findings);
        return Ok(Tested {
            text,
            outcome: Outcome::ErrorsFound,
            files,
        });
    }
    let mut suite = Suite {
        broken: Broken::of(&run.diagnostics),
        findings: std::mem::take(&mut run.diagnostics),
        ..Suite::default()
    };
    let mut by_game: BTreeMap<usize, Vec<(FileId, PathBuf)>> = BTreeMap::new();
    for path in tests {
        let text = read::file(&path);
        let id = run.sources.add(SourceFile::new(shown(&path), text.text));
        match text.trouble {
            Some(trouble) => suite.findings.push(trouble.diagnostic(id)),
            None => by_game
                .entry(test_files::game_of(&run, &path, game))
                .or_default()
                .push((id, path)),
        }
    }
    for (at, files) in by_game {
        let Some(built) = run.games.get(at) else {
            continue;
        };
        suite.play(&run, built, &files, Wanted::of(args))?;
    }
    diagnostic::sort(&mut suite.findings);
    let scope = Scope::Tests {
        passed: suite.passed,
        failed: suite.failed,
    };
    let findings = Findings {
        sources: &run.sources,
        diagnostics: &suite.findings,
        scope: &scope,
    };
    let outcome = output.outcome(&findings);
    // A part of the folder is about its own cards. Only the author of a game needs all meanings.
    let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    let whole = |path: &PathBuf| roots.iter().any(|root| real(root).starts_with(real(path)));
    let shows = Shows {
        all_cards: paths.iter().any(whole),
        meanings: paths.iter().any(whole)
            && roots.iter().any(|root| root.join(GAME_FILE).is_file()),
    };
    if suite.accepted > 0 {
        // What is still wrong cannot be accepted.
        let again = once(&Test {
            accept: false,
            ..args.clone()
        })?;
        let note = format!("{} changed\n", counted(suite.accepted, "file"));
        return Ok(Tested {
            text: again.text + &note,
            ..again
        });
    }
    let found = output.render(&findings);
    let more = match output.format {
        Format::Json if args.coverage => coverage_as_json(&suite.coverage),
        Format::Json if args.mutants => noticed_as_json(&suite.noticed),
        _ => json!({}),
    };
    let for_people = match (args.coverage, args.mutants) {
        (true, _) => coverage_for_people(&suite, shows),
        (_, true) => noticed_for_people(&suite.noticed),
        _ => String::new(),
    };
    let text = match output.format {
        Format::Json => with_entries(found, &more),
        // A SARIF file has findings alone.
        Format::Sarif => {
            output::to_stderr(&for_people);
            found
        }
        _ => found + &for_people,
    };
    Ok(Tested {
        text,
        outcome,
        files,
    })
}

/// Records the tests at and below the paths, with the cards of a run. The error has the problems of tests that fail.
pub fn recorded(
    run: &mut Run,
    paths: &[PathBuf],
    game: &str,
) -> Result<Result<Recorded, (Vec<Diagnostic>, Scope)>, CliError> {
    let mut suite = Suite::default();
    let mut by_game: BTreeMap<usize, Vec<(FileId, PathBuf)>> = BTreeMap::new();
    for path in test_files::below(paths) {
        let text = read::file(&path);
        let id = run.sources.add(SourceFile::new(shown(&path), text.text));
        match text.trouble {
            Some(trouble) => suite.findings.push(trouble.diagnostic(id)),
            None => by_game
                .entry(test_files::game_of(run, &path, game))
                .or_default()
                .push((id, path)),
        }
    }
    let mut recorded = Recorded::new();
    let wanted = Wanted {
        record: true,
        ..Wanted::default()
    };
    for (at, files) in by_game {
        let Some(built) = run.games.get(at) else {
            continue;
        };
        suite.play(run, built, &files, wanted)?;
        recorded.insert(at, std::mem::take(&mut suite.recordings));
    }
    diagnostic::sort(&mut suite.findings);
    Ok(match suite.findings.as_slice() {
        [] => Ok(recorded),
        _ => {
            let (passed, failed) = (suite.passed, suite.failed);
            Err((suite.findings, Scope::Tests { passed, failed }))
        }
    })
}

/// The outputs of a test run, apart from diagnostics.
#[derive(Clone, Copy, Default)]
struct Wanted {
    accept: bool,
    coverage: bool,
    mutants: bool,
    record: bool,
}

impl Wanted {
    fn of(args: &Test) -> Wanted {
        Wanted {
            accept: args.accept,
            coverage: args.coverage,
            mutants: args.mutants,
            record: false,
        }
    }
}

/// The results of all files.
#[derive(Default)]
struct Suite {
    recordings: Vec<Recording>,
    broken: Broken,
    findings: Vec<Diagnostic>,
    passed: usize,
    failed: usize,
    coverage: Vec<Coverage>,
    noticed: Vec<Noticed>,
    /// The names of the cards that tests are about.
    about: BTreeSet<String>,
    /// Files into which results were written.
    accepted: usize,
}

impl Suite {
    /// Plays the tests of one game.
    fn play(
        &mut self,
        run: &Run,
        built: &GameRun,
        files: &[(FileId, PathBuf)],
        wanted: Wanted,
    ) -> Result<(), CliError> {
        let refused = |reason: String| CliError::NotPlayed {
            game: built.game.game.clone(),
            reason,
        };
        let table = scenario::table(&built.game, &built.compilation).map_err(refused)?;
        let lexicon = Lexicon::new(&built.game, &table, &built.compilation);
        let read: Vec<TestFile> = files
            .par_iter()
            .map(|(id, _)| scenario::read(&lexicon, *id, &run.sources.file(*id).text))
            .collect();
        let mut scenarios: Vec<Scenario> = Vec::new();
        for file in read {
            self.failed += file.unread;
            self.findings
                .extend(self.broken.without_unread(file.findings));
            scenarios.extend(file.scenarios);
        }
        let broken = &self.broken.ids;
        let is_broken = |scenario: &Scenario| {
            let mut cards = scenario.needs(&table);
            cards.any(|id| broken.contains(id.as_str()))
        };
        let unplayed: BTreeSet<Span> = scenarios
            .iter()
            .filter(|scenario| is_broken(scenario))
            .map(|scenario| scenario.title_at)
            .collect();
        self.failed += unplayed.len();
        scenarios.retain(|scenario| !unplayed.contains(&scenario.title_at));
        let mut edits: BTreeMap<FileId, Vec<(Span, String)>> = BTreeMap::new();
        let play = |scenario: &Scenario| scenario::play(&lexicon, &table, scenario);
        let played: Vec<Played> = scenarios.par_iter().map(play).collect();
        // The cases of a test are judged together.
        let mut tests: IndexMap<Span, Vec<usize>> = IndexMap::default();
        for (at, scenario) in scenarios.iter().enumerate() {
            tests.entry(scenario.title_at).or_default().push(at);
            let cards = scenario
                .cards
                .iter()
                .map(|(card, _)| lexicon.card_name(*card).to_owned());
            self.about.extend(cards);
        }
        let tests: Vec<Vec<(&Scenario, &Played)>> = tests
            .values()
            .map(|cases| {
                cases
                    .iter()
                    .filter_map(|at| scenarios.get(*at).zip(played.get(*at)))
                    .collect()
            })
            .collect();
        let unneeded: Vec<Vec<Diagnostic>> = tests
            .par_iter()
            .map(
                |cases| match cases.iter().all(|(_, played)| played.passes()) {
                    true => scenario::unneeded(
                        &lexicon,
                        &cases.iter().map(|(case, _)| *case).collect::<Vec<_>>(),
                    ),
                    false => Vec::new(),
                },
            )
            .collect();
        for (cases, unneeded) in tests.iter().zip(unneeded) {
            let mut failed = !unneeded.is_empty();
            self.findings.extend(unneeded);
            for (scenario, played) in cases {
                let accepted = match wanted.accept {
                    true => scenario::accept(scenario, played),
                    false => Vec::new(),
                };
                if accepted.is_empty() {
                    failed |= !played.passes();
                    self.findings.extend(played.findings.iter().cloned());
                } else {
                    edits
                        .entry(scenario.title_at.file)
                        .or_default()
                        .extend(accepted);
                }
            }
            match failed {
                true => self.failed += 1,
                false => self.passed += 1,
            }
        }
        if wanted.record {
            let record = |scenario: &Scenario| scenario::recordings(&lexicon, &table, scenario);
            self.recordings = scenarios.par_iter().flat_map_iter(record).collect();
        }
        for (id, path) in files {
            if let Some(edits) = edits.remove(id) {
                let text = edited(&run.sources.file(*id).text, edits);
                write::replace(path, &run.sources.file(*id).path, text.as_bytes())?;
                self.accepted += 1;
            }
        }
        let cards = built.compilation.cards.iter();
        let cards = cards.filter(|(_, card)| card.role == Role::Checked);
        let abilities = || -> IndexMap<_, _> {
            cards
                .map(|(id, card)| (id.clone(), card.abilities.to_vec()))
                .collect()
        };
        if wanted.coverage {
            self.coverage
                .push(scenario::coverage(&lexicon, &scenarios, &abilities()));
        } else if wanted.mutants {
            self.noticed.push(scenario::noticed(
                &lexicon,
                &built.compilation,
                &scenarios,
                &abilities(),
                1,
            ));
        }
        Ok(())
    }
}

/// Applies edits that do not overlap to a text.
fn edited(text: &str, mut edits: Vec<(Span, String)>) -> String {
    let mut text = text.to_owned();
    edits.sort_by_key(|(at, _)| std::cmp::Reverse(at.start));
    edits.dedup_by_key(|(at, _)| *at);
    for (at, new) in edits {
        if text.get(at.range()).is_some() {
            text.replace_range(at.range(), &new);
        }
    }
    text
}

/// Adds entries to a JSON object.
fn with_entries(text: String, more: &Value) -> String {
    let (Some(more), Ok(Value::Object(mut object))) =
        (more.as_object(), serde_json::from_str(&text))
    else {
        return text;
    };
    if more.is_empty() {
        return text;
    }
    object.extend(more.clone());
    cardwright::bundle::to_json(&object)
}

fn coverage_as_json(all: &[Coverage]) -> Value {
    let lines: Vec<_> = all
        .iter()
        .flat_map(|coverage| &coverage.lines)
        .map(|line| json!({ "card": line.card, "text": line.text, "tests": line.tests }))
        .collect();
    let variants: Vec<_> = all
        .iter()
        .flat_map(|coverage| &coverage.variants)
        .map(|covered| json!({ "variant": covered.variant, "tests": covered.tests }))
        .collect();
    json!({ "lines": lines, "variants": variants })
}

/// What the coverage lists.
#[derive(Clone, Copy)]
struct Shows {
    /// Cards without a test too.
    all_cards: bool,
    /// The variants of the IR.
    meanings: bool,
}

/// Lists the lines that no test covers.
fn coverage_for_people(suite: &Suite, shows: Shows) -> String {
    let shown = |name: &str| shows.all_cards || suite.about.contains(name);
    let lines: Vec<_> = suite
        .coverage
        .iter()
        .flat_map(|coverage| &coverage.lines)
        .filter(|line| shown(&line.name))
        .collect();
    let variants: Vec<_> = suite
        .coverage
        .iter()
        .flat_map(|coverage| &coverage.variants)
        .collect();
    let covered = lines.iter().filter(|line| !line.tests.is_empty()).count();
    let meant = variants
        .iter()
        .filter(|covered| !covered.tests.is_empty())
        .count();
    let mut text = String::from("\nlines of cards without which every test passes:\n");
    let mut before = "";
    for line in lines.iter().filter(|line| line.tests.is_empty()) {
        if line.name != before {
            text += &format!("  {}\n", line.name);
            before = &line.name;
        }
        text += &format!("    {}\n", line.text);
    }
    if covered == lines.len() {
        text += "  none\n";
    }
    let lines = counted(lines.len(), "line");
    if !shows.meanings {
        return text + &format!("\ncovered: {covered} of {lines}\n");
    }
    text += "\nmeanings that no test carries out:\n";
    for open in variants.iter().filter(|covered| covered.tests.is_empty()) {
        text += &format!("  {}\n", open.variant);
    }
    if meant == variants.len() {
        text += "  none\n";
    }
    let meanings = counted(variants.len(), "meaning");
    text + &format!("\ncovered: {covered} of {lines}, {meant} of {meanings}\n")
}

fn noticed_as_json(all: &[Noticed]) -> Value {
    let mutants = all.iter().flat_map(|noticed| &noticed.unnoticed);
    let unnoticed: Vec<_> = mutants
        .map(|mutant| {
            json!({
                "card": mutant.card,
                "text": mutant.text,
                "change": mutant.change,
                "words": mutant.words,
                "changed_text": mutant.changed_text,
            })
        })
        .collect();
    let tried: usize = all.iter().map(|noticed| noticed.tried).sum();
    json!({ "tried": tried, "unnoticed": unnoticed })
}

/// Lists the changes of cards that none of their tests detects.
fn noticed_for_people(all: &[Noticed]) -> String {
    let mut text = String::from("\nchanges of cards after which their tests pass:\n");
    let (mut card, mut line) = ("", "");
    for mutant in all.iter().flat_map(|noticed| &noticed.unnoticed) {
        if mutant.name != card {
            text += &format!("  {}\n", mutant.name);
        }
        if mutant.name != card || mutant.text != line {
            text += &format!("    {}\n", mutant.text);
        }
        (card, line) = (&mutant.name, &mutant.text);
        text += &format!("      {}\n", mutant.words);
        if let Some(changed) = &mutant.changed_text {
            text += &format!("        {changed}\n");
        }
    }
    let tried: usize = all.iter().map(|noticed| noticed.tried).sum();
    let open: usize = all.iter().map(|noticed| noticed.unnoticed.len()).sum();
    if open == 0 {
        text += "  none\n";
    }
    text + &format!(
        "\nnoticed: {} of {}\n",
        tried - open,
        counted(tried, "change")
    )
}

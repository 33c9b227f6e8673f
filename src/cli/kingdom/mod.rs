//! `kingdom`: checks whether sets are legal.

mod decklist;
mod export;
mod played;
mod repair;
mod report;

use std::path::PathBuf;

use crate::cli::Outcome;
use crate::cli::args::{Format, Kingdom, KingdomCommand};
use crate::cli::error::CliError;
use crate::cli::lints;
use crate::cli::output::{self, Output};
use crate::cli::paths::{game_of, library};
use crate::cli::project;
use crate::cli::request::Request;
use crate::cli::walk;
use crate::cli::workspace::{self, Run, Workspace};
use cardwright::collections::{HashMap, HashSet};
use cardwright::compile::{Sets, Settings};
use cardwright::diagnostic::{Code, Severity};
use cardwright::game::Game;
use cardwright::kingdom::decklist as list;
use cardwright::render::json::{self, Verdict};
use cardwright::render::{self, Findings, counted, github, visible};
use cardwright::source::{FileId, Span, Syntax};
use cardwright::yaml::{self, Node, Value};

pub fn kingdom(args: &Kingdom) -> Result<Outcome, CliError> {
    if let Some(KingdomCommand::Export(args)) = &args.command {
        return export::export(args);
    }
    let (files, given) = decklist::sort_out(&args.files)?;
    let project = project::find(files.first().map(PathBuf::as_path))?;
    let output = Output::of(&args.output, &project);
    let request = Request {
        checked: &files,
        library: &library(&args.cards.cards, &project),
        game: game_of(args.game.game.as_deref(), &project),
        always: false,
        settings: Settings {
            levels: lints::levels(&args.lints, &project.lints)?,
            house_rules: args.house_rules.clone(),
            sets: if args.draft {
                Sets::Drafts
            } else {
                Sets::Finished
            },
            repair: args.repair,
            data: None,
        },
        given: &given,
        lists: true,
    };
    let reading = Workspace::of(&request)?;
    let mut run = reading.clone().compile(&request)?;
    let can_play = run
        .games
        .iter()
        .all(|game| game.compilation.of_library.is_empty());
    if args.games.is_some() {
        // Games are not played with cards that have errors.
        run.report_library_errors();
    }
    let without = expect_sets(&run, &args.files)?;
    expect_house_rules(&run, args.house_rules.as_deref())?;
    let outcome = if args.repair {
        repair::repair(args, &output, &reading, &request, run)?
    } else {
        let games = args.games.filter(|_| can_play);
        validate(args, games, &output, &run)?
    };
    // The other files were still checked.
    match without {
        Some(path) => Err(CliError::NoKingdom { path }),
        None => Ok(outcome),
    }
}

/// Reports for every set whether it is legal, with that many games against each other set.
fn validate(
    args: &Kingdom,
    games: Option<u32>,
    output: &Output,
    run: &Run,
) -> Result<Outcome, CliError> {
    let scope = run.scope();
    let findings = run.findings(&scope);
    let mut verdicts: Vec<(&Game, Verdict)> = run
        .games
        .iter()
        .flat_map(|game| verdicts(run, game, args.report || args.svg.is_some()))
        .collect();
    let interrupt = match games {
        Some(games) => Some(played::play(run, &args.players, games, &mut verdicts)?),
        None => None,
    };
    if let Some(path) = &args.svg {
        report::write_picture(path, &verdicts, run)?;
    }
    let written = |screen| match args.report {
        true => report::sheets(&verdicts, screen),
        false => lines(&verdicts),
    };
    let text = match output.format {
        Format::Json => as_json(&findings, verdicts),
        // A legal set has no SARIF result.
        Format::Sarif => output.render(&findings),
        Format::Github => as_annotations(&findings, &written(output.screen())),
        Format::Short => render::short(&findings) + &written(output.screen()),
        // If no set could be checked, the summary replaces the verdicts.
        Format::Human if verdicts.is_empty() => render::human(&findings, output.screen()),
        Format::Human => render::drawings(&findings, output.screen()) + &written(output.screen()),
    };
    output::to_stdout(&text)?;
    Ok(
        match interrupt.is_some_and(|interrupt| interrupt.is_pressed()) {
            true => Outcome::Interrupted,
            false => output.outcome(&findings),
        },
    )
}

fn as_json(findings: &Findings<'_>, verdicts: Vec<(&Game, Verdict)>) -> String {
    let mut report = json::report(findings);
    report.kingdoms = Some(verdicts.into_iter().map(|(_, verdict)| verdict).collect());
    json::to_text(&report)
}

/// Renders the diagnostics as annotations, followed by the verdicts.
fn as_annotations(findings: &Findings<'_>, written: &str) -> String {
    let annotations = github::annotations(findings, &output::folder_of_repository());
    annotations + &github::plain(written) + "\n"
}

/// Fails if no file has a set. Otherwise returns the given files without a set, as text; a folder needs only one file
/// with a set.
fn expect_sets(run: &Run, named: &[PathBuf]) -> Result<Option<String>, CliError> {
    let shown = |path: &PathBuf| walk::shown(path);
    let unreadable = unreadable(run);
    let empty = |file: &FileId| !unreadable.contains(file) && has_no_set(run, *file);
    let (empty, full): (Vec<FileId>, Vec<FileId>) = run.files.iter().partition(|file| empty(file));
    let paths = |files: &[FileId]| -> Vec<String> {
        let files = files.iter();
        files
            .map(|file| run.sources.file(*file).path.to_string())
            .collect()
    };
    let (empty, full) = (paths(&empty), paths(&full));
    let is_of = |path: &str, folder: &str| {
        let rest = path.strip_prefix(folder.trim_end_matches('/'));
        folder == "." || rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let mut without: Vec<String> = Vec::new();
    for path in named {
        let name = shown(path);
        let none = match path.is_dir() {
            true => !full.iter().any(|file| is_of(file, &name)),
            false => empty.contains(&name),
        };
        if none && !without.contains(&name) {
            without.push(name);
        }
    }
    // Sets that are not in a file have names in angle brackets.
    let given = empty.into_iter().filter(|path| path.starts_with('<'));
    without.extend(given);
    let path = without.join("`, `");
    match (full.is_empty(), without.is_empty()) {
        (_, true) => Ok(None),
        (true, false) => Err(CliError::NoKingdom { path }),
        (false, false) => Ok(Some(path)),
    }
}

/// Fails if the house rules of the command line do not exist. Those that a set names are checked with its file.
fn expect_house_rules(run: &Run, named: Option<&str>) -> Result<(), CliError> {
    let Some(id) = named else {
        return Ok(());
    };
    let mut games = run.games.iter();
    match games.find_map(|game| game.compilation.unknown_house_rules.clone()) {
        Some(help) => Err(CliError::UnknownHouseRules {
            id: id.to_owned(),
            help: Some(help),
        }),
        None => Ok(()),
    }
}

/// Returns the files that could not be read as text.
fn unreadable(run: &Run) -> HashSet<FileId> {
    let found = run.diagnostics.iter().filter(|diagnostic| {
        matches!(
            diagnostic.code,
            Code::UnreadableFile | Code::NotUtf8 | Code::FileTooLarge
        )
    });
    found.map(|diagnostic| diagnostic.primary.at.file).collect()
}

/// Returns whether a file was read without errors and has no set. A file with YAML errors may have a set that could not
/// be read.
fn has_no_set(run: &Run, file: FileId) -> bool {
    let source = run.sources.file(file);
    if source.syntax == Syntax::List {
        return list::is_empty(&source.text);
    }
    let (documents, found) = yaml::read(file, &source.text);
    let roots = documents
        .iter()
        .filter_map(|document| document.root.as_deref());
    found.is_empty() && !roots.into_iter().any(holds_set) && !is_meant_as_set(run, file)
}

/// Returns whether a file is reported as not a card: it may be a set with a misspelt key.
fn is_meant_as_set(run: &Run, file: FileId) -> bool {
    let mut found = run.diagnostics.iter();
    found.any(|diagnostic| diagnostic.code == Code::NotACard && diagnostic.primary.at.file == file)
}

fn holds_set(node: &Node) -> bool {
    match &node.value {
        Value::Sequence(items) => items.iter().any(holds_set),
        _ => cardwright::kingdom::is_kingdom(node),
    }
}

fn verdicts<'r>(
    run: &'r Run,
    of: &'r workspace::GameRun,
    with_report: bool,
) -> impl Iterator<Item = (&'r Game, Verdict)> {
    let mut named: HashMap<&str, Vec<Span>> = HashMap::default();
    let mut unnamed: Vec<Span> = Vec::new();
    let errors = run.diagnostics.iter();
    for diagnostic in errors.filter(|diagnostic| diagnostic.severity == Severity::Error) {
        match &diagnostic.card {
            Some(name) => named.entry(name).or_default().push(diagnostic.primary.at),
            None => unnamed.push(diagnostic.primary.at),
        }
    }
    let repeated = of.compilation.repeated.iter();
    let ids: HashSet<&str> = repeated.clone().map(|(set, _)| set.id.as_str()).collect();
    let places = &of.compilation.places;
    let first = of.compilation.kingdoms.iter();
    let first = first.map(|set| (set, places.get(&set.id), true));
    let again = repeated.map(|(set, at)| (set, Some(at), false));
    first.chain(again).map(move |(kingdom, place, is_first)| {
        let within = |at: &&Span| {
            place.is_some_and(|set| {
                set.file == at.file && set.start <= at.start && at.end <= set.end
            })
        };
        let shared = ids.contains(kingdom.id.as_str());
        let named = named.get(kingdom.name.as_str()).into_iter().flatten();
        let named = named.filter(|at| !shared || within(at)).count();
        let errors = named + unnamed.iter().filter(within).count();
        let open = of.compilation.open.get(&kingdom.id).filter(|_| is_first);
        let verdict = Verdict {
            id: kingdom.id.clone(),
            name: kingdom.name.clone(),
            game: of.game.game.clone(),
            house_rules: kingdom.house_rules.clone(),
            legal: errors == 0 && open.is_none_or(Vec::is_empty),
            errors,
            open: open.cloned(),
            stuck: open.and_then(|_| of.compilation.stuck.get(&kingdom.id).cloned()),
            repair: None,
            zones: kingdom
                .zones
                .iter()
                .map(|(zone, entries)| (zone.clone(), entries.values().sum()))
                .collect(),
            total: kingdom.total,
            report: with_report.then(|| report::of(of, kingdom)),
            played: None,
        };
        (&of.game, verdict)
    })
}

/// Returns the verdicts: `Wings over Erathia: legal (hero 1, …; 60 cards)`.
fn lines(verdicts: &[(&Game, Verdict)]) -> String {
    verdicts
        .iter()
        .map(|(game, verdict)| {
            // For a set that is not legal, the counts are in the diagnostics, including unknown cards.
            if !verdict.legal {
                let name = visible(&verdict.name);
                let wrong = match verdict.errors {
                    0 => "no errors so far".to_owned(),
                    errors => format!("not legal, {}", counted(errors, "error")),
                };
                return format!("{name}: {wrong}{}\n", still_open(verdict));
            }
            let zones: Vec<String> = verdict
                .zones
                .iter()
                .map(|(zone, count)| {
                    let title = game
                        .kingdom
                        .zones
                        .get(zone)
                        .map_or(zone, |zone| &zone.title);
                    format!("{title} {count}")
                })
                .collect();
            let by = match &verdict.house_rules {
                Some(id) => format!(" with the house rules {}", visible(id)),
                None => String::new(),
            };
            format!(
                "{}: legal{by} ({}; {} in all)\n",
                visible(&verdict.name),
                zones.join(", "),
                counted(verdict.total as usize, "card"),
            )
        })
        .collect()
}

/// Returns the open places: `; still open: 7 of 45 cards in the deck, 1 of 3 locations`.
fn still_open(verdict: &Verdict) -> String {
    let open = verdict.open.iter().flatten();
    let words: Vec<&str> = open.map(|open| open.words.as_str()).collect();
    match words.as_slice() {
        [] => String::new(),
        words => {
            let stuck = verdict.stuck.iter();
            let stuck: String = stuck
                .map(|why| format!("; cannot be filled: {why}"))
                .collect();
            let open = words.join(", ") + &stuck;
            format!("; still open: {}", visible(&open))
        }
    }
}

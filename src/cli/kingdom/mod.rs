//! `kingdom`: whether sets are legal.

mod export;
mod pasted;
mod repair;
mod report;

use std::path::PathBuf;
use std::sync::Arc;

use crate::cli::Outcome;
use crate::cli::args::{Format, Kingdom, KingdomCommand};
use crate::cli::check::{game_of, library};
use crate::cli::failure::Failure;
use crate::cli::games::{self, Reading, Request, Run};
use crate::cli::lints;
use crate::cli::output::{self, Output};
use crate::cli::project;
use crate::compile::{Sets, Settings};
use crate::diagnostic::{Code, Severity};
use crate::game::Game;
use crate::kingdom::pasted as list;
use crate::maps::{HashMap, HashSet};
use crate::render::json::{self, Verdict};
use crate::render::{self, Findings, counted, github, visible};
use crate::source::{FileId, Syntax};
use crate::yaml::{self, Node, Value};

pub fn kingdom(args: &Kingdom) -> Result<Outcome, Failure> {
    if let Some(KingdomCommand::Export(args)) = &args.command {
        return export::export(args);
    }
    let (files, given) = pasted::sort_out(&args.files)?;
    let project = project::find(files.first().map(PathBuf::as_path))?;
    let output = Output::of(&args.output, &project);
    let request = Request {
        checked: &files,
        library: &library(&args.cards.cards),
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
        },
        given: &given,
        lists: true,
    };
    let reading = Reading::of(&request)?;
    let run = reading.clone().compile(&request)?;
    expect_sets(&run, &args.files)?;
    expect_house_rules(&run, args.house_rules.as_deref())?;
    if args.repair {
        return repair::repair(args, &output, &reading, &request, run);
    }
    let scope = run.scope();
    let findings = run.findings(&scope);
    let verdicts: Vec<(&Game, Verdict)> = run
        .games
        .iter()
        .flat_map(|game| verdicts(&run, game, args.report || args.svg.is_some()))
        .collect();
    if let Some(path) = &args.svg {
        report::write_picture(path, &verdicts, &run)?;
    }
    let said = |screen| match args.report {
        true => report::sheets(&verdicts, screen),
        false => lines(&verdicts),
    };
    let text = match output.format {
        Format::Json => as_json(&findings, verdicts),
        // A set that is legal has no result there.
        Format::Sarif => output.render(&findings),
        Format::Github => as_annotations(&findings, &said(output.screen())),
        Format::Short => render::short(&findings) + &said(output.screen()),
        // Where nothing could be judged, the summary stands in for the verdicts.
        Format::Human if verdicts.is_empty() => render::human(&findings, output.screen()),
        Format::Human => render::drawings(&findings, output.screen()) + &said(output.screen()),
    };
    output::to_stdout(&text)?;
    Ok(output.outcome(&findings))
}

fn as_json(findings: &Findings<'_>, verdicts: Vec<(&Game, Verdict)>) -> String {
    let mut report = json::report(findings);
    report.kingdoms = Some(verdicts.into_iter().map(|(_, verdict)| verdict).collect());
    json::to_text(&report)
}

/// The findings as annotations, and what is said of the sets below them.
fn as_annotations(findings: &Findings<'_>, said: &str) -> String {
    let annotations = github::annotations(findings, &output::folder_of_repository());
    annotations + &github::plain(said) + "\n"
}

/// Every file that was named has a set.
fn expect_sets(run: &Run, named: &[PathBuf]) -> Result<(), Failure> {
    let unreadable = unreadable(run);
    let empty = |file: &&FileId| !unreadable.contains(file) && has_no_set(run, **file);
    let without = run.files.iter().find(empty);
    let path = match (without, named) {
        (Some(file), _) => run.sources.file(*file).path.clone(),
        (None, [first, ..]) if run.files.is_empty() => crate::cli::walk::shown(first),
        _ => return Ok(()),
    };
    Err(Failure::NoKingdom { path })
}

/// The house rules of the command line are there. Those that a set names are a matter of its file.
fn expect_house_rules(run: &Run, named: Option<&str>) -> Result<(), Failure> {
    let Some(id) = named else {
        return Ok(());
    };
    let unknown = run.diagnostics.iter().find(|finding| {
        finding.code == Code::UnknownHouseRules && run.sources.slice(finding.primary.at) != id
    });
    match unknown {
        Some(finding) => Err(Failure::UnknownHouseRules {
            id: id.to_owned(),
            help: finding.help.clone(),
        }),
        None => Ok(()),
    }
}

/// The files that could not be read as texts.
fn unreadable(run: &Run) -> HashSet<FileId> {
    let found = run.diagnostics.iter().filter(|diagnostic| {
        matches!(
            diagnostic.code,
            Code::UnreadableFile | Code::NotUtf8 | Code::FileTooLarge
        )
    });
    found.map(|diagnostic| diagnostic.primary.at.file).collect()
}

/// Whether a file was read well and has no set in it. In a file that breaks the rules of YAML there
/// may be one that could not be read.
fn has_no_set(run: &Run, file: FileId) -> bool {
    let source = run.sources.file(file);
    if source.syntax == Syntax::List {
        return list::is_empty(&source.text);
    }
    let (documents, found) = yaml::read(file, &source.text);
    let roots = documents
        .iter()
        .filter_map(|document| document.root.as_ref());
    found.is_empty() && !roots.into_iter().any(holds_set)
}

fn holds_set(node: &Arc<Node>) -> bool {
    match &node.value {
        Value::Sequence(items) => items.iter().any(holds_set),
        _ => crate::kingdom::is_kingdom(node),
    }
}

fn verdicts<'r>(
    run: &'r Run,
    of: &'r games::GameRun,
    with_report: bool,
) -> impl Iterator<Item = (&'r Game, Verdict)> {
    let mut errors: HashMap<&str, usize> = HashMap::default();
    for finding in &run.diagnostics {
        if let Some(name) = &finding.card
            && finding.severity == Severity::Error
        {
            *errors.entry(name).or_default() += 1;
        }
    }
    of.compilation.kingdoms.iter().map(move |kingdom| {
        let errors = errors.get(kingdom.name.as_str()).copied().unwrap_or(0);
        let open = of.compilation.open.get(&kingdom.id);
        let verdict = Verdict {
            id: kingdom.id.clone(),
            name: kingdom.name.clone(),
            game: of.game.game.clone(),
            house_rules: kingdom.house_rules.clone(),
            legal: errors == 0 && open.is_none_or(Vec::is_empty),
            errors,
            open: open.cloned(),
            stuck: of.compilation.stuck.get(&kingdom.id).cloned(),
            repair: None,
            zones: kingdom
                .zones
                .iter()
                .map(|(zone, entries)| (zone.clone(), entries.values().sum()))
                .collect(),
            total: kingdom.total,
            report: with_report.then(|| report::of(of, kingdom)),
        };
        (&of.game, verdict)
    })
}

/// `Wings over Erathia: legal (hero 1, …; 60 cards)`
fn lines(verdicts: &[(&Game, Verdict)]) -> String {
    verdicts
        .iter()
        .map(|(game, verdict)| {
            // The findings have the counts of a set that is not legal, unknown cards included.
            if !verdict.legal {
                let name = visible(&verdict.name);
                let wrong = match verdict.errors {
                    0 => "nothing wrong so far".to_owned(),
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
                Some(id) => format!(" by the house rules {}", visible(id)),
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

/// `; still open: 7 of 45 cards in the deck, 1 of 3 locations`
fn still_open(verdict: &Verdict) -> String {
    let open = verdict.open.iter().flatten();
    let words: Vec<&str> = open.map(|open| open.words.as_str()).collect();
    match words.as_slice() {
        [] => String::new(),
        words => {
            let stuck = verdict.stuck.iter();
            let stuck: String = stuck
                .map(|why| format!("; not to be filled: {why}"))
                .collect();
            let open = words.join(", ") + &stuck;
            format!("; still open: {}", visible(&open))
        }
    }
}

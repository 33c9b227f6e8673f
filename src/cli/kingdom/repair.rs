//! `kingdom --repair`: the fewest changes that make a set legal, in words and as a diff.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use super::{as_annotations, as_json, verdicts};
use crate::cli::Outcome;
use crate::cli::args::{Format, Kingdom};
use crate::cli::error::CliError;
use crate::cli::fmt::diff;
use crate::cli::output::{self, Output};
use crate::cli::request::Request;
use crate::cli::workspace::{GameRun, Run, Workspace};
use crate::cli::write::{self, Replacement};
use cardwright::compile;
use cardwright::diagnostic::{Code, Diagnostic, Edit, Severity};
use cardwright::fix;
use cardwright::game::Game;
use cardwright::kingdom::repair::{self, NoRepair, Plan, Unwritten, ZonePlan};
use cardwright::render::json::{Repair, Verdict};
use cardwright::render::{self, Findings, counted, visible};
use cardwright::source::{FileId, Syntax};

/// New texts of files.
type Texts = BTreeMap<FileId, SmolStr>;

pub fn repair(
    args: &Kingdom,
    output: &Output,
    reading: &Workspace,
    request: &Request<'_>,
    run: Run,
) -> Result<Outcome, CliError> {
    let (mut repairs, texts, after) = repairs(&run, reading, request)?;
    let shown = if args.write { &after } else { &run };
    let diffs = texts.iter().map(|(id, text)| {
        let file = run.sources.file(*id);
        diff(&file.path, &file.text, text)
    });
    let diffs: String = diffs.collect();
    if args.write {
        write_all(&run, &texts)?;
        for repair in repairs.values_mut() {
            repair.written = repair.possible && !repair.plan.is_empty() && repair.why.is_none();
        }
    }

    let scope = shown.scope();
    let findings = shown.findings(&scope);
    let mut verdicts: Vec<(&Game, Verdict)> = Vec::new();
    for game in &shown.games {
        verdicts.extend(self::verdicts(shown, game, false));
    }
    for (_, verdict) in &mut verdicts {
        let key = (verdict.game.clone(), verdict.id.clone());
        verdict.repair = repairs.get(&key).cloned();
    }
    let in_the_way: Vec<Diagnostic> = in_the_way(shown).cloned().collect();
    let first = Findings {
        diagnostics: &in_the_way,
        ..findings
    };
    let text = match output.format {
        Format::Json => as_json(&findings, verdicts),
        Format::Sarif => output.render(&findings),
        Format::Github => as_annotations(&findings, &in_words(&verdicts)),
        Format::Human if verdicts.is_empty() => render::human(&findings, output.screen()),
        Format::Short if verdicts.is_empty() => render::short(&findings),
        Format::Short | Format::Human => {
            let diffs = if args.write { String::new() } else { diffs };
            let rendered = match output.format {
                Format::Short => render::short(&first),
                _ => render::drawings(&first, output.screen()),
            };
            rendered + &in_words(&verdicts) + &diffs
        }
    };
    output::to_stdout(&text)?;
    Ok(output.outcome(&findings))
}

/// Repairs by game and set.
type Repairs = BTreeMap<(String, String), Repair>;

/// Returns the repair of each set, the new texts of files with all valid repairs, and the run that checked these texts.
fn repairs(
    run: &Run,
    reading: &Workspace,
    request: &Request<'_>,
) -> Result<(Repairs, Texts, Run), CliError> {
    let mut repairs = Repairs::new();
    let mut edits: Vec<(&compile::Repair, (String, String), Vec<Edit>)> = Vec::new();
    for game in &run.games {
        for (id, found) in &game.compilation.repairs {
            let key = (game.game.game.clone(), id.clone());
            let repair = match of_set(run, game, found) {
                Ok((plan, changes)) => {
                    if !changes.is_empty() {
                        edits.push((found, key.clone(), changes));
                    }
                    let file = run.sources.file(found.source.at.file);
                    let is_list = file.syntax == Syntax::List;
                    possible(plan, is_list)
                }
                Err(why) => impossible(why),
            };
            repairs.insert(key, repair);
        }
    }
    loop {
        let texts = texts(
            run,
            edits.iter().map(|(set, _, edits)| (*set, edits.as_slice())),
        );
        let after = reading.with(&texts).compile(request)?;
        let wrong =
            |set: &compile::Repair| after.diagnostics.iter().any(|found| concerns(found, set));
        let (defects, sound): (Vec<_>, Vec<_>) =
            edits.into_iter().partition(|(set, _, _)| wrong(set));
        edits = sound;
        if defects.is_empty() {
            return Ok((repairs, texts, after));
        }
        for (_, key, _) in defects {
            repairs.insert(key, impossible(DEFECT.to_owned()));
        }
    }
}

/// A message that should never appear: every repair is validated before it is shown.
const DEFECT: &str = "the repaired file would not be legal; this is a bug in cardwright, please \
                      report it with this set";

fn possible(plan: Plan, is_list: bool) -> Repair {
    let stays = is_list && !plan.is_empty();
    Repair {
        possible: true,
        why: stays.then(|| "pasted lists are not changed".to_owned()),
        written: false,
        plan,
    }
}

fn impossible(why: String) -> Repair {
    Repair {
        possible: false,
        why: Some(why),
        written: false,
        plan: Plan::default(),
    }
}

/// Returns the texts of the files after these edits.
fn texts<'e>(run: &Run, edits: impl Iterator<Item = (&'e compile::Repair, &'e [Edit])>) -> Texts {
    let mut by_file: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
    for (set, edits) in edits {
        let file = by_file.entry(set.source.at.file).or_default();
        file.extend_from_slice(edits);
    }
    let texts = by_file.into_iter().filter_map(|(id, edits)| {
        let text = fix::edited(&run.sources.file(id).text, &edits)?;
        Some((id, text.into()))
    });
    texts.collect()
}

/// Returns whether a diagnostic is an error of a set.
fn concerns(diagnostic: &Diagnostic, of: &compile::Repair) -> bool {
    let at = diagnostic.primary.at;
    let set = of.source.at;
    let is_named = match &diagnostic.card {
        Some(name) => *name == of.source.name,
        None => set.start <= at.start && at.end <= set.end,
    };
    diagnostic.severity == Severity::Error
        && diagnostic.code.code().starts_with('E')
        && is_named
        && at.file == set.file
}

/// Returns whether other cards can fix an error. A misspelt name needs its correct spelling; another card is not what
/// was intended.
fn can_be_fixed_by_cards(diagnostic: &Diagnostic) -> bool {
    match diagnostic.code {
        Code::KingdomRule | Code::MissingZone => true,
        Code::UnknownCard | Code::UnknownValue => {
            diagnostic.help.is_none() && diagnostic.fixes.is_empty()
        }
        _ => false,
    }
}

/// Returns the errors that must be fixed before sets can be repaired.
fn in_the_way(run: &Run) -> impl Iterator<Item = &Diagnostic> {
    run.diagnostics.iter().filter(|found| {
        let mut repairs = run
            .games
            .iter()
            .flat_map(|game| game.compilation.repairs.values());
        let in_one = repairs.any(|of| concerns(found, of)) && !can_be_fixed_by_cards(found);
        // A set with unknown house rules is not validated.
        in_one || found.code == Code::UnknownHouseRules
    })
}

/// Returns the plan of a set with the edits that apply it, or the reason why there is none.
fn of_set(run: &Run, game: &GameRun, of: &compile::Repair) -> Result<(Plan, Vec<Edit>), String> {
    let others = run.diagnostics.iter();
    let others = others
        .filter(|found| concerns(found, of) && !can_be_fixed_by_cards(found))
        .count();
    if others > 0 {
        return Err(format!(
            "it has {} that other cards cannot fix; fix {} first",
            counted(others, "error"),
            if others == 1 { "that" } else { "those" }
        ));
    }
    let plan = match &of.plan {
        Ok(plan) => plan.clone(),
        Err(NoRepair::NoSet(why)) => return Err(why.clone()),
        Err(NoRepair::Unread) => return Err("part of it could not be read".to_owned()),
        Err(NoRepair::TooMany) => {
            return Err("there are too many possibilities to search".to_owned());
        }
    };
    let file = run.sources.file(of.source.at.file);
    // For a pasted list the changes are shown, but not written.
    if file.syntax == Syntax::List {
        return Ok((plan, Vec::new()));
    }
    let edits = repair::write(&game.game, &file.text, &of.source, &plan).map_err(|why| {
        match why {
            Unwritten::Unknown => {
                "its notation cannot be edited; write its parts as lists of \
                 names or with counts"
            }
            Unwritten::Comments => {
                "rewriting a part would delete its comments; write \
                 each of its cards on its own line"
            }
        }
        .to_owned()
    })?;
    Ok((plan, edits))
}

fn write_all(run: &Run, texts: &Texts) -> Result<(), CliError> {
    let files = texts.iter().filter_map(|(id, text)| {
        let file = run.sources.file(*id);
        Some(Replacement {
            path: run.paths.get(id)?,
            shown: &file.path,
            before: &file.text,
            after: text,
        })
    });
    write::replace_all(&files.collect::<Vec<_>>())
}

/// Describes the repairs of all sets.
fn in_words(verdicts: &[(&Game, Verdict)]) -> String {
    let mut text = String::new();
    for (game, verdict) in verdicts {
        let name = visible(&verdict.name);
        let Some(repair) = &verdict.repair else {
            text.push_str(&format!("{name}: not checked\n"));
            continue;
        };
        text.push_str(&format!("{name}: {}\n", outcome(repair)));
        for (key, zone) in &repair.plan.zones {
            let title = game.kingdom.zones.get(key).map_or(key, |zone| &zone.title);
            for change in changes(zone) {
                text.push_str(&format!("  {title}: {}\n", visible(&change)));
            }
            if zone.gives_way {
                let more = "keeping the old one needs more changes";
                text.push_str(&format!("  {title}: {more}\n"));
            }
        }
    }
    text
}

fn outcome(repair: &Repair) -> String {
    let changes = counted(
        usize::try_from(repair.plan.changes).unwrap_or(usize::MAX),
        "change",
    );
    match &repair.why {
        Some(why) if repair.possible => {
            format!(
                "not legal, but {changes} would make it so; {}",
                visible(why)
            )
        }
        Some(why) => format!("not repaired: {}", visible(why)),
        None if repair.plan.is_empty() => "legal, nothing to repair".to_owned(),
        None if repair.written => format!("repaired with {changes}, now legal"),
        None => format!("not legal, but {changes} would make it so"),
    }
}

/// Describes the changes of a zone; removed and added cards are paired as swaps.
fn changes(zone: &ZonePlan) -> Vec<String> {
    let mut words = Vec::new();
    let mut removed: Vec<(String, u64)> = zone
        .removed
        .iter()
        .map(|removed| {
            let unknown = if removed.id.is_none() {
                " (an unknown name)"
            } else {
                ""
            };
            (format!("{}{unknown}", removed.name), removed.count)
        })
        .rev()
        .collect();
    let added = zone.added.iter().rev();
    let mut added: Vec<(&str, u64)> = added
        .map(|added| (added.name.as_str(), added.count))
        .collect();
    loop {
        match (removed.last_mut(), added.last_mut()) {
            (Some((old, taken)), Some((new, given))) => {
                let count = (*taken).min(*given);
                words.push(format!("swap {count} {old} for {count} {new}"));
                *taken -= count;
                *given -= count;
            }
            (Some((old, taken)), None) => {
                words.push(format!("remove {taken} {old}"));
                *taken = 0;
            }
            (None, Some((new, given))) => {
                words.push(format!("add {given} {new}"));
                *given = 0;
            }
            (None, None) => return words,
        }
        removed.retain(|(_, count)| *count > 0);
        added.retain(|(_, count)| *count > 0);
    }
}

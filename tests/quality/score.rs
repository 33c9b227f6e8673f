//! The diagnostics of each mutant, and their score.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cardwright::diagnostic::Diagnostic;
use cardwright::source::Sources;
use rayon::prelude::*;

use crate::exempt::Exemption;
use crate::mutant::{Kind, Mutant, Spot};
use crate::shipped::Shipped;

/// A family of kinds with its mutants.
pub type Family<'k> = (&'k str, Vec<(&'k Kind, Vec<Judged>)>);

/// The mutants of all kinds and their diagnostics.
pub struct Score<'k> {
    /// By family.
    pub families: Vec<Family<'k>>,
}

pub struct Judged {
    pub path: String,
    pub mutant: Mutant,
    pub outcome: Outcome,
}

pub enum Outcome {
    Panicked,
    /// There is no diagnostic, and none is needed: the changed card is valid.
    Exempt,
    /// There is no diagnostic: the text is read in other words, with exactly the meaning of the original.
    Read,
    Undetected,
    Found {
        findings: usize,
        in_place: bool,
        suggested: bool,
        /// The diagnostics, for the list.
        said: String,
    },
}

#[derive(Clone, Copy, Default)]
pub struct Count {
    pub mutants: usize,
    pub exempt: usize,
    pub read: usize,
    pub panics: usize,
    pub detected: usize,
    pub in_place: usize,
    pub misspelt: usize,
    pub suggested: usize,
    pub findings: usize,
}

impl Count {
    /// Counts the mutants that are really mistakes.
    pub fn faults(&self) -> usize {
        self.mutants - self.exempt - self.read
    }

    pub fn share(&self, part: usize) -> f64 {
        part as f64 / self.faults().max(1) as f64
    }

    fn of(judged: &[Judged]) -> Self {
        let mut count = Count::default();
        for Judged {
            mutant, outcome, ..
        } in judged
        {
            count.mutants += 1;
            let no_fault = matches!(outcome, Outcome::Exempt | Outcome::Read);
            count.misspelt += usize::from(mutant.misspelt && !no_fault);
            match outcome {
                Outcome::Panicked => count.panics += 1,
                Outcome::Exempt => count.exempt += 1,
                Outcome::Read => count.read += 1,
                Outcome::Undetected => {}
                Outcome::Found {
                    findings,
                    in_place,
                    suggested,
                    ..
                } => {
                    count.detected += 1;
                    count.findings += findings;
                    count.in_place += usize::from(*in_place);
                    count.suggested += usize::from(mutant.misspelt && *suggested);
                }
            }
        }
        count
    }

    fn and(mut self, other: Count) -> Self {
        self.mutants += other.mutants;
        self.exempt += other.exempt;
        self.read += other.read;
        self.panics += other.panics;
        self.detected += other.detected;
        self.in_place += other.in_place;
        self.misspelt += other.misspelt;
        self.suggested += other.suggested;
        self.findings += other.findings;
        self
    }

    /// Formats a row of the table.
    fn row(&self, name: &str) -> String {
        let percent = |part: usize, whole: usize| match whole {
            0 => "–".to_owned(),
            _ => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
        };
        format!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} |\n",
            self.mutants,
            self.exempt,
            self.read,
            percent(self.detected, self.faults()),
            percent(self.in_place, self.faults()),
            percent(self.suggested, self.misspelt),
            if self.faults() == 0 {
                "–".to_owned()
            } else {
                format!("{:.2}", self.findings as f64 / self.faults() as f64)
            },
        )
    }
}

/// Number of mutants of different files that are checked together.
const TOGETHER: usize = 10;

/// Creates the mutants, checks each of them, and judges the diagnostics.
///
/// Mutants that other files hardly depend on are checked together. If this does not give exactly one diagnostic in
/// each of their files and none elsewhere, they are checked again one by one.
pub fn judge<'k>(
    shipped: &Shipped,
    families: &'k [(&'static str, Vec<Kind>)],
    exempt: &[Exemption],
) -> Score<'k> {
    let kinds: Vec<&Kind> = families.iter().flat_map(|(_, kinds)| kinds).collect();
    let made: Vec<(&Kind, Mutant)> = kinds
        .into_iter()
        .flat_map(|kind| {
            kind.mutants(shipped)
                .into_iter()
                .map(move |mutant| (kind, mutant))
        })
        .collect();
    let (seen, unseen): (Vec<usize>, Vec<usize>) =
        (0..made.len()).partition(|at| shipped.is_seen_by_others(&made[*at].1));
    let together: Vec<(usize, Option<Outcome>)> = batches(shipped, &made, &unseen)
        .into_par_iter()
        .flat_map_iter(|batch| checked_together(shipped, &made, &batch))
        .collect();
    let mut outcomes: Vec<Option<Outcome>> = made.iter().map(|_| None).collect();
    let mut alone = seen;
    for (at, outcome) in together {
        if outcome.is_none() {
            alone.push(at);
        }
        outcomes[at] = outcome;
    }
    let rest: Vec<(usize, Outcome)> = alone
        .into_par_iter()
        .map(|at| (at, checked_alone(shipped, made[at].0, &made[at].1, exempt)))
        .collect();
    for (at, outcome) in rest {
        outcomes[at] = Some(outcome);
    }

    let mut judged = made
        .into_iter()
        .zip(outcomes)
        .map(|((_, mutant), outcome)| Judged {
            path: shipped.files[mutant.file].path.clone(),
            mutant,
            outcome: outcome.expect("every mutant is checked"),
        });
    let families = families
        .iter()
        .map(|(family, kinds)| {
            let kinds = kinds
                .iter()
                .map(|kind| {
                    let count = kind.mutants(shipped).len();
                    (kind, judged.by_ref().take(count).collect())
                })
                .collect();
            (*family, kinds)
        })
        .collect();
    Score { families }
}

/// Mutants of one game and of different files, to be checked together.
fn batches(shipped: &Shipped, made: &[(&Kind, Mutant)], unseen: &[usize]) -> Vec<Vec<usize>> {
    let mut batches: Vec<Vec<usize>> = Vec::new();
    for at in unseen {
        let file = made[*at].1.file;
        let game = shipped.files[file].game;
        let free = batches.iter_mut().find(|batch| {
            batch.len() < TOGETHER
                && shipped.files[made[batch[0]].1.file].game == game
                && batch.iter().all(|other| made[*other].1.file != file)
        });
        match free {
            Some(batch) => batch.push(*at),
            None => batches.push(vec![*at]),
        }
    }
    batches
}

/// Returns the diagnostics of each mutant; `None` if one may belong to another mutant.
fn checked_together(
    shipped: &Shipped,
    made: &[(&Kind, Mutant)],
    batch: &[usize],
) -> Vec<(usize, Option<Outcome>)> {
    let mutants: Vec<&Mutant> = batch.iter().map(|at| &made[*at].1).collect();
    let checked = catch_unwind(AssertUnwindSafe(|| shipped.findings(&mutants)));
    let mut outcomes: Vec<(usize, Option<Outcome>)> = batch.iter().map(|at| (*at, None)).collect();
    let Ok((sources, found)) = checked else {
        return outcomes;
    };
    let path_of = |finding: &Diagnostic| sources.file(finding.primary.at.file).path.as_str();
    let path = |at: usize| shipped.files[made[at].1.file].path.as_str();
    if !found
        .iter()
        .all(|finding| batch.iter().any(|at| path(*at) == path_of(finding)))
    {
        return outcomes;
    }
    for (at, outcome) in &mut outcomes {
        let own: Vec<&Diagnostic> = found
            .iter()
            .filter(|finding| path_of(finding) == path(*at))
            .collect();
        if let [finding] = own[..] {
            let found = std::slice::from_ref(finding);
            *outcome = Some(heard(shipped, &made[*at].1, &sources, found));
        }
    }
    outcomes
}

fn checked_alone(shipped: &Shipped, kind: &Kind, mutant: &Mutant, exempt: &[Exemption]) -> Outcome {
    let path = &shipped.files[mutant.file].path;
    match catch_unwind(AssertUnwindSafe(|| shipped.findings(&[mutant]))) {
        Err(_) => Outcome::Panicked,
        Ok((sources, found)) if !found.is_empty() => heard(shipped, mutant, &sources, &found),
        Ok(_) if exempt.iter().any(|exempt| exempt.is(kind, path, mutant)) => Outcome::Exempt,
        Ok(_) if shipped.means_the_same(mutant) => Outcome::Read,
        Ok(_) => Outcome::Undetected,
    }
}

fn heard(shipped: &Shipped, mutant: &Mutant, sources: &Sources, found: &[Diagnostic]) -> Outcome {
    let path = &shipped.files[mutant.file].path;
    Outcome::Found {
        findings: found.len(),
        in_place: in_place(mutant, path, sources, &found[0]),
        suggested: suggested(shipped, mutant, sources, &found[0]),
        said: said(sources, found),
    }
}

/// Returns whether a diagnostic is at the position of the mistake.
fn in_place(mutant: &Mutant, path: &str, sources: &Sources, finding: &Diagnostic) -> bool {
    let file = sources.file(finding.primary.at.file);
    let at = finding.primary.at.range();
    let inside = |range: &Range<usize>| range.start <= at.start && at.end <= range.end;
    let elsewhere = |(path, range): &(String, Range<usize>)| *path == file.path && inside(range);
    if mutant.elsewhere.iter().any(elsewhere) {
        return true;
    }
    file.path == path
        && mutant.spots.iter().any(|spot| match spot {
            Spot::On(range) => inside(range),
            Spot::Gap(gap) => touches(&file.text, *gap, &at),
        })
}

/// Returns whether a span touches a gap: it is within the white space around the gap, or is the word or the mark
/// before or after it, or covers both.
fn touches(text: &str, gap: usize, at: &Range<usize>) -> bool {
    let before = text[..gap].trim_end();
    let behind = text[gap..].trim_start();
    let (start, end) = (before.len(), text.len() - behind.len());
    let word = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '-' | '_' | '+');
    let one = |found: &str, whole: usize| if found.is_empty() { whole } else { found.len() };
    let word_before = before.trim_end_matches(word);
    let last = before.chars().next_back().map_or(0, char::len_utf8);
    let first = behind.chars().next().map_or(0, char::len_utf8);
    let from = start - one(&before[word_before.len()..], last);
    let to = end
        + one(
            &behind[..behind.len() - behind.trim_start_matches(word).len()],
            first,
        );
    from <= at.start && at.end <= to && at.start <= end && start <= at.end
}

/// Returns whether the first suggestion restores the original: the first fix gives the original file, or without a
/// fix, the first quoted words of the help are the original ones.
fn suggested(shipped: &Shipped, mutant: &Mutant, sources: &Sources, finding: &Diagnostic) -> bool {
    let original = &shipped.files[mutant.file];
    let Some(text) = mutant.text.as_ref().filter(|_| mutant.misspelt) else {
        return false;
    };
    if let Some(fix) = finding.fixes.first() {
        let mut edits: Vec<(Range<usize>, &str)> = fix
            .edits
            .iter()
            .filter(|edit| sources.file(edit.at.file).path == original.path)
            .map(|edit| (edit.at.range(), edit.text.as_str()))
            .collect();
        edits.sort_by_key(|(at, _)| std::cmp::Reverse(at.start));
        let mut repaired = text.clone();
        for (at, by) in edits {
            repaired.replace_range(at, by);
        }
        return repaired.eq_ignore_ascii_case(&original.text);
    }
    let Some(help) = &finding.help else {
        return false;
    };
    let Some(Spot::On(range)) = mutant.spots.first() else {
        return false;
    };
    let shift = original.text.len() as isize - text.len() as isize;
    let was = &original.text[range.start..(range.end as isize + shift) as usize];
    let quoted = ['`', '"'].iter().filter_map(|mark| {
        let start = help.find(*mark)? + 1;
        let end = start + help[start..].find(*mark)?;
        Some((start, &help[start..end]))
    });
    let first = quoted.min_by_key(|(start, _)| *start);
    first.is_some_and(|(_, quoted)| quoted.eq_ignore_ascii_case(was.trim_matches(['"', '*'])))
}

/// Formats all diagnostics, one on each line.
fn said(sources: &Sources, found: &[Diagnostic]) -> String {
    let mut said = String::new();
    for finding in found.iter().take(4) {
        let file = sources.file(finding.primary.at.file);
        let (line, column) = file.line_column(finding.primary.at.range().start);
        let _ = writeln!(
            said,
            "        {} {}:{line}:{column} `{}`: {}{}",
            finding.code.code(),
            file.path,
            sources.slice(finding.primary.at).escape_default(),
            finding.message,
            finding
                .help
                .as_ref()
                .map_or(String::new(), |help| format!(" = {help}")),
        );
    }
    if found.len() > 4 {
        let _ = writeln!(said, "        … {} more", found.len() - 4);
    }
    said
}

impl Score<'_> {
    pub fn total(&self) -> Count {
        self.of(|_| true)
    }

    /// Returns the sum of the kinds with these names.
    pub fn of(&self, is_meant: impl Fn(&str) -> bool) -> Count {
        self.counts()
            .filter(|(name, _)| is_meant(name))
            .fold(Count::default(), |all, (_, count)| all.and(count))
    }

    /// Counts the kinds that have mutants.
    pub fn kinds(&self) -> usize {
        let with_mutants = self.counts().filter(|(_, count)| count.mutants > 0);
        with_mutants
            .map(|(name, _)| name)
            .collect::<HashSet<_>>()
            .len()
    }

    fn counts(&self) -> impl Iterator<Item = (&str, Count)> {
        self.families.iter().flat_map(|(_, kinds)| {
            kinds
                .iter()
                .map(|(kind, judged)| (kind.name, Count::of(judged)))
        })
    }

    /// Returns the score of every kind, of every family, and of all.
    pub fn table(&self) -> String {
        let mut table = String::from(
            "| kind | mutants | exempt | read | detected | in place | suggested | findings |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        );
        for (family, kinds) in &self.families {
            let mut sum = Count::default();
            let mut rows = String::new();
            for (kind, judged) in kinds {
                let count = Count::of(judged);
                sum = sum.and(count);
                rows.push_str(&count.row(&format!("`{}`", kind.name)));
            }
            if sum.mutants > 0 {
                table.push_str(&sum.row(&format!("**{family}**")));
                table.push_str(&rows);
            }
        }
        table.push_str(&self.total().row("**All**"));
        table
    }

    /// Writes the diagnostics of each mutant, for work on the messages.
    pub fn list(&self) {
        let mut list = String::new();
        for (_, kinds) in &self.families {
            for (kind, judged) in kinds {
                for Judged {
                    path,
                    mutant,
                    outcome,
                } in judged
                {
                    let (flags, said) = match outcome {
                        Outcome::Panicked => ("PANIC ".to_owned(), ""),
                        Outcome::Exempt => ("exempt".to_owned(), ""),
                        Outcome::Read => ("read  ".to_owned(), ""),
                        Outcome::Undetected => ("UNSEEN".to_owned(), ""),
                        Outcome::Found {
                            findings,
                            in_place,
                            suggested,
                            said,
                        } => {
                            let flag = |wrong: bool, letter: char| if wrong { letter } else { ' ' };
                            let flags = [
                                flag(!in_place, 'P'),
                                flag(mutant.misspelt && !suggested, 'S'),
                                flag(*findings > 1, 'F'),
                            ];
                            (flags.iter().chain(&[' '; 3]).collect(), said.as_str())
                        }
                    };
                    let _ = writeln!(
                        list,
                        "{flags} {} | {path} | {}\n{said}",
                        kind.name, mutant.what
                    );
                }
            }
        }
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("quality.txt");
        std::fs::write(&path, list).expect("a file can be written");
    }
}

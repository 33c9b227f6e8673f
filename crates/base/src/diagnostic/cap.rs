//! Caps the diagnostics of a file. If everything in a file is wrong, the author starts fixing at
//! the top, or the file is no card file at all. A million diagnostics would help no reader and fill
//! the memory.

use std::collections::BTreeMap;

use super::{Code, Diagnostic, Levels, Severity};
use crate::collections::HashMap;
use crate::source::{FileId, Span};

/// Maximum number of diagnostics shown for one file.
pub const MAX_DIAGNOSTICS_PER_FILE: usize = 1_000;

/// Maximum length of each text of a diagnostic, in characters. The texts quote what an author
/// wrote, which can be far longer.
pub const MAX_MESSAGE_LEN: usize = 1_000;

/// Maximum number of secondary labels of a diagnostic.
const MAX_PLACES: usize = 100;

/// Number of omitted diagnostics for each code.
pub type SuppressedCounts = BTreeMap<Code, usize>;

/// The first diagnostics of one file, collected while the file is read. Errors are counted
/// separately, so that no number of warnings hides an error.
#[derive(Clone, Debug, Default)]
pub struct CappedDiagnostics {
    pub kept: Vec<Diagnostic>,
    pub left_out: SuppressedCounts,
    errors: usize,
    others: usize,
}

impl CappedDiagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            _ => &mut self.others,
        };
        if *count >= MAX_DIAGNOSTICS_PER_FILE {
            self.leave_out(diagnostic.code, 1);
            return;
        }
        *count += 1;
        self.kept.push(diagnostic);
    }

    /// Returns an empty list for the next part of the same file; the counts continue.
    pub fn next(&self) -> CappedDiagnostics {
        CappedDiagnostics {
            errors: self.errors,
            others: self.others,
            ..CappedDiagnostics::default()
        }
    }

    pub fn leave_out(&mut self, code: Code, count: usize) {
        if count > 0 {
            *self.left_out.entry(code).or_default() += count;
        }
    }
}

impl Extend<Diagnostic> for CappedDiagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, found: I) {
        found
            .into_iter()
            .for_each(|diagnostic| self.push(diagnostic));
    }
}

/// Keeps the first diagnostics of each file, the most severe first. If a file has more, adds a
/// diagnostic with the number of the others at the start of the file. `left_out` counts diagnostics
/// omitted before, and `levels` gives their severity. The diagnostics must have their severities and
/// be sorted; they stay sorted.
pub fn cap(
    diagnostics: &mut Vec<Diagnostic>,
    mut left_out: HashMap<FileId, SuppressedCounts>,
    levels: &Levels,
) {
    let mut counts: HashMap<FileId, BTreeMap<Severity, usize>> = HashMap::default();
    for diagnostic in diagnostics.iter() {
        let counts = counts.entry(diagnostic.primary.at.file).or_default();
        *counts.entry(diagnostic.severity).or_default() += 1;
    }
    counts.retain(|_, counts| counts.values().sum::<usize>() > MAX_DIAGNOSTICS_PER_FILE);
    // For each severity, the number of diagnostics to keep: the most severe ones use the limit first.
    for counts in counts.values_mut() {
        let mut free = MAX_DIAGNOSTICS_PER_FILE;
        for count in counts.values_mut() {
            *count = free.min(*count);
            free -= *count;
        }
    }
    diagnostics.retain(|diagnostic| {
        let file = diagnostic.primary.at.file;
        let of_file = counts.get_mut(&file);
        let Some(free) = of_file.and_then(|free| free.get_mut(&diagnostic.severity)) else {
            return true;
        };
        if *free == 0 {
            let left_out = left_out.entry(file).or_default();
            *left_out.entry(diagnostic.code).or_default() += 1;
            return false;
        }
        *free -= 1;
        true
    });
    diagnostics.iter_mut().for_each(shorten);
    let more = left_out.into_iter().filter_map(|(file, left_out)| {
        let heard = left_out
            .into_iter()
            .filter_map(|(code, count)| Some((levels.severity(code)?, count)));
        let (severity, count) = heard.reduce(|(worst, sum), (severity, count)| {
            // The smaller severity is the worse one.
            (worst.min(severity), sum + count)
        })?;
        Some(too_many(file, severity, count))
    });
    let before = diagnostics.len();
    diagnostics.extend(more);
    if diagnostics.len() > before {
        super::sort(diagnostics);
    }
}

fn too_many(file: FileId, severity: Severity, count: usize) -> Diagnostic {
    let (problems, are) = match count {
        1 => ("problem", "is"),
        _ => ("problems", "are"),
    };
    let mut diagnostic = Diagnostic::new(
        Code::TooManyFindings,
        Span::new(file, 0..0),
        format!("this file has {count} more {problems}, which {are} not shown"),
        "too many problems to show",
    )
    .note(format!(
        "at most {MAX_DIAGNOSTICS_PER_FILE} problems are shown for each file, errors first"
    ))
    .help("fix the problems shown, then check again");
    diagnostic.severity = severity;
    diagnostic
}

/// Shortens overlong texts. The text that a fix inserts is not changed.
fn shorten(diagnostic: &mut Diagnostic) {
    diagnostic.secondary.truncate(MAX_PLACES);
    let labels = diagnostic
        .secondary
        .iter_mut()
        .map(|label| &mut label.message)
        .chain([&mut diagnostic.primary.message, &mut diagnostic.message]);
    let rest = [&mut diagnostic.note, &mut diagnostic.help];
    let titles = diagnostic.fixes.iter_mut().map(|fix| &mut fix.title);
    labels
        .chain(rest.into_iter().flatten())
        .chain(titles)
        .for_each(cut);
}

/// Replaces the middle of an overlong text with an ellipsis.
fn cut(text: &mut String) {
    if text.len() <= MAX_MESSAGE_LEN {
        return;
    }
    let Some((start, _)) = text.char_indices().nth(MAX_MESSAGE_LEN * 4 / 5) else {
        return;
    };
    // Keep a fifth of the maximum from the end.
    let Some((end, _)) = text.char_indices().nth_back(MAX_MESSAGE_LEN / 5) else {
        return;
    };
    if start < end {
        text.replace_range(start..end, " … ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(code: Code, file: u32, at: usize) -> Diagnostic {
        Diagnostic::new(code, Span::new(FileId(file), at..at), "wrong", "here")
    }

    /// The counts of kept diagnostics of a file by severity, and the messages about the others.
    fn kept(found: Vec<Diagnostic>, left_out: &[(Code, usize)]) -> (usize, usize, Vec<String>) {
        let mut found = found;
        let left_out = [(FileId(0), left_out.iter().copied().collect())];
        super::super::sort(&mut found);
        cap(
            &mut found,
            left_out.into_iter().collect(),
            &Levels::default(),
        );
        let of = |code: Code| {
            found
                .iter()
                .filter(|diagnostic| diagnostic.code == code)
                .count()
        };
        let more = found
            .iter()
            .filter(|diagnostic| diagnostic.code == Code::TooManyFindings)
            .map(|diagnostic| format!("{}: {}", diagnostic.severity.name(), diagnostic.message));
        let more = more.collect();
        (of(Code::UnknownCard), of(Code::RepeatedValue), more)
    }

    #[test]
    fn as_many_as_are_shown_are_all_shown() {
        let found = (0..MAX_DIAGNOSTICS_PER_FILE).map(|at| finding(Code::UnknownCard, 0, at));
        assert_eq!(
            kept(found.collect(), &[]),
            (MAX_DIAGNOSTICS_PER_FILE, 0, Vec::new())
        );
        let found = (0..3 * MAX_DIAGNOSTICS_PER_FILE)
            .map(|at| finding(Code::UnknownCard, at as u32 % 3, at));
        assert_eq!(kept(found.collect(), &[]).0, 3 * MAX_DIAGNOSTICS_PER_FILE);
    }

    #[test]
    fn errors_are_shown_before_warnings_wherever_they_stand() {
        let warnings = (0..MAX_DIAGNOSTICS_PER_FILE).map(|at| finding(Code::RepeatedValue, 0, at));
        let errors = (0..10).map(|at| finding(Code::UnknownCard, 0, MAX_DIAGNOSTICS_PER_FILE + at));
        let more = "warning: this file has 10 more problems, which are not shown".to_owned();
        assert_eq!(
            kept(warnings.chain(errors).collect(), &[]),
            (10, MAX_DIAGNOSTICS_PER_FILE - 10, vec![more])
        );
    }

    #[test]
    fn what_was_left_out_before_counts_if_it_is_heard() {
        let found = || vec![finding(Code::UnknownCard, 0, 0)];
        let (_, _, more) = kept(found(), &[(Code::RepeatedValue, 1), (Code::FileName, 7)]);
        assert_eq!(
            more,
            ["warning: this file has 1 more problem, which is not shown"]
        );
        let (_, _, more) = kept(
            found(),
            &[(Code::RepeatedValue, 1), (Code::DuplicateKey, 7)],
        );
        assert_eq!(
            more,
            ["error: this file has 8 more problems, which are not shown"]
        );
        assert!(kept(found(), &[(Code::FileName, 7)]).2.is_empty());
    }

    #[test]
    fn a_long_message_loses_its_middle() {
        let mut text = format!("no `{}`", "é".repeat(5_000));
        cut(&mut text);
        assert!(text.starts_with("no `é") && text.ends_with("é`"), "{text}");
        assert!(text.chars().count() < MAX_MESSAGE_LEN + 10);
        let mut text = "é".repeat(MAX_MESSAGE_LEN);
        cut(&mut text);
        assert_eq!(text, "é".repeat(MAX_MESSAGE_LEN));
    }
}

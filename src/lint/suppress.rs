//! Comments that allow a lint: `# cardwright: allow(strictly-worse) it is the cheap one for beginners`.
//!
//! A comment before the first card or set of a file applies to the whole file. Any other comment applies to the card or
//! set that contains it; on its own line between two, it applies to the following one. The reason after it is required,
//! for the next reader. A comment that allows nothing is reported, so that it does not outlive its purpose.

use std::ops::Range;

use super::depends_on_others;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Levels, Safety, Severity, closest};
use crate::source::{FileId, Span};
use crate::yaml::{Document, Node, Value};

/// The lints that the comments of one file allow.
#[derive(Clone, Debug, Default)]
pub struct Suppressions {
    allowed: Vec<Allowed>,
}

/// A lint that a comment allows.
#[derive(Clone, Debug)]
struct Allowed {
    code: Code,
    /// Span of the name of the lint in the comment.
    at: Span,
    /// The byte range of the file that the comment applies to.
    scope: Range<u32>,
    /// The span to remove: the whole comment if this is its only lint, otherwise the name with a comma.
    removed: Span,
    used: bool,
}

/// The first word of such a comment.
const WORD: &str = "cardwright";

/// Returns a comment that allows a lint.
pub fn comment(code: Code, reason: &str) -> String {
    format!("# {WORD}: allow({}) {reason}", code.name())
}

/// Reads the comments of a file. `items` are the spans of its cards and sets, in order.
pub fn read(
    file: FileId,
    text: &str,
    documents: &[Document],
    items: &[Span],
) -> (Suppressions, Vec<Diagnostic>) {
    let mut suppressions = Suppressions::default();
    let mut diagnostics = Vec::new();
    // Few files have such a comment.
    if !text.contains(WORD) {
        return (suppressions, diagnostics);
    }
    let mut scalars = Vec::new();
    for root in documents
        .iter()
        .filter_map(|document| document.root.as_ref())
    {
        scalars_of(root, &mut scalars);
    }
    // An alias refers to a node elsewhere in the file, so the scalars are not yet in order.
    scalars.sort_unstable_by_key(|scalar| scalar.start);
    scalars.dedup();
    for comment in comments(text, &scalars) {
        let reading = Comment {
            file,
            text,
            at: comment.clone(),
            scope: scope(text, comment.start, items),
        };
        reading.read(&mut suppressions.allowed, &mut diagnostics);
    }
    (suppressions, diagnostics)
}

impl Suppressions {
    pub fn is_empty(&self) -> bool {
        self.allowed.is_empty()
    }

    /// Returns whether a comment of the file allows a diagnostic, and marks that comment as used.
    pub fn allow(&mut self, diagnostic: &Diagnostic) -> bool {
        let mut allowed = false;
        for known in &mut self.allowed {
            if known.code == diagnostic.code && known.scope.contains(&diagnostic.primary.at.start) {
                known.used = true;
                allowed = true;
            }
        }
        allowed
    }

    /// Reports the comments that allow an enabled lint, but suppressed no diagnostic. If `all_judged` is `false`, skips
    /// lints that depend on other cards or sets: some of those were not checked, so the lint may have missed a problem.
    pub fn unused(&self, levels: &Levels, all_judged: bool) -> Vec<Diagnostic> {
        self.allowed
            .iter()
            .filter(|known| !known.used && levels.severity(known.code).is_some())
            .filter(|known| all_judged || !depends_on_others(known.code))
            .map(|known| {
                Diagnostic::new(
                    Code::UnusedSuppression,
                    known.at,
                    format!("{} reports nothing here", known.code.name()),
                    "allows nothing",
                )
                .note("an unused comment can hide the next problem")
                // Unsafe because the comment has a reason in the author's own words.
                .fix(Safety::Unsafe, "remove the comment", known.removed, "")
            })
            .collect()
    }
}

fn scalars_of(node: &Node, scalars: &mut Vec<Range<usize>>) {
    match &node.value {
        Value::Scalar(_) => scalars.push(node.span.range()),
        Value::Sequence(items) => items.iter().for_each(|item| scalars_of(item, scalars)),
        Value::Mapping(entries) => {
            for entry in entries.iter() {
                scalars_of(&entry.key, scalars);
                scalars_of(&entry.value, scalars);
            }
        }
    }
}

/// Returns the comments addressed to cardwright, from `#` to the end of the line. The scalars must be in order.
fn comments(text: &str, scalars: &[Range<usize>]) -> Vec<Range<usize>> {
    text.match_indices(WORD)
        .filter_map(|(at, _)| {
            let before = text[..at].trim_end_matches([' ', '\t']);
            let start = before.strip_suffix('#')?.len();
            let alone = text[..start].is_empty() || text[..start].ends_with([' ', '\t', '\n']);
            let before = scalars.partition_point(|scalar| scalar.start <= start);
            let within = before.checked_sub(1).and_then(|at| scalars.get(at));
            if !alone || within.is_some_and(|scalar| scalar.contains(&start)) {
                return None;
            }
            let length = text[start..]
                .find(['\n', '\r'])
                .unwrap_or(text.len() - start);
            let comment = &text[start..start + length];
            Some(start..start + comment.trim_end().len())
        })
        .collect()
}

/// Returns the byte range of the file that a comment applies to.
fn scope(text: &str, comment: usize, items: &[Span]) -> Range<u32> {
    let comment_at = comment as u32;
    let Some(first) = items.first().filter(|first| comment_at >= first.start) else {
        return 0..text.len() as u32 + 1;
    };
    let line = text[..comment].rfind('\n').map_or(0, |end| end + 1);
    // A dash or document marker belongs to the following item.
    let alone = text[line..comment].trim().is_empty();
    let within = items
        .partition_point(|item| item.start <= comment_at)
        .saturating_sub(1);
    let item = items.get(within).unwrap_or(first);
    let after = comment_at >= item.end && (alone || item.end as usize <= line);
    let at = match items.get(within + 1) {
        Some(_) if after => within + 1,
        _ => within,
    };
    let start = items.get(at).map_or(0, |item| item.start);
    let end = items
        .get(at + 1)
        .map_or(text.len() as u32 + 1, |next| next.start);
    start..end
}

struct Comment<'t> {
    file: FileId,
    text: &'t str,
    at: Range<usize>,
    scope: Range<u32>,
}

impl Comment<'_> {
    fn read(&self, allowed: &mut Vec<Allowed>, diagnostics: &mut Vec<Diagnostic>) {
        let comment = &self.text[self.at.clone()];
        let after = comment.find(WORD).map_or(0, |at| at + WORD.len());
        let rest = comment[after..].trim_start();
        let Some(asked) = rest.strip_prefix(':').map(str::trim_start) else {
            // A comment that only mentions cardwright is ignored, unless it starts like an `allow`.
            if rest.starts_with("allow") {
                diagnostics.push(self.unreadable());
            }
            return;
        };
        let Some((names, reason)) = asked
            .strip_prefix("allow")
            .map(str::trim_start)
            .and_then(|rest| rest.strip_prefix('('))
            .and_then(|rest| rest.split_once(')'))
        else {
            diagnostics.push(self.unreadable());
            return;
        };
        if names.trim().is_empty() {
            diagnostics.push(self.unreadable().note("the brackets are empty"));
            return;
        }
        let offset =
            |part: &str| self.at.start + (part.as_ptr() as usize - comment.as_ptr() as usize);
        let mut listed: Vec<(&str, Range<usize>)> = Vec::new();
        for name in names.split(',') {
            let trimmed = name.trim();
            let start = offset(trimmed);
            listed.push((trimmed, start..start + trimmed.len()));
        }
        let has_reason = reason.chars().any(char::is_alphanumeric);
        let before = diagnostics.len();
        let mut known = Vec::new();
        for (at, (name, range)) in listed.iter().enumerate() {
            match self.lint(name, range.clone()) {
                Ok(code) => known.push((code, at, range.clone())),
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
        if !has_reason {
            if diagnostics.len() == before {
                diagnostics.push(self.without_reason());
            }
            return;
        }
        for (code, at, range) in known {
            let before = at.checked_sub(1).and_then(|at| listed.get(at));
            let removed = match (before, listed.get(at + 1)) {
                // Remove the preceding comma too; with the first name, remove the following one.
                (Some((_, before)), _) => before.end..range.end,
                (None, Some((_, next))) => range.start..next.start,
                (None, None) => self.whole_comment(),
            };
            allowed.push(Allowed {
                code,
                at: self.span(range),
                scope: self.scope.clone(),
                removed: self.span(removed),
                used: false,
            });
        }
    }

    /// Returns the lint with a name, or the diagnostic if it cannot be allowed.
    fn lint(&self, name: &str, range: Range<usize>) -> Result<Code, Box<Diagnostic>> {
        let at = self.span(range);
        let unknown = |message: String, label: &str| {
            Diagnostic::new(Code::UnknownSuppression, at, message, label)
        };
        match Code::find(name) {
            Some(code) if !code.is_lint() => Err(Box::new(
                unknown(
                    format!("{} is an error and cannot be allowed", code.name()),
                    "cannot be allowed",
                )
                .help("fix the error, and remove this comment"),
            )),
            Some(code) if code.is_about_comments() => Err(Box::new(
                unknown(
                    format!("{} cannot be allowed in a comment", code.name()),
                    "a rule about comments",
                )
                .help("set its level under `[lints]` in cardwright.toml"),
            )),
            Some(code) => Ok(code),
            None => {
                let lints = Code::ALL.iter().filter(|code| code.is_lint());
                let close = closest(name, lints.map(|code| code.name()));
                let diagnostic = unknown(
                    format!("no rule is named \"{}\"", prose::shown(name)),
                    "not the name of a rule",
                );
                Err(Box::new(match close {
                    Some(close) => {
                        diagnostic.fix(Safety::Safe, format!("write `{close}`"), at, close)
                    }
                    None => diagnostic.help("`cardwright rules` lists all rules"),
                }))
            }
        }
    }

    fn unreadable(&self) -> Diagnostic {
        Diagnostic::new(
            Code::UnknownSuppression,
            self.span(self.at.clone()),
            "cannot read this cardwright comment",
            "has no effect",
        )
        .help("write `# cardwright: allow(name-of-a-rule) the reason`")
    }

    fn without_reason(&self) -> Diagnostic {
        Diagnostic::new(
            Code::SuppressionWithoutReason,
            self.span(self.at.clone()),
            "this comment has no reason",
            "missing reason",
        )
        .note("the reason shows later readers whether the comment is still needed")
        .help("write the reason after the closing bracket")
    }

    /// Returns the range to remove with the comment: the whole line if it has nothing else, otherwise the comment and
    /// the spaces before it.
    fn whole_comment(&self) -> Range<usize> {
        let line = self.text[..self.at.start]
            .rfind('\n')
            .map_or(0, |end| end + 1);
        let before = &self.text[line..self.at.start];
        if !before.trim().is_empty() {
            return line + before.trim_end().len()..self.at.end;
        }
        let rest = &self.text[self.at.end..];
        let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
        line..self.at.end + end
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range)
    }
}

/// Removes the allowed diagnostics, and reports the comments that allow nothing. In a file with errors no comment is
/// reported as unused, because the errors may hide what it allows. `all_judged` states whether lints checked every
/// requested card and set.
pub fn apply(
    suppressions: &mut [(FileId, Suppressions)],
    levels: &Levels,
    all_judged: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if suppressions.is_empty() {
        return;
    }
    diagnostics.retain(|diagnostic| {
        !diagnostic.code.is_lint()
            || !suppressions
                .iter_mut()
                .filter(|(file, _)| *file == diagnostic.primary.at.file)
                .any(|(_, known)| known.allow(diagnostic))
    });
    let is_error = |diagnostic: &Diagnostic| diagnostic.code.severity() == Severity::Error;
    let all_judged = all_judged && !diagnostics.iter().any(is_error);
    for (file, known) in suppressions {
        let faulty = diagnostics
            .iter()
            .any(|diagnostic| diagnostic.primary.at.file == *file && is_error(diagnostic));
        if !faulty {
            diagnostics.extend(known.unused(levels, all_judged));
        }
    }
}

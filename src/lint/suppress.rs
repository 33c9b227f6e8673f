//! Comments that allow a lint: `# cardwright: allow(strictly-worse) it is the cheap one for beginners`.
//!
//! A comment before the first card or set of a file holds for the whole file. Any other one holds for the
//! card or set in which it stands; on a line of its own between two, for the one below it. The reason behind
//! it is for the next reader and has to be there. A comment that allows nothing is reported, so that none
//! outlives what it was for.

use std::ops::Range;

use super::depends_on_others;
use crate::card::wording;
use crate::diagnostic::{Code, Diagnostic, Levels, Safety, Severity, closest};
use crate::source::{FileId, Span};
use crate::yaml::{Document, Node, Value};

/// What the comments of one file allow.
#[derive(Clone, Debug, Default)]
pub struct Suppressions {
    allowed: Vec<Allowed>,
}

/// One lint that a comment allows.
#[derive(Clone, Debug)]
struct Allowed {
    code: Code,
    /// The name of the lint as it is written.
    at: Span,
    /// The bytes of the file for which it holds.
    scope: Range<u32>,
    /// What has to go where it is the only one of its comment, and else.
    removed: Span,
    used: bool,
}

/// The word with which such a comment begins.
const WORD: &str = "cardwright";

/// Reads the comments of a file. `items` are the places of its cards and sets, in order.
pub fn read(
    file: FileId,
    text: &str,
    documents: &[Document],
    items: &[Span],
) -> (Suppressions, Vec<Diagnostic>) {
    let mut suppressions = Suppressions::default();
    let mut found = Vec::new();
    // Hardly any file has one.
    if !text.contains(WORD) {
        return (suppressions, found);
    }
    let mut scalars = Vec::new();
    for root in documents
        .iter()
        .filter_map(|document| document.root.as_ref())
    {
        scalars_of(root, &mut scalars);
    }
    // What aliases stand for lies elsewhere in the file.
    scalars.sort_unstable_by_key(|scalar| scalar.start);
    scalars.dedup();
    for comment in comments(text, &scalars) {
        let reading = Comment {
            file,
            text,
            at: comment.clone(),
            scope: scope(text, comment.start, items),
        };
        reading.read(&mut suppressions.allowed, &mut found);
    }
    (suppressions, found)
}

impl Suppressions {
    pub fn is_empty(&self) -> bool {
        self.allowed.is_empty()
    }

    /// Whether a finding is allowed by one of the comments of its file.
    pub fn allow(&mut self, finding: &Diagnostic) -> bool {
        let mut allowed = false;
        for known in &mut self.allowed {
            if known.code == finding.code && known.scope.contains(&finding.primary.at.start) {
                known.used = true;
                allowed = true;
            }
        }
        allowed
    }

    /// The comments that allowed nothing, of lints that are heard. Unless `all_judged`, those that look at
    /// other cards and sets may have found nothing only because one of these could not be judged.
    pub fn unused(&self, levels: &Levels, all_judged: bool) -> Vec<Diagnostic> {
        self.allowed
            .iter()
            .filter(|known| !known.used && levels.severity(known.code).is_some())
            .filter(|known| all_judged || !depends_on_others(known.code))
            .map(|known| {
                Diagnostic::new(
                    Code::UnusedSuppression,
                    known.at,
                    format!("{} finds nothing here", known.code.name()),
                    "allows nothing",
                )
                .note("a comment that outlives its reason hides the next finding")
                // The reason in it is the author's own words.
                .fix(Safety::Unsafe, "remove it", known.removed, "")
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

/// The comments that speak to cardwright, from their `#` to the end of their line. The scalars are in order.
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

/// For which bytes of the file a comment holds.
fn scope(text: &str, comment: usize, items: &[Span]) -> Range<u32> {
    let comment_at = comment as u32;
    let Some(first) = items.first().filter(|first| comment_at >= first.start) else {
        return 0..text.len() as u32 + 1;
    };
    let line = text[..comment].rfind('\n').map_or(0, |end| end + 1);
    // A dash or the mark of a document belongs to the item behind it.
    let alone = text[line..comment].trim().is_empty();
    let within = items
        .partition_point(|item| item.start <= comment_at)
        .saturating_sub(1);
    let item = items.get(within).unwrap_or(first);
    let behind = comment_at >= item.end && (alone || item.end as usize <= line);
    let at = match items.get(within + 1) {
        Some(_) if behind => within + 1,
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
    fn read(&self, allowed: &mut Vec<Allowed>, found: &mut Vec<Diagnostic>) {
        let comment = &self.text[self.at.clone()];
        let behind = comment.find(WORD).map_or(0, |at| at + WORD.len());
        let rest = comment[behind..].trim_start();
        let Some(asked) = rest.strip_prefix(':').map(str::trim_start) else {
            // A comment about cardwright, unless it looks like one to it.
            if rest.starts_with("allow") {
                found.push(self.unreadable());
            }
            return;
        };
        let Some((names, reason)) = asked
            .strip_prefix("allow")
            .map(str::trim_start)
            .and_then(|rest| rest.strip_prefix('('))
            .and_then(|rest| rest.split_once(')'))
        else {
            found.push(self.unreadable());
            return;
        };
        if names.trim().is_empty() {
            found.push(
                self.unreadable()
                    .note("nothing stands between the brackets"),
            );
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
        let before = found.len();
        let mut known = Vec::new();
        for (at, (name, range)) in listed.iter().enumerate() {
            match self.lint(name, range.clone()) {
                Ok(code) => known.push((code, at, range.clone())),
                Err(finding) => found.push(*finding),
            }
        }
        if !has_reason {
            if found.len() == before {
                found.push(self.without_reason());
            }
            return;
        }
        for (code, at, range) in known {
            let before = at.checked_sub(1).and_then(|at| listed.get(at));
            let removed = match (before, listed.get(at + 1)) {
                // With the comma before it, or behind the first.
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

    /// The lint of that name, or what is wrong with it.
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
                .help("mend what it finds, and remove this comment"),
            )),
            Some(code) if code.is_about_comments() => Err(Box::new(
                unknown(
                    format!("{} cannot be allowed in a comment", code.name()),
                    "is about comments itself",
                )
                .help("set its level under `[lints]` in cardwright.toml"),
            )),
            Some(code) => Ok(code),
            None => {
                let lints = Code::ALL.iter().filter(|code| code.is_lint());
                let close = closest(name, lints.map(|code| code.name()));
                let finding = unknown(
                    format!("no rule is called \"{}\"", wording::shown(name)),
                    "not the name of a rule",
                );
                Err(Box::new(match close {
                    Some(close) => finding.fix(Safety::Safe, format!("write `{close}`"), at, close),
                    None => finding.help("`cardwright rules` lists all rules"),
                }))
            }
        }
    }

    fn unreadable(&self) -> Diagnostic {
        Diagnostic::new(
            Code::UnknownSuppression,
            self.span(self.at.clone()),
            "this comment speaks to cardwright and cannot be read",
            "allows nothing as it is",
        )
        .help("write `# cardwright: allow(name-of-a-rule) the reason`")
    }

    fn without_reason(&self) -> Diagnostic {
        Diagnostic::new(
            Code::SuppressionWithoutReason,
            self.span(self.at.clone()),
            "this comment does not say why",
            "allows nothing without a reason",
        )
        .note("the next reader has to know whether the reason still holds")
        .help("write the reason behind the closing bracket")
    }

    /// The comment, with its line if it has one of its own, else with the space before it.
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

/// Takes out what comments allow, and reports the comments that allow nothing. What they allow in a file
/// with errors may be hidden by these, so nothing is called unused there. `all_judged` says whether lints
/// looked at every checked card and set.
pub fn apply(
    suppressions: &mut [(FileId, Suppressions)],
    levels: &Levels,
    all_judged: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if suppressions.is_empty() {
        return;
    }
    diagnostics.retain(|finding| {
        !finding.code.is_lint()
            || !suppressions
                .iter_mut()
                .filter(|(file, _)| *file == finding.primary.at.file)
                .any(|(_, known)| known.allow(finding))
    });
    let is_error = |finding: &Diagnostic| finding.code.severity() == Severity::Error;
    let all_judged = all_judged && !diagnostics.iter().any(is_error);
    for (file, known) in suppressions {
        let faulty = diagnostics
            .iter()
            .any(|finding| finding.primary.at.file == *file && is_error(finding));
        if !faulty {
            diagnostics.extend(known.unused(levels, all_judged));
        }
    }
}

//! Renders diagnostics for programs. The format is stable: `schema/diagnostics.schema.json`.

use cardwright_play::simulate::SetReport;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Findings, Scope, escape, visible};
use crate::bundle;
use crate::collections::IndexMap;
use crate::diagnostic::{self, Diagnostic, Safety, Severity};
use crate::effect::ir::Ability;
use crate::kingdom::MissingCards;
use crate::kingdom::repair::Plan;
use crate::kingdom::report::KingdomReport;
use crate::source::{Sources, Span};

/// The version of the format.
pub const VERSION: u32 = 1;

/// The result of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The version of this format.
    pub version: u32,
    /// Sorted by file and position.
    pub diagnostics: Vec<Finding>,
    pub summary: Summary,
    /// The results of `kingdom` for each set; absent for other commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kingdoms: Option<Vec<Verdict>>,
    /// The results of `build --check` for each bundle; absent for other commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundles: Option<Vec<BundleVerdict>>,
    /// The result of `effect --emit ir`; absent for other commands and texts with errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ir: Option<Abilities>,
    /// The result of `effect --emit text`; absent for other commands and texts with errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The result of `effect --emit outline`; absent for other commands and texts with errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<String>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// Stable and never reused: `E0203`.
    pub code: String,
    /// The name of the code: `unknown-card`.
    pub name: String,
    pub severity: SeverityName,
    /// What is wrong.
    pub message: String,
    /// The id of the card or the name of the set that contains the problem.
    pub card: Option<String>,
    pub file: String,
    /// The smallest range that is wrong.
    pub range: Range,
    /// What is wrong in that range; makes sense alone.
    pub label: String,
    /// Other ranges that are involved.
    pub labels: Vec<Label>,
    /// Why it is wrong.
    pub note: Option<String>,
    /// What to do.
    pub help: Option<String>,
    pub fixes: Vec<Fix>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeverityName {
    Error,
    Warning,
    Suggestion,
}

/// A range in a file; the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in Unicode scalar values.
    pub column: usize,
    /// Counted from 0, in bytes of the file.
    pub offset: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Label {
    pub file: String,
    pub range: Range,
    pub message: String,
}

/// A change of the files that fixes the finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fix {
    pub title: String,
    /// The safety: whether the fix may be applied without confirmation.
    pub safety: SafetyName,
    pub edits: Vec<Edit>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SafetyName {
    Safe,
    Unsafe,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Edit {
    pub file: String,
    pub range: Range,
    pub text: String,
}

/// The result of comparing a bundle with its sources.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BundleVerdict {
    pub folder: String,
    /// The id of the expected game.
    pub game: String,
    /// `true` if it is complete and matches the sources.
    pub up_to_date: bool,
    /// The problems of the bundle; may be empty if the sources have errors.
    pub problems: Vec<bundle::Problem>,
}

/// Numbers of checked items and findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    pub cards: usize,
    pub kingdoms: usize,
    pub errors: usize,
    pub warnings: usize,
    pub suggestions: usize,
    /// Cards with text that cannot be expressed yet and is not executed.
    pub manual: usize,
    /// Numbers of findings that have a fix.
    pub fixable: Fixable,
    /// Numbers of tests of cards; absent for commands other than `test`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests: Option<TestCounts>,
}

/// Numbers of tests of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestCounts {
    pub passed: usize,
    pub failed: usize,
}

/// Numbers of findings with a fix, by the safety of the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fixable {
    /// Applied by `--fix`.
    pub safe: usize,
    /// Applied only by `--unsafe-fixes`.
    pub r#unsafe: usize,
}

/// The verdict on a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    pub id: String,
    pub name: String,
    pub game: String,
    /// The id of the house rules that it was checked against; absent for the rules of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house_rules: Option<String>,
    pub legal: bool,
    /// The number of errors in it.
    pub errors: usize,
    /// Its missing cards; absent without `--draft`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Vec<MissingCards>>,
    /// Why the missing cards cannot all be added; absent if they can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stuck: Option<String>,
    /// Its smallest repair; absent without `--repair`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<Repair>,
    /// The number of cards in each zone.
    pub zones: IndexMap<String, u32>,
    /// The number of all cards.
    pub total: u32,
    /// The report, with `kingdom --report` or `--svg`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<KingdomReport>,
    /// What came out of its games against other sets, with `--games`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<SetReport>,
}

/// The smallest repair of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Repair {
    /// `true` if the set satisfies every rule after it.
    pub possible: bool,
    /// Why there is no repair, or why it cannot be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// `true` if it was written to the file.
    pub written: bool,
    /// The changes; none for a set that is legal already.
    #[serde(flatten)]
    pub plan: Plan,
}

/// Abilities, and the version of the IR.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Abilities {
    pub ir: u32,
    pub abilities: Vec<Ability>,
}

/// Converts the findings to a document.
pub fn report(findings: &Findings<'_>) -> Report {
    let (cards, kingdoms, manual) = match findings.scope {
        Scope::Files {
            cards,
            kingdoms,
            manual,
            ..
        } => (*cards, *kingdoms, *manual),
        Scope::Text | Scope::Tests { .. } => (0, 0, 0),
    };
    Report {
        version: VERSION,
        diagnostics: findings
            .diagnostics
            .iter()
            .map(|diagnostic| finding(findings.sources, diagnostic))
            .collect(),
        summary: Summary {
            cards,
            kingdoms,
            errors: findings.count(Severity::Error),
            warnings: findings.count(Severity::Warning),
            suggestions: findings.count(Severity::Suggestion),
            manual,
            fixable: Fixable {
                safe: findings.fixable(Safety::Safe),
                r#unsafe: findings.fixable(Safety::Unsafe),
            },
            tests: match findings.scope {
                Scope::Tests { passed, failed } => Some(TestCounts {
                    passed: *passed,
                    failed: *failed,
                }),
                Scope::Files { .. } | Scope::Text => None,
            },
        },
        kingdoms: None,
        bundles: None,
        ir: None,
        text: None,
        outline: None,
    }
}

/// Renders a document, without characters that could control a terminal or are invisible.
pub fn to_text(report: &Report) -> String {
    let report = serde_json::to_value(report).expect("every key of a report is a string");
    without_hidden(report)
}

/// Renders a document with every hidden character as `\uXXXX`, which has the same meaning in JSON.
pub(super) fn without_hidden(document: serde_json::Value) -> String {
    escape::json(&bundle::to_json(&document))
}

fn finding(sources: &Sources, diagnostic: &Diagnostic) -> Finding {
    let path = |span: Span| sources.file(span.file).path.to_string();
    Finding {
        code: diagnostic.code.code().to_owned(),
        name: diagnostic.code.name().to_owned(),
        severity: match diagnostic.severity {
            Severity::Error => SeverityName::Error,
            Severity::Warning => SeverityName::Warning,
            Severity::Suggestion => SeverityName::Suggestion,
        },
        message: shown(&diagnostic.message),
        card: diagnostic.card.clone(),
        file: path(diagnostic.primary.at),
        range: range(sources, diagnostic.primary.at),
        label: shown(&diagnostic.primary.message),
        labels: diagnostic
            .secondary
            .iter()
            .map(|label| Label {
                file: path(label.at),
                range: range(sources, label.at),
                message: shown(&label.message),
            })
            .collect(),
        note: diagnostic.note.as_deref().map(shown),
        help: diagnostic.help.as_deref().map(shown),
        fixes: diagnostic
            .fixes
            .iter()
            .map(|fix| fix_of(sources, fix))
            .collect(),
    }
}

fn fix_of(sources: &Sources, fix: &diagnostic::Fix) -> Fix {
    Fix {
        title: shown(&fix.title),
        safety: match fix.safety {
            Safety::Safe => SafetyName::Safe,
            Safety::Unsafe => SafetyName::Unsafe,
        },
        edits: fix
            .edits
            .iter()
            .map(|edit| Edit {
                file: sources.file(edit.at.file).path.to_string(),
                range: range(sources, edit.at),
                text: edit.text.clone(),
            })
            .collect(),
    }
}

/// Escapes a text for people, who may read it in a terminal. Names, paths and edits are data and
/// stay unchanged.
fn shown(written: &str) -> String {
    let lines: Vec<_> = written.split('\n').map(visible).collect();
    lines.join("\n")
}

fn range(sources: &Sources, span: Span) -> Range {
    let position = |offset: u32| {
        let (line, column) = sources.file(span.file).line_column(offset as usize);
        Position {
            line,
            column,
            offset: offset as usize,
        }
    };
    Range {
        start: position(span.start),
        end: position(span.end),
    }
}

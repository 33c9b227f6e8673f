//! Findings for programs. The shape is a contract: `schema/diagnostics.schema.json`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Findings, Scope, escape, visible};
use crate::bundle;
use crate::collections::IndexMap;
use crate::diagnostic::{self, Diagnostic, Safety, Severity};
use crate::effect::ir::Ability;
use crate::kingdom::Open;
use crate::kingdom::repair::Plan;
use crate::kingdom::report::KingdomReport;
use crate::source::{Sources, Span};

/// The version of the shape.
pub const VERSION: u32 = 1;

/// Everything that was found in one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The version of this shape.
    pub version: u32,
    /// In the order of files and places.
    pub diagnostics: Vec<Finding>,
    pub summary: Summary,
    /// What `kingdom` says of each set; absent for other commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kingdoms: Option<Vec<Verdict>>,
    /// What `build --check` says of the bundle of each game; absent for other commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundles: Option<Vec<BundleVerdict>>,
    /// What `effect --emit ir` made of the text; absent for other commands and faulty texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ir: Option<Abilities>,
    /// What `effect --emit text` made of the text; absent for other commands and faulty texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What `effect --emit outline` made of the text; absent for other commands and faulty texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<String>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// Stable and never reused: `E0203`.
    pub code: String,
    /// The code in words: `unknown-card`.
    pub name: String,
    pub severity: SeverityName,
    /// What is wrong.
    pub message: String,
    /// The id of the card or the name of the set in which it was found.
    pub card: Option<String>,
    pub file: String,
    /// The smallest place that is wrong.
    pub range: Range,
    /// What that place is; makes sense alone.
    pub label: String,
    /// Other places that take part.
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

/// A place in a file; the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    /// From 1.
    pub line: usize,
    /// From 1, in Unicode scalar values.
    pub column: usize,
    /// From 0, in bytes of the file.
    pub offset: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Label {
    pub file: String,
    pub range: Range,
    pub message: String,
}

/// A change of the files that mends the finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fix {
    pub title: String,
    /// Whether it may be made without asking.
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

/// Whether a bundle is the one that the sources give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BundleVerdict {
    pub folder: String,
    /// The id of the game whose bundle should be there.
    pub game: String,
    /// Whether it is whole and what the sources give.
    pub up_to_date: bool,
    /// What is wrong with it; may be empty where the sources have errors.
    pub problems: Vec<bundle::Problem>,
}

/// How much was looked at and found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    pub cards: usize,
    pub kingdoms: usize,
    pub errors: usize,
    pub warnings: usize,
    pub suggestions: usize,
    /// Cards with text that cannot be expressed yet and is not executed.
    pub manual: usize,
    /// Of the findings, those that have a fix.
    pub fixable: Fixable,
}

/// How many findings have a fix, by the safety of the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fixable {
    /// With `--fix`.
    pub safe: usize,
    /// With `--unsafe-fixes` only.
    pub r#unsafe: usize,
}

/// Whether a set is legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    pub id: String,
    pub name: String,
    pub game: String,
    /// The id of the house rules by which it was judged; absent for the rules of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house_rules: Option<String>,
    pub legal: bool,
    /// How many errors were found in it.
    pub errors: usize,
    /// What it lacks; absent without `--draft`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Vec<Open>>,
    /// Why what it lacks cannot all be added, if it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stuck: Option<String>,
    /// Its smallest repair; absent without `--repair`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<Repair>,
    /// How many cards each zone holds.
    pub zones: IndexMap<String, u32>,
    /// How many cards it has in all.
    pub total: u32,
    /// What it is made of, with `kingdom --report` or `--svg`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<KingdomReport>,
}

/// The smallest repair of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Repair {
    /// Whether the set keeps every rule after it.
    pub possible: bool,
    /// Why there is none, or why it cannot be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether it was written into the file.
    pub written: bool,
    /// What changes; no change for a set that is legal already.
    #[serde(flatten)]
    pub plan: Plan,
}

/// Abilities and the version of their shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Abilities {
    pub ir: u32,
    pub abilities: Vec<Ability>,
}

/// The findings as a document.
pub fn report(findings: &Findings<'_>) -> Report {
    let (cards, kingdoms, manual) = match findings.scope {
        Scope::Files {
            cards,
            kingdoms,
            manual,
            ..
        } => (*cards, *kingdoms, *manual),
        Scope::Text => (0, 0, 0),
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
        },
        kingdoms: None,
        bundles: None,
        ir: None,
        text: None,
        outline: None,
    }
}

/// A document as text, with nothing in it that a terminal would obey or that nobody sees.
pub fn to_text(report: &Report) -> String {
    let report = serde_json::to_value(report).expect("every key of a report is a string");
    without_hidden(report)
}

/// The text of a document in which every hidden character is written as `\uXXXX`, which is the same
/// to whoever reads it as JSON.
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

/// What is said to people, who may see it in a terminal. Names, paths and edits are data and stay.
fn shown(said: &str) -> String {
    let lines: Vec<_> = said.split('\n').map(visible).collect();
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

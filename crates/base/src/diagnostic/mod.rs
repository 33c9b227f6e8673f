//! Diagnostics: one type for every problem in the author's files.
//!
//! A diagnostic says what is wrong, why, and what to do, in the author's own names and values.
//! Problems of cards are always values of this type, never `Err`.
//!
//! ```
//! use cardwright::compile::{self, Role};
//! use cardwright::game::embedded_game;
//! use cardwright::source::{SourceFile, Sources};
//!
//! let mut sources = Sources::default();
//! let data = SourceFile::inside(embedded_game("card-game").expect("built in").game);
//! let game = compile::load_game(sources.add(data.clone()), &data).expect("valid data");
//! let card = "
//! name: Howl
//! type: spell
//! cost: { power: 1 }
//! traits: [air]
//! effect: Each enemy *gnol* loses 1 attack until the end of the round.
//! ";
//! let file = sources.add(SourceFile::new("cards/howl.yaml", card));
//! let compilation = compile::compile(&game, &sources, &[(file, Role::Checked)]);
//! let found = &compilation.diagnostics[0];
//! assert_eq!(found.code.code(), "E0202");
//! assert_eq!(sources.slice(found.primary.at), "gnol");
//! ```

mod cap;
mod code;
mod edit_distance;
mod level;
pub mod prose;
mod reason;

pub use cap::{
    CappedDiagnostics, MAX_DIAGNOSTICS_PER_FILE, MAX_MESSAGE_LEN, SuppressedCounts, cap,
};
pub use code::Code;
pub use edit_distance::{MAX_EDITS, closest, matches_within};
pub use level::{Level, Levels};
pub use reason::Reason;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::collections::IndexMap;
use crate::source::Span;

/// The severity of a diagnostic. Errors prevent a bundle from being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    Error,
    Warning,
    Suggestion,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Suggestion => "suggestion",
        }
    }
}

/// One diagnostic. `P` is the type of its positions: a [`Span`] outside the core, a [`Place`] while
/// an effect text is compiled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic<P = Span> {
    pub code: Code,
    pub severity: Severity,
    /// What is wrong, in lower case, without a full stop.
    pub message: String,
    /// The id of the card or the name of the set that contains the problem.
    pub card: Option<String>,
    /// The smallest range that is wrong. Its text makes sense without the message.
    pub primary: Label<P>,
    /// Other ranges that are involved.
    pub secondary: Vec<Label<P>>,
    /// Why it is wrong, if the label has no room for it.
    pub note: Option<String>,
    /// What to do. No other text proposes a change.
    pub help: Option<String>,
    pub fixes: Vec<Fix<P>>,
    /// Why it was reported, for code that depends on it. Never shown.
    #[serde(skip)]
    pub reason: Reason,
    /// The ids and names that it is about, for code that depends on them. Never shown.
    #[serde(skip)]
    pub names: Vec<SmolStr>,
}

/// The problem that a diagnostic reports, regardless of its position: equal for diagnostics with the same code and
/// message. No other code compares messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Problem<'d> {
    code: Code,
    message: &'d str,
}

/// A range with a text about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label<P = Span> {
    pub at: P,
    pub message: String,
}

/// A change of the text that fixes the problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix<P = Span> {
    pub title: String,
    pub safety: Safety,
    pub edits: Vec<Edit<P>>,
}

/// The safety of a fix, which decides whether it may be applied without confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Safety {
    /// The fix is certainly what the author meant.
    Safe,
    /// The fix is a good guess.
    Unsafe,
}

/// The replacement of one range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit<P = Span> {
    pub at: P,
    pub text: String,
}

/// A position while an effect text is compiled: in the text itself, or in a file (such as the
/// definition of another card).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Text(std::ops::Range<usize>),
    File(Span),
}

impl Diagnostic {
    /// All spans of a diagnostic except the primary one.
    pub fn other_places(&self) -> impl Iterator<Item = Span> {
        let labels = self.secondary.iter().map(|label| label.at);
        let edits = self.fixes.iter().flat_map(|fix| &fix.edits);
        labels.chain(edits.map(|edit| edit.at))
    }
}

impl<P> Diagnostic<P> {
    pub fn new(code: Code, at: P, message: impl Into<String>, label: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            card: None,
            primary: Label {
                at,
                message: label.into(),
            },
            secondary: Vec::new(),
            note: None,
            help: None,
            fixes: Vec::new(),
            reason: Reason::default(),
            names: Vec::new(),
        }
    }

    /// Sets the reason.
    pub fn because(mut self, reason: Reason) -> Self {
        self.reason = reason;
        self
    }

    /// Adds ids or names that the diagnostic is about.
    pub fn naming<N: Into<SmolStr>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.names.extend(names.into_iter().map(Into::into));
        self
    }

    /// Returns what is wrong, regardless of the position.
    pub fn problem(&self) -> Problem<'_> {
        Problem {
            code: self.code,
            message: &self.message,
        }
    }

    /// Returns whether two diagnostics report the same problem, perhaps at different positions.
    pub fn is_same_problem(&self, other: &Self) -> bool {
        self.problem() == other.problem()
    }

    /// Returns whether the help is the title of the first fix.
    pub fn is_helped_by_fix(&self) -> bool {
        let first = self.fixes.first();
        first.is_some_and(|fix| self.help.as_ref() == Some(&fix.title))
    }

    /// Removes the full stop from a quotation at the end of the help or of the title of a fix, because the quoted
    /// sentence continues in the text.
    pub fn quote_without_full_stop(&mut self) {
        let titles = self.fixes.iter_mut().map(|fix| &mut fix.title);
        for quoting in titles.chain(&mut self.help) {
            if let Some(open) = quoting.strip_suffix(".`") {
                *quoting = format!("{open}`");
            }
        }
    }

    /// Replaces the text that the fixes insert at some positions, and its quotations in the titles of the fixes and in
    /// the help.
    pub fn rewrite_edits(&mut self, at: impl Fn(&P) -> bool, by: impl Fn(&str) -> String) {
        for fix in &mut self.fixes {
            for edit in fix.edits.iter_mut().filter(|edit| at(&edit.at)) {
                let before = std::mem::take(&mut edit.text);
                edit.text = by(&before);
                fix.title = fix.title.replacen(&before, &edit.text, 1);
            }
        }
        if let (Some(fix), Some(help)) = (self.fixes.first(), &mut self.help)
            && fix.title.eq_ignore_ascii_case(help)
        {
            help.clone_from(&fix.title);
        }
    }

    pub fn label(mut self, at: P, message: impl Into<String>) -> Self {
        self.secondary.push(Label {
            at,
            message: message.into(),
        });
        self
    }

    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a fix with one edit. If there is no help text yet, the title becomes the help.
    pub fn fix(
        self,
        safety: Safety,
        title: impl Into<String>,
        at: P,
        text: impl Into<String>,
    ) -> Self {
        let text = text.into();
        self.fix_all(safety, title, [Edit { at, text }])
    }

    /// Adds a fix with several edits. If there is no help text yet, the title becomes the help.
    pub fn fix_all(
        mut self,
        safety: Safety,
        title: impl Into<String>,
        edits: impl IntoIterator<Item = Edit<P>>,
    ) -> Self {
        let title = title.into();
        if self.help.is_none() {
            self.help = Some(title.clone());
        }
        self.fixes.push(Fix {
            title,
            safety,
            edits: edits.into_iter().collect(),
        });
        self
    }

    pub fn in_card(mut self, card: &str) -> Self {
        self.card = Some(card.to_owned());
        self
    }

    /// Converts the positions of a diagnostic.
    pub fn map<Q>(self, place: impl Fn(P) -> Q) -> Diagnostic<Q> {
        let label = |label: Label<P>| Label {
            at: place(label.at),
            message: label.message,
        };
        Diagnostic {
            code: self.code,
            severity: self.severity,
            message: self.message,
            card: self.card,
            primary: label(self.primary),
            secondary: self.secondary.into_iter().map(label).collect(),
            note: self.note,
            help: self.help,
            fixes: self
                .fixes
                .into_iter()
                .map(|fix| Fix {
                    title: fix.title,
                    safety: fix.safety,
                    edits: fix
                        .edits
                        .into_iter()
                        .map(|edit| Edit {
                            at: place(edit.at),
                            text: edit.text,
                        })
                        .collect(),
                })
                .collect(),
            reason: self.reason,
            names: self.names,
        }
    }
}

/// Sorts diagnostics by position, so that every run shows them in the same order, and removes
/// duplicates: the same problem at the same position.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| {
        (a.primary.at, a.severity, a.problem()).cmp(&(b.primary.at, b.severity, b.problem()))
    });
    diagnostics.dedup_by(|a, b| a.primary.at == b.primary.at && a.is_same_problem(b));
}

/// Maximum number of labels for the same problem.
const MOST_PLACES: usize = 8;

/// Merges diagnostics of the same problem with the same help into one. For example, many types may
/// list a renamed field.
pub fn merge_repeated(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut merged: IndexMap<(Code, String), Diagnostic> = IndexMap::default();
    for diagnostic in diagnostics {
        let problem = (diagnostic.code, diagnostic.message.clone());
        match merged.get_mut(&problem) {
            Some(first) if first.help == diagnostic.help => {
                let at = diagnostic.primary.at;
                let seen = first.primary.at == at || first.secondary.iter().any(|one| one.at == at);
                if !seen && first.secondary.len() < MOST_PLACES {
                    let again = std::mem::replace(first, diagnostic);
                    let label = "and here";
                    *first = again.label(at, label);
                }
            }
            _ => {
                merged.insert(problem, diagnostic);
            }
        }
    }
    merged.into_values().collect()
}

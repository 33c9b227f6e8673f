//! Showing findings: to people, in one line each, to programs and to services.
//!
//! Every renderer is a pure function from the same [`Findings`] to text.

pub mod changes;
mod escape;
mod excerpt;
pub mod github;
mod human;
pub mod json;
mod pen;
mod sarif;
mod sheet;
mod short;
mod summary;

pub use escape::{visible, visible_lines};
pub use github::github;
pub use human::{Screen, drawings, human};
pub use sarif::sarif;
pub use sheet::Sheet;
pub use short::short;
pub use summary::summary;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Safety, Severity};
use crate::game::DATA_FILE;
use crate::source::{Sources, Syntax};

/// What was found, and in how much.
#[derive(Clone, Copy, Debug)]
pub struct Findings<'f> {
    pub sources: &'f Sources,
    /// In the order in which they are shown.
    pub diagnostics: &'f [Diagnostic],
    pub scope: &'f Scope,
}

/// What was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scope {
    /// Card files.
    Files {
        cards: usize,
        kingdoms: usize,
        /// Cards with text that cannot be expressed yet and is not executed.
        manual: usize,
        /// What a set is called: `kingdom set`.
        set: String,
    },
    /// One effect text alone.
    Text,
}

impl Findings<'_> {
    /// How many there are of one severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == severity)
            .count()
    }

    /// How many have a fix of that safety first that can be made; a list that somebody pasted stays as it is, and so do
    /// the data of a game.
    pub fn fixable(&self, safety: Safety) -> usize {
        let first = |diagnostic: &Diagnostic| {
            let file = self.sources.file(diagnostic.primary.at.file);
            let fix = diagnostic.fixes.first()?;
            let is_data = file.path.rsplit(['/', '\\']).next() == Some(DATA_FILE);
            (file.syntax != Syntax::List && !is_data).then_some(fix.safety)
        };
        self.diagnostics
            .iter()
            .filter(|diagnostic| first(diagnostic) == Some(safety))
            .count()
    }
}

/// `1 card`, `2 cards`, for words whose plural ends in an s.
pub fn counted(count: usize, word: &str) -> String {
    if count == 1 {
        format!("1 {word}")
    } else {
        format!("{count} {word}s")
    }
}

/// Lines of a width that end at spaces alone, so that no word and nothing between backticks is taken apart; unless the
/// text has letters that are written without spaces.
pub(crate) fn at_spaces(width: usize, text: &str) -> textwrap::Options<'static> {
    let options =
        textwrap::Options::new(width).word_splitter(textwrap::WordSplitter::NoHyphenation);
    match text.chars().any(|letter| letter >= FIRST_WITHOUT_SPACES) {
        true => options,
        false => options.word_separator(textwrap::WordSeparator::AsciiSpace),
    }
}

/// From here on stand the letters of Chinese, Japanese and Korean.
const FIRST_WITHOUT_SPACES: char = '\u{2e80}';

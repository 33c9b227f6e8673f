//! Renders diagnostics: for people, on one line each, for programs and for services.
//!
//! Every renderer is a pure function from the same [`Findings`] to text.
//!
//! ```
//! # use cardwright::compile::{self, Role};
//! # use cardwright::game::embedded_game;
//! use cardwright::render::{self, Findings, Scope, Screen};
//! # use cardwright::source::{SourceFile, Sources};
//!
//! # let mut sources = Sources::default();
//! # let data = SourceFile::inside(embedded_game("card-game").expect("built in").game);
//! # let game = compile::load_game(sources.add(data.clone()), &data).expect("valid data");
//! # let card = "
//! # name: Howl
//! # type: spell
//! # cost: { power: 1 }
//! # traits: [air]
//! # effect: Each enemy *gnol* loses 1 attack until the end of the round.
//! # ";
//! # let file = sources.add(SourceFile::new("cards/howl.yaml", card));
//! # let compilation = compile::compile(&game, &sources, &[(file, Role::Checked)]);
//! // `sources` and `compilation` as in the example of `diagnostic`:
//! let findings = Findings {
//!     sources: &sources,
//!     diagnostics: &compilation.diagnostics,
//!     scope: &Scope::Text,
//! };
//! let text = render::human(&findings, Screen::default());
//! assert!(text.starts_with("error[E0202]: "));
//! ```

mod ansi;
pub mod changes;
mod escape;
mod excerpt;
pub mod github;
mod human;
pub mod json;
mod kingdom_report;
mod label_wrap;
mod sarif;
mod sheet;
mod short;
mod simulation;
mod summary;

pub use escape::{visible, visible_lines};
pub use github::github;
pub use human::{Screen, drawings, human};
pub use sarif::sarif;
pub use sheet::Sheet;
pub use short::short;
pub use simulation::games;
pub use summary::summary;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Safety, Severity};
use crate::game::DATA_FILE;
use crate::source::{Sources, Syntax};

/// The diagnostics of a run, with their sources and scope.
#[derive(Clone, Copy, Debug)]
pub struct Findings<'f> {
    pub sources: &'f Sources,
    /// In the order of output.
    pub diagnostics: &'f [Diagnostic],
    pub scope: &'f Scope,
}

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scope {
    /// Card files.
    Files {
        cards: usize,
        kingdoms: usize,
        /// Cards with text that cannot be expressed yet and is not executed.
        manual: usize,
        /// The name of a set: `kingdom set`.
        set: String,
    },
    /// A single effect text.
    Text,
    /// Tests of cards.
    Tests { passed: usize, failed: usize },
}

impl Findings<'_> {
    /// The number of diagnostics of one severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == severity)
            .count()
    }

    /// The number of diagnostics whose first fix has this safety and can be applied. Pasted lists
    /// and the data of a game are never changed.
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

/// Formats a number with its noun, if the plural of the noun ends in an s: `1 card`, `2 cards`.
pub fn counted(count: usize, word: &str) -> String {
    if count == 1 {
        format!("1 {word}")
    } else {
        format!("{count} {word}s")
    }
}

/// Returns options for lines that break only at spaces, so that words and text in backticks stay
/// together. A text with letters of scripts without spaces also breaks elsewhere.
pub fn at_spaces(width: usize, text: &str) -> textwrap::Options<'static> {
    let options =
        textwrap::Options::new(width).word_splitter(textwrap::WordSplitter::NoHyphenation);
    match text.chars().any(|letter| letter >= FIRST_WITHOUT_SPACES) {
        true => options,
        false => options.word_separator(textwrap::WordSeparator::AsciiSpace),
    }
}

/// The first code point of Chinese, Japanese and Korean letters.
const FIRST_WITHOUT_SPACES: char = '\u{2e80}';

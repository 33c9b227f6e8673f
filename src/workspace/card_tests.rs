//! The mistakes in files with tests of cards that can be seen without playing.

use std::collections::{BTreeMap, BTreeSet};

use super::Run;
use crate::diagnostic::{self, Code, Diagnostic, Severity};
use crate::parallel;
use crate::scenario::{self, Lexicon};
use crate::source::FileId;

impl Run {
    /// Adds the mistakes in files with tests, by the place of their game among the games. Tests of games that cannot be
    /// played are left out.
    pub fn check_tests(&mut self, by_game: &BTreeMap<usize, Vec<FileId>>) {
        let errors = self.diagnostics.iter();
        let errors = errors.filter(|finding| finding.severity == Severity::Error);
        let broken = Broken::of(&errors.cloned().collect::<Vec<_>>());
        for (at, files) in by_game {
            let Some(built) = self.games.get(*at) else {
                continue;
            };
            let Ok(table) = scenario::table(&built.game, &built.compilation) else {
                continue;
            };
            let lexicon = Lexicon::new(&built.game, &table, &built.compilation);
            let sources = &self.sources;
            let found: Vec<Vec<Diagnostic>> = parallel::map_by(1, files, |id| {
                scenario::read(&lexicon, *id, &sources.file(*id).text).findings
            });
            let found = found.into_iter().flatten().collect();
            self.diagnostics.extend(broken.without_unread(found));
        }
        diagnostic::sort(&mut self.diagnostics);
    }
}

/// The cards with errors. The tests in which they take part are not played.
#[derive(Default)]
pub struct Broken {
    pub ids: BTreeSet<String>,
    /// There are errors that are in no card: then a name may be that of a card that could not be read.
    others: bool,
}

impl Broken {
    /// Collects them from errors.
    pub fn of(errors: &[Diagnostic]) -> Self {
        Broken {
            ids: errors
                .iter()
                .filter_map(|error| error.card.clone())
                .collect(),
            others: errors.iter().any(|error| error.card.is_none()),
        }
    }

    /// Leaves out names that may be those of cards that could not be read.
    pub fn without_unread(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        found.retain(|finding| !(self.others && finding.code == Code::UnknownName));
        found
    }
}

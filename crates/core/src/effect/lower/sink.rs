//! The diagnostics of a line while it is lowered.

use crate::diagnostic::{Diagnostic, Place};

/// Collects diagnostics in the order in which they are reported.
#[derive(Clone, Default)]
pub(in crate::effect) struct Sink {
    diagnostics: Vec<Diagnostic<Place>>,
}

impl Sink {
    pub fn push(&mut self, finding: Diagnostic<Place>) {
        self.diagnostics.push(finding);
    }

    pub fn extend(&mut self, findings: impl IntoIterator<Item = Diagnostic<Place>>) {
        self.diagnostics.extend(findings);
    }

    /// Returns the number of diagnostics, as a mark for [`Sink::since`].
    pub fn mark(&self) -> usize {
        self.diagnostics.len()
    }

    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Returns the diagnostics since a mark.
    pub fn since(&self, mark: usize) -> &[Diagnostic<Place>] {
        self.diagnostics.get(mark..).unwrap_or_default()
    }

    /// Returns the diagnostics since a mark, to improve them.
    pub fn since_mut(&mut self, mark: usize) -> &mut [Diagnostic<Place>] {
        self.diagnostics.get_mut(mark..).unwrap_or_default()
    }

    /// Removes and returns the first diagnostic since a mark for which the test holds.
    pub fn remove_first(
        &mut self,
        mark: usize,
        test: impl Fn(&Diagnostic<Place>) -> bool,
    ) -> Option<Diagnostic<Place>> {
        let at = self.since(mark).iter().position(test)?;
        Some(self.diagnostics.remove(mark + at))
    }

    /// Removes the diagnostics since a mark.
    pub fn truncate(&mut self, mark: usize) {
        self.diagnostics.truncate(mark);
    }

    /// Takes all diagnostics.
    pub fn take(&mut self) -> Vec<Diagnostic<Place>> {
        std::mem::take(&mut self.diagnostics)
    }
}

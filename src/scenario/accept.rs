//! Writes the actual results into the tests, for review in the diff.

use super::{Played, Scenario};
use crate::source::Span;

/// Returns the edits that adapt the expectations of a test to the actual results. Expectations that are not met are
/// rewritten; a test without expectations gets new ones.
pub fn accept(scenario: &Scenario, played: &Played) -> Vec<(Span, String)> {
    let mut edits = played.changes.clone();
    if let Some(indent) = scenario.indent.filter(|_| !played.so.is_empty()) {
        let margin = " ".repeat(indent);
        let mut text = format!("\n{margin}then:");
        for line in &played.so {
            text += &format!("\n{margin}  {line}");
        }
        let at = Span {
            start: scenario.end.end,
            ..scenario.end
        };
        edits.push((at, text));
    }
    edits
}

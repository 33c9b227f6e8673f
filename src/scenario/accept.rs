//! Writes what came out into the tests, for reading in the diff.

use super::{Played, Scenario};
use crate::source::Span;

/// Returns the edits that make the expectations of a test say what is so: expectations that are not met are rewritten,
/// and a test without any gets them.
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

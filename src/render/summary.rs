//! The summary line.

use super::{Findings, Scope, counted, visible};
use crate::diagnostic::{Safety, Severity};

/// Returns the summary:
/// `` 2 errors and 1 warning in 61 cards; 2 can be fixed with `check --fix`, 1 more with `--unsafe-fixes` ``.
pub fn summary(findings: &Findings<'_>) -> String {
    let found: Vec<String> = [Severity::Error, Severity::Warning, Severity::Suggestion]
        .into_iter()
        .map(|severity| (findings.count(severity), severity.name()))
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| counted(count, name))
        .collect();
    if let Scope::Tests { passed, failed } = findings.scope {
        return tests(*passed, *failed, &found);
    }
    let mut summary = match (scope(findings.scope), found.as_slice()) {
        (scope, []) => format!("{scope}: nothing to report"),
        (scope, found) => format!("{} in {scope}", listed(found)),
    };
    // Only files can be changed.
    if let Scope::Files { manual, .. } = findings.scope {
        let safe = findings.fixable(Safety::Safe);
        let rest = findings.fixable(Safety::Unsafe);
        if safe > 0 {
            summary += &format!("; {safe} can be fixed with `check --fix`");
        }
        if rest > 0 {
            summary += &match safe {
                0 => format!("; {rest} can be fixed with `check --unsafe-fixes`"),
                _ => format!(", {rest} more with `--unsafe-fixes`"),
            };
        }
        if *manual > 0 {
            let cards = counted(*manual, "card");
            summary += &format!("; {cards} with text that is not executed (`manual`)");
        }
    }
    visible(&summary).into_owned()
}

fn scope(scope: &Scope) -> String {
    match scope {
        Scope::Files {
            cards, kingdoms: 0, ..
        } => counted(*cards, "card"),
        Scope::Files {
            cards: 0,
            kingdoms,
            set,
            ..
        } => counted(*kingdoms, set),
        Scope::Files {
            cards,
            kingdoms,
            set,
            ..
        } => format!(
            "{} and {}",
            counted(*cards, "card"),
            counted(*kingdoms, set)
        ),
        Scope::Text => "1 effect text".to_owned(),
        Scope::Tests { passed, failed } => counted(passed + failed, "test"),
    }
}

/// `12 tests passed, 1 failed: 2 errors`.
fn tests(passed: usize, failed: usize, found: &[String]) -> String {
    let mut summary = format!("{} passed", counted(passed, "test"));
    if failed > 0 {
        summary += &format!(", {failed} failed");
    }
    if !found.is_empty() {
        summary += &format!(": {}", listed(found));
    }
    summary
}

/// Joins words: `a`, `a and b`, `a, b and c`.
fn listed(things: &[String]) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

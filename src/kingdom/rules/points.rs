//! The maximum sum of the points of cards.

use super::violation;
use crate::collections::IndexMap;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::prose::counted;
use crate::game::Rule;
use crate::kingdom::resolved::{ResolvedKingdom, ResolvedLine, ResolvedZone};

pub(super) fn points(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    parts: &[&ResolvedZone<'_>],
    at_most: u64,
    points: &IndexMap<String, u32>,
) -> Option<Diagnostic> {
    let counting: Vec<(&ResolvedLine<'_>, u64)> = parts
        .iter()
        .flat_map(|part| &part.entries)
        .filter_map(|entry| {
            let each = u64::from(*points.get(&entry.key)?);
            Some((entry, each.saturating_mul(entry.count)))
        })
        .filter(|(_, sum)| *sum > 0)
        .collect();
    let total = counting
        .iter()
        .fold(0_u64, |total, (_, sum)| total.saturating_add(*sum));
    if total <= at_most {
        return None;
    }
    let mut running = 0;
    let (over, _) = counting.iter().find(|(_, sum)| {
        running += *sum;
        running > at_most
    })?;
    let mut diagnostic = violation(
        set,
        rule,
        over.name_at,
        format!(
            "the cards of this {} count {}; at most {at_most} are allowed",
            set.game.kingdom.name,
            counted(total, "point", "points")
        ),
        format!("with this line {}", counted(running, "point", "points")),
    );
    for (entry, sum) in &counting {
        if entry.name_at != over.name_at {
            diagnostic = diagnostic.label(entry.name_at, counted(*sum, "point", "points"));
        }
    }
    Some(diagnostic.help(format!(
        "remove cards that count {} or more",
        counted(total - at_most, "point", "points")
    )))
}

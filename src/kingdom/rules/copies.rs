//! The maximum number of copies of one card in a zone.

use super::{violation, within};
use crate::collections::IndexMap;
use crate::diagnostic::prose::{counted, shown};
use crate::diagnostic::{Diagnostic, Safety};
use crate::game::{Rule, RuleKind};
use crate::kingdom::resolved::{ResolvedKingdom, ResolvedLine, ResolvedZone};

pub(super) fn copies(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    part: &ResolvedZone<'_>,
    at_most: u64,
    only: &[String],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut lines: IndexMap<&str, Vec<&ResolvedLine<'_>>> = IndexMap::default();
    let meant = |entry: &&ResolvedLine<'_>| only.is_empty() || only.contains(&entry.key);
    // Only known names count; unknown ones were reported.
    for entry in part
        .entries
        .iter()
        .filter(|entry| entry.known)
        .filter(meant)
    {
        // Cards with the same name are copies of each other, whatever their ids.
        let name = entry.card.map_or(entry.key.as_str(), |card| &card.name);
        lines.entry(name).or_default().push(entry);
    }
    for same in lines.values() {
        diagnostics.extend(too_many(set, rule, part, at_most, same));
    }
}

fn too_many(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    part: &ResolvedZone<'_>,
    at_most: u64,
    same: &[&ResolvedLine<'_>],
) -> Option<Diagnostic> {
    let mut running = 0;
    let over = same.iter().find(|entry| {
        running += entry.count;
        running > at_most
    })?;
    let total: u64 = same.iter().map(|entry| entry.count).sum();
    let name = over.card.map_or(over.name, |card| card.name.as_str());
    let allowed = if at_most == 1 {
        "1 copy is"
    } else {
        &format!("{at_most} copies are")
    };
    let mut diagnostic = violation(
        set,
        rule,
        over.name_at,
        format!(
            "\"{}\" appears {} {}; at most {allowed} allowed",
            shown(name),
            counted(total, "time", "times"),
            within(part.zone)
        ),
        if same.len() == 1 {
            counted(total, "copy", "copies")
        } else {
            format!(
                "with this line it appears {}",
                counted(running, "time", "times")
            )
        },
    );
    for entry in same.iter().filter(|entry| entry.name_at != over.name_at) {
        diagnostic = diagnostic.label(
            entry.name_at,
            counted(entry.count, "copy here", "copies here"),
        );
    }
    let surplus = total - at_most;
    // If the zone has no surplus, other cards must replace the removed ones.
    if full(set, part) {
        return Some(diagnostic.help(format!("replace {surplus} of them by other cards")));
    }
    let help = format!("remove {surplus} of them");
    // Only a count that is written in the file can be reduced.
    if same.len() == 1 && over.count_at != over.name_at && at_most > 0 {
        return Some(diagnostic.help(help).fix(
            Safety::Unsafe,
            format!("write {at_most}"),
            over.count_at,
            at_most.to_string(),
        ));
    }
    Some(diagnostic.help(help))
}

/// Returns whether another rule requires at least the current number of cards in the zone.
fn full(set: &ResolvedKingdom<'_>, part: &ResolvedZone<'_>) -> bool {
    let count = part.count().low;
    set.game.kingdom.rules.iter().any(|rule| match &rule.kind {
        RuleKind::Count {
            zone,
            limit,
            filter,
            ..
        } => {
            let least = limit.exactly.or(limit.at_least).unwrap_or(0);
            zone == part.key && filter.is_empty() && count <= u64::from(least)
        }
        _ => false,
    })
}

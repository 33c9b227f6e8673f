//! A part of a set that says what would be taken from a card anyway. When that card changes, it is wrong.

use super::in_set::members;
use super::written::removed_entry;
use super::{Check, Lint, Reads, Set, World};
use crate::card::FieldValue;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::maps::IndexMap;

pub(super) const LINT: Lint = Lint {
    code: Code::NeedlessZone,
    reads: Reads::OthersPrinted,
    check: Check::Set(check),
};

fn check(world: &World<'_>, set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    let Some(members) = members(world, set) else {
        return;
    };
    for (key, zone) in &world.game.kingdom.zones {
        let (Some(from), Some(written)) = (&zone.from, set.source.zones.get(key)) else {
            continue;
        };
        let mut holders = members.iter().filter(|member| member.zone == from.zone);
        let (Some(holder), None) = (holders.next(), holders.next()) else {
            continue;
        };
        let (source, field) = (holder.card.source, &from.field);
        let Some(FieldValue::Numbers(numbers)) = source.fields.get(field.as_str()) else {
            continue;
        };
        let taken: IndexMap<&str, i64> = numbers
            .iter()
            .filter(|(_, number)| **number > 0)
            .map(|(name, number)| (name.as_str(), *number))
            .collect();
        let counts = set.kingdom.zones.get(key).into_iter().flatten();
        let said: IndexMap<&str, i64> = counts
            .filter(|(_, count)| **count > 0)
            .map(|(name, count)| (name.as_str(), i64::from(*count)))
            .collect();
        if taken != said {
            continue;
        }
        let mut finding = Diagnostic::new(
            Code::NeedlessZone,
            written.at,
            format!("`{key}` says what is taken from \"{}\" anyway", source.name),
            format!("the `{field}` of \"{}\"", source.name),
        );
        if let Some(at) = source.places.get(field) {
            finding = finding.label(*at, "taken from here where the set does not say it");
        }
        let title = format!("remove `{key}`");
        found.push(match removed_entry(world, written.whole) {
            Some(lines) => finding.fix(Safety::Safe, title, lines, ""),
            None => finding.help(title),
        });
    }
}

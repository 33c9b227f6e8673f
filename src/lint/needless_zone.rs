//! Reports a zone of a set that repeats the numbers of a card. If that card changes, the zone becomes wrong.

use super::support::field_spans::removed_entry;
use super::support::kingdom_cards::members;
use super::{Check, Lint, LintContext, Reads, Set};
use crate::card::FieldValue;
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::NeedlessZone,
    reads: Reads::All,
    check: Check::Set(check),
};

fn check(context: &LintContext<'_>, set: &Set<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(members) = members(context, set) else {
        return;
    };
    for (key, zone) in &context.game.kingdom.zones {
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
        let mut diagnostic = Diagnostic::new(
            Code::NeedlessZone,
            written.at,
            format!("`{key}` repeats the numbers of \"{}\"", source.name),
            format!("the `{field}` of \"{}\"", source.name),
        );
        if let Some(at) = source.places.get(field) {
            diagnostic = diagnostic.label(*at, "the default comes from here");
        }
        let title = format!("remove `{key}`");
        diagnostics.push(match removed_entry(context, written.whole) {
            Some(lines) => diagnostic.fix(Safety::Safe, title, lines, ""),
            None => diagnostic.help(title),
        });
    }
}

//! Which cards a zone admits: cards of certain types, and cards with a certain value.

use smol_str::SmolStr;

use super::{violation, within};
use crate::card::{CardSource, FieldValue};
use crate::collections::HashSet;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::prose;
use crate::game::{self, FieldOf, Rule, ZoneForm};
use crate::kingdom::eligibility::{admits, has_value, is_chosen};
use crate::kingdom::resolved::{ResolvedKingdom, ResolvedLine, ResolvedZone};

/// Checks that every card of the zone has one of these types.
pub(super) fn types(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    part: &ResolvedZone<'_>,
    types: &[SmolStr],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let name_of = |id: &str| {
        set.game
            .card_types
            .get(id)
            .map_or((id.to_owned(), id.to_owned()), |card_type| {
                (card_type.name.clone(), card_type.plural.clone())
            })
    };
    let allowed = types.iter().map(|id| name_of(id));
    let only = if part.zone.form == ZoneForm::One {
        let each = allowed.map(|(name, _)| prose::a(&name));
        format!("only {} can be the {}", prose::or(each), part.zone.title)
    } else {
        let each = allowed.map(|(_, plural)| plural);
        format!("only {} can be {}", prose::and(each), within(part.zone))
    };
    for (card, entry) in first_of_each(part) {
        if types.contains(&card.card_type) || !set.game.card_types.contains_key(&card.card_type) {
            continue;
        }
        let is = prose::a(&name_of(&card.card_type).0);
        let diagnostic = violation(
            set,
            rule,
            entry.name_at,
            format!("\"{}\" is {is}, but {only}", card.name),
            is.clone(),
        );
        let diagnostic =
            other_lines(diagnostic, part, entry).label(card.type_at, "its type is given here");
        diagnostics.push(elsewhere(set, part, card, diagnostic));
    }
}

/// Checks that every card of the zone has this value in a field.
pub(super) fn field(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    part: &ResolvedZone<'_>,
    (field, is): (&str, &game::FieldValue),
    otherwise: &str,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (card, entry) in first_of_each(part) {
        if has_value(set.game, card, field, is) != Some(false) {
            continue;
        }
        let diagnostic = violation(
            set,
            rule,
            entry.name_at,
            format!(
                "\"{}\" is {}, but is {otherwise}",
                card.name,
                within(part.zone)
            ),
            otherwise,
        );
        let diagnostic = other_lines(diagnostic, part, entry);
        let diagnostic = match card.places.get(field) {
            Some(at) => diagnostic.label(*at, format!("its `{field}` is given here")),
            None => diagnostic,
        };
        diagnostics.push(elsewhere(set, part, card, diagnostic));
    }
}

/// Checks that every card of the zone is one of these.
pub(super) fn only(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    part: &ResolvedZone<'_>,
    cards: &[String],
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (card, entry) in first_of_each(part) {
        if cards.iter().any(|id| card.id == *id) {
            continue;
        }
        let names = cards.iter().map(|id| name_in(set, id));
        let names = prose::or(names.map(|name| format!("\"{name}\"")));
        let message = format!(
            "\"{}\" is {}, where only {names} can be",
            card.name,
            within(part.zone)
        );
        let diagnostic = violation(set, rule, entry.name_at, message, "not allowed here");
        let diagnostic = other_lines(diagnostic, part, entry);
        diagnostics.push(diagnostic.help(format!("write {names}")));
    }
}

/// Returns the name of a card of the set by its id, or the id in words.
fn name_in(set: &ResolvedKingdom<'_>, id: &str) -> String {
    let entries = set.parts.values().flat_map(|part| &part.entries);
    let mut cards = entries.filter_map(|entry| entry.card);
    let name = cards.find(|card| card.id == *id);
    name.map_or_else(|| id.to_owned(), |card| card.name.to_string())
}

/// Checks that every card of the zone is the one that a field of a card names.
pub(super) fn named(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    part: &ResolvedZone<'_>,
    by: &FieldOf,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some((holder, FieldValue::Text(wanted))) = set.holder(by) else {
        return;
    };
    for (card, entry) in first_of_each(part) {
        if card.is_called(wanted) {
            continue;
        }
        let spoken = prose::spoken(&by.field);
        let message = format!(
            "\"{}\" is not the {spoken} of \"{}\", which is \"{wanted}\"",
            card.name,
            prose::shown(&holder.name),
        );
        let label = format!("not the {spoken} of \"{}\"", prose::shown(&holder.name));
        let mut diagnostic = violation(set, rule, entry.name_at, message, label);
        if let Some(at) = holder.places.get(&by.field) {
            diagnostic = diagnostic.label(*at, format!("its `{}` is given here", by.field));
        }
        let diagnostic = other_lines(diagnostic, part, entry);
        diagnostics.push(diagnostic.help(format!("write \"{wanted}\"")));
    }
}

/// Checks that a field of every card of the zone names the card of another zone.
pub(super) fn naming(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    part: &ResolvedZone<'_>,
    field: &str,
    other: &ResolvedZone<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let others = first_of_each(other);
    // While the other zone is not clear, nothing can be said.
    let [(wanted, _)] = others.as_slice() else {
        return;
    };
    if !admits(set.game, other.key, wanted) {
        return;
    }
    for (card, entry) in first_of_each(part) {
        let Some(FieldValue::Text(is)) = card.fields.get(field) else {
            continue;
        };
        if wanted.is_called(is) {
            continue;
        }
        let spoken = prose::spoken(field);
        let message = format!(
            "the {spoken} of \"{}\" is \"{is}\", but the {} is \"{}\"",
            card.name,
            other.zone.title,
            prose::shown(&wanted.name)
        );
        let mut diagnostic = violation(set, rule, entry.name_at, message, format!("of \"{is}\""));
        if let Some(at) = card.places.get(field) {
            diagnostic = diagnostic.label(*at, format!("its `{field}` is given here"));
        }
        let diagnostic = other_lines(diagnostic, part, entry);
        diagnostics.push(diagnostic.help(format!(
            "write a card whose `{field}` is \"{}\"",
            prose::shown(&wanted.name)
        )));
    }
}

/// Returns each card of a zone with the first line that names it.
fn first_of_each<'p, 'a>(
    part: &'p ResolvedZone<'a>,
) -> Vec<(&'a CardSource, &'p ResolvedLine<'a>)> {
    let mut seen = HashSet::default();
    part.entries
        .iter()
        .filter_map(|entry| Some((entry.card?, entry)))
        .filter(|(card, _)| seen.insert(card.id.as_str()))
        .collect()
}

fn other_lines(
    mut diagnostic: Diagnostic,
    part: &ResolvedZone<'_>,
    first: &ResolvedLine<'_>,
) -> Diagnostic {
    for entry in &part.entries {
        if entry.key == first.key && entry.name_at != first.name_at {
            diagnostic = diagnostic.label(entry.name_at, "here too");
        }
    }
    diagnostic
}

/// Proposes the zone where the card belongs, if there is exactly one.
fn elsewhere(
    set: &ResolvedKingdom<'_>,
    part: &ResolvedZone<'_>,
    card: &CardSource,
    diagnostic: Diagnostic,
) -> Diagnostic {
    let mut zones = set.game.kingdom.zones.keys().filter(|zone| {
        *zone != part.key && is_chosen(set.game, zone) && admits(set.game, zone, card)
    });
    match (zones.next(), zones.next()) {
        (Some(zone), None) => diagnostic.help(format!("move it to `{zone}`")),
        _ => diagnostic.help("remove it"),
    }
}

//! Which cards a zone admits: cards of certain types, and cards with a certain value.

use smol_str::SmolStr;

use super::{violation, within};
use crate::card::{self, CardSource, wording};
use crate::diagnostic::Diagnostic;
use crate::game::{FieldKind, FieldValue, Game, Rule, RuleKind, TYPE_KEY, ZoneForm};
use crate::kingdom::judge::{Entry, Part, Set};
use crate::maps::HashSet;

/// Checks that every card of the zone has one of these types.
pub(super) fn types(
    set: &Set<'_>,
    rule: &Rule,
    part: &Part<'_>,
    types: &[SmolStr],
    found: &mut Vec<Diagnostic>,
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
        let each = allowed.map(|(name, _)| wording::a(&name));
        format!("only {} can be the {}", wording::or(each), part.zone.title)
    } else {
        let each = allowed.map(|(_, plural)| plural);
        format!("only {} can be {}", wording::and(each), within(part.zone))
    };
    for (card, entry) in first_of_each(part) {
        if types.contains(&card.card_type) || !set.game.card_types.contains_key(&card.card_type) {
            continue;
        }
        let is = wording::a(&name_of(&card.card_type).0);
        let finding = violation(
            set,
            rule,
            entry.name_at,
            format!("\"{}\" is {is}, but {only}", card.name),
            is.clone(),
        );
        let finding =
            other_lines(finding, part, entry).label(card.type_at, "its type is given here");
        found.push(elsewhere(set, part, card, finding));
    }
}

/// Checks that every card of the zone has this value in a field.
pub(super) fn field(
    set: &Set<'_>,
    rule: &Rule,
    part: &Part<'_>,
    (field, is): (&str, &FieldValue),
    otherwise: &str,
    found: &mut Vec<Diagnostic>,
) {
    for (card, entry) in first_of_each(part) {
        if has_value(set.game, card, field, is) != Some(false) {
            continue;
        }
        let finding = violation(
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
        let finding = other_lines(finding, part, entry);
        let finding = match card.places.get(field) {
            Some(at) => finding.label(*at, format!("its `{field}` is given here")),
            None => finding,
        };
        found.push(elsewhere(set, part, card, finding));
    }
}

/// Returns each card of a zone with the first line that names it.
fn first_of_each<'p, 'a>(part: &'p Part<'a>) -> Vec<(&'a CardSource, &'p Entry<'a>)> {
    let mut seen = HashSet::default();
    part.entries
        .iter()
        .filter_map(|entry| Some((entry.card?, entry)))
        .filter(|(card, _)| seen.insert(card.id.as_str()))
        .collect()
}

fn other_lines(mut finding: Diagnostic, part: &Part<'_>, first: &Entry<'_>) -> Diagnostic {
    for entry in &part.entries {
        if entry.key == first.key && entry.name_at != first.name_at {
            finding = finding.label(entry.name_at, "here too");
        }
    }
    finding
}

/// Proposes the zone where the card belongs, if there is exactly one.
fn elsewhere(set: &Set<'_>, part: &Part<'_>, card: &CardSource, finding: Diagnostic) -> Diagnostic {
    let mut zones = set.game.kingdom.zones.keys().filter(|zone| {
        *zone != part.key && is_chosen(set.game, zone) && admits(set.game, zone, card)
    });
    match (zones.next(), zones.next()) {
        (Some(zone), None) => finding.help(format!("move it to `{zone}`")),
        _ => finding.help("remove it"),
    }
}

/// Returns whether a rule restricts the cards of a zone.
pub fn is_chosen(game: &Game, key: &str) -> bool {
    game.kingdom.rules.iter().any(|rule| match &rule.kind {
        RuleKind::Types { zone, .. } | RuleKind::Field { zone, .. } => zone == key,
        _ => false,
    })
}

/// Returns the only zone for which a rule lists a card type, and whether that rule lists no other type.
pub fn only_zone_of<'g>(game: &'g Game, card_type: &str) -> Option<(&'g str, bool)> {
    let mut zones = game
        .kingdom
        .rules
        .iter()
        .filter_map(|rule| match &rule.kind {
            RuleKind::Types { zone, types } if types.iter().any(|known| known == card_type) => {
                Some((zone.as_str(), types.len() == 1))
            }
            _ => None,
        });
    let zone = zones.next()?;
    zones.next().is_none().then_some(zone)
}

/// Returns whether the rules admit a card to a zone.
pub fn admits(game: &Game, key: &str, card: &CardSource) -> bool {
    game.kingdom.rules.iter().all(|rule| match &rule.kind {
        RuleKind::Types { zone, types } => zone != key || types.contains(&card.card_type),
        RuleKind::Field {
            zone, field, is, ..
        } => zone != key || has_value(game, card, field, is) != Some(false),
        _ => true,
    })
}

/// Returns whether a card has a value in a field; `None` if the field could not be read.
pub(in crate::kingdom) fn has_value(
    game: &Game,
    card: &CardSource,
    field: &str,
    wanted: &FieldValue,
) -> Option<bool> {
    let card_type = game.card_types.get(&card.card_type)?;
    if field == TYPE_KEY {
        return Some(matches!(wanted, FieldValue::Word(wanted) if card.card_type == *wanted));
    }
    match card.fields.get(field) {
        Some(value) => Some(match (value, wanted) {
            (card::FieldValue::Flag(is), FieldValue::Flag(wanted)) => is == wanted,
            (card::FieldValue::Number(is), FieldValue::Number(wanted)) => is == wanted,
            (card::FieldValue::Text(is), FieldValue::Word(wanted)) => is == wanted,
            (card::FieldValue::List(are), FieldValue::Word(wanted)) => are.contains(wanted),
            _ => false,
        }),
        None if card.places.contains_key(field) => None,
        None => {
            // A missing flag is false; a missing required field was reported.
            let is_flag = game.fields.iter().any(|(name, definition)| {
                definition.key_or(name) == field && matches!(definition.kind, FieldKind::Flag)
            });
            let required = game
                .field_of(card_type, field)
                .is_some_and(|known| known.need == crate::game::Need::Required);
            if required {
                None
            } else {
                Some(is_flag && *wanted == FieldValue::Flag(false))
            }
        }
    }
}

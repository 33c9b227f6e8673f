//! The kinds of rules. The data of a game selects them and gives their numbers.

mod banned;
pub(super) mod belongs;
mod copies;
pub(super) mod count;
pub(super) mod equals;
mod points;
pub(super) mod values;

use super::resolved::{ResolvedKingdom, ResolvedZone};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Rule, RuleKind, Zone, ZoneForm};
use crate::source::Span;

/// Checks a set against every rule of the game.
pub(super) fn check_all(set: &ResolvedKingdom<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let rules = set.game.kingdom.rules.iter();
    let rules: Vec<&Rule> = rules.filter(|rule| set.applies(rule)).collect();
    let of_all = |rule: &&Rule| matches!(rule.kind, RuleKind::Total { .. });
    let mut miscounted = false;
    for rule in rules.iter().copied().filter(|rule| !of_all(rule)) {
        let before = diagnostics.len();
        check_rule(set, rule, diagnostics);
        let counts = matches!(rule.kind, RuleKind::Count { .. } | RuleKind::Equals { .. });
        miscounted |= counts && diagnostics.len() > before;
    }
    // If a part of the set has a wrong number of cards, the wrong total is only a consequence.
    if !miscounted {
        for rule in rules.iter().copied().filter(of_all) {
            check_rule(set, rule, diagnostics);
        }
    }
}

/// Checks a set against one rule.
fn check_rule(set: &ResolvedKingdom<'_>, rule: &Rule, diagnostics: &mut Vec<Diagnostic>) {
    let part = |zone: &str| set.parts.get(zone);
    match &rule.kind {
        RuleKind::Count {
            zone,
            limit,
            filter,
            what,
        } => {
            diagnostics
                .extend(part(zone).and_then(|part| {
                    count::zone(set, rule, part, *limit, filter, what.as_deref())
                }));
        }
        RuleKind::Total { limit, zones } => {
            diagnostics.extend(count::total(set, rule, *limit, zones));
        }
        RuleKind::Only { zone, cards } => {
            if let Some(part) = part(zone) {
                belongs::only(set, rule, part, cards, diagnostics);
            }
        }
        RuleKind::Named { zone, by } => {
            if let Some(part) = part(zone) {
                belongs::named(set, rule, part, by, diagnostics);
            }
        }
        RuleKind::Naming { zone, field, card } => {
            if let Some((part, other)) = part(zone).zip(set.parts.get(card.as_str())) {
                belongs::naming(set, rule, part, field, other, diagnostics);
            }
        }
        RuleKind::Types { zone, types } => {
            if let Some(part) = part(zone) {
                belongs::types(set, rule, part, types, diagnostics);
            }
        }
        RuleKind::Field {
            zone,
            field,
            is,
            otherwise,
        } => {
            if let Some(part) = part(zone) {
                belongs::field(set, rule, part, (field, is), otherwise, diagnostics);
            }
        }
        RuleKind::Copies {
            zone,
            at_most,
            only,
        } => {
            if let Some(part) = part(zone) {
                copies::copies(set, rule, part, u64::from(*at_most), only, diagnostics);
            }
        }
        RuleKind::Banned { cards } => banned::banned(set, rule, cards, diagnostics),
        RuleKind::Points {
            zones,
            at_most,
            points,
        } => {
            let parts: Vec<&ResolvedZone<'_>> =
                zones.iter().filter_map(|zone| part(zone)).collect();
            diagnostics.extend(points::points(
                set,
                rule,
                &parts,
                u64::from(*at_most),
                points,
            ));
        }
        RuleKind::Values {
            zones,
            field,
            at_most,
            including,
            ignoring,
            what,
        } => {
            let parts: Vec<&ResolvedZone<'_>> =
                zones.iter().filter_map(|zone| part(zone)).collect();
            let wanted = values::Wanted {
                field,
                at_most: *at_most as usize,
                including: including.as_ref(),
                ignoring,
                what: what.as_deref(),
            };
            diagnostics.extend(values::values(set, rule, &parts, &wanted));
        }
        RuleKind::Equals { zone, of } => {
            diagnostics.extend(part(zone).and_then(|part| equals::equals(set, rule, part, of)));
        }
    }
}

/// Creates the diagnostic for a violated rule. Its note names the source of the rule and the reason for its
/// interpretation.
fn violation(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    at: Span,
    message: impl Into<String>,
    label: impl Into<String>,
) -> Diagnostic {
    let mut note = format!("rule {}", rule.rule);
    if let Some(house) = &rule.house {
        note.push_str(&format!(" of the house rules \"{house}\""));
    } else if let Some(section) = rule.section.as_ref().or(set.game.kingdom.section.as_ref()) {
        note.push_str(&format!(", rulebook section \"{section}\""));
    }
    if let Some(why) = &rule.why {
        note.push_str(&format!(": {}", why.trim_end()));
    }
    Diagnostic::new(Code::KingdomRule, at, message, label).note(note)
}

/// Describes the position of the cards of a zone: `in the deck`, `among the locations`.
fn within(zone: &Zone) -> String {
    let title = &zone.title;
    match zone.form {
        ZoneForm::One => format!("as the {title}"),
        ZoneForm::List | ZoneForm::Counts if is_plural(title) => format!("among the {title}"),
        ZoneForm::List | ZoneForm::Counts => format!("in the {title}"),
    }
}

pub(super) fn is_plural(zone: &str) -> bool {
    zone.ends_with('s')
}

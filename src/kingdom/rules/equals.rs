//! A zone whose counts must equal the numbers of a card.

use super::{is_plural, violation};
use crate::card::FieldValue;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::prose;
use crate::game::{FieldOf, Rule};
use crate::kingdom::resolved::{ResolvedKingdom, ResolvedZone};

/// Returns how many of the cards that the card requires are missing from the zone, and how many are required.
pub(in crate::kingdom) fn missing(
    set: &ResolvedKingdom<'_>,
    part: &ResolvedZone<'_>,
    of: &FieldOf,
) -> Option<(u64, u64)> {
    let (_, FieldValue::Numbers(wanted)) = set.holder(of)? else {
        return None;
    };
    let (mut missing, mut all) = (0, 0);
    for (name, number) in wanted.iter() {
        let number = u64::try_from(*number).unwrap_or(0);
        let same = part.entries.iter().filter(|entry| entry.key == *name);
        let is: u64 = same.map(|entry| entry.count).sum();
        missing += number.saturating_sub(is);
        all += number;
    }
    Some((missing, all))
}

pub(super) fn equals(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    part: &ResolvedZone<'_>,
    of: &FieldOf,
) -> Option<Diagnostic> {
    let (card, value) = set.holder(of)?;
    let FieldValue::Numbers(wanted) = value else {
        return None;
    };
    // A line with an unknown name may be the card that seems to be missing.
    let unsure = part.open || part.entries.iter().any(|entry| !entry.known);
    let count_of = |name: &str| -> u64 {
        let same = part
            .entries
            .iter()
            .filter(|entry| entry.known && entry.key == name);
        same.map(|entry| entry.count).sum()
    };
    let others = part
        .entries
        .iter()
        .filter(|entry| entry.known && !wanted.contains_key(&entry.key))
        .map(|entry| (entry.key.as_str(), 0));
    let mut differing: Vec<(&str, u64, u64)> = Vec::new();
    for (name, wanted) in wanted
        .iter()
        .map(|(name, number)| (name.as_str(), u64::try_from(*number).unwrap_or(0)))
        .chain(others)
    {
        let is = count_of(name);
        let wrong = if unsure { is > wanted } else { is != wanted };
        if wrong && !differing.iter().any(|(known, _, _)| *known == name) {
            differing.push((name, is, wanted));
        }
    }
    if differing.is_empty() {
        return None;
    }
    let is_wrong = |key: &str| differing.iter().any(|(name, _, _)| *name == key);
    let lines: Vec<_> = part
        .entries
        .iter()
        .filter(|entry| is_wrong(&entry.key))
        .collect();
    let each = differing
        .iter()
        .map(|(name, is, wanted)| format!("{} {is} instead of {wanted}", prose::spoken(name)));
    let title = &part.zone.title;
    let (at, label) = match (lines.as_slice(), differing.as_slice()) {
        ([line], [(name, _, wanted)]) => (
            line.count_at,
            format!("{} must be {wanted}", prose::spoken(name)),
        ),
        _ => (
            part.at,
            format!("not the `{}` of \"{}\"", of.field, prose::shown(&card.name)),
        ),
    };
    let mut diagnostic = violation(
        set,
        rule,
        at,
        format!(
            "the {title} {} not match the `{}` of \"{}\": {}",
            if is_plural(title) { "do" } else { "does" },
            of.field,
            prose::shown(&card.name),
            prose::and(each)
        ),
        label,
    );
    for line in lines.iter().filter(|line| line.count_at != at) {
        let (_, _, wanted) = differing.iter().find(|(name, _, _)| *name == line.key)?;
        diagnostic = diagnostic.label(line.count_at, format!("must be {wanted}"));
    }
    if let Some(place) = card.places.get(&of.field) {
        diagnostic = diagnostic.label(
            *place,
            format!("the `{}` of \"{}\"", of.field, prose::shown(&card.name)),
        );
    }
    let all: Vec<String> = wanted
        .iter()
        .map(|(name, number)| format!("{name}: {number}"))
        .collect();
    let mut help = format!("write `{}: {{ {} }}`", part.key, all.join(", "));
    if part.zone.from.is_some() {
        help.push_str(&format!(", or leave `{}` out", part.key));
    }
    Some(diagnostic.help(help))
}

//! The number of different values of a field among the cards of some zones.

use std::cmp::Reverse;

use super::violation;
use crate::card::FieldValue;
use crate::collections::IndexMap;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::prose;
use crate::game::{FieldKind, FieldOf, Game, Rule};
use crate::kingdom::resolved::{ResolvedKingdom, ResolvedLine, ResolvedZone};

/// The parameters of the rule.
pub(super) struct Wanted<'r> {
    pub field: &'r str,
    pub at_most: usize,
    pub including: Option<&'r FieldOf>,
    pub ignoring: &'r [String],
    pub what: Option<&'r str>,
}

/// The cards that share one value.
struct Group<'p> {
    value: String,
    cards: u64,
    lines: Vec<&'p ResolvedLine<'p>>,
    /// `true` if this value always counts.
    included: bool,
}

pub(super) fn values(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    parts: &[&ResolvedZone<'_>],
    wanted: &Wanted<'_>,
) -> Option<Diagnostic> {
    let holder = wanted.including.and_then(|of| set.holder(of));
    let included = holder.and_then(|(_, value)| words_of(value).into_iter().next());
    let groups = groups(parts, wanted, included.as_deref());
    if groups.len() <= wanted.at_most {
        return None;
    }
    // The groups with the fewest cards come last: these should be removed.
    let (kept, over) = groups.split_at_checked(wanted.at_most)?;
    let first = over.iter().find_map(|group| group.lines.first())?;
    let name = |group: &Group<'_>| name_of(set.game, wanted.field, &group.value);
    let what = wanted.what.map_or_else(
        || format!("{}s", prose::spoken(wanted.field)),
        str::to_owned,
    );
    let titles = prose::and(parts.iter().map(|part| part.zone.title.as_str()));
    let have = if parts.len() == 1 && !super::is_plural(&titles) {
        "has"
    } else {
        "have"
    };
    let all = prose::and(groups.iter().map(name));
    let at_most = wanted.at_most;
    let allowed = if at_most == 1 {
        "1 is"
    } else {
        &format!("{at_most} are")
    };
    let mut message = format!(
        "the {titles} {have} cards of {} {what}: {all}; at most {allowed} allowed",
        groups.len()
    );
    if let (Some(of), Some(group)) = (wanted.including, groups.iter().find(|group| group.included))
    {
        let title = set
            .game
            .kingdom
            .zones
            .get(&of.zone)
            .map_or(of.zone.as_str(), |zone| &zone.title);
        let his = name(group);
        if group.cards > 0 {
            message.push_str(&format!(", one of them the {title}'s, {his}"));
        } else {
            let others = prose::and(groups.iter().filter(|group| !group.included).map(name));
            let count = groups.len() - 1;
            message = format!(
                "the {titles} {have} cards of {others}, {count} {what} other than the {title}'s, {his}; \
                 at most {allowed} allowed, the {title}'s among them"
            );
        }
    }
    let label = over
        .iter()
        .find(|group| {
            group
                .lines
                .first()
                .is_some_and(|line| line.name_at == first.name_at)
        })
        .map_or_else(String::new, |group| {
            format!("the first card of {}", name(group))
        });
    let mut diagnostic = violation(set, rule, first.name_at, message, label);
    for group in kept.iter().chain(over) {
        if let Some(line) = group
            .lines
            .first()
            .filter(|line| line.name_at != first.name_at)
        {
            diagnostic =
                diagnostic.label(line.name_at, format!("the first card of {}", name(group)));
        }
    }
    let surplus = over.iter().map(|group| {
        format!(
            "{} of {}",
            prose::counted(group.cards, "card", "cards"),
            name(group)
        )
    });
    Some(diagnostic.help(format!("remove {}", prose::and(surplus))))
}

/// Returns the groups: the value that always counts first, then by number of cards.
fn groups<'p>(
    parts: &[&'p ResolvedZone<'_>],
    wanted: &Wanted<'_>,
    included: Option<&str>,
) -> Vec<Group<'p>> {
    let mut by_value: IndexMap<String, Group<'p>> = IndexMap::default();
    if let Some(value) =
        included.filter(|value| !wanted.ignoring.iter().any(|ignored| ignored == value))
    {
        by_value.insert(
            value.to_owned(),
            Group {
                value: value.to_owned(),
                cards: 0,
                lines: Vec::new(),
                included: true,
            },
        );
    }
    for entry in parts.iter().flat_map(|part| &part.entries) {
        let value = entry.card.and_then(|card| card.fields.get(wanted.field));
        for value in value.map(words_of).unwrap_or_default() {
            if wanted.ignoring.contains(&value) {
                continue;
            }
            let group = by_value.entry(value.clone()).or_insert_with(|| Group {
                value,
                cards: 0,
                lines: Vec::new(),
                included: false,
            });
            // A card whose count could not be read counts at least once.
            group.cards += entry.count.max(1);
            group.lines.push(entry);
        }
    }
    let mut groups: Vec<Group<'_>> = by_value.into_values().collect();
    groups.sort_by_key(|group| (!group.included, Reverse(group.cards)));
    groups
}

pub(in crate::kingdom) fn words_of(value: &FieldValue) -> Vec<String> {
    match value {
        FieldValue::Flag(flag) => vec![flag.to_string()],
        FieldValue::Number(number) => vec![number.to_string()],
        FieldValue::Text(text) => vec![text.clone()],
        FieldValue::List(words) => words.clone(),
        FieldValue::Numbers(_) | FieldValue::Area(_) | FieldValue::Group(_) => Vec::new(),
    }
}

/// Returns the name of a value in the vocabulary.
fn name_of(game: &Game, key: &str, value: &str) -> String {
    game.fields
        .iter()
        .filter(|(name, field)| field.key_or(name) == key)
        .find_map(|(_, field)| match &field.kind {
            FieldKind::Choice { of, .. } | FieldKind::Choices { of, .. } => game.term(of, value),
            _ => None,
        })
        .map_or_else(|| value.to_owned(), |term| term.name.clone())
}

//! The number of cards in a zone, of certain cards in it, or in the whole set.

use super::{is_plural, violation};
use crate::collections::IndexMap;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::prose::{self, counted};
use crate::game::{FieldValue, Game, Limit, Rule, TYPE_KEY, ZoneForm};
use crate::kingdom::eligibility::has_value;
use crate::kingdom::resolved::{CountRange, ResolvedKingdom, ResolvedLine, ResolvedZone};

/// How a number violates a limit.
enum Wrong {
    TooMany { is: u64, most: u64 },
    TooFew { is: u64, least: u64 },
}

/// Compares a number with a limit. Returns `None` if unreadable lines may resolve the violation.
fn against(limit: Limit, is: CountRange) -> Option<Wrong> {
    let most = limit.exactly.or(limit.at_most).map(u64::from);
    let least = limit.exactly.or(limit.at_least).map(u64::from);
    match (most, least, is.high) {
        (Some(most), _, _) if is.low > most => Some(Wrong::TooMany { is: is.low, most }),
        (_, Some(least), Some(high)) if high < least => Some(Wrong::TooFew { is: high, least }),
        _ => None,
    }
}

/// Returns the text after the number in the message, and the help.
fn in_words(wrong: &Wrong, limit: Limit, must: &str) -> (String, String) {
    let exactly = limit.exactly.is_some();
    match *wrong {
        Wrong::TooMany { is, most } => {
            let more = is - most;
            let tail = match (most, exactly) {
                (0, _) => ", but there must be none".to_owned(),
                (_, true) => format!(", {more} more than the {most} {must}"),
                (_, false) => format!(", {more} more than the {most} allowed"),
            };
            (tail, format!("remove {}", counted(more, "card", "cards")))
        }
        Wrong::TooFew { is, least } => {
            let fewer = least - is;
            let tail = if exactly {
                format!(", {fewer} fewer than the {least} {must}")
            } else {
                format!(", {fewer} fewer than the {least} needed at least")
            };
            (tail, format!("add {}", counted(fewer, "card", "cards")))
        }
    }
}

fn number(wrong: &Wrong) -> (u64, u64) {
    match *wrong {
        Wrong::TooMany { is, most } => (is, most),
        Wrong::TooFew { is, least } => (is, least),
    }
}

/// Describes the cards with certain values: `spells`, `units with faction castle`.
fn of_filter(game: &Game, filter: &IndexMap<String, FieldValue>) -> String {
    let mut noun = "cards";
    let mut with = Vec::new();
    for (field, value) in filter {
        match value {
            FieldValue::Word(id) if field == TYPE_KEY => {
                noun = game.card_types.get(id.as_str()).map_or(id, |of| &of.plural);
            }
            FieldValue::Word(word) => with.push(format!("{field} {word}")),
            FieldValue::Number(number) => with.push(format!("{field} {number}")),
            FieldValue::Flag(flag) => with.push(format!("{field} {flag}")),
        }
    }
    match with.is_empty() {
        true => noun.to_owned(),
        false => format!("{noun} with {}", prose::and(with)),
    }
}

/// Checks the number of cards in a zone, of all cards or of those with certain values.
pub(super) fn zone(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    part: &ResolvedZone<'_>,
    limit: Limit,
    filter: &IndexMap<String, FieldValue>,
    what: Option<&str>,
) -> Option<Diagnostic> {
    let mut count = part.count();
    let mut counting = Vec::new();
    if !filter.is_empty() {
        let (low, unsure);
        (low, unsure, counting) = of_those(set, part, filter);
        count = CountRange {
            low,
            high: count.high.map(|_| low + unsure),
        };
    }
    let wrong = against(limit, count)?;
    let (is, limited) = number(&wrong);
    let title = part.zone.title.as_str();
    let described = (what.is_none() && !filter.is_empty()).then(|| of_filter(set.game, filter));
    let what = what.or(described.as_deref());
    let (subject, must, noun) = match what {
        Some(what) => (format!("the number of {what} is {is}"), "it must be", what),
        None if is_plural(title) => (
            format!("the number of {title} is {is}"),
            "it must be",
            title,
        ),
        None if part.zone.form == ZoneForm::One => {
            let cards = if is == 1 {
                "card is given"
            } else {
                "cards are given"
            };
            (
                format!("{is} {cards} as the {title}"),
                "there must be",
                "cards",
            )
        }
        None => (
            format!("the {title} has {}", counted(is, "card", "cards")),
            "it must have",
            "cards",
        ),
    };
    let (tail, help) = in_words(&wrong, limit, must);
    let label = if limit.exactly.is_some() {
        format!("{is} instead of {limited} {noun}")
    } else {
        format!("{is}; the limit is {limited} {noun}")
    };
    let mut diagnostic =
        violation(set, rule, part.at, format!("{subject}{tail}"), label).help(help);
    if matches!(wrong, Wrong::TooMany { .. }) {
        for entry in counting {
            diagnostic = diagnostic.label(entry.name_at, format!("{} of them", entry.count));
        }
    }
    Some(diagnostic)
}

/// Returns the number of cards in a zone that certainly have these values, the number of other cards that may have
/// them, and the lines of the former.
fn of_those<'p, 'a>(
    set: &ResolvedKingdom<'_>,
    part: &'p ResolvedZone<'a>,
    filter: &IndexMap<String, FieldValue>,
) -> (u64, u64, Vec<&'p ResolvedLine<'a>>) {
    let (mut low, mut unsure) = (0, 0);
    let mut counting = Vec::new();
    for entry in &part.entries {
        match entry
            .card
            .and_then(|card| has_values(set.game, card, filter))
        {
            Some(true) => {
                low += entry.count;
                counting.push(entry);
            }
            Some(false) => {}
            None => unsure += entry.count,
        }
    }
    (low, unsure, counting)
}

/// Returns how many cards of a zone a rule may count, including cards that could not be read.
pub(in crate::kingdom) fn counted_at_most(
    set: &ResolvedKingdom<'_>,
    part: &ResolvedZone<'_>,
    filter: &IndexMap<String, FieldValue>,
) -> u64 {
    if filter.is_empty() {
        return part.count().low;
    }
    let (low, unsure, _) = of_those(set, part, filter);
    low + unsure
}

pub(in crate::kingdom) fn has_values(
    game: &Game,
    card: &crate::card::CardSource,
    filter: &IndexMap<String, FieldValue>,
) -> Option<bool> {
    let mut all = Some(true);
    for (field, value) in filter {
        match has_value(game, card, field, value) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

/// Checks the number of cards in the whole set, or in these zones together.
pub(super) fn total(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    limit: Limit,
    zones: &[String],
) -> Option<Diagnostic> {
    let mut sum = CountRange {
        low: 0,
        high: Some(0),
    };
    let mut parts = Vec::new();
    let counts =
        |part: &&ResolvedZone<'_>| zones.is_empty() || zones.iter().any(|zone| zone == part.key);
    for part in set.parts.values().filter(counts) {
        let count = part.count();
        sum.low += count.low;
        sum.high = sum.high.zip(count.high).map(|(a, b)| a + b);
        parts.push(format!("{} {}", part.zone.title, count.low));
    }
    let wrong = against(limit, sum)?;
    let (is, limited) = number(&wrong);
    let (tail, help) = in_words(&wrong, limit, "it must have");
    let name = &set.game.kingdom.name;
    let within = match zones.is_empty() {
        true => "in all",
        false => "in these parts together",
    };
    let diagnostic = violation(
        set,
        rule,
        set.source.name_at,
        format!(
            "the {name} has {} {within}{tail}",
            counted(is, "card", "cards")
        ),
        format!("{is} instead of {limited} cards {within}"),
    );
    let counts = parts.join(", ");
    let note = diagnostic.note.clone().unwrap_or_default();
    Some(diagnostic.note(format!("{note} ({counts})")).help(help))
}

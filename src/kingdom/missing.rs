//! Computes which cards a draft still needs. A draft is an unfinished set, so missing cards are not errors.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::resolved::{ResolvedKingdom, ResolvedZone};
use super::rules::{count, equals, is_plural};
use crate::game::{Limit, RuleKind, ZoneForm};

/// The number of cards that a set still needs in one zone or in all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MissingCards {
    /// The zone; absent if the set as a whole has too few cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// Number of missing cards.
    pub missing: u64,
    /// Number of required cards.
    pub of: u64,
    /// The open places as text: `7 of 45 cards in the deck`.
    pub words: String,
}

/// Returns the cards that a set still needs, in the order of the rules that require them.
pub(super) fn open(set: &ResolvedKingdom<'_>) -> Vec<MissingCards> {
    let mut open = Vec::new();
    let rules = set.game.kingdom.rules.iter();
    for rule in rules.filter(|rule| set.applies(rule)) {
        let part = |zone: &str| set.parts.get(zone);
        open.extend(match &rule.kind {
            RuleKind::Count {
                zone,
                limit,
                filter,
                what,
            } => part(zone).and_then(|part| {
                let is = count::counted_at_most(set, part, filter);
                in_zone(part, *limit, is, what.as_deref())
            }),
            RuleKind::Equals { zone, of } => part(zone).and_then(|part| {
                let (missing, of) = equals::missing(set, part, of)?;
                in_zone_words(part, missing, of, None)
            }),
            _ => None,
        });
    }
    if open.is_empty() {
        open.extend(in_all(set));
    }
    open
}

fn in_zone(
    part: &ResolvedZone<'_>,
    limit: Limit,
    is: u64,
    what: Option<&str>,
) -> Option<MissingCards> {
    let least = least(limit)?;
    in_zone_words(part, least.checked_sub(is)?, least, what)
}

fn in_zone_words(
    part: &ResolvedZone<'_>,
    missing: u64,
    of: u64,
    what: Option<&str>,
) -> Option<MissingCards> {
    let title = part.zone.title.as_str();
    let words = match what {
        Some(what) => format!("{missing} of {of} {what}"),
        None if is_plural(title) => format!("{missing} of {of} {title}"),
        None if part.zone.form == ZoneForm::One && of == 1 => format!("the {title}"),
        None => format!("{missing} of {of} cards in the {title}"),
    };
    (missing > 0).then(|| MissingCards {
        zone: Some(part.key.to_owned()),
        missing,
        of,
        words,
    })
}

/// Returns the cards that the whole set still needs beyond those that its zones need.
fn in_all(set: &ResolvedKingdom<'_>) -> Option<MissingCards> {
    let is: u64 = set.parts.values().map(|part| part.count().low).sum();
    let least = set
        .game
        .kingdom
        .rules
        .iter()
        .filter(|rule| set.applies(rule))
        .find_map(|rule| match &rule.kind {
            RuleKind::Total { limit, zones } if zones.is_empty() => least(*limit),
            _ => None,
        })?;
    let missing = least.checked_sub(is).filter(|missing| *missing > 0)?;
    Some(MissingCards {
        zone: None,
        missing,
        of: least,
        words: format!("{missing} of {least} cards in all"),
    })
}

fn least(limit: Limit) -> Option<u64> {
    limit.exactly.or(limit.at_least).map(u64::from)
}

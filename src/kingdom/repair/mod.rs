//! Finds the smallest repair of a set: the fewest changes after which it satisfies every rule.
//!
//! A change is one card added, removed, or swapped for another of the same zone. A card in the wrong zone is removed
//! there and may be added where it belongs. Among repairs with the same number of changes, the preferred one keeps the
//! source cards, whose fields other rules use. Further criteria, in this order: the fewest added cards that are nowhere
//! in the set, the fewest changed names, the fewest added cards with new values (of new factions, for example), and the
//! smallest card ids.
//!
//! `search` tries the few choices that connect zones; `candidates` holds the current and possible contents of each
//! zone; `equivalence` groups the cards that no limit distinguishes; `zone_dp` finds the cheapest counts of each class;
//! `plan` translates them to the lines of the file; `lines` and `layout` write lines; and `write` edits the file.
//!
//! In a repaired set, a source zone has exactly one card that has the field.

mod candidates;
mod conditions;
mod equivalence;
mod explain;
mod layout;
mod limits;
mod lines;
mod plan;
mod search;
mod write;
mod zone_dp;

use std::collections::{BTreeMap, BTreeSet};

use super::eligibility::admits;
use super::resolved::{ResolvedKingdom, ResolvedLine};
use super::validate;
use super::{Cards, KingdomSource, Names, validate as validate_set};
use crate::card::CardSource;
use crate::collections::HashSet;
use crate::diagnostic::prose;
use crate::game::{Game, RuleKind};
use candidates::{RepairContext, ZoneCandidates};
use equivalence::Cost;
use limits::Limit;

pub use plan::{Added, Plan, Removed, ZonePlan};
pub use write::{Unwritten, write};

/// The reason why there is no repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRepair {
    /// Part of the set could not be read, so its contents are unknown.
    Unread,
    /// No set of the game's cards satisfies all rules. The text gives the reason.
    NoSet(String),
    /// The rules leave too many possibilities to search.
    TooMany,
}

enum RepairError {
    NoSet,
    TooMany,
}

/// Finds the smallest repair of a set. The plan is empty if the set satisfies every rule.
pub fn repair(game: &Game, cards: Cards<'_>, kingdom: &KingdomSource) -> Result<Plan, NoRepair> {
    if kingdom.broken || kingdom.zones.values().any(|zone| zone.broken) {
        return Err(NoRepair::Unread);
    }
    if is_whole(game, kingdom) && validate_set(game, cards, kingdom).1.is_empty() {
        return Ok(Plan::default());
    }
    let game = &conditions::rules_of(game, kingdom);
    let Some(zone) = conditions::deciding_zone(game) else {
        return cheapest(game, cards, kingdom).map(|(_, plan)| plan);
    };
    // The rules depend on the card of a zone, so each of its cards is tried, the cards of the set first.
    let names = Names::new(cards);
    let set = validate::set(game, &names, kingdom, &mut Vec::new());
    let part = set.parts.get(zone);
    let standing = part.into_iter().flat_map(|part| &part.entries);
    let mut tried: Vec<&CardSource> = standing.filter_map(|entry| entry.card).collect();
    tried.extend(names.all());
    tried.retain(|card| admits(game, zone, card));
    let mut seen = HashSet::default();
    tried.retain(|card| seen.insert(card.id.as_str()));
    let mut best: Option<(Cost, Plan)> = None;
    let mut why = None;
    for card in tried {
        let concrete = conditions::rules_with(game, cards, zone, card);
        match cheapest(&concrete, cards, kingdom) {
            Ok(plan) if best.as_ref().is_none_or(|(cost, _)| plan.0 < *cost) => best = Some(plan),
            Ok(_) => {}
            Err(error) => {
                why.get_or_insert(error);
            }
        }
    }
    let nothing = || NoRepair::NoSet(format!("no card can be the {zone}"));
    best.map(|(_, plan)| plan)
        .ok_or_else(|| why.unwrap_or_else(nothing))
}

/// Finds the smallest repair under rules without conditions.
fn cheapest(
    game: &Game,
    cards: Cards<'_>,
    kingdom: &KingdomSource,
) -> Result<(Cost, Plan), NoRepair> {
    let names = Names::new(cards);
    let set = lines_one_by_one(validate::set(game, &names, kingdom, &mut Vec::new()));
    let limits = limits::limits(game);
    let sight = sight(game, cards, &set, &limits);
    let stocks: Vec<ZoneCandidates<'_>> =
        set.parts.values().map(|part| sight.stock(part)).collect();
    match search::cheapest(&sight, &stocks) {
        Ok((cost, zones)) => Ok((cost, plan::plan(&set, &stocks, zones))),
        Err(RepairError::NoSet) => Err(NoRepair::NoSet(explain::no_set(&sight, &stocks))),
        Err(RepairError::TooMany) => Err(NoRepair::TooMany),
    }
}

/// Returns why a draft cannot be completed by only adding cards. Returns `None` if it can, or if this is unknown. The
/// smallest repair decides, because a repair that removes cards is larger than one that only adds some.
pub fn infeasible(game: &Game, cards: Cards<'_>, kingdom: &KingdomSource) -> Option<String> {
    match repair(game, cards, kingdom) {
        Err(NoRepair::NoSet(why)) => Some(why),
        Err(NoRepair::Unread | NoRepair::TooMany) => None,
        Ok(plan) => {
            let removed = plan.zones.values().flat_map(|zone| &zone.removed);
            let names: Vec<String> = removed
                .map(|removed| format!("{} {}", removed.count, removed.name))
                .collect();
            (!names.is_empty()).then(|| format!("{} must be removed", prose::and(names)))
        }
    }
}

/// Returns whether every zone that the rules need is present.
fn is_whole(game: &Game, kingdom: &KingdomSource) -> bool {
    let mut zones = game.kingdom.zones.keys();
    zones.all(|zone| kingdom.zones.contains_key(zone) || !game.needs_zone(zone))
}

/// Restores one entry per line. A line that was read as two names without a comma becomes one unknown name, because the
/// two names are a guess.
fn lines_one_by_one(mut set: ResolvedKingdom<'_>) -> ResolvedKingdom<'_> {
    let kingdom = set.source;
    for part in set.parts.values_mut() {
        let Some(source) = kingdom.zones.get(part.key) else {
            continue;
        };
        let mut read = std::mem::take(&mut part.entries).into_iter().peekable();
        for line in &source.entries {
            let of_line = |entry: &ResolvedLine<'_>| std::ptr::eq(entry.name, line.name.as_str());
            let Some(entry) = read.next() else { break };
            let mut several = false;
            while read.next_if(|entry| of_line(entry)).is_some() {
                several = true;
            }
            part.entries.push(if several {
                ResolvedLine {
                    key: line.name.to_lowercase(),
                    known: false,
                    card: None,
                    ..entry
                }
            } else {
                entry
            });
        }
    }
    set
}

fn sight<'a, 's>(
    game: &'a Game,
    cards: Cards<'a>,
    set: &'s ResolvedKingdom<'a>,
    limits: &'s [Limit<'a>],
) -> RepairContext<'a, 's> {
    let mut given: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let zones = game.kingdom.zones.values();
    let from = zones.filter_map(|zone| zone.from.as_ref());
    let rules = game
        .kingdom
        .rules
        .iter()
        .filter_map(|rule| match &rule.kind {
            RuleKind::Equals { of, .. } => Some(of),
            RuleKind::Values { including, .. } => including.as_ref(),
            _ => None,
        });
    for of in from.chain(rules) {
        given.entry(&of.zone).or_default().insert(&of.field);
    }
    let entries = set.parts.values().flat_map(|part| &part.entries);
    let names: HashSet<&str> = entries
        .filter(|entry| entry.card.is_some())
        .map(|entry| entry.key.as_str())
        .collect();
    RepairContext {
        game,
        cards,
        set,
        limits,
        given,
        names,
    }
}

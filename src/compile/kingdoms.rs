//! Validates the sets, and finds their open places and their repairs.

use super::house_rules::{HouseRuleSet, Rules};
use super::{Compilation, Repair, Sets, Settings};
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic};
use crate::kingdom::repair;
use crate::kingdom::{self, Cards, Kingdom, KingdomSource};
use crate::source::Span;

/// A validated set.
pub(super) struct ValidatedKingdom<'s> {
    pub source: &'s KingdomSource,
    pub kingdom: Kingdom,
    /// `true` if the set has no diagnostics.
    pub sound: bool,
}

/// Validates every set whose rules are known, and adds the results and diagnostics to the compilation.
pub(super) fn judge<'s>(
    sets: &[&'s KingdomSource],
    cards: Cards<'_>,
    houses: &HouseRuleSet<'_>,
    settings: &Settings,
    compilation: &mut Compilation,
) -> Vec<ValidatedKingdom<'s>> {
    let mut first: IndexMap<String, Span> = IndexMap::default();
    let mut judged = Vec::new();
    let named = kingdom::Names::new(cards);
    for &set in sets {
        let default = settings.house_rules.as_deref();
        let rules = houses.rules(set, default, &mut compilation.diagnostics);
        let Rules::Of(rules, house) = rules else {
            // Card names are checked even if the rules are unknown.
            let (_, found) = kingdom::validate_with(houses.game, &named, set);
            let found = found.into_iter();
            let of_names = found.filter(|diagnostic| diagnostic.code == Code::UnknownCard);
            compilation.diagnostics.extend(of_names);
            continue;
        };
        let (mut kingdom, open, found) = match settings.sets {
            Sets::Drafts => kingdom::validate_draft(rules, &named, set),
            Sets::Finished => {
                let (kingdom, found) = kingdom::validate_with(rules, &named, set);
                (kingdom, Vec::new(), found)
            }
        };
        kingdom.house_rules = house.map(str::to_owned);
        let sound = !set.broken && found.is_empty();
        judged.push(ValidatedKingdom {
            source: set,
            kingdom: kingdom.clone(),
            sound,
        });
        compilation.diagnostics.extend(found);
        if let Some(first) = first.get(&kingdom.id).filter(|_| !kingdom.id.is_empty()) {
            compilation.diagnostics.push(same_name(set, *first));
            compilation.repeated.push((kingdom, set.at));
            continue;
        }
        first.insert(kingdom.id.clone(), set.name_at);
        compilation.places.insert(kingdom.id.clone(), set.at);
        if settings.sets == Sets::Drafts {
            // Existing errors must be fixed first.
            if sound
                && !open.is_empty()
                && let Some(why) = repair::infeasible(rules, cards, set)
            {
                compilation.stuck.insert(kingdom.id.clone(), why);
            }
            compilation.open.insert(kingdom.id.clone(), open);
        }
        if settings.repair {
            let repair = Repair {
                source: set.clone(),
                plan: repair::repair(rules, cards, set),
            };
            compilation.repairs.insert(kingdom.id.clone(), repair);
        }
        compilation.kingdoms.push(kingdom);
    }
    compilation.kingdoms.sort_by(|a, b| a.id.cmp(&b.id));
    if settings.sets == Sets::Drafts {
        let found = &mut compilation.diagnostics;
        found.retain(|diagnostic| diagnostic.code != Code::MissingZone);
    }
    judged
}

fn same_name(set: &KingdomSource, first: Span) -> Diagnostic {
    Diagnostic::new(
        Code::DuplicateKingdom,
        set.name_at,
        format!("two sets are named \"{}\"", set.name),
        "this name is taken",
    )
    .label(first, "first used here")
    .help("give one of the two a different name")
    .in_card(&set.name)
}

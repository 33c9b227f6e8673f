//! The sets held against their rules, what each lacks, and how it could be mended.

use super::house_rules::{Houses, Rules};
use super::{Compilation, Repair, Sets, Settings};
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic};
use crate::kingdom::repair;
use crate::kingdom::{self, Cards, Kingdom, KingdomSource};
use crate::source::Span;

/// A set that was held against its rules.
pub(super) struct Judged<'s> {
    pub source: &'s KingdomSource,
    pub kingdom: Kingdom,
    /// Whether nothing is wrong with it.
    pub sound: bool,
}

/// Judges every set whose rules are known. What was found and what became of each goes into the compilation.
pub(super) fn judge<'s>(
    sets: &[&'s KingdomSource],
    cards: Cards<'_>,
    houses: &Houses<'_>,
    settings: &Settings,
    compilation: &mut Compilation,
) -> Vec<Judged<'s>> {
    let mut first: IndexMap<String, Span> = IndexMap::default();
    let mut judged = Vec::new();
    let named = kingdom::Names::new(cards);
    for &set in sets {
        let default = settings.house_rules.as_deref();
        let rules = houses.rules(set, default, &mut compilation.diagnostics);
        let Rules::Of(rules, house) = rules else {
            // Whatever the rules are, the names are those of cards.
            let (_, found) = kingdom::validate_with(houses.game, &named, set);
            let found = found.into_iter();
            let of_names = found.filter(|finding| finding.code == Code::UnknownCard);
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
        judged.push(Judged {
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
            // What is wrong already has to be mended first.
            if sound
                && !open.is_empty()
                && let Some(why) = repair::stuck(rules, cards, set)
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
        found.retain(|finding| finding.code != Code::MissingZone);
    }
    judged
}

fn same_name(set: &KingdomSource, first: Span) -> Diagnostic {
    Diagnostic::new(
        Code::DuplicateKingdom,
        set.name_at,
        format!("there are two sets named \"{}\"", set.name),
        "this name is taken",
    )
    .label(first, "first used here")
    .help("give one of the two another name")
    .in_card(&set.name)
}

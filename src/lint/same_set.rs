//! Reports two sets with the same cards under different names: an unfinished copy.

use super::{Check, Lint, LintContext, Reads, Set};
use crate::collections::HashMap;
use crate::diagnostic::{Code, Diagnostic};

pub(super) const LINT: Lint = Lint {
    code: Code::SameSet,
    reads: Reads::All,
    check: Check::All(check),
};

fn check(context: &LintContext<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut first: HashMap<TextFeatures, &Set> = HashMap::default();
    for set in &context.sets {
        let contents = contents(set);
        if contents.cards.is_empty() || !set.sound {
            continue;
        }
        let other = *first.entry(contents).or_insert(set);
        // Sets with the same name are already reported.
        if other.kingdom.id == set.kingdom.id {
            continue;
        }
        let mut diagnostic = Diagnostic::new(
            Code::SameSet,
            set.source.name_at,
            format!(
                "\"{}\" has the same cards as \"{}\"",
                set.source.name, other.source.name
            ),
            format!("the same cards as \"{}\"", other.source.name),
        )
        .label(other.source.name_at, "the same cards under another name")
        .help("change one of the sets, or remove it");
        diagnostic.card = Some(set.source.name.clone());
        diagnostics.push(diagnostic);
    }
}

/// The comparable contents of a set.
#[derive(PartialEq, Eq, Hash)]
struct TextFeatures<'s> {
    /// With other house rules, the same cards form another set.
    house_rules: Option<&'s str>,
    /// Each card with its zone and its count, in an order that does not depend on the file.
    cards: Vec<(&'s str, &'s str, u32)>,
}

fn contents<'s>(set: &Set<'s>) -> TextFeatures<'s> {
    let mut cards: Vec<(&str, &str, u32)> = set
        .kingdom
        .zones
        .iter()
        .flat_map(|(zone, counts)| {
            counts
                .iter()
                .map(move |(id, count)| (zone.as_str(), id.as_str(), *count))
        })
        .filter(|(_, _, count)| *count > 0)
        .collect();
    cards.sort_unstable();
    TextFeatures {
        house_rules: set.kingdom.house_rules.as_deref(),
        cards,
    }
}

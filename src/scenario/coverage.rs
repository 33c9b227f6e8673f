//! Coverage of tests: the lines of cards without which a test fails, and the variants of the IR that tests execute.

use std::collections::BTreeSet;

use smol_str::SmolStr;

use super::variant::Variants;
use super::{Lexicon, Scenario, blank, cause, execution, passes};
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic, prose};
use crate::effect::ir::Ability;
use crate::parallel;

/// The coverage of the tests of a game.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The lines of the cards that are to be covered, in their order.
    pub lines: Vec<LineOfCard>,
    /// The variants of the IR, with the tests that execute each.
    pub variants: Vec<Covered>,
}

/// A line of a card, with the tests that fail without it.
#[derive(Clone, Debug)]
pub struct LineOfCard {
    pub card: SmolStr,
    pub name: SmolStr,
    /// The text of the line.
    pub text: String,
    pub tests: Vec<String>,
}

/// A variant of the IR, with the tests that execute it.
#[derive(Clone, Debug)]
pub struct Covered {
    /// Its type, its tag and its value: `Action do: attach`.
    pub variant: String,
    pub tests: Vec<String>,
}

/// Returns the coverage of the passing tests. `abilities` are those of each card that is to be covered, by its id.
pub fn coverage(
    lexicon: &Lexicon<'_>,
    scenarios: &[Scenario],
    abilities: &IndexMap<SmolStr, Vec<Ability>>,
) -> Coverage {
    let table = lexicon.table;
    let known = Variants::new();
    let found = parallel::map(scenarios, |scenario| {
        let tracing = table.tracing();
        if !passes(lexicon, &tracing, scenario) {
            return (Vec::new(), BTreeSet::new());
        }
        let ids: BTreeSet<&SmolStr> = scenario.ids().filter(|id| !blank::is_blank(id)).collect();
        let executed = execution::variants(&known, &tracing, abilities);
        let mut needed = Vec::new();
        for id in ids {
            let Some(def) = table.card(id).map(usize::from) else {
                continue;
            };
            let lines = table.defs.get(def).map_or(0, |def| def.abilities.len());
            for place in 0..lines {
                let without = cause::without_line(table, def, place);
                if !passes(lexicon, &without, scenario) {
                    needed.push((id.clone(), place));
                }
            }
        }
        (needed, executed)
    });
    let mut coverage = Coverage::default();
    for def in table
        .defs
        .iter()
        .filter(|def| abilities.contains_key(&def.id))
    {
        for place in 0..def.abilities.len() {
            let line = (def.id.clone(), place);
            let tests: Vec<String> = scenarios
                .iter()
                .zip(&found)
                .filter(|(_, (needed, _))| needed.contains(&line))
                .map(|(scenario, _)| scenario.name())
                .collect();
            coverage.lines.push(LineOfCard {
                card: def.id.clone(),
                name: def.name.clone(),
                text: lexicon.line(&def.id, place).unwrap_or_default().to_owned(),
                tests,
            });
        }
    }
    let none = |variant: String| (variant, Vec::new());
    let mut variants: IndexMap<String, Vec<String>> = known.all().into_iter().map(none).collect();
    for (scenario, (_, executed)) in scenarios.iter().zip(&found) {
        for variant in executed {
            variants
                .entry(variant.clone())
                .or_default()
                .push(scenario.name());
        }
    }
    variants.sort_keys();
    coverage.variants = variants
        .into_iter()
        .map(|(variant, mut tests)| {
            tests.sort();
            tests.dedup();
            Covered { variant, tests }
        })
        .collect();
    coverage
}

/// Reports cards under test whose text makes no difference: all cases of the test also pass without it.
pub fn unneeded(lexicon: &Lexicon<'_>, cases: &[&Scenario]) -> Vec<Diagnostic> {
    let table = lexicon.table;
    let mut found = Vec::new();
    let Some(first) = cases.first() else {
        return found;
    };
    for (card, at) in &first.cards {
        let def = usize::from(*card);
        let lines = table.defs.get(def).map_or(0, |def| def.abilities.len());
        let takes_part =
            |scenario: &Scenario| scenario.ids().any(|id| table.card(id) == Some(*card));
        let takes_part = cases.iter().any(|case| takes_part(case));
        let mut without = table.clone();
        for _ in 0..lines {
            without = cause::without_line(&without, def, 0);
        }
        let pass = |case: &&Scenario| passes(lexicon, &without, case);
        if takes_part && (lines == 0 || !cases.iter().all(pass)) {
            continue;
        }
        let name = lexicon.card_name(*card);
        let label = match takes_part {
            true => "it passes without the text of this card".to_owned(),
            false => format!("{} does not take part in the test", prose::shown(name)),
        };
        let finding = Diagnostic::new(
            Code::UnneededCard,
            *at,
            format!("this test passes without {name}"),
            label,
        );
        let help = match takes_part {
            true => "expect something that only its text does, or leave `card` out",
            false => "put it into `given`, or leave `card` out",
        };
        found.push(finding.help(help));
    }
    found
}

//! Two independent judges of kingdom sets: the tool, which checks a set against the rules in the game's data, and a
//! slow one written from the rulebook. They agree on a hundred thousand random sets, legal ones and ones broken in
//! one to five ways.

mod repairs;
mod rulebook;
mod sets;
mod ties;

use smol_str::SmolStr;
use std::collections::BTreeMap;

use std::sync::Arc;

use cardwright::card::CardSource;
use cardwright::collections::IndexMap;
use cardwright::diagnostic::{Code, Diagnostic};
use cardwright::game::Game;
use cardwright::kingdom::{Cards, KingdomSource, validate};
use rayon::prelude::*;
use rulebook::Broken;
use sets::{Breach, World};

use crate::support::options;
use crate::support::rng::Rng;

/// Returns the result of the tool in the terms of the other judge.
fn found(game: &Game, by_id: &IndexMap<SmolStr, Arc<CardSource>>, set: &KingdomSource) -> Broken {
    let (_, findings) = validate(game, Cards { by_id }, set);
    let mut broken = Broken::new();
    for finding in &findings {
        *broken.entry(rule_of(finding)).or_default() += 1;
    }
    broken
}

fn rule_of(finding: &Diagnostic) -> String {
    let note = finding.note.as_deref().unwrap_or_default();
    match finding.code {
        Code::KingdomRule => {
            let rule = note.strip_prefix("rule ").unwrap_or(note);
            rule.split([',', ' ', ':'])
                .next()
                .unwrap_or(rule)
                .to_owned()
        }
        code => code.name().to_owned(),
    }
}

/// The number of sets of a kind, and how often each rule was broken.
#[derive(Default)]
struct Tally {
    legal: usize,
    by_breaches: BTreeMap<usize, usize>,
    by_breach: BTreeMap<String, usize>,
    by_rule: BTreeMap<String, usize>,
}

impl Tally {
    fn add(mut self, other: Tally) -> Tally {
        self.legal += other.legal;
        let pairs = [
            (&mut self.by_breach, other.by_breach),
            (&mut self.by_rule, other.by_rule),
        ];
        for (mine, others) in pairs {
            for (key, count) in others {
                *mine.entry(key).or_default() += count;
            }
        }
        for (key, count) in other.by_breaches {
            *self.by_breaches.entry(key).or_default() += count;
        }
        self
    }
}

#[test]
fn validator_and_oracle_agree_on_random_sets() {
    let world = World::new();
    let (sets, each_breach, each_rule) = match options::long() {
        true => (100_000, 1_000, 100),
        false => (20_000, 200, 20),
    };
    let tally = (0..sets)
        .into_par_iter()
        .fold(Tally::default, |mut tally, number| {
            let mut rng = Rng::seeded(&format!("set {number}"));
            let breaches = number % 6;
            let made = world.set(&mut rng, breaches);
            let source = made.source();
            let by_rulebook = rulebook::validate(&world.printed, &made);
            let by_tool = found(&world.game, &world.by_id, &source);
            assert_eq!(by_rulebook, by_tool, "set {number}: {made:#?}");
            tally.legal += usize::from(by_tool.is_empty());
            *tally.by_breaches.entry(breaches).or_default() += 1;
            for breach in &made.breaches {
                *tally.by_breach.entry(format!("{breach:?}")).or_default() += 1;
            }
            for rule in by_tool.into_keys() {
                *tally.by_rule.entry(rule).or_default() += 1;
            }
            tally
        })
        .reduce(Tally::default, Tally::add);

    println!("{sets} sets, {} of them legal", tally.legal);
    println!("broken rules for each set: {:?}", tally.by_breaches);
    println!("by what was done to them: {:#?}", tally.by_breach);
    println!("sets that break a rule: {:#?}", tally.by_rule);
    assert!(tally.legal >= sets / 6, "{} are legal", tally.legal);
    for breach in Breach::ALL {
        let times = tally.by_breach.get(&format!("{breach:?}"));
        assert!(
            times.is_some_and(|times| *times > each_breach),
            "{breach:?}"
        );
    }
    for rule in &world.game.kingdom.rules {
        let times = tally.by_rule.get(&rule.rule);
        assert!(
            times.is_some_and(|times| *times > each_rule),
            "{}",
            rule.rule
        );
    }
}

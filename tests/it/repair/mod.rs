//! The smallest repair is minimal: no legal set is nearer to a broken one. Verified by brute force on random small
//! games.

mod games;
mod nearest;

use std::collections::BTreeMap;

use cardwright::kingdom::repair::{NoRepair, repair};
use cardwright::kingdom::{Cards, validate};
use games::{Counts, Small, distance};
use rayon::prelude::*;

use crate::support::rng::Rng;

const SETS: usize = 1_400;

/// The result for a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Came {
    /// The set was legal.
    Legal,
    /// The number of changes.
    Mended(u64),
    /// No legal set exists.
    Hopeless,
}

#[test]
fn repair_is_minimal_on_random_games() {
    let came: Vec<(Came, Vec<&'static str>)> = (0..SETS)
        .into_par_iter()
        .map(|number| {
            let mut rng = Rng::seeded(&format!("game {number}"));
            let small = Small::new(&mut rng);
            (try_out(&small, number), small.kinds())
        })
        .collect();
    let mut by_outcome: BTreeMap<Came, usize> = BTreeMap::new();
    let mut by_kind: BTreeMap<&str, usize> = BTreeMap::new();
    let mut illegal = 0;
    for (came, kinds) in &came {
        *by_outcome.entry(*came).or_default() += 1;
        if *came != Came::Legal {
            illegal += 1;
            for kind in kinds {
                *by_kind.entry(kind).or_default() += 1;
            }
        }
    }
    println!("{illegal} illegal sets of {SETS}: {by_outcome:?}");
    println!("with rules of these kinds: {by_kind:?}");
    assert!(illegal > 1_000, "{illegal}");
    assert!(by_outcome.len() > 6, "{by_outcome:?}");
    for kind in games::KINDS {
        assert!(
            by_kind.get(kind).is_some_and(|times| *times > 100),
            "{kind}"
        );
    }
}

fn try_out(small: &Small, number: usize) -> Came {
    let cards = Cards {
        by_id: &small.by_id,
    };
    let source = small.source();
    let is_legal = validate(&small.game, cards, &source).1.is_empty() && small.is_whole();
    assert_eq!(is_legal, small.is_legal(&small.set), "{number}: {small:#?}");
    let plan = match repair(&small.game, cards, &source) {
        Ok(plan) => plan,
        Err(NoRepair::NoSet(_)) => {
            let nearest = nearest::nearest(small, u64::MAX);
            assert_eq!(nearest, None, "{number}: {small:#?}");
            return Came::Hopeless;
        }
        Err(other) => panic!("{number}: {other:?} {small:#?}"),
    };
    if is_legal {
        assert!(plan.is_empty(), "{number}: {plan:#?}");
        return Came::Legal;
    }
    let repaired = plan.applied(&source);
    let (_, found) = validate(&small.game, cards, &repaired);
    assert!(
        found.is_empty(),
        "{number}: {plan:#?} {small:#?} {found:#?}"
    );
    let after: Counts = small.counts(&repaired);
    assert_eq!(plan.changes, distance(&small.set, &after), "{number}");
    let again = repair(&small.game, cards, &repaired).expect("a legal set");
    assert!(again.is_empty(), "{number}: {again:#?}");
    let nearer = nearest::nearest(small, plan.changes);
    assert_eq!(nearer, None, "{number}: {plan:#?} {small:#?}");
    Came::Mended(plan.changes)
}

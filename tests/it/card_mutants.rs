//! The tests beside the shipped cards notice changed meanings.
//!
//! A normal run tries a fixed part of the changes. `cargo xtask test --long` tries all of them. The changes that no test
//! notices are listed in `card-mutants.txt` in the folder for temporary files of tests.

use std::fs;
use std::path::Path;

use cardwright::scenario::{self, Scenario};
use cardwright::source::FileId;

use crate::scenario::{test_files, with_words};
use crate::support::world::world;
use crate::support::{options, root};

/// The share of changes that the tests notice, in percent: of all, and of a part of them.
const NOTICED: [usize; 2] = [90, 85];

/// Of the changes, every one of so many is tried in a normal run.
const STEP: usize = 12;

#[test]
fn tests_of_shipped_cards_notice_changed_meanings() {
    let world = world("card-game");
    let cards = world.compilation.cards.iter();
    let abilities = cards
        .map(|(id, card)| (id.clone(), card.abilities.to_vec()))
        .collect();
    with_words(&world, |lexicon| {
        let mut scenarios: Vec<Scenario> = Vec::new();
        for (at, path) in test_files(&root().join("cards/card-game"))
            .iter()
            .enumerate()
        {
            let text = fs::read_to_string(path).expect("a test file");
            scenarios.extend(scenario::read(lexicon, FileId(at as u32), &text).scenarios);
        }
        let (step, least) = match options::long() {
            true => (1, NOTICED[0]),
            false => (STEP, NOTICED[1]),
        };
        let noticed = scenario::noticed(lexicon, &world.compilation, &scenarios, &abilities, step);
        let open = noticed.unnoticed.iter();
        let open =
            open.map(|mutant| format!("{}, {:?}: {}\n", mutant.name, mutant.text, mutant.change));
        let list: String = open.collect();
        let count = noticed.tried - noticed.unnoticed.len();
        let list = format!(
            "noticed: {count} of {}; not noticed:\n{list}",
            noticed.tried
        );
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("card-mutants.txt");
        fs::write(&path, &list).expect("a file can be written");
        assert!(noticed.tried > 100, "{list}");
        assert!(count * 100 >= noticed.tried * least, "{list}");
    });
}

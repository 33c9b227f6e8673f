//! The engine plays the shipped cards: its input is made from a compilation, and its tests use the cards of today.

use std::fs;
use std::path::Path;

use cardwright::bundle::{self, engine};
use cardwright_play::bot::{self, Bot};
use cardwright_play::{NotAnOption, Table};

use crate::support::options;
use crate::support::world::world;

/// The tests of the engine read this file, so that they are built without the compiler.
const BUNDLE: &str = "crates/play/tests/play/bundle.json";

#[test]
fn bundle_of_the_engine_is_up_to_date() {
    let world = world("card-game");
    let text = bundle::to_json(&bundle::bundle(&world.game, &world.compilation));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(BUNDLE);
    if options::blessing() {
        fs::write(path, text).expect("a file can be written");
        return;
    }
    let there = fs::read_to_string(path).expect("a file");
    assert!(
        there == text,
        "{BUNDLE} is stale: run `cargo xtask bless play`"
    );
}

#[test]
fn shipped_game_is_played_from_a_compilation() {
    let world = world("card-game");
    let input = engine::input(&world.game, &world.compilation).expect("an input");
    let table = Table::new(&input).expect("a table");
    let sets = [&table.sets[0], &table.sets[1]];
    let (state, _) = bot::play(&table, sets, [Bot::Random; 2], 1, 20_000, &mut |_, _, _| {});
    assert!(state.over.is_some());
    let mut state = state;
    let answered = table.answer(&mut state, &Default::default());
    assert_eq!(answered, Err(NotAnOption::NothingAsked));
}

/// A game without rules of play is refused by name.
#[test]
fn a_game_without_rules_is_refused() {
    let world = world("ccg");
    let input = engine::input(&world.game, &world.compilation).expect("an input");
    let refused = Table::new(&input).expect_err("no rules");
    assert_eq!(refused.to_string(), "the game `ccg` has no rules of play");
}

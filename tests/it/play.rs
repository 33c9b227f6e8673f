//! The engine plays the shipped cards: its input is made from a compilation.

use cardwright::bundle::engine;
use cardwright_play::bot::{self, Bot};
use cardwright_play::{NotAnOption, Table};

use crate::support::world::world;

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

//! The engine plays the shipped cards: its input is made from a compilation.

use cardwright::bundle::engine;
use cardwright::effect;
use cardwright_play::bot::{self, Bot};
use cardwright_play::{NotAnOption, Table};

use crate::support::options;
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
    let world = world("board-game");
    let input = engine::input(&world.game, &world.compilation).expect("an input");
    let refused = Table::new(&input).expect_err("no rules");
    assert_eq!(
        refused.to_string(),
        "the game `board-game` has no rules of play"
    );
}

/// Cards whose printed text is compiled again play the same games.
#[test]
fn printed_texts_play_the_same_games() {
    let world = world("card-game");
    let symbols = world.symbols();
    let input = engine::input(&world.game, &world.compilation).expect("an input");
    let mut again = input.clone();
    let mut compiled = 0;
    for card in world.cards() {
        let of_card = again.cards.iter_mut().find(|of| of.name == card.name);
        let of_card = of_card.expect("a card of the input");
        if of_card.abilities.is_empty() {
            continue;
        }
        let bearer = world.bearer(card);
        let text = effect::print(&of_card.abilities, &bearer, &symbols);
        let (abilities, found) = effect::compile(&text, &bearer, &symbols);
        assert!(found.is_empty(), "{text}: {found:?}");
        of_card.abilities = abilities;
        compiled += 1;
    }
    assert!(compiled > 200, "{compiled}");
    let tables = [&input, &again].map(|input| Table::new(input).expect("a table"));
    for seed in 0..if options::long() { 1_000 } else { 10 } {
        let digests = tables.each_ref().map(|table| {
            let sets = [seed, seed / 3].map(|set| &table.sets[set as usize % table.sets.len()]);
            let mut digests = Vec::new();
            bot::play(
                table,
                sets,
                [Bot::Random; 2],
                seed,
                20_000,
                &mut |state, _, _| {
                    digests.push(state.digest());
                },
            );
            digests
        });
        assert!(digests[0].len() > 100, "game {seed}");
        assert!(digests[0] == digests[1], "game {seed}");
    }
}

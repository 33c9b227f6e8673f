//! Every variant of the IR has an example and occurs on a shipped card.

use cardwright::effect::ir::Ability;

use super::{assert_none, sound};
use crate::support::world::games;
use crate::support::{table, variants};

#[track_caller]
fn assert_all_met(texts: &[Vec<Ability>], where_: &str) {
    let (possible, missing) = variants::missing(texts.iter().map(Vec::as_slice));
    assert!(possible > 300, "{possible} variants");
    println!(
        "{} of {possible} variants of the IR {where_}",
        possible - missing.len()
    );
    assert_none(missing);
}

#[test]
fn every_variant_of_the_ir_has_an_example() {
    let games = games();
    let symbols = games.symbols();
    let texts: Vec<Vec<Ability>> = table::all_examples()
        .iter()
        .map(|example| {
            sound(&example.text, &example.bearer(), symbols.of(&example.game))
                .unwrap_or_else(|why| panic!("{why}"))
        })
        .collect();
    assert_all_met(&texts, "have an example");
}

#[test]
fn every_variant_of_the_ir_is_on_a_shipped_card() {
    let games = games();
    let mut texts: Vec<Vec<Ability>> = Vec::new();
    for world in games.worlds() {
        let symbols = world.symbols();
        for card in world.cards() {
            let bearer = world.bearer(card);
            texts.extend(card.effects().map(|(_, effect)| {
                sound(effect.text().trim(), &bearer, &symbols).unwrap_or_else(|why| panic!("{why}"))
            }));
        }
    }
    assert_all_met(&texts, "occur on a shipped card");
}

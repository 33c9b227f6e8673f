//! Cached lines give the same result as newly compiled ones, at new positions and on cards of all kinds.

#[path = "support/dice.rs"]
#[allow(dead_code)]
mod dice;
mod support;

use cardwright::effect::{self, Bearer, EffectSession};
use dice::Dice;
use serde_json::json;
use support::table::{self, Kind};
use support::world::card_game;

/// The number of random texts.
const TEXTS: usize = 3_000;

#[test]
fn what_is_known_is_what_is_read() {
    let world = card_game();
    let symbols = world.symbols();
    let bearers: Vec<Bearer<'_>> = world.cards().map(|card| world.bearer(card)).collect();
    let chapters = table::chapters();
    let blocks: Vec<_> = chapters.iter().flat_map(|of| of.blocks()).collect();
    let mut dice = Dice::of("known");
    let known = EffectSession::new(&symbols);
    let (mut clean, mut faulty) = (0, 0);
    for _ in 0..TEXTS {
        // Few different lines, so that they repeat, with and without mistakes, and in all positions.
        let lines: Vec<&str> = (0..=dice.below(3))
            .map(|_| {
                let block = blocks[dice.below(blocks.len())];
                let kind = [Kind::Canonical, Kind::Variant, Kind::Mistake][dice.below(3)];
                let texts: Vec<&str> = block.texts(kind).take(2).collect();
                texts.get(dice.below(2)).copied().unwrap_or("Draw a card.")
            })
            .collect();
        let text = lines.join(["\n", "\n  ", "\n\n"][dice.below(3)]);
        let bearer = match dice.below(4) {
            0 => blocks[dice.below(blocks.len())].bearer(),
            _ => bearers[dice.below(bearers.len())].clone(),
        };
        let (abilities, found) = effect::compile(&text, &bearer, &symbols);
        let canonical = effect::print(&abilities, &bearer, &symbols);
        match found.is_empty() {
            true => clean += 1,
            false => faulty += 1,
        }
        for time in ["first", "again", "known"] {
            let meaning = known.compile(&text, &bearer);
            assert_eq!(
                json!([meaning.abilities, meaning.canonical]),
                json!([abilities, canonical]),
                "{time}: {text}"
            );
            assert_eq!(meaning.found, found, "{time}: {text}");
        }
    }
    assert!(clean > TEXTS / 10, "{clean}");
    assert!(faulty > TEXTS / 10, "{faulty}");
}

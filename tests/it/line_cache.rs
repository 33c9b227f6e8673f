//! Cached lines give the same result as newly compiled ones, at new positions and on cards of all kinds.

use cardwright::effect::{self, Bearer, EffectSession};
use serde_json::json;

use crate::support::options;
use crate::support::rng::Rng;
use crate::support::table::{self, Kind};
use crate::support::world::card_game;

/// The number of random texts: with `cargo xtask test --long`, more of them.
fn count() -> usize {
    if options::long() { 3_000 } else { 250 }
}

#[test]
fn cached_lines_equal_freshly_compiled_lines() {
    let world = card_game();
    let symbols = world.symbols();
    let bearers: Vec<Bearer<'_>> = world.cards().map(|card| world.bearer(card)).collect();
    let chapters = table::chapters();
    let blocks: Vec<_> = chapters.iter().flat_map(|of| of.blocks()).collect();
    let mut rng = Rng::seeded("known");
    let known = EffectSession::new(&symbols);
    let (mut clean, mut faulty) = (0, 0);
    for _ in 0..count() {
        // Few different lines, so that they repeat, with and without mistakes, and in all positions.
        let lines: Vec<&str> = (0..=rng.below(3))
            .map(|_| {
                let block = blocks[rng.below(blocks.len())];
                let kind = [Kind::Canonical, Kind::Variant, Kind::Mistake][rng.below(3)];
                let texts: Vec<&str> = block.texts(kind).take(2).collect();
                texts.get(rng.below(2)).copied().unwrap_or("Draw a card.")
            })
            .collect();
        let text = lines.join(["\n", "\n  ", "\n\n"][rng.below(3)]);
        let bearer = match rng.below(4) {
            0 => blocks[rng.below(blocks.len())].bearer(),
            _ => bearers[rng.below(bearers.len())].clone(),
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
    assert!(clean > count() / 10, "{clean}");
    assert!(faulty > count() / 10, "{faulty}");
}

//! Seeds for fuzzing in addition to the committed corpus: all texts of the tests and the games.
//!
//! Mutations of valid texts get farther than others. `cargo xtask seeds FOLDER` writes the
//! seeds to that folder, with a subfolder for each target.

use std::fs;

use cardwright::kingdom::decklist::Lexicon;
use cardwright::kingdom::{Cards, export};

use super::properties::{self, world};
use crate::support::options;
use crate::support::table;

/// One of this many seeds is run with the tests; all of them would take minutes.
const ONE_OF: usize = 50;

fn seeds_of(target: &str) -> Vec<String> {
    match target {
        "effect_text" => table::chapters().iter().flat_map(texts).collect(),
        "card_yaml" | "fmt" => ["card-game", "ccg"].into_iter().flat_map(files).collect(),
        "deck_list" => ["card-game", "ccg"].into_iter().flat_map(lists).collect(),
        _ => Vec::new(),
    }
}

/// Returns the texts of a chapter, including mistakes, each after the type of its card.
fn texts(chapter: &table::Chapter) -> Vec<String> {
    let blocks = chapter.blocks();
    let texts = blocks.flat_map(|block| {
        let entries = block.entries.iter();
        entries.map(|entry| format!("{}\n{}", block.card_type, entry.text))
    });
    texts.collect()
}

/// Returns the files of a game that are cards, sets or house rules.
fn files(game: &str) -> Vec<String> {
    let world = world::world(game);
    let cards = world.sources.iter().skip(1);
    cards.map(|(_, file)| file.text.to_string()).collect()
}

/// Returns the sets of a game as text.
fn lists(game: &str) -> Vec<String> {
    let world = world::world(game);
    let by_id = world.compilation.sources();
    let known = Lexicon::new(&world.game, Cards { by_id: &by_id });
    let sets = world.compilation.kingdoms.iter();
    sets.map(|set| export::to_text(&known, set)).collect()
}

#[test]
fn fuzz_seeds_satisfy_the_properties() {
    let folder = options::seeds();
    for (target, property) in properties::TARGETS {
        let seeds = seeds_of(target);
        for seed in seeds.iter().step_by(ONE_OF) {
            property(seed.as_bytes());
        }
        let Some(folder) = &folder else { continue };
        let folder = folder.join(target);
        fs::create_dir_all(&folder).expect("a folder");
        for (at, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("{at:05}")), seed).expect("a seed");
        }
    }
}

//! Properties of arbitrary input, one function for each target of `fuzz/`, which panics if the property is violated.
//!
//! The targets of `fuzz/` and their twins among the tests call the same functions, so every run of the tests covers a
//! small part of what hours of fuzzing cover.
// Each target uses one of them.
#![allow(dead_code)]

mod bundles;
mod findings;
mod games;
mod sets;
mod texts;
#[path = "../../../support/world.rs"]
pub mod world;

use std::borrow::Cow;
use std::sync::LazyLock;

use cardwright::compile::{self, Compilation, Role};
use cardwright::source::{FileId, SourceFile, Sources};
use world::World;

pub use bundles::{bundle_json, bundle_msgpack, bundle_sqlite, manifest};
pub use games::game_data;
pub use sets::{deck_list, kingdom_code};
pub use texts::{card_yaml, effect_text, fmt};

/// Panics if these bytes violate the property.
pub type Property = fn(&[u8]);

/// Every target by its name.
pub const TARGETS: [(&str, Property); 10] = [
    ("bundle_json", bundle_json),
    ("bundle_msgpack", bundle_msgpack),
    ("bundle_sqlite", bundle_sqlite),
    ("card_yaml", card_yaml),
    ("deck_list", deck_list),
    ("effect_text", effect_text),
    ("fmt", fmt),
    ("game_data", game_data),
    ("kingdom_code", kingdom_code),
    ("manifest", manifest),
];

/// The two games, each with all its cards.
static CARD_GAME: LazyLock<World> = LazyLock::new(world::card_game);
static CCG: LazyLock<World> = LazyLock::new(|| world::world("ccg"));

/// Decodes bytes as text. Invalid UTF-8 is rejected before any code here sees it.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// A game with a few of its cards, together with which a file is checked.
struct Shelf {
    world: &'static World,
    sources: Sources,
    files: Vec<(FileId, Role)>,
}

/// All of the cards would only take time.
const SHELVED: [&str; 4] = [
    "/skeleton.yaml",
    "/pikeman.yaml",
    "/catherine.yaml",
    "/skirmish.yaml",
];

static SHELF: LazyLock<Shelf> = LazyLock::new(|| {
    let mut sources = Sources::default();
    let all = CARD_GAME.sources.iter().map(|(_, file)| file);
    let shelved = all.filter(|file| SHELVED.iter().any(|name| file.path.ends_with(name)));
    let files = shelved
        .map(|file| (sources.add(file.clone()), Role::Library))
        .collect();
    Shelf {
        world: &CARD_GAME,
        sources,
        files,
    }
});

impl Shelf {
    /// Checks a text as a file next to the cards.
    fn check(&self, text: &str) -> (Sources, FileId, Compilation) {
        let mut sources = self.sources.clone();
        let id = sources.add(SourceFile::new("cards/any.yaml", text));
        let mut files = self.files.clone();
        files.push((id, Role::Checked));
        let compilation = compile::compile(&self.world.game, &sources, &files);
        (sources, id, compilation)
    }
}

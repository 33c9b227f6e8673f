//! The embedded games, compiled once for each test binary.

use std::collections::BTreeMap;

use cardwright::card::CardSource;
use cardwright::compile::{self, Compilation, Role};
use cardwright::effect::Bearer;
use cardwright::game::{self, Game};
use cardwright::source::{FileId, SourceFile, Sources};
use cardwright::symbols::Symbols;
use serde_json::Value;

/// A game and its cards.
pub struct World {
    pub game: Game,
    pub sources: Sources,
    pub compilation: Compilation,
}

/// Returns the embedded game with this id and all its cards checked.
pub fn world(id: &str) -> World {
    let embedded = game::embedded()
        .iter()
        .find(|game| game.id == id)
        .expect("an embedded game");
    let mut sources = Sources::default();
    let file = SourceFile::inside(embedded.game);
    let at = sources.add(file.clone());
    let game = game::load(at, &file).expect("a valid embedded game");
    let files: Vec<(FileId, Role)> = embedded
        .cards
        .iter()
        .map(|file| (sources.add(SourceFile::inside(*file)), Role::Checked))
        .collect();
    let compilation = compile::compile(&game, &sources, &files);
    World {
        game,
        sources,
        compilation,
    }
}

pub fn card_game() -> World {
    world("card-game")
}

/// The games that have texts in the language reference.
pub struct Games(Vec<(&'static str, World)>);

pub fn games() -> Games {
    Games(
        ["card-game", "board-game", "ccg"]
            .map(|id| (id, world(id)))
            .into(),
    )
}

impl Games {
    /// Returns the symbols of each game.
    pub fn symbols(&self) -> GameSymbols<'_> {
        GameSymbols(
            self.0
                .iter()
                .map(|(id, world)| (*id, world.symbols()))
                .collect(),
        )
    }

    pub fn worlds(&self) -> impl Iterator<Item = &World> {
        self.0.iter().map(|(_, world)| world)
    }
}

/// The symbols of each game, by id.
pub struct GameSymbols<'g>(BTreeMap<&'static str, Symbols<'g>>);

impl<'g> GameSymbols<'g> {
    pub fn of(&self, game: &str) -> &Symbols<'g> {
        self.0.get(game).unwrap_or_else(|| panic!("no game {game}"))
    }
}

impl World {
    pub fn cards(&self) -> impl Iterator<Item = &CardSource> {
        self.compilation.cards.values().map(|card| &*card.source)
    }

    pub fn symbols(&self) -> Symbols<'_> {
        let cards = self.compilation.cards.values();
        Symbols::new(&self.game, cards.map(|card| &card.source))
    }

    pub fn bearer<'c>(&self, card: &'c CardSource) -> Bearer<'c> {
        Bearer::of(card, &self.game)
    }
}

/// Returns a JSON value without any `span` keys.
pub fn without_spans(value: Value) -> Value {
    match value {
        Value::Object(map) => map
            .into_iter()
            .filter(|(key, _)| key != "span")
            .map(|(key, value)| (key, without_spans(value)))
            .collect(),
        Value::Array(items) => items.into_iter().map(without_spans).collect(),
        other => other,
    }
}

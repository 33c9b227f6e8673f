//! What the tests share: the built-in games and their cards.

use std::sync::Arc;

use crate::card::{self, CardSource};
use crate::game::{self, Game};
use crate::source::{FileId, SourceFile};
use crate::yaml::{self, Value};

/// Returns a built-in game.
pub fn game(id: &str) -> Game {
    let found = game::embedded_game(id).expect("the game is in the binary");
    game::load(FileId(0), &SourceFile::inside(found.game)).expect("the data of the game are valid")
}

/// Returns the cards of a built-in game.
pub fn cards(game: &Game) -> Vec<Arc<CardSource>> {
    let files = game::embedded_game(&game.game)
        .expect("a built-in game")
        .cards;
    let mut cards = Vec::new();
    for (_, text) in files {
        let (documents, found) = yaml::read(FileId(0), text);
        assert!(found.is_empty(), "{text}");
        for root in documents
            .iter()
            .filter_map(|document| document.root.as_ref())
        {
            let items = match &root.value {
                Value::Sequence(items) => &**items,
                _ => std::slice::from_ref(&**root),
            };
            let items = items
                .iter()
                .map(|item| card::read(game, text, item, false).0);
            cards.extend(
                items
                    .flatten()
                    .filter(|card| !card.card_type.is_empty())
                    .map(Arc::new),
            );
        }
    }
    cards
}

//! The input of the engine: a bundle.

use cardwright_play::Input;

use super::{Bundle, bundle};
use crate::compile::Compilation;
use crate::game::Game;

/// Returns what the engine plays: the cards and sets of a compilation, with the rules of their game.
pub fn input(game: &Game, compilation: &Compilation) -> Result<Input, serde_json::Error> {
    input_of(&bundle(game, compilation))
}

/// Returns what the engine plays: a bundle. Only a bundle whose game has rules of play can be played.
pub fn input_of(bundle: &Bundle) -> Result<Input, serde_json::Error> {
    serde_json::from_value(serde_json::to_value(bundle)?)
}

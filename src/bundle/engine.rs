//! The input of the engine: the bundle of a game with its rules of play.

use cardwright_play::Input;

use super::{Bundle, bundle};
use crate::compile::Compilation;
use crate::game::Game;

/// Returns what the engine plays: the cards and sets of a compilation, with the rules of their game.
pub fn input(game: &Game, compilation: &Compilation) -> Result<Input, serde_json::Error> {
    input_of(game, &bundle(game, compilation))
}

/// Returns what the engine plays: a bundle, with the rules of its game.
pub fn input_of(game: &Game, bundle: &Bundle) -> Result<Input, serde_json::Error> {
    let mut input: Input = serde_json::from_value(serde_json::to_value(bundle)?)?;
    input.game.play = game.play.clone();
    Ok(input)
}

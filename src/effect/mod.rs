//! The effect language: from the text of a card to typed IR, and from IR back to text.
//!
//! Nothing here knows YAML or files: places are ranges of the text ([`Place::Text`]).

pub mod ir;
mod lower;
mod outline;
mod print;
mod read;
mod syntax;

use crate::card::Area;
use crate::diagnostic::{Diagnostic, Place};
use crate::symbols::Symbols;
use ir::Ability;

/// The grammar, as written.
pub const GRAMMAR: &str = include_str!("../../grammar/effect.pest");

/// The card on which a text stands, as far as its meaning depends on it.
#[derive(Clone, Debug, Default)]
pub struct Bearer<'c> {
    /// The id of the card type.
    pub card_type: &'c str,
    /// The ids of its traits. `None` when only a text is compiled and there is no card.
    pub traits: Option<&'c [String]>,
    pub area: Option<&'c Area>,
    pub name: Option<&'c str>,
}

/// Reads an effect text: its abilities, and everything that is wrong with it.
pub fn compile(
    text: &str,
    bearer: &Bearer<'_>,
    symbols: &Symbols<'_>,
) -> (Vec<Ability>, Vec<Diagnostic<Place>>) {
    lower::text(text, bearer, symbols)
}

/// The canonical text of abilities.
pub fn print(abilities: &[Ability], bearer: &Bearer<'_>, symbols: &Symbols<'_>) -> String {
    print::text(abilities, bearer, symbols)
}

/// Whether a game's word is free to be one, or is a word that carries structure.
pub fn is_free_word(word: &str) -> bool {
    lower::is_free_word(word)
}

/// How the text was understood, in plain indented words.
pub fn outline(abilities: &[Ability], bearer: &Bearer<'_>, symbols: &Symbols<'_>) -> String {
    outline::text(abilities, bearer, symbols)
}

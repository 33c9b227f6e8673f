//! The texts of cards in other languages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::Bundle;
use crate::collections::IndexMap;
use crate::compile::Compilation;
use crate::effect::{self, Bearer};
use crate::game::Game;
use crate::parallel;
use crate::symbols::Symbols;
use crate::words::Words;

/// A card in another language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TranslatedCard {
    pub name: String,
    /// Its text, printed from the same abilities; empty for a card without a text.
    pub text: String,
    /// The other effect texts of a card with several, by the key of card files.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub texts: IndexMap<SmolStr, String>,
}

/// The cards of a bundle in another language, by id.
pub type Translation = IndexMap<SmolStr, TranslatedCard>;

impl Bundle {
    /// Adds the texts of all cards in a language, whose code is that of HTML: `es`.
    pub fn translate(
        &mut self,
        language: &str,
        words: &Words,
        game: &Game,
        compilation: &Compilation,
    ) {
        let cards: Vec<_> = compilation.cards.values().collect();
        let symbols = Symbols::new(game, cards.iter().map(|card| &card.source));
        let translated = parallel::map(&cards, |card| {
            let bearer = Bearer::of(&card.source, game);
            let print = |abilities| effect::print_with(words, abilities, &bearer, &symbols);
            let texts = card.more_texts.iter();
            let card_text = TranslatedCard {
                name: words.name_of(&card.source.id, &card.source.name),
                text: print(&card.abilities),
                texts: texts
                    .map(|(key, text)| (key.clone(), print(&text.abilities)))
                    .collect(),
            };
            (card.source.id.clone(), card_text)
        });
        self.texts
            .insert(language.to_owned(), translated.into_iter().collect());
    }
}

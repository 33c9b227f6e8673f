//! What is shown about the thing under the pointer: a card, the cards with a trait, or the meaning of a text.

use std::ops::Range;

use super::mention::{Mention, Subject};
use crate::card::CardSource;
use crate::collections::HashSet;
use crate::compile::Card;
use crate::effect::{self, Bearer};
use crate::game::Game;
use crate::source::{FileId, Span};
use crate::symbols::Symbols;
use crate::workspace::GameRun;

/// Maximum number of cards that are listed for a trait.
const MAX_CARDS: usize = 30;

/// Returns a description of a mentioned card or trait, in Markdown.
pub(super) fn of_mention(game: &GameRun, mention: &Mention) -> Option<String> {
    match &mention.subject {
        Subject::Card(id) => Some(card(&game.game, game.compilation.cards.get(id)?)),
        Subject::Trait(id) => Some(cards_with(game, id)),
    }
}

/// Describes a card by its name, type and text.
pub(super) fn card(game: &Game, card: &Card) -> String {
    let source = &card.source;
    let card_type = game.card_types.get(&source.card_type);
    let card_type = card_type.map_or("", |card_type| card_type.name.as_str());
    let mut text = format!("**{}** · {card_type}", source.name);
    let texts = std::iter::once(&card.text).chain(card.more_texts.values().map(|text| &text.text));
    for lines in texts.filter(|text| !text.is_empty()) {
        text.push_str(&format!("\n\n```text\n{lines}\n```"));
    }
    text
}

fn cards_with(game: &GameRun, id: &str) -> String {
    let has_trait = |card: &&Card| {
        let traits = Bearer::of(&card.source, &game.game).traits;
        traits.is_some_and(|traits| traits.iter().any(|own| own == id))
    };
    let cards = game.compilation.cards.values().filter(has_trait);
    let mut names: Vec<&str> = cards.map(|card| card.source.name.as_str()).collect();
    let mut seen = HashSet::default();
    names.retain(|name| seen.insert(*name));
    let word = id.replace('_', " ");
    if names.is_empty() {
        return format!("No card has the trait *{word}*.");
    }
    let more = names.len().saturating_sub(MAX_CARDS);
    let count = names.len();
    names.truncate(MAX_CARDS);
    let mut text = format!("*{word}*, on {count} cards: {}", names.join(", "));
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

/// Returns the meaning of the effect text at a byte, and the span of the text.
pub(super) fn of_text(game: &GameRun, file: FileId, byte: usize) -> Option<(String, Span)> {
    let cards = game.compilation.cards.values();
    let mut in_file = cards.filter(|card| card.source.name_at.file == file);
    let is_here = |range: Range<usize>| range.start <= byte && byte <= range.end;
    let (card, key, span) = in_file.find_map(|card| {
        let mut effects = card.source.effects();
        let (key, effect) = effects.find(|(_, effect)| is_here(effect.node.span.range()))?;
        Some((card, key.cloned(), effect.node.span))
    })?;
    let abilities = match &key {
        None => &card.abilities,
        Some(key) => &card.more_texts.get(key)?.abilities,
    };
    if abilities.is_empty() {
        return None;
    }
    let others = game.compilation.cards.values().map(|card| &card.source);
    let symbols = Symbols::new(&game.game, others);
    let source: &CardSource = &card.source;
    let outline = effect::outline(abilities, &Bearer::of(source, &game.game), &symbols);
    Some((format!("```text\n{}\n```", outline.trim_end()), span))
}

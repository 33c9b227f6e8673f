//! The keywords of the grammar and the words of a game.

use std::sync::OnceLock;

use super::GRAMMAR;
use crate::symbols::Symbols;

/// The keywords of the grammar, sorted.
pub(super) fn keywords() -> &'static [String] {
    static KEYWORDS: OnceLock<Vec<String>> = OnceLock::new();
    KEYWORDS.get_or_init(|| {
        let mut words: Vec<String> = GRAMMAR
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .flat_map(|line| line.split("^\"").skip(1))
            .filter_map(|rest| rest.split('"').next())
            .filter(|word| {
                word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
            })
            .map(str::to_owned)
            .collect();
        words.sort();
        words.dedup();
        words
    })
}

/// Returns whether a word is a keyword of the grammar.
pub(super) fn is_keyword(word: &str) -> bool {
    keywords().binary_search(&word.to_lowercase()).is_ok()
}

/// Returns whether a word of two letters or more is a keyword or a word of the game.
pub(super) fn is_vocabulary(word: &str, symbols: &Symbols<'_>) -> bool {
    let word = word.to_lowercase();
    let game = symbols.game;
    let has = |name: &str| name.split(' ').any(|part| part.eq_ignore_ascii_case(&word));
    let lists = game.vocabulary.keys().filter(|list| *list != "traits");
    let mut terms = lists.flat_map(|list| game.terms(list));
    word.len() > 1
        && (is_keyword(&word)
            || game
                .card_types
                .values()
                .any(|card_type| has(&card_type.name) || has(&card_type.plural))
            || terms.any(|(_, term)| has(&term.name)))
}

/// Splits a word at a missing space: `friendlyunit`.
pub(super) fn two_words(joined: &str, symbols: &Symbols<'_>) -> Option<String> {
    let mut places = joined.char_indices().skip(1).map(|(at, _)| at);
    let at = places.find(|at| {
        let (first, second) = joined.split_at(*at);
        let begins = first.eq_ignore_ascii_case("a") || is_vocabulary(first, symbols);
        begins && is_vocabulary(second, symbols)
    })?;
    let (first, second) = joined.split_at(at);
    Some(format!("{first} {second}"))
}

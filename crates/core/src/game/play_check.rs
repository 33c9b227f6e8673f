//! Checks that the rules of play name only what the game has.

use smol_str::SmolStr;

use super::Game;
use super::data_spans::DataSpans;
use super::ids::one_of;
use crate::diagnostic::Diagnostic;

pub(super) fn check(game: &Game, places: &DataSpans, diagnostics: &mut Vec<Diagnostic>) {
    let Some(rules) = &game.play else { return };
    for (path, list, word) in rules.named() {
        let mut at = places.root().under("play");
        for key in &path {
            at = match key.parse() {
                Ok(number) => at.item(number),
                Err(_) => at.under(key),
            };
        }
        let (what, known) = known(game, list);
        one_of(word, what, &known, at.value(), diagnostics);
    }
}

/// What the words of a list are called, and the words.
fn known<'g>(game: &'g Game, list: &str) -> (&'static str, Vec<&'g str>) {
    match list {
        "card_types" => (
            "card type",
            game.card_types.keys().map(SmolStr::as_str).collect(),
        ),
        "headings" => (
            "heading",
            game.headings.keys().map(String::as_str).collect(),
        ),
        "constants" => (
            "constant",
            game.constants.keys().map(String::as_str).collect(),
        ),
        "fields" => ("field", game.fields.keys().map(String::as_str).collect()),
        "phrases" => ("phrase", game.phrases.keys().map(SmolStr::as_str).collect()),
        "parts" => (
            "zone",
            game.kingdom.zones.keys().map(String::as_str).collect(),
        ),
        list => {
            let words = game.vocabulary.get(list).into_iter().flatten();
            (
                "word of the vocabulary",
                words.map(|(id, _)| id.as_str()).collect(),
            )
        }
    }
}

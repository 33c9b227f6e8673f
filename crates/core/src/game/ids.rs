//! Checks the syntax of ids, and references by id to other parts of the data.

use super::Game;
use crate::collections::HashSet;
use crate::diagnostic::{Code, Diagnostic, closest};
use crate::source::Span;

/// Returns whether an id may contain a character.
fn is_of_id(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

/// Returns the diagnostic for an invalid id.
pub(super) fn no_id(id: &str, at: Span, between: char) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::GameData,
        at,
        format!("\"{id}\" cannot be an id"),
        "not an id",
    )
    .naming([id])
    .note("ids are also keys in files, and names in tables and programs");
    let written = as_id(id, between);
    match is_id(&written) {
        true => diagnostic.help(format!("write `{written}`")),
        false => diagnostic.help(
            "write an id of lowercase letters, digits, `_` and `-` that begins with a letter",
        ),
    }
}

/// Converts a text to an id, replacing invalid characters by `between`.
pub fn as_id(text: &str, between: char) -> String {
    let written: String = text.trim().chars().flat_map(char::to_lowercase).collect();
    written.replace(|c| !is_of_id(c), &between.to_string())
}

/// Returns whether a text is an id: lowercase letters, digits, `_` and `-`, beginning with a
/// letter.
pub(super) fn is_id(text: &str) -> bool {
    let lowercase = |c: char| c.to_lowercase().eq([c]);
    text.starts_with(char::is_alphabetic) && text.chars().all(|c| is_of_id(c) && lowercase(c))
}

/// Returns the keys that cards use for the fields of the game.
pub(super) fn keys(game: &Game) -> Vec<&str> {
    let fields = game.fields.iter();
    let mut keys: Vec<&str> = fields.map(|(name, field)| field.key_or(name)).collect();
    let mut seen = HashSet::default();
    keys.retain(|key| seen.insert(*key));
    keys
}

/// Reports a name that is not the key of a field.
pub(super) fn key_of_field(
    game: &Game,
    name: &str,
    known: &[&str],
    at: Span,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let other = game.fields.get(name).map(|field| field.key_or(name));
    match other.filter(|_| !known.contains(&name)) {
        Some(key) => diagnostics.push(
            Diagnostic::new(
                Code::GameData,
                at,
                format!("the key of the field `{name}` in cards is `{key}`"),
                "not a key of a card",
            )
            .naming([name, key])
            .help(format!("write `{key}`")),
        ),
        None => one_of(name, "field", known, at, diagnostics),
    }
}

/// Reports a name that is not one of the known ones.
pub(super) fn one_of(
    name: &str,
    what: &str,
    known: &[&str],
    at: Span,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if known.contains(&name) {
        return;
    }
    let diagnostic = Diagnostic::new(
        Code::GameData,
        at,
        format!("the game has no {what} \"{name}\""),
        format!("no such {what}"),
    )
    .naming([name]);
    diagnostics.push(match closest(name, known.iter().copied()) {
        Some(close) => diagnostic.help(format!("write `{close}`")),
        None if known.is_empty() => diagnostic,
        None => diagnostic.help(format!("write one of {}", known.join(", "))),
    });
}

//! The keys that cards can have.

use crate::game::Game;
use crate::yaml::Entry;

/// The keys that every card may have, regardless of the game.
pub const BUILT_IN: [&str; 4] = ["name", "type", "id", "manual"];

/// A resolved key: the correct key, and the entry with it or a misspelling of it.
pub(super) struct Key<'a> {
    pub key: &'a str,
    pub entry: &'a Entry,
}

/// Returns all keys that cards of this game can have.
pub(super) fn all_keys(game: &Game) -> impl Iterator<Item = &str> {
    BUILT_IN
        .into_iter()
        .chain(game.fields.iter().map(|(name, field)| field.key_or(name)))
}

/// Returns whether cards of this game can have a key.
pub fn is_key(game: &Game, key: &str) -> bool {
    all_keys(game).any(|known| known == key)
}

pub(super) fn text_of(entry: &Entry) -> Option<&str> {
    entry
        .key
        .scalar()
        .filter(|_| !entry.key.is_null())
        .map(|scalar| scalar.text.as_str())
        .filter(|text| !text.chars().all(char::is_whitespace))
}

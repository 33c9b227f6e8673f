//! Grammatical number: singular or plural, as the words before a noun require.

use crate::effect::lists::lists;

/// Maximum number of words before a noun that can belong to it.
const BEFORE: usize = 6;

/// Filters the words that are possible after `before` by the grammatical number required there. Returns all of them
/// if no number is required.
pub(super) fn of_number<T>(before: &str, could: Vec<T>, word: impl Fn(&T) -> &str) -> Vec<T> {
    let Some(several) = asks_for_several(before) else {
        return could;
    };
    let words: Vec<String> = could
        .iter()
        .map(|one| word(one).trim().to_owned())
        .collect();
    let is_other = |noun: &str| words.iter().any(|known| is_plural_of(noun, known)) != several;
    let has_both = words
        .iter()
        .any(|noun| words.iter().any(|known| is_plural_of(noun, known)));
    match has_both {
        true => {
            let could = could.into_iter();
            could.filter(|one| !is_other(word(one).trim())).collect()
        }
        false => could,
    }
}

fn is_plural_of(noun: &str, one: &str) -> bool {
    noun.strip_prefix(one)
        .is_some_and(|ending| matches!(ending, "s" | "es"))
}

pub(in crate::effect::recover) fn asks_for_several(before: &str) -> Option<bool> {
    let words = before.split_whitespace().rev().take(BEFORE);
    for word in words {
        let word = word.to_ascii_lowercase();
        if lists().singular_determiners.contains(&word.as_str()) {
            return Some(false);
        }
        let counts = word.parse::<u32>().is_ok();
        if counts || lists().plural_determiners.contains(&word.as_str()) {
            return Some(true);
        }
        if word.starts_with('(')
            || word.ends_with([',', '.', ':'])
            || lists().phrase_starts.contains(&word.as_str())
        {
            return None;
        }
    }
    None
}

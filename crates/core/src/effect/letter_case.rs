//! Upper and lower case of the first letter.

/// Returns a word with the initial case of the word that it replaces.
pub(super) fn in_case_of(word: &str, old: &str) -> String {
    if old.chars().next().is_some_and(char::is_uppercase) {
        capitalised(word)
    } else {
        word.to_owned()
    }
}

pub(super) fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Returns the text with a lowercase first letter. An abbreviation keeps its capitals.
pub(super) fn uncapitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if chars.clone().next().is_none_or(|c| !c.is_uppercase()) => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

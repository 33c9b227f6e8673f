//! Helpers for the wording of messages: articles, lists in words, and quoted values.

use crate::source::invisible::{self, InvisibleChar};

/// Adds the indefinite article: `a unit`, `an ability`.
pub fn a(noun: &str) -> String {
    let lower = noun.to_lowercase();
    // A `u` that is pronounced `you` takes `a`.
    let spoken_you = ["uni", "use", "usu", "ute"]
        .iter()
        .any(|start| lower.starts_with(start));
    let vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !spoken_you;
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// Joins words: `Pikeman, Archer and Monk`.
pub fn and<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    listed(words, "and")
}

/// Joins words: `Pikeman, Archer or Monk`.
pub fn or<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    listed(words, "or")
}

fn listed<S: AsRef<str>>(words: impl IntoIterator<Item = S>, last: &str) -> String {
    let words: Vec<S> = words.into_iter().collect();
    let mut text = String::new();
    for (at, word) in words.iter().enumerate() {
        if at > 0 && at + 1 == words.len() {
            text.push_str(&format!(" {last} "));
        } else if at > 0 {
            text.push_str(", ");
        }
        text.push_str(word.as_ref());
    }
    text
}

/// Puts words in backticks.
pub fn ticked<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> Vec<String> {
    words
        .into_iter()
        .map(|word| format!("`{}`", word.as_ref()))
        .collect()
}

/// Converts an id of the game's data to words.
pub fn spoken(id: &str) -> String {
    id.replace('_', " ")
}

/// A number with its noun: `1 card`, `2 cards`.
pub fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// Shortens a text of the author for a message: on one line, not too long, without invisible
/// characters.
pub fn shown(text: &str) -> String {
    const MAX_LEN: usize = 40;
    let mut shown: String = text
        .trim()
        .chars()
        .take(MAX_LEN + 1)
        .map(|c| match c {
            '\n' | '\r' | '\t' => ' ',
            c if invisible::kind(c) == Some(InvisibleChar::Break) => ' ',
            c if invisible(c) => '\u{fffd}',
            c => c,
        })
        .collect();
    if shown.chars().count() > MAX_LEN {
        shown = shown.chars().take(MAX_LEN).collect();
        shown.push('…');
    }
    shown
}

/// Returns whether a character is invisible, or does not belong in a line. Characters with a use in
/// some script were checked when the file was read; spaces of any kind count as visible.
pub fn invisible(c: char) -> bool {
    let is_unseen = || invisible::kind(c).is_some_and(|kind| kind != InvisibleChar::Space);
    c.is_control() || (is_unseen() && !invisible::may_have_use(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_articles_read_as_english() {
        assert_eq!(and(["a"]), "a");
        assert_eq!(and(["a", "b"]), "a and b");
        assert_eq!(or(["a", "b", "c"]), "a, b or c");
        assert_eq!(a("unit"), "a unit");
        assert_eq!(a("ability"), "an ability");
        assert_eq!(a("undead"), "an undead");
    }
}

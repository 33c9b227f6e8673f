//! How findings speak: articles, lists in words, and values as the author wrote them.

use crate::source::invisible::{self, Unseen};

/// A noun with its article: `a unit`, `an ability`.
pub(crate) fn a(noun: &str) -> String {
    let lower = noun.to_lowercase();
    // A `u` that is spoken `you` takes `a`.
    let spoken_you = ["uni", "use", "usu", "ute"]
        .iter()
        .any(|start| lower.starts_with(start));
    let vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !spoken_you;
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// `Pikeman, Archer and Monk`
pub(crate) fn and<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    listed(words, "and")
}

/// `Pikeman, Archer or Monk`
pub(crate) fn or<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
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

/// Words as they are written in a file, between backticks.
pub(crate) fn ticked<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> Vec<String> {
    words
        .into_iter()
        .map(|word| format!("`{}`", word.as_ref()))
        .collect()
}

/// An id of the game's data as words.
pub(crate) fn spoken(id: &str) -> String {
    id.replace('_', " ")
}

/// `1 card`, `2 cards`
pub(crate) fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// A text of the author that fits into a message: on one line, not too long, nothing invisible.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text
        .trim()
        .chars()
        .take(LONGEST + 1)
        .map(|c| match c {
            '\n' | '\r' | '\t' => ' ',
            c if invisible(c) => '\u{fffd}',
            c => c,
        })
        .collect();
    if shown.chars().count() > LONGEST {
        shown = shown.chars().take(LONGEST).collect();
        shown.push('…');
    }
    shown
}

/// Characters that change how a line looks without being seen, or do not belong into a line. Those that
/// have a use in some writing have been looked at where the file was read; a space of any kind is seen.
pub(crate) fn invisible(c: char) -> bool {
    let is_unseen = || invisible::kind(c).is_some_and(|kind| kind != Unseen::Space);
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

//! Names that differ in a single letter: one of them is a slip, or a slip in a text or a deck names the other.
//!
//! Each name stands in a map under itself and under every form of it without one character; names that share a
//! form are compared. So the work grows with the number of cards, not with its square.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Check, Lint, Subject, World};
use crate::diagnostic::{Code, Diagnostic};

pub(super) const LINT: Lint = Lint {
    code: Code::SimilarNames,
    check: Check::All(check),
};

/// Shorter names are close to each other by chance.
const LONG_ENOUGH: usize = 6;

fn check(world: &World<'_>, found: &mut Vec<Diagnostic>) {
    let cards: Vec<(&Subject, String)> = world
        .cards
        .values()
        .map(|card| (card, card.source.name.to_lowercase()))
        .filter(|(_, name)| name.chars().count() >= LONG_ENOUGH)
        .collect();
    let mut forms: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, (_, name)) in cards.iter().enumerate() {
        each_form(name, |form| {
            let cards = forms.entry(form).or_default();
            // Two equal letters in a row give the same form twice.
            if cards.last() != Some(&at) {
                cards.push(at);
            }
        });
    }
    for (card, name) in &cards {
        if !card.checked || !card.sound {
            continue;
        }
        let mut near: Vec<usize> = Vec::new();
        each_form(name, |form| near.extend(&forms[&form]));
        near.sort_unstable();
        near.dedup();
        let other = near.into_iter().find_map(|at| {
            let (other, theirs) = &cards[at];
            let first = !other.checked || other.source.name_at < card.source.name_at;
            let what = difference(name, theirs).filter(|_| first)?;
            Some((other.source, what))
        });
        let Some((other, what)) = other else { continue };
        found.push(
            Diagnostic::new(
                Code::SimilarNames,
                card.source.name_at,
                format!(
                    "\"{}\" and \"{}\" differ only in {what}",
                    card.source.name, other.name
                ),
                format!("nearly the name of \"{}\"", other.name),
            )
            .label(other.name_at, "the card with nearly the same name")
            .note("with a slip, a text or a deck would name the other card and nobody would notice")
            .help("if both are one card, remove one of them; else give one another name")
            .in_card(&card.source.id),
        );
    }
}

/// The name, it without each of its characters, and it without the ending of a plural.
fn each_form(name: &str, mut each: impl FnMut(u64)) {
    let mut with = |parts: [&str; 2]| {
        let mut hasher = DefaultHasher::new();
        // Written byte by byte, so that the parts count as one text.
        parts.concat().hash(&mut hasher);
        each(hasher.finish());
    };
    with([name, ""]);
    for (at, c) in name.char_indices() {
        with([&name[..at], &name[at + c.len_utf8()..]]);
    }
    if let Some(singular) = name.strip_suffix("es") {
        with([singular, ""]);
    }
}

/// In what two names differ that could be one, in words.
fn difference(a: &str, b: &str) -> Option<&'static str> {
    if a == b {
        return None;
    }
    let joined = |name: &str| {
        name.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
    };
    if joined(a) == joined(b) {
        return Some("a space or a mark");
    }
    let differing: Vec<(&str, &str)> = match (a.split_whitespace(), b.split_whitespace()) {
        (a, b) if a.clone().count() == b.clone().count() => {
            a.zip(b).filter(|(a, b)| a != b).collect()
        }
        _ => return None,
    };
    let [(a, b)] = differing[..] else { return None };
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    if matches!(long.strip_prefix(short), Some("s" | "es")) {
        return Some("the plural");
    }
    let count = |word: &str| word.chars().count();
    let number = |word: &str| {
        word.chars().any(|c| c.is_ascii_digit()) || word.chars().all(|c| "ivxlc".contains(c))
    };
    // A letter more at the end makes another word of it (archer and archery).
    if long.starts_with(short) {
        return None;
    }
    // Words that begin differently are mostly two words (wall and ball), and numbers count.
    let two_words = a.chars().next() != b.chars().next() || count(a).min(count(b)) < 4;
    if two_words || number(a) || number(b) || strsim::damerau_levenshtein(a, b) != 1 {
        return None;
    }
    Some("a single letter")
}

//! Reports names that differ in a single letter: one of them is a typo, or a typo in a text or deck would name the
//! other card.
//!
//! Only names that share a form (see `Forms`) are compared. Few do, so the work grows linearly with the number of
//! cards, not quadratically.

use super::{Check, Lint, LintContext, Reads};
use crate::collections::{HashMap, hash_of, hash_of_all};
use crate::diagnostic::{Code, Diagnostic};

pub(super) const LINT: Lint = Lint {
    code: Code::SimilarNames,
    reads: Reads::OthersPrinted,
    check: Check::All(check),
};

/// Minimum length of a name, in characters; shorter names are similar by chance.
const LONG_ENOUGH: usize = 6;

fn check(context: &LintContext<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let cards = context.cards.values();
    let cards = cards.map(|card| (card, card.source.name.to_lowercase()));
    let cards = cards.filter(|(_, name)| name.chars().count() >= LONG_ENOUGH);
    let cards = sharing(cards.collect());
    let forms = Forms::of(cards.iter().map(|(_, name)| name.as_str()));
    for (card, name) in &cards {
        if !card.checked || !card.sound {
            continue;
        }
        let other = forms.near(name).into_iter().find_map(|at| {
            let (other, theirs) = cards.get(at)?;
            let first = !other.checked || other.source.name_at < card.source.name_at;
            let capitals = name == theirs && card.source.name != other.source.name;
            let what = match capitals {
                true => Some("their capital letters"),
                false => difference(name, theirs),
            };
            let what = what.filter(|_| first)?;
            Some((other.source, what))
        });
        let Some((other, what)) = other else { continue };
        diagnostics.push(
            Diagnostic::new(
                Code::SimilarNames,
                card.source.name_at,
                format!(
                    "\"{}\" and \"{}\" differ only in {what}",
                    card.source.name, other.name
                ),
                format!("similar to the name \"{}\"", other.name),
            )
            .label(other.name_at, "the card with the similar name")
            .note("a typo in a text or deck could name the other card unnoticed")
            .help("rename one of the cards, or remove it if both are the same card")
            .in_card(&card.source.id),
        );
    }
}

/// Returns the few cards whose name shares a form with another name, without changing their order.
fn sharing<C>(cards: Vec<(C, String)>) -> Vec<(C, String)> {
    let mut forms: Vec<(u64, usize)> = Vec::with_capacity(4 * cards.len());
    for (at, (_, name)) in cards.iter().enumerate() {
        coarse_forms(name, |form, _| forms.push((form, at)));
    }
    forms.sort_unstable();
    let mut shares = vec![false; cards.len()];
    let groups = forms.chunk_by(|(a, _), (b, _)| a == b);
    for (_, at) in groups.filter(|group| group.len() > 1).flatten() {
        if let Some(shares) = shares.get_mut(*at) {
            *shares = true;
        }
    }
    let cards = cards.into_iter().zip(shares);
    cards
        .filter_map(|(card, shares)| shares.then_some(card))
        .collect()
}

/// Index of the names by their forms: the name without one of its words, or the letters of the name without separators.
struct Forms(HashMap<u64, Sharing>);

/// Indices of the names that share a form.
enum Sharing {
    CappedDiagnostics(Vec<usize>),
    /// A form with many names: only names that also share a fine form of the omitted word are compared.
    Many(HashMap<u64, Vec<usize>>),
}

/// Maximum number of names with a common form that are all compared with each other.
const FEW: usize = 8;

impl Forms {
    fn of<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Self {
        let mut count: HashMap<u64, usize> = HashMap::default();
        for name in names.clone() {
            coarse_forms(name, |form, _| *count.entry(form).or_default() += 1);
        }
        let mut forms: HashMap<u64, Sharing> = HashMap::default();
        for (at, name) in names.enumerate() {
            coarse_forms(name, |form, word| {
                let sharing = match count.get(&form) {
                    None | Some(1) => return,
                    Some(2..=FEW) => Sharing::CappedDiagnostics(Vec::new()),
                    Some(_) => Sharing::Many(HashMap::default()),
                };
                match forms.entry(form).or_insert(sharing) {
                    Sharing::CappedDiagnostics(names) => names.push(at),
                    Sharing::Many(fine) => fine_forms(word, |form| {
                        let names = fine.entry(form).or_default();
                        // Two equal consecutive letters give the same form twice.
                        if names.last() != Some(&at) {
                            names.push(at);
                        }
                    }),
                }
            });
        }
        Forms(forms)
    }

    /// Returns the indices of names that may differ only in one letter, in order.
    fn near(&self, name: &str) -> Vec<usize> {
        let mut near = Vec::new();
        coarse_forms(name, |form, word| match self.0.get(&form) {
            None => {}
            Some(Sharing::CappedDiagnostics(names)) => near.extend(names),
            Some(Sharing::Many(fine)) => fine_forms(word, |form| {
                near.extend(fine.get(&form).into_iter().flatten());
            }),
        });
        near.sort_unstable();
        near.dedup();
        near
    }
}

/// Calls `each` for every word of a name, with the hash of the name without that word, and the word. Then calls it with
/// the hash of all letters and digits of the name, and an empty word.
fn coarse_forms<'n>(name: &'n str, mut each: impl FnMut(u64, &'n str)) {
    let words = name.split_whitespace();
    for (at, word) in words.clone().enumerate() {
        let others = words.clone().enumerate().filter(|(other, _)| *other != at);
        let others = others.map(|(_, other)| other);
        each(hash_of((at, hash_of_all(others))), word);
    }
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    each(hash_of_all(letters), "");
}

/// Calls `each` with the hash of a word, of the word without each of its characters, and of the word without a plural
/// ending.
fn fine_forms(word: &str, mut each: impl FnMut(u64)) {
    each(hash_of(word));
    let mut left = String::with_capacity(word.len());
    for (at, c) in word.char_indices() {
        left.clear();
        left.extend([&word[..at], &word[at + c.len_utf8()..]]);
        each(hash_of(&left));
    }
    if let Some(singular) = word.strip_suffix("es") {
        each(hash_of(singular));
    }
}

/// Describes the difference between two names that could be the same; `None` if they are clearly different or equal.
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
    // An additional letter at the end makes a different word (archer and archery).
    if long.starts_with(short) {
        return None;
    }
    // Words with different first letters are usually different words (wall and ball), and numbers matter.
    let two_words = a.chars().next() != b.chars().next() || count(a).min(count(b)) < 4;
    if two_words || number(a) || number(b) || strsim::damerau_levenshtein(a, b) != 1 {
        return None;
    }
    Some("a single letter")
}

//! Names that differ in a single letter: one of them is a slip, or a slip in a text or a deck names the other.
//!
//! Names that share a form are compared, and few do. So the work grows with the number of cards, not with its
//! square.

use super::{Check, Lint, Reads, World};
use crate::diagnostic::{Code, Diagnostic};
use crate::maps::{HashMap, hash_of, hash_of_all};

pub(super) const LINT: Lint = Lint {
    code: Code::SimilarNames,
    reads: Reads::OthersPrinted,
    check: Check::All(check),
};

/// Shorter names are close to each other by chance.
const LONG_ENOUGH: usize = 6;

fn check(world: &World<'_>, found: &mut Vec<Diagnostic>) {
    let cards = world.cards.values();
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

/// Those of which the name has a form in common with another one, in their order: few of them.
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

/// Which names have a form in common: what is left of them without one word, or their letters without any mark
/// between them.
struct Forms(HashMap<u64, Sharing>);

/// The names that share a form, by their places.
enum Sharing {
    Few(Vec<usize>),
    /// Of so many, only those are near that share what the word that is left out is without one of its
    /// characters.
    Many(HashMap<u64, Vec<usize>>),
}

/// So many names with a form in common are compared each with each.
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
                    Some(2..=FEW) => Sharing::Few(Vec::new()),
                    Some(_) => Sharing::Many(HashMap::default()),
                };
                match forms.entry(form).or_insert(sharing) {
                    Sharing::Few(names) => names.push(at),
                    Sharing::Many(fine) => fine_forms(word, |form| {
                        let names = fine.entry(form).or_default();
                        // Two equal letters in a row give the same form twice.
                        if names.last() != Some(&at) {
                            names.push(at);
                        }
                    }),
                }
            });
        }
        Forms(forms)
    }

    /// The places of the names that may differ in a letter only, in order.
    fn near(&self, name: &str) -> Vec<usize> {
        let mut near = Vec::new();
        coarse_forms(name, |form, word| match self.0.get(&form) {
            None => {}
            Some(Sharing::Few(names)) => near.extend(names),
            Some(Sharing::Many(fine)) => fine_forms(word, |form| {
                near.extend(fine.get(&form).into_iter().flatten());
            }),
        });
        near.sort_unstable();
        near.dedup();
        near
    }
}

/// Each word of a name with what is left without it, and the whole name with its letters.
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

/// The word, it without each of its characters, and it without the ending of a plural.
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

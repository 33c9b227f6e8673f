//! Mistakes in the words of an effect text that belong to the language.

use std::collections::HashSet;
use std::ops::Range;

use crate::mutant::{Kind, Mutant};
use crate::shipped::{File, Shipped, words};
use crate::support::rng::Rng;

pub fn kinds() -> Vec<Kind> {
    vec![
        Kind {
            name: "text-letter-dropped",
            does: "a letter of a word is missing",
            most: 22,
            sites: |shipped, rng| misspelt(shipped, rng, slip::dropped),
        },
        Kind {
            name: "text-letter-doubled",
            does: "a letter of a word is written twice",
            most: 22,
            sites: |shipped, rng| misspelt(shipped, rng, slip::doubled),
        },
        Kind {
            name: "text-letters-swapped",
            does: "two letters of a word change places",
            most: 22,
            sites: |shipped, rng| misspelt(shipped, rng, slip::swapped),
        },
        Kind {
            name: "text-letter-wrong",
            does: "a letter of a word is replaced",
            most: 22,
            sites: |shipped, rng| misspelt(shipped, rng, slip::wrong),
        },
        Kind {
            name: "text-word-dropped",
            does: "a required word of a sentence is missing",
            most: 12,
            sites: |shipped, _| dropped(shipped),
        },
        Kind {
            name: "text-word-doubled",
            does: "a word is written twice",
            most: 12,
            sites: |shipped, _| doubled(shipped),
        },
        Kind {
            name: "text-words-swapped",
            does: "a word and the next one change places",
            most: 12,
            sites: |shipped, _| swapped(shipped),
        },
        Kind {
            name: "text-words-joined",
            does: "the space between two words is missing",
            most: 14,
            sites: |shipped, _| joined(shipped),
        },
        Kind {
            name: "text-word-strange",
            does: "a sentence has an unknown word",
            most: 14,
            sites: |shipped, rng| strange(shipped, rng),
        },
    ]
}

/// A typo in a word.
pub mod slip {
    use crate::support::rng::Rng;

    pub type Slip = fn(&str, &mut Rng) -> String;

    pub fn dropped(word: &str, rng: &mut Rng) -> String {
        let mut letters: Vec<char> = word.chars().collect();
        letters.remove(rng.below(word.len()));
        letters.into_iter().collect()
    }

    pub fn doubled(word: &str, rng: &mut Rng) -> String {
        let mut letters: Vec<char> = word.chars().collect();
        let at = rng.below(letters.len());
        letters.insert(at, letters[at]);
        letters.into_iter().collect()
    }

    pub fn swapped(word: &str, rng: &mut Rng) -> String {
        let mut letters: Vec<char> = word.chars().collect();
        let at = rng.below(letters.len() - 1);
        letters.swap(at, at + 1);
        letters.into_iter().collect()
    }

    /// Replaces a letter by its neighbour on the keyboard.
    pub fn wrong(word: &str, rng: &mut Rng) -> String {
        const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
        let mut letters: Vec<char> = word.chars().collect();
        let at = rng.below(letters.len());
        let letter = letters[at].to_ascii_lowercase();
        let row = ROWS.iter().find(|row| row.contains(letter));
        let Some(row) = row else {
            return word.to_owned();
        };
        let place = row.find(letter).expect("a letter of the row");
        let beside = if place == 0 { 1 } else { place - 1 };
        letters[at] = row.as_bytes()[beside] as char;
        letters.into_iter().collect()
    }

    /// A random typo of any kind.
    pub fn any(word: &str, rng: &mut Rng) -> String {
        rng.pick(&[dropped as Slip, doubled, swapped, wrong])(word, rng)
    }
}

/// Returns the words of the language in the effect texts of a file, without names, traits and headings.
fn plain_words(shipped: &Shipped, file: &File) -> Vec<Range<usize>> {
    let headings: Vec<&str> = shipped
        .game_of(file)
        .headings
        .values()
        .map(|heading| heading.name.as_str())
        .collect();
    let mut found = Vec::new();
    for line in file.text_lines() {
        let text = &file.text[line.clone()];
        let heading = headings
            .iter()
            .filter(|heading| text.starts_with(**heading))
            .map(|heading| heading.len())
            .max()
            .unwrap_or(0);
        let marked = marked(text);
        for word in words(&file.text, line.start + heading..line.end) {
            let within = |marks: &Range<usize>| {
                marks.start <= word.start - line.start && word.end - line.start <= marks.end
            };
            if !marked.iter().any(within) {
                found.push(word);
            }
        }
    }
    found
}

/// Returns the ranges inside quotes or asterisks.
fn marked(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for mark in ['"', '*'] {
        let at: Vec<usize> = text.match_indices(mark).map(|(at, _)| at).collect();
        found.extend(at.chunks_exact(2).map(|pair| pair[0]..pair[1] + 1));
    }
    found
}

/// Returns all words of all texts, in lower case.
fn known(shipped: &Shipped) -> HashSet<String> {
    let texts = shipped.files.iter();
    texts
        .flat_map(|file| {
            let lines = file.text_lines().into_iter();
            lines
                .flat_map(|line| words(&file.text, line))
                .map(|word| file.text[word].to_lowercase())
                .collect::<Vec<_>>()
        })
        .collect()
}

fn misspelt(shipped: &Shipped, rng: &mut Rng, slip: slip::Slip) -> Vec<Mutant> {
    let known = known(shipped);
    let mut found = Vec::new();
    for file in &shipped.files {
        for word in plain_words(shipped, file) {
            let said = &file.text[word.clone()];
            if said.len() < 3 || !said.chars().all(|c| c.is_ascii_alphabetic()) {
                continue;
            }
            let wrong = slip(said, rng);
            // A typo that gives another word of the language cannot be recognized as a misspelling.
            if !known.contains(&wrong.to_lowercase()) {
                found.push(Mutant::change(file, word, &wrong).misspelt());
            }
        }
    }
    found
}

/// Words that no sentence can do without. Without an adjective or an adverb, a sentence stays valid.
const NEEDED: &[&str] = &[
    "from", "of", "into", "unit", "units", "card", "cards", "damage", "cannot", "unless", "has",
    "deals", "gains", "until", "while", "deal", "draw", "remove", "discard", "would", "than",
    "this", "that",
];

fn dropped(shipped: &Shipped) -> Vec<Mutant> {
    each_word(shipped, |file, word, next| {
        let said = file.text[word.clone()].to_lowercase();
        let spaced = next.is_some_and(|next| &file.text[word.end..next.start] == " ");
        (NEEDED.contains(&said.as_str()) && spaced)
            .then(|| Mutant::remove(file, word.start..word.end + 1))
    })
}

fn doubled(shipped: &Shipped) -> Vec<Mutant> {
    each_word(shipped, |file, word, _| {
        let said = &file.text[word.clone()];
        Some(Mutant::change(file, word, &format!("{said} {said}")))
    })
}

fn swapped(shipped: &Shipped) -> Vec<Mutant> {
    each_word(shipped, |file, word, next| {
        let next = next.filter(|next| &file.text[word.end..next.start] == " ")?;
        let (first, second) = (&file.text[word.clone()], &file.text[next.clone()]);
        (first != second)
            .then(|| Mutant::change(file, word.start..next.end, &format!("{second} {first}")))
    })
}

fn joined(shipped: &Shipped) -> Vec<Mutant> {
    each_word(shipped, |file, word, next| {
        let next = next.filter(|next| &file.text[word.end..next.start] == " ")?;
        // A sign separates words like a space.
        if file.text[next.start..].starts_with('+') {
            return None;
        }
        let both = format!("{}{}", &file.text[word.clone()], &file.text[next.clone()]);
        Some(Mutant::change(file, word.start..next.end, &both).misspelt())
    })
}

fn strange(shipped: &Shipped, rng: &mut Rng) -> Vec<Mutant> {
    each_word(shipped, |file, word, next| {
        next?;
        let strange = *rng.pick(&["quickly", "purple", "perhaps", "foobar"]);
        let mutant = Mutant::insert(file, word.end, &format!(" {strange}"));
        Some(mutant.only(word.end + 1..word.end + 1 + strange.len()))
    })
}

/// Returns a mutant for each word of the language that the function changes; it also receives the next word.
fn each_word(
    shipped: &Shipped,
    mut mutant: impl FnMut(&File, Range<usize>, Option<&Range<usize>>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in &shipped.files {
        let words = plain_words(shipped, file);
        for (at, word) in words.iter().enumerate() {
            found.extend(mutant(file, word.clone(), words.get(at + 1)));
        }
    }
    found
}

//! Insertion of missing words and marks.

use super::super::fragment::Fragment;
use super::change::{Change, Kind};
use crate::effect::letter_case::capitalised;
use crate::effect::lists::lists;
use crate::effect::recover::expected::FurthestFailure;
use crate::effect::recover::words::{Word, is_weighty};

/// Returns the possible insertions at the position where parsing stopped, or shortly before it.
pub(super) fn insertions(
    piece: &Fragment<'_>,
    all: &[Word],
    at: usize,
    reach: &FurthestFailure,
    nouns: &[String],
) -> impl Iterator<Item = Change> {
    let text = piece.text;
    let end = text.trim_end().trim_end_matches('.').len();
    let gap = all
        .get(at)
        .map_or(end, |word| word.start.max(reach.at.min(word.start)));
    // The error can be at a mark before the next word.
    let gap = if reach.at < gap && piece.get(&(reach.at..gap)).trim() != "" {
        reach.at
    } else {
        gap
    };
    let before = at
        .checked_sub(1)
        .and_then(|index| all.get(index))
        .map_or(0, |word| word.start);
    let mut words: Vec<(usize, String)> = Vec::new();
    let expected = |word: &&str| reach.expected.iter().any(|known| known == word);
    for mark in [",", ":", "."].iter().filter(|mark| expected(mark)) {
        words.push((gap, (*mark).to_owned()));
    }
    for word in lists().often_missing.iter().filter(|word| expected(word)) {
        words.push((gap, (*word).to_owned()));
    }
    for word in &reach.expected {
        let plain = word.chars().all(|c| c.is_alphabetic() || c == '-') && word.len() > 1;
        // `cannot` is the only meaningful word that may be inserted before `be`.
        let before_be = word == "cannot" && all.get(at).is_some_and(|next| piece.get(next) == "be");
        let may_be = before_be || !is_weighty(word);
        if plain && may_be && !lists().often_missing.contains(&word.as_str()) {
            words.push((gap, word.clone()));
        }
    }
    for word in nouns {
        words.push((gap, word.clone()));
    }
    for word in lists().often_missing {
        words.push((before, (*word).to_owned()));
    }
    // A missing comma is often noticed only some words later.
    for back in 0..3 {
        let word = at.checked_sub(back).and_then(|index| all.get(index));
        words.extend(word.map(|word| (word.start, ",".to_owned())));
    }
    // Authors do not forget the subject of a clause, and an inserted one would mean all units of both players.
    let is_card = |word: &str| matches!(word, "card" | "cards");
    let is_unit = |word: &str| {
        lists().acting_nouns.contains(&word)
            || nouns.iter().any(|noun| noun == word && !is_card(word))
    };
    let begins = |gap: usize| {
        let before = text.get(..gap).unwrap_or_default();
        before.trim_end().ends_with(',')
    };
    words.retain(|(gap, word)| match *gap {
        0 => !is_unit(word) && !is_card(word),
        gap => (gap < end && !begins(gap)) || !is_unit(word),
    });
    let mut seen = crate::collections::HashSet::default();
    words.retain(|word| seen.insert(word.clone()));
    let text = text.to_owned();
    words
        .into_iter()
        .map(move |(gap, word)| missing_at(&text, gap, word))
}

/// Inserts a verb at the start of a clause. The last clause before the error comes first.
pub(super) fn missing_verb(
    piece: &Fragment<'_>,
    all: &[Word],
    stop: usize,
) -> impl Iterator<Item = Change> {
    let starts: Vec<usize> = all
        .iter()
        .enumerate()
        .filter(|(index, word)| {
            let before = index
                .checked_sub(1)
                .and_then(|before| all.get(before))
                .map_or("", |before| piece.get(before));
            let comma = piece
                .text
                .get(..word.start)
                .is_some_and(|text| text.trim_end().ends_with([',', ':', '[']));
            word.start <= stop && (*index == 0 || comma || matches!(before, "may" | "then"))
        })
        .map(|(_, word)| word.start)
        .collect();
    let text = piece.text.to_owned();
    starts.into_iter().rev().take(3).flat_map(move |start| {
        let text = text.clone();
        lists()
            .verbs
            .iter()
            .map(move |verb| missing_at(&text, start, (*verb).to_owned()))
    })
}

pub(super) fn missing_at(text: &str, gap: usize, word: String) -> Change {
    let mark = !word.chars().any(char::is_alphanumeric);
    let before = text.get(..gap).unwrap_or_default().trim_end().len();
    let after = text.get(gap..).unwrap_or_default();
    let (place, by) = if mark {
        (before, word)
    } else if gap == 0 {
        (0, format!("{} ", capitalised(&word)))
    } else if after.is_empty() || after.starts_with(['.', ',', ')', ']', ':']) {
        (before, format!(" {word}"))
    } else {
        (gap, format!("{word} "))
    };
    Change {
        range: place..place,
        by,
        kind: Kind::Missing,
    }
}

//! Mistakes in the punctuation of an effect text.

use std::ops::Range;

use crate::mutant::{Kind, Mutant};
use crate::shipped::{File, Shipped};

pub fn kinds() -> Vec<Kind> {
    vec![
        Kind {
            name: "text-full-stop-dropped",
            does: "a full stop is missing",
            most: 14,
            sites: |shipped, _| dropped(shipped, '.'),
        },
        Kind {
            name: "text-full-stop-doubled",
            does: "a full stop is written twice",
            most: 12,
            sites: |shipped, _| doubled(shipped, '.'),
        },
        Kind {
            name: "text-comma-dropped",
            does: "a comma is missing",
            most: 14,
            sites: |shipped, _| dropped(shipped, ','),
        },
        Kind {
            name: "text-comma-doubled",
            does: "a comma is written twice",
            most: 12,
            sites: |shipped, _| doubled(shipped, ','),
        },
        Kind {
            name: "text-quotation-mark-dropped",
            does: "one of the quotation marks of a name is missing",
            most: 14,
            sites: |shipped, _| halved(shipped, '"', '"'),
        },
        Kind {
            name: "text-asterisk-dropped",
            does: "one of the asterisks of a trait is missing",
            most: 14,
            sites: |shipped, _| halved(shipped, '*', '*'),
        },
        Kind {
            name: "text-asterisk-doubled",
            does: "one of the asterisks of a trait is written twice",
            most: 12,
            sites: |shipped, _| doubled(shipped, '*'),
        },
        Kind {
            name: "text-colon-dropped",
            does: "the colon after a heading or before a choice is missing",
            most: 14,
            sites: |shipped, _| dropped(shipped, ':'),
        },
        Kind {
            name: "text-colon-doubled",
            does: "the colon after a heading or before a choice is written twice",
            most: 12,
            sites: |shipped, _| doubled(shipped, ':'),
        },
        Kind {
            name: "text-bracket-dropped",
            does: "one bracket of a pair is missing",
            most: 14,
            sites: |shipped, _| {
                let mut found = halved(shipped, '(', ')');
                found.extend(halved(shipped, '[', ']'));
                found
            },
        },
        Kind {
            name: "text-sign-dropped",
            does: "the sign of a change is missing",
            most: 15,
            sites: |shipped, _| dropped(shipped, '+'),
        },
        Kind {
            name: "text-dash-dropped",
            does: "the dash before a mode of a choice is missing",
            most: 12,
            sites: |shipped, _| {
                each(shipped, '-', |file, at| {
                    // Only the dash at the start of a line; others join words.
                    let line = file.text[..at.start].rfind('\n').map_or(0, |end| end + 1);
                    file.text[line..at.start]
                        .trim()
                        .is_empty()
                        .then(|| Mutant::remove(file, at.start..at.end + 1))
                })
            },
        },
    ]
}

fn dropped(shipped: &Shipped, mark: char) -> Vec<Mutant> {
    each(shipped, mark, |file, at| Some(Mutant::remove(file, at)))
}

/// Removes one mark of each pair. The remaining mark is a valid position, too: where its counterpart belongs cannot
/// be determined.
fn halved(shipped: &Shipped, open: char, close: char) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in &shipped.files {
        for line in file.text_lines() {
            let text = &file.text[line.clone()];
            let mut opened = None;
            for (at, c) in text.char_indices() {
                let at = line.start + at;
                if opened.is_none() && c == open {
                    opened = Some(at);
                } else if let Some(first) = opened.filter(|_| c == close) {
                    found.push(Mutant::remove(file, first..first + 1).or(at - 1..at));
                    found.push(Mutant::remove(file, at..at + 1).or(first..first + 1));
                    opened = None;
                }
            }
        }
    }
    found
}

fn doubled(shipped: &Shipped, mark: char) -> Vec<Mutant> {
    each(shipped, mark, |file, at| {
        Some(Mutant::change(file, at, &format!("{mark}{mark}")))
    })
}

/// Returns a mutant for each position of a mark in a text.
fn each(
    shipped: &Shipped,
    mark: char,
    mutant: impl Fn(&File, Range<usize>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in &shipped.files {
        for line in file.text_lines() {
            for (at, _) in file.text[line.clone()].match_indices(mark) {
                let at = line.start + at;
                found.extend(mutant(file, at..at + mark.len_utf8()));
            }
        }
    }
    found
}

//! Mistakes in the punctuation of an effect text.

use std::ops::Range;

use crate::mutant::{Kind, Mutant};
use crate::shipped::{File, Shipped};

pub fn kinds() -> Vec<Kind> {
    vec![
        Kind {
            name: "text-full-stop-dropped",
            does: "a full stop is left out",
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
            does: "a comma is left out",
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
            does: "one of the quotation marks of a name is left out",
            most: 14,
            sites: |shipped, _| halved(shipped, '"', '"'),
        },
        Kind {
            name: "text-asterisk-dropped",
            does: "one of the asterisks of a trait is left out",
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
            does: "the colon after a heading or before a choice is left out",
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
            does: "one bracket of a pair is left out",
            most: 14,
            sites: |shipped, _| {
                let mut found = halved(shipped, '(', ')');
                found.extend(halved(shipped, '[', ']'));
                found
            },
        },
        Kind {
            name: "text-sign-dropped",
            does: "the sign of a change is left out",
            most: 15,
            sites: |shipped, _| dropped(shipped, '+'),
        },
        Kind {
            name: "text-dash-dropped",
            does: "the dash before a mode of a choice is left out",
            most: 12,
            sites: |shipped, _| {
                each(shipped, '-', |file, at| {
                    // Only the dash at the beginning of a line; others join words.
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

/// One mark of each pair is left out. The other one shows it as well: where its partner should be,
/// nobody can know.
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

/// A mutant for each place of a mark in a text.
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

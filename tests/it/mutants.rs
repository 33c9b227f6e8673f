//! Mutants: every word of the known texts is misspelt, removed, doubled and swapped with the next.
//!
//! A mutant must be rejected, have a different meaning, or be a listed synonym (`tests/mutants/synonyms.txt`): a word
//! that can change without changing the IR would be a word that is silently ignored. The quality of the diagnostics
//! is measured, too.
//!
//! A normal run uses a fixed part of the mutants. `cargo xtask test --long` uses all of them. All results are listed in
//! `mutants.txt` in the folder for temporary files of tests.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cardwright::card::Area;
use cardwright::diagnostic::{Diagnostic, Place};
use cardwright::effect::ir::Ability;
use cardwright::effect::{self, Bearer};
use cardwright::symbols::Symbols;
use rayon::prelude::*;
use serde_json::Value;

use crate::support::options;
use crate::support::table;
use crate::support::world::{card_game, without_spans};

/// A valid text and its card.
struct Original {
    card_type: String,
    traits: Option<Vec<String>>,
    area: Option<Area>,
    text: String,
}

impl Original {
    fn bearer(&self) -> Bearer<'_> {
        Bearer {
            card_type: &self.card_type,
            traits: self.traits.as_deref(),
            area: self.area.as_ref(),
            ..Bearer::default()
        }
    }
}

/// A kind of mutation of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    LetterDropped,
    LetterDoubled,
    LettersSwapped,
    WordDeleted,
    WordDoubled,
    WordsSwapped,
}

impl Kind {
    fn is_misspelling(self) -> bool {
        matches!(
            self,
            Kind::LetterDropped | Kind::LetterDoubled | Kind::LettersSwapped
        )
    }
}

struct Mutant<'o> {
    kind: Kind,
    original: &'o Original,
    /// The ranges of the changed words in the original, and their replacements.
    from: Range<usize>,
    to: String,
    text: String,
}

impl Mutant<'_> {
    /// The range of the change in the mutant.
    fn place(&self) -> Range<usize> {
        self.from.start..self.from.start + self.to.len()
    }

    fn old(&self) -> &str {
        &self.original.text[self.from.clone()]
    }
}

enum Outcome {
    Refused {
        findings: usize,
        first: Box<Diagnostic<Place>>,
        repaired: bool,
        in_place: bool,
    },
    Other,
    Same,
    Panicked,
}

fn originals() -> Vec<Original> {
    let mut originals: Vec<Original> = table::examples()
        .into_iter()
        .map(|example| Original {
            traits: (!example.traits.is_empty()).then_some(example.traits),
            card_type: example.card_type,
            area: None,
            text: example.text,
        })
        .collect();
    let world = card_game();
    for card in world.cards() {
        let Some(effect) = &card.effect else { continue };
        let bearer = world.bearer(card);
        originals.push(Original {
            card_type: bearer.card_type.to_owned(),
            traits: bearer.traits.map(<[String]>::to_vec),
            area: bearer.area.cloned(),
            text: effect.text().trim().to_owned(),
        });
    }
    originals
}

/// Returns the words of a text, without the punctuation around them.
fn words(text: &str) -> Vec<Range<usize>> {
    let inner = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '-' | '+');
    let mut words: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| inner(*c)) {
        match words.last_mut() {
            Some(last) if last.end == at => last.end = at + c.len_utf8(),
            _ => words.push(at..at + c.len_utf8()),
        }
    }
    words.retain(|word| text[word.clone()].chars().any(char::is_alphanumeric));
    words
}

/// Returns misspellings of a word by one typo. Without `all`, one of each kind, at a position that depends on `seed`.
fn misspellings(word: &str, seed: usize, all: bool) -> Vec<(Kind, String)> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() < 2 || !letters.iter().all(|c| c.is_alphabetic()) {
        return Vec::new();
    }
    let places = |count: usize| -> Vec<usize> {
        if all {
            (0..count).collect()
        } else {
            vec![seed % count]
        }
    };
    let mut found = Vec::new();
    for at in places(letters.len()) {
        let mut dropped = letters.clone();
        dropped.remove(at);
        found.push((Kind::LetterDropped, dropped));
        let mut doubled = letters.clone();
        doubled.insert(at, letters[at]);
        found.push((Kind::LetterDoubled, doubled));
    }
    for at in places(letters.len() - 1) {
        let mut swapped = letters.clone();
        swapped.swap(at, at + 1);
        found.push((Kind::LettersSwapped, swapped));
    }
    found
        .into_iter()
        .map(|(kind, letters)| (kind, letters.into_iter().collect::<String>()))
        .filter(|(_, changed)| !changed.eq_ignore_ascii_case(word))
        .collect()
}

fn mutants_of(original: &Original, all: bool) -> Vec<Mutant<'_>> {
    let text = original.text.as_str();
    let words = words(text);
    let mut mutants = Vec::new();
    let mut push = |kind, from: Range<usize>, to: String| {
        let mut changed = text.to_owned();
        changed.replace_range(from.clone(), &to);
        if changed != text {
            mutants.push(Mutant {
                kind,
                original,
                from,
                to,
                text: changed,
            });
        }
    };
    for (index, word) in words.iter().enumerate() {
        let said = &text[word.clone()];
        for (kind, to) in misspellings(said, index * 7 + text.len(), all) {
            push(kind, word.clone(), to);
        }
        let next = words.get(index + 1);
        let between = next.map(|next| &text[word.end..next.start]);
        // A word is removed with the space after it, or at the end of a sentence with the space before it.
        match between {
            Some(" ") => push(Kind::WordDeleted, word.start..word.end + 1, String::new()),
            _ if text[..word.start].ends_with(' ') => {
                push(Kind::WordDeleted, word.start - 1..word.end, String::new())
            }
            _ => push(Kind::WordDeleted, word.clone(), String::new()),
        }
        push(Kind::WordDoubled, word.clone(), format!("{said} {said}"));
        if let (Some(next), Some(between)) = (next, between)
            && !between.contains('\n')
        {
            let other = &text[next.clone()];
            push(
                Kind::WordsSwapped,
                word.start..next.end,
                format!("{other}{between}{said}"),
            );
        }
    }
    mutants
}

fn ir(abilities: &[Ability]) -> Value {
    without_spans(serde_json::to_value(abilities).expect("IR is JSON"))
}

fn applied(text: &str, finding: &Diagnostic<Place>) -> Option<String> {
    let fix = finding.fixes.first()?;
    let mut edits: Vec<(Range<usize>, &str)> = fix
        .edits
        .iter()
        .filter_map(|edit| match &edit.at {
            Place::Text(at) => Some((at.clone(), edit.text.as_str())),
            Place::File(_) => None,
        })
        .collect();
    edits.sort_by_key(|(at, _)| std::cmp::Reverse(at.start));
    let mut text = text.to_owned();
    for (at, by) in edits {
        text.replace_range(at, by);
    }
    Some(text)
}

fn validate(mutant: &Mutant<'_>, expected: &Value, symbols: &Symbols<'_>) -> Outcome {
    let bearer = mutant.original.bearer();
    let compile = || effect::compile(&mutant.text, &bearer, symbols);
    let Ok((abilities, found)) = catch_unwind(AssertUnwindSafe(compile)) else {
        return Outcome::Panicked;
    };
    let Some(first) = found.first() else {
        return if ir(&abilities) == *expected {
            Outcome::Same
        } else {
            Outcome::Other
        };
    };
    let repaired = applied(&mutant.text, first).is_some_and(|text| {
        text.eq_ignore_ascii_case(&mutant.original.text) || {
            let (abilities, found) = effect::compile(&text, &bearer, symbols);
            found.is_empty() && ir(&abilities) == *expected
        }
    });
    // A position in the white space around the change belongs to the same gap.
    let place = mutant.place();
    let before = mutant.text[..place.start].trim_end().len();
    let behind = &mutant.text[place.end..];
    let place = before..place.end + (behind.len() - behind.trim_start().len());
    let in_place = match &first.primary.at {
        Place::Text(at) => at.start <= place.end && place.start <= at.end,
        Place::File(_) => false,
    };
    Outcome::Refused {
        findings: found.len(),
        first: Box::new(first.clone()),
        repaired,
        in_place,
    }
}

/// A line of `synonyms.txt`: words that are interchangeable without a change of the IR.
struct Synonym {
    old: String,
    new: String,
}

fn synonyms() -> Vec<Synonym> {
    include_str!("../mutants/synonyms.txt")
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (pair, _reason) = line.split_once('|').expect("pair | reason");
            let (old, new) = pair.split_once('→').expect("old → new");
            Synonym {
                old: old.trim().to_lowercase(),
                new: new.trim().to_lowercase(),
            }
        })
        .collect()
}

/// Returns the words of a text without the punctuation between them.
fn plain(text: &str) -> String {
    let words: Vec<&str> = words(text).into_iter().map(|word| &text[word]).collect();
    words.join(" ")
}

/// Returns the change with the word before and after it, to find it in the list.
fn change(mutant: &Mutant<'_>) -> (String, String) {
    let text = &mutant.original.text;
    let all = words(text);
    let before = all.iter().rev().find(|word| word.end <= mutant.from.start);
    let after = all.iter().find(|word| word.start >= mutant.from.end);
    let from = before.map_or(mutant.from.start, |word| word.start);
    let end = after.map_or(mutant.from.end, |word| word.end);
    let old = text[from..end].to_lowercase();
    let new = format!(
        "{}{}{}",
        &text[from..mutant.from.start],
        mutant.to,
        &text[mutant.from.end..end]
    )
    .to_lowercase();
    (plain(&old), plain(&new))
}

fn is_synonym(mutant: &Mutant<'_>, synonyms: &[Synonym]) -> bool {
    let (old, new) = change(mutant);
    synonyms.iter().any(|synonym| {
        // Whole words only.
        let old = format!(" {old} ");
        let new = format!(" {new} ");
        old.match_indices(&format!(" {} ", synonym.old))
            .any(|(at, found)| {
                let mut replaced = old.clone();
                replaced.replace_range(
                    at..at + found.len(),
                    &format!(" {} ", synonym.new).replace("  ", " "),
                );
                replaced == new
            })
    })
}

/// Words that no text may lose without a diagnostic: what is left has another meaning.
const WEIGHTY: &[&str] = &[
    "all",
    "another",
    "cannot",
    "different",
    "each",
    "enemy",
    "exactly",
    "fewer",
    "friendly",
    "highest",
    "instead",
    "least",
    "less",
    "lowest",
    "maximum",
    "may",
    "minimum",
    "more",
    "most",
    "next",
    "not",
    "only",
    "other",
    "random",
    "twice",
    "unless",
    "up",
    "without",
    "would",
];

/// Returns whether a change takes a word away that no text may lose, or doubles it.
fn loses_weight(mutant: &Mutant<'_>) -> bool {
    if !matches!(mutant.kind, Kind::WordDeleted | Kind::WordDoubled) {
        return false;
    }
    let mut words = mutant.old().split(|c: char| !c.is_alphanumeric());
    words.any(|word| {
        let word = word.to_lowercase();
        WEIGHTY.contains(&word.as_str()) || word.parse::<u32>().is_ok()
    })
}

#[derive(Default)]
struct Count {
    mutants: usize,
    refused: usize,
    other: usize,
    synonyms: usize,
    /// Read as the original, because nothing else can be meant.
    read: usize,
    lost: usize,
    repaired: usize,
    in_place: usize,
    findings: usize,
}

#[test]
fn every_changed_word_changes_the_ir_or_is_reported() {
    let all = options::long();
    let world = card_game();
    let symbols = world.symbols();
    let synonyms = synonyms();
    let originals = originals();
    // Every text is used in each run; of its mutants, only some.
    let share = if all { 1 } else { 29 };
    let judged: Vec<(Mutant<'_>, Outcome)> = originals
        .par_iter()
        .enumerate()
        .flat_map_iter(|(turn, original)| {
            let (abilities, found) = effect::compile(&original.text, &original.bearer(), &symbols);
            assert!(found.is_empty(), "{}: {found:?}", original.text);
            let expected = ir(&abilities);
            mutants_of(original, all)
                .into_iter()
                .enumerate()
                .filter(|(index, _)| (index + turn) % share == 0)
                .map(|(_, mutant)| {
                    let outcome = validate(&mutant, &expected, &symbols);
                    (mutant, outcome)
                })
                .collect::<Vec<_>>()
        })
        .collect();

    let mut counts: BTreeMap<Kind, Count> = BTreeMap::new();
    let mut lost = Vec::new();
    let mut panicked = Vec::new();
    let mut list = String::new();
    for (mutant, outcome) in &judged {
        let count = counts.entry(mutant.kind).or_default();
        count.mutants += 1;
        let shown = mutant.text.replace('\n', " | ");
        let head = format!("{:?} `{}` → `{}`", mutant.kind, mutant.old(), mutant.to);
        match outcome {
            Outcome::Refused {
                findings,
                first,
                repaired,
                in_place,
            } => {
                count.refused += 1;
                count.findings += findings;
                count.repaired += usize::from(*repaired);
                count.in_place += usize::from(*in_place);
                let _ = writeln!(
                    list,
                    "{}{}{} {head}: {shown}\n        {} at {:?}: {}{}",
                    if *repaired { ' ' } else { 'M' },
                    if *in_place { ' ' } else { 'P' },
                    if *findings == 1 { ' ' } else { 'F' },
                    first.code.code(),
                    first.primary.at,
                    first.message,
                    first
                        .help
                        .as_ref()
                        .map_or(String::new(), |help| format!(" = {help}")),
                );
            }
            Outcome::Other => {
                count.other += 1;
                let _ = writeln!(list, "other {head}: {shown}");
            }
            Outcome::Panicked => {
                panicked.push(shown.clone());
                let _ = writeln!(list, "PANIC {head}: {shown}");
            }
            Outcome::Same if is_synonym(mutant, &synonyms) => {
                count.synonyms += 1;
                let _ = writeln!(list, "synonym {head}: {shown}");
            }
            // The wording is lenient: what is left has one meaning, that of the original.
            Outcome::Same if !mutant.kind.is_misspelling() && !loses_weight(mutant) => {
                count.read += 1;
                let _ = writeln!(list, "read {head}: {shown}");
            }
            Outcome::Same => {
                count.lost += 1;
                let (old, new) = change(mutant);
                lost.push(format!("{old} → {new}: {shown}"));
                let _ = writeln!(list, "LOST {head}: {old} → {new}: {shown}");
            }
        }
    }
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutants.txt");
    std::fs::write(&path, list).expect("a file can be written");

    for (kind, count) in &counts {
        let share = |part: usize| 100.0 * part as f64 / count.refused.max(1) as f64;
        println!(
            "{kind:?}: {} mutants, {} refused, {} of another meaning, {} synonyms, {} read, {} lost; \
             of the refused: {:.1} % repaired by the first fix, {:.1} % in place, {:.3} findings each",
            count.mutants,
            count.refused,
            count.other,
            count.synonyms,
            count.read,
            count.lost,
            share(count.repaired),
            share(count.in_place),
            count.findings as f64 / count.refused.max(1) as f64,
        );
    }
    let sum = |of: fn(&Count) -> usize, only_misspelt: bool| -> f64 {
        counts
            .iter()
            .filter(|(kind, _)| kind.is_misspelling() || !only_misspelt)
            .map(|(_, count)| of(count))
            .sum::<usize>() as f64
    };
    let repaired = sum(|c| c.repaired, true) / sum(|c| c.refused, true);
    let in_place = sum(|c| c.in_place, false) / sum(|c| c.refused, false);
    let findings = sum(|c| c.findings, false) / sum(|c| c.refused, false);
    println!(
        "{} mutants of {} texts; misspelt words repaired by the first fix: {repaired:.4}; \
         in place: {in_place:.4}; findings for one mistake: {findings:.4}; listed in {}",
        judged.len(),
        originals.len(),
        path.display()
    );
    assert!(panicked.is_empty(), "panics:\n{}", panicked.join("\n"));
    assert!(
        lost.is_empty(),
        "{} words are lost:\n{}",
        lost.len(),
        lost.join("\n")
    );
    assert!(repaired >= 0.98, "{repaired}");
    assert!(in_place >= 0.97, "{in_place}");
    assert!(findings <= 1.03, "{findings}");
}

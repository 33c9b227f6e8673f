//! Texts in other words than those of the language, with the canonical text of the same meaning or the code of the
//! question: the tables `natural.txt` and `reworded.txt` of `tests/language`.

use std::collections::BTreeMap;

use cardwright::diagnostic::Severity;
use cardwright::effect::ir::place;
use cardwright::effect::{self, Bearer};
use cardwright::symbols::Symbols;
use rayon::prelude::*;

use crate::support::read;
use crate::support::world::card_game;

const TABLES: [&str; 2] = ["tests/language/natural.txt", "tests/language/reworded.txt"];

/// A text of the table.
struct Text {
    written: String,
    card_type: String,
    traits: Vec<String>,
    expected: Expected,
}

enum Expected {
    Canonical(String),
    Refused(String),
}

fn texts() -> Vec<Text> {
    TABLES
        .into_iter()
        .flat_map(|table| texts_of(&read(table)))
        .collect()
}

fn texts_of(table: &str) -> Vec<Text> {
    let (mut card_type, mut traits) = (String::new(), Vec::new());
    let mut texts = Vec::new();
    let mut lines = table.lines();
    while let Some(line) = lines.next() {
        if let Some(card) = line.strip_prefix("@ ") {
            let mut words = card.split(' ').map(str::to_owned);
            card_type = words.next().expect("a card type");
            traits = words.collect();
        } else if !line.is_empty() && !line.starts_with('#') {
            let below = lines.next().expect("what is expected");
            let (kind, expected) = below.trim().split_once(' ').expect("`=` or `?`");
            texts.push(Text {
                written: line.replace('|', "\n"),
                card_type: card_type.clone(),
                traits: traits.clone(),
                expected: match kind {
                    "=" => Expected::Canonical(expected.replace('|', "\n")),
                    "?" => Expected::Refused(expected.to_owned()),
                    other => panic!("{line}: {other}"),
                },
            });
        }
    }
    texts
}

impl Text {
    fn bearer(&self) -> Bearer<'_> {
        Bearer {
            card_type: &self.card_type,
            traits: Some(&self.traits),
            ..Bearer::default()
        }
    }

    /// Returns what is wrong with the result.
    fn wrong(&self, symbols: &Symbols<'_>) -> Option<String> {
        let bearer = self.bearer();
        let (read, found) = effect::compile(&self.written, &bearer, symbols);
        let is_error = |severity| severity == Severity::Error;
        let errors = found.iter().filter(|finding| is_error(finding.severity));
        let codes: Vec<String> = errors
            .map(|finding| finding.code.code().to_string())
            .collect();
        match &self.expected {
            Expected::Refused(code) => {
                (!codes.contains(code)).then(|| format!("expected {code}, found {codes:?}"))
            }
            Expected::Canonical(canonical) => {
                if !codes.is_empty() {
                    return Some(format!("{codes:?}: {}", found[0].message));
                }
                let printed = effect::print(&read, &bearer, symbols);
                if printed != *canonical {
                    return Some(format!("printed as {printed}"));
                }
                let (mut again, found) = effect::compile(canonical, &bearer, symbols);
                let mut once = read.clone();
                for ability in once.iter_mut().chain(&mut again) {
                    place(ability, &|_, _| (0, 0));
                }
                (!found.is_empty() || once != again).then(|| "another meaning".to_owned())
            }
        }
    }
}

#[test]
fn a_text_with_one_meaning_compiles_in_other_words() {
    let world = card_game();
    let symbols = world.symbols();
    let texts = texts();
    assert!(texts.len() >= 120, "{}", texts.len());
    let wrong = texts.iter().filter_map(|text| {
        let what = text.wrong(&symbols)?;
        Some(format!("{}\n    {what}", text.written))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Share of the texts of `people.tsv` that have to compile.
const READ: f64 = 0.85;

/// What people write compiles into what they mean, or is refused.
#[test]
fn what_people_write_compiles_into_what_they_mean() {
    let world = card_game();
    let symbols = world.symbols();
    let table = read("tests/language/people.tsv");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    let judged: Vec<(&str, Result<bool, String>)> = rows
        .par_iter()
        .map(|row| {
            let [voice, card_type, written, canonical] = row.as_slice() else {
                panic!("{row:?}: expected four columns");
            };
            (*voice, is_meant(card_type, written, canonical, &symbols))
        })
        .collect();
    let mut voices: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (voice, result) in &judged {
        let [right, all] = voices.entry(voice).or_default();
        *all += 1;
        match result {
            Ok(is_read) => *right += usize::from(*is_read),
            Err(what) => wrong.push(what.as_str()),
        }
    }
    for (voice, [right, all]) in &voices {
        println!("{voice}: {right} of {all} compile");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let right: usize = voices.values().map(|[right, _]| right).sum();
    assert!(
        right as f64 >= READ * judged.len() as f64,
        "{right} of {}",
        judged.len()
    );
}

/// Returns whether a text compiles. The error is the meaning that it should not have.
fn is_meant(
    card_type: &str,
    written: &str,
    canonical: &str,
    symbols: &Symbols<'_>,
) -> Result<bool, String> {
    let canonical: Vec<String> = canonical
        .split(" || ")
        .map(|text| text.replace("\\n", "\n"))
        .collect();
    let traits: Vec<String> = ["Ongoing", "Reaction"]
        .into_iter()
        .filter(|heading| canonical.iter().any(|text| text.starts_with(heading)))
        .map(str::to_lowercase)
        .collect();
    let bearer = Bearer {
        card_type,
        traits: Some(&traits),
        ..Bearer::default()
    };
    let compile = |text: &str| {
        let (mut abilities, found) = effect::compile(text, &bearer, symbols);
        for ability in &mut abilities {
            place(ability, &|_, _| (0, 0));
        }
        let is_error = found
            .iter()
            .any(|finding| finding.severity == Severity::Error);
        (abilities, is_error)
    };
    let (abilities, is_refused) = compile(&written.replace("\\n", "\n"));
    if is_refused {
        return Ok(false);
    }
    let means = |text: &String| {
        let (expected, is_error) = compile(text);
        assert!(!is_error, "{text}: no canonical text");
        expected == abilities
    };
    match canonical.iter().any(means) {
        true => Ok(true),
        false => Err(format!(
            "{written}\n    {}",
            effect::print(&abilities, &bearer, symbols)
        )),
    }
}

/// The spans of a text in other words are those of the words of the author.
#[test]
fn spans_are_of_the_words_that_were_written() {
    let world = card_game();
    let symbols = world.symbols();
    for text in texts() {
        let Expected::Canonical(canonical) = &text.expected else {
            continue;
        };
        let (mut read, _) = effect::compile(&text.written, &text.bearer(), &symbols);
        let written = &text.written;
        for ability in &mut read {
            place(ability, &|start, end| {
                let span = written.get(start as usize..end as usize);
                assert!(span.is_some(), "{written}: {start}..{end}");
                (start, end)
            });
        }
        // A number that both texts have keeps its place.
        let number = |text: &str| {
            let mut numbers = text.match_indices(|c: char| c.is_ascii_digit());
            let first = numbers.next()?;
            numbers.next().is_none().then_some(first.1.to_owned())
        };
        if let (Some(ours), Some(theirs)) = (number(canonical), number(written))
            && ours == theirs
        {
            let at = written.find(&theirs).expect("the number") as u32;
            let seen = std::cell::Cell::new(false);
            for ability in &mut read {
                place(ability, &|start, end| {
                    seen.set(seen.get() || start <= at && at < end);
                    (start, end)
                });
            }
            assert!(seen.get(), "{written}: the number is in no span");
        }
    }
}

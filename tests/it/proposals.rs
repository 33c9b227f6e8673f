//! What a fix or a help proposes is right: each proposal for each faulty text of all tables is applied.
//!
//! A proposal leads to a text that compiles, or that has fewer diagnostics and no new one in what it writes. It is
//! grammatical, and one that is safe loses no word that limits. A whole sentence in a help is a valid text. What
//! cannot be otherwise is listed in `tests/proposals/exceptions.txt` with its reason.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use cardwright::diagnostic::{Diagnostic, Edit, Place, Safety};
use cardwright::effect::{self, Bearer};
use cardwright::symbols::Symbols;

use crate::support::root;
use crate::support::table::{self, Kind};
use crate::support::world::card_game;

/// Words that limit what is meant. A safe fix keeps them, or their other form.
const LIMITS: &[&[&str]] = &[
    &["exactly", "only"],
    &["more", "greater", "higher", "additional", "another"],
    &["fewer", "less", "lower"],
    &["most", "up", "maximum"],
    &["least", "minimum"],
    &["other", "another"],
    &[
        "not", "no", "cannot", "without", "unless", "can't", "don't", "doesn't", "never",
    ],
    &["half"],
    &["twice", "double", "doubled", "doubles"],
    &["random", "randomly"],
];

/// A faulty text and the card that has it.
struct Faulty {
    card_type: String,
    traits: Option<Vec<String>>,
    text: String,
}

impl Faulty {
    fn bearer(&self) -> Bearer<'_> {
        Bearer {
            card_type: &self.card_type,
            traits: self.traits.as_deref(),
            ..Bearer::default()
        }
    }

    fn found(&self, text: &str, symbols: &Symbols<'_>) -> Vec<Diagnostic<Place>> {
        effect::compile(text, &self.bearer(), symbols).1
    }
}

/// Returns the faulty texts of the tables of faults, of the language reference, and of the rows of this test.
fn faulty_texts() -> Vec<Faulty> {
    let mut all: Vec<Faulty> = crate::faults::texts()
        .into_iter()
        .map(|(card_type, traits, text)| Faulty {
            card_type,
            traits,
            text,
        })
        .collect();
    for chapter in table::chapters() {
        for block in chapter.blocks() {
            for entry in block
                .entries
                .iter()
                .filter(|entry| entry.kind == Kind::Mistake)
            {
                all.push(Faulty {
                    card_type: block.card_type.clone(),
                    traits: (!block.traits.is_empty()).then(|| block.traits.clone()),
                    text: entry.text.clone(),
                });
            }
        }
    }
    all
}

fn exceptions() -> BTreeSet<String> {
    let path = root().join("tests/proposals/exceptions.txt");
    let table = std::fs::read_to_string(path).expect("the exceptions");
    let lines = table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let texts = lines.map(|line| {
        line.split_once(" ; ")
            .expect("a text and its reason")
            .0
            .to_owned()
    });
    texts.collect()
}

fn applied(text: &str, edits: &[Edit<Place>]) -> String {
    let mut edits: Vec<_> = edits
        .iter()
        .filter_map(|edit| match &edit.at {
            Place::Text(at) => Some((at.clone(), edit.text.as_str())),
            Place::File(_) => None,
        })
        .collect();
    edits.sort_by_key(|(at, _)| std::cmp::Reverse((at.start, at.end)));
    let mut text = text.to_owned();
    for (at, by) in edits {
        text.replace_range(at, by);
    }
    text
}

/// Returns the ranges of the new words in a text to which edits were applied.
fn written(edits: &[Edit<Place>]) -> Vec<std::ops::Range<usize>> {
    let mut all: Vec<(usize, usize, usize)> = edits
        .iter()
        .filter_map(|edit| match &edit.at {
            Place::Text(at) => Some((at.start, at.len(), edit.text.len())),
            Place::File(_) => None,
        })
        .collect();
    all.sort_unstable();
    let mut ranges = Vec::new();
    let (mut added, mut removed) = (0, 0);
    for (start, old, new) in all {
        let from = start + added - removed;
        ranges.push(from..from + new);
        added += new;
        removed += old;
    }
    ranges
}

fn words(text: &str) -> Vec<String> {
    let split = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '-' | '+' | '*')));
    let words = split.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Returns a diagnostic of the proposed text that the faulty text did not have.
fn new_one<'d>(
    before: &[Diagnostic<Place>],
    after: &'d [Diagnostic<Place>],
) -> Option<&'d Diagnostic<Place>> {
    after.iter().find(|finding| {
        let same = |known: &&Diagnostic<Place>| {
            known.code == finding.code && known.message == finding.message
        };
        !before.iter().any(|known| same(&known))
    })
}

/// Returns whether two different words are forms of one word, of which the number or the person decides.
fn forms_of_one(one: &str, other: &str) -> bool {
    let pairs = [
        ("is", "are"),
        ("has", "have"),
        ("a", "an"),
        ("does", "do"),
        ("was", "were"),
        ("hero", "heroes"),
    ];
    let pair = |a: &str, b: &str| {
        pairs.contains(&(a, b))
            || a.strip_suffix("es") == Some(b)
            || a.strip_suffix('s') == Some(b)
            || {
                let stem = a.strip_suffix("ies");
                stem.is_some_and(|stem| b.strip_suffix('y') == Some(stem))
            }
    };
    pair(one, other) || pair(other, one)
}

/// Returns a word of a valid text in the wrong number or person: `Each player draw`.
fn wrong_form(faulty: &str, proposed: &str, canonical: &str) -> Option<String> {
    let (proposed, canonical) = (words(proposed), words(canonical));
    if proposed.len() != canonical.len() {
        return None;
    }
    let written = words(faulty);
    let said = |one: &str, next: &str| written.windows(2).any(|pair| pair == [one, next]);
    let mut wrong = proposed.iter().zip(&canonical).enumerate();
    let (at, (word, right)) = wrong.find(|(_, (word, right))| word != right)?;
    let before = at.checked_sub(1).and_then(|at| proposed.get(at));
    let authors = before.is_some_and(|before| said(before, word)) || written.first() == Some(word);
    (forms_of_one(word, right) && !authors).then(|| format!("`{word}` for `{right}`"))
}

/// Returns a limiting word that the proposal loses.
fn lost_limit(faulty: &str, proposed: &str) -> Option<&'static str> {
    let (before, after) = (words(faulty), words(proposed));
    let count = |words: &[String], kind: &[&str]| {
        words
            .iter()
            .filter(|word| kind.contains(&word.as_str()))
            .count()
    };
    let mut lost = LIMITS
        .iter()
        .filter(|kind| count(&before, kind) > 0 && count(&after, kind) == 0);
    lost.next().and_then(|kind| kind.first().copied())
}

/// Returns the texts between backticks.
fn shown(help: &str) -> impl Iterator<Item = &str> {
    help.split('`').skip(1).step_by(2)
}

/// Returns whether a text is shown as a whole sentence that could be copied.
fn is_sentence(shown: &str) -> bool {
    shown.starts_with(char::is_uppercase)
        && shown.ends_with(['.', ']'])
        && !shown.contains('…')
        && !shown.contains("X ")
}

#[test]
fn proposals_are_right() {
    let world = card_game();
    let symbols = world.symbols();
    let known = exceptions();
    let mut used = BTreeSet::new();
    let mut wrong = String::new();
    let (mut fixes, mut compiled, mut hidden, mut sentences) = (0, 0, 0, 0);
    let types: Vec<&str> = world.game.card_types.keys().map(|id| id.as_str()).collect();
    for faulty in faulty_texts() {
        let found = faulty.found(&faulty.text, &symbols);
        let mut report = |why: String| {
            if known.contains(&faulty.text.replace('\n', "|")) {
                used.insert(faulty.text.replace('\n', "|"));
            } else {
                let _ = writeln!(
                    wrong,
                    "{}: {}\n    {why}",
                    faulty.card_type,
                    faulty.text.replace('\n', "|")
                );
            }
        };
        for finding in &found {
            for fix in &finding.fixes {
                fixes += 1;
                let proposed = applied(&faulty.text, &fix.edits);
                let (abilities, after) = effect::compile(&proposed, &faulty.bearer(), &symbols);
                let title = format!("{} → {}", fix.title, proposed.replace('\n', "|"));
                if after.is_empty() {
                    compiled += 1;
                    let canonical = effect::print(&abilities, &faulty.bearer(), &symbols);
                    if let Some(form) = wrong_form(&faulty.text, &proposed, &canonical) {
                        report(format!("{title}: {form}"));
                    }
                } else if let Some(new) = new_one(&found, &after) {
                    // A second fault of the author's words shows only after the first is corrected.
                    let ranges = written(&fix.edits);
                    let Place::Text(at) = &new.primary.at else {
                        continue;
                    };
                    if ranges.iter().any(|range| range.contains(&at.start)) {
                        report(format!("{title}: new: {}", new.message));
                    } else {
                        hidden += 1;
                    }
                    continue;
                } else if after.len() >= found.len() {
                    report(format!("{title}: no better: {}", after[0].message));
                    continue;
                }
                if fix.safety == Safety::Safe
                    && let Some(limit) = lost_limit(&faulty.text, &proposed)
                {
                    report(format!("{title}: safe, but loses `{limit}`"));
                }
            }
            for sentence in finding
                .help
                .iter()
                .flat_map(|help| shown(help))
                .filter(|shown| is_sentence(shown))
            {
                sentences += 1;
                // A sentence may need the heading of its line, or one that an attack belongs to.
                let heading = faulty
                    .text
                    .split_once(": ")
                    .map(|(heading, _)| format!("{heading}: "));
                let headings = ["", "On Attack: ", "Passive: "].map(str::to_owned);
                let headings: Vec<String> = headings.into_iter().chain(heading).collect();
                let valid = |card_type: &str| {
                    let bearer = Bearer {
                        card_type,
                        ..faulty.bearer()
                    };
                    headings.iter().any(|heading| {
                        let text = format!("{heading}{sentence}");
                        effect::compile(&text, &bearer, &symbols).1.is_empty()
                    })
                };
                let own = valid(&faulty.card_type);
                if !own && !types.iter().any(|card_type| valid(card_type)) {
                    report(format!("help `{sentence}` is not valid"));
                }
            }
        }
    }
    println!(
        "{fixes} fixes: {compiled} lead to a text that compiles, {hidden} show a second fault; {sentences} sentences in \
         helps"
    );
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("proposals.txt");
    std::fs::write(&path, &wrong).expect("a file can be written");
    let idle: Vec<&String> = known.difference(&used).collect();
    assert!(fixes > 800, "{fixes}");
    assert!(hidden * 10 <= fixes, "{hidden} of {fixes}");
    assert!(
        wrong.is_empty(),
        "{}",
        wrong.lines().take(60).collect::<Vec<_>>().join("\n")
    );
    assert!(
        idle.is_empty(),
        "these exceptions are no longer needed: {idle:?}"
    );
}

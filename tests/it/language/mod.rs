//! The effect language as data: the table of examples in `chapters`, and everything generated from it.
//!
//! `docs/language.md` and the snapshots in `ir` are generated from the chapters. One command regenerates them:
//!
//! ```text
//! cargo xtask bless language
//! ```

mod concepts;
mod page;
mod snapshots;
mod variants;

use std::collections::HashMap;
use std::fs;

use cardwright::diagnostic::{Diagnostic, Place};
use cardwright::effect::ir::Ability;
use cardwright::effect::{self, Bearer};
use cardwright::symbols::Symbols;
use serde_json::Value;

use crate::support::table::{self, Kind};
use crate::support::world::{games, without_spans};
use crate::support::{options, root};

fn read(text: &str, bearer: &Bearer, symbols: &Symbols) -> (Vec<Ability>, Vec<Diagnostic<Place>>) {
    effect::compile(text, bearer, symbols)
}

/// Returns the abilities of a valid text.
fn sound(text: &str, bearer: &Bearer, symbols: &Symbols) -> Result<Vec<Ability>, String> {
    let (abilities, found) = read(text, bearer, symbols);
    match found.first() {
        Some(first) => Err(format!("{text}\n    {}", first.message)),
        None if abilities.is_empty() => Err(format!("{text}\n    says nothing")),
        None => Ok(abilities),
    }
}

/// Returns abilities as JSON, without spans.
fn ir(abilities: &[Ability]) -> Value {
    without_spans(serde_json::to_value(abilities).expect("IR is JSON"))
}

#[track_caller]
fn assert_none(wrong: Vec<String>) {
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Compares files with their expected content, or writes them.
#[track_caller]
fn assert_made(files: &[(String, String)]) {
    let mut stale = Vec::new();
    for (path, text) in files {
        let full = root().join(path);
        let there = fs::read_to_string(&full).unwrap_or_default();
        if there == *text {
            continue;
        }
        if options::blessing() {
            fs::create_dir_all(full.parent().expect("a file in a folder"))
                .expect("a folder can be made");
            fs::write(&full, text).expect("a file can be written");
            continue;
        }
        let line = there
            .lines()
            .zip(text.lines())
            .take_while(|(old, new)| old == new)
            .count();
        let (old, new) = parted(
            there.lines().nth(line).unwrap_or_default(),
            text.lines().nth(line).unwrap_or_default(),
        );
        stale.push(format!(
            "{path}:{}\n    it says …{old}\n    it is   …{new}",
            line + 1
        ));
    }
    assert!(
        stale.is_empty(),
        "stale:\n{}\nif that is meant, run: cargo xtask bless language",
        stale.join("\n")
    );
}

/// Returns the part in which two lines differ, shortened to a readable length.
fn parted(old: &str, new: &str) -> (String, String) {
    let same = old
        .chars()
        .zip(new.chars())
        .take_while(|(old, new)| old == new)
        .count();
    let piece = |line: &str| {
        line.chars()
            .skip(same.saturating_sub(20))
            .take(120)
            .collect()
    };
    (piece(old), piece(new))
}

#[test]
fn canonical_texts_round_trip_and_have_distinct_ir() {
    let games = games();
    let symbols = games.symbols();
    let mut wrong = Vec::new();
    let mut seen: HashMap<(String, String), String> = HashMap::new();
    for example in table::all_examples() {
        let (bearer, symbols) = (example.bearer(), symbols.of(&example.game));
        let abilities = match sound(&example.text, &bearer, symbols) {
            Ok(abilities) => abilities,
            Err(why) => {
                wrong.push(why);
                continue;
            }
        };
        let printed = effect::print(&abilities, &bearer, symbols);
        if printed != example.text {
            wrong.push(format!("{}\n    printed as {printed}", example.text));
        }
        let (again, _) = read(&printed, &bearer, symbols);
        if again != abilities {
            wrong.push(format!(
                "{}\n    has a different meaning when printed",
                example.text
            ));
        }
        let meaning = (example.game.clone(), ir(&abilities).to_string());
        if let Some(other) = seen.get(&meaning) {
            wrong.push(format!("{}\n    has the IR of {other}", example.text));
        }
        seen.insert(meaning, example.text);
    }
    assert_none(wrong);
    assert!(seen.len() >= 300, "{} canonical texts", seen.len());
}

#[test]
fn whitespace_and_case_do_not_matter() {
    let games = games();
    let symbols = games.symbols();
    let mut wrong = Vec::new();
    let variants = table::variants().into_iter().map(|variant| table::Example {
        text: variant.written,
        ..variant.canonical
    });
    for example in table::all_examples().into_iter().chain(variants) {
        let (bearer, symbols) = (example.bearer(), symbols.of(&example.game));
        let (abilities, _) = read(&example.text, &bearer, symbols);
        let wide = example.text.replace(' ', "  ").replace("-  ", "- ");
        for other in [
            wide,
            example.text.to_uppercase(),
            example.text.to_lowercase(),
        ] {
            let (again, found) = read(&other, &bearer, symbols);
            if again != abilities {
                let why = found.first().map_or("another IR", |first| &first.message);
                wrong.push(format!("{other}\n    {why}"));
            }
        }
    }
    assert_none(wrong);
}

#[test]
fn variants_have_the_ir_of_their_canonical_text() {
    let games = games();
    let symbols = games.symbols();
    let mut wrong = Vec::new();
    for variant in table::variants() {
        let bearer = variant.canonical.bearer();
        let symbols = symbols.of(&variant.canonical.game);
        let written = &variant.written;
        let canonical = &variant.canonical.text;
        match (
            sound(written, &bearer, symbols),
            sound(canonical, &bearer, symbols),
        ) {
            (Err(why), _) | (_, Err(why)) => wrong.push(why),
            (Ok(read), Ok(wanted)) => {
                let printed = effect::print(&read, &bearer, symbols);
                if printed != *canonical {
                    wrong.push(format!(
                        "{written}\n    is printed as {printed}\n    not as     {canonical}"
                    ));
                } else if ir(&read) != ir(&wanted) {
                    wrong.push(format!("{written}\n    is not {canonical}"));
                } else if written == canonical {
                    wrong.push(format!("{written}\n    is no other word"));
                }
            }
        }
    }
    assert_none(wrong);
}

#[test]
fn each_mistake_has_one_finding() {
    let games = games();
    let symbols = games.symbols();
    let mut wrong = Vec::new();
    for chapter in table::chapters() {
        for block in chapter.all_blocks() {
            for text in block.texts(Kind::Mistake) {
                let (_, found) = read(text, &block.bearer(), symbols.of(&block.game));
                if found.len() != 1 {
                    let messages: Vec<&str> =
                        found.iter().map(|one| one.message.as_str()).collect();
                    wrong.push(format!("{text}\n    {messages:?}"));
                }
            }
        }
    }
    assert_none(wrong);
}

#[test]
fn repeated_examples_exist_elsewhere() {
    let examples = table::all_examples();
    let mut wrong = Vec::new();
    for chapter in table::chapters() {
        for block in chapter.all_blocks() {
            for text in block.texts(Kind::Again) {
                if !examples.iter().any(|one| {
                    one.text == text && one.card_type == block.card_type && one.game == block.game
                }) {
                    wrong.push(format!("{}: {text}", chapter.name));
                }
            }
        }
    }
    assert_none(wrong);
}

#[test]
fn shipped_texts_are_canonical_and_round_trip() {
    let games = games();
    let mut wrong = Vec::new();
    for world in games.worlds() {
        let symbols = world.symbols();
        let texts = world
            .cards()
            .flat_map(|card| card.effects().map(move |text| (card, text.1)));
        for (card, effect) in texts {
            let bearer = world.bearer(card);
            let text = effect.text().trim();
            let abilities = match sound(text, &bearer, &symbols) {
                Ok(abilities) => abilities,
                Err(why) => {
                    wrong.push(format!("{}: {why}", card.id));
                    continue;
                }
            };
            let printed = effect::print(&abilities, &bearer, &symbols);
            let (again, found) = read(&printed, &bearer, &symbols);
            if again != abilities || !found.is_empty() {
                wrong.push(format!(
                    "{}: {text}\n    has a different meaning as {printed}\n    {:?}",
                    card.id,
                    found.first().map(|finding| &finding.message)
                ));
            } else if printed != text {
                wrong.push(format!("{}: {text}\n    canonical is {printed}", card.id));
            }
        }
    }
    assert_none(wrong);
}

#[test]
fn reference_is_up_to_date() {
    let games = games();
    assert_made(&[(page::PATH.to_owned(), page::page(&games.symbols()))]);
}

#[test]
fn ir_snapshots_are_up_to_date() {
    let games = games();
    let files = snapshots::files(&games.symbols());
    assert_made(&files);
    // A snapshot of a removed chapter would never be checked.
    for path in snapshots::there() {
        if files.iter().any(|(made, _)| *made == path) {
            continue;
        }
        assert!(options::blessing(), "{path} belongs to no chapter");
        fs::remove_file(root().join(path)).expect("a file can be removed");
    }
}

//! The canonical form of files: a table of texts before and after, and what holds for all texts.

mod support;

use std::fs;

use cardwright::format::{self, Formatted, Refusal};
use cardwright::source::FileId;
use cardwright::symbols::Symbols;
use support::root;
use support::world::card_game;

const CASES: &str = "tests/format/cases.txt";

/// A text as it was written, and its canonical form.
struct Case {
    title: String,
    before: String,
    after: String,
}

/// `>>> title`, the text before, `<<<`, the text after; nothing behind `<<<` is the same text.
fn cases(table: &str) -> Vec<Case> {
    table
        .split(">>> ")
        .skip(1)
        .map(|case| {
            let (title, texts) = case.split_once('\n').expect("a title");
            let (before, after) = texts.split_once("<<<\n").expect("a text before and after");
            Case {
                title: title.to_owned(),
                before: before.to_owned(),
                after: after.to_owned(),
            }
        })
        .collect()
}

fn formatted(symbols: &Symbols, text: &str) -> Result<Formatted, Refusal> {
    format::format(symbols, FileId(0), text)
}

/// With `CARDWRIGHT_BLESS=1` the texts after are written into the table instead.
#[test]
fn the_table() {
    let world = card_game();
    let symbols = world.symbols();
    let path = root().join(CASES);
    let table = fs::read_to_string(&path).expect("the table");
    let bless = std::env::var_os("CARDWRIGHT_BLESS").is_some();
    let mut blessed = String::new();
    for case in cases(&table) {
        let after = match formatted(&symbols, &case.before) {
            Ok(formatted) => formatted.text,
            Err(refusal) => format!("{refusal:?}\n"),
        };
        let expected = if case.after.is_empty() {
            &case.before
        } else {
            &case.after
        };
        assert!(
            bless || after == *expected,
            "{}\n{after}\n--- expected\n{expected}",
            case.title
        );
        let shown = if after == case.before { "" } else { &after };
        blessed.push_str(&format!(">>> {}\n{}<<<\n{shown}", case.title, case.before));
        let again = formatted(&symbols, &after).map(|again| again.text);
        assert!(
            again.as_ref() == Ok(&after) || again.is_err(),
            "{} is not settled:\n{after}\n--- again\n{again:?}",
            case.title
        );
    }
    if bless {
        fs::write(path, blessed).expect("the table can be written");
    }
}

//! The canonical form of files: a table of texts before and after, and properties of all texts.

mod pen;
mod variation;

use std::fs;
use std::sync::LazyLock;

use cardwright::format::{self, Formatted, Refusal};
use cardwright::source::FileId;
use cardwright::symbols::Symbols;
use pen::{KEYS, Pen, TEXTS, Tree, WORDS};
use proptest::prelude::*;
use serde::Deserialize;
use variation::{Choices, varied, without_added};

use crate::support::world::{World, card_game, world};
use crate::support::{options, root};

const CASES: &str = "tests/format/cases.txt";

/// A text and its canonical form.
struct Case {
    title: String,
    before: String,
    after: String,
}

/// `>>> title`, the text before, `<<<`, the text after. Nothing after `<<<` means that the text is unchanged.
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

/// Checks the table. When blessing, writes the texts after into it instead.
#[test]
fn formatted_files_match_the_table() {
    let world = card_game();
    let symbols = world.symbols();
    let path = root().join(CASES);
    let table = fs::read_to_string(&path).expect("the table");
    let bless = options::blessing();
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
            "{}\n{after}\n--- expected\n{expected}\nrun: cargo xtask bless format",
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

static CARD_GAME: LazyLock<World> = LazyLock::new(card_game);

fn run(cases: u32, long: u32) -> ProptestConfig {
    let is_long = options::long();
    ProptestConfig {
        cases: if is_long { long } else { cases },
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        4 => prop::sample::select(&TEXTS[..]).prop_map(Tree::Text),
        1 => prop::sample::select(&WORDS[..]).prop_map(Tree::Word),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Tree::List),
            (
                prop::sample::subsequence(&KEYS[..], 0..=5).prop_shuffle(),
                prop::collection::vec(inner, 5)
            )
                .prop_map(|(keys, values)| Tree::Map(keys.into_iter().zip(values).collect())),
        ]
    })
}

/// Parses all documents of a text with another YAML parser.
fn values(text: &str) -> Result<Vec<serde_yaml::Value>, String> {
    serde_yaml::Deserializer::from_str(text)
        .map(|document| serde_yaml::Value::deserialize(document).map_err(|error| error.to_string()))
        .collect()
}

/// Checks the properties of any text and its canonical form.
fn settled(before: &str, comments: usize) -> Result<String, TestCaseError> {
    let symbols = CARD_GAME.symbols();
    let after = match formatted(&symbols, before) {
        Ok(formatted) => formatted.text,
        Err(refusal) => return Err(TestCaseError::fail(format!("{refusal:?}\n{before}"))),
    };
    let again = formatted(&symbols, &after).map(|again| again.text);
    prop_assert!(
        again.as_ref() == Ok(&after),
        "not settled:\n{before}\n--- once\n{after}\n--- twice\n{}",
        again.unwrap_or_default()
    );
    for number in 0..comments {
        let comment = format!("# comment {number}\n");
        prop_assert!(
            after.contains(&comment),
            "no {comment}{before}\n---\n{after}"
        );
    }
    Ok(after)
}

proptest! {
    #![proptest_config(run(400, 10_000))]

    #[test]
    fn formatting_keeps_the_meaning_of_random_yaml(
        trees in prop::collection::vec(tree(), 1..3),
        choices in prop::collection::vec(any::<u8>(), 200),
        windows in any::<bool>(),
    ) {
        let mut pen = Pen::new(&choices);
        for (at, tree) in trees.iter().enumerate() {
            pen.document(tree, at > 0);
        }
        let before = if windows { pen.out.replace('\n', "\r\n") } else { pen.out.clone() };
        let after = settled(&before, if windows { 0 } else { pen.comments })?;
        prop_assert_eq!(windows && after.contains('\n'), after.contains("\r\n"));
        let said = values(&before);
        prop_assert!(said.is_ok(), "{said:?}\n{before}");
        prop_assert_eq!(&said, &values(&after), "{}\n---\n{}", before, after);
        for line in after.lines() {
            prop_assert!(!line.contains('\t'), "{after}");
        }
    }
}

/// Returns the shipped cards and sets of a game with their paths.
fn shipped(game: &str) -> Vec<(String, String)> {
    cardwright::game::embedded()
        .iter()
        .filter(|embedded| embedded.id == game)
        .flat_map(|embedded| embedded.cards)
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect()
}

#[test]
fn shipped_files_are_canonical_and_restored_from_variations() {
    let rounds = if options::long() { 50 } else { 1 };
    let mut files = 0;
    for game in ["card-game", "ccg"] {
        let world = world(game);
        let symbols = world.symbols();
        for (path, text) in shipped(game) {
            let same = formatted(&symbols, &text).map(|formatted| formatted.text);
            assert_eq!(same.as_ref(), Ok(&text), "{path}");
            files += 1;
            for round in 0..rounds {
                let mut choices = Choices(files * 1000 + round);
                let (other, comments) = varied(&text, &mut choices);
                let back = match formatted(&symbols, &other) {
                    Ok(back) => back,
                    Err(refusal) => panic!("{path}: {refusal:?}\n{other}"),
                };
                assert_eq!(back.left, [], "{path}\n{other}");
                assert_eq!(back.text.contains('\r'), other.contains('\r'), "{path}");
                let plain = back.text.replace("\r\n", "\n");
                assert_eq!(
                    plain.matches("# added ").count(),
                    comments,
                    "{path}\n{other}"
                );
                assert_eq!(without_added(&plain), text, "{path}\n{other}");
                let again = formatted(&symbols, &back.text).map(|again| again.text);
                assert_eq!(again.as_ref(), Ok(&back.text), "{path}\n{other}");
            }
        }
    }
    assert!(files > 200, "{files} files");
}

/// The YAML tokens other than words.
const MARKS: [&str; 30] = [
    "#", ":", "-", "?", "[", "]", "{", "}", ",", "&a", "*a", "!", "!!str ", "|", ">", "'", "\"",
    "%", "@", "\n", "\r", "\t", "  ", "\\", "---\n", "...\n", "é", "\u{feff}", ": ", "\n  - ",
];

proptest! {
    #![proptest_config(run(300, 5_000))]

    /// Every text either has a stable form with the same meaning, or is not YAML.
    #[test]
    fn random_text_is_formatted_or_refused(
        trees in tree(),
        choices in prop::collection::vec(any::<u8>(), 100),
        edits in prop::collection::vec((any::<prop::sample::Index>(), prop::option::of(0..MARKS.len())), 1..6),
    ) {
        let mut pen = Pen::new(&choices);
        pen.document(&trees, false);
        let mut text = pen.out;
        for (at, mark) in edits {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            if places.is_empty() {
                break;
            }
            let at = places[at.index(places.len())];
            match mark {
                Some(mark) => text.insert_str(at, MARKS[mark]),
                None => drop(text.remove(at)),
            }
        }
        let symbols = CARD_GAME.symbols();
        match formatted(&symbols, &text) {
            Err(Refusal::Unreadable) => {}
            // The parser accepts a tab as white space in some places where it accepts no blank.
            Err(Refusal::Changed) if text.contains('\t') => {}
            _ => drop(settled(&text, 0)?),
        }
    }
}

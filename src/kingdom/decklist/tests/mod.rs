use std::fmt::Write;

use proptest::prelude::*;
use smol_str::SmolStr;
use std::sync::Arc;

use super::{Lexicon, is_empty, read};
use crate::card::CardSource;
use crate::collections::IndexMap;
use crate::game::Game;
use crate::kingdom::{Cards, validate};
use crate::source::{FileId, SourceFile, Sources};
use crate::tests::{
    cards,
    cases::{self, game, rendered},
};

const CARDS: &str = include_str!("cards.yaml");

fn by_id(game: &Game, sources: &mut Sources) -> IndexMap<SmolStr, Arc<CardSource>> {
    let (cards, _) = cards(game, sources, "cards.yaml", CARDS);
    let cards = cards.into_iter();
    cards
        .map(|card| (card.id.clone(), Arc::new(card)))
        .collect()
}

/// Returns the result of reading a list, a line for each zone, and its diagnostics.
fn run(game: &Game, text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new("list.txt", text));
    let by_id = by_id(game, &mut sources);
    let known = Lexicon::new(game, Cards { by_id: &by_id });
    let (set, found) = read(&known, file, text, "list");
    let mut out = String::new();
    if let Some(set) = set {
        let rules = set.house_rules.map(|(id, _)| format!(" by {id}"));
        let _ = writeln!(out, "{}{}", set.name, rules.unwrap_or_default());
        for (key, zone) in &set.zones {
            let lines = zone.entries.iter();
            let lines: Vec<String> = lines
                .map(|line| format!("{} {}", line.count, line.name))
                .collect();
            let _ = writeln!(out, "  {key}: {}", lines.join(", "));
        }
    }
    out + &rendered(&sources, &found)
}

/// Replaces markers in a case's text by the invisible characters that they name.
fn unseen(text: &str) -> String {
    text.replace("<bom>", "\u{feff}")
        .replace("<cr>", "\r")
        .replace("<tab>", "\t")
        .replace("<nbsp>", "\u{a0}")
        .replace("<zwsp>", "\u{200b}")
        .replace("<ls>", "\u{2028}")
        .replace("<acute>", "\u{301}")
        .replace("<ring>", "\u{30a}")
}

#[test]
fn lists_are_read_as_people_mean_them() {
    let game = game("card-game");
    let (read, _) = cases::check("src/kingdom/decklist/tests/lists.txt", |text| {
        run(&game, &unseen(text))
    });
    assert!(read >= 30, "{read}");
}

#[test]
fn a_list_of_another_game_has_its_own_parts() {
    let game = game("ccg");
    cases::check("src/kingdom/decklist/tests/forces.txt", |text| {
        run(&game, &unseen(text))
    });
}

#[test]
fn nothing_is_nothing() {
    assert!(is_empty(""));
    assert!(is_empty("\u{feff}\n  \n// later\n# more\n---\n"));
    assert!(!is_empty("Pikeman"));
}

#[test]
fn a_list_of_many_lines_is_read() {
    let game = game("card-game");
    let mut sources = Sources::default();
    let by_id = by_id(&game, &mut sources);
    let known = Lexicon::new(&game, Cards { by_id: &by_id });
    let text = "Deck\n".to_owned() + &"3 Pikeman\n".repeat(20_000);
    let (set, _) = read(&known, FileId(0), &text, "list");
    let set = set.expect("a set");
    assert_eq!(set.zones["deck"].entries.len(), 20_000);
}

/// Generates fragments of lists in any order.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "Deck", "deck:", "Pikeman", "Name: ", "3", "x3", "(3)", " ", "\n", "\r\n", "\"", "“", "”", "'", "//", "#",
            "Hero: ", "Catherine", "(SP)", "CAN 0001", ",", ":", "==", "- ", "999999999999", "\u{feff}", "\u{a0}", "é",
            "Attack", "[", "]", "\\", "House rules: ", "Game: ccg", "Golem 3", "cw1", "https://", "1.", ";", "\t",
            "Count,Name\n", "Name;Qty;Set\n", "#,Card,Sideboard\n", "3,Pikeman", "\nyes", "\u{2028}", "e\u{301}",
        ]).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Generates lines of lists, each of which says something.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let line = prop_oneof![
        6 => prop::sample::select(vec![
            "Deck", "Hero: Catherine", "Locations (2):", "Castle (3)", "Name: Wings", "by: me", "3 Pikeman", "Pikeman x2",
            "2 // Pikeman", "2x # reserve", "2 - ", "- ", "-- 3", "45 cards", "// Bless", "1. Bless", "(3)", "[2] //", "x",
            "!!!", ":", "3;", ";3", "\"\"", "Deck: ,", "Deck: // x", "Hero: 2 // Catherine", "Pikeman, 2 // Bless",
            "Count,Name", "Name;Qty;Set", "| # | Card |", "Name\tCount\tSection", "Foo,Bar,Baz", "sep=;", "3,Pikeman",
            "3,\"Bless", "2,\"Fire, Ash and Ember\"", ",Pikeman", "3,", ",,", "Bless;x;SP", "Bless;;", ";2;", "| 3 | |",
            "| 2 | Bless |", "Pikeman\t2\tDeck", "Pikeman\t2\tNowhere", "\t2\t", "3,Pikeman,SP,4", "Total,7", "E\u{301}lan",
        ]).prop_map(str::to_owned),
        2 => "[ -~]{1,12}",
        1 => any::<String>().prop_map(|text| text.replace(char::is_control, "")),
    ];
    prop::collection::vec(line, 1..10)
}

/// Returns whether a line says nothing about cards: it is empty, a comment, a heading, a label or the head of a table.
fn says_no_card(known: &Lexicon<'_>, row: super::Row<'_>) -> bool {
    let heading = row.heading().map(|heading| heading.title);
    let label = row.labelled().map(|labelled| labelled.key);
    let names = |title: super::Piece<'_>| {
        let title = title.without_signs();
        let word = super::folded(&title.text.replace('_', " "));
        known.title(title.text).is_some()
            || known.is_value(title.text)
            || ["name", "kingdom", "game", "house rules"].contains(&word.as_str())
            || super::WORDS.remarks.contains(&word.as_str())
            || super::WORDS.titles.contains(&word.as_str())
            || super::WORDS.sums.contains(&word.as_str())
    };
    let sum = row.text.trim_matches(|c: char| !c.is_alphabetic());
    let is_blank = row
        .text
        .chars()
        .all(|c| c.is_whitespace() || ",;|\u{feff}".contains(c));
    is_blank
        || row.is_divider()
        || row.is_comment()
        || row.is_separator()
        || heading.is_some_and(names)
        || label.is_some_and(names)
        || super::WORDS.sums.contains(&super::folded(sum).as_str())
        || super::table::Table::of_head(
            known,
            FileId(0),
            row.text,
            &[super::Row { start: 0, ..row }],
            false,
        )
        .is_some()
        || super::table::seems_head(row)
        || row.text.starts_with("Foo,")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// Each line is counted, reported, or says nothing about cards.
    #[test]
    fn no_line_is_lost(lines in lines()) {
        let game = game("card-game");
        let mut sources = Sources::default();
        let text = lines.join("\n");
        let file = sources.add(SourceFile::new("list.txt", text.as_str()));
        let by_id = by_id(&game, &mut sources);
        let known = Lexicon::new(&game, Cards { by_id: &by_id });
        let (set, found) = read(&known, file, &text, "list");
        let counted = set.iter().flat_map(|set| set.zones.values());
        let counted = counted.flat_map(|zone| &zone.entries).map(|line| line.name_at.to(line.count_at).range());
        let reported = found.iter().flat_map(|finding| {
            let labels = finding.secondary.iter().map(|label| label.at.range());
            labels.chain([finding.primary.at.range()])
        });
        let places: Vec<_> = counted.chain(reported).collect();
        let unread = set.is_none();
        for row in super::rows(&text) {
            let at = row.start..row.start + row.text.len();
            let is_covered = places.iter().any(|place| place.start <= at.end && at.start <= place.end);
            prop_assert!(unread || is_covered || says_no_card(&known, row), "{:?} of {text:?}", row.text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_it_panic(text in text()) {
        let game = game("card-game");
        let mut sources = Sources::default();
        let file = sources.add(SourceFile::new("list.txt", text.as_str()));
        let by_id = by_id(&game, &mut sources);
        let known = Lexicon::new(&game, Cards { by_id: &by_id });
        let (set, mut found) = read(&known, file, &text, "list");
        if let Some(set) = set {
            found.extend(validate(&game, Cards { by_id: &by_id }, &set).1);
            for line in set.zones.values().flat_map(|zone| &zone.entries) {
                prop_assert!(text.get(line.name_at.range()).is_some());
                prop_assert!(text.get(line.count_at.range()).is_some());
            }
        }
        for diagnostic in found {
            prop_assert!(text.get(diagnostic.primary.at.range()).is_some());
        }
    }
}

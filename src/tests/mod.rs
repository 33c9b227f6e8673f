//! Tests of the fields of cards, and what other tests share.

pub(crate) mod cases;
pub(crate) mod trees;

use proptest::prelude::*;

use crate::card::{CardSource, FieldValue, Step, read};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Game;
use crate::source::{FileId, Sources};
use crate::yaml::Value;
use cases::{documents, game, rendered};

/// Reads all cards of a text, one or a list of them.
pub(crate) fn cards(
    game: &Game,
    sources: &mut Sources,
    path: &str,
    text: &str,
) -> (Vec<CardSource>, Vec<Diagnostic>) {
    let (documents, mut found) = documents(sources, path, text);
    let mut cards = Vec::new();
    for document in documents {
        let Some(root) = &document.root else { continue };
        let nodes = match &root.value {
            Value::Sequence(items) => &**items,
            _ => std::slice::from_ref(&**root),
        };
        for node in nodes {
            let (card, more) = read(game, text, node, document.broken);
            cards.extend(card);
            found.extend(more);
        }
    }
    (cards, found)
}

fn findings(game: &Game, text: &str) -> String {
    let mut sources = Sources::default();
    let (_, found) = cards(game, &mut sources, "card.yaml", text);
    rendered(&sources, &found)
}

#[test]
fn every_mistake_of_a_card_is_found_in_its_place() {
    let game = game("card-game");
    let (faulty, _) = cases::check("src/tests/mistakes.txt", |text| findings(&game, text));
    assert!(faulty >= 50, "{faulty}");
    let cases = include_str!("mistakes.txt");
    let ten = cases
        .split("### ")
        .find(|case| case.starts_with("ten mistakes"));
    let ten = ten
        .and_then(|case| case.split_once(">>>"))
        .map_or("", |(_, found)| found);
    assert_eq!(
        ten.lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
            .count(),
        10
    );
}

#[test]
fn the_same_code_reads_another_game() {
    let game = game("ccg");
    cases::check("src/tests/ccg.txt", |text| findings(&game, text));
}

fn one_card(game_id: &str, text: &str) -> (CardSource, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let (cards, found) = cards(&game(game_id), &mut sources, "card.yaml", text);
    (cards.into_iter().next().expect("it is a card"), found)
}

#[test]
fn a_card_has_its_fields_in_the_order_of_the_game() {
    let (card, found) = one_card(
        "card-game",
        "stats: { hit_points: 4, attack: 3, move: 4 }\nname: Royal Griffin\ntraits: [living, War-Machine, sky  born]\n\
         unit_type: flying\ntype: unit\nfaction: castle\nvanguard: true\neffect: Gain 1 attack.\nmanual: later\n",
    );
    assert_eq!(found, []);
    assert_eq!(
        (card.id.as_str(), card.card_type.as_str()),
        ("royal-griffin", "unit")
    );
    let keys: Vec<&str> = card.fields.keys().map(|key| key.as_str()).collect();
    assert_eq!(
        keys,
        ["faction", "unit_type", "stats", "traits", "vanguard"]
    );
    let words = ["living", "war_machine", "sky_born"]
        .map(str::to_owned)
        .to_vec();
    assert_eq!(card.fields.get("traits"), Some(&FieldValue::List(words)));
    let Some(FieldValue::Numbers(stats)) = card.fields.get("stats") else {
        panic!()
    };
    let stats: Vec<(&str, i64)> = stats
        .iter()
        .map(|(name, number)| (name.as_str(), *number))
        .collect();
    assert_eq!(stats, [("attack", 3), ("move", 4), ("hit_points", 4)]);
    assert_eq!(card.manual.as_deref(), Some("later"));
    assert_eq!(
        card.effect.as_ref().map(|effect| effect.text()),
        Some("Gain 1 attack.")
    );
    assert_eq!(card.places.keys().count(), 9);
}

#[test]
fn an_area_is_seen_from_the_chosen_space() {
    let (card, found) = one_card(
        "card-game",
        "name: Cone\ntype: spell\ncost: { power: 1 }\neffect: x\narea: |\n  # # .\n  .O.\n",
    );
    assert_eq!(found, []);
    let Some(FieldValue::Area(area)) = card.fields.get("area") else {
        panic!()
    };
    assert_eq!(area.pattern, ["##.", ".O."]);
    assert_eq!(
        area.spaces,
        [
            Step {
                forward: 1,
                right: -1
            },
            Step {
                forward: 1,
                right: 0
            }
        ]
    );
}

#[test]
fn a_faulty_card_can_still_be_named() {
    let (card, found) = one_card("card-game", "name: Griffin\ntype: unti\nfaction: 3\n");
    assert!(!found.is_empty());
    assert_eq!(
        (card.name.as_str(), card.card_type.as_str()),
        ("Griffin", "unit")
    );
    assert!(card.fields.is_empty() && card.places.contains_key("faction"));
    let (card, _) = one_card("card-game", "name: Griffin\ntype: zebra\n");
    assert_eq!((card.id.as_str(), card.card_type.as_str()), ("griffin", ""));
}

#[test]
fn what_is_missing_in_a_broken_file_may_only_be_unread() {
    let game = game("card-game");
    let (documents, _) = yaml_of("name: Griffin\n");
    let root = documents
        .first()
        .and_then(|document| document.root.clone())
        .expect("a card");
    assert_eq!(read(&game, "name: Griffin\n", &root, true).1, []);
    assert_eq!(read(&game, "name: Griffin\n", &root, false).1.len(), 1);
}

fn yaml_of(text: &str) -> (Vec<crate::yaml::Document>, Vec<Diagnostic>) {
    crate::yaml::read(FileId(0), text)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn no_tree_makes_it_panic(tree in trees::tree(), broken: bool, text in ".{0,40}") {
        for game in [game("card-game"), game("ccg")] {
            let _ = read(&game, &text, &tree, broken);
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in trees::text()) {
        let game = game("card-game");
        let mut sources = Sources::default();
        let (_, found) = cards(&game, &mut sources, "card.yaml", &text);
        // Every span is in the text, except those of the YAML reader.
        for diagnostic in found.iter().filter(|diagnostic| diagnostic.code != Code::YamlSyntax) {
            prop_assert!(text.get(diagnostic.primary.at.range()).is_some());
            for edit in diagnostic.fixes.iter().flat_map(|fix| &fix.edits) {
                prop_assert!(text.get(edit.at.range()).is_some());
            }
        }
    }
}

use std::sync::Arc;

use proptest::prelude::*;
use smol_str::SmolStr;

use super::{Cards, Kingdom, has_parts, is_kingdom, read, validate};
use crate::card::CardSource;
use crate::collections::IndexMap;
use crate::diagnostic::Diagnostic;
use crate::game::{Game, RuleKind, Term};
use crate::source::Sources;
use crate::tests::{
    cards,
    cases::{self, documents, game, rendered},
    trees,
};

/// Returns the first game with an added faction. With only two factions and neutral cards, no set has too many
/// factions.
fn with_rampart() -> Game {
    let mut game = game("card-game");
    let rampart = Term {
        name: "Rampart".to_owned(),
        ..Term::default()
    };
    game.vocabulary
        .get_mut("factions")
        .expect("the game has factions")
        .insert("rampart".to_owned(), rampart);
    game
}

const UNITS: [&str; 15] = [
    "Pikeman",
    "Archer",
    "Griffin",
    "Swordsman",
    "Monk",
    "Cavalier",
    "Angel",
    "Squire",
    "Healer",
    "Marksman",
    "Knight",
    "Priest",
    "Guard",
    "Scout",
    "Captain",
];

/// Expands `$45` to 45 valid cards of a deck, 3 of each; `$42` and so on to fewer.
fn expanded(text: &str) -> String {
    let mut text = text.to_owned();
    for units in (1..=UNITS.len()).rev() {
        let lines: Vec<String> = UNITS
            .iter()
            .take(units)
            .map(|name| format!("{name}: 3"))
            .collect();
        text = text.replace(&format!("${}", units * 3), &lines.join(", "));
    }
    text
}

/// Reads and validates the sets of a text.
fn judged(game: &Game, card_file: &str, text: &str) -> (Vec<Kingdom>, Vec<Diagnostic>, Sources) {
    let mut sources = Sources::default();
    let (documents, mut found) = documents(&mut sources, "set.yaml", text);
    let (cards, _) = cards(game, &mut sources, "cards.yaml", card_file);
    let by_id: IndexMap<SmolStr, Arc<CardSource>> = cards
        .into_iter()
        .map(|card| (card.id.clone(), Arc::new(card)))
        .collect();
    let mut kingdoms = Vec::new();
    for document in documents {
        let Some(root) = document.root else { continue };
        assert!(is_kingdom(&root) || has_parts(game, &root), "{text}");
        let (set, more) = read(game, text, &root, document.broken);
        found.extend(more);
        if let Some(set) = set {
            let (kingdom, more) = validate(game, Cards { by_id: &by_id }, &set);
            found.extend(more);
            kingdoms.push(kingdom);
        }
    }
    crate::diagnostic::sort(&mut found);
    (kingdoms, found, sources)
}

const CARDS: &str = include_str!("cards.yaml");
const CCG_CARDS: &str = include_str!("ccg-cards.yaml");

#[test]
fn every_mistake_of_a_set_is_found_in_its_place() {
    let game = with_rampart();
    let run = |text: &str| {
        let (_, found, sources) = judged(&game, CARDS, &expanded(text));
        rendered(&sources, &found)
    };
    let (faulty, clean) = cases::check("src/kingdom/tests/sets.txt", run);
    assert!(faulty >= 35 && clean >= 4, "{faulty} {clean}");
}

#[test]
fn starting_forces_are_judged_by_the_same_code() {
    let game = game("ccg");
    cases::check("src/kingdom/tests/forces.txt", |text| {
        let (_, found, sources) = judged(&game, CCG_CARDS, text);
        rendered(&sources, &found)
    });
}

#[test]
fn a_set_that_breaks_every_rule_hears_of_every_rule() {
    let game = with_rampart();
    let text = "kingdom: Chaos\nhero: [Catherine, Pikeman]\nvanguard: [Royal Griffin, Angel]\n\
                locations: [Stables, Stables, Gold Mine, Knight]\nstatistics: { attack: 8 }\n\
                deck: { $36, Stables: 1, Archangel: 1, Dwarf: 4, Lich: 1 }\n";
    let (_, found, _) = judged(&game, CARDS, &expanded(text));
    for rule in &game.kingdom.rules {
        let name = format!("rule {},", rule.rule);
        let times = found
            .iter()
            .filter(|diagnostic| {
                diagnostic
                    .note
                    .as_ref()
                    .is_some_and(|note| note.starts_with(&name))
            })
            .count();
        // The wrong total is not reported, because it is a consequence of the wrong parts.
        let of_all = matches!(rule.kind, RuleKind::Total { .. });
        assert_eq!(times, usize::from(!of_all), "{name} {found:#?}");
    }
    assert_eq!(found.len(), game.kingdom.rules.len() - 1);
}

#[test]
fn a_set_becomes_ids_and_numbers() {
    let game = with_rampart();
    let text = "kingdom: Wings over Erathia\nhero: Catherine\nvanguard: [archangel, Archangel, royal-griffin]\n\
                locations: { Arrow Tower: 1, Stables: 1, den: 1 }\ndeck: [{ $42 }, 2 Rogue, Bless]\n";
    let (kingdoms, found, _) = judged(&game, CARDS, &expanded(text));
    assert_eq!(found, []);
    let kingdom = &kingdoms[0];
    assert_eq!(
        (kingdom.id.as_str(), kingdom.total),
        ("wings-over-erathia", 60)
    );
    let zones: Vec<&str> = kingdom.zones.keys().map(String::as_str).collect();
    assert_eq!(
        zones,
        ["hero", "vanguard", "statistics", "locations", "deck"]
    );
    let pairs = |zone: &str| -> Vec<(&str, u32)> {
        kingdom.zones[zone]
            .iter()
            .map(|(id, count)| (id.as_str(), *count))
            .collect()
    };
    assert_eq!(pairs("vanguard"), [("archangel", 2), ("royal-griffin", 1)]);
    assert_eq!(
        pairs("statistics"),
        [
            ("attack", 3),
            ("defense", 2),
            ("power", 1),
            ("knowledge", 2)
        ]
    );
    assert_eq!(
        pairs("locations"),
        [("arrow-tower", 1), ("stables", 1), ("den", 1)]
    );
    assert_eq!(kingdom.zones["deck"]["rogue"], 2);
}

#[test]
fn what_is_missing_in_a_broken_file_may_only_be_unread() {
    let game = with_rampart();
    let text = "kingdom: Half\ndeck: { Pikeman: 3 }\n";
    let mut sources = Sources::default();
    let (documents, _) = documents(&mut sources, "set.yaml", text);
    let root = documents[0].root.clone().expect("a set");
    let (cards, _) = cards(&game, &mut sources, "cards.yaml", CARDS);
    let by_id: IndexMap<SmolStr, Arc<CardSource>> = cards
        .into_iter()
        .map(|card| (card.id.clone(), Arc::new(card)))
        .collect();
    let (set, found) = read(&game, text, &root, true);
    assert_eq!(found, []);
    let (_, found) = validate(&game, Cards { by_id: &by_id }, &set.expect("a set"));
    assert_eq!(found, []);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn no_tree_makes_it_panic(tree in trees::tree(), broken: bool, text in ".{0,40}") {
        let game = with_rampart();
        let card = crate::card::read(&game, &text, &tree, false).0;
        let by_id: IndexMap<SmolStr, Arc<CardSource>> = card.into_iter().map(|card| (card.id.clone(), Arc::new(card))).collect();
        if let (Some(set), _) = read(&game, &text, &tree, broken) {
            let _ = validate(&game, Cards { by_id: &by_id }, &set);
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in trees::text()) {
        let text = format!("kingdom: X\n{text}");
        let game = with_rampart();
        let mut sources = Sources::default();
        let (documents, _) = documents(&mut sources, "set.yaml", &text);
        for root in documents.into_iter().filter_map(|document| document.root) {
            let (set, mut found) = read(&game, &text, &root, false);
            if let Some(set) = set {
                found.extend(validate(&game, Cards { by_id: &IndexMap::default() }, &set).1);
            }
            for diagnostic in &found {
                prop_assert!(text.get(diagnostic.primary.at.range()).is_some());
            }
        }
    }
}

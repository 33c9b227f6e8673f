//! Round trips: sets survive every export format.

#[path = "../../../tests/support/rng.rs"]
mod rng;

use smol_str::SmolStr;
use std::sync::Arc;

use super::code;
use super::{canonical, to_text, to_yaml};
use crate::card::CardSource;
use crate::collections::IndexMap;
use crate::diagnostic::Diagnostic;
use crate::game::{Game, embedded};
use crate::kingdom::decklist::{self, Lexicon};
use crate::kingdom::{self, Cards, Kingdom, KingdomSource};
use crate::parallel;
use crate::source::{FileId, Sources};
use crate::tests::{cards, cases};
use crate::yaml;
use rng::Rng;

/// Number of random sets with `cargo xtask test --long`; `PART` without it.
const SETS: usize = 100_000;
const PART: usize = 4_000;

/// Names that are easily mistaken for something else.
const ODD: [&str; 62] = [
    "3 Wishes",
    "x3",
    "Pikeman x3",
    "Pikeman 3",
    "Pikeman (3)",
    "Pikeman: 3",
    "3x Pikeman",
    "3",
    "12",
    "3x",
    "×",
    "Deck",
    "Deck (45)",
    "Deck:",
    "Hero: Bob",
    "Name: Foo",
    "Game: ccg",
    "Vanguard cards",
    "Units",
    "== Deck ==",
    "Fire, Ash and Ember",
    "a; b",
    "The \"Rock\"",
    "\"Quoted\"",
    "'Single'",
    "“Curly”",
    "Back\\slash",
    "\"",
    "\\",
    "# Hash",
    "// Slash",
    "A // B",
    "Agent #7",
    "(SP)",
    "Wall (SP)",
    "[SP]",
    "CAN 0007",
    "Orb CAN 0007",
    "(foil)",
    "Ångström’s Élan",
    "龍",
    "Em — dash",
    "emoji 🐉",
    "null",
    "true",
    "~",
    "- dash",
    "* star",
    "> quote",
    "{brace}",
    "[list]",
    "a: b",
    "&anchor",
    "*alias",
    "!tag",
    "%percent",
    "@at",
    "1.",
    "1. First",
    "cw1abcdefghijkl",
    "https://a.b/cw1abcdefghij",
    "Two  spaces",
];

/// Names of sets.
const NAMES: [&str; 14] = [
    "Wings over Erathia",
    "Deck",
    "3 Pikeman",
    "Name: x",
    "Deck #1",
    "true",
    "12",
    "- yes",
    "*Star*",
    "“Élan” 龍",
    "a: b // c",
    "It's \"mine\"",
    "[x]",
    "{x}",
];

/// Returns the shipped cards of a game, and some with odd names.
fn pool(game: &Game) -> IndexMap<SmolStr, Arc<CardSource>> {
    let mut sources = Sources::default();
    let mut by_id = IndexMap::default();
    let embedded = embedded();
    let known = embedded.iter().find(|known| known.id == game.game);
    for (path, text) in known.expect("a game of the tool").cards {
        if text.lines().any(|line| line.starts_with("kingdom:")) {
            continue;
        }
        let (read, _) = cards(game, &mut sources, path, text);
        by_id.extend(
            read.into_iter()
                .map(|card| (card.id.clone(), Arc::new(card))),
        );
    }
    let model = by_id.values().next().expect("a card").clone();
    let mut add = |id: String, name: &str| {
        let id = SmolStr::from(id);
        let card = CardSource {
            id: id.clone(),
            name: name.into(),
            ..CardSource::clone(&model)
        };
        by_id.insert(id, Arc::new(card));
    };
    for (at, name) in ODD.iter().enumerate() {
        add(format!("odd-{at}"), name);
    }
    // Two cards share a name, and two have each other's name as their id.
    add("twin".to_owned(), "Twin");
    add("other-twin".to_owned(), "Twin");
    add("left".to_owned(), "Right");
    add("right".to_owned(), "Left");
    by_id.sort_unstable_keys();
    by_id
}

/// Returns a random set, legal or not: most have a few cards, some have many.
fn random(known: &Lexicon<'_>, ids: &[&str], rng: &mut Rng) -> Kingdom {
    let mut zones = IndexMap::default();
    for (key, zone) in &known.game.kingdom.zones {
        let list = zone.by.as_deref().and_then(|by| known.game.list_of(by));
        let values: Vec<&str> = match list {
            Some(list) => known.game.terms(list).map(|(id, _)| id).collect(),
            None => ids.to_vec(),
        };
        let cards = match rng.below(40) {
            0 => rng.below(40),
            1..=12 => 0,
            _ => 1 + rng.below(3),
        };
        let mut entries: IndexMap<String, u32> = IndexMap::default();
        for _ in 0..cards {
            let count = match rng.below(20) {
                0 => 1 + rng.below(9999),
                _ => 1 + rng.below(3),
            };
            entries.insert((*rng.pick(&values)).to_owned(), count as u32);
        }
        if !entries.is_empty() {
            zones.insert(key.clone(), entries);
        }
    }
    let house_rules = (rng.below(4) == 0).then(|| "skirmish".to_owned());
    let total = zones.values().flat_map(IndexMap::values).sum();
    let name = (*rng.pick(&NAMES)).to_owned();
    Kingdom {
        id: crate::card::id_of(&name),
        name,
        house_rules,
        zones,
        total,
    }
}

/// Returns the contents of a set that was read, by zone. A zone that follows from a card is filled in as in validation.
fn counts(known: &Lexicon<'_>, set: &KingdomSource) -> IndexMap<String, IndexMap<String, u32>> {
    let mut zones: IndexMap<String, IndexMap<String, u32>> = IndexMap::default();
    for (key, zone) in &set.zones {
        let by_field = known.game.kingdom.zones[key].by.is_some();
        for line in &zone.entries {
            let id = match known.names.card(&line.name).filter(|_| !by_field) {
                Some(card) => card.id.to_string(),
                None => line.name.clone(),
            };
            *zones.entry(key.clone()).or_default().entry(id).or_default() += line.count as u32;
        }
    }
    zones
}

/// Returns the zones of a set that are written, unchanged.
fn expected(known: &Lexicon<'_>, set: &Kingdom) -> IndexMap<String, IndexMap<String, u32>> {
    let parts = super::parts(known, set);
    let parts = parts.into_iter();
    parts
        .map(|(key, _, cards)| (key.to_owned(), cards.clone()))
        .collect()
}

/// Compares a set that was read with the set that was written.
#[track_caller]
fn same(
    known: &Lexicon<'_>,
    form: &str,
    text: &str,
    set: &Kingdom,
    (read, found): (Option<KingdomSource>, Vec<Diagnostic>),
) {
    let missing = |diagnostic: &&Diagnostic| diagnostic.code.name() != "missing-zone";
    let found: Vec<&Diagnostic> = found.iter().filter(missing).collect();
    assert!(found.is_empty(), "{form}: {found:#?}\n{text}");
    let read = read.unwrap_or_else(|| panic!("{form}: no set in\n{text}"));
    let wanted = match form {
        // JSON keeps the filled-in contents.
        "json" => set.zones.clone(),
        _ => expected(known, set),
    };
    assert_eq!(counts(known, &read), wanted, "{form}:\n{text}");
    let house = read.house_rules.map(|(id, _)| id);
    assert_eq!(house, set.house_rules, "{form}:\n{text}");
    if form != "code" {
        assert_eq!(read.name, set.name, "{form}:\n{text}");
    }
}

fn from_yaml(game: &Game, text: &str) -> (Option<KingdomSource>, Vec<Diagnostic>) {
    let (documents, mut found) = yaml::read(FileId::default(), text);
    let root = documents.into_iter().find_map(|document| document.root);
    let (set, more) = kingdom::read(game, text, &root.expect("a set"), false);
    found.extend(more);
    (set, found)
}

#[test]
fn random_sets_survive_every_form() {
    let games: Vec<Game> = ["card-game", "ccg"].map(cases::game).into();
    let long = std::env::var_os("CARDWRIGHT_LONG").is_some();
    let all = if long { SETS } else { PART };
    for (game, sets) in games.iter().zip([all * 9 / 10, all / 10]) {
        let by_id = pool(game);
        let known = Lexicon::new(game, Cards { by_id: &by_id });
        let ids: Vec<&str> = by_id
            .values()
            .filter(|card| known.names.reference(card).is_some())
            .map(|card| card.id.as_str())
            .collect();
        assert!(
            ids.len() > by_id.len() - 3,
            "{} of {}",
            ids.len(),
            by_id.len()
        );
        parallel::map(&(0..sets).collect::<Vec<_>>(), |at| {
            let mut rng = Rng::seeded(&format!("{} {at}", game.game));
            let set = random(&known, &ids, &mut rng);
            let text = to_text(&known, &set);
            same(&known, "text", &text, &set, read(&known, &text));
            let text = to_yaml(&known, &set);
            same(&known, "yaml", &text, &set, from_yaml(game, &text));
            let text = serde_json::to_string(&canonical(&known, &set)).expect("JSON");
            same(&known, "json", &text, &set, read(&known, &text));
            let text = code::write(&known, &set);
            same(&known, "code", &text, &set, read(&known, &text));
            // The order of zones and lines does not matter.
            let mut other = set.clone();
            other.zones.reverse();
            for cards in other.zones.values_mut() {
                let mut lines: Vec<(String, u32)> = cards.drain(..).collect();
                rng.shuffle(&mut lines);
                cards.extend(lines);
            }
            assert_eq!(code::write(&known, &other), text);
        });
    }
}

fn read(known: &Lexicon<'_>, text: &str) -> (Option<KingdomSource>, Vec<Diagnostic>) {
    decklist::read(known, FileId::default(), text, "pasted")
}

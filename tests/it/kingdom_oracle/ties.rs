//! Of several smallest repairs, the one that keeps most of the set is chosen.

use cardwright::game::{Ban, Limit, Rule, RuleKind};
use cardwright::kingdom::repair::{NoRepair, Plan, repair};
use cardwright::kingdom::{Cards, validate};

use super::sets::{Made, World};
use crate::support::rng::Rng;

fn plan(world: &World, made: &Made) -> Plan {
    let cards = Cards {
        by_id: &world.by_id,
    };
    repair(&world.game, cards, &made.source()).expect("a repair")
}

/// A deck of 15 names, three copies each; a hero and units of the first faction.
fn made(rng: &mut Rng, world: &World) -> Made {
    let mut made = world.set(rng, 0);
    made.hero = vec![("castle Hero 1".to_owned(), 1)];
    made.statistics = None;
    made.vanguard = vec![("castle Guard 1".to_owned(), 3)];
    made.locations = (1..=3)
        .map(|number| (format!("Keep {number}"), 1))
        .collect();
    let units = (1..=14).map(|number| (format!("castle Unit {number}"), 3));
    made.deck = units.collect();
    made.deck.push(("Spell of Circle 1".to_owned(), 3));
    made
}

/// Names and counts.
type Names<'p> = Vec<(&'p str, u64)>;

/// The cards removed from the deck and added to it.
fn of_deck(plan: &Plan) -> (Names<'_>, Names<'_>) {
    let deck = &plan.zones["deck"];
    let removed = deck.removed.iter();
    let added = deck.added.iter();
    (
        removed.map(|one| (one.name.as_str(), one.count)).collect(),
        added.map(|one| (one.name.as_str(), one.count)).collect(),
    )
}

#[test]
fn tie_goes_to_the_repair_that_keeps_most_cards() {
    let world = World::new();
    let mut rng = Rng::seeded("ties");
    let whole = made(&mut rng, &world);
    assert!(plan(&world, &whole).is_empty());

    // A name in the deck is preferred to a new one.
    let mut set = whole.clone();
    set.deck[3].1 = 4;
    set.deck[8].1 = 2;
    let repaired = plan(&world, &set);
    assert_eq!(repaired.changes, 1);
    let swap = (vec![("castle Unit 4", 1)], vec![("castle Unit 9", 1)]);
    assert_eq!(of_deck(&repaired), swap);

    // One name that lacks two copies is preferred to two names that lack one.
    let mut set = whole.clone();
    set.deck[2].1 = 2;
    set.deck[5].1 = 2;
    set.deck[9].1 = 1;
    set.deck.push(("Art No. 3".to_owned(), 2));
    set.deck.push(("Tundra".to_owned(), 2));
    let repaired = plan(&world, &set);
    assert_eq!(repaired.changes, 2);
    let swap = (vec![("Tundra", 2)], vec![("castle Unit 10", 2)]);
    assert_eq!(of_deck(&repaired), swap);

    // Only the cards that must be removed from a line are removed.
    let mut set = whole.clone();
    set.deck[6].1 = 5;
    let repaired = plan(&world, &set);
    assert_eq!(of_deck(&repaired), (vec![("castle Unit 7", 2)], vec![]));

    // Too many cards, all of them allowed: remove copies of one name, from the last of the longest lines.
    let mut set = whole.clone();
    set.deck.push(("Spell of Circle 2".to_owned(), 2));
    let repaired = plan(&world, &set);
    assert_eq!(of_deck(&repaired), (vec![("Spell of Circle 1", 2)], vec![]));

    // New cards are chosen by values that the set has, then by id.
    let mut set = whole.clone();
    set.deck.pop();
    let repaired = plan(&world, &set);
    assert_eq!(of_deck(&repaired), (vec![], vec![("Art No. 1", 3)]));
}

#[test]
fn hero_is_kept_on_a_tie() {
    let world = World::new();
    let mut rng = Rng::seeded("ties");
    let whole = made(&mut rng, &world);

    // Two foreign factions: the one with fewer cards is removed.
    let mut set = whole.clone();
    set.deck[0].0 = "tower Unit 1".to_owned();
    set.deck[1].0 = "rampart Unit 1".to_owned();
    set.deck[1].1 = 2;
    set.deck[2].1 = 3;
    set.deck.push(("Art No. 2".to_owned(), 1));
    let repaired = plan(&world, &set);
    assert_eq!(repaired.changes, 2);
    assert_eq!(of_deck(&repaired).0, [("rampart Unit 1", 2)]);

    // All cards are of two other factions: a change of the hero is sufficient.
    let mut set = whole.clone();
    for (at, line) in set.deck.iter_mut().enumerate().take(14) {
        let faction = if at < 7 { "tower" } else { "rampart" };
        line.0 = format!("{faction} Unit {}", at + 1);
    }
    let repaired = plan(&world, &set);
    assert_eq!(repaired.changes, 1);
    assert!(repaired.zones["hero"].gives_way);
    assert_eq!(repaired.zones["hero"].added[0].id, "rampart-hero-1");
}

#[test]
fn set_with_very_many_lines_is_repaired() {
    let world = World::new();
    let mut rng = Rng::seeded("ties");
    let mut set = made(&mut rng, &world);
    let lines = (0..20_000).map(|number| (format!("Nobody {number}"), 9_999));
    set.deck.extend(lines);
    let repaired = plan(&world, &set);
    assert_eq!(repaired.changes, 20_000 * 9_999);
    let (_, added) = of_deck(&repaired);
    assert_eq!(added, []);
}

#[test]
fn unsatisfiable_rules_are_named() {
    let mut world = World::new();
    let mut rng = Rng::seeded("ties");
    let mut set = made(&mut rng, &world);
    set.deck.pop();
    let spells = world
        .by_id
        .values()
        .filter(|card| card.card_type == "location");
    let ban = Ban {
        reason: "no walls".to_owned(),
        since: None,
    };
    let cards = spells
        .map(|card| (card.id.to_string(), ban.clone()))
        .collect();
    let rule = |rule: &str, kind| Rule {
        rule: rule.to_owned(),
        kind,
        when: None,
        with: None,
        section: None,
        why: None,
        house: Some("Siege".to_owned()),
    };
    let banned = rule("banned", RuleKind::Banned { cards });
    world.game.kingdom.rules.push(banned);
    let why = |world: &World| {
        let cards = Cards {
            by_id: &world.by_id,
        };
        assert!(!validate(&world.game, cards, &set.source()).1.is_empty());
        match repair(&world.game, cards, &set.source()) {
            Err(NoRepair::NoSet(why)) => why,
            other => panic!("{other:?}"),
        }
    };
    let says = "rule three-locations requires 3 cards, but none of these cards is allowed there";
    assert_eq!(why(&world), says);
    world.game.kingdom.rules.pop();
    let limit = Limit {
        exactly: None,
        at_least: None,
        at_most: Some(40),
    };
    let total = rule(
        "forty-cards",
        RuleKind::Total {
            limit,
            zones: Vec::new(),
        },
    );
    world.game.kingdom.rules.push(total);
    let says = "rules sixty-cards and forty-cards require at least 60 cards and at most 40";
    assert_eq!(why(&world), says);
}

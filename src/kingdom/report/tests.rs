use num_bigint::BigUint;
use smol_str::SmolStr;
use std::sync::Arc;

use super::draw_odds::{Draws, odds_of};
use super::hypergeometric::{Exact, none_among};
use super::{Chance, KingdomReport, Way, report};
use crate::card::CardSource;
use crate::collections::IndexMap;
use crate::game::Game;
use crate::kingdom::{Cards, read, validate};
use crate::source::Sources;
use crate::tests::{
    cards,
    cases::{documents, game},
};

fn reported(game: &Game, card_file: &str, text: &str) -> KingdomReport {
    let mut sources = Sources::default();
    let (documents, _) = documents(&mut sources, "set.yaml", text);
    let (cards, _) = cards(game, &mut sources, "cards.yaml", card_file);
    let by_id: IndexMap<SmolStr, Arc<CardSource>> = cards
        .into_iter()
        .map(|card| (card.id.clone(), Arc::new(card)))
        .collect();
    let root = documents[0].root.as_ref().expect("a set");
    let set = read(game, text, root, false).0.expect("a set");
    let (kingdom, _) = validate(game, Cards { by_id: &by_id }, &set);
    report(game, &|id| by_id.get(id).map(Arc::as_ref), &kingdom)
}

/// Returns a fraction of all cases.
fn ratio(over: u64, under: u64) -> Exact {
    Exact::new(BigUint::from(over), BigUint::from(under))
}

/// Returns every way to draw `count` of the cards, as (drawn, left).
fn draws(cards: &[bool], count: usize) -> Vec<(Vec<bool>, Vec<bool>)> {
    (0..1_u32 << cards.len())
        .filter(|mask| mask.count_ones() as usize == count)
        .map(|mask| {
            let side = |taken: u32| {
                let of = |at: &usize| (mask >> at) & 1 == taken;
                (0..cards.len()).filter(of).map(|at| cards[at]).collect()
            };
            (side(1), side(0))
        })
        .collect()
}

/// Returns the probability that drawing gives no hit.
fn fails(cards: &[bool], count: usize) -> Exact {
    let all = draws(cards, count.min(cards.len()));
    let none = all.iter().filter(|(taken, _)| !taken.contains(&true));
    ratio(none.count() as u64, all.len() as u64)
}

/// Returns the smallest probability of no hit by a round that a player can reach by replacing cards. It tries every
/// hand, every choice and every draw.
fn least_fails(deck: &[bool], hand: usize, later: usize) -> Exact {
    let hands = draws(deck, hand);
    let mut sum = ratio(0, 1);
    for (held, rest) in &hands {
        let choices = (0..=hand.min(rest.len())).flat_map(|count| draws(held, count));
        let best = choices.map(|(aside, kept)| {
            let mut failing = ratio(0, 1);
            let new = draws(rest, aside.len());
            for (drawn, left) in &new {
                if !kept.contains(&true) && !drawn.contains(&true) {
                    let shuffled = [left.as_slice(), aside.as_slice()].concat();
                    failing += fails(&shuffled, later);
                }
            }
            failing / ratio(new.len() as u64, 1)
        });
        sum += best.min().expect("a player can keep all");
    }
    sum / ratio(hands.len() as u64, 1)
}

#[test]
fn odds_are_those_of_trying_everything() {
    let mut compared = 0;
    for size in 1..=7_usize {
        for hits in 0..=size {
            let deck: Vec<bool> = (0..size).map(|at| at < hits).collect();
            for (hand, each_round) in [(1, 1), (2, 1), (3, 1), (2, 2), (4, 0)] {
                let hand = hand.min(size);
                let of = odds_of(
                    Way::Exact,
                    hits as u64,
                    Draws {
                        deck: size as u64,
                        hand: hand as u64,
                        each_round: each_round as u64,
                        rounds: 3,
                        replace: true,
                    },
                );
                let what = format!("{hits} of {size}, {hand} and {each_round}");
                assert_eq!(of.hand, Chance::unless(&fails(&deck, hand)), "{what}");
                let replaced = Chance::unless(&least_fails(&deck, hand, 0));
                assert_eq!(of.replaced, Some(replaced), "{what}");
                for (round, later) in of.rounds.iter().zip([each_round, 2 * each_round]) {
                    let least = Chance::unless(&least_fails(&deck, hand, later));
                    assert_eq!(round.chance, least, "{what} by {}", round.round);
                }
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 175);
}

#[test]
fn odds_are_those_of_paper() {
    let draws = |deck, hand, replace| Draws {
        deck,
        hand,
        each_round: 1,
        rounds: 3,
        replace,
    };
    let fractions = |of: super::OddsOf| -> Vec<String> {
        let rounds = of.rounds.into_iter().map(|round| round.chance);
        let all = [of.hand].into_iter().chain(of.replaced).chain(rounds);
        all.map(|chance| chance.fraction).collect()
    };
    // One wanted card of five, and a hand of two: the hand has it 2 times in 5. Otherwise, two of the three cards in
    // the deck are drawn as replacements, so it stays in the deck 1 time in 3. By rounds 2 and 3, one and two of three
    // cards are drawn.
    let of = odds_of(Way::Exact, 1, draws(5, 2, true));
    assert_eq!(fractions(of), ["2/5", "4/5", "13/15", "14/15"]);
    let of = odds_of(Way::Exact, 1, draws(5, 2, false));
    assert_eq!(fractions(of), ["2/5", "3/5", "4/5"]);
    // Three of 45, a hand of seven: 1 - C(42,7)/C(45,7) = 1 - (38 * 37 * 36)/(45 * 44 * 43).
    let of = odds_of(Way::Exact, 3, draws(45, 7, true));
    assert_eq!(of.hand.fraction, "959/2365");
    assert_eq!((of.hand.percent.as_str(), of.hand.per_mille), ("40.5", 405));
    assert_eq!(none_among(45, 3, 7), ratio(38 * 37 * 36, 45 * 44 * 43));
}

#[test]
fn only_what_is_certain_is_called_so() {
    let percent = |over, under| Chance::unless(&ratio(over, under)).percent;
    assert_eq!(percent(0, 1), "100.0");
    assert_eq!(percent(1, 1), "0.0");
    assert_eq!(percent(1, 10_000), ">99.9");
    assert_eq!(percent(9_999, 10_000), "<0.1");
    assert_eq!(percent(1, 3), "66.7");
    assert_eq!(percent(1, 2_000), ">99.9");
    assert_eq!(percent(1, 1_999), "99.9");
}

const CARDS: &str = "
- { name: Boss, type: hero, faction: castle, hero_type: might, stats: { attack: 2, defense: 1, power: 0, knowledge: 5 } }
- { name: Pike, type: unit, faction: castle, cost: { attack: 1 }, unit_type: ground, stats: { attack: 1, move: 1, hit_points: 1 }, traits: [living] }
- { name: Knight, type: unit, faction: necropolis, cost: { attack: 3 }, unit_type: ground, stats: { attack: 1, move: 1, hit_points: 1 }, traits: [living, undead] }
- { name: Dragon, type: unit, faction: neutral, cost: { attack: 5, power: 1 }, unit_type: ground, stats: { attack: 1, move: 1, hit_points: 1 } }
- { name: Titan, type: unit, faction: neutral, cost: { power: 4 }, unit_type: ground, stats: { attack: 1, move: 1, hit_points: 1 } }
- { name: Giant, type: unit, faction: neutral, cost: { power: 5 }, unit_type: ground, stats: { attack: 1, move: 1, hit_points: 1 } }
- { name: Bolt, type: spell, cost: { power: 1 }, effect: Draw a card. }
- { name: Guard, type: unit, faction: castle, unit_type: ground, vanguard: true, stats: { attack: 1, move: 1, hit_points: 1 } }
- { name: Old Guard, id: old, type: unit, faction: castle, unit_type: ground, vanguard: true, stats: { attack: 1, move: 1, hit_points: 1 } }
";

const SET: &str = "kingdom: Few\nhero: Boss\nvanguard: [Guard, Guard, Old Guard]\n\
                   deck: { Pike: 3, Knight: 2, Dragon: 1, Titan: 1, Giant: 1, Bolt: 2 }\n";

#[test]
fn cards_are_counted_in_every_way() {
    let report = reported(&game("card-game"), CARDS, SET);
    let zones: Vec<(&str, u64, u64)> = report
        .zones
        .iter()
        .map(|zone| (zone.zone.as_str(), zone.cards, zone.different))
        .collect();
    let expected = [
        ("hero", 1, 1),
        ("vanguard", 3, 2),
        ("statistics", 8, 3),
        ("locations", 0, 0),
        ("deck", 10, 6),
    ];
    assert_eq!(zones, expected);
    assert_eq!(report.zones[0].card.as_deref(), Some("Boss"));
    let [deck, vanguard] = report.parts.as_slice() else {
        panic!("{:?}", report.parts);
    };
    let tallies = |tallies: &[super::Tally]| -> Vec<String> {
        let tally = |tally: &super::Tally| format!("{} {}", tally.cards, tally.name);
        tallies.iter().map(tally).collect()
    };
    assert_eq!(tallies(&deck.types), ["8 units", "2 spells"]);
    let [factions, traits] = deck.fields.as_slice() else {
        panic!("{:?}", deck.fields);
    };
    let words = ["3 Castle", "3 neutral", "2 Necropolis"];
    assert_eq!(tallies(&factions.values), words);
    assert_eq!(factions.none, 2);
    assert_eq!(tallies(&traits.values), ["5 living", "2 undead"]);
    assert_eq!(traits.none, 5);
    let curves: Vec<(&str, Vec<u64>)> = deck
        .curves
        .iter()
        .map(|curve| {
            let steps = curve.steps.iter().map(|step| step.cards);
            (curve.title.as_str(), steps.collect())
        })
        .collect();
    // The curves of attack and power go from 1 to 5, the curve of sums from 1 to 6.
    let expected = [
        ("attack", vec![3, 0, 2, 0, 1]),
        ("power", vec![3, 0, 0, 1, 1]),
        ("cost in all", vec![5, 0, 2, 1, 1, 1]),
    ];
    assert_eq!(curves, expected);
    assert_eq!((deck.curves[0].steps[0].number, vanguard.cards), (1, 3));
    assert_eq!(vanguard.curves[0].steps[0].number, 0);
}

#[test]
fn cards_are_paid_as_the_rulebook_has_it() {
    let report = reported(&game("card-game"), CARDS, SET);
    let payment = report.payment.expect("costs");
    let pool: Vec<i64> = payment.pool.values().copied().collect();
    assert_eq!(pool, [2, 1, 5]);
    // The set has 2 attack, 1 defense and 5 knowledge. A Knight lacks 1 attack, for which two other cards substitute. A
    // Dragon lacks 3 attack and 1 power. Eight other cards would substitute, but only six are left; they are enough if
    // one card of a missing kind is played. A Titan needs all eight cards. A Giant needs ten, or eight and one played
    // card.
    let ways: Vec<(&str, Way)> = payment
        .not_exact
        .iter()
        .map(|paid| (paid.name.as_str(), paid.way))
        .collect();
    let expected = [
        ("Knight", Way::Substituted),
        ("Dragon", Way::Played),
        ("Titan", Way::Substituted),
        ("Giant", Way::Played),
        ("Bolt", Way::Substituted),
    ];
    assert_eq!(ways, expected);
    let counts: Vec<u64> = payment.ways.values().copied().collect();
    assert_eq!((payment.cards, counts), (10, vec![3, 5, 2, 0]));
    assert_eq!(payment.not_exact[1].short.get("power"), Some(&1));
    let odds = report.odds.expect("draws");
    let units: Vec<u64> = odds.of.iter().map(|of| of.cards).collect();
    assert_eq!((odds.cards, units), (10, vec![3, 6, 8]));
    // A hand of seven of these ten cards always has at least one of the eight units.
    assert_eq!(odds.of[2].hand.percent, "100.0");
}

#[test]
fn units_of_one_name_merge() {
    let merging = reported(&game("card-game"), CARDS, SET)
        .merging
        .expect("it");
    assert_eq!((merging.cards, merging.can), (11, 7));
    let names: Vec<(&str, u64)> = merging
        .names
        .iter()
        .map(|same| (same.name.as_str(), same.copies))
        .collect();
    assert_eq!(names, [("Pike", 3), ("Knight", 2), ("Guard", 2)]);
}

#[test]
fn what_a_game_has_no_data_for_is_left_out() {
    let cards = "
- { name: Chief, type: hero, alignment: chaos, class: thief, cost: 3, hex_speed: 5, phase: 1, melee_attack: 0, ranged_attack: 0, defense: 1 }
- { name: Rat, type: unit, alignment: chaos, level: 1, phase: 3, melee_attack: 0, ranged_attack: 0, defense: 1 }
- { name: Ogre, type: unit, alignment: chaos, level: 3, phase: 5, melee_attack: 0, ranged_attack: 0, defense: 1 }
";
    let text = "kingdom: Pack\ngame: ccg\nhero: Chief\nunits: { Rat: 3, Ogre: 1 }\n";
    let report = reported(&game("ccg"), cards, text);
    assert_eq!(
        (report.payment, report.odds, report.merging),
        (None, None, None)
    );
    // The second part is the deck, which is empty.
    let [units, _] = report.parts.as_slice() else {
        panic!("{:?}", report.parts);
    };
    let steps = |at: usize| -> Vec<(i64, u64)> {
        let steps = units.curves[at].steps.iter();
        steps.map(|step| (step.number, step.cards)).collect()
    };
    assert_eq!(steps(0), [(1, 3), (2, 0), (3, 1)]);
    assert_eq!(steps(1), [(3, 3), (4, 0), (5, 1)]);
}

#[test]
fn unknown_cards_leave_the_odds_open() {
    let text = SET.replace("Bolt: 2", "Blot: 2");
    let report = reported(&game("card-game"), CARDS, &text);
    assert_eq!((report.unknown, &report.odds), (2, &None));
    assert_eq!(report.parts[0].cards, 8);
    // An empty set must not panic.
    let empty = reported(&game("card-game"), "", "kingdom: None\n");
    assert_eq!((empty.unknown, &empty.odds), (0, &None));
}

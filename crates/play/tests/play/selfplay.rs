//! Games of random players, with checks of invariants at every choice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use cardwright_play::bot::{self, Bot, Seed};
use cardwright_play::input::SetData;
use cardwright_play::state::At;
use cardwright_play::{Answer, Choice, NotAnOption, Set, State, Who};

use crate::scene::{INPUT, TABLE};

/// A random legal set.
pub fn random_set(seed: &mut Seed) -> SetData {
    let heroes: Vec<_> = INPUT
        .cards
        .iter()
        .filter(|card| card.type_ == "hero" && card.id != "leader")
        .collect();
    let hero = heroes[seed.below(heroes.len())];
    let faction = hero.fields.get("faction");
    let vanguard = |card: &cardwright_play::input::CardData| card.fields.contains_key("vanguard");
    let deck: Vec<_> = INPUT
        .cards
        .iter()
        .filter(|card| {
            matches!(
                card.type_.as_str(),
                "unit" | "spell" | "ability" | "artifact"
            ) && !vanguard(card)
        })
        .filter(|card| {
            let of = card.fields.get("faction");
            of.is_none() || of == faction || of.is_some_and(|of| of == "neutral")
        })
        .collect();
    let mut set = SetData {
        id: "random".into(),
        name: "random".into(),
        zones: Default::default(),
    };
    set.zones
        .entry("hero".into())
        .or_default()
        .insert(hero.id.clone(), 1);
    for (key, value) in hero.fields["stats"].as_object().into_iter().flatten() {
        let count = value.as_u64().unwrap_or(0) as u32;
        set.zones
            .entry("statistics".into())
            .or_default()
            .insert(key.as_str().into(), count);
    }
    let reserve: Vec<_> = INPUT.cards.iter().filter(|card| vanguard(card)).collect();
    for _ in 0..3 {
        let card = reserve[seed.below(reserve.len())];
        *set.zones
            .entry("vanguard".into())
            .or_default()
            .entry(card.id.clone())
            .or_default() += 1;
    }
    let sites: Vec<_> = INPUT
        .cards
        .iter()
        .filter(|card| card.type_ == "location")
        .collect();
    let part = set.zones.entry("locations".into()).or_default();
    while part.len() < 3 {
        part.insert(sites[seed.below(sites.len())].id.clone(), 1);
    }
    let part = set.zones.entry("deck".into()).or_default();
    let mut count = 0;
    while count < 45 {
        let copies = part
            .entry(deck[seed.below(deck.len())].id.clone())
            .or_default();
        if *copies < 3 {
            *copies += 1;
            count += 1;
        }
    }
    set
}

/// A played game: its answers, and the digest of the state before each of them.
struct Game {
    answers: Vec<Answer>,
    digests: Vec<u64>,
    end: State,
}

fn sets(seed: u64) -> [Set; 2] {
    let mut draw = Seed::new(seed);
    let sets = [0, 1].map(|_| match draw.below(2) {
        0 => INPUT.kingdoms[draw.below(INPUT.kingdoms.len())].clone(),
        _ => random_set(&mut draw),
    });
    sets.map(|set| TABLE.set(&set).expect("a set"))
}

/// Plays a game and checks the invariants at every choice.
fn checked(seed: u64) -> Game {
    let sets = sets(seed);
    let bots = [Bot::Random; 2];
    let mut answers: Vec<Answer> = Vec::new();
    let mut digests = Vec::new();
    let mut draw = Seed::new(seed);
    let (end, played) = bot::play(
        &TABLE,
        [&sets[0], &sets[1]],
        bots,
        seed,
        20_000,
        &mut |state, choice, answer| {
            let place = answers.len();
            answers.push(answer.clone());
            digests.push(state.digest());
            let faults = TABLE.faults(state);
            assert!(faults.is_empty(), "seed {seed}, choice {place}: {faults:?}");
            // An answer that is not an option is refused and changes nothing.
            let too_large = Answer::one(choice.options.len() as u16);
            let mut copy = state.clone();
            let refused = TABLE.answer(&mut copy, &too_large);
            assert!(
                matches!(
                    refused,
                    Err(NotAnOption::Key(_) | NotAnOption::Count { .. })
                ),
                "{refused:?}"
            );
            assert!(copy == *state);
            if let Who::Player(player) = choice.who
                && place.is_multiple_of(10)
            {
                leaks_nothing(state, player, &mut draw);
            }
            // At some choices, store the state and read it back.
            if place.is_multiple_of(101) {
                let stored = serde_json::to_vec(state).expect("it is stored");
                let read: State = serde_json::from_slice(&stored).expect("it is read");
                assert!(read == *state, "seed {seed}, choice {place}");
            }
        },
    );
    assert!(
        end.over.is_some() && played.rounds <= 100,
        "seed {seed}: {} rounds",
        played.rounds
    );
    Game {
        answers,
        digests,
        end,
    }
}

/// A replay of the answers reaches the same states.
fn replays(seed: u64, game: &Game) {
    let sets = sets(seed);
    let mut again = TABLE.deal([&sets[0], &sets[1]]);
    for (place, (answer, digest)) in game.answers.iter().zip(&game.digests).enumerate() {
        assert_eq!(again.digest(), *digest, "seed {seed}, choice {place}");
        TABLE.answer(&mut again, answer).expect("an option");
    }
    assert!(again == game.end, "seed {seed}");
}

/// Number of games that are played at the same time.
const THREADS: u64 = 8;

/// Runs a function for each number below `count`, on several threads.
pub fn on_threads(count: u64, each: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(number) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < count)
                {
                    each(number);
                }
            });
        }
    });
}

/// Games on eight threads keep the invariants at every choice, and one thread replays them to the same states.
#[test]
fn random_games_keep_all_invariants() {
    // Set by `cargo xtask test --long`.
    let long = std::env::var_os("CARDWRIGHT_LONG").is_some();
    let (send, games) = mpsc::channel();
    let count = if long { 10_000 } else { 500 };
    let replayed = std::thread::scope(|scope| {
        let one = scope.spawn(move || {
            let mut replayed = 0;
            for (seed, game) in games {
                replays(seed, &game);
                replayed += 1;
            }
            replayed
        });
        on_threads(count, |number| {
            send.send((number + 1, checked(number + 1))).expect("sent");
        });
        drop(send);
        one.join().expect("replayed")
    });
    assert_eq!(replayed, count);
}

/// Two cards that a player does not see, both locations or both not, and their places.
fn two_hidden(state: &State, player: u8, seed: &mut Seed) -> Option<[(u16, String); 2]> {
    let def = |card: u16| state.card(card).def;
    let site = |card: u16| TABLE.defs[usize::from(def(card))].site;
    let hidden: Vec<u16> = (0..state.cards.len() as u16)
        .filter(|card| !TABLE.sees(state, player, *card))
        .collect();
    let a = *hidden.get(seed.below(hidden.len()))?;
    let alike = hidden.iter().copied().filter(|b| {
        let both = [a, *b].map(|card| (state.card(card).owner, site(card)));
        both[0] == both[1] && def(a) != def(*b)
    });
    let alike: Vec<u16> = alike.collect();
    let b = *alike.get(seed.below(alike.len()))?;
    Some([a, b].map(|card| {
        let it = state.card(card);
        let place = match it.at {
            _ if it.laid.is_some() => "laid".to_owned(),
            At::Zone { zone, .. } => TABLE.zones[usize::from(zone)].to_string(),
            At::Map(_) => "map".to_owned(),
            at => format!("{at:?}"),
        };
        (card, place)
    }))
}

/// Exchanges two hidden cards: neither what a player sees nor how the hidden cards are redrawn changes. Returns the
/// other state and the places of the two.
fn leaks_nothing(state: &State, player: u8, seed: &mut Seed) -> Option<(State, [String; 2])> {
    let cards = two_hidden(state, player, seed)?;
    let [a, b] = cards.each_ref().map(|(card, _)| *card);
    let mut exchanged = state.clone();
    exchanged.cards[usize::from(a)].def = state.card(b).def;
    exchanged.cards[usize::from(b)].def = state.card(a).def;
    assert_eq!(TABLE.view(state, player), TABLE.view(&exchanged, player));
    let redrawn = |state| TABLE.redrawn(state, player, &mut seed.clone());
    assert!(redrawn(state) == redrawn(&exchanged), "{cards:?}");
    Some((exchanged, cards.map(|(_, place)| place)))
}

/// Exchanging hidden cards changes neither what a player sees, nor how the hidden cards are redrawn, nor what the
/// programs choose.
#[test]
fn hidden_cards_do_not_leak() {
    let mut draw = Seed::new(1);
    let mut looked: BTreeMap<String, u32> = BTreeMap::new();
    let mut searched = 0;
    for seed in 11..14 {
        let mut each = |state: &State, choice: &Choice, _: &Answer| {
            let Who::Player(player) = choice.who else {
                return;
            };
            let Some((exchanged, places)) = leaks_nothing(state, player, &mut draw) else {
                return;
            };
            for place in places {
                *looked.entry(place).or_default() += 1;
            }
            if draw.below(20) == 0 {
                for bot in [Bot::Greedy, Bot::Search { playouts: 10 }] {
                    let choose = |state| bot.choose(&TABLE, state, choice, &mut Seed::new(seed));
                    assert_eq!(choose(state), choose(&exchanged), "seed {seed}, {bot:?}");
                    searched += 1;
                }
            }
        };
        let sets = [&TABLE.sets[0], &TABLE.sets[1]];
        bot::play(&TABLE, sets, [Bot::Random; 2], seed, 20_000, &mut each);
    }
    for place in ["deck", "hand", "laid", "map"] {
        assert!(
            looked.get(place).is_some_and(|count| *count > 20),
            "{looked:?}"
        );
    }
    assert!(searched > 50, "{searched}");
}

/// What a player has not seen is redrawn: over some seeds, a face-down location and a laid card become every card that
/// they may be.
#[test]
fn everything_hidden_is_redrawn() {
    let mut found = 0;
    let mut each = |state: &State, choice: &Choice, _: &Answer| {
        let Who::Player(player) = choice.who else {
            return;
        };
        let hidden = (0..state.cards.len() as u16).filter(|card| {
            let it = state.card(*card);
            let laid = it.laid.is_some() || matches!(it.at, At::Map(_));
            laid && !TABLE.sees(state, player, *card)
        });
        for card in hidden {
            let defs: BTreeSet<_> = (0..20)
                .map(|seed| {
                    TABLE
                        .redrawn(state, player, &mut Seed::new(seed))
                        .card(card)
                        .def
                })
                .collect();
            found += u32::from(defs.len() > 1);
        }
    };
    let sets = [&TABLE.sets[0], &TABLE.sets[1]];
    bot::play(&TABLE, sets, [Bot::Random; 2], 11, 300, &mut each);
    assert!(found > 100, "{found}");
}

/// Every option of a choice is accepted.
#[test]
fn every_option_is_accepted() {
    let sets = [&TABLE.sets[0], &TABLE.sets[1]];
    let mut count = 0;
    bot::play(
        &TABLE,
        sets,
        [Bot::Random; 2],
        5,
        20_000,
        &mut |state, choice, _| {
            if choice.at_least > 1 || choice.at_most == 0 {
                return;
            }
            for key in 0..choice.options.len() as u16 {
                let mut copy = state.clone();
                assert!(TABLE.answer(&mut copy, &Answer::one(key)).is_ok());
                assert!(
                    copy != *state,
                    "{:?} does nothing in {choice:?}",
                    choice.options[usize::from(key)]
                );
                count += 1;
            }
        },
    );
    assert!(count > 1_000, "{count}");
}

#[test]
fn greedy_games_end() {
    let sets = [&TABLE.sets[0], &TABLE.sets[1]];
    for seed in 1..=2 {
        let (state, _) = bot::play(
            &TABLE,
            sets,
            [Bot::Greedy; 2],
            seed,
            20_000,
            &mut |_, _, _| {},
        );
        assert!(state.over.is_some(), "seed {seed}");
    }
}

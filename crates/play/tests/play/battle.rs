//! Battles of random players with the shipped cards of the collectible card game, and the chances of attacks.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};

use cardwright_play::bot::{self, Bot, Seed};
use cardwright_play::input::{Input, SetData};
use cardwright_play::position::{Placed, PlacedBattle, PlacedStack, Position, Spot};
use cardwright_play::recording;
use cardwright_play::rules::Number;
use cardwright_play::rules::battle::{Battle, Retaliation};
use cardwright_play::simulate::Series;
use cardwright_play::table::AbilityId;
use cardwright_play::{Answer, Kind, Next, Opt, State, Table, Trace, Who};

use crate::selfplay::on_threads;
use crate::world;

/// The shipped cards. Heroes have the magic of their alignment at a level at which they cast every spell, so that all
/// texts are played.
static INPUT: LazyLock<Input> = LazyLock::new(|| {
    let mut input = world::input_of("ccg", None);
    let cast = battle_of(&mut input)
        .cast
        .as_mut()
        .expect("spells are cast");
    cast.most = Number::Fixed(5);
    let magic = input.cards.iter().find(|card| card.id == "order-magic");
    let magic = magic.expect("a skill").clone();
    let alignments = ["life", "order", "death", "chaos", "nature", "might"];
    for alignment in alignments {
        let mut skill = magic.clone();
        skill.id = format!("{alignment}-skill").into();
        skill.name = skill.id.clone();
        skill.fields.insert("alignment".into(), alignment.into());
        input.cards.push(skill);
    }
    // Of these alignments there are no heroes yet.
    let hero = input.cards.iter().find(|card| card.id == "solmyr");
    let hero = hero.expect("a hero").clone();
    for alignment in ["chaos", "nature"] {
        let mut hero = hero.clone();
        hero.id = format!("{alignment}-hero").into();
        hero.name = hero.id.clone();
        hero.fields.insert("alignment".into(), alignment.into());
        input.cards.push(hero);
    }
    for card in input.cards.iter_mut().filter(|card| card.type_ == "hero") {
        let alignment = card.fields["alignment"].as_str().expect("a word");
        let skill = format!("{alignment}-skill");
        card.fields.insert("secondary_skill".into(), skill.into());
    }
    input
});

fn battle_of(input: &mut Input) -> &mut Battle {
    let rules = input.game.play.as_mut().expect("rules of play");
    rules.procedures.battle.as_mut().expect("a battle")
}

/// The table with a setting of retaliation.
fn table(retaliation: Retaliation) -> Table {
    let mut input = INPUT.clone();
    battle_of(&mut input).roll_over.retaliation = retaliation;
    Table::new(&input).expect("a table")
}

/// A random starting force with a deck: every second one is of one alignment, as the rules ask, if there are units of
/// every level; the others are of any.
fn random_force(seed: &mut Seed) -> SetData {
    let of = |type_: &'static str| INPUT.cards.iter().filter(move |card| card.type_ == type_);
    let heroes: Vec<_> = of("hero").collect();
    let hero = heroes[seed.below(heroes.len())];
    let one = seed.below(2) == 0;
    let mut set = SetData {
        id: "random".into(),
        name: "random".into(),
        zones: Default::default(),
    };
    set.zones
        .entry("hero".into())
        .or_default()
        .insert(hero.id.clone(), 1);
    for (level, count) in [(1, 3), (2, 2), (3, 1)] {
        let all: Vec<_> = of("unit")
            .filter(|card| card.fields["level"] == level)
            .collect();
        let mut own = all.clone();
        own.retain(|card| card.fields["alignment"] == hero.fields["alignment"]);
        let units = match one && !own.is_empty() {
            true => own,
            false => all,
        };
        for _ in 0..count {
            let card = units[seed.below(units.len())];
            let part = set.zones.entry("units".into()).or_default();
            *part.entry(card.id.clone()).or_default() += 1;
        }
    }
    // A unit of level 4 joins some of them.
    let high: Vec<_> = of("unit")
        .filter(|card| card.fields["level"] == 4)
        .collect();
    if !one {
        let card = high[seed.below(high.len())];
        let part = set.zones.entry("units".into()).or_default();
        part.insert(card.id.clone(), 1);
        part.retain(|_, count| *count > 0);
    }
    // Every second card is a spell that the hero can cast, if there is one.
    let own: Vec<_> = of("spell")
        .filter(|card| card.fields["alignment"] == hero.fields["alignment"])
        .collect();
    let cards: Vec<_> = of("spell").chain(of("unit")).collect();
    for number in 0..40 {
        let from = match number % 2 == 0 && !own.is_empty() {
            true => &own,
            false => &cards,
        };
        let card = from[seed.below(from.len())];
        let part = set.zones.entry("deck".into()).or_default();
        *part.entry(card.id.clone()).or_default() += 1;
    }
    set
}

/// Plays a battle, checks the invariants at every choice, and replays it. Returns whether somebody won.
fn checked(table: &Table, number: u64, trace: &Trace) -> bool {
    let mut draw = Seed::new(number);
    let sets = [0, 1].map(|_| table.set(&random_force(&mut draw)).expect("a set"));
    let mut answers: Vec<Answer> = Vec::new();
    let mut digests = Vec::new();
    let (end, played) = bot::play(
        table,
        [&sets[0], &sets[1]],
        [Bot::Random; 2],
        number,
        50_000,
        &mut |state, choice, answer| {
            let faults = table.faults(state);
            let at = answers.len();
            assert!(
                faults.is_empty(),
                "battle {number}, choice {at}: {faults:?}"
            );
            if choice.kind == Kind::Action {
                front_is_manned(table, state, number);
            }
            answers.push(answer.clone());
            digests.push(state.digest());
        },
    );
    assert!(
        end.over.is_some() && played.rounds <= 100,
        "battle {number}: {} rounds",
        played.rounds
    );
    let mut again = table.deal([&sets[0], &sets[1]]);
    for (at, (answer, digest)) in answers.iter().zip(&digests).enumerate() {
        assert_eq!(again.digest(), *digest, "battle {number}, choice {at}");
        table
            .answer_traced(&mut again, answer, Some(trace))
            .expect("an option");
    }
    assert!(again == end, "battle {number}");
    matches!(end.over, Some(cardwright_play::Outcome::Won(_)))
}

/// At least three stacks, or all if there are fewer, are on the melee line when a stack may act.
fn front_is_manned(table: &Table, state: &State, number: u64) {
    let battle = state.battle.as_ref().expect("a battle");
    for side in 0..2 {
        let of = battle
            .stacks
            .iter()
            .filter(|stack| state.card(stack.card).controller == side);
        let (mut all, mut front) = (0, 0);
        for stack in of {
            let cardwright_play::state::At::Map(space) = state.card(stack.card).at else {
                panic!("battle {number}: a stack is nowhere");
            };
            all += 1;
            let row = &table.rows[usize::from(space / table.columns)];
            front += u32::from(row == "melee");
        }
        assert!(
            front >= all.min(3),
            "battle {number}: {front} of {all} on the front"
        );
    }
}

#[test]
fn random_battles_keep_all_invariants() {
    let long = std::env::var_os("CARDWRIGHT_LONG").is_some();
    let count = if long { 1_000 } else { 150 };
    for retaliation in [Retaliation::None, Retaliation::Once] {
        let table = table(retaliation);
        let won = AtomicU64::new(0);
        let reached: Mutex<BTreeSet<AbilityId>> = Mutex::default();
        on_threads(count, |number| {
            let trace = Trace::new(&table);
            let it = u64::from(checked(&table, number, &trace));
            won.fetch_add(it, Ordering::Relaxed);
            let abilities =
                (0..table.abilities.len() as AbilityId).filter(|id| trace.resolved(*id));
            reached.lock().expect("no panic").extend(abilities);
        });
        let won = won.into_inner();
        assert!(won * 2 > count, "{retaliation:?}: {won} of {count} are won");
        let reached = reached.into_inner().expect("no panic");
        every_text_is_played(&table, &reached);
    }
}

/// The texts of units, heroes and spells did something in some battle.
fn every_text_is_played(table: &Table, reached: &BTreeSet<AbilityId>) {
    let in_battle = ["ability", "on_attack", "as_an_attack", "in_battle"];
    let mut missed = Vec::new();
    for def in &table.defs {
        for id in &def.abilities {
            let heading = table.ability(*id).heading.as_str();
            let of = matches!(def.type_.as_str(), "unit" | "hero" | "spell");
            if of && in_battle.contains(&heading) && !reached.contains(id) {
                missed.push(format!("{} ({heading})", def.id));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// A stack of so many cards of a name attacks one of another name, again and again. Returns the share of kills.
fn share(table: &Table, attacker: (&str, usize), target: &str, seed: &mut Seed) -> f64 {
    let phase = INPUT.cards.iter().find(|card| card.id == attacker.0);
    let phase = phase
        .and_then(|card| card.fields["phase"].as_u64())
        .expect("a phase");
    let all = vec![attacker.0; attacker.1];
    let position = position(phase as u32, &[(0, 1, &all), (1, 2, &[target])]);
    let (start, placed) = table.at(&position).expect("a position");
    let prey = placed[attacker.1];
    let mut killed = 0;
    for _ in 0..10_000 {
        let mut state = start.clone();
        let mut attacked = false;
        loop {
            let answer = match table.next(&state) {
                Next::Choose(choice) if choice.who == Who::Chance => bot::random(choice, seed),
                Next::Choose(choice) if !attacked => {
                    attacked = true;
                    let kind = choice.options.iter().position(|opt| match opt {
                        Opt::Attack(kind) => table.attack_kind(*kind) == Some("melee"),
                        _ => false,
                    });
                    Answer::one(kind.expect("a melee attack") as u16)
                }
                _ => break,
            };
            table.answer(&mut state, &answer).expect("an option");
        }
        let gone = !matches!(state.card(prey).at, cardwright_play::state::At::Map(_));
        killed += u32::from(gone);
    }
    f64::from(killed) / 10_000.0
}

/// The share of kills is the number of faces that reach the goal.
#[test]
fn attacks_kill_as_often_as_the_die_says() {
    let table = table(Retaliation::None);
    let number = |id: &str, field: &str| {
        let card = INPUT
            .cards
            .iter()
            .find(|card| card.id == id)
            .expect("a card");
        card.fields[field].as_i64().expect("a number")
    };
    let mut seed = Seed::new(7);
    for attacker in ["gold-golem", "dwarf", "naga"] {
        for count in 1..=5 {
            for target in ["halfling", "naga", "titan", "genie"] {
                let score = number(attacker, "melee_attack")
                    + number(attacker, "level") * (count as i64 - 1);
                let missing = number(target, "defense") - score;
                let reckoned = (10 - missing).clamp(0, 10) as f64 / 10.0;
                let share = share(&table, (attacker, count), target, &mut seed);
                assert!(
                    (share - reckoned).abs() < 0.02,
                    "{count} {attacker} against {target}: {share}, not {reckoned}"
                );
            }
        }
    }
}

/// A position of stacks, each with its side, its row and its cards from the top. The first of them may act.
fn position(first_phase: u32, stacks: &[(u8, u8, &[&str])]) -> Position {
    let mut cards = Vec::new();
    let mut placed = Vec::new();
    for (side, row, of) in stacks {
        let from = cards.len();
        cards.extend(of.iter().map(|id| Placed::new(id, *side, Spot::Stack)));
        placed.push(PlacedStack {
            side: *side,
            row: *row,
            cards: (from..cards.len()).collect(),
            swarmed: false,
            protects: false,
        });
    }
    Position {
        cards,
        tokens: Vec::new(),
        turn: 0,
        first: 0,
        round: 1,
        battle: Some(PlacedBattle {
            phase: first_phase,
            stacks: placed,
            support: Vec::new(),
            walls: None,
        }),
    }
}

/// Answers a choice with the option that fits.
fn take(table: &Table, state: &mut State, fits: impl Fn(&Opt) -> bool) {
    let Next::Choose(choice) = table.next(state) else {
        panic!("nothing is asked");
    };
    let key = choice.options.iter().position(fits).expect("an option");
    table
        .answer(state, &Answer::one(key as u16))
        .expect("an option");
}

fn attack<'t>(table: &'t Table, kind: &'static str) -> impl Fn(&Opt) -> bool + 't {
    move |opt| matches!(opt, Opt::Attack(of) if table.attack_kind(*of) == Some(kind))
}

/// With the parameter, a stack that a melee attack leaves attacks back once a round.
#[test]
fn a_stack_retaliates_once_if_the_rules_say_so() {
    let start = position(
        6,
        &[(0, 1, &["dwarf"]), (0, 1, &["squire"]), (1, 2, &["angel"])],
    );
    for (retaliation, gone) in [
        (Retaliation::None, [false; 2]),
        (Retaliation::Once, [true, false]),
    ] {
        let table = table(retaliation);
        let (mut state, cards) = table.at(&start).expect("a position");
        // The dwarf attacks, then the squire: the angel kills whoever attacks first, and no one else.
        for card in 0..2 {
            if matches!(table.next(&state), Next::Choose(choice) if choice.kind == Kind::Next) {
                take(&table, &mut state, |opt| matches!(opt, Opt::Card(_)));
            }
            take(&table, &mut state, attack(&table, "melee"));
            let it = state.card(cards[card]);
            let is_gone = matches!(it.at, cardwright_play::state::At::Zone { .. });
            assert_eq!(is_gone, gone[card], "{retaliation:?}, card {card}");
        }
    }
}

/// With the advanced rules, a ranged attack from the ranged line to the ranged line takes 2 from the die.
#[test]
fn distance_takes_from_the_die_if_the_rules_say_so() {
    let mut input = INPUT.clone();
    battle_of(&mut input).roll_over.distance = Some(Number::Fixed(2));
    let advanced = Table::new(&input).expect("a table");
    let basic = table(Retaliation::None);
    let front: &[&str] = &["titan"];
    let start = position(
        4,
        &[
            (0, 0, &["mage"]),
            (0, 1, front),
            (0, 1, front),
            (0, 1, front),
            (1, 3, &["monk"]),
            (1, 2, front),
            (1, 2, front),
            (1, 2, front),
        ],
    );
    // A mage has a ranged attack of 4, a monk a defense of 8.
    for (table, face, killed) in [
        (&basic, 4, true),
        (&advanced, 4, false),
        (&advanced, 6, true),
    ] {
        let (mut state, cards) = table.at(&start).expect("a position");
        take(table, &mut state, attack(table, "ranged"));
        let monk = cards[4];
        let stack = state.battle.as_ref().expect("a battle");
        let stack = stack.stack_of(monk).expect("a stack").card;
        take(table, &mut state, |opt| *opt == Opt::Card(stack));
        take(table, &mut state, |opt| *opt == Opt::Number(face));
        let gone = matches!(state.card(monk).at, cardwright_play::state::At::Zone { .. });
        assert_eq!(gone, killed, "die {face}");
    }
}

/// The aggressor forms its stacks first, then the defender.
#[test]
fn the_aggressor_lines_up_first() {
    let table = table(Retaliation::None);
    let mut seed = Seed::new(3);
    for _ in 0..20 {
        let sets = [0, 1].map(|_| table.set(&random_force(&mut seed)).expect("a set"));
        let mut state = table.deal([&sets[0], &sets[1]]);
        let mut order: Vec<u8> = Vec::new();
        while let Next::Choose(choice) = table.next(&state) {
            match (choice.kind, choice.who) {
                (Kind::LineUp, Who::Player(player)) if order.last() != Some(&player) => {
                    order.push(player);
                }
                (Kind::LineUp | Kind::First | Kind::Shuffle, _) => {}
                _ => break,
            }
            let answer = bot::random(choice, &mut seed);
            table.answer(&mut state, &answer).expect("an option");
        }
        assert_eq!(order, [state.first, 1 - state.first]);
    }
}

/// A battle of two sets is recorded, and a replay repeats it.
#[test]
fn battles_are_played_again_as_they_were() {
    let table = table(Retaliation::Once);
    let mut seed = Seed::new(11);
    for number in 0..20 {
        let sets = [0, 1].map(|_| table.set(&random_force(&mut seed)).expect("a set"));
        let series = Series {
            sets: [&sets[0], &sets[1]],
            players: Bot::Random,
            seed: number,
            games: 1,
        };
        let recording = recording::game(&table, &series, 0).expect("legal answers");
        assert!(recording.end.winner.is_some());
        let stacks = recording
            .steps
            .iter()
            .filter(|step| step.changes.contains_key("battle"));
        assert!(stacks.count() > 10, "battle {number}");
        recording
            .replay(&table)
            .unwrap_or_else(|found| panic!("battle {number}: {found}"));
    }
}

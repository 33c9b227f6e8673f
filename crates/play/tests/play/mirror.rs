//! Symmetry: with the players exchanged and the map turned round, a game goes the same way.

use std::collections::VecDeque;

use cardwright_play::bot::{self, Bot, Seed};
use cardwright_play::state::{At, CardIx, Space};
use cardwright_play::{Answer, Choice, Next, Opt, Outcome, Player, Set, State, Who};

use crate::scene::{INPUT, TABLE};
use crate::selfplay::{on_threads, random_set};

/// Choices of chance of the set-up come in the order of the players, so that the answer may be this much further on.
const APART: usize = 8;

/// The space that is in the place of another if the map is turned round.
fn turned(space: Space) -> Space {
    TABLE.spaces() - 1 - space
}

/// The same thing of the game with exchanged players.
struct Mirror {
    /// The cards of each player; those of player 0 come first.
    cards: [CardIx; 2],
}

impl Mirror {
    fn card(&self, card: CardIx) -> CardIx {
        let [first, second] = self.cards;
        match card.checked_sub(first) {
            Some(of_second) => of_second,
            None => card + second,
        }
    }

    fn cards(&self, cards: &[CardIx]) -> Vec<CardIx> {
        let mut cards: Vec<_> = cards.iter().map(|card| self.card(*card)).collect();
        cards.sort_unstable();
        cards
    }

    fn who(&self, who: Who) -> Who {
        match who {
            Who::Player(player) => Who::Player(1 - player),
            Who::Chance => Who::Chance,
        }
    }

    fn option(&self, option: &Opt) -> Opt {
        match *option {
            Opt::Card(card) => Opt::Card(self.card(card)),
            Opt::Space(space) => Opt::Space(turned(space)),
            Opt::Player(player) => Opt::Player(1 - player),
            Opt::Play(card) => Opt::Play(self.card(card)),
            Opt::Lay(card) => Opt::Lay(self.card(card)),
            Opt::Activate(card) => Opt::Activate(self.card(card)),
            Opt::Use(card, place) => Opt::Use(self.card(card), place),
            Opt::Onto(card) => Opt::Onto(self.card(card)),
            Opt::Pay(ref cards) => Opt::Pay(self.cards(cards).into_iter().collect()),
            Opt::Step(space) => Opt::Step(turned(space)),
            Opt::Merge(space) => Opt::Merge(turned(space)),
            Opt::Number(_)
            | Opt::Yes
            | Opt::No
            | Opt::Pass
            | Opt::End
            | Opt::Enter
            | Opt::Ability(_)
            | Opt::Normal
            | Opt::Take
            | Opt::Stop
            | Opt::Attack(_)
            | Opt::Support
            | Opt::Swarm
            | Opt::Protect
            | Opt::Reorganize
            | Opt::Withdraw
            | Opt::Surrender => option.clone(),
        }
    }
}

/// Options in an order that does not depend on how an engine lists them.
fn sorted(options: impl Iterator<Item = Opt>) -> Vec<String> {
    let mut words: Vec<String> = options.map(|option| format!("{option:?}")).collect();
    words.sort_unstable();
    words
}

fn options(choice: &Choice) -> impl Iterator<Item = Opt> {
    choice.options.iter().cloned().map(|option| match option {
        Opt::Pay(mut cards) => {
            cards.sort_unstable();
            Opt::Pay(cards)
        }
        other => other,
    })
}

/// Returns the answer of a mirrored choice that is the mirrored answer of the other one, if both offer the same.
fn mirrored(mirror: &Mirror, choice: &Choice, answer: &Answer, other: &Choice) -> Option<Answer> {
    let same = other.who == mirror.who(choice.who)
        && other.kind == choice.kind
        && (other.at_least, other.at_most) == (choice.at_least, choice.at_most)
        && sorted(options(other)) == sorted(choice.options.iter().map(|of| mirror.option(of)));
    let mut keys: Vec<u16> = Vec::new();
    for key in same.then_some(&answer.0)? {
        let wanted = mirror.option(&choice.options[usize::from(*key)]);
        // Of options with the same words, the first is that of the first.
        let before = choice.options[..usize::from(*key)].iter();
        let nth = before.filter(|of| mirror.option(of) == wanted).count();
        let place = options(other).enumerate().filter(|(_, of)| *of == wanted);
        keys.push(place.map(|(place, _)| place as u16).nth(nth)?);
    }
    Some(Answer(keys.into_iter().collect()))
}

/// What is so of each card and each player, in the words of the mirrored game.
fn picture(state: &State, mirror: Option<&Mirror>) -> Vec<String> {
    let player = |player: Player| match mirror {
        Some(_) if player < 2 => 1 - player,
        _ => player,
    };
    let mut lines: Vec<String> = Vec::new();
    for (card, of) in state.cards.iter().enumerate() {
        let card = card as CardIx;
        let card = mirror.map_or(card, |mirror| mirror.card(card));
        let at = match (of.at, mirror) {
            (At::Map(space), Some(_)) => At::Map(turned(space)),
            (At::OnCard(card), Some(mirror)) => At::OnCard(mirror.card(card)),
            (At::OnSpace(space), Some(_)) => At::OnSpace(turned(space)),
            (At::Zone { zone, of }, _) => At::Zone {
                zone,
                of: player(of),
            },
            (at, _) => at,
        };
        lines.push(format!(
            "{card} {at:?} {} {} {} {} {} {} {}",
            player(of.controller),
            of.size,
            of.damage,
            of.marks,
            of.turned,
            of.face_up,
            of.uses,
        ));
    }
    lines.sort_unstable();
    lines.push(format!("{} {}", state.round, player(state.first)));
    lines
}

/// Plays a game, and the same game with exchanged players by the mirrored answers.
fn plays_the_same(sets: [&Set; 2], seed: u64) {
    let mut asked: VecDeque<(Choice, Answer, State)> = VecDeque::new();
    let bots = [Bot::Random; 2];
    let (end, _) = bot::play(
        &TABLE,
        sets,
        bots,
        seed,
        20_000,
        &mut |state, choice, answer| {
            asked.push_back((choice.clone(), answer.clone(), state.clone()));
        },
    );
    let count = |player: Player| end.cards.iter().filter(|card| card.owner == player).count();
    let mirror = Mirror {
        cards: [count(0) as CardIx, count(1) as CardIx],
    };
    let mut state = TABLE.deal([sets[1], sets[0]]);
    let mut compared = 0u32;
    while let Next::Choose(other) = TABLE.next(&state) {
        let apart = if other.who == Who::Chance { APART } else { 1 };
        let found = asked.iter().take(apart).enumerate();
        let mut found = found.filter_map(|(place, (choice, answer, _))| {
            mirrored(&mirror, choice, answer, other).map(|answer| (place, answer))
        });
        let Some((place, answer)) = found.next() else {
            let (choice, ..) = &asked[0];
            panic!("seed {seed}, choice {compared}: {choice:?} is not mirrored by {other:?}");
        };
        drop(found);
        // The options are compared at every choice, the states at some.
        if place == 0 && state.round > 0 && compared.is_multiple_of(5) {
            let before = &asked[0].2;
            assert_eq!(
                picture(before, Some(&mirror)),
                picture(&state, None),
                "seed {seed}, choice {compared}"
            );
        }
        asked.remove(place);
        compared += 1;
        TABLE.answer(&mut state, &answer).expect("an option");
    }
    assert!(asked.is_empty() && compared > 10, "seed {seed}: {compared}");
    let outcome = end.over.map(|outcome| match outcome {
        Outcome::Won(player) => Outcome::Won(1 - player),
        Outcome::Draw => Outcome::Draw,
    });
    assert_eq!(state.over, outcome, "seed {seed}");
}

#[test]
fn mirrored_games_go_the_same_way() {
    let long = std::env::var_os("CARDWRIGHT_LONG").is_some();
    on_threads(if long { 1_000 } else { 500 }, |number| {
        let mut seed = Seed::new(number);
        let sets = [0, 1].map(|_| match seed.below(2) {
            0 => INPUT.kingdoms[seed.below(INPUT.kingdoms.len())].clone(),
            _ => random_set(&mut seed),
        });
        let sets = sets.map(|set| TABLE.set(&set).expect("a set"));
        plays_the_same([&sets[0], &sets[1]], number);
    });
}

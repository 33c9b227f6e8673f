//! Players: random ones, greedy ones that look one answer ahead, and those that search.

use crate::choice::{Answer, Choice, Kind, Opt, Who};
use crate::event::Ev;
use crate::policy::{answers, worth};
use crate::search;
use crate::state::{Outcome, Player, State};
use crate::table::Table;
use crate::trace::Trace;
use crate::{Next, Set};

pub use crate::policy::{Seed, random};

/// How a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bot {
    Random,
    /// Takes the answer after which the position is worth most, each looked at on its own.
    Greedy,
    /// Plays on from its answers this many times for each decision.
    Search {
        playouts: u32,
    },
}

impl Bot {
    /// The word for it in records.
    pub fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
            Bot::Search { .. } => "search",
        }
    }

    /// The words for it in reports: with what it decides by.
    pub fn label(self) -> String {
        match self {
            Bot::Random | Bot::Greedy => self.name().to_owned(),
            Bot::Search { playouts } => format!("{} ({playouts} play-outs)", self.name()),
        }
    }

    /// The player with that name; one that searches makes this many play-outs.
    pub fn named(name: &str, playouts: u32) -> Option<Bot> {
        let all = [Bot::Random, Bot::Greedy, Bot::Search { playouts }];
        all.into_iter().find(|bot| bot.name() == name)
    }

    pub fn choose(self, table: &Table, state: &State, choice: &Choice, seed: &mut Seed) -> Answer {
        let Who::Player(player) = choice.who else {
            return random(choice, seed);
        };
        // What is not worth a look.
        let small = matches!(
            choice.kind,
            Kind::Order | Kind::Trigger | Kind::Next | Kind::Exchange
        );
        match self {
            Bot::Greedy if !small => greedy(table, state, choice, player, seed),
            Bot::Search { playouts } if !small => {
                search::choose(table, state, choice, player, playouts, seed)
            }
            Bot::Random | Bot::Greedy | Bot::Search { .. } => random(choice, seed),
        }
    }
}

fn greedy(
    table: &Table,
    state: &State,
    choice: &Choice,
    player: Player,
    seed: &mut Seed,
) -> Answer {
    if matches!(choice.kind, Kind::Discard | Kind::Boost)
        && choice.at_least == 0
        && seed.below(2) == 0
    {
        return Answer::default();
    }
    let tried = answers(choice, seed);
    // No player knows what is hidden.
    let known = table.redrawn(state, player, seed);
    let mut best: Option<(i64, Answer)> = None;
    for answer in tried {
        let mut after = known.clone();
        if table.answer(&mut after, &answer).is_err() {
            continue;
        }
        // Goes on at random to the end of what was begun.
        let mut fuel = 12;
        while let Next::Choose(next) = table.next(&after) {
            if fuel == 0 || next.kind == Kind::Action {
                break;
            }
            fuel -= 1;
            let next = random(next, seed);
            if table.answer(&mut after, &next).is_err() {
                break;
            }
        }
        let passes = answer
            .0
            .first()
            .is_some_and(|key| matches!(choice.options.get(usize::from(*key)), Some(Opt::Pass)));
        let noise = seed.below(3) as i64;
        let value = worth(table, &after, player) - i64::from(passes) * 8 + noise;
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, answer));
        }
    }
    best.map_or_else(|| random(choice, seed), |(_, answer)| answer)
}

/// How a played game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub outcome: Outcome,
    pub rounds: u32,
    pub choices: u32,
    /// The first player of the first round.
    pub first: Player,
    pub digest: u64,
}

/// Who watches a game.
pub trait Watcher {
    /// A choice is answered like this; the state is that before the answer.
    fn answers(&mut self, state: &State, choice: &Choice, answer: &Answer) {
        let _ = (state, choice, answer);
    }

    /// This happened; the state is that after it.
    fn happened(&mut self, state: &State, events: &[Ev]) {
        let _ = (state, events);
    }

    /// Where it is noted what of the cards is reached.
    fn trace(&self) -> Option<&Trace> {
        None
    }
}

struct Each<'f>(&'f mut dyn FnMut(&State, &Choice, &Answer));

impl Watcher for Each<'_> {
    fn answers(&mut self, state: &State, choice: &Choice, answer: &Answer) {
        (self.0)(state, choice, answer);
    }
}

/// Plays a game to its end, or until so many choices were made.
pub fn play(
    table: &Table,
    sets: [&Set; 2],
    bots: [Bot; 2],
    seed: u64,
    most: u32,
    each: &mut dyn FnMut(&State, &Choice, &Answer),
) -> (State, Played) {
    play_watched(table, sets, bots, seed, most, &mut Each(each))
}

/// Plays a game like [`play`], and somebody watches.
pub fn play_watched(
    table: &Table,
    sets: [&Set; 2],
    bots: [Bot; 2],
    seed: u64,
    most: u32,
    watcher: &mut dyn Watcher,
) -> (State, Played) {
    let mut seed = Seed::new(seed);
    let mut state = table.deal(sets);
    let mut choices = 0;
    let mut first = None;
    while let Next::Choose(choice) = table.next(&state) {
        if choices >= most {
            break;
        }
        choices += 1;
        if state.round == 1 && first.is_none() {
            first = Some(state.first);
        }
        let answer = match choice.who {
            Who::Chance => random(choice, &mut seed),
            Who::Player(player) => {
                bots[usize::from(player)].choose(table, &state, choice, &mut seed)
            }
        };
        watcher.answers(&state, choice, &answer);
        match table.answer_traced(&mut state, &answer, watcher.trace()) {
            Ok(events) => watcher.happened(&state, &events),
            Err(_) => break,
        }
    }
    let played = Played {
        outcome: state.over.unwrap_or(Outcome::Draw),
        rounds: state.round,
        choices,
        first: first.unwrap_or(state.first),
        digest: state.digest(),
    };
    (state, played)
}

//! Programs that play: at random, greedily with one answer of lookahead, or with a search.

use crate::choice::{Answer, Choice, Kind, Opt, Who};
use crate::event::Ev;
use crate::policy::{answers, worth};
use crate::search;
use crate::state::{Outcome, Player, State};
use crate::table::Table;
use crate::trace::Trace;
use crate::{Next, Set};

pub use crate::policy::{Seed, random};

/// The strategy of a program that plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bot {
    Random,
    /// Tries each answer, and takes the one after which the position has the highest worth.
    Greedy,
    /// Takes the answer with the best results in this many play-outs for each decision.
    Search {
        playouts: u32,
    },
}

impl Bot {
    /// Returns the name of the strategy, which [`Bot::named`] parses.
    pub fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
            Bot::Search { .. } => "search",
        }
    }

    /// Returns the description for reports: the name, and the number of play-outs of a search.
    pub fn label(self) -> String {
        match self {
            Bot::Random | Bot::Greedy => self.name().to_owned(),
            Bot::Search { playouts } => format!("{} ({playouts} play-outs)", self.name()),
        }
    }

    /// Returns the strategy with a name. Only `search` uses `playouts`.
    pub fn named(name: &str, playouts: u32) -> Option<Bot> {
        let all = [Bot::Random, Bot::Greedy, Bot::Search { playouts }];
        all.into_iter().find(|bot| bot.name() == name)
    }

    pub fn choose(self, table: &Table, state: &State, choice: &Choice, seed: &mut Seed) -> Answer {
        let Who::Player(player) = choice.who else {
            return random(choice, seed);
        };
        // Choices that seldom matter are made at random.
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
    // Redraw the hidden cards, because the player does not know them.
    let known = table.redrawn(state, player, seed);
    let mut best: Option<(i64, Answer)> = None;
    for answer in tried {
        let mut after = known.clone();
        if table.answer(&mut after, &answer).is_err() {
            continue;
        }
        // Continue at random to the end of the action.
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

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub outcome: Outcome,
    pub rounds: u32,
    pub choices: u32,
    /// The first player of the first round.
    pub first: Player,
    pub digest: u64,
}

/// An observer of a game.
pub trait Watcher {
    /// Called before each answer, with the state before it.
    fn answers(&mut self, state: &State, choice: &Choice, answer: &Answer) {
        let _ = (state, choice, answer);
    }

    /// Called after each answer, with the events that it caused and the state after them.
    fn happened(&mut self, state: &State, events: &[Ev]) {
        let _ = (state, events);
    }

    /// Returns the trace in which the engine records the abilities and conditions that it reaches; `None` for no trace.
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

/// Plays a game to its end, or until `most` choices are made. Calls `each` before every answer.
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

/// Plays a game like [`play`], with a [`Watcher`].
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

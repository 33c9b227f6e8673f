//! The reference engine: plays the cards of a bundle by the rules of their game.
//!
//! It is pure and deterministic: a state is a value, and the engine uses no clock, thread, I/O or random numbers. It
//! runs until a choice is needed, and returns the player, the kind and the options of the choice. The caller answers.
//! Random results are choices too: a shuffle or a random card is a choice of `Who::Chance`.
//!
//! ```text
//! Table::new(input)      a game, indexed once; an error if it cannot be played
//! table.deal(a, b)       the state before the first choice
//! table.next(state)      the next choice, or the outcome of the game
//! table.answer(…)        an answer; exactly the answers that the choice allows are accepted
//! table.view(…)          what a player knows
//! ```
//!
//! `docs/ir.md` defines the rules; its sections have the names of the modules here.

mod account;
mod act;
mod ask;
pub mod battle;
pub mod bot;
mod change;
mod check;
pub mod choice;
mod effect;
pub mod env;
pub mod evaluation;
pub mod event;
mod facts;
mod find;
mod flow;
pub mod frame;
mod happen;
pub mod input;
pub mod invariant;
mod matching;
mod node_trace;
mod number;
mod policy;
pub mod position;
pub mod recording;
pub mod rules;
mod run;
pub mod search;
pub mod simulate;
pub mod state;
pub mod table;
pub mod thing;
mod trace;
mod trigger;
pub mod view;

pub use account::{Account, By, Part};
pub use choice::{Answer, Choice, Kind, NotAnOption, Opt, Who, Why};
pub use event::{Ev, EvKind};
pub use input::Input;
pub use state::{Outcome, Player, State};
pub use table::{Refused, Set, Table};
pub use trace::Trace;
pub use view::View;

use frame::Frame;
use run::Run;
use state::{At, Card, CardIx};

/// The next choice, or the outcome of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<'s> {
    Choose(&'s Choice),
    Over(Outcome),
}

impl Table {
    /// Returns the state of a game of two sets before its first choice.
    pub fn deal(&self, sets: [&Set; 2]) -> State {
        let mut state = self.lay_out(sets);
        Run::new(self, &mut state).run();
        state
    }

    /// Returns the state of a game of two sets before its set-up.
    pub fn lay_out(&self, sets: [&Set; 2]) -> State {
        let mut state = self.empty();
        self.begin_battle(&mut state);
        let starts = |part: &str| {
            let zones = self.rules.zones.iter();
            let of = zones.filter(|(_, zone)| zone.starts_with.as_deref() == Some(part));
            of.filter_map(|(id, _)| table::index(&self.zones, id))
                .next()
        };
        for (player, set) in sets.iter().enumerate() {
            let player = player as Player;
            for (part, cards) in &set.parts {
                let zone = starts(part);
                let place = table::index(&self.parts, part);
                for (def, count) in cards {
                    for _ in 0..*count {
                        let card = self.add(&mut state, *def, player);
                        match (zone, place) {
                            (Some(zone), _) => self.put(&mut state, card, zone, player),
                            (None, Some(part)) => state.unplaced.push((card, part)),
                            // A part that the rules do not use lies nowhere.
                            (None, None) => {}
                        }
                    }
                }
            }
        }
        state.frames.push(Frame::Setup { step: 0, count: 0 });
        state
    }

    /// Returns a state without cards in which nothing is in progress.
    pub fn empty(&self) -> State {
        State {
            cards: Vec::new(),
            unplaced: Vec::new(),
            play: Vec::new(),
            zones: vec![Vec::new(); self.zones.len() * 2],
            tokens: Vec::new(),
            changes: Vec::new(),
            watches: Vec::new(),
            delayed: Vec::new(),
            envs: Vec::new(),
            frames: Vec::new(),
            fights: Vec::new(),
            dealt: Vec::new(),
            activations: Vec::new(),
            journal: Vec::new(),
            last: Vec::new(),
            played: Vec::new(),
            dealers: Vec::new(),
            firsts: Vec::new(),
            game_uses: Vec::new(),
            used: Vec::new(),
            round: 0,
            first: 0,
            turn: None,
            next_turn: None,
            turn_start: 0,
            passed: [false; 2],
            passed_first: None,
            laid: [0; 2],
            quiet: 0,
            noise: false,
            ending: false,
            over: None,
            stamp: 0,
            next_id: 0,
            battle: None,
            held: Vec::new(),
            shown: Vec::new(),
            pending: Vec::new(),
            choice: None,
        }
    }

    /// Adds a card that is not in any place yet.
    pub fn add(&self, state: &mut State, def: table::DefId, owner: Player) -> CardIx {
        let card = state.cards.len() as CardIx;
        state.cards.push(Card {
            def,
            copy: None,
            laid: None,
            owner,
            controller: owner,
            at: At::Playing,
            life: 0,
            face_up: true,
            turned: false,
            passing: false,
            size: 0,
            damage: 0,
            marks: 0,
            uses: 0,
            stamp: 0,
        });
        card
    }

    /// Puts a card on top of a zone of a player.
    pub fn put(&self, state: &mut State, card: CardIx, zone: u8, of: Player) {
        state.cards[usize::from(card)].at = At::Zone { zone, of };
        state.zones[usize::from(of) * self.zones.len() + usize::from(zone)].push(card);
    }

    /// Returns the next choice, or the outcome of the game. A state in which nothing is in progress is a draw.
    pub fn next<'s>(&self, state: &'s State) -> Next<'s> {
        match (&state.choice, state.over) {
            (_, Some(outcome)) => Next::Over(outcome),
            (Some(choice), None) => Next::Choose(choice),
            (None, None) => Next::Over(Outcome::Draw),
        }
    }

    /// Answers the current choice, and runs until the next one. Returns the events.
    pub fn answer(&self, state: &mut State, answer: &Answer) -> Result<Vec<Ev>, NotAnOption> {
        self.answer_traced(state, answer, None)
    }

    /// Answers like [`Table::answer`], and records in `trace` the abilities and conditions that are reached.
    pub fn answer_traced(
        &self,
        state: &mut State,
        answer: &Answer,
        trace: Option<&Trace>,
    ) -> Result<Vec<Ev>, NotAnOption> {
        let Some(choice) = state.choice.as_ref().filter(|_| state.over.is_none()) else {
            return Err(NotAnOption::NothingAsked);
        };
        if let Some(why) = choice.refuses(answer) {
            return Err(why);
        }
        state.pending.push(answer.clone());
        let mut run = Run::new(self, state);
        run.trace = trace;
        run.run();
        Ok(run.log)
    }

    /// Ends the current turn without an action or a pass, and gives the next turn to a player. Does nothing if an
    /// action is in progress.
    pub fn give_turn(&self, state: &mut State, player: Player) -> Vec<Ev> {
        if !matches!(state.frames.last(), Some(Frame::Turn { .. })) {
            return Vec::new();
        }
        state.frames.pop();
        if let Some(passed) = state.passed.get_mut(usize::from(player)) {
            *passed = false;
        }
        state.next_turn = Some(player);
        state.frames.push(Frame::EndTurn);
        self.run(state)
    }

    /// Runs a state that was set up by hand, until its first choice.
    pub fn run(&self, state: &mut State) -> Vec<Ev> {
        let mut run = Run::new(self, state);
        run.run();
        run.log
    }
}

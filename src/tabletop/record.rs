//! Converts a played game to tests of cards, one for each action of a turn.

use cardwright_play::choice::{Choice, Kind, Opt, Who};
use cardwright_play::state::{CardIx, Player, State};
use cardwright_play::{Answer, Next};

use super::Tabletop;
use super::phrase::Sight;
use crate::scenario::{Lexicon, NotATest, Recorded, record};

/// The tests of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tests {
    /// The content of a file `*.test.yaml`.
    pub text: String,
    /// Number of steps in it.
    pub written: usize,
    /// The titles of the other steps, with the reason why each cannot be a test.
    pub left_out: Vec<(String, NotATest)>,
}

/// An action of a turn, with the choices in it.
#[derive(Default)]
struct Step {
    choices: Vec<(State, Choice, Answer)>,
}

impl Tabletop<'_> {
    /// Returns the steps of the game as tests; with `last`, only the last step. Until the game is over, a test names only
    /// cards that the person has seen by the end of its step; of two people, cards that both have seen.
    pub fn tests(&self, lexicon: &Lexicon<'_>, last: bool) -> Tests {
        let table = self.phrases.table;
        let mut state = table.deal(self.seats.sets);
        let mut steps: Vec<(Step, State)> = Vec::new();
        for answer in &self.answers {
            let Next::Choose(choice) = table.next(&state) else {
                break;
            };
            let choice = choice.clone();
            let before = state.clone();
            if table.answer(&mut state, answer).is_err() {
                break;
            }
            if choice.kind == Kind::Action {
                steps.push((Step::default(), state.clone()));
            }
            if let Some((step, after)) = steps.last_mut() {
                step.choices.push((before, choice, answer.clone()));
                *after = state.clone();
            }
        }
        // The last step may still have an open choice.
        let open = match table.next(&state) {
            Next::Choose(choice) => choice.kind != Kind::Action,
            Next::Over(_) => false,
        };
        if open {
            steps.pop();
        }
        if last {
            steps.drain(..steps.len().saturating_sub(1));
        }
        let mut tests = Tests::default();
        for (step, after) in &steps {
            let Some((before, choice, answer)) = step.choices.first() else {
                continue;
            };
            let hidden = match self.is_over() {
                true => Vec::new(),
                false => self.hidden(step, after),
            };
            let title = self.title(before, choice, answer, &hidden);
            let recorded = Recorded {
                before,
                choices: &step.choices,
                after,
                hidden: &hidden,
            };
            match record(lexicon, &title, &recorded) {
                Ok(text) => {
                    if !tests.text.is_empty() {
                        tests.text += "---\n";
                    }
                    tests.text += &text;
                    tests.written += 1;
                }
                Err(why) => tests.left_out.push((title, why)),
            }
        }
        tests
    }

    /// Returns the cards that somebody who reads the test has not seen in any state of a step.
    fn hidden(&self, step: &Step, after: &State) -> Vec<CardIx> {
        let table = self.phrases.table;
        let readers: &[Player] = match self.phrases.alone {
            true => &[0],
            false => &[0, 1],
        };
        let states = || step.choices.iter().map(|(state, ..)| state).chain([after]);
        let is_seen = |card, by| states().any(|state| table.sees(state, by, card));
        let all = (0..after.cards.len()).map(|card| card as CardIx);
        all.filter(|card| !readers.iter().all(|by| is_seen(*card, *by)))
            .collect()
    }

    /// Returns the title of a step: `Round 3, you: pass`.
    fn title(&self, before: &State, choice: &Choice, answer: &Answer, hidden: &[CardIx]) -> String {
        let opt = answer.0.first();
        let opt = opt.and_then(|key| choice.options.get(usize::from(*key)));
        let is_hidden = match opt {
            Some(Opt::Play(card) | Opt::Lay(card) | Opt::Activate(card) | Opt::Use(card, _)) => {
                hidden.contains(card)
            }
            _ => false,
        };
        let sight = Sight {
            state: before,
            letters: &super::letters::Letters::default(),
            by: match choice.who {
                _ if is_hidden => self.phrases.alone.then_some(0),
                Who::Player(player) => Some(player),
                Who::Chance => None,
            },
        };
        let who = match choice.who {
            Who::Player(player) => self.phrases.player(player),
            Who::Chance => String::new(),
        };
        let done = opt.map_or(String::new(), |opt: &Opt| {
            self.phrases.option(sight, choice, opt)
        });
        format!("Round {}, {who}: {done}", before.round)
    }
}

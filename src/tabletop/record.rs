//! Converts a played game to tests of cards, one for each action of a turn.

use cardwright_play::choice::{Choice, Kind, Opt, Who};
use cardwright_play::state::State;
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
    /// Returns the steps of the game as tests; with `last`, only the last step.
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
            let title = self.title(before, choice, answer);
            let recorded = Recorded {
                before,
                choices: &step.choices,
                after,
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

    /// Returns the title of a step: `Round 3, you: pass`.
    fn title(&self, before: &State, choice: &Choice, answer: &Answer) -> String {
        let opt = answer.0.first();
        let opt = opt.and_then(|key| choice.options.get(usize::from(*key)));
        let sight = Sight {
            state: before,
            letters: &super::letters::Letters::default(),
            by: match choice.who {
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

//! Makes recordings.

use serde_json::{Map, Value};

use super::names::Names;
use super::{Asked, Begin, Picture, Recording, Step, patch};
use crate::bot;
use crate::choice::{Answer, Choice, Kind};
use crate::simulate::Series;
use crate::state::{Player, State};
use crate::table::Table;
use crate::{Next, NotAnOption};

/// A move in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    Answer(Answer),
    /// The player gets the turn, without a choice.
    Turn(Player),
}

/// Returns whether recordings contain a choice: it has several legal answers, or it is an action.
pub(super) fn is_recorded(choice: &Choice) -> bool {
    choice.kind == Kind::Action || !choice.is_forced()
}

/// Answers choices that have a single legal answer, up to the next recorded choice.
pub(super) fn skip(table: &Table, state: &mut State) -> Result<(), NotAnOption> {
    while let Some(choice) = &state.choice {
        if is_recorded(choice) || state.over.is_some() {
            break;
        }
        let Some(answer) = choice.forced() else { break };
        table.answer(state, &answer)?;
    }
    Ok(())
}

/// Returns a table that asks every choice, also with a single legal answer, so that the end of a turn is a choice.
pub(super) fn asking(table: &Table) -> Table {
    let mut table = table.clone();
    table.asks_all = true;
    table
}

impl Recording {
    /// Records moves from a state. `begin` tells where the state is; before a set-up, the state has not been run. The
    /// moves are those at a table that asks every choice ([`Table::asks_all`]).
    pub fn of(
        table: &Table,
        title: String,
        begin: Begin,
        start: &State,
        moves: &[Move],
    ) -> Result<Recording, NotAnOption> {
        let names = Names::new(table, start);
        let picture = |state: &State| Picture::of(table, state, &names);
        let mut made = Made {
            recording: Recording {
                title,
                about: Vec::new(),
                cards: names.parts(table, start),
                begin,
                start: picture(start),
                steps: Vec::new(),
                asked: None,
                end: picture(start),
            },
            before: picture(start).map(),
        };
        let mut state = start.clone();
        if begin == Begin::SetUp {
            table.run(&mut state);
        }
        for each in moves {
            match each {
                Move::Answer(answer) => {
                    let asked = state.choice.as_ref().filter(|choice| is_recorded(choice));
                    if let Some(choice) = asked {
                        let asked = names.choice(table, &state, choice);
                        let chosen = answer.0.iter();
                        let chosen =
                            chosen.filter_map(|key| asked.options.get(usize::from(*key)).cloned());
                        let chosen = chosen.collect();
                        made.step(&picture(&state), Some((asked, chosen)), None);
                    }
                    table.answer(&mut state, answer)?;
                }
                Move::Turn(player) => {
                    made.step(&picture(&state), None, Some(*player));
                    table.give_turn(&mut state, *player);
                }
            }
        }
        skip(table, &mut state)?;
        made.changed(&picture(&state));
        let mut recording = made.recording;
        recording.end = picture(&state);
        if let Next::Choose(choice) = table.next(&state) {
            recording.asked = Some(names.choice(table, &state, choice));
        }
        Ok(recording)
    }
}

struct Made {
    recording: Recording,
    /// The state before the last step.
    before: Map<String, Value>,
}

impl Made {
    /// Adds the changes of the last step, or those before the first step.
    fn changed(&mut self, now: &Picture) {
        let now = now.map();
        let changes = patch::between(&self.before, &now);
        self.before = now;
        match self.recording.steps.last_mut() {
            Some(step) => step.changes = changes,
            None if changes.is_empty() => {}
            None => self.recording.steps.push(Step {
                choice: None,
                answer: None,
                turn: None,
                changes,
            }),
        }
    }

    fn step(&mut self, now: &Picture, chosen: Option<(Asked, Vec<String>)>, turn: Option<Player>) {
        self.changed(now);
        let (choice, answer) = chosen.unzip();
        self.recording.steps.push(Step {
            choice,
            answer,
            turn,
            changes: Map::new(),
        });
    }
}

/// Returns the moves at a table that asks every choice, from the answers at one that does not.
fn moves_of(table: &Table, start: &State, answers: &[Answer]) -> Result<Vec<Move>, NotAnOption> {
    let table = asking(table);
    let mut state = start.clone();
    table.run(&mut state);
    let mut moves = Vec::with_capacity(answers.len());
    let mut answers = answers.iter();
    while let Next::Choose(choice) = table.next(&state) {
        let answer = match choice.forced() {
            Some(answer) => answer,
            None => match answers.next() {
                Some(answer) => answer.clone(),
                None => break,
            },
        };
        table.answer(&mut state, &answer)?;
        moves.push(Move::Answer(answer));
    }
    Ok(moves)
}

/// Maximum number of choices in a game.
const MOST_CHOICES: u32 = 20_000;

/// Records one game of a series, from the set-up to its end. In games with an odd number, the sets exchange sides.
pub fn game(table: &Table, series: &Series<'_>, number: u32) -> Result<Recording, NotAnOption> {
    let sets = series.seated(number);
    let mut answers = Vec::new();
    bot::play(
        table,
        sets,
        [series.players; 2],
        series.seed_of(number),
        MOST_CHOICES,
        &mut |_, _, answer| {
            answers.push(answer.clone());
        },
    );
    let start = table.lay_out(sets);
    let moves = moves_of(table, &start, &answers)?;
    let [a, b] = sets.map(|set| &set.name);
    let title = format!(
        "{a} – {b}: {} players, seed {}, game {}",
        series.players.name(),
        series.seed,
        number + 1
    );
    Recording::of(&asking(table), title, Begin::SetUp, &start, &moves)
}

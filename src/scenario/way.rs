//! Paths over the map: the steps to the space that a test names.

use cardwright_play::Next;
use cardwright_play::choice::{Answer, Choice, Kind, Opt};
use cardwright_play::frame::Frame;
use cardwright_play::state::{At as Place, CardIx, Space, State};

use super::line::Open;
use super::option::{fits, no_option, usual};
use super::stage::{Failed, Stage};
use super::{Name, Value, cause};

/// The card that is moving.
pub(super) fn walker(state: &State) -> Option<CardIx> {
    match state.frames.last() {
        Some(Frame::Walk(walk)) => Some(walk.card.card),
        _ => None,
    }
}

/// Returns the next step on a shortest path to the space that a line names.
pub(super) fn walk(
    stage: &mut Stage<'_, '_>,
    choice: &Choice,
    open: &mut Open<'_>,
) -> Result<Answer, Failed> {
    let Some(value) = open.left().first() else {
        return Ok(usual(stage, choice).unwrap_or_default());
    };
    if matches!(value.is, Value::Take | Value::Stop | Value::Nothing) {
        let key = choice
            .options
            .iter()
            .position(|opt| fits(stage, choice, &value.is, opt));
        return match key {
            Some(key) => {
                open.used += 1;
                Ok(Answer::one(key as u16))
            }
            None => Err(Box::new(stage.told(no_option(stage, choice, value)))),
        };
    }
    let goal = match &value.is {
        Value::Name(Name::Space(space)) => Some(*space),
        Value::Name(name) => stage
            .cards_of(name)
            .into_iter()
            .find_map(|card| space_of(&stage.state, card)),
        _ => None,
    };
    // The last space of a line is where the movement ends; only an effect says how many steps it has.
    let ends = open.left().len() == 1 && (stage.walks_by_itself() || open.said.cannot);
    let found = goal.and_then(|goal| way(stage, choice, goal, ends));
    let Some((key, last)) = found else {
        return Err(Box::new(stage.told(cause::of_walk(stage, value, goal))));
    };
    if last {
        open.used += 1;
    }
    if let Some(Frame::Walk(walk)) = stage.state.frames.last() {
        open.walked = Some((walk.card.card, walk.path.len() + 1));
    }
    Ok(Answer::one(key))
}

/// Returns the first step of a shortest path to a space, and whether it is the last step. With `ends`, only paths count
/// after which the movement can end there.
fn way(stage: &Stage<'_, '_>, choice: &Choice, goal: Space, ends: bool) -> Option<(u16, bool)> {
    let table = stage.table;
    let card = walker(&stage.state)?;
    // The options of the next step, if there is one.
    let asked = |state: &State| match table.next(state) {
        Next::Choose(asked) if asked.kind == choice.kind && walker(state) == Some(card) => {
            Some(asked.options.clone())
        }
        _ => None,
    };
    let mut seen: Vec<Space> = space_of(&stage.state, card).into_iter().collect();
    let mut edge: Vec<(State, Option<u16>)> = vec![(stage.state.clone(), None)];
    for depth in 0..usize::from(table.spaces()) {
        let mut next = Vec::new();
        for (state, first) in &edge {
            for (key, opt) in asked(state).unwrap_or_default().iter().enumerate() {
                let (Opt::Step(to) | Opt::Merge(to)) = opt else {
                    continue;
                };
                let merges = matches!(opt, Opt::Merge(_));
                let first = first.unwrap_or(key as u16);
                if *to == goal && (merges || !ends) {
                    return Some((first, depth == 0));
                }
                if merges || seen.contains(to) {
                    continue;
                }
                seen.push(*to);
                let mut after = state.clone();
                if table.answer(&mut after, &Answer::one(key as u16)).is_err() {
                    continue;
                }
                if *to == goal && asked(&after).is_none_or(|next| next.contains(&Opt::Stop)) {
                    return Some((first, depth == 0));
                }
                next.push((after, Some(first)));
            }
        }
        if next.is_empty() {
            return None;
        }
        edge = next;
    }
    None
}

fn space_of(state: &State, card: CardIx) -> Option<Space> {
    match state.cards.get(usize::from(card))?.at {
        Place::Map(space) | Place::OnSpace(space) => Some(space),
        _ => None,
    }
}

/// Returns whether the whole path of a line is possible from here.
pub(super) fn leads(stage: &mut Stage<'_, '_>, choice: &Choice, open: &mut Open<'_>) -> bool {
    let kept = stage.state.clone();
    let card = walker(&kept);
    let mut asked = choice.clone();
    let led = loop {
        let Ok(answer) = walk(stage, &asked, open) else {
            break false;
        };
        if open.left().is_empty() {
            break true;
        }
        if stage.table.answer(&mut stage.state, &answer).is_err() {
            break false;
        }
        match stage.table.next(&stage.state) {
            Next::Choose(next) if next.kind == Kind::Step && walker(&stage.state) == card => {
                asked = next.clone();
            }
            _ => break false,
        }
    };
    stage.state = kept;
    led
}

//! Replays recordings, and finds differences.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use smol_str::SmolStr;

use super::make::{asking, skip};
use super::names::Names;
use super::{Asked, Begin, Picture, Recording, Step, patch};
use crate::Next;
use crate::choice::Answer;
use crate::frame::Frame;
use crate::position::{COLUMNS, Placed, Position, Spot};
use crate::state::{NONE, Player, Space, State};
use crate::table::{Table, index};

/// The first difference between a recording and the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the step, from 1. 0 is the start, and the number of steps plus 1 is the end.
    pub step: usize,
    pub what: What,
}

/// The kind of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The recording names something that the game does not have.
    Unknown { what: &'static str, id: String },
    /// The start cannot be set up.
    Start,
    /// A step has neither a choice with an answer nor a turn.
    Step,
    /// The engine asks a different choice. `None` means that the game is over.
    Choice {
        recorded: Option<Asked>,
        asked: Option<Asked>,
    },
    /// An answer is not among the options, or is not legal.
    Answer { answer: String },
    /// The states after the step differ: the path of a key, with both values.
    State {
        key: String,
        recorded: String,
        found: String,
    },
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.step {
            0 => f.write_str("at the start, ")?,
            step => write!(f, "at step {step}, ")?,
        }
        match &self.what {
            What::Unknown { what, id } => write!(f, "the game has no {what} `{id}`"),
            What::Start => f.write_str("the state cannot be set up"),
            What::Step => f.write_str("nothing is done"),
            What::Choice { recorded, asked } => write!(
                f,
                "the recording has {}, but the engine has {}",
                of_choice(recorded.as_ref(), asked.as_ref()),
                of_choice(asked.as_ref(), recorded.as_ref()),
            ),
            What::Answer { answer } => write!(f, "`{answer}` is no answer"),
            What::State {
                key,
                recorded,
                found,
            } => write!(
                f,
                "`{key}` is {recorded} in the recording, but {found} in the engine"
            ),
        }
    }
}

/// Describes a choice, with the options that `other` does not have.
fn of_choice(choice: Option<&Asked>, other: Option<&Asked>) -> String {
    let Some(choice) = choice else {
        return "no choice".to_owned();
    };
    let who = match choice.who {
        Some(player) => format!("player {player}"),
        None => "chance".to_owned(),
    };
    let known = other.map_or(&[][..], |other| &other.options);
    let own = choice.options.iter().filter(|own| !known.contains(own));
    let own: Vec<&str> = own.map(String::as_str).collect();
    let own = match own.as_slice() {
        [] => String::new(),
        own => format!(" with {}", own.join(", ")),
    };
    format!(
        "a choice of {who} ({} to {} of {}{own})",
        choice.at_least,
        choice.at_most,
        choice.options.len()
    )
}

impl Recording {
    /// Replays a recording. The error is the first difference.
    pub fn replay(&self, table: &Table) -> Result<(), Difference> {
        let table = &asking(table);
        let at = |step: usize| move |what: What| Difference { step, what };
        let (mut state, names) = self.begins(table).map_err(at(0))?;
        let mut recorded = self.start.map();
        compare(&recorded, table, &state, &names).map_err(at(0))?;
        if self.begin == Begin::SetUp {
            table.run(&mut state);
        }
        skip(table, &mut state).map_err(|_| at(0)(What::Start))?;
        for (place, step) in self.steps.iter().enumerate() {
            let here = at(place + 1);
            self.step(table, &mut state, &names, step, place)
                .map_err(&here)?;
            patch::merge(&mut recorded, &step.changes);
            compare(&recorded, table, &state, &names).map_err(&here)?;
        }
        let end = at(self.steps.len() + 1);
        let asked = asked(table, &state, &names);
        if !alike(self.asked.as_ref(), asked.as_ref()) {
            return Err(end(What::Choice {
                recorded: self.asked.clone(),
                asked,
            }));
        }
        compare(&self.end.map(), table, &state, &names).map_err(end)
    }

    fn step(
        &self,
        table: &Table,
        state: &mut State,
        names: &Names,
        step: &Step,
        place: usize,
    ) -> Result<(), What> {
        let answer = match (&step.choice, &step.answer, step.turn) {
            (None, None, Some(player)) if player < 2 => {
                table.give_turn(state, player);
                return skip(table, state).map_err(|_| What::Step);
            }
            // What happens before the first choice.
            (None, None, None) if place == 0 => return Ok(()),
            (Some(recorded), Some(answer), None) => {
                let asked = asked(table, state, names);
                if !alike(Some(recorded), asked.as_ref()) {
                    return Err(What::Choice {
                        recorded: Some(recorded.clone()),
                        asked,
                    });
                }
                let options = asked.map_or(Vec::new(), |asked| asked.options);
                let key = |word: &String| {
                    let found = options.iter().position(|option| option == word);
                    found.map(|key| key as u16).ok_or_else(|| What::Answer {
                        answer: word.clone(),
                    })
                };
                Answer(answer.iter().map(key).collect::<Result<_, _>>()?)
            }
            _ => return Err(What::Step),
        };
        let refused = |_| What::Answer {
            answer: step
                .answer
                .iter()
                .flatten()
                .cloned()
                .collect::<Vec<_>>()
                .join(", "),
        };
        table.answer(state, &answer).map_err(refused)?;
        skip(table, state).map_err(refused)
    }

    /// Sets up the initial state. Returns it with the names of its cards.
    fn begins(&self, table: &Table) -> Result<(State, Names), What> {
        match self.begin {
            Begin::Turn => self.turn(table),
            Begin::SetUp => self.set_up(table),
        }
    }

    fn set_up(&self, table: &Table) -> Result<(State, Names), What> {
        let mut state = table.empty();
        table.begin_battle(&mut state);
        let mut names = Names::new(table, &state).into_list();
        for (player, zones) in by_player(&self.start.zones)? {
            for (zone, cards) in zones {
                let zone = known("zone", &table.zones, zone)?;
                for name in cards {
                    let def = self.def(table, name)?;
                    let card = table.add(&mut state, def, player);
                    names.push(name.clone());
                    table.put(&mut state, card, zone, player);
                }
            }
        }
        for (player, parts) in by_player(&self.start.parts)? {
            for (part, cards) in parts {
                let part = known("part of a set", &table.parts, part)?;
                for name in cards {
                    let def = self.def(table, name)?;
                    let card = table.add(&mut state, def, player);
                    names.push(name.clone());
                    state.unplaced.push((card, part));
                }
            }
        }
        state.frames.push(Frame::Setup { step: 0, count: 0 });
        Ok((state, Names::given(names)))
    }

    fn def(&self, table: &Table, name: &str) -> Result<u16, What> {
        let part = self.cards.get(name).ok_or_else(|| unknown("card", name))?;
        let def = table.card(&part.card);
        def.ok_or_else(|| unknown("card", &part.card))
    }

    fn turn(&self, table: &Table) -> Result<(State, Names), What> {
        let start = &self.start;
        let mut names: Vec<String> = start.order.clone();
        let mut placed = Vec::new();
        let place_of = |name: &String| start.order.iter().position(|other| other == name);
        for name in &start.order {
            let part = self.cards.get(name).ok_or_else(|| unknown("card", name))?;
            let it = start.play.get(name).ok_or_else(|| unknown("card", name))?;
            let at = match (&it.space, &it.on) {
                (Some(space), _) => Spot::Space(space_of(table, space)?),
                (None, Some(on)) => match place_of(on) {
                    Some(host) => Spot::Under(host),
                    None => Spot::OnSpace(space_of(table, on)?),
                },
                (None, None) => Spot::Aside,
            };
            let mut one = Placed::new(&part.card, part.owner, at);
            one.controller = it.controller.unwrap_or(NONE);
            for (token, count) in &it.tokens {
                let place = known("token", &table.tokens, token)?;
                match place {
                    _ if place == table.size_token => one.size = *count,
                    _ if place == table.damage_token => one.damage = *count,
                    _ => {
                        one.tokens.insert(token.into(), *count);
                    }
                }
            }
            one.marks = it.marks.iter().map(SmolStr::from).collect();
            one.turned = it.turned;
            one.face_down = it.face_down;
            placed.push(one);
        }
        for (player, zones) in by_player(&start.zones)? {
            for (zone, cards) in zones {
                for name in cards {
                    let part = self.cards.get(name).ok_or_else(|| unknown("card", name))?;
                    let mut one = Placed::new(&part.card, player, Spot::Zone(zone.into()));
                    one.turned = start.turned.contains(name);
                    placed.push(one);
                    names.push(name.clone());
                }
            }
        }
        let mut tokens = Vec::new();
        for (space, on) in &start.tokens {
            let space = space_of(table, space)?;
            tokens.extend(
                on.iter()
                    .map(|(token, count)| (space, token.into(), *count)),
            );
        }
        let position = Position {
            cards: placed,
            tokens,
            turn: start.turn.unwrap_or(start.first),
            first: start.first,
            round: start.round,
            battle: None,
        };
        let (mut state, cards) = table.at(&position).map_err(|_| What::Start)?;
        state.passed = start.passed;
        let mut of = vec![String::new(); cards.len()];
        for (card, name) in cards.iter().zip(names) {
            if let Some(slot) = of.get_mut(usize::from(*card)) {
                *slot = name;
            }
        }
        Ok((state, Names::given(of)))
    }
}

fn unknown(what: &'static str, id: &str) -> What {
    let id = id.to_owned();
    What::Unknown { what, id }
}

fn known(what: &'static str, list: &[SmolStr], id: &str) -> Result<u8, What> {
    index(list, id).ok_or_else(|| unknown(what, id))
}

fn by_player<T>(map: &BTreeMap<String, T>) -> Result<Vec<(Player, &T)>, What> {
    let of = |player: &str, of| match player.parse::<Player>() {
        Ok(number) if number < 2 => Ok((number, of)),
        _ => Err(unknown("player", player)),
    };
    map.iter().map(|(player, it)| of(player, it)).collect()
}

fn space_of(table: &Table, name: &str) -> Result<Space, What> {
    let mut letters = name.chars();
    let column = letters.next().and_then(|letter| COLUMNS.find(letter));
    let row = letters.as_str().parse::<usize>().ok();
    let space = column.zip(row).and_then(|(column, row)| {
        let columns = usize::from(table.columns);
        let space = row.checked_sub(1)?.checked_mul(columns)? + column;
        let on_map = column < columns && space < usize::from(table.spaces());
        on_map.then_some(space as Space)
    });
    space.ok_or_else(|| unknown("space", name))
}

fn asked(table: &Table, state: &State, names: &Names) -> Option<Asked> {
    match table.next(state) {
        Next::Choose(choice) => Some(names.choice(table, state, choice)),
        Next::Over(_) => None,
    }
}

/// Returns whether two choices agree, whatever the order of their options.
fn alike(one: Option<&Asked>, other: Option<&Asked>) -> bool {
    let what = |asked: &Asked| {
        let mut options = asked.options.clone();
        options.sort();
        let Asked {
            who,
            at_least,
            at_most,
            ordered,
            ..
        } = *asked;
        (who, options, at_least, at_most, ordered)
    };
    one.map(what) == other.map(what)
}

fn compare(
    recorded: &Map<String, Value>,
    table: &Table,
    state: &State,
    names: &Names,
) -> Result<(), What> {
    let found = Picture::of(table, state, names).map();
    match differs(recorded, &found, "") {
        Some((key, recorded, found)) => Err(What::State {
            key,
            recorded,
            found,
        }),
        None => Ok(()),
    }
}

/// Returns the path of the first key with different values, and both values.
fn differs(
    one: &Map<String, Value>,
    other: &Map<String, Value>,
    path: &str,
) -> Option<(String, String, String)> {
    let shown = |value: Option<&Value>| value.map_or("absent".to_owned(), Value::to_string);
    let keys = one.keys().chain(other.keys());
    for key in keys {
        let here = match path {
            "" => key.clone(),
            path => format!("{path}.{key}"),
        };
        match (one.get(key), other.get(key)) {
            (Some(Value::Object(one)), Some(Value::Object(other))) => {
                if let Some(found) = differs(one, other, &here) {
                    return Some(found);
                }
            }
            (one, other) if one != other => return Some((here, shown(one), shown(other))),
            _ => {}
        }
    }
    None
}

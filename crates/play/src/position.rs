//! Positions: states that are put together by hand, in the middle of a turn.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::frame::Frame;
use crate::rules::RoundStep;
use crate::run::Run;
use crate::state::{At, CardIx, NONE, Player, Space, State, Thing};
use crate::table::{DefId, Table, index};

/// The letters of the columns of the map, from the left of player 0.
pub const COLUMNS: &str = "abcdefghijklmnopqrstuvwxyz";

impl Table {
    /// Returns the name of a space, a letter for the column and the number of the row: `d4`.
    pub fn space_name(&self, space: Space) -> String {
        let columns = self.columns.max(1);
        let column = usize::from(space % columns);
        let letter = COLUMNS.get(column..=column).unwrap_or("?");
        format!("{letter}{}", space / columns + 1)
    }
}

/// Where a card of a position is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    Space(Space),
    Aside,
    /// Under the card at this place of the list.
    Under(usize),
    OnSpace(Space),
    Zone(SmolStr),
    /// In a stack of the battle.
    Stack,
}

/// A card of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    pub id: SmolStr,
    pub owner: Player,
    /// 2: nobody.
    pub controller: Player,
    pub at: Spot,
    #[serde(default)]
    pub size: u16,
    #[serde(default)]
    pub damage: u16,
    #[serde(default)]
    pub marks: Vec<SmolStr>,
    #[serde(default)]
    pub tokens: BTreeMap<SmolStr, u16>,
    #[serde(default)]
    pub turned: bool,
    #[serde(default)]
    pub face_down: bool,
}

impl Placed {
    pub fn new(id: &str, owner: Player, at: Spot) -> Placed {
        Placed {
            id: id.into(),
            owner,
            controller: owner,
            at,
            size: 0,
            damage: 0,
            marks: Vec::new(),
            tokens: BTreeMap::new(),
            turned: false,
            face_down: false,
        }
    }
}

/// A position at the beginning of a turn. Zones are listed from the bottom to the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub cards: Vec<Placed>,
    /// Tokens on spaces.
    #[serde(default)]
    pub tokens: Vec<(Space, SmolStr, u16)>,
    pub turn: Player,
    pub first: Player,
    pub round: u32,
    /// The battle, in a game of stacks on lines.
    #[serde(default)]
    pub battle: Option<PlacedBattle>,
}

/// A battle of a position, at the beginning of a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedBattle {
    pub phase: u32,
    pub stacks: Vec<PlacedStack>,
    /// The support that a stack gave to another one, by their places in the list.
    #[serde(default)]
    pub support: Vec<(usize, usize)>,
    /// The side with walls, and how often they were hit.
    #[serde(default)]
    pub walls: Option<(Player, u8)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedStack {
    pub side: Player,
    /// The row of the map.
    pub row: u8,
    /// The places of its cards in the list of the position, the top card first.
    pub cards: Vec<usize>,
    #[serde(default)]
    pub swarmed: bool,
    #[serde(default)]
    pub protects: bool,
}

/// What is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    NoSuchCard(SmolStr),
    NoSuchZone(SmolStr),
    NoSuchMark(SmolStr),
    NoSuchToken(SmolStr),
    NoSuchSpace(Space),
    NoSuchHost(usize),
    Taken(Space),
    /// The rules of the game have no turns.
    NoTurns,
    /// A stack has no room on its line, or no cards.
    NoRoom(usize),
}

impl Table {
    /// Returns the state of a position, and the cards of its list in the arena.
    pub fn at(&self, position: &Position) -> Result<(State, Vec<CardIx>), Vec<Problem>> {
        let mut problems = Vec::new();
        let mut state = self.empty();
        self.begin_battle(&mut state);
        let mut cards = Vec::new();
        for placed in &position.cards {
            let def = self.by_id.get(&placed.id).copied();
            if def.is_none() {
                problems.push(Problem::NoSuchCard(placed.id.clone()));
            }
            cards.push(self.add(&mut state, def.unwrap_or(0), placed.owner));
        }
        for (placed, card) in position.cards.iter().zip(&cards) {
            self.place_card(&mut state, placed, *card, &cards, &mut problems);
        }
        for (space, token, count) in &position.tokens {
            match index(&self.tokens, token) {
                Some(token) => Run::new(self, &mut state).add_tokens(
                    Thing::Space(*space),
                    token,
                    i32::from(*count),
                ),
                None => problems.push(Problem::NoSuchToken(token.clone())),
            }
        }
        if let Some(battle) = &position.battle {
            self.place_battle(&mut state, battle, &cards, &mut problems);
        }
        let turns =
            self.rules.round.iter().position(|step| {
                matches!(step, RoundStep::Turns { .. } | RoundStep::Phases { .. })
            });
        let Some(turns) = turns else {
            problems.push(Problem::NoTurns);
            return Err(problems);
        };
        if !problems.is_empty() {
            return Err(problems);
        }
        state.round = position.round;
        state.first = position.first;
        if position.battle.is_some() {
            state.frames.push(Frame::Round {
                step: turns as u8,
                count: 1,
            });
            Run::new(self, &mut state).run();
            return Ok((state, cards));
        }
        state.turn = Some(position.turn);
        state.next_turn = Some(1 - position.turn);
        state.frames.push(Frame::Round {
            step: turns as u8,
            count: 0,
        });
        state.frames.push(Frame::Turn {
            player: position.turn,
            acted: false,
        });
        Run::new(self, &mut state).run();
        Ok((state, cards))
    }

    /// Forms the stacks of a battle.
    fn place_battle(
        &self,
        state: &mut State,
        battle: &PlacedBattle,
        cards: &[CardIx],
        problems: &mut Vec<Problem>,
    ) {
        let mut formed = Vec::new();
        for (place, stack) in battle.stacks.iter().enumerate() {
            let own: Vec<CardIx> = stack
                .cards
                .iter()
                .filter_map(|card| cards.get(*card).copied())
                .collect();
            let mut run = Run::new(self, state);
            let space = run.room(usize::from(stack.row));
            let it = space
                .filter(|_| !own.is_empty())
                .and_then(|space| run.form(stack.side, space, &own));
            let Some(it) = it else {
                problems.push(Problem::NoRoom(place));
                continue;
            };
            for card in own {
                let leader = run.s.reference(card);
                run.bring_skills(leader);
            }
            if let Some(formed) = run.stack_mut(it) {
                formed.swarmed = stack.swarmed;
                formed.protects = stack.protects;
            }
            formed.push(it);
        }
        if let Some((side, hits)) = battle.walls {
            self.wall(state, side, hits);
        }
        for (to, by) in &battle.support {
            if let (Some(to), Some(by)) = (formed.get(*to), formed.get(*by)) {
                let mut run = Run::new(self, state);
                let (to, by) = (run.s.reference(*to), run.s.reference(*by));
                run.give_support(by, to, 0);
            }
        }
        if let Some(state) = &mut state.battle {
            state.phase = battle.phase;
        }
    }

    fn place_card(
        &self,
        state: &mut State,
        placed: &Placed,
        card: CardIx,
        cards: &[CardIx],
        problems: &mut Vec<Problem>,
    ) {
        let at = match &placed.at {
            Spot::Zone(zone) => {
                match index(&self.zones, zone) {
                    Some(zone) => self.put(state, card, zone, placed.owner),
                    None => problems.push(Problem::NoSuchZone(zone.clone())),
                }
                state.cards[usize::from(card)].turned = placed.turned;
                return;
            }
            Spot::Space(space) | Spot::OnSpace(space) if *space >= self.spaces() => {
                problems.push(Problem::NoSuchSpace(*space));
                return;
            }
            Spot::Space(space) => {
                let def = &self.defs[usize::from(state.card(card).def)];
                let run = Run::new(self, state);
                if !def.site && run.fighter_at(*space).is_some() {
                    problems.push(Problem::Taken(*space));
                }
                At::Map(*space)
            }
            Spot::OnSpace(space) => At::OnSpace(*space),
            // Its stack is formed later.
            Spot::Stack => return,
            Spot::Aside => At::Aside,
            Spot::Under(host) => match cards.get(*host) {
                Some(host) => At::OnCard(*host),
                None => {
                    problems.push(Problem::NoSuchHost(*host));
                    return;
                }
            },
        };
        Run::new(self, state).enter_play(card, at, placed.controller);
        let mut marks = 0;
        for mark in &placed.marks {
            match index(&self.marks, mark) {
                Some(mark) => marks |= 1 << mark,
                None => problems.push(Problem::NoSuchMark(mark.clone())),
            }
        }
        let it = &mut state.cards[usize::from(card)];
        it.size = placed.size;
        it.damage = placed.damage;
        it.marks = marks;
        it.turned = placed.turned;
        it.face_up = !placed.face_down;
        let thing = Thing::Card(state.reference(card));
        for (token, count) in &placed.tokens {
            match index(&self.tokens, token) {
                Some(token) => Run::new(self, state).add_tokens(thing, token, i32::from(*count)),
                None => problems.push(Problem::NoSuchToken(token.clone())),
            }
        }
    }

    /// The card of an id.
    pub fn card(&self, id: &str) -> Option<DefId> {
        self.by_id.get(id).copied()
    }
}

/// The controller of a card that faces nobody.
pub const NOBODY: Player = NONE;

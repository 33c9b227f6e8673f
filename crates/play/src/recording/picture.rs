//! Converts a state to the form in which engines compare it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use smol_str::SmolStr;

use super::names::Names;
use super::{InBattle, InPlay, InStack, Nobody, Picture, Winner};
use crate::battle::bout::Battle;
use crate::run::Run;
use crate::state::{At, CardIx, Outcome, State, Thing};
use crate::table::Table;

impl Picture {
    pub(super) fn of(table: &Table, state: &State, names: &Names) -> Picture {
        let zone = |place: usize| names.cards(&state.zones[place]);
        let count = table.zones.len();
        let zones_of = |player: usize| {
            let zones = table.zones.iter().enumerate();
            zones
                .map(|(place, id)| (id.to_string(), zone(player * count + place)))
                .collect()
        };
        let mut parts: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
        for (card, part) in &state.unplaced {
            let it = state.card(*card);
            if it.at == At::Playing {
                let of_player = parts.entry(it.owner.to_string()).or_default();
                let id = table.parts[usize::from(*part)].to_string();
                of_player.entry(id).or_default().push(names.card(*card));
            }
        }
        let unplaced = |card: &CardIx| state.unplaced.iter().any(|(other, _)| other == card);
        let all = || {
            let cards = 0..state.cards.len() as CardIx;
            cards.filter(|card| names.has(*card))
        };
        let with = |fits: &dyn Fn(&CardIx) -> bool| {
            let found: Vec<CardIx> = all().filter(fits).collect();
            let mut found = names.cards(&found);
            found.sort();
            found
        };
        let in_zone = |card: &CardIx| matches!(state.card(*card).at, At::Zone { .. });
        let laid = all().filter_map(|card| {
            let statistic = state.card(card).laid.filter(|_| in_zone(&card))?;
            let id = table.statistics.get(usize::from(statistic))?;
            Some((names.card(card), id.to_string()))
        });
        let mut tokens: BTreeMap<String, BTreeMap<String, u16>> = BTreeMap::new();
        for of in state.tokens.iter().filter(|of| of.count > 0) {
            if let Thing::Space(space) = of.on {
                let on = tokens.entry(table.space_name(space)).or_default();
                on.insert(id_of(&table.tokens, of.token), of.count);
            }
        }
        let mut scratch = state.clone();
        let run = Run::new(table, &mut scratch);
        let play = state.play.iter();
        Picture {
            round: state.round,
            first: state.first,
            turn: state.turn,
            passed: state.passed,
            winner: state.over.map(|outcome| match outcome {
                Outcome::Won(player) => Winner::Player(player),
                Outcome::Draw => Winner::Draw(Nobody::Nobody),
            }),
            zones: (0..2)
                .map(|player| (player.to_string(), zones_of(player)))
                .collect(),
            parts,
            being_played: with(&|card| {
                let it = state.card(*card);
                it.at == At::Playing && !unplaced(card) && !table.is_of_battle(it.def)
            }),
            battle: state
                .battle
                .as_deref()
                .map(|battle| in_battle(battle, names)),
            laid: laid.collect(),
            turned: with(&|card| state.card(*card).turned && in_zone(card)),
            tokens,
            order: names.cards(&state.play),
            play: play
                .map(|card| (names.card(*card), in_play(&run, names, *card)))
                .collect(),
        }
    }

    /// Converts the state to JSON.
    pub(super) fn map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            // Every key of a picture is a string.
            _ => Map::new(),
        }
    }
}

fn id_of(list: &[SmolStr], place: u8) -> String {
    let id = list.get(usize::from(place));
    id.map_or(String::new(), SmolStr::to_string)
}

fn in_battle(battle: &Battle, names: &Names) -> InBattle {
    let stacks = battle.stacks.iter().map(|stack| InStack {
        stack: names.card(stack.card),
        cards: names.cards(&stack.cards),
        acted: stack.acted,
        swarmed: stack.swarmed,
        protects: stack.protects,
        retaliated: stack.retaliated,
        skips: stack.skips,
        support: stack.support.iter().map(|support| support.value).collect(),
    });
    InBattle {
        phase: battle.phase,
        stacks: stacks.collect(),
        hits: battle.walls.map(|(_, hits)| hits),
    }
}

fn in_play(run: &Run<'_, '_>, names: &Names, card: CardIx) -> InPlay {
    let table = run.t;
    let it = run.card(card);
    let reference = run.s.reference(card);
    let (space, on) = match it.at {
        At::Map(space) => (Some(table.space_name(space)), None),
        At::OnSpace(space) => (None, Some(table.space_name(space))),
        At::OnCard(host) => (None, Some(names.card(host))),
        At::Aside | At::Zone { .. } | At::Playing => (None, None),
    };
    let mut tokens: BTreeMap<String, u16> = BTreeMap::new();
    let counted = [(table.size_token, it.size), (table.damage_token, it.damage)];
    let others = run.s.tokens.iter();
    let others = others.filter(|of| of.on == Thing::Card(reference));
    let all = counted
        .into_iter()
        .chain(others.map(|of| (of.token, of.count)));
    for (token, count) in all.filter(|(_, count)| *count > 0) {
        tokens.insert(id_of(&table.tokens, token), count);
    }
    let def = run.def_of(it);
    let fights = (def.unit || def.leader) && matches!(it.at, At::Map(_));
    let attributes = table.attribute_types.keys().filter(|_| fights);
    let numbers = attributes.filter_map(|id| {
        let now = run.number_of(reference, id, false)?;
        Some((id.to_string(), now))
    });
    let mut marks: Vec<String> = (0..table.marks.len() as u8)
        .filter(|mark| it.marks & (1 << mark) != 0)
        .map(|mark| id_of(&table.marks, mark))
        .collect();
    marks.sort();
    InPlay {
        space,
        on,
        controller: Some(run.controller(card)).filter(|player| *player < 2),
        tokens,
        marks,
        turned: it.turned,
        face_down: !it.face_up,
        used: it.uses,
        copy: it.copy.map(|copy| {
            let def = table.defs.get(usize::from(copy));
            def.map_or(String::new(), |def| def.id.to_string())
        }),
        numbers: numbers.collect(),
    }
}

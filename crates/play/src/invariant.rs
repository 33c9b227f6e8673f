//! What is true of every state at every choice.

use std::collections::BTreeSet;

use crate::run::Run;
use crate::state::{At, State};
use crate::table::Table;

impl Table {
    /// Returns what is wrong with a state at a choice.
    pub fn faults(&self, state: &State) -> Vec<String> {
        let mut faults = Vec::new();
        let mut scratch = state.clone();
        let run = Run::new(self, &mut scratch);
        // Each card is in exactly one place.
        let mut seen = vec![0u8; state.cards.len()];
        for (place, zone) in state.zones.iter().enumerate() {
            for card in zone {
                seen[usize::from(*card)] += 1;
                let at = At::Zone {
                    zone: (place % self.zones.len()) as u8,
                    of: (place / self.zones.len()) as u8,
                };
                if state.card(*card).at != at {
                    faults.push(format!(
                        "card {card} lies in {at:?}, but is at {:?}",
                        state.card(*card).at
                    ));
                }
                if state.card(*card).owner != (place / self.zones.len()) as u8 {
                    faults.push(format!("card {card} lies in a zone of another player"));
                }
            }
        }
        for card in &state.play {
            seen[usize::from(*card)] += 1;
            if !state.card(*card).at.in_play() {
                faults.push(format!(
                    "card {card} is in play, but is at {:?}",
                    state.card(*card).at
                ));
            }
        }
        for (card, times) in seen.iter().enumerate() {
            let it = &state.cards[card];
            let playing = it.at == At::Playing;
            if *times != u8::from(!playing) {
                faults.push(format!(
                    "card {card} is in {times} places, at {:?}",
                    state.cards[card].at
                ));
            }
        }
        let busy = state.fights.is_empty() && state.envs.is_empty();
        let in_middle = state.frames.iter().any(|frame| {
            matches!(
                frame,
                crate::frame::Frame::Play(_) | crate::frame::Frame::Setup { .. }
            )
        });
        for (card, it) in state.cards.iter().enumerate() {
            // The cards that represent stacks and walls are not in play while the battle does not need them.
            let spare = state.battle.is_some() && it.def >= self.stack;
            if it.at == At::Playing && busy && !in_middle && !spare {
                faults.push(format!(
                    "card {card} is being played, but nothing is in progress"
                ));
            }
        }
        // At most one unit or leader on a space.
        let mut spaces = BTreeSet::new();
        for card in &state.play {
            let it = state.card(*card);
            if let At::Map(space) = it.at
                && !it.passing
                && !run.def_of(it).site
                && state.battle.is_none()
                && !spaces.insert(space)
            {
                faults.push(format!("two cards are on space {space}"));
            }
            if let At::OnCard(host) = it.at
                && !matches!(state.card(host).at, At::Map(_))
                && state
                    .frames
                    .iter()
                    .all(|frame| !matches!(frame, crate::frame::Frame::Happen(_)))
            {
                faults.push(format!("card {card} is under card {host}, which is gone"));
            }
        }
        // Nobody lives with as much damage as hit points, once the check is over.
        let settled = state
            .frames
            .iter()
            .all(|frame| !matches!(frame, crate::frame::Frame::Happen(_)));
        if settled && !self.rules.roles.attributes.endurance.is_empty() {
            for card in &state.play {
                let it = state.card(*card);
                if run.def_of(it).unit && matches!(it.at, At::Map(_)) {
                    let reference = state.reference(*card);
                    let endurance = run.value(reference, &self.rules.roles.attributes.endurance);
                    if endurance < 1 || u32::from(it.damage) >= endurance {
                        faults.push(format!(
                            "card {card} bears {} of {endurance} and was not checked",
                            it.damage
                        ));
                    }
                }
            }
        }
        self.battle_faults(state, &mut faults);
        if let Some(choice) = &state.choice {
            if choice.options.is_empty() || usize::from(choice.at_most) > choice.options.len() {
                faults.push(format!("{:?} has no way out", choice.kind));
            }
            if choice.at_least > choice.at_most {
                faults.push(format!("{:?} asks for more than it allows", choice.kind));
            }
        } else if state.over.is_none() {
            faults.push("nothing is asked, and the game is not over".to_owned());
        }
        faults
    }

    /// What is wrong with the stacks of a battle.
    fn battle_faults(&self, state: &State, faults: &mut Vec<String>) {
        let (Some(rules), Some(battle)) = (self.battle(), state.battle.as_deref()) else {
            return;
        };
        let mut lying = BTreeSet::new();
        for stack in &battle.stacks {
            let at = state.card(stack.card).at;
            for card in &stack.cards {
                if state.card(*card).at != at || !lying.insert(*card) {
                    faults.push(format!("card {card} does not lie in stack {}", stack.card));
                }
            }
            let leaders = stack.cards.iter().filter(|card| {
                let def = state.card(**card).def;
                self.defs[usize::from(def)].leader
            });
            if leaders.count() > 0 && stack.cards.len() > 1 {
                faults.push(format!("a leader is not alone in stack {}", stack.card));
            }
            if stack.cards.is_empty() {
                faults.push(format!("stack {} has no cards", stack.card));
            }
        }
        let most = self.number(&rules.stacks) as usize;
        for side in 0..2 {
            let of = |stack: &&crate::battle::Stack| state.card(stack.card).controller == side;
            if battle.stacks.iter().filter(of).count() > most {
                faults.push(format!("player {side} has more than {most} stacks"));
            }
        }
        for card in &state.play {
            let it = state.card(*card);
            let unit = self.defs[usize::from(it.def)].unit;
            if unit && matches!(it.at, At::Map(_)) && !lying.contains(card) {
                faults.push(format!("card {card} is on a line, but in no stack"));
            }
        }
    }
}

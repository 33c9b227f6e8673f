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
            let playing = state.cards[card].at == At::Playing;
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
            if it.at == At::Playing && busy && !in_middle {
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
        if settled {
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
}

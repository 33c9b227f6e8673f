//! Tests of battles: a picture of two lines for each side, stacks, and what they do.
//!
//! ```yaml
//! given:
//!   lines: |
//!     melee   b
//!     -------
//!     melee   G
//!   G: 3 Gold Golem
//!   b: Behemoth
//! when: [ G attacks b, "die: 6" ]
//! then: { attack: 7, b: gone }
//! ```

mod fact;
mod given;
mod picture;
mod play;
mod step;

use cardwright_play::position::PlacedBattle;
use smol_str::SmolStr;

use super::{At, Name};

pub(super) use fact::{actual, read, score, walls};
pub(super) use picture::draw;
pub(super) use play::is_at_rest;
pub(super) use step::FORMS;

/// The stacks of a test before its first step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    pub placed: PlacedBattle,
    /// The letters of the stacks, by their places in the list.
    pub letters: Vec<(SmolStr, usize)>,
    /// The test says the phase.
    pub has_phase: bool,
}

/// What a stack, or a side, does in a battle.
#[derive(Clone, Debug)]
pub(crate) enum BattleDeed {
    Attack {
        by: At<Name>,
        targets: Vec<At<Name>>,
        /// The kind of attack, by its place in the rules; absent: the first that reaches the target.
        kind: Option<u8>,
        /// For each target how many cards from the top; 1 if it is not said.
        swat: Vec<u32>,
    },
    Support {
        by: At<Name>,
        to: At<Name>,
    },
    Swarm(At<Name>),
    Protect(At<Name>),
    Nothing(At<Name>),
    /// An ability in place of an attack, or a card of the hand.
    Cast {
        by: At<Name>,
        card: Option<At<Name>>,
        at: Vec<At<Name>>,
    },
    /// The stack changes its line.
    Line(At<Name>),
    /// The stack gives cards to another one, or takes them from it.
    Give {
        by: At<Name>,
        cards: Vec<At<Name>>,
        to: At<Name>,
        takes: bool,
    },
    Phase(u32),
    EndOfRound,
    Withdraw,
    Surrender,
}

impl BattleDeed {
    /// The stack that does it.
    pub fn by(&self) -> Option<&At<Name>> {
        match self {
            BattleDeed::Attack { by, .. }
            | BattleDeed::Support { by, .. }
            | BattleDeed::Swarm(by)
            | BattleDeed::Protect(by)
            | BattleDeed::Nothing(by)
            | BattleDeed::Cast { by, .. }
            | BattleDeed::Line(by)
            | BattleDeed::Give { by, .. } => Some(by),
            BattleDeed::Phase(_)
            | BattleDeed::EndOfRound
            | BattleDeed::Withdraw
            | BattleDeed::Surrender => None,
        }
    }
}

//! Numbers and references for the things of a game.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

pub type BlockId = u32;
pub type ActId = u32;
pub type CondId = u32;
pub type WatchId = u32;
pub type LimitId = u32;
pub type AbilityId = u32;
pub type DefId = u16;

/// 0 or 1.
pub type Player = u8;

/// A place in the arena of cards.
pub type CardIx = u16;

/// The number of a space: row by row from the side of player 0.
pub type Space = u8;

/// Nobody.
pub const NONE: Player = 2;

/// A card in one of its lives: a card that left play and came back is another thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CardRef {
    pub card: CardIx,
    pub life: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Thing {
    Card(CardRef),
    Space(Space),
}

pub type Things = SmallVec<[Thing; 4]>;

/// Where a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum At {
    Zone { zone: u8, of: Player },
    Map(Space),
    Aside,
    OnCard(CardIx),
    OnSpace(Space),
    Playing,
}

impl At {
    /// Returns whether a card there is in play.
    pub fn in_play(self) -> bool {
        !matches!(self, At::Zone { .. } | At::Playing)
    }
}

/// An attack, or the retaliation in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AttackRef {
    pub id: u32,
    pub back: bool,
}

pub(crate) fn card(thing: Thing) -> Option<CardRef> {
    match thing {
        Thing::Card(card) => Some(card),
        Thing::Space(_) => None,
    }
}

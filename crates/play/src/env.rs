//! The environment in which an ability resolves.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::event::Ev;
use crate::thing::{AbilityId, AttackRef, BlockId, CardRef, Player, Space, Thing, Things, WatchId};

/// What a slot has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slot {
    pub slot: u32,
    pub things: Things,
    /// From a choice, an event or a repetition: `other` leaves it out.
    pub chosen: bool,
    /// The slot from which it was chosen.
    pub among: Option<u32>,
    /// What each player found.
    pub by: Option<Box<[Things; 2]>>,
}

/// What an action of an ability did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Done {
    Removed,
    Discarded,
    Drawn,
    Revealed,
    Damaged,
}

/// The environment in which an ability resolves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Env {
    pub this: CardRef,
    pub ability: AbilityId,
    pub controller: Player,
    pub actor: Player,
    /// The player whose turn it is in something that is done for each player.
    pub each: Option<Player>,
    pub event: Option<Ev>,
    /// The damage that would be dealt: its moment, and its place there.
    pub pending: Option<(u32, u16)>,
    pub attack: Option<AttackRef>,
    pub space: Option<Space>,
    pub slots: SmallVec<[Slot; 2]>,
    pub x: Option<u32>,
    pub done: Vec<(Done, CardRef)>,
    /// The abilities that caused it.
    pub causes: Vec<(CardRef, AbilityId)>,
    /// The card was negated: nothing more of it resolves.
    pub stopped: bool,
}

impl Env {
    pub fn new(this: CardRef, ability: AbilityId, controller: Player) -> Env {
        Env {
            this,
            ability,
            controller,
            actor: controller,
            each: None,
            event: None,
            pending: None,
            attack: None,
            space: None,
            slots: SmallVec::new(),
            x: None,
            done: Vec::new(),
            causes: Vec::new(),
            stopped: false,
        }
    }

    pub fn slot(&self, slot: u32) -> Option<&Slot> {
        self.slots.iter().find(|found| found.slot == slot)
    }

    /// What the slot has, for the player whose turn it is.
    pub fn things(&self, slot: u32) -> &[Thing] {
        match (self.slot(slot), self.each) {
            (Some(Slot { by: Some(by), .. }), Some(player)) => &by[usize::from(player)],
            (Some(found), _) => &found.things,
            (None, _) => &[],
        }
    }

    /// Takes a thing out of all slots.
    pub fn forget(&mut self, thing: Thing) {
        for things in self.lists() {
            things.retain(|other| *other != thing);
        }
    }

    /// Puts a thing in the place of another in all slots.
    pub fn renew(&mut self, old: Thing, new: Thing) {
        for thing in self.lists().flat_map(|things| things.iter_mut()) {
            if *thing == old {
                *thing = new;
            }
        }
    }

    fn lists(&mut self) -> impl Iterator<Item = &mut Things> {
        self.slots.iter_mut().flat_map(|slot| {
            let by = slot.by.iter_mut().flat_map(|by| by.iter_mut());
            std::iter::once(&mut slot.things).chain(by)
        })
    }

    pub fn fill(
        &mut self,
        slot: u32,
        things: Things,
        chosen: bool,
        among: Option<u32>,
        first: Player,
    ) {
        let at = match self.slots.iter().position(|found| found.slot == slot) {
            Some(at) => at,
            None => {
                self.slots.push(Slot {
                    slot,
                    things: Things::new(),
                    chosen,
                    among,
                    by: None,
                });
                self.slots.len() - 1
            }
        };
        let found = &mut self.slots[at];
        match self.each {
            Some(player) => {
                let by = found.by.get_or_insert_with(Default::default);
                by[usize::from(player)] = things;
                let [a, b] = [first, 1 - first].map(|player| by[usize::from(player)].clone());
                found.things = a.into_iter().chain(b).collect();
            }
            None => {
                found.things = things;
                found.by = None;
            }
        }
    }
}

/// A trigger that has to resolve.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trigger {
    pub watch: WatchId,
    pub env: Box<Env>,
    /// The block of a delayed effect.
    pub block: Option<BlockId>,
}

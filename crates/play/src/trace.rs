//! Coverage of the cards in a game: the abilities that did something, and the results of the conditions that were
//! tested.

use std::cell::Cell;

use crate::table::{AbilityId, CondId, Table};

/// The abilities and conditions of a table that were reached.
#[derive(Clone, Debug)]
pub struct Trace {
    abilities: Vec<Cell<bool>>,
    /// For each condition, whether it was ever not met, and whether it was ever met.
    conditions: Vec<Cell<[bool; 2]>>,
}

impl Trace {
    pub fn new(table: &Table) -> Trace {
        Trace {
            abilities: vec![Cell::new(false); table.abilities.len()],
            conditions: vec![Cell::new([false; 2]); table.conds.len()],
        }
    }

    /// Returns whether a step of the ability was executed, or a change that it makes while its card is in play was
    /// counted.
    pub fn resolved(&self, ability: AbilityId) -> bool {
        self.abilities.get(ability as usize).is_some_and(Cell::get)
    }

    /// Returns whether the condition was ever tested and not met, and whether it was ever tested and met.
    pub fn tested(&self, condition: CondId) -> [bool; 2] {
        self.conditions
            .get(condition as usize)
            .map_or([false; 2], Cell::get)
    }

    pub(crate) fn resolves(&self, ability: AbilityId) {
        if let Some(reached) = self.abilities.get(ability as usize) {
            reached.set(true);
        }
    }

    pub(crate) fn tests(&self, condition: CondId, met: bool) {
        if let Some(tested) = self.conditions.get(condition as usize) {
            let mut both = tested.get();
            both[usize::from(met)] = true;
            tested.set(both);
        }
    }
}

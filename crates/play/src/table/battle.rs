//! What a battle adds to the table: the definitions of stacks, walls and skills.

use smol_str::SmolStr;

use super::{Def, Table};
use crate::rules::battle::Battle;
use crate::thing::{AbilityId, DefId};

impl Table {
    /// Returns whether a definition is one that the rules of a battle make: of stacks, walls and skills.
    pub(crate) fn is_of_battle(&self, def: DefId) -> bool {
        self.battle().is_some() && def >= self.stack
    }

    /// Adds the definition of what the rules make of cards that lie one under the other. Its numbers are 0: what changes
    /// them is added to those of the cards.
    pub(super) fn add_stack(&mut self, battle: &Battle) {
        self.stack = self.defs.len() as DefId;
        let numbers = self.attribute_types.iter();
        let numbers = numbers.filter(|(_, of)| of.contains(&battle.stack));
        let walls = SmolStr::new_static("walls");
        self.defs.push(Def {
            numbers: numbers.map(|(id, _)| (id.clone(), 0)).collect(),
            traits: vec![battle.stack.clone()],
            ..Def::new(
                battle.stack.clone(),
                battle.stack.clone(),
                battle.stack.clone(),
            )
        });
        self.defs
            .push(Def::new(walls.clone(), walls.clone(), walls));
    }

    /// Adds the cards that leaders bring as skills, with the abilities that hold at first.
    pub(super) fn add_skills(&mut self, battle: &Battle) {
        let Some(skills) = &battle.skills else { return };
        for def in self.defs.clone() {
            let mut abilities = def.abilities.clone();
            abilities.retain(|id| self.ability(*id).heading == skills.heading);
            if abilities.is_empty() {
                continue;
            }
            let mask = |mask: u32, id: &AbilityId| mask | self.ability(*id).static_mask;
            let mut skill = def.clone();
            skill.static_mask = abilities.iter().fold(0, mask);
            skill.abilities = abilities;
            self.skills
                .insert(def.name.clone(), self.defs.len() as DefId);
            self.defs.push(skill);
        }
    }

    /// The id of a kind of attack of a battle by its place in the rules.
    pub fn attack_kind(&self, place: u8) -> Option<&str> {
        let kinds = &self.battle()?.roll_over.kinds;
        kinds.keys().nth(usize::from(place)).map(SmolStr::as_str)
    }

    /// The battle of the game, if it has one.
    pub fn battle(&self) -> Option<&Battle> {
        self.rules.procedures.battle.as_deref()
    }
}

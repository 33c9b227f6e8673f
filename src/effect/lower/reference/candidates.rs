//! Everything that a noun could refer to.

use crate::effect::lower::types::{Mention, Thing, slot_of};
use smol_str::SmolStr;

use super::super::ctx::Scope;
use crate::effect::ir::{ChosenNoun, Reference};

impl Scope<'_> {
    /// The things named before that a noun fits, each once: chosen ones only, never `this unit`,
    /// `the target` or `the attacker`, which have words of their own.
    pub fn candidates(&self, noun: &str, many: bool) -> Vec<Mention> {
        let mut found: Vec<Mention> = Vec::new();
        for mention in &self.mentions {
            let chosen = matches!(mention.reference, Reference::Chosen { .. });
            if !chosen || mention.many != many || self.is_counted(mention) {
                continue;
            }
            if self.fits_noun(&mention.thing, noun)
                && !found
                    .iter()
                    .any(|known| slot_of(&known.reference) == slot_of(&mention.reference))
            {
                found.push(mention.clone());
            }
        }
        if found.iter().any(|mention| !self.is_elsewhere(mention)) {
            found.retain(|mention| !self.is_elsewhere(mention));
        }
        // `each of those units` are no others than those.
        let slots: Vec<Option<u32>> = found.iter().map(|one| slot_of(&one.reference)).collect();
        found.retain(|mention| !(mention.again && slots.contains(&mention.part_of)));
        // A card of any type could be a unit too, but what was called a unit is meant first.
        let typed =
            |mention: &Mention| !matches!(&mention.thing, Thing::Card(types) if types.is_empty());
        if found.iter().any(typed) && !matches!(noun, "card" | "cards") {
            found.retain(typed);
        }
        found
    }

    /// Whether what is lowered now says how many of it there are, so that it cannot be meant there.
    pub(super) fn is_counted(&self, mention: &Mention) -> bool {
        self.counting.as_ref() == Some(&mention.at)
    }

    /// Whether something was chosen only where what is lowered now is not done.
    pub(super) fn is_elsewhere(&self, mention: &Mention) -> bool {
        slot_of(&mention.reference).is_some_and(|slot| self.elsewhere.contains(&slot))
    }

    /// Whether something was chosen before where a condition held.
    pub(super) fn is_perhaps(&self, mention: &Mention) -> bool {
        slot_of(&mention.reference).is_some_and(|slot| self.perhaps.contains(&slot))
    }

    /// Whether nobody knows what it is.
    pub(super) fn is_uncertain(&self, mention: &Mention) -> bool {
        let slot = slot_of(&mention.reference);
        let mut uncertain = self.uncertain.iter();
        uncertain.any(|(unknown, ..)| Some(*unknown) == slot)
    }

    pub fn fits_noun(&self, thing: &Thing, noun: &str) -> bool {
        let noun = noun.to_lowercase();
        let named = |types: &[SmolStr]| {
            let known = &self.symbols.game.card_types;
            let is_called = |id: &SmolStr| known.get(id).is_some_and(|one| one.is_called(&noun));
            types.iter().any(is_called)
        };
        match thing {
            // What is of one type or another has no other name for both.
            Thing::OnMap(types) => {
                named(types) || types.len() > 1 && matches!(noun.as_str(), "card" | "cards")
            }
            Thing::Card(types) => {
                matches!(noun.as_str(), "card" | "cards") || types.is_empty() || named(types)
            }
            Thing::Space => matches!(noun.as_str(), "space" | "spaces"),
            Thing::Attack => noun == "attack",
            Thing::Zone => false,
        }
    }

    /// Everything that `that …` could mean where it is to mean this.
    pub fn named_alike(&self, mention: &Mention) -> Vec<Mention> {
        let Reference::Chosen { named, .. } = &mention.reference else {
            return Vec::new();
        };
        let noun = match &**named {
            ChosenNoun::Card { type_: Some(id) } => self
                .symbols
                .game
                .card_types
                .get(id)
                .map_or(id.as_str(), |card_type| card_type.name.as_str()),
            ChosenNoun::Card { type_: None } => "card",
            ChosenNoun::Space => "space",
            ChosenNoun::Zone => return Vec::new(),
        };
        self.candidates(noun, mention.many)
    }
}

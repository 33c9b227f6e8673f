//! Finds the possible antecedents of a noun.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{Antecedent, EntityKind, slot_of};
use smol_str::SmolStr;

use super::super::ctx::LowerCtx;
use crate::effect::ir::{ChosenNoun, Reference};
use crate::effect::lists::lists;

impl LowerCtx<'_> {
    /// Returns the distinct earlier mentions that match a noun. Only chosen things are included: `this unit`, `the
    /// target` and `the attacker` have words of their own.
    pub fn candidates(&self, cx: ClauseCtx<'_>, noun: &str, many: bool) -> Vec<Antecedent> {
        let mut found: Vec<Antecedent> = Vec::new();
        for mention in self.discourse.mentions() {
            let chosen = matches!(mention.reference, Reference::Chosen { .. });
            if !chosen || mention.many != many || self.is_counted(cx, mention) {
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
        // `each of those units` and `those units` are the same units.
        let slots: Vec<Option<u32>> = found.iter().map(|one| slot_of(&one.reference)).collect();
        found.retain(|mention| !(mention.again && slots.contains(&mention.part_of)));
        // A card of any type could be a unit, but a mention that was called a unit takes precedence.
        let typed = |mention: &Antecedent| !matches!(&mention.thing, EntityKind::Card(types) if types.is_empty());
        if found.iter().any(typed) && !matches!(noun, "card" | "cards") {
            found.retain(typed);
        }
        found
    }

    /// Returns whether the quantity of a mention is currently lowered: the quantity cannot refer to its own mention.
    pub(super) fn is_counted(&self, cx: ClauseCtx<'_>, mention: &Antecedent) -> bool {
        cx.counting == Some(&mention.at)
    }

    /// Returns whether a mention was chosen only in a branch that excludes the current one.
    pub(super) fn is_elsewhere(&self, mention: &Antecedent) -> bool {
        slot_of(&mention.reference).is_some_and(|slot| self.discourse.is_of_other_branch(slot))
    }

    /// Returns whether a mention was chosen only if an earlier condition was true.
    pub(super) fn is_perhaps(&self, mention: &Antecedent) -> bool {
        slot_of(&mention.reference).is_some_and(|slot| self.discourse.is_conditional(slot))
    }

    /// Returns whether it is unknown which thing a mention is.
    pub(super) fn is_uncertain(&self, mention: &Antecedent) -> bool {
        let slot = slot_of(&mention.reference);
        let mut uncertain = self.discourse.doubts().iter();
        uncertain.any(|(unknown, ..)| Some(*unknown) == slot)
    }

    pub fn fits_noun(&self, thing: &EntityKind, noun: &str) -> bool {
        let noun = noun.to_lowercase();
        let named = |types: &[SmolStr]| {
            let known = &self.env.symbols.game.card_types;
            let is_called = |id: &SmolStr| known.get(id).is_some_and(|one| one.is_called(&noun));
            types.iter().any(is_called)
        };
        match thing {
            // Things of several types have no common noun except `card`.
            EntityKind::OnMap(types) => {
                named(types) || types.len() > 1 && matches!(noun.as_str(), "card" | "cards")
            }
            EntityKind::Card(types) => {
                matches!(noun.as_str(), "card" | "cards") || types.is_empty() || named(types)
            }
            EntityKind::Space => matches!(noun.as_str(), "space" | "spaces"),
            EntityKind::Attack => lists().attack_nouns.contains(&noun.as_str()),
            EntityKind::Zone => false,
        }
    }

    /// Returns everything that `that …` could refer to if it is used for this mention.
    pub fn named_alike(&self, cx: ClauseCtx<'_>, mention: &Antecedent) -> Vec<Antecedent> {
        let Reference::Chosen { named, .. } = &mention.reference else {
            return Vec::new();
        };
        let noun = match &**named {
            ChosenNoun::Card { type_: Some(id) } => self
                .env
                .symbols
                .game
                .card_types
                .get(id)
                .map_or(id.as_str(), |card_type| card_type.name.as_str()),
            ChosenNoun::Card { type_: None } => "card",
            ChosenNoun::Space => "space",
            ChosenNoun::Zone => return Vec::new(),
        };
        self.candidates(cx, noun, mention.many)
    }
}

//! Resolves `it` and `them`, or reports why they are ambiguous.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{
    Antecedent, EntityKind, PastAction, PronounConstraint, UnboundReason, slot_of,
};
use std::ops::Range;

use smol_str::SmolStr;

use super::super::ctx::LowerCtx;
use crate::effect::ir::Reference;

impl LowerCtx<'_> {
    /// Returns the antecedent among candidates: the only candidate, a candidate that was chosen from all the others
    /// (unless more things are to be chosen), or the subject of a condition.
    pub(super) fn meant<'m>(
        &self,
        cx: ClauseCtx<'_>,
        found: &'m [Antecedent],
    ) -> Option<&'m Antecedent> {
        match found {
            [one] => Some(one),
            [others @ .., last] if !cx.picks_from => {
                let of_last = |mention: &Antecedent| last.part_of == slot_of(&mention.reference);
                others
                    .iter()
                    .all(of_last)
                    .then_some(last)
                    .filter(|_| last.part_of.is_some())
                    .or_else(|| self.asked_of(found))
            }
            _ => None,
        }
    }

    /// Resolves `them`: the last mention of several things.
    pub(super) fn them(&mut self, cx: ClauseCtx<'_>, at: Range<usize>) -> Option<Reference> {
        let clause = self.discourse.clause();
        let is_last = |mention: &&Antecedent| {
            mention.many && mention.clause <= clause && !self.is_counted(cx, mention)
        };
        let Some(last) = self.discourse.mentions().iter().rfind(is_last).cloned() else {
            return self.not_one(cx, "them", Vec::new(), at);
        };
        let same =
            |mention: &&Antecedent| last.again && slot_of(&mention.reference) == last.part_of;
        let last = self
            .discourse
            .mentions()
            .iter()
            .find(same)
            .cloned()
            .unwrap_or(last);
        // The canonical text needs an unambiguous name for the antecedent.
        let named = self.named_alike(cx, &last);
        match self.meant(cx, &named) {
            Some(meant) if slot_of(&meant.reference) != slot_of(&last.reference) => {
                self.not_one(cx, "them", named, at)
            }
            None if named.len() > 1 => self.not_one(cx, "them", named, at),
            _ => Some(last.reference),
        }
    }

    /// Resolves `it`: the only candidate in its clause, or else in the nearest earlier clause with candidates.
    pub fn it(
        &mut self,
        cx: ClauseCtx<'_>,
        at: Range<usize>,
        words: &str,
        fits: impl Fn(&EntityKind) -> bool,
    ) -> Option<Reference> {
        let needs = cx.needs;
        // Things that the verb cannot apply to are skipped, unless there is nothing else.
        let object = needs.is_some_and(PronounConstraint::of_object);
        let or_else = needs.is_some_and(PronounConstraint::is_soft);
        let nothing_else = or_else
            && !self
                .discourse
                .mentions()
                .iter()
                .any(|mention| !mention.many && self.satisfies(cx, needs, mention));
        let needs = needs.filter(|_| !nothing_else);
        // The doer of an action is skipped if there is another candidate.
        let not_it = cx.not_it.filter(|doer| {
            let other = |mention: &Antecedent| {
                !mention.many && mention.reference != **doer && self.satisfies(cx, needs, mention)
            };
            self.discourse.mentions().iter().any(other)
        });
        let may_be = |scope: &Self, mention: &Antecedent| {
            !(mention.many || mention.plural)
                && not_it != Some(&mention.reference)
                && mention.at.end <= at.start
                && fits(&mention.thing)
                && scope.satisfies(cx, needs, mention)
                && !scope.is_counted(cx, mention)
        };
        let here = |mention: &&Antecedent| !self.is_elsewhere(mention);
        let any_here = self
            .discourse
            .mentions()
            .iter()
            .filter(here)
            .any(|one| may_be(self, one));
        let mut found: Vec<Antecedent> = Vec::new();
        for clause in (0..=self.discourse.clause()).rev() {
            // In `each unit adjacent to your hero … its`, `its` may refer to each unit, so the hero is not a certain
            // antecedent.
            if !(object && clause == self.discourse.clause())
                && self.stands_within_several(cx, clause, &at, needs)
            {
                break;
            }
            for mention in self.discourse.mentions() {
                if mention.clause == clause
                    && may_be(self, mention)
                    && !(any_here && self.is_elsewhere(mention))
                    && !found
                        .iter()
                        .any(|known| known.reference == mention.reference)
                {
                    found.push(mention.clone());
                }
            }
            match found.as_slice() {
                [] => continue,
                // `it` may be the card that is paid, or what it is paid for, so earlier clauses are searched too.
                [one]
                    if self.discourse.cost_clause() == Some(clause)
                        && clause > 0
                        && (cx.infinitive || matches!(one.thing, EntityKind::Card(_))) => {}
                [one] => {
                    if let Some(other) = self.another_whose_number(cx, one, needs, &at) {
                        return self.not_one(cx, words, vec![one.clone(), other], at);
                    }
                    if let Some(other) = self.asked_of_as_well(cx, one, needs, &at) {
                        return self.not_one(cx, words, vec![other, one.clone()], at);
                    }
                    // `Choose a unit, then deal 1 damage to this unit. It gains …`: an author would repeat
                    // `this unit`.
                    let this = |one: &Antecedent| matches!(one.reference, Reference::This { .. });
                    let chosen = self.discourse.mentions().iter().rfind(|mention| {
                        matches!(mention.reference, Reference::Chosen { .. })
                            && mention.clause < clause
                            && may_be(self, mention)
                            && !self.is_elsewhere(mention)
                    });
                    if let Some(chosen) =
                        chosen.filter(|_| this(one) && clause < self.discourse.clause())
                    {
                        return self.not_one(cx, words, vec![chosen.clone(), one.clone()], at);
                    }
                    // `If you control 2 locations, deal 1 damage to an enemy unit. Put it …`: the last thing may not
                    // exist, so an earlier, certain one is also a candidate.
                    if self.is_perhaps(one) && clause < self.discourse.clause() {
                        let surely = self.discourse.mentions().iter().rfind(|mention| {
                            matches!(mention.reference, Reference::Chosen { .. })
                                && mention.clause < clause
                                && may_be(self, mention)
                                && !self.is_elsewhere(mention)
                                && !self.is_perhaps(mention)
                                && !self.is_uncertain(mention)
                        });
                        if let Some(surely) = surely {
                            return self.not_one(cx, words, vec![surely.clone(), one.clone()], at);
                        }
                    }
                    return self.it_is(cx, one.clone(), at, words);
                }
                _ => {
                    // `If this unit is adjacent to an enemy unit, deal 1 damage to it`: an author would write
                    // `this unit` again.
                    let named =
                        |one: &Antecedent| !matches!(one.reference, Reference::Chosen { .. });
                    return match self.asked_of(&found).cloned() {
                        Some(one) if !(object && named(&one)) => self.it_is(cx, one, at, words),
                        _ => self.not_one(cx, words, found, at),
                    };
                }
            }
        }
        match found.as_slice() {
            [paid] => self.it_still_is(cx, paid.clone(), at, words),
            _ => self.not_one(cx, words, Vec::new(), at),
        }
    }

    /// Returns a second candidate for the owner of a number: `Remove a friendly unit from the map to deal damage to the
    /// enemy hero equal to its attack`. If two things have the number, the antecedent is certain only if it was named
    /// again.
    pub(super) fn another_whose_number(
        &self,
        cx: ClauseCtx<'_>,
        one: &Antecedent,
        needs: Option<&PronounConstraint>,
        at: &Range<usize>,
    ) -> Option<Antecedent> {
        let said = |mention: &&Antecedent| mention.reference == one.reference;
        let repeated = self.discourse.mentions().iter().filter(said).count() > 1;
        let was_it = self.discourse.last_it();
        // In `this unit gains attack equal to its attack`, `its` may still be a different thing.
        let named_again = repeated && matches!(one.reference, Reference::Chosen { .. });
        if !cx.whose_number || named_again || was_it.is_some_and(|(_, was)| said(&was)) {
            return None;
        }
        let other = |mention: &&Antecedent| {
            let has_numbers = match &mention.thing {
                EntityKind::OnMap(_) => self.is_fighter(&mention.thing),
                // An earlier condition tested whether the card is of a type with numbers.
                EntityKind::Card(types) if types.is_empty() => {
                    was_it.is_some_and(|(_, was)| was.reference == mention.reference)
                }
                EntityKind::Card(types) => self.on_map(types),
                EntityKind::Space | EntityKind::Attack | EntityKind::Zone => false,
            };
            !mention.many
                && (matches!(mention.reference, Reference::Chosen { .. }) || !repeated)
                && mention.clause < one.clause
                && mention.at.end <= at.start
                && mention.reference != one.reference
                && has_numbers
                && self.satisfies(cx, needs, mention)
        };
        self.discourse.mentions().iter().rfind(other).cloned()
    }

    /// Returns a second candidate for the subject of a condition: `If the target is *undead*, draw a card. If it is
    /// *living*, …`. Conditions are rarely about a card that was only drawn, and two conditions in a row usually have
    /// the same subject.
    pub(super) fn asked_of_as_well(
        &self,
        cx: ClauseCtx<'_>,
        one: &Antecedent,
        needs: Option<&PronounConstraint>,
        at: &Range<usize>,
    ) -> Option<Antecedent> {
        let looked_at = matches!(one.done, Some(PastAction::Discarded | PastAction::Revealed));
        if !cx.in_condition_subject || !matches!(one.thing, EntityKind::Card(_)) {
            return None;
        }
        // A condition does not test a property that the card always has.
        let anyway = |types: &[SmolStr]| match needs {
            Some(PronounConstraint::Type(asked)) => {
                !types.is_empty() && types.iter().all(|id| asked.contains(id))
            }
            _ => false,
        };
        let other = |mention: &&Antecedent| {
            let EntityKind::OnMap(types) = &mention.thing else {
                return false;
            };
            let again = self.discourse.previous_condition_subject() == Some(&mention.reference);
            (again || !looked_at)
                && !(mention.many || mention.plural)
                && mention.reference != one.reference
                && mention.at.end <= at.start
                && !self.is_elsewhere(mention)
                && !anyway(types)
                && self.satisfies(cx, needs, mention)
        };
        self.discourse.mentions().iter().rfind(other).cloned()
    }

    /// Accepts an antecedent if it has an unambiguous name, which the canonical text uses.
    pub(super) fn it_is(
        &mut self,
        cx: ClauseCtx<'_>,
        one: Antecedent,
        at: Range<usize>,
        words: &str,
    ) -> Option<Reference> {
        let named = self.named_alike(cx, &one);
        let of_one = |meant: &Antecedent| slot_of(&meant.reference) == slot_of(&one.reference);
        match named.len() < 2 || self.meant(cx, &named).is_some_and(of_one) {
            true => self.it_still_is(cx, one, at, words),
            false => self.not_one(cx, words, named, at),
        }
    }

    /// Checks that every `it` of a sentence refers to the same thing, unless another thing was named in between.
    pub(super) fn it_still_is(
        &mut self,
        cx: ClauseCtx<'_>,
        one: Antecedent,
        at: Range<usize>,
        words: &str,
    ) -> Option<Reference> {
        if let Some((before, was)) = self.discourse.last_it()
            && was.reference != one.reference
            && one.at.end <= before.start
        {
            let both = vec![was.clone(), one];
            return self.not_one(cx, words, both, at);
        }
        let reference = one.reference.clone();
        self.discourse.refer(at, one);
        Some(reference)
    }

    /// Returns the subject of the current condition, if the other candidates are inside the condition: `If that unit is
    /// adjacent to another unit, deal 2 damage to it`.
    pub(super) fn asked_of<'m>(&self, found: &'m [Antecedent]) -> Option<&'m Antecedent> {
        let (subject, condition) = self.discourse.condition_subject()?;
        let is_subject = |one: &&Antecedent| match slot_of(subject) {
            None => one.reference == *subject,
            slot => slot_of(&one.reference) == slot,
        };
        let (same, others): (Vec<_>, Vec<_>) = found.iter().partition(is_subject);
        let fights = |one: &Antecedent| self.is_fighter(&one.thing);
        let within = |one: &Antecedent| {
            condition.start <= one.at.start
                && one.at.end <= condition.end
                && same.iter().all(|subject| fights(subject) == fights(one))
        };
        others
            .into_iter()
            .all(within)
            .then(|| same.first().copied())
            .flatten()
    }

    /// Returns whether the candidates are inside a phrase of several things that may also be the antecedent.
    pub(super) fn stands_within_several(
        &self,
        cx: ClauseCtx<'_>,
        clause: usize,
        at: &Range<usize>,
        needs: Option<&PronounConstraint>,
    ) -> bool {
        let several = |mention: &&Antecedent| {
            mention.clause == clause
                && mention.many
                && mention.at.end <= at.start
                && self.satisfies(cx, needs, mention)
        };
        // Counted things are never `it`, and this card is known even outside the phrase.
        let counted = |several: &Antecedent| {
            let slot = slot_of(&several.reference);
            self.discourse.doubts().iter().any(|(uncertain, _, why)| {
                Some(*uncertain) == slot && *why == UnboundReason::AskedFor
            })
        };
        let this = |one: &Antecedent| matches!(one.reference, Reference::This { .. });
        self.discourse
            .mentions()
            .iter()
            .filter(several)
            .any(|several| {
                self.discourse.mentions().iter().any(|one| {
                    let told_apart = one.many || (this(one) && counted(several));
                    let known = clause < self.discourse.clause() && self.is_known_before(one);
                    one.clause == clause
                        && !told_apart
                        && !known
                        && one.at != several.at
                        && several.at.start <= one.at.start
                        && one.at.end <= several.at.end
                })
            })
    }

    /// Returns whether something was chosen in an earlier clause.
    pub(super) fn is_known_before(&self, one: &Antecedent) -> bool {
        let slot = slot_of(&one.reference);
        let before = |mention: &Antecedent| {
            mention.clause < one.clause && slot_of(&mention.reference) == slot
        };
        slot.is_some() && self.discourse.mentions().iter().any(before)
    }
}

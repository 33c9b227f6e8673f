//! Rejects references to things that may not have been chosen. The order of choices within an effect is checked after
//! lowering (`effect/check/binding_order.rs`).

use crate::diagnostic::{self, Code, Diagnostic};
use crate::effect::ir::{
    At, Condition, Effect, Node, Pick, Place, Reference, Selector, Test, visit_condition,
    visit_effects,
};
use crate::effect::lower::ctx::LowerCtx;
use crate::effect::lower::types::{Antecedent, UnboundReason, slots_of};

impl LowerCtx<'_> {
    /// Marks the objects of a condition as uncertain: several things may satisfy it.
    pub(in crate::effect::lower) fn only_asked_for(&mut self, condition: &Condition) {
        // At most one thing is on a space.
        if let Test::Is {
            what, not: false, ..
        } = &condition.test
            && what.places.iter().any(is_one_space)
        {
            return;
        }
        let certain = beneath_one(condition);
        visit_condition(condition, &mut |node, _| {
            if let Node::Selector(Selector {
                pick: Pick::Any { slot, .. },
                span,
            }) = node
                && !certain.contains(slot)
            {
                self.discourse.doubt(*slot, *span, UnboundReason::AskedFor);
            }
        });
    }

    /// Marks the origin of a place as uncertain: several things may match its filter.
    pub(in crate::effect::lower) fn only_near(&mut self, place: &Place) {
        let near = match place {
            Place::Adjacent { to: near, .. }
            | Place::Within { of: near, .. }
            | Place::Beyond { from: near, .. }
            | Place::SameRow { as_: near }
            | Place::SameColumn { as_: near }
            | Place::On { what: near }
            | Place::Behind { what: near }
            | Place::Under { what: near } => near,
            Place::Row { .. } | Place::Area => return,
        };
        if let Pick::Any { slot, .. } = near.pick {
            self.discourse.doubt(slot, near.span, UnboundReason::Near);
        }
    }

    /// Rejects `If a friendly unit is damaged, … that unit`: if several are damaged, `that unit` is ambiguous.
    pub(in crate::effect::lower) fn is_a_certain_one(
        &mut self,
        reference: &Reference,
        at: std::ops::Range<usize>,
    ) -> Option<()> {
        let (Reference::Chosen { slot, .. } | Reference::FirstChosen { slot, .. }) = reference
        else {
            return Some(());
        };
        let Some((_, before, why)) = self.discourse.doubts().iter().find(|(one, ..)| one == slot)
        else {
            return Some(());
        };
        let (message, label, help) = match why {
            UnboundReason::AskedFor => (
                "ambiguous: several may match, and the condition chooses none of them",
                "several may match this",
                "describe it where it is used (`Remove 1 damage from a friendly ‹acting› with damage.`), or choose one \
                 first: `Choose a friendly ‹acting›. If that ‹acting› is damaged, …`",
            ),
            UnboundReason::EachTime => (
                "ambiguous: it is chosen again each time, and this comes after the last time",
                "chosen each time",
                "move this into the sentence that begins with `For each …`, or with `3 times, …`",
            ),
            UnboundReason::Near => (
                "ambiguous: several may match, and none of them was chosen",
                "there may be several of these",
                "choose it first, then describe the others: `Choose a friendly ‹acting›. Deal 1 damage to each enemy \
                 ‹acting› adjacent to that ‹acting›.`",
            ),
        };
        let finding = self
            .finding(Code::TwoReadings, at, message, "ambiguous reference")
            .label(diagnostic::Place::Text(before.range()), label)
            .help(help);
        self.report(finding)
    }

    /// Rejects `while they …` about several things: it may apply to each of them alone, or to all together.
    pub fn asked_of_each(&mut self, condition: &Condition) -> Option<()> {
        let mut several = None;
        visit_condition(condition, &mut |node, _| {
            if let Node::Selector(Selector {
                pick:
                    Pick::Known {
                        is: Reference::Chosen { many: true, .. },
                    },
                span,
            }) = node
            {
                several.get_or_insert(*span);
            }
        });
        several.map_or(Some(()), |at| self.of_each_or_all(at))
    }

    fn of_each_or_all<T>(&mut self, at: At) -> Option<T> {
        self.report(each_or_together(at))
    }

    /// Rejects `Friendly units gain +1 attack for each enemy unit adjacent to them`: adjacent to each, or to any of
    /// them?
    pub(in crate::effect::lower) fn each_by_itself(&mut self, effect: &Effect) -> Option<()> {
        if !self.discourse.mentions().iter().any(|mention| mention.many) {
            return Some(());
        }
        let mut several = Vec::new();
        let mut again = Vec::new();
        visit_effects(std::slice::from_ref(effect), &mut |node, path| {
            if let (Node::Selector(selector), Some(Node::Action(_))) = (node, path.last()) {
                several.extend(match &selector.pick {
                    Pick::Known {
                        is: Reference::Chosen { slot, .. },
                    } => Some(*slot),
                    pick => pick.slot(),
                });
            }
            // `for each of those units` counts all of them, which is unambiguous.
            let counted = matches!(path.last(), Some(Node::Filter(_)));
            let measured = !counted
                && path
                    .iter()
                    .any(|outer| matches!(outer, Node::Place(_) | Node::Amount(_)));
            if let Node::Reference(Reference::Chosen {
                slot, many: true, ..
            }) = node
                && measured
            {
                again.push(*slot);
            }
        });
        let Some(slot) = again.into_iter().find(|slot| several.contains(slot)) else {
            return Some(());
        };
        let is_it = |mention: &&Antecedent| matches!(mention.reference, Reference::Chosen { slot: known, .. } if known == slot);
        let named = self.discourse.mentions().iter().rfind(is_it);
        let at = named.map_or(effect.span.range(), |named| named.at.clone());
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: each of them alone, or all of them together?",
                "the effect applies to several",
            )
            .help(
                "write it for each one: `For each friendly ‹acting›, that ‹acting› gains +1 attack for each enemy \
                 ‹acting› adjacent to it.`",
            );
        self.report(finding)
    }

    /// Marks the slots that a loop fills anew in each iteration.
    pub(in crate::effect::lower) fn chosen_each_time(&mut self, effects: &[Effect]) {
        self.discourse.doubt_each_time(&slots_of(effects));
    }
}

/// Returns the slots of the ground below a single known thing. A thing is on at most one ground.
fn beneath_one(condition: &Condition) -> Vec<u32> {
    let Test::Is {
        who,
        what,
        not: false,
    } = &condition.test
    else {
        return Vec::new();
    };
    match &who.pick {
        Pick::Known { is } if !matches!(is, Reference::Chosen { many: true, .. }) => {}
        _ => return Vec::new(),
    }
    let on = what.places.iter().filter_map(|place| match place {
        Place::On { what } => what.pick.slot(),
        _ => None,
    });
    on.collect()
}

/// Returns whether a place is on one known space.
fn is_one_space(place: &Place) -> bool {
    match place {
        Place::On { what } => match &what.pick {
            Pick::Known { is } => !matches!(is, Reference::Chosen { many: true, .. }),
            _ => false,
        },
        _ => false,
    }
}

/// Reports that a text may be about each of several things alone, or about all of them together.
pub(in crate::effect) fn each_or_together(at: At) -> Diagnostic<diagnostic::Place> {
    Diagnostic::new(
        Code::TwoReadings,
        diagnostic::Place::Text(at.range()),
        "ambiguous: each of them alone, or all of them together?",
        "several things; some may match",
    )
    .help("describe them directly: `Friendly ‹actings› adjacent to this ‹acting› gain +1 attack.`")
}

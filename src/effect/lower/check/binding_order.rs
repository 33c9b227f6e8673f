//! Checks references to things that are chosen too late or perhaps never. A condition is evaluated before the choices
//! of its effect, and each branch of a condition makes its own choices.

use crate::diagnostic::{self, Code};
use crate::effect::ir::{
    Action, At, Condition, Effect, Node, Pick, Place, Reference, Selector, Test, visit_condition,
    visit_effects,
};
use crate::effect::lower::ctx::LowerCtx;
use crate::effect::lower::types::{Antecedent, UnboundReason};

impl LowerCtx<'_> {
    /// Rejects an `unless` condition that refers to a choice of its own effect: the condition is evaluated first.
    pub fn asked_before(&mut self, condition: &Condition, effects: &[Effect]) -> Option<()> {
        let chosen = slots_of(effects);
        let mut late = None;
        visit_condition(condition, &mut |node, path| {
            if let Node::Reference(Reference::Chosen { slot, many, .. }) = node
                && chosen.contains(slot)
            {
                late.get_or_insert((place_in(path, condition), *many));
            }
        });
        match late {
            None => Some(()),
            Some((at, true)) => self.of_each_or_all(at),
            Some((at, false)) => {
                let finding = self
                    .finding(
                        Code::UnboundReference,
                        at.range(),
                        "this is used before it is chosen",
                        "nothing is chosen yet when `unless` is checked",
                    )
                    .help(
                        "describe it where it is chosen (`a friendly ‹acting› without a size token`), or choose it \
                         first: `Choose a friendly ‹acting›. Increase 1 that ‹acting› unless it has a size token.`",
                    );
                self.report(finding)
            }
        }
    }

    /// Marks the objects of a condition as uncertain: any number of them may satisfy it.
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
                self.discourse
                    .uncertain
                    .push((*slot, *span, UnboundReason::AskedFor));
            }
        });
    }

    /// Marks the origin of a place as uncertain: any thing that matches the filter is enough.
    pub(in crate::effect::lower) fn only_near(&mut self, place: &Place) {
        let near = match place {
            Place::Adjacent { to: near, .. }
            | Place::Within { of: near, .. }
            | Place::Beyond { from: near, .. }
            | Place::SameRow { as_: near }
            | Place::SameColumn { as_: near }
            | Place::On { what: near }
            | Place::Behind { what: near } => near,
            Place::Row { .. } | Place::Area => return,
        };
        if let Pick::Any { slot, .. } = near.pick {
            self.discourse
                .uncertain
                .push((slot, near.span, UnboundReason::Near));
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
        let Some((_, before, why)) = self
            .discourse
            .uncertain
            .iter()
            .find(|(one, ..)| one == slot)
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
                "move this into the sentence that begins with `For each …`",
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
        let finding = self
            .finding(
                Code::TwoReadings,
                at.range(),
                "ambiguous: each of them alone, or all of them together?",
                "several things; some may match",
            )
            .help("describe them directly: `Friendly ‹actings› adjacent to this ‹acting› gain +1 attack.`");
        self.report(finding)
    }

    /// Rejects `Friendly units gain +1 attack for each enemy unit adjacent to them`: adjacent to each, or to any of
    /// them?
    pub(in crate::effect::lower) fn each_by_itself(&mut self, effect: &Effect) -> Option<()> {
        if !self.discourse.mentions.iter().any(|mention| mention.many) {
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
        let named = self.discourse.mentions.iter().rfind(is_it);
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
        let slots = slots_of(effects);
        for mention in &self.discourse.mentions {
            if let Reference::Chosen {
                slot, many: false, ..
            } = &mention.reference
                && slots.contains(slot)
            {
                let at = At::new(mention.at.clone());
                self.discourse
                    .uncertain
                    .push((*slot, at, UnboundReason::EachTime));
            }
        }
    }

    /// Rejects an alternative that refers to a choice of the other: `Deal 2 damage to an enemy unit or move it 1 step`.
    pub fn chosen_in_either(&mut self, first: &[Effect], next: &Effect) -> Option<()> {
        let Some(at) = first_use(&slots_of(first), std::slice::from_ref(next)) else {
            return Some(());
        };
        let finding = self
            .finding(
                Code::UnboundReference,
                at.range(),
                "this is chosen only in the other alternative",
                "nothing is chosen here",
            )
            .help("choose it first: `Choose an enemy ‹acting›. Deal 2 damage to that ‹acting› or move that ‹acting› 1 \
                step.`");
        self.report(finding)
    }

    /// Rejects a reference in `Otherwise` to something that is chosen only in the `If` branch.
    pub fn chosen_in_both(&mut self, chosen: &[u32], otherwise: &[Effect]) -> Option<()> {
        let Some(at) = first_use(chosen, otherwise) else {
            return Some(());
        };
        let finding = self
            .finding(
                Code::UnboundReference,
                at.range(),
                "this is chosen only when `Otherwise` does not happen",
                "nothing is chosen here",
            )
            .help("name it again, for example `an enemy ‹acting›`, or choose it before the `If`: `Choose an enemy \
                ‹acting›. If …`");
        self.report(finding)
    }
}

/// Returns the span of the first use of one of these slots.
fn first_use(chosen: &[u32], effects: &[Effect]) -> Option<At> {
    let mut first = None;
    visit_effects(effects, &mut |node, path| {
        if let Node::Reference(Reference::Chosen { slot, .. }) = node
            && chosen.contains(slot)
        {
            let at = path.iter().rev().find_map(place_of);
            first = first.or(at);
        }
    });
    first
}

/// Returns the slots that these effects fill.
pub fn slots_of(effects: &[Effect]) -> Vec<u32> {
    let mut slots = Vec::new();
    visit_effects(effects, &mut |node, _| {
        slots.extend(match node {
            Node::Selector(selector) => selector.pick.slot(),
            Node::Action(Action::Draw { slot, .. }) => Some(*slot),
            _ => None,
        });
    });
    slots
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

/// Returns the innermost span in a path.
fn place_in(path: &[Node<'_>], condition: &Condition) -> At {
    path.iter()
        .rev()
        .find_map(place_of)
        .unwrap_or(condition.span)
}

fn place_of(node: &Node<'_>) -> Option<At> {
    match node {
        Node::Selector(Selector { span, .. })
        | Node::Condition(Condition { span, .. })
        | Node::Effect(Effect { span, .. }) => Some(*span),
        _ => None,
    }
}

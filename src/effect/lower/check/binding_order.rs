//! References to what is chosen too late, or perhaps never: conditions ask before, the other branch of a condition
//! chooses for itself.

use crate::diagnostic::{self, Code};
use crate::effect::ir::{
    Action, At, Condition, Effect, Node, Pick, Place, Reference, Selector, Test, visit_condition,
    visit_effects,
};
use crate::effect::lower::ctx::Scope;
use crate::effect::lower::types::{Mention, Uncertain};

impl Scope<'_> {
    /// `unless it …` is asked before anything happens, so that what is only chosen then is not known.
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
                        "this is asked before it is chosen",
                        "nothing is chosen yet when `unless` is asked",
                    )
                    .help(
                        "say it where it is chosen (`a friendly unit without a size token`), or choose it before: \
                         `Choose a friendly unit. Increase 1 that unit unless it has a size token.`",
                    );
                self.report(finding)
            }
        }
    }

    /// Notes that these were only asked for, so that any number of them may be so.
    pub(in crate::effect::lower) fn only_asked_for(&mut self, condition: &Condition) {
        // There is one at most on a space.
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
                self.uncertain.push((*slot, *span, Uncertain::AskedFor));
            }
        });
    }

    /// Notes that something is described as near these, of which any is enough.
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
            self.uncertain.push((slot, near.span, Uncertain::Near));
        }
    }

    /// `If a friendly unit is damaged, … that unit`: of several that are damaged, nothing says which.
    pub(in crate::effect::lower) fn is_a_certain_one(
        &mut self,
        reference: &Reference,
        at: std::ops::Range<usize>,
    ) -> Option<()> {
        let (Reference::Chosen { slot, .. } | Reference::FirstChosen { slot, .. }) = reference
        else {
            return Some(());
        };
        let Some((_, before, why)) = self.uncertain.iter().find(|(one, ..)| one == slot) else {
            return Some(());
        };
        let (message, label, help) = match why {
            Uncertain::AskedFor => (
                "it is not said which one: several may be so, and they are only asked for",
                "this may be so of several",
                "say it of those that are meant (`Remove 1 damage from a friendly unit with damage.`), or choose one before: \
                 `Choose a friendly unit. If that unit is damaged, …`",
            ),
            Uncertain::EachTime => (
                "it is not said which one: it is chosen again each time, and this stands behind all of them",
                "chosen each time",
                "say it in the sentence that begins with `For each …`",
            ),
            Uncertain::Near => (
                "it is not said which one: nobody chose one, and any that fits was enough",
                "there may be several of these",
                "choose it first, and describe the others by it: `Choose a friendly unit. Deal 1 damage to each enemy unit \
                 adjacent to that unit.`",
            ),
        };
        let finding = self
            .finding(Code::TwoReadings, at, message, "which of them?")
            .label(diagnostic::Place::Text(before.range()), label)
            .help(help);
        self.report(finding)
    }

    /// What is said of several `while they …` could hold for each by itself, or for all together.
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
                "it is not said whether each of them is asked by itself, or all together",
                "several, of which some may fit",
            )
            .help("say it of those that are meant: `Friendly units adjacent to this unit gain +1 attack.`");
        self.report(finding)
    }

    /// `Friendly units gain +1 attack for each enemy unit adjacent to them`: to each of them, or to any of all?
    pub(in crate::effect::lower) fn each_by_itself(&mut self, effect: &Effect) -> Option<()> {
        if !self.mentions.iter().any(|mention| mention.many) {
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
            // `for each of those units` counts them all.
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
        let is_it = |mention: &&Mention| matches!(mention.reference, Reference::Chosen { slot: known, .. } if known == slot);
        let named = self.mentions.iter().rfind(is_it);
        let at = named.map_or(effect.span.range(), |named| named.at.clone());
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "it is not said whether this is about each of them by itself, or about all together",
                "several, to which this is done",
            )
            .help(
                "speak of each by itself: `For each friendly unit, that unit gains +1 attack for each enemy unit adjacent \
                 to it.`",
            );
        self.report(finding)
    }

    /// Notes that a loop filled these again and again.
    pub(in crate::effect::lower) fn chosen_each_time(&mut self, effects: &[Effect]) {
        let slots = slots_of(effects);
        for mention in &self.mentions {
            if let Reference::Chosen {
                slot, many: false, ..
            } = &mention.reference
                && slots.contains(slot)
            {
                let at = At::new(mention.at.clone());
                self.uncertain.push((*slot, at, Uncertain::EachTime));
            }
        }
    }

    /// `Deal 2 damage to an enemy unit or move it 1 step`: who moves has chosen no unit for the damage.
    pub fn chosen_in_either(&mut self, first: &[Effect], next: &Effect) -> Option<()> {
        let Some(at) = first_use(&slots_of(first), std::slice::from_ref(next)) else {
            return Some(());
        };
        let finding = self
            .finding(
                Code::UnboundReference,
                at.range(),
                "this is chosen only where the other of the two is done",
                "nothing is chosen here",
            )
            .help("choose it before: `Choose an enemy unit. Deal 2 damage to that unit or move that unit 1 step.`");
        self.report(finding)
    }

    /// `Otherwise` does not know what is chosen only where its `If` is met.
    pub fn chosen_in_both(&mut self, chosen: &[u32], otherwise: &[Effect]) -> Option<()> {
        let Some(at) = first_use(chosen, otherwise) else {
            return Some(());
        };
        let finding = self
            .finding(
                Code::UnboundReference,
                at.range(),
                "this is chosen only where `Otherwise` does not come about",
                "nothing is chosen here",
            )
            .help("name it again, as `an enemy unit`, or choose it before the `If`: `Choose an enemy unit. If …`");
        self.report(finding)
    }
}

/// Where one of these is first spoken of.
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

/// What these effects choose.
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

/// What one known thing is asked to stand on: there is one at most.
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

/// Whether a place is a certain space.
fn is_one_space(place: &Place) -> bool {
    match place {
        Place::On { what } => match &what.pick {
            Pick::Known { is } => !matches!(is, Reference::Chosen { many: true, .. }),
            _ => false,
        },
        _ => false,
    }
}

/// The innermost place that a path names.
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

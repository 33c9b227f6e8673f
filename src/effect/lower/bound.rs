//! References to what is chosen too late, or perhaps never: conditions ask before, the other branch of a condition
//! chooses for itself.

use super::scope::Scope;
use crate::diagnostic::Code;
use crate::effect::ir::{
    Action, At, Condition, Effect, Node, Pick, Reference, Selector, visit_condition, visit_effects,
};

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

    /// `Otherwise` does not know what is chosen only where its `If` is met.
    pub fn chosen_in_both(&mut self, chosen: &[u32], otherwise: &[Effect]) -> Option<()> {
        let mut never = None;
        visit_effects(otherwise, &mut |node, path| {
            if let Node::Reference(Reference::Chosen { slot, .. }) = node
                && chosen.contains(slot)
            {
                let at = path.iter().rev().find_map(place_of);
                never = never.or(at);
            }
        });
        let Some(at) = never else {
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

//! References to what is chosen too late, or perhaps never: conditions ask before, the other branch of a condition
//! chooses for itself.

use super::scope::{Scope, Thing};
use crate::diagnostic::Code;
use crate::effect::ir::{
    Action, At, Condition, Effect, Filter, Node, Noun, Pick, Reference, Selector, visit_condition,
    visit_effects,
};

impl Scope<'_> {
    /// `you may play spells …`: one of them, some, or all at once?
    pub(super) fn how_many_of_them(&mut self, action: &Action, optional: bool) -> Option<()> {
        let what = match action {
            Action::Play { what, .. }
            | Action::Discard { what, .. }
            | Action::Spend { what, .. }
            | Action::Ready { what, .. }
            | Action::TakeControl { what, .. }
            | Action::Reveal { what, .. }
            | Action::Return { what, .. }
            | Action::Put { what, .. }
            | Action::Attack { whom: what, .. } => what,
            _ => return Some(()),
        };
        let at = what.span.range();
        // Nobody would do it with all of these without being told so.
        let always = matches!(
            action,
            Action::Discard { .. }
                | Action::Spend { .. }
                | Action::Ready { .. }
                | Action::TakeControl { .. }
                | Action::Return { .. }
                | Action::Put { .. }
        );
        if !(self.infinitive || optional || always) || self.bare.as_ref() != Some(&at) {
            return Some(());
        }
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "it is not said how many: one of them, any number, or all of them at once?",
                "a number or an article is missing here",
            )
            .help("write `a …`, `any number of …` or `each …`");
        self.report(finding)
    }

    /// `Put a card into your hand`: out of which? Behind `Look at the top 3 cards of your deck`, a card in play is
    /// not what anybody would mean.
    pub(super) fn says_from_where(&mut self, action: &Action) -> Option<()> {
        if matches!(action, Action::Look { .. } | Action::Reveal { .. }) {
            self.looked_at = true;
        }
        let (what, put) = match action {
            Action::Put { what, .. } | Action::Return { what, .. } => (what, true),
            Action::Choose { what } => (what, false),
            _ => return Some(()),
        };
        let (Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. }) =
            &what.pick
        else {
            return Some(());
        };
        let looked_at = self.looked_at;
        let in_play = from.side.is_some() || !from.places.is_empty() || !from.states.is_empty();
        // `Choose a unit` speaks of the map.
        let on_map = !put && from.noun != Noun::default();
        let said = from.zone.is_some() || from.among.is_some() || in_play || on_map;
        let anything = **from == Filter::default() && put;
        if !anything && (said || !looked_at) {
            return Some(());
        }
        let finding = self
            .finding(
                Code::CannotApply,
                what.span.range(),
                "it is not said where it is taken from",
                "from where?",
            )
            .help(match looked_at {
                true => "write `one of them`, `a unit from among those cards`, or `from your hand`",
                false => "write `from your hand`, `from your discard pile`, or name the type of a card in play",
            });
        self.report(finding)
    }

    /// What is being played is not on the map yet, so that nothing can be done to it there.
    pub(super) fn there_by_then(&mut self, effect: &Effect) -> Option<()> {
        let played = |reference: &Reference| {
            self.mentions.iter().any(|mention| {
                mention.played
                    && matches!(mention.thing, Thing::OnMap(_))
                    && matches!((&mention.reference, reference),
                        (Reference::Chosen { slot, .. }, Reference::Chosen { slot: named, .. }) if slot == named)
            })
        };
        let gone = |reference: &Reference| match (&self.gone, reference) {
            (Some(Reference::Chosen { slot, .. }), Reference::Chosen { slot: named, .. }) => {
                slot == named
            }
            (Some(gone), named) => gone == named,
            (None, _) => false,
        };
        let mut at = None;
        let mut gone_at = None;
        visit_effects(std::slice::from_ref(effect), &mut |node, path| {
            let Node::Reference(reference) = node else {
                return;
            };
            // What is measured from it is measured from where it was.
            if let [.., Node::Action(action), Node::Selector(selector)] = path
                && is_done_on_map(action)
                && gone(reference)
            {
                gone_at.get_or_insert(selector.span);
            }
            let there = match path {
                _ if path.iter().any(|outer| matches!(outer, Node::Place(_))) => true,
                [.., Node::Action(action), Node::Selector(_)] => is_done_on_map(action),
                _ => false,
            };
            if there && played(reference) {
                let selector = path.iter().rev().find_map(|outer| match outer {
                    Node::Selector(selector) => Some(selector.span),
                    _ => None,
                });
                at = at.or(selector);
            }
        });
        if let Some(gone) = gone_at {
            let finding = self
                .finding(
                    Code::CannotApply,
                    gone.range(),
                    "this has left the map by then, so this would do nothing",
                    "not there any more",
                )
                .help("write `If … would be removed from the map, … instead`, or return it, or put it somewhere");
            return self.report(finding);
        }
        let Some(at) = at else { return Some(()) };
        let finding = self
            .finding(
                Code::CannotApply,
                at.range(),
                "what is being played is not on the map yet, so this would do nothing",
                "not there when this happens",
            )
            .help("write `After …` in place of `When …`, or `When … is placed`, which is when it stands on the map");
        self.report(finding)
    }

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

/// Whether an action is about things of the map as they stand there.
fn is_done_on_map(action: &Action) -> bool {
    matches!(
        action,
        Action::DealDamage { .. }
            | Action::DivideDamage { .. }
            | Action::RemoveDamage { .. }
            | Action::MoveDamage { .. }
            | Action::DoubleDamage { .. }
            | Action::Increase { .. }
            | Action::Decrease { .. }
            | Action::MoveTokens { .. }
            | Action::Move { .. }
            | Action::Swap { .. }
            | Action::Attack { .. }
            | Action::PlaceMarks { .. }
            | Action::RemoveMarks { .. }
            | Action::Activate { .. }
            | Action::RemoveFromMap { .. }
            | Action::TakeControl { .. }
            | Action::PlaceTokens { .. }
            | Action::RemoveTokens { .. }
    )
}

//! Checks that things are on the map when an effect applies to them.

use crate::diagnostic::Code;
use crate::effect::ir::{
    Action, At, Duration, Effect, Node, Pick, Reference, Selector, What, visit_effects,
};
use crate::effect::lower::ctx::LowerCtx;
use crate::effect::lower::types::EntityKind;
use crate::effect::lower::verbs::{Flag, Verb};
use crate::game::HeadingForm;

impl LowerCtx<'_> {
    /// Rejects an effect on something that is not on the map at that time.
    pub(in crate::effect::lower) fn check_on_map(&mut self, effect: &Effect) -> Option<()> {
        if let What::Act { action } = &effect.what
            && self.ability.attack_over
            && changes_attack(effect, action)
        {
            return self.attack_is_over(effect.span);
        }
        if self.discourse.removed().is_empty()
            && !self
                .discourse
                .mentions()
                .iter()
                .any(|mention| mention.played)
        {
            return Some(());
        }
        let mut not_yet = None;
        let mut gone = None;
        visit_effects(std::slice::from_ref(effect), &mut |node, path| {
            let Node::Reference(reference) = node else {
                return;
            };
            let measured = path.iter().any(|outer| matches!(outer, Node::Place(_)));
            let done_to = match path {
                [.., Node::Action(action), Node::Selector(selector)]
                    if Verb::is_of(action, Flag::DoneOnMap) =>
                {
                    Some(selector.span)
                }
                _ => None,
            };
            let said_of = match path {
                [.., Node::Action(action), Node::Selector(selector)]
                    if Verb::is_of(action, Flag::SaidOnMap) =>
                {
                    Some(selector.span)
                }
                _ => None,
            };
            // A distance from a removed thing is measured from its last place.
            if !measured && self.is_gone(reference) {
                gone = gone.or(done_to).or(said_of);
            }
            if (measured || done_to.is_some()) && self.is_being_played(reference) {
                let selector = path.iter().rev().find_map(|outer| match outer {
                    Node::Selector(selector) => Some(selector.span),
                    _ => None,
                });
                not_yet = not_yet.or(selector);
            }
        });
        if let Some(at) = gone {
            return self.not_there_any_more(at);
        }
        match not_yet {
            Some(at) => self.not_on_map_yet(at),
            None => Some(()),
        }
    }

    /// Returns whether a reference refers to a thing that is still being played. The text's own card counts as present.
    fn is_being_played(&self, reference: &Reference) -> bool {
        self.discourse.mentions().iter().any(|mention| {
            mention.played
                && matches!(mention.thing, EntityKind::OnMap(_))
                && mention.reference != self.this()
                && is_same(&mention.reference, reference)
        })
    }

    pub(in crate::effect::lower) fn is_gone(&self, reference: &Reference) -> bool {
        self.discourse
            .removed()
            .iter()
            .any(|gone| is_same(gone, reference))
    }

    /// Records what these effects take off the map, and what they put back.
    pub(in crate::effect::lower) fn track_removals(&mut self, effects: &[Effect]) {
        for effect in effects {
            let action = match &effect.what {
                What::Act { action } => &**action,
                What::Then { effects } => {
                    self.track_removals(effects);
                    continue;
                }
                _ => continue,
            };
            let reference = |what: &Selector| match &what.pick {
                Pick::Known { is } => Some(is.clone()),
                _ => self.mentioned_at(&what.span.range()),
            };
            match action {
                Action::RemoveFromMap { what } | Action::Return { what, .. } => {
                    self.discourse.remove(reference(what));
                }
                Action::Place { what, .. } => {
                    let back = reference(what);
                    self.discourse.keep_removed(|gone| {
                        !back.as_ref().is_some_and(|back| is_same(gone, back))
                    });
                }
                _ => {}
            }
        }
    }

    fn not_there_any_more<T>(&mut self, at: At) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at.range(),
                "no effect: it has already left the map",
                "no longer there",
            )
            .help(match self.discourse.is_gone_by_event() {
                true => "write `If … would be removed from the map, … instead`, or return it, or put it somewhere",
                false => "write this before the effect that takes it off the map, or remove this",
            });
        self.report(finding)
    }

    fn attack_is_over<T>(&mut self, at: At) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at.range(),
                "no effect: the attack is already over",
                "this comes too late",
            )
            .help("write `When …` instead of `After …`: the effect then applies during the attack");
        self.report(finding)
    }

    fn not_on_map_yet<T>(&mut self, at: At) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at.range(),
                "no effect: the card being played is not on the map yet",
                "not there yet",
            )
            .help(match self.env.heading.is_some_and(|heading| heading.form == HeadingForm::Event) {
                true => "write `… is placed`: it is on the map then",
                false => "write `After …` instead of `When …`, or `When … is placed`: it is on the map then",
            });
        self.report(finding)
    }
}

/// Returns whether two references refer to the same thing, even if they use different words.
fn is_same(one: &Reference, other: &Reference) -> bool {
    match (one, other) {
        (Reference::Chosen { slot, .. }, Reference::Chosen { slot: named, .. }) => slot == named,
        (one, other) => one == other,
    }
}

/// Returns whether an action changes the attack of the event.
fn changes_attack(effect: &Effect, action: &Action) -> bool {
    if !Verb::is_of(action, Flag::OfAttack) {
        return action.is_of_attack() || action.time() == Some(&Duration::EndOfAttack);
    }
    let mut changes = false;
    visit_effects(std::slice::from_ref(effect), &mut |node, path| {
        if let (Node::Reference(Reference::ThatAttack), [.., Node::Action(of), Node::Selector(_)]) =
            (node, path)
        {
            changes |= std::ptr::eq(*of, action);
        }
    });
    changes
}

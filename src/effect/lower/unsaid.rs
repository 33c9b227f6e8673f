//! What a text leaves open: how many, and from where.

use super::scope::Scope;
use crate::diagnostic::Code;
use crate::effect::ir::{Action, Filter, Noun, Pick};

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
}

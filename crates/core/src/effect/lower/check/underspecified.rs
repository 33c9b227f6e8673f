//! Checks for missing quantities and origins.

use crate::diagnostic::{Code, Place, Safety};
use crate::effect::ir::{Action, Filter, Noun, Owner, Pick, Player, Selector, Zone};
use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::ctx::LowerCtx;

impl LowerCtx<'_> {
    /// Rejects `you may play spells …`: one of them, some, or all of them?
    pub(in crate::effect::lower) fn how_many_of_them(
        &mut self,
        cx: ClauseCtx<'_>,
        action: &Action,
        optional: bool,
    ) -> Option<()> {
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
        // For these actions, a bare plural never means "all".
        let always = matches!(
            action,
            Action::Discard { .. }
                | Action::Spend { .. }
                | Action::Ready { .. }
                | Action::TakeControl { .. }
                | Action::Return { .. }
                | Action::Put { .. }
        );
        if !(cx.infinitive || optional || always) || !self.discourse.is_bare_plural(&at) {
            return Some(());
        }
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "missing quantity: one of them, any number, or all at once?",
                "missing number or article",
            )
            .help("write `a …`, `any number of …` or `each …`");
        self.report(finding)
    }

    /// Rejects `Reveal the top 3 cards of your deck. Discard each spell.`: from those cards, or from the hand?
    pub(in crate::effect::lower) fn not_of_those_shown(&mut self, what: &Selector) -> Option<()> {
        let (Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. }) =
            &what.pick
        else {
            return Some(());
        };
        let (Some(shown), Some(zone)) = (self.discourse.several_shown(), &from.zone) else {
            return Some(());
        };
        let anything = Filter {
            zone: Some(zone.clone()),
            ..Filter::default()
        };
        let one = matches!(&what.pick, Pick::Choose { .. } | Pick::Random { .. });
        if shown.as_ref() == Some(zone) || one && **from == anything {
            return Some(());
        }
        let end = what.span.range().end;
        let zone = self.zone_words(zone);
        let finding = self
            .finding(
                Code::TwoReadings,
                what.span.range(),
                format!("ambiguous: from the cards that were shown, or from {zone}?"),
                "missing origin",
            )
            .help(format!(
                "write `among those cards` or `from {zone}` after it"
            ))
            .fix(
                Safety::Unsafe,
                "write `among those cards` after it",
                Place::Text(end..end),
                " among those cards",
            );
        self.report(finding)
    }

    /// Rejects `Put a card into your hand` without an origin, and records which cards were looked at. After `Look at
    /// the top 3 cards of your deck`, a card in play is not a plausible origin.
    pub(in crate::effect::lower) fn says_from_where(&mut self, action: &Action) -> Option<()> {
        let shown = match action {
            Action::Look { what, .. } => Some((Player::You, what)),
            Action::Reveal { who, what, .. } => Some((*who, what)),
            _ => None,
        };
        if let Some((who, what)) = shown {
            self.discourse.look();
            let one = match &what.pick {
                Pick::Choose { count, .. } => count.is_one(),
                Pick::Random { count, .. }
                | Pick::Stack { count, .. }
                | Pick::Pile { count, .. } => count.value() == Some(1),
                Pick::Known { is } => !self.thing_of_reference(is).1,
                Pick::Each { .. } | Pick::Any { .. } | Pick::Zone { .. } => false,
            };
            if !one {
                self.discourse.show_several(match &what.pick {
                    Pick::Zone { zone, .. } => Some(Zone {
                        zone: zone.zone.clone(),
                        of: match (zone.of, who) {
                            (Owner::Actor, Player::You) => Owner::You,
                            (Owner::Actor, Player::Opponent) => Owner::Opponent,
                            (of, _) => of,
                        },
                    }),
                    _ => None,
                });
            }
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
        let looked_at = self.discourse.looked_at();
        let in_play = from.side.is_some() || !from.places.is_empty() || !from.states.is_empty();
        // `Choose a unit` refers to the map.
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
                "it is unclear where this is taken from",
                "missing origin",
            )
            .help(match looked_at {
                true => "write `one of them`, `a ‹acting› from among those cards`, or `from your hand`",
                false => "write `from your hand`, `from your discard pile`, or name the type of a card in play",
            });
        self.report(finding)
    }
}

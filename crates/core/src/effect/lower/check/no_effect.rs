//! Rejects contradictions and effects that do nothing: a thing that acts on itself, a card that moves to where it is.

use crate::effect::lower::ctx::LowerCtx;
use crate::effect::lower::types::EntityKind;
use std::ops::Range;

use crate::diagnostic::{Code, Place, Safety};
use crate::effect::ir::{self, Filter, Owner, Pick, Reference, Selector, Side, Zone};
use crate::game::CardPlace;

impl LowerCtx<'_> {
    /// Rejects an action of a thing on itself.
    pub fn not_itself(&mut self, one: &Selector, other: &Selector, verb: &str) -> Option<()> {
        if !is_same_one(one, other) {
            return Some(());
        }
        let named = match &self.env.attached {
            Some(EntityKind::Space) => "the attached space".to_owned(),
            Some(_) => self.reference_words(&Reference::AttachedUnit),
            None => format!("this {}", self.this_type().replace('_', " ")),
        };
        let at = other.span.range();
        let on_map = self.env.attached.is_some()
            || self.place_of_type(&self.env.bearer.card_type) == CardPlace::Map;
        let finding = self
            .finding(
                Code::Contradiction,
                at.clone(),
                format!("nothing {verb} itself"),
                "the same thing again",
            )
            .label(Place::Text(one.span.range()), "it was named here");
        let finding = match (&one.pick, at.len() == "it".len()) {
            (Pick::Known { .. }, true) => finding.help(
                "`it` is the last thing that was named; name the other one, for example `that ‹acting›`",
            ),
            (Pick::Known { .. }, false) => finding.help("name a different one"),
            _ if on_map => finding.fix(
                Safety::Unsafe,
                format!("write `{named}`"),
                Place::Text(at),
                named,
            ),
            _ => finding.help(format!(
                "write `{named}`, or name a different one"
            )),
        };
        self.report(finding)
    }

    /// Rejects places that are measured from the thing itself.
    pub fn not_by_itself(&mut self, who: &Selector, places: &[ir::Place]) -> Option<()> {
        for place in places {
            let (from, verb) = match place {
                ir::Place::Adjacent { to, .. } => (to, "is adjacent to"),
                ir::Place::On { what } => (what, "is on"),
                ir::Place::Within { of, .. } => (of, "is at a distance from"),
                ir::Place::Beyond { from, .. } => (from, "is at a distance from"),
                ir::Place::SameRow { as_ } | ir::Place::SameColumn { as_ } => {
                    (as_, "is in line with")
                }
                ir::Place::Behind { what } => (what, "is behind"),
                ir::Place::Under { what } => (what, "is under"),
                ir::Place::Row { .. } | ir::Place::Area => continue,
            };
            self.not_itself(who, from, verb)?;
        }
        Some(())
    }

    /// Rejects `Place this unit on a space adjacent to it`, where `it` resolves to the placed thing itself.
    pub fn not_beside_itself(&mut self, what: &Selector, places: &[ir::Place]) -> Option<()> {
        for place in places {
            if let ir::Place::Adjacent { to: from, .. } | ir::Place::Within { of: from, .. } = place
                && from.span.range().len() == "it".len()
            {
                if matches!(what.pick, Pick::Choose { .. }) && is_same_one(what, from) {
                    return self.beside_itself(what, from);
                }
                self.not_itself(what, from, "is placed next to")?;
            }
        }
        Some(())
    }

    /// Rejects `Place an enemy unit on a vacant space adjacent to it`: `it` may also refer to this card.
    fn beside_itself<T>(&mut self, what: &Selector, from: &Selector) -> Option<T> {
        let at = from.span.range();
        let mut finding = self
            .finding(
                Code::TwoReadings,
                at.clone(),
                "ambiguous: \"it\" may be the placed card itself",
                "the origin is unclear",
            )
            .label(Place::Text(what.span.range()), "it was named here");
        let here = match self.place_of_type(&self.env.bearer.card_type) == CardPlace::Map {
            true => Some(format!("this {}", self.this_type().replace('_', " "))),
            false => None,
        };
        let itself = match self.thing_of(what) {
            EntityKind::OnMap(types) => types.first().map(|one| format!("that {one}")),
            _ => None,
        };
        for by in itself.into_iter().chain(here) {
            let title = format!("write `{by}`");
            finding = finding.fix(Safety::Unsafe, title, Place::Text(at.clone()), by);
        }
        self.report(finding)
    }

    /// Rejects gaining control of what the player already controls, and losing control of what the player does not
    /// control.
    pub fn changes_side(&mut self, what: &Selector, not: Side, message: &str) -> Option<()> {
        let from = match &what.pick {
            Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. } => from,
            _ => return Some(()),
        };
        if from.side != Some(not) {
            return Some(());
        }
        let finding = self
            .finding(
                Code::Contradiction,
                what.span.range(),
                message,
                "nothing changes",
            )
            .help("name one of the other side, or remove `friendly` or `enemy`");
        self.report(finding)
    }

    /// Rejects moving cards to where they already are.
    pub fn goes_elsewhere(&mut self, what: &Selector, to: &Zone) -> Option<()> {
        let (zone, owner) = match &what.pick {
            Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. } => {
                (from.zone.as_ref(), belongs_to(from))
            }
            Pick::Stack { zone, .. } => (Some(zone), Some(zone.of)),
            Pick::Known { is } => (None, self.discourse.owner_of(is)),
            _ => (None, None),
        };
        let owner = owner.or(self.owner_of_pick(&what.pick));
        self.goes_to_its_owner(owner, to, what.span.range())?;
        let ordered = self
            .env
            .symbols
            .game
            .term("zones", &to.zone)
            .is_some_and(|term| term.ordered);
        if zone != Some(to) || ordered {
            return Some(());
        }
        let words = self.zone_words(to);
        let finding = self
            .finding(
                Code::Contradiction,
                what.span.range(),
                format!("a card in {words} is already there"),
                "this moves to where it is",
            )
            .help("name a different place to move it from or to");
        self.report(finding)
    }

    /// Rejects moving a card to the hand, deck or discard pile of a player who does not own it.
    pub fn goes_to_its_owner(
        &mut self,
        from: Option<Owner>,
        to: &Zone,
        at: Range<usize>,
    ) -> Option<()> {
        let (Some(from), Owner::You | Owner::Opponent) = (from, to.of) else {
            return Some(());
        };
        if from == to.of {
            return Some(());
        }
        let label = match from {
            Owner::You | Owner::Opponent => "a card of the other player",
            Owner::Owner | Owner::Actor => "may be a card of the other player",
        };
        let owners = Zone {
            zone: to.zone.clone(),
            of: Owner::Owner,
        };
        let (words, owners) = (self.zone_words(to), self.zone_words(&owners));
        let finding = self
            .finding(
                Code::Contradiction,
                at,
                format!("this card goes to its owner, never to {words}"),
                label,
            )
            .help(format!(
                "write `{owners}`, or name a card of the other player"
            ));
        self.report(finding)
    }

    /// Returns whose card a selector finds, where its words do not say it: a thing of either player, or one of those
    /// that were named before.
    fn owner_of_pick(&self, pick: &Pick) -> Option<Owner> {
        match pick {
            Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. } => {
                match &from.among {
                    Some(those) => self.discourse.owner_of(those),
                    None => self.either_player(from),
                }
            }
            Pick::Zone { zone, .. } => Some(zone.of),
            Pick::Known { is } => match is {
                Reference::This { .. } => Some(Owner::You),
                Reference::Target | Reference::Attacker | Reference::AttachedUnit => {
                    Some(Owner::Owner)
                }
                _ => None,
            },
            Pick::Any { .. } | Pick::Stack { .. } | Pick::Pile { .. } => None,
        }
    }

    /// Returns the owner of things on the map that may be those of either player.
    pub fn either_player(&self, from: &Filter) -> Option<Owner> {
        let ir::Noun::Card { types } = &from.noun else {
            return None;
        };
        let is_open = from.side.is_none() && from.zone.is_none() && from.among.is_none();
        (is_open && self.on_map(types)).then_some(Owner::Owner)
    }
}

/// Returns the owner of the hand, deck or discard pile that matching cards go to, if known.
pub(in crate::effect::lower) fn belongs_to(from: &Filter) -> Option<Owner> {
    match (&from.zone, from.side) {
        (Some(zone), _) => Some(zone.of),
        // A card may be on the side of a player who does not own it; it goes to its owner all the same.
        (None, Some(Side::Enemy)) => Some(Owner::Opponent),
        (None, Some(Side::Friendly)) => Some(Owner::You),
        (None, None) => None,
    }
}

/// Returns whether two selectors name the same single thing.
fn is_same_one(one: &Selector, other: &Selector) -> bool {
    match (&one.pick, &other.pick) {
        (
            _,
            Pick::Known {
                is: Reference::Chosen { many: true, .. },
            },
        ) => false,
        (Pick::Known { is }, Pick::Known { is: same }) => is == same,
        (
            pick,
            Pick::Known {
                is: Reference::Chosen { slot, .. },
            },
        ) => pick.slot() == Some(*slot),
        _ => false,
    }
}

//! Cards that leave play, and what is remembered of them.

use crate::facts::kind;
use crate::run::Run;
use crate::state::{At, CardIx, CardRef, Done, Entry, Last, Thing};

use crate::event::Goal;

impl<'t> Run<'t, '_> {
    /// A card as it is now.
    pub fn snapshot(&self, card: CardRef) -> Last {
        let numbers = self
            .t
            .attribute_types
            .keys()
            .map(|attribute| self.number_of(card, attribute, false).unwrap_or(i32::MIN))
            .collect();
        let it = self.card(card.card);
        let host = match it.at {
            At::OnCard(host) => Some(self.s.reference(host)),
            _ => None,
        };
        Last {
            card,
            as_: it.clone(),
            space: self.card_space(card.card),
            host,
            numbers,
            round: self.s.round,
        }
    }

    /// Remembers a card that leaves play.
    pub fn remember(&mut self, card: CardRef) {
        let last = self.snapshot(card);
        self.s.last.retain(|other| other.card != card);
        self.s.last.push(last);
    }

    /// Sends a card to a zone of its owner.
    pub fn leave(&mut self, card: CardRef, to: Goal, done: &mut Vec<(Done, CardRef)>) {
        self.touch();
        let to = self.goal(card.card, to);
        let it = self.card(card.card);
        let from = it.at;
        if from.in_play() && matches!(from, At::Map(_)) && self.never_leaves(card.card) {
            return;
        }
        if !matches!(from, At::Zone { .. }) {
            // From now on it is another thing than the one whose cost was changed.
            for change in &mut self.s.changes {
                if self.t.acts[change.act as usize].kind == kind::COST {
                    change.env.forget(Thing::Card(card));
                }
            }
        }
        if from.in_play() {
            self.remember(card);
            self.take_out(card.card, None);
            self.s.play.retain(|other| *other != card.card);
            self.s
                .tokens
                .retain(|tokens| tokens.on != Thing::Card(card));
            let it = Thing::Card(card);
            for change in &mut self.s.changes {
                if self.t.acts[change.act as usize].kind != kind::PREVENT {
                    change.things.retain(|thing| *thing != it);
                }
            }
            if matches!(from, At::Map(_)) {
                self.s.journal.push(Entry::Removed(card));
                done.push((Done::Removed, card));
            }
        } else {
            self.lift(card.card);
        }
        let owner = self.card(card.card).owner;
        let it = self.card_mut(card.card);
        it.at = At::Zone {
            zone: to.zone,
            of: owner,
        };
        it.controller = owner;
        it.face_up = true;
        it.turned = false;
        it.uses = 0;
        it.size = 0;
        it.damage = 0;
        it.marks = 0;
        it.copy = None;
        it.laid = None;
        it.passing = false;
        let place = self.zone_place(to.zone, owner);
        let zone = &mut self.s.zones[place];
        if to.bottom {
            zone.insert(0, card.card);
        } else {
            zone.push(card.card);
        }
    }

    pub fn never_leaves(&self, card: CardIx) -> bool {
        let def = self.def(card);
        def.site || def.leader && self.t.battle().is_none()
    }
}

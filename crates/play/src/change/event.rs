//! The events of a change.

use smallvec::SmallVec;

use crate::run::Run;
use crate::state::{At, NONE, Thing};

use crate::event::{Change, Ev, EvKind, How};
use crate::frame::Happen;

impl<'t> Run<'t, '_> {
    /// The events of a change, as they are before it, and those that are asked after it.
    pub fn events_of(
        &self,
        change: &Change,
        undone: bool,
        happen: &Happen,
    ) -> (SmallVec<[Ev; 3]>, SmallVec<[Ev; 2]>) {
        let mut before: SmallVec<[Ev; 3]> = SmallVec::new();
        let mut later: SmallVec<[Ev; 2]> = SmallVec::new();
        if undone {
            return (before, later);
        }
        let doer = happen.doer;
        match change {
            Change::Damage {
                to,
                amount,
                by,
                attack,
            } => {
                if *amount > 0 && self.in_play(*to) {
                    let doer = self.doer_of_damage(*attack, doer);
                    let mut ev =
                        Ev::new(EvKind::Damaged, Thing::Card(*to), doer).with(Thing::Card(*by));
                    ev.damage = *amount;
                    before.push(ev.in_attack(*attack));
                }
            }
            Change::AddDamage { .. }
            | Change::LoseDamage { .. }
            | Change::MoveSize { .. }
            | Change::Tokens { .. } => {}
            Change::Increase { card, by } => {
                if *by > 0 && self.on_map(*card) {
                    before.push(Ev::new(EvKind::Increased, Thing::Card(*card), doer));
                }
            }
            Change::Decrease {
                card,
                by,
                damage: _,
                keeps_one,
            } => {
                if self.on_map(*card) && *by > 0 {
                    let lost = if *keeps_one {
                        (*by).min(self.size(*card) - 1)
                    } else {
                        *by
                    };
                    if lost > 0 {
                        before.push(Ev::new(EvKind::Decreased, Thing::Card(*card), doer));
                    }
                    if !*keeps_one && *by >= self.size(*card) {
                        let by = self.removers(change, happen.env);
                        before
                            .push(Ev::new(EvKind::Removed, Thing::Card(*card), doer).with_all(&by));
                        if !self.def(card.card).reserve && !self.is_reserve(card.card) {
                            before.push(Ev::new(EvKind::Discarded, Thing::Card(*card), doer));
                        }
                    }
                }
            }
            Change::Mark { card, mark, add } => {
                if *add
                    && self
                        .live(*card)
                        .is_some_and(|it| it.marks & (1 << mark) == 0)
                {
                    let mut ev = Ev::new(EvKind::MarkPlaced, Thing::Card(*card), doer);
                    ev.mark = *mark;
                    before.push(ev);
                }
            }
            Change::Go { card, to, how } => {
                let live = self.live(*card);
                if live.is_some_and(|it| matches!(it.at, At::Map(_))) {
                    let by = self.removers(change, happen.env);
                    before.push(Ev::new(EvKind::Removed, Thing::Card(*card), doer).with_all(&by));
                }
                if let (How::Discarded(player), Some(_)) = (how, live)
                    && self.goal(card.card, *to).zone == self.t.discard
                {
                    let mut ev = Ev::new(EvKind::Discarded, Thing::Card(*card), doer);
                    ev.player = *player;
                    if let Some(player) = player {
                        ev.doer = *player;
                    }
                    before.push(ev);
                }
            }
            Change::Turned {
                card,
                spent,
                player,
            } => {
                if self.card(*card).turned != *spent {
                    let kind = if *spent {
                        EvKind::Spent
                    } else {
                        EvKind::Readied
                    };
                    let mut ev =
                        Ev::new(kind, Thing::Card(self.s.reference(*card)), *player).by(*player);
                    ev.doer = *player;
                    before.push(ev);
                }
            }
            Change::Face { .. } | Change::Aside { .. } => {}
            Change::Control { card, player } => {
                if *player != NONE && self.card(card.card).controller != *player {
                    before.push(Ev::new(EvKind::Taken, Thing::Card(*card), *player).by(*player));
                }
            }
            Change::Enter { card, space, .. } => {
                later.push(Ev::new(EvKind::Placed, Thing::Card(*card), doer));
                later.push(
                    Ev::new(EvKind::Enters, Thing::Card(*card), doer).with(Thing::Space(*space)),
                );
                later.push(
                    Ev::new(EvKind::StopsOn, Thing::Card(*card), doer).with(Thing::Space(*space)),
                );
                let mut ev = Ev::new(EvKind::MarkPlaced, Thing::Card(*card), doer);
                ev.mark = self.t.activated;
                later.push(ev);
            }
            Change::Shift {
                card,
                space,
                passing: _,
                step: _,
                stops,
            } => {
                before.push(
                    Ev::new(EvKind::Enters, Thing::Card(*card), doer).with(Thing::Space(*space)),
                );
                if *stops {
                    before.push(
                        Ev::new(EvKind::StopsOn, Thing::Card(*card), doer)
                            .with(Thing::Space(*space)),
                    );
                }
            }
            Change::Attach { card, to, .. } => {
                before.push(Ev::new(EvKind::Attached, Thing::Card(*card), doer).with(*to));
            }
            Change::Draw { player } => {
                if let Some(card) = self.zone(self.t.draw, *player).last() {
                    let card = Thing::Card(self.s.reference(*card));
                    before.push(Ev::new(EvKind::Drawn, card, *player).by(*player));
                }
            }
            Change::Merge {
                stays,
                goes,
                space,
                stepped,
            } => {
                let stays = Thing::Card(*stays);
                if *stepped {
                    later.push(Ev::new(EvKind::Enters, stays, doer).with(Thing::Space(*space)));
                }
                later.push(Ev::new(EvKind::Merges, stays, doer));
                later.push(Ev::new(EvKind::Increased, stays, doer));
                if !self.is_reserve(goes.card) {
                    later.push(Ev::new(EvKind::Discarded, Thing::Card(*goes), doer).by(doer));
                }
            }
            Change::Note(ev) => before.push(ev.clone()),
        }
        (before, later)
    }
}

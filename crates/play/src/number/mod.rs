//! Numbers of cards in layers, amounts, and what holds at the moment.

mod amount;
mod card;
mod duration;
mod permission;

use cardwright_ir::{Action, Amount, Selector};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::rc::Rc;

use crate::account::{By, Part};
use crate::facts::kind;
use crate::run::{Run, Standing, busy};
use crate::state::{At, CardIx, Env, Lasting, NONE, Thing};
use crate::table::{AbilityId, Act, Guards};

/// A change that applies now: a standing one, or one that was made and lasts.
pub(crate) struct Holding<'t, 'a> {
    pub act: &'t Act,
    pub env: &'a Env,
    pub fixed: Option<&'a Lasting>,
    pub stamp: u32,
}

impl Holding<'_, '_> {
    /// The amount of the change for a thing: that of now for a standing one, the fixed one otherwise.
    pub fn amount_for(
        &self,
        run: &Run<'_, '_>,
        place: usize,
        amount: &Amount,
        thing: Thing,
    ) -> u32 {
        run.about(thing, || self.amount(run, place, amount))
    }

    /// The amount of a change that is not one of things.
    pub fn amount(&self, run: &Run<'_, '_>, place: usize, amount: &Amount) -> u32 {
        match self.fixed {
            Some(fixed) => fixed.amounts.get(place).copied().unwrap_or(0),
            None => run.amount(amount, self.env),
        }
    }

    /// What it changes, with whose words.
    fn part(&self, by: By) -> Part {
        Part {
            card: self.env.this.card,
            ability: self.env.ability,
            by,
        }
    }

    /// Returns whether the change is about a thing.
    pub fn is_of(&self, run: &Run<'_, '_>, selector: &Selector, thing: Thing) -> bool {
        match self.fixed {
            Some(fixed) if !crate::facts::is_pattern(selector) => fixed.things.contains(&thing),
            _ => run.matches(selector, thing, self.env),
        }
    }
}

impl<'t> Run<'t, '_> {
    /// The abilities of a card: printed, then gained.
    pub fn abilities(&self, card: CardIx) -> SmallVec<[AbilityId; 4]> {
        let printed = SmallVec::from_slice(&self.def(card).abilities);
        if self.busy.get() & busy::GAINED != 0 || !self.any_gain() {
            return printed;
        }
        let thing = Thing::Card(self.s.reference(card));
        let mut gained: SmallVec<[(u32, &[AbilityId]); 4]> = SmallVec::new();
        self.while_busy(busy::GAINED, || {
            self.holding(kind::GAIN, &mut |holding| {
                if let Action::Gain { who, .. } = &holding.act.action
                    && holding.is_of(self, who, thing)
                {
                    gained.push((holding.stamp, &holding.act.gained));
                }
            });
        });
        // Printed ones first, then those gained, the oldest first.
        gained.sort_by_key(|(stamp, _)| *stamp);
        let mut found: SmallVec<[AbilityId; 4]> = printed;
        for (_, abilities) in gained {
            found.extend_from_slice(abilities);
        }
        found
    }

    pub fn any_gain(&self) -> bool {
        self.present() & kind::GAIN != 0
    }

    fn standing(&self) -> Rc<Standing> {
        if let Some(standing) = &*self.standing.borrow() {
            return Rc::clone(standing);
        }
        let mut printed = Vec::new();
        let mut present = 0;
        for card in &self.s.play {
            let def = self.def(*card);
            if def.static_mask == 0 || !self.active(*card) {
                continue;
            }
            present |= def.static_mask;
            for ability in &def.abilities {
                let mask = self.t.ability(*ability).static_mask;
                if mask != 0 {
                    printed.push((*card, *ability, mask));
                }
            }
        }
        let changes = self.s.changes.iter();
        present = changes.fold(present, |mask, change| {
            mask | self.t.acts[change.act as usize].kind
        });
        if present & kind::GAIN != 0 {
            present = u32::MAX;
        }
        let standing = Rc::new(Standing {
            present,
            printed,
            all: OnceCell::new(),
        });
        self.standing.replace(Some(Rc::clone(&standing)));
        standing
    }

    fn present(&self) -> u32 {
        if let Some(standing) = &*self.standing.borrow() {
            return standing.present;
        }
        self.standing().present
    }

    fn while_busy(&self, bit: u32, work: impl FnOnce()) {
        let before = self.busy.get();
        self.busy.set(before | bit);
        work();
        self.busy.set(before);
    }

    /// Returns whether the abilities of a card in play are active.
    pub fn active(&self, card: CardIx) -> bool {
        let it = self.card(card);
        if !it.at.in_play() || !it.face_up || it.controller == NONE {
            return false;
        }
        // Of several attached cards with one name only the first counts.
        match it.at {
            At::OnCard(_) | At::OnSpace(_) => {
                let name = &self.def_of(it).id;
                let same = |other: &CardIx| {
                    let there = self.card(*other);
                    there.at == it.at && self.def_of(there).id == *name
                };
                self.s.play.iter().copied().find(same) == Some(card)
            }
            // The cards under the top one of a stack are silent.
            At::Map(_) => match &self.s.battle {
                Some(battle) => !battle.is_under(card),
                None => true,
            },
            // Of several leaders with one skill only the first counts.
            At::Aside if self.is_skill(card) => {
                let same = |other: &CardIx| {
                    let there = self.card(*other);
                    (there.at, there.def, there.controller) == (it.at, it.def, it.controller)
                };
                self.s.play.iter().copied().find(same) == Some(card)
            }
            At::Aside | At::Zone { .. } | At::Playing => true,
        }
    }

    /// Calls `each` with every change of these kinds that applies now.
    pub fn holding(&self, kinds: u32, each: &mut dyn FnMut(Holding<'t, '_>)) {
        if self.present() & kinds == 0 {
            return;
        }
        let standing = self.standing();
        let gains =
            kinds & kind::GAIN == 0 && self.busy.get() & busy::GAINED == 0 && self.any_gain();
        let list = if gains {
            standing.all.get_or_init(|| {
                let mut all = Vec::new();
                for card in self.s.play.iter().filter(|card| self.active(**card)) {
                    let abilities = self.abilities(*card);
                    let masks = abilities
                        .into_iter()
                        .map(|ability| (ability, self.t.ability(ability).static_mask));
                    all.extend(
                        masks
                            .filter(|(_, mask)| *mask != 0)
                            .map(|(ability, mask)| (*card, ability, mask)),
                    );
                }
                all
            })
        } else {
            &standing.printed
        };
        for (card, ability, mask) in list {
            if mask & kinds == 0 {
                continue;
            }
            let it = self.card(*card);
            let env = Env::new(self.s.reference(*card), *ability, it.controller);
            for held in &self.t.ability(*ability).statics {
                let act = &self.t.acts[held.act as usize];
                if act.kind & kinds != 0 && self.guarded(&held.guards, &env) {
                    self.note(*ability);
                    self.evaluates(&act.action);
                    each(Holding {
                        act,
                        env: &env,
                        fixed: None,
                        stamp: it.stamp,
                    });
                }
            }
        }
        for change in &self.s.changes {
            let act = &self.t.acts[change.act as usize];
            if act.kind & kinds != 0 {
                self.evaluates(&act.action);
                each(Holding {
                    act,
                    env: &change.env,
                    fixed: Some(change),
                    stamp: change.stamp,
                });
            }
        }
    }

    pub fn guarded(&self, guards: &Guards, env: &Env) -> bool {
        guards
            .iter()
            .all(|(cond, is)| self.test_noted(*cond, env, &mut Vec::new()) == *is)
    }
}

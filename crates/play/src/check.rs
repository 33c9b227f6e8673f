//! The check of the state.

use cardwright_ir::Action;
use smallvec::SmallVec;

use crate::facts::kind;
use crate::frame::Frame;
use crate::rules::End;
use crate::run::Run;
use crate::state::{At, CardRef, Env, Lasting, Outcome, Player, Thing, Things, Until};

use crate::event::{Change, Goal, How};
use crate::frame::Stage;

impl<'t> Run<'t, '_> {
    /// What the state of the game changes by itself. Also ends the game.
    pub fn check(&mut self) -> Vec<Change> {
        self.end_failed();
        let taken = self.held_control();
        let mut lost = [false; 2];
        for end in &self.t.rules.ends {
            if let End::LeaderDamage { at_least } = end {
                let least = self.t.number(at_least);
                for card in &self.s.play {
                    let it = self.card(*card);
                    if self.def_of(it).leader && u32::from(it.damage) >= least {
                        lost[usize::from(it.controller.min(1))] = true;
                    }
                }
            }
        }
        self.decide(lost);
        if self.t.rules.ends.contains(&End::NoStacks) {
            self.check_stacks();
        }
        let mut found = taken;
        if self.s.over.is_some() {
            return found;
        }
        // What an outer moment is about to do is not done here.
        let mut asked: SmallVec<[CardRef; 4]> = SmallVec::new();
        for frame in &self.s.frames {
            if let Frame::Happen(outer) = frame
                && outer.stage <= Stage::Apply
            {
                asked.extend(outer.changes.iter().filter_map(|change| match change {
                    Change::Decrease { card, .. } | Change::Go { card, .. } => Some(*card),
                    _ => None,
                }));
            }
        }
        let roles = &self.t.rules.roles.attributes;
        for card in &self.s.play {
            let it = self.card(*card);
            let reference = self.s.reference(*card);
            if asked.contains(&reference) {
                continue;
            }
            if matches!(it.at, At::Map(_)) && self.def_of(it).unit && it.damage > 0 {
                let endurance = self.value(reference, &roles.endurance).max(1);
                let by = u32::from(it.damage) / endurance;
                if by > 0 {
                    let by = by.min(u32::from(it.size) + 1);
                    found.push(Change::Decrease {
                        card: reference,
                        by,
                        damage: by * endurance,
                        keeps_one: false,
                    });
                }
            }
            let stray = match it.at {
                At::OnCard(host) => !matches!(self.card(host).at, At::Map(_)),
                _ => false,
            };
            if stray {
                let to = Goal {
                    zone: self.t.discard,
                    bottom: false,
                };
                found.push(Change::Go {
                    card: reference,
                    to,
                    how: How::Discarded(None),
                });
            }
        }
        found
    }

    /// Cards that face a player as long as another card says so.
    pub fn held_control(&mut self) -> Vec<Change> {
        let mut wanted: Vec<(CardRef, CardRef, Player, u32)> = Vec::new();
        self.holding(kind::CONTROL, &mut |holding| {
            let Action::TakeControl { who, what, time: _ } = &holding.act.action else {
                return;
            };
            let player = self.who(*who, holding.env).0.first().copied();
            let (Some(player), None) = (player, holding.fixed) else {
                return;
            };
            for card in &self.s.play {
                let reference = self.s.reference(*card);
                if !self.def(*card).leader
                    && self.matches(what, Thing::Card(reference), holding.env)
                {
                    wanted.push((holding.env.this, reference, player, holding.stamp));
                }
            }
        });
        let mut over = Vec::new();
        self.s.changes.retain(|change| {
            let held = match change.until {
                Until::Held(by) => wanted.iter().any(|(this, card, ..)| {
                    *this == by && change.things.contains(&Thing::Card(*card))
                }),
                _ => true,
            };
            if !held {
                over.push(change.clone());
            }
            held
        });
        for change in over {
            self.undo(&change);
        }
        let mut changes = Vec::new();
        for (by, card, player, _) in wanted {
            let held = |change: &Lasting| {
                change.until == Until::Held(by) && change.things.contains(&Thing::Card(card))
            };
            if self.s.changes.iter().any(held) {
                continue;
            }
            let Some(act) = self.t.acts.iter().position(|act| act.kind == kind::CONTROL) else {
                continue;
            };
            self.s.stamp += 1;
            self.s.changes.push(Lasting {
                act: act as u32,
                things: Things::from_slice(&[Thing::Card(card)]),
                attack: None,
                amounts: SmallVec::new(),
                env: Box::new(Env::new(by, 0, player)),
                until: Until::Held(by),
                stamp: self.s.stamp,
                before: self.card(card.card).controller,
            });
            self.touch();
            if self.card(card.card).controller != player {
                changes.push(Change::Control { card, player });
            }
        }
        changes
    }

    pub fn decide(&mut self, lost: [bool; 2]) {
        self.s.over = match lost {
            [true, true] => Some(Outcome::Draw),
            [true, false] => Some(Outcome::Won(1)),
            [false, true] => Some(Outcome::Won(0)),
            [false, false] => self.s.over,
        };
    }
}

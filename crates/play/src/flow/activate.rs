//! Activating a unit or a leader.

use crate::choice::{Kind, Opt, Who};
use crate::event::{Change, Ev, EvKind};
use crate::frame::{Activate, Frame, card};
use crate::run::{Run, Step};
use crate::state::{Activation, At, CardRef, Entry, Env, Player, Thing, Things, Until};
use crate::table::AbilityId;
use cardwright_ir::Permission;

impl Run<'_, '_> {
    pub fn can_activate(&self, card: CardRef) -> bool {
        let Some(it) = self.live(card) else {
            return false;
        };
        let def = self.def_of(it);
        matches!(it.at, At::Map(_))
            && (def.unit || def.leader)
            && it.marks & (1 << self.t.activated) == 0
            && !self.cannot_be_activated(card)
    }

    /// Activates the next of several cards.
    pub fn activate_each(&mut self, mut list: Things) -> Step {
        if list.is_empty() {
            return Ok(());
        }
        let next = list.remove(0);
        if !list.is_empty() {
            self.push(Frame::ActivateEach { list });
        }
        let Some(card) = card(next).filter(|card| self.can_activate(*card)) else {
            return Ok(());
        };
        let id = self.s.id();
        let start = self.s.journal.len() as u32;
        self.s.activations.push(Activation { id, card, start });
        let activate = Activate {
            card,
            id,
            stage: 0,
            after: Vec::new(),
            line: 0,
            left: 0,
            merged: false,
            instead: None,
        };
        self.push(Frame::Activate(Box::new(activate)));
        Ok(())
    }

    fn lines(&self, card: CardRef, heading: &str) -> Vec<AbilityId> {
        if !self.in_play(card) {
            return Vec::new();
        }
        let all = self.abilities(card.card);
        all.into_iter()
            .filter(|ability| self.t.ability(*ability).heading == heading)
            .collect()
    }

    /// Resolves the next of the abilities of a card under a heading. Returns whether there was one.
    pub fn next_line(
        &mut self,
        card: CardRef,
        heading: &str,
        line: &mut u8,
        frame: impl FnOnce(u8) -> Frame,
        attack: Option<crate::state::AttackRef>,
    ) -> bool {
        let lines = self.lines(card, heading);
        let Some(ability) = lines.get(usize::from(*line)).copied() else {
            return false;
        };
        *line += 1;
        let caused = self.is_caused_by(card, ability);
        self.push(frame(*line));
        if !caused {
            let mut env = Env::new(card, ability, self.card(card.card).controller);
            env.attack = attack;
            self.resolve(self.t.ability(ability).block, env, None);
        }
        true
    }

    pub fn activate(&mut self, mut activate: Activate) -> Step {
        let table = self.t;
        let headings = &table.rules.roles.headings;
        let here = self.on_map(activate.card);
        let player = self.card(activate.card.card).controller;
        match activate.stage {
            // The mark.
            0 => {
                activate.stage = 1;
                let change = Change::Mark {
                    card: activate.card,
                    mark: self.t.activated,
                    add: true,
                };
                self.push(Frame::Activate(Box::new(activate)));
                self.happen_by(vec![change], None, false, player);
            }
            // An ability in its place.
            1 => {
                activate.stage = 3;
                let lines = if here {
                    self.lines(activate.card, &headings.instead)
                } else {
                    Vec::new()
                };
                if !lines.is_empty() {
                    let mut options = vec![Opt::Normal];
                    options.extend(lines.iter().map(|ability| Opt::Ability(*ability)));
                    if let Opt::Ability(ability) = self.ask_one(player, Kind::Instead, options)? {
                        activate.stage = 9;
                        let env = Env::new(activate.card, ability, player);
                        self.push(Frame::Activate(Box::new(activate)));
                        self.resolve(self.t.ability(ability).block, env, None);
                        return Ok(());
                    }
                }
                if here {
                    self.s.journal.push(Entry::Activated(activate.card));
                    let ev =
                        Ev::new(EvKind::Activated, Thing::Card(activate.card), player).by(player);
                    let (when, after) = self.announce(&[ev]);
                    activate.after = after;
                    self.push(Frame::Activate(Box::new(activate)));
                    self.trigger(when);
                } else {
                    activate.stage = 9;
                    self.push(Frame::Activate(Box::new(activate)));
                }
            }
            // Its abilities.
            3 => {
                let (card, kept) = (activate.card, activate.clone());
                let mut line = activate.line;
                let more = self.next_line(
                    card,
                    &headings.activation,
                    &mut line,
                    |line| Frame::Activate(Box::new(Activate { line, ..kept })),
                    None,
                );
                if !more {
                    activate.stage = 4;
                    self.push(Frame::Activate(Box::new(activate)));
                }
            }
            // The move.
            4 => {
                activate.stage = 5;
                if here {
                    let attacked = self.has_attacked(activate.card, activate.id);
                    let steps = self.value(activate.card, &table.rules.roles.attributes.steps);
                    activate.left = steps;
                    let may = !attacked || self.moves_after(activate.card);
                    let walk = self.new_walk(activate.card, steps, true, None, true, player);
                    self.push(Frame::Activate(Box::new(activate)));
                    if may && steps > 0 {
                        self.push(Frame::Walk(Box::new(walk)));
                    }
                } else {
                    self.push(Frame::Activate(Box::new(activate)));
                }
            }
            // The attack.
            5 => {
                activate.stage = 6;
                let gone = !here || activate.merged || self.merged(activate.id);
                if gone || !self.def(activate.card.card).unit {
                    self.push(Frame::Activate(Box::new(activate)));
                    return Ok(());
                }
                let targets = self.targets(activate.card, activate.id, player);
                let picked = self.ask_things(Who::Player(player), Kind::Target, &targets, 0, 1)?;
                let attacker = activate.card;
                self.push(Frame::Activate(Box::new(activate)));
                if let Some(Thing::Card(target)) = picked.first().copied() {
                    let causes = self.causes();
                    self.begin_fight(attacker, target, causes);
                }
            }
            // The rest of the move.
            6 => {
                activate.stage = 9;
                let attacked = self.has_attacked(activate.card, activate.id);
                let moved = self.steps_in(activate.card, activate.id);
                let left = activate.left.saturating_sub(moved);
                let may = here
                    && attacked
                    && left > 0
                    && !self.merged(activate.id)
                    && self.moves_after(activate.card);
                let walk = self.new_walk(activate.card, left, true, None, true, player);
                self.push(Frame::Activate(Box::new(activate)));
                if may {
                    self.push(Frame::Walk(Box::new(walk)));
                }
            }
            // The end.
            9 => {
                let id = activate.id;
                self.s.activations.retain(|activation| activation.id != id);
                self.end_changes(&|until| *until == Until::Activation(id));
                self.settle(Vec::new());
                self.trigger(activate.after);
            }
            _ => {}
        }
        Ok(())
    }

    fn since(&self, id: u32) -> &[Entry] {
        let activation = self
            .s
            .activations
            .iter()
            .find(|activation| activation.id == id);
        let start = activation.map_or(self.s.journal.len(), |activation| activation.start as usize);
        &self.s.journal[start.min(self.s.journal.len())..]
    }

    fn has_attacked(&self, card: CardRef, id: u32) -> bool {
        let attacked = |entry: &Entry| matches!(entry, Entry::Attacked { attacker, new: true, .. } if *attacker == card);
        self.since(id).iter().any(attacked)
    }

    fn steps_in(&self, card: CardRef, id: u32) -> u32 {
        self.since(id)
            .iter()
            .filter(|entry| **entry == Entry::Step(card))
            .count() as u32
    }

    fn merged(&self, id: u32) -> bool {
        self.since(id)
            .iter()
            .any(|entry| matches!(entry, Entry::Merged(of) if *of == id))
    }

    fn moves_after(&self, card: CardRef) -> bool {
        self.permits(card, &|permission, _| {
            matches!(permission, Permission::MoveAfterAttacking)
        })
    }

    /// Whom a unit may attack in its activation.
    fn targets(&self, unit: CardRef, id: u32, player: Player) -> Things {
        let Some(at) = self.card_space(unit.card) else {
            return Things::new();
        };
        let enemies: Vec<CardRef> = self
            .s
            .play
            .iter()
            .filter(|card| {
                let it = self.card(**card);
                let def = self.def_of(it);
                matches!(it.at, At::Map(_))
                    && (def.unit || def.leader)
                    && it.controller == 1 - player
            })
            .map(|card| self.s.reference(*card))
            .collect();
        let far = |card: CardRef| {
            self.card_space(card.card)
                .map_or(0, |space| self.distance(at, space))
        };
        let adjacent = enemies
            .iter()
            .any(|card| self.def(card.card).unit && far(*card) == 1);
        let shoots = self.unit_rule(unit).shoots && self.steps_in(unit, id) == 0 && !adjacent;
        let found = enemies
            .into_iter()
            .filter(|card| (shoots || far(*card) == 1) && self.may_attack(unit, *card));
        found.map(Thing::Card).collect()
    }
}

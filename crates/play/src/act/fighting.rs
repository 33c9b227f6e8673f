//! Actions: fighting and activating.

use cardwright_ir::Selector;

use super::Doing;
use crate::event::{Change, Ev, EvKind};
use crate::frame::{Frame, Perform};
use crate::run::{Need, Run, Step};
use crate::state::{At, CardRef, Entry, Thing, Things, Waiting};

impl Run<'_, '_> {
    pub(super) fn attack(
        &mut self,
        perform: &Perform,
        who: &Selector,
        whom: &Selector,
    ) -> Result<Doing, Need> {
        let (who, whom) = (self.cards_of(perform, who), self.cards_of(perform, whom));
        let mut list: Vec<(CardRef, CardRef)> = Vec::new();
        for attacker in &who {
            for target in &whom {
                if attacker != target
                    && self.on_map(*attacker)
                    && self.on_map(*target)
                    && self.def(attacker.card).unit
                {
                    list.push((*attacker, *target));
                }
            }
        }
        if list.is_empty() {
            return Ok(Doing::default());
        }
        let causes = self.causes();
        if let Some(fight) = self.s.fights.iter_mut().rev().find(|fight| !fight.over) {
            let waiting = list.into_iter().map(|(attacker, target)| {
                let causes = causes.clone();
                Waiting {
                    attacker,
                    target,
                    causes,
                }
            });
            fight.waiting.extend(waiting);
            return Ok(Doing::default());
        }
        Ok(Doing {
            changes: Vec::new(),
            then: vec![Frame::FightEach { list }],
        })
    }

    /// Begins the next of several attacks.
    pub fn fight_each(&mut self, mut list: Vec<(CardRef, CardRef)>) -> Step {
        if list.is_empty() {
            return Ok(());
        }
        let (attacker, target) = list.remove(0);
        let causes = self.causes();
        if !list.is_empty() {
            self.push(Frame::FightEach { list });
        }
        self.begin_fight(attacker, target, causes);
        Ok(())
    }

    pub(super) fn also_hits(
        &mut self,
        perform: &Perform,
        attack: &Selector,
        what: &Selector,
    ) -> Result<Doing, Need> {
        let things: Things = self
            .cards_of(perform, what)
            .into_iter()
            .map(Thing::Card)
            .collect();
        if let Some(attack) = self.attack_of(attack, self.env(perform.env))
            && let Some(fight) = self.s.fights.iter_mut().find(|fight| fight.id == attack.id)
        {
            for thing in things {
                let also = &mut fight.also[usize::from(attack.back)];
                if !also.contains(&thing) {
                    also.push(thing);
                }
            }
        }
        Ok(Doing::default())
    }

    pub(super) fn redirect(
        &mut self,
        perform: &Perform,
        attack: &Selector,
        to: &Selector,
    ) -> Result<Doing, Need> {
        let to = self.cards_of(perform, to);
        let (Some(attack), Some(to)) = (
            self.attack_of(attack, self.env(perform.env)),
            to.first().copied(),
        ) else {
            return Ok(Doing::default());
        };
        let Some(place) = self.s.fights.iter().position(|fight| fight.id == attack.id) else {
            return Ok(Doing::default());
        };
        let fight = &self.s.fights[place];
        let attacker = fight.attacker;
        let nothing = attack.back
            || fight.dealt.is_some()
            || fight.target == to
            || to == attacker
            || !self.on_map(to)
            || !self.may_attack(attacker, to);
        if nothing {
            return Ok(Doing::default());
        }
        let controller = self.card(attacker.card).controller;
        self.s.fights[place].target = to;
        self.s.fights[place].retaliates = false;
        self.s.journal.push(Entry::Attacked {
            attacker,
            target: to,
            new: false,
        });
        let ev =
            Ev::new(EvKind::IsAttacked, Thing::Card(to), controller).with(Thing::Card(attacker));
        let (when, after) = self.announce(&[ev.in_attack(Some(attack))]);
        self.add_after_fight(attack.id, after);
        let then = if when.is_empty() {
            Vec::new()
        } else {
            vec![Frame::Triggers {
                list: when,
                turn: self.s.first,
            }]
        };
        Ok(Doing {
            changes: Vec::new(),
            then,
        })
    }

    /// Lets triggers resolve once an attack is over.
    fn add_after_fight(&mut self, id: u32, after: Vec<crate::state::Trigger>) {
        for frame in self.s.frames.iter_mut().rev() {
            if let Frame::Fight(step) = frame
                && step.id == id
            {
                step.after.extend(after);
                return;
            }
        }
    }

    pub(super) fn boost(
        &mut self,
        perform: &Perform,
        attack: &Selector,
        with: &Selector,
    ) -> Result<Doing, Need> {
        let player = self.env(perform.env).actor;
        let cards = self.cards_of(perform, with);
        let Some(attack) = self.attack_of(attack, self.env(perform.env)) else {
            return Ok(Doing::default());
        };
        let Some(fight) = self.fight_of(attack) else {
            return Ok(Doing::default());
        };
        let (attacker, target, dealt) = (fight.attacker, fight.target, fight.dealt.is_some());
        // The player's unit in the attack; of two, the one whose attack it is.
        let side = match (
            self.card(attacker.card).controller == player,
            self.card(target.card).controller == player,
        ) {
            (true, true) => usize::from(attack.back),
            (true, false) => 0,
            (false, true) => 1,
            (false, false) => return Ok(Doing::default()),
        };
        let boosted = [attacker, target][side];
        if dealt
            || !self.def(boosted.card).unit
            || cards.is_empty()
            || !self.may_boost(player, boosted, attack, attacker)
        {
            return Ok(Doing::default());
        }
        for card in &cards {
            self.lay_boost(card.card, player);
        }
        if let Some(fight) = self.s.fights.iter_mut().find(|fight| fight.id == attack.id) {
            fight.boosts[side].extend(cards.iter().map(|card| card.card));
        }
        let doer = player;
        let mut boosted =
            Ev::new(EvKind::Boosted, Thing::Card(boosted), doer).in_attack(Some(attack));
        boosted.player = Some(player);
        let mut boosts = boosted.clone();
        boosts.kind = EvKind::Boosts;
        boosts.who = None;
        Ok(Doing::changes(vec![
            Change::Note(boosted),
            Change::Note(boosts),
        ]))
    }

    /// A boost card lies beside the attack until it is over.
    pub fn lay_boost(&mut self, card: u16, player: u8) {
        self.lift(card);
        let it = &mut self.s.cards[usize::from(card)];
        it.at = At::Playing;
        it.controller = player;
        it.face_up = true;
    }

    pub(super) fn activate_things(
        &mut self,
        perform: &Perform,
        what: &Selector,
    ) -> Result<Doing, Need> {
        let list: Things = self
            .cards_of(perform, what)
            .into_iter()
            .map(Thing::Card)
            .collect();
        Ok(Doing {
            changes: Vec::new(),
            then: vec![Frame::ActivateEach { list }],
        })
    }
}

//! Changes: the events that they are, and how they are carried out.

mod event;
mod leave;

use smallvec::SmallVec;

use crate::run::Run;
use crate::state::{
    At, AttackRef, CardIx, CardRef, Done, Entry, NONE, Player, Thing, Tokens, Trigger,
};

use crate::event::{Change, Ev, EvKind, Goal, How};
use crate::frame::Happen;
use crate::matching::Wanted;

impl<'t> Run<'t, '_> {
    pub fn is_reserve(&self, card: CardIx) -> bool {
        self.t.defs[usize::from(self.card(card).def)].reserve
    }

    /// Where a card goes that is sent to a zone: cards of the reserve return to it instead of the discard pile.
    pub fn goal(&self, card: CardIx, to: Goal) -> Goal {
        let it = self.card(card);
        let was_played = matches!(
            it.at,
            At::Map(_) | At::Playing | At::Aside | At::OnCard(_) | At::OnSpace(_)
        );
        if to.zone == self.t.discard && self.is_reserve(card) && was_played {
            return Goal {
                zone: self.t.reserve,
                bottom: false,
            };
        }
        to
    }

    pub fn apply(&mut self, happen: &mut Happen, changes: &[(Change, bool)]) {
        let mut before: Vec<Ev> = Vec::new();
        let mut later: Vec<Ev> = Vec::new();
        for (change, undone) in changes {
            let (b, l) = self.events_of(change, *undone, happen);
            before.extend(b);
            later.extend(l);
        }
        let watched: SmallVec<[(CardIx, Player); 32]> = self
            .s
            .play
            .iter()
            .filter(|card| self.active(**card))
            .map(|card| (*card, self.card(*card).controller))
            .collect();
        for ev in &before {
            self.gather_into(ev, Wanted::When, &mut happen.when);
            self.gather_into(ev, Wanted::After, &mut happen.after);
        }
        for ev in &before {
            self.mark_firsts(ev);
        }
        let mut done: Vec<(Done, CardRef)> = Vec::new();
        for (change, undone) in changes {
            if !*undone {
                self.change(change, &mut done);
            }
        }
        // Cards that came into play, were taken or were turned face-up by it.
        let new: SmallVec<[CardIx; 4]> = self
            .s
            .play
            .iter()
            .copied()
            .filter(|card| {
                self.active(*card) && !watched.contains(&(*card, self.card(*card).controller))
            })
            .collect();
        for card in new {
            for ev in &before {
                for (wanted, list) in [
                    (Wanted::When, &mut happen.when),
                    (Wanted::After, &mut happen.after),
                ] {
                    let mut found = Vec::new();
                    self.gather_of(card, ev, wanted, &mut found);
                    // One ability triggers once: of a card that was taken, for the new controller.
                    let is_new = |of: &Trigger| {
                        let same = |new: &Trigger| {
                            of.watch == new.watch
                                && of.env.this == new.env.this
                                && of.env.event == new.env.event
                        };
                        found.iter().any(same)
                    };
                    list.retain(|of| !is_new(of));
                    list.append(&mut found);
                }
            }
        }
        for ev in &later {
            self.gather_into(ev, Wanted::When, &mut happen.when);
            self.gather_into(ev, Wanted::After, &mut happen.after);
        }
        for ev in &later {
            self.mark_firsts(ev);
        }
        self.log.extend(before);
        self.log.extend(later);
        self.record_attack(changes, &done);
        self.record_dealers(changes);
        for trigger in happen.after.iter_mut() {
            trigger.env.done.extend(
                done.iter()
                    .filter(|(what, _)| matches!(what, Done::Removed | Done::Damaged)),
            );
        }
        if let Some(env) = happen.env {
            self.env_mut(env).done.extend(done);
        }
        self.s.tokens.retain(|tokens| tokens.count > 0);
    }

    /// The cards that remove a card from the map: what dealt the damage for which the check removes it, otherwise the
    /// card with the ability.
    pub fn removers(&self, change: &Change, env: Option<u16>) -> SmallVec<[CardRef; 2]> {
        match change {
            Change::Decrease { card, damage, .. } if *damage > 0 => {
                let found = self.s.dealers.iter().find(|(of, _)| of == card);
                found.map(|(_, by)| by.clone()).unwrap_or_default()
            }
            _ => {
                let by = env.map(|env| self.env(env).this);
                by.or_else(|| self.hitter()).into_iter().collect()
            }
        }
    }

    /// Remembers what dealt the last damage to each card.
    fn record_dealers(&mut self, changes: &[(Change, bool)]) {
        let mut dealt: Vec<(CardRef, SmallVec<[CardRef; 2]>)> = Vec::new();
        for (change, undone) in changes {
            let Change::Damage { to, amount, by, .. } = change else {
                continue;
            };
            if *undone || *amount == 0 || !self.in_play(*to) {
                continue;
            }
            match dealt.iter_mut().find(|(of, _)| of == to) {
                Some((_, dealers)) => dealers.push(*by),
                None => dealt.push((*to, SmallVec::from_slice(&[*by]))),
            }
        }
        let there: Vec<bool> = self
            .s
            .dealers
            .iter()
            .map(|(of, _)| self.in_play(*of))
            .collect();
        let mut there = there.into_iter();
        self.s.dealers.retain(|(of, _)| {
            there.next() == Some(true) && !dealt.iter().any(|(newer, _)| newer == of)
        });
        self.s.dealers.extend(dealt);
    }

    /// Remembers what attacks dealt, and what their damage and the check after it did.
    pub fn record_attack(&mut self, changes: &[(Change, bool)], done: &[(Done, CardRef)]) {
        let mut totals: SmallVec<[(AttackRef, u32); 2]> = SmallVec::new();
        for (change, undone) in changes {
            let Change::Damage {
                to,
                amount,
                attack: Some(attack),
                ..
            } = change
            else {
                continue;
            };
            let dealt = if *undone { 0 } else { *amount };
            match totals.iter_mut().find(|(of, _)| of == attack) {
                Some((_, total)) => *total += dealt,
                None => totals.push((*attack, dealt)),
            }
            if !*undone && *amount > 0 && !attack.back {
                self.s.dealt.push((attack.id, Done::Damaged, *to));
            }
        }
        for (attack, total) in &totals {
            if let Some(fight) = self.s.fights.iter_mut().find(|fight| fight.id == attack.id) {
                fight.dealt.get_or_insert([0, 0])[usize::from(attack.back)] += total;
            }
        }
        // What the check removes is removed by the attack that damaged it.
        for (what, card) in done {
            if *what == Done::Removed {
                let by = self
                    .s
                    .dealt
                    .iter()
                    .find(|(_, done, of)| *done == Done::Damaged && of == card)
                    .map(|(id, ..)| *id);
                if let Some(id) = by {
                    self.s.dealt.push((id, Done::Removed, *card));
                }
            }
        }
    }

    pub fn card_mut(&mut self, card: CardIx) -> &mut crate::state::Card {
        &mut self.s.cards[usize::from(card)]
    }

    /// Carries out a change.
    pub fn change(&mut self, change: &Change, done: &mut Vec<(Done, CardRef)>) {
        self.carry_out(change, done);
        self.touch();
    }

    pub fn carry_out(&mut self, change: &Change, done: &mut Vec<(Done, CardRef)>) {
        match change {
            Change::Damage { to, amount, .. } => {
                if *amount > 0 && self.in_play(*to) {
                    let it = self.card_mut(to.card);
                    it.damage = it.damage.saturating_add((*amount).min(10_000) as u16);
                    self.s.journal.push(Entry::Damaged(*to));
                    self.s.noise = true;
                    done.push((Done::Damaged, *to));
                }
            }
            Change::AddDamage { to, amount } => {
                if self.in_play(*to) {
                    let it = self.card_mut(to.card);
                    it.damage = it.damage.saturating_add((*amount).min(10_000) as u16);
                }
            }
            Change::LoseDamage { from, amount } => {
                if self.in_play(*from) {
                    let it = self.card_mut(from.card);
                    it.damage = it.damage.saturating_sub((*amount).min(60_000) as u16);
                }
            }
            Change::Increase { card, by } => {
                if self.on_map(*card) {
                    let it = self.card_mut(card.card);
                    it.size = it.size.saturating_add((*by).min(10_000) as u16);
                }
            }
            Change::MoveSize { card, add } => {
                if self.on_map(*card) {
                    let it = self.card_mut(card.card);
                    it.size = (i32::from(it.size) + add).clamp(0, 60_000) as u16;
                }
            }
            Change::Decrease {
                card,
                by,
                damage,
                keeps_one,
            } => {
                if !self.on_map(*card) {
                    return;
                }
                let size = self.size(*card);
                if *by >= size && !*keeps_one {
                    self.leave(
                        *card,
                        Goal {
                            zone: self.t.discard,
                            bottom: false,
                        },
                        done,
                    );
                    done.push((Done::Discarded, *card));
                } else {
                    let it = self.card_mut(card.card);
                    it.size = it.size.saturating_sub((*by).min(size - 1) as u16);
                    it.damage = it.damage.saturating_sub((*damage).min(60_000) as u16);
                }
            }
            Change::Tokens { on, token, add } => self.add_tokens(*on, *token, *add),
            Change::Mark { card, mark, add } => {
                if self.in_play(*card) {
                    let it = self.card_mut(card.card);
                    if *add {
                        it.marks |= 1 << mark;
                    } else {
                        it.marks &= !(1 << mark);
                    }
                }
            }
            Change::Go { card, to, how } => {
                if self.live(*card).is_some() {
                    self.leave(*card, *to, done);
                    if matches!(how, How::Discarded(_)) {
                        done.push((Done::Discarded, *card));
                    }
                }
            }
            Change::Turned { card, spent, .. } => {
                let it = self.card_mut(*card);
                it.turned = *spent;
                if !*spent {
                    it.uses = 0;
                }
            }
            Change::Face { card, up } => {
                let site = self.def(card.card).site;
                let it = self.card_mut(card.card);
                let turns = it.face_up != *up;
                it.face_up = *up;
                if site && turns && !*up {
                    it.controller = NONE;
                }
            }
            Change::Control { card, player } => {
                let site = self.def(card.card).site;
                let it = self.card_mut(card.card);
                it.controller = *player;
                if site && *player != NONE {
                    it.face_up = true;
                }
                self.restamp(card.card);
            }
            Change::Enter {
                card,
                space,
                controller,
                copy,
            } => {
                let mark = 1 << self.t.activated;
                self.enter_play(card.card, At::Map(*space), *controller);
                let it = self.card_mut(card.card);
                it.copy = *copy;
                it.marks |= mark;
            }
            Change::Shift {
                card,
                space,
                passing,
                step,
                ..
            } => {
                if self.on_map(*card) {
                    let it = self.card_mut(card.card);
                    it.at = At::Map(*space);
                    it.passing = *passing;
                    if *step {
                        self.s.journal.push(Entry::Step(*card));
                    }
                }
            }
            Change::Attach {
                card,
                to,
                controller,
            } => {
                let at = match to {
                    Thing::Card(host) => At::OnCard(host.card),
                    Thing::Space(space) => At::OnSpace(*space),
                };
                self.enter_play(card.card, at, *controller);
            }
            Change::Aside { card, controller } => {
                self.enter_play(card.card, At::Aside, *controller)
            }
            Change::Draw { player } => {
                let (from, to) = (
                    self.zone_place(self.t.draw, *player),
                    self.zone_place(self.t.hand, *player),
                );
                if let Some(card) = self.s.zones[from].pop() {
                    self.s.zones[to].push(card);
                    self.card_mut(card).at = At::Zone {
                        zone: self.t.hand,
                        of: *player,
                    };
                    self.s.shown.retain(|(shown, _)| *shown != card);
                    self.s.noise = true;
                    done.push((Done::Drawn, self.s.reference(card)));
                }
            }
            Change::Merge {
                stays,
                goes,
                space,
                stepped,
            } => self.join(*stays, *goes, *space, *stepped),
            Change::Note(ev) => {
                if ev.kind == EvKind::Played {
                    self.s.noise = true;
                }
            }
        }
    }

    pub fn zone_place(&self, zone: u8, of: Player) -> usize {
        usize::from(of) * self.t.zones.len() + usize::from(zone)
    }

    pub fn add_tokens(&mut self, on: Thing, token: u8, add: i32) {
        let found = self
            .s
            .tokens
            .iter_mut()
            .find(|tokens| tokens.on == on && tokens.token == token);
        match found {
            Some(tokens) => tokens.count = (i32::from(tokens.count) + add).clamp(0, 60_000) as u16,
            None if add > 0 => {
                self.s.tokens.push(Tokens {
                    on,
                    token,
                    count: add.min(60_000) as u16,
                });
                self.s
                    .tokens
                    .sort_by_key(|tokens| (tokens.on, tokens.token));
            }
            None => {}
        }
    }

    pub fn restamp(&mut self, card: CardIx) {
        self.s.stamp += 1;
        let stamp = self.s.stamp;
        self.card_mut(card).stamp = stamp;
    }

    /// Takes a card out of the zone where it lies.
    pub fn lift(&mut self, card: CardIx) {
        if let At::Zone { zone, of } = self.card(card).at {
            let place = self.zone_place(zone, of);
            self.s.zones[place].retain(|other| *other != card);
        }
        self.s.shown.retain(|(shown, _)| *shown != card);
    }

    /// Puts a card into play, or to another place in play. Its new life has begun ([`Run::new_life`]), so that the events
    /// of its change are about it.
    pub fn enter_play(&mut self, card: CardIx, at: At, controller: Player) {
        self.touch();
        self.lift(card);
        self.s.stamp += 1;
        let stamp = self.s.stamp;
        let from = self.card(card).at;
        if !from.in_play() {
            let it = self.card_mut(card);
            it.turned = false;
            it.uses = 0;
            it.size = 0;
            it.damage = 0;
            it.marks = 0;
            it.laid = None;
            it.copy = None;
            self.s.play.push(card);
        } else {
            self.s.play.retain(|other| *other != card);
            self.s.play.push(card);
        }
        let it = self.card_mut(card);
        it.at = at;
        it.controller = controller;
        it.face_up = true;
        it.passing = false;
        it.stamp = stamp;
    }
}

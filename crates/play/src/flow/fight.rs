//! An attack, with its retaliation and its boosts.

use cardwright_ir::{Action, Permission, Selector};
use smallvec::SmallVec;

use crate::choice::{Kind, Who};
use crate::event::{Change, Ev, EvKind, Goal, How};
use crate::facts::kind;
use crate::frame::{FightStep, Frame, card};
use crate::number::Holding;
use crate::run::{Run, Step};
use crate::state::{At, AttackRef, CardRef, Entry, Fight, Player, Thing, Things, Until};
use crate::table::AbilityId;

impl Run<'_, '_> {
    pub fn begin_fight(
        &mut self,
        attacker: CardRef,
        target: CardRef,
        causes: Vec<(CardRef, AbilityId)>,
    ) {
        let step = FightStep {
            attacker,
            target,
            id: 0,
            stage: 0,
            line: 0,
            after: Vec::new(),
            causes,
        };
        self.push(Frame::Fight(step));
    }

    fn fight_at(&mut self, id: u32) -> Option<&mut Fight> {
        self.s.fights.iter_mut().find(|fight| fight.id == id)
    }

    pub fn fight(&mut self, mut step: FightStep) -> Step {
        let table = self.t;
        let headings = &table.rules.roles.headings;
        if step.stage == 0 {
            let (attacker, target) = (step.attacker, step.target);
            let can = attacker != target
                && self.on_map(attacker)
                && self.on_map(target)
                && self.may_attack(attacker, target);
            if !can {
                return Ok(());
            }
            step.id = self.s.id();
            step.stage = 1;
            self.s.fights.push(Fight {
                id: step.id,
                attacker,
                target,
                retaliates: false,
                doubled: [0, 0],
                boosts: Default::default(),
                also: Default::default(),
                dealt: None,
                waiting: Vec::new(),
                waiting_damage: Vec::new(),
                causes: step.causes.clone(),
                over: false,
            });
            self.s.journal.push(Entry::Attacked {
                attacker,
                target,
                new: true,
            });
            let attack = AttackRef {
                id: step.id,
                back: false,
            };
            let doer = self.card(attacker.card).controller;
            let (a, t) = (Thing::Card(attacker), Thing::Card(target));
            let events = [
                Ev::new(EvKind::Attacks, a, doer)
                    .with(t)
                    .in_attack(Some(attack)),
                Ev::new(EvKind::IsAttacked, t, doer)
                    .with(a)
                    .in_attack(Some(attack)),
            ];
            let (when, after) = self.announce(&events);
            step.after = after;
            self.push(Frame::Fight(step));
            self.trigger(when);
            return Ok(());
        }
        let Some(fight) = self.s.fights.iter().find(|fight| fight.id == step.id) else {
            return Ok(());
        };
        let (attacker, target) = (fight.attacker, fight.target);
        let there = self.on_map(attacker) && self.on_map(target);
        let attack = AttackRef {
            id: step.id,
            back: false,
        };
        let back = AttackRef {
            id: step.id,
            back: true,
        };
        // An attack whose attacker or target is gone ends without damage.
        if (step.stage < 8 || step.stage == 14)
            && (!there || (step.stage == 1 && !self.may_attack(attacker, target)))
        {
            if let Some(fight) = self.fight_at(step.id) {
                fight.dealt = Some([0, 0]);
            }
            step.stage = 8;
        }
        match step.stage {
            // On Attack, in printed order, then what was gained.
            1 => {
                let mut line = step.line;
                let kept = step.clone();
                let more = self.next_line(
                    attacker,
                    &headings.attack,
                    &mut line,
                    |line| Frame::Fight(FightStep { line, ..kept }),
                    Some(attack),
                );
                if !more {
                    step.stage = 3;
                    step.line = 0;
                    self.push(Frame::Fight(step));
                }
            }
            // Whether the target retaliates.
            3 => {
                step.stage = 5;
                let it = self.card(target.card);
                let marked = it.marks & (1 << self.t.retaliated) != 0;
                let any = |permission: &Permission, _: &_| {
                    matches!(permission, Permission::RetaliateAnyNumberOfTimes)
                };
                let at = |card: CardRef| self.card_space(card.card);
                let adjacent = at(attacker)
                    .zip(at(target))
                    .is_some_and(|(a, b)| self.distance(a, b) == 1);
                let can = self.def(target.card).unit
                    && adjacent
                    && (!marked || self.permits(target, &any))
                    && self.may_retaliate(target, attacker, attack);
                if can {
                    step.stage = 4;
                    let doer = it.controller;
                    if let Some(fight) = self.fight_at(step.id) {
                        fight.retaliates = true;
                    }
                    let change = Change::Mark {
                        card: target,
                        mark: self.t.retaliated,
                        add: true,
                    };
                    self.push(Frame::Fight(step));
                    self.happen_by(vec![change], None, false, doer);
                } else {
                    self.push(Frame::Fight(step));
                }
            }
            // The retaliation is announced.
            4 => {
                step.stage = 14;
                step.line = 0;
                self.s.journal.push(Entry::Retaliated(target));
                let doer = self.card(target.card).controller;
                let ev = Ev::new(EvKind::Retaliates, Thing::Card(target), doer)
                    .with(Thing::Card(attacker));
                let (when, after) = self.announce(&[ev.in_attack(Some(back))]);
                step.after.extend(after);
                self.push(Frame::Fight(step));
                self.trigger(when);
            }
            // Boosts: the target's player, then the attacker's.
            5 => {
                let mut laid: SmallVec<[(usize, Player, CardRef); 2]> = SmallVec::new();
                for side in [1usize, 0] {
                    let unit = [attacker, target][side];
                    let player = self.card(unit.card).controller;
                    if player > 1
                        || !self.def(unit.card).unit
                        || !self.may_boost(player, unit, attack, attacker)
                    {
                        continue;
                    }
                    let hand: Things = self
                        .zone(self.t.hand, player)
                        .iter()
                        .map(|card| Thing::Card(self.s.reference(*card)))
                        .filter(|thing| !laid.iter().any(|(.., card)| Thing::Card(*card) == *thing))
                        .collect();
                    let most = self.t.numbers.boost_cards as usize;
                    let chosen =
                        self.ask_things(Who::Player(player), Kind::Boost, &hand, 0, most)?;
                    laid.extend(
                        chosen
                            .into_iter()
                            .filter_map(card)
                            .map(|card| (side, player, card)),
                    );
                }
                step.stage = 7;
                let mut events = Vec::new();
                for (side, player, card) in &laid {
                    self.lay_boost(card.card, *player);
                    if let Some(fight) = self.fight_at(step.id) {
                        fight.boosts[*side].push(card.card);
                    }
                }
                for side in [1usize, 0] {
                    if let Some((_, player, _)) = laid.iter().find(|(of, ..)| *of == side) {
                        let unit = Thing::Card([attacker, target][side]);
                        let boosted = Ev::new(EvKind::Boosted, unit, *player)
                            .by(*player)
                            .in_attack(Some(attack));
                        let mut boosts = boosted.clone();
                        boosts.kind = EvKind::Boosts;
                        boosts.who = None;
                        events.push(Change::Note(boosts));
                        events.push(Change::Note(boosted));
                    }
                }
                self.push(Frame::Fight(step));
                if !events.is_empty() {
                    let doer = self.doer();
                    self.happen_by(events, None, false, doer);
                }
            }
            // On Retaliate.
            14 => {
                let mut line = step.line;
                let kept = step.clone();
                let more = self.next_line(
                    target,
                    &headings.retaliation,
                    &mut line,
                    |line| Frame::Fight(FightStep { line, ..kept }),
                    Some(back),
                );
                if !more {
                    step.stage = 5;
                    self.push(Frame::Fight(step));
                }
            }
            // The damage of both, at one moment.
            7 => {
                let retaliates = self
                    .s
                    .fights
                    .iter()
                    .any(|fight| fight.id == step.id && fight.retaliates);
                let mut changes = self.blow(attack);
                if retaliates {
                    changes.extend(self.blow(back));
                }
                step.stage = 8;
                let doer = self.card(attacker.card).controller;
                self.push(Frame::Fight(step));
                self.happen_by(changes, None, false, doer);
            }
            // What waited for the damage.
            8 => {
                // One after the other, each in its environment.
                let next = self
                    .fight_at(step.id)
                    .filter(|fight| !fight.waiting_damage.is_empty());
                match next.map(|fight| fight.waiting_damage.remove(0)) {
                    Some((act, env)) => {
                        self.push(Frame::Fight(step));
                        self.s.envs.push(*env);
                        self.push(Frame::Root { reaction: None });
                        let env = self.s.envs.len() as u16 - 1;
                        self.note(self.env(env).ability);
                        self.push_act(act, env, false, None);
                    }
                    None => {
                        step.stage = 9;
                        self.push(Frame::Fight(step));
                    }
                }
            }
            // The boost cards are discarded.
            9 => {
                step.stage = 10;
                let to = Goal {
                    zone: self.t.discard,
                    bottom: false,
                };
                let cards: Vec<CardRef> = match self.fight_at(step.id) {
                    Some(fight) => {
                        let all: Vec<u16> = fight.boosts[1]
                            .iter()
                            .chain(&fight.boosts[0])
                            .copied()
                            .collect();
                        all.into_iter().map(|card| self.s.reference(card)).collect()
                    }
                    None => Vec::new(),
                };
                let cards = cards
                    .into_iter()
                    .filter(|card| self.card(card.card).at == At::Playing);
                let changes: Vec<Change> = cards
                    .map(|card| Change::Go {
                        card,
                        to,
                        how: How::Used,
                    })
                    .collect();
                self.push(Frame::Fight(step));
                if !changes.is_empty() {
                    self.happen_all(changes, None, false);
                }
            }
            // Changes until the end of the attack end; triggers after it.
            10 => {
                let id = step.id;
                let after = std::mem::take(&mut step.after);
                step.stage = 11;
                if let Some(fight) = self.fight_at(id) {
                    fight.over = true;
                }
                self.end_changes(&|until| *until == Until::Attack(id));
                self.push(Frame::Fight(step));
                let removed = self.done_by(id);
                let after = after
                    .into_iter()
                    .map(|mut trigger| {
                        trigger.env.done.extend(removed.iter().copied());
                        trigger
                    })
                    .collect();
                self.trigger(after);
                self.settle(Vec::new());
            }
            // Attacks that waited.
            11 => {
                let id = step.id;
                let Some(place) = self.s.fights.iter().position(|fight| fight.id == id) else {
                    return Ok(());
                };
                let fight = self.s.fights.remove(place);
                self.s.dealt.retain(|(of, ..)| *of != id);
                // An attack around this one still goes on: those that waited go on waiting for it.
                for waiting in fight.waiting.into_iter().rev() {
                    self.begin_fight(waiting.attacker, waiting.target, waiting.causes);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn done_by(&self, id: u32) -> Vec<(crate::state::Done, CardRef)> {
        let of_attack = self.s.dealt.iter().filter(|(of, ..)| *of == id);
        of_attack.map(|(_, done, card)| (*done, *card)).collect()
    }

    /// Returns whether a change is about an attack: the attack itself, or the card that attacks.
    fn is_in_attack(
        &self,
        holding: &Holding<'_, '_>,
        of: &Selector,
        attack: AttackRef,
        by: CardRef,
    ) -> bool {
        let fixed = holding.fixed.and_then(|fixed| fixed.attack);
        match fixed.or_else(|| self.attack_of(of, holding.env)) {
            Some(about) => about == attack,
            None => holding.is_of(self, of, Thing::Card(by)),
        }
    }

    /// The damage of an attack or of the retaliation in it.
    fn blow(&self, attack: AttackRef) -> Vec<Change> {
        let Some(fight) = self.fight_of(attack) else {
            return Vec::new();
        };
        let side = usize::from(attack.back);
        let (by, to) = if attack.back {
            (fight.target, fight.attacker)
        } else {
            (fight.attacker, fight.target)
        };
        let numbers = &self.t.numbers;
        let mut damage = self.value(by, &self.t.rules.roles.attributes.strength) * self.size(by);
        if self.disadvantage(attack, by, to) {
            damage = damage.div_ceil(numbers.disadvantage);
        }
        for _ in 0..fight.doubled[side].min(20) {
            damage = damage.saturating_mul(2);
        }
        // Cards that boost the dealer and the other.
        let (mine, other) = if attack.back { (1, 0) } else { (0, 1) };
        let units = fight.boosts[mine]
            .iter()
            .filter(|card| self.def(**card).unit)
            .count() as u32;
        let others = fight.boosts[other]
            .iter()
            .filter(|card| !self.def(**card).unit)
            .count() as u32;
        let player = self.card(by.card).controller;
        damage = damage.saturating_add(units * self.boost_damage(player));
        let mut less: SmallVec<[(u32, u32, u32); 4]> = SmallVec::new();
        self.holding(kind::MORE, &mut |holding| {
            let Action::DealMore {
                who,
                amount,
                less: is_less,
                at_least,
                time: _,
            } = &holding.act.action
            else {
                return;
            };
            if self.is_in_attack(&holding, who, attack, by) {
                let amount = holding.amount_for(self, 0, amount, Thing::Card(by));
                if *is_less {
                    less.push((holding.stamp, amount, at_least.unwrap_or(0)));
                } else {
                    damage = damage.saturating_add(amount);
                }
            }
        });
        less.sort_unstable();
        for (_, by, at_least) in less {
            damage = damage.min(damage.saturating_sub(by).max(at_least));
        }
        let mut hit: SmallVec<[CardRef; 4]> = SmallVec::from_slice(&[to]);
        hit.extend(
            fight.also[side]
                .iter()
                .filter_map(|thing| card(*thing))
                .filter(|card| *card != to),
        );
        hit.into_iter()
            .filter(|it| self.on_map(*it))
            .map(|it| {
                let mut amount = self.taken(it, damage, by, Some(attack));
                if it == to {
                    amount = amount.saturating_sub(others * numbers.boost_damage);
                }
                Change::Damage {
                    to: it,
                    amount,
                    by,
                    attack: Some(attack),
                }
            })
            .collect()
    }

    fn boost_damage(&self, player: Player) -> u32 {
        let rules = self.t.numbers.boost_damage;
        let mut found: SmallVec<[(u32, u32, u32); 2]> = SmallVec::new();
        self.holding(kind::BOOST, &mut |holding| {
            if let Action::BoostDamage {
                who,
                amount,
                instead_of,
                time: _,
            } = &holding.act.action
                && self.who(*who, holding.env).0.contains(&player)
            {
                let (amount, instead) = (
                    holding.amount(self, 0, amount),
                    holding.amount(self, 1, instead_of),
                );
                found.push((holding.stamp, amount, instead));
            }
        });
        found.sort_unstable();
        found.iter().fold(
            rules,
            |now, (_, amount, instead)| if *instead == now { *amount } else { now },
        )
    }

    fn disadvantage(&self, attack: AttackRef, by: CardRef, to: CardRef) -> bool {
        let (mut has, mut never) = (false, false);
        if !attack.back && self.unit_rule(by).shoots {
            let at = |card: CardRef| self.card_space(card.card);
            if let Some((from, to)) = at(by).zip(at(to)) {
                let distance = self.distance(from, to);
                let reach = self.value(by, &self.t.rules.roles.attributes.reach);
                has = distance <= 1 || distance > reach;
            }
        }
        self.holding(kind::DISADVANTAGE, &mut |holding| {
            let Action::Disadvantage {
                of,
                has: gives,
                time: _,
            } = &holding.act.action
            else {
                return;
            };
            if self.is_in_attack(&holding, of, attack, by) {
                has |= *gives;
                never |= !*gives;
            }
        });
        has && !never
    }
}

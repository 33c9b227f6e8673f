//! An attack: its score and a die against the goal of its target.

use super::{Attack, Bout, Stage};
use crate::choice::{Kind, Opt, Who, Why};
use crate::event::{Change, Ev, EvKind, Goal, How};
use crate::frame::Frame;
use crate::rules::battle::{Meaning, Retaliation};
use crate::run::{Need, Run, Step};
use crate::state::{AttackRef, Entry, Env, Fight, Player, Thing, Until};
use crate::table::{LimitId, Op};
use crate::thing::{AbilityId, CardIx, CardRef};

impl Attack {
    fn reference(&self) -> AttackRef {
        AttackRef {
            id: self.id,
            back: self.back,
        }
    }
}

impl Run<'_, '_> {
    pub(super) fn battle_attack(&mut self, mut attack: Attack) -> Step {
        if attack.stage == Stage::Announce {
            return self.announce_attack(attack);
        }
        if attack.stage < Stage::Retaliate && !self.goes_on(&attack) {
            attack.stage = Stage::End;
        }
        let by = attack.reference();
        match attack.stage {
            Stage::Announce => {}
            Stage::Lines | Stage::AfterDie => {
                let about_die = attack.stage == Stage::AfterDie;
                let lines = self.lines_about(&attack, about_die);
                let line = attack.line;
                if usize::from(line) < lines.len() {
                    attack.line += 1;
                    let card = attack.by;
                    self.push_attack(attack)?;
                    return self.next_of(card, &lines, line, Some(by));
                }
                attack.line = 0;
                attack.stage = match about_die {
                    true => Stage::Hit,
                    false => Stage::Roll,
                };
                return self.push_attack(attack);
            }
            Stage::Roll => {
                if self.die_counts(&attack) {
                    let die = self.roll(attack.dice, attack.lowest)?;
                    attack.die = Some(die);
                    if let Some(battle) = &mut self.s.battle {
                        battle.die = Some(die);
                    }
                    attack.stage = Stage::Reroll;
                } else {
                    attack.stage = Stage::Hit;
                }
                return self.push_attack(attack);
            }
            Stage::Reroll => {
                attack.stage = match self.ask_reroll()? {
                    true => Stage::Roll,
                    false => Stage::AfterDie,
                };
                return self.push_attack(attack);
            }
            Stage::Hit => self.hit(attack),
            Stage::Retaliate => {
                attack.stage = Stage::End;
                let back = self.retaliation(&attack);
                self.push_attack(attack)?;
                if let Some(back) = back {
                    if let Some(stack) = self.stack_mut(back.stack.card) {
                        stack.retaliated = true;
                    }
                    self.push_attack(back)?;
                }
            }
            Stage::End => {
                let id = attack.id;
                self.s.fights.retain(|fight| fight.id != id);
                self.s.dealt.retain(|(of, ..)| *of != id);
                self.end_changes(&|until| *until == Until::Attack(id));
                self.trigger(attack.after);
            }
        }
        Ok(())
    }

    fn push_attack(&mut self, attack: Attack) -> Step {
        self.push_bout(Bout::Attack(Box::new(attack)))
    }

    /// The attack in progress that a reference names.
    pub(super) fn attack_in_progress(&self, of: AttackRef) -> Option<&Attack> {
        self.s.frames.iter().rev().find_map(|frame| match frame {
            Frame::Battle(Bout::Attack(attack)) if attack.id == of.id => Some(&**attack),
            _ => None,
        })
    }

    pub(super) fn attack_in_progress_mut(&mut self, of: AttackRef) -> Option<&mut Attack> {
        let mut frames = self.s.frames.iter_mut().rev();
        frames.find_map(|frame| match frame {
            Frame::Battle(Bout::Attack(attack)) if attack.id == of.id => Some(&mut **attack),
            _ => None,
        })
    }

    /// The card whose attack hits at the moment.
    pub(crate) fn hitter(&self) -> Option<CardRef> {
        self.s.frames.iter().rev().find_map(|frame| match frame {
            Frame::Battle(Bout::Attack(attack)) if attack.stage == Stage::Retaliate => {
                Some(attack.by)
            }
            _ => None,
        })
    }

    fn is_wall(&self, card: CardIx) -> bool {
        let walls = self.battle().and_then(|battle| battle.walls);
        walls.is_some_and(|(walls, _)| walls == card)
    }

    /// Returns whether the attacker and the target are still there.
    fn goes_on(&self, attack: &Attack) -> bool {
        let target = self.is_wall(attack.target.card)
            || self.in_play(attack.target) && self.top_of(attack.target.card).is_some();
        // A card that is cast attacks from beside the battle.
        target && self.in_play(attack.stack) && self.live(attack.by).is_some()
    }

    /// The top card of a target, or the walls.
    fn face_of(&self, target: CardRef) -> CardRef {
        self.top_of(target.card).unwrap_or(target)
    }

    fn announce_attack(&mut self, mut attack: Attack) -> Step {
        if !self.goes_on(&attack) {
            return Ok(());
        }
        attack.id = self.s.id();
        attack.stage = Stage::Lines;
        let luck = self.roll_over().and_then(|rules| rules.luck.as_deref());
        if let Some(luck) = luck {
            let luck = self.number_of(attack.by, luck, false).unwrap_or(0);
            attack.dice += luck.unsigned_abs().min(100) as u16;
            attack.lowest = luck < 0;
        }
        let (by, target) = (attack.by, self.face_of(attack.target));
        // In a retaliation, the attacker is the one against which it is made.
        let (attacker, attacked) = match attack.back {
            true => (target, by),
            false => (by, target),
        };
        self.s.fights.push(Fight {
            id: attack.id,
            attacker,
            target: attacked,
            retaliates: false,
            doubled: [0, 0],
            boosts: Default::default(),
            also: Default::default(),
            dealt: None,
            waiting: Vec::new(),
            waiting_damage: Vec::new(),
            causes: Vec::new(),
            over: false,
        });
        let doer = self.card(attack.stack.card).controller;
        let of = Some(attack.reference());
        let (a, t) = (Thing::Card(by), Thing::Card(target));
        let events = if attack.back {
            self.s.journal.push(Entry::Retaliated(by));
            vec![Ev::new(EvKind::Retaliates, a, doer).with(t).in_attack(of)]
        } else {
            self.s.journal.push(Entry::Attacked {
                attacker: by,
                target,
                new: true,
            });
            vec![
                Ev::new(EvKind::Attacks, a, doer).with(t).in_attack(of),
                Ev::new(EvKind::IsAttacked, t, doer).with(a).in_attack(of),
            ]
        };
        let (when, after) = self.announce(&events);
        attack.after = after;
        self.push_attack(attack)?;
        self.trigger(when);
        Ok(())
    }

    /// The score of an attack without the die.
    pub(crate) fn score(&self, attack: &Attack) -> u32 {
        let (Some(rules), Some((_, kind))) = (self.battle_rules(), self.kind(attack.kind)) else {
            return 0;
        };
        let printed = || self.score_of(attack.by, kind).unwrap_or(0);
        let mut own = attack.score.unwrap_or_else(printed);
        let cards = self.stack_of(attack.stack.card).map(|stack| &stack.cards);
        for card in cards.into_iter().flatten().skip(1) {
            let card = self.s.reference(*card);
            own += self.value(card, &rules.roll_over.below);
            own += self.said_of(Meaning::AddsMore, card, &|_| true);
        }
        if attack.swarmed {
            own *= self.t.number(&rules.swarm);
        }
        let row = self.row_of_target(attack.target);
        let support: u32 = attack
            .support
            .iter()
            .filter(|support| support.onto & (1 << row) != 0)
            .map(|support| support.value)
            .sum();
        let score = own + support + self.added_score(attack);
        match kind.screened && self.is_screened(attack.target) {
            true => score.div_ceil(2),
            false => score,
        }
    }

    /// The line of a target; walls are where the front is.
    fn row_of_target(&self, target: CardRef) -> usize {
        if self.is_wall(target.card) {
            let lines = self.lines_of(self.card(target.card).owner);
            return lines.last().copied().unwrap_or(0);
        }
        self.line_of(target.card)
    }

    /// Returns whether a target is on the rear line after whole walls.
    fn is_screened(&self, target: CardRef) -> bool {
        let walls = self.battle().and_then(|battle| battle.walls);
        walls.is_some_and(|(walls, hits)| {
            hits == 0
                && walls != target.card
                && self.card(walls).owner == self.card(target.card).controller
                && !self.is_front(self.line_of(target.card))
        })
    }

    /// What an attack has to reach.
    pub(crate) fn goal_of(&self, attack: &Attack) -> u32 {
        let (Some(rules), Some((id, _))) = (self.battle_rules(), self.kind(attack.kind)) else {
            return 0;
        };
        if self.is_wall(attack.target.card) {
            let walls = rules.walls.as_ref();
            return walls.map_or(0, |walls| self.t.number(&walls.goal));
        }
        let Some(stack) = self.stack_of(attack.target.card) else {
            return 0;
        };
        let against = |card: CardRef| {
            self.said_of(Meaning::GoalAgainst, card, &|with| {
                super::rule::words_of(with).any(|word| word == id)
            })
        };
        let goal = &rules.roll_over.goal;
        let aimed = usize::from(attack.swat.saturating_sub(attack.spared)).max(1);
        let target = self.s.reference(stack.card);
        let cards: u32 = stack
            .cards
            .iter()
            .take(aimed)
            .map(|card| self.s.reference(*card))
            .map(|card| self.value(card, goal) + against(card))
            .sum();
        let of_stack = self.number_of(target, goal, false).unwrap_or(0) as i64;
        let sum = (i64::from(cards) + of_stack + i64::from(against(target))).max(0) as u32;
        match stack.protects {
            true => sum * self.t.number(&rules.protect),
            false => sum,
        }
    }

    /// The faces of the die as they count for an attack: the lowest, the highest, and what is taken from each.
    fn faces(&self, attack: &Attack) -> (u32, u32, u32) {
        let Some(rules) = self.roll_over() else {
            return (0, 0, 0);
        };
        let (from, to) = (self.t.number(&rules.die.from), self.t.number(&rules.die.to));
        let rear = |row: usize| !self.is_front(row);
        let far = rear(self.line_of(attack.stack.card))
            && rear(self.row_of_target(attack.target))
            && !self.says(Meaning::IgnoresDistance, attack.by.card, &|_| true);
        let taken = rules.distance.as_ref().filter(|_| far);
        (from, to, taken.map_or(0, |taken| self.t.number(taken)))
    }

    /// Returns whether the die can change anything.
    fn die_counts(&self, attack: &Attack) -> bool {
        let (from, to, taken) = self.faces(attack);
        let (score, goal) = (self.score(attack), self.goal_of(attack));
        let least = score + from;
        let most = score + to.saturating_sub(taken).max(from);
        (least < goal && most >= goal) || !self.lines_about(attack, true).is_empty()
    }

    /// Rolls this many dice; the highest or the lowest counts.
    pub(super) fn roll(&mut self, dice: u16, lowest: bool) -> Result<u32, Need> {
        let Some(rules) = self.roll_over() else {
            return Ok(0);
        };
        let (from, to) = (self.t.number(&rules.die.from), self.t.number(&rules.die.to));
        let mut result: Option<u32> = None;
        for _ in 0..dice.max(1) {
            let options: Vec<Opt> = (from..=to).map(Opt::Number).collect();
            let choice = self.choice(Who::Chance, Kind::Die, options, 1, 1);
            let key = self.ask(choice)?.0.first().copied().unwrap_or(0);
            let face = from + u32::from(key);
            result = Some(match (result, lowest) {
                (None, _) => face,
                (Some(other), true) => other.min(face),
                (Some(other), false) => other.max(face),
            });
        }
        Ok(result.unwrap_or(from))
    }

    /// Asks the players who can have the die rolled again. Returns whether one has.
    fn ask_reroll(&mut self) -> Result<bool, Need> {
        for player in self.players() {
            for (card, ability, limit) in self.rerolls(player) {
                let options = vec![Opt::Yes, Opt::No];
                let mut choice = self.choice(Who::Player(player), Kind::May, options, 1, 1);
                choice.why = Why::Ability {
                    card: card.card,
                    ability,
                };
                if self.ask(choice)?.0.first() == Some(&0) {
                    if let Some(limit) = limit {
                        self.count_use(card, limit);
                    }
                    self.note(ability);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// What a player can use to have a die rolled again.
    fn rerolls(&self, player: Player) -> Vec<(CardRef, AbilityId, Option<LimitId>)> {
        let mut found = Vec::new();
        for card in &self.s.play {
            if self.card(*card).controller != player || !self.active(*card) {
                continue;
            }
            let this = self.s.reference(*card);
            for ability in self.abilities(*card) {
                for usable in &self.t.ability(ability).uses {
                    let then = match usable.limit {
                        Some(limit) => self.t.limits[limit as usize].then,
                        None => usable.then,
                    };
                    let env = Env::new(this, ability, player);
                    let left = usable
                        .limit
                        .is_none_or(|limit| self.uses_left(this, limit) > 0);
                    if left && self.guarded(&usable.guards, &env) && self.is_reroll(then) {
                        found.push((this, ability, usable.limit));
                    }
                }
            }
        }
        found
    }

    /// Returns whether a block is the option to roll again.
    fn is_reroll(&self, block: u32) -> bool {
        let [
            Op::May {
                then, cost: None, ..
            },
        ] = self.t.blocks[block as usize].as_slice()
        else {
            return false;
        };
        let [Op::Act(act)] = self.t.blocks[*then as usize].as_slice() else {
            return false;
        };
        match &self.t.acts[*act as usize].action {
            cardwright_ir::Action::Perform { phrase, .. } => {
                self.meaning(phrase) == Some(Meaning::Reroll)
            }
            _ => false,
        }
    }

    /// Carries out an attack whose die is rolled.
    fn hit(&mut self, mut attack: Attack) {
        let (from, _, taken) = self.faces(&attack);
        let die = attack.die.unwrap_or(from).saturating_sub(taken).max(from);
        let score = self.score(&attack);
        let succeeds = score + die >= self.goal_of(&attack);
        let doer = self.card(attack.stack.card).controller;
        let mut ev = Ev::new(EvKind::Scored, Thing::Card(attack.by), doer);
        ev.damage = score;
        ev.mark = attack.die.map_or(u8::MAX, |die| die.min(254) as u8);
        self.log.push(ev);
        let target = attack.target.card;
        let killed = usize::from(attack.swat + attack.more);
        attack.stage = Stage::Retaliate;
        self.push(Frame::Battle(Bout::Attack(Box::new(attack))));
        if !succeeds {
            return;
        }
        if self.is_wall(target) {
            if let Some((_, hits)) = self.s.battle.as_mut().and_then(|it| it.walls.as_mut()) {
                *hits += 1;
            }
            self.stacks_moved(self.card(target).owner);
            self.touch();
            return;
        }
        let to = Goal {
            zone: self.t.discard,
            bottom: false,
        };
        let cards = self.stack_of(target).map(|stack| stack.cards.clone());
        let changes = cards
            .into_iter()
            .flatten()
            .take(killed)
            .map(|card| Change::Go {
                card: self.s.reference(card),
                to,
                how: How::Discarded(None),
            });
        let changes = changes.collect();
        self.happen_by(changes, None, false, doer);
    }

    /// The attack back of a stack that an attack left.
    fn retaliation(&self, attack: &Attack) -> Option<Attack> {
        let rules = self.roll_over()?;
        let (_, kind) = self.kind(attack.kind)?;
        let stack = self.stack_of(attack.target.card)?;
        let by = self.top_of(stack.card)?;
        if rules.retaliation == Retaliation::None
            || !kind.answered
            || attack.back
            || !self.in_play(attack.stack)
        {
            return None;
        }
        let any = |permission: &cardwright_ir::Permission, _: &_| {
            matches!(
                permission,
                cardwright_ir::Permission::RetaliateAnyNumberOfTimes
            )
        };
        let can = (!stack.retaliated || self.permits(by, &any))
            && self.score_of(by, kind).is_some()
            && self.starts_from(by, attack.kind, self.line_of(stack.card))
            && self.may_retaliate(by, attack.by, attack.reference());
        can.then(|| Attack {
            id: 0,
            stack: self.s.reference(stack.card),
            by,
            target: attack.stack,
            score: None,
            swat: 1,
            spared: 0,
            more: 0,
            swarmed: false,
            support: Vec::new(),
            back: true,
            dice: 1,
            lowest: false,
            die: None,
            stage: Stage::Announce,
            line: 0,
            after: Vec::new(),
            kind: attack.kind,
        })
    }
}

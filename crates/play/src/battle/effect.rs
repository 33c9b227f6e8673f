//! Actions that a phrase of the game says.

use cardwright_ir::Argument;

use super::rule::{number_of, words_of};
use super::{Bout, Cards};
use crate::act::Doing;
use crate::choice::{Kind, Opt, Who};
use crate::frame::{Frame, Perform};
use crate::rules::battle::Meaning;
use crate::run::{Need, Run};
use crate::state::{AttackRef, Env};
use crate::thing::{CardIx, CardRef, Player, Thing, Things, card};

impl Run<'_, '_> {
    /// Does what a phrase of the game says.
    pub(crate) fn perform_said(
        &mut self,
        perform: &Perform,
        phrase: &str,
        with: &[Argument],
    ) -> Result<Doing, Need> {
        let Some(what) = self.meaning(phrase) else {
            return Ok(Doing::default());
        };
        let env = self.env(perform.env).clone();
        let number = number_of(with).map_or(0, |amount| self.amount(amount, &env));
        let found: Vec<Things> = with
            .iter()
            .filter_map(|argument| match argument {
                Argument::Things { which } => Some(self.found(which, &env)),
                _ => None,
            })
            .collect();
        let cards = |place: usize| -> Vec<CardRef> {
            let things = found.get(place).cloned().unwrap_or_default();
            things.into_iter().filter_map(card).collect()
        };
        let attack = env
            .attack
            .or_else(|| env.event.as_ref().and_then(|event| event.attack));
        match what {
            Meaning::AttackAgain => return Ok(self.attack_again(&cards(0))),
            Meaning::Attack => return self.attack_said(&env, with, number, &cards(0)),
            Meaning::AttackWithLeader => {
                let level = self.roll_over().map(|rules| &rules.below);
                let levels = cards(0).into_iter();
                let more: u32 = level.map_or(0, |level| {
                    levels.map(|leader| self.value(leader, level)).sum()
                });
                return self.attack_said(&env, with, number + more, &cards(1));
            }
            Meaning::AttackLine => return self.attack_line(&env, with, number),
            Meaning::Split => return self.split_stack(&env, &cards(0), number),
            Meaning::Roll | Meaning::RollHigher | Meaning::RollLower => {
                return self.roll_said(what, number, attack);
            }
            Meaning::SkipAttack => self.each_stack(&cards(0), &mut |stack| stack.skips += 1),
            Meaning::StopSwarming => self.each_stack(&cards(0), &mut |stack| stack.swarmed = false),
            Meaning::KillMore => {
                if let Some(attack) = attack.and_then(|of| self.attack_in_progress_mut(of)) {
                    attack.more += number as u16;
                }
            }
            Meaning::SwatMore => self.swat_more(attack, number),
            Meaning::PutUnder => self.put_under(&cards(0), &cards(1), false),
            Meaning::PutUnderSameName => self.put_under(&cards(0), &cards(1), true),
            Meaning::OtherLine => {
                let to = words_of(with).nth(1);
                self.change_line(&cards(0), to);
            }
            Meaning::RaiseSupport => {
                let mut frames = self.s.frames.iter_mut().rev();
                let raised = frames.find_map(|frame| match frame {
                    Frame::Battle(Bout::Support { raised, .. }) => Some(raised),
                    _ => None,
                });
                if let Some(raised) = raised {
                    *raised += number;
                }
            }
            Meaning::KeepUnits => {
                if let Some(battle) = &mut self.s.battle {
                    battle.keeps_units = true;
                }
            }
            _ => {}
        }
        Ok(Doing::default())
    }

    fn each_stack(&mut self, cards: &[CardRef], change: &mut dyn FnMut(&mut super::Stack)) {
        for card in cards {
            if let Some(stack) = self.stack_mut(card.card) {
                change(stack);
            }
        }
        self.touch();
    }

    /// Lets the stacks of cards attack once more in their opportunity.
    fn attack_again(&mut self, cards: &[CardRef]) -> Doing {
        let mut doing = Doing::default();
        for card in cards {
            let Some(stack) = self.stack_mut(card.card).filter(|stack| !stack.again) else {
                continue;
            };
            stack.again = true;
            let stack = stack.card;
            doing.then.push(Frame::Battle(Bout::Opportunity {
                stack: self.s.reference(stack),
                again: true,
            }));
        }
        doing
    }

    /// The stack that makes an attack which a text says: that of the card with the text, otherwise that of the leader.
    fn attacker_of(&self, env: &Env) -> Option<CardRef> {
        let own = self.stack_of(env.this.card);
        let of_leader = || {
            let leader = self.leader(env.controller)?;
            self.stack_of(leader.card)
        };
        let stack = own.or_else(of_leader)?;
        Some(self.s.reference(stack.card))
    }

    fn attack_said(
        &mut self,
        env: &Env,
        with: &[Argument],
        score: u32,
        targets: &[CardRef],
    ) -> Result<Doing, Need> {
        let kind = words_of(with).find_map(|word| self.kind_named(word));
        let (Some(kind), Some(stack)) = (kind, self.attacker_of(env)) else {
            return Ok(Doing::default());
        };
        let mut aimed = Vec::new();
        for target in targets {
            aimed.push((*target, self.ask_swat(env.controller, env.this, *target)?));
        }
        self.begin_attacks(stack, env.this, kind, Some(score), &aimed);
        Ok(Doing::default())
    }

    /// Attacks each stack on a line of the enemy that the player chooses. Support counts for the first of them.
    fn attack_line(&mut self, env: &Env, with: &[Argument], score: u32) -> Result<Doing, Need> {
        let kind = words_of(with).find_map(|word| self.kind_named(word));
        let (Some(kind), Some(stack)) = (kind, self.attacker_of(env)) else {
            return Ok(Doing::default());
        };
        let enemy = 1 - env.controller;
        let lines = self.manned_lines(enemy);
        let line = match self.ask_one(env.controller, Kind::Line, lines)? {
            Opt::Space(space) => usize::from(space / self.t.columns.max(1)),
            _ => return Ok(Doing::default()),
        };
        let targets: Vec<CardIx> = self
            .stacks_of(enemy)
            .into_iter()
            .filter(|stack| self.line_of(*stack) == line)
            .collect();
        let mut aimed = Vec::new();
        for target in targets {
            let target = self.s.reference(target);
            aimed.push((target, self.ask_swat(env.controller, env.this, target)?));
        }
        if let Some((first, rest)) = aimed.split_first() {
            // The last that is begun is the first that is carried out, and takes the support.
            let first = [*first];
            let support = self.stack_mut(stack.card).map(|stack| {
                (
                    std::mem::take(&mut stack.support),
                    std::mem::take(&mut stack.swarmed),
                )
            });
            self.begin_attacks(stack, env.this, kind, Some(score), rest);
            if let (Some(stack), Some((support, swarmed))) = (self.stack_mut(stack.card), support) {
                stack.support = support;
                stack.swarmed = swarmed;
            }
            self.begin_attacks(stack, env.this, kind, Some(score), &first);
        }
        Ok(Doing::default())
    }

    /// Splits stacks into so many: their player divides the cards.
    fn split_stack(&mut self, env: &Env, stacks: &[CardRef], into: u32) -> Result<Doing, Need> {
        let mut parts: Vec<(CardRef, Cards)> = Vec::new();
        for stack in stacks {
            let side = self.card(stack.card).controller;
            let mut cards = self
                .stack_of(stack.card)
                .map(|stack| stack.cards.clone())
                .unwrap_or_default();
            for _ in 1..into {
                let room = self.room(self.line_of(stack.card)).is_some();
                if cards.len() < 2 || !room || !self.may_form(side) {
                    break;
                }
                let things: Things = cards
                    .iter()
                    .map(|card| Thing::Card(self.s.reference(*card)))
                    .collect();
                let who = Who::Player(env.controller);
                let most = cards.len() - 1;
                let picked = self.ask_things(who, Kind::Reorganize, &things, 1, most)?;
                let picked: Cards = picked
                    .into_iter()
                    .filter_map(card)
                    .map(|card| card.card)
                    .collect();
                cards.retain(|card| !picked.contains(card));
                parts.push((*stack, picked));
            }
        }
        for (stack, cards) in parts {
            let side: Player = self.card(stack.card).controller;
            if self.may_form(side)
                && let Some(space) = self.room(self.line_of(stack.card))
            {
                self.form(side, space, &cards);
            }
        }
        Ok(Doing::default())
    }

    fn roll_said(
        &mut self,
        what: Meaning,
        number: u32,
        attack: Option<AttackRef>,
    ) -> Result<Doing, Need> {
        let lowest = what == Meaning::RollLower;
        let dice = match what {
            Meaning::Roll => 1,
            _ => number.clamp(1, 100) as u16,
        };
        // Before the die of an attack, it says how that one is rolled.
        if let Some(attack) = attack.and_then(|of| self.attack_in_progress_mut(of))
            && attack.die.is_none()
            && what != Meaning::Roll
        {
            attack.dice = dice;
            attack.lowest = lowest;
            return Ok(Doing::default());
        }
        let die = self.roll(dice, lowest)?;
        if let Some(battle) = &mut self.s.battle {
            battle.die = Some(die);
        }
        Ok(Doing::default())
    }

    /// Aims an attack at more cards, which do not add to its goal.
    fn swat_more(&mut self, attack: Option<AttackRef>, more: u32) {
        let Some(of) = attack else { return };
        let cards = self
            .attack_in_progress(of)
            .and_then(|attack| self.stack_of(attack.target.card))
            .map_or(0, |stack| stack.cards.len() as u16);
        if let Some(attack) = self.attack_in_progress_mut(of) {
            let more = (more as u16).min(cards.saturating_sub(attack.swat));
            attack.swat += more;
            attack.spared += more;
        }
    }

    /// Lays cards at the bottom of a stack without a leader.
    fn put_under(&mut self, cards: &[CardRef], stacks: &[CardRef], same_name: bool) {
        let Some(stack) = stacks.first() else { return };
        for card in cards {
            let name = &self.def(card.card).id;
            let alike = self
                .stack_of(stack.card)
                .is_some_and(|stack| stack.cards.iter().all(|other| self.def(*other).id == *name));
            if !self.is_led(stack.card) && (alike || !same_name) {
                self.lay_under(card.card, stack.card);
            }
        }
    }

    /// Moves stacks to the other line of their side, or to a line if they are not on it. A front that has to be manned
    /// is not left.
    fn change_line(&mut self, stacks: &[CardRef], to: Option<&str>) {
        for stack in stacks {
            let Some(other) = self.other_line(stack.card) else {
                continue;
            };
            let wanted = to.is_none_or(|to| self.row_id(other) == to);
            let allowed = self.is_front(other) || self.front_without(stack.card, false);
            if wanted && allowed {
                self.move_to_other_line(stack.card);
            }
        }
    }
}

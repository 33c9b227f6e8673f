//! Actions that begin lasting changes.

use cardwright_ir::{Amount, Deed, Duration, Selector, Stake};
use smallvec::SmallVec;

use super::Doing;
use crate::event::Change;
use crate::facts::is_pattern;
use crate::frame::{Perform, card};
use crate::run::{Need, Run};
use crate::state::{AttackRef, Lasting, NONE, Thing, Things, Until};

impl Run<'_, '_> {
    /// Begins a lasting change of the things that `who` selects. If `who` is `None`, it applies to players.
    pub(super) fn begin<'a>(
        &mut self,
        perform: &Perform,
        who: Option<&Selector>,
        amounts: impl IntoIterator<Item = &'a Amount>,
        time: &Duration,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let attack = who.and_then(|who| self.attack_of(who, env));
        let things = match who {
            Some(who) if attack.is_none() && !is_pattern(who) => self.found(who, env),
            _ => Things::new(),
        };
        if who.is_some_and(|who| attack.is_none() && !is_pattern(who)) && things.is_empty() {
            return Ok(Doing::default());
        }
        // If an amount depends on the thing, each thing gets a change of its own.
        if self.t.acts[perform.act as usize].per_thing && !things.is_empty() {
            let amounts: SmallVec<[&Amount; 2]> = amounts.into_iter().collect();
            for thing in things {
                let env = self.env(perform.env);
                let amounts = amounts
                    .iter()
                    .map(|amount| self.amount_for(amount, env, thing))
                    .collect();
                self.last_for(
                    perform,
                    Things::from_slice(&[thing]),
                    attack,
                    amounts,
                    time,
                    NONE,
                );
            }
            return Ok(Doing::default());
        }
        let amounts = amounts
            .into_iter()
            .map(|amount| self.amount(amount, env))
            .collect();
        self.last_for(perform, things, attack, amounts, time, NONE);
        Ok(Doing::default())
    }

    pub(super) fn begin_prohibition(
        &mut self,
        perform: &Perform,
        who: &Stake,
        what: &[Deed],
        time: &Duration,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let things = match who {
            Stake::Cards { which } => {
                let things = self.found(which, env);
                if things.is_empty() && !is_pattern(which) {
                    return Ok(Doing::default());
                }
                if is_pattern(which) {
                    Things::new()
                } else {
                    things
                }
            }
            Stake::Player { who: _ } => Things::new(),
        };
        let attack = what.iter().find_map(|deed| match deed {
            Deed::Retaliate {
                against: Some(about),
            }
            | Deed::Boost { what: about } => self.attack_of(about, env),
            _ => None,
        });
        self.last_for(perform, things, attack, SmallVec::new(), time, NONE);
        Ok(Doing::default())
    }

    pub(super) fn begin_less(
        &mut self,
        perform: &Perform,
        who: &Selector,
        amount: &Amount,
        from: Option<&Selector>,
        time: &Duration,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let attack = from.and_then(|from| self.attack_of(from, env));
        let things = if is_pattern(who) {
            Things::new()
        } else {
            self.found(who, env)
        };
        if things.is_empty() && !is_pattern(who) {
            return Ok(Doing::default());
        }
        let amounts = SmallVec::from_slice(&[self.amount(amount, env)]);
        self.last_for(perform, things, attack, amounts, time, NONE);
        Ok(Doing::default())
    }

    /// Begins a shield, with a separate amount for each thing.
    pub(super) fn begin_shield(
        &mut self,
        perform: &Perform,
        amount: &Amount,
        to: &Selector,
        time: &Duration,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let things = self.found(to, env);
        let amounts: SmallVec<[u32; 2]> = things
            .iter()
            .map(|thing| self.amount_for(amount, env, *thing))
            .collect();
        if amounts.iter().any(|amount| *amount > 0) {
            self.last_for(perform, things, None, amounts, time, NONE);
        }
        Ok(Doing::default())
    }

    pub(super) fn take_control(
        &mut self,
        perform: &Perform,
        what: &Selector,
        time: &Duration,
    ) -> Result<Doing, Need> {
        let player = self.env(perform.env).actor;
        let mut changes = Vec::new();
        for card in self.cards_of(perform, what) {
            if !self.in_play(card)
                || self.def(card.card).leader
                || self.card(card.card).controller == player
            {
                continue;
            }
            let before = self.card(card.card).controller;
            let for_good = matches!(time, Duration::AnotherChange | Duration::EndOfGame);
            if !for_good {
                let things = Things::from_slice(&[Thing::Card(card)]);
                self.last_for(perform, things, None, SmallVec::new(), time, before);
            }
            changes.push(Change::Control { card, player });
        }
        Ok(Doing::changes(changes))
    }

    fn last_for(
        &mut self,
        perform: &Perform,
        things: Things,
        attack: Option<AttackRef>,
        amounts: SmallVec<[u32; 2]>,
        time: &Duration,
        before: u8,
    ) {
        let env = self.env(perform.env);
        let in_turn = if self.s.turn.is_some() {
            Until::Turn
        } else {
            Until::Round
        };
        let until = match time {
            Duration::EndOfAttack => {
                let attack = attack
                    .or(env.attack)
                    .or_else(|| env.event.as_ref().and_then(|event| event.attack));
                match attack
                    .map(|attack| attack.id)
                    .or_else(|| self.s.fights.last().map(|fight| fight.id))
                {
                    Some(id) => Until::Attack(id),
                    None => in_turn,
                }
            }
            Duration::EndOfActivation => match self.s.activations.last() {
                Some(activation) => Until::Activation(activation.id),
                None => in_turn,
            },
            Duration::EndOfTurn => in_turn,
            Duration::EndOfRound => Until::Round,
            Duration::EndOf { period } if *period == self.t.rules.roles.periods.round => {
                Until::Round
            }
            Duration::EndOf { period } if *period == self.t.rules.roles.periods.game => Until::Game,
            // Refused when the game is loaded.
            Duration::EndOf { .. } | Duration::EndOfNext { .. } | Duration::Periods { .. } => {
                return;
            }
            Duration::EndOfGame => Until::Game,
            Duration::YourNextTurn => Until::NextTurn(env.controller),
            Duration::While { condition } => {
                let Some(cond) = self.t.conds.iter().position(|cond| cond == &**condition) else {
                    return;
                };
                if !self.test(condition, env, &mut Vec::new()) {
                    return;
                }
                Until::While(cond as u32)
            }
            Duration::Standing => match perform.guard {
                Some(cond) => Until::While(cond),
                None => Until::Game,
            },
            Duration::AnotherChange => Until::AnotherChange,
        };
        // A change until the end of an attack that is already over does not begin.
        if let Until::Attack(id) = until
            && !self.s.fights.iter().any(|fight| fight.id == id)
        {
            return;
        }
        let things = things
            .into_iter()
            .filter(|thing| card(*thing).is_none_or(|card| self.live(card).is_some()))
            .collect();
        self.s.stamp += 1;
        let mut env = self.env(perform.env).clone();
        env.done.clear();
        env.causes.clear();
        self.touch();
        self.s.changes.push(Lasting {
            act: perform.act,
            things,
            attack,
            amounts,
            env: Box::new(env),
            until,
            stamp: self.s.stamp,
            before,
        });
    }
}

//! The end of a battle: a side withdraws or surrenders, or has no stacks left.

use super::Bout;
use crate::choice::{Kind, Opt, Who};
use crate::event::{Change, Goal, How};
use crate::frame::Frame;
use crate::rules::battle::Meaning;
use crate::run::{Need, Run, Step};
use crate::thing::{At, CardIx, CardRef, Player, Thing, Things, card};

impl Run<'_, '_> {
    /// Asks whether a player leaves the battle.
    pub(crate) fn concede(&mut self, player: Player) -> Result<Option<Bout>, Need> {
        let mut options = Vec::new();
        let leaders = self.leaders_of(player).len() as u32;
        if leaders > 0
            && !self.rule_for(
                player,
                Meaning::CannotWithdraw,
                Meaning::OpponentCannotWithdraw,
            )
        {
            options.push(Opt::Withdraw);
        }
        let hand = self.zone(self.t.hand, player).len() as u32;
        if leaders > 0
            && hand >= self.price(player)
            && !self.rule_for(player, Meaning::Nothing, Meaning::OpponentCannotSurrender)
        {
            options.push(Opt::Surrender);
        }
        if options.is_empty() {
            return Ok(None);
        }
        options.push(Opt::Stop);
        let pays = match self.ask_one(player, Kind::Concede, options)? {
            Opt::Withdraw => false,
            Opt::Surrender => true,
            _ => return Ok(None),
        };
        Ok(Some(Bout::Leave {
            player,
            pays,
            stage: 0,
        }))
    }

    fn leaders_of(&self, player: Player) -> Vec<CardRef> {
        let stacks = self.stacks_of(player).into_iter();
        stacks
            .filter(|stack| self.is_led(*stack))
            .filter_map(|stack| self.top_of(stack))
            .collect()
    }

    /// The cards of the hand that a side pays when it surrenders.
    fn price(&self, player: Player) -> u32 {
        let each = self
            .battle_rules()
            .map_or(0, |rules| self.t.number(&rules.surrender));
        each * self.leaders_of(player).len() as u32
    }

    /// Lets a side leave: it is announced, then paid and carried out.
    pub(super) fn leave_battle(&mut self, player: Player, pays: bool, stage: u8) -> Step {
        let next = Bout::Leave {
            player,
            pays,
            stage: stage + 1,
        };
        match (stage, pays) {
            (0, false) => {
                let mut when = self.occurs(Meaning::Withdraws, None, player);
                for leader in self.leaders_of(player) {
                    when.extend(self.occurs(Meaning::LeaderWithdraws, Some(leader), player));
                }
                self.push_bout(next)?;
                self.trigger(when);
            }
            (0, true) => {
                let when = self.occurs(Meaning::Surrenders, None, player);
                self.push_bout(next)?;
                self.trigger(when);
            }
            (1, true) => {
                let price = self.price(player) as usize;
                let hand: Things = self
                    .zone(self.t.hand, player)
                    .iter()
                    .map(|card| Thing::Card(self.s.reference(*card)))
                    .collect();
                let price = price.min(hand.len());
                let who = Who::Player(player);
                let paid = self.ask_things(who, Kind::Discard, &hand, price, price)?;
                self.push_bout(next)?;
                for frame in self.draws(1 - player, price, None, false) {
                    self.push(frame);
                }
                self.discard_all(paid.into_iter().filter_map(card), player);
            }
            (1, false) => {
                let keeps = self.battle().is_some_and(|battle| battle.keeps_units);
                let units: Vec<CardRef> = self
                    .cards_in_stacks(player)
                    .into_iter()
                    .filter(|card| !self.def(*card).leader && !keeps)
                    .map(|card| self.s.reference(card))
                    .collect();
                self.push_bout(next)?;
                // The last stack that goes does not end the battle: the end is announced afterwards.
                if let Some(battle) = &mut self.s.battle {
                    battle.over = true;
                }
                self.discard_all(units.into_iter(), player);
            }
            _ => {
                if let Some(battle) = &mut self.s.battle {
                    battle.over = true;
                }
                for card in self.cards_in_stacks(player) {
                    self.take_out(card, None);
                    self.s.cards[usize::from(card)].at = At::Aside;
                }
                self.touch();
                let mut lost = [false; 2];
                lost[usize::from(player)] = true;
                self.push_bout(Bout::End { lost, told: false })?;
            }
        }
        Ok(())
    }

    fn discard_all(&mut self, cards: impl Iterator<Item = CardRef>, player: Player) {
        let to = Goal {
            zone: self.t.discard,
            bottom: false,
        };
        let how = How::Discarded(Some(player));
        let changes = cards.map(|card| Change::Go { card, to, how }).collect();
        self.happen_by(changes, None, false, player);
    }

    fn cards_in_stacks(&self, player: Player) -> Vec<CardIx> {
        let stacks = self.stacks_of(player).into_iter();
        stacks
            .filter_map(|stack| self.stack_of(stack))
            .flat_map(|stack| stack.cards.clone())
            .collect()
    }

    /// Ends the battle, after what waits for its end.
    pub(super) fn end_battle(&mut self, lost: [bool; 2], told: bool) {
        if told {
            self.decide(lost);
            return;
        }
        let mut when = Vec::new();
        for player in self.players() {
            let other = usize::from(1 - player);
            if lost[usize::from(player)] {
                when.extend(self.occurs(Meaning::Loses, None, player));
            } else if lost[other] {
                when.extend(self.occurs(Meaning::Wins, None, player));
            }
        }
        self.push(Frame::Battle(Bout::End { lost, told: true }));
        self.trigger(when);
    }
}

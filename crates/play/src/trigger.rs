//! The order in which triggers resolve.

use crate::choice::{Kind, Opt, Who};
use crate::frame::Frame;
use crate::run::{Run, Step};
use crate::state::{At, CardRef, Player, Thing, Trigger};
use crate::table::On;

use crate::event::{Change, Ev, EvKind, Goal, How};

impl<'t> Run<'t, '_> {
    /// Starts the resolution of triggers. The first player resolves the first one, and then the players alternate.
    pub fn trigger(&mut self, list: Vec<Trigger>) {
        if !list.is_empty() {
            self.push(Frame::Triggers {
                list,
                turn: self.s.first,
            });
        }
    }

    pub fn triggers(&mut self, mut list: Vec<Trigger>, turn: Player) -> Step {
        list.retain(|trigger| self.still_triggers(trigger));
        if list.is_empty() {
            return Ok(());
        }
        let mut player = turn;
        let of = |player: Player, list: &[Trigger]| -> Vec<usize> {
            (0..list.len())
                .filter(|at| list[*at].env.controller == player)
                .collect()
        };
        let mut mine = of(player, &list);
        if mine.is_empty() {
            player = 1 - player;
            mine = of(player, &list);
        }
        let differ = mine.iter().any(|at| list[*at] != list[mine[0]]);
        let picked = if differ {
            let options = mine
                .iter()
                .map(|at| Opt::Card(list[*at].env.this.card))
                .collect();
            let choice = self.choice(Who::Player(player), Kind::Trigger, options, 1, 1);
            let key = self.ask(choice)?.0.first().copied().unwrap_or(0);
            mine[usize::from(key).min(mine.len() - 1)]
        } else {
            mine[0]
        };
        let trigger = list.remove(picked);
        let once = trigger.block.is_none() && {
            let watch = &self.t.watches[trigger.watch as usize];
            watch.reaction || matches!(watch.on, On::First(_))
        };
        if once {
            list.retain(|other| other.watch != trigger.watch || other.env.this != trigger.env.this);
        }
        if !list.is_empty() {
            self.push(Frame::Triggers {
                list,
                turn: 1 - player,
            });
        }
        let env = *trigger.env;
        match trigger.block {
            Some(block) => self.resolve(block, env, None),
            None => {
                let watch = &self.t.watches[trigger.watch as usize];
                let reaction = watch.reaction.then_some(env.this);
                self.resolve(watch.then, env, reaction);
            }
        }
        Ok(())
    }

    /// Returns whether a trigger can still resolve. The trigger of a Reaction that was used up cannot.
    pub fn still_triggers(&self, trigger: &Trigger) -> bool {
        if trigger.block.is_some() {
            return true;
        }
        let watch = &self.t.watches[trigger.watch as usize];
        !watch.reaction || self.in_play(trigger.env.this)
    }

    pub fn end_root(&mut self, reaction: Option<CardRef>) -> Step {
        self.s.envs.pop();
        // Cards that a player looked at are hidden again.
        if self.s.envs.is_empty() {
            self.s.shown.clear();
        }
        if let Some(card) = reaction
            && self.live(card).is_some_and(|it| {
                it.at == At::Aside || matches!(it.at, At::OnCard(_) | At::OnSpace(_))
            })
        {
            let to = Goal {
                zone: self.t.discard,
                bottom: false,
            };
            let controller = self.card(card.card).controller;
            self.log
                .push(Ev::new(EvKind::UsedUp, Thing::Card(card), controller));
            self.happen_all(
                vec![Change::Go {
                    card,
                    to,
                    how: How::Used,
                }],
                None,
                false,
            );
        }
        Ok(())
    }
}

//! Effects: the steps of a block.

use cardwright_ir::{LimitPeriod, Moment};
use smallvec::SmallVec;

use crate::choice::{Kind, Opt, Who};
use crate::find::Ask;
use crate::frame::{Block, Frame, OpFrame};
use crate::run::{Run, Step};
use crate::state::{CardRef, Delayed, Things, Until, Watching};
use crate::table::{BlockId, CondId, LimitId, Op};

impl Run<'_, '_> {
    pub fn push_block(&mut self, block: BlockId, env: u16) {
        if block != 0 {
            self.push(Frame::Block(Block {
                block,
                at: 0,
                env,
                held: false,
                guard: None,
            }));
        }
    }

    fn push_inner(&mut self, block: BlockId, outer: &Block) {
        if block != 0 {
            self.push(Frame::Block(Block {
                block,
                at: 0,
                ..outer.clone()
            }));
        }
    }

    pub fn block(&mut self, mut frame: Block) -> Step {
        if self.env(frame.env).stopped {
            return Ok(());
        }
        let Some(op) = self.t.blocks[frame.block as usize].get(usize::from(frame.at)) else {
            return Ok(());
        };
        self.note(self.env(frame.env).ability);
        let here = frame.at;
        frame.at += 1;
        self.push(Frame::Block(frame.clone()));
        match op {
            Op::Act(act) => self.push_act(*act, frame.env, frame.held, frame.guard),
            Op::Then(block) => self.push_inner(*block, &frame),
            Op::Together(block) => {
                if !frame.held {
                    self.push(Frame::Settle);
                }
                let held = Block {
                    held: true,
                    ..frame
                };
                self.push_inner(*block, &held);
            }
            Op::If {
                cond,
                then,
                otherwise,
            } => {
                let met = self.test_and_bind(*cond, frame.env);
                self.push_inner(if met { *then } else { *otherwise }, &frame);
            }
            Op::While { cond, then } => {
                if self.test_and_bind(*cond, frame.env) {
                    let guarded = Block {
                        guard: Some(*cond),
                        ..frame
                    };
                    self.push_inner(*then, &guarded);
                }
            }
            Op::When(watch) => {
                let env = self.env(frame.env).clone();
                let until = match (env.attack, self.s.activations.last()) {
                    (Some(attack), _) => Until::Attack(attack.id),
                    (None, Some(activation)) => Until::Activation(activation.id),
                    (None, None) => Until::Round,
                };
                self.s.watches.push(Watching {
                    watch: *watch,
                    env: Box::new(env),
                    until,
                });
            }
            Op::Delayed { moment, then } => {
                let (end, round) = match moment {
                    // Refused when the game is loaded.
                    Moment::StartOfPeriod | Moment::EndOfPeriod | Moment::StartOfNextPeriod => {
                        (false, u32::MAX)
                    }
                    Moment::EndOfRound => (true, self.s.round + u32::from(self.s.ending)),
                    Moment::StartOfRound | Moment::StartOfNextRound => (false, self.s.round + 1),
                };
                let mut env = self.env(frame.env).clone();
                env.done.clear();
                env.causes.clear();
                self.s.delayed.push(Delayed {
                    block: *then,
                    env: Box::new(env),
                    end,
                    round,
                });
            }
            Op::May { .. }
            | Op::UnlessPaid { .. }
            | Op::Limit(_)
            | Op::Choose { .. }
            | Op::Either { .. }
            | Op::ForEach { .. }
            | Op::Repeat { .. } => self.push_op(frame.block, here, &frame, false),
        }
        Ok(())
    }

    fn push_op(&mut self, block: BlockId, at: u16, frame: &Block, accepted: bool) {
        let env = self.env(frame.env);
        let restore = (env.actor, env.each);
        self.push(Frame::Op(Box::new(OpFrame {
            block,
            at,
            env: frame.env,
            stage: 0,
            begun: false,
            accepted,
            players: SmallVec::new(),
            each: false,
            restore,
            things: Things::new(),
            guard: frame.guard,
        })));
    }

    /// Begins an option that the player has already decided to use.
    pub fn push_use(&mut self, block: BlockId, env: u16) {
        let frame = Block {
            block,
            at: 0,
            env,
            held: false,
            guard: None,
        };
        self.push_op(block, 0, &frame, true);
    }

    fn test_and_bind(&mut self, cond: CondId, env: u16) -> bool {
        let mut binds = Vec::new();
        let met = self.test_noted(cond, self.env(env), &mut binds);
        let first = self.s.first;
        for (slot, things) in binds {
            self.env_mut(env).fill(slot, things, false, None, first);
        }
        met
    }

    fn inner(&mut self, block: BlockId, op: &OpFrame) {
        if block != 0 {
            self.push(Frame::Block(Block {
                block,
                at: 0,
                env: op.env,
                held: false,
                guard: op.guard,
            }));
        }
    }

    pub fn op(&mut self, mut frame: OpFrame) -> Step {
        if self.env(frame.env).stopped {
            return Ok(());
        }
        let op = &self.t.blocks[frame.block as usize][usize::from(frame.at)];
        if !frame.begun {
            frame.begun = true;
            if let Op::May { who, .. }
            | Op::UnlessPaid { who, .. }
            | Op::Choose { who, .. }
            | Op::Either { who, .. } = op
            {
                (frame.players, frame.each) = self.who(*who, self.env(frame.env));
            }
        }
        match op {
            Op::Limit(limit) => self.limit_op(&frame, *limit),
            Op::ForEach { each, slot, then } => {
                if frame.stage == 0 {
                    frame.things = self.candidates(each, self.env(frame.env), Ask::Action);
                    frame.stage = 1;
                    self.push(Frame::Op(Box::new(frame)));
                    return Ok(());
                }
                let Some(only) = frame.things.first().copied() else {
                    return Ok(());
                };
                let next = if frame.things.len() > 1 {
                    let actor = self.env(frame.env).actor;
                    let picked =
                        self.ask_things(Who::Player(actor), Kind::Next, &frame.things, 1, 1)?;
                    picked.first().copied().unwrap_or(only)
                } else {
                    only
                };
                frame.things.retain(|thing| *thing != next);
                let first = self.s.first;
                let env = frame.env;
                // Inside, everything is found anew.
                let inner = slots_of(self, *then);
                self.env_mut(env)
                    .slots
                    .retain(|found| !inner.contains(&found.slot));
                self.env_mut(env)
                    .fill(*slot, Things::from_slice(&[next]), true, None, first);
                let guard = frame.guard;
                self.push(Frame::Op(Box::new(frame)));
                if *then != 0 {
                    self.push(Frame::Block(Block {
                        block: *then,
                        at: 0,
                        env,
                        held: false,
                        guard,
                    }));
                }
                Ok(())
            }
            Op::Repeat { times, then } => {
                if frame.stage < *times {
                    frame.stage += 1;
                    // Every time finds anew; afterwards the slots keep what the last one found.
                    let inner = slots_of(self, *then);
                    self.env_mut(frame.env)
                        .slots
                        .retain(|found| !inner.contains(&found.slot));
                    self.push(Frame::Op(Box::new(frame.clone())));
                    self.inner(*then, &frame);
                }
                Ok(())
            }
            Op::May { .. } | Op::UnlessPaid { .. } | Op::Choose { .. } | Op::Either { .. } => {
                self.player_op(frame, op)
            }
            Op::Act(_)
            | Op::Then(_)
            | Op::Together(_)
            | Op::If { .. }
            | Op::While { .. }
            | Op::When(_)
            | Op::Delayed { .. } => Ok(()),
        }
    }

    /// An effect that one player after the other decides about.
    fn player_op(&mut self, mut frame: OpFrame, op: &Op) -> Step {
        if frame.stage == 0 {
            let Some(player) = frame.players.first().copied() else {
                let env = self.env_mut(frame.env);
                (env.actor, env.each) = frame.restore;
                // Everybody has paid.
                return Ok(());
            };
            let each = frame.each;
            let env = self.env_mut(frame.env);
            env.actor = player;
            if each {
                env.each = Some(player);
            }
            frame.stage = 1;
            self.push(Frame::Op(Box::new(frame)));
            return Ok(());
        }
        let player = frame.players[0];
        match op {
            Op::May {
                who: _,
                cost,
                then,
                otherwise,
            } => {
                let able = cost.is_none_or(|cost| self.can_pay(cost, self.env(frame.env)));
                let yes = able && (frame.accepted || self.ask_yes(player, Kind::May)?);
                frame.players.remove(0);
                frame.stage = 0;
                self.push(Frame::Op(Box::new(frame.clone())));
                if yes {
                    self.inner(*then, &frame);
                    if let Some(cost) = cost {
                        self.inner(*cost, &frame);
                    }
                } else {
                    self.inner(*otherwise, &frame);
                }
                Ok(())
            }
            Op::UnlessPaid { who: _, cost, then } => {
                let able = self.can_pay(*cost, self.env(frame.env));
                let pays = able && self.ask_yes(player, Kind::May)?;
                frame.players.remove(0);
                if !pays {
                    // One who does not pay is enough.
                    let env = self.env_mut(frame.env);
                    (env.actor, env.each) = frame.restore;
                    self.inner(*then, &frame);
                    return Ok(());
                }
                frame.stage = 0;
                self.push(Frame::Op(Box::new(frame.clone())));
                self.inner(*cost, &frame);
                Ok(())
            }
            Op::Choose {
                who: _,
                at_least,
                at_most,
                modes,
            } => {
                let options = (0..modes.len() as u32).map(Opt::Number).collect();
                let most = (*at_most as usize).min(modes.len()) as u16;
                let least = (*at_least as u16).min(most);
                let choice = self.choice(Who::Player(player), Kind::Mode, options, least, most);
                let mut picked = self.ask(choice)?.0;
                picked.sort_unstable();
                frame.players.remove(0);
                frame.stage = 0;
                self.push(Frame::Op(Box::new(frame.clone())));
                for mode in picked.into_iter().rev() {
                    self.inner(modes[usize::from(mode)], &frame);
                }
                Ok(())
            }
            Op::Either { who: _, of } => {
                let options = (0..of.len() as u32).map(Opt::Number).collect();
                let choice = self.choice(Who::Player(player), Kind::Either, options, 1, 1);
                let picked = self.ask(choice)?.0.first().copied().unwrap_or(0);
                frame.players.remove(0);
                frame.stage = 0;
                self.push(Frame::Op(Box::new(frame.clone())));
                if let Some(block) = of.get(usize::from(picked)) {
                    self.inner(*block, &frame);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A use of a limit. A use counts when it begins; an option that is declined or not paid for is none.
    fn limit_op(&mut self, frame: &OpFrame, limit: LimitId) -> Step {
        let then = self.t.limits[limit as usize].then;
        let env = self.env(frame.env);
        let (this, controller) = (env.this, env.controller);
        if self.uses_left(this, limit) == 0 {
            return Ok(());
        }
        match self.t.blocks[then as usize].as_slice() {
            [
                Op::May {
                    who,
                    cost,
                    then,
                    otherwise,
                },
            ] => {
                let player = self.who(*who, env).0.first().copied().unwrap_or(controller);
                let mut of_player = env.clone();
                of_player.actor = player;
                let able = cost.is_none_or(|cost| self.can_pay(cost, &of_player));
                let yes = able && (frame.accepted || self.ask_yes(player, Kind::May)?);
                if yes {
                    self.count_use(this, limit);
                    self.env_mut(frame.env).actor = player;
                    self.inner(*then, frame);
                    if let Some(cost) = cost {
                        self.inner(*cost, frame);
                    }
                } else {
                    self.inner(*otherwise, frame);
                }
            }
            _ => {
                if frame.accepted || self.ask_yes(controller, Kind::May)? {
                    self.count_use(this, limit);
                    self.inner(then, frame);
                }
            }
        }
        Ok(())
    }

    /// How often a limit can still be used.
    pub fn uses_left(&self, card: CardRef, limit: LimitId) -> u32 {
        let lowered = &self.t.limits[limit as usize];
        match lowered.per {
            // Of an attack: what resolves in it resolves once.
            LimitPeriod::Period => lowered.times,
            LimitPeriod::Round => {
                let used = self
                    .live(card)
                    .map_or(u32::MAX, |card| u32::from(card.uses));
                lowered.times.saturating_sub(used)
            }
            LimitPeriod::Game => {
                let used = self
                    .s
                    .game_uses
                    .iter()
                    .find(|(of, which, _)| *of == card && *which == limit);
                lowered
                    .times
                    .saturating_sub(used.map_or(0, |(.., count)| *count))
            }
        }
    }

    /// Counts a use. A card whose uses in the round are used up is turned.
    pub fn count_use(&mut self, card: CardRef, limit: LimitId) {
        match self.t.limits[limit as usize].per {
            LimitPeriod::Period => {}
            LimitPeriod::Round => {
                let Some(_) = self.live(card) else { return };
                self.s.cards[usize::from(card.card)].uses += 1;
                let used = u32::from(self.card(card.card).uses);
                let left = self.abilities(card.card).iter().any(|ability| {
                    let lowered = self.t.ability(*ability);
                    let limits = lowered.uses.iter().filter_map(|usable| usable.limit);
                    let watched = lowered.watches.iter().filter_map(|watch| {
                        match self.t.blocks[self.t.watches[*watch as usize].then as usize]
                            .as_slice()
                        {
                            [Op::Limit(limit)] => Some(*limit),
                            _ => None,
                        }
                    });
                    limits.chain(watched).any(|limit| {
                        let limit = &self.t.limits[limit as usize];
                        limit.per == LimitPeriod::Round && limit.times > used
                    })
                });
                if !left {
                    self.s.cards[usize::from(card.card)].turned = true;
                }
            }
            LimitPeriod::Game => {
                let found = self
                    .s
                    .game_uses
                    .iter_mut()
                    .find(|(of, which, _)| *of == card && *which == limit);
                match found {
                    Some((.., count)) => *count += 1,
                    None => self.s.game_uses.push((card, limit, 1)),
                }
            }
        }
    }
}

/// The slots that the selectors of a block fill.
fn slots_of(run: &Run<'_, '_>, block: BlockId) -> SmallVec<[u32; 4]> {
    let mut slots = SmallVec::new();
    for op in &run.t.blocks[block as usize] {
        match op {
            Op::Act(act) => {
                let action = &run.t.acts[*act as usize].action;
                slots.extend(
                    crate::facts::selectors(action)
                        .iter()
                        .filter_map(|selector| selector.pick.slot()),
                );
            }
            Op::Then(block) | Op::Together(block) | Op::While { then: block, .. } => {
                slots.extend(slots_of(run, *block))
            }
            Op::May {
                cost,
                then,
                otherwise,
                ..
            } => {
                slots.extend(cost.iter().flat_map(|block| slots_of(run, *block)));
                slots.extend(slots_of(run, *then));
                slots.extend(slots_of(run, *otherwise));
            }
            Op::If {
                then, otherwise, ..
            } => {
                slots.extend(slots_of(run, *then));
                slots.extend(slots_of(run, *otherwise));
            }
            Op::UnlessPaid { cost, then, .. } => {
                slots.extend(slots_of(run, *cost));
                slots.extend(slots_of(run, *then));
            }
            Op::Choose { modes: blocks, .. } | Op::Either { of: blocks, .. } => {
                slots.extend(blocks.iter().flat_map(|block| slots_of(run, *block)));
            }
            Op::ForEach { then, .. } | Op::Repeat { then, .. } => {
                slots.extend(slots_of(run, *then))
            }
            Op::Limit(limit) => slots.extend(slots_of(run, run.t.limits[*limit as usize].then)),
            Op::When(_) | Op::Delayed { .. } => {}
        }
    }
    slots
}

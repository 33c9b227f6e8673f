//! What happens: events, what waits for them, and changes of one moment.
//!
//! ```text
//! would-events, the first player's things first
//!     replacements → triggers and Reactions → replacements that these began → shields
//! all changes at one moment → the journal
//! the check, until nothing changes (its removals are would-events again)
//! triggers `when` of what was done → triggers `after`
//! ```

use cardwright_ir::Action;
use smallvec::SmallVec;

use crate::choice::{Kind, Opt, Who};
use crate::facts::kind;
use crate::frame::Frame;
use crate::run::{Need, Run, Step};
use crate::state::{AttackRef, CardRef, NONE, Player, Thing, Trigger};
use crate::table::Op;

use crate::event::{Change, Ev, EvKind};
use crate::frame::{Happen, Stage};
use crate::matching::Wanted;

impl<'t> Run<'t, '_> {
    /// Lets changes happen at one moment.
    pub fn happen_all(&mut self, changes: Vec<Change>, env: Option<u16>, held: bool) {
        let doer = match env {
            Some(env) => self.env(env).controller,
            None => self.doer(),
        };
        self.happen_by(changes, env, held, doer);
    }

    pub fn happen_by(&mut self, changes: Vec<Change>, env: Option<u16>, held: bool, doer: Player) {
        let id = self.s.id();
        let happen = Happen {
            id,
            env,
            doer,
            changes,
            undone: Vec::new(),
            stage: Stage::Would,
            queue: SmallVec::new(),
            tried: Vec::new(),
            when: Vec::new(),
            after: Vec::new(),
            held,
        };
        self.push(Frame::Happen(Box::new(happen)));
    }

    /// Only the check and these triggers.
    pub fn settle(&mut self, when: Vec<Trigger>) {
        let id = self.s.id();
        let happen = Happen {
            id,
            env: self.s.envs.len().checked_sub(1).map(|env| env as u16),
            doer: self.doer(),
            changes: Vec::new(),
            undone: Vec::new(),
            stage: Stage::Check,
            queue: SmallVec::new(),
            tried: Vec::new(),
            when,
            after: Vec::new(),
            held: false,
        };
        self.push(Frame::Happen(Box::new(happen)));
    }

    /// The damage of an event that would happen, and is not yet prevented.
    pub fn pending(&self, moment: u32, place: u16) -> Option<u32> {
        let happen = self.s.frames.iter().rev().find_map(|frame| match frame {
            Frame::Happen(happen) if happen.id == moment => Some(happen),
            _ => None,
        })?;
        match happen.changes.get(usize::from(place)) {
            Some(Change::Damage { amount, .. }) => Some(*amount),
            _ => None,
        }
    }

    /// Prevents some of the damage of an event that would happen.
    pub fn prevent(&mut self, moment: u32, place: u16, by: u32) {
        let mut frames = self.s.frames.iter_mut().rev();
        let found = frames.find_map(|frame| match frame {
            Frame::Happen(happen) if happen.id == moment => Some(happen),
            _ => None,
        });
        let Some(happen) = found else { return };
        let doer = happen.doer;
        if let Some(Change::Damage { to, amount, .. }) = happen.changes.get_mut(usize::from(place))
        {
            let prevented = by.min(*amount);
            *amount -= prevented;
            let to = *to;
            self.log_prevented(to, prevented, doer);
        }
    }

    fn log_prevented(&mut self, to: CardRef, damage: u32, doer: Player) {
        if damage > 0 {
            let mut ev = Ev::new(EvKind::Prevented, Thing::Card(to), doer);
            ev.damage = damage;
            self.log.push(ev);
        }
    }

    pub fn happen(&mut self, mut happen: Box<Happen>) -> Step {
        match happen.stage {
            Stage::Would => {
                let mut queue: SmallVec<[u16; 4]> = SmallVec::new();
                for player in [Some(self.s.first), Some(1 - self.s.first), None] {
                    for (place, change) in happen.changes.iter().enumerate() {
                        if happen.undone.contains(&(place as u16)) {
                            continue;
                        }
                        if self.would(change, &happen).is_none() {
                            continue;
                        }
                        let of = self.owner_of_change(&happen, place as u16);
                        if of == player {
                            queue.push(place as u16);
                        }
                    }
                }
                happen.queue = queue;
                happen.stage = if happen.queue.is_empty() {
                    Stage::Apply
                } else {
                    Stage::Replace
                };
                self.push(Frame::Happen(happen));
                Ok(())
            }
            Stage::Replace | Stage::Again => self.replace(happen),
            Stage::When => {
                let place = happen.queue[0];
                let change = &happen.changes[usize::from(place)];
                happen.stage = Stage::Again;
                let mut when = Vec::new();
                if let Some(ev) = self.would(change, &happen) {
                    self.gather_into(&ev, Wanted::When, &mut when);
                    self.gather_into(&ev, Wanted::After, &mut happen.after);
                    self.mark_firsts(&ev);
                    for trigger in &mut when {
                        trigger.env.pending = Some((happen.id, place));
                    }
                }
                self.push(Frame::Happen(happen));
                self.trigger(when);
                Ok(())
            }
            Stage::Shield => {
                let place = happen.queue.remove(0);
                if let Change::Damage { to, amount, .. } = &mut happen.changes[usize::from(place)] {
                    let left = self.shield(*to, *amount);
                    let prevented = amount.saturating_sub(left);
                    *amount = left;
                    // Damage that is undone does not happen anyway.
                    if !happen.undone.contains(&place) {
                        self.log_prevented(*to, prevented, happen.doer);
                    }
                }
                happen.tried.clear();
                happen.stage = if happen.queue.is_empty() {
                    Stage::Apply
                } else {
                    Stage::Replace
                };
                self.push(Frame::Happen(happen));
                Ok(())
            }
            Stage::Apply => {
                let changes = std::mem::take(&mut happen.changes);
                let undone = std::mem::take(&mut happen.undone);
                let changes: Vec<(Change, bool)> = changes
                    .into_iter()
                    .enumerate()
                    .map(|(place, change)| (change, undone.contains(&(place as u16))))
                    .collect();
                self.apply(&mut happen, &changes);
                happen.stage = Stage::Check;
                if happen.held {
                    self.s.held.append(&mut happen.when);
                    self.s.held.append(&mut happen.after);
                    return Ok(());
                }
                self.push(Frame::Happen(happen));
                Ok(())
            }
            Stage::Check => {
                let found = self.check();
                if self.s.over.is_some() {
                    return Ok(());
                }
                if found.is_empty() {
                    happen.stage = Stage::Triggers;
                } else {
                    happen.changes = found;
                    happen.stage = Stage::Would;
                }
                self.push(Frame::Happen(happen));
                Ok(())
            }
            Stage::Triggers => {
                let when = std::mem::take(&mut happen.when);
                happen.stage = Stage::After;
                if !happen.after.is_empty() {
                    self.push(Frame::Happen(happen));
                }
                self.trigger(when);
                Ok(())
            }
            Stage::After => {
                self.trigger(happen.after);
                Ok(())
            }
        }
    }

    /// Lets a player choose which of their things is asked next, if something waits for several of them.
    fn order(&mut self, happen: &mut Happen) -> Result<(), Need> {
        let of = |place: &u16| self.owner_of_change(happen, *place);
        let owner = of(&happen.queue[0]);
        let (Some(player), true) = (owner, happen.queue.len() > 1) else {
            return Ok(());
        };
        let mut waited: SmallVec<[(u16, Opt); 4]> = SmallVec::new();
        for place in happen.queue.iter().filter(|place| of(place) == owner) {
            let Some(ev) = self.would(&happen.changes[usize::from(*place)], happen) else {
                continue;
            };
            let mut found = Vec::new();
            self.gather_into(&ev, Wanted::Replace, &mut found);
            self.gather_into(&ev, Wanted::When, &mut found);
            if let (Some(Thing::Card(card)), false) = (ev.who, found.is_empty()) {
                waited.push((*place, Opt::Card(card.card)));
            }
        }
        if waited.len() < 2 {
            return Ok(());
        }
        let options = waited.iter().map(|(_, option)| option.clone()).collect();
        let choice = self.choice(Who::Player(player), Kind::Next, options, 1, 1);
        let picked = self.ask(choice)?.0.first().copied().unwrap_or(0);
        if let Some((place, _)) = waited.get(usize::from(picked)) {
            happen.queue.retain(|other| *other != *place);
            happen.queue.insert(0, *place);
        }
        Ok(())
    }

    /// The player whose card a change that would happen is about.
    fn owner_of_change(&self, happen: &Happen, place: u16) -> Option<Player> {
        match self.would(&happen.changes[usize::from(place)], happen)?.who {
            Some(Thing::Card(card)) => {
                Some(self.card(card.card).controller).filter(|of| *of != NONE)
            }
            _ => None,
        }
    }

    /// The event that a change would be, if it is one that can be replaced.
    pub fn would(&self, change: &Change, happen: &Happen) -> Option<Ev> {
        let doer = happen.doer;
        let removed = |card: CardRef| {
            let by = self.removers(change, happen.env);
            Ev::new(EvKind::WouldBeRemoved, Thing::Card(card), doer).with_all(&by)
        };
        match change {
            Change::Damage {
                to,
                amount,
                by,
                attack,
            } if *amount > 0 && self.in_play(*to) => {
                let doer = self.doer_of_damage(*attack, doer);
                let mut ev = Ev::new(EvKind::WouldBeDamaged, Thing::Card(*to), doer);
                ev.damage = *amount;
                ev.attack = *attack;
                Some(ev.with(Thing::Card(*by)))
            }
            Change::Decrease {
                card,
                by,
                keeps_one: false,
                damage,
            } if self.on_map(*card) => {
                let still = *damage == 0
                    || self.damage(*card)
                        >= self.value(*card, &self.t.rules.roles.attributes.endurance);
                let gone = *by >= self.size(*card) && still;
                gone.then(|| removed(*card))
            }
            Change::Go { card, .. } if self.on_map(*card) => Some(removed(*card)),
            _ => None,
        }
    }

    /// Damage of an attack is the doing of the player whose unit deals it.
    pub fn doer_of_damage(&self, attack: Option<AttackRef>, doer: Player) -> Player {
        let fight = attack.and_then(|attack| Some((attack, self.fight_of(attack)?)));
        match fight {
            Some((attack, fight)) => {
                let dealer = if attack.back {
                    fight.target
                } else {
                    fight.attacker
                };
                self.card(dealer.card).controller
            }
            None => doer,
        }
    }

    pub fn replace(&mut self, mut happen: Box<Happen>) -> Step {
        let again = happen.stage == Stage::Again;
        if !again && happen.tried.is_empty() {
            self.order(&mut happen)?;
        }
        let place = happen.queue[0];
        let change = happen.changes[usize::from(place)].clone();
        let Some(ev) = self.would(&change, &happen) else {
            // It can no longer happen.
            if matches!(change, Change::Decrease { damage, .. } if damage > 0) {
                happen.undone.push(place);
            }
            happen.stage = Stage::Shield;
            self.push(Frame::Happen(happen));
            return Ok(());
        };
        let mut found = Vec::new();
        self.gather_into(&ev, Wanted::Replace, &mut found);
        found.retain(|trigger| !happen.tried.contains(&(trigger.env.this, trigger.watch)));
        if found.is_empty() {
            happen.stage = if again { Stage::Shield } else { Stage::When };
            self.push(Frame::Happen(happen));
            return Ok(());
        }
        let owner = match ev.who {
            Some(Thing::Card(card)) => self.card(card.card).controller,
            _ => self.s.first,
        };
        let picked = if found.len() == 1 {
            0
        } else {
            let options = found
                .iter()
                .map(|trigger| Opt::Card(trigger.env.this.card))
                .collect();
            let choice = self.choice(Who::Player(owner), Kind::Replacement, options, 1, 1);
            usize::from(self.ask(choice)?.0.first().copied().unwrap_or(0))
        };
        let trigger = found.swap_remove(picked.min(found.len() - 1));
        let mut env = *trigger.env;
        env.pending = Some((happen.id, place));
        let block = self.t.watches[trigger.watch as usize].then;
        // An option that is declined or cannot be paid replaces nothing.
        let ops = &self.t.blocks[block as usize];
        let (run, limit) = match ops.as_slice() {
            [Op::Limit(limit)] => (self.t.limits[*limit as usize].then, Some(*limit)),
            _ => (block, None),
        };
        let option = match self.t.blocks[run as usize].as_slice() {
            [
                Op::May {
                    who, cost, then, ..
                },
            ] => Some((*who, *cost, *then)),
            _ => None,
        };
        let mut accepted = limit.is_none_or(|limit| self.uses_left(env.this, limit) > 0);
        if accepted {
            let (who, cost) = match option {
                Some((who, cost, _)) => (self.who(who, &env).0.first().copied(), cost),
                None => (limit.map(|_| env.controller), None),
            };
            if let Some(player) = who {
                env.actor = player;
                accepted = cost.is_none_or(|cost| self.can_pay(cost, &env));
                if accepted {
                    let mut choice = self.choice(
                        Who::Player(player),
                        Kind::May,
                        vec![Opt::Yes, Opt::No],
                        1,
                        1,
                    );
                    choice.why = crate::choice::Why::Ability {
                        card: env.this.card,
                        ability: env.ability,
                    };
                    accepted = self.ask(choice)?.0.first() == Some(&0);
                }
            }
        }
        happen.tried.push((env.this, trigger.watch));
        if !accepted {
            self.push(Frame::Happen(happen));
            return Ok(());
        }
        if let Some(limit) = limit {
            self.count_use(env.this, limit);
        }
        match &change {
            // Only the removal is replaced: the tokens are gone.
            Change::Decrease { card, damage, .. } => {
                let size = self.size(*card);
                let endurance = self.value(*card, &self.t.rules.roles.attributes.endurance);
                let damage = if *damage > 0 {
                    endurance.saturating_mul(size)
                } else {
                    0
                };
                happen.changes[usize::from(place)] = Change::Decrease {
                    card: *card,
                    by: size,
                    damage,
                    keeps_one: true,
                };
            }
            _ => happen.undone.push(place),
        }
        happen.queue.remove(0);
        happen.tried.clear();
        happen.stage = if happen.queue.is_empty() {
            Stage::Apply
        } else {
            Stage::Replace
        };
        self.push(Frame::Happen(happen));
        match option {
            Some((_, cost, then)) => {
                self.s.envs.push(env);
                self.push(Frame::Root { reaction: None });
                let env = self.s.envs.len() as u16 - 1;
                self.push_block(then, env);
                if let Some(cost) = cost {
                    self.push_block(cost, env);
                }
            }
            None => self.resolve(run, env, None),
        }
        Ok(())
    }

    /// Takes off what shields prevent, the oldest first.
    pub fn shield(&mut self, to: CardRef, mut amount: u32) -> u32 {
        let thing = Thing::Card(to);
        // A standing shield has no end.
        let mut standing = 0u32;
        self.holding(kind::PREVENT, &mut |holding| {
            if let Action::PreventNext {
                amount,
                to,
                time: _,
            } = &holding.act.action
                && holding.fixed.is_none()
                && holding.is_of(self, to, thing)
            {
                standing = standing.saturating_add(self.amount(amount, holding.env));
            }
        });
        amount = amount.saturating_sub(standing);
        let mut used_up = Vec::new();
        for place in 0..self.s.changes.len() {
            if amount == 0 {
                break;
            }
            let change = &self.s.changes[place];
            if self.t.acts[change.act as usize].kind != kind::PREVENT {
                continue;
            }
            let Some(which) = change.things.iter().position(|it| *it == thing) else {
                continue;
            };
            let left = change.amounts.get(which).copied().unwrap_or(0);
            let taken = left.min(amount);
            amount -= taken;
            if left != u32::MAX {
                self.s.changes[place].amounts[which] = left - taken;
            }
            if self.s.changes[place].amounts.iter().all(|left| *left == 0) {
                used_up.push(place);
            }
        }
        for place in used_up.into_iter().rev() {
            self.s.changes.remove(place);
        }
        amount
    }
}

//! The round and the turn.

use cardwright_ir::Moment;

use crate::battle::{Bout, Phases};
use crate::choice::{Kind, Opt, Who};
use crate::event::{Change, Ev, EvKind, Goal, How};
use crate::frame::{Frame, card};
use crate::rules::{End, RoundStep as What};
use crate::run::{Run, Step};
use crate::state::{At, CardIx, Env, NONE, Outcome, Player, Thing, Things, Trigger, Until};
use crate::table::{BlockId, On, Op, Use};

impl Run<'_, '_> {
    pub fn round(&mut self, step: u8, count: u8) -> Step {
        let table = self.t;
        let Some(what) = table.rules.round.get(usize::from(step)) else {
            self.end_round();
            return Ok(());
        };
        let next = |run: &mut Self| {
            run.push(Frame::Round {
                step: step + 1,
                count: 0,
            })
        };
        let again = |run: &mut Self| {
            run.push(Frame::Round {
                step,
                count: count + 1,
            })
        };
        if self.s.round < what.from() {
            next(self);
            return Ok(());
        }
        match what {
            What::FirstPlayer { .. } => {
                if let Some(first) = self.s.passed_first {
                    self.s.first = first;
                }
                next(self);
            }
            What::Discard { limit, .. } => {
                if count == 2 {
                    next(self);
                    return Ok(());
                }
                let player = self.players()[usize::from(count)];
                let limit_id = table.rules.roles.limits.hand.clone();
                let limit = self.limit(player, &limit_id, table.number(limit)) as usize;
                let hand: Things = self
                    .zone(table.hand, player)
                    .iter()
                    .map(|card| Thing::Card(self.s.reference(*card)))
                    .collect();
                let least = hand.len().saturating_sub(limit);
                let given =
                    self.ask_things(Who::Player(player), Kind::Discard, &hand, least, hand.len())?;
                again(self);
                if !given.is_empty() {
                    let to = Goal {
                        zone: table.discard,
                        bottom: false,
                    };
                    let how = How::Discarded(Some(player));
                    let change = |card| Change::Go { card, to, how };
                    let changes = given.into_iter().filter_map(card).map(change).collect();
                    self.happen_by(changes, None, false, player);
                }
            }
            What::Draw { amount, .. } => {
                if count == 2 {
                    next(self);
                    return Ok(());
                }
                let player = self.players()[usize::from(count)];
                let amount = table.number(amount) as usize;
                again(self);
                for frame in self.draws(player, amount, None, false) {
                    self.push(frame);
                }
            }
            What::Ready { marks, .. } => {
                next(self);
                self.ready_all(marks);
            }
            What::StartOfRound { .. } => {
                next(self);
                self.moment(Moment::StartOfRound);
            }
            What::Turns { .. } => {
                if self.s.passed == [true, true] {
                    next(self);
                    return Ok(());
                }
                let player = match self.s.next_turn {
                    Some(player) => player,
                    None => self.s.first,
                };
                let player = if self.s.passed[usize::from(player)] {
                    1 - player
                } else {
                    player
                };
                self.s.next_turn = Some(1 - player);
                again(self);
                self.begin_turn(player);
            }
            What::Phases { .. } => match self.phases(count > 0)? {
                Phases::Over => next(self),
                Phases::GoOn(stack) => {
                    self.push(Frame::Round { step, count: 1 });
                    if let Some(stack) = stack {
                        self.push(Frame::Battle(Bout::Opportunity {
                            stack,
                            again: false,
                        }));
                    }
                }
            },
            What::Concede { .. } => {
                if count == 2 {
                    next(self);
                    return Ok(());
                }
                let player = self.players()[usize::from(count)];
                let leaves = self.concede(player)?;
                again(self);
                if let Some(bout) = leaves {
                    self.push(Frame::Battle(bout));
                }
            }
            What::EndOfRound { .. } => {
                if count == 0 {
                    self.s.ending = true;
                    again(self);
                    self.moment(Moment::EndOfRound);
                } else {
                    next(self);
                    self.end_changes(&|until| matches!(until, Until::Round | Until::Turn));
                    self.settle(Vec::new());
                }
            }
        }
        Ok(())
    }

    /// Marks come off, cards are turned back, laid cards join their stacks.
    fn ready_all(&mut self, marks: &[smol_str::SmolStr]) {
        let mut changes = Vec::new();
        for card in &self.s.play {
            let it = self.card(*card);
            for mark in marks
                .iter()
                .filter_map(|mark| crate::table::index(&self.t.marks, mark))
            {
                if it.marks & (1 << mark) != 0 && matches!(it.at, At::Map(_)) {
                    changes.push(Change::Mark {
                        card: self.s.reference(*card),
                        mark,
                        add: false,
                    });
                }
            }
            if it.turned || it.uses > 0 {
                let player = if it.controller == NONE {
                    it.owner
                } else {
                    it.controller
                };
                changes.push(Change::Turned {
                    card: *card,
                    spent: false,
                    player,
                });
            }
        }
        for player in self.players() {
            for card in self.zone(self.t.payment, player) {
                if self.card(*card).turned {
                    changes.push(Change::Turned {
                        card: *card,
                        spent: false,
                        player,
                    });
                }
            }
        }
        self.s.laid = [0, 0];
        self.happen_by(changes, None, false, NONE);
    }

    /// Resolves what waits for a moment of the round.
    pub(super) fn moment(&mut self, moment: Moment) {
        let falls = |at: Moment| match moment {
            Moment::EndOfRound | Moment::StartOfPeriod => at == moment,
            _ => matches!(at, Moment::StartOfRound | Moment::StartOfNextRound),
        };
        let mut list = Vec::new();
        let end = moment == Moment::EndOfRound;
        for card in &self.s.play {
            if !self.active(*card) {
                continue;
            }
            for ability in self.abilities(*card) {
                for watch in &self.t.ability(ability).watches {
                    let On::At(at) = self.t.watches[*watch as usize].on else {
                        continue;
                    };
                    if !falls(at) {
                        continue;
                    }
                    let env = Env::new(
                        self.s.reference(*card),
                        ability,
                        self.card(*card).controller,
                    );
                    if self.guarded(&self.t.watches[*watch as usize].guards, &env) {
                        list.push(Trigger {
                            watch: *watch,
                            env: Box::new(env),
                            block: None,
                        });
                    }
                }
            }
        }
        for watching in &self.s.watches {
            if let On::At(at) = self.t.watches[watching.watch as usize].on
                && falls(at)
            {
                list.push(Trigger {
                    watch: watching.watch,
                    env: watching.env.clone(),
                    block: None,
                });
            }
        }
        let round = self.s.round;
        let mut later = Vec::new();
        for delayed in std::mem::take(&mut self.s.delayed) {
            if delayed.end == end && delayed.round <= round && moment != Moment::StartOfPeriod {
                list.push(Trigger {
                    watch: 0,
                    env: delayed.env,
                    block: Some(delayed.block),
                });
            } else {
                later.push(delayed);
            }
        }
        self.s.delayed = later;
        self.trigger(list);
    }

    /// Ends the round: who has nothing left loses, and the next round begins.
    fn end_round(&mut self) {
        let mut lost = [false; 2];
        let mut quiet = None;
        let mut last = None;
        for end in &self.t.rules.ends {
            match end {
                End::LeaderDamage { .. } => {}
                End::NothingLeft { zone } => {
                    let Some(zone) = crate::table::index(&self.t.zones, zone) else {
                        continue;
                    };
                    for player in 0..2 {
                        let unit = |card: &&CardIx| {
                            let it = self.card(**card);
                            it.controller == player
                                && self.def_of(it).unit
                                && matches!(it.at, At::Map(_))
                        };
                        let empty = self.zone(zone, player).is_empty();
                        if empty && !self.s.play.iter().any(|card| unit(&card)) {
                            lost[usize::from(player)] = true;
                        }
                    }
                }
                End::QuietRounds { rounds } => quiet = Some(self.t.number(rounds)),
                End::LastRound { round } => last = Some(self.t.number(round)),
                End::NoStacks => {}
            }
        }
        self.decide(lost);
        if self.s.over.is_some() {
            return;
        }
        self.s.quiet = if self.s.noise { 0 } else { self.s.quiet + 1 };
        let ends = quiet.is_some_and(|rounds| self.s.quiet >= rounds)
            || last.is_some_and(|last| self.s.round >= last);
        if ends {
            self.s.over = Some(Outcome::Draw);
            return;
        }
        let s = &mut *self.s;
        s.noise = false;
        s.ending = false;
        s.round += 1;
        s.passed = [false, false];
        s.next_turn = None;
        s.journal.clear();
        s.played.clear();
        s.firsts.clear();
        self.log.push(Ev::round_begins());
        let s = &mut *self.s;
        let round = s.round;
        let delayed = !s.delayed.is_empty();
        s.last.retain(|last| delayed && last.round + 1 >= round);
        self.push(Frame::Round { step: 0, count: 0 });
    }

    // ── The turn ──

    fn begin_turn(&mut self, player: Player) {
        self.s.turn = Some(player);
        self.s.turn_start = self.s.journal.len() as u32;
        self.s.used.clear();
        self.end_changes(&|until| *until == Until::NextTurn(player));
        self.push(Frame::Turn {
            player,
            acted: false,
        });
        self.settle(Vec::new());
    }

    pub fn end_turn(&mut self) {
        self.end_changes(&|until| *until == Until::Turn);
        self.s.turn = None;
        self.settle(Vec::new());
    }

    pub fn turn(&mut self, player: Player, acted: bool) -> Step {
        let mut options = Vec::new();
        if !acted {
            self.actions(player, &mut options);
        }
        self.uses(player, &mut options);
        if acted {
            if options.is_empty() && !self.t.asks_all {
                self.push(Frame::EndTurn);
                return Ok(());
            }
            options.push(Opt::End);
        } else {
            options.push(Opt::Pass);
        }
        let picked = self.ask_one(player, Kind::Action, options)?;
        match picked {
            Opt::Use(card, place) => {
                self.push(Frame::Turn { player, acted });
                self.begin_use(card, place);
            }
            Opt::Play(card) => {
                self.act_done(player);
                let play = self.new_play(self.s.reference(card), player, false);
                self.push(Frame::Play(Box::new(play)));
            }
            Opt::Activate(card) => {
                self.act_done(player);
                self.push(Frame::ActivateEach {
                    list: Things::from_slice(&[Thing::Card(self.s.reference(card))]),
                });
            }
            Opt::Lay(card) => {
                // The stack is chosen before anything changes.
                let options = (0..self.t.statistics.len() as u32)
                    .map(Opt::Number)
                    .collect();
                let stack = match self.ask_one(player, Kind::Stack, options)? {
                    Opt::Number(stack) => stack as u8,
                    _ => 0,
                };
                self.act_done(player);
                self.s.laid[usize::from(player)] += 1;
                self.lay(card, player, stack, false);
            }
            Opt::Pass => {
                self.s.passed[usize::from(player)] = true;
                if !self.s.passed[usize::from(1 - player)] {
                    self.s.passed_first = Some(player);
                }
                self.push(Frame::EndTurn);
                let mut ev = Ev::new(EvKind::Passes, Thing::Space(0), player).by(player);
                ev.who = None;
                self.happen_by(vec![Change::Note(ev)], None, false, player);
            }
            _ => self.push(Frame::EndTurn),
        }
        Ok(())
    }

    fn act_done(&mut self, player: Player) {
        self.s.used.clear();
        self.push(Frame::Turn {
            player,
            acted: true,
        });
    }

    /// The actions of a turn.
    fn actions(&self, player: Player, options: &mut Vec<Opt>) {
        let hand = self.zone(self.t.hand, player);
        for card in hand {
            if self.playable(*card, player, false) {
                options.push(Opt::Play(*card));
            }
        }
        if self.s.laid[usize::from(player)] < self.t.numbers.laid_per_round
            && !self.t.statistics.is_empty()
        {
            options.extend(hand.iter().map(|card| Opt::Lay(*card)));
        }
        for card in &self.s.play {
            if self.card(*card).controller == player && self.can_activate(self.s.reference(*card)) {
                options.push(Opt::Activate(*card));
            }
        }
    }

    /// What the player can use without an occasion.
    fn uses(&self, player: Player, options: &mut Vec<Opt>) {
        let gains = self.any_gain();
        for card in &self.s.play {
            let usable = gains || self.def(*card).usable;
            if !usable || self.card(*card).controller != player || !self.active(*card) {
                continue;
            }
            let mut place = 0;
            for ability in self.abilities(*card) {
                for usable in &self.t.ability(ability).uses {
                    let env = Env::new(self.s.reference(*card), ability, player);
                    if self.can_use(usable, &env) {
                        options.push(Opt::Use(*card, place));
                    }
                    place += 1;
                }
            }
        }
    }

    fn can_use(&self, usable: &Use, env: &Env) -> bool {
        if !self.guarded(&usable.guards, env) {
            return false;
        }
        let then = match usable.limit {
            Some(limit) => {
                if self.uses_left(env.this, limit) == 0 {
                    return false;
                }
                self.t.limits[limit as usize].then
            }
            None => {
                if self.s.used.contains(&(env.this, usable.then)) {
                    return false;
                }
                usable.then
            }
        };
        match self.t.blocks[then as usize].as_slice() {
            [Op::May { who, cost, .. }] => {
                let mut env = env.clone();
                env.actor = self
                    .who(*who, &env)
                    .0
                    .first()
                    .copied()
                    .unwrap_or(env.controller);
                env.actor == env.controller && cost.is_none_or(|cost| self.can_pay(cost, &env))
            }
            _ => true,
        }
    }

    fn begin_use(&mut self, card: CardIx, place: u8) {
        let mut left = place;
        for ability in self.abilities(card) {
            for usable in &self.t.ability(ability).uses {
                if left > 0 {
                    left -= 1;
                    continue;
                }
                let this = self.s.reference(card);
                let then: BlockId = usable.then;
                if usable.limit.is_none() {
                    self.s.used.push((this, then));
                }
                let env = Env::new(this, ability, self.card(card).controller);
                self.s.envs.push(env);
                self.push(Frame::Root { reaction: None });
                let env = self.s.envs.len() as u16 - 1;
                self.push_use(then, env);
                return;
            }
        }
    }

    /// Lays a card face-down as a ready card of a statistic.
    pub fn lay(&mut self, card: CardIx, player: Player, stack: u8, turned: bool) {
        let mut done = Vec::new();
        let reference = self.s.reference(card);
        if self.card(card).at.in_play() {
            if self.never_leaves(card) {
                return;
            }
            self.leave(
                reference,
                Goal {
                    zone: self.t.payment,
                    bottom: false,
                },
                &mut done,
            );
        } else {
            self.lift(card);
            let place = self.zone_place(self.t.payment, player);
            self.s.zones[place].push(card);
        }
        let of = if self.card(card).at.in_play() {
            player
        } else {
            self.zone_owner(card, player)
        };
        let zone = self.t.payment;
        let it = &mut self.s.cards[usize::from(card)];
        it.at = At::Zone { zone, of };
        it.laid = Some(stack);
        it.face_up = false;
        it.turned = turned;
    }

    fn zone_owner(&self, card: CardIx, player: Player) -> Player {
        let place = self.zone_place(self.t.payment, player);
        if self.s.zones[place].contains(&card) {
            player
        } else {
            1 - player
        }
    }
}

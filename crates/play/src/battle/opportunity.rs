//! What a stack does when it may act: attack, or one of the things in place of an attack.

use smallvec::SmallVec;

use super::{Attack, Bout, Cards, Stage, Support};
use crate::choice::{Kind, Opt, Who};
use crate::event::{Change, Ev, EvKind, Goal, How};
use crate::frame::Frame;
use crate::rules::battle::Meaning;
use crate::run::{Need, Run, Step};
use crate::thing::{AbilityId, CardIx, CardRef, Player, Space, Thing, Things, card};

/// How a stack reorganizes.
enum Reorganized {
    Line,
    /// Cards go to the bottom of a stack.
    Cards {
        to: CardIx,
        cards: Cards,
    },
}

impl Run<'_, '_> {
    pub(super) fn opportunity(&mut self, stack: CardRef, again: bool) -> Step {
        if !self.in_play(stack) {
            return Ok(());
        }
        // Between two attacks, stacks come up to the front.
        if again && self.man_the_front()? {
            return self.push_bout(Bout::Opportunity { stack, again });
        }
        let (Some(top), Some(of)) = (self.top_of(stack.card), self.stack_of(stack.card)) else {
            return Ok(());
        };
        let skips = of.skips > 0;
        let player = self.card(stack.card).controller;
        let mut options = Vec::new();
        if !skips {
            let kinds = self.roll_over().map_or(0, |rules| rules.kinds.len()) as u8;
            options.extend(
                (0..kinds)
                    .filter(|kind| !self.attackable(stack.card, top, *kind).is_empty())
                    .map(Opt::Attack),
            );
        }
        if !again {
            if !skips {
                let heading = &self.t.rules.roles.headings.instead;
                options.extend(self.lines_below(top, heading).into_iter().map(Opt::Ability));
                options.extend(self.castable(top, player).into_iter().map(Opt::Play));
            }
            self.deeds_instead(stack.card, &mut options);
        }
        options.push(Opt::Pass);
        match self.ask_one(player, Kind::Action, options)? {
            Opt::Attack(kind) => self.declare(stack, top, kind)?,
            Opt::Ability(ability) => {
                self.act_with(stack.card);
                let line: SmallVec<[AbilityId; 1]> = SmallVec::from_slice(&[ability]);
                self.next_of(top, &line, 0, None)?;
            }
            Opt::Play(spell) => {
                self.act_with(stack.card);
                self.cast(spell, player);
            }
            Opt::Support => {
                let others: Things = self
                    .stacks_of(player)
                    .into_iter()
                    .filter(|other| *other != stack.card)
                    .map(|other| Thing::Card(self.s.reference(other)))
                    .collect();
                let to = self.ask_things(Who::Player(player), Kind::Target, &others, 1, 1)?;
                self.act_with(stack.card);
                if let Some(to) = to.first().copied().and_then(card) {
                    let when = self.occurs(Meaning::Supports, Some(stack), player);
                    let raised = 0;
                    self.push_bout(Bout::Support { stack, to, raised })?;
                    self.trigger(when);
                }
            }
            Opt::Swarm => {
                self.act_with(stack.card);
                if let Some(stack) = self.stack_mut(stack.card) {
                    stack.swarmed = true;
                }
                let when = self.occurs(Meaning::Swarms, Some(stack), player);
                self.trigger(when);
            }
            Opt::Protect => {
                self.act_with(stack.card);
                if let Some(stack) = self.stack_mut(stack.card) {
                    stack.protects = true;
                }
                let when = self.occurs(Meaning::Protects, Some(stack), player);
                self.trigger(when);
            }
            Opt::Reorganize => {
                let how = self.ask_reorganized(stack.card, player)?;
                self.act_with(stack.card);
                self.reorganize(stack.card, how);
            }
            _ => self.act_with(stack.card),
        }
        Ok(())
    }

    /// The opportunity of a stack is used: it protects no longer.
    fn act_with(&mut self, stack: CardIx) {
        if let Some(stack) = self.stack_mut(stack) {
            stack.acted = true;
            stack.protects = false;
            stack.skips = stack.skips.saturating_sub(1);
        }
        self.touch();
    }

    /// What a stack may do in place of an attack.
    fn deeds_instead(&self, stack: CardIx, options: &mut Vec<Opt>) {
        let any = |_: &[cardwright_ir::Argument]| true;
        let side = self.card(stack).controller;
        let alone = self.stacks_of(side).len() < 2;
        if !alone && self.reach_of(stack) != 0 && !self.says(Meaning::CannotSupport, stack, &any) {
            options.push(Opt::Support);
        }
        let swarmed = self.stack_of(stack).is_some_and(|stack| stack.swarmed);
        if !swarmed && !self.says(Meaning::CannotSwarm, stack, &any) {
            options.push(Opt::Swarm);
        }
        if !self.says(Meaning::CannotProtect, stack, &any) {
            options.push(Opt::Protect);
        }
        if !self.ways_to_reorganize(stack).is_empty() {
            options.push(Opt::Reorganize);
        }
    }

    /// The stacks and walls that a card can attack.
    pub(crate) fn attackable(&self, stack: CardIx, by: CardRef, kind: u8) -> Things {
        let Some((_, rules)) = self.kind(kind) else {
            return Things::new();
        };
        let line = self.line_of(stack);
        if self.score_of(by, rules).is_none() || !self.starts_from(by, kind, line) {
            return Things::new();
        }
        let enemy = 1 - self.card(stack).controller;
        let mut found: Things = self
            .stacks_of(enemy)
            .into_iter()
            .filter(|target| self.reaches(by, kind, self.line_of(*target)))
            .filter(|target| {
                let top = self.top_of(*target);
                top.is_some_and(|top| self.may_attack(by, top))
            })
            .map(|target| Thing::Card(self.s.reference(target)))
            .collect();
        if rules.walls
            && let Some((walls, hits)) = self.battle().and_then(|battle| battle.walls)
            && self.card(walls).owner == enemy
            && hits < 2
        {
            found.push(Thing::Card(self.s.reference(walls)));
        }
        found
    }

    /// The rows of the enemy that a stack could attack, as bits.
    fn reach_of(&self, stack: CardIx) -> u8 {
        let (Some(top), Some(rules)) = (self.top_of(stack), self.roll_over()) else {
            return 0;
        };
        let line = self.line_of(stack);
        let enemy = self.lines_of(1 - self.card(stack).controller);
        let mut rows = 0;
        for (kind, of) in rules.kinds.values().enumerate() {
            let kind = kind as u8;
            if self.score_of(top, of).is_none() || !self.starts_from(top, kind, line) {
                continue;
            }
            for row in &enemy {
                rows |= u8::from(self.reaches(top, kind, *row)) << row;
            }
        }
        rows
    }

    /// The value of a stack's support: the levels of its cards.
    pub(crate) fn support_value(&self, stack: CardIx) -> u32 {
        let Some(rules) = self.roll_over() else {
            return 0;
        };
        let cards = self.stack_of(stack).map(|stack| stack.cards.clone());
        let levels = cards.into_iter().flatten();
        let sum: u32 = levels
            .map(|card| self.value(self.s.reference(card), &rules.below))
            .sum();
        sum << self.doublings(stack).min(8)
    }

    pub(crate) fn give_support(&mut self, stack: CardRef, to: CardRef, raised: u32) {
        if !self.in_play(stack) || !self.in_play(to) {
            return;
        }
        let value = self.support_value(stack.card) + raised;
        let onto = self.reach_of(stack.card);
        if let Some(to) = self.stack_mut(to.card) {
            to.support.push(Support { value, onto });
        }
        self.touch();
    }

    /// Asks for the targets of an attack and what is swatted, and begins it.
    fn declare(&mut self, stack: CardRef, by: CardRef, kind: u8) -> Step {
        let player = self.card(stack.card).controller;
        let targets = self.attackable(stack.card, by, kind);
        let several = self.said_of(Meaning::AttacksSeveral, by, &|_| true).max(1) as usize;
        let picked = self.ask_things(Who::Player(player), Kind::Target, &targets, 1, several)?;
        let mut aimed = Vec::new();
        for target in picked.into_iter().filter_map(card) {
            aimed.push((target, self.ask_swat(player, by, target)?));
        }
        self.act_with(stack.card);
        self.begin_attacks(stack, by, kind, None, &aimed);
        Ok(())
    }

    /// Asks how many cards of a target an attack is aimed at.
    pub(super) fn ask_swat(
        &mut self,
        player: Player,
        by: CardRef,
        target: CardRef,
    ) -> Result<u16, Need> {
        let cards = self
            .stack_of(target.card)
            .map_or(1, |stack| stack.cards.len()) as u32;
        if cards < 2 || self.says(Meaning::CannotSwat, by.card, &|_| true) {
            return Ok(1);
        }
        let options = (1..=cards).map(Opt::Number).collect();
        Ok(match self.ask_one(player, Kind::Swat, options)? {
            Opt::Number(cards) => cards as u16,
            _ => 1,
        })
    }

    /// Begins the attacks of one declaration: support and swarm count for all of them, and are used up.
    pub(super) fn begin_attacks(
        &mut self,
        stack: CardRef,
        by: CardRef,
        kind: u8,
        score: Option<u32>,
        aimed: &[(CardRef, u16)],
    ) {
        let (mut swarmed, mut support) = (false, Vec::new());
        if let Some(stack) = self.stack_mut(stack.card) {
            swarmed = std::mem::take(&mut stack.swarmed);
            support = std::mem::take(&mut stack.support);
        }
        for (target, swat) in aimed.iter().rev() {
            let attack = Attack {
                id: 0,
                stack,
                by,
                kind,
                score,
                target: *target,
                swat: *swat,
                spared: 0,
                more: 0,
                swarmed,
                support: support.clone(),
                back: false,
                dice: 1,
                lowest: false,
                die: None,
                stage: Stage::Announce,
                line: 0,
                after: Vec::new(),
            };
            self.push(Frame::Battle(Bout::Attack(Box::new(attack))));
        }
        self.touch();
    }

    // ── Reorganizing ──

    fn ways_to_reorganize(&self, stack: CardIx) -> Vec<Opt> {
        let mut ways = Vec::new();
        let side = self.card(stack).controller;
        let other = self.other_line(stack);
        // Coming up to the front is always allowed; leaving it only if it stays manned.
        if let Some(space) = other.and_then(|row| self.room(row))
            && (other.is_some_and(|row| self.is_front(row)) || self.front_without(stack, false))
        {
            ways.push(Opt::Space(space));
        }
        if self.is_led(stack) {
            return ways;
        }
        let line = self.line_of(stack);
        let mates = self.stacks_of(side).into_iter();
        ways.extend(
            mates
                .filter(|mate| *mate != stack && self.line_of(*mate) == line && !self.is_led(*mate))
                .flat_map(|mate| [(stack, Opt::Onto(mate)), (mate, Opt::Card(mate))])
                .filter(|(from, _)| self.most_given(*from) > 0)
                .map(|(_, way)| way),
        );
        ways
    }

    /// How many cards a stack can give. It gives all of them only if the front is manned without it.
    fn most_given(&self, stack: CardIx) -> usize {
        let cards = self.stack_of(stack).map_or(0, |stack| stack.cards.len());
        match self.front_without(stack, true) {
            true => cards,
            false => cards.saturating_sub(1),
        }
    }

    /// Asks how a stack reorganizes: a space to change its line, a stack to give cards to, or one to take cards from.
    fn ask_reorganized(&mut self, stack: CardIx, player: Player) -> Result<Reorganized, Need> {
        let ways = self.ways_to_reorganize(stack);
        let way = self.ask_one(player, Kind::Reorganize, ways)?;
        let (from, to) = match way {
            Opt::Onto(mate) => (stack, mate),
            Opt::Card(mate) => (mate, stack),
            _ => return Ok(Reorganized::Line),
        };
        let cards = self.stack_of(from).map(|stack| stack.cards.clone());
        let cards: Things = cards
            .into_iter()
            .flatten()
            .map(|card| Thing::Card(self.s.reference(card)))
            .collect();
        let most = self.most_given(from);
        let picked = self.ask_things(Who::Player(player), Kind::Reorganize, &cards, 1, most)?;
        let picked = picked.into_iter().filter_map(card);
        Ok(Reorganized::Cards {
            to,
            cards: picked.map(|card| card.card).collect(),
        })
    }

    fn reorganize(&mut self, stack: CardIx, how: Reorganized) {
        match how {
            Reorganized::Line => self.move_to_other_line(stack),
            Reorganized::Cards { to, cards } => {
                for card in cards {
                    self.lay_under(card, to);
                }
            }
        }
    }

    // ── Casting ──

    /// The cards of the hand that a leader can cast.
    fn castable(&self, top: CardRef, player: Player) -> Cards {
        let Some(rules) = self.battle_rules().and_then(|rules| rules.cast.as_ref()) else {
            return Cards::new();
        };
        if !self.def(top.card).leader {
            return Cards::new();
        }
        let word = |card: CardIx| {
            let fields = &self.def(card).fields;
            let found = fields.iter().find(|(key, _)| *key == rules.field);
            found.map(|(_, word)| word.clone())
        };
        let skills: SmallVec<[_; 2]> = self
            .s
            .play
            .iter()
            .filter(|card| self.card(**card).controller == player && self.is_skill(**card))
            .filter_map(|card| word(*card))
            .collect();
        let heading = &self.t.rules.roles.headings.played;
        let most = self.t.number(&rules.most);
        let hand = self.zone(self.t.hand, player).iter().copied();
        hand.filter(|card| {
            let def = self.def(*card);
            let level = def.numbers.iter().find(|(key, _)| *key == rules.level);
            let easy = level.is_none_or(|(_, level)| *level <= most as i32);
            let below = |id: &AbilityId| {
                let lowered = self.t.ability(*id);
                lowered.heading == *heading || lowered.lasting
            };
            easy && def.abilities.iter().any(below)
                && word(*card).is_some_and(|word| skills.contains(&word))
        })
        .collect()
    }

    /// Casts a card of the hand: what lasts stays beside the battle, the rest is discarded and resolves.
    fn cast(&mut self, spell: CardIx, player: Player) {
        let spell = self.s.reference(spell);
        let abilities = &self.def(spell.card).abilities;
        let lasts = abilities.iter().any(|id| self.t.ability(*id).lasting);
        let mut ev = Ev::new(EvKind::Played, Thing::Card(spell), player);
        ev.player = Some(player);
        let goes = if lasts {
            Change::Aside {
                card: spell,
                controller: player,
            }
        } else {
            Change::Go {
                card: spell,
                to: Goal {
                    zone: self.t.discard,
                    bottom: false,
                },
                how: How::Used,
            }
        };
        self.push(Frame::Battle(Bout::Cast {
            card: spell,
            line: 0,
        }));
        self.happen_by(vec![goes, Change::Note(ev)], None, false, player);
    }

    pub(super) fn cast_line(&mut self, spell: CardRef, line: u8) {
        let heading = &self.t.rules.roles.headings.played;
        let lines = self.lines_below(spell, heading);
        if usize::from(line) < lines.len() {
            self.push(Frame::Battle(Bout::Cast {
                card: spell,
                line: line + 1,
            }));
            let _ = self.next_of(spell, &lines, line, None);
        }
    }

    /// The first space of each line of a side with stacks.
    pub(super) fn manned_lines(&self, side: Player) -> Vec<Opt> {
        let stacks = self.stacks_of(side);
        let lines = self.lines_of(side).into_iter().rev();
        let manned = lines.filter(|row| stacks.iter().any(|stack| self.line_of(*stack) == *row));
        manned
            .map(|row| Opt::Space(row as Space * self.t.columns))
            .collect()
    }
}

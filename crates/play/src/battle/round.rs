//! The round of a battle: the line-up, the phases, and the front that has to be manned.

use super::{Battle, Bout};
use crate::account::By;
use crate::choice::{Kind, Opt, Who};
use crate::frame::Frame;
use crate::run::{Need, Run, Step};
use crate::state::State;
use crate::table::{Table, index};
use crate::thing::{At, CardIx, CardRef, Player, Thing, Things, card};

/// How the phases of a round go on.
pub(crate) enum Phases {
    /// A stack may act, or something was put right before it.
    GoOn(Option<CardRef>),
    Over,
}

impl Table {
    /// Adds what a battle needs to a state: the cards that stand for stacks.
    pub(crate) fn begin_battle(&self, state: &mut State) {
        let Some(rules) = self.battle() else { return };
        state.battle = Some(Box::default());
        for side in 0..2 {
            for _ in 0..self.number(&rules.stacks) {
                self.add(state, self.stack, side);
            }
        }
    }

    /// The phase in which a stack acts.
    pub fn phase_of_stack(&self, state: &State, stack: CardIx) -> u32 {
        Run::new(self, &mut state.clone()).phase_of(stack)
    }

    /// Puts walls before a side, which were hit so often.
    pub fn wall(&self, state: &mut State, side: Player, hits: u8) {
        let card = self.add(state, self.stack + 1, side);
        if let Some(battle) = &mut state.battle {
            battle.walls = Some((card, hits));
        }
    }
}

impl Run<'_, '_> {
    /// Lets the players form stacks of the cards of these parts. Returns whether a card was placed.
    pub(crate) fn line_up(&mut self, parts: &[smol_str::SmolStr]) -> Result<bool, Need> {
        for player in self.players() {
            let left: Things = self
                .unplaced_of(parts, player)
                .into_iter()
                .map(|card| Thing::Card(self.s.reference(card)))
                .collect();
            if left.is_empty() {
                continue;
            }
            let picked = self.ask_things(Who::Player(player), Kind::LineUp, &left, 1, 1)?;
            let Some(Thing::Card(card)) = picked.first().copied() else {
                continue;
            };
            let mut options = Vec::new();
            // A leader is alone, so a stack is left for him.
            let leaders = self.unplaced_of(parts, player).into_iter();
            let leaders = leaders.filter(|other| *other != card.card && self.def(*other).leader);
            if self.may_form_more(player, 1 + leaders.count() as u32) {
                let lines = self.lines_of(player).into_iter().rev();
                options.extend(lines.filter_map(|row| self.room(row)).map(Opt::Space));
            }
            if !self.def(card.card).leader {
                let stacks = self.stacks_of(player).into_iter();
                options.extend(stacks.filter(|stack| !self.is_led(*stack)).map(Opt::Onto));
            }
            match self.ask_one(player, Kind::LineUp, options)? {
                Opt::Space(space) => {
                    self.form(player, space, &[card.card]);
                }
                Opt::Onto(stack) => self.lay_under(card.card, stack),
                // There is no room for it.
                _ => self.enter_play(card.card, At::Aside, player),
            }
            self.bring_skills(card);
            self.stacks_moved(player);
            return Ok(true);
        }
        Ok(false)
    }

    fn unplaced_of(&self, parts: &[smol_str::SmolStr], player: Player) -> Vec<CardIx> {
        let parts: Vec<u8> = parts
            .iter()
            .filter_map(|part| index(&self.t.parts, part))
            .collect();
        let of = |(card, part): &&(CardIx, u8)| {
            let it = self.card(*card);
            it.owner == player && parts.contains(part) && it.at == At::Playing
        };
        let unplaced = self.s.unplaced.iter();
        unplaced.filter(of).map(|(card, _)| *card).collect()
    }

    /// Lays the skills of a leader beside the battle.
    pub(crate) fn bring_skills(&mut self, leader: CardRef) {
        let Some(skills) = self.battle_rules().and_then(|rules| rules.skills.as_ref()) else {
            return;
        };
        if !self.def(leader.card).leader {
            return;
        }
        let side = self.card(leader.card).controller;
        for field in &skills.fields {
            let fields = &self.def(leader.card).fields;
            let name = fields.iter().find(|(key, _)| key == field);
            let def = name.and_then(|(_, name)| self.t.skills.get(name).copied());
            if let Some(def) = def {
                let card = self.t.add(self.s, def, side);
                self.enter_play(card, At::Aside, side);
            }
        }
    }

    /// The phase in which a stack acts: that of its top card.
    pub(crate) fn phase_of(&self, stack: CardIx) -> u32 {
        let Some(rules) = self.battle_rules() else {
            return 0;
        };
        let mut set = None;
        let stack = self.s.reference(stack);
        let of_stack = self.number_by(stack, &rules.phase, false, &mut |part| {
            if let By::Set { to } = part.by {
                set = Some(to);
            }
        });
        let of_top = self
            .top_of(stack.card)
            .and_then(|top| self.number_of(top, &rules.phase, false));
        let phase = match set {
            Some(_) => of_stack.unwrap_or(0),
            None => of_top.unwrap_or(0) + of_stack.unwrap_or(0),
        };
        phase.max(0) as u32
    }

    /// Goes on with the phases of a round. Returns whether they are over, and the stack that may act.
    pub(crate) fn phases(&mut self, begun: bool) -> Result<Phases, Need> {
        let Some(rules) = self.battle_rules() else {
            return Ok(Phases::Over);
        };
        if !begun {
            if let Some(battle) = &mut self.s.battle {
                battle.phase = 1;
                for stack in &mut battle.stacks {
                    stack.acted = false;
                    stack.retaliated = false;
                }
            }
            return Ok(Phases::GoOn(None));
        }
        if self.man_the_front()? {
            return Ok(Phases::GoOn(None));
        }
        let from = self.s.battle.as_ref().map_or(1, |battle| battle.phase);
        for phase in from..=self.t.number(&rules.last_phase) {
            for player in self.players() {
                let ready: Things = self
                    .stacks_of(player)
                    .into_iter()
                    .filter(|stack| self.stack_of(*stack).is_some_and(|stack| !stack.acted))
                    .filter(|stack| self.phase_of(*stack) == phase)
                    .map(|stack| Thing::Card(self.s.reference(stack)))
                    .collect();
                if ready.is_empty() {
                    continue;
                }
                let picked = self.ask_things(Who::Player(player), Kind::Next, &ready, 1, 1)?;
                if let Some(battle) = &mut self.s.battle {
                    battle.phase = phase;
                }
                return Ok(Phases::GoOn(picked.first().copied().and_then(card)));
            }
        }
        Ok(Phases::Over)
    }

    /// Brings stacks up to a front that is not manned. Returns whether one came up.
    pub(super) fn man_the_front(&mut self) -> Result<bool, Need> {
        for player in self.players() {
            let moved = |battle: &Battle| battle.moved[usize::from(player)];
            if !self.battle().is_some_and(moved) {
                continue;
            }
            let all = self.stacks_of(player);
            let needed = self.front_needs(player).min(all.len() as u32);
            if self.on_front(player) >= needed {
                continue;
            }
            let rear: Things = all
                .iter()
                .filter(|stack| !self.is_front(self.line_of(**stack)))
                .map(|stack| Thing::Card(self.s.reference(*stack)))
                .collect();
            let picked = self.ask_things(Who::Player(player), Kind::Line, &rear, 1, 1)?;
            if let Some(Thing::Card(stack)) = picked.first().copied() {
                self.move_to_other_line(stack.card);
                return Ok(true);
            }
        }
        if let Some(battle) = &mut self.s.battle {
            battle.moved = [false; 2];
        }
        Ok(false)
    }

    /// Moves a stack to the other line of its side, if there is room.
    pub(super) fn move_to_other_line(&mut self, stack: CardIx) {
        if let Some(space) = self.other_line(stack).and_then(|row| self.room(row)) {
            self.shift_stack(stack, space);
        }
    }

    /// Ends a battle in which a side has no stacks left.
    pub(crate) fn check_stacks(&mut self) {
        let setting_up = self
            .s
            .frames
            .iter()
            .any(|frame| matches!(frame, Frame::Setup { .. }));
        let lost = [0, 1].map(|side| self.stacks_of(side).is_empty());
        if setting_up || lost == [false; 2] {
            return;
        }
        if let Some(battle) = self.s.battle.as_mut().filter(|battle| !battle.over) {
            battle.over = true;
            self.s.frames.clear();
            self.push(Frame::Battle(Bout::End { lost, told: false }));
        }
    }

    pub(super) fn battle(&self) -> Option<&Battle> {
        self.s.battle.as_deref()
    }

    pub(super) fn push_bout(&mut self, bout: Bout) -> Step {
        self.push(Frame::Battle(bout));
        Ok(())
    }
}

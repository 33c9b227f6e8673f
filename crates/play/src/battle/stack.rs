//! Stacks: how they are formed, changed and found.

use super::Cards;
use super::bout::Stack;
use crate::run::Run;
use crate::thing::{At, CardIx, CardRef, Player, Space};

impl Run<'_, '_> {
    pub(crate) fn stack_of(&self, card: CardIx) -> Option<&Stack> {
        self.s.battle.as_ref()?.stack_of(card)
    }

    pub(crate) fn stack_mut(&mut self, card: CardIx) -> Option<&mut Stack> {
        self.s.battle.as_mut()?.stack_mut(card)
    }

    /// The top card of the stack of a card.
    pub(crate) fn top_of(&self, card: CardIx) -> Option<CardRef> {
        let top = self.stack_of(card)?.cards.first().copied()?;
        Some(self.s.reference(top))
    }

    /// The stacks of a side, in the order in which they were formed.
    pub(crate) fn stacks_of(&self, side: Player) -> Cards {
        let stacks = self.s.battle.iter().flat_map(|battle| &battle.stacks);
        stacks
            .map(|stack| stack.card)
            .filter(|stack| self.card(*stack).controller == side)
            .collect()
    }

    /// The row of a side, by its place in the rows of the map, and its id.
    pub(super) fn row_id(&self, row: usize) -> &str {
        self.t.rows.get(row).map_or("", |row| row.as_str())
    }

    /// The lines of a side, by their places in the rows of the map: from its edge to the front.
    pub(super) fn lines_of(&self, side: Player) -> Vec<usize> {
        let rows = self.t.rows.len();
        match side {
            0 => (0..rows / 2).collect(),
            _ => (rows / 2..rows).rev().collect(),
        }
    }

    /// The line of a stack: the place of its row.
    pub(crate) fn line_of(&self, stack: CardIx) -> usize {
        let space = self.card_space(stack).unwrap_or(0);
        usize::from(space / self.t.columns.max(1))
    }

    /// The first vacant space of a line, from the left of player 0.
    pub(crate) fn room(&self, row: usize) -> Option<Space> {
        let first = row as u16 * u16::from(self.t.columns);
        (first..first + u16::from(self.t.columns))
            .map(|space| space as Space)
            .find(|space| {
                let at = At::Map(*space);
                !self.s.play.iter().any(|card| self.card(*card).at == at)
            })
    }

    /// Forms a stack on a space, the top card first.
    pub(crate) fn form(&mut self, side: Player, space: Space, cards: &[CardIx]) -> Option<CardIx> {
        let free = |card: &CardIx| {
            let it = self.card(*card);
            it.def == self.t.stack && it.owner == side && it.at == At::Playing
        };
        let stack = (0..self.s.cards.len() as CardIx).find(free)?;
        self.s.cards[usize::from(stack)].life += 1;
        self.enter_play(stack, At::Map(space), side);
        let battle = self.s.battle.as_mut()?;
        battle.stacks.push(Stack {
            card: stack,
            cards: Cards::new(),
            acted: false,
            again: false,
            swarmed: false,
            protects: false,
            retaliated: false,
            skips: 0,
            support: Vec::new(),
        });
        for card in cards {
            self.lay_under(*card, stack);
        }
        Some(stack)
    }

    /// Lays a card at the bottom of a stack, from wherever it is.
    pub(crate) fn lay_under(&mut self, card: CardIx, stack: CardIx) {
        let Some(space) = self.card_space(stack) else {
            return;
        };
        let side = self.card(stack).controller;
        self.take_out(card, Some(stack));
        match self.card(card).at {
            At::Map(_) => {
                self.s.cards[usize::from(card)].at = At::Map(space);
                self.touch();
            }
            _ => {
                self.new_life(card);
                self.enter_play(card, At::Map(space), side);
            }
        }
        if let Some(stack) = self.stack_mut(stack) {
            stack.cards.push(card);
        }
    }

    /// Takes a card out of its stack. A stack without cards is no longer there, but for the one that is kept.
    pub(crate) fn take_out(&mut self, card: CardIx, kept: Option<CardIx>) {
        let Some(battle) = self.s.battle.as_mut() else {
            return;
        };
        for stack in &mut battle.stacks {
            stack.cards.retain(|other| *other != card);
        }
        let mut gone = Cards::new();
        battle.stacks.retain(|stack| {
            let stays = !stack.cards.is_empty() || kept == Some(stack.card);
            if !stays {
                gone.push(stack.card);
            }
            stays
        });
        for stack in gone {
            self.stacks_moved(self.card(stack).controller);
            self.s.play.retain(|other| *other != stack);
            self.s.cards[usize::from(stack)].at = At::Playing;
        }
        self.touch();
    }

    /// The front of a side may have to be manned.
    pub(super) fn stacks_moved(&mut self, side: Player) {
        let battle = self.s.battle.as_mut();
        if let Some(moved) = battle.and_then(|battle| battle.moved.get_mut(usize::from(side))) {
            *moved = true;
        }
    }

    /// Moves a stack with its cards to a space.
    pub(super) fn shift_stack(&mut self, stack: CardIx, space: Space) {
        self.stacks_moved(self.card(stack).controller);
        let cards = self.stack_of(stack).map(|stack| stack.cards.clone());
        for card in cards.into_iter().flatten().chain([stack]) {
            self.s.cards[usize::from(card)].at = At::Map(space);
        }
        self.touch();
    }

    /// The other line of the side of a stack.
    pub(super) fn other_line(&self, stack: CardIx) -> Option<usize> {
        let lines = self.lines_of(self.card(stack).controller);
        let line = self.line_of(stack);
        lines.into_iter().rev().find(|other| *other != line)
    }

    /// Returns whether there is room for another stack of a side.
    pub(super) fn may_form(&self, side: Player) -> bool {
        self.may_form_more(side, 1)
    }

    /// Returns whether there is room for so many more stacks of a side.
    pub(super) fn may_form_more(&self, side: Player, more: u32) -> bool {
        let most = self
            .battle_rules()
            .map_or(0, |rules| self.t.number(&rules.stacks));
        self.stacks_of(side).len() as u32 + more <= most
    }

    /// The stacks that have to man the front of a side: so many, or all if there are fewer.
    pub(super) fn front_needs(&self, side: Player) -> u32 {
        let Some(rules) = self.battle_rules() else {
            return 0;
        };
        let walls = self.s.battle.as_ref().and_then(|battle| battle.walls);
        match (&rules.walls, walls) {
            (Some(walls), Some((card, hits))) if self.card(card).owner == side => match hits {
                0 => 0,
                1 => self.t.number(&walls.breached),
                _ => self.t.number(&walls.sacked),
            },
            _ => self.t.number(&rules.front.stacks),
        }
    }

    pub(super) fn is_front(&self, row: usize) -> bool {
        self.battle_rules()
            .is_some_and(|rules| self.row_id(row) == rules.front.row)
    }

    /// How many stacks of a side are on the front.
    pub(super) fn on_front(&self, side: Player) -> u32 {
        let stacks = self.stacks_of(side);
        let front = stacks
            .iter()
            .filter(|stack| self.is_front(self.line_of(**stack)));
        front.count() as u32
    }

    /// Returns whether the front of a side stays manned without one of its stacks; `gone`: the stack is no longer there
    /// afterwards.
    pub(super) fn front_without(&self, stack: CardIx, gone: bool) -> bool {
        let side = self.card(stack).controller;
        let all = self.stacks_of(side).len() as u32 - u32::from(gone);
        let front = self.on_front(side) - u32::from(self.is_front(self.line_of(stack)));
        front >= self.front_needs(side).min(all)
    }

    /// The stacks next to a space on its line.
    pub(crate) fn beside(&self, a: Space, b: Space) -> bool {
        let columns = self.t.columns.max(1);
        let between = |at: Space| at > a.min(b) && at < a.max(b);
        a != b
            && a / columns == b / columns
            && !self
                .s
                .play
                .iter()
                .any(|card| self.card_space(*card).is_some_and(between))
    }

    /// Returns whether a card is a skill that a leader has brought.
    pub(crate) fn is_skill(&self, card: CardIx) -> bool {
        let def = self.card(card).def;
        self.t.skills.values().any(|skill| *skill == def)
    }

    /// Returns whether a stack has a leader.
    pub(crate) fn is_led(&self, stack: CardIx) -> bool {
        let cards = self.stack_of(stack).map(|stack| &stack.cards);
        cards
            .into_iter()
            .flatten()
            .any(|card| self.def(*card).leader)
    }
}

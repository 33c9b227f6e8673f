//! Moving step by step.

use cardwright_ir::Permission;
use smallvec::SmallVec;

use crate::choice::{Kind, Opt};
use crate::event::{Change, Ev, EvKind, Goal};
use crate::frame::{Frame, Walk, WalkStage, Way};
use crate::run::{Run, Step};
use crate::state::{At, CardIx, CardRef, Done, Entry, Player, Space, Thing};

impl Run<'_, '_> {
    pub fn new_walk(
        &self,
        card: CardRef,
        left: u32,
        up_to: bool,
        direction: Option<Way>,
        own: bool,
        actor: Player,
    ) -> Walk {
        Walk {
            card,
            left,
            up_to,
            direction,
            own,
            actor,
            path: SmallVec::new(),
            announced: false,
            stage: WalkStage::Choose,
            next: None,
            after: Vec::new(),
        }
    }

    /// Returns whether a card may pass through a space that is taken.
    fn may_pass(&self, walk: &Walk, space: Space) -> bool {
        let Some(other) = self.fighter_at(space) else {
            return true;
        };
        if self.unit_rule(walk.card).passes_over {
            return true;
        }
        let other = Thing::Card(self.s.reference(other));
        self.permits(walk.card, &|permission, env| match permission {
            Permission::MoveThrough { what } => self.matches(what, other, env),
            _ => false,
        })
    }

    fn right_way(&self, walk: &Walk, from: Space, to: Space) -> bool {
        let Some(way) = &walk.direction else {
            return true;
        };
        let spaces = way.what.iter().filter_map(|thing| match thing {
            Thing::Card(card) => self.live(*card).and_then(|_| self.card_space(card.card)),
            Thing::Space(space) => Some(*space),
        });
        let mut any = false;
        for goal in spaces {
            any = true;
            let (before, after) = (self.distance(from, goal), self.distance(to, goal));
            if (after > before) != way.away {
                return false;
            }
        }
        any
    }

    /// Returns whether the card can end on a vacant space, from a space with so many steps.
    fn can_land(&self, walk: &Walk, from: Space, left: u32, before: &[Space]) -> bool {
        let mut seen: SmallVec<[Space; 64]> = SmallVec::from_slice(before);
        seen.push(from);
        let mut edge: SmallVec<[Space; 64]> = SmallVec::from_slice(&[from]);
        for _ in 0..left {
            let mut next: SmallVec<[Space; 64]> = SmallVec::new();
            for space in edge {
                for to in self.neighbors(space) {
                    if seen.contains(&to)
                        || !self.right_way(walk, space, to)
                        || self.cannot_enter(walk.card, to)
                    {
                        continue;
                    }
                    if self.vacant(to) || self.may_merge(walk, to) {
                        return true;
                    }
                    if self.may_pass(walk, to) {
                        seen.push(to);
                        next.push(to);
                    }
                }
            }
            edge = next;
        }
        false
    }

    /// Returns whether the movement may end by merging on a space.
    fn may_merge(&self, walk: &Walk, space: Space) -> bool {
        if !walk.own || !self.def(walk.card.card).unit {
            return false;
        }
        let Some(other) = self.fighter_at(space) else {
            return false;
        };
        let (mine, there) = (self.card(walk.card.card), self.card(other));
        other != walk.card.card
            && there.controller == mine.controller
            && there.owner == mine.owner
            && self.def_of(there).unit
            && self.def_of(there).id == self.def_of(mine).id
    }

    /// The next steps.
    fn steps(&self, walk: &Walk) -> Vec<Opt> {
        let mut options = Vec::new();
        let Some(at) = self.card_space(walk.card.card) else {
            return options;
        };
        if walk.left == 0 || self.cannot_move(walk.card) {
            return options;
        }
        let mut path = walk.path.clone();
        path.push(at);
        for to in self.neighbors(at) {
            if path.contains(&to)
                || !self.right_way(walk, at, to)
                || self.cannot_enter(walk.card, to)
            {
                continue;
            }
            if self.vacant(to) {
                options.push(Opt::Step(to));
                continue;
            }
            if self.may_merge(walk, to) {
                options.push(Opt::Merge(to));
            }
            if self.may_pass(walk, to) && self.can_land(walk, to, walk.left - 1, &path) {
                options.push(Opt::Step(to));
            }
        }
        options
    }

    pub fn walk(&mut self, mut walk: Walk) -> Step {
        let doer = self.doer();
        match walk.stage {
            WalkStage::Choose => {
                if !self.on_map(walk.card) {
                    walk.stage = WalkStage::After;
                    self.push(Frame::Walk(Box::new(walk)));
                    return Ok(());
                }
                let mut options = self.steps(&walk);
                let passing = self.card(walk.card.card).passing;
                let at = self.card_space(walk.card.card);
                let moved = !walk.path.is_empty();
                // A leader that has entered a space with a site may take it.
                let site = at.and_then(|at| self.site_at(at)).filter(|site| {
                    walk.own && moved && self.def(walk.card.card).leader && !passing && {
                        self.card(*site).controller != self.card(walk.card.card).controller
                    }
                });
                if site.is_some() {
                    options.push(Opt::Take);
                }
                let may_stop = !passing && (walk.up_to || options.is_empty() || site.is_some());
                if may_stop {
                    options.push(Opt::Stop);
                }
                if options.is_empty() || (!walk.up_to && walk.left == 0) {
                    options = vec![Opt::Stop];
                }
                let picked = self.ask_one(walk.actor, Kind::Step, options)?;
                match picked {
                    Opt::Step(space) => {
                        walk.next = Some(space);
                        walk.stage = WalkStage::Step;
                    }
                    Opt::Merge(space) => {
                        walk.next = Some(space);
                        walk.stage = WalkStage::Merge;
                    }
                    Opt::Take => {
                        let player = self.card(walk.card.card).controller;
                        walk.stage = WalkStage::Stop;
                        self.push(Frame::Walk(Box::new(walk)));
                        if let Some(site) = site {
                            let change = Change::Control {
                                card: self.s.reference(site),
                                player,
                            };
                            self.happen_by(vec![change], None, false, player);
                        }
                        return Ok(());
                    }
                    _ => {
                        walk.stage = if moved {
                            WalkStage::Stop
                        } else {
                            WalkStage::After
                        }
                    }
                }
                let steps = matches!(walk.stage, WalkStage::Step | WalkStage::Merge);
                if steps && !walk.announced {
                    // The decision to move comes first.
                    walk.announced = true;
                    let (when, after) =
                        self.announce(&[Ev::new(EvKind::Moves, Thing::Card(walk.card), doer)]);
                    walk.after = after;
                    self.push(Frame::Walk(Box::new(walk)));
                    self.trigger(when);
                    return Ok(());
                }
                self.push(Frame::Walk(Box::new(walk)));
            }
            WalkStage::Step | WalkStage::Merge => {
                let Some(space) = walk.next.take() else {
                    return Ok(());
                };
                let wanted = if walk.stage == WalkStage::Step {
                    Opt::Step(space)
                } else {
                    Opt::Merge(space)
                };
                let legal = self.on_map(walk.card) && self.steps(&walk).contains(&wanted);
                if !legal {
                    // What happened meanwhile forbids it: the player chooses again.
                    walk.stage = WalkStage::Choose;
                    self.push(Frame::Walk(Box::new(walk)));
                    return Ok(());
                }
                let merge = walk.stage == WalkStage::Merge;
                let other = self.fighter_at(space).map(|other| self.s.reference(other));
                if merge {
                    return self.merge_onto(walk, other, space, doer);
                }
                if let Some(at) = self.card_space(walk.card.card) {
                    walk.path.push(at);
                }
                walk.left -= 1;
                walk.stage = WalkStage::Choose;
                let card = walk.card;
                let passing = !self.vacant(space);
                self.push(Frame::Walk(Box::new(walk)));
                self.happen_by(
                    vec![Change::Shift {
                        card,
                        space,
                        passing,
                        step: true,
                        stops: false,
                    }],
                    None,
                    false,
                    doer,
                );
            }
            WalkStage::Stop => {
                walk.stage = WalkStage::After;
                let (card, passing) = (walk.card, self.card(walk.card.card).passing);
                let at = self.card_space(card.card).filter(|_| self.on_map(card));
                if let Some(at) = at {
                    if passing {
                        // It cannot go on over a space that is taken: it goes back to the last vacant one.
                        let back = walk
                            .path
                            .iter()
                            .rev()
                            .copied()
                            .find(|space| self.vacant(*space));
                        let it = &mut self.s.cards[usize::from(card.card)];
                        it.passing = false;
                        it.at = At::Map(back.unwrap_or(at));
                    }
                    let at = self.card_space(card.card).unwrap_or(at);
                    let ev =
                        Ev::new(EvKind::StopsOn, Thing::Card(card), doer).with(Thing::Space(at));
                    self.push(Frame::Walk(Box::new(walk)));
                    self.happen_by(vec![Change::Note(ev)], None, false, doer);
                } else {
                    self.push(Frame::Walk(Box::new(walk)));
                }
            }
            WalkStage::After => {
                if let Some(it) = self
                    .live(walk.card)
                    .filter(|it| it.passing && matches!(it.at, At::Map(_)))
                {
                    let at = it.at;
                    let back = walk
                        .path
                        .iter()
                        .rev()
                        .copied()
                        .find(|space| self.vacant(*space));
                    let it = &mut self.s.cards[usize::from(walk.card.card)];
                    it.passing = false;
                    it.at = back.map_or(at, At::Map);
                }
                self.trigger(walk.after);
            }
        }
        Ok(())
    }

    /// The card enters the space of a unit of its name and becomes one with it, at one moment.
    fn merge_onto(
        &mut self,
        mut walk: Walk,
        other: Option<CardRef>,
        space: Space,
        doer: Player,
    ) -> Step {
        let Some(other) = other else { return Ok(()) };
        // Which of the two cards stays.
        let options = vec![Opt::Card(other.card), Opt::Card(walk.card.card)];
        let alike = self.alike(other, walk.card);
        let picked = if alike {
            Opt::Card(other.card)
        } else {
            self.ask_one(walk.actor, Kind::Merge, options)?
        };
        let (stays, goes) = if picked == Opt::Card(walk.card.card) {
            (walk.card, other)
        } else {
            (other, walk.card)
        };
        if let Some(activation) = self.s.activations.last() {
            let id = activation.id;
            self.s.journal.push(Entry::Merged(id));
        }
        self.s.journal.push(Entry::Step(walk.card));
        walk.card = stays;
        walk.path.push(space);
        walk.left = 0;
        walk.stage = WalkStage::Stop;
        self.push(Frame::Walk(Box::new(walk)));
        let change = Change::Merge {
            stays,
            goes,
            space,
            stepped: true,
        };
        self.happen_by(vec![change], None, false, doer);
        Ok(())
    }

    /// Returns whether it makes no difference which of two cards stays.
    fn alike(&self, a: CardRef, b: CardRef) -> bool {
        let (a, b) = (self.card(a.card), self.card(b.card));
        a.def == b.def && a.copy == b.copy && a.owner == b.owner
    }

    /// Moves everything of one card onto the other, which stays and gets a size token on top.
    pub fn join(&mut self, stays: CardRef, goes: CardRef, space: Space, _stepped: bool) {
        let gone = self.card(goes.card).clone();
        let (a, b) = (Thing::Card(stays), Thing::Card(goes));
        let size = self.t.numbers.merge_size as u16;
        {
            let it = &mut self.s.cards[usize::from(stays.card)];
            it.at = At::Map(space);
            it.passing = false;
            it.size = it.size.saturating_add(gone.size).saturating_add(size);
            it.damage = it.damage.saturating_add(gone.damage);
            it.marks |= gone.marks;
            it.turned |= gone.turned;
            it.uses = it.uses.max(gone.uses);
        }
        let moved: Vec<_> = self
            .s
            .tokens
            .iter()
            .filter(|tokens| tokens.on == b)
            .cloned()
            .collect();
        self.s.tokens.retain(|tokens| tokens.on != b);
        for tokens in moved {
            self.add_tokens(a, tokens.token, i32::from(tokens.count));
        }
        let on: Vec<CardIx> = self
            .s
            .play
            .iter()
            .copied()
            .filter(|card| self.card(*card).at == At::OnCard(goes.card))
            .collect();
        for card in on {
            self.s.cards[usize::from(card)].at = At::OnCard(stays.card);
        }
        // A change of control is one of that card alone.
        let control = |act: u32| {
            matches!(
                self.t.acts[act as usize].action,
                cardwright_ir::Action::TakeControl { .. }
            )
        };
        for change in &mut self.s.changes {
            if control(change.act) {
                continue;
            }
            if let Some(place) = change.things.iter().position(|thing| *thing == b) {
                if let Some(kept) = change.things.iter().position(|thing| *thing == a) {
                    if change.amounts.len() == change.things.len() && change.amounts.len() > 1 {
                        change.amounts[kept] =
                            change.amounts[kept].saturating_add(change.amounts[place]);
                        change.amounts[place] = 0;
                    }
                } else {
                    change.things[place] = a;
                }
            }
        }
        let mut done: Vec<(Done, CardRef)> = Vec::new();
        let before = self.s.journal.len();
        self.leave(
            goes,
            Goal {
                zone: self.t.discard,
                bottom: false,
            },
            &mut done,
        );
        // Nothing was removed from the map: the group is still there.
        self.s.journal.truncate(before);
        self.rename(goes, stays);
    }

    /// References to either mean the merged unit.
    fn rename(&mut self, from: CardRef, to: CardRef) {
        let (old, new) = (Thing::Card(from), Thing::Card(to));
        for env in &mut self.s.envs {
            env.renew(old, new);
            if env.this == from {
                env.this = to;
            }
        }
        for entry in &mut self.s.journal {
            match entry {
                Entry::Step(card)
                | Entry::Retaliated(card)
                | Entry::Activated(card)
                | Entry::Damaged(card)
                | Entry::Removed(card) => {
                    if *card == from {
                        *card = to;
                    }
                }
                Entry::Attacked {
                    attacker, target, ..
                } => {
                    for card in [attacker, target] {
                        if *card == from {
                            *card = to;
                        }
                    }
                }
                Entry::Played(..) | Entry::Merged(_) => {}
            }
        }
        for (card, dealers) in &mut self.s.dealers {
            for card in dealers.iter_mut().chain([card]) {
                if *card == from {
                    *card = to;
                }
            }
        }
        for activation in &mut self.s.activations {
            if activation.card == from {
                activation.card = to;
            }
        }
        for frame in &mut self.s.frames {
            match frame {
                Frame::Activate(activate) if activate.card == from => activate.card = to,
                Frame::Walk(walk) if walk.card == from => walk.card = to,
                _ => {}
            }
        }
    }
}

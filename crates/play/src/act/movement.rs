//! Actions that move things.

use cardwright_ir::{Amount, Direction, Pick, Reference, Selector};

use super::Doing;
use crate::choice::{Kind, Who};
use crate::event::Change;
use crate::find::Ask;
use crate::frame::{Frame, MoveEach, Perform, Way, card};
use crate::run::{Need, Run};
use crate::state::{At, CardRef, Thing, Things};

impl Run<'_, '_> {
    pub(super) fn move_things(
        &mut self,
        perform: &Perform,
        what: &Selector,
        steps: &Amount,
        up_to: bool,
        direction: Option<&Direction>,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let by = env.this;
        let list: Things = self
            .cards_of(perform, what)
            .into_iter()
            .filter(|card| {
                self.on_map(*card) && !self.def(card.card).site && !self.cannot_be_moved(*card, by)
            })
            .map(Thing::Card)
            .collect();
        let direction = direction.map(|direction| {
            let what = match direction {
                Direction::AwayFrom { what } | Direction::Toward { what } => self.refer(what, env),
            };
            Way::new(direction, what)
        });
        let steps = self.amount(steps, env).min(u32::from(self.t.spaces()));
        let each = MoveEach {
            list,
            steps,
            up_to,
            direction,
            actor: env.actor,
        };
        Ok(Doing {
            changes: Vec::new(),
            then: vec![Frame::MoveEach(Box::new(each))],
        })
    }

    pub(super) fn swap(
        &mut self,
        perform: &Perform,
        what: &Selector,
        with: Option<&Selector>,
    ) -> Result<Doing, Need> {
        let mut both = self.cards_of(perform, what);
        if let Some(with) = with {
            both.truncate(1);
            both.extend(self.cards_of(perform, with).into_iter().take(1));
        }
        let [a, b] = both[..] else {
            return Ok(Doing::default());
        };
        let space = |card: CardRef| match self.live(card).map(|it| it.at) {
            Some(At::Map(space)) => Some(space),
            _ => None,
        };
        let (Some(at_a), Some(at_b)) = (space(a), space(b)) else {
            return Ok(Doing::default());
        };
        if a == b || self.cannot_enter(a, at_b) || self.cannot_enter(b, at_a) {
            return Ok(Doing::default());
        }
        let shift = |card, space| Change::Shift {
            card,
            space,
            passing: false,
            step: false,
            stops: true,
        };
        Ok(Doing::changes(vec![shift(a, at_b), shift(b, at_a)]))
    }

    pub(super) fn place(
        &mut self,
        perform: &Perform,
        what: &Selector,
        on: &Selector,
        copy_of: Option<&Selector>,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env).clone();
        let Some(card) = self.cards_of(perform, what).first().copied() else {
            return Ok(Doing::default());
        };
        let Some(space) = self
            .found(on, &env)
            .into_iter()
            .find_map(|thing| self.position(thing, &env))
        else {
            return Ok(Doing::default());
        };
        let Some(it) = self.live(card) else {
            return Ok(Doing::default());
        };
        let on_map = matches!(it.at, At::Map(_));
        if !self.vacant(space)
            || self.cannot_enter(card, space)
            || (on_map && self.def(card.card).site)
        {
            return Ok(Doing::default());
        }
        let copy = match copy_of {
            None => None,
            Some(copy_of) => {
                let mut found = self.found(copy_of, &env);
                if let Pick::Known {
                    is: Reference::Chosen { slot, .. },
                } = &copy_of.pick
                    && found.is_empty()
                    && let Some(from) = crate::facts::filter_of(on)
                    && let Some((place, pattern)) = Self::pattern_of_slot(from, *slot)
                {
                    // Let the player choose one of the things that satisfy the condition on the place.
                    let near = self.candidates(pattern, &env, Ask::Count(None));
                    let near: Things = near
                        .into_iter()
                        .filter(|thing| self.is_near(place, *thing, Thing::Space(space), &env))
                        .collect();
                    found = self.ask_things(Who::Player(env.actor), Kind::Copy, &near, 1, 1)?;
                    let first = self.s.first;
                    let slot = *slot;
                    self.env_mut(perform.env)
                        .fill(slot, found.clone(), true, None, first);
                }
                let Some(copied) = found.into_iter().find_map(crate::frame::card) else {
                    return Ok(Doing::default());
                };
                let it = match self.live(copied) {
                    Some(it) => Some((it.copy, it.def)),
                    None => self.last(copied).map(|last| (last.as_.copy, last.as_.def)),
                };
                it.map(|(copy, def)| copy.unwrap_or(def))
            }
        };
        // Only cards whose type belongs on the map can be placed there.
        let def = copy.map_or_else(
            || self.def(card.card),
            |copy| &self.t.defs[usize::from(copy)],
        );
        if !self.t.map_types.contains(&def.type_) {
            return Ok(Doing::default());
        }
        let change = if on_map {
            Change::Shift {
                card,
                space,
                passing: false,
                step: false,
                stops: true,
            }
        } else {
            let controller = env.actor;
            let card = self.new_life(card.card);
            Change::Enter {
                card,
                space,
                controller,
                copy,
            }
        };
        Ok(Doing::changes(vec![change]))
    }

    /// Returns whether a thing satisfies a condition on its place, measured from a single origin.
    fn is_near(
        &self,
        place: &cardwright_ir::Place,
        origin: Thing,
        thing: Thing,
        env: &crate::state::Env,
    ) -> bool {
        use cardwright_ir::Place;
        let (Some(from), Some(at)) = (self.position(origin, env), self.position(thing, env)) else {
            return false;
        };
        match place {
            Place::Adjacent { not, .. } => (self.distance(from, at) == 1) != *not,
            Place::Within { range, not, .. } => {
                (self.distance(from, at) <= self.amount(range, env)) != *not
            }
            Place::Beyond { steps, .. } => self.distance(from, at) > self.amount(steps, env),
            Place::SameRow { .. } => self.row_column(from).0 == self.row_column(at).0,
            Place::SameColumn { .. } => self.row_column(from).1 == self.row_column(at).1,
            Place::On { .. } => from == at,
            Place::Row { .. } | Place::Behind { .. } | Place::Under { .. } | Place::Area => true,
        }
    }

    /// Begins a new life of a card that comes from a zone. References of the resolving ability to the card are updated.
    pub fn new_life(&mut self, card: u16) -> CardRef {
        let old = self.s.reference(card);
        if !matches!(self.card(card).at, At::Zone { .. }) {
            return old;
        }
        self.s.cards[usize::from(card)].life += 1;
        let new = self.s.reference(card);
        let (was, is) = (Thing::Card(old), Thing::Card(new));
        if let Some(env) = self.s.envs.last_mut() {
            env.renew(was, is);
            if env.this == old {
                env.this = new;
            }
        }
        // Lasting changes that began in the zone stay with the card.
        for change in &mut self.s.changes {
            change.env.renew(was, is);
            change
                .things
                .iter_mut()
                .filter(|thing| **thing == was)
                .for_each(|thing| *thing = is);
        }
        new
    }

    /// Moves the next of several things.
    pub fn move_each(&mut self, mut each: MoveEach) -> Result<(), Need> {
        each.list
            .retain(|thing| card(*thing).is_some_and(|card| self.on_map(card)));
        let Some(first) = each.list.first().copied() else {
            return Ok(());
        };
        let next = if each.list.len() > 1 {
            let picked = self.ask_things(Who::Player(each.actor), Kind::Next, &each.list, 1, 1)?;
            picked.first().copied().unwrap_or(first)
        } else {
            first
        };
        each.list.retain(|thing| *thing != next);
        let walk = card(next).map(|card| {
            self.new_walk(
                card,
                each.steps,
                each.up_to,
                each.direction.clone(),
                false,
                each.actor,
            )
        });
        if !each.list.is_empty() {
            self.push(Frame::MoveEach(Box::new(each)));
        }
        if let Some(walk) = walk {
            self.push(Frame::Walk(Box::new(walk)));
        }
        Ok(())
    }
}

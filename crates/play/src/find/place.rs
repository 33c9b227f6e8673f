//! Places: where a thing is.

use cardwright_ir::{Pick, Place, Reference, RowSide, Selector};
use smallvec::SmallVec;

use super::Ask;
use crate::facts::filter_of;
use crate::frame::card;
use crate::run::Run;
use crate::state::{At, Env, Space, Thing, Things};

impl Run<'_, '_> {
    /// Where the origins of a measurement are, and whether all of them count.
    fn origins(&self, selector: &Selector, env: &Env) -> (SmallVec<[Space; 4]>, bool) {
        let positions = |things: Things| {
            things
                .into_iter()
                .filter_map(|thing| self.position(thing, env))
                .collect()
        };
        match &selector.pick {
            Pick::Known { is } => (positions(self.refer(is, env)), false),
            Pick::Each { from, slot: _ } => (
                positions(self.candidates(from, env, Ask::Count(None))),
                true,
            ),
            Pick::Any { from, slot: _ } | Pick::Random { from, .. } => (
                positions(self.candidates(from, env, Ask::Count(None))),
                false,
            ),
            Pick::Choose {
                from, superlative, ..
            } => {
                let found = self.candidates(from, env, Ask::Count(None));
                (
                    positions(self.superlative(superlative.as_deref(), found, env)),
                    false,
                )
            }
            Pick::Stack { .. } | Pick::Pile { .. } | Pick::Zone { .. } => (SmallVec::new(), false),
        }
    }

    pub fn is_at(&self, place: &Place, thing: Thing, env: &Env) -> bool {
        self.evaluates(place);
        let Some(at) = self.position(thing, env) else {
            return false;
        };
        let near = |selector: &Selector, not: bool, test: &dyn Fn(Space) -> bool| {
            let (origins, all) = self.origins(selector, env);
            let is = if all {
                !origins.is_empty() && origins.iter().all(|origin| test(*origin))
            } else {
                origins.iter().any(|origin| test(*origin))
            };
            is != not
        };
        match place {
            // Stacks are adjacent to the next ones on their line.
            Place::Adjacent { to, not } if self.t.battle().is_some() => {
                near(to, *not, &|origin| self.beside(origin, at))
            }
            Place::Adjacent { to, not } => near(to, *not, &|origin| self.distance(origin, at) == 1),
            Place::Within { range, of, not } => {
                let range = self.amount(range, env);
                near(of, *not, &|origin| self.distance(origin, at) <= range)
            }
            Place::Beyond { steps, from } => {
                let steps = self.amount(steps, env);
                near(from, false, &|origin| self.distance(origin, at) > steps)
            }
            Place::SameRow { as_ } => near(as_, false, &|origin| {
                self.row_column(origin).0 == self.row_column(at).0
            }),
            Place::SameColumn { as_ } => near(as_, false, &|origin| {
                self.row_column(origin).1 == self.row_column(at).1
            }),
            Place::Row { row, side } => match side {
                RowSide::Your => self.in_row(at, row, env.controller),
                RowSide::Opponent => self.in_row(at, row, 1 - env.controller),
                RowSide::Any => self.in_row(at, row, 0) || self.in_row(at, row, 1),
            },
            Place::Behind { what } => {
                let attacker = self.refer(&Reference::Attacker, env);
                let from = attacker
                    .first()
                    .and_then(|thing| self.position(*thing, env));
                let Some(from) = from else { return false };
                near(what, false, &|origin| self.behind(from, origin) == Some(at))
            }
            Place::Under { what } => self.is_under(thing, what, env),
            Place::Area => self.area(env).contains(&at),
            Place::On { what } => match &what.pick {
                Pick::Known { is } => self
                    .refer(is, env)
                    .into_iter()
                    .any(|on| self.is_on(thing, on, env)),
                Pick::Any { from, .. }
                | Pick::Each { from, .. }
                | Pick::Choose { from, .. }
                | Pick::Random { from, .. } => {
                    let found = self.candidates(from, env, Ask::Count(None));
                    found.into_iter().any(|on| self.is_on(thing, on, env))
                }
                Pick::Stack { .. } | Pick::Pile { .. } | Pick::Zone { .. } => false,
            },
        }
    }

    /// Returns whether a card lies under another one, or under the top of a stack.
    fn is_under(&self, thing: Thing, what: &Selector, env: &Env) -> bool {
        let Some(stack) = card(thing).and_then(|card| self.stack_of(card.card)) else {
            return false;
        };
        let place = |thing: Thing| match thing {
            Thing::Card(card) if card.card == stack.card => Some(0),
            Thing::Card(card) => stack.cards.iter().position(|other| *other == card.card),
            Thing::Space(_) => None,
        };
        let over = |other: Thing| place(other).zip(place(thing)).is_some_and(|(a, b)| a < b);
        match filter_of(what) {
            Some(from) => {
                let found = self.candidates(from, env, Ask::Count(None));
                found.into_iter().any(over)
            }
            None => self.found(what, env).into_iter().any(over),
        }
    }

    fn is_on(&self, thing: Thing, on: Thing, env: &Env) -> bool {
        if thing == on {
            return false;
        }
        if let (Thing::Card(card), Thing::Card(host)) = (thing, on) {
            let attached = |at: At| match at {
                At::OnCard(found) => Some(found == host.card),
                At::OnSpace(_) => None,
                At::Map(_) | At::Zone { .. } | At::Aside | At::Playing => None,
            };
            if let Some(attached) = self.live(card).and_then(|card| attached(card.at)) {
                return attached;
            }
        }
        let at = self.position(on, env);
        at.is_some() && self.position(thing, env) == at
    }

    /// The next space behind `what`, on the line from an attacker through it.
    fn behind(&self, from: Space, what: Space) -> Option<Space> {
        let ((r, c), (s, d)) = (self.row_column(from), self.row_column(what));
        let (up, right) = (s - r, d - c);
        let step = match up.abs().cmp(&right.abs()) {
            std::cmp::Ordering::Greater => (up.signum(), 0),
            std::cmp::Ordering::Less => (0, right.signum()),
            std::cmp::Ordering::Equal => return None,
        };
        self.space(s + step.0, d + step.1)
    }

    /// The spaces of the area around the chosen space.
    fn area(&self, env: &Env) -> SmallVec<[Space; 16]> {
        let card = self
            .live(env.this)
            .or_else(|| self.last(env.this).map(|last| &last.as_));
        let area = card.and_then(|card| self.def_of(card).area.as_ref());
        let (Some(center), Some(area)) = (env.space, area) else {
            return SmallVec::new();
        };
        let (row, column) = self.row_column(center);
        let forward = if env.controller == 0 { 1 } else { -1 };
        let spaces = area.iter();
        spaces
            .filter_map(|(up, right)| {
                self.space(
                    row + forward * i16::from(*up),
                    column + forward * i16::from(*right),
                )
            })
            .collect()
    }
}

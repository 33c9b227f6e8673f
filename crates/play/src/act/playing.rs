//! Actions: playing, control, attaching, statistics.

use cardwright_ir::{Amount, Face, Filter, Selector, State as Is};
use smol_str::SmolStr;

use super::Doing;
use crate::event::{Change, Goal, How};
use crate::frame::{Cost, Frame, LaidAs, Perform, PlayEach};
use crate::run::{Need, Run};
use crate::state::{At, NONE, Thing};
use crate::table::index;

impl Run<'_, '_> {
    pub(super) fn play_things(
        &mut self,
        perform: &Perform,
        what: &Selector,
        free: bool,
        as_: Option<&Filter>,
    ) -> Result<Doing, Need> {
        let player = self.env(perform.env).actor;
        let list = self
            .cards_of(perform, what)
            .into_iter()
            .map(Thing::Card)
            .collect();
        let laid = as_.map(|filter| {
            let pays = &self.t.rules.roles.fields.pays;
            let field = filter.fields.iter().find(|field| field.field == *pays);
            LaidAs {
                statistic: field.and_then(|field| index(&self.t.statistics, &field.value)),
                turned: filter.states.contains(&Is::Spent),
            }
        });
        let each = PlayEach {
            list,
            player,
            free,
            laid,
        };
        Ok(Doing {
            changes: Vec::new(),
            then: vec![Frame::PlayEach(Box::new(each))],
        })
    }

    pub(super) fn remove_from_map(
        &mut self,
        perform: &Perform,
        what: &Selector,
    ) -> Result<Doing, Need> {
        let to = Goal {
            zone: self.t.discard,
            bottom: false,
        };
        let how = How::Discarded(None);
        let cards = self.cards_of(perform, what).into_iter();
        let cards = cards.filter(|card| self.on_map(*card) && !self.never_leaves(card.card));
        Ok(Doing::changes(
            cards.map(|card| Change::Go { card, to, how }).collect(),
        ))
    }

    pub(super) fn negate(&mut self, perform: &Perform, what: &Selector) -> Result<Doing, Need> {
        let mut changes = Vec::new();
        for card in self.cards_of(perform, what) {
            if self.live(card).is_some_and(|it| it.at == At::Playing) {
                for env in &mut self.s.envs {
                    if env.this == card {
                        env.stopped = true;
                    }
                }
                let to = Goal {
                    zone: self.t.discard,
                    bottom: false,
                };
                changes.push(Change::Go {
                    card,
                    to,
                    how: How::Used,
                });
            }
        }
        Ok(Doing::changes(changes))
    }

    pub(super) fn lose_control(
        &mut self,
        perform: &Perform,
        what: &Selector,
    ) -> Result<Doing, Need> {
        let player = self.env(perform.env).actor;
        let cards = self.cards_of(perform, what).into_iter();
        let cards =
            cards.filter(|card| self.in_play(*card) && self.card(card.card).controller == player);
        Ok(Doing::changes(
            cards
                .map(|card| Change::Control { card, player: NONE })
                .collect(),
        ))
    }

    pub(super) fn turn_over(
        &mut self,
        perform: &Perform,
        what: &Selector,
        face: Face,
    ) -> Result<Doing, Need> {
        let up = face == Face::Up;
        let cards = self.cards_of(perform, what).into_iter();
        let cards = cards.filter(|card| self.in_play(*card));
        Ok(Doing::changes(
            cards.map(|card| Change::Face { card, up }).collect(),
        ))
    }

    pub(super) fn attach(
        &mut self,
        perform: &Perform,
        what: &Selector,
        to: &Selector,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let actor = env.actor;
        let Some(to) = self.found(to, env).first().copied() else {
            return Ok(Doing::default());
        };
        let there = match to {
            Thing::Card(host) => self.on_map(host),
            Thing::Space(_) => true,
        };
        if !there {
            return Ok(Doing::default());
        }
        let mut changes = Vec::new();
        for card in self.cards_of(perform, what) {
            let Some(it) = self.live(card) else { continue };
            // A card of the map is under nothing, and what lies there already stays there.
            let same = match (it.at, to) {
                (At::OnCard(host), Thing::Card(to)) => host == to.card,
                (At::OnSpace(space), Thing::Space(to)) => space == to,
                _ => false,
            };
            if same
                || matches!(it.at, At::Map(_))
                || self.t.map_types.contains(&self.def(card.card).type_)
            {
                continue;
            }
            let card = self.new_life(card.card);
            changes.push(Change::Attach {
                card,
                to,
                controller: actor,
            });
        }
        Ok(Doing::changes(changes))
    }

    pub(super) fn ready(&mut self, perform: &Perform, what: &Selector) -> Result<Doing, Need> {
        self.turn_cards(perform, what, false)
    }

    pub(super) fn spend(&mut self, perform: &Perform, what: &Selector) -> Result<Doing, Need> {
        self.turn_cards(perform, what, true)
    }

    fn turn_cards(
        &mut self,
        perform: &Perform,
        what: &Selector,
        spent: bool,
    ) -> Result<Doing, Need> {
        let cards = self
            .cards_of(perform, what)
            .into_iter()
            .filter(|card| self.live(*card).is_some());
        let change = |card: crate::state::CardRef| {
            let of = self.controller(card.card);
            let player = if of == NONE {
                self.card(card.card).owner
            } else {
                of
            };
            Change::Turned {
                card: card.card,
                spent,
                player,
            }
        };
        Ok(Doing::changes(cards.map(change).collect()))
    }

    pub(super) fn pay_statistic(
        &mut self,
        perform: &Perform,
        statistic: &SmolStr,
        amount: &Amount,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let player = env.actor;
        let Some(statistic) = index(&self.t.statistics, statistic) else {
            return Ok(Doing::default());
        };
        let cost: Cost = smallvec::smallvec![(statistic, self.amount(amount, env))];
        if !self.payable(player, &cost) {
            return Ok(Doing::default());
        }
        Ok(Doing {
            changes: Vec::new(),
            then: vec![Frame::Pay { player, cost }],
        })
    }
}

//! Actions: cards of zones.

use cardwright_ir::{Amount, End, Put, Selector, Zone};

use super::Doing;
use crate::choice::{Kind, Who};
use crate::event::{Change, Ev, EvKind, Goal, How};
use crate::frame::{Frame, Perform, card};
use crate::run::{Need, Run};
use crate::state::{CardRef, Done, Player, Thing, Things};
use crate::table::index;

impl Run<'_, '_> {
    pub(super) fn draw(
        &mut self,
        perform: &Perform,
        amount: &Amount,
        slot: u32,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let (player, amount) = (env.actor, self.amount(amount, env));
        let deck = self.zone(self.t.draw, player);
        let count = if self.may_draw(player) {
            (amount as usize).min(deck.len())
        } else {
            0
        };
        let drawn: Things = deck
            .iter()
            .rev()
            .take(count)
            .map(|card| Thing::Card(self.s.reference(*card)))
            .collect();
        let first = self.s.first;
        self.env_mut(perform.env)
            .fill(slot, drawn, false, None, first);
        Ok(Doing {
            changes: Vec::new(),
            then: self.draws(player, count, Some(perform.env), perform.held),
        })
    }

    /// Draws so many cards, one after the other.
    pub fn draws(
        &mut self,
        player: Player,
        count: usize,
        env: Option<u16>,
        held: bool,
    ) -> Vec<Frame> {
        (0..count)
            .map(|_| Frame::Draw { player, env, held })
            .collect()
    }

    pub(super) fn discard(&mut self, perform: &Perform, what: &Selector) -> Result<Doing, Need> {
        let player = self.env(perform.env).actor;
        let mut things: Things = self.found(what, self.env(perform.env));
        things.retain(|thing| card(*thing).is_some_and(|card| self.live(card).is_some()));
        if things.len() > 1 {
            things = self.ask_order(Who::Player(player), Kind::Order, &things)?;
        }
        let to = Goal {
            zone: self.t.discard,
            bottom: false,
        };
        let how = How::Discarded(Some(player));
        Ok(Doing::changes(
            things
                .into_iter()
                .filter_map(card)
                .map(|card| Change::Go { card, to, how })
                .collect(),
        ))
    }

    pub(super) fn reveal(&mut self, perform: &Perform, what: &Selector) -> Result<Doing, Need> {
        let cards = self.cards_of(perform, what);
        self.tell_shown(perform, &cards, &[0, 1]);
        let env = self.env_mut(perform.env);
        env.done
            .extend(cards.into_iter().map(|card| (Done::Revealed, card)));
        Ok(Doing::default())
    }

    pub(super) fn look(&mut self, perform: &Perform, what: &Selector) -> Result<Doing, Need> {
        let actor = self.env(perform.env).actor;
        let cards = self.cards_of(perform, what);
        self.tell_shown(perform, &cards, &[actor]);
        for card in cards {
            self.show(card.card, 1 << actor);
        }
        Ok(Doing::default())
    }

    /// Reports which cards players are shown that they do not see where they lie.
    fn tell_shown(&mut self, perform: &Perform, cards: &[CardRef], players: &[Player]) {
        let doer = self.env(perform.env).actor;
        for player in players {
            for card in cards {
                if !self.sees(*player, card.card) {
                    let ev = Ev::new(EvKind::Shown, Thing::Card(*card), doer);
                    self.log.push(ev.by(*player));
                }
            }
        }
    }

    pub fn show(&mut self, card: u16, to: u8) {
        match self.s.shown.iter_mut().find(|(shown, _)| *shown == card) {
            Some((_, who)) => *who |= to,
            None => self.s.shown.push((card, to)),
        }
    }

    pub(super) fn put(
        &mut self,
        perform: &Perform,
        what: &Selector,
        to: &Put,
        rest: Option<&Put>,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let things = self.found(what, env);
        let others: Things = match rest {
            None => Things::new(),
            Some(_) => {
                let from = crate::facts::filter_of(what).and_then(|filter| filter.among.as_ref());
                let all = from.map_or_else(Things::new, |from| self.refer(from, env));
                all.into_iter()
                    .filter(|thing| !things.contains(thing))
                    .collect()
            }
        };
        let mut changes = self.put_changes(perform, things, to)?;
        if let Some(rest) = rest {
            changes.extend(self.put_changes(perform, others, rest)?);
        }
        Ok(Doing::changes(changes))
    }

    /// The cards go to a zone; the first of them is nearest to the end.
    fn put_changes(
        &mut self,
        perform: &Perform,
        mut things: Things,
        to: &Put,
    ) -> Result<Vec<Change>, Need> {
        things.retain(|thing| card(*thing).is_some_and(|card| self.live(card).is_some()));
        let actor = self.env(perform.env).actor;
        let Some(zone) = index(&self.t.zones, &to.zone.zone) else {
            return Ok(Vec::new());
        };
        if to.any_order && things.len() > 1 {
            things = self.ask_order(Who::Player(actor), Kind::Order, &things)?;
        }
        let goal = Goal {
            zone,
            bottom: to.end == Some(End::Bottom),
        };
        let how = if zone == self.t.discard {
            How::Discarded(Some(actor))
        } else {
            How::Moved
        };
        let changes = things
            .into_iter()
            .rev()
            .filter_map(card)
            .map(|card| Change::Go {
                card,
                to: goal,
                how,
            });
        Ok(changes.collect())
    }

    pub(super) fn search(
        &mut self,
        perform: &Perform,
        what: &Selector,
        reveal: bool,
        to: &Put,
    ) -> Result<Doing, Need> {
        let things = self.found(what, self.env(perform.env));
        if reveal {
            let cards: Vec<CardRef> = things.iter().copied().filter_map(card).collect();
            self.tell_shown(perform, &cards, &[0, 1]);
            let env = self.env_mut(perform.env);
            env.done
                .extend(cards.into_iter().map(|card| (Done::Revealed, card)));
        }
        Ok(Doing::changes(self.put_changes(perform, things, to)?))
    }

    pub(super) fn shuffle(
        &mut self,
        perform: &Perform,
        zone: &Zone,
        into: Option<&Zone>,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let Some((from, of)) = self.zone_of(zone, env) else {
            return Ok(Doing::default());
        };
        let (shuffled, changes) = match into.and_then(|into| self.zone_of(into, env)) {
            None => ((from, of), Vec::new()),
            Some((into, of_into)) => {
                let goal = Goal {
                    zone: into,
                    bottom: false,
                };
                let cards = self.zone(from, of);
                let change = |card: &u16| Change::Go {
                    card: self.s.reference(*card),
                    to: goal,
                    how: How::Moved,
                };
                ((into, of_into), cards.iter().map(change).collect())
            }
        };
        let (zone, of) = shuffled;
        Ok(Doing {
            changes,
            then: vec![Frame::Shuffle { zone, of }],
        })
    }

    /// Chance brings the cards of a zone into an order; what was known of it is forgotten.
    pub fn shuffle_zone(&mut self, zone: u8, of: Player) -> Result<(), Need> {
        let place = self.zone_place(zone, of);
        let things: Things = self.s.zones[place]
            .iter()
            .map(|card| Thing::Card(self.s.reference(*card)))
            .collect();
        let order = self.ask_order(Who::Chance, Kind::Shuffle, &things)?;
        self.s.zones[place] = order
            .into_iter()
            .filter_map(card)
            .map(|card| card.card)
            .collect();
        let zone = self.s.zones[place].clone();
        self.s.shown.retain(|(card, _)| !zone.contains(card));
        Ok(())
    }

    /// Draws the next card.
    pub fn draw_next(&mut self, player: Player, env: Option<u16>, held: bool) -> Result<(), Need> {
        if self.may_draw(player) && !self.zone(self.t.draw, player).is_empty() {
            self.happen_by(vec![Change::Draw { player }], env, held, player);
        }
        Ok(())
    }
}

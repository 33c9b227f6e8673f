//! The set-up.

use cardwright_ir::Moment;

use crate::choice::{Kind, Opt, Who};
use crate::event::Ev;
use crate::frame::Frame;
use crate::rules::Setup;
use crate::run::{Run, Step};
use crate::state::{At, CardIx, NONE, Player, Thing, Things};
use crate::table::index;

impl Run<'_, '_> {
    pub fn setup(&mut self, step: u8, count: u8) -> Step {
        let table = self.t;
        let Some(what) = table.rules.setup.get(usize::from(step)) else {
            self.push(Frame::Round { step: 0, count: 0 });
            self.s.round = 1;
            self.log.push(Ev::round_begins());
            self.moment(Moment::StartOfPeriod);
            return Ok(());
        };
        let next = |run: &mut Self| {
            run.push(Frame::Setup {
                step: step + 1,
                count: 0,
            })
        };
        let again = |run: &mut Self| {
            run.push(Frame::Setup {
                step,
                count: count + 1,
            })
        };
        match what {
            Setup::FirstPlayer => {
                let choice = self.choice(
                    Who::Chance,
                    Kind::First,
                    vec![Opt::Player(0), Opt::Player(1)],
                    1,
                    1,
                );
                let first = self.ask(choice)?.0.first().copied().unwrap_or(0);
                self.s.first = first as Player;
                next(self);
            }
            Setup::LineUp { parts } => match self.line_up(parts)? {
                true => self.push(Frame::Setup { step, count }),
                false => next(self),
            },
            Setup::PlaceLeader { row, of } => {
                let column = i16::from(self.t.columns / 2);
                for player in 0..2 {
                    for card in self.part_cards(of, player) {
                        let space = (0..self.t.rows.len() as i16)
                            .filter_map(|row| self.space(row, column))
                            .find(|space| self.in_row(*space, row, player) && self.vacant(*space));
                        if let Some(space) = space {
                            self.enter_play(card, At::Map(space), player);
                        }
                    }
                }
                next(self);
            }
            Setup::LaySites { rows, of } => {
                // In each row, both players, the first player first.
                let Some(row) = rows.get(usize::from(count / 2)) else {
                    next(self);
                    return Ok(());
                };
                let player = self.players()[usize::from(count % 2)];
                let cards = self.part_cards(of, player);
                let spaces: Things = (0..self.t.spaces())
                    .filter(|space| self.in_row(*space, row, player))
                    .filter(|space| {
                        let column = self.row_column(*space).1;
                        let taken = |row: i16| {
                            self.space(row, column)
                                .is_some_and(|space| self.site_at(space).is_some())
                        };
                        !(0..self.t.rows.len() as i16).any(taken)
                    })
                    .map(Thing::Space)
                    .collect();
                if cards.is_empty() || spaces.is_empty() {
                    again(self);
                    return Ok(());
                }
                let things: Things = cards
                    .iter()
                    .map(|card| Thing::Card(self.s.reference(*card)))
                    .collect();
                let card = self.ask_things(Who::Player(player), Kind::LaySite, &things, 1, 1)?;
                let space = self.ask_things(Who::Player(player), Kind::LaySite, &spaces, 1, 1)?;
                if let (Some(Thing::Card(card)), Some(Thing::Space(space))) =
                    (card.first(), space.first())
                {
                    self.enter_play(card.card, At::Map(*space), NONE);
                    self.s.cards[usize::from(card.card)].face_up = false;
                }
                again(self);
            }
            Setup::Shuffle { zone } => {
                next(self);
                if let Some(zone) = index(&self.t.zones, zone) {
                    for player in [1, 0] {
                        self.push(Frame::Shuffle { zone, of: player });
                    }
                }
            }
            Setup::Draw { amount } => {
                let amount = self.t.number(amount);
                for player in 0..2 {
                    self.deal(player, amount as usize);
                }
                next(self);
            }
            Setup::Exchange { times } => {
                let times = self.t.number(times);
                let done = u32::from(count / 2);
                if done >= times {
                    next(self);
                    return Ok(());
                }
                let player = self.players()[usize::from(count % 2)];
                let hand: Things = self
                    .zone(self.t.hand, player)
                    .iter()
                    .map(|card| Thing::Card(self.s.reference(*card)))
                    .collect();
                let most = hand.len().min(self.zone(self.t.draw, player).len());
                let given = self.ask_things(Who::Player(player), Kind::Exchange, &hand, 0, most)?;
                again(self);
                if !given.is_empty() {
                    self.deal(player, given.len());
                    let (from, to) = (
                        self.zone_place(self.t.hand, player),
                        self.zone_place(self.t.draw, player),
                    );
                    for thing in &given {
                        if let Thing::Card(card) = thing {
                            self.s.zones[from].retain(|other| *other != card.card);
                            self.s.zones[to].push(card.card);
                            self.s.cards[usize::from(card.card)].at = At::Zone {
                                zone: self.t.draw,
                                of: player,
                            };
                        }
                    }
                    self.push(Frame::Shuffle {
                        zone: self.t.draw,
                        of: player,
                    });
                }
            }
        }
        Ok(())
    }

    /// The cards of a part of the set of a player that are not placed yet.
    fn part_cards(&self, part: &str, player: Player) -> Vec<CardIx> {
        let part = index(&self.t.parts, part);
        let of = |(card, which): &&(CardIx, u8)| {
            let it = self.card(*card);
            it.owner == player && Some(*which) == part && it.at == At::Playing
        };
        self.s
            .unplaced
            .iter()
            .filter(of)
            .map(|(card, _)| *card)
            .collect()
    }

    /// Takes cards from the deck without an event.
    fn deal(&mut self, player: Player, count: usize) {
        let (from, to) = (
            self.zone_place(self.t.draw, player),
            self.zone_place(self.t.hand, player),
        );
        for _ in 0..count {
            let Some(card) = self.s.zones[from].pop() else {
                break;
            };
            self.s.zones[to].push(card);
            self.s.cards[usize::from(card)].at = At::Zone {
                zone: self.t.hand,
                of: player,
            };
        }
    }
}

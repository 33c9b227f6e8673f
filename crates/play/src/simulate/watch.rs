//! Observes a game: which cards are in hands and in play, and how long cards wait in a hand.

use crate::bot::Watcher;
use crate::choice::{Answer, Choice, Kind, Opt, Who};
use crate::event::{Ev, EvKind};
use crate::state::{CardIx, Player, State, Thing};
use crate::table::{DefId, Table};
use crate::trace::Trace;

/// A stay of a card in a hand, with its wait until it could be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stay {
    pub def: DefId,
    pub player: Player,
    /// Number of rounds until the card could first be played. If it never could, until it left the hand or the game
    /// ended.
    pub rounds: u32,
    pub playable: bool,
}

/// A card that is in a hand.
#[derive(Clone, Copy, Debug)]
struct Held {
    card: CardIx,
    def: DefId,
    player: Player,
    since: u32,
    playable: bool,
}

/// The observations of one game. The lists of cards are sorted and have no duplicates.
#[derive(Debug)]
pub(super) struct Notes<'t> {
    table: &'t Table,
    pub trace: Trace,
    held: Vec<Held>,
    pub stays: Vec<Stay>,
    /// The cards that were in the hand of each player.
    pub in_hand: [Vec<DefId>; 2],
    /// The cards that each player played.
    pub played: [Vec<DefId>; 2],
    /// The cards that were in play or were played.
    pub present: Vec<DefId>,
}

fn note(list: &mut Vec<DefId>, def: DefId) {
    if let Err(place) = list.binary_search(&def) {
        list.insert(place, def);
    }
}

impl<'t> Notes<'t> {
    pub fn new(table: &'t Table) -> Notes<'t> {
        Notes {
            table,
            trace: Trace::new(table),
            held: Vec::new(),
            stays: Vec::new(),
            in_hand: Default::default(),
            played: Default::default(),
            present: Vec::new(),
        }
    }

    fn hand<'s>(&self, state: &'s State, player: Player) -> &'s [CardIx] {
        let place = usize::from(player) * self.table.zones.len() + usize::from(self.table.hand);
        state.zones.get(place).map_or(&[], Vec::as_slice)
    }

    /// Records the cards that came to the hands or left them since the last choice.
    fn hands(&mut self, state: &State) {
        let mut held = std::mem::take(&mut self.held);
        held.retain(|it| {
            let stays = self.hand(state, it.player).contains(&it.card);
            if !stays {
                self.leaves(*it, state.round);
            }
            stays
        });
        for player in 0..2 {
            for card in self.hand(state, player) {
                if held.iter().any(|it| it.card == *card) {
                    continue;
                }
                let def = state.card(*card).def;
                note(&mut self.in_hand[usize::from(player)], def);
                held.push(Held {
                    card: *card,
                    def,
                    player,
                    since: state.round,
                    playable: false,
                });
            }
        }
        self.held = held;
    }

    fn leaves(&mut self, held: Held, round: u32) {
        if !held.playable {
            self.stay(held, round, false);
        }
    }

    fn stay(&mut self, held: Held, round: u32, playable: bool) {
        self.stays.push(Stay {
            def: held.def,
            player: held.player,
            rounds: round.saturating_sub(held.since),
            playable,
        });
    }

    /// Notes the end of the game.
    pub fn end(&mut self, state: &State) {
        for held in std::mem::take(&mut self.held) {
            self.leaves(held, state.round);
        }
    }
}

impl Watcher for Notes<'_> {
    fn answers(&mut self, state: &State, choice: &Choice, _answer: &Answer) {
        // In the set-up, cards of the hand can still be exchanged, so they do not count.
        if state.round == 0 {
            return;
        }
        self.hands(state);
        for card in &state.play {
            let it = state.card(*card);
            note(&mut self.present, it.copy.unwrap_or(it.def));
        }
        if choice.kind != Kind::Action || !matches!(choice.who, Who::Player(_)) {
            return;
        }
        for opt in &choice.options {
            let Opt::Play(card) = opt else {
                continue;
            };
            let found = self.held.iter_mut().find(|held| held.card == *card);
            if let Some(held) = found.filter(|held| !held.playable) {
                held.playable = true;
                let held = *held;
                self.stay(held, state.round, true);
            }
        }
    }

    fn happened(&mut self, state: &State, events: &[Ev]) {
        for event in events {
            let (EvKind::Played, Some(Thing::Card(card))) = (event.kind, event.who) else {
                continue;
            };
            let def = state.card(card.card).def;
            note(&mut self.present, def);
            if let Some(player) = event.player.filter(|player| *player < 2) {
                note(&mut self.played[usize::from(player)], def);
            }
        }
    }

    fn trace(&self) -> Option<&Trace> {
        Some(&self.trace)
    }
}

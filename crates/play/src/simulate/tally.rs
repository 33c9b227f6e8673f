//! Tallies of games. They do not depend on the order of the games.

use std::collections::BTreeMap;

use super::number::Sum;
use super::watch::Notes;
use crate::bot::Played;
use crate::state::{Outcome, Player};
use crate::table::{CondId, DefId, Table};

/// Totals for one card of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OfCard {
    /// Number of games in which the card was in its player's hand. `won_in_hand` counts those that the player won.
    pub in_hand: u32,
    pub won_in_hand: u32,
    /// Number of games in which the card was played.
    pub played: u32,
    /// Rounds in a hand before the card could be played, one number for each stay.
    pub waited: Sum,
    /// Number of stays in a hand during which the card could be played.
    pub playable: u32,
}

impl OfCard {
    pub(super) fn merge(&mut self, other: &OfCard) {
        self.in_hand += other.in_hand;
        self.won_in_hand += other.won_in_hand;
        self.played += other.played;
        self.waited.merge(other.waited);
        self.playable += other.playable;
    }
}

/// Totals over a series of games between two sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    pub(super) games: u32,
    pub(super) wins: [u32; 2],
    pub(super) won_by_first: u32,
    /// The number of games of each length in rounds.
    pub(super) lengths: BTreeMap<u32, u32>,
    /// The totals of the cards of each set, indexed by `DefId`.
    pub(super) cards: [Vec<OfCard>; 2],
    /// Number of games in which each card was in play or was played.
    pub(super) present: Vec<u32>,
    /// Number of games in which each ability resolved.
    pub(super) resolved: Vec<u32>,
    /// Number of games in which each condition was not met, was met, and was tested.
    pub(super) tested: Vec<[u32; 3]>,
}

impl Tally {
    pub fn new(table: &Table) -> Tally {
        let cards = vec![OfCard::default(); table.defs.len()];
        Tally {
            games: 0,
            wins: [0; 2],
            won_by_first: 0,
            lengths: BTreeMap::new(),
            cards: [cards.clone(), cards],
            present: vec![0; table.defs.len()],
            resolved: vec![0; table.abilities.len()],
            tested: vec![[0; 3]; table.conds.len()],
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Returns the number of games that the first set won, and the number of all games.
    pub fn won(&self) -> (u32, u32) {
        (self.wins[0], self.games)
    }

    /// Returns the mean length of a game in rounds.
    pub(super) fn mean_length(&self) -> f64 {
        let lengths = self.lengths.iter();
        let all: u64 = lengths
            .map(|(rounds, games)| u64::from(*rounds) * u64::from(*games))
            .sum();
        all as f64 / f64::from(self.games.max(1))
    }

    /// Adds a game. If `exchanged` is `true`, player 1 had the first set.
    pub(super) fn add(&mut self, played: &Played, notes: &Notes<'_>, exchanged: bool) {
        let set = |player: Player| usize::from(player) ^ usize::from(exchanged);
        self.games += 1;
        let winner = match played.outcome {
            Outcome::Won(winner) => Some(winner),
            Outcome::Draw => None,
        };
        if let Some(winner) = winner {
            self.wins[set(winner)] += 1;
            self.won_by_first += u32::from(winner == played.first);
        }
        *self.lengths.entry(played.rounds).or_default() += 1;
        for player in 0..2 {
            let of = set(player);
            for def in &notes.in_hand[usize::from(player)] {
                let card = &mut self.cards[of][usize::from(*def)];
                card.in_hand += 1;
                card.won_in_hand += u32::from(winner == Some(player));
            }
            for def in &notes.played[usize::from(player)] {
                self.cards[of][usize::from(*def)].played += 1;
            }
        }
        for stay in &notes.stays {
            let card = &mut self.cards[set(stay.player)][usize::from(stay.def)];
            card.waited.add(stay.rounds);
            card.playable += u32::from(stay.playable);
        }
        let count = |def: &DefId| usize::from(*def);
        for def in notes.present.iter().map(count) {
            self.present[def] += 1;
        }
        for (ability, resolved) in self.resolved.iter_mut().enumerate() {
            *resolved += u32::from(notes.trace.resolved(ability as u32));
        }
        for (condition, tested) in self.tested.iter_mut().enumerate() {
            let [no, yes] = notes.trace.tested(condition as CondId);
            tested[0] += u32::from(no);
            tested[1] += u32::from(yes);
            tested[2] += u32::from(no || yes);
        }
    }

    /// Returns the tally of the same games with the second set as the first one.
    pub fn exchanged(mut self) -> Tally {
        self.wins.reverse();
        self.cards.reverse();
        self
    }

    /// Adds the games of another tally of the same table and sets.
    pub fn merge(mut self, other: Tally) -> Tally {
        fn all<T>(to: &mut [T], from: &[T], add: impl Fn(&mut T, &T)) {
            to.iter_mut().zip(from).for_each(|(to, from)| add(to, from));
        }
        let sum = |to: &mut u32, from: &u32| *to += from;
        self.games += other.games;
        self.won_by_first += other.won_by_first;
        all(&mut self.wins, &other.wins, sum);
        for (length, games) in other.lengths {
            *self.lengths.entry(length).or_default() += games;
        }
        for (to, from) in self.cards.iter_mut().zip(&other.cards) {
            all(to, from, OfCard::merge);
        }
        all(&mut self.present, &other.present, sum);
        all(&mut self.resolved, &other.resolved, sum);
        all(&mut self.tested, &other.tested, |to, from| {
            all(to, from, sum)
        });
        self
    }
}

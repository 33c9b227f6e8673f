//! Paying: each 1 of a statistic by a matching ready card; where none is left, by several cards of any kind.

use std::collections::BTreeSet;

use cardwright_ir::{Action, Filter, Period};
use smallvec::SmallVec;

use crate::choice::{Kind, Opt};
use crate::event::Change;
use crate::facts::kind;
use crate::frame::Cost;
use crate::run::{Run, Step};
use crate::state::{CardIx, CardRef, Env, Player, Thing};
use crate::table::index;

/// What lowers a cost: how old it is, which statistic (all if absent), by how much, down to what.
type Lowering = (u32, Option<u8>, u32, u32);

/// What a ready card counts as beside its own statistic.
type As = SmallVec<[(u8, u32); 1]>;

/// The most ways to pay that are offered.
const MOST_WAYS: usize = 1_000;

impl Run<'_, '_> {
    /// The cost of a card for a player: the printed one, with what raises and then lowers it.
    pub fn cost(&self, card: CardIx, player: Player) -> Cost {
        let mut cost: Cost = self.def(card).cost.iter().copied().collect();
        let thing = Thing::Card(self.s.reference(card));
        let before = self.as_played.replace(Some(card));
        let mut less: SmallVec<[Lowering; 2]> = SmallVec::new();
        self.holding(kind::COST, &mut |holding| {
            let Action::ChangeCost {
                what,
                statistic,
                amount,
                less: lowers,
                at_least,
                first_each_round,
                time: _,
            } = &holding.act.action
            else {
                return;
            };
            if !self.fits_played(what, thing, player, holding.env)
                || (*first_each_round && self.was_played(what, holding.env))
            {
                return;
            }
            // Without a statistic, it is about all of them.
            let which = match statistic {
                Some(id) => match index(&self.t.statistics, id) {
                    Some(statistic) => Some(statistic),
                    None => return,
                },
                None => None,
            };
            let by = holding.amount(self, 0, amount);
            if *lowers {
                less.push((holding.stamp, which, by, at_least.unwrap_or(0)));
                return;
            }
            let Some(statistic) = which else { return };
            match cost.iter_mut().find(|(which, _)| *which == statistic) {
                Some((_, amount)) => *amount += by,
                None => cost.push((statistic, by)),
            }
        });
        self.as_played.set(before);
        less.sort_unstable();
        for (_, statistic, by, at_least) in less {
            for (which, amount) in &mut cost {
                if statistic.is_none_or(|statistic| *which == statistic) {
                    *amount = (*amount).min(amount.saturating_sub(by).max(at_least));
                }
            }
        }
        cost.retain(|(_, amount)| *amount > 0);
        cost.sort_unstable();
        cost
    }

    /// Returns whether a card that fits was already played in this round.
    fn was_played(&self, what: &Filter, env: &Env) -> bool {
        let any_side = Filter {
            side: None,
            ..what.clone()
        };
        let mut players = self
            .players()
            .into_iter()
            .filter(|player| self.is_side(what.side, *player, env));
        players.any(|player| self.played(player, &any_side, Period::Round, env) > 0)
    }

    /// Uses up the changes of cost for the next card that fits.
    pub fn use_up_next(&mut self, card: CardRef, player: Player) {
        let thing = Thing::Card(card);
        let fits: Vec<bool> = self
            .s
            .changes
            .iter()
            .map(|change| match &self.t.acts[change.act as usize].action {
                Action::ChangeCost { what, .. } if what.next => {
                    self.fits_played(what, thing, player, &change.env)
                }
                _ => false,
            })
            .collect();
        let mut place = 0;
        self.s.changes.retain(|_| {
            place += 1;
            !fits[place - 1]
        });
    }

    /// The ready payment cards of a player, with what they may be spent as.
    fn ready_cards(&self, player: Player) -> Vec<(CardIx, u8, As)> {
        let mut found = Vec::new();
        for card in self.zone(self.t.payment, player) {
            let it = self.card(*card);
            if let Some(statistic) = self.def_of(it).payment
                && !it.turned
            {
                found.push((*card, statistic, As::new()));
            }
        }
        self.holding(kind::SPEND_AS, &mut |holding| {
            let Action::SpendAs {
                who,
                what,
                statistic,
                amount,
                time: _,
            } = &holding.act.action
            else {
                return;
            };
            let Some(statistic) = index(&self.t.statistics, statistic) else {
                return;
            };
            if !self.who(*who, holding.env).0.contains(&player) {
                return;
            }
            let worth = holding.amount(self, 0, amount).max(1);
            for (card, own, as_) in &mut found {
                let more = *own != statistic || worth > 1;
                if more && self.fits(what, Thing::Card(self.s.reference(*card)), holding.env) {
                    as_.push((statistic, worth));
                }
            }
        });
        found
    }

    /// Returns ways to pay a cost, at most so many. Cards that are alike count as one.
    pub fn payments(&self, player: Player, cost: &Cost, most: usize) -> Vec<SmallVec<[CardIx; 4]>> {
        let ready = self.ready_cards(player);
        // Cards of one kind: the statistic and what else it counts as.
        let mut kinds: Vec<(u8, As, Vec<CardIx>)> = Vec::new();
        for (card, statistic, as_) in ready {
            match kinds
                .iter_mut()
                .find(|(own, other, _)| *own == statistic && *other == as_)
            {
                Some((.., cards)) => cards.push(card),
                None => kinds.push((statistic, as_, vec![card])),
            }
        }
        let mut search = Search {
            kinds: &kinds,
            substitution: self.t.numbers.substitution as usize,
            used: vec![0; kinds.len()],
            found: Vec::new(),
            seen: BTreeSet::new(),
            most,
            fuel: 20_000,
        };
        let owed: Vec<(u8, u32)> = cost
            .iter()
            .copied()
            .filter(|(_, amount)| *amount > 0)
            .collect();
        search.pay(&owed);
        search.found.sort();
        search.found.dedup();
        let cards = |used: &Vec<usize>| {
            let each = used.iter().zip(&kinds);
            each.flat_map(|(count, (.., cards))| cards.iter().take(*count).copied())
                .collect()
        };
        search.found.iter().map(cards).collect()
    }

    pub fn pay(&mut self, player: Player, cost: &Cost) -> Step {
        let mut ways = self.payments(player, cost, MOST_WAYS);
        ways.sort_by_key(|way| way.len());
        let Some(first) = ways.first().cloned() else {
            return Ok(());
        };
        let way = if ways.len() == 1 {
            first
        } else {
            let options = ways.into_iter().map(Opt::Pay).collect();
            match self.ask_one(player, Kind::Payment, options)? {
                Opt::Pay(way) => way,
                _ => first,
            }
        };
        let changes = way
            .into_iter()
            .map(|card| Change::Turned {
                card,
                spent: true,
                player,
            })
            .collect();
        self.happen_by(changes, None, false, player);
        Ok(())
    }

    /// Returns whether a player may pay for and play a card.
    pub fn playable(&self, card: CardIx, player: Player, free: bool) -> bool {
        let reference = self.s.reference(card);
        let def = self.def(card);
        if def.leader || def.site || def.payment.is_some() {
            return false;
        }
        let before = self.as_played.replace(Some(card));
        let may = self.may_play(player, reference)
            && self.has_place(card, player)
            && (free || self.payable(player, &self.cost(card, player)));
        self.as_played.set(before);
        may
    }

    /// Returns whether there is a place for a card: a space or a unit of its name, what it is attached to.
    fn has_place(&self, card: CardIx, player: Player) -> bool {
        let def = self.def(card);
        if def.unit {
            return !self.entry_spaces(card, player).is_empty()
                || !self.duplicates(card, player).is_empty();
        }
        match self.keeping(card) {
            Some((ability, Some(to))) => {
                let env = self.env_of_play(card, ability, player);
                !self.attachable(to, &env).is_empty()
            }
            _ => true,
        }
    }

    pub fn env_of_play(&self, card: CardIx, ability: u32, player: Player) -> Env {
        Env::new(self.s.reference(card), ability, player)
    }
}

/// The amounts to pay, by statistic.
type Owed = Vec<(u8, u32)>;

/// A search for ways to pay.
struct Search<'a> {
    kinds: &'a [(u8, As, Vec<CardIx>)],
    substitution: usize,
    used: Vec<usize>,
    found: Vec<Vec<usize>>,
    /// What was owed with these cards used: another order of the same cards finds nothing new.
    seen: BTreeSet<(Vec<usize>, Owed)>,
    most: usize,
    fuel: usize,
}

impl Search<'_> {
    fn left(&self, kind: usize) -> usize {
        self.kinds[kind].2.len() - self.used[kind]
    }

    fn over(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel == 0 || self.found.len() >= self.most
    }

    /// Pays what is owed, first with matching cards.
    fn pay(&mut self, owed: &[(u8, u32)]) {
        if self.over() || !self.seen.insert((self.used.clone(), owed.to_vec())) {
            return;
        }
        let Some(((statistic, amount), rest)) = owed.split_first() else {
            self.found.push(self.used.clone());
            return;
        };
        let mut next: Vec<(u8, u32)> = rest.to_vec();
        if *amount > 1 {
            next.insert(0, (*statistic, amount - 1));
        }
        let mut matched = false;
        for kind in 0..self.kinds.len() {
            if self.left(kind) == 0 {
                continue;
            }
            let (own, as_, _) = &self.kinds[kind];
            if own == statistic {
                matched = true;
                self.used[kind] += 1;
                self.pay(&next);
                self.used[kind] -= 1;
            }
            for (_, worth) in as_.iter().filter(|(which, _)| which == statistic) {
                // Only a single card may be worth more than the rest.
                let mut after: Vec<(u8, u32)> = rest.to_vec();
                if amount > worth {
                    after.insert(0, (*statistic, amount - worth));
                }
                self.used[kind] += 1;
                self.pay(&after);
                self.used[kind] -= 1;
            }
        }
        if matched {
            return;
        }
        // No matching card is ready: several of any kind stand in, but none that others of the cost need.
        self.substitute(self.substitution, 0, &next);
    }

    fn substitute(&mut self, wanted: usize, from: usize, next: &[(u8, u32)]) {
        if wanted == 0 {
            self.pay(next);
            return;
        }
        if self.over() {
            return;
        }
        for kind in from..self.kinds.len() {
            let own = self.kinds[kind].0;
            let reserved: usize = next
                .iter()
                .filter(|(which, _)| *which == own)
                .map(|(_, amount)| *amount as usize)
                .sum();
            if self.left(kind) > reserved {
                self.used[kind] += 1;
                self.substitute(wanted - 1, kind, next);
                self.used[kind] -= 1;
            }
        }
    }
}

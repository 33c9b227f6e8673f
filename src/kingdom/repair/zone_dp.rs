//! Computes all Pareto-optimal states of one zone: the cheapest state for each contribution to the sums that zones
//! share.

use std::collections::BTreeMap;

use super::RepairError;
use super::candidates::{Member, ZoneCandidates};
use super::equivalence::{CardClass, Change, Cost, Pick};
use super::limits::Limit;

pub(super) struct Table<'a> {
    pub ways: Vec<ZoneOption>,
    classes: Vec<CardClass<'a>>,
    /// The changes of a zone with fixed counts; `None` for any other zone.
    fixed: Option<Vec<Change<'a>>>,
}

/// One state of a zone.
pub(super) struct ZoneOption {
    /// The contribution to each shared limit that covers the zone, in the order of the limits.
    pub shares: Vec<u64>,
    pub cost: Cost,
    counts: Vec<u64>,
}

/// The remaining search budget. It is counted in steps, not in time, so that every machine gives up at the same point.
pub(super) struct StepBudget(pub u64);

impl StepBudget {
    pub fn spend(&mut self, steps: u64) -> Result<(), RepairError> {
        self.0 = self.0.checked_sub(steps).ok_or(RepairError::TooMany)?;
        Ok(())
    }
}

impl<'a> Table<'a> {
    /// Builds the states in which the cards of these classes satisfy the limits that cover the zone.
    pub fn of(
        stock: &ZoneCandidates<'a>,
        classes: Vec<CardClass<'a>>,
        limits: &[&Limit<'_>],
        room: u64,
        patience: &mut StepBudget,
    ) -> Result<Self, RepairError> {
        // The maximum that the later classes can add to each sum.
        let mut rest: Vec<Vec<u64>> = vec![vec![0; limits.len()]];
        for class in classes.iter().rev() {
            let most = class.most().min(room);
            let last = rest.last().into_iter().flatten();
            let with = last
                .zip(&class.weights)
                .map(|(rest, weight)| rest.saturating_add(weight.saturating_mul(most)));
            rest.push(with.collect());
        }
        rest.reverse();
        // Keyed by the number of cards, then by each sum.
        type States = BTreeMap<(u64, Vec<u64>), (Cost, Vec<u64>)>;
        let start = ((0, vec![0; limits.len()]), (Cost::default(), Vec::new()));
        let mut states: States = [start].into();
        for (class, rest) in classes.iter().zip(rest.iter().skip(1)) {
            let most = class.most().min(room);
            let costs: Vec<Cost> = (0..=most).map(|count| class.cost(count)).collect();
            let mut next: States = BTreeMap::new();
            for ((size, sums), (cost, counts)) in &states {
                patience.spend(1)?;
                let left = room.saturating_sub(*size);
                for (count, own) in (0..=most.min(left)).zip(&costs) {
                    if count < class.least {
                        continue;
                    }
                    patience.spend(1)?;
                    let sums = sums.iter().zip(&class.weights);
                    let sums: Vec<u64> = sums
                        .map(|(sum, weight)| sum.saturating_add(weight.saturating_mul(count)))
                        .collect();
                    let mut each = limits.iter().zip(&sums);
                    if !each.all(|(limit, sum)| limit.allows(*sum)) {
                        break;
                    }
                    let mut each = limits.iter().zip(sums.iter().zip(rest));
                    let reached = each.all(|(limit, (sum, rest))| {
                        limit.is_shared() || sum.saturating_add(*rest) >= limit.least
                    });
                    if !reached {
                        continue;
                    }
                    let cost = cost.plus(*own);
                    let known = next.get(&(size + count, sums.clone()));
                    if known.is_none_or(|(known, _)| cost < *known) {
                        let mut counts = counts.clone();
                        counts.push(count);
                        next.insert((size + count, sums), (cost, counts));
                    }
                }
            }
            states = next;
        }
        let mut table = Table {
            ways: Vec::new(),
            classes,
            fixed: None,
        };
        for ((size, sums), (cost, counts)) in states {
            table.add(stock, limits, (size, &sums), cost, counts);
        }
        Ok(table)
    }

    /// Builds the only state in which a zone has exactly these numbers, if it satisfies the limits.
    pub fn exactly(
        stock: &ZoneCandidates<'a>,
        changes: Vec<Change<'a>>,
        (size, sums): (u64, &[u64]),
        limits: &[&Limit<'_>],
    ) -> Self {
        let mut cost = Cost::default();
        for change in &changes {
            if let Change::Give(_, count) = change {
                cost.changes += count;
            }
            cost.names += 1;
        }
        let mut table = Table {
            ways: Vec::new(),
            classes: Vec::new(),
            fixed: Some(changes),
        };
        let mut each = limits.iter().zip(sums);
        if each.all(|(limit, sum)| limit.allows(*sum)) {
            table.add(stock, limits, (size, sums), cost, Vec::new());
        }
        table
    }

    /// Adds a state, unless a cheaper one has the same shares.
    fn add(
        &mut self,
        stock: &ZoneCandidates<'_>,
        limits: &[&Limit<'_>],
        (size, sums): (u64, &[u64]),
        mut cost: Cost,
        counts: Vec<u64>,
    ) {
        let mut own = limits
            .iter()
            .zip(sums)
            .filter(|(limit, _)| !limit.is_shared());
        if !own.all(|(limit, sum)| limit.holds(*sum)) {
            return;
        }
        if !stock.implied {
            // A removed and an added card together are one swap.
            let removed = (stock.count + cost.changes).saturating_sub(size);
            cost.changes = cost.changes.max(removed);
            cost.sources = u64::from(stock.is_source && cost.changes > 0);
        }
        let shared = limits
            .iter()
            .zip(sums)
            .filter(|(limit, _)| limit.is_shared());
        let way = ZoneOption {
            shares: shared.map(|(_, sum)| *sum).collect(),
            cost,
            counts,
        };
        match self
            .ways
            .iter_mut()
            .find(|known| known.shares == way.shares)
        {
            Some(known) if way.cost < known.cost => *known = way,
            Some(_) => {}
            None => self.ways.push(way),
        }
    }

    /// Returns the minimum cost of all states.
    pub fn least(&self) -> Option<Cost> {
        self.ways.iter().map(|way| way.cost).min()
    }

    /// Returns the new count of each existing name, and the added members.
    pub fn counts(
        &self,
        stock: &ZoneCandidates<'a>,
        way: &ZoneOption,
    ) -> (Vec<u64>, Vec<(Member<'a>, u64)>) {
        let classes = self.classes.iter().zip(&way.counts);
        let mut changes: Vec<Change<'a>> = classes
            .flat_map(|(class, count)| class.changes(*count))
            .collect();
        let mut counts: Vec<u64> = match &self.fixed {
            Some(fixed) => {
                changes.clone_from(fixed);
                stock.standing.iter().map(|one| one.count).collect()
            }
            None => {
                let mut kept = vec![0; stock.standing.len()];
                for (number, count) in self.classes.iter().flat_map(CardClass::staying) {
                    if let Some(kept) = kept.get_mut(number) {
                        *kept = count;
                    }
                }
                kept
            }
        };
        let mut fresh = Vec::new();
        for change in changes {
            match change {
                Change::Take(number, count) => {
                    if let Some(is) = counts.get_mut(number) {
                        *is = is.saturating_sub(count);
                    }
                }
                Change::Give(Pick::CurrentCard(number), count) => {
                    if let Some(is) = counts.get_mut(number) {
                        *is += count;
                    }
                }
                Change::Give(Pick::Fresh(member), count) => fresh.push((member, count)),
            }
        }
        (counts, fresh)
    }
}

//! Branch-and-bound search over the few choices that connect the zones of a set: the source cards, whose fields other
//! rules use, and the values that the cards may have. Once these are fixed, the zones share only sums.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::RepairError;
use super::candidates::{RepairContext, ZoneCandidates};
use super::equivalence::{Allowed, Change, Cost, Pick, classes};
use super::limits::Limit;
use super::zone_dp::{StepBudget, Table, ZoneOption};
use crate::card::{CardSource, FieldValue};
use crate::game::{FieldOf, RuleKind};
use crate::kingdom::rules::values::words_of;

/// Maximum number of cards in a zone for which a repair is searched.
const MAX_CARDS_PER_ZONE: u64 = 10_000;

/// Maximum number of search steps.
const PATIENCE: u64 = 8_000_000;

/// Maximum number of sets of allowed values per rule.
const MAX_SETS: usize = 50_000;

/// A zone with a source card, and the candidates for that card. `None` in `options` means no card.
struct Source<'a> {
    zone: &'a str,
    options: Vec<Option<&'a CardSource>>,
}

/// A rule about the values of cards, and the sets of values that it can allow.
struct AllowedValues<'a> {
    rule: usize,
    including: Option<&'a FieldOf>,
    ignoring: &'a [String],
    options: Vec<BTreeSet<String>>,
}

/// Indices of the chosen options.
#[derive(Clone, Copy)]
struct Chosen<'c> {
    sources: &'c [usize],
    palettes: &'c [usize],
}

/// Cache key of a table: its zone, and the indices of the options that it depends on.
type Key = (usize, Vec<usize>, Vec<usize>);

pub(super) struct Search<'a, 's> {
    sight: &'s RepairContext<'a, 's>,
    stocks: &'s [ZoneCandidates<'a>],
    sources: Vec<Source<'a>>,
    palettes: Vec<AllowedValues<'a>>,
    seen: BTreeSet<(usize, String)>,
    /// The limits that cover several zones.
    shared: Vec<&'s Limit<'a>>,
    tables: BTreeMap<Key, Rc<Table<'a>>>,
    patience: StepBudget,
    best: Option<Incumbent<'a>>,
}

/// The cheapest set so far: for each zone its table and the index of its option.
struct Incumbent<'a> {
    cost: Cost,
    zones: Vec<(Rc<Table<'a>>, usize)>,
}

/// The new contents of a zone: the count of each existing name, and the added members.
pub(super) type Counts<'a> = (Vec<u64>, Vec<(super::candidates::Member<'a>, u64)>);

/// Finds the cheapest set that satisfies all rules, zone by zone.
pub(super) fn cheapest<'a>(
    sight: &RepairContext<'a, '_>,
    stocks: &[ZoneCandidates<'a>],
) -> Result<(Cost, Vec<Counts<'a>>), RepairError> {
    let mut search = Search {
        sight,
        stocks,
        sources: sources(sight, stocks),
        palettes: Vec::new(),
        seen: seen(stocks),
        shared: sight
            .limits
            .iter()
            .filter(|limit| limit.is_shared())
            .collect(),
        tables: BTreeMap::new(),
        patience: StepBudget(PATIENCE),
        best: None,
    };
    search.palettes = search.palettes()?;
    let counts: Vec<usize> = search.sources.iter().map(|of| of.options.len()).collect();
    let mut sources = first(&counts);
    while let Some(chosen) = sources {
        search.with_sources(&chosen)?;
        sources = following(&chosen, &counts);
    }
    let best = search.best.ok_or(RepairError::NoSet)?;
    let zones = best.zones.iter().zip(stocks);
    let counts = zones.map(|((table, way), stock)| {
        let way: &ZoneOption = table.ways.get(*way).ok_or(RepairError::NoSet)?;
        Ok(table.counts(stock, way))
    });
    let counts: Result<Vec<_>, RepairError> = counts.collect();
    Ok((best.cost, counts?))
}

/// Returns the first combination of options; `None` if one of the choices has no option.
fn first(counts: &[usize]) -> Option<Vec<usize>> {
    (!counts.contains(&0)).then(|| vec![0; counts.len()])
}

fn following(chosen: &[usize], counts: &[usize]) -> Option<Vec<usize>> {
    let mut next = chosen.to_vec();
    for (number, count) in next.iter_mut().zip(counts).rev() {
        *number += 1;
        if *number < *count {
            return Some(next);
        }
        *number = 0;
    }
    None
}

/// Returns the values that the cards of the set already have, with the index of their rule.
fn seen(stocks: &[ZoneCandidates<'_>]) -> BTreeSet<(usize, String)> {
    let standing = stocks.iter().flat_map(|stock| &stock.standing);
    standing
        .filter(|one| one.cap > 0)
        .flat_map(|one| &one.profile.values)
        .flat_map(|(rule, values)| values.iter().map(|value| (*rule, value.clone())))
        .collect()
}

/// Returns the source zones with their options. Of several cards that no rule distinguishes, only the cheapest is an
/// option.
fn sources<'a>(sight: &RepairContext<'a, '_>, stocks: &[ZoneCandidates<'a>]) -> Vec<Source<'a>> {
    let of_zone = |stock: &ZoneCandidates<'a>| {
        let fields = sight.given.get(stock.zone)?;
        let mut options: BTreeMap<String, &'a CardSource> = BTreeMap::new();
        let kind = |card: &CardSource, cap: u64, weights: &[u64]| {
            let given: Vec<_> = fields.iter().map(|field| card.fields.get(field)).collect();
            format!("{given:?} {cap} {weights:?}")
        };
        let mut standing: Vec<_> = stock.standing.iter().collect();
        standing.sort_by_key(|one| std::cmp::Reverse(one.count.min(one.cap)));
        let mut order = Vec::new();
        let mut add = |card: &'a CardSource, kind: String| {
            if let std::collections::btree_map::Entry::Vacant(free) = options.entry(kind) {
                free.insert(card);
                order.push(Some(card));
            }
        };
        for one in standing {
            let card = one.card.filter(|_| one.profile.gives && one.cap > 0);
            if let Some(card) = card {
                add(
                    card,
                    format!(
                        "{} {:?}",
                        kind(card, one.cap, &one.profile.weights),
                        one.profile.values
                    ),
                );
            }
        }
        for group in stock.groups.iter().filter(|group| group.profile.gives) {
            for card in group.members.iter().filter_map(|member| member.card) {
                let profile = &group.profile;
                add(
                    card,
                    format!(
                        "{} {:?}",
                        kind(card, group.cap, &profile.weights),
                        profile.values
                    ),
                );
            }
        }
        order.push(None);
        Some(Source {
            zone: stock.zone,
            options: order,
        })
    };
    stocks.iter().filter_map(of_zone).collect()
}

impl<'a> Search<'a, '_> {
    /// Returns the palettes: for each rule about values, the largest sets of values that it allows.
    fn palettes(&self) -> Result<Vec<AllowedValues<'a>>, RepairError> {
        let rules = self.sight.game.kingdom.rules.iter().enumerate();
        let mut palettes = Vec::new();
        for (number, rule) in rules {
            let RuleKind::Values {
                at_most,
                including,
                ignoring,
                ..
            } = &rule.kind
            else {
                continue;
            };
            let mut palette = AllowedValues {
                rule: number,
                including: including.as_ref(),
                ignoring,
                options: Vec::new(),
            };
            let mut all: BTreeSet<String> = BTreeSet::new();
            for stock in self.stocks {
                let standing = stock.standing.iter().filter(|one| one.cap > 0);
                let profiles = standing
                    .map(|one| &one.profile)
                    .chain(stock.groups.iter().map(|group| &group.profile));
                let values = profiles.flat_map(|profile| &profile.values);
                let own = values.filter(|(rule, _)| *rule == number);
                all.extend(own.flat_map(|(_, values)| values.iter().cloned()));
            }
            for source in &self.sources {
                for card in source.options.iter().flatten() {
                    all.extend(palette.included(source.zone, card));
                }
            }
            // The values of the set come first, so that a good repair is found early.
            let mut all: Vec<String> = all.into_iter().collect();
            all.sort_by_key(|value| !self.seen.contains(&(number, value.clone())));
            palette.options = subsets(&all, *at_most as usize)?;
            palettes.push(palette);
        }
        Ok(palettes)
    }

    /// Searches all sets with these source cards.
    fn with_sources(&mut self, sources: &[usize]) -> Result<(), RepairError> {
        self.patience.spend(1)?;
        // Lower bound for the cost of the zones that no palette affects.
        let mut least = Cost::default();
        for zone in 0..self.stocks.len() {
            let none = Chosen {
                sources,
                palettes: &[],
            };
            if self.palettes_of(zone).is_empty() {
                match self.table(zone, none)?.and_then(|table| table.least()) {
                    Some(cost) => least = least.plus(cost),
                    None => return Ok(()),
                }
            }
        }
        if self.best.as_ref().is_some_and(|best| least >= best.cost) {
            return Ok(());
        }
        let counts: Vec<usize> = self.palettes.iter().map(|of| of.options.len()).collect();
        let mut palettes = first(&counts);
        while let Some(chosen) = palettes {
            self.patience.spend(1)?;
            if self.fits(sources, &chosen) {
                let chosen = Chosen {
                    sources,
                    palettes: &chosen,
                };
                self.with_all(chosen)?;
            }
            palettes = following(&chosen, &counts);
        }
        Ok(())
    }

    /// Returns whether the chosen sets contain the values of the source cards, which always count.
    fn fits(&self, sources: &[usize], palettes: &[usize]) -> bool {
        self.palettes.iter().zip(palettes).all(|(palette, number)| {
            let Some(chosen) = palette.options.get(*number) else {
                return false;
            };
            let mut holders = self.sources.iter().zip(sources);
            holders.all(|(source, number)| {
                let card = source.options.get(*number).copied().flatten();
                let value = card.and_then(|card| palette.included(source.zone, card));
                value.is_none_or(|value| chosen.contains(&value))
            })
        })
    }

    fn with_all(&mut self, chosen: Chosen<'_>) -> Result<(), RepairError> {
        let mut tables = Vec::with_capacity(self.stocks.len());
        let mut least = Cost::default();
        for zone in 0..self.stocks.len() {
            let Some(table) = self.table(zone, chosen)? else {
                return Ok(());
            };
            let Some(cost) = table.least() else {
                return Ok(());
            };
            least = least.plus(cost);
            tables.push(table);
        }
        if self.best.as_ref().is_some_and(|best| least >= best.cost) {
            return Ok(());
        }
        // The sums of the shared limits so far, with the cost and the options that lead there.
        type States = BTreeMap<Vec<u64>, (Cost, Vec<usize>)>;
        let start = (vec![0; self.shared.len()], (Cost::default(), Vec::new()));
        let mut states: States = [start].into();
        for (stock, table) in self.stocks.iter().zip(&tables) {
            let mut next: States = BTreeMap::new();
            for (sums, (cost, ways)) in &states {
                for (number, way) in table.ways.iter().enumerate() {
                    self.patience.spend(1)?;
                    let mut shares = way.shares.iter();
                    let mut sums = sums.clone();
                    for (sum, limit) in sums.iter_mut().zip(&self.shared) {
                        if limit.covers(stock.zone) {
                            *sum = sum.saturating_add(shares.next().copied().unwrap_or(0));
                        }
                    }
                    let mut each = self.shared.iter().zip(&sums);
                    if !each.all(|(limit, sum)| limit.allows(*sum)) {
                        continue;
                    }
                    let cost = cost.plus(way.cost);
                    if next.get(&sums).is_none_or(|(known, _)| cost < *known) {
                        let mut ways = ways.clone();
                        ways.push(number);
                        next.insert(sums, (cost, ways));
                    }
                }
            }
            states = next;
        }
        for (sums, (cost, ways)) in states {
            let mut each = self.shared.iter().zip(&sums);
            let better = self.best.as_ref().is_none_or(|best| cost < best.cost);
            if better && each.all(|(limit, sum)| limit.holds(*sum)) {
                let zones = tables.iter().cloned().zip(ways).collect();
                self.best = Some(Incumbent { cost, zones });
            }
        }
        Ok(())
    }

    /// Returns the indices of the palettes that affect a zone.
    fn palettes_of(&self, zone: usize) -> Vec<usize> {
        let stock = self.stocks.get(zone);
        let rules = &self.sight.game.kingdom.rules;
        let sees =
            |palette: &AllowedValues<'_>| match rules.get(palette.rule).map(|rule| &rule.kind) {
                Some(RuleKind::Values { zones, .. }) => {
                    stock.is_some_and(|stock| zones.iter().any(|zone| zone == stock.zone))
                }
                _ => false,
            };
        let palettes = self.palettes.iter().enumerate();
        let seen = palettes.filter(|(_, palette)| sees(palette));
        seen.map(|(number, _)| number).collect()
    }

    /// Returns the fields whose numbers determine the contents of a zone.
    fn numbers_of(&self, zone: &str) -> Vec<&'a FieldOf> {
        let game = self.sight.game;
        let equal = game
            .kingdom
            .rules
            .iter()
            .filter_map(|rule| match &rule.kind {
                RuleKind::Equals {
                    zone: of,
                    of: field,
                } if of == zone => Some(field),
                _ => None,
            });
        let implied = self
            .stocks
            .iter()
            .any(|stock| stock.zone == zone && stock.implied);
        let from = game
            .kingdom
            .zones
            .get(zone)
            .and_then(|zone| zone.from.as_ref());
        equal.chain(from.filter(|_| implied)).collect()
    }

    /// Returns the table of a zone under these choices; `None` if the choices allow no contents of the zone.
    fn table(
        &mut self,
        zone: usize,
        chosen: Chosen<'_>,
    ) -> Result<Option<Rc<Table<'a>>>, RepairError> {
        let (Some(stock), palettes) = (self.stocks.get(zone), self.palettes_of(zone)) else {
            return Ok(None);
        };
        let numbers = self.numbers_of(stock.zone);
        let sees = |source: &Source<'_>| {
            source.zone == stock.zone || numbers.iter().any(|of| of.zone == source.zone)
        };
        let options = self
            .sources
            .iter()
            .zip(chosen.sources)
            .filter(|(source, _)| sees(source));
        let key = (
            zone,
            options.map(|(_, number)| *number).collect(),
            palettes
                .iter()
                .filter_map(|palette| chosen.palettes.get(*palette).copied())
                .collect(),
        );
        if let Some(known) = self.tables.get(&key) {
            return Ok(Some(Rc::clone(known)));
        }
        let card_of = |zone: &str| -> Option<&'a CardSource> {
            let mut options = self.sources.iter().zip(chosen.sources);
            let (source, number) = options.find(|(source, _)| source.zone == zone)?;
            source.options.get(*number).copied().flatten()
        };
        let mut wanted: Option<BTreeMap<&str, u64>> = None;
        for of in &numbers {
            let Some(FieldValue::Numbers(each)) =
                card_of(&of.zone).and_then(|card| card.fields.get(of.field.as_str()))
            else {
                continue;
            };
            let each = each.iter().filter_map(|(name, number)| {
                let number = u64::try_from(*number).ok()?;
                (number > 0).then_some((name.as_str(), number))
            });
            let each: BTreeMap<&str, u64> = each.collect();
            if wanted.as_ref().is_some_and(|known| *known != each) {
                return Ok(None);
            }
            wanted = Some(each);
        }
        let limits = self.sight.limits.iter();
        let limits: Vec<&Limit<'_>> = limits.filter(|limit| limit.covers(stock.zone)).collect();
        let table = match wanted {
            Some(wanted) => exactly(self.sight, stock, &wanted, &limits),
            // The contents must follow from a card, and that card is missing.
            None if stock.implied => None,
            None => {
                let room = room(stock, &limits)?;
                let allowed = Allowed {
                    values: palettes
                        .iter()
                        .filter_map(|number| {
                            let palette = self.palettes.get(*number)?;
                            let option = chosen.palettes.get(*number)?;
                            Some((palette.rule, palette.options.get(*option)?))
                        })
                        .collect(),
                    source: card_of(stock.zone).map(|card| card.id.as_str()),
                    seen: &self.seen,
                    room,
                };
                let classes = classes(stock, &allowed);
                let table = Table::of(stock, classes, &limits, room, &mut self.patience)?;
                Some(table)
            }
        };
        let Some(table) = table else { return Ok(None) };
        let table = Rc::new(table);
        self.tables.insert(key, Rc::clone(&table));
        Ok(Some(table))
    }
}

/// Returns the maximum number of cards of a zone in a repair worth considering.
fn room(stock: &ZoneCandidates<'_>, limits: &[&Limit<'_>]) -> Result<u64, RepairError> {
    let all = limits.iter().filter(|limit| limit.counts_all());
    let room = all.filter_map(|limit| limit.most).min().unwrap_or_else(|| {
        // Cards are added only if a rule requires more.
        let least = limits.iter().map(|limit| limit.least).sum::<u64>();
        stock.count.saturating_add(least).saturating_add(1)
    });
    if room > MAX_CARDS_PER_ZONE {
        return Err(RepairError::TooMany);
    }
    Ok(room)
}

/// Returns the table of a zone with fixed counts; `None` if the zone cannot have one of these counts.
fn exactly<'a>(
    sight: &RepairContext<'a, '_>,
    stock: &ZoneCandidates<'a>,
    wanted: &BTreeMap<&str, u64>,
    limits: &[&Limit<'_>],
) -> Option<Table<'a>> {
    let mut changes = Vec::new();
    let mut missing = wanted.clone();
    for (number, standing) in stock.standing.iter().enumerate() {
        let count = wanted.get(standing.key.as_str()).copied().unwrap_or(0);
        missing.remove(standing.key.as_str());
        if count > standing.cap {
            return None;
        }
        if count < standing.count {
            changes.push(Change::Take(number, standing.count - count));
        }
        if count > standing.count {
            changes.push(Change::Give(
                Pick::CurrentCard(number),
                count - standing.count,
            ));
        }
    }
    if !stock.implied {
        for (name, count) in missing {
            let groups = stock.groups.iter();
            let member = groups
                .filter(|group| group.cap >= count)
                .find_map(|group| group.members.iter().find(|member| member.key == name))?;
            changes.push(Change::Give(Pick::Fresh(*member), count));
        }
    }
    let mut size = 0;
    let mut sums = vec![0; limits.len()];
    for (name, count) in wanted {
        size += count;
        for (sum, weight) in sums.iter_mut().zip(sight.weights(stock.zone, name)) {
            *sum += weight * count;
        }
    }
    Some(Table::exactly(stock, changes, (size, &sums), limits))
}

impl AllowedValues<'_> {
    /// Returns the value that counts because this card is in that zone.
    fn included(&self, zone: &str, card: &CardSource) -> Option<String> {
        let of = self.including.filter(|of| of.zone == zone)?;
        let value = words_of(card.fields.get(of.field.as_str())?)
            .into_iter()
            .next()?;
        (!self.ignoring.contains(&value)).then_some(value)
    }
}

/// Returns all subsets of `size` values, or the set of all values if there are at most `size`.
fn subsets(all: &[String], size: usize) -> Result<Vec<BTreeSet<String>>, RepairError> {
    if all.len() <= size {
        return Ok(vec![all.iter().cloned().collect()]);
    }
    let mut subsets: Vec<Vec<&String>> = vec![Vec::new()];
    // For each value in turn, every partial subset continues with it and without it. Subsets with earlier values come
    // first.
    for (at, value) in all.iter().enumerate() {
        let left = all.len() - at - 1;
        let mut next = Vec::new();
        for subset in subsets {
            if subset.len() < size {
                let mut with = subset.clone();
                with.push(value);
                next.push(with);
            }
            if subset.len() + left >= size {
                next.push(subset);
            }
        }
        if next.len() > MAX_SETS {
            return Err(RepairError::TooMany);
        }
        subsets = next;
    }
    let subsets = subsets.into_iter();
    Ok(subsets
        .map(|set| set.into_iter().cloned().collect())
        .collect())
}

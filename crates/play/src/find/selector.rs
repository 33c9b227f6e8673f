//! Selectors: which things an effect is about.

use cardwright_ir::{End, Pick, Player as Whose, Selector, Superlative, Zone};
use smallvec::SmallVec;

use super::Ask;
use crate::frame::card;
use crate::run::Run;
use crate::state::{CardIx, Env, Player, Thing, Things};

impl Run<'_, '_> {
    /// Keeps those that a superlative applies to.
    pub fn superlative(
        &self,
        superlative: Option<&Superlative>,
        found: Things,
        env: &Env,
    ) -> Things {
        let Some(superlative) = superlative else {
            return found;
        };
        let measure = |thing: &Thing| -> Option<i64> {
            match superlative {
                Superlative::Highest { attribute } => self
                    .number_of(card(*thing)?, attribute, false)
                    .map(|number| -i64::from(number)),
                Superlative::Lowest { attribute } => self
                    .number_of(card(*thing)?, attribute, false)
                    .map(i64::from),
                Superlative::Nearest { to } => {
                    let at = self.position(*thing, env)?;
                    let to = self.refer(to, env);
                    let distances = to.into_iter().filter_map(|to| self.position(to, env));
                    distances.map(|to| i64::from(self.distance(to, at))).min()
                }
            }
        };
        let best = found.iter().filter_map(measure).min();
        found
            .into_iter()
            .filter(|thing| best.is_some() && measure(thing) == best)
            .collect()
    }

    /// Returns whether a thing is what a pattern or a reference means.
    pub fn matches(&self, selector: &Selector, thing: Thing, env: &Env) -> bool {
        self.evaluates(selector);
        match &selector.pick {
            Pick::Any { from, slot: _ }
            | Pick::Each { from, slot: _ }
            | Pick::Random { from, .. } => self.fits(from, thing, env),
            Pick::Choose {
                from, superlative, ..
            } => {
                self.fits(from, thing, env)
                    && (superlative.is_none() || {
                        let found = self.candidates(from, env, Ask::Count(None));
                        self.superlative(superlative.as_deref(), found, env)
                            .contains(&thing)
                    })
            }
            Pick::Known { is } => self.refer(is, env).contains(&thing),
            Pick::Stack { .. } | Pick::Pile { .. } | Pick::Zone { .. } => {
                self.found(selector, env).contains(&thing)
            }
        }
    }

    /// Returns what a selector has found, or what it finds without a choice.
    pub fn found(&self, selector: &Selector, env: &Env) -> Things {
        self.evaluates(selector);
        match &selector.pick {
            Pick::Known { is } => self.refer(is, env),
            Pick::Choose { slot, .. } | Pick::Random { slot, .. } => {
                env.things(*slot).iter().copied().collect()
            }
            Pick::Each { from, slot } | Pick::Any { from, slot } => match env.slot(*slot) {
                Some(_) => env.things(*slot).iter().copied().collect(),
                None => self.candidates(from, env, Ask::Action),
            },
            Pick::Stack {
                count,
                end,
                zone,
                slot,
            } => match env.slot(*slot) {
                Some(_) => env.things(*slot).iter().copied().collect(),
                None => self.stack(self.amount(count, env), *end, zone, env),
            },
            Pick::Zone { zone, slot } => match env.slot(*slot) {
                Some(_) => env.things(*slot).iter().copied().collect(),
                None => self.stack(u32::MAX, End::Top, zone, env),
            },
            Pick::Pile {
                count,
                end,
                types: _,
                of,
                slot,
            } => match env.slot(*slot) {
                Some(_) => env.things(*slot).iter().copied().collect(),
                None => self.pile(self.amount(count, env), *end, of, env),
            },
        }
    }

    /// The top or the bottom cards of stacks.
    pub fn pile(&self, count: u32, end: End, of: &Selector, env: &Env) -> Things {
        let mut found = Things::new();
        for stack in self.found(of, env).into_iter().filter_map(card) {
            let Some(stack) = self.stack_of(stack.card) else {
                continue;
            };
            let thing = |card: &CardIx| Thing::Card(self.s.reference(*card));
            let cards = stack.cards.iter();
            match end {
                End::Top => found.extend(cards.take(count as usize).map(thing)),
                End::Bottom => found.extend(cards.rev().take(count as usize).map(thing)),
            }
        }
        found
    }

    pub fn stack(&self, count: u32, end: End, zone: &Zone, env: &Env) -> Things {
        let Some((zone, of)) = self.zone_of(zone, env) else {
            return Things::new();
        };
        let cards = self.zone(zone, of);
        let thing = |card: &CardIx| Thing::Card(self.s.reference(*card));
        let count = count as usize;
        match end {
            End::Top => cards.iter().rev().take(count).map(thing).collect(),
            End::Bottom => cards.iter().take(count).map(thing).collect(),
        }
    }

    /// The players that a node means.
    pub fn who(&self, who: Whose, env: &Env) -> (SmallVec<[Player; 2]>, bool) {
        let (list, each): (SmallVec<[Player; 2]>, bool) = match who {
            Whose::You => (SmallVec::from_slice(&[env.controller]), false),
            Whose::Opponent => (SmallVec::from_slice(&[1 - env.controller]), false),
            Whose::Each => match env.each {
                Some(player) => (SmallVec::from_slice(&[player]), false),
                None => (SmallVec::from_slice(&self.players()), true),
            },
        };
        (list, each)
    }
}

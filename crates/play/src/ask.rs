//! Conditions.

use cardwright_ir::{Condition, Filter, Pick, Selector, Test};

use crate::facts::filter_of;
use crate::find::Ask;
use crate::run::{Run, Was};
use crate::state::{Done, Entry, Env, Thing, Things};
use crate::table::{AbilityId, CondId};

/// Slots that a condition binds.
pub(crate) type Binds = Vec<(u32, Things)>;

impl Run<'_, '_> {
    /// Notes that an ability does something.
    pub fn note(&self, ability: AbilityId) {
        if let Some(trace) = self.trace {
            trace.resolves(ability);
        }
    }

    /// Tests a condition of the cards.
    pub fn test_noted(&self, condition: CondId, env: &Env, binds: &mut Binds) -> bool {
        let met = self.test(&self.t.conds[condition as usize], env, binds);
        if let Some(trace) = self.trace {
            trace.tests(condition, met);
        }
        met
    }

    pub fn test(&self, condition: &Condition, env: &Env, binds: &mut Binds) -> bool {
        self.evaluates(condition);
        match &condition.test {
            Test::All { of } => of.iter().all(|condition| self.test(condition, env, binds)),
            Test::Number { of, number } => {
                let found = self.candidates(of, env, Ask::Count(None)).len() as u32;
                self.compare(number, found, env)
            }
            Test::Has { who, what, number } => {
                let (players, _) = self.who(*who, env);
                players
                    .iter()
                    .all(|player| self.compare(number, self.has(*player, what, env), env))
            }
            Test::Compare { left, right } => self.compare(right, self.amount(left, env), env),
            Test::Is { who, not, what } => self.subject(who, *not, env, binds, &|thing| {
                self.fits_known(what, thing, env)
            }),
            Test::Holds { phrase, with } => self.holds(phrase, with, env),
            Test::FirstPlayer { who, not } => {
                let (players, _) = self.who(*who, env);
                players
                    .iter()
                    .all(|player| (*player == self.s.first) != *not)
            }
            Test::HasMoved { who, period, not } => {
                let entries = self.journal(*period);
                self.subject(who, *not, env, binds, &|thing| {
                    entries.iter().any(
                        |entry| matches!(entry, Entry::Step(card) if Thing::Card(*card) == thing),
                    )
                })
            }
            Test::HasAttacked { who, period, not } => {
                let entries = self.journal(*period);
                self.subject(who, *not, env, binds, &|thing| {
                    entries.iter().any(|entry| {
                        matches!(entry, Entry::Attacked { attacker, new: true, .. } if Thing::Card(*attacker) == thing)
                    })
                })
            }
            Test::HasRetaliated { who, period, not } => {
                let entries = self.journal(*period);
                self.subject(who, *not, env, binds, &|thing| {
                    entries.iter().any(|entry| matches!(entry, Entry::Retaliated(card) if Thing::Card(*card) == thing))
                })
            }
            Test::HasBeenActivated { who, period, not } => {
                let entries = self.journal(*period);
                self.subject(who, *not, env, binds, &|thing| {
                    entries.iter().any(|entry| matches!(entry, Entry::Activated(card) if Thing::Card(*card) == thing))
                })
            }
            Test::HasBeenAttacked { who, period, not } => {
                let entries = self.journal(*period);
                self.subject(who, *not, env, binds, &|thing| {
                    entries.iter().any(|entry| {
                        matches!(entry, Entry::Attacked { target, .. } if Thing::Card(*target) == thing)
                    })
                })
            }
            Test::HasBeenDealtDamage { who, period, not } => {
                let entries = self.journal(*period);
                self.subject(who, *not, env, binds, &|thing| {
                    entries.iter().any(|entry| matches!(entry, Entry::Damaged(card) if Thing::Card(*card) == thing))
                })
            }
            Test::HasBeenRemoved { who, period, not } => {
                let removed: Things = self
                    .journal(*period)
                    .iter()
                    .filter_map(|entry| match entry {
                        Entry::Removed(card) => Some(Thing::Card(*card)),
                        _ => None,
                    })
                    .collect();
                self.among(who, *not, &removed, env)
            }
            Test::HasPlayed {
                who,
                what,
                number,
                period,
            } => {
                let (players, _) = self.who(*who, env);
                players.iter().all(|player| {
                    self.compare(number, self.played(*player, what, *period, env), env)
                })
            }
            Test::WasRemovedThisWay { who, not } => self.this_way(Done::Removed, who, *not, env),
            Test::WasDiscardedThisWay { what, not } => {
                self.this_way(Done::Discarded, what, *not, env)
            }
            Test::WasDrawnThisWay { what, not } => self.this_way(Done::Drawn, what, *not, env),
            Test::WasRevealedThisWay { what, not } => {
                self.this_way(Done::Revealed, what, *not, env)
            }
            Test::WasDealtDamageThisWay { who, not } => {
                self.this_way(Done::Damaged, who, *not, env)
            }
        }
    }

    /// How many cards that fit a player has: of the zone of the description, or controlled.
    fn has(&self, player: u8, what: &Filter, env: &Env) -> u32 {
        let mut env = env.clone();
        env.actor = player;
        env.each = Some(player);
        let found = self.candidates(what, &env, Ask::Count(Some(player)));
        let zone = what.zone.is_some();
        let has = |thing: &&Thing| match thing {
            Thing::Card(card) => zone || self.controller(card.card) == player,
            Thing::Space(_) => false,
        };
        found.iter().filter(has).count() as u32
    }

    /// `fits` for `condition: is`: the zone is wherever the thing is.
    fn fits_known(&self, what: &Filter, thing: Thing, env: &Env) -> bool {
        self.fits(what, thing, env)
    }

    pub fn done(&self, done: Done, env: &Env) -> Things {
        env.done
            .iter()
            .filter(|(what, _)| *what == done)
            .map(|(_, card)| Thing::Card(*card))
            .collect()
    }

    fn this_way(&self, done: Done, who: &Selector, not: bool, env: &Env) -> bool {
        let things = self.done(done, env);
        self.among(who, not, &things, env)
    }

    /// Of what happened: `not` means that it happened to none that fits.
    fn among(&self, who: &Selector, not: bool, things: &[Thing], env: &Env) -> bool {
        match &who.pick {
            Pick::Known { is } => {
                let known = self.refer(is, env);
                if known.is_empty() {
                    return false;
                }
                known.iter().any(|thing| things.contains(thing)) != not
            }
            _ => {
                let fitted = |thing: &Thing| match (thing, filter_of(who)) {
                    (Thing::Card(card), Some(filter)) => {
                        match self.s.last.iter().rposition(|last| last.card == *card) {
                            Some(place) => self.fitted(filter, Was::Last(place), env),
                            None => self.fits(filter, *thing, env),
                        }
                    }
                    (thing, _) => self.matches(who, *thing, env),
                };
                things.iter().any(fitted) != not
            }
        }
    }

    /// Tests the subject of a condition.
    fn subject(
        &self,
        who: &Selector,
        not: bool,
        env: &Env,
        binds: &mut Binds,
        is: &dyn Fn(Thing) -> bool,
    ) -> bool {
        match &who.pick {
            Pick::Known { is: reference } => {
                let known = self.refer(reference, env);
                !known.is_empty() && known.iter().all(|thing| is(*thing) != not)
            }
            Pick::Each { from, slot: _ } => {
                let found = self.candidates(from, env, Ask::Count(None));
                !found.is_empty() && found.iter().all(|thing| is(*thing) != not)
            }
            Pick::Any { from, slot } => {
                let found = self.candidates(from, env, Ask::Count(None));
                let fits: Things = found
                    .into_iter()
                    .filter(|thing| is(*thing) != not)
                    .collect();
                if fits.is_empty() {
                    return false;
                }
                binds.push((*slot, fits));
                true
            }
            Pick::Choose { .. }
            | Pick::Random { .. }
            | Pick::Stack { .. }
            | Pick::Pile { .. }
            | Pick::Zone { .. } => {
                let found = self.found(who, env);
                !found.is_empty() && found.iter().all(|thing| is(*thing) != not)
            }
        }
    }
}

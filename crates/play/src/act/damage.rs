//! Actions: damage and its prevention.

use cardwright_ir::{Action, Amount, Selector};
use smallvec::SmallVec;

use super::{Doing, kind};
use crate::choice::{Kind, Opt};
use crate::event::Change;
use crate::frame::Perform;
use crate::run::{Need, Run};
use crate::state::{AttackRef, CardRef, Thing};

impl Run<'_, '_> {
    pub(super) fn deal_damage(
        &mut self,
        perform: &Perform,
        amount: &Amount,
        to: &Selector,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let by = env.this;
        let to = self.cards_of(perform, to);
        Ok(Doing::changes(
            to.into_iter()
                .map(|to| {
                    let amount = self.amount_for(amount, env, Thing::Card(to));
                    self.effect_damage(to, amount, by)
                })
                .collect(),
        ))
    }

    /// Damage of an effect: what its card deals more or less, then what the thing takes more or less.
    fn effect_damage(&self, to: CardRef, amount: u32, by: CardRef) -> Change {
        let mut amount = amount;
        let source = Thing::Card(by);
        let fights = self.on_map(by) && self.def(by.card).unit;
        if amount > 0 {
            let (mut more, mut less) = (0u32, SmallVec::<[(u32, u32, u32); 2]>::new());
            self.holding(kind::MORE | kind::CARDS_MORE, &mut |holding| {
                let (applies, change, is_less, at_least) = match &holding.act.action {
                    // What units deal more is of their attacks.
                    Action::DealMore {
                        who,
                        amount,
                        less,
                        at_least,
                        time: _,
                    } => (
                        !fights
                            && holding.fixed.is_none_or(|fixed| fixed.attack.is_none())
                            && holding.is_of(self, who, source),
                        amount,
                        *less,
                        at_least,
                    ),
                    Action::CardsDealMore {
                        what,
                        amount,
                        less,
                        at_least,
                        time: _,
                    } => (
                        self.fits(what, source, holding.env),
                        amount,
                        *less,
                        at_least,
                    ),
                    _ => return,
                };
                if !applies {
                    return;
                }
                let by = holding.amount_for(self, 0, change, source);
                if is_less {
                    less.push((holding.stamp, by, at_least.unwrap_or(0)));
                } else {
                    more = more.saturating_add(by);
                }
            });
            amount = amount.saturating_add(more);
            less.sort_unstable();
            for (_, by, at_least) in less {
                amount = amount.min(amount.saturating_sub(by).max(at_least));
            }
        }
        Change::Damage {
            to,
            amount: self.taken(to, amount, by, None),
            by,
            attack: None,
        }
    }

    /// What a thing takes: more, then less, each down to its bound.
    pub fn taken(&self, to: CardRef, amount: u32, by: CardRef, attack: Option<AttackRef>) -> u32 {
        if amount == 0 {
            return 0;
        }
        let (mut more, mut less) = (0u32, SmallVec::<[(u32, u32, u32); 2]>::new());
        self.holding(kind::LESS, &mut |holding| {
            let Action::TakeLess {
                who,
                amount,
                more: is_more,
                from,
                at_least,
                time: _,
            } = &holding.act.action
            else {
                return;
            };
            if !holding.is_of(self, who, Thing::Card(to)) {
                return;
            }
            let fits = match (from, holding.fixed.and_then(|fixed| fixed.attack)) {
                (None, _) => true,
                (Some(_), Some(about)) => attack == Some(about),
                (Some(from), None) => match self.attack_of(from, holding.env) {
                    Some(about) => attack == Some(about),
                    None => self.about(Thing::Card(to), || {
                        self.matches(from, Thing::Card(by), holding.env)
                    }),
                },
            };
            if fits {
                let by = holding.amount_for(self, 0, amount, Thing::Card(to));
                if *is_more {
                    more = more.saturating_add(by);
                } else {
                    less.push((holding.stamp, by, at_least.unwrap_or(0)));
                }
            }
        });
        let mut amount = amount.saturating_add(more);
        less.sort_unstable();
        for (_, by, at_least) in less {
            amount = amount.min(amount.saturating_sub(by).max(at_least));
        }
        amount
    }

    pub(super) fn divide_damage(
        &mut self,
        perform: &Perform,
        amount: &Amount,
        among: &Selector,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let (amount, by, actor) = (self.amount(amount, env).min(100), env.this, env.actor);
        let things = self.cards_of(perform, among);
        if things.is_empty() {
            return Ok(Doing::default());
        }
        let mut shares: SmallVec<[u32; 4]> = things.iter().map(|_| 1).collect();
        shares.truncate(amount as usize);
        let mut left = amount.saturating_sub(things.len() as u32);
        while left > 0 && things.len() > 1 {
            let options = things.iter().map(|card| Opt::Card(card.card)).collect();
            let picked = self.ask_one(actor, Kind::Divide, options)?;
            let place = things
                .iter()
                .position(|card| picked == Opt::Card(card.card))
                .unwrap_or(0);
            shares[place] += 1;
            left -= 1;
        }
        if things.len() == 1 {
            shares[0] = amount;
        }
        let shared = things.into_iter().zip(shares);
        Ok(Doing::changes(
            shared
                .map(|(to, share)| self.effect_damage(to, share, by))
                .collect(),
        ))
    }

    pub(super) fn remove_damage(
        &mut self,
        perform: &Perform,
        amount: &Amount,
        from: &Selector,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let from = self.cards_of(perform, from);
        Ok(Doing::changes(
            from.into_iter()
                .map(|from| {
                    let amount = self.amount_for(amount, env, Thing::Card(from));
                    Change::LoseDamage { from, amount }
                })
                .collect(),
        ))
    }

    pub(super) fn move_damage(
        &mut self,
        perform: &Perform,
        amount: &Amount,
        from: &Selector,
        to: &Selector,
    ) -> Result<Doing, Need> {
        let amount = self.amount(amount, self.env(perform.env));
        let (from, to) = (self.cards_of(perform, from), self.cards_of(perform, to));
        let (Some(from), Some(to)) = (from.first().copied(), to.first().copied()) else {
            return Ok(Doing::default());
        };
        if !self.in_play(from) || !self.in_play(to) {
            return Ok(Doing::default());
        }
        let amount = amount.min(self.damage(from));
        Ok(Doing::changes(vec![
            Change::LoseDamage { from, amount },
            Change::AddDamage { to, amount },
        ]))
    }

    pub(super) fn double_damage(
        &mut self,
        perform: &Perform,
        of: &Selector,
    ) -> Result<Doing, Need> {
        if let Some(attack) = self.attack_of(of, self.env(perform.env))
            && let Some(fight) = self.s.fights.iter_mut().find(|fight| fight.id == attack.id)
        {
            fight.doubled[usize::from(attack.back)] += 1;
        }
        Ok(Doing::default())
    }

    pub(super) fn prevent_that(
        &mut self,
        perform: &Perform,
        amount: &Amount,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let amount = self.amount(amount, env);
        if let Some((moment, place)) = env.pending {
            self.prevent(moment, place, amount);
        }
        Ok(Doing::default())
    }
}

//! Checks whether costs can be paid, and computes the largest possible X.

use cardwright_ir::{Action, Amount, Count, Pick, Selector};

use super::selectors;
use crate::find::Ask;
use crate::frame::Cost;
use crate::run::Run;
use crate::state::{At, Env, Player, Thing};
use crate::table::{BlockId, Op, index};

/// Maximum of X if nothing else limits it.
const MOST_X: u32 = 20;

impl Run<'_, '_> {
    /// Returns whether a cost can be paid in full. It is called before the first part is paid.
    pub fn can_pay(&self, cost: BlockId, env: &Env) -> bool {
        self.t.blocks[cost as usize].iter().all(|op| match op {
            Op::Act(act) => self.can_do(&self.t.acts[*act as usize].action, env),
            Op::Then(block)
            | Op::Together(block)
            | Op::Repeat {
                times: _,
                then: block,
            } => self.can_pay(*block, env),
            Op::Either { who: _, of } => of.iter().any(|block| self.can_pay(*block, env)),
            Op::May { .. }
            | Op::If { .. }
            | Op::While { .. }
            | Op::UnlessPaid { .. }
            | Op::When(_)
            | Op::Limit(_)
            | Op::Delayed { .. }
            | Op::Choose { .. }
            | Op::ForEach { .. } => true,
        })
    }

    /// Returns whether an action of a cost can be done in full.
    fn can_do(&self, action: &Action, env: &Env) -> bool {
        let mut env = env.clone();
        if env.x.is_none() {
            // X is at least 1.
            env.x = Some(1);
        }
        let player = match action.player() {
            Some(who) => self.who(who, &env).0.first().copied().unwrap_or(env.actor),
            None => env.actor,
        };
        env.actor = player;
        match action {
            Action::Pay {
                who: _,
                statistic,
                amount,
            } => {
                let Some(statistic) = index(&self.t.statistics, statistic) else {
                    return false;
                };
                let cost: Cost = smallvec::smallvec![(statistic, self.amount(amount, &env))];
                self.payable(player, &cost)
            }
            Action::Draw {
                who: _,
                amount,
                slot: _,
            } => {
                let wanted = self.amount(amount, &env) as usize;
                self.may_draw(player) && self.zone(self.t.draw, player).len() >= wanted
            }
            Action::RemoveTokens { tokens, from } => {
                let wanted = self.amount(&tokens.amount, &env);
                self.finds(action, from, &env, &|thing| {
                    wanted == u32::MAX || self.tokens_on(thing, &tokens.token) >= wanted
                })
            }
            Action::RemoveDamage { amount, from } => {
                let wanted = self.amount(amount, &env);
                self.finds(action, from, &env, &|thing| match thing {
                    Thing::Card(card) => wanted == u32::MAX || self.damage(card) >= wanted,
                    Thing::Space(_) => false,
                })
            }
            Action::Decrease { amount, what } => {
                let wanted = self.amount(amount, &env);
                self.finds(action, what, &env, &|thing| match thing {
                    Thing::Card(card) => self.on_map(card) && self.size(card) >= wanted,
                    Thing::Space(_) => false,
                })
            }
            Action::Spend { who: _, what } => {
                self.finds(action, what, &env, &|thing| match thing {
                    Thing::Card(card) => self.live(card).is_some_and(|it| !it.turned),
                    Thing::Space(_) => false,
                })
            }
            Action::Discard { who: _, what } | Action::RemoveFromMap { what } => {
                self.finds(action, what, &env, &|thing| match thing {
                    Thing::Card(card) => self.live(card).is_some_and(|it| {
                        let gone = matches!(it.at, At::Zone { zone, .. } if zone == self.t.discard);
                        !gone && !self.never_leaves(card.card)
                    }),
                    Thing::Space(_) => false,
                })
            }
            Action::PlaceMarks { marks, on } => {
                self.finds(action, on, &env, &|thing| match thing {
                    Thing::Card(card) => self.live(card).is_some_and(|it| {
                        let has = |mark| {
                            index(&self.t.marks, mark)
                                .is_some_and(|mark| it.marks & (1 << mark) != 0)
                        };
                        !marks.iter().all(|mark| has(mark))
                    }),
                    Thing::Space(_) => false,
                })
            }
            Action::Shuffle { .. } => true,
            action => selectors(action)
                .iter()
                .all(|selector| self.finds(action, selector, &env, &|_| true)),
        }
    }

    /// Returns whether a selector of a cost finds as many things as it requires. Only things that `can` accepts count.
    fn finds(
        &self,
        action: &Action,
        selector: &Selector,
        env: &Env,
        can: &dyn Fn(Thing) -> bool,
    ) -> bool {
        match &selector.pick {
            Pick::Choose {
                count,
                by: _,
                from,
                superlative,
                chain: _,
                slot: _,
            } => {
                let found = self.candidates(from, env, Ask::Action);
                let found = self.superlative(superlative.as_deref(), found, env);
                let found = self.choosable(action, found, env);
                let able = found.iter().filter(|thing| can(**thing)).count() as u32;
                match count {
                    Count::Exactly { number } => able >= self.amount(number, env).max(1),
                    Count::UpTo { .. } | Count::Any => true,
                }
            }
            Pick::Random {
                count,
                from,
                slot: _,
            } => self.candidates(from, env, Ask::Action).len() as u32 >= self.amount(count, env),
            Pick::Stack {
                count,
                end,
                zone,
                slot: _,
            } => {
                let wanted = self.amount(count, env);
                self.stack(wanted, *end, zone, env).len() as u32 >= wanted
            }
            Pick::Known { is } => match self.attack_ref(is, env) {
                Some(_) => true,
                None => {
                    let known = self.refer(is, env);
                    !known.is_empty() && known.iter().all(|thing| can(*thing))
                }
            },
            Pick::Each { .. } | Pick::Any { .. } | Pick::Zone { .. } | Pick::Pile { .. } => true,
        }
    }

    /// Returns the largest possible X of an action. If X is a number of things to choose, it is the number of
    /// candidates.
    pub fn most_x(&self, action: &Action, env: &Env) -> u32 {
        let mut most = MOST_X;
        for selector in selectors(action) {
            if let Pick::Choose {
                count: Count::Exactly { number: Amount::X },
                from,
                ..
            } = &selector.pick
            {
                most = most.min(self.candidates(from, env, Ask::Action).len() as u32);
            }
        }
        match action {
            Action::Pay {
                who: _,
                statistic,
                amount: Amount::X,
            } => {
                let statistic = index(&self.t.statistics, statistic).unwrap_or(0);
                let payable = |x: &u32| {
                    let cost: Cost = smallvec::smallvec![(statistic, *x)];
                    self.payable(env.actor, &cost)
                };
                (1..=most).rev().find(payable).unwrap_or(0)
            }
            Action::RemoveTokens { tokens, from } if tokens.amount == Amount::X => {
                let on = self.found(from, env);
                most.min(
                    on.first()
                        .map_or(most, |thing| self.tokens_on(*thing, &tokens.token)),
                )
            }
            Action::Draw { .. } => most
                .min(self.zone(self.t.draw, env.actor).len() as u32)
                .max(1),
            _ => most,
        }
    }

    pub fn payable(&self, player: Player, cost: &Cost) -> bool {
        !self.payments(player, cost, 1).is_empty()
    }
}

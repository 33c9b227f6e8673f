//! Actions: size, tokens, marks.

use cardwright_ir::{Amount, Selector, TokenCount};
use smol_str::SmolStr;

use super::Doing;
use crate::event::Change;
use crate::frame::{Perform, card};
use crate::run::{Need, Run};
use crate::state::{CardRef, Thing};
use crate::table::index;

impl Run<'_, '_> {
    /// The cards of a selector that have a size.
    fn units_of(&self, perform: &Perform, what: &Selector) -> impl Iterator<Item = CardRef> {
        let cards = self.cards_of(perform, what).into_iter();
        cards.filter(|card| self.def(card.card).unit)
    }

    pub(super) fn increase(
        &mut self,
        perform: &Perform,
        amount: &Amount,
        what: &Selector,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let units = self.units_of(perform, what);
        Ok(Doing::changes(
            units
                .map(|card| Change::Increase {
                    card,
                    by: self.amount_for(amount, env, Thing::Card(card)),
                })
                .collect(),
        ))
    }

    pub(super) fn decrease(
        &mut self,
        perform: &Perform,
        amount: &Amount,
        what: &Selector,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let units = self.units_of(perform, what);
        Ok(Doing::changes(
            units
                .map(|card| Change::Decrease {
                    card,
                    by: self.amount_for(amount, env, Thing::Card(card)),
                    damage: 0,
                    keeps_one: false,
                })
                .collect(),
        ))
    }

    pub(super) fn move_tokens(
        &mut self,
        perform: &Perform,
        tokens: &TokenCount,
        from: &Selector,
        to: &Selector,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let amount = self.amount(&tokens.amount, env);
        let (from, to) = (self.found(from, env), self.found(to, env));
        let (Some(from), Some(to)) = (from.first().copied(), to.first().copied()) else {
            return Ok(Doing::default());
        };
        let there = |thing: Thing| card(thing).is_none_or(|card| self.in_play(card));
        if !there(from) || !there(to) {
            return Ok(Doing::default());
        }
        let amount = amount.min(self.tokens_on(from, &tokens.token)) as i32;
        let Some(token) = index(&self.t.tokens, &tokens.token) else {
            return Ok(Doing::default());
        };
        Ok(Doing::changes(match (from, to) {
            (Thing::Card(from), Thing::Card(to)) if token == self.t.size_token => {
                if !self.def(to.card).unit {
                    return Ok(Doing::default());
                }
                vec![
                    Change::MoveSize {
                        card: from,
                        add: -amount,
                    },
                    Change::MoveSize {
                        card: to,
                        add: amount,
                    },
                ]
            }
            (Thing::Card(from), Thing::Card(to)) if token == self.t.damage_token => {
                let amount = amount as u32;
                vec![
                    Change::LoseDamage { from, amount },
                    Change::AddDamage { to, amount },
                ]
            }
            _ => vec![
                Change::Tokens {
                    on: from,
                    token,
                    add: -amount,
                },
                Change::Tokens {
                    on: to,
                    token,
                    add: amount,
                },
            ],
        }))
    }

    pub(super) fn place_tokens(
        &mut self,
        perform: &Perform,
        tokens: &TokenCount,
        on: &Selector,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let Some(token) = index(&self.t.tokens, &tokens.token) else {
            return Ok(Doing::default());
        };
        let amount = |thing| self.amount_for(&tokens.amount, env, thing).min(10_000);
        let change = |on: Thing| match on {
            Thing::Card(card) if !self.in_play(card) => None,
            Thing::Card(card) if token == self.t.size_token => {
                self.def(card.card).unit.then_some(Change::Increase {
                    card,
                    by: amount(on),
                })
            }
            Thing::Card(card) if token == self.t.damage_token => Some(Change::AddDamage {
                to: card,
                amount: amount(on),
            }),
            _ => Some(Change::Tokens {
                on,
                token,
                add: amount(on) as i32,
            }),
        };
        Ok(Doing::changes(
            self.found(on, env).into_iter().filter_map(change).collect(),
        ))
    }

    pub(super) fn remove_tokens(
        &mut self,
        perform: &Perform,
        tokens: &TokenCount,
        from: &Selector,
    ) -> Result<Doing, Need> {
        let env = self.env(perform.env);
        let Some(token) = index(&self.t.tokens, &tokens.token) else {
            return Ok(Doing::default());
        };
        let amount = |thing| self.amount_for(&tokens.amount, env, thing).min(10_000);
        let change = |on: Thing| match on {
            Thing::Card(card) if !self.in_play(card) => None,
            Thing::Card(card) if token == self.t.size_token => Some(Change::Decrease {
                card,
                by: amount(on),
                damage: 0,
                keeps_one: true,
            }),
            Thing::Card(card) if token == self.t.damage_token => Some(Change::LoseDamage {
                from: card,
                amount: amount(on),
            }),
            _ => Some(Change::Tokens {
                on,
                token,
                add: -(amount(on) as i32),
            }),
        };
        Ok(Doing::changes(
            self.found(from, env)
                .into_iter()
                .filter_map(change)
                .collect(),
        ))
    }

    pub(super) fn change_marks(
        &mut self,
        perform: &Perform,
        marks: &[SmolStr],
        on: &Selector,
        add: bool,
    ) -> Result<Doing, Need> {
        let mut changes = Vec::new();
        for card in self.cards_of(perform, on) {
            for mark in marks.iter().filter_map(|mark| index(&self.t.marks, mark)) {
                changes.push(Change::Mark { card, mark, add });
            }
        }
        Ok(Doing::changes(changes))
    }
}

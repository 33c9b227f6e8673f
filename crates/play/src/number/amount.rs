//! Amounts, and the events that they count.

use cardwright_ir::{Amount, Period, Reference, Round};

use crate::find::Ask;
use crate::frame::card;
use crate::run::Run;
use crate::state::{Entry, Env, Thing};

impl<'t> Run<'t, '_> {
    /// An amount that is worked out for a thing on its own.
    pub fn amount_for(&self, amount: &Amount, env: &Env, thing: Thing) -> u32 {
        self.about(thing, || self.amount(amount, env))
    }

    pub fn amount(&self, amount: &Amount, env: &Env) -> u32 {
        self.evaluates(amount);
        let cards = |reference: &Reference| self.refer(reference, env).into_iter().filter_map(card);
        match amount {
            Amount::Fixed { value } => *value,
            Amount::X => env.x.unwrap_or(0),
            Amount::All => u32::MAX,
            Amount::Attribute {
                attribute,
                of,
                printed,
            } => cards(of)
                .map(|card| {
                    self.number_of(card, attribute, *printed)
                        .unwrap_or(0)
                        .max(0) as u32
                })
                .sum(),
            Amount::Size { of } => cards(of).map(|card| self.size(card)).sum(),
            Amount::DamageOn { of } => cards(of).map(|card| self.damage(card)).sum(),
            Amount::TokensOn { token, of } => self
                .refer(of, env)
                .into_iter()
                .map(|thing| self.tokens_on(thing, token))
                .sum(),
            Amount::Number { of } => self.candidates(of, env, Ask::Count(None)).len() as u32,
            Amount::DamageDealt { by } => {
                let attack = self.attack_ref(by, env);
                let dealt = attack.and_then(|attack| Some((attack, self.fight_of(attack)?.dealt?)));
                dealt.map_or(0, |(attack, dealt)| dealt[usize::from(attack.back)])
            }
            Amount::DamageOfEvent => match env
                .pending
                .and_then(|(moment, place)| self.pending(moment, place))
            {
                Some(pending) => pending,
                None => env.event.as_ref().map_or(0, |event| event.damage),
            },
            Amount::StepsMoved { who, period } => {
                let things = self.refer(who, env);
                let steps = self.journal(*period);
                let moved = steps.iter().filter(|entry| match entry {
                    Entry::Step(card) => things.contains(&Thing::Card(*card)),
                    _ => false,
                });
                moved.count() as u32
            }
            Amount::Played { who, what, period } => {
                let (players, _) = self.who(*who, env);
                players
                    .iter()
                    .map(|player| self.played(*player, what, *period, env))
                    .sum()
            }
            Amount::Half { of, rounded } => {
                let whole = self.amount(of, env);
                match rounded {
                    Round::Up => whole.div_ceil(2),
                    Round::Down => whole / 2,
                }
            }
            Amount::Times { factor, of } => self.amount(of, env).saturating_mul(*factor),
            Amount::Every { each, of } => self.amount(of, env) / (*each).max(1),
            Amount::Bounded {
                of,
                minimum,
                maximum,
            } => {
                let value = self.amount(of, env);
                value
                    .max(minimum.unwrap_or(0))
                    .min(maximum.unwrap_or(u32::MAX))
            }
        }
    }

    /// What happened in a period. Of an activation: the one that is going on.
    pub fn journal(&self, period: Period) -> &[Entry] {
        let start = match period {
            Period::Round => 0,
            Period::Turn => match self.s.turn {
                Some(_) => self.s.turn_start as usize,
                None => self.s.journal.len(),
            },
            Period::Activation => match self.s.activations.last() {
                Some(activation) => activation.start as usize,
                None => self.s.journal.len(),
            },
        };
        &self.s.journal[start.min(self.s.journal.len())..]
    }
}

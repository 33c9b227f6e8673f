//! Numbers, worked out in words.

use super::Outline;
use crate::effect::ir::{Amount, Comparison, Period, Player, Round};

impl Outline<'_> {
    /// A number before a noun: `2`, `X`, or what it is computed from, in parentheses.
    pub(super) fn number(&self, amount: &Amount) -> String {
        match amount {
            Amount::Fixed { .. } | Amount::X | Amount::All => self.value(amount),
            Amount::Attribute { .. }
            | Amount::Size { .. }
            | Amount::DamageOn { .. }
            | Amount::TokensOn { .. }
            | Amount::Number { .. }
            | Amount::DamageDealt { .. }
            | Amount::DamageOfEvent
            | Amount::StepsMoved { .. }
            | Amount::Half { .. }
            | Amount::Times { .. }
            | Amount::Every { .. }
            | Amount::Bounded { .. } => format!("({})", self.value(amount)),
        }
    }

    /// A number of things: `1 step`, `2 steps`.
    pub(super) fn counted(&self, amount: &Amount, one: &str, many: &str) -> String {
        let noun = if amount.value() == Some(1) { one } else { many };
        format!("{} {noun}", self.number(amount))
    }

    /// By how much a number changes, and what is left of it at least.
    pub(super) fn change(&self, amount: &Amount, at_least: Option<u32>, noun: &str) -> String {
        let floor = bounds(", with a result of", at_least, None);
        format!("{} {noun}{floor}", self.number(amount))
    }

    /// A number where nothing follows it.
    pub(super) fn value(&self, amount: &Amount) -> String {
        match amount {
            Amount::Fixed { value } => value.to_string(),
            Amount::X => {
                if self.found.x_declared.replace(true) {
                    "X".to_owned()
                } else {
                    let who = match self.chooser {
                        Player::You => "you choose",
                        Player::Opponent => "your opponent chooses",
                        Player::Each => "that player chooses",
                    };
                    format!("X (any number that {who})")
                }
            }
            Amount::All => "all".to_owned(),
            Amount::Attribute {
                attribute,
                of,
                printed,
            } => format!(
                "the {} {} of {}",
                if *printed { "printed" } else { "current" },
                self.printer.term("attributes", attribute),
                self.reference(of)
            ),
            Amount::Size { of } => format!("the size of {}", self.reference(of)),
            Amount::DamageOn { of } => format!("the damage on {}", self.reference(of)),
            Amount::TokensOn { token, of } => format!(
                "the number of {} tokens on {}",
                self.printer.term("tokens", token),
                self.reference(of)
            ),
            Amount::Number { of } => format!("the number of {}", self.thing(of, true)),
            Amount::DamageOfEvent => "the damage that the event is about".to_owned(),
            Amount::DamageDealt { by } => {
                format!("the damage that {} has dealt", self.reference(by))
            }
            Amount::StepsMoved { who, period } => format!(
                "the number of steps that {} has moved {}",
                self.reference(who),
                period_words(*period)
            ),
            Amount::Half { of, rounded } => format!(
                "half of {}, rounded {}",
                self.value(of),
                match rounded {
                    Round::Up => "up",
                    Round::Down => "down",
                }
            ),
            Amount::Times { factor, of } => format!("{factor} times {}", self.value(of)),
            Amount::Every { each, of } => format!("1 for every full {each} of {}", self.value(of)),
            Amount::Bounded {
                of,
                minimum,
                maximum,
            } => format!("{}{}", self.value(of), bounds(", but", *minimum, *maximum)),
        }
    }

    /// `exactly 3`, `at least 3`: before a noun or behind `is`.
    pub(super) fn compared(&self, comparison: &Comparison) -> String {
        let (words, number) = match comparison {
            Comparison::Exactly { number } => ("exactly", number),
            Comparison::AtLeast { number } => ("at least", number),
            Comparison::AtMost { number } => ("at most", number),
            Comparison::MoreThan { number } => ("more than", number),
            Comparison::LessThan { number } => ("less than", number),
        };
        format!("{words} {}", self.number(number))
    }
}

/// The number to which something is compared.
pub(super) fn number_of(comparison: &Comparison) -> &Amount {
    match comparison {
        Comparison::Exactly { number }
        | Comparison::AtLeast { number }
        | Comparison::AtMost { number }
        | Comparison::MoreThan { number }
        | Comparison::LessThan { number } => number,
    }
}

fn bounds(lead: &str, minimum: Option<u32>, maximum: Option<u32>) -> String {
    let mut text = String::new();
    if let Some(minimum) = minimum {
        text.push_str(&format!("{lead} at least {minimum}"));
    }
    if let Some(maximum) = maximum {
        text.push_str(&format!("{lead} at most {maximum}"));
    }
    text
}

pub(super) fn period_words(period: Period) -> &'static str {
    match period {
        Period::Activation => "this activation",
        Period::Turn => "this turn",
        Period::Round => "this round",
    }
}

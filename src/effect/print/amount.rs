//! Numbers: before the noun, or computed at the end of the clause.

use super::Printer;
use crate::effect::ir::{Amount, Comparison, Period, Reference, Round};

/// A number as a clause has it: what stands in its place, and what stands behind everything.
pub(super) struct Split {
    /// Empty for a number that is only computed.
    pub lead: String,
    pub tail: String,
}

impl Split {
    /// `2 damage`, or `damage` where the number follows at the end.
    pub fn of(&self, noun: &str) -> String {
        if self.lead.is_empty() {
            noun.to_owned()
        } else {
            format!("{} {noun}", self.lead)
        }
    }

    pub fn is_one(&self) -> bool {
        self.lead == "1"
    }
}

impl Printer<'_> {
    pub(super) fn split(&self, amount: &Amount) -> Split {
        let lead = |lead: String| Split {
            lead,
            tail: String::new(),
        };
        match amount {
            Amount::Fixed { value } => lead(value.to_string()),
            Amount::X => lead("X".to_owned()),
            Amount::All => lead("all".to_owned()),
            Amount::Bounded {
                of,
                minimum,
                maximum,
            } => {
                let mut split = self.split(of);
                if let Some(minimum) = minimum {
                    split.tail.push_str(&format!(" (minimum {minimum})"));
                }
                if let Some(maximum) = maximum {
                    split.tail.push_str(&format!(" (maximum {maximum})"));
                }
                split
            }
            Amount::Times { factor, of } if self.counted(of).is_some() => Split {
                lead: factor.to_string(),
                tail: format!(" for each {}", self.counted(of).unwrap_or_default()),
            },
            amount => match self.counted(amount) {
                Some(counted) => Split {
                    lead: "1".to_owned(),
                    tail: format!(" for each {counted}"),
                },
                None => Split {
                    lead: String::new(),
                    tail: format!(" equal to {}", self.value(amount)),
                },
            },
        }
    }

    /// What `for each` counts, for a number that is a count.
    fn counted(&self, amount: &Amount) -> Option<String> {
        match amount {
            Amount::Number { of } => Some(self.singular(of)),
            Amount::TokensOn { token, of } => Some(format!(
                "{} token on {}",
                self.term("tokens", token),
                self.reference(of)
            )),
            Amount::StepsMoved { who, period } => {
                Some(format!("step {}", self.has_moved(who, *period)))
            }
            Amount::Every { each, of } => match &**of {
                Amount::Number { of } => Some(format!("{each} {}", self.plural(of))),
                Amount::StepsMoved { who, period } => {
                    Some(format!("{each} steps {}", self.has_moved(who, *period)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn has_moved(&self, who: &Reference, period: Period) -> String {
        format!("{} has moved {}", self.reference(who), period_words(period))
    }

    /// A number where a value stands: in comparisons, behind `equal to`, in halves.
    pub fn value(&self, amount: &Amount) -> String {
        match amount {
            Amount::Fixed { value } => value.to_string(),
            Amount::X => "X".to_owned(),
            Amount::All => "all".to_owned(),
            Amount::Attribute {
                attribute,
                of,
                printed,
            } => format!(
                "{} {}{}",
                self.owner(of),
                if *printed { "printed " } else { "" },
                self.term("attributes", attribute)
            ),
            Amount::Size { of } => format!("{} size", self.owner(of)),
            Amount::DamageOn { of } => format!("{} damage", self.owner(of)),
            Amount::TokensOn { token, of } => {
                format!("{} {} tokens", self.owner(of), self.term("tokens", token))
            }
            Amount::Number { of } => format!("the number of {}", self.plural(of)),
            Amount::DamageDealt { by } => format!("the damage dealt by {}", self.reference(by)),
            Amount::StepsMoved { who, period } => {
                format!("the number of steps {}", self.has_moved(who, *period))
            }
            Amount::Half { of, rounded } => format!(
                "half {}, rounded {}",
                self.value(of),
                match rounded {
                    Round::Up => "up",
                    Round::Down => "down",
                }
            ),
            Amount::Times { factor: 2, of } => format!("twice {}", self.value(of)),
            Amount::Times { factor, of } => format!("{factor} times {}", self.value(of)),
            Amount::Every { each, of } => format!("{} for each {each}", self.value(of)),
            Amount::Bounded {
                of,
                minimum,
                maximum,
            } => {
                let mut text = self.value(of);
                if let Some(minimum) = minimum {
                    text.push_str(&format!(" (minimum {minimum})"));
                }
                if let Some(maximum) = maximum {
                    text.push_str(&format!(" (maximum {maximum})"));
                }
                text
            }
        }
    }

    /// The same of what is measured, not counted: `3 or less`.
    pub fn measured(&self, comparison: &Comparison) -> String {
        match comparison {
            Comparison::AtMost { number } => format!("{} or less", self.value(number)),
            other => self.compared(other),
        }
    }

    /// The same of a number of a card: `2 or less attack`, but `2 or fewer hit points`.
    pub fn compared_attribute(&self, attribute: &str, comparison: &Comparison) -> String {
        let counted = self
            .symbols
            .game
            .term("attributes", attribute)
            .is_some_and(|term| term.plural == term.name);
        if counted {
            self.compared(comparison)
        } else {
            self.measured(comparison)
        }
    }

    /// `3`, `3 or more`, `3 or fewer`, `greater than …`: what stands behind `is`, or before a noun.
    pub fn compared(&self, comparison: &Comparison) -> String {
        match comparison {
            Comparison::Exactly { number } if number.value().is_some() => self.value(number),
            Comparison::Exactly { number } => format!("equal to {}", self.value(number)),
            Comparison::AtLeast { number } => format!("{} or more", self.value(number)),
            Comparison::AtMost { number } => format!("{} or fewer", self.value(number)),
            Comparison::MoreThan { number } => format!("greater than {}", self.value(number)),
            Comparison::LessThan { number } => format!("less than {}", self.value(number)),
        }
    }
}

pub(super) fn period_words(period: Period) -> &'static str {
    match period {
        Period::Activation => "this activation",
        Period::Turn => "this turn",
        Period::Round => "this round",
    }
}

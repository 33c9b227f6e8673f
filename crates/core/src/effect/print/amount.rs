//! Prints amounts, before the noun or computed at the end of the clause.

use super::Printer;
use super::noun::all_of;
use crate::effect::ir::{Amount, Comparison, Filter, Period, Player, Reference, Round};
use crate::words::{Number, Phrase};

/// A number as it appears in a clause: the part in its usual position, and the part at the end of the clause.
pub(super) struct Split {
    /// Empty if the number is only computed, as in `equal to …`.
    pub lead: Phrase,
    pub tail: Phrase,
    /// `true` if it is [`Amount::All`].
    pub all: bool,
}

impl Split {}

const ONE: &str = "1";

impl Printer<'_> {
    /// Returns whether a number is printed as an article.
    pub(super) fn is_one(&self, n: &Split) -> bool {
        n.lead.text() == ONE && !self.is_outline()
    }

    pub(super) fn split(&self, amount: &Amount) -> Split {
        let w = self.words;
        match amount {
            amount if self.is_plain(amount) => Split {
                lead: self.count(amount),
                tail: Phrase::default(),
                all: *amount == Amount::All,
            },
            Amount::Bounded {
                of,
                minimum,
                maximum,
            } => {
                let Split { lead, tail, all } = self.split(of);
                Split {
                    lead,
                    tail: w.beside(tail, self.bounds(*minimum, *maximum)),
                    all,
                }
            }
            Amount::Times { factor, of } if self.counted(of).is_some() => Split {
                lead: (*factor).into(),
                tail: w.per(self.counted(of).unwrap_or_default()),
                all: false,
            },
            amount => match self.counted(amount) {
                Some(counted) => Split {
                    lead: 1.into(),
                    tail: w.per(counted),
                    all: false,
                },
                None => Split {
                    lead: Phrase::default().numbered(Number::Many),
                    tail: w.equal_to(self.value(amount)),
                    all: false,
                },
            },
        }
    }

    /// Prints a lower and an upper bound of a result.
    pub(super) fn bounds(&self, minimum: Option<u32>, maximum: Option<u32>) -> Phrase {
        let w = self.words;
        w.beside(
            minimum.map(|minimum| w.minimum(minimum)),
            maximum.map(|maximum| w.maximum(maximum)),
        )
    }

    /// Returns the things that `for each` counts, for an amount that is a count.
    fn counted(&self, amount: &Amount) -> Option<Phrase> {
        let w = self.words;
        match amount {
            Amount::Number { of } => Some(match self.those(of) {
                Some(those) => w.of_those(those),
                None => self.singular(of),
            }),
            Amount::Played { who, what, period } => {
                Some(self.played_by(*who, self.once_played().singular(what), *period))
            }
            Amount::TokensOn { token, of } => {
                Some(w.token_on(self.word("tokens", token), self.reference(of)))
            }
            Amount::StepsMoved { who, period } => Some(w.step_moved(self.moved(who, *period))),
            Amount::Every { each, of } => Some(match &**of {
                Amount::Number { of } => match self.those(of) {
                    Some(those) => w.some_of(*each, those),
                    None => w.counted(*each, self.plural(of)),
                },
                Amount::Played { who, what, period } => {
                    let cards = w.counted(*each, self.once_played().plural(what));
                    self.played_by(*who, cards, *period)
                }
                Amount::StepsMoved { who, period } => {
                    w.steps_moved(*each, self.moved(who, *period))
                }
                Amount::TokensOn { token, of } => {
                    w.tokens_on(*each, self.word("tokens", token), self.reference(of))
                }
                of => w.some_of(*each, self.value(of)),
            }),
            _ => None,
        }
    }

    /// Returns `those cards` if a filter counts exactly all of them.
    fn those(&self, of: &Filter) -> Option<Phrase> {
        all_of(of).map(|those| self.reference(those))
    }

    fn moved(&self, who: &Reference, period: Period) -> Phrase {
        self.words
            .moved_by(self.reference(who), self.period(period))
    }

    /// Returns the context for cards that were played: this card can be one of them.
    pub(super) fn once_played(&self) -> Self {
        Printer {
            played: true,
            ..self.clone()
        }
    }

    /// Prints cards that a player has played: `spells you have played this round`.
    fn played_by(&self, who: Player, cards: Phrase, period: Period) -> Phrase {
        let (who, period) = (self.player(who), self.period(period));
        self.words.cards_played(cards, who, period)
    }

    /// Prints a number used as a value: in comparisons, after `equal to`, after `half`.
    pub fn value(&self, amount: &Amount) -> Phrase {
        let w = self.words;
        match amount {
            Amount::Fixed { value } => (*value).into(),
            Amount::X => self.x(),
            Amount::All => w.all(),
            Amount::Attribute {
                attribute,
                of,
                printed,
            } => {
                let attribute = self.attribute(attribute);
                let attribute = if *printed {
                    w.printed(attribute)
                } else {
                    w.current(attribute)
                };
                self.owned(of, attribute)
            }
            Amount::Size { of } => self.owned(of, w.size()),
            Amount::DamageOn { of } if self.is_it(of) => self.owned(of, w.some_damage()),
            Amount::DamageOn { of } => w.damage_on(self.reference(of)),
            Amount::TokensOn { token, of } => {
                w.number_of_tokens(self.word("tokens", token), self.reference(of))
            }
            Amount::Number { of } => w.number_of(self.those(of).unwrap_or_else(|| self.plural(of))),
            Amount::Played { who, what, period } => {
                w.number_of(self.played_by(*who, self.once_played().plural(what), *period))
            }
            Amount::DamageOfEvent => w.that_damage(),
            Amount::DamageDealt { by } => w.damage_dealt_by(self.reference(by)),
            Amount::StepsMoved { who, period } => w.number_of_steps(self.moved(who, *period)),
            Amount::Half {
                of,
                rounded: Round::Up,
            } => w.half_up(self.value(of)),
            Amount::Half {
                of,
                rounded: Round::Down,
            } => w.half_down(self.value(of)),
            // `1 for each 2 …` rounds down.
            amount @ Amount::Every { .. } => {
                w.beside(1, w.per(self.counted(amount).unwrap_or_default()))
            }
            Amount::Times { factor, of } if matches!(**of, Amount::Every { .. }) => {
                w.beside(*factor, w.per(self.counted(of).unwrap_or_default()))
            }
            Amount::Times { factor: 2, of } => w.twice(self.value(of)),
            Amount::Times { factor, of } => w.times(*factor, self.value(of)),
            Amount::Bounded {
                of,
                minimum,
                maximum,
            } => w.beside(self.value(of), self.bounds(*minimum, *maximum)),
        }
    }

    /// Prints a number with which a noun agrees.
    pub fn count(&self, amount: &Amount) -> Phrase {
        let value = self.value(amount);
        let count = match amount {
            Amount::Fixed { .. } | Amount::X | Amount::All => value,
            _ if self.is_outline() => self.words.computed(value),
            _ => value,
        };
        count.numbered(Number::of(amount.value() != Some(1)))
    }

    /// Prints the owner of a number: `this unit's size`.
    fn owned(&self, owner: &Reference, noun: Phrase) -> Phrase {
        if self.is_it(owner) {
            self.words.its(self.named_reference(owner), noun)
        } else {
            self.words.owned(self.reference(owner), noun)
        }
    }

    /// Prints a comparison after `is`: `3`, `3 or more`, `greater than …`.
    pub fn compared(&self, comparison: &Comparison) -> Phrase {
        match comparison {
            Comparison::MoreThan { .. } | Comparison::LessThan { .. } => self.relation(comparison),
            other => self
                .plain(other, false)
                .unwrap_or_else(|| self.relation(other)),
        }
    }

    /// Prints a comparison of a measured value, after `of size`: `3 or less`.
    pub fn measured(&self, comparison: &Comparison) -> Phrase {
        self.plain(comparison, true)
            .unwrap_or_else(|| self.relation(comparison))
    }

    /// Returns whether an attribute is counted, like hit points, and not measured.
    pub(super) fn is_counted(&self, attribute: &str) -> bool {
        self.symbols
            .game
            .term("attributes", attribute)
            .is_some_and(|term| term.plural == term.name)
    }

    /// Prints a comparison with its noun, `3 or more attack` or `attack greater than …`: a constant goes before the
    /// noun, a computed number after it.
    pub(super) fn so_much(
        &self,
        comparison: &Comparison,
        measured: bool,
        counted: impl FnOnce(Phrase) -> Phrase,
        noun: impl FnOnce() -> Phrase,
    ) -> Phrase {
        match self.plain(comparison, measured) {
            Some(count) => counted(count),
            None => self.words.beside(noun(), self.relation(comparison)),
        }
    }

    /// Prints a comparison with a constant, for the position before a noun: `3`, `3 or more`, `more than 3`. Measured
    /// values are `less`, counted things `fewer`. `None` if the number is computed.
    pub(super) fn plain(&self, comparison: &Comparison, measured: bool) -> Option<Phrase> {
        let w = self.words;
        let plain = |number: &Amount| {
            let plain = matches!(number, Amount::Fixed { .. } | Amount::X) || self.is_outline();
            plain.then(|| self.count(number))
        };
        let phrase = match comparison {
            Comparison::Exactly { number } => plain(number)?,
            Comparison::AtLeast { number } => w.or_more(plain(number)?),
            Comparison::AtMost { number } if measured => w.or_less(plain(number)?),
            Comparison::AtMost { number } => w.or_fewer(plain(number)?),
            Comparison::MoreThan { number } => w.more_than(plain(number)?),
            Comparison::LessThan { number } if measured => w.less_than(plain(number)?),
            Comparison::LessThan { number } => w.fewer_than(plain(number)?),
        };
        Some(phrase.numbered(Number::Many))
    }

    /// Prints a comparison after the compared value: `greater than …`, `at least …`.
    pub(super) fn relation(&self, comparison: &Comparison) -> Phrase {
        let w = self.words;
        match comparison {
            Comparison::Exactly { number } => w.equal_to(self.value(number)),
            Comparison::AtLeast { number } => w.at_least(self.value(number)),
            Comparison::AtMost { number } => w.at_most(self.value(number)),
            Comparison::MoreThan { number } => w.greater_than(self.value(number)),
            Comparison::LessThan { number } => w.less_than(self.value(number)),
        }
    }

    /// Returns whether an amount is printed before the things that it counts. In an outline, every amount is.
    pub(super) fn is_plain(&self, amount: &Amount) -> bool {
        self.is_outline() || matches!(amount, Amount::Fixed { .. } | Amount::X | Amount::All)
    }

    pub(super) fn period(&self, period: Period) -> Phrase {
        match period {
            Period::Activation => self.words.this_activation(),
            Period::Turn => self.words.this_turn(),
            Period::Round => self.words.this_round(),
        }
    }
}

//! Descriptions of which nothing is chosen: they are counted, excluded or gone through.

use super::super::scope::{Kids, Node, Scope};
use super::Parts;
use crate::diagnostic::Code;
use crate::effect::ir::{Amount, Comparison, Filter};
use crate::effect::syntax::Rule;

impl Scope<'_> {
    /// A description without a number before it: after `for each`, `the number of`, `excluding`.
    pub fn bare_filter(&mut self, node: Node<'_>) -> Option<Filter> {
        let mut kids = Kids::of(node);
        let mut rest = Vec::new();
        while let Some(kid) = kids.next() {
            rest.push(kid);
        }
        let mut parts = Parts::default();
        self.describe(rest, &mut parts)?;
        if let Some(at) = parts.superlative_at {
            let finding = self.finding(
                Code::CannotApply,
                at,
                "the highest or nearest is one of many, and here all are counted",
                "nothing is chosen here",
            );
            return self.report(finding);
        }
        Some(parts.filter)
    }

    /// A description and how many of them there have to be, in a condition: `3 or more …`, `no …`.
    pub fn counted(&mut self, node: Node<'_>) -> Option<(Filter, Comparison)> {
        let mut kids = Kids::of(node);
        let exactly = kids.has(Rule::exactly);
        let selection = kids.need(Rule::selection);
        kids.end();
        let at = self.range(&selection);
        let mut parts = Parts::default();
        let mut number = None;
        let mut rest = Vec::new();
        let mut inner = Kids::of(selection);
        while let Some(kid) = inner.next() {
            match kid.as_rule() {
                Rule::q_no => {
                    number = Some(Comparison::Exactly {
                        number: Amount::fixed(0),
                    })
                }
                Rule::q_a => {
                    number = Some(Comparison::AtLeast {
                        number: Amount::fixed(1),
                    })
                }
                Rule::q_another => {
                    parts.filter.other = true;
                    parts.other_at = Some(self.range(&kid));
                    number = Some(Comparison::AtLeast {
                        number: Amount::fixed(1),
                    });
                }
                Rule::q_count => {
                    let mut kids = Kids::of(kid);
                    let number_node = kids.need(Rule::number);
                    let number_at = self.range(&number_node);
                    let value = self.number(number_node)?;
                    let value = self.countable(value, number_at)?;
                    let more = kids.take(Rule::q_more);
                    // `you control 3 units` holds with more of them too, as a player would read it.
                    number = Some(match (more, exactly) {
                        (Some(more), _) => self.at_least_or_most(Amount::fixed(value), Some(more)),
                        (None, true) => Comparison::Exactly {
                            number: Amount::fixed(value),
                        },
                        (None, false) => Comparison::AtLeast {
                            number: Amount::fixed(value),
                        },
                    });
                }
                Rule::q_upto
                | Rule::q_any
                | Rule::q_each
                | Rule::q_random
                | Rule::q_x
                | Rule::q_the
                | Rule::q_your => {
                    let at = self.range(&kid);
                    let finding = self
                        .finding(
                            Code::CannotApply,
                            at,
                            "a condition counts, it does not choose",
                            "not a number to compare with",
                        )
                        .help("write `a`, `no`, `3 or more`, `3 or fewer` or `exactly 3`");
                    return self.report(finding);
                }
                _ => rest.push(kid),
            }
        }
        self.describe(rest, &mut parts)?;
        self.one_of_both(&parts)?;
        let Some(number) = number else {
            if parts.plural {
                // `you control *undead* units`: at least one.
                return Some((
                    parts.filter,
                    Comparison::AtLeast {
                        number: Amount::fixed(1),
                    },
                ));
            }
            let finding = self
                .finding(
                    Code::TwoReadings,
                    at,
                    "it is not said how many",
                    "a number is missing here",
                )
                .help("write `a`, `no`, `3 or more`, `3 or fewer` or `exactly 3`");
            return self.report(finding);
        };
        Some((parts.filter, number))
    }
}

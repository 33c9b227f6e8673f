//! Lowers noun phrases without a choice: their things are counted, excluded or iterated over.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{NounRole, UnboundReason};
use std::ops::Range;

use super::super::children::Children;
use super::super::ctx::{LowerCtx, Node};
use super::{CountBound, Parts, called};
use crate::diagnostic::Code;
use crate::effect::ir::{Amount, At, Comparison, Filter, Reference};
use crate::effect::syntax::Rule;

impl LowerCtx<'_> {
    /// Lowers a noun phrase without a quantity: after `for each`, `the number of`, `excluding`.
    pub fn bare_filter(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Filter> {
        let mut kids = Children::of(node);
        let mut rest = Vec::new();
        while let Some(kid) = kids.next() {
            rest.push(kid);
        }
        let mut parts = Parts {
            asked_of_one: true,
            ..Parts::default()
        };
        self.describe(cx, rest, &mut parts)?;
        if let Some(at) = parts.superlative_at {
            let finding = self.finding(
                Code::CannotApply,
                at,
                "all things are counted here, not only the highest or nearest",
                "nothing is chosen here",
            );
            return self.report(finding);
        }
        Some(parts.filter)
    }

    /// Lowers a noun phrase with its quantity in a condition: `3 or more …`, `no …`.
    pub fn counted(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<(Filter, Comparison)> {
        let at = self.range(&node);
        let known = self.discourse.mentioned();
        let (what, number) = self.counted_things(cx, node)?;
        if self.discourse.mentioned() > known {
            self.only_counted(&what, &number, at);
        }
        Some((what, number))
    }

    /// Records counted things as a mention, so that a later `it` does not refer to the origin of their place instead.
    pub(super) fn only_counted(&mut self, what: &Filter, number: &Comparison, at: Range<usize>) {
        let several = match number {
            Comparison::Exactly { number } if number.value() == Some(0) => return,
            Comparison::LessThan { .. } | Comparison::AtMost { .. } => return,
            Comparison::AtLeast { number } | Comparison::Exactly { number } => {
                number.value() != Some(1)
            }
            _ => true,
        };
        // No selector has this slot, so it is never filled.
        let slot = u32::MAX - self.discourse.doubts().len() as u32;
        self.discourse
            .doubt(slot, At::new(at.clone()), UnboundReason::AskedFor);
        let reference = Reference::Chosen {
            slot,
            named: Box::new(called(what)),
            many: several,
        };
        self.discourse
            .mention(reference, self.thing_of_filter(what), several, at);
    }

    fn counted_things(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
    ) -> Option<(Filter, Comparison)> {
        let mut kids = Children::of(node);
        // `a number of units greater than …`
        if let Some(what) = kids.take(Rule::bare_np) {
            let what = self.bare_filter(cx, what)?;
            let number = self.relation(cx, kids.need(Rule::relation))?;
            kids.end();
            return Some((what, number));
        }
        let bound = CountBound::of(&mut kids);
        let selection = kids.need(Rule::selection);
        kids.end();
        let at = self.range(&selection);
        let mut parts = Parts::default();
        let mut number = None;
        let mut rest = Vec::new();
        let mut inner = Children::of(selection);
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
                Rule::q_count | Rule::q_x => {
                    let mut kids = Children::of(kid);
                    let node = kids.any();
                    let value = match node.as_rule() {
                        Rule::number => {
                            let at = self.range(&node);
                            let value = self.number(node)?;
                            Amount::fixed(self.countable(value, at)?)
                        }
                        _ => self.x(cx, &node)?,
                    };
                    let more = kids.take(Rule::q_more);
                    // `you control 3 units` is also true of more than 3, as a player would read it.
                    number = Some(match (more, bound) {
                        (Some(more), None) => self.at_least_or_most(value, Some(more)),
                        // `more than 2 or more units`
                        (Some(more), Some(_)) => {
                            return self.only_a_condition(&more, NounRole::Asked);
                        }
                        (None, Some(bound)) => bound.compared(value),
                        (None, None) => match value.value() {
                            Some(0) => Comparison::Exactly { number: value },
                            _ => Comparison::AtLeast { number: value },
                        },
                    });
                }
                Rule::q_upto
                | Rule::q_any
                | Rule::q_each
                | Rule::q_random
                | Rule::q_the
                | Rule::q_your
                | Rule::q_theirs
                | Rule::q_that_many => {
                    let at = self.range(&kid);
                    let finding = self
                        .finding(
                            Code::CannotApply,
                            at,
                            "a condition counts; it does not choose",
                            "not a number to compare with",
                        )
                        .help("write `a`, `no`, `3 or more`, `3 or fewer` or `exactly 3`");
                    return self.report(finding);
                }
                _ => rest.push(kid),
            }
        }
        self.describe(cx, rest, &mut parts)?;
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
                .finding(Code::TwoReadings, at, "missing quantity", "missing number")
                .help("write `a`, `no`, `3 or more`, `3 or fewer` or `exactly 3`");
            return self.report(finding);
        };
        Some((parts.filter, number))
    }
}

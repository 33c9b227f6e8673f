//! Lowers conditions with an implicit count: `no unit is adjacent to …`, `this unit is adjacent to 2 or more units`.

use std::ops::Range;

use super::super::children::{Children, bug, mark_visited};
use super::super::ctx::{LowerCtx, Node};
use super::{Parts, Quantity, article};
use crate::diagnostic::Code;
use crate::effect::ir::{
    Amount, Comparison, Count, Pick, Place, Player, Reference, Selector, State, Test,
};
use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::NounRole;
use crate::effect::syntax::Rule;

/// The words `exactly`, `more than` or `fewer than` before a number that counts.
#[derive(Clone, Copy)]
pub(in crate::effect::lower) struct CountBound<'t> {
    pub node: Node<'t>,
}

impl<'t> CountBound<'t> {
    /// Takes the words, if they are next.
    pub fn of(kids: &mut Children<'t>) -> Option<Self> {
        [Rule::exactly, Rule::more_than_word, Rule::fewer_than_word]
            .into_iter()
            .find_map(|rule| kids.take(rule))
            .map(|node| CountBound { node })
    }

    pub fn compared(self, number: Amount) -> Comparison {
        match self.node.as_rule() {
            Rule::more_than_word => Comparison::MoreThan { number },
            Rule::fewer_than_word => Comparison::LessThan { number },
            _ => Comparison::Exactly { number },
        }
    }
}

impl LowerCtx<'_> {
    /// Lowers `no enemy unit is adjacent to your hero` as a count of 0. `None` if the phrase has no `no`.
    pub fn about_none(
        &mut self,
        cx: ClauseCtx<'_>,
        who: &Node<'_>,
        about: &Node<'_>,
    ) -> Option<Option<Test>> {
        let (none, _) = quantified(who, Rule::selection)?;
        (none.as_rule() == Rule::q_no).then(|| self.none_that(cx, who, about))
    }

    fn none_that(&mut self, cx: ClauseCtx<'_>, who: &Node<'_>, about: &Node<'_>) -> Option<Test> {
        let at = self.range(who);
        let mut selection = Children::of(Children::of(*who).need(Rule::selection));
        selection.need(Rule::q_no);
        let rest: Vec<Node<'_>> = std::iter::from_fn(|| selection.next()).collect();
        let span = self.at(who);
        let mut parts = Parts::default();
        let mut kids = Children::of(*about);
        let not = kids.has(Rule::not);
        let rule = about.as_rule();
        let what = kids.any();
        let happened = rule == Rule::a_happened || what.as_rule() == Rule::h_been_removed;
        if not || !(happened || counts(rule, &what)) {
            return self.not_of_none(cx, who, about, rest);
        }
        self.describe(cx, rest, &mut parts)?;
        if parts.superlative.is_some() {
            return self.superlative_of_one(at);
        }
        // For past events, one question contains both the filter and the test: did it happen to a matching thing?
        if happened {
            let filter = parts.filter;
            let thing = self.thing_of_filter(&filter);
            let any = Quantity::Count(Count::one());
            let pick = self.picked(any, filter, thing, None, NounRole::Pattern, Player::You, at)?;
            return self.about(cx, Selector { pick, span }, *about, true);
        }
        let number = Amount::fixed(0);
        self.number_that(cx, parts, Comparison::Exactly { number }, rule, what)
    }

    /// Returns the test of how many things there are that are, or have, what is said of them.
    fn number_that(
        &mut self,
        cx: ClauseCtx<'_>,
        mut parts: Parts,
        number: Comparison,
        rule: Rule,
        what: Node<'_>,
    ) -> Option<Test> {
        let mut inner = Children::of(what);
        while let Some(kid) = inner.next() {
            match rule {
                Rule::a_has => {
                    let at = self.range(&kid);
                    let state = self.has_what(cx, kid)?;
                    self.new_state(state, at, &mut parts)?;
                }
                _ => self.said_of_one(cx, kid, &mut parts)?,
            }
        }
        Some(Test::Number {
            of: Box::new(parts.filter),
            number,
        })
    }

    /// Lowers `2 or more units are damaged` and `exactly 1 unit is adjacent to your hero`: so many match. `None` if the
    /// phrase does not count.
    pub(in crate::effect::lower) fn about_many(
        &mut self,
        cx: ClauseCtx<'_>,
        bound: Option<CountBound<'_>>,
        who: &Node<'_>,
        about: &Node<'_>,
    ) -> Option<Option<Test>> {
        let counted = quantified(who, Rule::selection);
        let counted = counted.filter(|(count, _)| count.as_rule() == Rule::q_count);
        let Some((count, rest)) = counted else {
            return bound.map(|bound| self.only_a_condition(&bound.node, NounRole::Asked));
        };
        let mut inner = count.into_inner();
        let (least, more) = (inner.next()?, inner.next());
        let one = matches!(least.as_str().trim(), "1") || least.as_str().trim() == "one";
        if bound.is_none() && more.is_none() && one {
            return None;
        }
        let mut kids = about.into_inner();
        let what = kids.next()?;
        let is_counted = what.as_rule() != Rule::not
            && what.as_rule() != Rule::h_been_removed
            && counts(about.as_rule(), &what);
        if !is_counted {
            let words = bound.map(|bound| bound.node).or(more)?;
            return Some(self.only_a_condition(&words, NounRole::Asked));
        }
        // The pieces are read by themselves.
        let pieces = who.within().chain(about.within());
        pieces.for_each(|node| mark_visited(&node));
        Some(self.many_that(
            cx,
            (bound, least, more),
            rest,
            (about.as_rule(), what),
            self.range(who),
        ))
    }

    fn many_that(
        &mut self,
        cx: ClauseCtx<'_>,
        (bound, least, more): (Option<CountBound<'_>>, Node<'_>, Option<Node<'_>>),
        rest: Vec<Node<'_>>,
        (rule, what): (Rule, Node<'_>),
        at: Range<usize>,
    ) -> Option<Test> {
        let number = self.compared_count(bound, least, more)?;
        let mut parts = Parts::default();
        self.describe(cx, rest, &mut parts)?;
        if parts.superlative.is_some() {
            return self.superlative_of_one(at);
        }
        self.one_of_both(&parts)?;
        let test = self.number_that(cx, parts, number, rule, what)?;
        if let Test::Number { of, number } = &test {
            self.only_counted(of, number, at);
        }
        Some(test)
    }

    /// Returns the comparison of `exactly 2`, `more than 2`, `2 or more` or `2`, which is also true of more.
    fn compared_count(
        &mut self,
        bound: Option<CountBound<'_>>,
        least: Node<'_>,
        more: Option<Node<'_>>,
    ) -> Option<Comparison> {
        let at = self.range(&least);
        let value = self.number(least)?;
        let number = Amount::fixed(self.countable(value, at)?);
        Some(match (more, bound) {
            (Some(more), Some(_)) => return self.only_a_condition(&more, NounRole::Asked),
            (Some(more), None) => self.at_least_or_most(number, Some(more)),
            (None, Some(bound)) => bound.compared(number),
            (None, None) => Comparison::AtLeast { number },
        })
    }

    /// Lowers `is vacant` or `is adjacent to your hero`, which can also modify a noun.
    fn said_of_one(&mut self, cx: ClauseCtx<'_>, node: Node<'_>, parts: &mut Parts) -> Option<()> {
        let at = self.range(&node);
        match node.as_rule() {
            Rule::s_damaged_word => {
                let number = Amount::fixed(1);
                let number = Comparison::AtLeast { number };
                self.new_state(State::Damage { number }, at, parts)
            }
            Rule::s_vacant
            | Rule::s_ready
            | Rule::s_spent
            | Rule::s_face_up
            | Rule::s_face_down => self.pre(node, parts),
            _ => self.describe_one(cx, node, parts),
        }
    }

    /// Rejects a test of a single thing with `no`.
    fn not_of_none<T>(
        &mut self,
        cx: ClauseCtx<'_>,
        who: &Node<'_>,
        about: &Node<'_>,
        rest: Vec<Node<'_>>,
    ) -> Option<T> {
        let mut parts = Parts::default();
        self.describe(cx, rest, &mut parts)?;
        let said = who.as_str().trim();
        let noun = said.split_once(' ').map_or("", |(_, noun)| noun);
        let help = match parts.plural {
            true => "write it after the effect, about one of them: `… unless a ‹acting› has attacked this round`"
                .to_owned(),
            false => format!(
                "write it after the effect, about one of them: `… unless {} {noun} {}`",
                article(&noun.to_lowercase()),
                about.as_str().trim()
            ),
        };
        let at = self.range(who);
        let finding = self.finding(
            Code::CannotApply,
            at,
            "this tests a single thing and cannot be used with `no`",
            "`no` works only with counts and with `this way`",
        );
        self.report(finding.help(help))
    }

    /// Rejects `adjacent to 2 or more units` where no condition counts them.
    pub fn is_not_counted(&mut self, node: &Node<'_>) -> Option<()> {
        let counted = quantified(node, Rule::selection_in).map(|(count, _)| count);
        let mut more = counted.into_iter().flat_map(|count| count.into_inner());
        match more.find(|kid| kid.as_rule() == Rule::q_more) {
            Some(more) => self.only_a_condition(&more, NounRole::Pattern),
            None => Some(()),
        }
    }

    /// Rejects `may move through one other unit`: a number would be a limit, and each thing matches or not.
    pub fn names_no_number(&mut self, node: &Node<'_>) -> Option<()> {
        match quantified(node, Rule::selection) {
            Some((count, _)) if count.as_rule() == Rule::q_count => {
                let at = self.range(&count);
                self.pattern_of_one(at)
            }
            _ => Some(()),
        }
    }

    /// Lowers `this unit is adjacent to 2 or more enemy units`: at least that many are adjacent to it.
    pub fn adjacent_to_many(
        &mut self,
        cx: ClauseCtx<'_>,
        who: &Node<'_>,
        about: &Node<'_>,
    ) -> Option<Option<Test>> {
        let mut is = about.into_inner();
        let what = is.next().filter(|what| what.as_rule() == Rule::is_what)?;
        let mut what = what.into_inner();
        let place = what
            .next()
            .filter(|place| place.as_rule() == Rule::p_adjacent)?;
        let mut place = Children::of(place);
        let bound = CountBound::of(&mut place);
        let to = place.take(Rule::np_in)?;
        let known = who.into_inner().next()?.as_rule() == Rule::reference;
        let (count, rest) = quantified(&to, Rule::selection_in)?;
        let mut number = count.into_inner();
        let (least, more) = (number.next()?, number.next());
        let so = known && what.next().is_none() && count.as_rule() == Rule::q_count;
        let one = matches!(least.as_str().trim(), "1") || least.as_str().trim() == "one";
        let counts = bound.is_some() || more.is_some() || !one;
        (so && counts).then(|| {
            let who = self.pattern(cx, *who)?;
            let one = matches!(
                &who.pick,
                Pick::Known { is } if !matches!(is, Reference::Chosen { many: true, .. })
            );
            if !one {
                return self.only_a_condition(&more.unwrap_or(count), NounRole::Pattern);
            }
            let number = self.compared_count(bound, least, more)?;
            let mut parts = Parts::default();
            self.describe(cx, rest, &mut parts)?;
            parts.filter.places.push(Place::Adjacent {
                to: Box::new(who),
                not: false,
            });
            Some(Test::Number {
                of: Box::new(parts.filter),
                number,
            })
        })
    }
}

/// Splits a phrase into its quantity and the rest.
fn quantified<'t>(phrase: &Node<'t>, rule: Rule) -> Option<(Node<'t>, Vec<Node<'t>>)> {
    let mut inner = phrase.into_inner();
    let selection = inner.next().filter(|inner| inner.as_rule() == rule)?;
    let mut kids = selection.into_inner();
    let first = kids.next()?;
    Some((first, kids.collect()))
}

/// Returns whether a test can count its subjects.
fn counts(rule: Rule, what: &Node<'_>) -> bool {
    match rule {
        Rule::a_has => true,
        Rule::a_is => what
            .into_inner()
            .all(|kid| kid.as_rule() != Rule::np_or_traits),
        Rule::a_deed | Rule::a_steps | Rule::a_history | Rule::a_happened => false,
        other => bug(Rule::c_about, Some(other)),
    }
}

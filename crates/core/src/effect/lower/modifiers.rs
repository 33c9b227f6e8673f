//! Lowers the modifiers at the end of a clause: computed numbers, their bounds, and durations.

use crate::effect::lower::clause_ctx::ClauseCtx;
use std::ops::Range;

use smol_str::SmolStr;

use super::children::{Children, bug, take_words};
use super::ctx::{LowerCtx, Node};
use crate::diagnostic::{Code, Diagnostic, Place as Place_, Safety};
use crate::effect::ir::{Amount, Duration};
use crate::effect::lower::vocabulary::is_term;
use crate::effect::syntax::Rule;
use crate::game::{Binding, Term};

/// The modifiers at the end of a clause. They are lowered when the verb takes them, after its own nouns, so that `its`
/// can refer to those.
#[derive(Default)]
pub(in crate::effect) struct Modifiers<'t> {
    equal: Option<Node<'t>>,
    for_each: Option<Node<'t>>,
    bounds: Vec<Node<'t>>,
    pub time: Option<Node<'t>>,
    /// The duration, once a verb has taken it.
    pub read: Option<(Duration, Range<usize>)>,
    /// Offset at which a missing duration belongs.
    pub end: usize,
}

/// The periods that every game has and at whose end a change can end.
pub const DURATIONS: [&str; 3] = ["activation", "turn", "round"];

impl<'t> Modifiers<'t> {
    /// Returns the modifiers of a number within a clause.
    pub fn each(for_each: Option<Node<'t>>) -> Self {
        Modifiers {
            for_each,
            ..Modifiers::default()
        }
    }
}

impl Modifiers<'_> {
    /// Returns whether the number is multiplied: `for each …`.
    pub fn has_each(&self) -> bool {
        self.for_each.is_some()
    }

    /// Returns whether nothing is computed.
    pub fn is_empty(&self) -> bool {
        self.equal.is_none() && self.for_each.is_none() && self.bounds.is_empty()
    }

    /// Returns whether the number is given by `equal to`.
    pub fn has_equal(&self) -> bool {
        self.equal.is_some()
    }
}

impl LowerCtx<'_> {
    /// Pairs each node with the computed numbers and bounds that follow it.
    pub fn with_tails<'t>(
        &mut self,
        nodes: Vec<Node<'t>>,
    ) -> Option<Vec<(Node<'t>, Modifiers<'t>)>> {
        let mut all: Vec<(Node<'t>, Modifiers<'t>)> = Vec::with_capacity(nodes.len());
        for kid in nodes {
            match (kid.as_rule(), all.last_mut()) {
                (Rule::computed, Some((_, tails))) => {
                    let inner = Children::of(kid).any();
                    let at = self.range(&inner);
                    let slot = match inner.as_rule() {
                        Rule::equal => &mut tails.equal,
                        Rule::for_each => &mut tails.for_each,
                        other => bug(Rule::computed, Some(other)),
                    };
                    if slot.is_some() {
                        let finding = self
                            .finding(
                                Code::TwoReadings,
                                at,
                                "the number is computed twice",
                                "second computed number",
                            )
                            .help("keep one of them");
                        return self.report(finding);
                    }
                    *slot = Some(inner);
                }
                (Rule::bound, Some((_, tails))) => tails.bounds.push(kid),
                _ => all.push((kid, Modifiers::default())),
            }
        }
        Some(all)
    }

    /// Returns the number of a verb: as written, or computed by a modifier, then multiplied and bounded by others.
    pub fn finish(
        &mut self,
        cx: ClauseCtx<'_>,
        written: Option<Amount>,
        tails: &mut Modifiers<'_>,
        what: &str,
        at: Range<usize>,
    ) -> Option<Amount> {
        let mut amount = match (written, tails.equal.take()) {
            (Some(_), Some(equal)) => {
                let at = self.range(&equal);
                let finding = self
                    .finding(
                        Code::TwoReadings,
                        at,
                        format!("two numbers for {what}"),
                        "second number for the same thing",
                    )
                    .help("keep the number, or the `equal to …`");
                return self.report(finding);
            }
            (Some(written), None) => written,
            (None, Some(equal)) => {
                let at = self.range(&equal);
                let value = self.value(cx, Children::of(equal).need(Rule::value))?;
                if value.value() == Some(0) {
                    let finding = self.finding(
                        Code::AmountBeyondReason,
                        at,
                        "0 would have no effect",
                        "must be at least 1",
                    );
                    return self.report(finding.help("write 1 or more, or remove it"));
                }
                value
            }
            (None, None) => {
                let finding = self
                    .finding(
                        Code::UnreadableSentence,
                        at,
                        format!("missing quantity: how much {what}?"),
                        "missing number",
                    )
                    .help(format!(
                        "write a number before it, or `equal to …` after it: `2 {what}`"
                    ));
                return self.report(finding);
            }
        };
        if let Some(each) = tails.for_each.take() {
            let each_at = self.range(&each);
            let of = self.for_each(cx, each)?;
            let Some(factor) = amount.value() else {
                let finding = self
                    .finding(
                        Code::TwoReadings,
                        each_at,
                        "only a plain number can be multiplied with `for each`",
                        "the number before it is already computed",
                    )
                    .help("write a number");
                return self.report(finding);
            };
            amount = Amount::times(factor, of);
        }
        self.bounded_by(amount, std::mem::take(&mut tails.bounds))
    }

    /// Lowers the bounds that follow a number.
    pub fn bounded_by(&mut self, amount: Amount, bounds: Vec<Node<'_>>) -> Option<Amount> {
        let (mut minimum, mut maximum) = (None, None);
        let mut bounds_at = 0..0;
        for bound in bounds {
            let at = self.range(&bound);
            bounds_at = at.clone();
            if amount.value().is_some() {
                let finding = self
                    .finding(
                        Code::SaysNothing,
                        at.clone(),
                        "a written number needs no bound",
                        "no effect",
                    )
                    .note("a bound limits a computed number; a minimum also limits what a reduction leaves")
                    .fix(
                        Safety::Unsafe,
                        "remove it",
                        Place_::Text(at.start.saturating_sub(1)..at.end),
                        "",
                    );
                return self.report(finding);
            }
            let mut kids = Children::of(bound);
            let known = match kids.any().as_rule() {
                Rule::b_min => &mut minimum,
                Rule::b_max => &mut maximum,
                other => bug(Rule::bound, Some(other)),
            };
            if known.is_some() {
                return self.twice(at);
            }
            *known = Some(self.number(kids.need(Rule::number))?);
        }
        if minimum.is_none() && maximum.is_none() {
            return Some(amount);
        }
        if maximum == Some(0)
            || minimum
                .zip(maximum)
                .is_some_and(|(least, most)| least > most)
        {
            let (message, help) = match maximum {
                Some(0) => (
                    "at most 0 would have no effect".to_owned(),
                    "write 1 or more",
                ),
                _ => (
                    "the minimum is larger than the maximum".to_owned(),
                    "swap the two",
                ),
            };
            let finding = self.finding(
                Code::AmountBeyondReason,
                bounds_at,
                message,
                "no number is within these bounds",
            );
            return self.report(finding.help(help));
        }
        Some(Amount::Bounded {
            of: Box::new(amount),
            minimum,
            maximum,
        })
    }

    /// Takes the `(minimum 1)` of a reduction, which limits the remaining value.
    pub fn floor(&mut self, reduces: bool, tails: &mut Modifiers<'_>) -> Option<Option<u32>> {
        let minimum = tails
            .bounds
            .iter()
            .position(|bound| bound.into_inner().any(|kid| kid.as_rule() == Rule::b_min));
        let Some(minimum) = minimum.filter(|_| reduces) else {
            return Some(None);
        };
        let mut kids = Children::of(tails.bounds.remove(minimum));
        kids.need(Rule::b_min);
        self.number(kids.need(Rule::number)).map(Some)
    }

    /// Returns the duration of a change that must end at some time.
    pub fn lasting(&mut self, cx: ClauseCtx<'_>, tails: &mut Modifiers<'_>) -> Option<Duration> {
        if let Some((time, at)) = self.written_time(cx, tails)? {
            if cx.while_condition && matches!(time, Duration::While { .. }) {
                let finding = self.finding(
                    Code::TwoReadings,
                    at,
                    "ambiguous: there are two `while` in this sentence",
                    "second `while`",
                );
                return self.report(finding.help(
                    "write a condition for all of it first, joined by `and`: `While … and …, …`; for two effects with \
                     a condition each, write two sentences",
                ));
            }
            // A static effect has no start, so it cannot have an end.
            if self.needs_occasion(cx) && !matches!(time, Duration::While { .. }) {
                // Includes the space before it.
                let without = Place_::Text(at.start.saturating_sub(1)..at.end);
                let finding = self.without_beginning(at);
                let finding = finding.fix(Safety::Unsafe, "remove it", without, "");
                return self.report(finding);
            }
            return Some(time);
        }
        // Under an unreadable heading, this may be a static statement.
        let unknown =
            self.ability.recovering && self.env.heading.is_none_or(|heading| heading.lasting);
        if cx.while_condition || self.is_static(cx) || unknown {
            return Some(Duration::Standing);
        }
        if self.ability.limited_round {
            return Some(Duration::EndOfRound);
        }
        match self.default_time() {
            Some(time) => Some(time),
            None => self.without_end(tails.end),
        }
    }

    /// Returns the duration that changes have under this heading if the text gives none.
    fn default_time(&self) -> Option<Duration> {
        let heading = self.env.heading?;
        heading.default_time.as_deref().map(duration_of)
    }

    /// Returns the duration of a bonus. Without one, it is for one use.
    pub fn bonus_time(
        &mut self,
        cx: ClauseCtx<'_>,
        tails: &mut Modifiers<'_>,
    ) -> Option<Option<Duration>> {
        let written = self.written_time(cx, tails)?;
        Some(written.map(|(time, _)| time))
    }

    /// Returns the id of a period of the game that can be named under this heading. `of_rules` are the periods of
    /// every game that can be written here, for the message.
    pub fn game_period(&mut self, node: Node<'_>, of_rules: &[&str]) -> Option<SmolStr> {
        let game = self.env.symbols.game;
        let (at, word) = (self.range(&node), take_words(node));
        let here = |id: &str| {
            let heading = self.env.heading;
            self.env.granted
                || heading.is_none_or(|heading| heading.periods.iter().any(|known| known == id))
        };
        let term = |(_, term): &(&str, &Term)| is_term(term, &word);
        let Some((id, _)) = game.terms("periods").find(term) else {
            let names = game
                .terms("periods")
                .filter(|(id, _)| here(id))
                .map(|(_, term)| term.name.as_str());
            let names: Vec<&str> = of_rules.iter().copied().chain(names).collect();
            let finding = self
                .finding(
                    Code::UnreadableSentence,
                    at,
                    format!("\"{word}\" is not a period of the game"),
                    "unknown period",
                )
                .help(format!("write one of: {}", names.join(", ")));
            return self.report(finding);
        };
        if here(id) {
            return Some(id.into());
        }
        let heading = self.env.heading.map_or("", |heading| &heading.name);
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                format!("there is no {word} under `{heading}`"),
                "not a period of this heading",
            )
            .help("write another period, or another heading");
        self.report(finding)
    }

    /// Reports a change that must end at some time but has no duration.
    pub fn without_end<T>(&mut self, at: usize) -> Option<T> {
        let attack = self.binds(Binding::Attack) || self.ability.event_attack;
        let game = self.env.symbols.game;
        let periods = self.env.heading.iter().flat_map(|heading| &heading.periods);
        let periods = periods.filter_map(|id| game.term("periods", id));
        let names = periods.map(|term| term.name.as_str());
        let usual: &[&str] = match attack {
            true => &["attack", "round"],
            false => &["round", "turn"],
        };
        // The periods of the game fit better than those of the rules.
        let own: Vec<&str> = names.filter(|_| !attack).take(2).collect();
        let mut ends = own.into_iter().chain(usual.iter().copied());
        let mut next = || format!("until the end of the {}", ends.next().unwrap_or("round"));
        let (first, second) = (next(), next());
        let finding = self
            .finding(
                Code::MissingTime,
                at..at,
                "it is unclear how long this lasts",
                "missing duration",
            )
            .note("a change must end at some time, unless it is a static statement")
            .help(format!("add a duration: `{first}`, `{second}`"))
            .fix(
                Safety::Unsafe,
                format!("write `{first}`"),
                Place_::Text(at..at),
                format!(" {first}"),
            );
        self.report(finding)
    }

    /// Reports a duration or a delay of something that never begins.
    pub fn never_begins<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self.without_beginning(at);
        self.report(finding)
    }

    fn without_beginning(&self, at: Range<usize>) -> Diagnostic<Place_> {
        let heading = self.env.heading.map_or("", |heading| &heading.name);
        self.finding(
            Code::CommandNeedsOccasion,
            at,
            format!("this has no beginning under `{heading}`, so it cannot end or be delayed"),
            "it is unclear when this begins",
        )
        .help(
            "remove it, or begin with `When …,`, `Once per round,` or `At the start of the round,`",
        )
    }

    /// Returns the duration of something that needs none: as written, or until it is changed again.
    pub fn kept(&mut self, cx: ClauseCtx<'_>, tails: &mut Modifiers<'_>) -> Option<Duration> {
        let time = self.written_time(cx, tails)?;
        Some(time.map_or(Duration::AnotherChange, |(time, _)| time))
    }

    /// Lowers the duration at the end of the clause. It is lowered after the nouns before it, so that it can refer to
    /// them.
    #[allow(clippy::type_complexity)]
    fn written_time(
        &mut self,
        cx: ClauseCtx<'_>,
        tails: &mut Modifiers<'_>,
    ) -> Option<Option<(Duration, Range<usize>)>> {
        if let Some(node) = tails.time.take() {
            let at = self.range(&node);
            tails.read = Some((self.time(cx, node)?, at));
        }
        Some(tails.read.clone())
    }

    /// Returns the duration of an effect on one attack. Only the end of the attack may be written; any other duration
    /// is left to the other predicates.
    pub fn with_the_attack(
        &mut self,
        cx: ClauseCtx<'_>,
        tails: &mut Modifiers<'_>,
    ) -> Option<Duration> {
        let attack = tails.time.is_some_and(|time| {
            time.within()
                .any(|node| node.as_rule() == Rule::until_attack)
        });
        if attack {
            self.written_time(cx, tails)?;
        }
        Some(Duration::EndOfAttack)
    }

    /// Reports a modifier that the verb did not take: no word may be lost.
    pub fn no_tail_left(&mut self, tails: Modifiers<'_>) -> Option<()> {
        let left: Vec<Node<'_>> = [tails.equal, tails.for_each]
            .into_iter()
            .flatten()
            .chain(tails.bounds)
            .collect();
        let ok = left.is_empty();
        for node in left {
            let at = self.range(&node);
            let message = "there is no number here to change";
            let label = "changes no number";
            // The number of things goes before their noun.
            let help = match node.as_rule() {
                Rule::equal => {
                    "write the number before the noun, `a number of … equal to …`, or remove this"
                }
                Rule::for_each => {
                    "write the number before the noun, `a number of … equal to the number of …`, or remove this"
                }
                _ => {
                    self.useless(at, message, label);
                    continue;
                }
            };
            let finding = self.finding(Code::SaysNothing, at, message, label);
            self.sink.push(finding.help(help));
        }
        ok.then_some(())
    }

    /// Reports `until the end of the next turn`, which counts periods of the rules.
    fn nothing_lasts_until<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self.finding(
            Code::UnreadableSentence,
            at,
            "a change cannot last until the end of this next period",
            "not a duration",
        );
        self.report(finding.help("write `until your next turn` or `until the end of the round`"))
    }

    /// Reports a duration for something that happens immediately.
    pub fn nothing_lasts<T>(&mut self, at: Range<usize>) -> Option<T> {
        self.useless(
            at,
            "this happens at once, so there is nothing that ends",
            "a duration for something that does not last",
        );
        None
    }

    fn useless(&mut self, at: Range<usize>, message: &str, label: &str) {
        let finding = self
            .finding(Code::SaysNothing, at.clone(), message, label)
            // Includes the space before it.
            .fix(
                Safety::Unsafe,
                "remove it",
                Place_::Text(at.start.saturating_sub(1)..at.end),
                "",
            );
        self.sink.push(finding);
    }

    pub fn time(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Duration> {
        let inner = Children::of(node).any();
        let rule = inner.as_rule();
        let at = self.range(&inner);
        let mut kids = Children::of(inner);
        Some(match rule {
            Rule::t_periods => {
                let count = self.number(kids.need(Rule::number))?;
                let period = self.game_period(kids.need(Rule::period_name), &DURATIONS)?;
                match count {
                    0 => return self.nothing_lasts(at),
                    1 => Duration::EndOf { period },
                    count => Duration::Periods { count, period },
                }
            }
            Rule::t_end | Rule::t_this => {
                let is_next = kids.take(Rule::t_next).is_some();
                let name = named_span(kids.any());
                if is_next && name.as_rule() != Rule::period_name {
                    return self.nothing_lasts_until(at);
                }
                match name.as_rule() {
                    Rule::period_name => {
                        let period = self.game_period(name, &DURATIONS)?;
                        match is_next {
                            true => Duration::EndOfNext { period },
                            false => Duration::EndOf { period },
                        }
                    }
                    Rule::until_attack => {
                        if !self.binds(Binding::Attack) && !self.ability.event_attack {
                            let finding = self
                                .finding(
                                    Code::UnboundReference,
                                    at,
                                    "no attack happens here, so none can end",
                                    "there is no attack",
                                )
                                .help("write `until the end of the turn` or `until the end of the round`");
                            return self.report(finding);
                        }
                        Duration::EndOfAttack
                    }
                    Rule::until_activation if self.ability.activated => {
                        let finding = self
                            .finding(
                                Code::CannotApply,
                                at,
                                "the earlier activation is already over",
                                "there is no activation at this time",
                            )
                            .help("write this before the activation: `A friendly ‹acting› gains +1 attack until the \
                                end of the turn. Activate that ‹acting›.`");
                        return self.report(finding);
                    }
                    Rule::until_activation => Duration::EndOfActivation,
                    Rule::until_turn => Duration::EndOfTurn,
                    Rule::until_round if self.ability.round_ends => {
                        let finding = self
                            .finding(
                                Code::CannotApply,
                                at,
                                "the round ends here, so this does not last",
                                "this ends at once",
                            )
                            .help("begin with `At the start of the round, …`");
                        return self.report(finding);
                    }
                    Rule::until_round => Duration::EndOfRound,
                    other => bug(rule, Some(other)),
                }
            }
            Rule::t_game => Duration::EndOfGame,
            Rule::t_next_turn => Duration::YourNextTurn,
            Rule::t_while => {
                let condition = self.condition(cx, kids.need(Rule::condition))?;
                self.asked_of_each(&condition)?;
                Duration::While {
                    condition: Box::new(condition),
                }
            }
            other => bug(Rule::time, Some(other)),
        })
    }
}

/// Returns the duration that ends with a period: one of the rules, or one of the vocabulary of the game.
pub(in crate::effect) fn duration_of(period: &str) -> Duration {
    match period {
        "attack" => Duration::EndOfAttack,
        "activation" => Duration::EndOfActivation,
        "turn" => Duration::EndOfTurn,
        "round" => Duration::EndOfRound,
        period => Duration::EndOf {
            period: period.into(),
        },
    }
}

/// Returns the node of the period that a node about a span names.
pub(in crate::effect) fn named_span(span: Node<'_>) -> Node<'_> {
    match span.as_rule() {
        Rule::span_name | Rule::span_of_rules => named_span(Children::of(span).any()),
        _ => span,
    }
}

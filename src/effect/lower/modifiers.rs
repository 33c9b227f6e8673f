//! The tails of clauses: numbers that are computed, their bounds, and times.

use std::ops::Range;

use super::children::{Kids, bug};
use super::ctx::{Node, Scope};
use crate::diagnostic::{Code, Diagnostic, Place as Place_, Safety};
use crate::effect::ir::{Amount, Duration};
use crate::effect::syntax::Rule;
use crate::game::Binding;

/// The tails of a clause. They are lowered when the verb asks for them, after its own nouns, so that
/// `its` finds them.
#[derive(Default)]
pub(super) struct Tails<'t> {
    equal: Option<Node<'t>>,
    for_each: Option<Node<'t>>,
    bounds: Vec<Node<'t>>,
    pub time: Option<Node<'t>>,
    /// The time, once a verb asked for it.
    pub read: Option<(Duration, Range<usize>)>,
    /// Where a missing time would stand.
    pub end: usize,
}

impl<'t> Tails<'t> {
    /// Those of a number within a clause.
    pub fn each(for_each: Option<Node<'t>>) -> Self {
        Tails {
            for_each,
            ..Tails::default()
        }
    }
}

impl Tails<'_> {
    /// Whether nothing is computed.
    pub fn is_empty(&self) -> bool {
        self.equal.is_none() && self.for_each.is_none() && self.bounds.is_empty()
    }

    /// Whether the number is said to be equal to something.
    pub fn has_equal(&self) -> bool {
        self.equal.is_some()
    }
}

impl Scope<'_> {
    /// Nodes with the computed numbers and bounds that stand behind each.
    pub fn with_tails<'t>(&mut self, nodes: Vec<Node<'t>>) -> Option<Vec<(Node<'t>, Tails<'t>)>> {
        let mut all: Vec<(Node<'t>, Tails<'t>)> = Vec::with_capacity(nodes.len());
        for kid in nodes {
            match (kid.as_rule(), all.last_mut()) {
                (Rule::computed, Some((_, tails))) => {
                    let inner = Kids::of(kid).any();
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
                                "the second of two computed numbers",
                            )
                            .help("keep one of them");
                        return self.report(finding);
                    }
                    *slot = Some(inner);
                }
                (Rule::bound, Some((_, tails))) => tails.bounds.push(kid),
                _ => all.push((kid, Tails::default())),
            }
        }
        Some(all)
    }

    /// The number of a verb: as written, or computed by a tail, multiplied and bounded by others.
    pub fn finish(
        &mut self,
        written: Option<Amount>,
        tails: &mut Tails<'_>,
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
                        format!("{what} has a number already"),
                        "a second number for the same thing",
                    )
                    .help("keep the number, or what it is equal to");
                return self.report(finding);
            }
            (Some(written), None) => written,
            (None, Some(equal)) => {
                let at = self.range(&equal);
                let value = self.value(Kids::of(equal).need(Rule::value))?;
                if value.value() == Some(0) {
                    let finding = self.finding(
                        Code::AmountBeyondReason,
                        at,
                        "0 changes nothing",
                        "nothing at all",
                    );
                    return self.report(finding.help("write 1 or more, or leave it out"));
                }
                value
            }
            (None, None) => {
                let finding = self
                    .finding(
                        Code::UnreadableSentence,
                        at,
                        format!("it is not said how much {what}"),
                        "a number is missing",
                    )
                    .help(format!(
                        "write a number before it, or `equal to …` behind it: `2 {what}`"
                    ));
                return self.report(finding);
            }
        };
        if let Some(each) = tails.for_each.take() {
            let each_at = self.range(&each);
            let of = self.for_each(each)?;
            let Some(factor) = amount.value() else {
                let finding = self
                    .finding(
                        Code::TwoReadings,
                        each_at,
                        "only a plain number can be multiplied with `for each`",
                        "the number before it is computed already",
                    )
                    .help("write a number");
                return self.report(finding);
            };
            amount = Amount::times(factor, of);
        }
        self.bounded_by(amount, std::mem::take(&mut tails.bounds))
    }

    /// A number within the bounds that stand behind it.
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
                        "a number that is written needs no bound",
                        "changes nothing",
                    )
                    .note("a bound is for a number that is computed, and a minimum for what is left of one that becomes smaller")
                    .fix(
                        Safety::Unsafe,
                        "remove it",
                        Place_::Text(at.start.saturating_sub(1)..at.end),
                        "",
                    );
                return self.report(finding);
            }
            let mut kids = Kids::of(bound);
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
                Some(0) => ("at most 0 is nothing".to_owned(), "write 1 or more"),
                _ => (
                    "no number is so large and so small".to_owned(),
                    "exchange the two",
                ),
            };
            let finding = self.finding(
                Code::AmountBeyondReason,
                bounds_at,
                message,
                "leaves no number",
            );
            return self.report(finding.help(help));
        }
        Some(Amount::Bounded {
            of: Box::new(amount),
            minimum,
            maximum,
        })
    }

    /// `(minimum 1)` of a reduction: it holds for what is left.
    pub fn floor(&mut self, reduces: bool, tails: &mut Tails<'_>) -> Option<Option<u32>> {
        let minimum = tails
            .bounds
            .iter()
            .position(|bound| bound.into_inner().any(|kid| kid.as_rule() == Rule::b_min));
        let Some(minimum) = minimum.filter(|_| reduces) else {
            return Some(None);
        };
        let mut kids = Kids::of(tails.bounds.remove(minimum));
        kids.need(Rule::b_min);
        self.number(kids.need(Rule::number)).map(Some)
    }

    /// How long a change lasts that has to end some time.
    pub fn lasting(&mut self, tails: &mut Tails<'_>) -> Option<Duration> {
        if let Some((time, at)) = self.written_time(tails)? {
            if self.while_condition && matches!(time, Duration::While { .. }) {
                let finding = self.finding(
                    Code::TwoReadings,
                    at,
                    "this sentence has two `while`, and it is open what each of them is about",
                    "the second one",
                );
                return self.report(finding.help(
                    "write what has to be so for all of it in front, joined by `and`: `While … and …, …`; of two things \
                     with a condition each, write two sentences",
                ));
            }
            // What holds all the time has no beginning from which it could end.
            if self.needs_occasion() && !matches!(time, Duration::While { .. }) {
                // With the space before it.
                let without = Place_::Text(at.start.saturating_sub(1)..at.end);
                let finding = self.without_beginning(at);
                let finding = finding.fix(Safety::Unsafe, "remove it", without, "");
                return self.report(finding);
            }
            return Some(time);
        }
        // Under a heading that could not be read it may well be a static statement.
        let unknown = self.unsure && self.heading.is_none_or(|heading| heading.lasting);
        if self.while_condition || self.is_static() || unknown {
            return Some(Duration::Standing);
        }
        if self.limited_round {
            return Some(Duration::EndOfRound);
        }
        self.without_end(tails.end)
    }

    /// A change that has to end some time, and it is not said when.
    pub fn without_end<T>(&mut self, at: usize) -> Option<T> {
        let attack = self.binds(Binding::Attack) || self.event_attack;
        let (first, second) = match attack {
            true => ("until the end of the attack", "until the end of the round"),
            false => ("until the end of the round", "until the end of the turn"),
        };
        let finding = self
            .finding(
                Code::MissingTime,
                at..at,
                "it is not said how long this lasts",
                "a time is missing here",
            )
            .note("a change that is not a static statement has to end some time")
            .help(format!("write how long: `{first}`, `{second}`"))
            .fix(
                Safety::Unsafe,
                format!("write `{first}`"),
                Place_::Text(at..at),
                format!(" {first}"),
            );
        self.report(finding)
    }

    /// Something with an end, or a delay, that nothing begins.
    pub fn never_begins<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self.without_beginning(at);
        self.report(finding)
    }

    fn without_beginning(&self, at: Range<usize>) -> Diagnostic<Place_> {
        let heading = self.heading.map_or("", |heading| &heading.name);
        self.finding(
            Code::CommandNeedsOccasion,
            at,
            format!(
                "under {heading} nothing says when this begins, so it cannot end or be delayed"
            ),
            "from when on?",
        )
        .help(
            "remove it, or begin with `When …,`, `Once per round,` or `At the start of the round,`",
        )
    }

    /// The time of something that needs none: as written, or until it is changed again.
    pub fn kept(&mut self, tails: &mut Tails<'_>) -> Option<Duration> {
        let time = self.written_time(tails)?;
        Some(time.map_or(Duration::AnotherChange, |(time, _)| time))
    }

    /// The time that stands at the end of the clause: read after the nouns before it, so that it can
    /// refer to them.
    #[allow(clippy::type_complexity)]
    fn written_time(&mut self, tails: &mut Tails<'_>) -> Option<Option<(Duration, Range<usize>)>> {
        if let Some(node) = tails.time.take() {
            let at = self.range(&node);
            tails.read = Some((self.time(node)?, at));
        }
        Some(tails.read.clone())
    }

    /// The time of what is said of one attack. To say it is allowed; no other time can be said of it,
    /// so it is left to the predicates beside it.
    pub fn with_the_attack(&mut self, tails: &mut Tails<'_>) -> Option<Duration> {
        let attack = tails.time.is_some_and(|time| {
            time.within()
                .any(|node| node.as_rule() == Rule::until_attack)
        });
        if attack {
            self.written_time(tails)?;
        }
        Some(Duration::EndOfAttack)
    }

    /// Reports a tail that the verb had no use for: no word may be lost.
    pub fn no_tail_left(&mut self, tails: Tails<'_>) -> Option<()> {
        let left: Vec<Node<'_>> = [tails.equal, tails.for_each]
            .into_iter()
            .flatten()
            .chain(tails.bounds)
            .collect();
        let ok = left.is_empty();
        for node in left {
            let at = self.range(&node);
            let message = "there is no number here that this could change";
            let label = "changes no number";
            // How many there are stands before them.
            let help = match node.as_rule() {
                Rule::equal => {
                    "say how many before what is counted, `a number of … equal to …`, or leave it out"
                }
                Rule::for_each => {
                    "say how many before what is counted, `a number of … equal to the number of …`, or leave it out"
                }
                _ => {
                    self.useless(at, message, label);
                    continue;
                }
            };
            let finding = self.finding(Code::SaysNothing, at, message, label);
            self.found.push(finding.help(help));
        }
        ok.then_some(())
    }

    /// Reports a time for something that happens at once.
    pub fn nothing_lasts<T>(&mut self, at: Range<usize>) -> Option<T> {
        self.useless(
            at,
            "this happens at once and leaves nothing that could end",
            "a time for something that does not last",
        );
        None
    }

    fn useless(&mut self, at: Range<usize>, message: &str, label: &str) {
        let finding = self
            .finding(Code::SaysNothing, at.clone(), message, label)
            // With the space before it.
            .fix(
                Safety::Unsafe,
                "remove it",
                Place_::Text(at.start.saturating_sub(1)..at.end),
                "",
            );
        self.found.push(finding);
    }

    pub fn time(&mut self, node: Node<'_>) -> Option<Duration> {
        let inner = Kids::of(node).any();
        let rule = inner.as_rule();
        let at = self.range(&inner);
        let mut kids = Kids::of(inner);
        Some(match rule {
            Rule::t_end | Rule::t_this => {
                match Kids::of(kids.need(Rule::span_name)).any().as_rule() {
                    Rule::until_attack => {
                        if !self.binds(Binding::Attack) && !self.event_attack {
                            let finding = self
                                .finding(
                                    Code::UnboundReference,
                                    at,
                                    "no attack is going on here that could end",
                                    "there is no attack",
                                )
                                .help("write `until the end of the turn` or `until the end of the round`");
                            return self.report(finding);
                        }
                        Duration::EndOfAttack
                    }
                    Rule::until_activation if self.activated => {
                        let finding = self
                            .finding(
                                Code::CannotApply,
                                at,
                                "the activation that was named before is over by then",
                                "there is no activation any more",
                            )
                            .help("say it before: `A friendly unit gains +1 attack until the end of the turn. Activate that unit.`");
                        return self.report(finding);
                    }
                    Rule::until_activation => Duration::EndOfActivation,
                    Rule::until_turn => Duration::EndOfTurn,
                    Rule::until_round if self.round_ends => {
                        let finding = self
                            .finding(
                                Code::CannotApply,
                                at,
                                "the round ends here, so this would last for no time",
                                "over at once",
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
                let condition = self.condition(kids.need(Rule::condition))?;
                self.asked_of_each(&condition)?;
                Duration::While {
                    condition: Box::new(condition),
                }
            }
            other => bug(Rule::time, Some(other)),
        })
    }
}

//! What stands at the head of a sentence: occasions, limits, conditions, times. Some of it governs the rest of the ability.

use crate::effect::lower::types::{Subject, Use};
use std::ops::Range;

use super::children::{Kids, bug};
use super::ctx::{Node, Scope};
use super::sentence_prefix::{Frame, Head};
use crate::diagnostic::Code;
use crate::effect::ir::{
    At, Effect, Event, Happening, LimitPeriod, Moment, Node as Node_, Occasion, Reference,
    visit_event,
};
use crate::effect::syntax::Rule;

impl Scope<'_> {
    /// One lead. Gives a frame where it governs the rest of the ability. `begun`: another one says already when
    /// that happens.
    pub fn lead(&mut self, node: Node<'_>, head: &mut Head, begun: bool) -> Option<Option<Frame>> {
        let at = self.range(&node);
        let rule = node.as_rule();
        let said = node.as_str();
        let mut kids = Kids::of(node);
        if head.each.is_some() && !matches!(rule, Rule::if_lead | Rule::each_lead | Rule::time_lead)
        {
            return self.behind_each(at);
        }
        match rule {
            Rule::limit_lead if self.is_done_once() => return self.limits_nothing(at),
            Rule::limit_lead => {
                let times = kids.any();
                let times = match times.as_rule() {
                    Rule::l_once => 1,
                    Rule::l_twice => 2,
                    Rule::number => self.times(times)?,
                    other => bug(rule, Some(other)),
                };
                let per = match kids.any().as_rule() {
                    Rule::l_round => LimitPeriod::Round,
                    Rule::l_game => LimitPeriod::Game,
                    other => bug(rule, Some(other)),
                };
                self.limited_round |= per == LimitPeriod::Round;
                return Some(Some(Frame::Limit(times, per)));
            }
            Rule::first_time_lead => {
                let event = Box::new(self.event(kids.need(Rule::event))?);
                return Some(Some(Frame::When(Occasion::FirstEachRound { event })));
            }
            Rule::event_lead => {
                let after = kids.has(Rule::ev_after);
                let event = Box::new(self.event(kids.need(Rule::event))?);
                let occasion = if after {
                    // By then it is played.
                    for mention in &mut self.mentions {
                        mention.played = false;
                    }
                    self.after_event = true;
                    self.attack_over = matches!(
                        event.what,
                        Happening::Attacks { .. }
                            | Happening::IsAttacked { .. }
                            | Happening::Retaliates { .. }
                    );
                    Occasion::After { event }
                } else {
                    Occasion::When { event }
                };
                return Some(Some(Frame::When(occasion)));
            }
            Rule::moment_lead => {
                let moment = match kids.any().as_rule() {
                    Rule::m_start | Rule::m_starts => Moment::StartOfRound,
                    Rule::m_end | Rule::m_ends => Moment::EndOfRound,
                    other => bug(rule, Some(other)),
                };
                self.round_ends = moment == Moment::EndOfRound;
                if self.lasts() && !begun || self.unsure {
                    return Some(Some(Frame::When(Occasion::At { moment })));
                }
                // Once something has begun, the moment is the next one of its kind, and comes once.
                if said.to_lowercase().contains(" each ") {
                    return self.comes_once(at);
                }
                let moment = match moment {
                    Moment::EndOfRound => Moment::EndOfRound,
                    Moment::StartOfRound | Moment::StartOfNextRound => Moment::StartOfNextRound,
                };
                return Some(Some(Frame::Delayed(moment)));
            }
            Rule::delay_lead => {
                if self.needs_occasion() {
                    return self.never_begins(at);
                }
                return Some(Some(Frame::Delayed(Moment::StartOfNextRound)));
            }
            // Two of a kind would be one too many: the second would say what the first does.
            Rule::replace_lead if head.replaced.is_some() => return self.second_lead(at),
            Rule::if_lead if head.condition.is_some() => return self.second_lead(at),
            Rule::while_lead if head.during.is_some() => return self.second_lead(at),
            Rule::each_lead if head.each.is_some() => return self.second_lead(at),
            Rule::time_lead if head.time.is_some() => return self.second_lead(at),
            Rule::did_lead if head.did.is_some() => return self.twice(at),
            Rule::otherwise_lead if head.otherwise.is_some() => return self.twice(at),
            Rule::replace_lead => {
                let would = kids.need(Rule::would_event);
                head.replaced = Some(self.would_event(would)?);
            }
            Rule::did_lead => {
                let words = said.split_whitespace().nth(1).unwrap_or_default();
                head.did = Some((at, words.eq_ignore_ascii_case("you")));
                self.paid = Some(self.clause);
            }
            Rule::if_lead => {
                head.asked_of_each = head.each.is_some();
                head.condition = Some(self.condition(kids.need(Rule::condition))?);
            }
            Rule::while_lead => head.during = Some(self.condition(kids.need(Rule::condition))?),
            Rule::otherwise_lead => head.otherwise = Some(at),
            Rule::each_lead => {
                let known = self.mentions.len();
                let each = self.bare_filter(kids.need(Rule::bare_np))?;
                // What only describes it is not what is gone through.
                self.mentions.truncate(known);
                let slot = self.one_by_one(&each, at);
                head.each = Some((each, slot));
            }
            Rule::time_lead => head.time = Some((self.time(kids.need(Rule::time))?, at)),
            other => bug(Rule::sentence, Some(other)),
        }
        Some(None)
    }

    /// `Otherwise` behind an option under an `If`.
    pub(super) fn which_otherwise<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "is this where you do not do it, or where the `If` before is not met?",
                "can be read in two ways",
            )
            .help(
                "say in which case it happens: where you do not do it is `Otherwise` right behind a `You may …` without an `If`; \
                 where the `If` is not met is an `If` of its own that says the opposite (`If you control no unit, …`)",
            );
        self.report(finding)
    }

    /// `For each unit, at the end of the round, …`: at that time, or of the units of now?
    fn behind_each<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "does this hold for all of it, or for each by itself?",
                "can be read in two ways",
            )
            .help("write it before `for each`, or speak of all at once: `each enemy unit`");
        self.report(finding)
    }

    fn second_lead<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "the sentence begins twice in the same way",
                "a second beginning of its kind",
            )
            .help("join the two with `and`, or write two sentences");
        self.report(finding)
    }

    /// `3 times per round`
    pub(super) fn times(&mut self, node: Node<'_>) -> Option<u32> {
        let at = self.range(&node);
        let times = self.number(node)?;
        if times == 0 {
            let finding = self
                .finding(
                    Code::AmountBeyondReason,
                    at,
                    "what happens 0 times never happens",
                    "never",
                )
                .help("write 1 or more, or remove the sentence");
            return self.report(finding);
        }
        Some(times)
    }

    fn would_event(&mut self, node: Node<'_>) -> Option<Event> {
        let span = self.at(&node);
        let mut kids = Kids::of(node);
        let subject = kids.need(Rule::subject);
        let at = self.range(&subject);
        let Subject::Things(who) = self.subject(subject, Use::Event)? else {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    "this happens to units and heroes, not to players",
                    "a player is not on the map",
                )
                .help("name the unit or hero that it would happen to");
            return self.report(finding);
        };
        let verb = kids.any();
        let rule = verb.as_rule();
        let mut inner = Kids::of(verb);
        let what = match rule {
            Rule::e_would_leave => Happening::WouldBeRemovedFromMap { who },
            Rule::e_would_damage => {
                self.event_damage = true;
                self.damage_dealt = None;
                let by = match inner.take(Rule::np) {
                    Some(np) => Some(self.pattern(np)?),
                    None => None,
                };
                Happening::WouldBeDealtDamage { who, by }
            }
            other => bug(Rule::would_event, Some(other)),
        };
        Some(Event { what, span })
    }

    /// `When A, B. When C, D.` waits for C only once A has happened; people mean two things to wait for.
    pub(super) fn is_not_another_trigger(
        &mut self,
        frame: Option<&Frame>,
        next: bool,
        at: Range<usize>,
    ) -> Option<()> {
        let speaks_of_chosen = |event: &Event| {
            let mut chosen = false;
            visit_event(event, &mut |node, _| {
                chosen |= matches!(node, Node_::Reference(Reference::Chosen { .. }));
            });
            chosen
        };
        let another = match frame {
            Some(Frame::When(
                Occasion::When { event }
                | Occasion::After { event }
                | Occasion::FirstEachRound { event },
            )) => !speaks_of_chosen(event),
            Some(Frame::When(Occasion::At { .. }) | Frame::Limit(..)) => true,
            Some(Frame::Delayed(_)) => !next,
            None => false,
        };
        if !another {
            return Some(());
        }
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "it is not said whether this waits only once what stands before it has happened, or by itself",
                "a second thing to wait for",
            )
            .help("write it on a line of its own; `Once per round,` and `When …,` of one thing stand in one sentence");
        self.report(finding)
    }

    /// `If …, at the start of the next round, …`: is it asked now, or then?
    pub(super) fn asked_when<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "it is not said whether the condition is asked now, or at that time",
                "asked before, or then?",
            )
            .help(
                "write the time first where all of it is then: `At the start of the next round, if …, …`, \
                 `At the start of the next round, you may discard a card to …`",
            );
        self.report(finding)
    }

    /// `At the start of the round, at the end of the round, …`: a sentence waits for one thing, and has one limit.
    pub(super) fn is_one_occasion(
        &mut self,
        led: &[(Option<Frame>, At, Vec<Effect>)],
        lead: Option<&Frame>,
        at: Range<usize>,
    ) -> Option<()> {
        let first_time =
            |frame: &Frame| matches!(frame, Frame::When(Occasion::FirstEachRound { .. }));
        let limits = |frame: &Frame| matches!(frame, Frame::Limit(..)) || first_time(frame);
        let waits = |frame: &Frame| matches!(frame, Frame::When(_));
        let earlier = |kind: &dyn Fn(&Frame) -> bool| {
            led.iter()
                .any(|(frame, ..)| frame.as_ref().is_some_and(kind))
        };
        let message = match lead {
            Some(lead) if waits(lead) && earlier(&waits) => {
                "this sentence waits for something already"
            }
            Some(lead) if limits(lead) && earlier(&limits) => "this sentence has a limit already",
            _ => return Some(()),
        };
        let finding = self
            .finding(Code::TwoReadings, at, message, "the second one")
            .help("keep one of the two, or write a sentence for each");
        self.report(finding)
    }
}

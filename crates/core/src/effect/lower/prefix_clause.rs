//! Lowers the leads of a sentence, which are the clauses before the main clause: occasions, limits, conditions, times.
//! Some leads govern the rest of the ability.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{NounRole, Subject};
use std::ops::Range;

use super::children::{Children, bug};
use super::ctx::{LowerCtx, Node};
use super::sentence_prefix::{AbilityBuilder, AbilityFrame, SentencePrefix};
use crate::diagnostic::Code;
use crate::effect::ir::{
    At, Effect, Event, Happening, LimitPeriod, Moment, Node as Node_, Occasion, Reference, What,
    visit_event,
};
use crate::effect::syntax::Rule;

impl LowerCtx<'_> {
    /// Rejects `your round`, which both players have, and `the turn`, which one player has.
    fn owned_period(&mut self, period: Option<&str>, own: bool, at: Range<usize>) -> Option<()> {
        let game = self.env.symbols.game;
        let term = period.and_then(|period| game.term("periods", period));
        let name = term.map_or("round", |term| &term.name);
        match (own, term.is_some_and(|term| term.own)) {
            (true, false) => self.reject(
                Code::CannotApply,
                at,
                format!("both players have the {name} at the same time"),
                "not a period of one player",
                format!("write `the {name}`"),
            ),
            (false, true) => self.reject(
                Code::TwoReadings,
                at,
                format!("whose {name} is this?"),
                "each player has one",
                format!("write `your {name}`"),
            ),
            _ => Some(()),
        }
    }

    /// Lowers one lead. Returns a frame if it governs the rest of the ability. `begun` is `true` if an earlier lead
    /// gives the time.
    pub fn lead(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        head: &mut SentencePrefix,
        begun: bool,
    ) -> Option<Option<AbilityFrame>> {
        let at = self.range(&node);
        let rule = node.as_rule();
        let said = node.as_str();
        let mut kids = Children::of(node);
        if head.each.is_some() && !matches!(rule, Rule::if_lead | Rule::each_lead | Rule::time_lead)
        {
            return self.behind_each(at);
        }
        if head.times.is_some() {
            return self.after_times(at);
        }
        match rule {
            Rule::repeat_lead => {
                let all = kids.has(Rule::do_this);
                let times = self.so_often(kids.any(), at.clone())?;
                if all {
                    self.ability.do_this = Some(at.clone());
                }
                head.times = Some((times, at));
            }
            Rule::limit_lead if self.is_done_once(cx) => return self.limits_nothing(at),
            Rule::limit_lead => {
                let times = kids.any();
                let times = match times.as_rule() {
                    Rule::l_once => 1,
                    Rule::l_twice => 2,
                    Rule::number => self.times(times)?,
                    other => bug(rule, Some(other)),
                };
                let period = kids.any();
                let (per, period) = match period.as_rule() {
                    Rule::l_round => (LimitPeriod::Round, None),
                    Rule::l_game => (LimitPeriod::Game, None),
                    Rule::period_name => (
                        LimitPeriod::Period,
                        Some(self.game_period(period, &["round", "game"])?),
                    ),
                    other => bug(rule, Some(other)),
                };
                self.ability.limited_round |= per == LimitPeriod::Round;
                return Some(Some(AbilityFrame::Limit(times, per, period)));
            }
            Rule::first_time_lead => {
                let event = Box::new(self.event(cx, kids.need(Rule::event))?);
                return Some(Some(AbilityFrame::When(Occasion::FirstEachRound { event })));
            }
            Rule::event_lead => {
                let after = kids.has(Rule::ev_after);
                let event = Box::new(self.event(cx, kids.need(Rule::event))?);
                let occasion = if after {
                    // After the event, the card has been played.
                    for mention in self.discourse.mentions_mut() {
                        mention.played = false;
                    }
                    self.ability.after_event = true;
                    self.ability.attack_over = matches!(
                        event.what,
                        Happening::Attacks { .. }
                            | Happening::IsAttacked { .. }
                            | Happening::Retaliates { .. }
                    );
                    Occasion::After { event }
                } else {
                    Occasion::When { event }
                };
                return Some(Some(AbilityFrame::When(occasion)));
            }
            Rule::moment_lead => {
                let moment = match kids.any().as_rule() {
                    Rule::m_start | Rule::m_starts => Moment::StartOfRound,
                    Rule::m_end | Rule::m_ends => Moment::EndOfRound,
                    other => bug(rule, Some(other)),
                };
                let own = kids.has(Rule::m_own);
                let period = kids.take(Rule::period_name);
                let of_game = period.is_some();
                let period = match period {
                    Some(period) => {
                        let at = self.range(&period);
                        let period = self.game_period(period, &["round"])?;
                        self.owned_period(Some(&period), own, at)?;
                        Some(period)
                    }
                    None => {
                        self.owned_period(None, own, at.clone())?;
                        None
                    }
                };
                let moment = match (of_game, moment) {
                    (false, moment) => moment,
                    (true, Moment::EndOfRound) => Moment::EndOfPeriod,
                    (true, _) => Moment::StartOfPeriod,
                };
                self.ability.round_ends = moment == Moment::EndOfRound;
                // Cards in hand wait for the moment: `Instant: At the start of the combat, …`.
                let waits = of_game && !said.to_lowercase().contains(" each ");
                if waits && !self.lasts() && !begun {
                    return Some(Some(AbilityFrame::When(Occasion::At { moment, period })));
                }
                if self.lasts() && !begun || self.ability.recovering {
                    return Some(Some(AbilityFrame::When(Occasion::At { moment, period })));
                }
                // Once the ability has begun, the moment is the next one of its kind, and occurs once.
                if said.to_lowercase().contains(" each ") {
                    return self.comes_once(at);
                }
                let moment = match moment {
                    Moment::EndOfRound => Moment::EndOfRound,
                    Moment::StartOfRound | Moment::StartOfNextRound => Moment::StartOfNextRound,
                    Moment::StartOfPeriod => Moment::StartOfNextPeriod,
                    of_game @ (Moment::EndOfPeriod | Moment::StartOfNextPeriod) => of_game,
                };
                return Some(Some(AbilityFrame::Delayed(moment, period)));
            }
            Rule::delay_lead => {
                if self.needs_occasion(cx) {
                    return self.never_begins(at);
                }
                let next = match kids.take(Rule::period_name) {
                    Some(period) => {
                        let period = self.game_period(period, &["round"])?;
                        AbilityFrame::Delayed(Moment::StartOfNextPeriod, Some(period))
                    }
                    None => AbilityFrame::Delayed(Moment::StartOfNextRound, None),
                };
                return Some(Some(next));
            }
            // A second lead of the same kind would repeat the first.
            Rule::replace_lead if head.replaced.is_some() => return self.second_lead(at),
            Rule::if_lead if head.condition.is_some() => return self.second_lead(at),
            Rule::while_lead if head.during.is_some() => return self.second_lead(at),
            Rule::each_lead if head.each.is_some() => return self.second_lead(at),
            Rule::time_lead if head.time.is_some() => return self.second_lead(at),
            Rule::did_lead if head.did.is_some() => return self.twice(at),
            Rule::otherwise_lead if head.otherwise.is_some() => return self.twice(at),
            Rule::replace_lead => {
                let would = kids.need(Rule::would_event);
                head.replaced = Some(self.would_event(cx, would)?);
            }
            Rule::did_lead => {
                let words = said.split_whitespace().nth(1).unwrap_or_default();
                head.did = Some((at, words.eq_ignore_ascii_case("you")));
                self.discourse.end_cost();
            }
            Rule::if_lead => {
                head.asked_of_each = head.each.is_some();
                head.condition = Some(self.condition(cx, kids.need(Rule::condition))?);
            }
            Rule::while_lead => head.during = Some(self.condition(cx, kids.need(Rule::condition))?),
            Rule::otherwise_lead => head.otherwise = Some(at),
            Rule::each_lead => {
                // Later words can refer to the things of the loop, but not to mentions inside the filter.
                let filter = kids.need(Rule::bare_np);
                let mut each = self.with_own_mentions(|ctx| ctx.bare_filter(cx, filter))?;
                if let Some(done) = kids.take(Rule::done_this_way) {
                    let words = said.trim().trim_end_matches(',');
                    each = self.done_this_way(cx, each, done, at.clone(), words)?;
                }
                let slot = self.one_by_one(&each, at);
                head.each = Some((each, slot));
            }
            Rule::time_lead => head.time = Some((self.time(cx, kids.need(Rule::time))?, at)),
            other => bug(Rule::sentence, Some(other)),
        }
        Some(None)
    }

    /// Rejects `Otherwise` after an option inside an `If`.
    pub(super) fn which_otherwise<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: does `Otherwise` refer to the option, or to the `If` before it?",
                "can be read in two ways",
            )
            .help(
                "if it refers to the option, write `Otherwise` directly after a `You may …` without an `If`; if it \
                 refers to the `If`, write an `If` with the opposite condition (`If you control no ‹acting›, …`)",
            );
        self.report(finding)
    }

    /// Rejects `For each unit, at the end of the round, …`: for the units at that time, or for the present ones?
    fn behind_each<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: once for all of them, or for each of them?",
                "can be read in two ways",
            )
            .help("write it before `for each`, or name all of them at once: `each enemy ‹acting›`");
        self.report(finding)
    }

    /// Lowers `twice` or `3 times`. Once is no repetition.
    fn so_often(&mut self, node: Node<'_>, at: Range<usize>) -> Option<u32> {
        let times = match node.as_rule() {
            Rule::l_once => 1,
            Rule::l_twice => 2,
            _ => self.times(node)?,
        };
        if times > 1 {
            return Some(times);
        }
        let finding = self
            .finding(
                Code::SaysNothing,
                at,
                "everything happens once, so this repeats nothing",
                "must be 2 times or more",
            )
            .help("remove it, or write `2 times, …`");
        self.report(finding)
    }

    /// Lowers `Repeat this 2 times.`: what the sentence before does is done that many times more.
    pub(super) fn repeat_last(
        &mut self,
        node: Node<'_>,
        at: Range<usize>,
        body: &mut AbilityBuilder,
    ) -> Option<()> {
        let mut kids = Children::of(node);
        let often = kids.any();
        let more = match often.as_rule() {
            Rule::l_once => 1,
            Rule::l_twice => 2,
            _ => self.times(often)?,
        };
        let broken = body.broken || self.ability.recovering;
        let (code, message, label, help) = match body.repeatable() {
            Ok(last) => {
                let span = last.span.up_to(At::new(at));
                let effects = vec![last];
                self.chosen_each_time(&effects);
                let times = more.saturating_add(1);
                body.push(Effect {
                    what: What::Repeat { times, effects },
                    span,
                });
                return Some(());
            }
            Err(_) if broken => return None,
            Err(0) => (
                Code::UnboundReference,
                "nothing before this can be repeated",
                "there is no effect before this",
                "write the effect first, or `3 times, …` before it",
            ),
            Err(_) => (
                Code::TwoReadings,
                "ambiguous: how much of the text is repeated?",
                "the sentence before, or more than it",
                "write `3 times, …` before the sentence that is repeated",
            ),
        };
        let finding = self.finding(code, at, message, label).help(help);
        self.report(finding)
    }

    /// Rejects a lead after `3 times, …`: it could be about each time, or about all of them.
    fn after_times<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: once for all the times, or each time?",
                "can be read in two ways",
            )
            .help("write it before the number of times, or put it into a sentence of its own");
        self.report(finding)
    }

    /// Rejects the repetition of a statement that lasts.
    pub(super) fn not_repeated<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "a statement that always holds cannot be repeated",
                "nothing happens here that could happen again",
            )
            .help("write the whole number in the statement");
        self.report(finding)
    }

    /// Rejects `Do this 3 times: A. B.`: B may be part of what is done.
    pub(super) fn how_much_is_done<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: are the later sentences done as often?",
                "only the next sentence, or all that follow",
            )
            .help("write `3 times, …` before each sentence that is repeated, or join the parts with `, then`");
        self.report(finding)
    }

    fn second_lead<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "the sentence begins twice in the same way",
                "second beginning of the same kind",
            )
            .help("join the two with `and`, or write two sentences");
        self.report(finding)
    }

    /// Lowers `3 times per round`.
    pub(super) fn times(&mut self, node: Node<'_>) -> Option<u32> {
        let at = self.range(&node);
        let times = self.number(node)?;
        if times == 0 {
            let finding = self
                .finding(
                    Code::AmountBeyondReason,
                    at,
                    "\"0 times\" means never",
                    "must be at least 1",
                )
                .help("write 1 or more, or remove the sentence");
            return self.report(finding);
        }
        Some(times)
    }

    fn would_event(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Event> {
        let span = self.at(&node);
        let mut kids = Children::of(node);
        let subject = kids.need(Rule::subject);
        let at = self.range(&subject);
        let Subject::Things(who) = self.subject(cx, subject, NounRole::Event)? else {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    format!(
                        "this happens to {}, not to players",
                        self.fighters_in_words()
                    ),
                    "a player is not on the map",
                )
                .help(format!(
                    "name the {} that it would happen to",
                    self.fighter_words()
                ));
            return self.report(finding);
        };
        let verb = kids.any();
        let rule = verb.as_rule();
        let mut inner = Children::of(verb);
        let what = match rule {
            Rule::e_would_leave | Rule::e_would_damage => {
                let leaves = rule == Rule::e_would_leave;
                if !leaves {
                    self.ability.event_damage = true;
                    self.ability.damage_dealt = None;
                }
                let by = match inner.take(Rule::np) {
                    Some(np) => Some(self.pattern(cx, np)?),
                    None => None,
                };
                match leaves {
                    true => Happening::WouldBeRemovedFromMap { who, by },
                    false => Happening::WouldBeDealtDamage { who, by },
                }
            }
            other => bug(Rule::would_event, Some(other)),
        };
        Some(Event { what, span })
    }

    /// Rejects `When A, B. When C, D.`: as written, the ability waits for C only after A, but authors intend two
    /// separate events.
    pub(super) fn is_not_another_trigger(
        &mut self,
        frame: Option<&AbilityFrame>,
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
            Some(AbilityFrame::When(
                Occasion::When { event }
                | Occasion::After { event }
                | Occasion::FirstEachRound { event },
            )) => !speaks_of_chosen(event),
            Some(AbilityFrame::When(Occasion::At { .. }) | AbilityFrame::Limit(..)) => true,
            Some(AbilityFrame::Delayed(..)) => !next,
            None => false,
        };
        if !another {
            return Some(());
        }
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: does this wait only after the event before it?",
                "second event",
            )
            .help("write it on a separate line; `Once per round,` and `When …,` about one thing belong in one \
                sentence");
        self.report(finding)
    }

    /// Rejects `If …, at the start of the next round, …`: the condition may be checked now or then.
    pub(super) fn asked_when<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: is the condition checked now, or at that time?",
                "the condition comes before the time",
            )
            .help(
                "if all of it happens then, write the time first: `At the start of the next round, if …, …`, `At the \
                 start of the next round, you may discard a card to …`",
            );
        self.report(finding)
    }

    /// Rejects `At the start of the round, at the end of the round, …`: a sentence has one occasion and one limit.
    pub(super) fn is_one_occasion(
        &mut self,
        led: &[(Option<AbilityFrame>, At, Vec<Effect>)],
        lead: Option<&AbilityFrame>,
        at: Range<usize>,
    ) -> Option<()> {
        let first_time = |frame: &AbilityFrame| {
            matches!(frame, AbilityFrame::When(Occasion::FirstEachRound { .. }))
        };
        let limits =
            |frame: &AbilityFrame| matches!(frame, AbilityFrame::Limit(..)) || first_time(frame);
        let waits = |frame: &AbilityFrame| matches!(frame, AbilityFrame::When(_));
        let earlier = |kind: &dyn Fn(&AbilityFrame) -> bool| {
            led.iter()
                .any(|(frame, ..)| frame.as_ref().is_some_and(kind))
        };
        let message = match lead {
            Some(lead) if waits(lead) && earlier(&waits) => {
                "this sentence already waits for an event"
            }
            Some(lead) if limits(lead) && earlier(&limits) => "this sentence already has a limit",
            _ => return Some(()),
        };
        let finding = self
            .finding(Code::TwoReadings, at, message, "second one")
            .help("keep one of the two, or write a sentence for each");
        self.report(finding)
    }
}

//! Sentences: leads, options, costs, choices, and what they govern.

use std::ops::Range;

use super::event::Subject;
use super::last_end;
use super::noun::Use;
use super::scope::{Kids, Node, Scope, bug};
use crate::diagnostic::{Code, Place as Place_, Safety};
use crate::effect::ir::{
    Action, At, Condition, Duration, Effect, Event, Filter, Happening, LimitPeriod, Moment,
    Occasion, Player, What,
};
use crate::effect::read::Line;
use crate::effect::syntax::Rule;

/// Something at the head of a sentence that governs the rest of its ability.
#[allow(clippy::large_enum_variant)] // One lives at a time.
enum Frame {
    When(Occasion),
    Limit(u32, LimitPeriod),
    Delayed(Moment),
}

/// The effects of an ability while its sentences are lowered one after another.
pub(super) struct Body {
    /// The frames that are open, each with what happens inside it; the first is the ability itself.
    open: Vec<(Option<Frame>, At, Vec<Effect>)>,
    /// Some sentence could not be lowered, so a later word may refer to what is missing.
    pub broken: bool,
}

/// What the head of a sentence says of this sentence alone.
#[derive(Default)]
struct Head {
    condition: Option<Condition>,
    during: Option<Condition>,
    replaced: Option<Event>,
    otherwise: Option<Range<usize>>,
    /// `If you do`
    did: Option<Range<usize>>,
    each: Option<Filter>,
    time: Option<(Duration, Range<usize>)>,
}

impl Body {
    pub fn new() -> Self {
        Body {
            open: vec![(None, At::default(), Vec::new())],
            broken: false,
        }
    }

    fn push(&mut self, effect: Effect) {
        if let Some((_, _, effects)) = self.open.last_mut() {
            effects.push(effect);
        }
    }

    /// Closes all frames, the innermost first.
    pub fn finish(mut self) -> Vec<Effect> {
        while self.open.len() > 1 {
            let Some((frame, span, mut effects)) = self.open.pop() else {
                break;
            };
            effects.shrink_to_fit();
            let span = last_end(span, &effects);
            let what = match frame {
                Some(Frame::When(occasion)) => What::When { occasion, effects },
                Some(Frame::Limit(times, per)) => What::Limit {
                    times,
                    per,
                    effects,
                },
                Some(Frame::Delayed(moment)) => What::Delayed { moment, effects },
                None => What::Then { effects },
            };
            self.push(Effect { what, span });
        }
        let (_, _, mut effects) = self.open.pop().unwrap_or_default();
        effects.shrink_to_fit();
        effects
    }
}

/// The lines below one that ends with a choice, until the choice takes them.
pub(super) enum Modes<'l> {
    None,
    Below(&'l Line<'l>),
    /// A choice that is read without the lines below it.
    Assumed,
}

impl Scope<'_> {
    /// Lowers one sentence into the body of its ability. `modes` are the lines of a choice that
    /// begins here.
    pub fn sentence(
        &mut self,
        node: Node<'_>,
        body: &mut Body,
        modes: &mut Modes<'_>,
    ) -> Option<()> {
        let span = self.at(&node);
        let range = span.range();
        let mut kids = Kids::of(node);
        let mut head = Head::default();
        let statement = loop {
            let kid = kids.any();
            match kid.as_rule() {
                Rule::statement | Rule::modes => break kid,
                _ => {
                    if let Some(frame) = self.lead(kid, &mut head)? {
                        body.open.push((Some(frame), span, Vec::new()));
                        self.occasion = true;
                    }
                }
            }
        };
        let said = At::new(self.range(&statement).start..range.end);
        let stopped = kids.has(Rule::full_stop);
        kids.end();

        let occasion = self.occasion;
        self.occasion |= head.replaced.is_some();
        self.while_condition = head.during.is_some() || head.time.is_some();
        self.holds_while = head.during.is_some();
        let lowered = if statement.as_rule() == Rule::modes {
            let modes = match std::mem::replace(modes, Modes::None) {
                Modes::Below(line) => self.modes_of(line),
                Modes::Assumed => vec![Vec::new(); 4],
                Modes::None => Vec::new(),
            };
            self.modes(statement, modes).map(|effect| vec![effect])
        } else {
            let granting = ends_in_bracket(&statement);
            if !stopped && !granting {
                let at = range.end;
                let finding = self
                    .finding(
                        Code::MissingFullStop,
                        at..at,
                        "the sentence does not end with a full stop",
                        "a full stop is missing here",
                    )
                    .fix(Safety::Safe, "write a full stop", Place_::Text(at..at), ".");
                self.found.push(finding);
            }
            self.statement(statement, head.replaced.is_some())
        };
        self.occasion = occasion;
        self.while_condition = false;
        self.holds_while = false;
        let mut effects = lowered?;
        // What one sentence says covers its full stop, and words like `You may` of a permission.
        match effects.as_mut_slice() {
            [effect] => effect.span = said.up_to(effect.span),
            [.., last] => last.span = last.span.up_to(said),
            [] => {}
        }
        self.under_head(effects, head, span, body)
    }

    fn under_head(
        &mut self,
        mut effects: Vec<Effect>,
        mut head: Head,
        span: At,
        body: &mut Body,
    ) -> Option<()> {
        if let Some((time, at)) = head.time.take() {
            let mut set = Times::default();
            for effect in &mut effects {
                set_time(effect, &time, &mut set);
            }
            if set.own || set.changed == 0 {
                let (message, label) = if set.own {
                    (
                        "the sentence says twice how long this lasts",
                        "a second time",
                    )
                } else {
                    (
                        "this happens at once and leaves nothing that could end",
                        "a time for something that does not last",
                    )
                };
                let finding = self
                    .finding(Code::SaysNothing, at, message, label)
                    .help("remove this time");
                return self.report(finding);
            }
        }
        if let Some(each) = head.each.take() {
            let inner = std::mem::take(&mut effects);
            effects = vec![Effect {
                what: What::ForEach {
                    each: Box::new(each),
                    effects: inner,
                },
                span,
            }];
        }
        if let Some(event) = head.replaced.take() {
            let inner = std::mem::take(&mut effects);
            effects = vec![Effect {
                what: What::Replace {
                    event: Box::new(event),
                    effects: inner,
                },
                span,
            }];
        }
        if let Some(condition) = head.during.take() {
            let inner = std::mem::take(&mut effects);
            effects = vec![Effect {
                what: What::While {
                    condition: Box::new(condition),
                    effects: inner,
                },
                span,
            }];
        }
        if let Some(condition) = head.condition.take() {
            let inner = std::mem::take(&mut effects);
            effects = vec![Effect {
                what: What::If {
                    condition: Box::new(condition),
                    then: inner,
                    otherwise: Vec::new(),
                },
                span,
            }];
        }
        if let Some(at) = head.did {
            let last = body
                .open
                .last_mut()
                .and_then(|(_, _, effects)| effects.last_mut());
            if let Some(Effect {
                what:
                    What::May {
                        cost,
                        effects: paid,
                        ..
                    },
                span: whole,
            }) = last
                && cost.is_empty()
            {
                *whole = whole.up_to(span);
                *cost = std::mem::replace(paid, effects);
                return Some(());
            }
            if body.broken {
                return None;
            }
            let finding = self
                .finding(
                    Code::UnboundReference,
                    at,
                    "\"If you do\" does not follow a \"You may\"",
                    "nothing was left to decide",
                )
                .help("write it right behind the `You may …` sentence that is the cost");
            return self.report(finding);
        }
        if let Some(at) = head.otherwise {
            let last = body
                .open
                .last_mut()
                .and_then(|(_, _, effects)| effects.last_mut());
            if otherwise_of(last, span, effects).is_none() {
                return Some(());
            }
            if body.broken {
                return None;
            }
            let finding = self
                .finding(
                    Code::UnboundReference,
                    at,
                    "\"Otherwise\" does not follow an \"If\"",
                    "there is no condition that could fail",
                )
                .help("write it right behind its `If …` sentence");
            return self.report(finding);
        }
        for effect in effects {
            body.push(effect);
        }
        Some(())
    }

    /// One lead. Gives a frame where it governs the rest of the ability.
    fn lead(&mut self, node: Node<'_>, head: &mut Head) -> Option<Option<Frame>> {
        let at = self.range(&node);
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        match rule {
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
                if self.is_static() || self.unsure {
                    return Some(Some(Frame::When(Occasion::At { moment })));
                }
                // Once something has begun, the moment is the next one of its kind, and comes once.
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
            Rule::did_lead => head.did = Some(at),
            Rule::if_lead => head.condition = Some(self.condition(kids.need(Rule::condition))?),
            Rule::while_lead => head.during = Some(self.condition(kids.need(Rule::condition))?),
            Rule::otherwise_lead => head.otherwise = Some(at),
            Rule::each_lead => head.each = Some(self.bare_filter(kids.need(Rule::bare_np))?),
            Rule::time_lead => head.time = Some((self.time(kids.need(Rule::time))?, at)),
            other => bug(Rule::sentence, Some(other)),
        }
        Some(None)
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
    fn times(&mut self, node: Node<'_>) -> Option<u32> {
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
        let Subject::Things(who) = self.subject(subject, Use::Pattern)? else {
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

    fn statement(&mut self, node: Node<'_>, replacing: bool) -> Option<Vec<Effect>> {
        let inner = Kids::of(node).any();
        match inner.as_rule() {
            Rule::may_do => {
                let span = self.at(&inner);
                let mut kids = Kids::of(inner);
                let who = self.player(kids.need(Rule::player));
                let occasion = self.occasion;
                let actor = self.actor;
                self.occasion = true;
                self.actor = who;
                self.infinitive = true;
                let lowered = self.clauses(kids.need(Rule::clauses), replacing);
                self.occasion = occasion;
                self.actor = actor;
                self.infinitive = false;
                let (cost, effects) = lowered?;
                // `You may spend … as …` changes a rule of payment; the option is in the rule.
                if cost.is_empty() && effects.iter().all(is_permission) {
                    return Some(effects);
                }
                Some(vec![Effect {
                    what: What::May { who, cost, effects },
                    span,
                }])
            }
            Rule::clauses => {
                let span = self.at(&inner);
                // `<cost> to <clause>` without `you may` is an option all the same.
                let paid = inner
                    .clone()
                    .into_inner()
                    .any(|kid| kid.as_rule() == Rule::pay_to);
                let occasion = self.occasion;
                self.occasion |= paid;
                let lowered = self.clauses(inner, replacing);
                self.occasion = occasion;
                self.infinitive = false;
                let (cost, effects) = lowered?;
                if cost.is_empty() {
                    return Some(effects);
                }
                Some(vec![Effect {
                    what: What::May {
                        who: self.actor,
                        cost,
                        effects,
                    },
                    span,
                }])
            }
            other => bug(Rule::statement, Some(other)),
        }
    }

    /// The clauses of a sentence: what is paid, and what happens.
    fn clauses(&mut self, node: Node<'_>, replacing: bool) -> Option<(Vec<Effect>, Vec<Effect>)> {
        let span = self.at(&node);
        let paid = node
            .clone()
            .into_inner()
            .any(|kid| kid.as_rule() == Rule::pay_to);
        self.joined = node.clone().into_inner().nth(1).is_some();
        let mut kids = Kids::of(node);
        let first = kids.need(Rule::clause);
        self.declaring = paid;
        let first = self.clause(first);
        self.declaring = false;
        let mut effects = vec![first?];
        let mut cost = Vec::new();
        let mut instead = None;
        while let Some(kid) = kids.next() {
            let at = self.range(&kid);
            let rule = kid.as_rule();
            let mut inner = Kids::of(kid);
            match rule {
                Rule::chain_then => {
                    let next = self.clause(inner.need(Rule::clause))?;
                    effects.push(next);
                }
                Rule::chain_or => {
                    let next = self.clause(inner.need(Rule::clause))?;
                    let all = vec![effects.remove(0), next];
                    let who = told_to_all(&all).unwrap_or(self.actor);
                    effects.insert(
                        0,
                        Effect {
                            what: What::Either { who, effects: all },
                            span,
                        },
                    );
                }
                Rule::pay_to => {
                    cost = std::mem::take(&mut effects);
                    self.infinitive = true;
                    while let Some(part) = inner.next() {
                        let clause = match part.as_rule() {
                            Rule::clause => part,
                            _ => Kids::of(part).need(Rule::clause),
                        };
                        let effect = self.clause(clause)?;
                        effects.push(effect);
                    }
                }
                Rule::unless => {
                    let part = inner.any();
                    let governed = std::mem::take(&mut effects);
                    let what = match part.as_rule() {
                        Rule::condition => What::Unless {
                            condition: Box::new(self.condition(part)?),
                            effects: governed,
                        },
                        _ => {
                            let (who, cost) = self.payer(part)?;
                            What::UnlessPaid {
                                who,
                                cost,
                                effects: governed,
                            }
                        }
                    };
                    effects.push(Effect { what, span });
                }
                Rule::instead => instead = Some(at),
                other => bug(Rule::clauses, Some(other)),
            }
        }
        match (replacing, instead) {
            (true, None) => {
                let at = span.range().end;
                let finding = self
                    .finding(
                        Code::TwoReadings,
                        at..at,
                        "it is not said that this happens in place of what would happen",
                        "`instead` is missing here",
                    )
                    .fix(
                        Safety::Safe,
                        "write `instead`",
                        Place_::Text(at..at),
                        " instead",
                    );
                return self.report(finding);
            }
            (false, Some(at)) => {
                let finding = self
                    .finding(
                        Code::UnboundReference,
                        at.clone(),
                        "there is nothing here that this could happen instead of",
                        "instead of what?",
                    )
                    .help("begin with what would happen: `If this unit would be removed from the map, …`");
                return self.report(finding);
            }
            _ => {}
        }
        if effects.len() > 1 {
            effects = vec![Effect {
                what: What::Then { effects },
                span,
            }];
        }
        Some((cost, effects))
    }

    fn modes(&mut self, node: Node<'_>, modes: Vec<Vec<Effect>>) -> Option<Effect> {
        let span = self.at(&node);
        let mut kids = Kids::of(node);
        let who = match kids.take(Rule::player) {
            Some(player) => self.player(player),
            None => Player::You,
        };
        let up_to = kids.has(Rule::m_upto);
        let number = kids.need(Rule::number);
        let number_at = self.range(&number);
        let in_digits = number.as_str().starts_with(|c: char| c.is_ascii_digit());
        let at_most = self.number(number)?;
        let or_more = kids.has(Rule::m_or_more);
        kids.end();
        let (at_least, at_most) = match (up_to, or_more) {
            (true, _) => (0, at_most),
            (false, true) => (at_most, modes.len() as u32),
            (false, false) => (at_most, at_most),
        };
        let enough = at_most as usize <= modes.len() && (at_least as usize) < modes.len();
        if at_most == 0 || !enough || modes.len() < 2 {
            let below = "write each mode below it, on a line of its own that begins with `- `";
            let (message, help) = match modes.len() {
                0 => ("the choice has no modes".to_owned(), below.to_owned()),
                1 => (
                    "with one mode there is nothing to choose".to_owned(),
                    "write another mode below it, or only what the mode says".to_owned(),
                ),
                _ if at_most == 0 => (
                    "nobody chooses 0 of them".to_owned(),
                    "write `Choose one:` or another number".to_owned(),
                ),
                all if at_most as usize == all => (
                    format!("all {all} modes would be chosen, so there is nothing to choose"),
                    "write a smaller number, or the modes as sentences, one after another"
                        .to_owned(),
                ),
                all => (
                    format!("there are only {all} modes, and {at_most} are to be chosen"),
                    "write a smaller number, or more modes".to_owned(),
                ),
            };
            let finding = self
                .finding(
                    Code::TooFewModes,
                    number_at.clone(),
                    message,
                    "this leaves nothing to choose",
                )
                .help(help);
            // The most that can be chosen of these modes, or one where it was none.
            let fewer = if at_most == 0 {
                1
            } else {
                modes.len().saturating_sub(1)
            };
            let finding = match fewer {
                _ if modes.len() < 2 => finding,
                1 if !in_digits => finding.fix(
                    Safety::Unsafe,
                    "write `one`",
                    Place_::Text(number_at),
                    "one",
                ),
                fewer => finding.fix(
                    Safety::Unsafe,
                    format!("write `{fewer}`"),
                    Place_::Text(number_at),
                    fewer.to_string(),
                ),
            };
            return self.report(finding);
        }
        let span = modes
            .iter()
            .fold(span, |span, effects| last_end(span, effects));
        Some(Effect {
            what: What::Choose {
                who,
                at_least,
                at_most,
                modes,
            },
            span,
        })
    }
}

/// The player of whom all these clauses are said: the subject of a sentence chooses.
fn told_to_all(effects: &[Effect]) -> Option<Player> {
    let mut players = effects.iter().map(|effect| match &effect.what {
        What::Act { action } => action.player(),
        _ => None,
    });
    let first = players.next()??;
    players.all(|player| player == Some(first)).then_some(first)
}

/// Whether an effect allows something rather than doing it.
fn is_permission(effect: &Effect) -> bool {
    matches!(&effect.what, What::Act { action } if matches!(**action, Action::SpendAs { .. }))
}

/// Whether a statement ends with a granted text, which has its own full stop.
fn ends_in_bracket(node: &Node<'_>) -> bool {
    node.as_str().trim_end().ends_with(']')
}

/// Puts effects behind `Otherwise` of the condition right before them; gives them back where there
/// is none that still could fail.
fn otherwise_of(last: Option<&mut Effect>, span: At, effects: Vec<Effect>) -> Option<Vec<Effect>> {
    let Some(Effect {
        what: What::If { otherwise, .. },
        span: whole,
    }) = last
    else {
        return Some(effects);
    };
    *whole = whole.up_to(span);
    if otherwise.is_empty() {
        *otherwise = effects;
        return None;
    }
    // `Otherwise, if …` is a condition of its own.
    match otherwise.as_mut_slice() {
        [one] => otherwise_of(Some(one), span, effects),
        _ => Some(effects),
    }
}

/// What became of a time at the head of a sentence.
#[derive(Default)]
struct Times {
    changed: usize,
    /// Something in the sentence had a time of its own.
    own: bool,
}

/// A time at the head of a sentence holds for what the sentence changes.
fn set_time(effect: &mut Effect, time: &Duration, set: &mut Times) {
    match &mut effect.what {
        // What is said of one attack ends with it anyway.
        What::Act { action } if action.is_of_attack() => {
            set.changed += usize::from(*time == Duration::EndOfAttack);
        }
        What::Act { action } => {
            if let Some(own) = action.time_mut() {
                set.own |= !matches!(own, Duration::Standing | Duration::AnotherChange);
                set.changed += 1;
                *own = time.clone();
            }
        }
        What::Then { effects }
        | What::Together { effects }
        | What::May { effects, .. }
        | What::Either { effects, .. }
        | What::If { then: effects, .. }
        | What::While { effects, .. }
        | What::Unless { effects, .. }
        | What::UnlessPaid { effects, .. }
        | What::When { effects, .. }
        | What::Limit { effects, .. }
        | What::Delayed { effects, .. }
        | What::Replace { effects, .. }
        | What::ForEach { effects, .. } => {
            for effect in effects {
                set_time(effect, time, set);
            }
        }
        What::Choose { .. } => {}
    }
}

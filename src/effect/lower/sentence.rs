//! Sentences: statements, options, costs and choices.

use std::ops::Range;

use super::last_end;
use super::lead::{Body, Frame, Head, first_branch};
use super::scope::{Kids, Node, Scope, bug};
use crate::diagnostic::{Code, Diagnostic, Place as Place_, Safety};
use crate::effect::ir::{
    Action, At, Effect, Event, Happening, Node as IrNode, Occasion, Pick, Player, Reference,
    Selector, What, visit_effects, visit_event,
};
use crate::effect::read::Line;
use crate::effect::syntax::Rule;

/// The lines below one that ends with a choice, until the choice takes them.
pub(super) enum Modes<'l> {
    None,
    Below(&'l Line<'l>),
    /// A choice that is read without the lines below it.
    Assumed,
}

impl Scope<'_> {
    /// `draw 2 cards, then discard a card unless …`: is the one left undone, or both?
    fn unless_of_which<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "it is not clear whether all of the sentence is not done then, or only its last part",
                "an exception from which of them?",
            )
            .help("write two sentences, and `unless` in the one that it is about");
        self.report(finding)
    }

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
        let first = node.into_inner().next();
        let goes_on = first.is_some_and(|first| first.as_rule() == Rule::otherwise_lead);
        let mut kids = Kids::of(node);
        let mut head = Head::default();
        self.paid = None;
        self.it_was = None;
        if !goes_on {
            self.asked_before = self.asked.take().map(|(subject, _)| subject);
        }
        self.elsewhere.clear();
        self.when_would = None;
        self.if_would = None;
        let before = body.open.len() > 1;
        let led_from = body.open.len();
        let statement = loop {
            let kid = kids.any();
            match kid.as_rule() {
                Rule::statement | Rule::modes => break kid,
                _ => {
                    // What is only limited begins nothing.
                    let limited =
                        |frame: &Option<Frame>| matches!(frame, None | Some(Frame::Limit(..)));
                    let begun = !body.open.iter().all(|(frame, ..)| limited(frame));
                    let at = self.range(&kid);
                    let first = kid.as_str().split_whitespace().next().unwrap_or_default();
                    let instead = match first.starts_with(char::is_uppercase) {
                        true => "If",
                        false => "if",
                    };
                    let first = at.start..at.start + first.len();
                    if kid.as_rule() == Rule::replace_lead {
                        self.if_would = Some(first.clone());
                    }
                    // `At the start of the next round` speaks of what has happened.
                    let next = kid.as_rule() == Rule::delay_lead;
                    let lead = self.lead(kid, &mut head, begun)?;
                    if matches!(lead, Some(Frame::Delayed(_)))
                        && (head.condition.is_some() || head.did.is_some())
                    {
                        return self.asked_when(at);
                    }
                    let led = body.open.get(led_from..).unwrap_or_default();
                    self.is_one_occasion(led, lead.as_ref(), at.clone())?;
                    if before && self.lasts() {
                        self.is_not_another_trigger(lead.as_ref(), next, at)?;
                    }
                    if let Some(Frame::When(Occasion::When { event })) = &lead
                        && matches!(
                            event.what,
                            Happening::WouldBeDealtDamage { .. }
                                | Happening::WouldBeRemovedFromMap { .. }
                        )
                    {
                        self.when_would = Some((first, instead));
                    }
                    if let Some(frame) = lead {
                        body.open.push((Some(frame), span, Vec::new()));
                        self.occasion = true;
                    }
                }
            }
        };
        if head.otherwise.is_some() {
            self.elsewhere = body.last().map_or(Vec::new(), |last| first_branch(last));
        }
        let said = At::new(self.range(&statement).start..range.end);
        self.statement = (said.range().start, said.range().start == range.start);
        let stopped = kids.has(Rule::full_stop);
        kids.end();

        let occasion = self.occasion;
        let declared = self.declares_x;
        let chosen_from = self.slots;
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
                self.found.push(self.no_full_stop(range.end));
            }
            self.statement(statement, head.replaced.is_some())
        };
        self.occasion = occasion;
        self.while_condition = false;
        self.holds_while = false;
        if head.condition.is_some() {
            self.perhaps.extend(chosen_from..self.slots);
        }
        // The X of a cost is that of what it pays for, and who declines it declares none.
        self.declares_x = declared;
        let mut effects = lowered?;
        // What one sentence says covers its full stop, and words like `You may` of a permission.
        match effects.as_mut_slice() {
            [effect] => effect.span = said.up_to(effect.span),
            [.., last] => last.span = last.span.up_to(said),
            [] => {}
        }
        // What is done under a condition alone may not have been done.
        let certain = head.condition.is_none()
            && head.during.is_none()
            && head.replaced.is_none()
            && head.otherwise.is_none()
            && head.did.is_none();
        if certain {
            self.leaves_map(&effects);
        }
        self.under_head(effects, head, span, body)
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
                if cost.is_empty() && effects.iter().all(is_rule_of_payment) {
                    let stands = |effect: &Effect| effect.stands();
                    if occasion && effects.iter().any(stands) {
                        return self.without_end(span.range().end);
                    }
                    return Some(effects);
                }
                Some(vec![Effect {
                    what: What::May {
                        who,
                        cost,
                        effects,
                        otherwise: Vec::new(),
                    },
                    span,
                }])
            }
            Rule::clauses => {
                let span = self.at(&inner);
                // `<cost> to <clause>` without `you may` is an option all the same.
                let paid = inner.into_inner().any(|kid| kid.as_rule() == Rule::pay_to);
                let occasion = self.occasion;
                self.occasion |= paid;
                let lowered = self.clauses(inner, replacing);
                self.occasion = occasion;
                self.infinitive = false;
                let (cost, effects) = lowered?;
                if cost.is_empty() {
                    return Some(effects);
                }
                if told_to_all(&cost).is_some_and(|payer| payer != self.actor) {
                    return self.whose_option(span.range());
                }
                Some(vec![Effect {
                    what: What::May {
                        who: self.actor,
                        cost,
                        effects,
                        otherwise: Vec::new(),
                    },
                    span,
                }])
            }
            other => bug(Rule::statement, Some(other)),
        }
    }

    /// What is wrong in the clauses behind one that is wrong, whatever that would have named.
    fn clauses_behind<T>(&mut self, mut kids: Kids<'_>) -> Option<T> {
        while let Some(kid) = kids.next() {
            let clauses = kid.within();
            for clause in clauses.filter(|node| node.as_rule() == Rule::clause) {
                let mut scope = self.fork();
                scope.lenient();
                let _ = scope.clause(clause);
                let of_words = scope.found.into_iter().filter(|finding| {
                    matches!(
                        finding.code,
                        Code::UnknownWord
                            | Code::UnknownCard
                            | Code::UnknownTrait
                            | Code::UnquotedName
                            | Code::BareTrait
                            | Code::AmountBeyondReason
                    )
                });
                self.found.extend(of_words);
            }
        }
        None
    }

    /// The clauses of a sentence: what is paid, and what happens.
    fn clauses(&mut self, node: Node<'_>, replacing: bool) -> Option<(Vec<Effect>, Vec<Effect>)> {
        let span = self.at(&node);
        let paid = node.into_inner().any(|kid| kid.as_rule() == Rule::pay_to);
        self.joined = node.into_inner().nth(1).is_some();
        let mut kids = Kids::of(node);
        let first = kids.need(Rule::clause);
        self.declaring = paid;
        let first = self.clause(first);
        self.declaring = false;
        let Some(first) = first else {
            return self.clauses_behind(kids);
        };
        let mut effects = vec![first];
        let mut cost = Vec::new();
        let mut instead = None;
        while let Some(kid) = kids.next() {
            let at = self.range(&kid);
            let rule = kid.as_rule();
            let mut inner = Kids::of(kid);
            match rule {
                Rule::chain_then => {
                    let known = self.gone.len();
                    self.leaves_map(&effects);
                    let Some(next) = self.clause(inner.need(Rule::clause)) else {
                        return self.clauses_behind(kids);
                    };
                    self.gone.truncate(known);
                    if self.needs_occasion()
                        && next.stands()
                        && effects.last().is_some_and(Effect::stands)
                    {
                        return self.no_order(at);
                    }
                    effects.push(next);
                }
                Rule::chain_or => {
                    let other = inner.need(Rule::clause);
                    let has_subject = other.into_inner().any(|kid| kid.as_rule() == Rule::subject);
                    let next = self.clause(other)?;
                    if !has_subject && effects.last().is_some_and(forbids) {
                        return self.what_cannot_be_done(at);
                    }
                    self.chosen_in_either(&effects, &next)?;
                    let all = vec![effects.remove(0), next];
                    if all.iter().any(is_rule_of_payment) {
                        return self.two_rules(at);
                    }
                    if self.needs_occasion() && all.iter().all(Effect::stands) {
                        return self.nobody_chooses(at);
                    }
                    let told = told_to_all(&all);
                    let first = told_to_all(all.get(..1).unwrap_or_default());
                    if told.is_none() && first.is_some_and(|first| first != self.actor) {
                        return self.which_player_chooses(at);
                    }
                    let who = told.unwrap_or(self.actor);
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
                    self.paid = Some(self.clause);
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
                    let several = effects.len() > 1
                        || !cost.is_empty()
                        || matches!(effects.as_slice(), [one] if matches!(one.what, What::Either { .. }));
                    if several {
                        return self.unless_of_which(at);
                    }
                    let governed = std::mem::take(&mut effects);
                    let what = match part.as_rule() {
                        Rule::condition => {
                            let condition = self.condition(part)?;
                            self.asked_before(&condition, &governed)?;
                            What::Unless {
                                condition: Box::new(condition),
                                effects: governed,
                            }
                        }
                        _ => {
                            let (who, cost) = self.payer(part)?;
                            if self.needs_occasion() {
                                return self.paid_when(at);
                            }
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
                // What is prevented is a part of what happens, and nothing stands in its place.
                let mut prevents = false;
                visit_effects(&effects, &mut |node, _| {
                    prevents |= matches!(node, IrNode::Action(Action::PreventThat { .. }));
                });
                if let Some(first) = self.if_would.clone().filter(|_| prevents) {
                    let when = match self.statement.1 {
                        true => "when",
                        false => "When",
                    };
                    let finding = self.finding(
                        Code::TwoReadings,
                        first.clone(),
                        "what is prevented does not happen, and nothing happens in its place",
                        "`If` begins what happens instead",
                    );
                    let title = format!("write `{when}`");
                    return self.report(finding.fix(
                        Safety::Unsafe,
                        title,
                        Place_::Text(first),
                        when,
                    ));
                }
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
                    .help("begin with what would happen: `If this unit would be removed from the map, …`; for one of two cases write `If …, … .` and then `Otherwise, … .`");
                let finding = match self.when_would.clone() {
                    Some((when, instead)) => Diagnostic {
                        help: None,
                        ..finding
                    }
                    .fix(
                        Safety::Unsafe,
                        "write `If` in place of `When`: what would happen is replaced, as with `If this unit would be removed from the map, …`",
                        Place_::Text(when),
                        instead,
                    ),
                    None => finding,
                };
                let finding = match &self.heading_would {
                    // The heading says when, and what happens in its place is said of one thing.
                    Some(would) => {
                        let start = self.statement.0;
                        let lead = format!("If it {would}, ");
                        let title = format!("begin the sentence with `{}`", lead.trim_end());
                        Diagnostic {
                            help: None,
                            ..finding
                        }
                        .fix(
                            Safety::Unsafe,
                            title,
                            Place_::Text(start..start),
                            lead,
                        )
                    }
                    None => finding,
                };
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

    /// Of several things that hold all the time nobody takes one.
    /// `Your opponent discards a card or deal 1 damage to each enemy unit.`
    fn which_player_chooses<T>(&mut self, at: Range<usize>) -> Option<T> {
        let said = at.start..at.start + "or".len();
        let finding = self
            .finding(
                Code::TwoReadings,
                said,
                "it is not said who chooses between the two",
                "you, or the player before it?",
            )
            .help(
                "write `Your opponent may discard a card. Otherwise, …` where that player chooses, and `Choose one:` with \
                 a line for each where you do",
            );
        self.report(finding)
    }

    /// `Your opponent cannot play spells this round or activate ranged units.`
    fn what_cannot_be_done<T>(&mut self, at: Range<usize>) -> Option<T> {
        let said = at.start..at.start + "or".len();
        let finding = self
            .finding(
                Code::TwoReadings,
                said,
                "it is open whether what stands behind the \"or\" cannot be done, or is done in its place",
                "also forbidden, or another choice?",
            )
            .help("write a sentence of its own for each thing that cannot be done, or `Choose one:` with a line for each");
        self.report(finding)
    }

    fn nobody_chooses<T>(&mut self, at: Range<usize>) -> Option<T> {
        let heading = self.heading.map_or("", |heading| &heading.name);
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                format!("under {heading} this holds all the time, so nobody chooses one of them"),
                "when is it chosen, and how often?",
            )
            .help("begin with when it is chosen (`At the start of the round, …`), and say how long it lasts");
        self.report(finding)
    }

    /// `Your spells cost 1 power less, then enemy spells cost 1 power more.`
    fn no_order<T>(&mut self, at: Range<usize>) -> Option<T> {
        let said = at.start..at.start + ", then".len();
        let finding = self
            .finding(
                Code::CannotApply,
                said,
                "what holds all the time has no order, so nothing comes after the other",
                "both hold at once",
            )
            .help("write a sentence for each of the two, each with the `While …,` that it needs");
        self.report(finding)
    }

    /// `unless your opponent spends 1 power` of what holds all the time.
    fn paid_when<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CommandNeedsOccasion,
                at,
                "this holds all the time, so it is not said when the other player can pay, and for how long",
                "when is this paid?",
            )
            .help("begin with when it is asked for: `When an enemy unit attacks, …`, `At the start of the round, …`");
        self.report(finding)
    }

    /// `When A, B. When C, D.` waits for C only once A has happened; people mean two things to wait for.
    fn is_not_another_trigger(
        &mut self,
        frame: Option<&Frame>,
        next: bool,
        at: Range<usize>,
    ) -> Option<()> {
        let speaks_of_chosen = |event: &Event| {
            let mut chosen = false;
            visit_event(event, &mut |node, _| {
                chosen |= matches!(node, IrNode::Reference(Reference::Chosen { .. }));
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
    fn asked_when<T>(&mut self, at: Range<usize>) -> Option<T> {
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
    fn is_one_occasion(
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

    /// `spend an attack card or spend a defense card as 1 power`: the rule is about one of them alone.
    fn two_rules<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "it is not clear whether the rule of payment is about both",
                "part of the rule, or something else?",
            )
            .help("write two sentences: `You may spend an attack card as 1 power. You may spend a defense card as 1 power.`");
        self.report(finding)
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
            // How many of them are meant, or whether one is missing, nobody but the author knows.
            let one = if in_digits { "1" } else { "one" };
            let finding = match modes.len() {
                2.. if at_most == 0 => finding.fix(
                    Safety::Unsafe,
                    format!("write `{one}`"),
                    Place_::Text(number_at),
                    one,
                ),
                _ => finding,
            };
            return self.report(finding);
        }
        if who == Player::Each {
            self.done_by_both(&modes)?;
        }
        if self.needs_occasion() && modes.iter().flatten().all(Effect::stands) {
            return self.nobody_chooses(span.range());
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

impl Scope<'_> {
    /// Refuses modes that you would do, whoever chooses them.
    fn done_by_both(&mut self, modes: &[Vec<Effect>]) -> Option<()> {
        let yours = modes.iter().flatten().find(|effect| {
            matches!(&effect.what, What::Act { action } if action.player() == Some(Player::You))
        });
        let Some(effect) = yours else {
            return Some(());
        };
        let finding = self
            .finding(
                Code::TwoReadings,
                effect.span.range(),
                "each player chooses, and a command is for you alone",
                "you would do this when your opponent chooses it too",
            )
            .help("write `Each player draws a card or each player discards a card.`, of which each does one");
        self.report(finding)
    }
}

impl Scope<'_> {
    /// `Your opponent discards a card to draw 2 cards`: who decides, and who draws?
    fn whose_option<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "it is not said who decides this, and for whom it is done",
                "can be read in two ways",
            )
            .help("write `Your opponent may … to …`, or of two that happen one after another `Your opponent …, then …`");
        self.report(finding)
    }
}

/// The player of whom all these clauses are said: the subject of a sentence chooses.
fn told_to_all(effects: &[Effect]) -> Option<Player> {
    let mut players = effects.iter().map(|effect| match &effect.what {
        What::Act { action } => match &**action {
            Action::Choose { what } => chooser_of(what),
            action => action.player(),
        },
        _ => None,
    });
    let first = players.next()??;
    players.all(|player| player == Some(first)).then_some(first)
}

/// The player who chooses.
fn chooser_of(selector: &Selector) -> Option<Player> {
    match &selector.pick {
        Pick::Choose { by, .. } => Some(*by),
        _ => None,
    }
}

/// Whether an effect says what cannot be done.
fn forbids(effect: &Effect) -> bool {
    matches!(&effect.what, What::Act { action } if matches!(**action, Action::Cannot { .. }))
}

/// Whether a statement ends with a granted text, which has its own full stop.
fn ends_in_bracket(node: &Node<'_>) -> bool {
    node.as_str().trim_end().ends_with(']')
}

/// Whether an effect says as what cards can be spent.
fn is_rule_of_payment(effect: &Effect) -> bool {
    matches!(&effect.what, What::Act { action } if matches!(**action, Action::SpendAs { .. }))
}

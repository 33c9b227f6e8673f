//! Lowers the clauses of a sentence: sequences, alternatives, options, costs and replacements.

use crate::effect::lower::clause_ctx::ClauseCtx;
use std::ops::Range;

use super::children::{Children, bug};
use super::ctx::{LowerCtx, Node};
use crate::diagnostic::{Code, Diagnostic, Place as Place_, Safety};
use crate::effect::ir::{
    Action, Effect, Node as IrNode, Pick, Player, Selector, What, visit_effects,
};
use crate::effect::syntax::Rule;

/// Returns the player who performs all of these effects, if it is one player.
pub(super) fn told_to_all(effects: &[Effect]) -> Option<Player> {
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

/// Returns the player who makes a choice.
fn chooser_of(selector: &Selector) -> Option<Player> {
    match &selector.pick {
        Pick::Choose { by, .. } => Some(*by),
        _ => None,
    }
}

/// Returns whether an effect is a prohibition.
fn forbids(effect: &Effect) -> bool {
    matches!(&effect.what, What::Act { action } if matches!(**action, Action::Cannot { .. }))
}

/// Returns whether an effect changes what cards can be spent as.
pub(super) fn is_rule_of_payment(effect: &Effect) -> bool {
    matches!(&effect.what, What::Act { action } if matches!(**action, Action::SpendAs { .. }))
}

impl LowerCtx<'_> {
    pub(super) fn statement(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        replacing: bool,
    ) -> Option<Vec<Effect>> {
        let inner = Children::of(node).any();
        match inner.as_rule() {
            Rule::may_do => {
                let span = self.at(&inner);
                let mut kids = Children::of(inner);
                let who = self.player(kids.need(Rule::player));
                let occasion = self.ability.occasion || cx.occasion;
                let optional = ClauseCtx {
                    actor: who,
                    infinitive: true,
                    occasion: true,
                    ..cx
                };
                let (cost, effects) =
                    self.clauses(optional, kids.need(Rule::clauses), replacing)?;
                // `You may spend … as …` changes a rule of payment, which already contains the option.
                if cost.is_empty() && effects.iter().all(is_rule_of_payment) {
                    if occasion && effects.iter().any(Effect::is_lasting) {
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
                // `<cost> to <clause>` is an option even without `you may`.
                let paid = inner.into_inner().any(|kid| kid.as_rule() == Rule::pay_to);
                let perhaps_paid = ClauseCtx {
                    occasion: cx.occasion || paid,
                    ..cx
                };
                let (cost, effects) = self.clauses(perhaps_paid, inner, replacing)?;
                if cost.is_empty() {
                    return Some(effects);
                }
                if told_to_all(&cost).is_some_and(|payer| payer != cx.actor) {
                    return self.whose_option(span.range());
                }
                Some(vec![Effect {
                    what: What::May {
                        who: cx.actor,
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

    /// Rejects `spend an attack card or spend a defense card as 1 power`: `as` may apply to one or to both.
    pub(super) fn two_rules<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: does `as …` apply to both?",
                "may or may not be part of the rule",
            )
            .help("write two sentences: `You may spend an attack card as 1 power. You may spend a defense card as 1 \
                power.`");
        self.report(finding)
    }

    /// Reports word errors in the clauses after a failed clause. Other errors may be follow-up errors.
    fn clauses_behind<T>(&mut self, cx: ClauseCtx<'_>, mut kids: Children<'_>) -> Option<T> {
        while let Some(kid) = kids.next() {
            let clauses = kid.within();
            for clause in clauses.filter(|node| node.as_rule() == Rule::clause) {
                let mut scope = self.speculate();
                scope.enter_recovery();
                let _ = scope.clause(cx, clause);
                let of_words = scope.sink.take().into_iter().filter(|finding| {
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
                self.sink.extend(of_words);
            }
        }
        None
    }

    /// Lowers the clauses of a sentence. Returns its cost and its effects.
    pub(super) fn clauses(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        replacing: bool,
    ) -> Option<(Vec<Effect>, Vec<Effect>)> {
        let span = self.at(&node);
        let paid = node.into_inner().any(|kid| kid.as_rule() == Rule::pay_to);
        let mut cx = ClauseCtx {
            joined: node.into_inner().nth(1).is_some(),
            ..cx
        };
        let mut kids = Children::of(node);
        let first = kids.need(Rule::clause);
        let declaring = ClauseCtx {
            declaring: paid,
            ..cx
        };
        let Some(first) = self.clause(declaring, first) else {
            return self.clauses_behind(cx, kids);
        };
        let mut effects = vec![first];
        let mut cost = Vec::new();
        let mut instead = None;
        while let Some(kid) = kids.next() {
            let at = self.range(&kid);
            let rule = kid.as_rule();
            let mut inner = Children::of(kid);
            match rule {
                Rule::chain_then => {
                    let clause = inner.need(Rule::clause);
                    let Some(next) = self.after(&effects, |ctx| ctx.clause(cx, clause)) else {
                        return self.clauses_behind(cx, kids);
                    };
                    if self.needs_occasion(cx)
                        && next.is_lasting()
                        && effects.last().is_some_and(Effect::is_lasting)
                    {
                        return self.no_order(at);
                    }
                    effects.push(next);
                }
                Rule::chain_or => {
                    let other = inner.need(Rule::clause);
                    let has_subject = other.into_inner().any(|kid| kid.as_rule() == Rule::subject);
                    let next = self.clause(cx, other)?;
                    if !has_subject && effects.last().is_some_and(forbids) {
                        return self.what_cannot_be_done(at);
                    }
                    let all = vec![effects.remove(0), next];
                    if all.iter().any(is_rule_of_payment) {
                        return self.two_rules(at);
                    }
                    if self.needs_occasion(cx) && all.iter().all(Effect::is_lasting) {
                        return self.nobody_chooses(at);
                    }
                    let told = told_to_all(&all);
                    let first = told_to_all(all.get(..1).unwrap_or_default());
                    if told.is_none() && first.is_some_and(|first| first != cx.actor) {
                        return self.which_player_chooses(at);
                    }
                    let who = told.unwrap_or(cx.actor);
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
                    cx.infinitive = true;
                    self.discourse.end_cost();
                    while let Some(part) = inner.next() {
                        let clause = match part.as_rule() {
                            Rule::clause => part,
                            _ => Children::of(part).need(Rule::clause),
                        };
                        let effect = self.clause(cx, clause)?;
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
                            let condition = self.condition(cx, part)?;
                            What::Unless {
                                condition: Box::new(condition),
                                effects: governed,
                            }
                        }
                        _ => {
                            let (who, cost) = self.payer(cx, part)?;
                            if self.needs_occasion(cx) {
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
                // A prevention is part of the event and replaces nothing.
                let mut prevents = false;
                visit_effects(&effects, &mut |node, _| {
                    prevents |= matches!(node, IrNode::Action(Action::PreventThat { .. }));
                });
                if let Some(first) = self.ability.if_would.clone().filter(|_| prevents) {
                    let when = match self.discourse.statement().1 {
                        true => "when",
                        false => "When",
                    };
                    let finding = self.finding(
                        Code::TwoReadings,
                        first.clone(),
                        "preventing an event does not replace it",
                        "`If` begins a replacement",
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
                        "missing `instead` in a replacement",
                        "missing `instead`",
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
                        "`instead` has nothing to replace",
                        "no event is replaced here",
                    )
                    .help("begin with the event: `If this ‹acting› would be removed from the map, …`; for one of two \
                        cases write `If …, … .` and then `Otherwise, … .`");
                let finding = match self.ability.when_would.clone() {
                    Some((when, instead)) => Diagnostic {
                        help: None,
                        ..finding
                    }
                    .fix(
                        Safety::Unsafe,
                        "write `If` instead of `When` to replace an event: `If this ‹acting› would be removed from the \
                         map, …`",
                        Place_::Text(when),
                        instead,
                    ),
                    None => finding,
                };
                let finding = match &self.ability.heading_would {
                    // The heading names the event, so the fix repeats it at the beginning of the sentence.
                    Some(would) => {
                        let start = self.discourse.statement().0;
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

    /// Rejects `Your opponent discards a card or deal 1 damage to each enemy unit.`: the chooser is unclear.
    fn which_player_chooses<T>(&mut self, at: Range<usize>) -> Option<T> {
        let said = at.start..at.start + "or".len();
        let finding = self
            .finding(
                Code::TwoReadings,
                said,
                "it is unclear who chooses between the two",
                "chosen by you, or by the player before it",
            )
            .help(
                "if that player chooses, write `Your opponent may discard a card. Otherwise, …`; if you choose, write \
                 `Choose one:` with a line for each",
            );
        self.report(finding)
    }

    /// Rejects `Your opponent cannot play spells this round or activate ranged units.`: the second part may be
    /// forbidden or an alternative.
    fn what_cannot_be_done<T>(&mut self, at: Range<usize>) -> Option<T> {
        let said = at.start..at.start + "or".len();
        let finding = self
            .finding(
                Code::TwoReadings,
                said,
                "ambiguous: is the part after the \"or\" also forbidden?",
                "either forbidden, or an alternative",
            )
            .help("write a separate sentence for each forbidden thing, or `Choose one:` with a line for each");
        self.report(finding)
    }

    pub(super) fn nobody_chooses<T>(&mut self, at: Range<usize>) -> Option<T> {
        let heading = self.env.heading.map_or("", |heading| &heading.name);
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                format!("nothing can be chosen under `{heading}`: it always applies"),
                "it is unclear when and how often this is chosen",
            )
            .help("begin with the time of the choice (`At the start of the round, …`), and add a duration");
        self.report(finding)
    }

    /// Rejects `then` between effects that always apply: `Your spells cost 1 power less, then enemy spells cost 1 power
    /// more.`
    fn no_order<T>(&mut self, at: Range<usize>) -> Option<T> {
        let said = at.start..at.start + ", then".len();
        let finding = self
            .finding(
                Code::CannotApply,
                said,
                "effects that always apply have no order",
                "both apply at the same time",
            )
            .help("write two sentences, each with its own `While …,`");
        self.report(finding)
    }

    /// Rejects `unless your opponent spends 1 power` for an effect that always applies.
    fn paid_when<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CommandNeedsOccasion,
                at,
                "missing time of the payment: this always applies",
                "it is unclear when this is paid",
            )
            .help("begin with the time of the payment: `When an enemy ‹acting› attacks, …`, `At the start of the \
                round, …`");
        self.report(finding)
    }

    /// Rejects `Your opponent discards a card to draw 2 cards`: who decides and who draws is unclear.
    pub(super) fn whose_option<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "it is unclear who decides this, and for whom",
                "can be read in two ways",
            )
            .help("write `Your opponent may … to …`; for two actions in sequence, write `Your opponent …, then …`");
        self.report(finding)
    }
}

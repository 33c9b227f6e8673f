//! Lowers sentences: statements, options, costs and choices.

use crate::effect::lower::clause_ctx::ClauseCtx;
use std::ops::Range;

use super::children::Children;
use super::ctx::{LowerCtx, Node};
use super::last_end;
use super::sentence_prefix::{AbilityBuilder, AbilityFrame, SentencePrefix, first_branch};
use crate::diagnostic::{Code, Diagnostic, Place as Place_, Safety};
use crate::effect::ir::{At, Effect, Happening, Occasion, Player, What};
use crate::effect::syntax::Rule;

/// Lowers the modes of a choice. Returns `None` if there is a mistake in one of them.
type LowerModes<'m> = dyn FnMut(&mut LowerCtx<'_>) -> Option<Vec<Vec<Effect>>> + 'm;

/// The modes below a line that ends with a choice. Lowering the choice consumes them.
pub(in crate::effect) enum Modes<'m> {
    None,
    Below(&'m mut LowerModes<'m>),
    /// A choice that is lowered without its modes.
    Assumed,
}

impl LowerCtx<'_> {
    /// Rejects `draw 2 cards, then discard a card unless …`: the exception could apply to the last part, or to both.
    pub(super) fn unless_of_which<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: does `unless` apply to the whole sentence, or to its last part?",
                "an exception after several parts",
            )
            .help("write two sentences, with `unless` in the one that it is about");
        self.report(finding)
    }

    /// Lowers one sentence into the body of its ability. `modes` are the modes of a choice in this sentence.
    pub fn sentence(
        &mut self,
        node: Node<'_>,
        body: &mut AbilityBuilder,
        modes: &mut Modes<'_>,
    ) -> Option<()> {
        let span = self.at(&node);
        let range = span.range();
        let first = node.into_inner().next();
        if let Some(at) = self.ability.do_this.take() {
            return self.how_much_is_done(at);
        }
        if let Some(repeat) = first.filter(|first| first.as_rule() == Rule::repeat_this) {
            return self.repeat_last(repeat, range, body);
        }
        if first.is_some_and(|first| first.as_rule() == Rule::doubled) {
            let mut kids = Children::of(node);
            let doubled = kids.need(Rule::doubled);
            let at = self.range(&doubled);
            if !kids.has(Rule::full_stop) {
                self.sink.push(self.no_full_stop(range.end));
            }
            kids.end();
            let scale = self.scale(doubled)?;
            if body.scale.replace(scale).is_some() {
                return self.twice(at);
            }
            return Some(());
        }
        let goes_on = first.is_some_and(|first| first.as_rule() == Rule::otherwise_lead);
        let mut kids = Children::of(node);
        let mut head = SentencePrefix::default();
        let cx = ClauseCtx::default();
        // The X of a cost is also that of its effect. It is not declared if the cost is declined.
        self.ability.declares_x = false;
        self.discourse.begin_sentence(goes_on);
        self.ability.when_would = None;
        self.ability.if_would = None;
        let before = body.open.len() > 1;
        let led_from = body.open.len();
        let statement = loop {
            let kid = kids.any();
            match kid.as_rule() {
                Rule::statement | Rule::modes => break kid,
                _ => {
                    // A limit such as `Once per round` is not a trigger.
                    let limited = |frame: &Option<AbilityFrame>| {
                        matches!(frame, None | Some(AbilityFrame::Limit(..)))
                    };
                    let begun = !body.open.iter().all(|(frame, ..)| limited(frame));
                    let at = self.range(&kid);
                    let first = kid.as_str().split_whitespace().next().unwrap_or_default();
                    let instead = match first.starts_with(char::is_uppercase) {
                        true => "If",
                        false => "if",
                    };
                    let first = at.start..at.start + first.len();
                    if kid.as_rule() == Rule::replace_lead {
                        self.ability.if_would = Some(first.clone());
                    }
                    // `At the start of the next round` delays the effect. It is not another trigger.
                    let next = kid.as_rule() == Rule::delay_lead;
                    let lead = self.lead(cx, kid, &mut head, begun)?;
                    if matches!(lead, Some(AbilityFrame::Delayed(..)))
                        && (head.condition.is_some() || head.did.is_some())
                    {
                        return self.asked_when(at);
                    }
                    let led = body.open.get(led_from..).unwrap_or_default();
                    self.is_one_occasion(led, lead.as_ref(), at.clone())?;
                    if before && self.lasts() {
                        self.is_not_another_trigger(lead.as_ref(), next, at)?;
                    }
                    if let Some(AbilityFrame::When(Occasion::When { event })) = &lead
                        && matches!(
                            event.what,
                            Happening::WouldBeDealtDamage { .. }
                                | Happening::WouldBeRemovedFromMap { .. }
                        )
                    {
                        self.ability.when_would = Some((first, instead));
                    }
                    if let Some(frame) = lead {
                        body.open.push((Some(frame), span, Vec::new()));
                        self.ability.occasion = true;
                    }
                }
            }
        };
        if head.otherwise.is_some() {
            self.discourse
                .exclude_branch(body.last().map_or(Vec::new(), |last| first_branch(last)));
        }
        let said = At::new(self.range(&statement).start..range.end);
        self.discourse
            .begin_statement(said.range().start, said.range().start == range.start);
        let stopped = kids.has(Rule::full_stop);
        kids.end();

        let chosen_from = self.discourse.slots();
        let of_statement = ClauseCtx {
            occasion: head.replaced.is_some(),
            while_condition: head.during.is_some() || head.time.is_some(),
            holds_while: head.during.is_some(),
            ..cx
        };
        let lowered = if statement.as_rule() == Rule::modes {
            let modes = match std::mem::replace(modes, Modes::None) {
                Modes::Below(lower) => lower(self)?,
                Modes::Assumed => vec![Vec::new(); 4],
                Modes::None => Vec::new(),
            };
            self.modes(of_statement, statement, modes)
                .map(|effect| vec![effect])
        } else {
            let granting = ends_in_bracket(&statement);
            if !stopped && !granting {
                self.sink.push(self.no_full_stop(range.end));
            }
            self.statement(of_statement, statement, head.replaced.is_some())
        };
        if head.condition.is_some() {
            self.discourse.fill_conditionally(chosen_from);
        }
        let mut effects = lowered?;
        // The span of a statement includes its full stop, and the words `You may` of a permission.
        match effects.as_mut_slice() {
            [effect] => effect.span = said.up_to(effect.span),
            [.., last] => last.span = last.span.up_to(said),
            [] => {}
        }
        // An effect under a condition may not have happened.
        let certain = head.condition.is_none()
            && head.during.is_none()
            && head.replaced.is_none()
            && head.otherwise.is_none()
            && head.did.is_none();
        if certain {
            self.track_removals(&effects);
        }
        self.under_head(cx, effects, head, span, body)
    }

    /// Returns the diagnostic of a full stop that is missing at this offset.
    pub fn no_full_stop(&self, at: usize) -> Diagnostic<Place_> {
        let finding = self.finding(
            Code::MissingFullStop,
            at..at,
            "missing full stop",
            "expected `.` here",
        );
        let at = finding.primary.at.clone();
        finding.fix(Safety::Safe, "write a full stop", at, ".")
    }

    fn modes(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        modes: Vec<Vec<Effect>>,
    ) -> Option<Effect> {
        let span = self.at(&node);
        let mut kids = Children::of(node);
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
            let below = "write each mode below it, on a separate line that begins with `- `";
            let (message, help) = match modes.len() {
                0 => ("the choice has no modes".to_owned(), below.to_owned()),
                1 => (
                    "with one mode there is nothing to choose".to_owned(),
                    "write a second mode below it, or only the text of the mode".to_owned(),
                ),
                _ if at_most == 0 => (
                    "0 modes would be chosen".to_owned(),
                    "write `Choose one:` or another number".to_owned(),
                ),
                all if at_most as usize == all => (
                    format!("all {all} modes would be chosen, so there is nothing to choose"),
                    "write a smaller number, or the modes as separate sentences".to_owned(),
                ),
                all => (
                    format!("there are only {all} modes, but {at_most} would be chosen"),
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
            // It is unknown whether the number is wrong or a mode is missing.
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
        if self.needs_occasion(cx) && modes.iter().flatten().all(Effect::is_lasting) {
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

impl LowerCtx<'_> {
    /// Rejects commands that address only you in modes that each player chooses.
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
                "each player chooses, but a command is for you alone",
                "you would do this even if your opponent chooses it",
            )
            .help("write `Each player draws a card or each player discards a card.`: each player then does one");
        self.report(finding)
    }
}

/// Returns whether a statement ends with a granted text, which has its own full stop.
fn ends_in_bracket(node: &Node<'_>) -> bool {
    node.as_str().trim_end().ends_with(']')
}

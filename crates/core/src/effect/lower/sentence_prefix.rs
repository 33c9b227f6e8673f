//! The leads of a sentence, and the effects of an ability while its sentences are lowered.

use smol_str::SmolStr;

use crate::effect::lower::clause_ctx::ClauseCtx;
use std::ops::Range;

use super::ctx::LowerCtx;
use super::last_end;
use super::types::slots_of;
use crate::diagnostic::{Code, Place as Place_, Safety};
use crate::effect::ir::{
    At, Condition, Duration, Effect, Event, Filter, LimitPeriod, Moment, Node as Node_, Occasion,
    Player, Reference, Scale, What, visit_condition, visit_effects,
};
use crate::game::{CardPlace, HeadingForm};

/// A lead that governs the rest of its ability.
#[allow(clippy::large_enum_variant)] // Only one exists at a time.
pub(in crate::effect) enum AbilityFrame {
    When(Occasion),
    Limit(u32, LimitPeriod, Option<SmolStr>),
    Delayed(Moment, Option<SmolStr>),
}

/// The effects of an ability while its sentences are lowered in order.
pub(in crate::effect) struct AbilityBuilder {
    /// Open frames, each with its effects. The first entry is the ability itself.
    pub open: Vec<(Option<AbilityFrame>, At, Vec<Effect>)>,
    /// The multiplication of the numbers of the ability.
    pub scale: Option<Scale>,
    /// `true` if a sentence could not be lowered. A later reference may then lack its antecedent.
    pub broken: bool,
    /// `true` if the last sentence begins with `If you do` and refers to an option inside an `If`.
    two_ifs: bool,
}

/// The leads that apply to a single sentence.
#[derive(Default)]
pub(in crate::effect) struct SentencePrefix {
    pub condition: Option<Condition>,
    /// `true` if the condition follows `For each …`, so it is checked for each thing.
    pub asked_of_each: bool,
    pub during: Option<Condition>,
    pub replaced: Option<Event>,
    pub otherwise: Option<Range<usize>>,
    /// Span of `If you do` or `If they do`; `true` for `you`.
    pub did: Option<(Range<usize>, bool)>,
    /// Filter of `For each …`, and the slot of the current thing.
    pub each: Option<(Filter, u32)>,
    pub time: Option<(Duration, Range<usize>)>,
    /// `3 times, …`
    pub times: Option<(u32, Range<usize>)>,
}

/// Finds the `may` that an `If you do` refers to, possibly inside an `if`. Returns its player, its (empty) cost and its
/// effects, which become the cost.
fn option_of(last: &mut Effect, span: At) -> Option<(Player, &mut Vec<Effect>, &mut Vec<Effect>)> {
    last.span = last.span.up_to(span);
    match &mut last.what {
        What::May {
            who,
            cost,
            effects,
            otherwise,
        } if cost.is_empty() && otherwise.is_empty() => Some((*who, cost, effects)),
        What::If {
            then, otherwise, ..
        } if otherwise.is_empty() => option_of(then.last_mut()?, span),
        _ => None,
    }
}

/// Finds the condition or option that an `Otherwise` refers to. Returns its other branch if that is still empty.
fn branches(last: &mut Effect, span: At, standing: bool) -> Option<&mut Vec<Effect>> {
    if standing && let What::While { condition, effects } = &mut last.what {
        last.what = What::If {
            condition: condition.clone(),
            then: std::mem::take(effects),
            otherwise: Vec::new(),
        };
    }
    let (What::If { otherwise, .. } | What::May { otherwise, .. }) = &mut last.what else {
        return None;
    };
    last.span = last.span.up_to(span);
    if otherwise.is_empty() {
        return Some(otherwise);
    }
    // `Otherwise, if …` is a separate condition.
    match otherwise.as_mut_slice() {
        [one] => branches(one, span, standing),
        _ => None,
    }
}

/// Returns the slots that the condition or option before an `Otherwise` fills in its first branch.
pub(super) fn first_branch(last: &Effect) -> Vec<u32> {
    let (mut chosen, otherwise) = match &last.what {
        What::While { effects, .. } => (slots_of(effects), None),
        What::If {
            then, otherwise, ..
        } => (slots_of(then), otherwise.last()),
        What::May {
            cost,
            effects,
            otherwise,
            ..
        } => (
            [slots_of(cost), slots_of(effects)].concat(),
            otherwise.last(),
        ),
        _ => return Vec::new(),
    };
    chosen.extend(otherwise.map_or(Vec::new(), first_branch));
    chosen
}

/// The result of applying the time of a sentence to its effects.
#[derive(Default)]
struct Times {
    changed: usize,
    /// `true` if an effect of the sentence has its own time.
    own: bool,
}

/// Returns the span of an effect with its own end.
fn ends_by_itself(effects: &[Effect]) -> Option<At> {
    effects.iter().find_map(|effect| match &effect.what {
        What::Act { action } if action.is_of_attack() => None,
        What::Act { action } => match action.time()? {
            Duration::Standing | Duration::AnotherChange | Duration::EndOfGame => None,
            _ => Some(effect.span),
        },
        What::Then { effects } | What::Together { effects } => ends_by_itself(effects),
        _ => None,
    })
}

/// Applies the time of a sentence to its effects.
fn set_time(effect: &mut Effect, time: &Duration, set: &mut Times) {
    match &mut effect.what {
        // An effect on an attack always ends with the attack.
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
        | What::Repeat { effects, .. }
        | What::ForEach { effects, .. } => {
            for effect in effects {
                set_time(effect, time, set);
            }
        }
        What::Choose { .. } | What::Ladder { .. } => {}
    }
}

impl AbilityBuilder {
    pub fn new() -> Self {
        AbilityBuilder {
            open: vec![(None, At::default(), Vec::new())],
            scale: None,
            broken: false,
            two_ifs: false,
        }
    }

    pub fn push(&mut self, effect: Effect) {
        self.two_ifs = false;
        if let Some((_, _, effects)) = self.open.last_mut() {
            effects.push(effect);
        }
    }

    /// Returns the last effect.
    pub fn last(&mut self) -> Option<&mut Effect> {
        let (_, _, effects) = self.open.last_mut()?;
        effects.last_mut()
    }

    /// Takes the only effect so far, if it is something that can be repeated. Otherwise returns the number of effects.
    pub fn repeatable(&mut self) -> Result<Effect, usize> {
        let all = self.open.iter().map(|(_, _, effects)| effects.len()).sum();
        let can = |effect: &Effect| match &effect.what {
            What::Act { .. }
            | What::Then { .. }
            | What::Together { .. }
            | What::Either { .. }
            | What::Choose { .. }
            | What::May { .. } => !effect.is_lasting(),
            _ => false,
        };
        let last = self.open.last_mut().map(|(_, _, effects)| effects);
        match last {
            Some(effects) if all == 1 => effects.pop_if(|last| can(last)).ok_or(all),
            _ => Err(all),
        }
    }

    /// Returns whether the last sentence tests the result of the option before it.
    fn asks_of_an_option(&self) -> bool {
        let Some((_, _, effects)) = self.open.last() else {
            return false;
        };
        let [.., option, last] = effects.as_slice() else {
            return false;
        };
        let (What::May { .. }, What::If { condition, .. }) = (&option.what, &last.what) else {
            return false;
        };
        let chosen = slots_of(std::slice::from_ref(option));
        let mut asks = false;
        visit_condition(condition, &mut |node, _| {
            asks |= matches!(node, Node_::Reference(Reference::Chosen { slot, .. }) if chosen.contains(slot));
        });
        asks
    }

    /// Returns the number of frames, and of effects in the innermost one.
    pub fn mark(&self) -> (usize, usize) {
        let last = self.open.last();
        (
            self.open.len(),
            last.map_or(0, |(_, _, effects)| effects.len()),
        )
    }

    /// Returns the effects that were added or completed since a mark.
    pub fn since(&self, (frames, effects): (usize, usize)) -> &[Effect] {
        let Some((_, _, all)) = self.open.last() else {
            return &[];
        };
        let first = match self.open.len() > frames {
            true => 0,
            false => effects.min(all.len().saturating_sub(1)),
        };
        all.get(first..).unwrap_or_default()
    }

    /// Closes all frames, innermost first.
    pub fn finish(mut self) -> Vec<Effect> {
        while self.open.len() > 1 {
            let Some((frame, span, mut effects)) = self.open.pop() else {
                break;
            };
            effects.shrink_to_fit();
            let span = last_end(span, &effects);
            let what = match frame {
                Some(AbilityFrame::When(occasion)) => What::When { occasion, effects },
                Some(AbilityFrame::Limit(times, per, period)) => What::Limit {
                    times,
                    per,
                    period,
                    effects,
                },
                Some(AbilityFrame::Delayed(moment, period)) => What::Delayed {
                    moment,
                    period,
                    effects,
                },
                None => What::Then { effects },
            };
            self.push(Effect { what, span });
        }
        let (_, _, mut effects) = self.open.pop().unwrap_or_default();
        effects.shrink_to_fit();
        effects
    }
}

impl LowerCtx<'_> {
    /// Wraps the effects of a sentence in its leads.
    pub fn under_head(
        &mut self,
        cx: ClauseCtx<'_>,
        mut effects: Vec<Effect>,
        mut head: SentencePrefix,
        span: At,
        body: &mut AbilityBuilder,
    ) -> Option<()> {
        if let Some((time, at)) = head.time.take() {
            let begins = !self.needs_occasion(cx) || head.replaced.is_some();
            if !begins && !matches!(time, Duration::While { .. }) {
                return self.never_begins(at);
            }
            let mut set = Times::default();
            for effect in &mut effects {
                set_time(effect, &time, &mut set);
            }
            let waits = head.replaced.is_some()
                || matches!(body.open.last(), Some((Some(AbilityFrame::When(_)), ..)));
            if waits && !set.own && set.changed > 0 {
                let finding = self
                    .finding(
                        Code::TwoReadings,
                        at,
                        "ambiguous: does the waiting end then, or the change?",
                        "the end of one of the two",
                    )
                    .help("write the time after the change that ends then: `When …, it loses 1 attack until …`");
                return self.report(finding);
            }
            if set.own || set.changed == 0 {
                let (message, label, help) = if set.own {
                    (
                        "the sentence gives its duration twice",
                        "second duration",
                        "remove this time",
                    )
                } else if waits {
                    (
                        "an effect that waits for an event has no duration",
                        "a duration for something that waits",
                        "remove this time: a one-time text waits until the end of the attack or activation, or else \
                         of the round; for a different time, grant the text: `Each friendly ‹acting› gains [Passive: \
                         When this ‹acting› is attacked, draw a card.] until your next turn.`",
                    )
                } else {
                    (
                        "this happens at once, so there is nothing that ends",
                        "a duration for something that does not last",
                        "remove this time",
                    )
                };
                let finding = self
                    .finding(Code::SaysNothing, at, message, label)
                    .help(help);
                return self.report(finding);
            }
        }
        let one = |what| vec![Effect { what, span }];
        if let Some((times, at)) = head.times.take() {
            if effects.iter().all(Effect::is_lasting) {
                return self.not_repeated(at);
            }
            self.chosen_each_time(&effects);
            effects = one(What::Repeat { times, effects });
        }
        if let Some((each, slot)) = head.each.take() {
            // After the loop, its current thing can no longer be referred to.
            self.discourse.forget(slot);
            self.chosen_each_time(&effects);
            if head.asked_of_each
                && let Some(condition) = head.condition.take()
            {
                effects = one(What::If {
                    condition: Box::new(condition),
                    then: effects,
                    otherwise: Vec::new(),
                });
            }
            let each = Box::new(each);
            effects = one(What::ForEach {
                each,
                slot,
                effects,
            });
        }
        if let Some(event) = head.replaced.take() {
            let event = Box::new(event);
            effects = one(What::Replace { event, effects });
        }
        let applies_always =
            self.is_static(cx) && head.during.is_none() && effects.iter().all(Effect::is_lasting);
        if let Some(condition) = head.during.take() {
            let condition = Box::new(condition);
            if !self.is_static(cx) && effects.iter().all(Effect::is_lasting) {
                self.asked_of_each(&condition)?;
                // A lasting effect that starts at a moment ends when the condition first fails.
                let time = Duration::While { condition };
                let mut set = Times::default();
                for effect in &mut effects {
                    set_time(effect, &time, &mut set);
                }
            } else if !self.is_static(cx) && !effects.iter().any(Effect::is_lasting) {
                // A lasting effect nested in a one-time effect, such as an option, does not end with the condition.
                let mut has_lasting = false;
                visit_effects(&effects, &mut |node, _| {
                    has_lasting |= matches!(node, Node_::Effect(effect) if effect.is_lasting());
                });
                if has_lasting {
                    let at = span.range();
                    let finding = self
                        .finding(
                            Code::MissingTime,
                            at.end..at.end,
                            "it is unclear how long this lasts",
                            "missing duration",
                        )
                        .help("write `If …,` for the condition, and add a duration: `until the end of the round`");
                    return self.report(finding);
                }
                if let Some(at) = ends_by_itself(&effects) {
                    return self.ends_twice(at.range());
                }
                // The condition of a one-time effect is checked once.
                effects = one(What::If {
                    condition,
                    then: effects,
                    otherwise: Vec::new(),
                });
            } else {
                effects = one(What::While { condition, effects });
            }
        }
        if let Some(condition) = head.condition.take() {
            let condition = Box::new(condition);
            effects = one(match applies_always {
                // The condition of a static effect is checked continuously.
                true => What::While { condition, effects },
                false => What::If {
                    condition,
                    then: effects,
                    otherwise: Vec::new(),
                },
            });
        }
        if let Some((at, you)) = head.did {
            if let Some((who, cost, paid)) = body.last().and_then(|last| option_of(last, span)) {
                if you != (who == Player::You) {
                    return self.did_another(at, who);
                }
                self.who_does_it(who, &effects)?;
                *cost = std::mem::replace(paid, effects);
                let last = body.last().map(|last| &last.what);
                body.two_ifs = matches!(last, Some(What::If { .. }));
                return Some(());
            }
            if body.broken {
                return None;
            }
            let repeated = matches!(
                body.last(),
                Some(last) if matches!(last.what, What::ForEach { .. } | What::Repeat { .. })
            );
            let finding = match repeated {
                true => self
                    .finding(
                        Code::UnboundReference,
                        at,
                        "\"If you do\" cannot refer to separate decisions",
                        "one decision for each thing was made before this",
                    )
                    .help("write it in the same sentence: `For each …, you may discard a card to draw a card.`"),
                false => self
                    .finding(
                        Code::UnboundReference,
                        at,
                        "\"If you do\" does not follow a \"You may\"",
                        "no option directly before this",
                    )
                    .help("write it directly after the `You may …` sentence that is the cost"),
            };
            return self.report(finding);
        }
        if let Some(at) = head.otherwise {
            let standing = self.is_static(cx);
            if body.two_ifs {
                return self.which_otherwise(at);
            }
            let declined_or_not_met = |last: &Effect| {
                matches!(&last.what, What::If { then, .. } if matches!(then.as_slice(),
                    [one] if matches!(&one.what, What::May { otherwise, .. } if otherwise.is_empty())))
            };
            if body.last().is_some_and(|last| declined_or_not_met(last)) {
                return self.which_otherwise(at);
            }
            if body.asks_of_an_option() {
                return self.which_otherwise(at);
            }
            let last = body.last();
            if let Some(otherwise) = last.and_then(|last| branches(last, span, standing)) {
                *otherwise = effects;
                return Some(());
            }
            if body.broken {
                return None;
            }
            let finding = self
                .finding(
                    Code::UnboundReference,
                    at,
                    "\"Otherwise\" does not follow an \"If\" or a \"You may\"",
                    "no condition or option directly before this",
                )
                .help("write it directly after its `If …` or `You may …` sentence");
            return self.report(finding);
        }
        for effect in effects {
            body.push(effect);
        }
        Some(())
    }

    /// Rejects `While it is adjacent to your hero, it cannot attack until the end of the round`: it is unclear whether
    /// this ends with the condition or with the round.
    fn ends_twice<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: does this end with the condition, or at that time?",
                "this gives two ends",
            )
            .help("remove the time if this ends with the condition, or write `If …,` to check the condition once");
        self.report(finding)
    }

    /// Rejects `at the start of each round` on a card that does not stay in play.
    pub(super) fn comes_once<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "this happens once, so it cannot repeat each round",
                "this does not repeat",
            )
            .help("write `the round` for the next one, or write an ability of a card that stays in play, under \
                `Passive` or `Ongoing`");
        self.report(finding)
    }

    /// Returns whether the effects of the text happen only once, when the card is played.
    pub(super) fn is_done_once(&self, cx: ClauseCtx<'_>) -> bool {
        let aside = self.place_of_type(&self.env.bearer.card_type) == CardPlace::Aside;
        let plain = self
            .env
            .heading
            .is_some_and(|heading| heading.form == HeadingForm::Plain && !heading.lasting);
        aside && plain && !self.env.granted && !(self.ability.occasion || cx.occasion)
    }

    /// Rejects `Once per round` on something that happens only once.
    pub(super) fn limits_nothing<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "this happens only once, when the card is played, so there is nothing to limit",
                "this limits nothing",
            )
            .help("remove it, or write an ability of a card that stays in play: `Ongoing, place aside: Once per \
                round, …`");
        self.report(finding)
    }

    /// Rejects `Each player may discard a card. If they do, draw a card.`: does each player who paid draw, or do you?
    fn who_does_it(&mut self, paid_by: Player, effects: &[Effect]) -> Option<()> {
        let mut yours = None;
        visit_effects(effects, &mut |node, path| {
            if let Node_::Action(action) = node
                && action.player() == Some(Player::You)
                && let Some(Node_::Effect(effect)) = path.last()
            {
                yours.get_or_insert(effect.span);
            }
        });
        let Some(yours) = yours.filter(|_| paid_by == Player::Each) else {
            return Some(());
        };
        let finding = self
            .finding(
                Code::TwoReadings,
                yours.range(),
                "it is unclear who does this: each player who paid, or you",
                "a command to the reader",
            )
            .help(
                "for each player, write it after `to`: `Each player may discard a card to draw a card.`; for you, \
                 write `Each player may discard a card to have you draw a card.`",
            );
        self.report(finding)
    }

    /// Rejects `If you do` after an option of another player, and `If they do` after your own.
    fn did_another<T>(&mut self, at: Range<usize>, who: Player) -> Option<T> {
        let (whose, right) = match who {
            Player::You => ("you", "you"),
            Player::Opponent => ("your opponent", "they"),
            Player::Each => ("each player", "they"),
        };
        let said = match right {
            "you" => "they",
            _ => "you",
        };
        let finding = self
            .finding(
                Code::UnboundReference,
                at.clone(),
                format!("the option before this belongs to {whose}, not to \"{said}\""),
                "not the player who decides",
            )
            .fix(
                Safety::Unsafe,
                format!("write `If {right} do`"),
                Place_::Text(at),
                format!("If {right} do,"),
            );
        self.report(finding)
    }
}

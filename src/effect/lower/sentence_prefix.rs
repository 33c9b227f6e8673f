//! What the head of a sentence says of it, and the effects of an ability while its sentences are lowered.

use std::ops::Range;

use super::check::binding_order::slots_of;
use super::ctx::Scope;
use super::last_end;
use crate::diagnostic::{Code, Place as Place_, Safety};
use crate::effect::ir::{
    At, Condition, Duration, Effect, Event, Filter, LimitPeriod, Moment, Node as Node_, Occasion,
    Player, Reference, What, visit_condition, visit_effects,
};
use crate::game::{CardPlace, HeadingForm};

/// Something at the head of a sentence that governs the rest of its ability.
#[allow(clippy::large_enum_variant)] // One lives at a time.
pub(super) enum Frame {
    When(Occasion),
    Limit(u32, LimitPeriod),
    Delayed(Moment),
}

/// The effects of an ability while its sentences are lowered one after another.
pub(super) struct Body {
    /// The frames that are open, each with what happens inside it; the first is the ability itself.
    pub open: Vec<(Option<Frame>, At, Vec<Effect>)>,
    /// Some sentence could not be lowered, so a later word may refer to what is missing.
    pub broken: bool,
    /// The last sentence began with `If you do`, and the option that it speaks of stands under an `If`.
    two_ifs: bool,
}

/// What the head of a sentence says of this sentence alone.
#[derive(Default)]
pub(super) struct Head {
    pub condition: Option<Condition>,
    /// The condition stands behind `For each …`, so it is asked of each.
    pub asked_of_each: bool,
    pub during: Option<Condition>,
    pub replaced: Option<Event>,
    pub otherwise: Option<Range<usize>>,
    /// `If you do`, or `If they do`: where it stands, and whether it is you.
    pub did: Option<(Range<usize>, bool)>,
    /// Gone through one by one, each in this slot.
    pub each: Option<(Filter, u32)>,
    pub time: Option<(Duration, Range<usize>)>,
}

/// The option right before an `If you do`, which may be that of a condition: who has it, what is still no cost, and
/// what is to become it.
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

/// Of the condition, or of the option, right before an `Otherwise`: what its first branch chooses, and its other one, if
/// that is still empty.
fn branches(last: &mut Effect, span: At, standing: bool) -> Option<(Vec<u32>, &mut Vec<Effect>)> {
    if standing && let What::While { condition, effects } = &mut last.what {
        last.what = What::If {
            condition: condition.clone(),
            then: std::mem::take(effects),
            otherwise: Vec::new(),
        };
    }
    let (chosen, otherwise) = match &mut last.what {
        What::If {
            then, otherwise, ..
        } => (slots_of(then), otherwise),
        What::May {
            cost,
            effects,
            otherwise,
            ..
        } => ([slots_of(cost), slots_of(effects)].concat(), otherwise),
        _ => return None,
    };
    last.span = last.span.up_to(span);
    if otherwise.is_empty() {
        return Some((chosen, otherwise));
    }
    // `Otherwise, if …` is a condition of its own.
    match otherwise.as_mut_slice() {
        [one] => branches(one, span, standing),
        _ => None,
    }
}

/// What the condition or the option right before an `Otherwise` chooses where that is not done.
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

/// What became of a time at the head of a sentence.
#[derive(Default)]
struct Times {
    changed: usize,
    /// Something in the sentence had a time of its own.
    own: bool,
}

/// Where a change stands that has a time of its own.
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

impl Body {
    pub fn new() -> Self {
        Body {
            open: vec![(None, At::default(), Vec::new())],
            broken: false,
            two_ifs: false,
        }
    }

    fn push(&mut self, effect: Effect) {
        self.two_ifs = false;
        if let Some((_, _, effects)) = self.open.last_mut() {
            effects.push(effect);
        }
    }

    /// What the sentence before did.
    pub fn last(&mut self) -> Option<&mut Effect> {
        let (_, _, effects) = self.open.last_mut()?;
        effects.last_mut()
    }

    /// Whether the last sentence asks what the option before it came to.
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

impl Scope<'_> {
    /// Puts what a sentence does under what its head says.
    pub fn under_head(
        &mut self,
        mut effects: Vec<Effect>,
        mut head: Head,
        span: At,
        body: &mut Body,
    ) -> Option<()> {
        if let Some((time, at)) = head.time.take() {
            let begins = !self.needs_occasion() || head.replaced.is_some();
            if !begins && !matches!(time, Duration::While { .. }) {
                return self.never_begins(at);
            }
            let mut set = Times::default();
            for effect in &mut effects {
                set_time(effect, &time, &mut set);
            }
            let waits = head.replaced.is_some()
                || matches!(body.open.last(), Some((Some(Frame::When(_)), ..)));
            if waits && !set.own && set.changed > 0 {
                let finding = self
                    .finding(
                        Code::TwoReadings,
                        at,
                        "it is not said whether the waiting ends then, or the change that it brings about",
                        "what ends then?",
                    )
                    .help("write the time behind the change that ends then: `When …, it loses 1 attack until …`");
                return self.report(finding);
            }
            if set.own || set.changed == 0 {
                let (message, label, help) = if set.own {
                    (
                        "the sentence says twice how long this lasts",
                        "a second time",
                        "remove this time",
                    )
                } else if waits {
                    (
                        "what waits for an event has no time of its own",
                        "a time for something that waits",
                        "remove this time: a text that is done once waits until the end of the attack or activation in \
                         which it is done, or else of the round; for another time, let those gain it of whom it is said: \
                         `Each friendly unit gains [Passive: When this unit is attacked, draw a card.] until your next \
                         turn.`",
                    )
                } else {
                    (
                        "this happens at once and leaves nothing that could end",
                        "a time for something that does not last",
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
        if let Some((each, slot)) = head.each.take() {
            // Behind its sentence it is one of many again.
            self.forget(slot);
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
        let stands =
            self.is_static() && head.during.is_none() && effects.iter().all(Effect::stands);
        if let Some(condition) = head.during.take() {
            let condition = Box::new(condition);
            if !self.is_static() && effects.iter().all(Effect::stands) {
                self.asked_of_each(&condition)?;
                // What begins at a moment ends when the condition first fails.
                let time = Duration::While { condition };
                let mut set = Times::default();
                for effect in &mut effects {
                    set_time(effect, &time, &mut set);
                }
            } else if !self.is_static() && !effects.iter().any(Effect::stands) {
                // What somebody may bring about then does not end with the condition.
                let mut stands = false;
                visit_effects(&effects, &mut |node, _| {
                    stands |= matches!(node, Node_::Effect(effect) if effect.stands());
                });
                if stands {
                    let at = span.range();
                    let finding = self
                        .finding(
                            Code::MissingTime,
                            at.end..at.end,
                            "it is not said how long this lasts",
                            "a time is missing here",
                        )
                        .help("write `If …,` for the condition, and how long: `until the end of the round`");
                    return self.report(finding);
                }
                if let Some(at) = ends_by_itself(&effects) {
                    return self.ends_twice(at.range());
                }
                // What happens at a moment is asked for then.
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
            effects = one(match stands {
                // What holds all the time is asked all the time.
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
            let repeated =
                matches!(body.last(), Some(last) if matches!(last.what, What::ForEach { .. }));
            let finding = match repeated {
                true => self
                    .finding(
                        Code::UnboundReference,
                        at,
                        "what is decided for each of several things is no one decision",
                        "which of them?",
                    )
                    .help("let it stand in the same sentence: `For each …, you may discard a card to draw a card.`"),
                false => self
                    .finding(
                        Code::UnboundReference,
                        at,
                        "\"If you do\" does not follow a \"You may\"",
                        "nothing was left to decide",
                    )
                    .help("write it right behind the `You may …` sentence that is the cost"),
            };
            return self.report(finding);
        }
        if let Some(at) = head.otherwise {
            let standing = self.is_static();
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
            if let Some((first, otherwise)) = last.and_then(|last| branches(last, span, standing)) {
                self.chosen_in_both(&first, &effects)?;
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
                    "there is nothing that could fail or be declined",
                )
                .help("write it right behind its `If …` or `You may …` sentence");
            return self.report(finding);
        }
        for effect in effects {
            body.push(effect);
        }
        Some(())
    }

    /// `While it is adjacent to your hero, it cannot attack until the end of the round`: whichever comes first, or is it
    /// asked once?
    fn ends_twice<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "it is not clear whether this ends with the condition, or at that time in any case",
                "ends in two ways",
            )
            .help("leave out the time where it ends with the condition, or write `If …,` where that is asked once");
        self.report(finding)
    }

    /// `at the start of each round` of a card that does not stay.
    pub(super) fn comes_once<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "this is done once, so nothing is left that does it each round",
                "not each round",
            )
            .help("write `the round` for the next one, or write it as an ability of a card that stays, under `Passive` or `Ongoing`");
        self.report(finding)
    }

    /// Whether what is said here happens as the card is played, and not again.
    pub(super) fn is_done_once(&self) -> bool {
        let aside = self.place_of_type(self.bearer.card_type) == CardPlace::Aside;
        let plain = self
            .heading
            .is_some_and(|heading| heading.form == HeadingForm::Plain && !heading.lasting);
        aside && plain && !self.granted && !self.occasion
    }

    /// `Once per round` of what happens once.
    pub(super) fn limits_nothing<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "this is done once, when the card is played, so there is nothing to limit",
                "limits nothing",
            )
            .help("leave it out, or write it as an ability of a card that stays: `Ongoing, place aside: Once per round, …`");
        self.report(finding)
    }

    /// `Each player may discard a card. If they do, draw a card.`: whoever discarded one, or you?
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
                "it is not said who does this: each player who paid, or you",
                "told to whoever reads the text",
            )
            .help(
                "of each player, write it behind `to`: `Each player may discard a card to draw a card.`; of you, `Each \
                 player may discard a card to have you draw a card.`",
            );
        self.report(finding)
    }

    /// `If you do` behind what another player may do.
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
                format!("the sentence before leaves it to {whose}, and this asks what {said} did"),
                "not who decides",
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

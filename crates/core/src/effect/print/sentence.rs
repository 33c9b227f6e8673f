//! Prints sentences and conjunctions.

use super::when::subject_of;
use super::{Printer, joined, noun};
use crate::effect::ir::{
    Action, Amount, Duration, Effect, LimitPeriod, Moment, Node, Occasion, Pick, Player, Reference,
    Selector, What, visit_effects,
};
use crate::words::{Mood, Phrase};

impl Printer<'_> {
    /// Prints sentences without the last full stop. The first one starts in lower case, as after a lead.
    pub(super) fn sentences(&self, effects: &[Effect]) -> Phrase {
        joined(
            effects.iter().map(|effect| self.sentence(effect)),
            |before, sentence| {
                self.words
                    .beside(self.stopped(before), self.capitalise(sentence))
            },
        )
    }

    /// Adds the full stop of a sentence if it has none.
    pub(super) fn stopped(&self, sentence: Phrase) -> Phrase {
        // A granted text includes its own full stop.
        if sentence.is_closed() || sentence.is_empty() {
            sentence
        } else {
            self.words.sentence(sentence)
        }
    }

    pub(super) fn capitalise(&self, phrase: Phrase) -> Phrase {
        let text = self.words.agreement.capitalise(phrase.text());
        phrase.with_text(&text)
    }

    /// Prints one sentence as it appears after a lead, without its full stop.
    fn sentence(&self, effect: &Effect) -> Phrase {
        let w = self.words;
        match &effect.what {
            What::When { occasion, effects } => {
                let lead = match occasion {
                    Occasion::When { event } => w.when(self.event(event)),
                    Occasion::After { event } => w.after(self.event(event)),
                    Occasion::FirstEachRound { event } => w.first_time(self.event(event)),
                    Occasion::At { moment, period } => self.moment(*moment, period.as_deref()),
                };
                w.led(lead, self.sentences(effects))
            }
            What::Limit {
                times,
                per,
                period,
                effects,
            } => {
                let period = self.word("periods", period.as_deref().unwrap_or_default());
                let mut inner = self.clone();
                inner.limited_round |= *per == LimitPeriod::Round;
                let lead = match (times, per) {
                    (1, LimitPeriod::Round) => w.once_per_round(),
                    (1, LimitPeriod::Game) => w.once_per_game(),
                    (2, LimitPeriod::Round) => w.twice_per_round(),
                    (2, LimitPeriod::Game) => w.twice_per_game(),
                    (more, LimitPeriod::Round) => w.times_per_round(*more),
                    (more, LimitPeriod::Game) => w.times_per_game(*more),
                    (1, LimitPeriod::Period) => w.once_per(period),
                    (2, LimitPeriod::Period) => w.twice_per(period),
                    (more, LimitPeriod::Period) => w.times_per(*more, period),
                };
                w.led(lead, inner.sentences(effects))
            }
            What::Delayed {
                moment,
                period,
                effects,
            } => w.led(
                self.moment(*moment, period.as_deref()),
                self.sentences(effects),
            ),
            What::If {
                condition,
                then,
                otherwise,
            } => {
                let lead = w.in_case(self.condition(condition));
                let then = w.led(lead, self.sentences(then));
                if otherwise.is_empty() {
                    return then;
                }
                let otherwise = w.led(w.otherwise(), self.sentences(otherwise));
                w.beside(self.stopped(then), self.capitalise(otherwise))
            }
            What::While { condition, effects } => w.led(
                w.for_as_long(self.condition(condition)),
                self.sentences(effects),
            ),
            What::Repeat { times, effects } => {
                w.led(w.so_many_times(*times), self.sentences(effects))
            }
            // Lines with rows are printed as a whole (`ladder`).
            What::Ladder { rows, .. } => joined(
                rows.iter().map(|row| self.sentences(&row.effects)),
                |first, last| w.beside(first, last),
            ),
            What::ForEach {
                each,
                slot: _,
                effects,
            } => w.led(w.for_each(self.singular(each)), self.sentences(effects)),
            What::Replace { event, effects } => {
                let mut inner = self.clone();
                inner.it = subject_of(event)
                    .and_then(noun::known)
                    .filter(|is| matches!(is, Reference::This { as_: Some(_) }))
                    .filter(|_| names_one_thing(effects))
                    .cloned();
                w.instead(self.replaced_event(event), inner.in_turn(effects))
            }
            What::Choose {
                who,
                at_least,
                at_most,
                modes,
            } => {
                let number = match (at_least, at_most) {
                    (0, most) => w.up_to(*most),
                    (1, 1) => w.one(),
                    (least, most) if least == most => (*most).into(),
                    (1, _) => w.or_more(w.one()),
                    (least, _) => w.or_more(*least),
                };
                let who = match who {
                    Player::You => self.unnamed(),
                    who => self.player(*who),
                };
                let mut text = w.choose_modes(who, number);
                for (index, mode) in modes.iter().enumerate() {
                    let before = if index == 0 { text } else { self.stopped(text) };
                    text = w.mode(before, self.capitalise(self.sentences(mode)));
                }
                text
            }
            What::May {
                who,
                cost,
                effects,
                otherwise,
            } if !otherwise.is_empty() => {
                let may = What::May {
                    who: *who,
                    cost: cost.clone(),
                    effects: effects.clone(),
                    otherwise: Vec::new(),
                };
                let may = self.sentence(&Effect {
                    what: may,
                    span: effect.span,
                });
                let otherwise = w.led(w.otherwise(), self.sentences(otherwise));
                w.beside(self.stopped(may), self.capitalise(otherwise))
            }
            What::May {
                who, cost, effects, ..
            } if !(cost.is_empty()
                || is_clause(cost) && are_clauses(effects) && !you_choose(*who, effects)) =>
            {
                let inner = Printer {
                    actor: *who,
                    mood: Mood::Infinitive,
                    ..self.clone()
                };
                let cost = w.may(self.player(*who), inner.in_turn(cost));
                let lead = if *who == Player::You {
                    w.if_you_do()
                } else {
                    w.if_they_do()
                };
                let effects = w.led(lead, self.sentences(effects));
                w.beside(self.stopped(cost), self.capitalise(effects))
            }
            _ => self.core(effect),
        }
    }

    pub fn moment(&self, moment: Moment, period: Option<&str>) -> Phrase {
        let w = self.words;
        let period = period.unwrap_or_default();
        let name = || self.word("periods", period);
        let term = self.symbols.game.term("periods", period);
        match moment {
            Moment::StartOfRound => w.at_start_of_round(),
            Moment::EndOfRound => w.at_end_of_round(),
            Moment::StartOfNextRound => w.at_start_of_next_round(),
            Moment::StartOfPeriod => match term {
                Some(term) if term.own => w.at_start_of_your(name()),
                Some(term) if term.indefinite => w.at_start_of_a(name()),
                _ => w.at_start_of(name()),
            },
            Moment::EndOfPeriod => match term {
                Some(term) if term.own => w.at_end_of_your(name()),
                Some(term) if term.indefinite => w.at_end_of_a(name()),
                _ => w.at_end_of(name()),
            },
            Moment::StartOfNextPeriod => w.at_start_of_next(name()),
        }
    }

    /// Prints the clauses of a sentence.
    fn core(&self, effect: &Effect) -> Phrase {
        let w = self.words;
        match &effect.what {
            What::Act { action } => self.action(action),
            What::Then { effects } => self.in_turn(effects),
            What::Either { effects, .. } => {
                joined(self.cores(effects), |first, last| w.or(first, last))
            }
            What::Together { effects } => self.together(effects),
            What::May {
                who, cost, effects, ..
            } => {
                let inner = Printer {
                    actor: *who,
                    mood: Mood::Infinitive,
                    ..self.clone()
                };
                let effects = inner.in_turn(effects);
                if cost.is_empty() {
                    w.may(self.player(*who), effects)
                } else {
                    w.may_pay(self.player(*who), inner.in_turn(cost), effects)
                }
            }
            What::Unless { condition, effects } => {
                let inner = Printer {
                    mood: Mood::Exception,
                    ..self.clone()
                };
                w.unless(self.in_turn(effects), inner.condition(condition))
            }
            What::UnlessPaid { who, cost, effects } => {
                let inner = Printer {
                    // The actor differs from the payer, so that the cost is printed with its payer.
                    actor: if *who == Player::You {
                        Player::Each
                    } else {
                        Player::You
                    },
                    mood: Mood::Exception,
                    ..self.clone()
                };
                let cost = joined(inner.cores(cost), |first, last| w.and(first, last));
                w.unless(self.in_turn(effects), cost)
            }
            _ => self.sentence(effect),
        }
    }

    fn cores(&self, effects: &[Effect]) -> impl Iterator<Item = Phrase> {
        effects.iter().map(|effect| self.core(effect))
    }

    /// Prints consecutive actions in one sentence.
    fn in_turn(&self, effects: &[Effect]) -> Phrase {
        joined(self.cores(effects), |first, last| {
            self.words.then(first, last)
        })
    }

    /// Prints several predicates of one subject, with their common time at the end.
    fn together(&self, effects: &[Effect]) -> Phrase {
        let w = self.words;
        let actions: Vec<&Action> = effects
            .iter()
            .filter_map(|effect| match &effect.what {
                What::Act { action } => Some(&**action),
                _ => None,
            })
            .collect();
        let mut subject = None;
        let mut predicates = Vec::new();
        let mut time = Duration::AnotherChange;
        for action in actions {
            let written = self.said(action);
            subject.get_or_insert(written.subject);
            predicates.push(w.beside(written.predicate, written.tail));
            if let Some(own) = action.time()
                && !action.is_of_attack()
            {
                time = own.clone();
            }
        }
        let predicates = joined(predicates, |first, last| w.and(first, last));
        let is_default = self.is_default(&time);
        self.had(
            subject.unwrap_or_default(),
            predicates,
            Phrase::default(),
            (!is_default).then(|| self.duration(&time, false)),
        )
    }
}

/// Returns whether a cost is empty or a single clause.
fn is_clause(cost: &[Effect]) -> bool {
    match cost {
        [] => true,
        [one] => matches!(one.what, What::Act { .. } | What::Together { .. }),
        _ => false,
    }
}

/// Returns whether effects can follow `to`.
fn are_clauses(effects: &[Effect]) -> bool {
    effects.iter().all(|effect| match &effect.what {
        What::Act { action } => !action.allows_or_forbids(),
        What::Then { effects } | What::Together { effects } => are_clauses(effects),
        What::Unless { effects, .. } | What::UnlessPaid { effects, .. } => are_clauses(effects),
        _ => false,
    })
}

/// Returns whether another player decides but you choose the targets. A clause after `to` would let the deciding player
/// choose them.
fn you_choose(who: Player, effects: &[Effect]) -> bool {
    let mut yours = false;
    visit_effects(effects, &mut |node, _| {
        yours |= matches!(
            node,
            Node::Selector(Selector {
                pick: Pick::Choose {
                    by: Player::You,
                    ..
                },
                ..
            })
        );
    });
    who != Player::You && yours
}

/// Returns whether effects name a single known thing, so that `it` is unambiguous.
fn names_one_thing(effects: &[Effect]) -> bool {
    let [effect] = effects else { return false };
    let action = match &effect.what {
        What::Act { action } => action,
        What::May { cost, effects, .. } => {
            return cost.iter().all(pays_several) && names_one_thing(effects);
        }
        _ => return false,
    };
    match &**action {
        Action::RemoveDamage { amount, from: what }
        | Action::Increase { amount, what }
        | Action::Decrease { amount, what } => {
            noun::known(what).is_some() && matches!(amount, Amount::Fixed { .. } | Amount::All)
        }
        Action::RemoveMarks { from: what, .. }
        | Action::PlaceMarks { on: what, .. }
        | Action::Activate { what }
        | Action::Return { what, .. } => noun::known(what).is_some(),
        _ => false,
    }
}

/// Returns whether a cost names no single thing that `it` could refer to.
fn pays_several(cost: &Effect) -> bool {
    let What::Act { action } = &cost.what else {
        return false;
    };
    match &**action {
        Action::Discard { what, .. } | Action::Spend { what, .. } => {
            matches!(&what.pick, Pick::Choose { count, from, .. }
                if !count.is_one() && from.places.is_empty() && from.states.is_empty())
        }
        Action::Pay { amount, .. } => matches!(amount, Amount::Fixed { .. }),
        _ => false,
    }
}

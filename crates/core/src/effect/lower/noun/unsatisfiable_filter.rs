//! Rejects contradictory modifiers of a noun phrase.

use crate::effect::lower::types::{Antecedent, EntityKind};
use std::ops::Range;

use smol_str::SmolStr;

use super::Parts;
use crate::diagnostic::{Code, Place as Place_, Safety};
use crate::effect::ir::{Amount, Comparison, Noun, Place, Reference, Side, State};
use crate::effect::lower::ctx::LowerCtx;
use crate::effect::lower::state_types::{Said, Spoken};
use crate::effect::syntax::Rule;
use crate::game::Binding;

impl LowerCtx<'_> {
    /// Adds a state if it is compatible with the earlier ones.
    pub(super) fn new_state(
        &mut self,
        state: State,
        at: Range<usize>,
        parts: &mut Parts,
    ) -> Option<()> {
        if parts.filter.states.contains(&state) {
            return self.twice(at);
        }
        if parts
            .filter
            .states
            .iter()
            .any(|known| contrary(known, &state))
        {
            return self.contradiction(at, "nothing can have both states");
        }
        if let State::Attribute { attribute, .. } = &state {
            self.of_all_kinds(attribute, at.clone(), parts)?;
        }
        parts.states.push((state.clone(), at));
        parts.filter.states.push(state);
        Some(())
    }

    /// Rejects states that matching things can never have: `a vacant unit`.
    pub(super) fn can_be_all(&mut self, parts: &Parts) -> Option<()> {
        if parts.states.is_empty() && parts.fields.is_empty() {
            return Some(());
        }
        let spoken = Spoken {
            thing: self.thing_of_filter(&parts.filter),
            said: Said::Filter(&parts.filter),
            known: false,
        };
        let mut states = parts.states.iter();
        states.try_for_each(|(state, at)| self.can_be(&spoken, state, at.clone()))?;
        let mut fields = parts.fields.iter();
        fields.try_for_each(|(word, at)| self.can_be_called(&spoken, word, at.clone()))
    }

    /// Rejects `a spell or unit with 3 or less attack`: spells have no attack, so no spell matches.
    fn of_all_kinds(&mut self, attribute: &str, at: Range<usize>, parts: &Parts) -> Option<()> {
        let Noun::Card { types } = &parts.filter.noun else {
            return Some(());
        };
        let term = self.env.symbols.game.term("attributes", attribute);
        let of = term.map_or(&[][..], |term| term.of.as_slice());
        let without = types.iter().find(|one| !of.is_empty() && !of.contains(one));
        let Some(without) = without.filter(|_| types.len() > 1) else {
            return Some(());
        };
        let words = without.replace('_', " ");
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                format!(
                    "this applies to both, but {} {words} does not have it",
                    super::article(&words)
                ),
                "one of the two does not have this",
            )
            .help("write two sentences, one for each kind");
        self.report(finding)
    }

    /// Adds a place if it is compatible with the earlier ones.
    pub(super) fn new_place(
        &mut self,
        place: Place,
        at: Range<usize>,
        parts: &mut Parts,
    ) -> Option<()> {
        if parts.filter.places.contains(&place) {
            return self.twice(at);
        }
        if parts.filter.zone.is_some() {
            let finding = self
                .finding(
                    Code::Contradiction,
                    at,
                    "a card in a pile or a hand has no place on the map",
                    "this contradicts an earlier part",
                )
                .help(
                    "keep one of the two; to put it on the map, write `Place a ‹acting› from your hand on a vacant \
                     space …`",
                );
            return self.report(finding);
        }
        if parts.filter.places.iter().any(|known| apart(known, &place)) {
            return self.contradiction(at, "no place can match both");
        }
        parts.filter.places.push(place);
        Some(())
    }

    /// Rejects `each friendly unit (excluding other “Angel” units)`: `other` adds nothing if the whole kind is
    /// excluded.
    pub(super) fn other_than_excluded<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at.clone(),
                "ambiguous: does \"other\" keep this card included?",
                "it is unclear what \"other\" refers to",
            )
            .help("remove it if this card is excluded too")
            .fix(Safety::Unsafe, "remove it", Place_::Text(at), "");
        self.report(finding)
    }

    /// Rejects a noun phrase that excludes everything it matches.
    pub(super) fn holds_together(&mut self, whole: Range<usize>, parts: &Parts) -> Option<()> {
        let Some(excluding) = &parts.filter.excluding else {
            return Some(());
        };
        let whole_kind = match (&excluding.noun, &parts.filter.noun) {
            (Noun::Card { types: left_out }, Noun::Card { types }) => {
                left_out.is_empty()
                    || !types.is_empty() && types.iter().all(|one| left_out.contains(one))
            }
            (left_out, noun) => left_out == noun,
        };
        let of = &parts.filter;
        let all = whole_kind
            && excluding.traits.iter().all(|one| of.traits.contains(one))
            && excluding.fields.iter().all(|one| of.fields.contains(one))
            && excluding.states.iter().all(|one| of.states.contains(one))
            && excluding.places.iter().all(|one| of.places.contains(one))
            && (excluding.side.is_none() || excluding.side == of.side)
            && excluding.zone.is_none()
            && excluding.among.is_none()
            && excluding.names.is_empty()
            && !excluding.other;
        if !all {
            return Some(());
        }
        self.contradiction(whole, "everything that matches is excluded")
    }

    /// Returns whether this card may match the noun phrase so far.
    pub(super) fn is_of_own_kind(&self, parts: &Parts) -> bool {
        let thing = self.thing_of_filter(&parts.filter);
        parts.filter.side != Some(Side::Enemy)
            && self.bearers().any(|bearer| may_be_one(&bearer, &thing))
    }

    fn other_than_which<T>(&mut self, at: Range<usize>, adjacent: bool, plain: bool) -> Option<T> {
        let finding = self.finding(
            Code::TwoReadings,
            at.clone(),
            "ambiguous: other than this card, or than each of those?",
            "it is unclear what this excludes",
        );
        let one = at.len() == "another".len();
        let finding = match adjacent {
            true if one && plain => finding
                .help("write `a`: nothing is adjacent to itself")
                .fix(Safety::Unsafe, "write `a`", Place_::Text(at), "a"),
            true => finding.help("remove it: nothing is adjacent to itself"),
            false => finding.help("remove it, or name what is excluded: `(excluding \"…\")`"),
        };
        self.report(finding)
    }

    /// Rejects `*undead* *dragon* or *living*`: a list after another trait can belong to it or apply to both.
    pub(super) fn one_of_both_lists(
        &mut self,
        any: &[SmolStr],
        at: Range<usize>,
        parts: &Parts,
    ) -> Option<()> {
        let Some(first) = parts.filter.traits.last() else {
            return Some(());
        };
        if first.len() == 1 && any.len() == 1 {
            return Some(());
        }
        let finding = self.finding(
            Code::TwoReadings,
            at,
            "ambiguous: which of these traits does \"or\" join?",
            "alternatives directly beside another trait",
        );
        self.report(finding.help(
            "write a sentence for each alternative, or all traits in one list: `an enemy *…* or *…* ‹acting›`",
        ))
    }

    /// Rejects `another` without a first one: neither this card nor an earlier mention is of the kind.
    ///
    /// `Each friendly unit … for each other friendly unit` and `a unit attacks another unit` are about a thing that is
    /// repeated or varies. There, it is other than that thing.
    pub(super) fn other_than(
        &mut self,
        at: Range<usize>,
        parts: &mut Parts,
        beside: Option<Rule>,
    ) -> Option<()> {
        let thing = self.thing_of_filter(&parts.filter);
        // This card is never on the other side, so `another` refers to an earlier mention there.
        let is_this = parts.filter.side != Some(Side::Enemy)
            && parts.filter.zone.is_none()
            && self.bearers().any(|bearer| may_be_one(&bearer, &thing));
        let side = parts.filter.side;
        let mut repeated = self.discourse.mentions_of_phrase().iter().rev();
        let is_repeated = repeated.any(|mention| {
            let may_match = mention.side.is_none() || side.is_none() || mention.side == side;
            mention.iterated && may_match && may_be_one(&mention.thing, &thing)
        });
        if is_repeated && parts.asked_of_one {
            parts.filter.other = false;
            parts.filter.not_itself = true;
            return Some(());
        }
        if is_repeated && is_this && beside.is_none() && !self.ability.recovering {
            return self.other_than_which(at, false, false);
        }
        // `friendly units adjacent to another friendly unit`: other than each of them, or than this card?
        if is_this && beside.is_some() && !self.ability.recovering {
            let plain = parts.filter.traits.is_empty() && parts.filter.states.is_empty();
            return self.other_than_which(at, beside == Some(Rule::p_adjacent), plain);
        }
        if is_this
            || self.ability.recovering
            || self.binds(Binding::Attack)
            || self.ability.event_attack
        {
            return Some(());
        }
        let mentions = self.discourse.mentions().iter();
        let mut fits = mentions.filter(|mention| may_be_one(&mention.thing, &thing));
        // `another` never excludes a hero or the things of a set that was affected as a whole.
        let is_left_out = |mention: &&Antecedent| {
            let hero = matches!(
                mention.reference,
                Reference::YourHero | Reference::EnemyHero
            );
            !(hero || mention.all && mention.many)
        };
        let first = fits.clone().next().cloned();
        if fits.any(|mention| is_left_out(&mention)) {
            return Some(());
        }
        let message = match first {
            None => "nothing named before this is of the same kind",
            Some(_) => "\"other\" excludes only things that were chosen one by one",
        };
        let finding = self.finding(
            Code::UnboundReference,
            at,
            message,
            "it is unclear what this excludes",
        );
        let finding = match first {
            None => finding.help("remove it, or name the first one before it"),
            Some(first) => finding
                .label(Place_::Text(first.at), "not excluded by it")
                .help(match first.all {
                    true => "name what is excluded: `each enemy … (excluding …)`".to_owned(),
                    false => format!(
                        "remove it, and choose a noun that excludes the {}: `a friendly {}`",
                        self.leader_word(),
                        self.acting_word()
                    ),
                }),
        };
        self.report(finding)
    }
}

/// Returns whether a thing may be of both kinds.
fn may_be_one(one: &EntityKind, other: &EntityKind) -> bool {
    let share = |one: &[SmolStr], other: &[SmolStr]| {
        one.is_empty() || other.is_empty() || one.iter().any(|known| other.contains(known))
    };
    match (one, other) {
        (EntityKind::OnMap(one), EntityKind::OnMap(other))
        | (EntityKind::Card(one), EntityKind::Card(other)) => share(one, other),
        _ => one == other,
    }
}

/// Returns whether two states exclude each other.
fn contrary(one: &State, other: &State) -> bool {
    match (one, other) {
        (
            State::Mark { mark, has },
            State::Mark {
                mark: same,
                has: too,
            },
        ) => mark == same && has != too,
        (State::Damage { number }, State::Damage { number: too })
        | (State::Size { number }, State::Size { number: too }) => apart_numbers(number, too),
        (
            State::Tokens { token, number },
            State::Tokens {
                token: same,
                number: too,
            },
        ) => token == same && apart_numbers(number, too),
        (
            State::Attribute { attribute, number },
            State::Attribute {
                attribute: same,
                number: too,
            },
        ) => attribute == same && apart_numbers(number, too),
        _ => false,
    }
}

/// Returns the matching numbers as an inclusive range, if they are literals.
fn range_of(comparison: &Comparison) -> Option<(u32, u32)> {
    let value = |amount: &Amount| amount.value();
    Some(match comparison {
        Comparison::Exactly { number } => (value(number)?, value(number)?),
        Comparison::AtLeast { number } => (value(number)?, u32::MAX),
        Comparison::AtMost { number } => (0, value(number)?),
        Comparison::MoreThan { number } => (value(number)?.saturating_add(1), u32::MAX),
        Comparison::LessThan { number } => (0, value(number)?.saturating_sub(1)),
    })
}

fn apart_numbers(one: &Comparison, other: &Comparison) -> bool {
    match (range_of(one), range_of(other)) {
        (Some((least, most)), Some((too_least, too_most))) => least > too_most || too_least > most,
        _ => false,
    }
}

/// Returns the origin of a place, and its minimum and maximum distance in steps.
fn steps(place: &Place) -> Option<(&crate::effect::ir::Selector, u32, u32)> {
    Some(match place {
        Place::Adjacent { to, not: false } => (to, 1, 1),
        Place::Within {
            range,
            of,
            not: false,
        } => (of, 0, range.value()?),
        Place::Within {
            range,
            of,
            not: true,
        } => (of, range.value()? + 1, u32::MAX),
        Place::Beyond { steps, from } => (from, steps.value()? + 1, u32::MAX),
        _ => return None,
    })
}

/// Returns whether two places exclude each other.
fn apart(one: &Place, other: &Place) -> bool {
    match (one, other) {
        (Place::Adjacent { to, not }, Place::Adjacent { to: same, not: too }) => {
            to == same && not != too
        }
        (
            Place::Row { row, side },
            Place::Row {
                row: other,
                side: too,
            },
        ) => row != other || (side != too),
        _ => match (steps(one), steps(other)) {
            (Some((from, least, most)), Some((same, too_least, too_most))) => {
                from == same && (least > too_most || too_least > most)
            }
            _ => false,
        },
    }
}

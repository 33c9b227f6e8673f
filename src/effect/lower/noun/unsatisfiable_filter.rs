//! Words of one description that cannot hold together.

use crate::effect::lower::types::{Mention, Thing};
use std::ops::Range;

use smol_str::SmolStr;

use super::Parts;
use crate::diagnostic::{Code, Place as Place_, Safety};
use crate::effect::ir::{Amount, Comparison, Noun, Place, Reference, Side, State};
use crate::effect::lower::ctx::Scope;
use crate::effect::lower::state_types::{Said, Spoken};
use crate::effect::syntax::Rule;
use crate::game::Binding;

impl Scope<'_> {
    /// Adds a state that can hold together with those before it.
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
            return self.contradiction(at, "nothing is both this and what is said before");
        }
        if let State::Attribute { attribute, .. } = &state {
            self.of_all_kinds(attribute, at.clone(), parts)?;
        }
        parts.states.push((state.clone(), at));
        parts.filter.states.push(state);
        Some(())
    }

    /// Refuses what things of that description never are: `a vacant unit`.
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

    /// `a spell or unit with 3 or less attack`: no spell has it, so that none would fit.
    fn of_all_kinds(&mut self, attribute: &str, at: Range<usize>, parts: &Parts) -> Option<()> {
        let Noun::Card { types } = &parts.filter.noun else {
            return Some(());
        };
        let term = self.symbols.game.term("attributes", attribute);
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
                    "this is asked of both, and {} {words} has none",
                    super::article(&words)
                ),
                "of which of the two is it said?",
            )
            .help("say it in two sentences, of each kind by itself");
        self.report(finding)
    }

    /// Adds a place that can be the same as those before it.
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
                    "this contradicts what was said before",
                )
                .help(
                    "keep one of the two; to put it on the map, write `Place a unit from your hand on a vacant space …`",
                );
            return self.report(finding);
        }
        if parts.filter.places.iter().any(|known| apart(known, &place)) {
            return self.contradiction(at, "no place is both this and what is said before");
        }
        parts.filter.places.push(place);
        Some(())
    }

    /// `each friendly unit (excluding other “Angel” units)`: `other` says nothing of what is left out where all of
    /// the same kind are meant.
    pub(super) fn other_than_excluded<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at.clone(),
                "it is not clear whether \"other\" keeps this one among those that are meant",
                "other than which?",
            )
            .help("leave it out where all of that kind are left out, this one too")
            .fix(Safety::Unsafe, "leave it out", Place_::Text(at), "");
        self.report(finding)
    }

    /// Refuses a description whose parts exclude each other.
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
        self.contradiction(whole, "all that is described before it is excluded")
    }

    /// Whether this card may be one of those that are described so far.
    pub(super) fn is_of_own_kind(&self, parts: &Parts) -> bool {
        let thing = self.thing_of_filter(&parts.filter);
        parts.filter.side != Some(Side::Enemy)
            && self.bearers().any(|bearer| may_be_one(&bearer, &thing))
    }

    fn other_than_which<T>(&mut self, at: Range<usize>, adjacent: bool, plain: bool) -> Option<T> {
        let finding = self.finding(
            Code::TwoReadings,
            at.clone(),
            "it is not clear whether this card is left out, or each of those of which this says where they are",
            "other than which?",
        );
        let one = at.len() == "another".len();
        let finding = match adjacent {
            true if one && plain => finding
                .help("write `a`: nothing is adjacent to itself")
                .fix(Safety::Unsafe, "write `a`", Place_::Text(at), "a"),
            true => finding.help("leave it out: nothing is adjacent to itself"),
            false => finding.help("leave it out, or name what is left out: `(excluding \"…\")`"),
        };
        self.report(finding)
    }

    /// `another` where nothing is the first one: it is neither a kind of thing that this card is, nor one that was named.
    pub(super) fn other_than(
        &mut self,
        at: Range<usize>,
        parts: &Parts,
        beside: Option<Rule>,
    ) -> Option<()> {
        let thing = self.thing_of_filter(&parts.filter);
        // Nothing on the other side is this card, so that another one is meant there.
        let is_this = parts.filter.side != Some(Side::Enemy)
            && parts.filter.zone.is_none()
            && self.bearers().any(|bearer| may_be_one(&bearer, &thing));
        // `friendly units adjacent to another friendly unit`: than each of them, or than this card?
        if is_this && beside.is_some() && !self.unsure {
            let plain = parts.filter.traits.is_empty() && parts.filter.states.is_empty();
            return self.other_than_which(at, beside == Some(Rule::p_adjacent), plain);
        }
        if is_this || self.unsure || self.binds(Binding::Attack) || self.event_attack {
            return Some(());
        }
        let mentions = self.mentions.iter();
        let mut fits = mentions.filter(|mention| may_be_one(&mention.thing, &thing));
        // A hero is left out by no word, and of all that were hit nobody knows afterwards which they were.
        let is_left_out = |mention: &&Mention| {
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
            None => "nothing before it is what this is another than",
            Some(_) => "\"other\" leaves out what was chosen one by one, and not this",
        };
        let finding = self.finding(Code::UnboundReference, at, message, "another than which?");
        let finding = match first {
            None => finding.help("leave it out, or name the first one before"),
            Some(first) => finding
                .label(Place_::Text(first.at), "not left out by that")
                .help(match first.all {
                    true => "say which are meant: `each enemy unit (excluding *undead* units)`",
                    false => "leave it out, and say what is meant so that the hero does not fit: `a friendly unit`",
                }),
        };
        self.report(finding)
    }
}

/// Whether one thing may be of both kinds.
fn may_be_one(one: &Thing, other: &Thing) -> bool {
    let share = |one: &[SmolStr], other: &[SmolStr]| {
        one.is_empty() || other.is_empty() || one.iter().any(|known| other.contains(known))
    };
    match (one, other) {
        (Thing::OnMap(one), Thing::OnMap(other)) | (Thing::Card(one), Thing::Card(other)) => {
            share(one, other)
        }
        _ => one == other,
    }
}

/// Whether two states are never those of one card.
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

/// The numbers that fit, if they are written.
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

/// The steps from something that a place allows: the fewest and the most.
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

/// Whether two places are never the same.
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

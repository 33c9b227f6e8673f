//! Which states a kind of thing can be in, and which numbers it can have.

use crate::effect::lower::types::{Thing, Wants};
use std::ops::Range;

use smol_str::SmolStr;

use super::ctx::{Scope, reference_words};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::effect::ir::{BareWord, Filter, Pick, Reference, Selector, State};

/// What is spoken of: what it is, and how it was said.
pub(super) struct Spoken<'s> {
    pub thing: Thing,
    pub said: Said<'s>,
    /// It was named before, so that one fitting type of several is enough for a number.
    pub known: bool,
}

/// From what it has its words, where a finding needs them.
pub(super) enum Said<'s> {
    Reference(&'s Reference),
    Selector(&'s Selector),
    Filter(&'s Filter),
}

impl Scope<'_> {
    /// Refuses a state in which nothing of a kind ever is: `a vacant unit`, `that spell has damage`.
    pub fn can_be(&mut self, of: &Spoken<'_>, state: &State, at: Range<usize>) -> Option<()> {
        match self.never(of, state, at) {
            Some(finding) => self.report(finding),
            None => Some(()),
        }
    }

    /// Refuses a word of a field that nothing of a kind has: `a flying hero`.
    pub fn can_be_called(
        &mut self,
        of: &Spoken<'_>,
        word: &BareWord,
        at: Range<usize>,
    ) -> Option<()> {
        let types = types_of(&of.thing);
        let has = |one: &SmolStr| self.has_field(one, &word.field);
        if types.is_some_and(|types| types.is_empty() || types.iter().any(has)) {
            return Some(());
        }
        let game = self.symbols.game;
        let with: Vec<SmolStr> = game
            .card_types
            .keys()
            .filter(|id| has(id))
            .cloned()
            .collect();
        let only = self.types_in_words(&with);
        let said = match word.value.as_str() {
            "true" => word.field.replace('_', " "),
            value => value.replace('_', " "),
        };
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                format!("{} is never {said}", self.said(of)),
                format!("only {} {only} is", super::noun::article(&only)),
            )
            .help("leave it out, or name something else");
        self.report(finding)
    }

    /// What is meant by a reference.
    pub fn spoken_of<'s>(&self, reference: &'s Reference) -> Spoken<'s> {
        Spoken {
            thing: self.thing_of_reference(reference).0,
            said: Said::Reference(reference),
            known: true,
        }
    }

    /// What a phrase speaks of.
    pub fn spoken<'s>(&self, selector: &'s Selector) -> Spoken<'s> {
        Spoken {
            thing: self.thing_of(selector),
            said: Said::Selector(selector),
            known: matches!(selector.pick, Pick::Known { .. }),
        }
    }

    /// What it is called in a finding.
    pub fn said(&self, of: &Spoken<'_>) -> String {
        match of.said {
            Said::Reference(reference) => reference_words(reference),
            Said::Selector(selector) => self.selector_words(selector),
            Said::Filter(filter) => self.filter_words(filter),
        }
    }

    fn never(&self, of: &Spoken<'_>, state: &State, at: Range<usize>) -> Option<Diagnostic<Place>> {
        let (is, wants) = match state {
            State::Attribute { attribute, .. } => return self.has_no_number(of, attribute, at),
            State::Tokens { token, .. } => return self.has_no_tokens(of, token, at),
            State::Damage { .. } => return self.has_no_tokens(of, "damage", at),
            State::Size { .. } => return self.has_no_tokens(of, "size", at),
            State::Mark { mark, .. } => {
                let term = self.symbols.game.term("marks", mark);
                let name = term.map_or(mark.as_str(), |term| term.name.as_str());
                return self.has_none(of, &format!("{name} marks"), Wants::Fighter, at);
            }
            State::Vacant => ("vacant", Wants::Space),
            State::Ready => ("ready", Wants::Payer),
            State::Spent => ("spent", Wants::Payer),
            State::FaceUp => ("face-up", Wants::Hidden),
            State::FaceDown => ("face-down", Wants::Hidden),
            State::SameName { .. } | State::BeingPlayed => return None,
        };
        if self.some_kind(&of.thing, wants) {
            return None;
        }
        let (label, help) = self.only(wants, "is", "say it of {}, or leave it out");
        let finding = self.finding(
            Code::CannotApply,
            at,
            format!("{} is never {is}", self.said(of)),
            label,
        );
        Some(match state {
            State::Ready if self.is_fighter(&of.thing) => {
                finding.help("what has not been activated is `without an activation mark`")
            }
            State::Spent if self.is_fighter(&of.thing) => {
                finding.help("what has been activated is `with an activation mark`")
            }
            _ => finding.help(help),
        })
    }

    /// The finding about tokens on something that never has any; damage and size are counted from tokens.
    pub fn has_no_tokens(
        &self,
        of: &Spoken<'_>,
        token: &str,
        at: Range<usize>,
    ) -> Option<Diagnostic<Place>> {
        if self.some_kind(&of.thing, Wants::Holder(token)) {
            return None;
        }
        let term = self.symbols.game.term("tokens", token);
        let name = term.map_or(token, |term| term.name.as_str());
        let what = match token {
            "damage" => name.to_owned(),
            "size" => format!("a {name}"),
            _ => format!("{name} tokens"),
        };
        self.has_none(of, &what, Wants::Holder(token), at)
    }

    fn has_none(
        &self,
        of: &Spoken<'_>,
        what: &str,
        wants: Wants<'_>,
        at: Range<usize>,
    ) -> Option<Diagnostic<Place>> {
        if self.some_kind(&of.thing, wants) {
            return None;
        }
        let (label, help) = self.only(wants, "has", "say it of {}, or leave it out");
        let finding = self.finding(
            Code::CannotApply,
            at,
            format!("{} never has {what}", self.said(of)),
            label,
        );
        Some(finding.help(help))
    }

    /// Whether it is wanted, or one of the kinds that it can be.
    fn some_kind(&self, thing: &Thing, wants: Wants<'_>) -> bool {
        match thing {
            Thing::OnMap(types) if types.len() > 1 => types
                .iter()
                .any(|one| self.accepts(wants, &Thing::OnMap(vec![one.clone()]), true)),
            Thing::Card(types) if types.len() > 1 => types
                .iter()
                .any(|one| self.accepts(wants, &Thing::Card(vec![one.clone()]), true)),
            one => self.accepts(wants, one, true),
        }
    }

    /// Whether cards of a type have a number.
    pub fn numbered(&self, card_type: &SmolStr, attribute: &str) -> bool {
        let term = self.symbols.game.term("attributes", attribute);
        term.is_some_and(|term| term.of.is_empty() || term.of.contains(card_type))
    }

    /// The finding about a number that something never has.
    pub fn has_no_number(
        &self,
        of: &Spoken<'_>,
        attribute: &str,
        at: Range<usize>,
    ) -> Option<Diagnostic<Place>> {
        let types = types_of(&of.thing);
        let has = |one: &SmolStr| self.numbered(one, attribute);
        types
            .is_none_or(|types| !types.is_empty() && !types.iter().any(has))
            .then(|| self.lacks_number(of, attribute, at))
    }

    /// The finding about a number that something does not have.
    pub fn lacks_number(
        &self,
        of: &Spoken<'_>,
        attribute: &str,
        at: Range<usize>,
    ) -> Diagnostic<Place> {
        let game = self.symbols.game;
        let term = game.term("attributes", attribute);
        let name = term.map_or(attribute, |term| term.name.as_str());
        let finding = self.finding(
            Code::CannotApply,
            at,
            format!("{} has no {name}", self.said(of)),
            "a number that it does not have",
        );
        let Some(types) = types_of(&of.thing).filter(|types| !types.is_empty()) else {
            return finding.help(format!("name what has {name}"));
        };
        let others: Vec<String> = game
            .terms("attributes")
            .filter(|(id, _)| {
                types.iter().all(|one| self.numbered(one, id))
                    || of.known && types.iter().any(|one| self.numbered(one, id))
            })
            .map(|(_, term)| format!("`{}`", term.name))
            .collect();
        match others.as_slice() {
            [] => finding.help("name something else that has this number"),
            others => finding.help(format!(
                "its numbers are {}; or name something that has {name}",
                others.join(", ")
            )),
        }
    }
}

/// The types of card that something can be of; none for what is no card.
fn types_of(thing: &Thing) -> Option<&[SmolStr]> {
    match thing {
        Thing::OnMap(types) | Thing::Card(types) => Some(types),
        Thing::Space | Thing::Attack | Thing::Zone => None,
    }
}

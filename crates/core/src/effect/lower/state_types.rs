//! Checks which states and numbers a kind of thing can have.

use crate::effect::lower::types::{ArgType, EntityKind};
use std::ops::Range;

use serde::Serialize;
use smol_str::SmolStr;

use super::ctx::LowerCtx;
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::effect::ir::{BareWord, Filter, Pick, Reference, Selector, State};
use crate::game::{TermRole, name_of_role};

/// A thing, and the words that named it.
pub(in crate::effect) struct Spoken<'s> {
    pub thing: EntityKind,
    pub said: Said<'s>,
    /// `true` if the thing was named before. One of its types must then have a number, not all of them.
    pub known: bool,
}

/// The source of the words for a thing in messages.
pub(in crate::effect) enum Said<'s> {
    Reference(&'s Reference),
    Selector(&'s Selector),
    Filter(&'s Filter),
}

impl LowerCtx<'_> {
    /// Rejects a state that no thing of a kind ever has: `a vacant unit`, `that spell has damage`.
    pub fn can_be(&mut self, of: &Spoken<'_>, state: &State, at: Range<usize>) -> Option<()> {
        match self.never(of, state, at) {
            Some(finding) => self.report(finding),
            None => Some(()),
        }
    }

    /// Rejects a field value that no thing of a kind has: `a flying hero`.
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
        let game = self.env.symbols.game;
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
            .help("remove it, or name something else");
        self.report(finding)
    }

    /// Returns the thing that a reference refers to.
    pub fn spoken_of<'s>(&self, reference: &'s Reference) -> Spoken<'s> {
        Spoken {
            thing: self.thing_of_reference(reference).0,
            said: Said::Reference(reference),
            known: true,
        }
    }

    /// Returns the thing that a selector is about.
    pub fn spoken<'s>(&self, selector: &'s Selector) -> Spoken<'s> {
        Spoken {
            thing: self.thing_of(selector),
            said: Said::Selector(selector),
            known: matches!(selector.pick, Pick::Known { .. }),
        }
    }

    /// Returns the words for a thing in messages.
    pub fn said(&self, of: &Spoken<'_>) -> String {
        match of.said {
            Said::Reference(reference) => self.reference_words(reference),
            Said::Selector(selector) => self.selector_words(selector),
            Said::Filter(filter) => self.filter_words(filter),
        }
    }

    fn never(&self, of: &Spoken<'_>, state: &State, at: Range<usize>) -> Option<Diagnostic<Place>> {
        let (is, wants) = match state {
            State::Attribute { attribute, .. } => return self.has_no_number(of, attribute, at),
            State::Tokens { token, .. } => return self.has_no_tokens(of, token, at),
            State::Damage { .. } => return self.has_none_counted(of, TermRole::Damage, at),
            State::Size { .. } => return self.has_none_counted(of, TermRole::Size, at),
            State::Mark { mark, .. } => {
                let term = self.env.symbols.game.term("marks", mark);
                let name = term.map_or(mark.as_str(), |term| term.name.as_str());
                return self.has_none(of, &format!("{name} marks"), ArgType::Fighter, at);
            }
            State::Vacant => ("vacant", ArgType::Space),
            State::Ready => ("ready", ArgType::Payer),
            State::Spent => ("spent", ArgType::Payer),
            State::FaceUp => ("face-up", ArgType::Hidden),
            State::FaceDown => ("face-down", ArgType::Hidden),
            State::SameName { .. }
            | State::BeingPlayed
            | State::RemovedThisWay
            | State::DealtDamageThisWay => return None,
        };
        if self.some_kind(&of.thing, wants) {
            return None;
        }
        let (label, help) = self.only(wants, "is", "use it for {}, or remove it");
        let finding = self.finding(
            Code::CannotApply,
            at,
            format!("{} is never {is}", self.said(of)),
            label,
        );
        Some(match state {
            State::Ready if self.is_fighter(&of.thing) => finding
                .help("something that has not been activated is `without an activation mark`"),
            State::Spent if self.is_fighter(&of.thing) => {
                finding.help("something that has been activated is `with an activation mark`")
            }
            _ => finding.help(help),
        })
    }

    /// Returns a diagnostic if something never has damage or a size (`role`), or if the game has no token with this
    /// role.
    pub fn has_none_counted(
        &self,
        of: &Spoken<'_>,
        role: TermRole,
        at: Range<usize>,
    ) -> Option<Diagnostic<Place>> {
        match self.env.symbols.game.roles.term(role) {
            Some(token) => self.has_no_tokens(of, token, at),
            None => Some(self.no_such_role(role, at)),
        }
    }

    /// Rejects a count of tokens with a role if no token of the game has the role.
    pub fn counts(&mut self, role: TermRole, at: Range<usize>) -> Option<()> {
        match self.env.symbols.game.roles.term(role) {
            Some(_) => Some(()),
            None => self.report(self.no_such_role(role, at)),
        }
    }

    /// Returns the diagnostic for words whose role nothing in the game has.
    pub fn no_such_role(&self, role: impl Serialize, at: Range<usize>) -> Diagnostic<Place> {
        let role = name_of_role(role);
        let finding = self.finding(
            Code::CannotApply,
            at,
            format!("this game has no {role}"),
            "cannot be said in this game",
        );
        if self.env.symbols.game.kills() {
            return finding.help("write `Kill an enemy ‹acting›.`");
        }
        finding.help(format!(
            "remove it, or give the role `{role}` to a word in `game.yaml`"
        ))
    }

    /// Returns a diagnostic if something never has tokens of a kind. Damage and size are counted in tokens.
    pub fn has_no_tokens(
        &self,
        of: &Spoken<'_>,
        token: &str,
        at: Range<usize>,
    ) -> Option<Diagnostic<Place>> {
        if self.some_kind(&of.thing, ArgType::Holder(token)) {
            return None;
        }
        let term = self.env.symbols.game.term("tokens", token);
        let name = term.map_or(token, |term| term.name.as_str());
        let roles = &self.env.symbols.game.roles;
        let what = match Some(token) {
            counted if counted == roles.damage.as_deref() => name.to_owned(),
            counted if counted == roles.size.as_deref() => format!("a {name}"),
            _ => format!("{name} tokens"),
        };
        self.has_none(of, &what, ArgType::Holder(token), at)
    }

    fn has_none(
        &self,
        of: &Spoken<'_>,
        what: &str,
        wants: ArgType<'_>,
        at: Range<usize>,
    ) -> Option<Diagnostic<Place>> {
        if self.some_kind(&of.thing, wants) {
            return None;
        }
        let (label, help) = self.only(wants, "has", "use it for {}, or remove it");
        let finding = self.finding(
            Code::CannotApply,
            at,
            format!("{} never has {what}", self.said(of)),
            label,
        );
        Some(finding.help(help))
    }

    /// Returns whether a thing, or one of its types, is of the accepted kind.
    fn some_kind(&self, thing: &EntityKind, wants: ArgType<'_>) -> bool {
        match thing {
            EntityKind::OnMap(types) if types.len() > 1 => types
                .iter()
                .any(|one| self.accepts(wants, &EntityKind::OnMap(vec![one.clone()]), true)),
            EntityKind::Card(types) if types.len() > 1 => types
                .iter()
                .any(|one| self.accepts(wants, &EntityKind::Card(vec![one.clone()]), true)),
            one => self.accepts(wants, one, true),
        }
    }

    /// Returns whether cards of a type have an attribute.
    pub fn numbered(&self, card_type: &SmolStr, attribute: &str) -> bool {
        let term = self.env.symbols.game.term("attributes", attribute);
        term.is_some_and(|term| term.of.is_empty() || term.of.contains(card_type))
    }

    /// Returns a diagnostic if something never has an attribute.
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

    /// Returns the diagnostic for an attribute that something does not have.
    pub fn lacks_number(
        &self,
        of: &Spoken<'_>,
        attribute: &str,
        at: Range<usize>,
    ) -> Diagnostic<Place> {
        let game = self.env.symbols.game;
        let term = game.term("attributes", attribute);
        let name = term.map_or(attribute, |term| term.name.as_str());
        let finding = self.finding(
            Code::CannotApply,
            at,
            format!("{} has no {name}", self.said(of)),
            "it does not have this number",
        );
        let Some(types) = types_of(&of.thing).filter(|types| !types.is_empty()) else {
            return finding.help(format!("name something that has {name}"));
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

/// Returns the card types of a thing, or `None` if it is not a card.
fn types_of(thing: &EntityKind) -> Option<&[SmolStr]> {
    match thing {
        EntityKind::OnMap(types) | EntityKind::Card(types) => Some(types),
        EntityKind::Space | EntityKind::Attack | EntityKind::Zone => None,
    }
}

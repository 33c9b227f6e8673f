//! Lowers verbs. The table has a row for each rule `v_…` of the grammar.

mod attributes;
mod cards;
mod damage_and_tokens;
mod drawing;
mod movement;
mod permissions;
mod phrases;
mod playing;
#[macro_use]
mod row;
mod table;

use std::ops::Range;

use super::children::{Children, bug};
use super::clause_ctx::ClauseCtx;
use super::ctx::{LowerCtx, Node};
use super::modifiers::Modifiers;
use super::types::{ArgType, NounRole, PronounConstraint, Subject};
use crate::diagnostic::Code;
use crate::effect::ir::{Action, Amount, Duration, Face, Player, Selector};
use crate::effect::syntax::Rule;
use crate::game::{Binding, TermRole};

/// A property of a verb. Lowering and the checks of lowered effects use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    /// It can begin a clause: `Draw a card.` The grammar is generated from this flag and the next.
    Imperative,
    /// It can follow a subject: `Your opponent draws a card.`
    Predicate,
    /// Its effect lasts. Other verbs happen once.
    Lasting,
    /// It tells a player to do something, so it cannot follow a statement about a card after `and`.
    Told,
    /// It is an action on things on the map.
    DoneOnMap,
    /// It is a statement about things on the map.
    SaidOnMap,
    /// It changes the attack that is its object.
    OfAttack,
    /// It is about damage, which not every game has.
    OfDamage,
}

/// A row of the table.
pub(super) struct Verb {
    flags: &'static [Flag],
    /// The type of its subject, for `it`.
    pub subject: Option<ArgType<'static>>,
}

impl Verb {
    pub fn is(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// Returns whether the verb of an action has a flag.
    pub fn is_of(action: &Action, flag: Flag) -> bool {
        Verb::flags_of(action).contains(&flag)
    }
}

/// A subject with its span.
pub(super) type Agent = Option<(Subject, Range<usize>)>;

/// A verb with the words that belong to it.
pub(in crate::effect) struct VerbPhrase<'t, 'm> {
    cx: ClauseCtx<'m>,
    node: Node<'t>,
    at: Range<usize>,
    kids: Children<'t>,
    tails: &'m mut Modifiers<'t>,
}

impl LowerCtx<'_> {
    pub fn verb<'t>(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'t>,
        subject: Agent,
        tails: &mut Modifiers<'t>,
    ) -> Option<Action> {
        let Some(verb) = Verb::of(node.as_rule()) else {
            super::children::bug(Rule::clause, Some(node.as_rule()))
        };
        if verb.is(Flag::OfDamage) {
            self.counts(TermRole::Damage, self.range(&node))?;
        }
        let is_command = !verb.is(Flag::Lasting);
        if self.needs_occasion(cx) && is_command && !cx.while_condition {
            let at = self.range(&node);
            let heading = self.env.heading.map_or("", |heading| &heading.name);
            let finding = self
                .finding(
                    Code::CommandNeedsOccasion,
                    at,
                    format!("`{heading}` does not say when this happens"),
                    "missing time",
                )
                .help("begin with `When …,`, `Once per round,`, `At the start of the round,` or `You may`");
            let mut headings = self.env.symbols.game.headings.values();
            let here = self.this_type();
            let of_attacks =
                headings.find(|of| of.binds.contains(&Binding::Target) && of.types.contains(&here));
            let finding = match of_attacks.filter(|_| node.as_rule() == Rule::v_attack) {
                Some(of) => finding.help(format!(
                    "write effects of its own attacks under `{}:`",
                    of.name
                )),
                None => finding,
            };
            return self.report(finding);
        }
        // `While …` gives the duration of an effect. A one-time effect has no duration.
        if cx.holds_while && is_command && !(self.ability.occasion || cx.occasion) {
            let at = self.range(&node);
            let finding = self
                .finding(
                    Code::CommandNeedsOccasion,
                    at,
                    "`While` gives a duration, but this happens at once",
                    "this does not last",
                )
                .help("begin with `If …,` if this happens once, or write how often: `Once per round,`, `When …,`");
            return self.report(finding);
        }
        let phrase = VerbPhrase {
            cx,
            at: self.range(&node),
            kids: Children::of(node),
            node,
            tails,
        };
        self.action(subject, phrase)
    }

    /// Returns the player who performs a command. Rejects any other subject.
    pub fn expect_player(
        &mut self,
        cx: ClauseCtx<'_>,
        subject: Agent,
        verb: &str,
    ) -> Option<Player> {
        match subject {
            None => Some(cx.actor),
            Some((Subject::Player(player), _)) => Some(player),
            Some((_, at)) => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        format!("only a player can {verb}"),
                        "not a player",
                    )
                    .help("write it as a command, or with `you` or `your opponent`");
                self.report(finding)
            }
        }
    }

    /// Rejects the subject of a command that takes none.
    pub fn expect_no_subject(&mut self, subject: Agent, verb: &str) -> Option<()> {
        match subject {
            None => Some(()),
            Some((_, at)) => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        format!("\"{verb}\" is a command and has no subject"),
                        "unexpected subject",
                    )
                    .help("write the command alone");
                self.report(finding)
            }
        }
    }

    /// Returns the subject of a verb that is about things. Rejects any other subject.
    pub fn expect_cards(
        &mut self,
        subject: Agent,
        verb: &str,
        node: &Node<'_>,
    ) -> Option<Selector> {
        match subject {
            Some((Subject::Things(selector), _)) => Some(selector),
            Some((Subject::BoostCards(_), at)) => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        "for boost cards, only their damage can be changed",
                        "not a card that fights",
                    )
                    .help("write both numbers: `Your boost cards deal 2 additional damage instead of 1.`");
                self.report(finding)
            }
            Some((_, at)) => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        format!("a player cannot {verb}"),
                        "not a card",
                    )
                    .help(format!(
                        "name a {} or an attack",
                        self.fighter_words().replace(" or ", ", a ")
                    ));
                self.report(finding)
            }
            None => {
                let at = self.range(node);
                let finding = self.finding(
                    Code::UnreadableSentence,
                    at.start..at.start,
                    format!("missing subject of `{verb}`"),
                    format!("missing {}", self.acting_word()),
                );
                self.report(finding)
            }
        }
    }
}

impl LowerCtx<'_> {
    /// Reports a diagnostic with a help text.
    pub fn reject<T>(
        &mut self,
        code: Code,
        at: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        let finding = self.finding(code, at, message, label).help(help);
        self.report(finding)
    }

    /// Lowers a number that is at least one.
    fn positive(&mut self, cx: ClauseCtx<'_>, node: Node<'_>, what: &str) -> Option<Amount> {
        let at = self.range(&node);
        let amount = self.amount(cx, node)?;
        self.at_least_one(amount, what, at)
    }

    /// Lowers a number, if the text has one here.
    fn written(
        &mut self,
        cx: ClauseCtx<'_>,
        kids: &mut Children<'_>,
        what: &str,
    ) -> Option<Option<Amount>> {
        match kids.take(Rule::amount) {
            Some(amount) => self.positive(cx, amount, what).map(Some),
            None => Some(None),
        }
    }

    /// Lowers a number of steps, if the text has one here.
    fn written_distance(
        &mut self,
        cx: ClauseCtx<'_>,
        kids: &mut Children<'_>,
    ) -> Option<Option<Amount>> {
        let Some(node) = kids.take(Rule::amount) else {
            return Some(None);
        };
        let at = self.range(&node);
        let amount = self.amount(cx, node)?;
        self.distance(amount, at).map(Some)
    }

    /// Lowers the next noun phrase, or `a number of …`, whose number follows.
    fn counted_object(
        &mut self,
        cx: ClauseCtx<'_>,
        kids: &mut Children<'_>,
        needs: PronounConstraint,
    ) -> Option<Selector> {
        match kids.take(Rule::number_apart) {
            Some(apart) => self.counted_apart(cx, apart, kids.need(Rule::bounded)),
            None => self.object_being(cx, kids.need(Rule::np), needs),
        }
    }

    /// Completes the number of a verb with the modifiers of the clause.
    fn complete(
        &mut self,
        written: Option<Amount>,
        what: &str,
        phrase: &mut VerbPhrase<'_, '_>,
    ) -> Option<Amount> {
        let cx = phrase.cx;
        self.finish(cx, written, phrase.tails, what, phrase.at.clone())
    }

    /// Returns the duration of a statement. A statement about an attack lasts until the end of the attack.
    fn lasting_with(
        &mut self,
        cx: ClauseCtx<'_>,
        attack: bool,
        tails: &mut Modifiers<'_>,
    ) -> Option<Duration> {
        match attack {
            true => self.with_the_attack(cx, tails),
            false => self.lasting(cx, tails),
        }
    }
}

/// Returns whether the next node is of the first rule rather than of the second.
fn is_first(kids: &mut Children<'_>, first: Rule, second: Rule) -> bool {
    match kids.any().as_rule() {
        rule if rule == first => true,
        rule if rule == second => false,
        rule => bug(first, Some(rule)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_of_the_grammar_is_lowered() {
        for rule in Rule::all_rules() {
            let name = format!("{rule:?}");
            assert_eq!(name.starts_with("v_"), Verb::of(*rule).is_some(), "{name}");
        }
    }
}

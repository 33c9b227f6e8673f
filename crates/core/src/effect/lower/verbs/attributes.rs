//! Lowers verbs about numbers: what units gain, lose, have and become.

use crate::effect::lower::types::{ArgType, EntityKind, Subject};
use smol_str::SmolStr;

use crate::effect::lower::children::Children;
use crate::effect::lower::ctx::LowerCtx;
use crate::effect::lower::modifiers::Modifiers;
use crate::effect::lower::verbs::{Agent, VerbPhrase, is_first};
use std::ops::Range;

use crate::diagnostic::{Code, Place as Place_};
use crate::effect::ir::{
    Action, Amount, AttributeChange, Duration, Node as IrNode, Pick, Selector, visit_amount,
};
use crate::effect::syntax::Rule;

impl LowerCtx<'_> {
    /// Lowers `gains +1 attack and +1 move` or `loses 1 move`.
    pub fn change(&mut self, who: Selector, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let changes = self.changes(Some(&who), phrase)?;
        let time = self.lasting(phrase.cx, phrase.tails)?;
        for change in &changes {
            self.not_from_itself(&who, &change.attribute, &change.by, &time)?;
        }
        Some(Action::Change { who, changes, time })
    }

    /// Lowers `+1 attack`, a bonus for what the card is used for.
    pub fn bonus(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        if !self.env.heading.is_some_and(|heading| heading.bonus) {
            let start = phrase.at.start;
            let finding = self
                .finding(
                    Code::UnreadableSentence,
                    start..start,
                    "it is unclear what gains this",
                    "missing subject",
                )
                .help(format!(
                    "begin with what gains it: `This {} gains …`",
                    self.acting_word()
                ));
            return self.report(finding);
        }
        let changes = self.changes(None, phrase)?;
        let of = match phrase.kids.take(Rule::bonus_of) {
            Some(of) => {
                let mut kids = Children::of(of);
                kids.take(Rule::q_a);
                let of = self.bare_filter(phrase.cx, kids.need(Rule::bare_np))?;
                Some(Box::new(of))
            }
            None => None,
        };
        let time = self.bonus_time(phrase.cx, phrase.tails)?;
        Some(Action::Bonus { changes, of, time })
    }

    /// Lowers the changes of a verb. `who` is absent for a bonus.
    fn changes(
        &mut self,
        who: Option<&Selector>,
        phrase: &mut VerbPhrase<'_, '_>,
    ) -> Option<Vec<AttributeChange>> {
        let cx = phrase.cx;
        let loses = phrase.node.as_rule() == Rule::v_lose;
        let mut changes = Vec::new();
        // Span of the last number without a computed modifier.
        let mut plain = None;
        let kids = &mut phrase.kids;
        while let Some(part) = kids.next_unless(Rule::bonus_of) {
            let at = self.range(&part);
            let mut nodes = Children::of(part);
            let (mut lose, mut written, mut number_at) = (loses, None, at.clone());
            if let Some(signed) = nodes.take(Rule::signed) {
                number_at = self.range(&signed);
                let mut kids = Children::of(signed);
                lose = kids.any().as_rule() == Rule::minus;
                let number = kids.any();
                written = Some(match number.as_rule() {
                    Rule::number => Amount::fixed(self.number(number)?),
                    _ => self.x(cx, &number)?,
                });
            } else if let Some(amount) = nodes.take(Rule::amount) {
                number_at = self.range(&amount);
                written = Some(self.amount(cx, amount)?);
            } else if let Some(much) = nodes.take(Rule::so_much) {
                number_at = self.range(&much);
                written = Some(self.that_damage(number_at.clone())?);
            }
            let rest = std::iter::from_fn(|| nodes.next()).collect();
            let mut parts = self.with_tails(rest)?;
            let (attribute_node, mut own) = parts.remove(0);
            let attribute_at = self.range(&attribute_node);
            let attribute = self.attribute(attribute_node)?;
            if let Some(who) = who {
                self.has_attribute(who, &attribute, attribute_at)?;
            }
            let written = match written {
                Some(written) => Some(self.at_least_one(written, "more or less", number_at)?),
                None => None,
            };
            // A modifier after the last of several numbers could apply to all of them.
            match (own.is_empty(), &plain) {
                (true, _) => plain = Some(at.clone()),
                (false, Some(earlier)) => {
                    let earlier = Place_::Text(Range::clone(earlier));
                    let finding = self
                        .finding(
                            Code::TwoReadings,
                            at,
                            "ambiguous: does this apply to the number before it too?",
                            "computed for one number, or for both",
                        )
                        .label(earlier, "a plain number")
                        .help("write the plain number last, or compute each of them");
                    return self.report(finding);
                }
                (false, None) => {}
            }
            let twice = own.is_empty()
                && changes.iter().any(|known: &AttributeChange| {
                    known.attribute == attribute && known.by.value().is_some()
                });
            if twice {
                return self.reject(
                    Code::TwoReadings,
                    at,
                    format!(
                        "the same number changes twice: {}",
                        attribute.replace('_', " ")
                    ),
                    "second change",
                    "write the total change",
                );
            }
            let at_least = self.floor(lose, &mut own)?;
            let by = self.finish(cx, written, &mut own, "of it", at)?;
            self.no_tail_left(own)?;
            changes.push(AttributeChange {
                attribute,
                by,
                lose,
                at_least,
            });
        }
        Some(changes)
    }

    /// Rejects `Passive: Set the attack of this unit to twice its attack.`: a permanent value cannot be computed from
    /// itself.
    fn not_from_itself(
        &mut self,
        who: &Selector,
        attribute: &str,
        by: &Amount,
        time: &Duration,
    ) -> Option<()> {
        let (Pick::Known { is: who }, Duration::Standing) = (&who.pick, time) else {
            return Some(());
        };
        let mut same = false;
        visit_amount(by, &mut |node, _| {
            if let IrNode::Amount(Amount::Attribute {
                attribute: known,
                of,
                printed: false,
            }) = node
            {
                same |= known == attribute && **of == *who;
            }
        });
        if !same {
            return Some(());
        }
        let at = self.discourse.statement().0..self.discourse.statement().0;
        let finding = self.finding(
            Code::Contradiction,
            at,
            format!(
                "the {0} would be computed again and again from this {0} itself",
                attribute.replace('_', " ")
            ),
            "this always applies",
        );
        let word = attribute.replace('_', " ");
        self.report(finding.help(format!("write `printed {word}`, which does not change")))
    }

    /// Lowers `This unit's attack is increased by 1`, which is the same as `This unit gains +1 attack`.
    pub fn change_by(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        let owner = kids.need(Rule::owner);
        let span = self.at(&owner);
        let who = Selector {
            pick: Pick::Known {
                is: self.owner(cx, owner)?,
            },
            span,
        };
        let attribute_node = kids.need(Rule::attribute);
        let attribute_at = self.range(&attribute_node);
        let attribute = self.attribute(attribute_node)?;
        self.has_attribute(&who, &attribute, attribute_at)?;
        let lose = is_first(kids, Rule::by_minus, Rule::by_plus);
        let amount = self.positive(cx, kids.need(Rule::amount), "more or less")?;
        let at_least = self.floor(lose, phrase.tails)?;
        let by = self.complete(Some(amount), "of it", phrase)?;
        let time = self.lasting(cx, phrase.tails)?;
        Some(Action::Change {
            who,
            changes: vec![AttributeChange {
                attribute,
                by,
                lose,
                at_least,
            }],
            time,
        })
    }

    /// Checks that cards of this kind have the number.
    pub fn has_attribute(
        &mut self,
        who: &Selector,
        attribute: &str,
        at: Range<usize>,
    ) -> Option<()> {
        let of = self.spoken(who);
        let fits = |one: &SmolStr| self.numbered(one, attribute);
        let finding = match &of.thing {
            // The attacker or the target may be of several types; one matching type is enough.
            EntityKind::OnMap(types)
                if types.iter().all(fits) || of.known && types.iter().any(fits) =>
            {
                return Some(());
            }
            EntityKind::OnMap(_) => self.lacks_number(&of, attribute, at),
            _ => {
                let term = self.env.symbols.game.term("attributes", attribute);
                let name = term.map_or(attribute, |term| term.name.as_str());
                self.finding(
                    Code::CannotApply,
                    at,
                    format!("{} has no {name}", self.said(&of)),
                    "it does not have this number",
                )
                .help(format!(
                    "a card has numbers only on the map: name something that has {name}"
                ))
            }
        };
        self.report(finding)
    }

    pub fn set(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        let attribute_node = kids.need(Rule::attribute);
        let attribute_at = self.range(&attribute_node);
        let attribute = self.attribute(attribute_node)?;
        let of = kids.need(Rule::np);
        let written = of.as_str();
        let of = self.np(cx, of)?;
        self.is_not_chosen_all_the_time(cx, &of, written)?;
        let to_node = kids.need(Rule::bounded);
        let at = self.range(&to_node);
        let to = self.bounded(cx, to_node)?;
        self.has_attribute(&of, &attribute, attribute_at)?;
        let to = self.finish(cx, Some(to), phrase.tails, "of it", at.clone())?;
        let range = self.env.symbols.game.roles.range.as_deref();
        let to = if range == Some(&*attribute) {
            self.distance(to, at)?
        } else if let Some(value) = to.value() {
            self.within_reason(value, at)?;
            to
        } else {
            to
        };
        let time = self.lasting(cx, phrase.tails)?;
        self.not_from_itself(&of, &attribute, &to, &time)?;
        Some(Action::SetAttribute {
            attribute,
            of,
            to,
            time,
        })
    }

    pub fn becomes(&mut self, who: Selector, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let words = phrase.kids.need(Rule::words);
        let at = self.range(&words);
        let said = words.as_str().trim().to_owned();
        let Some(word) = self.adjective_of(&said) else {
            let known = self.bare_words();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let what = format!("something that a {} can become", self.acting_word());
            return self.unknown(&said, at, &what, &known);
        };
        self.expect_arg(&who, &format!("become {said}"), ArgType::Fighter)?;
        let thing = self.thing_of(&who);
        if !self.have_field(&thing, &word.field) {
            return self.reject(
                Code::CannotApply,
                at,
                format!("{} cannot become {said}", self.selector_words(&who)),
                "such a card never has this property",
                "use a different word, or name something that can become this",
            );
        }
        let time = self.lasting(cx, phrase.tails)?;
        Some(Action::Become {
            who,
            field: word.field,
            value: word.value,
            time,
        })
    }

    pub fn boost_cards(
        &mut self,
        subject: Agent,
        phrase: &mut VerbPhrase<'_, '_>,
    ) -> Option<Action> {
        let cx = phrase.cx;
        let at = phrase.at.clone();
        let who = match subject {
            Some((Subject::BoostCards(who), _)) => who,
            other => {
                let at = other.map_or(at.clone(), |(_, subject)| subject.start..at.end);
                return self.reject(
                    Code::UnreadableSentence,
                    at,
                    "`instead` is only for the damage of boost cards",
                    "not boost cards",
                    "write `Your boost cards deal 2 additional damage instead of 1.`",
                );
            }
        };
        let kids = &mut phrase.kids;
        let amount = match kids.take(Rule::amount) {
            Some(amount) => {
                let amount = self.amount(cx, amount)?;
                let mut each = Modifiers::each(kids.take(Rule::for_each));
                self.finish(cx, Some(amount), &mut each, self.damage_word(), at)?
            }
            None => self.bounded(cx, kids.need(Rule::bounded))?,
        };
        let instead_of = self.bounded(cx, kids.need(Rule::bounded))?;
        let time = self.lasting(cx, phrase.tails)?;
        Some(Action::BoostDamage {
            who,
            amount,
            instead_of,
            time,
        })
    }
}

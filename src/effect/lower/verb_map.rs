//! Verbs of what stands on the map: damage, size, numbers, marks, tokens.

use smol_str::SmolStr;

use super::applies::Wants;
use super::event::Subject;
use super::needs::Needs;
use super::scope::{Kids, Node, Scope, Thing, bug};
use super::tails::Tails;
use super::verb::Doer;
use std::ops::Range;

use crate::diagnostic::{Code, Place as Place_, Safety};
use crate::effect::ir::{
    Action, Amount, AttributeChange, Duration, Node as IrNode, Pick, Reference, Selector,
    TokenCount, visit_amount,
};
use crate::effect::syntax::Rule;

impl Scope<'_> {
    pub fn deal(&mut self, node: Node<'_>, subject: Doer, tails: &mut Tails<'_>) -> Option<Action> {
        let at = self.range(&node);
        let takes = node.as_rule() == Rule::v_take_damage;
        let verb = node;
        let mut kids = Kids::of(node);
        let that_much = kids.take(Rule::that_much);
        let amount_node = kids.take(Rule::amount);
        let amount_at = amount_node
            .as_ref()
            .map_or(at.clone(), |node| self.range(node));
        let written = match (that_much, amount_node) {
            (Some(that), _) => Some(self.that_damage(self.range(&that))?),
            (None, Some(amount)) => Some(self.amount(amount)?),
            (None, None) => None,
        };
        if takes {
            let to = self.things(subject, "take damage", &node)?;
            self.damageable(&to, "be dealt damage")?;
            let amount = self.finish(written, tails, "damage", at)?;
            let amount = self.at_least_one(amount, "damage", amount_at)?;
            return Some(Action::DealDamage { amount, to });
        }
        // `This unit deals 2 damage to …` is the same as the command: damage has no dealer but an attack.
        if let Some((_, at)) = subject {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at.clone(),
                    "damage of an effect is dealt by the card, whoever is named",
                    "nobody has to be named here",
                )
                .help("write it as a command: `Deal … damage to …`, or let the unit attack");
            let told = verb.as_str().split_whitespace().next().unwrap_or_default();
            let verb_at = self.range(&verb);
            let named = verb.before().len().checked_sub(verb_at.start - at.start);
            let named = named.and_then(|start| verb.before().get(start..));
            let capital = named.is_some_and(|named| named.starts_with(char::is_uppercase));
            let at = at.start..verb_at.start + told.len();
            let finding = self.with_clause(finding, at, "deal", capital);
            return self.report(finding);
        }
        let target = kids.any();
        let (divided, target) = match target.as_rule() {
            Rule::divided => (true, Kids::of(target).need(Rule::np)),
            _ => (false, target),
        };
        kids.end();
        let to = self.object(target, Wants::Fighter)?;
        self.damageable(&to, "be dealt damage")?;
        let among = to.span.range();
        if divided && self.bare.as_ref() == Some(&among) {
            return self.among_how_many(among);
        }
        let amount = self.finish(written, tails, "damage", at)?;
        let amount = self.at_least_one(amount, "damage", amount_at)?;
        Some(if divided {
            Action::DivideDamage { amount, among: to }
        } else {
            Action::DealDamage { amount, to }
        })
    }

    /// `divided as you choose among enemy units`: those that are chosen, or all of them.
    fn among_how_many<T>(&mut self, at: std::ops::Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at.clone(),
                "it is not said among how many the damage is divided",
                "as many as you choose, or each of them?",
            )
            .fix(
                Safety::Unsafe,
                "write `any number of`",
                Place_::Text(at.start..at.start),
                "any number of ",
            );
        self.report(finding)
    }

    pub fn damageable(&mut self, selector: &Selector, cannot: &str) -> Option<()> {
        self.applies(selector, cannot, Wants::Fighter)
    }

    pub fn sizable(&mut self, selector: &Selector, cannot: &str) -> Option<()> {
        // What an attack is about may be one of those that have a size.
        if let Pick::Known {
            is: Reference::Target | Reference::Attacker,
        } = &selector.pick
        {
            return Some(());
        }
        self.applies(selector, cannot, Wants::Holder("size"))
    }

    /// `2`, `all`, or nothing.
    fn amount_or_all(&mut self, kids: &mut Kids<'_>) -> Option<Option<Amount>> {
        if kids.has(Rule::all) {
            return Some(Some(Amount::All));
        }
        match kids.take(Rule::amount) {
            Some(amount) => {
                let at = self.range(&amount);
                let amount = self.amount(amount)?;
                self.at_least_one(amount, "damage", at).map(Some)
            }
            None => Some(None),
        }
    }

    pub fn remove_damage(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        self.command(subject, "remove")?;
        let at = self.range(&node);
        let mut kids = Kids::of(node);
        let written = match kids.take(Rule::that_much) {
            Some(that) => Some(self.that_damage(self.range(&that))?),
            None => self.amount_or_all(&mut kids)?,
        };
        let from = self.object(kids.need(Rule::np), Wants::Fighter)?;
        kids.end();
        self.damageable(&from, "have damage")?;
        let amount = self.finish(written, tails, "damage", at)?;
        Some(Action::RemoveDamage { amount, from })
    }

    pub fn move_damage(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        self.command(subject, "move")?;
        let at = self.range(&node);
        let mut kids = Kids::of(node);
        let written = self.amount_or_all(&mut kids)?;
        let from = self.object(kids.need(Rule::np), Wants::Fighter)?;
        let to = self.object(kids.need(Rule::np), Wants::Fighter)?;
        kids.end();
        self.damageable(&from, "have damage")?;
        self.damageable(&to, "have damage")?;
        self.not_itself(&from, &to, "gives damage to")?;
        let one = "damage is moved from one thing to one other";
        let each = "go through them one by one: `For each enemy unit, move 1 damage from a friendly unit to that unit.`";
        self.only_one(&from, one, each)?;
        self.only_one(&to, one, each)?;
        let amount = self.finish(written, tails, "damage", at)?;
        let to = Box::new(to);
        Some(Action::MoveDamage { amount, from, to })
    }

    pub fn double(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        self.command(subject, "double")?;
        let of = self.np(Kids::of(node).need(Rule::np))?;
        self.attack_thing(&of, "have its damage doubled")?;
        Some(Action::DoubleDamage { of })
    }

    pub fn attack_thing(&mut self, selector: &Selector, cannot: &str) -> Option<()> {
        self.applies(selector, cannot, Wants::Attack)
    }

    /// `Increase 2 friendly units`: two of them, or all of them by two?
    fn by_that_many_or_so_many(
        &mut self,
        written: &Amount,
        what: &Selector,
        number: std::ops::Range<usize>,
    ) -> Option<()> {
        let at = what.span.range();
        if self.bare.as_ref() != Some(&at) {
            return Some(());
        }
        let by = match written.value() {
            Some(value) => format!("by {value} each"),
            None => "by so many each".to_owned(),
        };
        let finding = self
            .finding(
                Code::TwoReadings,
                number.start..at.end,
                format!("so many of them, or all of them {by}?"),
                "can be read in two ways",
            )
            .help("the number is how much: write `Increase 2 each friendly unit.`, or `Increase 1 2 friendly units.`");
        self.report(finding)
    }

    pub fn change_size(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        let increase = node.as_rule() == Rule::v_increase;
        let verb = if increase { "increase" } else { "decrease" };
        self.command(subject, verb)?;
        let at = self.range(&node);
        let mut kids = Kids::of(node);
        let mut written = None;
        let mut what_by = None;
        if let Some(amount) = kids.take(Rule::amount) {
            let at = self.range(&amount);
            what_by = Some(at.clone());
            let amount = self.amount(amount)?;
            written = Some(self.at_least_one(amount, "size tokens", at)?);
        }
        let what = self.object(kids.need(Rule::np), Wants::Holder("size"))?;
        if let (Some(written), Some(counted)) = (&written, what_by) {
            self.by_that_many_or_so_many(written, &what, counted)?;
        }
        self.sizable(
            &what,
            if increase {
                "be increased"
            } else {
                "be decreased"
            },
        )?;
        if let Some(amount) = kids.take(Rule::amount) {
            let at = self.range(&amount);
            let amount = self.amount(amount)?;
            written = Some(self.at_least_one(amount, "size tokens", at)?);
        }
        if let Some(equal) = kids.take(Rule::by_equal) {
            let equal_at = self.range(&equal);
            let equal = Kids::of(equal).need(Rule::equal);
            let amount = self.value(Kids::of(equal).need(Rule::value))?;
            written = Some(self.at_least_one(amount, "size tokens", equal_at)?);
        }
        kids.end();
        let amount = self.finish(written, tails, "size", at)?;
        Some(if increase {
            Action::Increase { amount, what }
        } else {
            Action::Decrease { amount, what }
        })
    }

    /// `2 charge`, `a mine`: how many of which kind.
    pub fn token_count(&mut self, node: Node<'_>) -> Option<(Option<Amount>, SmolStr)> {
        let mut kids = Kids::of(node);
        let written = if kids.has(Rule::all) {
            Some(Amount::All)
        } else if kids.has(Rule::q_a) {
            Some(Amount::fixed(1))
        } else if let Some(count) = kids.take(Rule::amount) {
            let at = self.range(&count);
            let amount = self.amount(count)?;
            Some(self.at_least_one(amount, "tokens", at)?)
        } else {
            None
        };
        let token = self.token(kids.need(Rule::token_kind))?;
        kids.end();
        Some((written, token))
    }

    pub fn move_tokens(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        self.command(subject, "move")?;
        let mut kids = Kids::of(node);
        let count = kids.need(Rule::token_count);
        let count_at = self.range(&count);
        let (written, token) = self.token_count(count)?;
        let from = self.object_being(kids.need(Rule::np), Needs::Holds(token.clone()))?;
        let to = self.object_being(kids.need(Rule::np), Needs::Holds(token.clone()))?;
        kids.end();
        let cannot = self.holding(&token);
        for selector in [&from, &to] {
            self.applies(selector, &cannot, Wants::Holder(&token))?;
        }
        self.not_itself(&from, &to, "gives tokens to")?;
        let amount = self.finish(written, tails, "tokens", count_at)?;
        let tokens = TokenCount { amount, token };
        let to = Box::new(to);
        Some(Action::MoveTokens { tokens, from, to })
    }

    pub fn tokens(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        let place = node.as_rule() == Rule::v_place_tokens;
        self.command(subject, if place { "place" } else { "remove" })?;
        let mut kids = Kids::of(node);
        let count = kids.need(Rule::token_count);
        let count_at = self.range(&count);
        let (written, token) = self.token_count(count)?;
        let which = self.object_being(kids.need(Rule::np), Needs::Holds(token.clone()))?;
        kids.end();
        let cannot = self.holding(&token);
        self.applies(&which, &cannot, Wants::Holder(&token))?;
        let on = which.span.range();
        if self.bare.as_ref() == Some(&on) && written.as_ref().and_then(Amount::value) != Some(1) {
            return self.in_all_or_on_each(count_at.start..on.end, place);
        }
        let amount = self.finish(written, tails, "tokens", count_at)?;
        let tokens = TokenCount { amount, token };
        Some(if place {
            Action::PlaceTokens { tokens, on: which }
        } else {
            Action::RemoveTokens {
                tokens,
                from: which,
            }
        })
    }

    /// `Place 2 mine tokens on vacant spaces`: two together, or two on each of them?
    fn in_all_or_on_each<T>(&mut self, at: std::ops::Range<usize>, place: bool) -> Option<T> {
        let (on, example) = match place {
            true => (
                "on",
                "`Place 1 mine token on each of 2 vacant spaces.`, or `… on each vacant space`",
            ),
            false => ("from", "`… from each friendly unit`, or name one"),
        };
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                format!("so many in all, or so many {on} each?"),
                "can be read in two ways",
            )
            .help(format!("write {example}"));
        self.report(finding)
    }

    /// What cannot be said of something that takes no tokens of that kind.
    fn holding(&self, token: &str) -> String {
        let term = self.symbols.game.term("tokens", token);
        let name = term.map_or(token, |term| term.name.as_str());
        format!("have {name} tokens")
    }

    /// `gains +1 attack and +1 move`, `loses 1 move`.
    pub fn change(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        let loses = node.as_rule() == Rule::v_lose;
        let who = self.things(
            subject,
            if loses {
                "lose numbers"
            } else {
                "gain numbers"
            },
            &node,
        )?;
        let mut changes = Vec::new();
        // Where a number stands that has nothing computed behind it.
        let mut plain = None;
        let mut kids = Kids::of(node);
        while let Some(part) = kids.next() {
            let at = self.range(&part);
            let mut nodes = Kids::of(part);
            let (mut lose, mut written, mut number_at) = (loses, None, at.clone());
            if let Some(signed) = nodes.take(Rule::signed) {
                number_at = self.range(&signed);
                let mut kids = Kids::of(signed);
                lose = kids.any().as_rule() == Rule::minus;
                let number = kids.any();
                written = Some(match number.as_rule() {
                    Rule::number => Amount::fixed(self.number(number)?),
                    _ => self.x(&number)?,
                });
            } else if let Some(amount) = nodes.take(Rule::amount) {
                number_at = self.range(&amount);
                written = Some(self.amount(amount)?);
            }
            let mut rest = Vec::new();
            while let Some(node) = nodes.next() {
                rest.push(node);
            }
            let mut parts = self.with_tails(rest)?;
            let (attribute_node, mut own) = parts.remove(0);
            let attribute_at = self.range(&attribute_node);
            let attribute = self.attribute(attribute_node)?;
            self.has_attribute(&who, &attribute, attribute_at)?;
            let written = match written {
                Some(written) => Some(self.at_least_one(written, "more or less", number_at)?),
                None => None,
            };
            // What is computed behind the last of several numbers could hold for all of them.
            match (own.is_empty(), &plain) {
                (true, _) => plain = Some(at.clone()),
                (false, Some(earlier)) => {
                    let earlier = Place_::Text(Range::clone(earlier));
                    let finding = self
                        .finding(
                            Code::TwoReadings,
                            at,
                            "it is not clear whether this holds for the number before it too",
                            "computed for one number, or for both?",
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
                let finding = self
                    .finding(
                        Code::TwoReadings,
                        at,
                        format!(
                            "the same number changes twice: {}",
                            attribute.replace('_', " ")
                        ),
                        "it changed before already",
                    )
                    .help("write by how much it changes in all");
                return self.report(finding);
            }
            let at_least = self.floor(lose, &mut own)?;
            let by = self.finish(written, &mut own, "of it", at)?;
            self.no_tail_left(own)?;
            changes.push(AttributeChange {
                attribute,
                by,
                lose,
                at_least,
            });
        }
        let time = self.lasting(tails)?;
        for change in &changes {
            self.not_from_itself(&who, &change.attribute, &change.by, &time)?;
        }
        Some(Action::Change { who, changes, time })
    }

    /// `Passive: Set the attack of this unit to twice its attack.`: a number that holds all the time and is computed
    /// from itself is never settled.
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
        let at = self.statement.0..self.statement.0;
        let finding = self.finding(
            Code::Contradiction,
            at,
            format!(
                "the {0} would be computed from the {0} that it is, again and again",
                attribute.replace('_', " ")
            ),
            "this holds all the time",
        );
        let word = attribute.replace('_', " ");
        self.report(finding.help(format!("write `printed {word}`, which does not change")))
    }

    /// `This unit's attack is increased by 1`: the same as `This unit gains +1 attack`.
    pub fn change_by(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        self.command(subject, "is increased")?;
        let at = self.range(&node);
        let mut kids = Kids::of(node);
        let owner = kids.need(Rule::owner);
        let span = self.at(&owner);
        let who = Selector {
            pick: Pick::Known {
                is: self.owner(owner)?,
            },
            span,
        };
        let attribute_node = kids.need(Rule::attribute);
        let attribute_at = self.range(&attribute_node);
        let attribute = self.attribute(attribute_node)?;
        self.has_attribute(&who, &attribute, attribute_at)?;
        let lose = match kids.any().as_rule() {
            Rule::by_plus => false,
            Rule::by_minus => true,
            rule => bug(Rule::v_change_by, Some(rule)),
        };
        let amount = kids.need(Rule::amount);
        let amount_at = self.range(&amount);
        let amount = self.amount(amount)?;
        let amount = self.at_least_one(amount, "more or less", amount_at)?;
        kids.end();
        let at_least = self.floor(lose, tails)?;
        let by = self.finish(Some(amount), tails, "of it", at)?;
        let time = self.lasting(tails)?;
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

    /// Whether cards of that kind have the number.
    pub fn has_attribute(
        &mut self,
        who: &Selector,
        attribute: &str,
        at: std::ops::Range<usize>,
    ) -> Option<()> {
        let of = self.spoken(who);
        let fits = |one: &SmolStr| self.numbered(one, attribute);
        let finding = match &of.thing {
            // A reference to whoever is attacked may be of several types; one that fits is enough.
            Thing::OnMap(types) if types.iter().all(fits) || of.known && types.iter().any(fits) => {
                return Some(());
            }
            Thing::OnMap(_) => self.lacks_number(&of, attribute, at),
            _ => {
                let term = self.symbols.game.term("attributes", attribute);
                let name = term.map_or(attribute, |term| term.name.as_str());
                self.finding(
                    Code::CannotApply,
                    at,
                    format!("{} has no {name}", of.words),
                    "a number that it does not have",
                )
                .help(format!(
                    "only on the map does a card have numbers: name what has {name}"
                ))
            }
        };
        self.report(finding)
    }

    pub fn set(&mut self, node: Node<'_>, subject: Doer, tails: &mut Tails<'_>) -> Option<Action> {
        self.command(subject, "set")?;
        let mut kids = Kids::of(node);
        let attribute_node = kids.need(Rule::attribute);
        let attribute_at = self.range(&attribute_node);
        let attribute = self.attribute(attribute_node)?;
        let of = kids.need(Rule::np);
        let written = of.as_str();
        let of = self.np(of)?;
        self.is_not_chosen_all_the_time(&of, written)?;
        let to_node = kids.need(Rule::bounded);
        let at = self.range(&to_node);
        let to = self.bounded(to_node)?;
        kids.end();
        self.has_attribute(&of, &attribute, attribute_at)?;
        let to = self.finish(Some(to), tails, "of it", at.clone())?;
        // The range of a unit is a distance on the map.
        let to = if attribute == "range" {
            self.distance(to, at)?
        } else if let Some(value) = to.value() {
            self.within_reason(value, at)?;
            to
        } else {
            to
        };
        let time = self.lasting(tails)?;
        self.not_from_itself(&of, &attribute, &to, &time)?;
        Some(Action::SetAttribute {
            attribute,
            of,
            to,
            time,
        })
    }

    pub fn becomes(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        let who = self.things(subject, "become something", &node)?;
        let words = Kids::of(node).need(Rule::words);
        let at = self.range(&words);
        let said = words.as_str().trim().to_owned();
        let Some(word) = self.adjective_of(&said) else {
            let known = self.bare_words();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            return self.unknown(&said, at, "something that a unit can become", &known);
        };
        self.applies(&who, &format!("become {said}"), Wants::Fighter)?;
        let thing = self.thing_of(&who);
        if !self.have_field(&thing, &word.field) {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    format!("{} cannot become {said}", self.selector_words(&who)),
                    "not something that such a card is or is not",
                )
                .help("name another word, or something that can be this");
            return self.report(finding);
        }
        let time = self.lasting(tails)?;
        Some(Action::Become {
            who,
            field: word.field,
            value: word.value,
            time,
        })
    }

    pub fn move_marks(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        let place = node.as_rule() == Rule::v_place_marks;
        self.command(subject, if place { "place" } else { "remove" })?;
        let mut kids = Kids::of(node);
        let marks = self.marks(kids.need(Rule::marks))?;
        let which = self.object(kids.need(Rule::np), Wants::Fighter)?;
        kids.end();
        self.applies(&which, "have marks", Wants::Fighter)?;
        Some(if place {
            Action::PlaceMarks { marks, on: which }
        } else {
            Action::RemoveMarks { marks, from: which }
        })
    }

    pub fn activate(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        self.command(subject, "activate")?;
        let what = self.object(Kids::of(node).need(Rule::np), Wants::Fighter)?;
        self.applies(&what, "be activated", Wants::Fighter)?;
        Some(Action::Activate { what })
    }

    pub fn limit_is(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        let at = self.range(&node);
        // `Your hand limit` was read as a noun phrase; its words are looked up as a limit by
        // `clause_subject`, so a subject that comes here is something else.
        let (who, limit) = match subject {
            Some((Subject::Limit(who, limit), _)) => (who, limit),
            Some((_, subject)) => {
                let finding = self
                    .finding(
                        Code::UnreadableSentence,
                        subject.start..at.end,
                        "only a number of a player can be said to be another",
                        "not a number of a player",
                    )
                    .help("write `Set the attack of … to …`, or `Your hand limit is …`");
                return self.report(finding);
            }
            None => return None,
        };
        let amount = Kids::of(node).need(Rule::bounded);
        let amount_at = self.range(&amount);
        let to = self.bounded(amount)?;
        if let Some(value) = to.value() {
            self.countable(value, amount_at)?;
        }
        let to = self.finish(Some(to), tails, "of it", at)?;
        let time = self.lasting(tails)?;
        Some(Action::SetLimit {
            who,
            limit,
            to,
            time,
        })
    }

    pub fn boost_cards(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        let at = self.range(&node);
        let who = match subject {
            Some((Subject::BoostCards(who), _)) => who,
            other => {
                let at = other.map_or(at.clone(), |(_, subject)| subject.start..at.end);
                let finding = self
                    .finding(
                        Code::UnreadableSentence,
                        at,
                        "only boost cards deal other damage instead",
                        "not boost cards",
                    )
                    .help("write `Your boost cards deal 2 additional damage instead of 1.`");
                return self.report(finding);
            }
        };
        let mut kids = Kids::of(node);
        let amount = match kids.take(Rule::amount) {
            Some(amount) => {
                let amount = self.amount(amount)?;
                let mut each = Tails::each(kids.take(Rule::for_each));
                self.finish(Some(amount), &mut each, "damage", at)?
            }
            None => self.bounded(kids.need(Rule::bounded))?,
        };
        let instead_of = self.bounded(kids.need(Rule::bounded))?;
        kids.end();
        let time = self.lasting(tails)?;
        Some(Action::BoostDamage {
            who,
            amount,
            instead_of,
            time,
        })
    }
}

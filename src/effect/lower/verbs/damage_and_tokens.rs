//! Lowers verbs about things on the map: damage, size, numbers, marks, tokens.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{ArgType, PronounConstraint, Subject};
use smol_str::SmolStr;

use crate::effect::lower::children::Children;
use crate::effect::lower::ctx::{LowerCtx, Node};
use crate::effect::lower::modifiers::Modifiers;
use crate::effect::lower::verbs::Agent;

use crate::diagnostic::{Code, Place as Place_, Safety};
use crate::effect::ir::{Action, Amount, Pick, Reference, Selector, TokenCount};
use crate::effect::syntax::Rule;
use crate::game::TermRole;

impl LowerCtx<'_> {
    pub fn deal(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        let at = self.range(&node);
        let takes = node.as_rule() == Rule::v_take_damage;
        let verb = node;
        let mut kids = Children::of(node);
        let that_much = kids.take(Rule::that_much);
        let amount_node = kids.take(Rule::amount);
        let amount_at = amount_node
            .as_ref()
            .map_or(at.clone(), |node| self.range(node));
        let written = match (that_much, amount_node) {
            (Some(that), _) => Some(self.that_damage(self.range(&that))?),
            (None, Some(amount)) => Some(self.amount(cx, amount)?),
            (None, None) => None,
        };
        if takes {
            let to = self.expect_cards(subject, "take damage", &node)?;
            self.damageable(&to, "be dealt damage")?;
            let amount = self.finish(cx, written, tails, self.damage_word(), at)?;
            let amount = self.at_least_one(amount, self.damage_word(), amount_at)?;
            return Some(Action::DealDamage { amount, to });
        }
        // `This unit deals 2 damage to …` is the same as the command: only damage of an attack has a dealer.
        if let Some((_, at)) = subject {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at.clone(),
                    "the damage of an effect is always dealt by the card",
                    "no dealer is needed here",
                )
                .help("write a command: `Deal … damage to …`, or let the ‹acting› attack");
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
            Rule::divided => (true, Children::of(target).need(Rule::np)),
            _ => (false, target),
        };
        kids.end();
        let to = self.object(cx, target, ArgType::Fighter)?;
        self.damageable(&to, "be dealt damage")?;
        let among = to.span.range();
        if divided && self.discourse.bare_plural.as_ref() == Some(&among) {
            return self.among_how_many(among);
        }
        let amount = self.finish(cx, written, tails, self.damage_word(), at)?;
        let amount = self.at_least_one(amount, self.damage_word(), amount_at)?;
        Some(if divided {
            Action::DivideDamage { amount, among: to }
        } else {
            Action::DealDamage { amount, to }
        })
    }

    /// Rejects `divided as you choose among enemy units`: among chosen ones, or among all of them.
    fn among_how_many<T>(&mut self, at: std::ops::Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at.clone(),
                "missing number of targets",
                "as many as you choose, or all of them",
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
        self.counts(TermRole::Damage, selector.span.range())?;
        self.expect_arg(selector, cannot, ArgType::Fighter)
    }

    pub fn sizable(&mut self, selector: &Selector, cannot: &str) -> Option<()> {
        // The target or the attacker may be of a type that has a size.
        if let Pick::Known {
            is: Reference::Target | Reference::Attacker,
        } = &selector.pick
        {
            return Some(());
        }
        self.expect_arg(selector, cannot, ArgType::Sized)
    }

    /// Lowers `2`, `all`, or nothing.
    fn amount_or_all(
        &mut self,
        cx: ClauseCtx<'_>,
        kids: &mut Children<'_>,
    ) -> Option<Option<Amount>> {
        if kids.has(Rule::all) {
            return Some(Some(Amount::All));
        }
        match kids.take(Rule::amount) {
            Some(amount) => {
                let at = self.range(&amount);
                let amount = self.amount(cx, amount)?;
                self.at_least_one(amount, self.damage_word(), at).map(Some)
            }
            None => Some(None),
        }
    }

    pub fn remove_damage(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        self.expect_no_subject(subject, "remove")?;
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let written = match kids.take(Rule::that_much) {
            Some(that) => Some(self.that_damage(self.range(&that))?),
            None => self.amount_or_all(cx, &mut kids)?,
        };
        let from = self.object(cx, kids.need(Rule::np), ArgType::Fighter)?;
        kids.end();
        self.damageable(&from, "have damage")?;
        let amount = self.finish(cx, written, tails, self.damage_word(), at)?;
        Some(Action::RemoveDamage { amount, from })
    }

    pub fn move_damage(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        self.expect_no_subject(subject, "move")?;
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let written = self.amount_or_all(cx, &mut kids)?;
        let from = self.object(cx, kids.need(Rule::np), ArgType::Fighter)?;
        let to = self.object(cx, kids.need(Rule::np), ArgType::Fighter)?;
        kids.end();
        self.damageable(&from, "have damage")?;
        self.damageable(&to, "have damage")?;
        self.not_itself(&from, &to, "gives damage to")?;
        let one = "damage moves from one thing to one other thing";
        let each = "write it for each one: `For each friendly ‹acting›, move 1 damage from that ‹acting› to the enemy \
            ‹leader›.`";
        self.only_one(&from, one, each)?;
        let each = "write it for each one: `For each enemy ‹acting›, move 1 damage from a friendly ‹acting› to that \
            ‹acting›.`";
        self.only_one(&to, one, each)?;
        let amount = self.finish(cx, written, tails, self.damage_word(), at)?;
        let to = Box::new(to);
        Some(Action::MoveDamage { amount, from, to })
    }

    pub fn double(&mut self, cx: ClauseCtx<'_>, node: Node<'_>, subject: Agent) -> Option<Action> {
        self.expect_no_subject(subject, "double")?;
        let of = self.np(cx, Children::of(node).need(Rule::np))?;
        self.attack_thing(&of, "have its damage doubled")?;
        Some(Action::DoubleDamage { of })
    }

    pub fn attack_thing(&mut self, selector: &Selector, cannot: &str) -> Option<()> {
        self.expect_arg(selector, cannot, ArgType::Attack)
    }

    /// Rejects `Increase 2 friendly units`: two of them, or all of them by two?
    fn by_that_many_or_so_many(
        &mut self,
        written: &Amount,
        what: &Selector,
        number: std::ops::Range<usize>,
    ) -> Option<()> {
        let at = what.span.range();
        if self.discourse.bare_plural.as_ref() != Some(&at) {
            return Some(());
        }
        let by = match written.value() {
            Some(value) => format!("by {value} each"),
            None => "by that many each".to_owned(),
        };
        let finding = self
            .finding(
                Code::TwoReadings,
                number.start..at.end,
                format!("ambiguous: that many of them, or all of them {by}?"),
                "can be read in two ways",
            )
            .help("the number is the amount: write `Increase 2 each friendly ‹acting›.`, or `Increase 1 2 friendly \
                ‹actings›.`");
        self.report(finding)
    }

    pub fn change_size(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        let increase = node.as_rule() == Rule::v_increase;
        let tokens = format!("{} tokens", self.size_word());
        let verb = if increase { "increase" } else { "decrease" };
        self.expect_no_subject(subject, verb)?;
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let mut written = None;
        let mut what_by = None;
        if let Some(amount) = kids.take(Rule::amount) {
            let at = self.range(&amount);
            what_by = Some(at.clone());
            let amount = self.amount(cx, amount)?;
            written = Some(self.at_least_one(amount, &tokens, at)?);
        }
        let what = self.object(cx, kids.need(Rule::np), ArgType::Sized)?;
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
            let amount = self.amount(cx, amount)?;
            written = Some(self.at_least_one(amount, &tokens, at)?);
        }
        if let Some(equal) = kids.take(Rule::by_equal) {
            let equal_at = self.range(&equal);
            let equal = Children::of(equal).need(Rule::equal);
            let amount = self.value(cx, Children::of(equal).need(Rule::value))?;
            written = Some(self.at_least_one(amount, &tokens, equal_at)?);
        }
        kids.end();
        let amount = self.finish(cx, written, tails, self.size_word(), at)?;
        Some(if increase {
            Action::Increase { amount, what }
        } else {
            Action::Decrease { amount, what }
        })
    }

    /// Lowers `2 charge` or `a mine`: a number and a kind of token.
    pub fn token_count(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
    ) -> Option<(Option<Amount>, SmolStr)> {
        let mut kids = Children::of(node);
        let written = if kids.has(Rule::all) {
            Some(Amount::All)
        } else if kids.has(Rule::q_a) {
            Some(Amount::fixed(1))
        } else if let Some(count) = kids.take(Rule::amount) {
            let at = self.range(&count);
            let amount = self.amount(cx, count)?;
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
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        self.expect_no_subject(subject, "move")?;
        let mut kids = Children::of(node);
        let count = kids.need(Rule::token_count);
        let count_at = self.range(&count);
        let (written, token) = self.token_count(cx, count)?;
        let from = self.object_being(
            cx,
            kids.need(Rule::np),
            PronounConstraint::Holds(token.clone()),
        )?;
        let to = self.object_being(
            cx,
            kids.need(Rule::np),
            PronounConstraint::Holds(token.clone()),
        )?;
        kids.end();
        let cannot = self.holding(&token);
        for selector in [&from, &to] {
            self.expect_arg(selector, &cannot, ArgType::Holder(&token))?;
        }
        self.not_itself(&from, &to, "gives tokens to")?;
        let amount = self.finish(cx, written, tails, "tokens", count_at)?;
        let tokens = TokenCount { amount, token };
        let to = Box::new(to);
        Some(Action::MoveTokens { tokens, from, to })
    }

    pub fn tokens(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        let place = node.as_rule() == Rule::v_place_tokens;
        self.expect_no_subject(subject, if place { "place" } else { "remove" })?;
        let mut kids = Children::of(node);
        let count = kids.need(Rule::token_count);
        let count_at = self.range(&count);
        let (written, token) = self.token_count(cx, count)?;
        let which = self.object_being(
            cx,
            kids.need(Rule::np),
            PronounConstraint::Holds(token.clone()),
        )?;
        kids.end();
        let cannot = self.holding(&token);
        self.expect_arg(&which, &cannot, ArgType::Holder(&token))?;
        let on = which.span.range();
        if self.discourse.bare_plural.as_ref() == Some(&on)
            && written.as_ref().and_then(Amount::value) != Some(1)
        {
            return self.in_all_or_on_each(count_at.start..on.end, place);
        }
        let amount = self.finish(cx, written, tails, "tokens", count_at)?;
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

    /// Rejects `Place 2 mine tokens on vacant spaces`: two in total, or two on each of them?
    fn in_all_or_on_each<T>(&mut self, at: std::ops::Range<usize>, place: bool) -> Option<T> {
        let (on, example) = match place {
            true => (
                "on",
                "`Place 1 mine token on each of 2 vacant spaces.`, or `… on each vacant space`",
            ),
            false => ("from", "`… from each friendly ‹acting›`, or name one"),
        };
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                format!("ambiguous: that many in total, or {on} each?"),
                "can be read in two ways",
            )
            .help(format!("write {example}"));
        self.report(finding)
    }

    /// Completes the message "… cannot …" for something that takes no tokens of this kind.
    fn holding(&self, token: &str) -> String {
        let term = self.env.symbols.game.term("tokens", token);
        let name = term.map_or(token, |term| term.name.as_str());
        format!("have {name} tokens")
    }

    pub fn move_marks(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
    ) -> Option<Action> {
        let place = node.as_rule() == Rule::v_place_marks;
        self.expect_no_subject(subject, if place { "place" } else { "remove" })?;
        let mut kids = Children::of(node);
        let marks = self.marks(kids.need(Rule::marks))?;
        let which = self.object(cx, kids.need(Rule::np), ArgType::Fighter)?;
        kids.end();
        self.expect_arg(&which, "have marks", ArgType::Fighter)?;
        Some(if place {
            Action::PlaceMarks { marks, on: which }
        } else {
            Action::RemoveMarks { marks, from: which }
        })
    }

    pub fn activate(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
    ) -> Option<Action> {
        self.expect_no_subject(subject, "activate")?;
        let what = self.object(cx, Children::of(node).need(Rule::np), ArgType::Fighter)?;
        self.expect_arg(&what, "be activated", ArgType::Fighter)?;
        Some(Action::Activate { what })
    }

    pub fn limit_is(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        let at = self.range(&node);
        // `Your hand limit` is parsed as a noun phrase. `clause_subject` looks its words up as a limit, so any other
        // subject is wrong here.
        let (who, limit) = match subject {
            Some((Subject::Limit(who, limit), _)) => (who, limit),
            Some((_, subject)) => {
                let finding = self
                    .finding(
                        Code::UnreadableSentence,
                        subject.start..at.end,
                        "only a number of a player can be set with `is`",
                        "not a number of a player",
                    )
                    .help("write `Set the attack of … to …`, or `Your hand limit is …`");
                return self.report(finding);
            }
            None => return None,
        };
        let amount = Children::of(node).need(Rule::bounded);
        let amount_at = self.range(&amount);
        let to = self.bounded(cx, amount)?;
        if let Some(value) = to.value() {
            self.countable(value, amount_at)?;
        }
        let to = self.finish(cx, Some(to), tails, "of it", at)?;
        let time = self.lasting(cx, tails)?;
        Some(Action::SetLimit {
            who,
            limit,
            to,
            time,
        })
    }
}

//! Lowers verbs about things on the map: damage, size, numbers, marks, tokens.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{ArgType, Subject};
use smol_str::SmolStr;
use std::ops::Range;

use crate::effect::lower::children::Children;
use crate::effect::lower::ctx::{LowerCtx, Node};
use crate::effect::lower::modifiers::Modifiers;
use crate::effect::lower::verbs::{Agent, VerbPhrase};

use crate::diagnostic::{Code, Place as Place_, Safety};
use crate::effect::ir::{Action, Amount, Pick, Reference, Selector, TokenCount};
use crate::effect::syntax::Rule;
use crate::game::TermRole;

/// A kind of token, with its number if that precedes the noun.
pub(super) struct WrittenTokens {
    written: Option<Amount>,
    pub(super) token: SmolStr,
    at: Range<usize>,
}

impl LowerCtx<'_> {
    pub fn deal(&mut self, subject: Agent, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let (written, amount_at) = self.dealt(phrase)?;
        // Reject `This unit deals 2 damage to …`: the dealer is always this card, so the command `Deal 2 damage` is
        // enough.
        if let Some((_, at)) = subject {
            let verb = phrase.node;
            let finding = self
                .finding(
                    Code::CannotApply,
                    at.clone(),
                    "the damage of an effect is always dealt by the card",
                    "no dealer is needed here",
                )
                .help("write a command: `Deal … damage to …`, or let the ‹acting› attack");
            let told = verb.as_str().split_whitespace().next().unwrap_or_default();
            let verb_at = phrase.at.start;
            let named = verb.before().len().checked_sub(verb_at - at.start);
            let named = named.and_then(|start| verb.before().get(start..));
            let capital = named.is_some_and(|named| named.starts_with(char::is_uppercase));
            let at = at.start..verb_at + told.len();
            let finding = self.with_clause(finding, at, "deal", capital);
            return self.report(finding);
        }
        let target = phrase.kids.any();
        let (divided, target) = match target.as_rule() {
            Rule::divided => (true, Children::of(target).need(Rule::np)),
            _ => (false, target),
        };
        let to = self.object(cx, target, ArgType::Fighter)?;
        self.damageable(&to, "be dealt damage")?;
        let among = to.span.range();
        if divided && self.discourse.is_bare_plural(&among) {
            return self.among_how_many(among);
        }
        let amount = self.completely_dealt(written, amount_at, phrase)?;
        Some(if divided {
            Action::DivideDamage { amount, among: to }
        } else {
            Action::DealDamage { amount, to }
        })
    }

    /// Lowers `That unit is dealt 2 damage`, which is the same as the command.
    pub fn take_damage(
        &mut self,
        subject: Agent,
        phrase: &mut VerbPhrase<'_, '_>,
    ) -> Option<Action> {
        let (written, amount_at) = self.dealt(phrase)?;
        let to = self.expect_cards(subject, "take damage", &phrase.node)?;
        self.damageable(&to, "be dealt damage")?;
        let amount = self.completely_dealt(written, amount_at, phrase)?;
        Some(Action::DealDamage { amount, to })
    }

    /// Lowers the amount of `deal 2 damage`, if it precedes the noun. Also returns the span of the number.
    fn dealt(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<(Option<Amount>, Range<usize>)> {
        let cx = phrase.cx;
        if let Some(that) = phrase.kids.take(Rule::that_much) {
            let amount = self.that_damage(self.range(&that))?;
            return Some((Some(amount), phrase.at.clone()));
        }
        match phrase.kids.take(Rule::amount) {
            Some(amount) => {
                let at = self.range(&amount);
                Some((Some(self.amount(cx, amount)?), at))
            }
            None => Some((None, phrase.at.clone())),
        }
    }

    fn completely_dealt(
        &mut self,
        written: Option<Amount>,
        at: Range<usize>,
        phrase: &mut VerbPhrase<'_, '_>,
    ) -> Option<Amount> {
        let damage = self.damage_word();
        let amount = self.complete(written, damage, phrase)?;
        self.at_least_one(amount, damage, at)
    }

    /// Rejects `divided as you choose among enemy units`: it is unclear whether some or all of them take damage.
    fn among_how_many<T>(&mut self, at: Range<usize>) -> Option<T> {
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

    /// Lowers `2`, `all`, `that much`, or nothing.
    pub(super) fn amount_of_damage(
        &mut self,
        cx: ClauseCtx<'_>,
        kids: &mut Children<'_>,
    ) -> Option<Option<Amount>> {
        if let Some(that) = kids.take(Rule::that_much) {
            return self.that_damage(self.range(&that)).map(Some);
        }
        if kids.has(Rule::all) {
            return Some(Some(Amount::All));
        }
        self.written(cx, kids, self.damage_word())
    }

    /// Rejects damage that moves between several things.
    pub(super) fn one_to_one(&mut self, from: &Selector, to: &Selector) -> Option<()> {
        let one = "damage moves from one thing to one other thing";
        let each = "write it for each one: `For each friendly ‹acting›, move 1 damage from that ‹acting› to the enemy \
            ‹leader›.`";
        self.only_one(from, one, each)?;
        let each = "write it for each one: `For each enemy ‹acting›, move 1 damage from a friendly ‹acting› to that \
            ‹acting›.`";
        self.only_one(to, one, each)
    }

    /// Rejects `Increase 2 friendly units`: does this increase two of them, or all of them by two?
    fn by_that_many_or_so_many(
        &mut self,
        written: &Amount,
        what: &Selector,
        number: Range<usize>,
    ) -> Option<()> {
        let at = what.span.range();
        if !self.discourse.is_bare_plural(&at) {
            return Some(());
        }
        let by = match written.value() {
            Some(value) => format!("by {value} each"),
            None => "by that many each".to_owned(),
        };
        self.reject(
                Code::TwoReadings,
                number.start..at.end,
                format!("ambiguous: that many of them, or all of them {by}?"),
                "can be read in two ways", "the number is the amount: write `Increase 2 each friendly ‹acting›.`, or `Increase 1 2 friendly \
                ‹actings›.`")
    }

    pub fn change_size(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let increase = phrase.node.as_rule() == Rule::v_increase;
        let tokens = format!("{} tokens", self.size_word());
        let kids = &mut phrase.kids;
        let first = kids.take(Rule::amount);
        let mut written = match first {
            Some(amount) => Some(self.positive(cx, amount, &tokens)?),
            None => None,
        };
        let what = self.object(cx, kids.need(Rule::np), ArgType::Sized)?;
        if let (Some(written), Some(counted)) = (&written, first) {
            self.by_that_many_or_so_many(written, &what, self.range(&counted))?;
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
            written = Some(self.positive(cx, amount, &tokens)?);
        }
        if let Some(equal) = kids.take(Rule::by_equal) {
            let equal_at = self.range(&equal);
            let equal = Children::of(equal).need(Rule::equal);
            let amount = self.value(cx, Children::of(equal).need(Rule::value))?;
            written = Some(self.at_least_one(amount, &tokens, equal_at)?);
        }
        let amount = self.complete(written, self.size_word(), phrase)?;
        Some(if increase {
            Action::Increase { amount, what }
        } else {
            Action::Decrease { amount, what }
        })
    }

    /// Lowers `2 charge` or `a mine`: a number and a kind of token.
    pub(super) fn token_count(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
    ) -> Option<WrittenTokens> {
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let written = if kids.has(Rule::all) {
            Some(Amount::All)
        } else if kids.has(Rule::q_a) {
            Some(Amount::fixed(1))
        } else {
            self.written(cx, &mut kids, "tokens")?
        };
        let token = self.token(kids.need(Rule::token_kind))?;
        kids.end();
        Some(WrittenTokens { written, token, at })
    }

    pub(super) fn tokens(
        &mut self,
        cx: ClauseCtx<'_>,
        tokens: WrittenTokens,
        tails: &mut Modifiers<'_>,
    ) -> Option<TokenCount> {
        let WrittenTokens { written, token, at } = tokens;
        let amount = self.finish(cx, written, tails, "tokens", at)?;
        Some(TokenCount { amount, token })
    }

    /// Rejects something that takes no tokens of this kind.
    pub(super) fn holds(&mut self, which: &Selector, token: &str) -> Option<()> {
        let term = self.env.symbols.game.term("tokens", token);
        let name = term.map_or(token, |term| term.name.as_str());
        self.expect_arg(
            which,
            &format!("have {name} tokens"),
            ArgType::Holder(token),
        )
    }

    /// Rejects `Place 2 mine tokens on vacant spaces`: are these two in total, or two on each space?
    pub(super) fn one_or_on_each(
        &mut self,
        tokens: &WrittenTokens,
        which: &Selector,
        place: bool,
    ) -> Option<()> {
        let which = which.span.range();
        let one = tokens.written.as_ref().and_then(Amount::value) == Some(1);
        if !self.discourse.is_bare_plural(&which) || one {
            return Some(());
        }
        let (on, example) = match place {
            true => (
                "on",
                "`Place 1 mine token on each of 2 vacant spaces.`, or `… on each vacant space`",
            ),
            false => ("from", "`… from each friendly ‹acting›`, or name one"),
        };
        self.reject(
            Code::TwoReadings,
            tokens.at.start..which.end,
            format!("ambiguous: that many in total, or {on} each?"),
            "can be read in two ways",
            format!("write {example}"),
        )
    }

    pub fn limit_is(&mut self, subject: Agent, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        // `Your hand limit` is parsed as a noun phrase. `clause_subject` looks its words up as a limit, so any other
        // subject is wrong here.
        let (who, limit) = match subject {
            Some((Subject::Limit(who, limit), _)) => (who, limit),
            Some((_, subject)) => {
                return self.reject(
                    Code::UnreadableSentence,
                    subject.start..phrase.at.end,
                    "only a number of a player can be set with `is`",
                    "not a number of a player",
                    "write `Set the attack of … to …`, or `Your hand limit is …`",
                );
            }
            None => return None,
        };
        let amount = phrase.kids.need(Rule::bounded);
        let amount_at = self.range(&amount);
        let to = self.bounded(cx, amount)?;
        if let Some(value) = to.value() {
            self.countable(value, amount_at)?;
        }
        let to = self.complete(Some(to), "of it", phrase)?;
        let time = self.lasting(cx, phrase.tails)?;
        Some(Action::SetLimit {
            who,
            limit,
            to,
            time,
        })
    }
}

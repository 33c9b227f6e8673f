//! Lowers numbers: literals, computed values, bounds and comparisons.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::PronounConstraint;
use std::ops::Range;

use smol_str::SmolStr;

use super::children::{Children, bug};
use super::ctx::{LowerCtx, Node};
use crate::diagnostic::{Code, Safety};
use crate::effect::ir::{Amount, Comparison, Filter, Period, Reference, Round, Selector};
use crate::effect::lists::lists;
use crate::effect::syntax::Rule;
use crate::game::{Binding, FieldKind, Game, TermRole};

impl LowerCtx<'_> {
    /// Lowers `number`, written in digits or as a word.
    pub fn number(&mut self, node: Node<'_>) -> Option<u32> {
        let at = self.range(&node);
        let word = node.as_str().trim();
        if let Some(value) = lists()
            .numbers
            .iter()
            .position(|spelled| spelled.eq_ignore_ascii_case(word))
        {
            return Some(value as u32 + 1);
        }
        match word.parse::<u32>() {
            Ok(value) if value <= 999 => Some(value),
            _ => {
                let finding = self
                    .finding(
                        Code::AmountBeyondReason,
                        at,
                        format!("{word} is larger than any number in the game"),
                        "no card has a number this large",
                    )
                    .help("write a number up to 999");
                self.report(finding)
            }
        }
    }

    pub fn amount(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Amount> {
        let inner = Children::of(node).any();
        match inner.as_rule() {
            Rule::number => self.number(inner).map(Amount::fixed),
            Rule::letter_x => self.x(cx, &inner),
            other => bug(Rule::amount, Some(other)),
        }
    }

    /// Lowers `X`, which an earlier cost must declare.
    pub fn x(&mut self, cx: ClauseCtx<'_>, node: &Node<'_>) -> Option<Amount> {
        self.ability.declares_x |= cx.declaring;
        if self.ability.declares_x {
            return Some(Amount::X);
        }
        let at = self.range(node);
        let finding = self
            .finding(
                Code::UnboundReference,
                at,
                "X is not declared",
                "no earlier cost declares X",
            )
            .help("write a number, or declare X in the same sentence: `Discard X cards to …`");
        self.report(finding)
    }

    /// Lowers a value with its bounds, which apply to the result.
    pub fn bounded(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Amount> {
        let mut kids = Children::of(node);
        let amount = self.value(cx, kids.need(Rule::value))?;
        let mut bounds = Vec::new();
        while let Some(bound) = kids.take(Rule::bound) {
            bounds.push(bound);
        }
        kids.end();
        self.bounded_by(amount, bounds)
    }

    pub fn value(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Amount> {
        let inner = Children::of(node).any();
        match inner.as_rule() {
            Rule::n_each => {
                let mut kids = Children::of(inner);
                let factor = self.number(kids.need(Rule::number))?;
                let of = self.for_each(cx, kids.need(Rule::for_each))?;
                kids.end();
                Some(Amount::times(factor, of))
            }
            Rule::half => {
                let mut kids = Children::of(inner);
                let of = self.value(cx, kids.need(Rule::value))?;
                half(of, kids)
            }
            Rule::twice => {
                let of = self.value(cx, Children::of(inner).need(Rule::value))?;
                Some(Amount::times(2, of))
            }
            Rule::times => {
                let mut kids = Children::of(inner);
                let factor = self.number(kids.need(Rule::number))?;
                let of = self.value(cx, kids.need(Rule::value))?;
                kids.end();
                Some(Amount::times(factor, of))
            }
            Rule::fixed_value => {
                let inner = Children::of(inner).any();
                match inner.as_rule() {
                    Rule::number => self.number(inner).map(Amount::fixed),
                    _ => self.x(cx, &inner),
                }
            }
            _ => self.simple_value(cx, inner),
        }
    }

    /// Rejects `prevent 2 of that damage` outside an event that would deal damage.
    pub fn damage_to_prevent(&mut self, at: Range<usize>) -> Option<()> {
        if self.ability.event_damage {
            return Some(());
        }
        let finding = self
            .finding(
                Code::UnboundReference,
                at,
                "\"that damage\" has nothing to refer to",
                "no damage is named before this",
            )
            .help(
                "name the damage first: `when a friendly ‹acting› would be dealt damage`; for an attack, write `That \
                 attack deals 2 less damage.`",
            );
        self.report(finding)
    }

    /// Lowers `that damage`, the damage of the event.
    pub fn that_damage(&mut self, at: Range<usize>) -> Option<Amount> {
        if self.ability.event_damage {
            return Some(Amount::DamageOfEvent);
        }
        let finding = self
            .finding(
                Code::UnboundReference,
                at,
                "\"that damage\" has nothing to refer to",
                "no damage is named before this",
            )
            .help(match self.binds(Binding::Attack) || self.ability.event_attack {
                true => "write `the damage dealt by this attack`, or `… by that attack`",
                false => {
                    "repeat the number; if it is unknown, begin with the event: `When a friendly ‹acting› would be \
                     dealt damage, …`"
                }
            });
        self.report(finding)
    }

    /// Lowers `half of that damage, rounded up`.
    pub fn half_of_that(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Amount> {
        let mut kids = Children::of(node);
        let of = self.simple_value(cx, kids.need(Rule::n_that))?;
        half(of, kids)
    }

    pub fn simple_value(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Amount> {
        match node.as_rule() {
            Rule::n_that => self.that_damage(self.range(&node)),
            Rule::n_dealt => {
                let of = self.known(cx, Children::of(node).need(Rule::np))?;
                Some(Amount::DamageDealt { by: of })
            }
            Rule::n_tokens => {
                let mut kids = Children::of(node);
                let token = self.token(kids.need(Rule::token_kind))?;
                let on = kids.need(Rule::np);
                let at = self.range(&on);
                let of = self.with_tokens(cx, on, Some(&token))?;
                kids.end();
                self.is_no_attack(&of, at.clone())?;
                let spoken = self.spoken_of(&of);
                if let Some(finding) = self.has_no_tokens(&spoken, &token, at) {
                    return self.report(finding);
                }
                Some(Amount::TokensOn {
                    token,
                    of: Box::new(of),
                })
            }
            Rule::n_number => {
                let at = self.range(&node);
                let words = node.as_str().trim();
                let mut kids = Children::of(node);
                let of = kids.any();
                if of.as_rule() == Rule::those {
                    let at = self.range(&of);
                    let those = self.reference(cx, of)?;
                    return self.number_of_those(those, at);
                }
                let of = self.bare_filter(cx, of)?;
                self.number_of_things(cx, of, kids, at, words)
            }
            Rule::n_steps => {
                let mut kids = Children::of(node);
                let who = self.known(cx, kids.need(Rule::np))?;
                let period = self.period(kids.need(Rule::period));
                kids.end();
                Some(Amount::StepsMoved { who, period })
            }
            Rule::of_thing => {
                let mut kids = Children::of(node);
                let of = kids.need(Rule::owner);
                let at = self.range(&of);
                let printed = kids.has(Rule::printed);
                let attribute = kids.need(Rule::attribute);
                kids.end();
                let word = attribute.as_str().trim().to_lowercase();
                let game = self.env.symbols.game;
                let token = counted_in(game, &word)
                    .and_then(|role| Some(PronounConstraint::Token(game.roles.term(role)?.into())));
                let of_number = ClauseCtx {
                    needs: token.as_ref(),
                    whose_number: true,
                    ..cx
                };
                let owner = self.owner(of_number, of)?;
                self.is_no_attack(&owner, at.clone())?;
                self.number_of(owner, printed, attribute, at)
            }
            other => bug(Rule::value, Some(other)),
        }
    }

    /// Resolves a holder of tokens of this kind. `it` only resolves to something that can have them.
    fn with_tokens(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        token: Option<&str>,
    ) -> Option<Reference> {
        let token = token.map(|token| PronounConstraint::Token(token.into()));
        let cx = ClauseCtx {
            needs: token.as_ref(),
            whose_number: true,
            ..cx
        };
        self.known(cx, node)
    }

    /// Rejects an attack as the owner of tokens, numbers or a place: these belong to the attacker or the target.
    pub fn is_no_attack(&mut self, of: &Reference, at: std::ops::Range<usize>) -> Option<()> {
        if !matches!(of, Reference::ThisAttack | Reference::ThatAttack) {
            return Some(());
        }
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "an attack has no numbers, tokens or place",
                "this is an attack",
            )
            .help("name the attacker or the target: `this ‹acting›`, `the target`, `the attacker`");
        self.report(finding)
    }

    /// Lowers a number of the owner `of`, whose span is `at`.
    fn number_of(
        &mut self,
        of: Reference,
        printed: bool,
        attribute: Node<'_>,
        at: std::ops::Range<usize>,
    ) -> Option<Amount> {
        let word = attribute.as_str().trim().to_lowercase();
        let to = self.range(&attribute).end;
        let spoken = self.spoken_of(&of);
        // Size and damage are counted from tokens; every other number is an attribute of the game.
        let counted = counted_in(self.env.symbols.game, &word).filter(|_| !printed);
        let (amount, lacks) = match counted {
            Some(role) => {
                let lacks = self.has_none_counted(&spoken, role, at.start..to);
                let amount = match role {
                    TermRole::Size => Amount::Size { of },
                    _ => Amount::DamageOn { of },
                };
                (amount, lacks)
            }
            None => {
                let attribute = self.attribute(attribute)?;
                let lacks = self.has_no_number(&spoken, &attribute, at.start..to);
                let amount = Amount::Attribute {
                    attribute,
                    of: Box::new(of),
                    printed,
                };
                (amount, lacks)
            }
        };
        match lacks {
            Some(finding) => self.report(finding),
            None => Some(amount),
        }
    }

    /// Resolves the word of an attribute to its id.
    pub fn attribute(&mut self, node: Node<'_>) -> Option<SmolStr> {
        let at = self.range(&node);
        let word = node.words();
        self.term("attributes", &word, at, "a number of a card")
    }

    pub fn period(&mut self, node: Node<'_>) -> Period {
        match Children::of(node).any().as_rule() {
            Rule::per_activation => Period::Activation,
            Rule::per_turn => Period::Turn,
            Rule::per_round => Period::Round,
            other => bug(Rule::period, Some(other)),
        }
    }

    /// Lowers an amount and rejects it if it exceeds every number of the game.
    fn reasonable(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Amount> {
        let at = self.range(&node);
        let number = self.amount(cx, node)?;
        if let Some(value) = number.value() {
            self.within_reason(value, at)?;
        }
        Some(number)
    }

    /// Lowers `3`, `3 or more`, `3 or fewer` or `exactly 3`.
    pub fn compare(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Comparison> {
        let mut kids = Children::of(node);
        if kids.has(Rule::more_than_word) {
            let number = self.reasonable(cx, kids.need(Rule::amount))?;
            return Some(Comparison::MoreThan { number });
        }
        if kids.has(Rule::fewer_than_word) {
            let number = self.reasonable(cx, kids.need(Rule::amount))?;
            return Some(Comparison::LessThan { number });
        }
        let number = self.reasonable(cx, kids.need(Rule::amount))?;
        let more = kids.take(Rule::q_more);
        kids.end();
        Some(self.at_least_or_most(number, more))
    }

    /// Lowers `greater than …` or `at least …`, which follow the compared value.
    pub fn relation(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Comparison> {
        let inner = Children::of(node).any();
        let rule = inner.as_rule();
        let number = self.bounded(cx, Children::of(inner).need(Rule::bounded))?;
        Some(match rule {
            Rule::more_than => Comparison::MoreThan { number },
            Rule::less_than => Comparison::LessThan { number },
            Rule::at_least => Comparison::AtLeast { number },
            Rule::at_most => Comparison::AtMost { number },
            Rule::equal_to => Comparison::Exactly { number },
            other => bug(Rule::relation, Some(other)),
        })
    }

    /// Lowers either form of comparison: `greater than 3` or `3 or more`.
    pub fn comparison(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Comparison> {
        match node.as_rule() {
            Rule::relation => self.relation(cx, node),
            _ => self.compare(cx, node),
        }
    }

    pub fn at_least_or_most(&mut self, number: Amount, more: Option<Node<'_>>) -> Comparison {
        match more.map(|more| Children::of(more).any().as_rule()) {
            None => Comparison::Exactly { number },
            Some(Rule::q_or_more) => Comparison::AtLeast { number },
            Some(_) => Comparison::AtMost { number },
        }
    }

    /// Lowers `for each …`, without the factor.
    pub fn for_each(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Amount> {
        let inner = Children::of(node).any();
        let at = self.range(&inner);
        let mut kids = Children::of(inner);
        match inner.as_rule() {
            Rule::each_steps => {
                let each = match kids.take(Rule::number) {
                    Some(number) => self.number(number)?,
                    None => 1,
                };
                let who = self.known(cx, kids.need(Rule::np))?;
                let period = self.period(kids.need(Rule::period));
                kids.end();
                self.every(each, Amount::StepsMoved { who, period }, at)
            }
            Rule::each_of_thing => {
                let each = match kids.take(Rule::number) {
                    Some(number) => self.number(number)?,
                    None => 1,
                };
                let token = match kids.take(Rule::token_kind) {
                    Some(token) => Some(self.token(token)?),
                    None => None,
                };
                let on = kids.need(Rule::np);
                let on_at = self.range(&on);
                if token.is_none() {
                    self.counts(TermRole::Damage, at.clone())?;
                }
                let damage = self.env.symbols.game.roles.damage.as_deref();
                let of = self.with_tokens(cx, on, token.as_deref().or(damage))?;
                kids.end();
                self.is_no_attack(&of, on_at)?;
                let amount = match token {
                    Some(token) => Amount::TokensOn {
                        token,
                        of: Box::new(of),
                    },
                    None => Amount::DamageOn { of },
                };
                self.every(each, amount, at)
            }
            Rule::each_of_value => {
                let each = self.number(kids.need(Rule::number))?;
                let of = self.value(cx, kids.need(Rule::value))?;
                kids.end();
                self.every(each, of, at)
            }
            Rule::each_of_those => {
                let each = match kids.take(Rule::number) {
                    Some(number) => self.number(number)?,
                    None => 1,
                };
                let those = kids.need(Rule::reference);
                kids.end();
                let those_at = self.range(&those);
                let those = self.reference(cx, those)?;
                let of = self.number_of_those(those, those_at)?;
                self.every(each, of, at)
            }
            Rule::each_count => {
                let each = match kids.take(Rule::number) {
                    Some(number) => self.number(number)?,
                    None => 1,
                };
                let of = self.bare_filter(cx, kids.need(Rule::bare_np))?;
                let words = inner.as_str().trim();
                let number = self.number_of_things(cx, of, kids, at.clone(), words)?;
                self.every(each, number, at)
            }
            other => bug(Rule::for_each, Some(other)),
        }
    }

    /// Lowers the number of the described things, of those with which something happened this way, or of the cards that
    /// a player has played. The remaining child node says which.
    fn number_of_things(
        &mut self,
        cx: ClauseCtx<'_>,
        mut of: Filter,
        mut kids: Children<'_>,
        at: Range<usize>,
        words: &str,
    ) -> Option<Amount> {
        if let Some(played) = kids.take(Rule::played_by) {
            kids.end();
            let mut inner = Children::of(played);
            let who = self.player(inner.need(Rule::player));
            let period = self.period(inner.need(Rule::period));
            inner.end();
            let what = Box::new(self.was_played(of, at)?);
            return Some(Amount::Played { who, what, period });
        }
        if let Some(done) = kids.take(Rule::done_this_way) {
            of = self.done_this_way(cx, of, done, at, words)?;
        }
        kids.end();
        Some(Amount::Number { of: Box::new(of) })
    }

    fn every(&mut self, each: u32, of: Amount, at: std::ops::Range<usize>) -> Option<Amount> {
        match each {
            0 => {
                let finding = self
                    .finding(
                        Code::AmountBeyondReason,
                        at,
                        "\"for each 0\" counts nothing",
                        "the step must be at least 1",
                    )
                    .help("remove the number, or write 2 or more");
                self.report(finding)
            }
            1 => Some(of),
            each => Some(Amount::Every {
                each,
                of: Box::new(of),
            }),
        }
    }

    /// Resolves a noun phrase to a single known object. A choice is rejected.
    pub fn known(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Reference> {
        let at = self.range(&node);
        let said = node.as_str().trim().to_owned();
        let selector = self.np(cx, node)?;
        match known_of(&selector) {
            Some(reference) => Some(reference),
            None => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        format!("\"{said}\" does not name one known thing"),
                        "a number must belong to one known thing",
                    )
                    .help("choose it first: `Choose …. … that ‹acting› …`");
                self.report(finding)
            }
        }
    }

    /// Rejects an amount of 0 and amounts that exceed the numbers of the game.
    pub fn at_least_one(
        &mut self,
        amount: Amount,
        what: &str,
        at: std::ops::Range<usize>,
    ) -> Option<Amount> {
        let Some(value) = amount.value() else {
            return Some(amount);
        };
        if value == 0 {
            let finding = self
                .finding(
                    Code::AmountBeyondReason,
                    at,
                    format!("0 {what} would have no effect"),
                    "must be at least 1",
                )
                .help("write 1 or more, or remove the sentence");
            return self.report(finding);
        }
        if matches!(what, "cards" | "of them") {
            return self.countable(value, at).map(|_| amount);
        }
        self.within_reason(value, at).map(|_| amount)
    }

    /// Rejects numbers that exceed the largest number of the game.
    pub fn within_reason(&mut self, value: u32, at: std::ops::Range<usize>) -> Option<u32> {
        let greatest = self.greatest_number();
        if value <= greatest {
            return Some(value);
        }
        let finding = self
            .finding(
                Code::AmountBeyondReason,
                at,
                format!("{value} is larger than any number in the game"),
                format!("the largest number on a card or in the rules is {greatest}"),
            )
            .help(format!("write {greatest} or less"));
        self.report(finding)
    }

    /// Rejects counts that exceed the number of cards of a player.
    pub fn countable(&mut self, value: u32, at: std::ops::Range<usize>) -> Option<u32> {
        let most = self.most_cards();
        if value <= most {
            return Some(value);
        }
        let finding = self
            .finding(
                Code::AmountBeyondReason,
                at,
                format!("there can never be {value} of them"),
                format!("a player has at most {most} cards"),
            )
            .help("write a smaller number");
        self.report(finding)
    }

    /// Returns the largest number that a card or the rules can have.
    fn greatest_number(&self) -> u32 {
        let game = self.env.symbols.game;
        let printed = game.fields.values().filter_map(|field| match &field.kind {
            FieldKind::Number { max, .. } | FieldKind::Amounts { max, .. } => Some(*max),
            FieldKind::Numbers { each, .. } => each.values().map(|bounds| bounds.max).max(),
            _ => None,
        });
        let rules = game.constants.values().map(|constant| constant.value);
        printed
            .chain(rules)
            .filter_map(|number| u32::try_from(number).ok())
            .max()
            .unwrap_or(u32::MAX)
    }

    /// Rejects distances that are 0 or do not fit on the map.
    pub fn distance(&mut self, amount: Amount, at: std::ops::Range<usize>) -> Option<Amount> {
        self.has_spaces(at.clone())?;
        let Some(value) = amount.value() else {
            return Some(amount);
        };
        let farthest = self.env.symbols.game.map.as_ref().map_or(u32::MAX, |map| {
            (map.rows.len() as u32).saturating_sub(1) + map.columns.saturating_sub(1)
        });
        if (1..=farthest).contains(&value) {
            return Some(amount);
        }
        let finding = if value == 0 {
            self.finding(
                Code::AmountBeyondReason,
                at,
                "a distance of 0 steps reaches only the space itself",
                "must be at least 1",
            )
            .help("write 1 or more")
        } else {
            self.finding(
                Code::AmountBeyondReason,
                at.clone(),
                format!("no two spaces of the map are {value} steps apart"),
                format!("the map is at most {farthest} steps across"),
            )
            .fix(
                Safety::Unsafe,
                format!("write {farthest} or less"),
                crate::diagnostic::Place::Text(at),
                farthest.to_string(),
            )
        };
        self.report(finding)
    }
}

/// Returns the reference that a selector consists of; `None` for any other selector.
pub(super) fn known_of(selector: &Selector) -> Option<Reference> {
    match &selector.pick {
        crate::effect::ir::Pick::Known { is } => Some(is.clone()),
        _ => None,
    }
}

/// Lowers half of a value. The remaining child node is its rounding.
fn half(of: Amount, mut kids: Children<'_>) -> Option<Amount> {
    let rounded = match kids.any().as_rule() {
        Rule::round_up => Round::Up,
        Rule::round_down => Round::Down,
        other => bug(Rule::half, Some(other)),
    };
    kids.end();
    Some(Amount::Half {
        of: Box::new(of),
        rounded,
    })
}

/// Returns the role of a number that is counted in tokens, such as damage or size; `None` for other words.
pub(super) fn counted_in(game: &Game, word: &str) -> Option<TermRole> {
    [TermRole::Damage, TermRole::Size].into_iter().find(|role| {
        let term = game.term_with(*role);
        term.is_some_and(|term| term.name.eq_ignore_ascii_case(word))
    })
}

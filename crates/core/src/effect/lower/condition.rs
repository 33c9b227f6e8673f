//! Lowers conditions.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{ArgType, NounRole, PronounConstraint};
use std::ops::Range;

use smol_str::SmolStr;

use super::children::{Children, bug, take_words};
use super::ctx::{LowerCtx, Node};
use super::noun::{CountBound, Parts};
use crate::diagnostic::Code;
use crate::effect::ir::{
    Amount, Argument, At, Comparison, Condition, Filter, Noun, Owner, Pick, Player, Selector, Side,
    State, Test, Zone,
};
use crate::effect::syntax::Rule;
use crate::game::SideWords;

impl LowerCtx<'_> {
    pub fn condition(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Condition> {
        let span = self.at(&node);
        let mut kids = Children::of(node);
        let mut all = Vec::new();
        while let Some(kid) = kids.next() {
            let span = self.at(&kid);
            let counts = matches!(
                kid.as_rule(),
                Rule::c_control | Rule::c_have | Rule::c_there
            );
            let test = self.test(cx, kid)?;
            if counts {
                self.discourse.count(span.range());
            }
            let condition = Condition { test, span };
            self.only_asked_for(&condition);
            all.push(condition);
        }
        Some(match all.len() {
            1 => all.remove(0),
            _ => Condition {
                test: Test::All { of: all },
                span,
            },
        })
    }

    fn test(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Test> {
        self.discourse.is_done_by(cx.actor);
        let rule = node.as_rule();
        if rule == Rule::c_phrase {
            return self.phrase_holds(cx, None, node);
        }
        let mut kids = Children::of(node);
        let test = match rule {
            Rule::c_deed => {
                let who = self.player(kids.need(Rule::player));
                let subject = Argument::Player { who };
                let deed = kids.need(Rule::a_deed);
                self.phrase_holds(cx, Some(subject), deed)?
            }
            Rule::c_first_player => {
                let who = self.player(kids.need(Rule::player));
                let not = kids.has(Rule::not);
                Test::FirstPlayer { who, not }
            }
            Rule::c_more => self.more_than_other(cx, &mut kids)?,
            Rule::c_control => {
                let who = self.player(kids.need(Rule::player));
                if let Some(known) = kids.take(Rule::np) {
                    kids.end();
                    return self.controls_known(cx, who, known);
                }
                let counted = kids.need(Rule::counted);
                let at = self.range(&counted);
                let (what, number) = self.counted(cx, counted)?;
                // The player already determines the side.
                if what.side.is_some() {
                    let finding = self
                        .finding(
                            Code::Contradiction,
                            at,
                            "the player already determines the side",
                            "names the side again",
                        )
                        .help("remove `friendly` or `enemy`");
                    return self.report(finding);
                }
                Test::Has {
                    who,
                    what: Box::new(what),
                    number,
                }
            }
            Rule::c_played => {
                let at = self.range(&node);
                let who = self.player(kids.need(Rule::player));
                let not = kids.has(Rule::not);
                let (what, number) = self.counted(cx, kids.need(Rule::counted))?;
                let what = self.was_played(what, at.clone())?;
                let number = match not {
                    true => self.not_so_many(number, at)?,
                    false => number,
                };
                Test::HasPlayed {
                    who,
                    what: Box::new(what),
                    number,
                    period: self.period(kids.need(Rule::period)),
                }
            }
            Rule::c_have => {
                let who = self.player(kids.need(Rule::player));
                let counted = kids.need(Rule::counted);
                let at = self.range(&counted);
                let (mut what, number) = self.counted(cx, counted)?;
                if what.zone.is_none() {
                    self.in_hand_or_in_play(&what, at)?;
                }
                let default = self.default_zone("discard", who);
                // Statistic cards that are ready or spent are in play.
                let in_play = what
                    .states
                    .iter()
                    .any(|state| matches!(state, State::Ready | State::Spent));
                match &mut what.zone {
                    None if in_play => {}
                    None => what.zone = default,
                    Some(zone) if zone.of == Owner::Actor => {
                        zone.of = default.map_or(Owner::You, |default| default.of);
                    }
                    Some(_) => {}
                }
                Test::Has {
                    who,
                    what: Box::new(what),
                    number,
                }
            }
            Rule::c_there => {
                let (what, number) = self.counted(cx, kids.need(Rule::counted))?;
                Test::Number {
                    of: Box::new(what),
                    number,
                }
            }
            Rule::c_done => {
                let at = self.range(&node);
                let exactly = kids.has(Rule::exactly);
                let more_than = kids.has(Rule::more_than_word);
                let fewer_than = kids.has(Rule::fewer_than_word);
                let mut count = Children::of(kids.need(Rule::q_count));
                let number = Amount::fixed(self.number(count.need(Rule::number))?);
                let more = count.take(Rule::q_more);
                count.end();
                let number = match more {
                    more @ Some(_) => self.at_least_or_most(number, more),
                    None if exactly => Comparison::Exactly { number },
                    None if more_than => Comparison::MoreThan { number },
                    None if fewer_than => Comparison::LessThan { number },
                    None => Comparison::AtLeast { number },
                };
                let what = self.bare_filter(cx, kids.need(Rule::bare_np))?;
                let done = kids.need(Rule::done_this_way);
                let happened = Children::of(done).any().as_rule();
                let words = node.as_str().trim();
                let mut of = self.done_this_way(cx, what, done, at, words)?;
                let one =
                    matches!(&number, Comparison::AtLeast { number } if number.value() == Some(1));
                // `1 or more units were removed this way`: one is enough.
                let tests = matches!(happened, Rule::h_removed | Rule::h_damaged);
                if tests && one {
                    of.states.pop();
                    let who = Selector {
                        pick: Pick::Any {
                            from: Box::new(of),
                            slot: self.discourse.next_slot(),
                        },
                        span: self.at(&node),
                    };
                    let not = false;
                    kids.end();
                    return Some(match happened {
                        Rule::h_removed => Test::WasRemovedThisWay { who, not },
                        _ => Test::WasDealtDamageThisWay { who, not },
                    });
                }
                Test::Number {
                    of: Box::new(of),
                    number,
                }
            }
            Rule::c_compare => {
                let left = Children::of(kids.need(Rule::compared)).need(Rule::bounded);
                let left = self.bounded(cx, left)?;
                let right = Children::of(kids.need(Rule::comparison)).any();
                let right = self.comparison(cx, right)?;
                Test::Compare { left, right }
            }
            Rule::c_about => {
                let bound = CountBound::of(&mut kids);
                let who = kids.need(Rule::np);
                let about = kids.any();
                let counted = self.about_none(cx, &who, &about);
                let counted = counted.or_else(|| self.about_many(cx, bound, &who, &about));
                match counted.or_else(|| self.adjacent_to_many(cx, &who, &about)) {
                    Some(test) => test?,
                    None => {
                        let needs = self.needed_to_be(&about);
                        let of_subject = ClauseCtx {
                            needs: needs.as_ref(),
                            in_condition_subject: true,
                            ..cx
                        };
                        let who = self.np_as(of_subject, who, NounRole::Asked, Player::You)?;
                        let subject = match &who.pick {
                            Pick::Known { is } => Some(is.clone()),
                            _ => None,
                        };
                        let test = self.about(cx, who, about, false)?;
                        self.discourse.set_condition_subject(
                            subject.map(|subject| (subject, self.range(&node))),
                        );
                        test
                    }
                }
            }
            other => bug(Rule::condition, Some(other)),
        };
        kids.end();
        Some(test)
    }

    /// Checks the description of cards that a player has played: they are described as they were played.
    pub(super) fn was_played(&mut self, what: Filter, at: Range<usize>) -> Option<Filter> {
        if what.side.is_some() {
            return self.contradiction(at, "the player already determines the side");
        }
        let on_map =
            |state: &State| !matches!(state, State::Attribute { .. } | State::SameName { .. });
        let elsewhere = what.zone.is_some() || !what.places.is_empty() || what.among.is_some();
        if elsewhere || what.next || what.states.iter().any(on_map) {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    "cards that were played are described as they were when they were played",
                    "this describes where or how they are now",
                )
                .help("name only the type, traits, numbers or names");
            return self.report(finding);
        }
        let played = Selector {
            pick: Pick::Any {
                from: Box::new(what),
                slot: 0,
            },
            span: At::new(at),
        };
        self.expect_arg(&played, "be played", ArgType::OfDeck)?;
        match played.pick {
            Pick::Any { from, .. } => Some(*from),
            _ => None,
        }
    }

    /// Negates a number: `you have not played 2 spells`.
    fn not_so_many(&mut self, number: Comparison, at: Range<usize>) -> Option<Comparison> {
        match number {
            Comparison::AtLeast { number } if number.value() == Some(1) => {
                let number = Amount::fixed(0);
                Some(Comparison::Exactly { number })
            }
            Comparison::AtLeast { number } => Some(Comparison::LessThan { number }),
            _ => {
                let finding = self
                    .finding(
                        Code::TwoReadings,
                        at,
                        "ambiguous: how many are meant?",
                        "negates a number that is not a minimum",
                    )
                    .help(
                        "write it without `not`: `no`, `fewer than 3`, `3 or fewer`, `3 or more`",
                    );
                self.report(finding)
            }
        }
    }

    /// Rejects `you have 3 units`: players have cards in hand, and control cards in play.
    fn in_hand_or_in_play(&mut self, what: &Filter, at: Range<usize>) -> Option<()> {
        let Noun::Card { types } = &what.noun else {
            return Some(());
        };
        let controlled = |id: &SmolStr| {
            let card_type = self.env.symbols.game.card_types.get(id);
            card_type.is_some_and(|card_type| card_type.side != SideWords::Yours)
        };
        if types.is_empty() || !types.iter().all(controlled) {
            return Some(());
        }
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: in hand or in play?",
                "no place is named",
            )
            .help("write `control` for cards in play, or `… in your hand`");
        self.report(finding)
    }

    /// Lowers `you control that unit` as a test of its side.
    fn controls_known(&mut self, cx: ClauseCtx<'_>, who: Player, known: Node<'_>) -> Option<Test> {
        let side = match who {
            Player::Opponent => Side::Enemy,
            _ => Side::Friendly,
        };
        let what = Filter {
            side: Some(side),
            ..Filter::default()
        };
        let cx = ClauseCtx {
            needs: Some(&PronounConstraint::Said(ArgType::Controllable)),
            ..cx
        };
        let known = self.np_as(cx, known, NounRole::Asked, Player::You)?;
        Some(is(known, false, what))
    }

    /// Lowers `you control more units than your opponent` as a comparison of two numbers.
    fn more_than_other(&mut self, cx: ClauseCtx<'_>, kids: &mut Children<'_>) -> Option<Test> {
        let who = kids.need(Rule::player);
        let at = self.range(&who);
        let who = self.player(who);
        let have = kids.any().as_rule() == Rule::m_have;
        let more = kids.any().as_rule() == Rule::m_more;
        let what = kids.need(Rule::bare_np);
        let what_at = self.range(&what);
        let mut filter = self.bare_filter(cx, what)?;
        let than = self.player(kids.need(Rule::player));
        if who == than || [who, than].contains(&Player::Each) {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    "a comparison needs two players: you and your opponent",
                    "this does not name one of the two",
                )
                .help("write `you control more … than your opponent`");
            return self.report(finding);
        }
        if have && filter.zone.is_none() {
            self.in_hand_or_in_play(&filter, what_at.clone())?;
        }
        if filter.side.is_some() || filter.zone.is_some() && !have {
            return self.contradiction(what_at, "the players already determine the side");
        }
        let name = match (have, filter.zone.take()) {
            (true, Some(zone)) => Some(zone.zone),
            (true, None) => self.default_zone("discard", who).map(|zone| zone.zone),
            (false, _) => None,
        };
        let of = |player: Player| {
            let mut of = filter.clone();
            let (side, owner) = match player {
                Player::Opponent => (Side::Enemy, Owner::Opponent),
                _ => (Side::Friendly, Owner::You),
            };
            match &name {
                Some(zone) => {
                    of.zone = Some(Zone {
                        zone: zone.clone(),
                        of: owner,
                    });
                }
                None => of.side = Some(side),
            }
            Amount::Number { of: Box::new(of) }
        };
        let number = of(than);
        Some(Test::Compare {
            left: of(who),
            right: match more {
                true => Comparison::MoreThan { number },
                false => Comparison::LessThan { number },
            },
        })
    }

    /// Lowers the test of a condition. `none` is `true` for `no unit …`, where one question contains both filter and
    /// test: does any matching thing satisfy the test?
    pub(super) fn about(
        &mut self,
        cx: ClauseCtx<'_>,
        who: Selector,
        node: Node<'_>,
        none: bool,
    ) -> Option<Test> {
        let rule = node.as_rule();
        if let Pick::Known { is } = &who.pick {
            self.is_no_attack(is, who.span.range())?;
        }
        if rule == Rule::a_deed {
            return self.phrase_holds(cx, Some(Argument::Things { which: who }), node);
        }
        let mut kids = Children::of(node);
        match rule {
            Rule::a_steps => {
                let at = who.span.range();
                let Some(mover) = super::amount::known_of(&who) else {
                    let finding = self
                        .finding(
                            Code::CannotApply,
                            at,
                            "steps are counted for one known thing",
                            "this could be any of several",
                        )
                        .help("name it first, then write `that ‹acting›`");
                    return self.report(finding);
                };
                let right = self.compare(cx, kids.need(Rule::compare))?;
                let period = self.period(kids.need(Rule::period));
                kids.end();
                Some(Test::Compare {
                    left: Amount::StepsMoved { who: mover, period },
                    right,
                })
            }
            Rule::a_history => {
                let not = kids.has(Rule::not) || none;
                let what = kids.any().as_rule();
                let period = self.period(kids.need(Rule::period));
                Some(match what {
                    Rule::h_moved => Test::HasMoved { who, period, not },
                    Rule::h_attacked => Test::HasAttacked { who, period, not },
                    Rule::h_retaliated => Test::HasRetaliated { who, period, not },
                    Rule::h_been_activated => Test::HasBeenActivated { who, period, not },
                    Rule::h_been_attacked => Test::HasBeenAttacked { who, period, not },
                    Rule::h_been_dealt_damage => Test::HasBeenDealtDamage { who, period, not },
                    Rule::h_been_removed => {
                        self.no_each_of_the_gone(&who)?;
                        self.not_of_one(&who, not && !none)?;
                        Test::HasBeenRemoved { who, period, not }
                    }
                    other => bug(Rule::a_history, Some(other)),
                })
            }
            Rule::a_happened => {
                self.no_each_of_the_gone(&who)?;
                let said = kids.has(Rule::not);
                self.not_of_one(&who, said)?;
                let not = said || none;
                let happened = kids.any();
                self.can_have_happened(&happened)?;
                Some(match happened.as_rule() {
                    Rule::h_removed => Test::WasRemovedThisWay { who, not },
                    Rule::h_discarded => Test::WasDiscardedThisWay { what: who, not },
                    Rule::h_drawn => Test::WasDrawnThisWay { what: who, not },
                    Rule::h_revealed => Test::WasRevealedThisWay { what: who, not },
                    Rule::h_damaged => Test::WasDealtDamageThisWay { who, not },
                    other => bug(Rule::a_happened, Some(other)),
                })
            }
            Rule::a_has => {
                let not = kids.has(Rule::not);
                let inner = Children::of(kids.need(Rule::has_what)).any();
                let at = self.range(&inner);
                let state = self.has_what(cx, inner)?;
                let spoken = self.spoken(&who);
                self.can_be(&spoken, &state, at)?;
                // A mark is present or absent: `does not have a mark` equals `has no mark`.
                let (not, state) = match state {
                    State::Mark { mark, has } if not => (false, State::Mark { mark, has: !has }),
                    state => (not, state),
                };
                Some(is(who, not, state_filter(state)))
            }
            Rule::a_is => {
                let not = kids.has(Rule::not);
                let mut inner = Children::of(kids.need(Rule::is_what));
                let mut filter = Filter::default();
                while let Some(kid) = inner.next() {
                    let at = self.range(&kid);
                    let one = match kid.as_rule() {
                        Rule::s_damaged_word => state_filter(State::Damage {
                            number: Comparison::AtLeast {
                                number: crate::effect::ir::Amount::fixed(1),
                            },
                        }),
                        Rule::s_vacant => state_filter(State::Vacant),
                        Rule::s_ready => state_filter(State::Ready),
                        Rule::s_spent => state_filter(State::Spent),
                        Rule::s_face_up => state_filter(State::FaceUp),
                        Rule::s_face_down => state_filter(State::FaceDown),
                        Rule::s_size => {
                            let state = self.state(cx, kid)?;
                            state_filter(state)
                        }
                        Rule::np_or_traits => self.np_or_traits(cx, kid)?,
                        Rule::zone => Filter {
                            zone: Some(self.zone(kid)?),
                            ..Filter::default()
                        },
                        _ => Filter {
                            places: vec![self.place(cx, kid)?],
                            ..Filter::default()
                        },
                    };
                    let spoken = self.spoken(&who);
                    for state in &one.states {
                        self.can_be(&spoken, state, at.clone())?;
                    }
                    for word in one.fields.iter().filter(|_| one.noun == Noun::default()) {
                        self.can_be_called(&spoken, word, at.clone())?;
                    }
                    filter.states.extend(one.states);
                    filter.places.extend(one.places);
                    if one.noun != Noun::default() {
                        filter.noun = one.noun;
                    }
                    filter.traits.extend(one.traits);
                    filter.names.extend(one.names);
                    filter.fields.extend(one.fields);
                    filter.side = filter.side.or(one.side);
                    filter.other |= one.other;
                    filter.not_itself |= one.not_itself;
                    filter.zone = filter.zone.or(one.zone);
                    filter.excluding = filter.excluding.or(one.excluding);
                }
                self.not_by_itself(&who, &filter.places)?;
                Some(is(who, not, filter))
            }
            other => bug(Rule::c_about, Some(other)),
        }
    }

    /// Rejects `this way` where nothing before can have done that.
    pub(super) fn can_have_happened(&mut self, happened: &Node<'_>) -> Option<()> {
        let rule = happened.as_rule();
        // An event can only cause removals and damage. Other tests need an earlier effect.
        let by_event =
            self.ability.after_event && matches!(rule, Rule::h_removed | Rule::h_damaged);
        if by_event || self.ability.recovering {
            return Some(());
        }
        let (message, label) = match rule {
            _ if self.discourse.clause() == 0 => (
                "\"this way\" has nothing to refer to",
                "nothing happens before this",
            ),
            Rule::h_removed if !self.ability.removes => (
                "nothing before this can remove anything from the map",
                "no earlier effect does this",
            ),
            Rule::h_damaged if !self.ability.damages => (
                "nothing before this can have this result",
                "no earlier effect does this",
            ),
            _ => return Some(()),
        };
        let finding = self
            .finding(Code::Contradiction, self.range(happened), message, label)
            .help("write the effect first, or say when it happens: `After …, if …`");
        self.report(finding)
    }

    /// Rejects `each …` for removed cards: the set is no longer known.
    fn no_each_of_the_gone(&mut self, who: &Selector) -> Option<()> {
        if !matches!(who.pick, Pick::Each { .. }) {
            return Some(());
        }
        let finding = self
            .finding(
                Code::CannotApply,
                who.span.range(),
                "`each …` cannot be checked afterwards",
                "the others can no longer be counted",
            )
            .help("write `a …` if one is enough, or choose them first and write `each of those …`");
        self.report(finding)
    }

    /// Rejects `a unit was not removed`: not to all of them, or to none?
    fn not_of_one(&mut self, who: &Selector, not: bool) -> Option<()> {
        let Pick::Any { .. } = &who.pick else {
            return Some(());
        };
        if !not {
            return Some(());
        }
        let finding = self
            .finding(
                Code::TwoReadings,
                who.span.range(),
                "ambiguous: not to all of them, or to none?",
                "the negation is about several",
            )
            .help("write `no …`: `If no ‹acting› was removed from the map this way, …`; or name one thing first");
        self.report(finding)
    }

    /// Lowers what a thing is tested to be: `*undead*`, `a unit`, `"Angel"`, `friendly`.
    fn np_or_traits(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Filter> {
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let article = kids.has(Rule::q_a);
        let mut rest = Vec::new();
        let mut adjective = Vec::new();
        let mut first_word = String::new();
        while let Some(kid) = kids.next() {
            // `is flying`: an adjective without a noun.
            if kid.as_rule() == Rule::noun
                && !article
                && let Some(word) = self.bare_adjective(&kid)
            {
                first_word = take_words(kid);
                adjective.push(word);
                continue;
            }
            // `is bronze or silver`
            if kid.as_rule() == Rule::or_noun && !adjective.is_empty() {
                let is_or = kid.as_str().to_lowercase().starts_with("or ");
                let noun = Children::of(kid).take(Rule::noun).filter(|_| is_or);
                if let Some(other) = noun.and_then(|noun| self.bare_adjective(&noun)) {
                    adjective.push(other);
                    continue;
                }
            }
            rest.push(kid);
        }
        let mut parts = Parts::default();
        let of_predicate = ClauseCtx {
            predicate_without_noun: !article,
            ..cx
        };
        self.describe_anything(of_predicate, rest, &mut parts)?;
        if adjective.len() > 1 {
            let Some(joined) = self.any_of(&first_word, &adjective) else {
                let finding = self.finding(
                    Code::TwoReadings,
                    at,
                    "`or` joins only adjectives of one kind, each said once",
                    "one or the other",
                );
                return self.report(finding.help("write a condition for each"));
            };
            adjective = vec![joined];
        }
        parts.filter.fields.extend(adjective);
        if !article && !parts.plural && !parts.noun_words.is_empty() {
            return self.no_article(at, &parts.words());
        }
        // `is a "Skeleton"` tests only the name.
        Some(parts.filter)
    }

    pub(super) fn has_what(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<State> {
        let rule = node.as_rule();
        if rule == Rule::token_state {
            let (token, number) = self.token_state(cx, node)?;
            return Some(State::Tokens { token, number });
        }
        if rule == Rule::attribute_compare {
            return self.attribute_compare(cx, node);
        }
        let mut kids = Children::of(node);
        let state = match rule {
            Rule::no_mark => {
                let has = !kids.has(Rule::no);
                State::Mark {
                    mark: self.mark(kids.need(Rule::mark_kind))?,
                    has,
                }
            }
            Rule::has_damage => {
                let number = if kids.has(Rule::no) {
                    Comparison::Exactly {
                        number: crate::effect::ir::Amount::fixed(0),
                    }
                } else {
                    match kids.next() {
                        Some(compare) => self.comparison(cx, compare)?,
                        None => Comparison::AtLeast {
                            number: crate::effect::ir::Amount::fixed(1),
                        },
                    }
                };
                State::Damage { number }
            }
            other => bug(Rule::has_what, Some(other)),
        };
        kids.end();
        Some(state)
    }
}

fn is(who: Selector, not: bool, what: Filter) -> Test {
    Test::Is {
        who,
        not,
        what: Box::new(what),
    }
}

fn state_filter(state: State) -> Filter {
    Filter {
        states: vec![state],
        ..Filter::default()
    }
}

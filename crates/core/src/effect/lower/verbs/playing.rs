//! Lowers verbs of playing: cards, control, statistics and costs, locations, attaching.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{Antecedent, ArgType, EntityKind, NounRole, Subject};
use smol_str::SmolStr;
use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Place, Safety};
use crate::effect::ir::{
    Action, Amount, At, Duration, Filter, Pick, Player, Reference, Selector, Side, State,
};
use crate::effect::lower::children::{Children, take_words};
use crate::effect::lower::ctx::{LowerCtx, Node};
use crate::effect::lower::modifiers::{DURATIONS, Modifiers, named_span};
use crate::effect::lower::verbs::{Agent, VerbPhrase, is_first};
use crate::effect::lower::vocabulary::is_term;
use crate::effect::syntax::Rule;
use crate::game::SideWords;

impl LowerCtx<'_> {
    pub fn play(&mut self, who: Player, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        let what = self.cards(cx, kids.need(Rule::np), "play", who)?;
        self.applies_in_zone(&what, "play", who, "be played", ArgType::OffMap)?;
        if let Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. } =
            &what.pick
            && !from.places.is_empty()
        {
            return self.reject(
                    Code::Contradiction,
                    what.span.range(),
                    "a card that is played is not on the map yet",
                    "a present place, not a destination", format!(
                    "played cards go next to your {}: remove the place, or put the card elsewhere without playing \
                     it, `Place … from your hand on a vacant space …`; for all cards that you play, write `‹Actings› \
                     you play may be placed …`",
                    self.leader_word()
                ));
        }
        let free = kids.has(Rule::free);
        let as_ = match kids.take(Rule::as_statistic) {
            Some(as_statistic) => {
                let np = Children::of(as_statistic).need(Rule::np);
                let at = self.range(&np);
                let selector = self.np(cx, np)?;
                let Pick::Choose { from, .. } = selector.pick else {
                    return self.reject(
                        Code::CannotApply,
                        at,
                        "a card can only be played as a kind of card",
                        "not a kind of card",
                        "write a single one, which applies to each: `as a ready power card`",
                    );
                };
                self.discourse.only_a_kind();
                Some(from)
            }
            None => None,
        };
        let on_map = matches!(self.thing_of(&what), EntityKind::Card(types) if self.on_map(&types));
        if on_map && as_.is_none() {
            self.is_on_the_map_now(&what);
        }
        Some(Action::Play {
            who,
            what,
            free,
            as_,
        })
    }

    /// Rejects negating a card that is not being played.
    pub(super) fn is_played_now(&mut self, what: &Selector) -> Option<()> {
        let played = |mention: &Antecedent| {
            mention.played
                && matches!((&what.pick, &mention.reference),
                    (Pick::Known { is: Reference::Chosen { slot, .. } }, Reference::Chosen { slot: played, .. })
                        if slot == played)
        };
        if self.ability.recovering || self.discourse.mentions().iter().any(played) {
            return Some(());
        }
        self.reject(
            Code::CannotApply,
            what.span.range(),
            "only a card that is being played can be negated",
            "no earlier event is about playing this",
            "name it in the event: `when your opponent plays a spell`, then write `that spell`",
        )
    }

    pub(super) fn not_taken_already(&mut self, who: Player, what: &Selector) -> Option<()> {
        match who {
            Player::You => self.changes_side(what, Side::Friendly, "you already control it"),
            _ => Some(()),
        }
    }

    pub(super) fn not_lost_already(&mut self, who: Player, what: &Selector) -> Option<()> {
        match who {
            Player::Opponent => {
                self.changes_side(what, Side::Friendly, "your opponent does not control it")
            }
            _ => Some(()),
        }
    }

    /// Returns how long control lasts. A location is kept until the other player takes it. Control of a unit must end
    /// at some time.
    pub(super) fn time_of_control(
        &mut self,
        cx: ClauseCtx<'_>,
        what: &Selector,
        tails: &mut Modifiers<'_>,
    ) -> Option<Duration> {
        let types = &self.env.symbols.game.card_types;
        let is_kept = |id| {
            types
                .get(id)
                .is_some_and(|of| of.side == SideWords::Controlled)
        };
        match self.thing_of(what) {
            EntityKind::OnMap(types) if types.iter().all(is_kept) => self.kept(cx, tails),
            _ => self.lasting(cx, tails),
        }
    }

    /// Rejects attaching something other than a card, to something that cannot have attached cards, or to several
    /// things.
    pub(super) fn is_attachable(&mut self, what: &Selector, to: &Selector) -> Option<()> {
        let this = Reference::This { as_: None };
        if !matches!(&what.pick, Pick::Known { is } if *is == this) {
            self.expect_arg(what, "be attached", ArgType::OffMap)?;
        }
        self.expect_arg(to, "have a card attached", ArgType::Host)?;
        let place = "a card can only be in one place";
        self.only_one(
            to,
            place,
            "name one: `Attach this card to a friendly ‹acting›.`",
        )
    }

    pub fn ready(&mut self, who: Player, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let at = phrase.at.clone();
        let verb_at = at.start..at.start + phrase.node.as_str().find(' ').unwrap_or(0);
        let mut what = self.np_as(cx, phrase.kids.need(Rule::np), NounRole::Pick, who)?;
        if let Some(finding) = self.arg_mismatch(&what, "be readied", ArgType::Payer) {
            let finding = match self.is_fighter(&self.thing_of(&what)) {
                true => self.unmarked(finding, &what, verb_at),
                false => finding,
            };
            return self.report(finding);
        }
        self.counted_by_tails(cx, &mut what, phrase.tails, at)?;
        Some(Action::Ready { who, what })
    }

    /// Suggests removing marks: a thing on the map is ready again without its marks.
    fn unmarked(
        &self,
        mut finding: Diagnostic<Place>,
        what: &Selector,
        verb: Range<usize>,
    ) -> Diagnostic<Place> {
        let marks: Vec<&str> = self
            .env
            .symbols
            .game
            .terms("marks")
            .map(|(_, term)| term.name.as_str())
            .collect();
        let Some(first) = marks.first() else {
            return finding;
        };
        let words = match marks.len() {
            1 => format!("the {first} mark"),
            _ => format!("the {} marks", marks.join(" and ")),
        };
        finding.help = None;
        finding.fix(
            Safety::Unsafe,
            format!("write `Remove {words} from …`"),
            Place::Text(verb.start..what.span.range().start),
            format!("Remove {words} from "),
        )
    }

    /// Lowers `remove this card from the game`.
    pub fn remove_from_game(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        if !self.env.symbols.game.removal {
            return self.reject(
                Code::CannotApply,
                phrase.at.clone(),
                "no card leaves this game",
                "not a rule of this game",
                "write `Discard …` or `Remove … from the map`",
            );
        }
        let what = self.np(phrase.cx, phrase.kids.need(Rule::np))?;
        Some(Action::RemoveFromGame { what })
    }

    /// Lowers `gain 3 gold`.
    pub fn gain_resource(
        &mut self,
        who: Player,
        phrase: &mut VerbPhrase<'_, '_>,
    ) -> Option<Action> {
        let (resource, amount) = self.resource_amount(phrase)?;
        Some(Action::GainResource {
            who,
            resource,
            amount,
        })
    }

    /// Lowers `pay 3 gold`.
    pub fn pay_resource(&mut self, who: Player, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let (resource, amount) = self.resource_amount(phrase)?;
        Some(Action::PayResource {
            who,
            resource,
            amount,
        })
    }

    fn resource_amount(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<(SmolStr, Amount)> {
        let written = self.positive(phrase.cx, phrase.kids.need(Rule::amount), "more or less")?;
        let node = phrase.kids.need(Rule::resource);
        let resource = self.resource(node)?;
        let amount = self.complete(Some(written), "of it", phrase)?;
        Some((resource, amount))
    }

    /// Returns the id of a resource or of another counter of a player.
    fn resource(&mut self, node: Node<'_>) -> Option<SmolStr> {
        let game = self.env.symbols.game;
        let word = take_words(node);
        let mut terms = game.terms("resources").chain(game.terms("counters"));
        if let Some((id, _)) = terms.find(|(_, term)| is_term(term, &word)) {
            return Some(id.into());
        }
        let known = game.terms("resources").chain(game.terms("counters"));
        let names: Vec<&str> = known.map(|(_, term)| term.name.as_str()).collect();
        let finding = self.finding(
            Code::UnreadableSentence,
            self.range(&node),
            format!("\"{word}\" is not something that a player gains or pays"),
            "nothing of this name",
        );
        let finding = match names.as_slice() {
            [] => finding,
            names => finding.help(format!("write one of: {}", names.join(", "))),
        };
        self.report(finding)
    }

    /// Lowers `Spend 1 power`, which pays; `Spends a ready statistic card`, which turns a card; and `You may spend … as
    /// 1 power`, which lets a card be spent as something else.
    pub fn spend(&mut self, who: Player, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let at = phrase.at.clone();
        let kids = &mut phrase.kids;
        let np = kids.need(Rule::np);
        let any = kids.take(Rule::any_type).map(|any| self.range(&any));
        let as_ = kids.take(Rule::loss);
        if as_.is_none()
            && let Some((statistic, amount)) = self.statistic_price(cx, &np, phrase.tails)?
        {
            let amount = self.complete(amount, "of it", phrase)?;
            return Some(Action::Pay {
                who,
                statistic,
                amount,
            });
        }
        let Some(as_) = as_ else {
            let mut what = self.np_as(cx, np, NounRole::Pick, who)?;
            self.expect_arg(&what, "be spent", ArgType::Payer)?;
            self.counted_by_tails(cx, &mut what, phrase.tails, at)?;
            return Some(Action::Spend { who, what });
        };
        // `as 1 power` is a payment rule, not a one-time action, so it has a duration.
        let selector = self.np_as(cx, np, NounRole::Pattern, who)?;
        let Pick::Any { from, .. } = selector.pick else {
            let finding = self.finding(
                Code::CannotApply,
                selector.span.range(),
                "only a kind of card can be spent as something else",
                "not a kind of card",
            );
            return self.report(finding);
        };
        if let (Some(any), false) = (any, from.fields.is_empty()) {
            return self.contradiction(any, "the type is already given, so it cannot be any type");
        }
        self.discourse.only_a_kind();
        let (statistic, written) = self.loss_of_statistic(cx, as_)?;
        let amount = self.complete(written, "of it", phrase)?;
        let time = if self.env.heading.is_some_and(|heading| heading.lasting) {
            self.standing(cx, phrase.tails)?
        } else {
            self.lasting(cx, phrase.tails)?
        };
        Some(Action::SpendAs {
            who,
            what: from,
            statistic,
            amount,
            time,
        })
    }

    /// Lowers `1 power`, if the words do not name a card.
    #[allow(clippy::type_complexity)]
    fn statistic_price(
        &mut self,
        cx: ClauseCtx<'_>,
        np: &Node<'_>,
        tails: &Modifiers<'_>,
    ) -> Option<Option<(SmolStr, Option<Amount>)>> {
        let text = np.as_str().trim();
        // `Spend power equal to …`: the number follows.
        let (number, word) = match text.split_once(' ') {
            _ if tails.has_equal() => ("", text),
            Some(parts) => parts,
            None => return Some(None),
        };
        let Some(statistic) = self
            .env
            .symbols
            .game
            .terms("statistics")
            .find(|(_, term)| crate::effect::lower::vocabulary::is_term(term, word.trim()))
            .map(|(id, _)| id.into())
        else {
            return Some(None);
        };
        if tails.has_equal() {
            return Some(Some((statistic, None)));
        }
        let first = np
            .within()
            .find(|pair| matches!(pair.as_rule(), Rule::number | Rule::q_x | Rule::q_a));
        let amount = match first {
            Some(pair) if pair.as_rule() == Rule::number => {
                let at = self.range(&pair);
                let amount = Amount::fixed(self.number(pair)?);
                self.at_least_one(amount, number, at)?
            }
            Some(pair) if pair.as_rule() == Rule::q_x => self.x(cx, &pair)?,
            Some(_) => Amount::fixed(1),
            None => return Some(None),
        };
        Some(Some((statistic, Some(amount))))
    }

    /// Lowers `1 power`: an amount and a statistic.
    pub fn loss_of_statistic(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
    ) -> Option<(SmolStr, Option<Amount>)> {
        let mut kids = Children::of(node);
        let amount = self.written(cx, &mut kids, "of it")?;
        let statistic = self.statistic(kids.need(Rule::attribute))?;
        kids.end();
        Some((statistic, amount))
    }

    /// Resolves the word of a statistic to its id.
    fn statistic(&mut self, word: Node<'_>) -> Option<SmolStr> {
        let at = self.range(&word);
        self.term("statistics", &word.words(), at, "a statistic")
    }

    pub fn cost(&mut self, subject: Agent, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let at = phrase.at.clone();
        let Some((Subject::Things(selector), subject_at)) = subject else {
            return self.reject(
                Code::CannotApply,
                at,
                "only cards have a cost",
                "this has no cost",
                "write `Your spells cost 1 power less.`",
            );
        };
        let what = match selector.pick {
            Pick::Each { from, .. } | Pick::Any { from, .. } => {
                self.discourse.only_a_kind();
                from
            }
            // A known card can be played later; a static statement knows none.
            Pick::Known { is } if !self.needs_occasion(cx) => {
                let known = Selector {
                    pick: Pick::Known { is: is.clone() },
                    span: At::new(subject_at),
                };
                self.expect_arg(&known, "be played", ArgType::OfDeck)?;
                // What is in play, and the card itself, has been paid for already.
                let (thing, _) = self.thing_of_reference(&is);
                let paid =
                    matches!(is, Reference::This { .. }) || matches!(thing, EntityKind::OnMap(_));
                if paid && !self.is_gone(&is) {
                    return self.reject(
                        Code::CannotApply,
                        known.span.range(),
                        "the cost of a card that is in play, or being played, is already paid",
                        "already paid",
                        "name the kind of cards that are still to be played: `Your … cost …`; or return this one first",
                    );
                }
                Box::new(Self::those_cards(is))
            }
            Pick::Known {
                is: Reference::This { .. },
            } => {
                return self.reject(
                    Code::CannotApply,
                    subject_at,
                    "a card that is not in play has no effect, and in play it has been paid for",
                    "its own cost cannot change",
                    "print the cost that it has, or write this on another card: `Your … cost …`",
                );
            }
            _ => {
                return self.reject(
                    Code::CannotApply,
                    subject_at,
                    "only the cost of cards that will be played can change",
                    "not a kind of card",
                    "write `Your spells cost …` or `Your next spell this round costs …`",
                );
            }
        };
        let next_time = phrase.kids.take(Rule::t_this);
        if let Some(time) = &next_time
            && self.needs_occasion(cx)
        {
            let at = self.range(time);
            return self.never_begins(at);
        }
        let next_time = match next_time {
            Some(time) => {
                let name = named_span(Children::of(time).any());
                Some(match name.as_rule() {
                    Rule::until_turn => Duration::EndOfTurn,
                    Rule::until_activation => Duration::EndOfActivation,
                    Rule::period_name => Duration::EndOf {
                        period: self.game_period(name, &DURATIONS)?,
                    },
                    _ => Duration::EndOfRound,
                })
            }
            None => None,
        };
        self.changed_cost(what, false, next_time, phrase)
    }

    /// Lowers `The first spell you play each round costs 1 power less.`
    pub fn cost_of_first(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let at = phrase.at.clone();
        let kids = &mut phrase.kids;
        let side = match (kids.take(Rule::q_theirs), kids.take(Rule::q_your)) {
            (Some(_), _) => Some(Side::Enemy),
            (_, Some(_)) => Some(Side::Friendly),
            _ => None,
        };
        let cards = kids.need(Rule::bare_np);
        let cards_at = self.range(&cards);
        let mut what = self.bare_filter(cx, cards)?;
        let played = what.states.contains(&State::BeingPlayed);
        // The cost is that of playing them.
        what.states.retain(|state| *state != State::BeingPlayed);
        if side.is_some() && what.side.is_some() {
            return self.contradiction(cards_at, "the player is named twice");
        }
        what.side = what.side.or(side);
        if what.side.is_none() || !(played || side.is_some()) {
            return self.reject(
                Code::TwoReadings,
                cards_at,
                "ambiguous: who plays the first one?",
                "no player is named",
                "name the player: `the first … you play each round costs …`",
            );
        }
        let known = Selector {
            pick: Pick::Any {
                from: Box::new(what.clone()),
                slot: 0,
            },
            span: At::new(cards_at),
        };
        self.expect_arg(&known, "be played", ArgType::OfDeck)?;
        let timed = phrase.tails.time.is_some() || cx.while_condition;
        if !(timed || self.is_static(cx) || self.ability.limited_round) {
            let end = phrase.tails.end;
            let longer = "for the rest of the game";
            let finding = self
                .finding(
                    Code::MissingTime,
                    end..end,
                    "it is unclear how long this lasts",
                    "missing duration",
                )
                .note("a change must end at some time, unless it is a static statement")
                .fix(
                    Safety::Unsafe,
                    format!("write `{longer}`"),
                    Place::Text(end..end),
                    format!(" {longer}"),
                );
            return self.report(finding);
        }
        let action = self.changed_cost(Box::new(what), true, None, phrase)?;
        let short = |time: &Duration| {
            matches!(
                time,
                Duration::EndOfAttack
                    | Duration::EndOfActivation
                    | Duration::EndOfTurn
                    | Duration::EndOfRound
            )
        };
        if action.time().is_some_and(short) {
            return self.reject(
                Code::Contradiction,
                at,
                "`each round` says that this lasts longer than a round",
                "contradicts the time of the sentence",
                "write `Your next … this round costs …`, or remove the time",
            );
        }
        Some(action)
    }

    /// Lowers the change of a cost: `costs 1 power less`, `costs no power`, `costs nothing`.
    fn changed_cost(
        &mut self,
        what: Box<Filter>,
        first_each_round: bool,
        next_time: Option<Duration>,
        phrase: &mut VerbPhrase<'_, '_>,
    ) -> Option<Action> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        let (statistic, amount, less, at_least) = if kids.has(Rule::cost_nothing) {
            (None, Amount::All, true, None)
        } else if let Some(none) = kids.take(Rule::cost_none) {
            let statistic = self.statistic(Children::of(none).need(Rule::attribute))?;
            (Some(statistic), Amount::All, true, None)
        } else {
            let (statistic, written) = self.loss_of_statistic(cx, kids.need(Rule::loss))?;
            let less = is_first(kids, Rule::less, Rule::more_cost);
            let at_least = self.floor(less, phrase.tails)?;
            let amount = self.complete(written, "of it", phrase)?;
            (Some(statistic), amount, less, at_least)
        };
        let time = match next_time {
            Some(time) => time,
            None => self.lasting(cx, phrase.tails)?,
        };
        Some(Action::ChangeCost {
            what,
            statistic,
            amount,
            less,
            at_least,
            first_each_round,
            time,
        })
    }
}

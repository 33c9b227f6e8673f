//! Prints actions: one arm for each variant of [`Action`].

use super::clause::Clause;
use super::parts::{hide_default_zone, without_zone};
use super::{Printer, joined};
use crate::effect::ir::{
    Action, Amount, BareWord, Count, Direction, Duration, Face, Pick, Player, Selector, Stake,
    TokenCount,
};
use crate::words::{Mood, Phrase};

impl Printer<'_> {
    /// Returns a whole clause, in lower case and without a full stop.
    pub fn action(&self, action: &Action) -> Phrase {
        let written = self.said(action);
        // An action on one attack ends with the attack, so the text does not mention the time.
        let time = written.time.as_ref().filter(|_| !action.is_of_attack());
        // Without a time, a bonus is for one use, and control is kept: they never have the default of the heading.
        let has_default = !matches!(action, Action::Bonus { .. } | Action::TakeControl { .. });
        let time = time.filter(|time| !(has_default && self.is_default(time)));
        let time = time.map(|time| self.duration(time, written.this));
        self.had(written.subject, written.predicate, written.tail, time)
    }

    /// Builds a clause. In an option, a subject other than the deciding player follows `have`: `have this unit attack`.
    pub(super) fn had(
        &self,
        subject: Phrase,
        predicate: Phrase,
        tail: Phrase,
        time: Option<Phrase>,
    ) -> Phrase {
        let named = !subject.is_empty();
        let clause = self.words.clause(subject, predicate, tail, time);
        match self.mood {
            Mood::Infinitive if named => self.words.have(clause),
            _ => clause,
        }
    }

    /// Returns the subject of a clause, with the mood of its verb changed after `have`.
    pub(super) fn acting(&self, subject: Phrase) -> Phrase {
        match self.mood {
            Mood::Infinitive => {
                let person = subject.form().person;
                subject.conjugated(person, Mood::Caused)
            }
            _ => subject,
        }
    }

    /// Builds a clause about cards whose verb agrees with their number.
    pub(super) fn of(
        &self,
        who: &Selector,
        time: &Duration,
        verb: impl FnOnce(&Phrase) -> Phrase,
    ) -> Clause {
        let standing = *time == Duration::Standing || matches!(time, Duration::While { .. });
        let subject = if standing {
            self.standing(who)
        } else {
            self.every(who)
        };
        let subject = self.acting(subject);
        Clause::new(verb(&subject)).by(subject).lasting(time)
    }

    /// Builds a clause about an action of a player: a command if it is the acting player.
    fn by(&self, who: Player, verb: impl FnOnce(&Phrase) -> Phrase) -> Clause {
        let subject = match who {
            who if who == self.actor && !self.is_outline() => self.unnamed(),
            Player::Each if self.is_outline() && !self.is_asked() => {
                let like = self.player(who);
                self.words
                    .each_player_in_turn()
                    .conjugated(like.form().person, like.form().mood)
            }
            who => self.acting(self.player(who)),
        };
        Clause::new(verb(&subject)).by(subject)
    }

    #[allow(clippy::too_many_lines)] // One arm for each verb; the compiler points at a missing one.
    pub(super) fn said(&self, action: &Action) -> Clause {
        let w = self.words;
        let s = |selector: &Selector| self.selector(selector);
        let each = |selector: &Selector| self.every(selector);
        // A command does not name its subject.
        let me = &self.unnamed();
        match action {
            Action::DealDamage { amount, to } => {
                let n = self.split(amount);
                Clause::new(w.deal_damage(me, self.damage(&n), each(to))).with_tail(n.tail)
            }
            Action::DivideDamage { amount, among } => {
                let n = self.split(amount);
                Clause::new(w.divide_damage(me, self.damage(&n), s(among))).with_tail(n.tail)
            }
            Action::RemoveDamage { amount, from } => {
                let n = self.split(amount);
                Clause::new(w.remove_damage(me, self.damage(&n), each(from))).with_tail(n.tail)
            }
            Action::MoveDamage { amount, from, to } => {
                let n = self.split(amount);
                Clause::new(w.move_damage(me, self.damage(&n), each(from), each(to)))
                    .with_tail(n.tail)
            }
            Action::DoubleDamage { of } => Clause::new(w.double_damage(me, s(of))),
            Action::Increase { amount, what } => {
                let n = self.split(amount);
                if n.lead.is_empty() {
                    Clause::new(w.increase_by(me, each(what), n.tail))
                } else {
                    Clause::new(w.increase(me, n.lead, each(what))).with_tail(n.tail)
                }
            }
            Action::Decrease { amount, what } => {
                let n = self.split(amount);
                if n.lead.is_empty() {
                    Clause::new(w.decrease_by(me, each(what), n.tail))
                } else {
                    Clause::new(w.decrease(me, n.lead, each(what))).with_tail(n.tail)
                }
            }
            Action::MoveTokens {
                tokens: TokenCount { amount, token },
                from,
                to,
            } => {
                let n = self.split(amount);
                let kind = self.word("tokens", token);
                let tokens = if n.lead.is_empty() {
                    w.token_word(kind)
                } else {
                    self.more_tokens(&n, kind)
                };
                Clause::new(w.move_tokens(me, tokens, each(from), each(to))).with_tail(n.tail)
            }
            Action::Change { who, changes, time } => self.changed(who, changes, time),
            Action::RemoveFromGame { what } => Clause::new(w.remove_from_game(me, s(what))),
            Action::Bonus { changes, of, time } => {
                let listed = self.listed_changes(changes, false);
                let listed = match of {
                    Some(of) => w.bonus_for(listed, self.kinds_of(of)),
                    None => listed,
                };
                let clause = match self.mood {
                    Mood::Infinitive => Clause::new(w.gain(me, listed)),
                    _ => Clause::new(w.bonus(listed)),
                };
                match time {
                    Some(time) => clause.lasting(time),
                    None => clause,
                }
            }
            Action::GainResource {
                who,
                resource,
                amount,
            } => {
                let (points, tail) = self.resource(amount, resource);
                self.by(*who, |who| w.gain_resource(who, points))
                    .with_tail(tail)
            }
            Action::PayResource {
                who,
                resource,
                amount,
            } => {
                let (points, tail) = self.resource(amount, resource);
                self.by(*who, |who| w.pay_resource(who, points))
                    .with_tail(tail)
            }
            Action::Perform { phrase, with, .. } if self.has_subject(phrase) => {
                let subject = with
                    .first()
                    .map(|argument| self.subject_of_phrase(argument));
                let subject = self.acting(subject.unwrap_or_default());
                Clause::new(self.game_phrase(Some(&subject), phrase, with))
                    .by(subject)
                    .with_tail(self.tail_of(with))
            }
            Action::Perform { phrase, with, .. } if self.is_impersonal(phrase) => {
                Clause::new(self.game_phrase(None, phrase, with)).with_tail(self.tail_of(with))
            }
            Action::Perform { who, phrase, with } => self
                .by(*who, |who| self.game_phrase(Some(who), phrase, with))
                .with_tail(self.tail_of(with)),
            Action::HaveAbility {
                who,
                phrase,
                with,
                time,
            } => self
                .of(who, time, |who| self.game_phrase(Some(who), phrase, with))
                .with_tail(self.tail_of(with)),
            Action::ApplyRule { phrase, with, time } => {
                Clause::new(self.game_phrase(None, phrase, with))
                    .with_tail(self.tail_of(with))
                    .lasting(time)
            }
            Action::SetAttribute {
                attribute,
                of,
                to,
                time,
            } => {
                let attribute = self.attribute(attribute);
                Clause::new(w.set_attribute(me, attribute, each(of), self.value(to))).lasting(time)
            }
            Action::Become {
                who,
                field,
                value,
                time,
            } => self.of(who, time, |who| {
                let word = BareWord::new(field.clone(), value.clone());
                w.turn_into(who, self.field_word(&word, who).0)
            }),
            Action::SetLimit {
                who,
                limit,
                to,
                time,
            } => {
                let limit = self.word("player_limits", limit);
                let limit = match who {
                    Player::You => w.your(limit),
                    Player::Opponent => w.opponents(limit),
                    Player::Each => w.each_players(limit),
                };
                Clause::new(w.set_limit(limit, self.value(to))).lasting(time)
            }
            Action::Move {
                what,
                steps,
                up_to,
                direction,
            } => {
                let n = self.split(steps);
                let steps = if n.lead.is_empty() {
                    w.some_steps()
                } else {
                    w.steps(n.lead)
                };
                let steps = if *up_to {
                    w.up_to(steps)
                } else {
                    w.all_steps(steps)
                };
                let direction = direction.as_ref().map(|direction| match direction {
                    Direction::AwayFrom { what } => w.away_from(self.reference(what)),
                    Direction::Toward { what } => w.toward(self.reference(what)),
                });
                Clause::new(w.move_steps(me, each(what), steps, direction)).with_tail(n.tail)
            }
            Action::Swap { what, with: None } => Clause::new(w.swap(me, s(what))),
            Action::Swap {
                what,
                with: Some(with),
            } => Clause::new(w.swap_with(me, s(what), s(with))),
            Action::Place { what, on, copy_of } => {
                let copy = copy_of.as_ref().map(|of| w.copy_of(s(of)));
                Clause::new(w.place(me, s(what), s(on), copy))
            }
            Action::Attack { who, whom, again } => {
                let mut inner = self.attacked_by(who);
                // Use `it` only if the target mentions no other thing.
                if is_at_one_place(whom) && !self.is_outline() {
                    inner.it = self.antecedent(who);
                }
                let again = again.then(|| w.again());
                let who = self.acting(s(who));
                Clause::new(w.does_attack(&who, inner.selector(whom), again)).by(who)
            }
            Action::DealMore {
                who,
                amount,
                less,
                at_least,
                time,
            } => {
                let n = self.split(amount);
                let tail = w.beside(&n.tail, self.bounds(*at_least, None));
                self.of(who, time, |who| w.deal(who, self.changed_damage(&n, *less)))
                    .with_tail(w.beside(tail, self.how_often(who)))
            }
            Action::CardsDealMore {
                what,
                amount,
                less,
                at_least,
                time,
            } => {
                let n = self.split(amount);
                let tail = w.beside(&n.tail, self.bounds(*at_least, None));
                let who = self.acting(self.played_cards(what));
                Clause::new(w.deal(&who, self.changed_damage(&n, *less)))
                    .by(who)
                    .with_tail(w.beside(tail, w.each_time_it_deals()))
                    .lasting(time)
            }
            Action::Disadvantage { of, has, time } => self.of(of, time, |who| {
                if *has {
                    w.have_disadvantage(who)
                } else {
                    w.have_no_disadvantage(who)
                }
            }),
            Action::AlsoHits { attack, what } => {
                let attack = self.acting(s(attack));
                Clause::new(w.also_hit(&attack, each(what))).by(attack)
            }
            Action::Redirect { attack, to } => Clause::new(w.redirect(me, s(attack), s(to))),
            Action::Cannot {
                who: Stake::Cards { which },
                what,
                time,
            } => self.denied().of(which, time, |who| {
                w.cannot(who, self.deeds(Some(which), what, who))
            }),
            Action::Cannot {
                who: Stake::Player { who },
                what,
                time,
            } => {
                let who = self.denied().player(*who);
                Clause::new(w.cannot(&who, self.deeds(None, what, &who)))
                    .by(who)
                    .lasting(time)
                    .with_this()
            }
            Action::CanAttackOnly { who, whom, time } => {
                let inner = self.attacked_by(who);
                self.of(who, time, |who| {
                    w.can_attack_only(who, inner.patterns(whom))
                })
            }
            Action::Permit {
                who,
                permission,
                time,
            } => self.of(who, time, |who| self.permission(permission, who)),
            Action::PermitPlaces { what, places, time } => {
                let who = self.acting(self.played_cards(what));
                let places = places.iter().map(|place| self.place(place, &who));
                let places = joined(places, |first, last| w.beside(first, last));
                Clause::new(w.may_be_placed(&who, places))
                    .by(who)
                    .lasting(time)
            }
            Action::PlaceMarks { marks, on } => {
                Clause::new(w.place_marks(me, self.marks(marks), each(on)))
            }
            Action::RemoveMarks { marks, from } => {
                let kinds = self.kinds(marks);
                let marks = if marks.len() == 1 {
                    w.the_mark(kinds)
                } else {
                    w.the_marks(kinds)
                };
                Clause::new(w.remove_marks(me, marks, each(from)))
            }
            Action::Activate { what } => Clause::new(w.activate(me, each(what))),
            Action::Draw { who, amount, .. } => {
                let n = self.split(amount);
                let card = w.card(&n.lead);
                let cards = if self.is_one(&n) {
                    w.a(card)
                } else if n.lead.is_empty() {
                    w.so_many(card)
                } else {
                    w.counted(n.lead, card)
                };
                self.by(*who, |who| w.draw(who, cards)).with_tail(n.tail)
            }
            Action::Discard { who, what } => {
                let (cards, tail) = match self.whole_hand(what, *who) {
                    Some(hand) => (hand, Phrase::default()),
                    None => self.cards(what, "discard", *who),
                };
                self.by(*who, |who| w.discard(who, cards)).with_tail(tail)
            }
            Action::Reveal { who, what } => {
                let cards = self.some_cards(what, "reveal", *who);
                self.by(*who, |who| w.reveal(who, cards))
            }
            Action::Look { what } => Clause::new(w.look(me, s(what))),
            Action::Choose { what } => {
                let (who, chain) = match &what.pick {
                    Pick::Choose { by, chain, .. } => (*by, chain.as_ref()),
                    _ => (Player::You, None),
                };
                let chain = chain.map(|chain| {
                    let (range, noun) = (self.count(&chain.range), self.one_noun(what));
                    if self.is_plain(&chain.range) {
                        w.chained(range, noun)
                    } else {
                        w.chained_equal(range, noun)
                    }
                });
                self.by(who, |who| w.choose(who, self.picked(what, true), chain))
            }
            Action::Return { what, to } => {
                let (what, number) = self.apart(what);
                let owners = Printer {
                    owned: what.form().number,
                    ..self.clone()
                };
                Clause::new(w.put_back(me, what, owners.put_to(to))).with_tail(number)
            }
            Action::Put { what, to, rest } => {
                let rest = rest
                    .as_ref()
                    .map(|rest| w.and_the_rest(self.put_into(rest)));
                let (what, number) = match &rest {
                    None => self.apart(what),
                    Some(_) => (s(what), Phrase::default()),
                };
                Clause::new(w.put(me, what, self.put_into(to), rest)).with_tail(number)
            }
            Action::Search {
                zone,
                what,
                reveal,
                to,
            } => {
                let what = s(&without_zone(what));
                let reveal = reveal.then(|| w.reveal_too(me, w.found(&what)));
                let found = w.found(&what);
                let zone = self.zone_phrase(zone);
                Clause::new(w.search(me, zone, what, reveal, found, self.put_into(to)))
            }
            Action::Shuffle { who, zone, into } => {
                let zone = self.zone_phrase(zone);
                self.by(*who, |who| match into {
                    Some(into) => w.shuffle_into(who, zone, self.zone_phrase(into)),
                    None => w.shuffle(who, zone),
                })
            }
            Action::Play {
                who,
                what,
                free,
                as_,
            } => {
                let cards = self.some_cards(what, "play", *who);
                // A card that is played as another one is itself the payment, so an outline prints it as free.
                let free = if *free || (as_.is_some() && self.is_outline()) {
                    w.free(&cards)
                } else {
                    w.at_cost(&cards)
                };
                let as_ = as_.as_ref().map(|as_| w.played_as(self.any(as_)));
                self.by(*who, |who| w.play(who, cards, free, as_))
            }
            Action::RemoveFromMap { what } => {
                let (what, number) = self.apart(what);
                let verb = match self.kills() {
                    true => w.kill(me, what),
                    false => w.remove_from_map(me, what),
                };
                Clause::new(verb).with_tail(number)
            }
            Action::Negate { what } => Clause::new(w.negate(me, s(what))),
            Action::TakeControl { who, what, time } => self
                .by(*who, |who| w.take_control(who, each(what)))
                .lasting(time),
            Action::LoseControl { who, what } => {
                self.by(*who, |who| w.lose_control(who, each(what)))
            }
            Action::Ready { who, what } => {
                let (cards, tail) = self.with_count_tail(what);
                self.by(*who, |who| w.make_ready(who, cards))
                    .with_tail(tail)
            }
            Action::Spend { who, what } => self.by(*who, |who| w.spend(who, s(what))),
            Action::Pay {
                who,
                statistic,
                amount,
            } => {
                let n = self.split(amount);
                let points = self.points(&n, statistic);
                self.by(*who, |who| w.pay(who, points)).with_tail(n.tail)
            }
            Action::SpendAs {
                who,
                what,
                statistic,
                amount,
                time,
            } => {
                let any = what.fields.is_empty().then(|| w.of_any_type());
                let n = self.split(amount);
                let points = self.points(&n, statistic);
                let who = self.player(*who);
                Clause::new(w.may_spend_as(&who, self.any(what), any, points))
                    .by(who)
                    .with_tail(n.tail)
                    .lasting(time)
            }
            Action::ChangeCost {
                what,
                statistic,
                amount,
                less,
                at_least,
                first_each_round,
                time,
            } => {
                let statistic = statistic.as_ref();
                let written = self.cost(what, statistic, amount, *less, *first_each_round, time);
                let tail = w.beside(&written.tail, self.bounds(*at_least, None));
                written.with_tail(tail)
            }
            Action::Turn {
                what,
                face: Face::Up,
            } => Clause::new(w.turn_face_up(me, each(what))),
            Action::Turn {
                what,
                face: Face::Down,
            } => Clause::new(w.turn_face_down(me, each(what))),
            Action::Attach { what, to } => Clause::new(w.attach(me, s(what), s(to))),
            Action::RemoveCard { what, from } => Clause::new(w.remove_card(me, s(what), s(from))),
            Action::PlaceTokens {
                tokens: TokenCount { amount, token },
                on,
            } => {
                let (tokens, tail) = self.tokens(amount, token);
                // `on each of up to 3 spaces`: the number of tokens applies to each space.
                let on = match &on.pick {
                    Pick::Choose {
                        count: Count::UpTo { number },
                        ..
                    } if number.value() != Some(1) => w.each_of(s(on)),
                    _ => each(on),
                };
                Clause::new(w.place_tokens(me, tokens, on)).with_tail(tail)
            }
            Action::RemoveTokens {
                tokens: TokenCount { amount, token },
                from,
            } => {
                let (tokens, tail) = self.tokens(amount, token);
                Clause::new(w.remove_tokens(me, tokens, each(from))).with_tail(tail)
            }
            Action::PreventNext { amount, to, time } => {
                let n = self.split(amount);
                let predicate = if *amount == Amount::All {
                    w.prevent_all(me, each(to))
                } else {
                    w.prevent_next(me, self.damage(&n), each(to))
                };
                Clause::new(predicate)
                    .with_tail(n.tail)
                    .lasting(time)
                    .with_this()
            }
            Action::PreventThat { amount } => {
                let n = self.split(amount);
                let predicate = if n.lead.is_empty() {
                    w.prevent_some_of_that(me)
                } else {
                    w.prevent_that(me, n.lead)
                };
                Clause::new(predicate).with_tail(n.tail)
            }
            Action::TakeLess {
                who,
                amount,
                more,
                from,
                at_least,
                time,
            } => {
                let n = self.split(amount);
                let from = match from {
                    Some(from) => w.from(self.patterns(from)),
                    None => w.from_anything(),
                };
                self.of(who, time, |who| {
                    let damage = self.changed_damage(&n, !more);
                    w.take(who, damage, from)
                })
                .with_tail(w.beside(&n.tail, self.bounds(*at_least, None)))
            }
            Action::Boost { who, attack, with } => {
                let mut with = with.clone();
                hide_default_zone(
                    self.symbols.game,
                    &mut with,
                    self.default_zone("discard", *who).as_ref(),
                );
                self.by(*who, |who| w.boost(who, s(attack), s(&with)))
            }
            Action::BoostDamage {
                who,
                amount,
                instead_of,
                time,
            } => {
                let cards = w.boost_cards();
                let cards = match who {
                    Player::You => w.your(cards),
                    Player::Opponent => w.opponents(cards),
                    Player::Each => w.each_players(cards),
                };
                let instead_of = self.value(instead_of);
                let predicate = if self.is_plain(amount) {
                    w.boost_deal(self.count(amount), instead_of)
                } else {
                    w.boost_deal_equal(self.value(amount), instead_of)
                };
                Clause::new(predicate).by(cards).lasting(time)
            }
            Action::Gain {
                who,
                abilities,
                time,
            } => {
                let texts = self.granted(abilities);
                self.of(who, time, |who| w.gain(who, texts))
            }
        }
    }
}

/// Returns whether a selector describes its things only by a single place.
fn is_at_one_place(selector: &Selector) -> bool {
    match &selector.pick {
        Pick::Choose {
            from,
            superlative: None,
            ..
        }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. } => from.places.len() == 1 && from.states.is_empty(),
        _ => false,
    }
}

//! Prints events, conditions and durations.

use super::place::{is_none, is_some};
use super::{Printer, joined};
use crate::effect::ir::{
    Amount, ChosenNoun, Comparison, Condition, Duration, Event, Filter, Happening, Owner, Period,
    Pick, Place, Player, Reference, Selector, Side, State, Test,
};
use crate::effect::print::noun::{is_past, known, with_number};
use crate::game::SideWords;
use crate::words::{Mood, Number, Phrase};

/// Returns the thing that an event is about.
pub(super) fn subject_of(event: &Event) -> Option<&Selector> {
    match &event.what {
        Happening::WouldBeRemovedFromMap { who, .. }
        | Happening::WouldBeDealtDamage { who, .. } => Some(who),
        _ => None,
    }
}

impl Printer<'_> {
    /// Prints an event that something replaces, after `if`.
    pub fn replaced_event(&self, event: &Event) -> Phrase {
        let unreal = Printer {
            mood: Mood::Exception,
            ..self.clone()
        };
        unreal.event(event)
    }

    pub fn event(&self, event: &Event) -> Phrase {
        let w = self.words;
        let s = |selector: &Selector| self.selector(selector);
        let p = |player: &Player| self.player(*player);
        let by = |who: &Option<Selector>| who.as_ref().map(|who| w.by(s(who)));
        match &event.what {
            Happening::Attacks { who, whom } => {
                let inner = self.attacked_by(who);
                let whom = whom.as_ref().map(|whom| inner.selector(whom));
                w.attacks(s(who), whom)
            }
            Happening::IsAttacked { who, by: attacker } => w.is_attacked(s(who), by(attacker)),
            Happening::Retaliates { who, against } => {
                w.retaliates(s(who), against.as_ref().map(|whom| w.against(s(whom))))
            }
            Happening::IsDealtDamage { who, by: dealer } => w.is_dealt_damage(s(who), by(dealer)),
            Happening::WouldBeDealtDamage { who, by: dealer } => {
                w.would_be_dealt_damage(self.in_mood(s(who)), by(dealer))
            }
            Happening::IsActivated { who } => w.is_activated(s(who)),
            Happening::Moves { who } => w.moves(s(who)),
            Happening::Enters { who, space } => w.enters(s(who), s(space)),
            Happening::StopsOn { who, space } => w.stops_on(s(who), s(space)),
            Happening::IsPlayed { what } => w.is_played(s(what)),
            Happening::IsPlaced { what, places } => {
                let what = s(what);
                let places = places.iter().map(|place| self.place(place, &what));
                let places = joined(places, |first, last| w.beside(first, last));
                w.is_placed(what, places)
            }
            Happening::IsIncreased { who } => w.is_increased(s(who)),
            Happening::IsDecreased { who } => w.is_decreased(s(who)),
            Happening::Merges { who } => w.merges(s(who)),
            Happening::IsRemovedFromMap { who, by: remover } if self.kills() => match remover {
                Some(remover) => w.kills(s(remover), s(who)),
                None => w.is_killed(s(who)),
            },
            Happening::IsRemovedFromMap { who, by: remover } => w.is_removed(s(who), by(remover)),
            Happening::WouldBeRemovedFromMap { who, by: remover } => {
                if self.kills() {
                    w.would_be_killed(self.in_mood(s(who)), by(remover))
                } else {
                    w.would_be_removed(self.in_mood(s(who)), by(remover))
                }
            }
            Happening::IsBoosted { what } => w.is_boosted(s(what)),
            Happening::IsTargeted { who, by: source } => w.is_targeted(s(who), by(source)),
            Happening::IsDrawn { what } => w.is_drawn(s(what)),
            Happening::IsDiscarded { what } => w.is_discarded(s(what)),
            Happening::IsAttached { what, to } => {
                w.is_attached(s(what), to.as_ref().map(|to| w.attached_to(s(to))))
            }
            Happening::IsReadied { what } => w.is_readied(s(what)),
            Happening::IsSpent { what } => w.is_spent(s(what)),
            Happening::IsTaken { what } => w.is_taken(s(what)),
            Happening::MarkPlaced { marks, on } => w.mark_placed(self.marks(marks), s(on)),
            Happening::Activates { who, what } => w.activates(p(who), s(what)),
            Happening::Plays { who, what } => w.plays(p(who), s(what)),
            Happening::Boosts { who } => w.boosts(p(who)),
            Happening::Draws { who, what } => w.draws(p(who), s(what)),
            Happening::Discards { who, what } => w.discards(p(who), s(what)),
            Happening::Readies { who, what } => w.readies(p(who), s(what)),
            Happening::Spends { who, what } => w.spends(p(who), s(what)),
            Happening::TakesControl { who, what } => w.takes_control(p(who), s(what)),
            Happening::Passes { who } => w.passes(p(who)),
            Happening::Occurs { phrase, with } => self.game_phrase(None, phrase, with),
        }
    }

    /// Prints the subject of a condition: `each of your spells`, because `your spells` could be some of them.
    fn asked(&self, who: &Selector) -> Phrase {
        match &who.pick {
            Pick::Each { from, .. } if self.is_yours(from) && !self.is_outline() => {
                let each = self.words.each_of(self.yours(from));
                self.in_mood(each.numbered(Number::One))
            }
            _ => self.in_mood(self.selector(who)),
        }
    }

    /// Returns the subject of a condition, with the mood of its verb.
    pub(super) fn in_mood(&self, subject: Phrase) -> Phrase {
        match self.mood {
            Mood::Exception => {
                let person = subject.form().person;
                subject.conjugated(person, Mood::Exception)
            }
            _ => subject,
        }
    }

    pub fn condition(&self, condition: &Condition) -> Phrase {
        let w = self.words;
        let s = |selector: &Selector| self.asked(selector);
        let negation = |not: &bool| not.then(|| w.not());
        match &condition.test {
            Test::All { of } => joined(
                of.iter().map(|condition| self.condition(condition)),
                |first, last| w.and(first, last),
            ),
            // `2 or more units were removed from the map this way`
            Test::Number { of, number } if has_happened(of) && !self.is_outline() => {
                let mut of = of.clone();
                let way = self.this_way();
                let removed = of.states.contains(&State::RemovedThisWay);
                of.states.retain(|state| !is_past(state));
                let counted = self.in_mood(self.counting().counted_phrase(&of, number));
                match removed {
                    true if self.kills() => w.was_killed(counted, Phrase::default(), way),
                    true => w.was_removed(counted, Phrase::default(), way),
                    false => w.was_dealt_damage(counted, Phrase::default(), way),
                }
            }
            // `2 or more units are under this unit`
            Test::Number { of, number }
                if matches!(of.places.as_slice(), [Place::Under { .. }]) && !self.is_outline() =>
            {
                let mut of = of.clone();
                let place = of.places.pop();
                let counted = self.in_mood(self.counting().counted_phrase(&of, number));
                let place = place.map(|place| self.place(&place, &counted));
                w.is_in_state(counted, None::<Phrase>, place)
            }
            Test::Number { of, number } => {
                let one = match number {
                    Comparison::AtLeast { number } if !self.is_outline() => number.value(),
                    Comparison::Exactly { number } => number.value(),
                    _ => None,
                } == Some(1);
                let counted = self.counting().counted_phrase(of, number);
                w.there_is(self.in_mood(counted.numbered(Number::of(!one))))
            }
            Test::Has { who, what, number } => {
                let counted = self.counted_in_zone(*who, what, number);
                if what.zone.is_some() {
                    w.has(self.player(*who), counted)
                } else {
                    w.controls(self.player(*who), counted)
                }
            }
            Test::HasPlayed {
                who,
                what,
                number,
                period,
            } => {
                let counted = self.once_played().counting().counted_phrase(what, number);
                w.has_played(self.player(*who), counted, self.period(*period))
            }
            Test::Compare { left, right } => {
                let right = match left {
                    Amount::Number { .. } => self.compared(right),
                    _ => self.measured(right),
                };
                w.compares(self.in_mood(self.value(left)), right)
            }
            Test::Is { who, not, what } => self.is(who, *not, what),
            Test::Holds { phrase, with } => self.game_phrase(None, phrase, with),
            Test::FirstPlayer { who, not } => w.is_first_player(self.player(*who), negation(not)),
            Test::HasMoved { who, period, not } => {
                w.has_moved(s(who), negation(not), self.period(*period))
            }
            Test::HasAttacked { who, period, not } => {
                w.has_attacked(s(who), negation(not), self.period(*period))
            }
            Test::HasRetaliated { who, period, not } => {
                w.has_retaliated(s(who), negation(not), self.period(*period))
            }
            Test::HasBeenActivated { who, period, not } => {
                w.has_been_activated(s(who), negation(not), self.period(*period))
            }
            Test::HasBeenAttacked { who, period, not } => {
                w.has_been_attacked(s(who), negation(not), self.period(*period))
            }
            Test::HasBeenDealtDamage { who, period, not } => {
                w.has_been_dealt_damage(s(who), negation(not), self.period(*period))
            }
            Test::HasBeenRemoved { who, period, not } => {
                let (who, not) = self.happened_to(who, *not);
                let (not, period) = (negation(&not), self.period(*period));
                if self.kills() {
                    w.has_been_killed(who, not, period)
                } else {
                    w.has_been_removed(who, not, period)
                }
            }
            Test::WasRemovedThisWay { who, not } => {
                let (who, not) = self.happened_to(who, *not);
                let (not, way) = (negation(&not), self.this_way());
                if self.kills() {
                    w.was_killed(who, not, way)
                } else {
                    w.was_removed(who, not, way)
                }
            }
            Test::WasDiscardedThisWay { what, not } => {
                let (what, not) = self.happened_to(what, *not);
                w.was_discarded(what, negation(&not), self.this_way())
            }
            Test::WasDrawnThisWay { what, not } => {
                let (what, not) = self.happened_to(what, *not);
                w.was_drawn(what, negation(&not), self.this_way())
            }
            Test::WasRevealedThisWay { what, not } => {
                let (what, not) = self.happened_to(what, *not);
                w.was_revealed(what, negation(&not), self.this_way())
            }
            Test::WasDealtDamageThisWay { who, not } => {
                let (who, not) = self.happened_to(who, *not);
                w.was_dealt_damage(who, negation(&not), self.this_way())
            }
        }
    }

    /// Prints the subject of something that happened, or did not happen. For `not` with a pattern, the subject is `no
    /// unit`, and the condition is positive.
    fn happened_to(&self, who: &Selector, not: bool) -> (Phrase, bool) {
        match &who.pick {
            Pick::Any { from, .. } if not => {
                let none = self.words.no(self.phrase(from, Number::One, None));
                (self.in_mood(none.numbered(Number::One)), false)
            }
            _ => (self.in_mood(self.selector(who)), not),
        }
    }

    /// Prints a count of cards in a zone: `3 or more cards in your hand`. If the subject is the owner of the zone, but
    /// not you, the zone is printed without its owner: `in hand`.
    fn counted_in_zone(&self, who: Player, what: &Filter, number: &Comparison) -> Phrase {
        let w = self.words;
        let Some(zone) = &what.zone else {
            return self.counted_phrase(what, number);
        };
        // If more words follow the zone, the noun phrase includes it.
        if self.plain(number, false).is_none() || what.excluding.is_some() {
            return self.counting().counted_phrase(what, number);
        }
        let without = Filter {
            zone: None,
            ..what.clone()
        };
        let counted = self.counted_phrase(&without, number);
        let own = matches!(
            (who, zone.of),
            (Player::Opponent, Owner::Opponent) | (Player::Each, Owner::Actor)
        );
        let zone = if own {
            self.word("zones", &zone.zone)
        } else {
            self.zone_phrase(zone)
        };
        w.beside(counted, w.in_zone(zone))
    }

    fn is(&self, who: &Selector, not: bool, what: &Filter) -> Phrase {
        let w = self.words;
        let subject = self.asked(who);
        let has = |subject: Phrase, what: Phrase| {
            if not {
                w.does_not_have(subject, what)
            } else {
                w.has(subject, what)
            }
        };
        let not = not.then(|| w.not());
        // If the description has a single criterion, that criterion determines the wording.
        if let [state] = what.states.as_slice()
            && *what
                == (Filter {
                    states: vec![state.clone()],
                    ..Filter::default()
                })
        {
            return match state {
                State::Mark { mark, has: true } => has(subject, w.a_mark(self.word("marks", mark))),
                State::Mark { mark, has: false } => {
                    has(subject, w.no_mark(self.word("marks", mark)))
                }
                State::Tokens { token, number } if is_none(number) => {
                    has(subject, w.no_tokens(self.word("tokens", token)))
                }
                State::Tokens { token, number } => has(subject, self.so_many_tokens(token, number)),
                State::Damage { number } if is_some(number) => {
                    let damaged = w.damaged(&subject);
                    w.is_in_state(subject, not, damaged)
                }
                State::Damage { number } if is_none(number) => has(subject, w.no_damage()),
                State::Damage { number } => has(subject, self.so_much_damage(number)),
                State::Attribute { attribute, number } => {
                    has(subject, self.so_many_points(attribute, number))
                }
                State::Size { number } => w.is(subject, not, w.of_size(self.measured(number))),
                State::SameName { .. }
                | State::BeingPlayed
                | State::RemovedThisWay
                | State::DealtDamageThisWay => w.is(subject, not, self.any(what)),
                state => {
                    let adjective = self.state_adjective(state, &subject).unwrap_or_default();
                    w.is_in_state(subject, not, adjective)
                }
            };
        }
        if let Some(zone) = &what.zone
            && *what
                == (Filter {
                    zone: Some(zone.clone()),
                    ..Filter::default()
                })
        {
            return w.is_in_state(subject, not, w.in_zone(self.zone_phrase(zone)));
        }
        // A location is not an enemy: a player controls it.
        if let (Some(side), None) = (what.side, &not)
            && is_side(what, side)
            && self.changes_hands(who)
        {
            let player = match side {
                Side::Friendly => Player::You,
                Side::Enemy => Player::Opponent,
            };
            return w.controls(self.player(player), subject);
        }
        if let [place] = what.places.as_slice()
            && *what
                == (Filter {
                    places: vec![place.clone()],
                    ..Filter::default()
                })
        {
            let place = self.place(place, &subject);
            return w.is_in_state(subject, not, place);
        }
        let description = self.predicate(what, &subject);
        w.is(subject, not, description)
    }

    /// Returns whether the controller of a known thing can change during the game.
    fn changes_hands(&self, who: &Selector) -> bool {
        let type_ = match known(who) {
            Some(Reference::Chosen { named, .. }) => match &**named {
                ChosenNoun::Card { type_: Some(id) } => id,
                _ => return false,
            },
            Some(Reference::This { as_: Some(id) }) => id,
            _ => return false,
        };
        let card_type = self.symbols.game.card_types.get(type_);
        card_type.is_some_and(|card_type| card_type.side == SideWords::Controlled)
    }

    /// Prints the words after `is`: only traits, only an adjective, or a noun.
    fn predicate(&self, what: &Filter, subject: &Phrase) -> Phrase {
        let only = |filter: Filter| *what == filter;
        let nothing = Filter::default;
        if let [word] = what.fields.as_slice()
            && only(Filter {
                fields: vec![word.clone()],
                ..nothing()
            })
        {
            return self.field_word(word, subject).0;
        }
        if !what.traits.is_empty()
            && only(Filter {
                traits: what.traits.clone(),
                ..nothing()
            })
        {
            return self.traits(&what.traits, subject);
        }
        if let Some(side) = what.side
            && is_side(what, side)
        {
            return match side {
                Side::Friendly => self.words.friendly(subject),
                Side::Enemy => self.words.an_enemy(subject),
            };
        }
        let several = subject.form().number == Number::Many;
        if several && !(what.other || what.not_itself) && !what.next && what.among.is_none() {
            return self.kinds_of(what);
        }
        self.any(what)
    }

    /// Prints a duration. `this` is used for statements about a player.
    pub fn duration(&self, time: &Duration, this: bool) -> Phrase {
        let w = self.words;
        match time {
            Duration::EndOfRound if self.limited_round => Phrase::default(),
            Duration::EndOf { period } => w.until_end_of(self.word("periods", period)),
            Duration::EndOfNext { period } => w.until_end_of_next(self.word("periods", period)),
            Duration::Periods { count, period } => {
                let term = self.symbols.game.term("periods", period);
                let plural = term.map_or(period.as_str(), |term| &term.plural);
                w.for_periods(
                    *count,
                    w.term("periods", period, &with_number(Number::Many), plural),
                )
            }
            Duration::EndOfActivation if this => self.period(Period::Activation),
            Duration::EndOfTurn if this => self.period(Period::Turn),
            Duration::EndOfRound if this => self.period(Period::Round),
            Duration::EndOfAttack => w.until_end_of_attack(),
            Duration::EndOfActivation => w.until_end_of_activation(),
            Duration::EndOfTurn => w.until_end_of_turn(),
            Duration::EndOfRound => w.until_end_of_round(),
            Duration::EndOfGame => w.rest_of_game(),
            Duration::YourNextTurn => w.until_your_next_turn(),
            Duration::While { condition } => w.while_so(self.condition(condition)),
            Duration::Standing if self.granted => w.while_gained(),
            Duration::Standing => w.while_there(),
            Duration::AnotherChange => Phrase::default(),
        }
    }

    /// Returns whether a change lasts so long without saying it, because of its heading.
    pub(super) fn is_default(&self, time: &Duration) -> bool {
        !self.is_outline() && !self.limited_round && self.default_time.as_ref() == Some(time)
    }

    /// Returns the reference of a selector that `it` can refer to in the same clause.
    pub fn antecedent(&self, selector: &Selector) -> Option<Reference> {
        known(selector)
            .filter(|is| matches!(is, Reference::Chosen { .. }))
            .cloned()
    }
}

/// Returns whether things are counted with which something happened this way.
fn has_happened(of: &Filter) -> bool {
    of.states.iter().any(is_past)
}

/// Returns whether a description consists only of a side.
fn is_side(what: &Filter, side: Side) -> bool {
    let alone = Filter {
        side: Some(side),
        ..Filter::default()
    };
    *what == alone
}

//! Generates times, conditions and events.

use cardwright::effect::ir::Owner;
use cardwright::effect::ir::{
    Amount, At, Comparison, Condition, Duration, Event, Filter, Happening, Noun, Period, Pick,
    Place, Player, Selector, Side, State, Test,
};
use cardwright::game::Binding;

use super::choices::{Focus, Gen, ids, types_of};
use super::nouns::Want;

const PERIODS: [Period; 3] = [Period::Activation, Period::Turn, Period::Round];
const PLAYERS: [Player; 3] = [Player::You, Player::Opponent, Player::Each];

impl Gen {
    /// Generates a duration that ends at some time.
    pub fn lasting(&mut self) -> Duration {
        // A standing effect has no start from which it could end.
        if self.needs_occasion() {
            return if self.focus == Focus::Times && self.maybe() {
                self.while_time()
            } else {
                Duration::Standing
            };
        }
        if self.while_condition || (self.is_static() && self.below(3) > 0) {
            return Duration::Standing;
        }
        self.explicit_time()
    }

    pub fn explicit_time(&mut self) -> Duration {
        match self.below(if self.focus == Focus::Times { 7 } else { 4 }) {
            0 => Duration::EndOfRound,
            1 => Duration::EndOfTurn,
            2 if self.binds(Binding::Attack) || self.event_attack => Duration::EndOfAttack,
            2 => Duration::EndOfRound,
            3 => Duration::EndOfActivation,
            4 => Duration::EndOfGame,
            5 => Duration::YourNextTurn,
            _ => self.while_time(),
        }
    }

    fn while_time(&mut self) -> Duration {
        let condition = self.condition();
        Duration::While {
            condition: Box::new(condition),
        }
    }

    pub fn condition(&mut self) -> Condition {
        if self.rich(Focus::Conditions) && self.below(4) == 3 {
            let of = vec![self.asks(), self.asks()];
            return as_condition(Test::All { of });
        }
        self.asks()
    }

    fn asks(&mut self) -> Condition {
        let known = self.mentions.len();
        let test = self.test();
        for mention in self.mentions.iter_mut().skip(known) {
            mention.asked_for = !mention.many;
        }
        as_condition(test)
    }

    /// Generates the subject of a condition: one that fits is sufficient, or each must meet it.
    fn asked(&mut self, want: Want) -> Selector {
        let mut who = self.pattern(want);
        if let Pick::Any { from, slot } = &who.pick
            && self.below(3) == 2
        {
            let (from, slot) = (from.clone(), *slot);
            for mention in &mut self.mentions {
                mention.many |= mention.slot == slot;
            }
            who.pick = Pick::Each { from, slot };
        }
        who
    }

    fn test(&mut self) -> Test {
        match self.below(if self.focus == Focus::Conditions {
            18
        } else {
            6
        }) {
            0 => Test::FirstPlayer {
                who: self.one_of(&PLAYERS),
                not: self.maybe(),
            },
            1 if self.below(3) == 2 => Test::HasPlayed {
                who: self.one_of(&PLAYERS),
                what: Box::new(self.inner(|g| g.once_played())),
                number: self.counted(),
                period: self.one_of(&PERIODS),
            },
            1 => {
                let mut what = self.inner(|g| g.counted_filter());
                // The controller determines whose it is.
                what.side = None;
                what.states.retain(|state| *state != State::BeingPlayed);
                let who = self.one_of(&PLAYERS);
                if let Some(zone) = &mut what.zone {
                    zone.of = owner_of(who);
                } else if what.noun == Noun::Space {
                    what.noun = Noun::Card {
                        types: types_of("tokens", "size"),
                    };
                    what.states.clear();
                }
                Test::Has {
                    who,
                    what: Box::new(what),
                    number: self.counted(),
                }
            }
            2 if self.below(4) == 3 => {
                let number = Amount::fixed(2 + self.below(3) as u32);
                Test::Number {
                    of: Box::new(self.inner(|g| g.once_there())),
                    number: match self.below(5) {
                        0 => Comparison::Exactly { number },
                        1 => Comparison::AtMost { number },
                        2 => Comparison::MoreThan { number },
                        3 => Comparison::LessThan { number },
                        _ => Comparison::AtLeast { number },
                    },
                }
            }
            2 => {
                let what = self.inner(|g| g.counted_filter());
                Test::Number {
                    of: Box::new(what),
                    number: self.counted(),
                }
            }
            3 => self.is(),
            4 => {
                let left = self.inner(|g| g.computed());
                let right = self.comparison(true);
                Test::Compare { left, right }
            }
            5 => Test::HasMoved {
                who: self.asked(Want::Fighter),
                period: self.one_of(&PERIODS),
                not: self.maybe(),
            },
            6 => Test::HasAttacked {
                who: self.asked(Want::Fighter),
                period: self.one_of(&PERIODS),
                not: self.maybe(),
            },
            7 => Test::HasRetaliated {
                who: self.asked(Want::Fighter),
                period: self.one_of(&PERIODS),
                not: self.maybe(),
            },
            8 => Test::WasRemovedThisWay {
                who: self.pattern(Want::Fighter),
                not: self.maybe(),
            },
            9 => Test::WasDiscardedThisWay {
                what: self.pattern(Want::Card),
                not: self.maybe(),
            },
            10 => Test::WasDrawnThisWay {
                what: self.pattern(Want::Card),
                not: self.maybe(),
            },
            11 => Test::WasRevealedThisWay {
                what: self.pattern(Want::Card),
                not: self.maybe(),
            },
            12 => Test::WasDealtDamageThisWay {
                who: self.pattern(Want::Fighter),
                not: self.maybe(),
            },
            13 => Test::HasBeenActivated {
                who: self.asked(Want::Fighter),
                period: self.one_of(&PERIODS),
                not: self.maybe(),
            },
            14 => Test::HasBeenAttacked {
                who: self.asked(Want::Fighter),
                period: self.one_of(&PERIODS),
                not: self.maybe(),
            },
            15 => Test::HasBeenDealtDamage {
                who: self.asked(Want::Fighter),
                period: self.one_of(&PERIODS),
                not: self.maybe(),
            },
            16 => Test::HasBeenRemoved {
                who: self.pattern(Want::Fighter),
                period: self.one_of(&PERIODS),
                not: self.maybe(),
            },
            _ => self.is(),
        }
    }

    /// Generates a required number. `1 or more` is printed as an article, `exactly 0` as `no`.
    fn counted(&mut self) -> Comparison {
        match self.below(4) {
            0 => Comparison::AtLeast {
                number: Amount::fixed(1),
            },
            1 => Comparison::Exactly {
                number: Amount::fixed(0),
            },
            _ => self.comparison(true),
        }
    }

    fn is(&mut self) -> Test {
        if self.below(5) == 4 {
            let who = self.asked(Want::Card);
            let mut what = self.kind_of_card();
            what.zone = None;
            what.states.clear();
            // A property is a property of the thing itself.
            what.other = false;
            return Test::Is {
                who,
                not: self.maybe(),
                what: Box::new(what),
            };
        }
        if self.below(8) == 7
            && let Some(who) = self.known_selector(Want::Space)
        {
            let what = Filter {
                states: vec![State::Vacant],
                ..Filter::default()
            };
            return Test::Is {
                who,
                not: self.maybe(),
                what: Box::new(what),
            };
        }
        let who = self.asked(Want::Fighter);
        let types = self.types_of_selector(&who);
        let mut what = Filter::default();
        let mut not = self.maybe();
        match self.below(8) {
            0 => what.traits.push(vec![self.one_of(&ids("traits"))]),
            1 => what.side = Some(self.one_of(&[Side::Friendly, Side::Enemy])),
            2 => what.fields.push(cardwright::effect::ir::BareWord {
                field: "unit_type".into(),
                value: self.one_of(&ids("unit_types")),
                or: Vec::new(),
            }),
            3 => {
                // `is not adjacent` negates the condition, not the place.
                let mut place = self.inner(|g| g.place());
                if let Place::Adjacent { not, .. } | Place::Within { not, .. } = &mut place {
                    *not = false;
                }
                what.places.push(place);
            }
            4 | 5 => {
                let state = self.state(&types, true);
                // The presence or absence of a mark is already two states.
                not &= !matches!(state, State::Mark { .. });
                what.states.push(state);
            }
            6 => {
                what.noun = Noun::Card {
                    types: types_of("tokens", "size"),
                };
                if self.maybe() {
                    what.side = Some(Side::Enemy);
                    what.traits.push(vec![self.one_of(&ids("traits"))]);
                }
            }
            _ => {
                what.traits
                    .push(vec![self.one_of(&ids("traits")), ids("traits")[0].clone()]);
                what.traits[0].dedup();
                let place = self.inner(|g| g.place());
                what.places.push(place);
            }
        }
        Test::Is {
            who,
            not,
            what: Box::new(what),
        }
    }

    /// Generates an event, whose subject is known afterwards.
    pub fn event(&mut self) -> Event {
        let what = match self.below(if self.focus == Focus::Events { 34 } else { 8 }) {
            0 => {
                let who = self.asked(Want::Fighter);
                let whom = self.maybe().then(|| self.pattern(Want::Fighter));
                self.event_attack = true;
                Happening::Attacks { who, whom }
            }
            1 => {
                let who = self.asked(Want::Fighter);
                let by = self.maybe().then(|| self.pattern(Want::Fighter));
                self.event_attack = true;
                Happening::IsAttacked { who, by }
            }
            2 => {
                let who = self.asked(Want::Fighter);
                let by = self.maybe().then(|| self.pattern(Want::Fighter));
                self.event_damage = true;
                Happening::IsDealtDamage { who, by }
            }
            3 => Happening::IsActivated {
                who: self.pattern(Want::Fighter),
            },
            4 => Happening::Moves {
                who: self.pattern(Want::Fighter),
            },
            5 => Happening::IsPlayed {
                what: self.played_card(),
            },
            6 => Happening::Plays {
                who: self.one_of(&PLAYERS),
                what: self.played_card(),
            },
            7 => {
                let what = self.pattern(Want::Fighter);
                let places = if self.maybe() {
                    self.some_places()
                } else {
                    Vec::new()
                };
                Happening::IsPlaced { what, places }
            }
            8 => {
                let who = self.asked(Want::Fighter);
                let against = self.maybe().then(|| self.pattern(Want::Fighter));
                self.event_attack = true;
                Happening::Retaliates { who, against }
            }
            9 => {
                let who = self.asked(Want::Fighter);
                let by = self.maybe().then(|| self.pattern(Want::Fighter));
                self.event_damage = true;
                Happening::WouldBeDealtDamage { who, by }
            }
            10 => Happening::Activates {
                who: self.one_of(&PLAYERS),
                what: self.pattern(Want::Fighter),
            },
            11 => {
                let who = self.asked(Want::Fighter);
                Happening::Enters {
                    who,
                    space: self.pattern(Want::Space),
                }
            }
            12 => {
                let who = self.asked(Want::Fighter);
                Happening::StopsOn {
                    who,
                    space: self.pattern(Want::Space),
                }
            }
            13 => Happening::IsIncreased {
                who: self.pattern(Want::Sized),
            },
            14 => Happening::IsDecreased {
                who: self.pattern(Want::Sized),
            },
            15 => Happening::Merges {
                who: self.pattern(Want::Sized),
            },
            16 => {
                let who = self.pattern(Want::Fighter);
                let by = self.maybe().then(|| self.pattern(Want::Fighter));
                Happening::IsRemovedFromMap { who, by }
            }
            17 => {
                let who = self.pattern(Want::Fighter);
                let by = self.maybe().then(|| self.pattern(Want::Fighter));
                Happening::WouldBeRemovedFromMap { who, by }
            }
            18 => {
                let what = match self.known_selector(Want::Attack) {
                    Some(attack) => attack,
                    None => self.pattern(Want::Fighter),
                };
                self.event_attack = true;
                Happening::IsBoosted { what }
            }
            19 => {
                self.event_attack = true;
                Happening::Boosts {
                    who: self.one_of(&PLAYERS),
                }
            }
            20 => {
                let who = self.asked(Want::Fighter);
                let by = self.maybe().then(|| self.pattern(Want::Card));
                Happening::IsTargeted { who, by }
            }
            21 => Happening::IsDrawn {
                what: self.pattern(Want::Card),
            },
            22 => Happening::Draws {
                who: self.one_of(&PLAYERS),
                what: self.pattern(Want::Card),
            },
            23 => Happening::IsDiscarded {
                what: self.pattern(Want::Card),
            },
            24 => Happening::Discards {
                who: self.one_of(&PLAYERS),
                what: self.pattern(Want::Card),
            },
            25 => {
                let what = self.pattern(Want::Card);
                let to = self.maybe().then(|| self.pattern(Want::Fighter));
                Happening::IsAttached { what, to }
            }
            26 => Happening::IsReadied {
                what: self.pattern(Want::Card),
            },
            27 => Happening::Readies {
                who: self.one_of(&PLAYERS),
                what: self.pattern(Want::Card),
            },
            28 => Happening::IsSpent {
                what: self.pattern(Want::Card),
            },
            29 => Happening::Spends {
                who: self.one_of(&PLAYERS),
                what: self.pattern(Want::Card),
            },
            30 => Happening::IsTaken {
                what: self.pattern(Want::Place),
            },
            31 => Happening::TakesControl {
                who: self.one_of(&PLAYERS),
                what: self.pattern(Want::OnMap),
            },
            32 => {
                let marks = if self.maybe() {
                    ids("marks")
                } else {
                    vec![ids("marks")[0].clone()]
                };
                Happening::MarkPlaced {
                    marks,
                    on: self.pattern(Want::Fighter),
                }
            }
            _ => Happening::Passes {
                who: self.one_of(&PLAYERS),
            },
        };
        Event {
            what,
            span: At::default(),
        }
    }

    fn played_card(&mut self) -> Selector {
        let what = self.pattern(Want::Card);
        if let Pick::Any { slot, .. } = &what.pick {
            self.played = Some(*slot);
        }
        what
    }

    /// Generates an event that would happen and is replaced.
    pub fn would(&mut self) -> Event {
        let who = self.asked(Want::Fighter);
        let what = if self.maybe() {
            self.event_damage = true;
            let by = self.maybe().then(|| self.pattern(Want::Fighter));
            Happening::WouldBeDealtDamage { who, by }
        } else {
            let by = self.maybe().then(|| self.pattern(Want::Fighter));
            Happening::WouldBeRemovedFromMap { who, by }
        };
        Event {
            what,
            span: At::default(),
        }
    }
}

pub fn as_condition(test: Test) -> Condition {
    Condition {
        test,
        span: At::default(),
    }
}

fn owner_of(who: Player) -> Owner {
    match who {
        Player::You => Owner::You,
        Player::Opponent => Owner::Opponent,
        Player::Each => Owner::Actor,
    }
}

//! Events, conditions, durations.

use super::Printer;
use super::amount::period_words;
use super::noun::with_article;
use crate::effect::ir::{
    Comparison, Condition, Duration, Event, Filter, Happening, Noun, Owner, Pick, Player,
    Reference, Selector, State, Test,
};

/// Whom or what an event is about.
pub(super) fn subject_of(event: &Event) -> Option<&Selector> {
    match &event.what {
        Happening::WouldBeRemovedFromMap { who } | Happening::WouldBeDealtDamage { who, .. } => {
            Some(who)
        }
        _ => None,
    }
}

impl Printer<'_> {
    pub fn event(&self, event: &Event) -> String {
        let by = |by: &Option<Selector>| match by {
            Some(by) => format!(" by {}", self.selector(by)),
            None => String::new(),
        };
        let s = |selector: &Selector| self.selector(selector);
        match &event.what {
            Happening::Attacks { who, whom: None } => format!("{} attacks", s(who)),
            Happening::Attacks {
                who,
                whom: Some(whom),
            } => format!("{} attacks {}", s(who), s(whom)),
            Happening::IsAttacked { who, by: attacker } => {
                format!("{} is attacked{}", s(who), by(attacker))
            }
            Happening::Retaliates { who, against: None } => format!("{} retaliates", s(who)),
            Happening::Retaliates {
                who,
                against: Some(against),
            } => format!("{} retaliates against {}", s(who), s(against)),
            Happening::IsDealtDamage { who, by: dealer } => {
                format!("{} is dealt damage{}", s(who), by(dealer))
            }
            Happening::WouldBeDealtDamage { who, by: dealer } => {
                format!("{} would be dealt damage{}", s(who), by(dealer))
            }
            Happening::IsActivated { who } => format!("{} is activated", s(who)),
            Happening::Moves { who } => format!("{} moves", s(who)),
            Happening::Enters { who, space } => format!("{} enters {}", s(who), s(space)),
            Happening::StopsOn { who, space } => format!("{} stops on {}", s(who), s(space)),
            Happening::IsPlayed { what } => format!("{} is played", s(what)),
            Happening::IsPlaced { what, places } => {
                let places: String = places
                    .iter()
                    .map(|place| format!(" {}", self.place(place)))
                    .collect();
                format!("{} is placed{places}", s(what))
            }
            Happening::IsIncreased { who } => format!("{} is increased", s(who)),
            Happening::IsDecreased { who } => format!("{} is decreased", s(who)),
            Happening::Merges { who } => format!("{} merges", s(who)),
            Happening::IsRemovedFromMap { who } => format!("{} is removed from the map", s(who)),
            Happening::WouldBeRemovedFromMap { who } => {
                format!("{} would be removed from the map", s(who))
            }
            Happening::IsBoosted { what } => format!("{} is boosted", s(what)),
            Happening::IsTargeted { who, by: source } => {
                format!("{} is targeted{}", s(who), by(source))
            }
            Happening::IsDrawn { what } => format!("{} is drawn", s(what)),
            Happening::IsDiscarded { what } => format!("{} is discarded", s(what)),
            Happening::IsAttached { what, to: None } => format!("{} is attached", s(what)),
            Happening::IsAttached { what, to: Some(to) } => {
                format!("{} is attached to {}", s(what), s(to))
            }
            Happening::IsReadied { what } => format!("{} is readied", s(what)),
            Happening::IsSpent { what } => format!("{} is spent", s(what)),
            Happening::IsTaken { what } => format!("{} is taken", s(what)),
            Happening::MarkPlaced { marks, on } => {
                format!("{} is placed on {}", self.marks(marks), s(on))
            }
            Happening::Activates { who, what } => self.does(*who, "activate", &s(what)),
            Happening::Plays { who, what } => self.does(*who, "play", &s(what)),
            Happening::Boosts { who } => self.does(*who, "boost", "an attack"),
            Happening::Draws { who, what } => self.does(*who, "draw", &s(what)),
            Happening::Discards { who, what } => self.does(*who, "discard", &s(what)),
            Happening::Readies { who, what } => self.does(*who, "ready", &s(what)),
            Happening::Spends { who, what } => self.does(*who, "spend", &s(what)),
            Happening::TakesControl { who, what } => {
                self.does(*who, "take", &format!("control of {}", s(what)))
            }
            Happening::Passes { who } => self.does(*who, "pass", ""),
        }
    }

    /// `you play a spell`, `your opponent plays a spell`.
    pub fn does(&self, who: Player, verb: &str, rest: &str) -> String {
        let text = match who {
            Player::You => format!("you {verb} {rest}"),
            Player::Opponent => format!("your opponent {} {rest}", third_person(verb)),
            Player::Each => format!("each player {} {rest}", third_person(verb)),
        };
        text.trim_end().to_owned()
    }

    pub fn condition(&self, condition: &Condition) -> String {
        match &condition.test {
            Test::All { of } => of
                .iter()
                .map(|condition| self.condition(condition))
                .collect::<Vec<_>>()
                .join(" and "),
            Test::Number { of, number } => {
                let is = match number {
                    Comparison::AtLeast { number } if number.value() == Some(1) => "is",
                    Comparison::Exactly { number } if number.value() == Some(1) => "is",
                    _ => "are",
                };
                format!("there {is} {}", self.counted_phrase(of, number))
            }
            Test::Has { who, what, number } => {
                let verb = if what.zone.is_some() {
                    "have"
                } else {
                    "control"
                };
                self.does(*who, verb, &self.counted_in_zone(*who, what, number))
            }
            Test::Compare { left, right } => {
                format!("{} is {}", self.value(left), self.compared(right))
            }
            Test::Is { who, not, what } => self.is(who, *not, what),
            Test::FirstPlayer { who, not } => {
                let not = if *not { "not " } else { "" };
                match who {
                    Player::You => format!("you are {not}the first player"),
                    Player::Opponent => format!("your opponent is {not}the first player"),
                    Player::Each => format!("each player is {not}the first player"),
                }
            }
            Test::HasMoved { who, period, not } => {
                self.has_done(who, "moved", period_words(*period), *not)
            }
            Test::HasAttacked { who, period, not } => {
                self.has_done(who, "attacked", period_words(*period), *not)
            }
            Test::HasRetaliated { who, period, not } => {
                self.has_done(who, "retaliated", period_words(*period), *not)
            }
            Test::WasRemovedThisWay { who, not } => self.was(who, "removed from the map", *not),
            Test::WasDiscardedThisWay { what, not } => self.was(what, "discarded", *not),
            Test::WasDrawnThisWay { what, not } => self.was(what, "drawn", *not),
            Test::WasRevealedThisWay { what, not } => self.was(what, "revealed", *not),
            Test::WasDealtDamageThisWay { who, not } => self.was(who, "dealt damage", *not),
        }
    }

    /// `3 or more cards in your hand`; the zone of somebody else who has them is `in hand`.
    fn counted_in_zone(&self, who: Player, what: &Filter, number: &Comparison) -> String {
        let Some(zone) = &what.zone else {
            return self.counted_phrase(what, number);
        };
        let without = Filter {
            zone: None,
            ..what.clone()
        };
        let counted = self.counted_phrase(&without, number);
        let own = matches!(
            (who, zone.of),
            (Player::Opponent, Owner::Opponent) | (Player::Each, Owner::Actor)
        );
        if own {
            format!("{counted} in {}", self.term("zones", &zone.zone))
        } else {
            format!("{counted} in {}", self.zone(zone))
        }
    }

    fn has_done(&self, who: &Selector, done: &str, period: &str, not: bool) -> String {
        let has = if self.is_plural(who, false) {
            "have"
        } else {
            "has"
        };
        format!(
            "{} {has} {}{done} {period}",
            self.selector(who),
            if not { "not " } else { "" }
        )
    }

    fn was(&self, who: &Selector, done: &str, not: bool) -> String {
        let was = if self.is_plural(who, false) {
            "were"
        } else {
            "was"
        };
        format!(
            "{} {was} {}{done} this way",
            self.selector(who),
            if not { "not " } else { "" }
        )
    }

    fn is(&self, who: &Selector, not: bool, what: &Filter) -> String {
        let subject = self.selector(who);
        let plural = self.is_plural(who, false);
        let (is, has) = if plural {
            ("are", "have")
        } else {
            ("is", "has")
        };
        let not = if not { " not" } else { "" };
        // The part of the description that is there decides the words.
        if let [state] = what.states.as_slice()
            && what.places.is_empty()
            && what.noun == Noun::default()
            && what.traits.is_empty()
            && what.names.is_empty()
        {
            return match state {
                State::Mark { mark, has: true } => {
                    format!(
                        "{subject} {has} {} mark",
                        with_article(&self.term("marks", mark))
                    )
                }
                State::Mark { mark, has: false } => {
                    format!("{subject} {has} no {} mark", self.term("marks", mark))
                }
                State::Tokens { token, number } => {
                    let token = self.term("tokens", token);
                    match number {
                        Comparison::Exactly { number } if number.value() == Some(0) => {
                            format!("{subject} {has} no {token} tokens")
                        }
                        number => {
                            format!("{subject} {}", self.having(has, has, &token, number))
                        }
                    }
                }
                State::Damage { number } => match number {
                    Comparison::AtLeast { number } if number.value() == Some(1) => {
                        format!("{subject} {is}{not} damaged")
                    }
                    Comparison::Exactly { number } if number.value() == Some(0) => {
                        format!("{subject} {has} no damage")
                    }
                    number => format!("{subject} {has} {} damage", self.compared(number)),
                },
                State::Attribute { attribute, number } => format!(
                    "{subject} {has} {} {}",
                    self.compared(number),
                    self.term("attributes", attribute)
                ),
                State::Size { number } => {
                    format!("{subject} {is}{not} of size {}", self.compared(number))
                }
                State::Ready => format!("{subject} {is}{not} ready"),
                State::Spent => format!("{subject} {is}{not} spent"),
                State::FaceUp => format!("{subject} {is}{not} face-up"),
                State::FaceDown => format!("{subject} {is}{not} face-down"),
                State::Vacant => format!("{subject} {is}{not} vacant"),
                State::SameName { .. } | State::BeingPlayed => {
                    format!("{subject} {is}{not} {}", self.any(what))
                }
            };
        }
        let description = self.predicate(what);
        format!("{subject} {is}{not} {description}")
    }

    /// What stands behind `is`: traits alone, a place alone, an adjective alone, or a noun.
    fn predicate(&self, what: &Filter) -> String {
        let nothing_else =
            what.states.is_empty() && what.names.is_empty() && what.noun == Noun::default();
        if nothing_else && what.side.is_none() {
            if let ([], [], [place]) = (
                what.traits.as_slice(),
                what.fields.as_slice(),
                what.places.as_slice(),
            ) {
                return self.place(place);
            }
            if let ([word], [], []) = (
                what.fields.as_slice(),
                what.traits.as_slice(),
                what.places.as_slice(),
            ) {
                return self.adjective(&word.field, &word.value);
            }
            if what.places.is_empty() && what.fields.is_empty() && !what.traits.is_empty() {
                return what
                    .traits
                    .iter()
                    .map(|any| {
                        any.iter()
                            .map(|id| self.trait_word(id))
                            .collect::<Vec<_>>()
                            .join(" or ")
                    })
                    .collect::<Vec<_>>()
                    .join(" ");
            }
        }
        if let (Some(side), Noun::Card { types }, true) =
            (what.side, &what.noun, what.traits.is_empty())
            && types.is_empty()
            && nothing_else
        {
            return match side {
                crate::effect::ir::Side::Friendly => "friendly".to_owned(),
                crate::effect::ir::Side::Enemy => "enemy".to_owned(),
            };
        }
        self.any(what)
    }

    /// How long something lasts, with a space before it. `this` for what is said of a player.
    pub fn duration(&self, time: &Duration, this: bool) -> String {
        let (until, short) = match time {
            Duration::EndOfAttack => ("attack", false),
            Duration::EndOfActivation => ("activation", true),
            Duration::EndOfTurn => ("turn", true),
            Duration::EndOfRound => {
                if self.limited_round {
                    return String::new();
                }
                ("round", true)
            }
            Duration::EndOfGame => return " for the rest of the game".to_owned(),
            Duration::YourNextTurn => return " until your next turn".to_owned(),
            Duration::While { condition } => {
                return format!(" while {}", self.condition(condition));
            }
            Duration::Standing | Duration::AnotherChange => return String::new(),
        };
        if this && short {
            format!(" this {until}")
        } else {
            format!(" until the end of the {until}")
        }
    }

    /// A reference that a selector is, for `it` within the same clause.
    pub fn antecedent(&self, selector: &Selector) -> Option<Reference> {
        match &selector.pick {
            Pick::Known {
                is: is @ Reference::Chosen { .. },
            } => Some(is.clone()),
            _ => None,
        }
    }
}

/// `draws`, `readies`, `passes`, `has`.
pub(super) fn third_person(verb: &str) -> String {
    match verb {
        "have" => "has".to_owned(),
        "ready" => "readies".to_owned(),
        "pass" => "passes".to_owned(),
        verb => format!("{verb}s"),
    }
}

//! Headings, conditions and durations.

use super::Outline;
use super::amount::period_words;
use super::select::is_many;
use crate::effect::ir::{
    Condition, Duration, Filter, Heading, Moment, Noun, Period, Pick, Placement, Player, Selector,
    Test,
};

impl Outline<'_> {
    /// When the ability resolves, and where the card goes.
    pub(super) fn heading(&self, heading: &Heading) -> Vec<String> {
        let known = self.printer.symbols.game.headings.get(heading.id.as_str());
        let words = match known {
            Some(known) => known.meaning.as_deref().unwrap_or(&known.name),
            None => heading.id.as_str(),
        };
        let mut chars = words.chars();
        let words: String = chars
            .next()
            .map(char::to_uppercase)
            .into_iter()
            .flatten()
            .chain(chars)
            .collect();
        let mut lines = vec![format!("{words}:")];
        if let Some(event) = &heading.when {
            lines.push(format!("  it waits until {}", self.event(event)));
        }
        match &heading.placement {
            Some(Placement::AttachTo { to }) => {
                let until = if is_space(to) {
                    "until removed"
                } else {
                    "until it is removed or what it is attached to leaves the map"
                };
                lines.push(format!(
                    "  it is attached to {}, {until}",
                    self.selector(to)
                ));
            }
            Some(Placement::Aside) => {
                lines.push("  it is placed beside the map, until removed".to_owned());
            }
            None => {}
        }
        lines
    }

    pub(super) fn condition(&self, condition: &Condition) -> String {
        match &condition.test {
            Test::All { of } => of
                .iter()
                .map(|condition| self.condition(condition))
                .collect::<Vec<_>>()
                .join(", and "),
            Test::Number { of, number } => {
                let (one, things) = self.so_many(of, number);
                format!("there {} {things}", if one { "is" } else { "are" })
            }
            Test::Has { who, what, number } => {
                let verb = match &what.zone {
                    Some(_) => "have",
                    None => "control",
                };
                let without_zone = Filter {
                    zone: None,
                    ..(**what).clone()
                };
                let (_, things) = self.so_many(&without_zone, number);
                let zone = match &what.zone {
                    Some(zone) => format!(" in {}", self.printer.zone(zone)),
                    None => String::new(),
                };
                match who {
                    Player::You => format!("you {verb} {things}{zone}"),
                    Player::Opponent => {
                        format!("your opponent {} {things}{zone}", third_person(verb))
                    }
                    Player::Each => format!("each player {} {things}{zone}", third_person(verb)),
                }
            }
            Test::Compare { left, right } => {
                format!("{} is {}", self.value(left), self.compared(right))
            }
            Test::Is { who, not, what } => {
                let words = self.predicate(what, *not);
                let each = if is_many(who) { " each" } else { "" };
                format!("{}{each} {words}", self.selector(who))
            }
            Test::FirstPlayer { who, not } => {
                let not = if *not { "not " } else { "" };
                match who {
                    Player::You => format!("you are {not}the first player"),
                    Player::Opponent => format!("your opponent is {not}the first player"),
                    Player::Each => format!("each player is {not}the first player"),
                }
            }
            Test::HasMoved { who, period, not } => self.has_done(who, "moved", *period, *not),
            Test::HasAttacked { who, period, not } => self.has_done(who, "attacked", *period, *not),
            Test::HasRetaliated { who, period, not } => {
                self.has_done(who, "retaliated", *period, *not)
            }
            Test::HasBeenActivated { who, period, not } => {
                self.has_done(who, "been activated", *period, *not)
            }
            Test::HasBeenAttacked { who, period, not } => {
                self.has_done(who, "been attacked", *period, *not)
            }
            Test::HasBeenDealtDamage { who, period, not } => {
                self.has_done(who, "been dealt damage", *period, *not)
            }
            Test::HasBeenRemoved { who, period, not } => {
                let (who, has, not) = self.happened_to(who, ("has", "have"), *not);
                let period = period_words(*period);
                format!("{who} {has}{not} been removed from the map {period}")
            }
            Test::WasRemovedThisWay { who, not } => self.was(who, "removed from the map", *not),
            Test::WasDiscardedThisWay { what, not } => self.was(what, "discarded", *not),
            Test::WasDrawnThisWay { what, not } => self.was(what, "drawn", *not),
            Test::WasRevealedThisWay { what, not } => self.was(what, "revealed", *not),
            Test::WasDealtDamageThisWay { who, not } => self.was(who, "dealt damage", *not),
        }
    }

    fn has_done(&self, who: &Selector, done: &str, period: Period, not: bool) -> String {
        let has = if is_many(who) { "have" } else { "has" };
        let not = if not { " not" } else { "" };
        format!(
            "{} {has}{not} {done} {}",
            self.selector(who),
            period_words(period)
        )
    }

    fn was(&self, who: &Selector, done: &str, not: bool) -> String {
        let (who, was, not) = self.happened_to(who, ("was", "were"), not);
        let by = match self.after {
            true => "by that, or by this ability",
            false => "by this ability",
        };
        format!("{who} {was}{not} {done} {by}")
    }

    /// To whom something happened or not, with the verb for it: of those that fit a pattern, to none.
    fn happened_to(
        &self,
        who: &Selector,
        (one, many): (&'static str, &'static str),
        not: bool,
    ) -> (String, &'static str, &'static str) {
        match &who.pick {
            Pick::Any { from, .. } if not => (format!("no {}", self.thing(from, false)), one, ""),
            _ => {
                let verb = if is_many(who) { many } else { one };
                (self.selector(who), verb, if not { " not" } else { "" })
            }
        }
    }

    /// How long something lasts, behind a comma.
    pub(super) fn lasting(&self, time: &Duration) -> String {
        match time {
            Duration::EndOfAttack => ", until the end of the attack".to_owned(),
            Duration::EndOfActivation => ", until the end of the activation".to_owned(),
            Duration::EndOfTurn => ", until the end of the turn".to_owned(),
            Duration::EndOfRound => ", until the end of the round".to_owned(),
            Duration::EndOfGame => ", until the end of the game".to_owned(),
            Duration::YourNextTurn => ", until your next turn begins".to_owned(),
            Duration::While { condition } => {
                format!(", for as long as {}", self.condition(condition))
            }
            Duration::Standing if self.granted => ", for as long as this is gained".to_owned(),
            Duration::Standing => ", for as long as this card is there".to_owned(),
            Duration::AnotherChange => String::new(),
        }
    }
}

fn is_space(selector: &Selector) -> bool {
    match &selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => from.noun == Noun::Space,
        Pick::Stack { .. } | Pick::Known { .. } | Pick::Zone { .. } => false,
    }
}

/// A moment of a round.
pub(super) fn moment(moment: Moment) -> &'static str {
    match moment {
        Moment::StartOfRound => "at its start",
        Moment::EndOfRound => "at its end",
        Moment::StartOfNextRound => "at the start of the next round",
    }
}

/// The verb for somebody else: `draws`, `passes`, `readies`.
pub(super) fn third_person(verb: &str) -> String {
    match verb {
        "have" => "has".to_owned(),
        "ready" => "readies".to_owned(),
        verb if verb.ends_with('s') => format!("{verb}es"),
        verb => format!("{verb}s"),
    }
}

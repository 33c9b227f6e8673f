//! Time: one arm for each event, occasion, duration and condition.

use cardwright::effect::ir::{Condition, Duration, Event, Happening, Occasion, Test};

use super::thing::number_of;
use super::{Words, a, does, each, is_one, moment_words, negated, period_words, player, spaced};

impl Words<'_> {
    #[rustfmt::skip] // A line for each variant, as in a table.
    pub(super) fn event(&mut self, event: &Event) -> String {
        match &event.what {
            Happening::Attacks { who, whom } =>
                format!("{} attacks{}", self.selector(who), self.maybe("", whom.as_ref())),
            Happening::IsAttacked { who, by } =>
                format!("{} is attacked{}", self.selector(who), self.maybe(" by", by.as_ref())),
            Happening::Retaliates { who, against } =>
                format!("{} retaliates{}", self.selector(who), self.maybe(" against", against.as_ref())),
            Happening::IsDealtDamage { who, by } =>
                format!("{} is dealt damage{}", self.selector(who), self.maybe(" by", by.as_ref())),
            Happening::WouldBeDealtDamage { who, by } =>
                format!("{} would be dealt damage{}", self.selector(who), self.maybe(" by", by.as_ref())),
            Happening::IsActivated { who } => format!("{} is activated", self.selector(who)),
            Happening::Activates { what, who } =>
                format!("{} is activated by {}", self.selector(what), player(*who)),
            Happening::Moves { who } => format!("{} moves", self.selector(who)),
            Happening::Enters { who, space } =>
                format!("{} enters {}", self.selector(who), self.selector(space)),
            Happening::StopsOn { who, space } =>
                format!("{} stops on {}", self.selector(who), self.selector(space)),
            Happening::IsPlayed { what } => format!("{} is played", self.selector(what)),
            Happening::Plays { what, who } => format!("{} is played by {}", self.selector(what), player(*who)),
            Happening::IsPlaced { what, places } => format!(
                "{} is placed{}",
                self.selector(what), each(places, "", |place| format!(" {}", self.place(place))),
            ),
            Happening::IsIncreased { who } => format!("{} is increased", self.selector(who)),
            Happening::IsDecreased { who } => format!("{} is decreased", self.selector(who)),
            Happening::Merges { who } => format!("{} merges", self.selector(who)),
            Happening::IsRemovedFromMap { who, by } =>
                format!("{} is removed from the map{}", self.selector(who), self.maybe(" by", by.as_ref())),
            Happening::WouldBeRemovedFromMap { who, by } => format!(
                "{} would be removed from the map{}",
                self.selector(who), self.maybe(" by", by.as_ref()),
            ),
            Happening::IsBoosted { what } => format!("{} is boosted", self.selector(what)),
            Happening::Boosts { who } => format!("an attack is boosted by {}", player(*who)),
            Happening::IsTargeted { who, by } =>
                format!("{} is targeted{}", self.selector(who), self.maybe(" by", by.as_ref())),
            Happening::IsDrawn { what } => format!("{} is drawn", self.selector(what)),
            Happening::Draws { what, who } => format!("{} is drawn by {}", self.selector(what), player(*who)),
            Happening::IsDiscarded { what } => format!("{} is discarded", self.selector(what)),
            Happening::Discards { what, who } =>
                format!("{} is discarded by {}", self.selector(what), player(*who)),
            Happening::IsAttached { what, to } =>
                format!("{} is attached{}", self.selector(what), self.maybe(" to", to.as_ref())),
            Happening::IsReadied { what } => format!("{} is readied", self.selector(what)),
            Happening::Readies { what, who } =>
                format!("{} is readied by {}", self.selector(what), player(*who)),
            Happening::IsSpent { what } => format!("{} is spent", self.selector(what)),
            Happening::Spends { what, who } => format!("{} is spent by {}", self.selector(what), player(*who)),
            Happening::IsTaken { what } => format!("{} is taken", self.selector(what)),
            Happening::TakesControl { what, who } =>
                format!("{} is taken by {}", self.selector(what), player(*who)),
            Happening::MarkPlaced { marks, on } =>
                format!("{} is placed on {}", self.marks(marks), self.selector(on)),
            Happening::Passes { who } => format!("the round is passed by {}", player(*who)),
            Happening::Occurs { phrase, with } => format!("{}{} occurs", spaced(phrase), self.arguments(with)),
        }
    }

    #[rustfmt::skip] // A line for each variant, as in a table.
    pub(super) fn occasion(&mut self, occasion: &Occasion) -> String {
        match occasion {
            Occasion::When { event } => format!("when {}", self.event(event)),
            Occasion::After { event } => format!("after {}", self.event(event)),
            Occasion::FirstEachRound { event } =>
                format!("the first time each round that {}", self.event(event)),
            Occasion::At { moment, period } => moment_words(*moment, period.as_deref()),
        }
    }

    #[rustfmt::skip] // A line for each variant, as in a table.
    pub(super) fn time(&mut self, time: &Duration) -> String {
        match time {
            Duration::EndOfAttack => " until the end of the attack".to_owned(),
            Duration::EndOfActivation => " until the end of the activation".to_owned(),
            Duration::EndOfTurn => " until the end of the turn".to_owned(),
            Duration::EndOfRound => " until the end of the round".to_owned(),
            Duration::EndOf { period } => format!(" until the end of the {}", self.word("periods", period)),
            Duration::EndOfNext { period } => format!(" until the end of the next {}", self.word("periods", period)),
            Duration::Periods { count, period } => format!(" for {count} times {}", self.word("periods", period)),
            Duration::EndOfGame => " until the end of the game".to_owned(),
            Duration::YourNextTurn => " until your next turn".to_owned(),
            Duration::While { condition } => format!(" as long as {}", self.condition(condition)),
            Duration::Standing => " as long as this is there".to_owned(),
            Duration::AnotherChange => " until something changes it".to_owned(),
        }
    }

    #[rustfmt::skip] // A line for each variant, as in a table.
    pub(super) fn condition(&mut self, condition: &Condition) -> String {
        match &condition.test {
            Test::All { of } => each(of, " and ", |condition| self.condition(condition)),
            Test::Number { number, of } => format!(
                "there {} {}",
                if is_one(number_of(number)) { "is" } else { "are" }, self.so(number, of),
            ),
            Test::Has { who, number, what } => format!("{} {}", does(*who, "have"), self.so(number, what)),
            Test::HasPlayed { who, number, what, period } => format!(
                "{} played {} {}",
                does(*who, "have"), self.so(number, what), period_words(*period),
            ),
            Test::Compare { left, right } => format!("{} is {}", self.amount(left), self.comparison(right)),
            Test::Is { not, who, what } =>
                negated(*not, format!("{} is {}", self.selector(who), a(&self.filter(what)))),
            Test::Holds { phrase, with } => format!("{}{} holds", spaced(phrase), self.arguments(with)),
            Test::FirstPlayer { not, who } => negated(*not, format!("the first player is {}", player(*who))),
            Test::HasMoved { not, who, period } =>
                negated(*not, format!("{} has moved {}", self.selector(who), period_words(*period))),
            Test::HasAttacked { not, who, period } =>
                negated(*not, format!("{} has attacked {}", self.selector(who), period_words(*period))),
            Test::HasRetaliated { not, who, period } =>
                negated(*not, format!("{} has retaliated {}", self.selector(who), period_words(*period))),
            Test::HasBeenActivated { not, who, period } =>
                negated(*not, format!("{} has been activated {}", self.selector(who), period_words(*period))),
            Test::HasBeenAttacked { not, who, period } =>
                negated(*not, format!("{} has been attacked {}", self.selector(who), period_words(*period))),
            Test::HasBeenDealtDamage { not, who, period } => negated(
                *not,
                format!("{} has been dealt damage {}", self.selector(who), period_words(*period)),
            ),
            Test::HasBeenRemoved { not, who, period } =>
                negated(*not, format!("{} has been removed {}", self.selector(who), period_words(*period))),
            Test::WasRemovedThisWay { not, who } =>
                negated(*not, format!("{} was removed this way", self.selector(who))),
            Test::WasDiscardedThisWay { not, what } =>
                negated(*not, format!("{} was discarded this way", self.selector(what))),
            Test::WasDrawnThisWay { not, what } =>
                negated(*not, format!("{} was drawn this way", self.selector(what))),
            Test::WasRevealedThisWay { not, what } =>
                negated(*not, format!("{} was revealed this way", self.selector(what))),
            Test::WasDealtDamageThisWay { not, who } =>
                negated(*not, format!("{} was dealt damage this way", self.selector(who))),
        }
    }
}

//! Events: what has to happen.

use super::Outline;
use super::when::third_person;
use crate::effect::ir::{Event, Happening, Player, Selector};

impl Outline<'_> {
    pub(super) fn event(&self, event: &Event) -> String {
        let s = |selector: &Selector| self.selector(selector);
        let with = |word: &str, selector: &Option<Selector>| match selector {
            Some(selector) => format!(" {word} {}", s(selector)),
            None => String::new(),
        };
        match &event.what {
            Happening::Attacks { who, whom } => match whom {
                Some(whom) => format!("{} attacks {}", s(who), s(whom)),
                None => format!("{} attacks", s(who)),
            },
            Happening::IsAttacked { who, by } => {
                format!("{} is attacked{}", s(who), with("by", by))
            }
            Happening::Retaliates { who, against } => {
                format!("{} retaliates{}", s(who), with("against", against))
            }
            Happening::IsDealtDamage { who, by } => {
                format!("{} is dealt damage{}", s(who), with("by", by))
            }
            Happening::WouldBeDealtDamage { who, by } => {
                format!("{} is about to be dealt damage{}", s(who), with("by", by))
            }
            Happening::IsActivated { who } => format!("{} is activated", s(who)),
            Happening::Activates { who, what } => player(*who, "activate", &s(what)),
            Happening::Moves { who } => format!("{} moves", s(who)),
            Happening::Enters { who, space } => {
                format!("{} comes onto {}, be it on its way", s(who), s(space))
            }
            Happening::StopsOn { who, space } => {
                format!("{} ends its movement on {}", s(who), s(space))
            }
            Happening::IsPlayed { what } => format!("{} is played by anyone", s(what)),
            Happening::Plays { who, what } => player(*who, "play", &s(what)),
            Happening::IsPlaced { what, places } => {
                let places: Vec<String> = places.iter().map(|place| self.place(place)).collect();
                format!("{} is placed {}", s(what), places.join(", "))
                    .trim_end()
                    .to_owned()
            }
            Happening::IsIncreased { who } => format!("{} is increased", s(who)),
            Happening::IsDecreased { who } => format!("{} is decreased", s(who)),
            Happening::Merges { who } => format!("{} merges", s(who)),
            Happening::IsRemovedFromMap { who } => format!("{} is removed from the map", s(who)),
            Happening::WouldBeRemovedFromMap { who } => {
                format!("{} is about to be removed from the map", s(who))
            }
            Happening::IsBoosted { what } => format!("{} is boosted by anyone", s(what)),
            Happening::Boosts { who } => player(*who, "boost", "an attack"),
            Happening::IsTargeted { who, by } => {
                format!("{} is chosen as a target{}", s(who), with("by", by))
            }
            Happening::IsDrawn { what } => format!("{} is drawn by anyone", s(what)),
            Happening::Draws { who, what } => player(*who, "draw", &s(what)),
            Happening::IsDiscarded { what } => format!("{} is discarded by anyone", s(what)),
            Happening::Discards { who, what } => player(*who, "discard", &s(what)),
            Happening::IsAttached { what, to } => {
                format!("{} is attached{}", s(what), with("to", to))
            }
            Happening::IsReadied { what } => format!("{} is readied by anyone", s(what)),
            Happening::Readies { who, what } => player(*who, "ready", &s(what)),
            Happening::IsSpent { what } => format!("{} is spent by anyone", s(what)),
            Happening::Spends { who, what } => player(*who, "spend", &s(what)),
            Happening::IsTaken { what } => format!("control of {} is taken by anyone", s(what)),
            Happening::TakesControl { who, what } => {
                player(*who, "take", &format!("control of {}", s(what)))
            }
            Happening::MarkPlaced { marks, on } => {
                format!("{} is placed on {}", self.marks(marks), s(on))
            }
            Happening::Passes { who } => player(*who, "pass", ""),
        }
    }
}

fn player(who: Player, verb: &str, what: &str) -> String {
    let text = match who {
        Player::You => format!("you {verb} {what}"),
        Player::Opponent => format!("your opponent {} {what}", third_person(verb)),
        Player::Each => format!("either player {} {what}", third_person(verb)),
    };
    text.trim_end().to_owned()
}

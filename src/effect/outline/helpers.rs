//! Pieces that many actions share.

use super::Outline;
use super::when::third_person;
use crate::effect::ir::{Duration, Pick, Player, Reference, Selector, TokenCount, Zone};

impl Outline<'_> {
    /// Something said of cards, and how long it holds for them.
    pub(super) fn subject(
        &self,
        who: &Selector,
        time: &Duration,
        verb: &str,
        what: &str,
    ) -> String {
        let standing = matches!(time, Duration::Standing | Duration::While { .. });
        let fits = match who.pick {
            Pick::Each { .. } if standing => " (whichever fits at the time)",
            _ => "",
        };
        format!(
            "{}{fits} {verb} {what}{}",
            self.each_of(who),
            self.lasting(time)
        )
    }

    pub(super) fn tokens(&self, tokens: &TokenCount) -> String {
        let TokenCount { amount, token } = tokens;
        let token = self.printer.term("tokens", token);
        self.counted(
            amount,
            &format!("{token} token"),
            &format!("{token} tokens"),
        )
    }
}

/// Both players, one after the other.
pub(super) const EACH: &str = "each player, from the first player on,";

/// Something that a player does.
pub(super) fn by(who: Player, verb: &str, rest: &str) -> String {
    match who {
        Player::You => format!("you {verb} {rest}"),
        Player::Opponent => format!("your opponent {} {rest}", third_person(verb)),
        Player::Each => format!("{EACH} {} {rest}", third_person(verb)),
    }
}

pub(super) fn is_attack(selector: &Selector) -> bool {
    matches!(
        &selector.pick,
        Pick::Known {
            is: Reference::ThisAttack | Reference::ThatAttack
        }
    )
}

/// A selector without the zone that was named already.
pub(super) fn without_zone(selector: &Selector, named: &Zone) -> Selector {
    let mut selector = selector.clone();
    match &mut selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => from.zone.take_if(|zone| zone == named),
        Pick::Stack { .. } | Pick::Known { .. } | Pick::Zone { .. } => None,
    };
    selector
}

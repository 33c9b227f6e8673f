//! What makes up a number of a card.

use crate::run::Run;
use crate::state::{CardIx, Player, State};
use crate::table::{AbilityId, Table};

/// A number of a card with what makes it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub printed: i32,
    /// The changes that apply, in the order in which they are found.
    pub parts: Vec<Part>,
    pub now: i32,
}

/// A change of a number, and whose words it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub card: CardIx,
    pub ability: AbilityId,
    pub by: By,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// It is set; the newest of several counts.
    Set {
        to: i32,
    },
    Gain {
        by: i32,
    },
    /// It does not fall below `least`.
    Lose {
        by: i32,
        least: i32,
    },
}

impl Table {
    /// Returns what makes up a number of a card; absent if the card has no such number.
    pub fn account(&self, state: &State, card: CardIx, attribute: &str) -> Option<Account> {
        let mut scratch = state.clone();
        let card = state.reference(card);
        let run = Run::new(self, &mut scratch);
        let printed = run.number_of(card, attribute, true)?;
        let mut parts = Vec::new();
        let now = run.number_by(card, attribute, false, &mut |part| parts.push(part))?;
        Some(Account {
            printed,
            parts,
            now,
        })
    }

    /// Returns the ability of a use of a card, by the place of the use in [`Opt::Use`](crate::Opt::Use).
    pub fn ability_of_use(&self, state: &State, card: CardIx, place: u8) -> Option<AbilityId> {
        let mut scratch = state.clone();
        let run = Run::new(self, &mut scratch);
        let abilities = run.abilities(card).into_iter();
        let mut uses = abilities
            .flat_map(|ability| std::iter::repeat_n(ability, self.ability(ability).uses.len()));
        uses.nth(usize::from(place))
    }

    /// Returns whether a player sees what a card is.
    pub fn sees(&self, state: &State, player: Player, card: CardIx) -> bool {
        let mut scratch = state.clone();
        Run::new(self, &mut scratch).sees(player, card)
    }
}

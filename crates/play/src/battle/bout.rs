//! A battle as data: its stacks, and what is in progress.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::env::Trigger;
use crate::thing::{CardIx, CardRef, Player};

/// A short list of cards.
pub(crate) type Cards = SmallVec<[CardIx; 4]>;

/// What is going on in a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Battle {
    pub phase: u32,
    /// The stacks in the order in which they were formed.
    pub stacks: Vec<Stack>,
    /// The walls of the defender: the card that represents them, and how often they were hit.
    pub walls: Option<(CardIx, u8)>,
    /// Stacks of a side have moved, so that its front may have to be manned.
    pub moved: [bool; 2],
    /// The die that was rolled last.
    pub die: Option<u32>,
    /// The units of the side that leaves are not lost.
    pub keeps_units: bool,
    /// A side has lost.
    pub over: bool,
}

/// Support that waits for the next attack of a stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Support {
    pub value: u32,
    /// The lines that the supporter could attack when it gave the support, as bits of the rows of the map.
    pub onto: u8,
}

/// What is in progress.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bout {
    /// A stack may act; `again`: only attack.
    Opportunity {
        stack: CardRef,
        again: bool,
    },
    /// A support is fixed after what waits for it.
    Support {
        stack: CardRef,
        to: CardRef,
        raised: u32,
    },
    Attack(Box<Attack>),
    /// A card that was cast resolves.
    Cast {
        card: CardRef,
        line: u8,
    },
    /// A side leaves: it is announced, then carried out.
    Leave {
        player: Player,
        pays: bool,
        stage: u8,
    },
    /// The battle is over.
    End {
        lost: [bool; 2],
        told: bool,
    },
}

/// An attack of a stack on a target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    pub id: u32,
    /// The stack, and the card that attacks.
    pub stack: CardRef,
    pub by: CardRef,
    /// The place of the kind in the rules.
    pub kind: u8,
    /// The score that a text says.
    pub score: Option<u32>,
    /// The stack, or the walls.
    pub target: CardRef,
    /// So many cards from the top.
    pub swat: u16,
    /// So many of them do not add their goal.
    pub spared: u16,
    /// So many more are killed.
    pub more: u16,
    pub swarmed: bool,
    pub support: Vec<Support>,
    /// A retaliation.
    pub back: bool,
    /// Dice that are rolled, and whether the highest or the lowest counts.
    pub dice: u16,
    pub lowest: bool,
    pub die: Option<u32>,
    pub stage: Stage,
    pub line: u8,
    pub after: Vec<Trigger>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    Announce,
    /// Texts of the attacker before the die.
    Lines,
    Roll,
    /// A player may roll again.
    Reroll,
    /// Texts about the die.
    AfterDie,
    Hit,
    Retaliate,
    End,
}

/// Cards one under the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stack {
    /// The card that represents it.
    pub card: CardIx,
    /// The top card first.
    pub cards: Cards,
    /// It has used its attack opportunity of this round.
    pub acted: bool,
    /// It has attacked again in this opportunity.
    pub again: bool,
    pub swarmed: bool,
    pub protects: bool,
    pub retaliated: bool,
    /// So many of its next attacks do not take place.
    pub skips: u8,
    /// What waits for its next attack.
    pub support: Vec<Support>,
}

impl Battle {
    /// The stack that a card represents, or in which it lies.
    pub fn stack_of(&self, card: CardIx) -> Option<&Stack> {
        let of = |stack: &&Stack| stack.card == card || stack.cards.contains(&card);
        self.stacks.iter().find(of)
    }

    pub fn stack_mut(&mut self, card: CardIx) -> Option<&mut Stack> {
        let of = |stack: &&mut Stack| stack.card == card || stack.cards.contains(&card);
        self.stacks.iter_mut().find(of)
    }

    /// Returns whether a card lies under another one in a stack.
    pub fn is_under(&self, card: CardIx) -> bool {
        self.stacks
            .iter()
            .any(|stack| stack.cards.iter().skip(1).any(|under| *under == card))
    }
}

//! Choices: who has to choose, what for, and among what.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::thing::AbilityId;
use crate::thing::{CardIx, Player, Space};

/// Who chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Who {
    Player(Player),
    /// Nobody: a shuffle, a random card, who is first.
    Chance,
}

/// What is chosen.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The first player.
    First,
    /// The site that is laid, and its space.
    LaySite,
    /// Cards of the hand that are exchanged.
    Exchange,
    /// Cards of the hand that are discarded in the round.
    Discard,
    /// The action of a turn, or a use.
    Action,
    /// How a card is played.
    Way,
    /// The space of a played unit.
    Space,
    /// The space of an area of effect.
    Area,
    /// How something is paid.
    Payment,
    /// The stack to which a card is laid.
    Stack,
    /// Whether an option is taken.
    May,
    Mode,
    Either,
    /// Things for an effect.
    Thing,
    /// The next thing in the order of an effect.
    Next,
    /// The thing that gets the next point of a division.
    Divide,
    /// The value of X.
    X,
    /// The next step of a movement.
    Step,
    /// The target of an attack of an activation.
    Target,
    /// An ability in place of an activation.
    Instead,
    /// A card that boosts.
    Boost,
    /// The trigger that resolves next.
    Trigger,
    /// The replacement that applies.
    Replacement,
    /// The order of cards.
    Order,
    /// Which of two units stays.
    Merge,
    /// The unit that a copy copies.
    Copy,
    /// A card that is placed in the line-up, and where.
    LineUp,
    /// The stack that comes up to the front, or a line.
    Line,
    /// How many cards from the top an attack is aimed at.
    Swat,
    /// How a stack reorganizes, and the cards that change their stack.
    Reorganize,
    /// Whether a side leaves the battle.
    Concede,
    Die,
    Shuffle,
    Random,
}

/// Why something is chosen: a rule, or the words of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Why {
    Rule,
    Ability { card: CardIx, ability: AbilityId },
}

/// Something to choose.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Opt {
    Card(CardIx),
    Space(Space),
    Player(Player),
    Number(u32),
    Yes,
    No,
    Play(CardIx),
    Lay(CardIx),
    Activate(CardIx),
    /// The use with this place among the uses of the card.
    Use(CardIx, u8),
    Pass,
    End,
    /// A unit enters the map.
    Enter,
    /// A card is played onto a unit of the same name.
    Onto(CardIx),
    Pay(SmallVec<[CardIx; 4]>),
    Ability(AbilityId),
    Normal,
    Step(Space),
    Merge(Space),
    Take,
    Stop,
    /// An attack of the kind with this place in the rules.
    Attack(u8),
    Support,
    Swarm,
    Protect,
    Reorganize,
    Withdraw,
    Surrender,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    pub who: Who,
    pub kind: Kind,
    pub why: Why,
    /// The key of an option is its place here.
    pub options: Vec<Opt>,
    pub at_least: u16,
    pub at_most: u16,
    /// The order of the answer counts.
    pub ordered: bool,
    /// Among cards that `who` may not see.
    pub blind: bool,
}

/// The keys of the chosen options, each at most once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer(pub SmallVec<[u16; 4]>);

impl Answer {
    pub fn one(key: u16) -> Answer {
        Answer(SmallVec::from_slice(&[key]))
    }
}

/// An answer that is not among the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAnOption {
    /// The game is over, or another choice is asked.
    NothingAsked,
    Count {
        chosen: usize,
        at_least: u16,
        at_most: u16,
    },
    Key(u16),
    Twice(u16),
}

impl Choice {
    /// Returns whether it can be answered in one way only: by all its options.
    pub fn is_forced(&self) -> bool {
        let all = self.options.len();
        self.at_most == 0 || usize::from(self.at_least) == all && (!self.ordered || all <= 1)
    }

    /// The answer of a choice that can be answered in one way only.
    pub fn forced(&self) -> Option<Answer> {
        let all = self.options.len().min(usize::from(self.at_most)) as u16;
        self.is_forced().then(|| Answer((0..all).collect()))
    }

    /// Returns why an answer is not legal.
    pub fn refuses(&self, answer: &Answer) -> Option<NotAnOption> {
        let chosen = answer.0.len();
        if chosen < usize::from(self.at_least) || chosen > usize::from(self.at_most) {
            let (at_least, at_most) = (self.at_least, self.at_most);
            return Some(NotAnOption::Count {
                chosen,
                at_least,
                at_most,
            });
        }
        for (at, key) in answer.0.iter().enumerate() {
            if usize::from(*key) >= self.options.len() {
                return Some(NotAnOption::Key(*key));
            }
            if answer.0[..at].contains(key) {
                return Some(NotAnOption::Twice(*key));
            }
        }
        None
    }
}

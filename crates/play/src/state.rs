//! The state of a game: a value. It can be stored, copied and compared at any choice.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::bout::Battle;
use crate::choice::{Answer, Choice};
pub use crate::env::{Done, Env, Slot, Trigger};
use crate::frame::Frame;
use crate::table::{AbilityId, ActId, BlockId, CondId, DefId, LimitId, WatchId};
pub use crate::thing::{At, AttackRef, CardIx, CardRef, NONE, Player, Space, Thing, Things};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    pub def: DefId,
    /// The card that it copies.
    pub copy: Option<DefId>,
    /// The statistic as which it lies face-down.
    pub laid: Option<u8>,
    pub owner: Player,
    pub controller: Player,
    pub at: At,
    pub life: u16,
    pub face_up: bool,
    pub turned: bool,
    /// It is over a space of another card.
    pub passing: bool,
    pub size: u16,
    pub damage: u16,
    pub marks: u8,
    /// The uses of its limits in this round.
    pub uses: u8,
    /// When it came into play.
    pub stamp: u32,
}

/// Tokens of a kind that only cards use.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tokens {
    pub on: Thing,
    pub token: u8,
    pub count: u16,
}

/// When a fixed change ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Until {
    Attack(u32),
    Activation(u32),
    Turn,
    Round,
    Game,
    NextTurn(Player),
    While(CondId),
    /// As long as that card holds it.
    Held(CardRef),
    AnotherChange,
}

/// A change that was made once and lasts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lasting {
    pub act: ActId,
    pub things: Things,
    /// The attack that it is about.
    pub attack: Option<AttackRef>,
    pub amounts: SmallVec<[u32; 2]>,
    pub env: Box<Env>,
    pub until: Until,
    pub stamp: u32,
    /// What the change was before: the controller that a card goes back to.
    pub before: Player,
}

/// An ability that began to wait when it resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Watching {
    pub watch: WatchId,
    pub env: Box<Env>,
    pub until: Until,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Delayed {
    pub block: BlockId,
    pub env: Box<Env>,
    pub end: bool,
    /// The first round in which it can resolve.
    pub round: u32,
}

/// An attack that is going on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    pub id: u32,
    pub attacker: CardRef,
    pub target: CardRef,
    pub retaliates: bool,
    /// Doublings of the attack and of the retaliation.
    pub doubled: [u8; 2],
    /// Cards that boost the attacker and the target.
    pub boosts: [SmallVec<[CardIx; 2]>; 2],
    /// What the attack and the retaliation also hit.
    pub also: [Things; 2],
    /// The damage that was dealt, once it was.
    pub dealt: Option<[u32; 2]>,
    /// Attack and size when the damage was computed.
    pub waiting: Vec<Waiting>,
    pub waiting_damage: Vec<(ActId, Box<Env>)>,
    pub causes: Vec<(CardRef, AbilityId)>,
    pub over: bool,
}

/// An attack that waits for the end of another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Waiting {
    pub attacker: CardRef,
    pub target: CardRef,
    pub causes: Vec<(CardRef, AbilityId)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Activation {
    pub id: u32,
    pub card: CardRef,
    /// Where it begins in the journal.
    pub start: u32,
}

/// What the conditions about a period ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Entry {
    Step(CardRef),
    Attacked {
        attacker: CardRef,
        target: CardRef,
        new: bool,
    },
    Retaliated(CardRef),
    Activated(CardRef),
    Damaged(CardRef),
    Removed(CardRef),
    /// A player played a card: its place in `State::played`.
    Played(Player, u16),
    /// A unit merged in that activation.
    Merged(u32),
}

/// A card as it was when it left play or was played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Last {
    pub card: CardRef,
    pub as_: Card,
    pub space: Option<Space>,
    pub host: Option<CardRef>,
    pub numbers: SmallVec<[i32; 4]>,
    pub round: u32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    Won(Player),
    Draw,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub cards: Vec<Card>,
    /// The cards that the set-up places, with their part of the set.
    pub unplaced: Vec<(CardIx, u8)>,
    /// The cards in play, oldest first.
    pub play: Vec<CardIx>,
    /// The zones of player 0, then those of player 1. The last card is on top.
    pub zones: Vec<Vec<CardIx>>,
    pub tokens: Vec<Tokens>,
    pub changes: Vec<Lasting>,
    pub watches: Vec<Watching>,
    pub delayed: Vec<Delayed>,
    pub envs: Vec<Env>,
    pub frames: Vec<Frame>,
    pub fights: Vec<Fight>,
    /// What the attacks that are going on did.
    pub dealt: Vec<(u32, Done, CardRef)>,
    pub activations: Vec<Activation>,
    /// What happened in this round.
    pub journal: Vec<Entry>,
    pub last: Vec<Last>,
    /// The cards that were played in this round, as they were then.
    pub played: Vec<Last>,
    /// The cards that dealt the last damage to a card.
    pub dealers: Vec<(CardRef, SmallVec<[CardRef; 2]>)>,
    /// First times of this round: card, watch, controller.
    pub firsts: Vec<(CardIx, WatchId, Player)>,
    pub game_uses: Vec<(CardRef, LimitId, u32)>,
    /// Options without a limit that were used since the last action of the turn.
    pub used: Vec<(CardRef, BlockId)>,
    pub round: u32,
    pub first: Player,
    pub turn: Option<Player>,
    /// Whose turn is next in this round.
    pub next_turn: Option<Player>,
    /// Where the turn begins in the journal.
    pub turn_start: u32,
    pub passed: [bool; 2],
    pub passed_first: Option<Player>,
    pub laid: [u32; 2],
    /// Rounds in a row in which nothing happened that can end the game.
    pub quiet: u32,
    pub noise: bool,
    /// The end of the round is being carried out.
    pub ending: bool,
    pub over: Option<Outcome>,
    pub stamp: u32,
    pub next_id: u32,
    /// The battle, in a game of stacks on lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<Box<Battle>>,
    /// Triggers of the actions that are done together.
    pub held: Vec<Trigger>,
    /// Cards that a player has seen where they lie: bit 0 and 1.
    pub shown: Vec<(CardIx, u8)>,
    /// Answers of the step that is not over.
    pub pending: Vec<Answer>,
    /// What is asked.
    pub choice: Option<Choice>,
}

impl State {
    pub fn reference(&self, card: CardIx) -> CardRef {
        CardRef {
            card,
            life: self.cards[usize::from(card)].life,
        }
    }

    pub fn card(&self, card: CardIx) -> &Card {
        &self.cards[usize::from(card)]
    }

    pub fn id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    /// A number that is the same for equal states, on every system.
    pub fn digest(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        struct Fnv(u64);
        impl Hasher for Fnv {
            fn finish(&self) -> u64 {
                self.0
            }
            fn write(&mut self, bytes: &[u8]) {
                for byte in bytes {
                    self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
                }
            }
            fn write_usize(&mut self, n: usize) {
                self.write(&(n as u64).to_le_bytes());
            }
            fn write_u16(&mut self, n: u16) {
                self.write(&n.to_le_bytes());
            }
            fn write_u32(&mut self, n: u32) {
                self.write(&n.to_le_bytes());
            }
            fn write_u64(&mut self, n: u64) {
                self.write(&n.to_le_bytes());
            }
            fn write_i32(&mut self, n: i32) {
                self.write(&n.to_le_bytes());
            }
            fn write_isize(&mut self, n: isize) {
                self.write(&(n as i64).to_le_bytes());
            }
        }
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        self.hash(&mut hasher);
        hasher.finish()
    }
}

//! What is going on, as data: a stack of frames, the innermost on top.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use cardwright_ir::Direction;

use crate::battle::bout::Bout;
use crate::env::Trigger;
use crate::event::Change;
pub(crate) use crate::thing::card;
use crate::thing::{AbilityId, ActId, BlockId, CondId, WatchId};
use crate::thing::{At, CardRef, Player, Space, Things};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    Setup {
        step: u8,
        count: u8,
    },
    Round {
        step: u8,
        count: u8,
    },
    Turn {
        player: Player,
        acted: bool,
    },
    /// The end of an environment; the card of a Reaction is used up.
    Root {
        reaction: Option<CardRef>,
    },
    Block(Block),
    Op(Box<OpFrame>),
    Perform(Box<Perform>),
    Happen(Box<Happen>),
    Triggers {
        list: Vec<Trigger>,
        turn: Player,
    },
    Play(Box<Play>),
    Pay {
        player: Player,
        cost: Cost,
    },
    Activate(Box<Activate>),
    Walk(Box<Walk>),
    Fight(FightStep),
    Battle(Bout),
    MoveEach(Box<MoveEach>),
    ActivateEach {
        list: Things,
    },
    FightEach {
        list: Vec<(CardRef, CardRef)>,
    },
    PlayEach(Box<PlayEach>),
    /// The other attackers of an action, each of which finds its own target.
    Split {
        perform: Box<Perform>,
        things: Things,
    },
    /// Draws the next card.
    Draw {
        player: Player,
        env: Option<u16>,
        held: bool,
    },
    Shuffle {
        zone: u8,
        of: Player,
    },
    /// The check and the triggers of actions that were done together.
    Settle,
    /// The end of a turn after everything that the action caused.
    EndTurn,
}

impl Frame {
    /// Returns whether its next step may ask for a choice.
    pub fn asks(&self) -> bool {
        match self {
            Frame::Happen(happen) => happen.stage.asks(),
            Frame::Block(_)
            | Frame::Root { .. }
            | Frame::Settle
            | Frame::EndTurn
            | Frame::Draw { .. } => false,
            Frame::Setup { .. }
            | Frame::Round { .. }
            | Frame::Turn { .. }
            | Frame::Op(_)
            | Frame::Perform(_)
            | Frame::Triggers { .. }
            | Frame::Play(_)
            | Frame::Pay { .. }
            | Frame::Activate(_)
            | Frame::Walk(_)
            | Frame::Fight(_)
            | Frame::Battle(_)
            | Frame::MoveEach(_)
            | Frame::ActivateEach { .. }
            | Frame::FightEach { .. }
            | Frame::PlayEach(_)
            | Frame::Split { .. }
            | Frame::Shuffle { .. } => true,
        }
    }
}

/// A list of effects that resolves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Block {
    pub block: BlockId,
    pub at: u16,
    pub env: u16,
    /// Checks and triggers wait for the end of a group.
    pub held: bool,
    /// The condition of the `while` around it.
    pub guard: Option<CondId>,
}

/// An effect with choices of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OpFrame {
    pub block: BlockId,
    pub at: u16,
    pub env: u16,
    pub stage: u32,
    pub begun: bool,
    /// The player has already decided to use it.
    pub accepted: bool,
    pub players: SmallVec<[Player; 2]>,
    pub each: bool,
    pub restore: (Player, Option<Player>),
    pub things: Things,
    pub guard: Option<CondId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Perform {
    pub act: ActId,
    pub env: u16,
    pub held: bool,
    pub guard: Option<CondId>,
    pub players: SmallVec<[Player; 2]>,
    pub each: bool,
    pub begun: bool,
    pub stage: u8,
    pub restore: (Player, Option<Player>),
    pub targeted: Things,
    pub after: Vec<Trigger>,
}

pub type Cost = SmallVec<[(u8, u32); 3]>;

/// A card that is played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Play {
    pub card: CardRef,
    pub player: Player,
    pub free: bool,
    pub from: At,
    pub stage: PlayStage,
    /// The unit onto which it is played.
    pub onto: Option<CardRef>,
    pub space: Option<Space>,
    /// The space of the area.
    pub area: Option<Space>,
    pub attach: Things,
    pub after: Vec<Trigger>,
    /// The next ability to resolve.
    pub line: u8,
    pub kept: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PlayStage {
    Begin,
    Way,
    Space,
    Attach,
    Area,
    Pay,
    Announce,
    Put,
    Lines,
    Finish,
    After,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Activate {
    pub card: CardRef,
    pub id: u32,
    pub stage: u8,
    pub after: Vec<Trigger>,
    pub line: u8,
    /// Steps that are left.
    pub left: u32,
    pub merged: bool,
    pub instead: Option<AbilityId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Walk {
    pub card: CardRef,
    pub left: u32,
    pub up_to: bool,
    pub direction: Option<Way>,
    /// The movement of an activation: it may merge, and a leader takes sites.
    pub own: bool,
    /// Who chooses.
    pub actor: Player,
    /// The spaces that it was on.
    pub path: SmallVec<[Space; 8]>,
    pub announced: bool,
    pub stage: WalkStage,
    /// The step that was chosen.
    pub next: Option<Space>,
    pub after: Vec<Trigger>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WalkStage {
    Choose,
    Step,
    Merge,
    Stop,
    After,
}

/// A direction, with the thing as it was found.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Way {
    pub away: bool,
    pub what: Things,
}

impl Way {
    pub fn new(direction: &Direction, what: Things) -> Way {
        Way {
            away: matches!(direction, Direction::AwayFrom { .. }),
            what,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FightStep {
    pub attacker: CardRef,
    pub target: CardRef,
    pub id: u32,
    pub stage: u8,
    pub line: u8,
    pub after: Vec<Trigger>,
    pub causes: Vec<(CardRef, AbilityId)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MoveEach {
    pub list: Things,
    pub steps: u32,
    pub up_to: bool,
    pub direction: Option<Way>,
    pub actor: Player,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlayEach {
    pub list: Things,
    pub player: Player,
    pub free: bool,
    pub laid: Option<LaidAs>,
}

/// As which statistic a card is laid: a certain one, or whichever the player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LaidAs {
    pub statistic: Option<u8>,
    pub turned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    Would,
    Replace,
    When,
    Again,
    Shield,
    Apply,
    Check,
    Triggers,
    After,
}

impl Stage {
    /// Returns whether it may ask for a choice: which replacement applies, and whether an option is taken.
    pub fn asks(self) -> bool {
        matches!(self, Stage::Replace | Stage::Again)
    }
}

/// Changes of one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Happen {
    pub id: u32,
    /// The environment that remembers what was done.
    pub env: Option<u16>,
    pub doer: Player,
    pub changes: Vec<Change>,
    /// The changes that did not happen.
    pub undone: Vec<u16>,
    pub stage: Stage,
    /// The changes that are asked before they happen.
    pub queue: SmallVec<[u16; 4]>,
    /// The replacements that were used for the change that is asked.
    pub tried: Vec<(CardRef, WatchId)>,
    pub when: Vec<Trigger>,
    pub after: Vec<Trigger>,
    /// Checks and triggers wait for the end of a group.
    pub held: bool,
}

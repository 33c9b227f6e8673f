//! Events, and changes of single things.

use cardwright_ir::Happening;
use serde::{Deserialize, Serialize};

use crate::thing::{AttackRef, CardIx, CardRef, DefId, Player, Space, Thing, Things};

/// The kind of an event. Several events of the IR can match the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EvKind {
    Attacks,
    IsAttacked,
    Retaliates,
    Damaged,
    WouldBeDamaged,
    Activated,
    Moves,
    Enters,
    StopsOn,
    Played,
    /// A card was played, as an event for the card itself: it is now in the place where it was played.
    PlayedItself,
    Placed,
    Increased,
    Decreased,
    Merges,
    Removed,
    WouldBeRemoved,
    Boosted,
    Boosts,
    Targeted,
    Drawn,
    Discarded,
    Attached,
    Readied,
    Spent,
    Taken,
    MarkPlaced,
    Passes,
    /// Something that a phrase of the game says; `mark` is the place of the phrase in the rules.
    Occurs,
    /// A player is shown a card that they could not see.
    Shown,
    /// Damage that would be dealt is prevented. No text waits for it; it is only logged.
    Prevented,
    /// A card is discarded because its Reaction is over. No text waits for it; it is only logged.
    UsedUp,
    /// The score of an attack in a battle, in `damage`, and its die in `mark`; 255 without a die. No text waits for it; it is only logged.
    Scored,
    /// The next round begins. No text waits for it; it is only logged.
    RoundBegins,
}

impl EvKind {
    /// Returns whether the event can remove its things. Places are then measured from where the things were before.
    pub fn takes_away(self) -> bool {
        matches!(
            self,
            EvKind::Removed
                | EvKind::WouldBeRemoved
                | EvKind::Decreased
                | EvKind::Discarded
                | EvKind::Damaged
        )
    }
}

/// An event: its things, and the player whose doing it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ev {
    pub kind: EvKind,
    pub who: Option<Thing>,
    /// The other things of the event: target, space or source. There are several only if all of them caused it.
    pub others: Things,
    pub player: Option<Player>,
    pub damage: u32,
    pub attack: Option<AttackRef>,
    pub mark: u8,
    pub doer: Player,
}

impl Ev {
    /// Logs that a round begins.
    pub fn round_begins() -> Ev {
        Ev {
            who: None,
            ..Ev::new(EvKind::RoundBegins, Thing::Space(0), 0)
        }
    }

    pub fn new(kind: EvKind, who: Thing, doer: Player) -> Ev {
        Ev {
            kind,
            who: Some(who),
            others: Things::new(),
            player: None,
            damage: 0,
            attack: None,
            mark: 0,
            doer,
        }
    }

    pub fn with(mut self, other: Thing) -> Ev {
        self.others.push(other);
        self
    }

    pub fn with_all(mut self, others: &[CardRef]) -> Ev {
        self.others.extend(others.iter().copied().map(Thing::Card));
        self
    }

    pub fn by(mut self, player: Player) -> Ev {
        self.player = Some(player);
        self
    }

    pub fn in_attack(mut self, attack: Option<AttackRef>) -> Ev {
        self.attack = attack;
        self
    }
}

/// The destination of a card that goes to a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Goal {
    pub zone: u8,
    pub bottom: bool,
}

/// The way in which a card goes to a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum How {
    /// Discarded by a player, or by nobody.
    Discarded(Option<Player>),
    /// Used up: at the end of its play, as a Reaction, as a boost.
    Used,
    Moved,
}

/// A change of one thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Change {
    Damage {
        to: CardRef,
        amount: u32,
        by: CardRef,
        attack: Option<AttackRef>,
    },
    AddDamage {
        to: CardRef,
        amount: u32,
    },
    LoseDamage {
        from: CardRef,
        amount: u32,
    },
    Increase {
        card: CardRef,
        by: u32,
    },
    /// Size tokens are removed. `damage` is the damage that the check removes with them. With `keeps_one`, the size
    /// stays at least 1.
    Decrease {
        card: CardRef,
        by: u32,
        damage: u32,
        keeps_one: bool,
    },
    /// Size tokens are moved from or to a card.
    MoveSize {
        card: CardRef,
        add: i32,
    },
    Tokens {
        on: Thing,
        token: u8,
        add: i32,
    },
    Mark {
        card: CardRef,
        mark: u8,
        add: bool,
    },
    Go {
        card: CardRef,
        to: Goal,
        how: How,
    },
    Turned {
        card: CardIx,
        spent: bool,
        player: Player,
    },
    Face {
        card: CardRef,
        up: bool,
    },
    Control {
        card: CardRef,
        player: Player,
    },
    /// A card comes onto the map.
    Enter {
        card: CardRef,
        space: Space,
        controller: Player,
        copy: Option<DefId>,
    },
    /// A card on the map changes its space.
    Shift {
        card: CardRef,
        space: Space,
        passing: bool,
        step: bool,
        stops: bool,
    },
    Attach {
        card: CardRef,
        to: Thing,
        controller: Player,
    },
    Aside {
        card: CardRef,
        controller: Player,
    },
    Draw {
        player: Player,
    },
    Merge {
        stays: CardRef,
        goes: CardRef,
        space: Space,
        stepped: bool,
    },
    Note(Ev),
}

/// Returns whether an event of the IR can match a kind. It does not look at other fields.
pub(crate) fn may_be(event: &Happening, kind: EvKind) -> bool {
    kinds_of(event) & (1 << kind as u32) != 0
}

/// Returns the kinds that an event of the IR can match, as a bit set.
pub(crate) fn kinds_of(event: &Happening) -> u32 {
    let kinds: &[EvKind] = match event {
        Happening::Attacks { .. } => &[EvKind::Attacks],
        Happening::IsAttacked { .. } => &[EvKind::IsAttacked],
        Happening::Retaliates { .. } => &[EvKind::Retaliates],
        Happening::IsDealtDamage { .. } => &[EvKind::Damaged],
        Happening::WouldBeDealtDamage { .. } => &[EvKind::WouldBeDamaged],
        Happening::IsActivated { .. } | Happening::Activates { .. } => &[EvKind::Activated],
        Happening::Moves { .. } => &[EvKind::Moves],
        Happening::Enters { .. } => &[EvKind::Enters],
        Happening::StopsOn { .. } => &[EvKind::StopsOn],
        Happening::IsPlayed { .. } | Happening::Plays { .. } => {
            &[EvKind::Played, EvKind::PlayedItself]
        }
        Happening::IsPlaced { .. } => &[EvKind::Placed],
        Happening::IsIncreased { .. } => &[EvKind::Increased],
        Happening::IsDecreased { .. } => &[EvKind::Decreased],
        Happening::Merges { .. } => &[EvKind::Merges],
        Happening::IsRemovedFromMap { .. } => &[EvKind::Removed],
        Happening::WouldBeRemovedFromMap { .. } => &[EvKind::WouldBeRemoved],
        Happening::IsBoosted { .. } => &[EvKind::Boosted],
        Happening::Boosts { .. } => &[EvKind::Boosts],
        Happening::IsTargeted { .. } => &[EvKind::Targeted],
        Happening::IsDrawn { .. } | Happening::Draws { .. } => &[EvKind::Drawn],
        Happening::IsDiscarded { .. } | Happening::Discards { .. } => &[EvKind::Discarded],
        Happening::IsAttached { .. } => &[EvKind::Attached],
        Happening::IsReadied { .. } | Happening::Readies { .. } => &[EvKind::Readied],
        Happening::IsSpent { .. } | Happening::Spends { .. } => &[EvKind::Spent],
        Happening::IsTaken { .. } | Happening::TakesControl { .. } => &[EvKind::Taken],
        Happening::MarkPlaced { .. } => &[EvKind::MarkPlaced],
        Happening::Passes { .. } => &[EvKind::Passes],
        Happening::Occurs { .. } => &[EvKind::Occurs],
    };
    kinds
        .iter()
        .fold(0, |bits, kind| bits | (1 << *kind as u32))
}

//! What actions are made of: changes of numbers, tokens, deeds, permissions, places to put cards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{Amount, End, Place, Player, Reference, Selector, Zone};

/// A change of one number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AttributeChange {
    /// The id of an attribute.
    pub attribute: SmolStr,
    pub by: Amount,
    /// It is lowered, not raised. Losses come after raises, the oldest first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lose: bool,
    /// The loss takes away no more than leaves this. Absent: down to 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
}

/// Tokens of one kind, on each thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TokenCount {
    pub amount: Amount,
    /// The id of a kind of token.
    pub token: SmolStr,
}

/// Which way it moves. A step that cannot be taken in that way ends the movement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "direction", rename_all = "kebab-case")]
pub enum Direction {
    /// Every step increases the distance.
    AwayFrom { what: Reference },
    /// Every step decreases the distance.
    Toward { what: Reference },
}

/// Who cannot: cards, or a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "stake", rename_all = "kebab-case")]
pub enum Stake {
    /// Those that are found: they do not do the deed, or it is not done to them.
    Cards { which: Selector },
    /// The player does not do it.
    Player { who: Player },
}

/// Something that can be forbidden. Selectors in it are patterns: what fits is forbidden; an absent one
/// fits everything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "deed", rename_all = "kebab-case")]
pub enum Deed {
    /// The unit's own movement and Move; not Swap and Place.
    Move,
    /// Attacking those, or at all.
    Attack {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whom: Option<Selector>,
    },
    /// Retaliating against those or against that attack, or at all.
    Retaliate {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Selector>,
    },
    /// Being activated, normally, by an effect, or as an activation.
    BeActivated,
    /// Being chosen for an effect of such a card; `each`, chance, areas and attacks still reach it.
    BeTargeted {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Being the target of an attack of those.
    BeAttacked {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Move by such a card; not Swap and Place, and not the unit's own movement.
    BeMoved {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Coming onto those spaces, on the way or at its end.
    Enter { what: Selector },
    /// Playing such cards, by the action of a turn or by an effect.
    Play { what: Selector },
    /// Boosting that attack, or attacks of those.
    Boost { what: Selector },
    /// Drawing, by effects and in the round.
    Draw { what: Selector },
}

/// A rule that can be lifted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "permission", rename_all = "kebab-case")]
pub enum Permission {
    /// What is left of its move may be used after its attack (Ground unit).
    MoveAfterAttacking,
    /// It may enter spaces with those, and still not stop there (Ground unit). `other` leaves out the one that moves.
    MoveThrough { what: Selector },
    /// It retaliates with a retaliation mark too (Retaliate).
    RetaliateAnyNumberOfTimes,
    /// When it is played, it may be placed on vacant spaces there too (Play a card from their hand).
    BePlaced { places: Vec<Place> },
}

/// Which side of a card is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// Everybody reads it.
    Up,
    /// It is hidden and says nothing.
    Down,
}

/// Where a card is put.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Put {
    pub zone: Zone,
    /// The end of an ordered zone; the top where it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// The acting player chooses their order. Otherwise they keep the one in which they lay.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_order: bool,
}

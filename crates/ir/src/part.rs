//! Parts of actions: changes of attributes, tokens, deeds, permissions, destinations of cards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{Amount, End, Player, Reference, Selector, Zone};

/// A change of one attribute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AttributeChange {
    /// The id of an attribute.
    pub attribute: SmolStr,
    pub by: Amount,
    /// If true, the attribute is lowered, not raised. Losses apply after all raises, oldest first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lose: bool,
    /// Lower bound of the result of a loss. Absent: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
}

/// A number of tokens of one kind. If several things are selected, it applies to each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TokenCount {
    pub amount: Amount,
    /// The id of a kind of token.
    pub token: SmolStr,
}

/// The direction of a movement. The movement ends where no step in this direction is possible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "direction", rename_all = "kebab-case")]
pub enum Direction {
    /// Every step increases the distance.
    AwayFrom { what: Reference },
    /// Every step decreases the distance.
    Toward { what: Reference },
}

/// Whom a prohibition affects: cards, or a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "stake", rename_all = "kebab-case")]
pub enum Stake {
    /// The selected cards cannot do the deed, or it cannot be done to them.
    Cards { which: Selector },
    /// The player cannot do the deed.
    Player { who: Player },
}

/// What fills a hole of a phrase of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "argument", rename_all = "kebab-case")]
pub enum Argument {
    Number {
        amount: Amount,
    },
    /// A word of a vocabulary list.
    Word {
        list: SmolStr,
        value: SmolStr,
    },
    Things {
        which: Selector,
    },
    /// The subject of the phrase, if players do it.
    Player {
        who: Player,
    },
}

/// Something that can be forbidden. Its selectors are patterns or references: only what fits is forbidden. An absent
/// selector fits everything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "deed", rename_all = "kebab-case")]
pub enum Deed {
    /// The unit's own movement and Move, but not Swap and Place.
    Move,
    /// Attacking the cards that fit; without a selector, attacking at all.
    Attack {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whom: Option<Selector>,
    },
    /// Retaliating against the units that fit, or against the given attack; without a selector, retaliating at all.
    Retaliate {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Selector>,
    },
    /// Being activated, by its player or by an effect, and resolving abilities As an Activation.
    BeActivated,
    /// Being chosen for an effect of a card that fits. `each`, random choices, areas and attacks still affect it.
    BeTargeted {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Being affected by a card that fits: by what it does, and by the damage that it deals.
    BeAffected { by: Selector },
    /// Being the target of an attack by cards that fit.
    BeAttacked {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Move by a card that fits, but not Swap and Place, and not the unit's own movement.
    BeMoved {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Entering the spaces that fit, by movement, Swap or Place: on the way or at the end.
    Enter { what: Selector },
    /// Playing cards that fit, by the action of a turn or by an effect.
    Play { what: Selector },
    /// Boosting the given attack, or attacks of units that fit.
    Boost { what: Selector },
    /// Drawing cards, by effects and in the round.
    Draw { what: Selector },
}

/// A rule that can be lifted. Parentheses name the section of the rulebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "permission", rename_all = "kebab-case")]
pub enum Permission {
    /// The remaining movement may be used after the attack (Ground unit).
    MoveAfterAttacking,
    /// The unit may pass through spaces with units that fit, but still not stop there (Ground unit).
    MoveThrough { what: Selector },
    /// The unit retaliates even if it has a retaliation mark (Retaliate).
    RetaliateAnyNumberOfTimes,
}

/// The side of a card that is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// Both players can read the card.
    Up,
    /// The card is hidden and its text has no effect.
    Down,
}

/// The destination of a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Put {
    pub zone: Zone,
    /// The end of an ordered zone. Absent: the top.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// If true, the acting player chooses the order of the cards. Otherwise they keep their order.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_order: bool,
}

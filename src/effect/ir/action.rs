//! The verbs: one variant for one thing that can happen.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Ability, Amount, Duration, End, Filter, Pick, Place, Player, Reference, Selector, Zone,
};

/// One thing that a card does. Where no player is named, the controller of the card does it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Action {
    // ── Damage ──
    /// Puts damage on each of them.
    DealDamage {
        amount: Amount,
        to: Selector,
    },
    /// The controller divides the damage among them, at least 1 each.
    DivideDamage {
        amount: Amount,
        among: Selector,
    },
    RemoveDamage {
        amount: Amount,
        from: Selector,
    },
    MoveDamage {
        amount: Amount,
        from: Selector,
        to: Selector,
    },
    /// Doubles what the attack deals.
    DoubleDamage {
        of: Selector,
    },

    // ── Size ──
    /// Adds so many size tokens.
    Increase {
        amount: Amount,
        what: Selector,
    },
    /// Removes so many size tokens; at size 0 it is discarded from the map.
    Decrease {
        amount: Amount,
        what: Selector,
    },
    MoveTokens {
        tokens: TokenCount,
        from: Selector,
        to: Selector,
    },

    // ── Numbers ──
    /// Raises and lowers numbers.
    Change {
        who: Selector,
        changes: Vec<AttributeChange>,
        time: Duration,
    },
    SetAttribute {
        attribute: String,
        of: Selector,
        to: Amount,
        time: Duration,
    },
    /// Changes the value of a printed field: `becomes flying`.
    Become {
        who: Selector,
        field: String,
        value: String,
        time: Duration,
    },
    SetLimit {
        who: Player,
        limit: String,
        to: Amount,
        time: Duration,
    },

    // ── Movement ──
    /// Moves along free spaces as its type allows, neither merging nor taking a location.
    Move {
        what: Selector,
        steps: Amount,
        /// Any number of steps up to that one; otherwise exactly so many, as far as possible.
        up_to: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        direction: Option<Direction>,
    },
    Swap {
        what: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<Selector>,
    },
    /// Puts a card onto a space, from wherever it is. A unit that comes from elsewhere gets an
    /// activation mark.
    Place {
        what: Selector,
        on: Selector,
        /// It stands there as a copy of that unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        copy_of: Option<Selector>,
    },

    // ── Fighting ──
    Attack {
        who: Selector,
        whom: Selector,
        /// It is a further attack on one that was attacked already.
        again: bool,
    },
    /// What the attack, or every attack of the unit, deals is so much more or less.
    DealMore {
        who: Selector,
        amount: Amount,
        less: bool,
        /// What is left is no less than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
        time: Duration,
    },
    /// The attack has disadvantage, or has none whatever the rules say.
    Disadvantage {
        of: Selector,
        has: bool,
        time: Duration,
    },
    AlsoHits {
        attack: Selector,
        what: Selector,
    },
    Redirect {
        attack: Selector,
        to: Selector,
    },

    // ── Cannot and may ──
    Cannot {
        who: Stake,
        what: Vec<Deed>,
        time: Duration,
    },
    CanAttackOnly {
        who: Selector,
        whom: Selector,
        time: Duration,
    },
    /// A rule is lifted for them.
    Permit {
        who: Selector,
        permission: Permission,
        time: Duration,
    },

    // ── Marks ──
    PlaceMarks {
        marks: Vec<String>,
        on: Selector,
    },
    RemoveMarks {
        marks: Vec<String>,
        from: Selector,
    },
    Activate {
        what: Selector,
    },

    // ── Cards ──
    Draw {
        who: Player,
        amount: Amount,
        /// By which later nodes refer to the cards that were drawn.
        slot: u32,
    },
    Discard {
        who: Player,
        what: Selector,
    },
    Reveal {
        who: Player,
        what: Selector,
    },
    /// Looks at cards without showing them.
    Look {
        what: Selector,
    },
    /// Names what the sentences after it are about.
    Choose {
        what: Selector,
    },
    Return {
        what: Selector,
        to: Put,
    },
    Put {
        what: Selector,
        to: Put,
        /// Where the rest of what was looked at goes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rest: Option<Put>,
    },
    /// Looks through the zone for it and puts it where it says; finding nothing is allowed.
    Search {
        zone: Zone,
        what: Selector,
        reveal: bool,
        to: Put,
    },
    Shuffle {
        who: Player,
        zone: Zone,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        into: Option<Zone>,
    },

    // ── Playing ──
    Play {
        who: Player,
        what: Selector,
        /// Without paying its cost. A card that is played as something else costs nothing either.
        free: bool,
        /// Face-down, as a card of that description instead of what it is.
        #[serde(rename = "as", default, skip_serializing_if = "Option::is_none")]
        as_: Option<Filter>,
    },
    RemoveFromMap {
        what: Selector,
    },
    /// It has no effect.
    Negate {
        what: Selector,
    },
    TakeControl {
        who: Player,
        what: Selector,
        time: Duration,
    },
    LoseControl {
        who: Player,
        what: Selector,
    },

    // ── Statistics ──
    Ready {
        who: Player,
        what: Selector,
    },
    Spend {
        who: Player,
        what: Selector,
    },
    /// Pays so much of a statistic, by the rules of payment, substitution included.
    Pay {
        who: Player,
        statistic: String,
        amount: Amount,
    },
    /// Such a card may be spent as so much of a statistic.
    SpendAs {
        who: Player,
        what: Filter,
        statistic: String,
        amount: Amount,
        time: Duration,
    },
    /// Playing such a card costs so much of a statistic less, or more.
    ChangeCost {
        what: Filter,
        statistic: String,
        amount: Amount,
        less: bool,
        /// What is left is no less than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
        time: Duration,
    },

    // ── Locations and attaching ──
    Turn {
        what: Selector,
        face: Face,
    },
    Attach {
        what: Selector,
        to: Selector,
    },
    RemoveCard {
        what: Selector,
        from: Selector,
    },

    // ── Tokens ──
    PlaceTokens {
        tokens: TokenCount,
        on: Selector,
    },
    RemoveTokens {
        tokens: TokenCount,
        from: Selector,
    },

    // ── Prevention ──
    /// The next so much damage that would be dealt to each of them is not dealt.
    PreventNext {
        amount: Amount,
        to: Selector,
        time: Duration,
    },
    /// So much of the damage that the event is about is not dealt.
    PreventThat {
        amount: Amount,
    },
    TakeLess {
        who: Selector,
        amount: Amount,
        /// They take more, not less.
        more: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Selector>,
        /// What is left is no less than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
        time: Duration,
    },

    // ── Boosting ──
    /// Boosts the attack with those cards.
    Boost {
        who: Player,
        attack: Selector,
        with: Selector,
    },
    /// The player's boost cards deal so much additional damage instead of so much.
    BoostDamage {
        who: Player,
        amount: Amount,
        instead_of: Amount,
        time: Duration,
    },

    // ── Granting ──
    /// They have these abilities too. There, `this` is the one that gained them.
    Gain {
        who: Selector,
        abilities: Vec<Ability>,
        time: Duration,
    },
}

/// A change of one number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AttributeChange {
    /// The id of an attribute.
    pub attribute: String,
    pub by: Amount,
    /// It is lowered, not raised.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lose: bool,
    /// What is left is no less than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
}

/// Tokens of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TokenCount {
    pub amount: Amount,
    /// The id of a kind of token.
    pub token: String,
}

/// Which way it moves: every step increases, or decreases, the distance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "direction", rename_all = "kebab-case")]
pub enum Direction {
    AwayFrom { what: Reference },
    Toward { what: Reference },
}

/// Who cannot: cards, or a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "stake", rename_all = "kebab-case")]
pub enum Stake {
    Cards { which: Selector },
    Player { who: Player },
}

/// Something that can be forbidden.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "deed", rename_all = "kebab-case")]
pub enum Deed {
    /// The unit's own movement and Move; not Swap and Place.
    Move,
    Attack {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whom: Option<Selector>,
    },
    Retaliate {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Selector>,
    },
    BeActivated,
    /// Being chosen; `each` and areas still reach it.
    BeTargeted {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    BeAttacked {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    BeMoved {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    Enter {
        what: Selector,
    },
    Play {
        what: Selector,
    },
    Boost {
        what: Selector,
    },
    Draw {
        what: Selector,
    },
}

/// A rule that can be lifted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "permission", rename_all = "kebab-case")]
pub enum Permission {
    MoveAfterAttacking,
    MoveThrough {
        what: Selector,
    },
    RetaliateAnyNumberOfTimes,
    /// It may be placed there too when it is played.
    BePlaced {
        places: Vec<Place>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    Up,
    Down,
}

/// Where a card is put.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Put {
    pub zone: Zone,
    /// The end of an ordered zone; the top where it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// The player who puts them there chooses their order.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_order: bool,
}

impl Action {
    /// The player who does it, for an action that says so.
    pub fn player(&self) -> Option<Player> {
        match self {
            Action::Draw { who, .. }
            | Action::Discard { who, .. }
            | Action::Reveal { who, .. }
            | Action::Shuffle { who, .. }
            | Action::Play { who, .. }
            | Action::TakeControl { who, .. }
            | Action::LoseControl { who, .. }
            | Action::Ready { who, .. }
            | Action::Spend { who, .. }
            | Action::Pay { who, .. }
            | Action::Boost { who, .. } => Some(*who),
            _ => None,
        }
    }

    /// Whether it is said of one attack, with which it ends.
    pub fn is_of_attack(&self) -> bool {
        let attack = |selector: &Selector| {
            matches!(
                &selector.pick,
                Pick::Known {
                    is: Reference::ThisAttack | Reference::ThatAttack
                }
            )
        };
        match self {
            Action::DealMore { who: of, .. }
            | Action::Disadvantage { of, .. }
            | Action::TakeLess { from: Some(of), .. } => attack(of),
            Action::Cannot { what, .. } => what.iter().all(|deed| match deed {
                Deed::Retaliate { against: Some(of) } | Deed::Boost { what: of } => attack(of),
                _ => false,
            }),
            _ => false,
        }
    }

    /// How long it lasts, for an action that lasts.
    pub fn time(&self) -> Option<&Duration> {
        match self {
            Action::Change { time, .. }
            | Action::SetAttribute { time, .. }
            | Action::Become { time, .. }
            | Action::SetLimit { time, .. }
            | Action::DealMore { time, .. }
            | Action::Disadvantage { time, .. }
            | Action::Cannot { time, .. }
            | Action::CanAttackOnly { time, .. }
            | Action::Permit { time, .. }
            | Action::TakeControl { time, .. }
            | Action::SpendAs { time, .. }
            | Action::ChangeCost { time, .. }
            | Action::PreventNext { time, .. }
            | Action::TakeLess { time, .. }
            | Action::BoostDamage { time, .. }
            | Action::Gain { time, .. } => Some(time),
            _ => None,
        }
    }

    /// The same, for changing it.
    pub fn time_mut(&mut self) -> Option<&mut Duration> {
        match self {
            Action::Change { time, .. }
            | Action::SetAttribute { time, .. }
            | Action::Become { time, .. }
            | Action::SetLimit { time, .. }
            | Action::DealMore { time, .. }
            | Action::Disadvantage { time, .. }
            | Action::Cannot { time, .. }
            | Action::CanAttackOnly { time, .. }
            | Action::Permit { time, .. }
            | Action::TakeControl { time, .. }
            | Action::SpendAs { time, .. }
            | Action::ChangeCost { time, .. }
            | Action::PreventNext { time, .. }
            | Action::TakeLess { time, .. }
            | Action::BoostDamage { time, .. }
            | Action::Gain { time, .. } => Some(time),
            _ => None,
        }
    }
}

//! Time: events, occasions, conditions, durations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Amount, At, Comparison, Filter, Period, Place, Player, Selector};

/// Something that happens in play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    #[serde(flatten)]
    pub what: Happening,
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// What happens. `who` and `what` are patterns: whichever fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Happening {
    Attacks {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whom: Option<Selector>,
    },
    IsAttacked {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    Retaliates {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Selector>,
    },
    IsDealtDamage {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    WouldBeDealtDamage {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    IsActivated {
        who: Selector,
    },
    Activates {
        who: Player,
        what: Selector,
    },
    Moves {
        who: Selector,
    },
    /// Comes onto the space, be it on its way.
    Enters {
        who: Selector,
        space: Selector,
    },
    /// Ends its movement there.
    StopsOn {
        who: Selector,
        space: Selector,
    },
    IsPlayed {
        what: Selector,
    },
    Plays {
        who: Player,
        what: Selector,
    },
    IsPlaced {
        what: Selector,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<Place>,
    },
    IsIncreased {
        who: Selector,
    },
    IsDecreased {
        who: Selector,
    },
    Merges {
        who: Selector,
    },
    IsRemovedFromMap {
        who: Selector,
    },
    WouldBeRemovedFromMap {
        who: Selector,
    },
    IsBoosted {
        what: Selector,
    },
    Boosts {
        who: Player,
    },
    IsTargeted {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    IsDrawn {
        what: Selector,
    },
    Draws {
        who: Player,
        what: Selector,
    },
    IsDiscarded {
        what: Selector,
    },
    Discards {
        who: Player,
        what: Selector,
    },
    IsAttached {
        what: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Selector>,
    },
    IsReadied {
        what: Selector,
    },
    Readies {
        who: Player,
        what: Selector,
    },
    IsSpent {
        what: Selector,
    },
    Spends {
        who: Player,
        what: Selector,
    },
    IsTaken {
        what: Selector,
    },
    TakesControl {
        who: Player,
        what: Selector,
    },
    MarkPlaced {
        marks: Vec<String>,
        on: Selector,
    },
    Passes {
        who: Player,
    },
}

/// When something that can happen again and again does so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "occasion", rename_all = "kebab-case")]
pub enum Occasion {
    /// As it happens, before it has its effect.
    When { event: Event },
    /// Once it is over.
    After { event: Event },
    /// Only the first time in each round.
    FirstEachRound { event: Event },
    /// At that moment of every round.
    At { moment: Moment },
}

/// A moment of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    StartOfRound,
    EndOfRound,
    StartOfNextRound,
}

/// Something that is so or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Condition {
    #[serde(flatten)]
    pub test: Test,
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "condition", rename_all = "kebab-case")]
pub enum Test {
    /// All of them are met.
    All {
        of: Vec<Condition>,
    },
    /// So many things fit.
    Number {
        of: Box<Filter>,
        number: Comparison,
    },
    /// The player has so many cards in that description's zone, or controls so many.
    Has {
        who: Player,
        what: Box<Filter>,
        number: Comparison,
    },
    /// One number compared with another.
    Compare {
        left: Amount,
        right: Comparison,
    },
    /// It fits the description, or does not.
    Is {
        who: Selector,
        not: bool,
        what: Box<Filter>,
    },
    FirstPlayer {
        who: Player,
        not: bool,
    },
    HasMoved {
        who: Selector,
        period: Period,
        not: bool,
    },
    HasAttacked {
        who: Selector,
        period: Period,
        not: bool,
    },
    HasRetaliated {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// By an earlier action of this ability.
    WasRemovedThisWay {
        who: Selector,
        not: bool,
    },
    WasDiscardedThisWay {
        what: Selector,
        not: bool,
    },
    WasDrawnThisWay {
        what: Selector,
        not: bool,
    },
    WasRevealedThisWay {
        what: Selector,
        not: bool,
    },
    WasDealtDamageThisWay {
        who: Selector,
        not: bool,
    },
}

/// How long a change lasts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "until", rename_all = "kebab-case")]
pub enum Duration {
    EndOfAttack,
    EndOfActivation,
    EndOfTurn,
    EndOfRound,
    EndOfGame,
    /// Until the next turn of the controller begins.
    YourNextTurn,
    /// For as long as the condition is met.
    While {
        condition: Box<Condition>,
    },
    /// For as long as the card is there: in play, attached, controlled.
    Standing,
    /// Until something else changes it again.
    AnotherChange,
}

//! Time: events, occasions, conditions, durations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{
    Amount, Argument, At, Comparison, Filter, Period, Pick, Place, Player, Reference, Selector,
};

/// Something that happens in play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    #[serde(flatten)]
    pub what: Happening,
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// The kind of an event. `who` and `what` are patterns: they match the state right before the event. An absent
/// pattern fits everything. An event is either *announced* before it takes effect, or *done* right after it: this is
/// the moment at which a trigger with `when` resolves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Happening {
    /// Announced: it starts an attack. A retaliation does not count (Attack).
    Attacks {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whom: Option<Selector>,
    },
    /// Announced: it is the target of an attack, from the start or by redirection.
    IsAttacked {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Announced: it starts a retaliation (Retaliate).
    Retaliates {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Selector>,
    },
    /// Done: damage was dealt to it. All damage of one moment is one event.
    IsDealtDamage {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Announced: damage is about to be dealt to it.
    WouldBeDealtDamage {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Announced: its activation starts (Activate a unit or hero on the board).
    IsActivated { who: Selector },
    /// Announced: the player activates it.
    Activates { who: Player, what: Selector },
    /// It moves one step or more: announced before the first step, done after the last.
    Moves { who: Selector },
    /// Done: it entered the space, even if only in passing.
    Enters { who: Selector, space: Selector },
    /// Done: its movement, swap or placement ended there.
    StopsOn { who: Selector, space: Selector },
    /// Announced: it is being played and has been paid for (Play a card from their hand). For the card itself, done:
    /// it is where playing put it.
    IsPlayed { what: Selector },
    /// Announced: the player plays it.
    Plays { who: Player, what: Selector },
    /// Done: it entered the map, by being played or by an effect, in a position that is in all of these places (Units
    /// entering the map).
    IsPlaced {
        what: Selector,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<Place>,
    },
    /// Done: it got size tokens, except by moving tokens (Increasing unit size).
    IsIncreased { who: Selector },
    /// Done: it lost size tokens, or left the map by losing them (Decreasing unit size).
    IsDecreased { who: Selector },
    /// Done: two units merged into it (Move onto a unit of the same name).
    Merges { who: Selector },
    /// Done: it left the map, wherever it went. `by` is the card whose effect or damage removed it.
    IsRemovedFromMap {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Announced: it is about to leave the map, wherever it would go.
    WouldBeRemovedFromMap {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Done: cards that boost it were revealed (Boosting an attack).
    IsBoosted { what: Selector },
    /// Done: the player's boost cards were revealed.
    Boosts { who: Player },
    /// Announced: a player chose it for an effect.
    IsTargeted {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Done: it moved from the deck to the hand (Draw cards).
    IsDrawn { what: Selector },
    /// Done: the player drew it.
    Draws { who: Player, what: Selector },
    /// Done: it was put on a discard pile, but not because it was used up: at the end of its play, as a Reaction, or
    /// as a boost card (Discarding cards).
    IsDiscarded { what: Selector },
    /// Done: the player discarded it, by an action or in the round.
    Discards { who: Player, what: Selector },
    /// Done: it was attached, by being played or by an effect (Ongoing cards).
    IsAttached {
        what: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Selector>,
    },
    /// Done: it was turned straight, by an effect or in the round (Ready cards).
    IsReadied { what: Selector },
    /// Done: it was turned straight for its controller.
    Readies { who: Player, what: Selector },
    /// Done: it was turned, as a payment or by an effect (Paying statistics).
    IsSpent { what: Selector },
    /// Done: the player turned it.
    Spends { who: Player, what: Selector },
    /// Done: a player took control of it (Hero activation).
    IsTaken { what: Selector },
    /// Done: the player took control of it.
    TakesControl { who: Player, what: Selector },
    /// Done: one of these marks was placed on a thing that did not have it (Tokens).
    MarkPlaced { marks: Vec<SmolStr>, on: Selector },
    /// Done: the player passed (Pass for this round).
    Passes { who: Player },
    /// Something that only this game has a word for: an entry of `phrases` in the data of the game, which says when it
    /// happens.
    Occurs {
        phrase: SmolStr,
        /// What fills the holes of the phrase, in their order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<Argument>,
    },
}

impl Happening {
    /// Returns whether the event is announced before it takes effect; otherwise it is done.
    pub fn is_announced(&self) -> bool {
        match self {
            // For the card itself, the event is done.
            Happening::IsPlayed { what } => !matches!(
                what.pick,
                Pick::Known {
                    is: Reference::This { .. }
                }
            ),
            Happening::Attacks { .. }
            | Happening::IsAttacked { .. }
            | Happening::Retaliates { .. }
            | Happening::WouldBeDealtDamage { .. }
            | Happening::IsActivated { .. }
            | Happening::Activates { .. }
            | Happening::Moves { .. }
            | Happening::Plays { .. }
            | Happening::WouldBeRemovedFromMap { .. }
            | Happening::IsTargeted { .. } => true,
            _ => false,
        }
    }
}

/// The occasion of an effect that can happen repeatedly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "occasion", rename_all = "kebab-case")]
pub enum Occasion {
    /// As the event happens: an announced event before it takes effect, a done event right after it.
    When { event: Box<Event> },
    /// Once the event is over, with everything that it caused.
    After { event: Box<Event> },
    /// As the event happens, only the first time in each round. This does not turn the card.
    FirstEachRound { event: Box<Event> },
    /// At that moment of every round, or of every period.
    At {
        moment: Moment,
        /// The id of the period, for a moment of a period.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        period: Option<SmolStr>,
    },
}

/// A moment of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// The start of the round.
    StartOfRound,
    /// The end of the round.
    EndOfRound,
    /// The start of the next round.
    StartOfNextRound,
    /// The start of a period of the vocabulary of the game.
    StartOfPeriod,
    /// The end of a period of the vocabulary of the game.
    EndOfPeriod,
    /// The start of the next period of that kind.
    StartOfNextPeriod,
}

/// A condition, either met or not met when it is evaluated. For a thing that does not exist, no condition is met.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Condition {
    #[serde(flatten)]
    pub test: Test,
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// What a condition tests. `not` negates it. For a pattern, one thing that fits must not meet it; for `HasBeenRemoved`
/// and the tests of what happened this way, none may.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "condition", rename_all = "kebab-case")]
pub enum Test {
    /// All of the conditions are met.
    All { of: Vec<Condition> },
    /// The number of things that fit.
    Number { of: Box<Filter>, number: Comparison },
    /// The number of cards that the player has in the zone of the description, or controls.
    Has {
        who: Player,
        what: Box<Filter>,
        number: Comparison,
    },
    /// The number of cards that fit and that the player has played in the period.
    HasPlayed {
        who: Player,
        what: Box<Filter>,
        number: Comparison,
        period: Period,
    },
    /// A comparison of two numbers.
    Compare { left: Amount, right: Comparison },
    /// The thing fits the description, or does not.
    Is {
        who: Selector,
        not: bool,
        what: Box<Filter>,
    },
    /// Something that only this game has a word for: an entry of `phrases` in the data of the game, which says when it is
    /// true.
    Holds {
        phrase: SmolStr,
        /// What fills the holes of the phrase, in their order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<Argument>,
    },
    /// The player is the first player of this round (Determine the first player).
    FirstPlayer { who: Player, not: bool },
    /// It has taken a step in the period, by its activation or by an effect.
    HasMoved {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// It has started an attack in the period. A retaliation does not count.
    HasAttacked {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// It has started a retaliation in the period.
    HasRetaliated {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// It has been activated in the period, by its player or by an effect.
    HasBeenActivated {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// It has been the target of an attack in the period. A retaliation does not count.
    HasBeenAttacked {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// It has been dealt 1 damage or more in the period, by an attack or by an effect.
    HasBeenDealtDamage {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// It has been removed from the map in the period. This also matches things that are no longer on the map.
    HasBeenRemoved {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// An earlier action of this ability removed it, and the removal really happened.
    WasRemovedThisWay { who: Selector, not: bool },
    /// An earlier action of this ability discarded it.
    WasDiscardedThisWay { what: Selector, not: bool },
    /// An earlier action of this ability drew it.
    WasDrawnThisWay { what: Selector, not: bool },
    /// An earlier action of this ability revealed it.
    WasRevealedThisWay { what: Selector, not: bool },
    /// An earlier action of this ability dealt 1 damage or more to it.
    WasDealtDamageThisWay { who: Selector, not: bool },
}

/// How long a change lasts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "until", rename_all = "kebab-case")]
pub enum Duration {
    /// Until the end of the attack in which the ability resolves, or which the action is about.
    EndOfAttack,
    /// Until the end of the current activation.
    EndOfActivation,
    /// Until the end of the current turn.
    EndOfTurn,
    /// Until the end of the round, after the effects that happen at its end (End of the round).
    EndOfRound,
    /// For the rest of the game, while the thing is in play.
    EndOfGame,
    /// Until the end of the current period of the vocabulary of the game.
    EndOf { period: SmolStr },
    /// Until the end of the next period of that kind.
    EndOfNext { period: SmolStr },
    /// For that many periods of the vocabulary of the game, the current one included.
    Periods { count: u32, period: SmolStr },
    /// Until the start of the controller's next turn.
    YourNextTurn,
    /// Until the condition is first not met; in a standing effect, whenever the condition is met.
    While { condition: Box<Condition> },
    /// For as long as the card is there: in play, attached or controlled. Such a *standing* effect applies to
    /// whatever fits at the time. In an effect that happens once, for as long as the condition of the enclosing
    /// `while` is met.
    Standing,
    /// Until something else changes it again.
    AnotherChange,
}

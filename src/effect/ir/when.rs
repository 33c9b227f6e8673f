//! Time: events, occasions, conditions, durations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{Amount, At, Comparison, Filter, Period, Pick, Place, Player, Reference, Selector};

/// Something that happens in play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    #[serde(flatten)]
    pub what: Happening,
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// What happens. `who` and `what` are patterns: whichever fits right before it happens; an absent one fits
/// everything. Some events are announced before they have their effect, others are done right after it:
/// that is when a trigger with `when` resolves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Happening {
    /// Announced: it begins an attack. A retaliation is none (Attack).
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
    /// Announced: it begins a retaliation (Retaliate).
    Retaliates {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Selector>,
    },
    /// Done: damage was placed on it by being dealt, once for all of one moment.
    IsDealtDamage {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Announced: damage is about to be placed on it.
    WouldBeDealtDamage {
        who: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Selector>,
    },
    /// Announced: its activation begins (Activate a unit or hero on the board).
    IsActivated { who: Selector },
    /// Announced: the player activates it.
    Activates { who: Player, what: Selector },
    /// It moves one step or more: announced before the first, done behind the last.
    Moves { who: Selector },
    /// Done: it came onto the space, be it on its way.
    Enters { who: Selector, space: Selector },
    /// Done: its movement, swap or placing ended there.
    StopsOn { who: Selector, space: Selector },
    /// Announced: it is being played and was paid for (Play a card from their hand). Of the card itself, done:
    /// it lies where its play put it.
    IsPlayed { what: Selector },
    /// Announced: the player plays it.
    Plays { who: Player, what: Selector },
    /// Done: it came onto the map, by being played or by an effect, in all of these places (Units entering
    /// the map).
    IsPlaced {
        what: Selector,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<Place>,
    },
    /// Done: it got size tokens, but by moving them (Increasing unit size).
    IsIncreased { who: Selector },
    /// Done: it lost size tokens, or left the map by that (Decreasing unit size).
    IsDecreased { who: Selector },
    /// Done: it is what two units became (Move onto a unit of the same name).
    Merges { who: Selector },
    /// Done: it left the map, wherever it went.
    IsRemovedFromMap { who: Selector },
    /// Announced: it is about to leave the map, wherever it would go.
    WouldBeRemovedFromMap { who: Selector },
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
    /// Done: it came from the deck to the hand (Draw cards).
    IsDrawn { what: Selector },
    /// Done: the player drew it.
    Draws { who: Player, what: Selector },
    /// Done: it came to a discard pile, but not because it was used up: at the end of its play, as a Reaction,
    /// or as a boost card (Discarding cards).
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
    /// Done: it was turned, to pay or by an effect (Paying statistics).
    IsSpent { what: Selector },
    /// Done: the player turned it.
    Spends { who: Player, what: Selector },
    /// Done: a player took control of it (Hero activation).
    IsTaken { what: Selector },
    /// Done: the player took control of it.
    TakesControl { who: Player, what: Selector },
    /// Done: one of these marks was placed on it where it had none of it (Tokens).
    MarkPlaced { marks: Vec<SmolStr>, on: Selector },
    /// Done: the player passed (Pass for this round).
    Passes { who: Player },
}

impl Happening {
    /// Whether it is announced before it has its effect, not done.
    pub fn is_announced(&self) -> bool {
        match self {
            // Of the card itself, it is done.
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

/// When something that can happen again and again does so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "occasion", rename_all = "kebab-case")]
pub enum Occasion {
    /// As it happens: an announced event before its effect, a done one right after it.
    When { event: Box<Event> },
    /// Once it is over, with all that it brought about.
    After { event: Box<Event> },
    /// As it happens, the first time in each round. No card is turned by it.
    FirstEachRound { event: Box<Event> },
    /// At that moment of every round.
    At { moment: Moment },
}

/// A moment of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// Start of the round.
    StartOfRound,
    /// End of the round.
    EndOfRound,
    /// Start of the round, in the next one.
    StartOfNextRound,
}

/// Something that is so or not, when it is asked. Of a thing that is not there, nothing is so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Condition {
    #[serde(flatten)]
    pub test: Test,
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// What is asked. With `not`, that it is not so: of a pattern, of one that fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "condition", rename_all = "kebab-case")]
pub enum Test {
    /// All of them are met.
    All { of: Vec<Condition> },
    /// So many things fit.
    Number { of: Box<Filter>, number: Comparison },
    /// The player has so many cards in that description's zone, or controls so many.
    Has {
        who: Player,
        what: Box<Filter>,
        number: Comparison,
    },
    /// One number compared with another.
    Compare { left: Amount, right: Comparison },
    /// It fits the description, or does not.
    Is {
        who: Selector,
        not: bool,
        what: Box<Filter>,
    },
    /// The player is the first player of this round (Determine the first player).
    FirstPlayer { who: Player, not: bool },
    /// It has taken a step in that period, by its activation or by an effect.
    HasMoved {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// It has begun an attack in that period; a retaliation is none.
    HasAttacked {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// It has begun a retaliation in that period.
    HasRetaliated {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// It has been activated in that period, by its player or by an effect.
    HasBeenActivated {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// It has been the target of an attack in that period; a retaliation is none.
    HasBeenAttacked {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// It has been dealt 1 damage or more in that period, by an attack or by an effect.
    HasBeenDealtDamage {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// It has been removed from the map in that period; so of what is not on the map any more.
    HasBeenRemoved {
        who: Selector,
        period: Period,
        not: bool,
    },
    /// By an earlier action of this ability, as far as it really happened.
    WasRemovedThisWay { who: Selector, not: bool },
    /// By an earlier action of this ability.
    WasDiscardedThisWay { what: Selector, not: bool },
    /// By an earlier action of this ability.
    WasDrawnThisWay { what: Selector, not: bool },
    /// By an earlier action of this ability.
    WasRevealedThisWay { what: Selector, not: bool },
    /// By an earlier action of this ability, 1 damage or more.
    WasDealtDamageThisWay { who: Selector, not: bool },
}

/// How long a change lasts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "until", rename_all = "kebab-case")]
pub enum Duration {
    /// With the attack in which the ability resolves, or that the action is about.
    EndOfAttack,
    /// With the activation that is going on.
    EndOfActivation,
    /// With the turn that is going on.
    EndOfTurn,
    /// With the round, behind what happens at its end (End of the round).
    EndOfRound,
    /// Never, while the thing is in play.
    EndOfGame,
    /// Until the next turn of the controller begins.
    YourNextTurn,
    /// When the condition first fails; in what holds all the time, switched on and off with it.
    While { condition: Box<Condition> },
    /// For as long as the card is there: in play, attached, controlled. It holds for whoever fits at the
    /// time. In what happens once, for as long as the condition of the `while` around it is met.
    Standing,
    /// Until something else changes it again.
    AnotherChange,
}

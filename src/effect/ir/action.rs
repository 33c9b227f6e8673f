//! The verbs: one variant for one thing that can happen.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{
    Ability, Amount, AttributeChange, Deed, Direction, Duration, Face, Filter, Permission, Pick,
    Player, Put, Reference, Selector, Stake, TokenCount, Zone,
};

/// One thing that a card does. Where no player is named, the acting player does it: the one whose
/// option or choice it stands in, and else the controller of the ability. Where nothing is found that it
/// applies to, it does nothing; where less is there than it asks for, it does what it can.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Action {
    // ── Damage ──
    /// Places that much damage on each of them, at one moment (Decreasing unit size: Attacks).
    DealDamage { amount: Amount, to: Selector },
    /// The acting player divides the damage among them, at least 1 each; it is dealt at one moment.
    DivideDamage { amount: Amount, among: Selector },
    /// Takes that much damage off each of them, or what is there.
    RemoveDamage { amount: Amount, from: Selector },
    /// Takes damage off one and places as much as was there on the other, without dealing it.
    MoveDamage {
        amount: Amount,
        from: Selector,
        to: Box<Selector>,
    },
    /// Doubles what the attack deals, before anything is added (Attack).
    DoubleDamage { of: Selector },

    // ── Size ──
    /// Adds so many size tokens to each of them (Increasing unit size).
    Increase { amount: Amount, what: Selector },
    /// Removes so many size tokens from each of them; at size 0 it is discarded from the map
    /// (Decreasing unit size).
    Decrease { amount: Amount, what: Selector },
    /// Takes tokens off one and places as many as were there on the other.
    MoveTokens {
        tokens: TokenCount,
        from: Selector,
        to: Box<Selector>,
    },

    // ── Numbers ──
    /// Raises and lowers numbers of each of them.
    Change {
        who: Selector,
        changes: Vec<AttributeChange>,
        time: Duration,
    },
    /// The number is that, whatever is printed; raises and losses come on top of it.
    SetAttribute {
        attribute: SmolStr,
        of: Selector,
        to: Amount,
        time: Duration,
    },
    /// Changes the value of a printed field: `becomes flying`.
    Become {
        who: Selector,
        field: SmolStr,
        value: SmolStr,
        time: Duration,
    },
    /// A number of a player is that, whatever the rules say.
    SetLimit {
        who: Player,
        limit: SmolStr,
        to: Amount,
        time: Duration,
    },

    // ── Movement ──
    /// Moves each of them along free spaces as its type allows, neither merging nor taking a location (Unit
    /// movement). The acting player chooses the path.
    Move {
        what: Selector,
        steps: Amount,
        /// Any number of steps up to that one, 0 included; otherwise exactly so many, as far as possible.
        up_to: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        direction: Option<Direction>,
    },
    /// Two things change places, without a path. Where only one is found, nothing happens.
    Swap {
        /// One of them, or both where there is no `with`.
        what: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<Box<Selector>>,
    },
    /// Puts a card onto a vacant space, from wherever it is, without playing it. What comes from elsewhere
    /// gets an activation mark (Units entering the map).
    Place {
        what: Selector,
        on: Selector,
        /// It stands there as a copy of that unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        copy_of: Option<Box<Selector>>,
    },

    // ── Fighting ──
    /// Each of them attacks, with boosts and retaliation; no mark is placed (Attack). During another attack
    /// it waits for the end of that.
    Attack {
        who: Selector,
        whom: Selector,
        /// It is said of one that was attacked already, which is no further condition.
        again: bool,
    },
    /// What the attack deals is so much more or less; of units, what each of their attacks and retaliations
    /// deals.
    DealMore {
        who: Selector,
        amount: Amount,
        less: bool,
        /// What is left is no less than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
        time: Duration,
    },
    /// The attack, or every attack of the units, has disadvantage, or has none whatever the rules say
    /// (Disadvantage).
    Disadvantage {
        of: Selector,
        has: bool,
        time: Duration,
    },
    /// The attack deals its damage to each of them too, who are not attacked: they neither retaliate nor are
    /// boosted.
    AlsoHits { attack: Selector, what: Selector },
    /// The attack has another target, wherever it stands, as long as its damage is not dealt.
    Redirect { attack: Selector, to: Selector },

    // ── Cannot and may ──
    /// None of these deeds can be done, whatever permits it.
    Cannot {
        who: Stake,
        what: Vec<Deed>,
        time: Duration,
    },
    /// Of what the rules let them attack, they may attack those that fit alone.
    CanAttackOnly {
        who: Selector,
        whom: Selector,
        time: Duration,
    },
    /// A rule is lifted for each of them.
    Permit {
        who: Selector,
        permission: Permission,
        time: Duration,
    },

    // ── Marks ──
    /// Places each of the marks on each of them that has it not (Tokens).
    PlaceMarks { marks: Vec<SmolStr>, on: Selector },
    /// Removes those of the marks that are there; a missing one is passed over (Other units).
    RemoveMarks { marks: Vec<SmolStr>, from: Selector },
    /// Activates each of them in full, by its own controller; one with an activation mark cannot be
    /// (Activate a unit or hero on the board).
    Activate { what: Selector },

    // ── Cards ──
    /// Draws from the top of the own deck, as many as there are (Draw cards).
    Draw {
        who: Player,
        amount: Amount,
        /// By which later nodes refer to the cards that were drawn.
        slot: u32,
    },
    /// Puts them on their owners' discard piles; from the map it is a removal (Discarding cards).
    Discard { who: Player, what: Selector },
    /// Both players see them; then they are as hidden as before.
    Reveal { who: Player, what: Selector },
    /// The acting player alone sees them.
    Look { what: Selector },
    /// Names what the sentences after it are about. Choosing on the map is targeting.
    Choose { what: Selector },
    /// Puts them back into a zone; from the map it is a removal.
    Return { what: Selector, to: Put },
    /// Puts them there, and then the rest of what they were chosen from.
    Put {
        what: Selector,
        to: Put,
        /// Where the rest of what was looked at goes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rest: Option<Put>,
    },
    /// Looks through the zone for it and puts it where it says; finding nothing is allowed. Nothing is
    /// shuffled by it.
    Search {
        zone: Zone,
        what: Selector,
        reveal: bool,
        to: Put,
    },
    /// Puts all cards of the zone into the other, if there is one, and shuffles that.
    Shuffle {
        who: Player,
        zone: Zone,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        into: Option<Zone>,
    },

    // ── Playing ──
    /// Plays it, by all rules of playing, without being the action of a turn (Play a card from their hand;
    /// Vanguard cards). Where it cannot be played, nothing happens.
    Play {
        who: Player,
        what: Selector,
        /// Without paying its cost. A card that is played as something else costs nothing either.
        free: bool,
        /// Face-down, as a card of that description instead of what it is.
        #[serde(rename = "as", default, skip_serializing_if = "Option::is_none")]
        as_: Option<Box<Filter>>,
    },
    /// To their owners' discard piles; vanguard cards to the vanguard cards (Vanguard cards).
    RemoveFromMap { what: Selector },
    /// What is being played has no effect and is discarded; what was paid stays paid.
    Negate { what: Selector },
    /// It faces that player (Card control). A location is turned face-up by it (Hero activation).
    TakeControl {
        who: Player,
        what: Selector,
        time: Duration,
    },
    /// A location that faces that player faces nobody. Only one that does can be chosen for it.
    LoseControl { who: Player, what: Selector },

    // ── Statistics ──
    /// Turns them straight; uses of a limit come back (Ready cards).
    Ready { who: Player, what: Selector },
    /// Turns ready ones; nothing is bought with them.
    Spend { who: Player, what: Selector },
    /// Pays so much of a statistic, all or nothing, by the rules of payment, substitution included (Paying
    /// statistics).
    Pay {
        who: Player,
        statistic: SmolStr,
        amount: Amount,
    },
    /// Such a card may be spent as so much of a statistic, in paying anything (Paying statistics).
    SpendAs {
        who: Player,
        what: Box<Filter>,
        statistic: SmolStr,
        amount: Amount,
        time: Duration,
    },
    /// Playing such a card costs so much of a statistic less, or more. Raises count before reductions.
    ChangeCost {
        what: Box<Filter>,
        statistic: SmolStr,
        amount: Amount,
        less: bool,
        /// What is left is no less than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
        time: Duration,
    },

    // ── Locations and attaching ──
    /// They lie with that side up; a location that was not taken faces nobody.
    Turn { what: Selector, face: Face },
    /// Lays the card there, from wherever it is; its controller is the acting player (Ongoing cards).
    Attach { what: Selector, to: Selector },
    /// Takes attached cards off them, to their owners' discard piles.
    RemoveCard { what: Selector, from: Selector },

    // ── Tokens ──
    /// Places that many on each of them. Size tokens are an increase; damage tokens are not dealt.
    PlaceTokens { tokens: TokenCount, on: Selector },
    /// Removes that many from each of them, or what is there; a unit keeps size 1.
    RemoveTokens { tokens: TokenCount, from: Selector },

    // ── Prevention ──
    /// The next so much damage that would be dealt to each of them is not dealt, at once or over several
    /// times.
    PreventNext {
        amount: Amount,
        to: Selector,
        time: Duration,
    },
    /// So much of the damage that the event is about is not dealt.
    PreventThat { amount: Amount },
    /// What is dealt to each of them, by attacks and by effects, is so much less, or more.
    TakeLess {
        who: Selector,
        amount: Amount,
        /// They take more, not less.
        more: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Box<Selector>>,
        /// What is left is no less than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
        time: Duration,
    },

    // ── Boosting ──
    /// Boosts the attack with those cards, beside the one card that each player may add (Boosting an attack).
    Boost {
        who: Player,
        attack: Selector,
        with: Selector,
    },
    /// The player's boost cards that are units deal so much additional damage instead of so much (Boosting an
    /// attack).
    BoostDamage {
        who: Player,
        amount: Amount,
        instead_of: Amount,
        time: Duration,
    },

    // ── Granting ──
    /// They have these abilities too. There, `this` is the one that gained them, in everything.
    Gain {
        who: Selector,
        abilities: Vec<Ability>,
        time: Duration,
    },
}

impl Action {
    /// Whether this says what may be done, or at what cost: nobody does that `to` get something.
    pub fn allows_or_forbids(&self) -> bool {
        matches!(
            self,
            Action::Cannot { .. }
                | Action::CanAttackOnly { .. }
                | Action::Permit { .. }
                | Action::ChangeCost { .. }
                | Action::SetLimit { .. }
                | Action::SpendAs { .. }
        )
    }

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
            Action::DealMore { who: of, .. } | Action::Disadvantage { of, .. } => attack(of),
            Action::TakeLess { from: Some(of), .. } => attack(of),
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

//! Actions: one variant for each thing that can happen.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{
    Ability, Amount, Argument, AttributeChange, Deed, Direction, Duration, Face, Filter,
    Permission, Pick, Place, Player, Put, Reference, Selector, Stake, TokenCount, Zone,
};

/// One thing that a card does. If an action names no player, the acting player performs it: the player whose option
/// or choice contains the action, otherwise the controller of the ability. An action that finds nothing to apply to
/// does nothing; if there is less than it requires, it does as much as possible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Action {
    // ── Damage ──
    /// Deals that much damage to each selected thing, all at the same moment (Decreasing unit size: Attacks).
    DealDamage { amount: Amount, to: Selector },
    /// The acting player divides the damage among the selected things, at least 1 each. It is dealt at one moment.
    DivideDamage { amount: Amount, among: Selector },
    /// Removes that much damage from each selected thing, or as much as there is.
    RemoveDamage { amount: Amount, from: Selector },
    /// Removes damage from `from` and places as much as was removed on `to`, without dealing it.
    MoveDamage {
        amount: Amount,
        from: Selector,
        to: Box<Selector>,
    },
    /// Doubles the damage that the attack deals, before anything is added (Attack).
    DoubleDamage { of: Selector },

    // ── Size ──
    /// Adds that many size tokens to each selected unit (Increasing unit size).
    Increase { amount: Amount, what: Selector },
    /// Removes that many size tokens from each selected unit. At size 0 it is discarded from the map (Decreasing unit
    /// size).
    Decrease { amount: Amount, what: Selector },
    /// Removes tokens from `from` and places as many as were removed on `to`.
    MoveTokens {
        tokens: TokenCount,
        from: Selector,
        to: Box<Selector>,
    },

    // ── Numbers ──
    /// Raises or lowers attributes of each selected card.
    Change {
        who: Selector,
        changes: Vec<AttributeChange>,
        time: Duration,
    },
    /// Raises or lowers attributes of what the card is used for. The game says which attribute each kind of thing has:
    /// a bonus to an attribute of units applies to the unit that attacks or is attacked, one to an attribute of spells
    /// to the spell that is cast, and one to an attribute of heroes to the hero who uses the card.
    Bonus {
        changes: Vec<AttributeChange>,
        /// Only if the thing fits this description: `for Fire spells`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<Box<Filter>>,
        /// Absent: for this one attack, spell or use.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<Duration>,
    },
    /// Sets an attribute to a number, whatever is printed. Raises and losses still apply on top of it.
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
    /// Sets a limit of a player, whatever the rules say.
    SetLimit {
        who: Player,
        limit: SmolStr,
        to: Amount,
        time: Duration,
    },

    // ── Movement ──
    /// Moves each selected unit through free spaces as its type allows. It neither merges nor takes a location (Unit
    /// movement). The acting player chooses the path.
    Move {
        what: Selector,
        steps: Amount,
        /// If true, any number of steps up to `steps`, including 0. Otherwise exactly that many, as far as possible.
        up_to: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        direction: Option<Direction>,
    },
    /// Two things change places without following a path. If only one is found, nothing happens.
    Swap {
        /// One of the two things, or both if `with` is absent.
        what: Selector,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<Box<Selector>>,
    },
    /// Puts a card onto a vacant space, from wherever it is, without playing it. A card that was not on the map gets
    /// an activation mark (Units entering the map).
    Place {
        what: Selector,
        on: Selector,
        /// The placed card is a copy of that unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        copy_of: Option<Box<Selector>>,
    },

    // ── Fighting ──
    /// Each selected unit attacks, with boosts and retaliation; no mark is placed (Attack). During another attack,
    /// this attack waits until that one is over.
    Attack {
        who: Selector,
        whom: Selector,
        /// The text says `again`, of a target that was attacked before. This is not a further condition.
        again: bool,
    },
    /// The attack deals that much more or less damage. For units, so does each of their attacks and retaliations.
    DealMore {
        who: Selector,
        amount: Amount,
        less: bool,
        /// Lower bound of the resulting damage.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
        time: Duration,
    },
    /// A card that fits deals that much more or less damage, each time that its abilities deal damage to something. It
    /// is asked each time which cards fit.
    CardsDealMore {
        what: Box<Filter>,
        amount: Amount,
        less: bool,
        /// Lower bound of the resulting damage.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
        time: Duration,
    },
    /// Gives the attack, or every attack of the units, disadvantage (Disadvantage). If `has` is false, they have
    /// none, whatever the rules say.
    Disadvantage {
        of: Selector,
        has: bool,
        time: Duration,
    },
    /// The attack also deals its damage to each selected thing. These are not attacked: they neither retaliate nor
    /// are boosted.
    AlsoHits { attack: Selector, what: Selector },
    /// Changes the target of the attack, wherever the new target is, as long as the attack has not dealt its damage.
    Redirect { attack: Selector, to: Selector },

    // ── Cannot and may ──
    /// None of these deeds can be done, whatever permits them.
    Cannot {
        who: Stake,
        what: Vec<Deed>,
        time: Duration,
    },
    /// Among the things that the rules allow them to attack, they may attack only those that fit `whom`.
    CanAttackOnly {
        who: Selector,
        whom: Selector,
        time: Duration,
    },
    /// Lifts a rule for each selected card.
    Permit {
        who: Selector,
        permission: Permission,
        time: Duration,
    },
    /// When a card that fits is played, it may also be placed on vacant spaces in these places (Play a card from their
    /// hand).
    PermitPlaces {
        what: Box<Filter>,
        places: Vec<Place>,
        time: Duration,
    },

    // ── Marks ──
    /// Places each of the marks on each selected thing that does not have it (Tokens).
    PlaceMarks { marks: Vec<SmolStr>, on: Selector },
    /// Removes the marks that are present; missing ones are ignored (Other units).
    RemoveMarks { marks: Vec<SmolStr>, from: Selector },
    /// Each selected card is fully activated by its own controller. A card with an activation mark cannot be
    /// activated (Activate a unit or hero on the board).
    Activate { what: Selector },

    // ── Cards ──
    /// The player draws from the top of their own deck, at most as many cards as there are (Draw cards).
    Draw {
        who: Player,
        amount: Amount,
        /// The slot by which later nodes refer to the drawn cards.
        slot: u32,
    },
    /// Puts cards on their owners' discard piles. From the map, this is a removal (Discarding cards).
    Discard { who: Player, what: Selector },
    /// Both players see the cards; afterwards the cards are as hidden as before.
    Reveal { who: Player, what: Selector },
    /// Only the acting player sees the cards.
    Look { what: Selector },
    /// Chooses the things that later sentences refer to. Choosing on the map is targeting.
    Choose { what: Selector },
    /// Returns cards to a zone. From the map, this is a removal.
    Return { what: Selector, to: Put },
    /// Puts cards into a zone, and then the remaining cards among which they were chosen into `rest`.
    Put {
        what: Selector,
        to: Put,
        /// Where the remaining cards that were looked at go.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rest: Option<Put>,
    },
    /// Searches the zone for a card and puts it into `to`. Finding nothing is allowed. Searching does not shuffle.
    Search {
        zone: Zone,
        what: Selector,
        reveal: bool,
        to: Put,
    },
    /// Shuffles the zone. With `into`, all its cards are first put into that zone, which is shuffled instead.
    Shuffle {
        who: Player,
        zone: Zone,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        into: Option<Zone>,
    },

    // ── Playing ──
    /// Plays a card by all rules of playing, without using the action of a turn (Play a card from their hand;
    /// Vanguard cards). If it cannot be played, nothing happens.
    Play {
        who: Player,
        what: Selector,
        /// The cost is not paid. A card that is played as something else has no cost either.
        free: bool,
        /// Plays the card face-down as a card that fits this description, instead of as itself.
        #[serde(rename = "as", default, skip_serializing_if = "Option::is_none")]
        as_: Option<Box<Filter>>,
    },
    /// Puts cards on their owners' discard piles; vanguard cards return to the vanguard cards (Vanguard cards).
    RemoveFromMap { what: Selector },
    /// Puts cards back into the box: they are out of the game.
    RemoveFromGame { what: Selector },
    /// The card being played has no effect and is discarded. Paid costs stay paid.
    Negate { what: Selector },
    /// The card faces that player (Card control). A location is also turned face-up (Hero activation).
    TakeControl {
        who: Player,
        what: Selector,
        time: Duration,
    },
    /// A location that faces that player no longer faces anyone. Only such a location can be chosen.
    LoseControl { who: Player, what: Selector },

    // ── Statistics ──
    /// Turns cards straight and restores the uses of their limits (Ready cards).
    Ready { who: Player, what: Selector },
    /// Turns ready cards; this pays for nothing.
    Spend { who: Player, what: Selector },
    /// Pays an amount of a statistic, all or nothing, by the rules of payment, including substitution (Paying
    /// statistics).
    Pay {
        who: Player,
        statistic: SmolStr,
        amount: Amount,
    },
    /// Gives the player that much of a resource.
    GainResource {
        who: Player,
        resource: SmolStr,
        amount: Amount,
    },
    /// Takes that much of a resource from the player. As a cost: all or nothing. Otherwise: as much as there is.
    PayResource {
        who: Player,
        resource: SmolStr,
        amount: Amount,
    },
    /// The player does something that only this game has a word for: an entry of `phrases` in the data of the game, which
    /// says what it does.
    Perform {
        who: Player,
        phrase: SmolStr,
        /// What fills the holes of the phrase, in their order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<Argument>,
    },
    /// Each selected card has a keyword ability: an entry of `phrases` in the data of the game, which says what it does.
    HaveAbility {
        who: Selector,
        phrase: SmolStr,
        /// What fills the holes of the phrase, in their order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<Argument>,
        time: Duration,
    },
    /// A rule of play that only this game has a word for holds: an entry of `phrases` in the data of the game, which says
    /// what it changes.
    ApplyRule {
        phrase: SmolStr,
        /// What fills the holes of the phrase, in their order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<Argument>,
        time: Duration,
    },
    /// A card that fits may be spent as that much of a statistic, for any payment (Paying statistics).
    SpendAs {
        who: Player,
        what: Box<Filter>,
        statistic: SmolStr,
        amount: Amount,
        time: Duration,
    },
    /// Playing a card that fits costs that much more or less of a statistic. Increases apply before reductions.
    ChangeCost {
        what: Box<Filter>,
        /// Absent: of every statistic; `amount` is then `all`, so the card costs nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        statistic: Option<SmolStr>,
        /// With `all`, nothing of the statistic is left.
        amount: Amount,
        less: bool,
        /// Lower bound of the resulting cost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
        /// Only the first card that fits and that is played in each round.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        first_each_round: bool,
        time: Duration,
    },

    // ── Locations and attaching ──
    /// Turns cards so that this face is up. A location that has not been taken faces no player.
    Turn { what: Selector, face: Face },
    /// Attaches the card, from wherever it is. Its controller is the acting player (Ongoing cards).
    Attach { what: Selector, to: Selector },
    /// Removes attached cards and puts them on their owners' discard piles.
    RemoveCard { what: Selector, from: Selector },

    // ── Tokens ──
    /// Places that many tokens on each selected thing. Size tokens are an increase; damage tokens are not dealt.
    PlaceTokens { tokens: TokenCount, on: Selector },
    /// Removes that many tokens from each selected thing, or as many as there are. A unit keeps size 1.
    RemoveTokens { tokens: TokenCount, from: Selector },

    // ── Prevention ──
    /// Prevents the next damage that would be dealt to each selected thing, up to this amount, possibly over several
    /// times.
    PreventNext {
        amount: Amount,
        to: Selector,
        time: Duration,
    },
    /// Prevents this much of the damage that the event is about.
    PreventThat { amount: Amount },
    /// Each selected thing takes that much less damage, or more, from attacks and effects.
    TakeLess {
        who: Selector,
        amount: Amount,
        /// If true, they take more damage, not less.
        more: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Box<Selector>>,
        /// Lower bound of the resulting damage.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
        time: Duration,
    },

    // ── Boosting ──
    /// Boosts the attack with those cards, in addition to the one card that each player may add (Boosting an attack).
    Boost {
        who: Player,
        attack: Selector,
        with: Selector,
    },
    /// Each of the player's boost cards that is a unit deals `amount` additional damage in place of `instead_of`
    /// (Boosting an attack).
    BoostDamage {
        who: Player,
        amount: Amount,
        instead_of: Amount,
        time: Duration,
    },

    // ── Granting ──
    /// The selected cards have these abilities too. In the abilities, `this` is always the card that gained them.
    Gain {
        who: Selector,
        abilities: Vec<Ability>,
        time: Duration,
    },
}

impl Action {
    /// Returns whether the action is a permission, a prohibition or a change of cost or limit. Such an action is
    /// never what a cost pays for (`to …`).
    pub fn allows_or_forbids(&self) -> bool {
        matches!(
            self,
            Action::Cannot { .. }
                | Action::CanAttackOnly { .. }
                | Action::Permit { .. }
                | Action::PermitPlaces { .. }
                | Action::ChangeCost { .. }
                | Action::SetLimit { .. }
                | Action::SpendAs { .. }
        )
    }

    /// Returns the player who performs the action, if the action names one.
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
            | Action::GainResource { who, .. }
            | Action::PayResource { who, .. }
            | Action::Perform { who, .. }
            | Action::Boost { who, .. } => Some(*who),
            _ => None,
        }
    }

    /// Returns whether the action applies to one attack and ends with it.
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

    /// Returns the duration of the action, if it has one.
    pub fn time(&self) -> Option<&Duration> {
        match self {
            Action::Change { time, .. }
            | Action::SetAttribute { time, .. }
            | Action::Become { time, .. }
            | Action::SetLimit { time, .. }
            | Action::DealMore { time, .. }
            | Action::CardsDealMore { time, .. }
            | Action::Disadvantage { time, .. }
            | Action::Cannot { time, .. }
            | Action::HaveAbility { time, .. }
            | Action::ApplyRule { time, .. }
            | Action::CanAttackOnly { time, .. }
            | Action::Permit { time, .. }
            | Action::PermitPlaces { time, .. }
            | Action::TakeControl { time, .. }
            | Action::SpendAs { time, .. }
            | Action::ChangeCost { time, .. }
            | Action::PreventNext { time, .. }
            | Action::TakeLess { time, .. }
            | Action::BoostDamage { time, .. }
            | Action::Gain { time, .. } => Some(time),
            Action::Bonus { time, .. } => time.as_ref(),
            _ => None,
        }
    }

    /// Returns the duration of the action for modification.
    pub fn time_mut(&mut self) -> Option<&mut Duration> {
        match self {
            Action::Change { time, .. }
            | Action::SetAttribute { time, .. }
            | Action::Become { time, .. }
            | Action::SetLimit { time, .. }
            | Action::DealMore { time, .. }
            | Action::CardsDealMore { time, .. }
            | Action::Disadvantage { time, .. }
            | Action::Cannot { time, .. }
            | Action::HaveAbility { time, .. }
            | Action::ApplyRule { time, .. }
            | Action::CanAttackOnly { time, .. }
            | Action::Permit { time, .. }
            | Action::PermitPlaces { time, .. }
            | Action::TakeControl { time, .. }
            | Action::SpendAs { time, .. }
            | Action::ChangeCost { time, .. }
            | Action::PreventNext { time, .. }
            | Action::TakeLess { time, .. }
            | Action::BoostDamage { time, .. }
            | Action::Gain { time, .. } => Some(time),
            Action::Bonus { time, .. } => time.as_mut(),
            _ => None,
        }
    }
}

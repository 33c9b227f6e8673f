//! Selectors, filters and references: how things are chosen, described and referred to.

pub(super) mod amount;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{Amount, At, Player};

/// What an action applies to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Selector {
    #[serde(flatten)]
    pub pick: Pick,
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// How a selector finds things when its action is reached. A `slot` is the number by which later nodes of the ability
/// refer to what was found. Slots count from 0 in the order of the text, which is the order in which the selectors of
/// an action are resolved. If fewer things fit than must be chosen, all of them are chosen, but a cost cannot be paid
/// in that case. If nothing fits, the action does nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "select", rename_all = "kebab-case")]
pub enum Pick {
    /// The player chooses a number of the things that fit. On the map this targets them.
    Choose {
        count: Count,
        by: Player,
        from: Box<Filter>,
        /// Only the things with the highest or lowest number can be chosen; the chooser breaks ties.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        superlative: Option<Box<Superlative>>,
        /// Each thing after the first must be within this range of the one chosen before it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chain: Option<Box<Chain>>,
        slot: u32,
    },
    /// Randomly chooses a number of different things that fit, each with equal probability.
    Random {
        count: Amount,
        from: Box<Filter>,
        slot: u32,
    },
    /// All things that fit: at that moment, or in a standing effect at every moment.
    Each { from: Box<Filter>, slot: u32 },
    /// A pattern. In an event, the slot is bound to the thing that the event is about, if it fits. In a condition
    /// about a certain space (`If a unit is on this location`), it is bound to what is there. Elsewhere nothing is
    /// bound.
    Any { from: Box<Filter>, slot: u32 },
    /// That many cards from the top or bottom of an ordered zone, the outermost first.
    Stack {
        count: Amount,
        end: End,
        zone: Zone,
        slot: u32,
    },
    /// A reference to something already determined. Nothing is chosen or targeted.
    Known { is: Reference },
    /// The uppermost or lowest cards of a pile of cards on the map: `the top unit of an enemy stack`.
    Pile {
        count: Amount,
        end: End,
        /// The types of the cards.
        types: Vec<SmolStr>,
        of: Box<Selector>,
        slot: u32,
    },
    /// All cards of a zone.
    Zone { zone: Zone, slot: u32 },
}

impl Pick {
    /// Returns the slot by which later nodes refer to what is picked.
    pub fn slot(&self) -> Option<u32> {
        match self {
            Pick::Choose { slot, .. }
            | Pick::Random { slot, .. }
            | Pick::Each { slot, .. }
            | Pick::Any { slot, .. }
            | Pick::Stack { slot, .. }
            | Pick::Pile { slot, .. }
            | Pick::Zone { slot, .. } => Some(*slot),
            Pick::Known { .. } => None,
        }
    }
}

/// The number of things that are chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "count", rename_all = "kebab-case")]
pub enum Count {
    /// That many, or all if fewer fit.
    Exactly { number: Amount },
    /// From none up to that many.
    UpTo { number: Amount },
    /// From none up to all.
    Any,
}

impl Count {
    pub fn one() -> Count {
        Count::Exactly {
            number: Amount::fixed(1),
        }
    }

    pub fn is_one(&self) -> bool {
        matches!(self, Count::Exactly { number } | Count::UpTo { number } if number.value() == Some(1))
    }
}

/// The distance allowed between two consecutive choices. The things are chosen one after the other; if none is within
/// range, the choice ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chain {
    pub range: Amount,
}

/// A comparison of the things that fit. It applies after all other criteria, and the chooser breaks ties.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "superlative", rename_all = "kebab-case")]
pub enum Superlative {
    /// The highest current value of an attribute.
    Highest { attribute: SmolStr },
    /// The lowest current value of an attribute.
    Lowest { attribute: SmolStr },
    /// The smallest distance in steps.
    Nearest { to: Reference },
}

/// A description of things. All of its criteria must be met; an absent one is no criterion.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Filter {
    pub noun: Noun,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// If true, it fits neither this card, nor anything that this ability chose before or that its event is about,
    /// nor the target or the attacker.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
    /// If true, it is not the thing that the same action or event is about: the one for which this is asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_itself: bool,
    /// The thing is one of these cards, by id (Card effects: Card name). Empty: any card.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<SmolStr>,
    /// The thing has at least one trait from each of these lists, by id (Card effects: Card trait).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Vec<SmolStr>>,
    /// Fields that must have a value: `ranged`, `power card`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<BareWord>,
    /// The states of the thing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<State>,
    /// The places of the thing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// The zone of the thing. Absent: in an event, a cause or a deed, wherever the thing is that the event, cause or
    /// deed is about. Otherwise, for a card with a flag such as `vanguard`, the zone with the flag's id; for a
    /// statistic card, its stack; for anything else, in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Zone>,
    /// The thing is one of those that this refers to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub among: Option<Reference>,
    /// Only the first thing that fits from now on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub next: bool,
    /// A description of things that do not fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluding: Option<Box<Filter>>,
}

/// The kind of a thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "noun", rename_all = "kebab-case")]
pub enum Noun {
    /// A card of one of these types. Empty: a card of any type.
    Card {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        types: Vec<SmolStr>,
    },
    /// A space of the map.
    Space,
}

impl Default for Noun {
    fn default() -> Self {
        Noun::Card { types: Vec::new() }
    }
}

/// A field of a card and its required value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BareWord {
    pub field: SmolStr,
    pub value: SmolStr,
    /// Other values that fit too: `bronze or silver`. All values are in the order of the vocabulary.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<SmolStr>,
}

impl BareWord {
    /// A field with a single value that fits.
    pub fn new(field: impl Into<SmolStr>, value: impl Into<SmolStr>) -> Self {
        BareWord {
            field: field.into(),
            value: value.into(),
            or: Vec::new(),
        }
    }

    /// Returns all values that fit.
    pub fn values(&self) -> impl Iterator<Item = &SmolStr> {
        std::iter::once(&self.value).chain(&self.or)
    }

    /// Returns whether a value fits.
    pub fn fits(&self, value: &str) -> bool {
        self.values().any(|one| one == value)
    }
}

/// The side of a thing, relative to the controller of the ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Controlled by the controller of the ability (Friendly and enemy units).
    Friendly,
    /// Controlled by the opponent. A thing without a controller is neither friendly nor enemy.
    Enemy,
}

/// The current state of a thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum State {
    /// It has that mark, or does not have it.
    Mark { mark: SmolStr, has: bool },
    /// The number of tokens of that kind on it.
    Tokens { token: SmolStr, number: Comparison },
    /// The damage on it.
    Damage { number: Comparison },
    /// Its size: its size tokens plus 1.
    Size { number: Comparison },
    /// The current value of one of its attributes.
    Attribute {
        attribute: SmolStr,
        number: Comparison,
    },
    /// It has the same name as the referenced card.
    SameName {
        #[serde(rename = "as")]
        as_: Reference,
    },
    /// The space has neither a unit nor a hero; a location may be there (Unit movement).
    Vacant,
    /// It is straight.
    Ready,
    /// It is turned.
    Spent,
    /// It is face-up.
    FaceUp,
    /// It is face-down.
    FaceDown,
    /// It is being played: from the choice of the card to the end of its play (Play a card from their hand).
    BeingPlayed,
    /// An earlier action of this ability removed it from the map. It is described as it was when it left.
    RemovedThisWay,
    /// An earlier action of this ability dealt 1 damage or more to it.
    DealtDamageThisWay,
}

/// A comparison with a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Comparison {
    /// Equal to the number.
    Exactly { number: Amount },
    /// The number or more.
    AtLeast { number: Amount },
    /// The number or less.
    AtMost { number: Amount },
    /// More than the number.
    MoreThan { number: Amount },
    /// Less than the number.
    LessThan { number: Amount },
}

/// A place on the map. Distances count orthogonal steps, whatever is in between (Adjacency). An attached card is
/// where its unit or space is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "place", rename_all = "kebab-case")]
pub enum Place {
    /// At distance 1. `not` negates this; for a pattern, it must not be adjacent to any thing that fits.
    Adjacent {
        to: Box<Selector>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        not: bool,
    },
    /// At that distance or less, 0 included. `not` negates this; for a pattern, no thing that fits may be within
    /// range.
    Within {
        range: Amount,
        of: Box<Selector>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        not: bool,
    },
    /// Farther away than that many steps.
    Beyond { steps: Amount, from: Box<Selector> },
    /// In the same row as a thing, which is itself included.
    SameRow {
        #[serde(rename = "as")]
        as_: Box<Selector>,
    },
    /// In the same column as a thing, which is itself included.
    SameColumn {
        #[serde(rename = "as")]
        as_: Box<Selector>,
    },
    /// In that row, counted from that player's side of the map (Map zones).
    Row { row: SmolStr, side: RowSide },
    /// On the next space on the line from the attacker through the thing.
    Behind { what: Box<Selector> },
    /// In the same pile of cards as one of these, and below it.
    Under { what: Box<Selector> },
    /// In the card's printed area around the chosen space.
    Area,
    /// On that space, or on that card (for a card attached to it).
    On { what: Box<Selector> },
}

/// The side of the map from which rows are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RowSide {
    /// The side of the controller of the ability.
    Your,
    /// The side of the other player.
    Opponent,
    /// Either side: both rows with that name, or the shared one.
    Any,
}

/// A zone of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Zone {
    /// The id of a zone of the game.
    pub zone: SmolStr,
    pub of: Owner,
}

/// The player whose zone it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    /// The controller of the ability.
    You,
    /// The other player.
    Opponent,
    /// The owner of each moved card.
    Owner,
    /// The player who performs the action; for `each`, each player with their own zone.
    Actor,
}

/// An end of an ordered zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The end from which the next card is drawn, or on which the last card was discarded.
    Top,
    /// The opposite end.
    Bottom,
}

/// A reference to something already determined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ref", rename_all = "kebab-case")]
pub enum Reference {
    /// The card with the text; in granted abilities, the card that gained them. `as` is the card type in the text;
    /// absent for `this card`.
    This {
        #[serde(rename = "as", default, skip_serializing_if = "Option::is_none")]
        as_: Option<SmolStr>,
    },
    /// The attack during which the ability resolves; during a retaliation, the retaliation.
    ThisAttack,
    /// The attack that the event is about; in an event of a retaliation, the retaliation.
    ThatAttack,
    /// The current target of the attack, after any redirection.
    Target,
    /// The attacker; in a retaliation, the enemy.
    Attacker,
    /// The unit to which this card is attached.
    AttachedUnit,
    /// The space to which this card is attached.
    AttachedSpace,
    /// The space of this card.
    ThisSpace,
    /// The space chosen for the area of effect.
    ChosenSpace,
    /// What an earlier selector or event of the ability found. `named` and `many` record the noun used there.
    Chosen {
        slot: u32,
        named: Box<ChosenNoun>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        many: bool,
    },
    /// The first thing that an earlier selector found.
    FirstChosen { slot: u32, named: Box<ChosenNoun> },
    /// The things that an earlier selector found, without those chosen from them since.
    Rest { slot: u32 },
    /// The hero of the controller of the ability.
    YourHero,
    /// The hero of the other player.
    EnemyHero,
}

/// The noun by which the text refers to a chosen thing. It has no effect in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "noun", rename_all = "kebab-case")]
pub enum ChosenNoun {
    Card {
        /// The card type; absent for `that card`.
        #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
        type_: Option<SmolStr>,
    },
    /// A space.
    Space,
    /// The cards of a zone that was looked at.
    Zone,
}

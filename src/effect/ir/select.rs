//! Who and what: choosing among things, describing them, and referring to them.

pub(super) mod amount;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{Amount, At, Player};
use crate::game::Game;

/// What an action applies to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Selector {
    #[serde(flatten)]
    pub pick: Pick,
    #[serde(default, skip_serializing_if = "At::is_none")]
    pub span: At,
}

/// How it is found, when its action is reached. A `slot` is the number by which later nodes of the ability
/// refer to what was found; slots count from 0 in the order of the text, which is the order in which the
/// selectors of an action are worked out. Where fewer things fit than have to be chosen, all of them are
/// chosen, but a cost cannot be paid then; where none fits, the action does nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "select", rename_all = "kebab-case")]
pub enum Pick {
    /// The player chooses so many of those that fit. On the map this targets them.
    Choose {
        count: Count,
        by: Player,
        from: Box<Filter>,
        /// Only those for which a number is the highest or lowest; the chooser breaks ties.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        superlative: Option<Box<Superlative>>,
        /// Every one after the first is within that range of the one chosen before it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chain: Option<Box<Chain>>,
        slot: u32,
    },
    /// Chance chooses so many different ones of those that fit, each as likely as any other.
    Random {
        count: Amount,
        from: Box<Filter>,
        slot: u32,
    },
    /// All of those that fit: at the moment, and in what holds all the time, at every moment.
    Each { from: Box<Filter>, slot: u32 },
    /// A pattern. In an event, the slot is bound to the thing that the event is about, if it fits; in a
    /// condition about a certain space (`If a unit is on this location`), to what is there; elsewhere
    /// nothing is bound.
    Any { from: Box<Filter>, slot: u32 },
    /// So many cards from the top or the bottom of an ordered zone, the outermost first.
    Stack {
        count: Amount,
        end: End,
        zone: Zone,
        slot: u32,
    },
    /// What is already known. Nothing is chosen or targeted.
    Known { is: Reference },
    /// All cards of a zone.
    Zone { zone: Zone, slot: u32 },
}

impl Pick {
    /// By which later nodes refer to what is picked.
    pub fn slot(&self) -> Option<u32> {
        match self {
            Pick::Choose { slot, .. }
            | Pick::Random { slot, .. }
            | Pick::Each { slot, .. }
            | Pick::Any { slot, .. }
            | Pick::Stack { slot, .. }
            | Pick::Zone { slot, .. } => Some(*slot),
            Pick::Known { .. } => None,
        }
    }
}

/// How many are chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "count", rename_all = "kebab-case")]
pub enum Count {
    /// So many, or all where fewer fit.
    Exactly { number: Amount },
    /// None up to so many.
    UpTo { number: Amount },
    /// None up to all.
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

/// How far each next one may be from the one chosen before it. They are chosen one after the other; where
/// none is within range, the choice ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chain {
    pub range: Amount,
}

/// Which one of those that fit: applied after everything else, and the chooser breaks ties.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "superlative", rename_all = "kebab-case")]
pub enum Superlative {
    /// The highest number, as it is now.
    Highest { attribute: SmolStr },
    /// The lowest number, as it is now.
    Lowest { attribute: SmolStr },
    /// The fewest steps away.
    Nearest { to: Reference },
}

/// A description that a thing fits or not. All parts hold at once; an absent one asks for nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Filter {
    pub noun: Noun,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Neither this card, nor one that this ability has chosen before or its event is about, nor the target or the
    /// attacker.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
    /// One of these cards, by id (Card effects: Card name). Empty: any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<SmolStr>,
    /// Of each of these lists, at least one of the traits, by id (Card effects: Card trait).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Vec<SmolStr>>,
    /// Fields that have that value: `ranged`, `power card`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<BareWord>,
    /// How it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<State>,
    /// Where it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// The zone in which it is. Absent: wherever the thing is of which it is asked (in an event, a cause, a
    /// deed); else, for a card with a flag such as `vanguard`, the zone of that id; for a statistic card, its
    /// stack; otherwise in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Zone>,
    /// One of what this refers to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub among: Option<Reference>,
    /// Only the first one that fits from now on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub next: bool,
    /// What it does not fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluding: Option<Box<Filter>>,
}

impl Filter {
    /// Whether a flag of the cards sets them apart, as `vanguard` does: they lie in the zone of that name.
    pub fn is_flagged(&self, game: &Game) -> bool {
        let apart = |word: &BareWord| game.term("zones", &word.field).is_some();
        let mut flags = self.fields.iter().filter(|word| word.value == "true");
        flags.any(apart)
    }
}

/// What kind of thing it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "noun", rename_all = "kebab-case")]
pub enum Noun {
    /// A card of one of these types; of any type where the list is empty.
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

/// A field of the card and the value that it has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BareWord {
    pub field: SmolStr,
    pub value: SmolStr,
}

/// Whose it is, as seen from the controller of the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The controller of the ability controls it (Friendly and enemy units).
    Friendly,
    /// The opponent controls it; what nobody controls is neither.
    Enemy,
}

/// How a thing is at the moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum State {
    /// Has, or has not, that mark.
    Mark { mark: SmolStr, has: bool },
    /// So many tokens of that kind are on it.
    Tokens { token: SmolStr, number: Comparison },
    /// So much damage is on it.
    Damage { number: Comparison },
    /// Size tokens plus 1.
    Size { number: Comparison },
    /// A number of it, as it is now.
    Attribute {
        attribute: SmolStr,
        number: Comparison,
    },
    /// It has the same name as that.
    SameName {
        #[serde(rename = "as")]
        as_: Reference,
    },
    /// No unit and no hero stands on the space; a location may lie there (Unit movement).
    Vacant,
    /// It is straight.
    Ready,
    /// It is turned.
    Spent,
    /// It lies face-up.
    FaceUp,
    /// It lies face-down.
    FaceDown,
    /// From the choice of the card that is played to the end of its play (Play a card from their hand).
    BeingPlayed,
}

/// A test of a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Comparison {
    /// It is that.
    Exactly { number: Amount },
    /// It is that or more.
    AtLeast { number: Amount },
    /// It is that or less.
    AtMost { number: Amount },
    /// It is more than that.
    MoreThan { number: Amount },
    /// It is less than that.
    LessThan { number: Amount },
}

/// Where on the map a thing is. Distances count orthogonal steps, whatever stands between (Adjacency). What
/// is attached is where its unit or space is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "place", rename_all = "kebab-case")]
pub enum Place {
    /// At distance 1; with `not`, that is denied, of a pattern for all that fit.
    Adjacent {
        to: Box<Selector>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        not: bool,
    },
    /// At that distance or less, 0 included; with `not`, that is denied, of a pattern for all that fit.
    Within {
        range: Amount,
        of: Box<Selector>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        not: bool,
    },
    /// Farther away than that.
    Beyond { steps: Amount, from: Box<Selector> },
    /// In the same row, itself included.
    SameRow {
        #[serde(rename = "as")]
        as_: Box<Selector>,
    },
    /// In the same column, itself included.
    SameColumn {
        #[serde(rename = "as")]
        as_: Box<Selector>,
    },
    /// In that row, counted from the side of that player (Map zones).
    Row { row: SmolStr, side: RowSide },
    /// On the next space on the line from the attacker through it.
    Behind { what: Box<Selector> },
    /// In the card's printed area around the chosen space.
    Area,
    /// On that space, or on that card (for a card attached to it).
    On { what: Box<Selector> },
}

/// From whose side rows are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RowSide {
    /// That of the controller of the ability.
    Your,
    /// That of the other player.
    Opponent,
    /// Either: both rows of that name, or the shared one.
    Any,
}

/// A zone of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Zone {
    /// The id of a zone of the game.
    pub zone: SmolStr,
    pub of: Owner,
}

/// Whose zone it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    /// The controller of the ability.
    You,
    /// The other player.
    Opponent,
    /// The owner of each card that is moved.
    Owner,
    /// The player who does it: each player their own.
    Actor,
}

/// An end of an ordered zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Where the next card would be drawn, or was discarded last.
    Top,
    /// The other end.
    Bottom,
}

/// Something that is already known where it is named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ref", rename_all = "kebab-case")]
pub enum Reference {
    /// The card on which the text stands; in a granted text, the one that gained it. `as` is the card type by which it is named; absent for
    /// `this card`.
    This {
        #[serde(rename = "as", default, skip_serializing_if = "Option::is_none")]
        as_: Option<SmolStr>,
    },
    /// The attack during which the ability resolves; of a retaliation, the retaliation.
    ThisAttack,
    /// The attack that the event is about; of a retaliation, the retaliation.
    ThatAttack,
    /// The one that is attacked, as redirected.
    Target,
    /// The one that attacks; in a retaliation, the enemy.
    Attacker,
    /// The unit to which this card is attached.
    AttachedUnit,
    /// The space to which this card is attached.
    AttachedSpace,
    /// The space on which this card is.
    ThisSpace,
    /// The space chosen for the area of effect.
    ChosenSpace,
    /// What an earlier selector or event of the ability found. `types` and `many` say how it was
    /// named there.
    Chosen {
        slot: u32,
        named: Box<ChosenNoun>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        many: bool,
    },
    /// The first of what an earlier selector found.
    FirstChosen { slot: u32, named: Box<ChosenNoun> },
    /// What an earlier selector found, without what was chosen from it since.
    Rest { slot: u32 },
    /// The hero of the controller of the ability.
    YourHero,
    /// The hero of the other player.
    EnemyHero,
}

/// By what word a chosen thing is referred to. It means nothing in play.
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

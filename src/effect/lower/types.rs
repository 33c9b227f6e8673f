//! The types that lowering shares: kinds of entities, antecedents, and what words require of them.

use crate::effect::Player;
use crate::effect::ir::Selector;
use std::ops::Range;

use smol_str::SmolStr;

use super::children::bug;
use crate::effect::ir::{Owner, Reference};
use crate::effect::syntax::Rule;

/// What kind of thing something is, as far as verbs care.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// On the map, of one of these types.
    OnMap(Vec<SmolStr>),
    /// A card elsewhere: in a zone, or played.
    Card(Vec<SmolStr>),
    Space,
    Attack,
    Zone,
}

/// Something that was named, so that later words can mean it.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    pub reference: Reference,
    pub thing: Thing,
    pub many: bool,
    pub at: Range<usize>,
    /// Counts the clauses of the ability.
    pub clause: usize,
    /// An event is about it while it is played, so that it can be negated.
    pub played: bool,
    /// Any of several, as in `cannot attack heroes`: never `it`.
    pub plural: bool,
    /// What an action did with it, for `… this way`.
    pub done: Option<Done>,
    /// The slot of what it was chosen from, for `the rest`.
    pub part_of: Option<u32>,
    /// All that fit a description were named.
    pub all: bool,
    /// They are all of those of which it is a part: `each of those units`.
    pub again: bool,
    /// Each player has one of it: one where each player does something, and else two.
    pub of_each: bool,
    /// Each player did it with their own.
    pub by_each: bool,
    /// To whose hand, deck or discard pile it goes, where that is known.
    pub owner: Option<Owner>,
}

/// What can have been done `this way`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    Discarded,
    Drawn,
    Revealed,
}

impl Done {
    pub fn of(rule: Rule) -> Done {
        match rule {
            Rule::h_discarded => Done::Discarded,
            Rule::h_drawn => Done::Drawn,
            Rule::h_revealed => Done::Revealed,
            other => bug(Rule::done_this_way, Some(other)),
        }
    }
}

/// Why nobody knows what is in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Uncertain {
    /// A condition asks whether there is one.
    AskedFor,
    /// It is chosen again for each of several things.
    EachTime,
    /// Something else is near it, and near others perhaps.
    Near,
}

/// What a verb needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wants<'a> {
    OnMap,
    /// What takes damage on the map, and so moves, attacks and is activated.
    Fighter,
    FighterOrAttack,
    /// What deals damage: an attack, a fighter, a card whose text does.
    Dealer,
    Attack,
    Space,
    /// What can have tokens of that kind.
    Holder(&'a str),
    /// What takes damage on the map, or a space.
    Host,
    /// A card that is not on the map.
    OffMap,
    /// A card that belongs into a deck, wherever it is.
    OfDeck,
    /// Something on the map whose card belongs into a deck.
    OfDeckOnMap,
    /// The same, or something that changes hands all the time.
    Controllable,
    /// Something that changes hands all the time.
    Controlled,
    /// What can be put on a space.
    Placeable,
    /// A card that pays costs, and so is ready or spent.
    Payer,
    /// A card, or what is not a fighter on the map.
    Hidden,
}

/// What `it` has to be where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    /// What can have tokens of this kind.
    Token(SmolStr),
    /// Something on the map.
    Place,
    /// Something that has a place on the map, unless nothing before it has.
    Somewhere,
    /// Of one of these types, unless nothing before it is.
    Type(Vec<SmolStr>),
    /// What this can be said of, unless nothing before it is.
    Said(Wants<'static>),
    /// What the verb whose object it is can apply to, unless nothing before it is.
    Verb(Wants<'static>),
    /// What takes tokens of this kind, unless nothing before it does.
    Holds(SmolStr),
    /// A space, or what a card can stand on, unless nothing before it is.
    Ground,
    /// What can be returned from where it is, unless nothing before it is.
    Returned,
    /// Something that is being played, unless nothing before it is.
    Played,
}

impl Needs {
    /// Whether it is meant all the same where nothing is what it has to be: a finding says so then.
    pub fn may_be_nothing(&self) -> bool {
        !matches!(self, Needs::Token(_) | Needs::Place)
    }

    /// Whether this is asked of the object of a verb.
    pub fn of_object(&self) -> bool {
        matches!(self, Needs::Verb(_) | Needs::Holds(_) | Needs::Ground)
    }
}

pub(super) fn slot_of(reference: &Reference) -> Option<u32> {
    match reference {
        Reference::Chosen { slot, .. } => Some(*slot),
        _ => None,
    }
}

/// What a noun phrase does where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Something is chosen, or all of them are meant.
    Pick,
    /// A pattern that whatever happens fits or not: in prohibitions, causes.
    Pattern,
    /// The same in an event, which happens to one thing at a time.
    Event,
    /// What a condition asks of: one that fits is enough, or each has to be so.
    Asked,
}

impl Use {
    /// Whether nothing is chosen there.
    pub fn is_pattern(self) -> bool {
        self != Use::Pick
    }
}

/// Who an event, or an action, is about.
#[allow(clippy::large_enum_variant)] // One lives at a time.
pub(super) enum Subject {
    Player(Player),
    Things(Selector),
    /// A number of a player: `your hand limit`.
    Limit(Player, SmolStr),
    /// The cards with which a player boosts an attack: `your boost cards`.
    BoostCards(Player),
}

//! The types that lowering shares: kinds of entities, antecedents, and what words require of them.

use crate::effect::Player;
use crate::effect::ir::{Action, Effect, Node, Selector, visit_effects};
use std::ops::Range;

use smol_str::SmolStr;

use super::children::bug;
use crate::effect::ir::{Owner, Reference, Side};
use crate::effect::syntax::Rule;

/// The kind of a thing, as far as verbs distinguish it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::effect) enum EntityKind {
    /// A thing on the map, of one of these types.
    OnMap(Vec<SmolStr>),
    /// A card elsewhere: in a zone, or being played.
    Card(Vec<SmolStr>),
    Space,
    Attack,
    Zone,
}

/// An earlier mention of a thing, which later words can refer to.
#[derive(Clone, Debug)]
pub(in crate::effect) struct Antecedent {
    pub reference: Reference,
    pub thing: EntityKind,
    pub many: bool,
    pub at: Range<usize>,
    /// Number of its clause in the ability.
    pub clause: usize,
    /// `true` if an event is about this card while it is being played, so that it can be negated.
    pub played: bool,
    /// `true` for any of several things, as in `cannot attack heroes`. Such a mention is never the antecedent of `it`.
    pub plural: bool,
    /// The action that affected it, for `… this way`.
    pub done: Option<PastAction>,
    /// The slot that it was chosen from, for `the rest`.
    pub part_of: Option<u32>,
    /// `true` if all matching things are mentioned.
    pub all: bool,
    /// The side of the things, if it is named.
    pub side: Option<Side>,
    /// The clause or event is about each such thing on its own.
    pub iterated: bool,
    /// A repetition of the things that it is part of: `each of those units`.
    pub again: bool,
    /// `true` if each player has one. It is a single thing if each player acts, and otherwise two.
    pub of_each: bool,
    /// `true` if each player acted separately.
    pub by_each: bool,
    /// Owner of the hand, deck or discard pile that it goes to, if known.
    pub owner: Option<Owner>,
}

/// An action that `this way` can refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::effect) enum PastAction {
    Discarded,
    Drawn,
    Revealed,
}

impl PastAction {
    pub fn of(rule: Rule) -> PastAction {
        match rule {
            Rule::h_discarded => PastAction::Discarded,
            Rule::h_drawn => PastAction::Drawn,
            Rule::h_revealed => PastAction::Revealed,
            other => bug(Rule::done_this_way, Some(other)),
        }
    }
}

/// The reason why the content of a slot is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::effect) enum UnboundReason {
    /// A condition tests whether a matching thing exists.
    AskedFor,
    /// Chosen again for each of several things.
    EachTime,
    /// The origin of a place, which may be near several such things.
    Near,
}

/// The kind of thing that a verb accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::effect) enum ArgType<'a> {
    OnMap,
    /// A thing on the map that takes damage, and so moves, attacks and is activated.
    Fighter,
    FighterOrAttack,
    /// A source of damage: an attack, a fighter, or a card with text of its own.
    Dealer,
    Attack,
    Space,
    /// A thing that can have tokens of this kind.
    Holder(&'a str),
    /// A thing that has a size.
    Sized,
    /// A fighter or a space.
    Host,
    /// A card that is not on the map.
    OffMap,
    /// A card that can be in a deck, wherever it is now.
    OfDeck,
    /// A thing on the map whose card can be in a deck.
    OfDeckOnMap,
    /// A thing on the map whose card can be in a deck, or whose controller changes during the game.
    Controllable,
    /// A thing on the map whose controller changes during the game.
    Controlled,
    /// A thing that can be placed on a space.
    Placeable,
    /// A card that pays costs, and so can be ready or spent.
    Payer,
    /// A card, or a thing on the map that is not a fighter.
    Hidden,
}

/// A constraint on the antecedent of `it`. A soft constraint is ignored if no antecedent satisfies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::effect) enum PronounConstraint {
    /// Can have tokens of this kind.
    Token(SmolStr),
    /// Is on the map.
    Place,
    /// Has a place on the map (soft).
    Somewhere,
    /// Has one of these types (soft).
    Type(Vec<SmolStr>),
    /// Is of the kind that the statement is about (soft).
    Said(ArgType<'static>),
    /// Is of the kind that the verb accepts as its object (soft).
    Verb(ArgType<'static>),
    /// Takes tokens of this kind (soft).
    Holds(SmolStr),
    /// Is a space, or something that a card can be placed on (soft).
    Ground,
    /// Can be returned from where it is (soft).
    Returned,
    /// Is being played (soft).
    Played,
}

impl PronounConstraint {
    /// Returns whether the constraint is soft: if no antecedent satisfies it, it is ignored, and the type error is
    /// reported instead.
    pub fn is_soft(&self) -> bool {
        !matches!(self, PronounConstraint::Token(_) | PronounConstraint::Place)
    }

    /// Returns whether this is a constraint on the object of a verb.
    pub fn of_object(&self) -> bool {
        matches!(
            self,
            PronounConstraint::Verb(_) | PronounConstraint::Holds(_) | PronounConstraint::Ground
        )
    }
}

/// Returns the owner of the cards that a player draws, plays or discards.
pub(super) fn owned_by(who: Player) -> Owner {
    match who {
        Player::You => Owner::You,
        Player::Opponent => Owner::Opponent,
        _ => Owner::Owner,
    }
}

pub(super) fn slot_of(reference: &Reference) -> Option<u32> {
    match reference {
        Reference::Chosen { slot, .. } => Some(*slot),
        _ => None,
    }
}

/// The role of a noun phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::effect) enum NounRole {
    /// Something is chosen, or all matching things are affected.
    Pick,
    /// A pattern that things match or not: in prohibitions and causes.
    Pattern,
    /// A pattern in an event, which happens to one thing at a time.
    Event,
    /// The subject of a condition: one match is enough, or each match must satisfy it.
    Asked,
}

impl NounRole {
    /// Returns whether nothing is chosen.
    pub fn is_pattern(self) -> bool {
        self != NounRole::Pick
    }
}

/// The subject of an event or an action.
#[allow(clippy::large_enum_variant)] // Only one exists at a time.
pub(in crate::effect) enum Subject {
    Player(Player),
    Things(Selector),
    /// A number of a player: `your hand limit`.
    Limit(Player, SmolStr),
    /// The cards that a player boosts an attack with: `your boost cards`.
    BoostCards(Player),
}

/// Returns the slots that these effects fill.
pub(in crate::effect) fn slots_of(effects: &[Effect]) -> Vec<u32> {
    let mut slots = Vec::new();
    visit_effects(effects, &mut |node, _| {
        slots.extend(match node {
            Node::Selector(selector) => selector.pick.slot(),
            Node::Action(Action::Draw { slot, .. }) => Some(*slot),
            _ => None,
        });
    });
    slots
}

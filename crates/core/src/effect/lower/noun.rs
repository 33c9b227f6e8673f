//! Lowers noun phrases: their quantities and choices. The submodules lower nouns and modifiers.

mod article;
mod bare_filter;
mod describe;
mod head_noun;
mod quantified_condition;
mod selection;
mod unresolved;
mod unsatisfiable_filter;
mod zone;

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::NounRole;
use crate::effect::lower::types::{Antecedent, ArgType, EntityKind, PastAction, PronounConstraint};
use std::ops::Range;

use super::children::{Children, bug};
use super::ctx::{LowerCtx, Node};
use crate::diagnostic::{Code, Place};
use crate::effect::ir::{
    Amount, At, ChosenNoun, Count, Filter, Noun, Pick, Player, Reference, Selector, State,
};
use crate::effect::syntax::Rule;
pub(super) use describe::Parts;
pub(super) use quantified_condition::CountBound;
use selection::Quantity;
pub(in crate::effect) use unresolved::MARKS;

impl LowerCtx<'_> {
    pub fn np(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Selector> {
        // The subject of the sentence makes the choice.
        self.np_as(cx, node, NounRole::Pick, cx.actor)
    }

    /// Lowers the object of a verb that accepts only some things. This constrains the antecedent of `it`.
    pub fn object(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        wants: ArgType<'static>,
    ) -> Option<Selector> {
        self.object_being(cx, node, PronounConstraint::Verb(wants))
    }

    pub fn object_being(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        needs: PronounConstraint,
    ) -> Option<Selector> {
        let cx = ClauseCtx {
            needs: Some(&needs),
            ..cx
        };
        self.np(cx, node)
    }

    pub fn pattern(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Selector> {
        self.np_as(cx, node, NounRole::Pattern, Player::You)
    }

    /// Lowers a noun phrase. `chooser` makes the choice, if there is one.
    pub fn np_as(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        purpose: NounRole,
        chooser: Player,
    ) -> Option<Selector> {
        let span = self.at(&node);
        let each = |words: &str| words.eq_ignore_ascii_case("each ");
        if node.as_str().get(..5).is_some_and(each) {
            self.discourse.mention_each(span.range());
        }
        let inner = Children::of(node).any();
        let to_refer = cx;
        let cx = ClauseCtx { needs: None, ..cx };
        let pick = match inner.as_rule() {
            Rule::reference => {
                let reference = self.reference(to_refer, inner)?;
                let (thing, many) = self.thing_of_reference(&reference);
                self.discourse
                    .mention(reference.clone(), thing, many, span.range());
                Pick::Known { is: reference }
            }
            Rule::top_cards => self.top_cards(cx, inner)?,
            Rule::of_pile => self.of_pile(cx, inner)?,
            Rule::number_of_top => self.number_of_top(cx, inner)?,
            Rule::number_of => self.number_of_them(cx, inner, None, purpose, chooser)?,
            Rule::whole_zone => {
                let zone = self.zone(Children::of(inner).need(Rule::zone))?;
                self.whole_zone(zone, span.range())
            }
            Rule::among => self.among(cx, inner, purpose, chooser)?,
            Rule::selection
            | Rule::selection_off
            | Rule::selection_attached
            | Rule::selection_in => self.selection(cx, inner, purpose, chooser)?,
            other => bug(Rule::np, Some(other)),
        };
        Some(Selector { pick, span })
    }

    /// Lowers `a number of cards equal to …`.
    fn number_of_them(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        apart: Option<Node<'_>>,
        purpose: NounRole,
        chooser: Player,
    ) -> Option<Pick> {
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let up_to = kids.has(Rule::m_upto);
        let random = kids.has(Rule::at_random);
        let mut rest: Vec<Node<'_>> = std::iter::from_fn(|| kids.next()).collect();
        let number = match apart {
            Some(number) => number,
            None => rest.pop().unwrap_or_else(|| bug(Rule::number_of, None)),
        };
        let mut parts = Parts::default();
        self.describe(cx, rest, &mut parts)?;
        let number = self.bounded(cx, number)?;
        let quantity = match (random, up_to) {
            (true, _) => Quantity::Random(number),
            (false, true) => Quantity::Count(Count::UpTo { number }),
            (false, false) => Quantity::Count(Count::Exactly { number }),
        };
        let thing = self.thing_of_filter(&parts.filter);
        self.picked(
            quantity,
            parts.filter,
            thing,
            parts.superlative,
            purpose,
            chooser,
            at,
        )
    }

    /// Lowers `a number of units … equal to …`, where the verb continues between the two parts.
    pub fn counted_apart(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        number: Node<'_>,
    ) -> Option<Selector> {
        let span = self.at(&node);
        let pick = self.number_of_them(cx, node, Some(number), NounRole::Pick, cx.actor)?;
        Some(Selector { pick, span })
    }

    fn among(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        purpose: NounRole,
        chooser: Player,
    ) -> Option<Pick> {
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let quantity = self.quantity(cx, kids.any(), purpose)?;
        let reference = self.those_to_pick_from(cx, kids.need(Rule::reference))?;
        kids.end();
        let (thing, _) = self.thing_of_reference(&reference);
        self.none_was_taken(&reference, &thing, &at)?;
        let from = filter_among(&thing, reference);
        self.picked(quantity, from, thing, None, purpose, chooser, at)
    }

    /// Rejects `Put one of them into your hand, then discard one of them`: the card in the hand is also one of them.
    fn none_was_taken(
        &mut self,
        those: &Reference,
        thing: &EntityKind,
        at: &Range<usize>,
    ) -> Option<()> {
        let Reference::Chosen { slot, .. } = those else {
            return Some(());
        };
        let taken = |mention: &&Antecedent| mention.part_of == Some(*slot);
        let Some(taken) = self.discourse.mentions().iter().find(taken) else {
            return Some(());
        };
        if !matches!(thing, EntityKind::Card(_)) {
            return Some(());
        }
        let before = Place::Text(taken.at.clone());
        let finding = self
            .finding(
                Code::TwoReadings,
                at.clone(),
                "ambiguous: are the ones that were taken before included?",
                "all of them, or only the rest",
            )
            .label(before, "taken before")
            .help(
                "write `one of the rest` for the ones that are left, or take all of them at once",
            );
        self.report(finding)
    }

    /// Returns the number of things that a reference refers to.
    pub fn number_of_those(&mut self, reference: Reference, at: Range<usize>) -> Option<Amount> {
        let (thing, many) = self.thing_of_reference(&reference);
        if !many {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    "this is a single thing and cannot be counted",
                    "one thing, not several",
                )
                .help("write the number");
            return self.report(finding);
        }
        Some(Amount::Number {
            of: Box::new(filter_among(&thing, reference)),
        })
    }

    /// Describes exactly the cards that a reference finds.
    pub fn those_cards(reference: Reference) -> Filter {
        // The noun is that of the reference.
        let types = match &reference {
            Reference::Chosen { named, .. } | Reference::FirstChosen { named, .. } => {
                match &**named {
                    ChosenNoun::Card { type_ } => type_.iter().cloned().collect(),
                    ChosenNoun::Space | ChosenNoun::Zone => Vec::new(),
                }
            }
            Reference::This { as_ } => as_.iter().cloned().collect(),
            _ => Vec::new(),
        };
        Filter {
            noun: Noun::Card { types },
            among: Some(reference),
            ..Filter::default()
        }
    }

    /// Records the current thing of a repeated sentence and returns its slot.
    pub fn one_by_one(&mut self, each: &Filter, at: Range<usize>) -> u32 {
        let slot = self.discourse.next_slot();
        let reference = Reference::Chosen {
            slot,
            named: Box::new(called(each)),
            many: false,
        };
        self.discourse
            .mention(reference, self.thing_of_filter(each), false, at);
        slot
    }

    /// Lowers `spells discarded this way`: the matching cards among those that were discarded.
    pub fn done_this_way(
        &mut self,
        cx: ClauseCtx<'_>,
        mut of: Filter,
        done: Node<'_>,
        at: Range<usize>,
        words: &str,
    ) -> Option<Filter> {
        let done = Children::of(done).any();
        let happened = match done.as_rule() {
            Rule::h_removed => Some(State::RemovedThisWay),
            Rule::h_damaged => Some(State::DealtDamageThisWay),
            _ => None,
        };
        if let Some(state) = happened {
            self.can_have_happened(&done)?;
            return self.counted_afterwards(of, state, at);
        }
        let done = PastAction::of(done.as_rule());
        let those = self.one_of_many(cx, at.clone(), words, |_, mention| {
            mention.done == Some(done)
        })?;
        self.taken_among(those, at, &mut of)?;
        Some(of)
    }

    /// Restricts a filter to things with which something happened this way, wherever they are by now.
    fn counted_afterwards(
        &mut self,
        mut of: Filter,
        state: State,
        at: Range<usize>,
    ) -> Option<Filter> {
        if of.zone.is_some() || of.among.is_some() || of.next {
            return self.contradiction(at, "this was on the map when it happened");
        }
        let (cannot, wants) = match state {
            State::RemovedThisWay => ("be removed from the map", ArgType::OnMap),
            _ => ("be hurt", ArgType::Fighter),
        };
        // `cards removed this way`: cards of any type that were on the map.
        let any = matches!(&of.noun, Noun::Card { types } if types.is_empty());
        let one = Selector {
            pick: Pick::Any {
                from: Box::new(of.clone()),
                slot: 0,
            },
            span: At::new(at),
        };
        if !any {
            self.expect_arg(&one, cannot, wants)?;
        }
        of.states.push(state);
        Some(of)
    }

    /// Restricts a filter to members of a reference.
    pub(super) fn taken_among(
        &mut self,
        those: Reference,
        at: Range<usize>,
        of: &mut Filter,
    ) -> Option<()> {
        let (thing, many) = self.thing_of_reference(&those);
        if !many {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    "this is a single thing, so nothing can be one of them",
                    "one thing, not several",
                )
                .help("test it directly: `If that card is a ‹acting›, …`");
            return self.report(finding);
        }
        if of.among.is_some() || of.zone.is_some() {
            return self.contradiction(at, "the place to take it from is already given");
        }
        let Filter { noun: all, .. } = filter_among(&thing, those.clone());
        let can_be = match (&mut of.noun, all) {
            (Noun::Card { types }, Noun::Card { types: all }) if types.is_empty() => {
                *types = all;
                true
            }
            (Noun::Card { types }, Noun::Card { types: all }) => {
                all.is_empty() || types.iter().any(|one| all.contains(one))
            }
            (one, all) => *one == all,
        };
        if !can_be {
            return self.contradiction(at, "none of those can match this");
        }
        of.among = Some(those);
        Some(())
    }

    /// Rejects a quantity in a pattern: each thing matches a pattern separately.
    pub fn pattern_of_one<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "this is checked for one thing at a time, so a number has no meaning here",
                "nothing is counted here",
            )
            .help("write `a …`, or the plural alone");
        self.report(finding)
    }

    /// Returns a selector that chooses one matching thing.
    pub fn one_of(
        &mut self,
        cx: ClauseCtx<'_>,
        nodes: Vec<Node<'_>>,
        span: At,
    ) -> Option<Selector> {
        let mut parts = Parts::default();
        for node in nodes {
            match node.as_rule() {
                Rule::traits => self.pre(node, &mut parts)?,
                _ => self.describe_one(cx, node, &mut parts)?,
            }
        }
        let slot = self.discourse.next_slot();
        Some(Selector {
            pick: Pick::Choose {
                count: Count::one(),
                by: Player::You,
                from: Box::new(parts.filter),
                superlative: None,
                chain: None,
                slot,
            },
            span,
        })
    }

    /// Returns the kind of thing that a filter matches.
    pub fn thing_of_filter(&self, filter: &Filter) -> EntityKind {
        match &filter.noun {
            Noun::Space => EntityKind::Space,
            Noun::Card { types }
                if filter.zone.is_none()
                    && self.on_map(types)
                    && filter
                        .among
                        .as_ref()
                        .is_none_or(|among| self.is_on_map(among)) =>
            {
                // A flag such as `vanguard` means that the card is not in play.
                if crate::effect::is_flagged(filter, self.env.symbols.game) {
                    EntityKind::Card(types.clone())
                } else {
                    EntityKind::OnMap(types.clone())
                }
            }
            Noun::Card { types } => EntityKind::Card(types.clone()),
        }
    }

    fn is_on_map(&self, reference: &Reference) -> bool {
        matches!(self.thing_of_reference(reference).0, EntityKind::OnMap(_))
    }

    pub fn thing_of(&self, selector: &Selector) -> EntityKind {
        match &selector.pick {
            Pick::Choose { from, .. }
            | Pick::Random { from, .. }
            | Pick::Each { from, .. }
            | Pick::Any { from, .. } => self.thing_of_filter(from),
            Pick::Stack { .. } => EntityKind::Card(Vec::new()),
            Pick::Pile { types, .. } => EntityKind::OnMap(types.clone()),
            Pick::Zone { .. } => EntityKind::Zone,
            Pick::Known { is } => self.thing_of_reference(is).0,
        }
    }
}

/// Returns the noun with which later words refer to a matching thing.
fn called(from: &Filter) -> ChosenNoun {
    match &from.noun {
        Noun::Space => ChosenNoun::Space,
        Noun::Card { types } => ChosenNoun::Card {
            type_: match types.as_slice() {
                [one] => Some(one.clone()),
                _ => None,
            },
        },
    }
}

/// Returns a filter for members of a reference.
fn filter_among(thing: &EntityKind, reference: Reference) -> Filter {
    let noun = match thing {
        EntityKind::Space => Noun::Space,
        EntityKind::OnMap(types) | EntityKind::Card(types) => Noun::Card {
            types: types.clone(),
        },
        EntityKind::Attack | EntityKind::Zone => Noun::Card { types: Vec::new() },
    };
    Filter {
        noun,
        among: Some(reference),
        ..Filter::default()
    }
}

pub(super) fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o']) {
        "an"
    } else {
        "a"
    }
}

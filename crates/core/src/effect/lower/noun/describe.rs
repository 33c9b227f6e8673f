//! Lowers the words of a noun phrase into a filter.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::EntityKind;
use std::ops::Range;

use smol_str::SmolStr;

use super::super::children::{Children, bug};
use super::super::ctx::{LowerCtx, Node};
use crate::diagnostic::{Code, Place as At_, Safety};
use crate::effect::ir::{
    At, BareWord, Filter, Noun, Owner, Pick, Place, Player, Reference, Selector, Side, State,
    Superlative, Zone,
};
use crate::effect::lower::amount::counted_in;
use crate::effect::syntax::Rule;
use crate::game::TermRole;

impl LowerCtx<'_> {
    /// Adds the words of a noun phrase to a filter.
    pub fn describe(
        &mut self,
        cx: ClauseCtx<'_>,
        nodes: Vec<Node<'_>>,
        parts: &mut Parts,
    ) -> Option<()> {
        let last = nodes
            .iter()
            .rev()
            .find(|node| node.as_rule() == Rule::pre)
            .or(nodes.last())
            .map(|node| self.range(node));
        let beside = cx.place_rule;
        let of_noun = ClauseCtx {
            place_rule: None,
            describing: true,
            ..cx
        };
        self.describe_anything(of_noun, nodes, parts)?;
        if parts.noun_words.is_empty() && parts.filter.names.is_empty() {
            return self.no_noun(last.map_or(0, |at| at.end));
        }
        match parts.other_at.clone() {
            Some(at) => self.other_than(at, parts, beside),
            None => Some(()),
        }
    }

    /// Adds words to a filter without requiring a noun: `is *undead*`.
    pub fn describe_anything(
        &mut self,
        cx: ClauseCtx<'_>,
        nodes: Vec<Node<'_>>,
        parts: &mut Parts,
    ) -> Option<()> {
        let mut ok = true;
        let mut nodes = nodes.into_iter().peekable();
        while let Some(node) = nodes.next() {
            let are_joined =
                |next: &Node<'_>| next.as_rule() == Rule::or_noun && node.as_rule() == Rule::noun;
            let traits = nodes.peek().filter(|next| are_joined(next));
            if let Some(finding) = traits.and_then(|next| self.two_bare_traits(&node, next)) {
                nodes.next();
                self.report::<()>(finding);
                ok = false;
                continue;
            }
            let described = match self.joined_adjectives(&node, &mut nodes) {
                Some(others) => self.any_adjective(cx, &node, others, parts).is_some(),
                None => self.describe_one(cx, node, parts).is_some(),
            };
            if !described {
                // The noun after `or` would join an unknown word, so it is skipped.
                nodes.next_if(|next| next.as_rule() == Rule::or_noun);
            }
            ok &= described;
        }
        if !ok {
            return None;
        }
        // A card name without a noun implies the type of that card.
        if let (Noun::Card { types }, Some(card_type)) = (&mut parts.filter.noun, &parts.named_type)
            && types.is_empty()
        {
            types.push(card_type.clone());
        }
        if let (Noun::Card { types }, Some(named)) = (&parts.filter.noun, &parts.named_type)
            && !types.contains(named)
        {
            let (name, types) = (parts.name_words.clone(), types.clone());
            let named = self.types_in_words(std::slice::from_ref(named));
            let types = self.types_in_words(&types);
            let at = parts.name_at.clone();
            return self.contradiction(
                at,
                format!(
                    "{name} is {} {named}, not {} {types}",
                    super::article(&named),
                    super::article(&types)
                ),
            );
        }
        self.can_be_all(parts)
    }

    pub(super) fn describe_one(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        parts: &mut Parts,
    ) -> Option<()> {
        let at = self.range(&node);
        match node.as_rule() {
            Rule::pre => {
                let inner = Children::of(node).any();
                self.pre(inner, parts)?;
            }
            Rule::noun => self.noun(cx, node, parts)?,
            Rule::or_noun => self.or_noun(cx, node, parts)?,
            Rule::controlled => {
                let (side, played) = match Children::of(node).any().as_rule() {
                    Rule::controlled_you => (Side::Friendly, false),
                    Rule::controlled_opponent => (Side::Enemy, false),
                    Rule::played_you => (Side::Friendly, true),
                    Rule::played_opponent => (Side::Enemy, true),
                    other => bug(Rule::controlled, Some(other)),
                };
                self.side(side, at, parts)?;
                if played {
                    parts.filter.states.push(State::BeingPlayed);
                }
            }
            Rule::in_zone => {
                let inner = Children::of(node).any();
                if parts.filter.zone.is_some() {
                    return self.contradiction(at, "a card can only be in one zone");
                }
                if !parts.filter.places.is_empty() {
                    let message = "a card in a pile or a hand has no place on the map";
                    return self.contradiction(at, message);
                }
                match inner.as_rule() {
                    Rule::zone => parts.filter.zone = Some(self.zone(inner)?),
                    Rule::zone_own => {
                        let name = Children::of(inner).need(Rule::zone_name);
                        parts.filter.zone = Some(Zone {
                            zone: self.zone_named(name)?,
                            of: match self.discourse.subject_player() {
                                Player::You => Owner::You,
                                _ => Owner::Actor,
                            },
                        });
                    }
                    Rule::zone_it => {
                        let zone = self.it(cx, at, "it", |thing| *thing == EntityKind::Zone)?;
                        parts.filter.among = Some(zone);
                    }
                    other => bug(Rule::in_zone, Some(other)),
                }
            }
            Rule::among_those => {
                let those =
                    self.those_to_pick_from(cx, Children::of(node).need(Rule::reference))?;
                self.taken_among(those, at, &mut parts.filter)?;
            }
            Rule::excluding => {
                let inner = Children::of(node).need(Rule::bare_np);
                let before = node.as_str().get(..inner.start() - node.start());
                let before = before.unwrap_or_default().trim_end();
                if !parts.filter.other
                    && let Some(other) = before.strip_suffix("other")
                {
                    let start = at.start + other.len();
                    return self.other_than_excluded(start..self.range(&inner).start);
                }
                parts.filter.excluding = Some(Box::new(self.bare_filter(cx, inner)?));
                self.holds_together(at, parts)?;
            }
            Rule::s_highest => {
                let mut kids = Children::of(node);
                let highest = match kids.any().as_rule() {
                    Rule::highest => true,
                    Rule::lowest => false,
                    other => bug(Rule::s_highest, Some(other)),
                };
                let attribute = kids.need(Rule::attribute);
                kids.end();
                self.is_of_the_card(&attribute)?;
                let attribute = self.attribute(attribute)?;
                self.one_superlative(at.clone(), parts)?;
                parts.superlative_at = Some(at);
                parts.superlative = Some(if highest {
                    Superlative::Highest { attribute }
                } else {
                    Superlative::Lowest { attribute }
                });
            }
            Rule::s_nearest => {
                let to = self.known(cx, Children::of(node).need(Rule::np_in))?;
                self.one_superlative(at.clone(), parts)?;
                parts.superlative_at = Some(at);
                parts.superlative = Some(Superlative::Nearest { to });
            }
            Rule::s_token
            | Rule::s_mark
            | Rule::s_damage
            | Rule::s_same_name
            | Rule::s_number
            | Rule::s_damaged
            | Rule::s_size => {
                let state = self.state(cx, node)?;
                self.new_state(state, at, parts)?;
            }
            _ => {
                let own = cx.describing && self.is_of_own_kind(parts);
                let of_place = ClauseCtx {
                    place_rule: own.then_some(node.as_rule()),
                    ..cx
                };
                let place = self.place(of_place, node)?;
                self.only_near(&place);
                self.new_place(place, at, parts)?;
            }
        }
        Some(())
    }

    pub(super) fn side(&mut self, side: Side, at: Range<usize>, parts: &mut Parts) -> Option<()> {
        match parts.filter.side {
            Some(known) if known != side => {
                self.contradiction(at, "nothing is both friendly and enemy")
            }
            Some(_) => self.twice(at),
            _ => {
                parts.filter.side = Some(side);
                Some(())
            }
        }
    }

    /// Adds a state that is a single word.
    pub(super) fn state_word(
        &mut self,
        state: State,
        at: Range<usize>,
        parts: &mut Parts,
    ) -> Option<()> {
        if parts.filter.states.contains(&state) {
            return self.twice(at);
        }
        for (one, other, message) in [
            (
                State::Ready,
                State::Spent,
                "nothing is both ready and spent",
            ),
            (
                State::FaceUp,
                State::FaceDown,
                "nothing is both face-up and face-down",
            ),
        ] {
            let states = &parts.filter.states;
            if (state == one && states.contains(&other))
                || (state == other && states.contains(&one))
            {
                return self.contradiction(at, message);
            }
        }
        parts.states.push((state.clone(), at));
        parts.filter.states.push(state);
        Some(())
    }

    /// Rejects `the most damage` and `the highest size`: these count tokens on a card, and can only be compared with a
    /// number.
    fn is_of_the_card(&mut self, attribute: &Node<'_>) -> Option<()> {
        let word = attribute.as_str().trim().to_lowercase();
        let Some(role) = counted_in(self.env.symbols.game, &word) else {
            return Some(());
        };
        let help = match role {
            TermRole::Size => format!("write `of {word} 2 or more`"),
            _ => format!("write `with 3 or more {word}`"),
        };
        let finding = self
            .finding(
                Code::UnknownWord,
                self.range(attribute),
                format!("{word} is not a number of a card, so there is no highest or lowest"),
                "not printed on a card",
            )
            .help(format!(
                "{help}; only a number of a card can be the highest or the lowest: `with the highest attack`"
            ));
        self.report(finding)
    }

    pub(super) fn one_superlative(&mut self, at: Range<usize>, parts: &Parts) -> Option<()> {
        if parts.superlative.is_none() {
            return Some(());
        }
        self.contradiction(at, "only one superlative can be used")
    }

    pub(super) fn pre(&mut self, node: Node<'_>, parts: &mut Parts) -> Option<()> {
        let at = self.range(&node);
        match node.as_rule() {
            Rule::w_other if parts.filter.other => self.twice(at)?,
            Rule::w_other => {
                parts.filter.other = true;
                parts.other_at = Some(at);
            }
            Rule::of_your => {
                self.side(Side::Friendly, at, parts)?;
                parts.of_your = true;
            }
            // In `one of your friendly units`, `friendly` may repeat the side.
            Rule::friendly if parts.of_your => parts.of_your = false,
            Rule::friendly => self.side(Side::Friendly, at, parts)?,
            Rule::enemy => self.side(Side::Enemy, at, parts)?,
            Rule::nearest => {
                self.one_superlative(at.clone(), parts)?;
                let to = self.here_or_report(at.clone(), "nearest")?;
                parts.superlative_at = Some(at);
                parts.superlative = Some(Superlative::Nearest { to });
            }
            Rule::adjacent => {
                let to = self.here_or_report(at.clone(), "adjacent")?;
                let place = Place::Adjacent {
                    to: Box::new(Selector {
                        pick: Pick::Known { is: to },
                        span: At::new(at.clone()),
                    }),
                    not: false,
                };
                if parts.filter.places.contains(&place) {
                    return self.twice(at);
                }
                parts.filter.places.push(place);
            }
            Rule::s_vacant => self.state_word(State::Vacant, at, parts)?,
            Rule::s_ready => self.state_word(State::Ready, at, parts)?,
            Rule::s_spent => self.state_word(State::Spent, at, parts)?,
            Rule::s_face_up => self.state_word(State::FaceUp, at, parts)?,
            Rule::s_face_down => self.state_word(State::FaceDown, at, parts)?,
            Rule::next_one if parts.filter.next => self.twice(at)?,
            Rule::next_one => parts.filter.next = true,
            Rule::traits => {
                let mut any = Vec::new();
                let mut kids = Children::of(node);
                while let Some(word) = kids.next() {
                    let id = self.trait_of(word)?;
                    if !any.contains(&id) {
                        any.push(id);
                    }
                }
                self.one_of_both_lists(&any, at, parts)?;
                parts.filter.traits.push(any);
            }
            Rule::names => {
                let at = self.range(&node);
                if !parts.filter.names.is_empty() {
                    let finding = self
                        .finding(
                            Code::Contradiction,
                            at.clone(),
                            "a card has only one name",
                            "second name",
                        )
                        .fix(
                            Safety::Unsafe,
                            "write `or` between the names",
                            At_::Text(at.start..at.start),
                            "or ",
                        );
                    return self.report(finding);
                }
                let mut kids = Children::of(node);
                while let Some(name) = kids.next() {
                    parts.name_words = name.as_str().trim().to_owned();
                    parts.name_at = self.range(&name);
                    let (id, card_type) = self.card_named(name)?;
                    if !parts.filter.names.contains(&id) {
                        parts.filter.names.push(id);
                    }
                    parts.named_type = Some(card_type);
                }
            }
            other => bug(Rule::pre, Some(other)),
        }
        Some(())
    }

    /// Returns the origin of distances, or reports that the card has none.
    pub fn here_or_report(&mut self, at: Range<usize>, what: &str) -> Option<Reference> {
        if let Some(here) = self.here() {
            self.discourse
                .set_implicit_origin(Some(at).filter(|_| what != "nearest"));
            return Some(here);
        }
        let card_type = self.env.bearer.card_type.replace('_', " ");
        // `A friendly unit attacks an adjacent enemy unit`: the last mention is the likely origin.
        let last = self.discourse.mentions().last();
        let of_it = last.is_some_and(|last| !last.many && self.is_fighter(&last.thing));
        let own = self.reference_words(&Reference::YourHero);
        let finding = self
            .finding(
                Code::NoPlace,
                at.clone(),
                format!("this {card_type} has no place on the map to measure from"),
                format!("the origin of \"{what}\" is missing"),
            )
            .help(match what {
                "adjacent" if of_it => format!(
                    "write `… adjacent to it` after the noun, or name a different origin: `… adjacent to {own}`"
                ),
                "adjacent" => format!(
                    "write `… adjacent to {own}` or `… adjacent to the target` after the noun"
                ),
                "nearest" => format!(
                    "write `the … with …`, or choose it with `within range … of {own}`"
                ),
                _ if of_it => format!("write `… of it`, or name a different origin: `… of {own}`"),
                _ => format!("write `… of {own}`, or name a different origin"),
            });
        let finding = match what {
            "adjacent" | "nearest" => finding,
            _ if of_it => finding.fix(
                Safety::Unsafe,
                "write `of it` after it",
                At_::Text(at.end..at.end),
                " of it",
            ),
            _ => finding.fix(
                Safety::Unsafe,
                format!("write `of {own}` after it"),
                At_::Text(at.end..at.end),
                format!(" of {own}"),
            ),
        };
        self.report(finding)
    }
}

/// The parts of a noun phrase, collected word by word.
#[derive(Default)]
pub(in crate::effect) struct Parts {
    pub filter: Filter,
    pub superlative: Option<Superlative>,
    pub superlative_at: Option<Range<usize>>,
    pub plural: bool,
    /// The type of the named card.
    pub named_type: Option<SmolStr>,
    pub noun_words: SmolStr,
    /// `of your` already names the side.
    pub of_your: bool,
    /// The card name as written.
    pub name_words: String,
    /// Span of `other` or `another`.
    pub other_at: Option<Range<usize>>,
    /// Span of the card name.
    pub name_at: Range<usize>,
    /// States with their spans.
    pub states: Vec<(State, Range<usize>)>,
    /// Field values with their spans.
    pub fields: Vec<(BareWord, Range<usize>)>,
    /// It is asked of one thing at a time: in an event, a prohibition, a cause, or where things are counted.
    pub asked_of_one: bool,
    /// Span of the `and` that joins a second noun.
    pub and: Option<Range<usize>>,
}

impl Parts {
    /// Returns the words for this phrase in messages.
    pub(in crate::effect::lower) fn words(&self) -> String {
        match (self.noun_words.as_str(), self.name_words.as_str()) {
            ("", "") => "one".to_owned(),
            ("", name) => name.to_owned(),
            (noun, _) => noun.to_owned(),
        }
    }
}

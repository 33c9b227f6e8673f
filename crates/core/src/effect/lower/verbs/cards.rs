//! Lowers verbs about cards in their zones: looking, choosing, putting, searching, shuffling.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{ArgType, EntityKind, NounRole, PronounConstraint};
use std::ops::Range;

use crate::diagnostic::prose;
use crate::diagnostic::{Code, Place, Safety};
use crate::effect::ir::{
    Action, Chain, End, Filter, Noun, Owner, Pick, Player, Put, Reference, Selector, Side, State,
    Zone,
};
use crate::effect::lower::children::Children;
use crate::effect::lower::ctx::{LowerCtx, Node};
use crate::effect::lower::verbs::VerbPhrase;
use crate::effect::syntax::Rule;

/// Returns the zone of a selector's filter, and the side that the text gives.
fn zone_of(selector: &Selector) -> Option<(&Zone, Side)> {
    let from = described(selector)?;
    from.zone.as_ref().zip(from.side)
}

fn described(selector: &Selector) -> Option<&Filter> {
    match &selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => Some(from),
        _ => None,
    }
}

impl LowerCtx<'_> {
    /// Lowers a noun phrase of cards. They are in the default zone of the verb unless the text gives a place.
    pub fn cards(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        verb: &str,
        who: Player,
    ) -> Option<Selector> {
        let cx = ClauseCtx {
            needs: Some(&PronounConstraint::Verb(ArgType::OffMap)),
            ..cx
        };
        let mut selector = self.np_as(cx, node, NounRole::Pick, who)?;
        let named = zone_of(&selector).is_some();
        let anywhere = described(&selector).is_some_and(|from| from.zone.is_none());
        self.in_default_zone(&mut selector, verb, who);
        self.whose_zone(&selector, named)?;
        if anywhere {
            self.not_of_those_shown(&selector)?;
        }
        let from_hand = !named && zone_of(&selector).is_some();
        let of_play = |rule| {
            matches!(
                rule,
                Rule::controlled_you | Rule::controlled_opponent | Rule::friendly | Rule::enemy
            )
        };
        if from_hand && node.within().any(|kid| of_play(kid.as_rule())) {
            return self.not_from_the_table(selector.span.range(), who);
        }
        Some(selector)
    }

    /// Rejects cards of one side in a zone of the other player.
    fn whose_zone(&mut self, selector: &Selector, named: bool) -> Option<()> {
        let (Some((zone, side)), at) = (zone_of(selector), selector.span.range()) else {
            return Some(());
        };
        let apart = matches!(
            (side, zone.of),
            (Side::Enemy, Owner::You) | (Side::Friendly, Owner::Opponent)
        );
        if !apart {
            return Some(());
        }
        if named {
            return self.contradiction(at, "cards in a player's zone belong to that player");
        }
        let whose = match side {
            Side::Enemy => "your opponent's",
            Side::Friendly => "yours",
        };
        let zone = self.zone_words(zone);
        self.reject(
                Code::Contradiction,
                at,
                format!("cards that are {whose} are not in {zone}"),
                "not in this zone", "write where a card in play goes: `Put an enemy artifact into its owner's discard pile.`")
    }

    /// Rejects `Discard an artifact you control`: cards are discarded from the hand, but a card on a side is in play.
    fn not_from_the_table<T>(&mut self, at: Range<usize>, who: Player) -> Option<T> {
        let help = match who {
            Player::Opponent => {
                "write `from your opponent's hand`; for a card in play, write `Put an artifact your opponent controls \
                 into its owner's discard pile.`; for a card on a ‹acting›, name the ‹acting›: `an *ongoing* card on \
                 an enemy ‹acting›`"
            }
            _ => {
                "write `from your hand`; for a card in play, write `Put an artifact you control into your discard \
                 pile.`; for a card on a ‹acting›, name the ‹acting›: `an *ongoing* card on a friendly ‹acting›`"
            }
        };
        self.reject(
            Code::TwoReadings,
            at,
            "ambiguous: a card in the hand, or one in play?",
            "missing origin",
            help,
        )
    }

    pub fn reveal(&mut self, who: Player, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let mut what = self.cards(cx, phrase.kids.need(Rule::np), "reveal", who)?;
        self.counted_by_tails(cx, &mut what, phrase.tails, phrase.at.clone())?;
        if self.thing_of(&what) != EntityKind::Zone {
            self.applies_in_zone(&what, "reveal", who, "be revealed", ArgType::OffMap)?;
        }
        Some(Action::Reveal { who, what })
    }

    pub fn look(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let mut what = self.np(cx, phrase.kids.need(Rule::np))?;
        self.counted_by_tails(cx, &mut what, phrase.tails, phrase.at.clone())?;
        if self.thing_of(&what) != EntityKind::Zone {
            self.expect_arg(&what, "be looked at in secret", ArgType::Hidden)?;
        }
        Some(Action::Look { what })
    }

    pub fn choose(&mut self, who: Player, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        let np = kids.need(Rule::np);
        let at = self.range(&np);
        let mut what = self.np_as(cx, np, NounRole::Pick, who)?;
        if let Some(chain_node) = kids.take(Rule::chain_of) {
            let mut inner = Children::of(chain_node);
            let written = self.written_distance(cx, &mut inner)?;
            // The grammar accepts any word here, but it must be the noun of the chosen thing.
            let word = inner.need(Rule::word);
            let word_at = self.range(&word);
            let thing = self.thing_of(&what);
            if !self.is_named(&thing, word.as_str().trim()) {
                return self.reject(
                    Code::UnknownWord,
                    word_at,
                    format!(
                        "\"{}\" is not the noun that is chosen",
                        word.as_str().trim()
                    ),
                    "not the chosen noun",
                    format!("write `… of the {} chosen before it`", self.acting_word()),
                );
            }
            let range = match written {
                Some(written) => written,
                None => {
                    let bounded = inner.need(Rule::bounded);
                    let at = self.range(&bounded);
                    let range = self.bounded(cx, bounded)?;
                    self.distance(range, at)?
                }
            };
            inner.end();
            if let Pick::Choose { chain, .. } = &mut what.pick {
                *chain = Some(Box::new(Chain { range }));
            }
        }
        if !matches!(what.pick, Pick::Choose { .. } | Pick::Random { .. }) {
            return self.reject(
                Code::CannotApply,
                at,
                "there is nothing to choose: this is one known thing, or all of them",
                "no choice",
                "write `a`, `up to 3` or another number",
            );
        }
        self.counted_by_tails(cx, &mut what, phrase.tails, at)?;
        Some(Action::Choose { what })
    }

    fn is_named(&self, thing: &EntityKind, word: &str) -> bool {
        match thing {
            EntityKind::Space => word.eq_ignore_ascii_case("space"),
            EntityKind::OnMap(types) | EntityKind::Card(types) => {
                word.eq_ignore_ascii_case("card")
                    || types.iter().any(|id| {
                        self.env
                            .symbols
                            .game
                            .card_types
                            .get(id)
                            .is_some_and(|card_type| card_type.name.eq_ignore_ascii_case(word))
                    })
            }
            EntityKind::Attack | EntityKind::Zone => false,
        }
    }

    pub fn destination(&mut self, node: Node<'_>) -> Option<Put> {
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let end = match (kids.has(Rule::at_top), kids.has(Rule::at_bottom)) {
            (true, _) => Some(End::Top),
            (_, true) => Some(End::Bottom),
            _ => None,
        };
        let named = kids.need(Rule::zone);
        let words = named.as_str().trim();
        // If the zone is shuffled afterwards, the position does not matter.
        let shuffled = format!("shuffle {words}");
        let shuffled = named
            .behind()
            .to_lowercase()
            .contains(&shuffled.to_lowercase());
        let zone = self.zone(named)?;
        let any_order = kids.has(Rule::any_order);
        kids.end();
        let ordered = self
            .env
            .symbols
            .game
            .term("zones", &zone.zone)
            .is_some_and(|term| term.ordered);
        if end.is_some() && !ordered {
            return self.reject(
                Code::CannotApply,
                at,
                "these cards have no order, so there is no top or bottom",
                "not a pile of cards",
                "write `into …`",
            );
        }
        // Only the draw pile needs a position: a card can go to either end of it. A discard pile has only a top.
        let drawn_from = self.draw_pile().is_some_and(|(id, _)| id == zone.zone);
        if end.is_none() && drawn_from && !shuffled {
            let mut finding = self
                .finding(
                    Code::TwoReadings,
                    at.clone(),
                    "missing position: this zone has an order",
                    "on the top, or on the bottom",
                )
                .help(format!(
                    "write `on the top of {words}` or `on the bottom of {words}`; `Shuffle {words}.` may follow"
                ));
            for end in ["top", "bottom"] {
                let by = format!("on the {end} of {words}");
                let title = format!("write `{by}`");
                finding = finding.fix(Safety::Unsafe, title, Place::Text(at.clone()), by);
            }
            return self.report(finding);
        }
        Some(Put {
            zone,
            end,
            any_order,
        })
    }

    pub fn return_cards(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let (mut what, to) = self.brought(phrase, PronounConstraint::Returned)?;
        self.expect_arg(&what, "be returned to anywhere", ArgType::OfDeck)?;
        self.goes_elsewhere(&what, &to.zone)?;
        self.counted_by_tails(cx, &mut what, phrase.tails, phrase.at.clone())?;
        Some(Action::Return { what, to })
    }

    /// Lowers the object of a verb and its destination. The number of the object may follow.
    fn brought(
        &mut self,
        phrase: &mut VerbPhrase<'_, '_>,
        needs: PronounConstraint,
    ) -> Option<(Selector, Put)> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        if let Some(apart) = kids.take(Rule::number_apart) {
            let to = self.destination(kids.need(Rule::destination))?;
            let what = self.counted_apart(cx, apart, kids.need(Rule::bounded))?;
            return Some((what, to));
        }
        let mut parts = phrase.node.within();
        let to = parts.find(|part| part.as_rule() == Rule::destination);
        let owner = to.and_then(|to| to.within().find(|part| part.as_rule() == Rule::zone_owner));
        let bound_for = match owner.map(|owner| Children::of(owner).next().map(|of| of.as_rule())) {
            Some(None) => Some(Owner::You),
            Some(Some(Rule::owner_opponent)) => Some(Owner::Opponent),
            _ => None,
        };
        let what = self.object_being(ClauseCtx { bound_for, ..cx }, kids.need(Rule::np), needs)?;
        Some((what, self.destination(kids.need(Rule::destination))?))
    }

    pub fn put(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let (what, to) = self.brought(phrase, PronounConstraint::Verb(ArgType::OfDeck))?;
        self.expect_arg(&what, "be put there", ArgType::OfDeck)?;
        self.goes_elsewhere(&what, &to.zone)?;
        let rest = match phrase.kids.take(Rule::put_rest) {
            Some(rest) => {
                let mut inner = Children::of(rest);
                let np = inner.need(Rule::np);
                let at = self.range(&np);
                let rest = self.np(cx, np)?;
                if !matches!(
                    rest.pick,
                    Pick::Known {
                        is: Reference::Rest { .. }
                    }
                ) {
                    return self.reject(
                            Code::CannotApply,
                            at,
                            "only the rest of the cards looked at can go elsewhere in the same sentence",
                            "not the rest", "write `and the rest …`, or a separate sentence");
                }
                let to = self.destination(inner.need(Rule::destination))?;
                self.goes_elsewhere(&rest, &to.zone)?;
                Some(to)
            }
            None => None,
        };
        Some(Action::Put { what, to, rest })
    }

    pub fn search(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        let zone = self.zone(kids.need(Rule::zone))?;
        let mut what = self.np(cx, kids.need(Rule::np))?;
        self.expect_arg(&what, "be searched for", ArgType::OfDeck)?;
        self.is_in(&what, &zone)?;
        match &mut what.pick {
            Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. } => {
                from.zone = Some(zone.clone());
            }
            _ => {
                return self.reject(
                    Code::CannotApply,
                    what.span.range(),
                    "a known card cannot be searched for",
                    "nothing to search for",
                    "write the kind of card: `a ‹acting›`, `2 *fire* spells`",
                );
            }
        }
        let found = match &what.pick {
            Pick::Choose { slot, .. } | Pick::Random { slot, .. } | Pick::Each { slot, .. } => {
                Some(*slot)
            }
            _ => None,
        };
        // The card that was found is in a zone, even if its type belongs on the map.
        if let (Noun::Card { types }, Some(slot)) = (noun_of(&what), found) {
            for mention in self.discourse.mentions_mut() {
                if matches!(mention.reference, Reference::Chosen { slot: known, .. } if known == slot)
                {
                    mention.thing = EntityKind::Card(types.clone());
                }
            }
        }
        let reveal = match kids.take(Rule::search_reveal) {
            Some(reveal) => {
                self.found_again(cx, Children::of(reveal).need(Rule::np), found)?;
                true
            }
            None => false,
        };
        self.found_again(cx, kids.need(Rule::np), found)?;
        let to = self.destination(kids.need(Rule::destination))?;
        self.goes_to_its_owner(Some(zone.of), &to.zone, what.span.range())?;
        Some(Action::Search {
            zone,
            what,
            reveal,
            to,
        })
    }

    /// Rejects cards whose place is not the searched zone.
    fn is_in(&mut self, what: &Selector, zone: &Zone) -> Option<()> {
        let elsewhere = match &what.pick {
            Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. } => {
                let of_map = |state: &State| {
                    !matches!(state, State::Attribute { .. } | State::SameName { .. })
                };
                from.zone.as_ref().is_some_and(|known| known != zone)
                    || from.side.is_some()
                    || !from.places.is_empty()
                    || from.states.iter().any(of_map)
            }
            _ => false,
        };
        if !elsewhere {
            return Some(());
        }
        self.reject(
            Code::Contradiction,
            what.span.range(),
            format!("no card in {} matches this", self.zone_words(zone)),
            "this is somewhere else",
            "remove its place, its side, and everything that only a card on the map has",
        )
    }

    /// Checks that `it`, `them` or `that card` in a search refers to the cards that were found.
    fn found_again(&mut self, cx: ClauseCtx<'_>, node: Node<'_>, slot: Option<u32>) -> Option<()> {
        let at = self.range(&node);
        // Only the word itself refers to them: `a unit adjacent to it` is a different thing.
        let word = node.as_str().trim();
        if ["it", "them"]
            .iter()
            .any(|it| word.eq_ignore_ascii_case(it))
        {
            return Some(());
        }
        let again = self.np(cx, node)?;
        match &again.pick {
            Pick::Known {
                is: Reference::Chosen { slot: known, .. },
            } if Some(*known) == slot => Some(()),
            _ => self.reject(
                Code::UnboundReference,
                at,
                "a search must say what happens to the card that was found",
                "not what was searched for",
                "write `it` or `them`",
            ),
        }
    }

    pub fn shuffle(&mut self, who: Player, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let kids = &mut phrase.kids;
        let from = kids.need(Rule::zone);
        let from_at = self.range(&from);
        let zone = self.zone(from)?;
        let to = kids.take(Rule::zone);
        let to_at = to.as_ref().map(|to| self.range(to));
        let into = match to {
            Some(zone) => Some(self.zone(zone)?),
            None => None,
        };
        let at = to_at.unwrap_or_else(|| from_at.clone());
        self.has_order(into.as_ref().unwrap_or(&zone), at)?;
        if let Some(into) = &into {
            if *into == zone {
                return self.contradiction(from_at, "these cards are already there");
            }
            self.goes_to_its_owner(Some(zone.of), into, from_at)?;
        }
        Some(Action::Shuffle { who, zone, into })
    }

    /// Rejects shuffling a zone without an order.
    fn has_order(&mut self, zone: &Zone, at: Range<usize>) -> Option<()> {
        let game = self.env.symbols.game;
        if game
            .term("zones", &zone.zone)
            .is_some_and(|term| term.ordered)
        {
            return Some(());
        }
        let ordered = game.terms("zones").filter(|(_, term)| term.ordered);
        let names: Vec<String> = ordered
            .map(|(_, term)| format!("`{}`", term.name))
            .collect();
        self.reject(
            Code::CannotApply,
            at,
            format!("{} has no order", self.zone_words(zone)),
            "there is nothing to shuffle",
            format!("name a pile: {}", prose::or(&names)),
        )
    }
}

fn noun_of(selector: &Selector) -> Noun {
    match &selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => from.noun.clone(),
        _ => Noun::default(),
    }
}

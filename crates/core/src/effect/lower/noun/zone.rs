//! Lowers zones, and the cards at their top or bottom.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::noun::Parts;
use crate::effect::lower::types::{EntityKind, NounRole};
use smol_str::SmolStr;

use super::super::children::{Children, bug};
use super::super::ctx::{LowerCtx, Node};
use crate::diagnostic::Code;
use crate::effect::ir::{
    Amount, ChosenNoun, End, Filter, Noun, Owner, Pick, Player, Reference, Zone,
};
use crate::effect::syntax::Rule;

impl LowerCtx<'_> {
    pub(super) fn top_cards(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Pick> {
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let (end, count) = self.end_and_count(cx, &mut kids)?;
        let zone = kids.need(Rule::zone);
        kids.end();
        self.stack(count, end, zone, at)
    }

    /// Lowers `the top unit of an enemy stack`.
    pub(super) fn of_pile(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Pick> {
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let (end, count) = self.end_and_count(cx, &mut kids)?;
        let mut described: Vec<Node<'_>> = std::iter::from_fn(|| kids.next()).collect();
        let Some(of) = described.pop() else {
            bug(Rule::of_pile, None)
        };
        let start = described
            .first()
            .map_or(at.start, |node| self.range(node).start);
        let noun_at = start..described.last().map_or(at.end, |node| self.range(node).end);
        let mut parts = Parts::default();
        self.describe(cx, described, &mut parts)?;
        let of = self.np_as(cx, of, NounRole::Pick, cx.actor)?;
        let plain = Filter {
            noun: parts.filter.noun.clone(),
            ..Filter::default()
        };
        let (Noun::Card { types }, true) = (&plain.noun, plain == parts.filter) else {
            return self.reject(
                Code::CannotApply,
                noun_at,
                "only the type of the cards can be said here",
                "not only a type",
                "name the type alone: `the top ‹acting› of …`",
            );
        };
        let types = types.clone();
        let slot = self.discourse.next_slot();
        let many = count.value() != Some(1);
        let reference = Reference::Chosen {
            slot,
            named: Box::new(ChosenNoun::Card {
                type_: types.first().filter(|_| types.len() == 1).cloned(),
            }),
            many,
        };
        self.discourse
            .mention(reference, EntityKind::OnMap(types.clone()), many, at);
        Some(Pick::Pile {
            count,
            end,
            types,
            of: Box::new(of),
            slot,
        })
    }

    /// Lowers `a number of cards from the top of your deck equal to …`.
    pub(super) fn number_of_top(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Pick> {
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let end = end_of(&mut kids);
        let zone = kids.need(Rule::zone);
        let count = self.bounded(cx, kids.need(Rule::bounded))?;
        kids.end();
        self.stack(count, end, zone, at)
    }

    /// Lowers `top 3`: the end of a pile, and how many cards from there.
    fn end_and_count(
        &mut self,
        cx: ClauseCtx<'_>,
        kids: &mut Children<'_>,
    ) -> Option<(End, Amount)> {
        let end = end_of(kids);
        let count = match kids.take(Rule::amount) {
            Some(amount) => {
                let at = self.range(&amount);
                let amount = self.amount(cx, amount)?;
                self.at_least_one(amount, "cards", at)?
            }
            None => Amount::fixed(1),
        };
        Some((end, count))
    }

    fn stack(
        &mut self,
        count: Amount,
        end: End,
        zone_node: Node<'_>,
        at: std::ops::Range<usize>,
    ) -> Option<Pick> {
        let zone_at = self.range(&zone_node);
        let zone = self.zone(zone_node)?;
        let term = self.env.symbols.game.term("zones", &zone.zone);
        if term.is_some_and(|term| !term.ordered) {
            let finding = self
                .finding(
                    Code::CannotApply,
                    zone_at,
                    "these cards have no order, so there is no top card",
                    "not a pile of cards",
                )
                .help("write `a card in …` or `a random card from …`");
            return self.report(finding);
        }
        let slot = self.discourse.next_slot();
        let many = count.value() != Some(1);
        let reference = Reference::Chosen {
            slot,
            named: Box::new(ChosenNoun::Card { type_: None }),
            many,
        };
        self.discourse
            .mention(reference, EntityKind::Card(Vec::new()), many, at);
        if let Some(mention) = self.discourse.mentions_mut().last_mut() {
            mention.owner = Some(zone.of);
        }
        Some(Pick::Stack {
            count,
            end,
            zone,
            slot,
        })
    }

    /// Selects all cards of a zone and records them, so that `it` can refer to them.
    pub(super) fn whole_zone(&mut self, zone: Zone, at: std::ops::Range<usize>) -> Pick {
        let slot = self.discourse.next_slot();
        let reference = Reference::Chosen {
            slot,
            named: Box::new(ChosenNoun::Zone),
            many: false,
        };
        self.discourse
            .mention(reference, EntityKind::Zone, false, at);
        self.discourse.belongs_to(slot, zone.of);
        Pick::Zone { zone, slot }
    }

    /// Returns the zone with this name, unless the words are a noun phrase: `your statistic cards` are single cards.
    pub(super) fn named_zone(&self, noun: &Node<'_>) -> Option<SmolStr> {
        let word = noun.words();
        let last = word.rsplit(' ').next().unwrap_or_default();
        if ["card", "cards"]
            .iter()
            .any(|card| card.eq_ignore_ascii_case(last))
        {
            return None;
        }
        let (id, _) = self
            .env
            .symbols
            .game
            .terms("zones")
            .find(|(_, term)| super::super::vocabulary::is_term(term, &word))?;
        // The zone is lowered here, so no child is left for other code.
        let mut kids = Children::of(*noun);
        while kids.next().is_some() {}
        Some(id.into())
    }

    pub fn zone(&mut self, node: Node<'_>) -> Option<Zone> {
        let mut kids = Children::of(node);
        let owner = kids.need(Rule::zone_owner);
        let of = match Children::of(owner).next().map(|owner| owner.as_rule()) {
            None => Owner::You,
            Some(Rule::owner_opponent) => Owner::Opponent,
            Some(Rule::owner_its) => Owner::Owner,
            Some(Rule::owner_each) => self.theirs(&owner)?,
            other => bug(Rule::zone_owner, other),
        };
        let name = kids.need(Rule::zone_name);
        kids.end();
        // `their owners' hands`
        let mut zones = self.env.symbols.game.terms("zones");
        let many = zones.find(|(_, term)| of == Owner::Owner && term.plural == name.as_str());
        let zone = match many {
            Some((id, _)) => id.into(),
            None => self.zone_named(name)?,
        };
        Some(Zone { zone, of })
    }

    /// Resolves `their`: the player who acts, if that is not you; otherwise the opponent, if the opponent was named
    /// last.
    fn theirs(&mut self, their: &Node<'_>) -> Option<Owner> {
        if self.discourse.subject_player() != Player::You {
            return Some(Owner::Actor);
        }
        let before = their.before().to_lowercase();
        if before.rfind("opponent") > before.rfind("each player") {
            return Some(Owner::Opponent);
        }
        let finding = self
            .finding(
                Code::UnboundReference,
                self.range(their),
                "\"their\" has nothing to refer to",
                "no player is named before this",
            )
            .help("write `your opponent's …`, `your …`, or for a card `its owner's …`");
        self.report(finding)
    }

    pub(super) fn zone_named(&mut self, name: Node<'_>) -> Option<SmolStr> {
        let at = self.range(&name);
        let word = name.words();
        self.term("zones", &word, at, "a zone")
    }
}

fn end_of(kids: &mut Children<'_>) -> End {
    match kids.any().as_rule() {
        Rule::at_top => End::Top,
        Rule::at_bottom => End::Bottom,
        other => bug(Rule::top_cards, Some(other)),
    }
}

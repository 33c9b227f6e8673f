//! Lowers verbs about a player's cards: drawing and discarding.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{ArgType, EntityKind, NounRole, owned_by};
use std::ops::Range;

use crate::diagnostic::{Code, Edit, Fix, Place, Safety};
use crate::effect::ir::{
    Action, Amount, ChosenNoun, Count, End, Filter, Node as IrNode, Owner, Pick, Player, Reference,
    Selector, visit_amount,
};
use crate::effect::lower::ctx::LowerCtx;
use crate::effect::lower::modifiers::Modifiers;
use crate::effect::lower::verbs::VerbPhrase;
use crate::effect::syntax::Rule;
use crate::game::Term;

impl LowerCtx<'_> {
    pub fn draw(&mut self, who: Player, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let at = phrase.at.clone();
        let capital = phrase.node.as_str().starts_with(char::is_uppercase);
        let np = phrase.kids.need(Rule::np);
        let np_at = self.range(&np);
        let np_text = np.as_str().trim().to_owned();
        let text = np_text.to_lowercase();
        // `Draw cards equal to …`: the number follows.
        if text == "cards" {
            let slot = self.discourse.next_slot();
            let amount = self.finish(cx, None, phrase.tails, "cards", at.clone())?;
            self.of_each_or_of_all(who, &amount, at)?;
            self.drawn(slot, &amount, np_at);
            return Some(Action::Draw { who, amount, slot });
        }
        let selector = self.np_as(cx, np, NounRole::Pick, who)?;
        // `Draw another card` means the same as `Draw a card`.
        let another = Filter {
            other: true,
            ..Filter::default()
        };
        let count = match &selector.pick {
            Pick::Choose {
                count: Count::Exactly { number },
                from,
                superlative: None,
                slot,
                ..
            } if **from == Filter::default() || **from == another => Some((number.clone(), *slot)),
            _ => None,
        };
        let Some((number, slot)) = count else {
            let finding = self.finding(
                Code::CannotApply,
                np_at,
                "cards are drawn from the top of the deck, whatever they are",
                "cannot be drawn",
            );
            // Cards are always drawn from the top, so `the top card of your deck` is replaced by a number.
            if let Pick::Stack {
                zone,
                end: End::Top,
                count,
                ..
            } = &selector.pick
                && zone.of == Owner::You
                && self.draw_pile().is_some_and(|(id, _)| id == zone.zone)
                && who == Player::You
                && let Some(value) = count.value()
            {
                let drawn = match value {
                    1 => "draw a card".to_owned(),
                    _ => format!("draw {value} cards"),
                };
                let finding = self.with_clause(finding, at.clone(), &drawn, capital);
                return self.report(finding);
            }
            let one = matches!(&selector.pick, Pick::Choose { count, from, .. }
                if count.is_one() && from.zone.is_none() && from.side.is_none() && from.places.is_empty());
            let in_deck = match self.thing_of(&selector) {
                EntityKind::OnMap(types) | EntityKind::Card(types) => {
                    !types.is_empty() && self.of_deck(&types)
                }
                _ => false,
            };
            let finding = match self.draw_zone() {
                Some(zone) if one && in_deck && who == Player::You => self.with_clause(
                    finding,
                    at.clone(),
                    &format!("search {zone} for {np_text} and put it into your hand"),
                    capital,
                ),
                _ => finding.help("write the number: `Draw 2 cards.`"),
            };
            return self.report(finding);
        };
        let counted = ClauseCtx {
            counting: Some(&np_at),
            ..cx
        };
        let amount = self.finish(counted, Some(number), phrase.tails, "cards", at.clone())?;
        self.of_each_or_of_all(who, &amount, at)?;
        let most = self.deck_size();
        if let Some(value) = amount.value().filter(|value| *value > most) {
            return self.reject(
                Code::AmountBeyondReason,
                np_at,
                format!("no deck has {value} cards"),
                format!("a deck has {most} cards"),
                "write a smaller number",
            );
        }
        self.drawn(slot, &amount, np_at);
        self.discourse.belongs_to(slot, owned_by(who));
        Some(Action::Draw { who, amount, slot })
    }

    /// Rejects `each player discards their hand, then each player draws that many cards`: `that many` may be the number
    /// of cards that this player discarded, or the total of both players.
    fn of_each_or_of_all(&mut self, who: Player, amount: &Amount, at: Range<usize>) -> Option<()> {
        let mut of_each = false;
        visit_amount(amount, &mut |node, _| {
            if let IrNode::Reference(reference) = node {
                let mut mentions = self.discourse.mentions().iter();
                of_each |=
                    mentions.any(|mention| mention.reference == *reference && mention.by_each);
            }
        });
        if !of_each || who != Player::Each {
            return Some(());
        }
        self.reject(
            Code::TwoReadings,
            at,
            "ambiguous: the cards of each player, or of both together?",
            "a number for each player, or for both",
            "write a sentence for each player: `Discard your hand, then draw that many cards.`",
        )
    }

    /// Records the cards that are drawn: one, or several.
    fn drawn(&mut self, slot: u32, amount: &Amount, at: Range<usize>) {
        self.cards_of_slot(slot, amount.value() != Some(1), at);
    }

    /// Records that a slot has cards of any type.
    fn cards_of_slot(&mut self, slot: u32, many: bool, at: Range<usize>) {
        self.discourse.forget(slot);
        let reference = Reference::Chosen {
            slot,
            named: Box::new(ChosenNoun::Card { type_: None }),
            many,
        };
        self.discourse
            .mention(reference, EntityKind::Card(Vec::new()), many, at);
    }

    /// Returns the words for your draw pile, such as `your deck`.
    fn draw_zone(&self) -> Option<String> {
        self.draw_pile()
            .map(|(_, term)| format!("your {}", term.name))
    }

    pub(in crate::effect::lower) fn draw_pile(&self) -> Option<(&str, &Term)> {
        let mut zones = self.env.symbols.game.terms("zones");
        zones.find(|(_, term)| term.ordered)
    }

    /// Rejects discarding a thing on the map, except this card itself.
    fn is_discardable(&mut self, what: &Selector, who: Player, at: Range<usize>) -> Option<()> {
        let this = Reference::This { as_: None };
        if matches!(&what.pick, Pick::Known { is } if *is == this) {
            return self.expect_arg(what, "be discarded", ArgType::OfDeck);
        }
        if !matches!(self.thing_of(what), EntityKind::OnMap(_)) {
            return self.expect_arg(what, "be discarded", ArgType::OfDeck);
        }
        let (zone, fix) = match (&what.pick, self.default_zone("discard", who)) {
            (
                Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. },
                Some(zone),
            ) if from.places.is_empty() && from.side.is_none() => (self.zone_words(&zone), true),
            _ => (String::new(), false),
        };
        let mut finding = self.finding(
            Code::CannotApply,
            what.span.range(),
            format!(
                "{} on the map is removed, not discarded",
                self.selector_words(what)
            ),
            "this is on the map",
        );
        let end = what.span.range().end;
        if fix {
            finding = finding.fix(
                Safety::Unsafe,
                format!("write `from {zone}` after it"),
                Place::Text(end..end),
                format!(" from {zone}"),
            );
        }
        if who == Player::You {
            finding.fixes.push(Fix {
                title: "write `Remove … from the map`".to_owned(),
                safety: Safety::Unsafe,
                edits: vec![
                    Edit {
                        at: Place::Text(at.start..what.span.range().start),
                        text: "Remove ".to_owned(),
                    },
                    Edit {
                        at: Place::Text(end..end),
                        text: " from the map".to_owned(),
                    },
                ],
            });
        }
        let finding = finding.help(match fix {
            true => format!("write `… from {zone}`, or `Remove … from the map.`"),
            false => "write `Remove … from the map.`".to_owned(),
        });
        self.report(finding)
    }

    /// Returns the number of cards in a draw pile.
    fn deck_size(&self) -> u32 {
        let game = self.env.symbols.game;
        let of_deck = |rule: &crate::game::Rule| match &rule.kind {
            crate::game::RuleKind::Count {
                zone,
                limit,
                filter,
                ..
            } if filter.is_empty() && game.term("zones", zone).is_some_and(|term| term.ordered) => {
                limit.exactly.or(limit.at_most)
            }
            _ => None,
        };
        let size = game.kingdom.rules.iter().find_map(of_deck);
        size.unwrap_or_else(|| self.most_cards())
    }

    /// Returns the maximum number of cards of a player: the whole set.
    pub fn most_cards(&self) -> u32 {
        self.env
            .symbols
            .game
            .kingdom
            .rules
            .iter()
            .find_map(|rule| match &rule.kind {
                crate::game::RuleKind::Total { limit, .. } => limit.exactly.or(limit.at_most),
                _ => None,
            })
            .unwrap_or(u32::MAX)
    }

    pub fn discard(&mut self, who: Player, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let at = phrase.at.clone();
        let mut what = self.cards(cx, phrase.kids.need(Rule::np), "discard", who)?;
        self.all_of_zone(&mut what, "discard", who);
        self.is_discardable(&what, who, at.clone())?;
        self.counted_by_tails(cx, &mut what, phrase.tails, at)?;
        Some(Action::Discard { who, what })
    }

    /// Lowers `discard your hand`: each card in it.
    fn all_of_zone(&mut self, what: &mut Selector, verb: &str, who: Player) {
        let Pick::Zone { zone, slot } = &what.pick else {
            return;
        };
        let slot = *slot;
        let default = self.default_zone(verb, who);
        let zone = match default.filter(|default| default.zone == zone.zone) {
            Some(default) if zone.of == Owner::Actor => default,
            _ => zone.clone(),
        };
        let from = Box::new(Filter {
            zone: Some(zone),
            ..Filter::default()
        });
        what.pick = Pick::Each { from, slot };
        self.cards_of_slot(slot, true, what.span.range());
    }

    /// Applies modifiers that compute a number, such as `for each …`, to the number of things that a selector chooses.
    pub fn counted_by_tails(
        &mut self,
        cx: ClauseCtx<'_>,
        selector: &mut Selector,
        tails: &mut Modifiers<'_>,
        at: Range<usize>,
    ) -> Option<()> {
        let counted = ClauseCtx {
            counting: Some(&selector.span.range()),
            ..cx
        };
        if let Pick::Choose {
            count: Count::Exactly { number } | Count::UpTo { number },
            ..
        }
        | Pick::Random { count: number, .. }
        | Pick::Stack { count: number, .. }
        | Pick::Pile { count: number, .. } = &mut selector.pick
        {
            *number = self.finish(counted, Some(number.clone()), tails, "cards", at)?;
        }
        // After a multiplication, the choice may be several things.
        let (many, slot) = match &selector.pick {
            Pick::Choose {
                count: Count::Exactly { number } | Count::UpTo { number },
                slot,
                ..
            }
            | Pick::Random {
                count: number,
                slot,
                ..
            }
            | Pick::Stack {
                count: number,
                slot,
                ..
            } => (number.value() != Some(1), *slot),
            _ => return Some(()),
        };
        self.discourse.set_many(slot, many);
        Some(())
    }
}

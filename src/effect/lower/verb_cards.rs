//! Verbs of cards: drawing, discarding, searching, playing, paying, attaching, locations.

use super::clause::Tails;
use super::event::Subject;
use super::noun::Use;
use super::scope::{Kids, Node, Scope, Thing, bug};
use super::verb::Doer;
use crate::diagnostic::Code;
use crate::effect::ir::{
    Action, Amount, Chain, Count, End, Face, Filter, Noun, Pick, Player, Put, Selector,
};
use crate::effect::syntax::Rule;

impl Scope<'_> {
    /// A noun phrase of cards, which are where the verb means unless the text says.
    fn cards(&mut self, node: Node<'_>, verb: &str, who: Player) -> Option<Selector> {
        let mut selector = self.np_as(node, Use::Pick, who)?;
        self.in_default_zone(&mut selector, verb, who);
        Some(selector)
    }

    fn is_card(&mut self, selector: &Selector, verb: &str) -> Option<()> {
        self.applies(
            selector,
            verb,
            "a card that is not on the map",
            |_, thing| matches!(thing, Thing::Card(_)),
        )
    }

    fn is_any_card(&mut self, selector: &Selector, verb: &str) -> Option<()> {
        self.applies(selector, verb, "a card", |_, thing| {
            matches!(thing, Thing::Card(_) | Thing::OnMap(_))
        })
    }

    pub fn draw(&mut self, node: Node<'_>, subject: Doer, tails: &mut Tails<'_>) -> Option<Action> {
        let at = self.range(&node);
        let who = self.told(subject, "draw")?;
        let np = Kids::of(node).need(Rule::np);
        let np_at = self.range(&np);
        let text = np.as_str().trim().to_lowercase();
        // `Draw cards equal to …`: the number follows.
        if text == "cards" {
            let amount = self.finish(None, tails, "cards", at)?;
            return Some(Action::Draw { who, amount });
        }
        let selector = self.np_as(np, Use::Pick, who)?;
        let count = match &selector.pick {
            Pick::Choose {
                count: Count::Exactly { number },
                from,
                superlative: None,
                ..
            } if *from == Filter::default() => Some(number.clone()),
            _ => None,
        };
        let Some(number) = count else {
            let thing = self.thing_of(&selector);
            let words = match thing {
                Thing::Card(types) if types.is_empty() => "cards that are chosen".to_owned(),
                thing => self.thing_words(&thing),
            };
            let finding = self
                .finding(
                    Code::CannotApply,
                    np_at,
                    format!("only cards are drawn, from the top of the deck, not {words}"),
                    "cannot be drawn",
                )
                .help("write `Draw 2 cards.`, or search the deck: `Search your deck for …`");
            return self.report(finding);
        };
        let amount = self.finish(Some(number), tails, "cards", at)?;
        let most = self.most_cards();
        if amount.value().is_some_and(|value| value > most) {
            let finding = self
                .finding(
                    Code::AmountBeyondReason,
                    np_at,
                    "no deck has so many cards",
                    format!("a set has {most} cards in all"),
                )
                .help("write a smaller number");
            return self.report(finding);
        }
        Some(Action::Draw { who, amount })
    }

    /// The number of cards that a player has at the most: the whole set.
    fn most_cards(&self) -> u32 {
        self.symbols
            .game
            .kingdom
            .rules
            .iter()
            .find_map(|rule| match &rule.kind {
                crate::game::RuleKind::Total { limit } => limit.exactly.or(limit.at_most),
                _ => None,
            })
            .unwrap_or(u32::MAX)
    }

    pub fn discard(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        let at = self.range(&node);
        let who = self.told(subject, "discard")?;
        let mut what = self.cards(Kids::of(node).need(Rule::np), "discard", who)?;
        self.is_any_card(&what, "discarding")?;
        self.counted_by_tails(&mut what, tails, at)?;
        Some(Action::Discard { who, what })
    }

    /// A computed number multiplies, or gives, how many are chosen.
    fn counted_by_tails(
        &mut self,
        selector: &mut Selector,
        tails: &mut Tails<'_>,
        at: std::ops::Range<usize>,
    ) -> Option<()> {
        match &mut selector.pick {
            Pick::Choose {
                count: Count::Exactly { number } | Count::UpTo { number },
                ..
            }
            | Pick::Random { count: number, .. }
            | Pick::Stack { count: number, .. } => {
                *number = self.finish(Some(number.clone()), tails, "cards", at)?;
                Some(())
            }
            _ => Some(()),
        }
    }

    pub fn reveal(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        let who = self.told(subject, "reveal")?;
        let what = self.cards(Kids::of(node).need(Rule::np), "reveal", who)?;
        self.is_card(&what, "revealing")?;
        Some(Action::Reveal { who, what })
    }

    pub fn look(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        self.command(subject, "look")?;
        let inner = Kids::of(node).any();
        if inner.as_rule() == Rule::zone {
            let span = self.at(&inner);
            let zone = self.zone(inner)?;
            let slot = self.next_slot();
            let reference = crate::effect::ir::Reference::Chosen {
                slot,
                named: Box::new(crate::effect::ir::ChosenNoun::Zone),
                many: false,
            };
            self.mention(reference, Thing::Zone, false, span.range());
            return Some(Action::Look {
                what: Selector {
                    pick: Pick::Zone { zone, slot },
                    span,
                },
            });
        }
        let what = self.np(inner)?;
        self.applies(
            &what,
            "looking",
            "a card, or a location that lies face-down",
            |_, thing| matches!(thing, Thing::Card(_) | Thing::OnMap(_)),
        )?;
        Some(Action::Look { what })
    }

    pub fn choose(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        let who = self.told(subject, "choose")?;
        let mut kids = Kids::of(node);
        let np = kids.need(Rule::np);
        let at = self.range(&np);
        let mut what = self.np_as(np, Use::Pick, who)?;
        if let Some(chain_node) = kids.take(Rule::chain_of) {
            let mut inner = Kids::of(chain_node);
            let amount = inner.need(Rule::amount);
            let amount_at = self.range(&amount);
            let range = self.amount(amount)?;
            let range = self.distance(range, amount_at)?;
            // The noun repeats what is chosen; the grammar reads any word there.
            let word = inner.need(Rule::word);
            let word_at = self.range(&word);
            let thing = self.thing_of(&what);
            if !self.is_named(&thing, word.as_str().trim()) {
                let finding = self
                    .finding(
                        Code::UnknownWord,
                        word_at,
                        format!("\"{}\" is not what is chosen here", word.as_str().trim()),
                        "repeat the noun that is chosen",
                    )
                    .help("write `… of the unit chosen before it`");
                return self.report(finding);
            }
            inner.end();
            if let Pick::Choose { chain, .. } = &mut what.pick {
                *chain = Some(Chain { range });
            }
        }
        kids.end();
        if !matches!(what.pick, Pick::Choose { .. } | Pick::Random { .. }) {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    "there is nothing to choose: it is known, or all of them are meant",
                    "no choice",
                )
                .help("write `a`, `up to 3` or another number");
            return self.report(finding);
        }
        Some(Action::Choose { what })
    }

    fn is_named(&self, thing: &Thing, word: &str) -> bool {
        match thing {
            Thing::Space => word.eq_ignore_ascii_case("space"),
            Thing::OnMap(types) | Thing::Card(types) => {
                word.eq_ignore_ascii_case("card")
                    || types.iter().any(|id| {
                        self.symbols
                            .game
                            .card_types
                            .get(id)
                            .is_some_and(|card_type| card_type.name.eq_ignore_ascii_case(word))
                    })
            }
            Thing::Attack | Thing::Zone => false,
        }
    }

    fn destination(&mut self, node: Node<'_>) -> Option<Put> {
        let at = self.range(&node);
        let on_top = node.as_str().trim().to_lowercase().starts_with("on top");
        let mut kids = Kids::of(node);
        let mut end = match (kids.has(Rule::at_top), kids.has(Rule::at_bottom)) {
            (true, _) => Some(End::Top),
            (_, true) => Some(End::Bottom),
            _ => None,
        };
        if on_top {
            end = Some(End::Top);
        }
        let zone = self.zone(kids.need(Rule::zone))?;
        let any_order = kids.has(Rule::any_order);
        kids.end();
        let ordered = self
            .symbols
            .game
            .term("zones", &zone.zone)
            .is_some_and(|term| term.ordered);
        if end.is_some() && !ordered {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    "these cards have no order, so there is no top and no bottom",
                    "not a pile of cards",
                )
                .help("write `into …`");
            return self.report(finding);
        }
        Some(Put {
            zone,
            end,
            any_order,
        })
    }

    pub fn return_cards(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        self.command(subject, "return")?;
        let mut kids = Kids::of(node);
        let what = self.np(kids.need(Rule::np))?;
        self.is_any_card(&what, "returning")?;
        let to = self.destination(kids.need(Rule::destination))?;
        kids.end();
        Some(Action::Return { what, to })
    }

    pub fn put(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        self.command(subject, "put")?;
        let mut kids = Kids::of(node);
        let what = self.np(kids.need(Rule::np))?;
        self.is_any_card(&what, "putting")?;
        let to = self.destination(kids.need(Rule::destination))?;
        let rest = match kids.take(Rule::put_rest) {
            Some(rest) => {
                let mut inner = Kids::of(rest);
                let np = inner.need(Rule::np);
                let at = self.range(&np);
                let rest = self.np(np)?;
                if !matches!(
                    rest.pick,
                    Pick::Known {
                        is: crate::effect::ir::Reference::Rest { .. }
                    }
                ) {
                    let finding = self
                        .finding(
                            Code::CannotApply,
                            at,
                            "only the rest of what was looked at can go elsewhere in the same sentence",
                            "not the rest",
                        )
                        .help("write `and the rest …`, or a sentence of its own");
                    return self.report(finding);
                }
                Some(self.destination(inner.need(Rule::destination))?)
            }
            None => None,
        };
        kids.end();
        Some(Action::Put { what, to, rest })
    }

    pub fn search(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        self.command(subject, "search")?;
        let mut kids = Kids::of(node);
        let zone = self.zone(kids.need(Rule::zone))?;
        let mut what = self.np(kids.need(Rule::np))?;
        match &mut what.pick {
            Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. } => {
                from.zone = Some(zone.clone());
            }
            _ => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        what.span.range(),
                        "what is known need not be searched for",
                        "nothing to look for",
                    )
                    .help("write what kind of card it is: `a unit`, `2 *fire* spells`");
                return self.report(finding);
            }
        }
        let found = match &what.pick {
            Pick::Choose { slot, .. } | Pick::Random { slot, .. } | Pick::Each { slot, .. } => {
                Some(*slot)
            }
            _ => None,
        };
        // In its zone it is a card, whatever it is on the map.
        if let (Noun::Card { types }, Some(slot)) = (noun_of(&what), found) {
            for mention in &mut self.mentions {
                if matches!(mention.reference, crate::effect::ir::Reference::Chosen { slot: known, .. } if known == slot)
                {
                    mention.thing = Thing::Card(types.clone());
                }
            }
        }
        let reveal = match kids.take(Rule::search_reveal) {
            Some(reveal) => {
                self.found_again(Kids::of(reveal).need(Rule::np), found)?;
                true
            }
            None => false,
        };
        self.found_again(kids.need(Rule::np), found)?;
        let to = self.destination(kids.need(Rule::destination))?;
        kids.end();
        Some(Action::Search {
            zone,
            what,
            reveal,
            to,
        })
    }

    /// `it`, `them`, `that card` within a search is what was found, nothing else.
    fn found_again(&mut self, node: Node<'_>, slot: Option<u32>) -> Option<()> {
        let at = self.range(&node);
        let words = node.clone().into_inner().flatten();
        if words
            .into_iter()
            .any(|word| matches!(word.as_rule(), Rule::r_it | Rule::r_them))
        {
            return Some(());
        }
        let again = self.np(node)?;
        match &again.pick {
            Pick::Known {
                is: crate::effect::ir::Reference::Chosen { slot: known, .. },
            } if Some(*known) == slot => Some(()),
            _ => {
                let finding = self
                    .finding(
                        Code::UnboundReference,
                        at,
                        "a search says what happens to what was found",
                        "not what was searched for",
                    )
                    .help("write `it` or `them`");
                self.report(finding)
            }
        }
    }

    pub fn shuffle(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        let who = self.told(subject, "shuffle")?;
        let mut kids = Kids::of(node);
        let zone = self.zone(kids.need(Rule::zone))?;
        let into = match kids.take(Rule::zone) {
            Some(zone) => Some(self.zone(zone)?),
            None => None,
        };
        kids.end();
        Some(Action::Shuffle { who, zone, into })
    }

    pub fn play(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        let who = self.told(subject, "play")?;
        let mut kids = Kids::of(node);
        let what = self.cards(kids.need(Rule::np), "play", who)?;
        self.is_card(&what, "playing")?;
        let free = kids.has(Rule::free);
        let as_ = match kids.take(Rule::as_statistic) {
            Some(as_statistic) => {
                let np = Kids::of(as_statistic).need(Rule::np);
                let at = self.range(&np);
                let selector = self.np(np)?;
                match selector.pick {
                    Pick::Choose { from, .. } => Some(from),
                    _ => {
                        let finding = self.finding(
                            Code::CannotApply,
                            at,
                            "a card is played as a kind of card, not as a certain one",
                            "not a kind of card",
                        );
                        return self.report(finding);
                    }
                }
            }
            None => None,
        };
        kids.end();
        Some(Action::Play {
            who,
            what,
            free,
            as_,
        })
    }

    pub fn remove_from_map(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        self.command(subject, "remove")?;
        let what = self.np(Kids::of(node).need(Rule::np))?;
        self.on_map_thing(&what, "removing from the map")?;
        Some(Action::RemoveFromMap { what })
    }

    pub fn negate(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        self.command(subject, "negate")?;
        let what = self.np(Kids::of(node).need(Rule::np))?;
        self.is_card(&what, "negating")?;
        Some(Action::Negate { what })
    }

    pub fn take_control(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        let who = self.told(subject, "take control")?;
        let what = self.np(Kids::of(node).need(Rule::np))?;
        self.on_map_thing(&what, "taking control")?;
        let time = self.at_once(tails);
        Some(Action::TakeControl { who, what, time })
    }

    pub fn lose_control(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        let who = self.told(subject, "lose control")?;
        let what = self.np(Kids::of(node).need(Rule::np))?;
        self.on_map_thing(&what, "losing control")?;
        Some(Action::LoseControl { who, what })
    }

    pub fn ready(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        let at = self.range(&node);
        let who = self.told(subject, "ready")?;
        let mut what = self.np_as(Kids::of(node).need(Rule::np), Use::Pick, who)?;
        self.is_any_card(&what, "readying")?;
        self.counted_by_tails(&mut what, tails, at)?;
        Some(Action::Ready { who, what })
    }

    /// `Spend 1 power` pays; `Spends a ready statistic card` turns a card; `You may spend … as 1
    /// power` lets a card be spent as something else.
    pub fn spend(
        &mut self,
        node: Node<'_>,
        subject: Doer,
        tails: &mut Tails<'_>,
    ) -> Option<Action> {
        let at = self.range(&node);
        let who = self.told(subject, "spend")?;
        let mut kids = Kids::of(node);
        let np = kids.need(Rule::np);
        // `of any type` says what no adjective before the noun says.
        kids.has(Rule::any_type);
        let as_ = kids.take(Rule::loss);
        kids.end();
        if as_.is_none()
            && let Some((statistic, amount)) = self.statistic_price(&np)?
        {
            let amount = self.finish(Some(amount), tails, "of it", at)?;
            return Some(Action::Pay {
                who,
                statistic,
                amount,
            });
        }
        let Some(as_) = as_ else {
            let what = self.np_as(np, Use::Pick, who)?;
            self.is_card(&what, "spending")?;
            return Some(Action::Spend { who, what });
        };
        // A rule of payment rather than an action: it holds for a time.
        let selector = self.np_as(np, Use::Pattern, who)?;
        let Pick::Any { from, .. } = selector.pick else {
            let finding = self.finding(
                Code::CannotApply,
                selector.span.range(),
                "only a kind of card can be spent as something else",
                "not a kind of card",
            );
            return self.report(finding);
        };
        let (statistic, amount) = self.loss_of_statistic(as_)?;
        let time = if self.heading.is_some_and(|heading| heading.lasting) {
            self.standing(tails)
        } else {
            self.lasting(tails)?
        };
        Some(Action::SpendAs {
            who,
            what: from,
            statistic,
            amount,
            time,
        })
    }

    /// `1 power`, where the words are no card.
    #[allow(clippy::type_complexity)]
    fn statistic_price(&mut self, np: &Node<'_>) -> Option<Option<(String, Amount)>> {
        let text = np.as_str().trim();
        let Some((number, word)) = text.split_once(' ') else {
            return Some(None);
        };
        let Some(statistic) = self
            .symbols
            .game
            .terms("statistics")
            .find(|(_, term)| super::words::is_term(term, word.trim()))
            .map(|(id, _)| id.to_owned())
        else {
            return Some(None);
        };
        let first = np
            .clone()
            .into_inner()
            .flatten()
            .find(|pair| matches!(pair.as_rule(), Rule::number | Rule::q_x | Rule::q_a));
        let amount = match first {
            Some(pair) if pair.as_rule() == Rule::number => {
                let at = self.range(&pair);
                let amount = Amount::fixed(self.number(pair)?);
                self.at_least_one(amount, number, at)?
            }
            Some(pair) if pair.as_rule() == Rule::q_x => self.x(&pair)?,
            Some(_) => Amount::fixed(1),
            None => return Some(None),
        };
        Some(Some((statistic, amount)))
    }

    /// `1 power`: an amount and a statistic.
    pub fn loss_of_statistic(&mut self, node: Node<'_>) -> Option<(String, Amount)> {
        let mut kids = Kids::of(node);
        let amount_node = kids.need(Rule::amount);
        let at = self.range(&amount_node);
        let amount = self.amount(amount_node)?;
        let amount = self.at_least_one(amount, "of it", at)?;
        let word = kids.need(Rule::attribute);
        kids.end();
        let at = self.range(&word);
        let text = word
            .as_str()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let statistic = self.term("statistics", &text, at, "a statistic")?;
        Some((statistic, amount))
    }

    pub fn cost(&mut self, node: Node<'_>, subject: Doer, tails: &mut Tails<'_>) -> Option<Action> {
        let at = self.range(&node);
        let Some((Subject::Things(selector), subject_at)) = subject else {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    "only cards cost something",
                    "what costs this?",
                )
                .help("write `Your spells cost 1 power less.`");
            return self.report(finding);
        };
        let what = match selector.pick {
            Pick::Each { from, .. } | Pick::Any { from, .. } => from,
            _ => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        subject_at,
                        "a cost changes for a kind of cards that will be played",
                        "not a kind of cards",
                    )
                    .help("write `Your spells cost …` or `Your next spell this round costs …`");
                return self.report(finding);
            }
        };
        let mut kids = Kids::of(node);
        let next_time = kids.take(Rule::t_this).map(|time| {
            match Kids::of(Kids::of(time).need(Rule::span_name))
                .any()
                .as_rule()
            {
                Rule::until_turn => crate::effect::ir::Duration::EndOfTurn,
                Rule::until_activation => crate::effect::ir::Duration::EndOfActivation,
                _ => crate::effect::ir::Duration::EndOfRound,
            }
        });
        let (statistic, written) = self.loss_of_statistic(kids.need(Rule::loss))?;
        let less = match kids.any().as_rule() {
            Rule::less => true,
            Rule::more_cost => false,
            other => bug(Rule::v_cost, Some(other)),
        };
        kids.end();
        let at_least = self.floor(less, tails)?;
        let amount = self.finish(Some(written), tails, "of it", at)?;
        let time = match next_time {
            Some(time) => time,
            None => self.lasting(tails)?,
        };
        Some(Action::ChangeCost {
            what,
            statistic,
            amount,
            less,
            at_least,
            time,
        })
    }

    pub fn turn(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        self.command(subject, "turn")?;
        let mut kids = Kids::of(node);
        let what = self.np(kids.need(Rule::np))?;
        let face = match kids.any().as_rule() {
            Rule::face_up => Face::Up,
            Rule::face_down => Face::Down,
            other => bug(Rule::v_turn, Some(other)),
        };
        kids.end();
        self.is_any_card(&what, "turning")?;
        Some(Action::Turn { what, face })
    }

    pub fn attach(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        self.command(subject, "attach")?;
        let mut kids = Kids::of(node);
        let what = self.np(kids.need(Rule::np))?;
        let to = self.np(kids.need(Rule::np))?;
        kids.end();
        self.is_any_card(&what, "attaching")?;
        self.applies(&to, "attaching", "a unit or a space", |_, thing| {
            matches!(thing, Thing::OnMap(_) | Thing::Space)
        })?;
        Some(Action::Attach { what, to })
    }

    pub fn remove_card(&mut self, node: Node<'_>, subject: Doer) -> Option<Action> {
        self.command(subject, "remove")?;
        let mut kids = Kids::of(node);
        let what = self.np(kids.need(Rule::np))?;
        let from = self.np(kids.need(Rule::np))?;
        kids.end();
        self.is_card(&what, "removing an attached card")?;
        self.applies(
            &from,
            "removing an attached card",
            "a unit or a space",
            |_, thing| matches!(thing, Thing::OnMap(_) | Thing::Space),
        )?;
        Some(Action::RemoveCard { what, from })
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

//! Noun phrases: who and what.

use std::ops::Range;

use super::scope::{Kids, Node, Scope, Thing, bug};
use super::words::is_term;
use crate::diagnostic::{Code, Place as Place_, Safety, closest};
use crate::effect::ir::{
    Amount, At, BareWord, ChosenNoun, Count, End, Filter, Noun, Owner, Pick, Player, Reference,
    Selector, Side, State, Superlative, Zone,
};
use crate::effect::syntax::Rule;
use crate::game::FieldKind;

/// What is said of a word that nothing is close to.
pub(super) const NO_NOUN: &str = "neither a kind of card nor a word that describes one";

/// What is said of a phrase that has no noun.
pub(super) const NOUN_MISSING: &str = "a noun is missing here";

/// What a noun phrase does where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Something is chosen, or all of them are meant.
    Pick,
    /// A pattern that whatever happens fits or not: in events, prohibitions, causes.
    Pattern,
}

/// How many a phrase says there are.
enum Quantity {
    Count(Count),
    Random(Amount),
    Each,
    /// No word says it: a bare plural.
    Bare,
    /// `the`, which needs something that makes it one.
    The,
    /// `your …`
    Your,
    No,
}

impl Scope<'_> {
    pub fn np(&mut self, node: Node<'_>) -> Option<Selector> {
        self.np_as(node, Use::Pick, Player::You)
    }

    pub fn pattern(&mut self, node: Node<'_>) -> Option<Selector> {
        self.np_as(node, Use::Pattern, Player::You)
    }

    /// A noun phrase; `chooser` makes the choice where there is one.
    pub fn np_as(&mut self, node: Node<'_>, purpose: Use, chooser: Player) -> Option<Selector> {
        let span = self.at(&node);
        let inner = Kids::of(node).any();
        let pick = match inner.as_rule() {
            Rule::reference => {
                let reference = self.reference(inner)?;
                let (thing, many) = self.thing_of_reference(&reference);
                self.mention(reference.clone(), thing, many, span.range());
                Pick::Known { is: reference }
            }
            Rule::top_cards => self.top_cards(inner)?,
            Rule::among => self.among(inner, chooser)?,
            Rule::selection | Rule::selection_off => self.selection(inner, purpose, chooser)?,
            other => bug(Rule::np, Some(other)),
        };
        Some(Selector { pick, span })
    }

    fn top_cards(&mut self, node: Node<'_>) -> Option<Pick> {
        let at = self.range(&node);
        let mut kids = Kids::of(node);
        let end = match kids.any().as_rule() {
            Rule::at_top => End::Top,
            Rule::at_bottom => End::Bottom,
            other => bug(Rule::top_cards, Some(other)),
        };
        let count = match kids.take(Rule::amount) {
            Some(amount) => {
                let at = self.range(&amount);
                let amount = self.amount(amount)?;
                self.at_least_one(amount, "cards", at)?
            }
            None => Amount::fixed(1),
        };
        let zone_node = kids.need(Rule::zone);
        let zone_at = self.range(&zone_node);
        let zone = self.zone(zone_node)?;
        kids.end();
        let term = self.symbols.game.term("zones", &zone.zone);
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
        let slot = self.next_slot();
        let many = count.value() != Some(1);
        let reference = Reference::Chosen {
            slot,
            named: Box::new(ChosenNoun::Card { type_: None }),
            many,
        };
        self.mention(reference, Thing::Card(Vec::new()), many, at);
        Some(Pick::Stack {
            count,
            end,
            zone,
            slot,
        })
    }

    fn among(&mut self, node: Node<'_>, chooser: Player) -> Option<Pick> {
        let at = self.range(&node);
        let mut kids = Kids::of(node);
        let quantity = self.quantity(kids.any())?;
        let reference = self.reference(kids.need(Rule::reference))?;
        kids.end();
        let (thing, _) = self.thing_of_reference(&reference);
        let noun = match &thing {
            Thing::Space => Noun::Space,
            Thing::OnMap(types) | Thing::Card(types) => Noun::Card {
                types: types.clone(),
            },
            Thing::Attack | Thing::Zone => Noun::Card { types: Vec::new() },
        };
        let from = Filter {
            noun,
            among: Some(reference),
            ..Filter::default()
        };
        self.picked(quantity, from, thing, None, Use::Pick, chooser, at)
    }

    fn quantity(&mut self, node: Node<'_>) -> Option<Quantity> {
        let mut kids = Kids::of(node.clone());
        Some(match node.as_rule() {
            Rule::q_upto => {
                let amount = kids.need(Rule::amount);
                let at = self.range(&amount);
                let number = self.amount(amount)?;
                Quantity::Count(Count::UpTo {
                    number: self.at_least_one(number, "of them", at)?,
                })
            }
            Rule::q_any => Quantity::Count(Count::Any),
            Rule::q_each => Quantity::Each,
            Rule::q_random => Quantity::Random(match kids.take(Rule::number) {
                Some(number) => Amount::fixed(self.number(number)?),
                None => Amount::fixed(1),
            }),
            Rule::q_another | Rule::q_a => Quantity::Count(Count::one()),
            Rule::q_no => Quantity::No,
            Rule::q_x => {
                let number = self.x(&node)?;
                Quantity::Count(Count::Exactly { number })
            }
            Rule::q_the => Quantity::The,
            Rule::q_your => Quantity::Your,
            Rule::q_count => {
                let number = kids.need(Rule::number);
                let at = self.range(&number);
                let value = self.number(number)?;
                if let Some(more) = kids.take(Rule::q_more) {
                    let at = self.range(&more);
                    let finding = self
                        .finding(
                            Code::CannotApply,
                            at,
                            "only a condition can say \"or more\" or \"or fewer\"",
                            "how many are chosen has to be said",
                        )
                        .help("write `up to 3`, `any number of`, or a number");
                    return self.report(finding);
                }
                let number = self.at_least_one(Amount::fixed(value), "of them", at)?;
                Quantity::Count(Count::Exactly { number })
            }
            other => bug(Rule::selection, Some(other)),
        })
    }

    fn selection(&mut self, node: Node<'_>, purpose: Use, chooser: Player) -> Option<Pick> {
        let at = self.range(&node);
        let said = node.as_str().trim().to_owned();
        let mut kids = Kids::of(node);
        let mut parts = Parts::default();
        let mut quantity = Quantity::Bare;
        let mut rest: Vec<Node<'_>> = Vec::new();
        while let Some(kid) = kids.next() {
            match kid.as_rule() {
                Rule::q_another => {
                    parts.filter.other = true;
                    quantity = self.quantity(kid)?;
                }
                Rule::q_upto
                | Rule::q_any
                | Rule::q_each
                | Rule::q_random
                | Rule::q_no
                | Rule::q_count
                | Rule::q_x
                | Rule::q_a
                | Rule::q_the
                | Rule::q_your => quantity = self.quantity(kid)?,
                _ => rest.push(kid),
            }
        }
        if matches!(quantity, Quantity::Your) {
            parts.filter.side = Some(Side::Friendly);
        }
        self.describe(rest, &mut parts)?;
        let thing = self.thing_of_filter(&parts.filter);
        // `your unit` on the map is one of them; `your next spell` is whichever it will be.
        let on_map = matches!(thing, Thing::OnMap(_));
        if matches!(quantity, Quantity::Your) && on_map && !parts.plural && purpose == Use::Pick {
            quantity = Quantity::Count(Count::one());
        }
        // A bare word without a number is one that lacks its article, unless it is a plural.
        if matches!(quantity, Quantity::Bare) && !parts.plural {
            let noun = said.as_str();
            if purpose == Use::Pattern {
                return self.no_article(at, &parts);
            }
            let finding = self
                .finding(
                    Code::TwoReadings,
                    at.clone(),
                    format!("it is not said how many: one {noun}, or each {noun}?"),
                    "a number or an article is missing here",
                )
                .help(format!(
                    "write `{} {noun}`, `each {noun}` or a number",
                    article(noun)
                ))
                .fix(
                    Safety::Unsafe,
                    format!("write `{} {noun}`", article(noun)),
                    Place_::Text(at.start..at.start),
                    format!("{} ", article(noun)),
                );
            return self.report(finding);
        }
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

    /// Reports one thing without its article.
    pub fn no_article<T>(&mut self, at: Range<usize>, parts: &Parts) -> Option<T> {
        let noun = parts.words();
        let here = Place_::Text(at.start..at.start);
        let finding = self
            .finding(
                Code::UnreadableSentence,
                at.start..at.start,
                format!("the article before \"{noun}\" is missing"),
                "an article is missing here",
            )
            .fix(
                Safety::Unsafe,
                format!("write `{}`", article(&noun)),
                here,
                format!("{} ", article(&noun)),
            );
        self.report(finding)
    }

    #[allow(clippy::too_many_arguments)]
    fn picked(
        &mut self,
        quantity: Quantity,
        from: Filter,
        thing: Thing,
        superlative: Option<Superlative>,
        purpose: Use,
        chooser: Player,
        at: Range<usize>,
    ) -> Option<Pick> {
        let slot = self.next_slot();
        let named = Box::new(match &from.noun {
            Noun::Space => ChosenNoun::Space,
            Noun::Card { types } => ChosenNoun::Card {
                type_: match types.as_slice() {
                    [one] => Some(one.clone()),
                    _ => None,
                },
            },
        });
        let pick = match (quantity, purpose) {
            (Quantity::No, _) => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        "nothing can happen to none of them",
                        "only a condition can say \"no\"",
                    )
                    .help("say what it does happen to, or write `cannot`");
                return self.report(finding);
            }
            (Quantity::The, _) if superlative.is_none() => {
                let finding = self
                    .finding(
                        Code::UnboundReference,
                        at.clone(),
                        "\"the\" points at one that is known, and none is",
                        "nothing says which one this is",
                    )
                    .help("write `a`, `each`, or say which: `the … with the highest attack`, `the nearest …`");
                return self.report(finding);
            }
            (Quantity::Each | Quantity::Random(_) | Quantity::Bare | Quantity::Your, _)
                if superlative.is_some() =>
            {
                return self.superlative_of_one(at);
            }
            (Quantity::Count(count), _) if superlative.is_some() && !count.is_one() => {
                return self.superlative_of_one(at);
            }
            (Quantity::Count(count), Use::Pattern) if !count.is_one() => {
                return self.pattern_of_one(at);
            }
            (Quantity::Random(_), Use::Pattern) => return self.pattern_of_one(at),
            (_, Use::Pattern) if superlative.is_none() => Pick::Any { from, slot },
            (Quantity::Random(count), _) => Pick::Random { count, from, slot },
            (Quantity::Count(count), _) => Pick::Choose {
                count,
                by: chooser,
                from,
                superlative,
                chain: None,
                slot,
            },
            (Quantity::The, _) => Pick::Choose {
                count: Count::one(),
                by: chooser,
                from,
                superlative,
                chain: None,
                slot,
            },
            (Quantity::Each | Quantity::Bare | Quantity::Your, _) => Pick::Each { from, slot },
        };
        let many = match &pick {
            Pick::Choose { count, .. } => !count.is_one(),
            Pick::Random { count, .. } => count.value() != Some(1),
            Pick::Each { .. } => true,
            _ => false,
        };
        self.mention(Reference::Chosen { slot, named, many }, thing, many, at);
        Some(pick)
    }

    /// `the highest` and `the nearest` are one.
    fn superlative_of_one<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::Contradiction,
                at,
                "the highest, lowest or nearest is one of many, not several",
                "only one can be meant",
            )
            .help("write `the …`");
        self.report(finding)
    }

    /// Where something is compared with a description, it fits or not; nothing is counted or drawn.
    fn pattern_of_one<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "this is asked of one thing at a time, so a number means nothing here",
                "a number where nothing is counted",
            )
            .help("write `a …`, or the plural alone");
        self.report(finding)
    }

    /// A description without a number before it: after `for each`, `the number of`, `excluding`.
    pub fn bare_filter(&mut self, node: Node<'_>) -> Option<Filter> {
        let mut kids = Kids::of(node);
        let mut rest = Vec::new();
        while let Some(kid) = kids.next() {
            rest.push(kid);
        }
        let mut parts = Parts::default();
        self.describe(rest, &mut parts)?;
        if let Some(at) = parts.superlative_at {
            let finding = self.finding(
                Code::CannotApply,
                at,
                "the highest or nearest is one of many, and here all are counted",
                "nothing is chosen here",
            );
            return self.report(finding);
        }
        Some(parts.filter)
    }

    /// A description and how many of them there have to be, in a condition: `3 or more …`, `no …`.
    pub fn counted(&mut self, node: Node<'_>) -> Option<(Filter, crate::effect::ir::Comparison)> {
        use crate::effect::ir::Comparison;
        let mut kids = Kids::of(node);
        let exactly = kids.has(Rule::exactly);
        let selection = kids.need(Rule::selection);
        kids.end();
        let at = self.range(&selection);
        let mut parts = Parts::default();
        let mut number = None;
        let mut rest = Vec::new();
        let mut inner = Kids::of(selection);
        while let Some(kid) = inner.next() {
            match kid.as_rule() {
                Rule::q_no => {
                    number = Some(Comparison::Exactly {
                        number: Amount::fixed(0),
                    })
                }
                Rule::q_a => {
                    number = Some(Comparison::AtLeast {
                        number: Amount::fixed(1),
                    })
                }
                Rule::q_another => {
                    parts.filter.other = true;
                    number = Some(Comparison::AtLeast {
                        number: Amount::fixed(1),
                    });
                }
                Rule::q_count => {
                    let mut kids = Kids::of(kid);
                    let value = self.number(kids.need(Rule::number))?;
                    let more = kids.take(Rule::q_more);
                    // `you control 3 units` holds with more of them too, as a player would read it.
                    number = Some(match (more, exactly) {
                        (Some(more), _) => self.at_least_or_most(Amount::fixed(value), Some(more)),
                        (None, true) => Comparison::Exactly {
                            number: Amount::fixed(value),
                        },
                        (None, false) => Comparison::AtLeast {
                            number: Amount::fixed(value),
                        },
                    });
                }
                Rule::q_upto
                | Rule::q_any
                | Rule::q_each
                | Rule::q_random
                | Rule::q_x
                | Rule::q_the
                | Rule::q_your => {
                    let at = self.range(&kid);
                    let finding = self
                        .finding(
                            Code::CannotApply,
                            at,
                            "a condition counts, it does not choose",
                            "not a number to compare with",
                        )
                        .help("write `a`, `no`, `3 or more`, `3 or fewer` or `exactly 3`");
                    return self.report(finding);
                }
                _ => rest.push(kid),
            }
        }
        self.describe(rest, &mut parts)?;
        let Some(number) = number else {
            if parts.plural {
                // `you control *undead* units`: at least one.
                return Some((
                    parts.filter,
                    Comparison::AtLeast {
                        number: Amount::fixed(1),
                    },
                ));
            }
            let finding = self
                .finding(
                    Code::TwoReadings,
                    at,
                    "it is not said how many",
                    "a number is missing here",
                )
                .help("write `a`, `no`, `3 or more`, `3 or fewer` or `exactly 3`");
            return self.report(finding);
        };
        Some((parts.filter, number))
    }

    /// Adds what the words of a phrase say to a description.
    pub fn describe(&mut self, nodes: Vec<Node<'_>>, parts: &mut Parts) -> Option<()> {
        let last = nodes
            .iter()
            .rev()
            .find(|node| node.as_rule() == Rule::pre)
            .or(nodes.last())
            .map(|node| self.range(node));
        self.describe_anything(nodes, parts)?;
        if parts.noun_words.is_empty() && parts.filter.names.is_empty() {
            return self.no_noun(last.map_or(0, |at| at.end));
        }
        Some(())
    }

    /// The same where no noun is needed: `is *undead*`.
    pub fn describe_anything(&mut self, nodes: Vec<Node<'_>>, parts: &mut Parts) -> Option<()> {
        let mut ok = true;
        for node in nodes {
            ok &= self.describe_one(node, parts).is_some();
        }
        if !ok {
            return None;
        }
        // A name without a noun means the card of that name.
        if let (Noun::Card { types }, Some(card_type)) = (&mut parts.filter.noun, &parts.named_type)
            && types.is_empty()
        {
            types.push(card_type.clone());
        }
        Some(())
    }

    fn describe_one(&mut self, node: Node<'_>, parts: &mut Parts) -> Option<()> {
        let at = self.range(&node);
        match node.as_rule() {
            Rule::pre => {
                let inner = Kids::of(node).any();
                self.pre(inner, parts)?;
            }
            Rule::noun => self.noun(node, parts)?,
            Rule::or_noun => self.or_noun(node, parts)?,
            Rule::controlled => {
                let (side, played) = match Kids::of(node).any().as_rule() {
                    Rule::controlled_you => (Side::Friendly, false),
                    Rule::controlled_opponent => (Side::Enemy, false),
                    Rule::played_you => (Side::Friendly, true),
                    other => bug(Rule::controlled, Some(other)),
                };
                self.side(side, at, parts)?;
                if played {
                    parts.filter.states.push(State::BeingPlayed);
                }
            }
            Rule::in_zone => {
                let inner = Kids::of(node).any();
                if parts.filter.zone.is_some() {
                    return self.contradiction(at, "a card is in one zone only");
                }
                match inner.as_rule() {
                    Rule::zone => parts.filter.zone = Some(self.zone(inner)?),
                    Rule::zone_own => {
                        let name = Kids::of(inner).need(Rule::zone_name);
                        parts.filter.zone = Some(Zone {
                            zone: self.zone_named(name)?,
                            of: Owner::Actor,
                        });
                    }
                    Rule::zone_it => {
                        let zone = self.it(at, |thing| *thing == Thing::Zone)?;
                        parts.filter.among = Some(zone);
                    }
                    other => bug(Rule::in_zone, Some(other)),
                }
            }
            Rule::excluding => {
                let inner = Kids::of(node).need(Rule::bare_np);
                parts.filter.excluding = Some(Box::new(self.bare_filter(inner)?));
            }
            Rule::s_highest => {
                let mut kids = Kids::of(node);
                let highest = match kids.any().as_rule() {
                    Rule::highest => true,
                    Rule::lowest => false,
                    other => bug(Rule::s_highest, Some(other)),
                };
                let attribute = self.attribute(kids.need(Rule::attribute))?;
                kids.end();
                self.one_superlative(at.clone(), parts)?;
                parts.superlative_at = Some(at);
                parts.superlative = Some(if highest {
                    Superlative::Highest { attribute }
                } else {
                    Superlative::Lowest { attribute }
                });
            }
            Rule::s_token
            | Rule::s_mark
            | Rule::s_damage
            | Rule::s_same_name
            | Rule::s_number
            | Rule::s_damaged
            | Rule::s_size => {
                let state = self.state(node)?;
                parts.filter.states.push(state);
            }
            _ => {
                let place = self.place(node)?;
                parts.filter.places.push(place);
            }
        }
        Some(())
    }

    fn side(&mut self, side: Side, at: Range<usize>, parts: &mut Parts) -> Option<()> {
        match parts.filter.side {
            Some(known) if known != side => {
                self.contradiction(at, "nothing is friendly and enemy at once")
            }
            Some(_) => self.twice(at),
            _ => {
                parts.filter.side = Some(side);
                Some(())
            }
        }
    }

    /// Adds a state that is one word.
    fn state_word(&mut self, state: State, at: Range<usize>, parts: &mut Parts) -> Option<()> {
        if parts.filter.states.contains(&state) {
            return self.twice(at);
        }
        for (one, other, message) in [
            (
                State::Ready,
                State::Spent,
                "nothing is ready and spent at once",
            ),
            (
                State::FaceUp,
                State::FaceDown,
                "nothing is face-up and face-down at once",
            ),
        ] {
            let states = &parts.filter.states;
            if (state == one && states.contains(&other))
                || (state == other && states.contains(&one))
            {
                return self.contradiction(at, message);
            }
        }
        parts.filter.states.push(state);
        Some(())
    }

    fn one_superlative(&mut self, at: Range<usize>, parts: &Parts) -> Option<()> {
        if parts.superlative.is_none() {
            return Some(());
        }
        self.contradiction(at, "only one thing can decide which one is meant")
    }

    fn pre(&mut self, node: Node<'_>, parts: &mut Parts) -> Option<()> {
        let at = self.range(&node);
        match node.as_rule() {
            Rule::w_other if parts.filter.other => self.twice(at)?,
            Rule::w_other => parts.filter.other = true,
            Rule::of_your => {
                self.side(Side::Friendly, at, parts)?;
                parts.of_your = true;
            }
            // `one of your friendly units` may say it twice, once.
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
                let place = crate::effect::ir::Place::Adjacent {
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
                let mut kids = Kids::of(node);
                while let Some(word) = kids.next() {
                    let id = self.trait_of(word)?;
                    if !any.contains(&id) {
                        any.push(id);
                    }
                }
                parts.filter.traits.push(any);
            }
            Rule::names => {
                let mut kids = Kids::of(node);
                while let Some(name) = kids.next() {
                    parts.name_words = name.as_str().trim().to_owned();
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

    /// The place from which distances are measured, or a finding where the card has none.
    pub fn here_or_report(&mut self, at: Range<usize>, what: &str) -> Option<Reference> {
        if let Some(here) = self.here() {
            return Some(here);
        }
        let card_type = self.bearer.card_type.replace('_', " ");
        let finding = self
            .finding(
                Code::NoPlace,
                at,
                format!("this {card_type} has no place on the map to measure from"),
                format!("\"{what}\" does not say of what"),
            )
            .help(match what {
                "adjacent" => {
                    "write `… adjacent to your hero` or `… adjacent to the target` behind the noun"
                }
                "nearest" => {
                    "write `the … with …`, or choose it with `within range … of your hero`"
                }
                _ => "write `… of your hero` or another place",
            });
        self.report(finding)
    }

    fn noun(&mut self, node: Node<'_>, parts: &mut Parts) -> Option<()> {
        let words: Vec<(String, Range<usize>)> = Kids::of(node)
            .into_iter_words()
            .map(|word| (word.as_str().trim().to_lowercase(), self.range(&word)))
            .collect();
        let game = self.symbols.game;
        // A type of two words: `statistic card`.
        if let [adjectives @ .., (first, _), (second, _)] = words.as_slice() {
            let pair = format!("{first} {second}");
            let named = game.card_types.iter().find(|(_, t)| {
                t.name.eq_ignore_ascii_case(&pair) || t.plural.eq_ignore_ascii_case(&pair)
            });
            if let Some((id, card_type)) = named {
                parts.plural = card_type.plural.eq_ignore_ascii_case(&pair);
                parts.noun_words = pair;
                parts.filter.noun = Noun::Card {
                    types: vec![id.clone()],
                };
                // The noun is no plain `card`, of which more adjectives could be said.
                return self.adjectives(adjectives, "", parts);
            }
        }
        let Some(((last, last_at), adjectives)) = words.split_last() else {
            return Some(());
        };
        parts.noun_words = last.clone();
        let known = match last.as_str() {
            "space" | "spaces" => {
                parts.filter.noun = Noun::Space;
                true
            }
            "card" | "cards" => true,
            word => match game.card_types.iter().find(|(_, t)| {
                t.name.eq_ignore_ascii_case(word) || t.plural.eq_ignore_ascii_case(word)
            }) {
                Some((id, card_type)) => {
                    parts.plural = card_type.plural.eq_ignore_ascii_case(word);
                    parts.filter.noun = Noun::Card {
                        types: vec![id.clone()],
                    };
                    true
                }
                None => false,
            },
        };
        if matches!(last.as_str(), "spaces" | "cards") {
            parts.plural = true;
        }
        if !known {
            // With several words, the whole may be what is unknown: a name without its quotes.
            let whole = words
                .iter()
                .map(|(word, _)| word.as_str())
                .collect::<Vec<_>>()
                .join(" ");
            let from = words.first().map_or(last_at.start, |(_, at)| at.start);
            // `a friendly ranged`: an adjective without its noun.
            if self.adjective_of(last).is_some() && self.symbols.card(&whole).is_none() {
                return self.no_noun(last_at.end);
            }
            return self.unknown_noun(last, last_at.clone(), &whole, from..last_at.end);
        }
        self.adjectives(adjectives, last, parts)
    }

    /// Reports a phrase that names no kind of thing.
    fn no_noun<T>(&mut self, end: usize) -> Option<T> {
        let finding = self
            .finding(
                Code::UnreadableSentence,
                end..end,
                "it is not said what kind of thing this is",
                NOUN_MISSING,
            )
            .help("write `unit`, `card`, `space` or another noun behind it");
        self.report(finding)
    }

    /// The words between the first ones of a phrase and its noun.
    fn adjectives(
        &mut self,
        adjectives: &[(String, Range<usize>)],
        last: &str,
        parts: &mut Parts,
    ) -> Option<()> {
        let mut ok = true;
        let mut at = 0;
        // `a power card` has its type from the adjective already.
        let mut fields = parts.filter.fields.len();
        while at < adjectives.len() {
            // The longest run of words that is one adjective: a game's words may be several.
            let taken = (at + 1..=adjectives.len()).rev().find(|end| {
                let word = join(&adjectives[at..*end]);
                self.adjective(&word, last, parts)
            });
            match taken {
                Some(end) => {
                    let range = adjectives[at].1.start..adjectives[end - 1].1.end;
                    ok &= self.new_fields(&mut fields, range, parts).is_some();
                    at = end;
                }
                None => {
                    // A name or a trait of several words that lacks its marks.
                    let end = (at + 1..=adjectives.len())
                        .rev()
                        .find(|end| {
                            let words = join(&adjectives[at..*end]);
                            self.symbols.card(&words).is_some()
                                || self.symbols.trait_id(&words).is_some()
                        })
                        .unwrap_or(at + 1);
                    let word = &join(&adjectives[at..end]);
                    let range = &(adjectives[at].1.start..adjectives[end - 1].1.end);
                    ok &= self
                        .unknown_noun::<()>(word, range.clone(), word, range.clone())
                        .is_some();
                    at = end;
                }
            }
        }
        ok.then_some(())
    }

    /// Refuses an adjective that says of a field what was said before, or something else.
    fn new_fields(&mut self, known: &mut usize, at: Range<usize>, parts: &Parts) -> Option<()> {
        let (before, new) = parts.filter.fields.split_at_checked(*known)?;
        *known = parts.filter.fields.len();
        for word in new {
            if let Some(other) = before.iter().find(|other| other.field == word.field) {
                if other.value == word.value {
                    return self.twice(at);
                }
                let message = format!(
                    "nothing is {} and {} at once",
                    other.value.replace('_', " "),
                    word.value.replace('_', " ")
                );
                return self.contradiction(at, message);
            }
        }
        Some(())
    }

    /// Adds what an adjective says, if it is one.
    fn adjective(&mut self, word: &str, noun: &str, parts: &mut Parts) -> bool {
        let game = self.symbols.game;
        let card = matches!(noun, "card" | "cards");
        // `a unit card`, `a statistic card`
        if card
            && !word.ends_with(" card")
            && let Some((id, _)) = game
                .card_types
                .iter()
                .find(|(_, t)| t.name.eq_ignore_ascii_case(word))
        {
            parts.filter.noun = Noun::Card {
                types: vec![id.clone()],
            };
            return true;
        }
        for (name, field) in &game.fields {
            let key = field.key.as_deref().unwrap_or(name);
            match &field.kind {
                FieldKind::Choice { of, bare } if *bare || card => {
                    let Some((id, _)) = game.terms(of).find(|(_, term)| is_term(term, word)) else {
                        continue;
                    };
                    parts.filter.fields.push(BareWord {
                        field: key.to_owned(),
                        value: id.to_owned(),
                    });
                    if card {
                        // `a power card`: a card of the type that has this field.
                        let types = game
                            .card_types
                            .iter()
                            .filter(|(_, t)| t.required.contains(name) || t.optional.contains(name))
                            .map(|(id, _)| id.clone())
                            .collect();
                        if !*bare {
                            parts.filter.noun = Noun::Card { types };
                        }
                    }
                    return true;
                }
                FieldKind::Flag if name.replace('_', " ").eq_ignore_ascii_case(word) => {
                    parts.filter.fields.push(BareWord {
                        field: key.to_owned(),
                        value: "true".to_owned(),
                    });
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// Reports a word that is neither a noun nor an adjective here, with what was probably meant.
    fn unknown_noun<T>(
        &mut self,
        word: &str,
        at: Range<usize>,
        whole: &str,
        whole_at: Range<usize>,
    ) -> Option<T> {
        let symbols = self.symbols;
        let game = symbols.game;
        for (name, place) in [(whole, &whole_at), (word, &at)] {
            let singular = name.strip_suffix('s').unwrap_or(name);
            if let Some(card) = symbols.card(name).or_else(|| symbols.card(singular)) {
                let quoted = format!("\"{}\"", card.name);
                let finding = self
                    .finding(
                        Code::UnquotedName,
                        place.clone(),
                        format!(
                            "{} is the name of a card and stands without quotation marks",
                            card.name
                        ),
                        "the name of a card",
                    )
                    .fix(
                        Safety::Safe,
                        format!("write {quoted}"),
                        Place_::Text(place.clone()),
                        quoted,
                    );
                return self.report(finding);
            }
            if let Some(id) = symbols.trait_id(name) {
                let starred = format!("*{}*", id.replace('_', " "));
                let finding = self
                    .finding(
                        Code::BareTrait,
                        place.clone(),
                        format!("{name} is a trait and stands without asterisks"),
                        "a trait",
                    )
                    .fix(
                        Safety::Safe,
                        format!("write {starred}"),
                        Place_::Text(place.clone()),
                        starred,
                    );
                return self.report(finding);
            }
        }
        let mut known: Vec<&str> = vec![
            "card",
            "cards",
            "space",
            "spaces",
            "friendly",
            "enemy",
            "other",
            "adjacent",
            "vacant",
            "nearest",
            "ready",
            "spent",
            "random",
            "face-up",
            "face-down",
        ];
        for card_type in game.card_types.values() {
            known.extend([card_type.name.as_str(), card_type.plural.as_str()]);
        }
        for field in game.fields.values() {
            if let FieldKind::Choice { of, bare: true } = &field.kind {
                known.extend(game.terms(of).map(|(_, term)| term.name.as_str()));
            }
        }
        let finding = self.finding(
            Code::UnknownWord,
            at.clone(),
            format!("\"{word}\" is not a word that can stand here"),
            NO_NOUN,
        );
        let finding = if let Some(close) = closest(word, known.iter().copied()) {
            finding.fix(
                Safety::Unsafe,
                format!("write `{close}`"),
                Place_::Text(at),
                close,
            )
        } else if let Some(close) = closest(word, symbols.trait_words()) {
            let starred = format!("*{close}*");
            finding.fix(
                Safety::Unsafe,
                format!("write {starred}"),
                Place_::Text(at),
                starred,
            )
        } else if let Some(close) = closest(word, symbols.card_names()) {
            let quoted = format!("\"{close}\"");
            finding.fix(
                Safety::Unsafe,
                format!("write {quoted}"),
                Place_::Text(at),
                quoted,
            )
        } else {
            finding.help("a trait stands between *asterisks*, the name of a card between \"quotation marks\"")
        };
        self.report(finding)
    }

    /// `… or hero`, `… and heroes`: words on both sides hold for both.
    fn or_noun(&mut self, node: Node<'_>, parts: &mut Parts) -> Option<()> {
        let whole = self.range(&node);
        let mut kids = Kids::of(node);
        let mut other = Parts::default();
        while let Some(kid) = kids.next() {
            let at = self.range(&kid);
            match kid.as_rule() {
                Rule::q_a | Rule::q_each => {}
                // `an enemy unit or enemy hero` may say it on both sides.
                Rule::friendly if parts.filter.side == Some(Side::Friendly) => {}
                Rule::enemy if parts.filter.side == Some(Side::Enemy) => {}
                Rule::friendly => self.side(Side::Friendly, at, parts)?,
                Rule::enemy => self.side(Side::Enemy, at, parts)?,
                Rule::noun => self.noun(kid, &mut other)?,
                other => bug(Rule::or_noun, Some(other)),
            }
        }
        // An adjective before one of two nouns would have to hold for one of them only, which a
        // description cannot say.
        let plain = parts.filter.fields.is_empty() && other.filter.fields.is_empty();
        let joined = match (&mut parts.filter.noun, other.filter.noun) {
            (Noun::Card { types }, Noun::Card { types: more })
                if plain
                    && !more.is_empty()
                    && !types.is_empty()
                    && more.iter().all(|t| !types.contains(t)) =>
            {
                types.extend(more);
                true
            }
            _ => false,
        };
        if joined {
            return Some(());
        }
        let finding = self
            .finding(
                Code::TwoReadings,
                whole,
                "only two kinds of cards without adjectives can be joined here",
                "cannot be joined to what is before it",
            )
            .help("write two clauses: `Ready a power card or ready a defense card.`");
        self.report(finding)
    }

    pub fn zone(&mut self, node: Node<'_>) -> Option<Zone> {
        let mut kids = Kids::of(node);
        let of = match Kids::of(kids.need(Rule::zone_owner))
            .next()
            .map(|owner| owner.as_rule())
        {
            None => Owner::You,
            Some(Rule::owner_opponent) => Owner::Opponent,
            Some(Rule::owner_its) => Owner::Owner,
            Some(Rule::owner_each) => Owner::Actor,
            other => bug(Rule::zone_owner, other),
        };
        let name = kids.need(Rule::zone_name);
        kids.end();
        let zone = self.zone_named(name)?;
        Some(Zone { zone, of })
    }

    fn zone_named(&mut self, name: Node<'_>) -> Option<String> {
        let at = self.range(&name);
        let word = name
            .as_str()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        self.term("zones", &word, at, "a zone")
    }

    /// What a description is a description of.
    pub fn thing_of_filter(&self, filter: &Filter) -> Thing {
        match &filter.noun {
            Noun::Space => Thing::Space,
            Noun::Card { types }
                if filter.zone.is_none() && self.on_map(types) && filter.among.is_none() =>
            {
                // A flag such as `vanguard` says that the card is not in play.
                if filter.fields.iter().any(|word| word.value == "true") {
                    Thing::Card(types.clone())
                } else {
                    Thing::OnMap(types.clone())
                }
            }
            Noun::Card { types } => Thing::Card(types.clone()),
        }
    }

    pub fn thing_of(&self, selector: &Selector) -> Thing {
        match &selector.pick {
            Pick::Choose { from, .. }
            | Pick::Random { from, .. }
            | Pick::Each { from, .. }
            | Pick::Any { from, .. } => self.thing_of_filter(from),
            Pick::Stack { .. } => Thing::Card(Vec::new()),
            Pick::Zone { .. } => Thing::Zone,
            Pick::Known { is } => self.thing_of_reference(is).0,
        }
    }
}

/// What was gathered of a phrase.
#[derive(Default)]
pub(super) struct Parts {
    pub filter: Filter,
    pub superlative: Option<Superlative>,
    pub superlative_at: Option<Range<usize>>,
    pub plural: bool,
    /// The type of the card that was named.
    pub named_type: Option<String>,
    pub noun_words: String,
    /// `of your` says whose it is.
    pub of_your: bool,
    /// The name of a card, as it was written.
    pub name_words: String,
}

impl Parts {
    /// What the phrase is called in messages.
    fn words(&self) -> String {
        match (self.noun_words.as_str(), self.name_words.as_str()) {
            ("", "") => "one".to_owned(),
            ("", name) => name.to_owned(),
            (noun, _) => noun.to_owned(),
        }
    }
}

fn join(words: &[(String, Range<usize>)]) -> String {
    words
        .iter()
        .map(|(word, _)| word.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

pub(super) fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o']) {
        "an"
    } else {
        "a"
    }
}

impl<'t> Kids<'t> {
    fn into_iter_words(mut self) -> impl Iterator<Item = Node<'t>> {
        std::iter::from_fn(move || self.next())
    }
}

impl Scope<'_> {
    /// A choice of one thing of that description.
    pub fn one_of(&mut self, nodes: Vec<Node<'_>>, span: At) -> Option<Selector> {
        let mut parts = Parts::default();
        for node in nodes {
            match node.as_rule() {
                Rule::traits => self.pre(node, &mut parts)?,
                _ => self.describe_one(node, &mut parts)?,
            }
        }
        let slot = self.next_slot();
        Some(Selector {
            pick: Pick::Choose {
                count: Count::one(),
                by: Player::You,
                from: parts.filter,
                superlative: None,
                chain: None,
                slot,
            },
            span,
        })
    }
}

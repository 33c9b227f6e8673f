//! Noun phrases: who and what. Here how many there are of it and who chooses; what is said of it is
//! in the files below.

mod article;
mod contrary;
mod counted;
mod describe;
mod kind;
mod none;
mod unknown;
mod zone;

use std::ops::Range;

use super::applies::Wants;
use super::contradiction::belongs_to;
use super::needs::Needs;
use super::scope::{Done, Kids, Mention, Node, Scope, Thing, bug};
use crate::diagnostic::{Code, Diagnostic, Place, Safety};
use crate::effect::ir::{
    Amount, At, ChosenNoun, Count, Filter, Noun, Owner, Pick, Player, Reference, Selector, Side,
    Superlative, Zone,
};
use crate::effect::read;
use crate::effect::syntax::Rule;
pub(super) use describe::Parts;
pub(super) use kind::JOINED;
pub(super) use unknown::{A_PLAYER, MARKS, NO_NOUN, NOUN_MISSING};

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
    fn is_pattern(self) -> bool {
        self != Use::Pick
    }
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
    /// `your …`, `your opponent's …`
    Your,
    No,
}

impl Scope<'_> {
    pub fn np(&mut self, node: Node<'_>) -> Option<Selector> {
        // The one of whom the sentence is said chooses.
        self.np_as(node, Use::Pick, self.actor)
    }

    /// The object of a verb that applies to some things only, which decides what `it` is.
    pub fn object(&mut self, node: Node<'_>, wants: Wants<'static>) -> Option<Selector> {
        self.object_being(node, Needs::Verb(wants))
    }

    pub fn object_being(&mut self, node: Node<'_>, needs: Needs) -> Option<Selector> {
        self.needs = Some(needs);
        self.np(node)
    }

    pub fn pattern(&mut self, node: Node<'_>) -> Option<Selector> {
        self.np_as(node, Use::Pattern, Player::You)
    }

    /// A noun phrase; `chooser` makes the choice where there is one.
    pub fn np_as(&mut self, node: Node<'_>, purpose: Use, chooser: Player) -> Option<Selector> {
        let span = self.at(&node);
        let each = |words: &str| words.eq_ignore_ascii_case("each ");
        if node.as_str().get(..5).is_some_and(each) {
            self.each = Some(span.range());
        }
        let inner = Kids::of(node).any();
        let needs = self.needs.take();
        let pick = match inner.as_rule() {
            Rule::reference => {
                self.needs = needs;
                let reference = self.reference(inner);
                self.needs = None;
                let reference = reference?;
                let (thing, many) = self.thing_of_reference(&reference);
                self.mention(reference.clone(), thing, many, span.range());
                Pick::Known { is: reference }
            }
            Rule::top_cards => self.top_cards(inner)?,
            Rule::number_of_top => self.number_of_top(inner)?,
            Rule::number_of => self.number_of_them(inner, None, purpose, chooser)?,
            Rule::whole_zone => {
                let zone = self.zone(Kids::of(inner).need(Rule::zone))?;
                self.whole_zone(zone, span.range())
            }
            Rule::among => self.among(inner, purpose, chooser)?,
            Rule::selection
            | Rule::selection_off
            | Rule::selection_attached
            | Rule::selection_in => self.selection(inner, purpose, chooser)?,
            other => bug(Rule::np, Some(other)),
        };
        Some(Selector { pick, span })
    }

    /// `a number of cards equal to …`
    fn number_of_them(
        &mut self,
        node: Node<'_>,
        apart: Option<Node<'_>>,
        purpose: Use,
        chooser: Player,
    ) -> Option<Pick> {
        let at = self.range(&node);
        let mut kids = Kids::of(node);
        let up_to = kids.has(Rule::m_upto);
        let random = kids.has(Rule::at_random);
        let mut rest: Vec<Node<'_>> = std::iter::from_fn(|| kids.next()).collect();
        let number = match apart {
            Some(number) => number,
            None => rest.pop().unwrap_or_else(|| bug(Rule::number_of, None)),
        };
        let mut parts = Parts::default();
        self.describe(rest, &mut parts)?;
        let number = self.bounded(number)?;
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

    /// `a number of units … equal to …`, where the verb goes on between the two.
    pub fn counted_apart(&mut self, node: Node<'_>, number: Node<'_>) -> Option<Selector> {
        let span = self.at(&node);
        let pick = self.number_of_them(node, Some(number), Use::Pick, self.actor)?;
        Some(Selector { pick, span })
    }

    fn among(&mut self, node: Node<'_>, purpose: Use, chooser: Player) -> Option<Pick> {
        let at = self.range(&node);
        let mut kids = Kids::of(node);
        let quantity = self.quantity(kids.any(), purpose)?;
        let reference = self.those_to_pick_from(kids.need(Rule::reference))?;
        kids.end();
        let (thing, _) = self.thing_of_reference(&reference);
        self.none_was_taken(&reference, &thing, &at)?;
        let from = filter_among(&thing, reference);
        self.picked(quantity, from, thing, None, purpose, chooser, at)
    }

    /// `Put one of them into your hand, then discard one of them`: the one in the hand is one of them.
    fn none_was_taken(
        &mut self,
        those: &Reference,
        thing: &Thing,
        at: &Range<usize>,
    ) -> Option<()> {
        let Reference::Chosen { slot, .. } = those else {
            return Some(());
        };
        let taken = |mention: &&Mention| mention.part_of == Some(*slot);
        let Some(taken) = self.mentions.iter().find(taken) else {
            return Some(());
        };
        if !matches!(thing, Thing::Card(_)) {
            return Some(());
        }
        let before = Place::Text(taken.at.clone());
        let finding = self
            .finding(
                Code::TwoReadings,
                at.clone(),
                "it is not said whether those that were taken before are among them",
                "of all, or of those that are left?",
            )
            .label(before, "taken before")
            .help("write `one of the rest` for those that are left, or take all of them at once");
        self.report(finding)
    }

    /// How many things a reference stands for.
    pub fn number_of_those(&mut self, reference: Reference, at: Range<usize>) -> Option<Amount> {
        let (thing, many) = self.thing_of_reference(&reference);
        if !many {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    "there is one of it, so nothing can be counted",
                    "one thing, not several",
                )
                .help("write the number");
            return self.report(finding);
        }
        Some(Amount::Number {
            of: Box::new(filter_among(&thing, reference)),
        })
    }

    /// Makes known the one for which a sentence is repeated. Gives its slot.
    pub fn one_by_one(&mut self, each: &Filter, at: Range<usize>) -> u32 {
        let slot = self.next_slot();
        let reference = Reference::Chosen {
            slot,
            named: Box::new(called(each)),
            many: false,
        };
        self.mention(reference, self.thing_of_filter(each), false, at);
        slot
    }

    /// `spells discarded this way`: those of that description among what was discarded.
    pub fn done_this_way(
        &mut self,
        mut of: Filter,
        done: Node<'_>,
        at: Range<usize>,
        words: &str,
    ) -> Option<Filter> {
        let done = Done::of(Kids::of(done).any().as_rule());
        let those = self.one_of_many(at.clone(), words, |_, mention| mention.done == Some(done))?;
        self.taken_among(those, at, &mut of)?;
        Some(of)
    }

    /// Says of a description that it means only what is one of those.
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
                    "there is one of it, so nothing can be one among them",
                    "one thing, not several",
                )
                .help("say what it has to be: `If that card is a unit, …`");
            return self.report(finding);
        }
        if of.among.is_some() || of.zone.is_some() {
            return self.contradiction(at, "where it is taken from is said already");
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
            return self.contradiction(at, "none of those can be one");
        }
        of.among = Some(those);
        Some(())
    }

    /// `discard up to X cards to …`: is X what is chosen, or what is paid?
    fn up_to_any<T>(&mut self, up_to: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                up_to.clone(),
                "X is any number that is chosen, and of at most so many fewer could be paid",
                "is X as many as are paid, or more?",
            )
            .fix(Safety::Unsafe, "leave it out", Place::Text(up_to), "");
        self.report(finding)
    }

    fn quantity(&mut self, node: Node<'_>, purpose: Use) -> Option<Quantity> {
        let mut kids = Kids::of(node);
        Some(match node.as_rule() {
            Rule::q_upto => {
                let amount = kids.need(Rule::amount);
                let at = self.range(&amount);
                let number = self.amount(amount)?;
                if self.declaring && number == Amount::X {
                    return self.up_to_any(self.range(&node).start..at.start);
                }
                Quantity::Count(Count::UpTo {
                    number: self.at_least_one(number, "of them", at)?,
                })
            }
            Rule::q_any => Quantity::Count(Count::Any),
            Rule::q_each => Quantity::Each,
            Rule::q_random => Quantity::Random(match kids.take(Rule::amount) {
                Some(amount) => {
                    let at = self.range(&amount);
                    let amount = self.amount(amount)?;
                    self.at_least_one(amount, "of them", at)?
                }
                None => Amount::fixed(1),
            }),
            Rule::q_another | Rule::q_a => Quantity::Count(Count::one()),
            Rule::q_no => Quantity::No,
            Rule::q_x => {
                kids.need(Rule::letter_x);
                if let Some(more) = kids.take(Rule::q_more) {
                    return self.only_a_condition(&more, purpose);
                }
                let number = self.x(&node)?;
                Quantity::Count(Count::Exactly { number })
            }
            Rule::q_that_many => {
                let at = self.range(&node);
                let those = self.one_of_many(at.clone(), "that many", |_, _| true)?;
                let number = self.number_of_those(those, at)?;
                Quantity::Count(Count::Exactly { number })
            }
            Rule::q_the => Quantity::The,
            Rule::q_your => Quantity::Your,
            Rule::q_count => {
                let number = kids.need(Rule::number);
                let at = self.range(&number);
                let value = self.number(number)?;
                if let Some(more) = kids.take(Rule::q_more) {
                    return self.only_a_condition(&more, purpose);
                }
                let number = self.at_least_one(Amount::fixed(value), "of them", at)?;
                Quantity::Count(Count::Exactly { number })
            }
            other => bug(Rule::selection, Some(other)),
        })
    }

    fn only_a_condition<T>(&mut self, more: &Node<'_>, purpose: Use) -> Option<T> {
        let at = self.range(more);
        if purpose != Use::Pick {
            let words = more.as_str().trim();
            let finding = self.finding(
                Code::CannotApply,
                at,
                "one that fits is enough here, and nothing is counted",
                "only a condition of its own counts",
            );
            return self.report(finding.help(format!(
                "count in a condition of its own: `If there are 2 {words} … adjacent to …, …`"
            )));
        }
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "only a condition can say \"or more\" or \"or fewer\"",
                "how many are chosen has to be said",
            )
            .help("write `up to 3`, `any number of`, or a number");
        self.report(finding)
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
                    parts.other_at = Some(self.range(&kid));
                    quantity = self.quantity(kid, purpose)?;
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
                | Rule::q_that_many
                | Rule::q_your => quantity = self.quantity(kid, purpose)?,
                Rule::q_theirs => {
                    parts.filter.side = Some(Side::Enemy);
                    quantity = Quantity::Your;
                }
                _ => rest.push(kid),
            }
        }
        if let (Quantity::Your, [noun]) = (&quantity, rest.as_slice())
            && let Some(zone) = self.named_zone(noun)
        {
            let of = match parts.filter.side {
                Some(Side::Enemy) => Owner::Opponent,
                _ => Owner::You,
            };
            return Some(self.whole_zone(Zone { zone, of }, at));
        }
        if matches!(quantity, Quantity::Your) {
            parts.filter.side.get_or_insert(Side::Friendly);
        }
        self.describe(rest, &mut parts)?;
        if matches!(quantity, Quantity::Count(_) | Quantity::Random(_)) {
            self.one_of_both(&parts)?;
        }
        if purpose == Use::Asked
            && parts.plural
            && matches!(quantity, Quantity::Bare | Quantity::Your)
        {
            return self.asked_of_some(at);
        }
        let is_card = matches!(&parts.filter.noun, Noun::Card { types } if types.is_empty());
        if purpose == Use::Asked && matches!(quantity, Quantity::Your) && is_card {
            let words = said.split(' ').filter(|word| !word.ends_with("opponent's"));
            if words.count() == 2 {
                return self.which_of_yours(at);
            }
        }
        if matches!(quantity, Quantity::Bare) {
            self.bare = Some(at.clone());
        }
        let thing = self.thing_of_filter(&parts.filter);
        // `your unit` is one of them; `your next spell` is whichever it will be.
        if matches!(quantity, Quantity::Your)
            && !parts.plural
            && !parts.filter.next
            && purpose == Use::Pick
        {
            quantity = Quantity::Count(Count::one());
        }
        // A bare word without a number is one that lacks its article, unless it is a plural.
        if matches!(quantity, Quantity::Bare) && !parts.plural {
            return self.how_many(at, &said, purpose);
        }
        if parts.superlative.is_some() && parts.plural {
            return self.superlative_of_one(at);
        }
        if matches!(quantity, Quantity::The)
            && parts.superlative.is_none()
            && let Some(finding) = self.the_one_before(&parts.filter, &said, &at)
        {
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

    /// `the unit`, `the enemy unit`, `the spell`: the one that was named before is `that unit`.
    fn the_one_before(
        &self,
        from: &Filter,
        said: &str,
        at: &Range<usize>,
    ) -> Option<Diagnostic<Place>> {
        let Noun::Card { types } = &from.noun else {
            return None;
        };
        let noun = match types.as_slice() {
            [] => "card",
            [one] => &self.symbols.game.card_types.get(one)?.name,
            _ => return None,
        };
        let plain = from.traits.is_empty() && from.states.is_empty() && from.places.is_empty();
        let noun = noun.to_lowercase();
        let that = match (&self.attached, self.candidates(&noun, false).as_slice()) {
            (_, [_]) => format!("that {noun}"),
            (Some(Thing::OnMap(_)), []) if from.side.is_none() => format!("the attached {noun}"),
            _ => return None,
        };
        if !plain {
            return None;
        }
        let finding = self.finding(
            Code::UnboundReference,
            at.clone(),
            format!("what was named before is called `{that}`"),
            "the one that was named before?",
        );
        let title = format!("write `{that}`");
        let by = read::in_case_of(&that, said);
        Some(finding.fix(Safety::Unsafe, title, Place::Text(at.clone()), by))
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
        let named = Box::new(called(&from));
        let part_of = match &from.among {
            Some(Reference::Chosen { slot, .. } | Reference::Rest { slot }) => Some(*slot),
            _ => None,
        };
        let of_those = from.among.as_ref().and_then(|those| self.owner_of(those));
        let owner = belongs_to(&from).or(of_those);
        let again = match &from.among {
            Some(those) => from == filter_among(&thing, those.clone()),
            None => false,
        };
        let from = Box::new(from);
        let superlative = superlative.map(Box::new);
        let plural = matches!(quantity, Quantity::Bare | Quantity::Your);
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
            (Quantity::Count(count), _) if purpose.is_pattern() && !count.is_one() => {
                return self.pattern_of_one(at);
            }
            (Quantity::Random(_), _) if purpose.is_pattern() => return self.pattern_of_one(at),
            (Quantity::Each, Use::Event) => return self.event_of_each(at),
            (Quantity::Each, Use::Asked) => Pick::Each { from, slot },
            (_, _) if purpose.is_pattern() && superlative.is_none() => Pick::Any { from, slot },
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
        let all = matches!(pick, Pick::Each { .. });
        self.mention(Reference::Chosen { slot, named, many }, thing, many, at);
        if let Some(mention) = self.mentions.last_mut() {
            mention.part_of = part_of;
            mention.owner = owner;
            mention.all = all;
            mention.again = all && again;
            mention.plural = plural && purpose == Use::Pattern;
        }
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
            .help(
                "write `the …` for that one; for several say how far or how much: `each unit within range 2`, `each unit with 3 or \
                 more attack`",
            );
        self.report(finding)
    }

    /// `when all enemy units are removed`: that happens to one after the other, and each time something happens.
    fn event_of_each<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "an event happens to one thing at a time, not to all of them together",
                "no single event",
            )
            .help("write `a …` for what happens with each of them, or ask for what is left: `When a … is removed from the map, if there are no …,`");
        self.report(finding)
    }

    /// `if enemy units are damaged`: one of them, or all?
    fn asked_of_some<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "it is not said of how many this is asked: of one that is enough, or of each?",
                "a number or an article is missing here",
            )
            .help("write `a …` if one is enough, or `each …`");
        self.report(finding)
    }

    /// `Reveal a card. If your card is a unit, …`: that one, or any?
    fn which_of_yours<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::UnboundReference,
                at,
                "it is not said which of the cards this asks about",
                "which one?",
            )
            .help("write `that card` for the one that was named, or say where it is: `a card in your hand`");
        self.report(finding)
    }

    /// Where something is compared with a description, it fits or not; nothing is counted or drawn.
    pub fn pattern_of_one<T>(&mut self, at: Range<usize>) -> Option<T> {
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
                from: Box::new(parts.filter),
                superlative: None,
                chain: None,
                slot,
            },
            span,
        })
    }

    /// What a description is a description of.
    pub fn thing_of_filter(&self, filter: &Filter) -> Thing {
        match &filter.noun {
            Noun::Space => Thing::Space,
            Noun::Card { types }
                if filter.zone.is_none()
                    && self.on_map(types)
                    && filter
                        .among
                        .as_ref()
                        .is_none_or(|among| self.is_on_map(among)) =>
            {
                // A flag such as `vanguard` says that the card is not in play.
                if filter.is_flagged(self.symbols.game) {
                    Thing::Card(types.clone())
                } else {
                    Thing::OnMap(types.clone())
                }
            }
            Noun::Card { types } => Thing::Card(types.clone()),
        }
    }

    fn is_on_map(&self, reference: &Reference) -> bool {
        matches!(self.thing_of_reference(reference).0, Thing::OnMap(_))
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

/// By what word things of a description are referred to.
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

/// A description of what is one of those.
fn filter_among(thing: &Thing, reference: Reference) -> Filter {
    let noun = match thing {
        Thing::Space => Noun::Space,
        Thing::OnMap(types) | Thing::Card(types) => Noun::Card {
            types: types.clone(),
        },
        Thing::Attack | Thing::Zone => Noun::Card { types: Vec::new() },
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

//! Lowers the quantity of a noun phrase and the choice that it makes.

use crate::effect::letter_case;
use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{EntityKind, NounRole};
use std::ops::Range;

use super::super::check::no_effect::belongs_to;
use super::super::children::{Children, bug};
use super::super::ctx::{LowerCtx, Node};
use super::{Parts, called, filter_among};
use crate::diagnostic::{Code, Diagnostic, Place, Safety};
use crate::effect::ir::{
    Amount, Count, Filter, Noun, Owner, Pick, Player, Reference, Side, Superlative, Zone,
};
use crate::effect::syntax::Rule;

/// The quantity of a noun phrase.
pub(super) enum Quantity {
    Count(Count),
    Random(Amount),
    Each,
    /// No quantity: a bare plural.
    Bare,
    /// `the`, which needs something that makes the thing unique.
    The,
    /// `your …`, `your opponent's …`
    Your,
    No,
}

impl LowerCtx<'_> {
    /// Rejects `discard up to X cards to …`: X may be the chosen number or the paid number.
    fn up_to_any<T>(&mut self, up_to: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                up_to.clone(),
                "X is any chosen number, and with `up to` fewer could be paid",
                "`up to X` leaves the paid number open",
            )
            .fix(Safety::Unsafe, "remove it", Place::Text(up_to), "");
        self.report(finding)
    }

    pub(super) fn quantity(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        purpose: NounRole,
    ) -> Option<Quantity> {
        let mut kids = Children::of(node);
        Some(match node.as_rule() {
            Rule::q_upto => {
                let amount = kids.need(Rule::amount);
                let at = self.range(&amount);
                let number = self.amount(cx, amount)?;
                if cx.declaring && number == Amount::X {
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
                    let amount = self.amount(cx, amount)?;
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
                let number = self.x(cx, &node)?;
                Quantity::Count(Count::Exactly { number })
            }
            Rule::q_that_many => {
                let at = self.range(&node);
                let those = self.one_of_many(cx, at.clone(), "that many", |_, _| true)?;
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

    pub(in crate::effect::lower) fn only_a_condition<T>(
        &mut self,
        more: &Node<'_>,
        purpose: NounRole,
    ) -> Option<T> {
        let at = self.range(more);
        if purpose != NounRole::Pick {
            let words = more.as_str().trim();
            let count = match more.as_rule() {
                Rule::q_more => format!("2 {words}"),
                _ => format!("{words} 2"),
            };
            let finding = self.finding(
                Code::CannotApply,
                at,
                "one match is enough here, so nothing is counted",
                "only a separate condition counts",
            );
            return self.report(finding.help(format!(
                "count in a separate condition: `If there are {count} … adjacent to …, …`"
            )));
        }
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "\"or more\" and \"or fewer\" are only allowed in conditions",
                "this does not say how many are chosen",
            )
            .help("write `up to 3`, `any number of`, or a number");
        self.report(finding)
    }

    pub(super) fn selection(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        purpose: NounRole,
        chooser: Player,
    ) -> Option<Pick> {
        let at = self.range(&node);
        let said = node.as_str().trim().to_owned();
        let mut kids = Children::of(node);
        let mut parts = Parts {
            asked_of_one: purpose.is_pattern(),
            ..Parts::default()
        };
        let mut quantity = Quantity::Bare;
        let mut rest: Vec<Node<'_>> = Vec::new();
        while let Some(kid) = kids.next() {
            match kid.as_rule() {
                Rule::q_another => {
                    parts.filter.other = true;
                    parts.other_at = Some(self.range(&kid));
                    quantity = self.quantity(cx, kid, purpose)?;
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
                | Rule::q_your => quantity = self.quantity(cx, kid, purpose)?,
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
        self.describe(cx, rest, &mut parts)?;
        if matches!(quantity, Quantity::Count(_) | Quantity::Random(_)) {
            self.one_of_both(&parts)?;
        }
        if purpose == NounRole::Asked
            && parts.plural
            && matches!(quantity, Quantity::Bare | Quantity::Your)
        {
            return self.asked_of_some(at);
        }
        let is_card = matches!(&parts.filter.noun, Noun::Card { types } if types.is_empty());
        if purpose == NounRole::Asked && matches!(quantity, Quantity::Your) && is_card {
            let words = said.split(' ').filter(|word| !word.ends_with("opponent's"));
            if words.count() == 2 {
                return self.which_of_yours(at);
            }
        }
        if matches!(quantity, Quantity::Bare) {
            self.discourse.mention_bare_plural(at.clone());
        }
        let thing = self.thing_of_filter(&parts.filter);
        // `your unit` refers to one of several units; the card of `your next spell` is not known yet.
        if matches!(quantity, Quantity::Your)
            && !parts.plural
            && !parts.filter.next
            && purpose == NounRole::Pick
        {
            quantity = Quantity::Count(Count::one());
        }
        // A bare singular lacks its article.
        if matches!(quantity, Quantity::Bare) && !parts.plural {
            return self.how_many(cx, at, &said, purpose);
        }
        if parts.superlative.is_some() && parts.plural {
            return self.superlative_of_one(at);
        }
        if matches!(quantity, Quantity::The)
            && parts.superlative.is_none()
            && let Some(finding) = self.the_one_before(cx, &parts.filter, &said, &at)
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

    /// Suggests `that unit` for `the unit`, `the enemy unit` or `the spell` if it was named before.
    fn the_one_before(
        &self,
        cx: ClauseCtx<'_>,
        from: &Filter,
        said: &str,
        at: &Range<usize>,
    ) -> Option<Diagnostic<Place>> {
        let Noun::Card { types } = &from.noun else {
            return None;
        };
        let noun = match types.as_slice() {
            [] => "card",
            [one] => &self.env.symbols.game.card_types.get(one)?.name,
            _ => return None,
        };
        let plain = from.traits.is_empty() && from.states.is_empty() && from.places.is_empty();
        let noun = noun.to_lowercase();
        let that = match (
            &self.env.attached,
            self.candidates(cx, &noun, false).as_slice(),
        ) {
            (_, [_]) => format!("that {noun}"),
            (Some(EntityKind::OnMap(_)), []) if from.side.is_none() => {
                format!("the attached {noun}")
            }
            _ => return None,
        };
        if !plain {
            return None;
        }
        let finding = self.finding(
            Code::UnboundReference,
            at.clone(),
            format!("the one that was named before is written `{that}`"),
            "refers to the one that was named before",
        );
        let title = format!("write `{that}`");
        let by = letter_case::in_case_of(&that, said);
        Some(finding.fix(Safety::Unsafe, title, Place::Text(at.clone()), by))
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn picked(
        &mut self,
        quantity: Quantity,
        from: Filter,
        thing: EntityKind,
        superlative: Option<Superlative>,
        purpose: NounRole,
        chooser: Player,
        at: Range<usize>,
    ) -> Option<Pick> {
        let slot = self.discourse.next_slot();
        let named = Box::new(called(&from));
        let part_of = match &from.among {
            Some(Reference::Chosen { slot, .. } | Reference::Rest { slot }) => Some(*slot),
            _ => None,
        };
        let of_those = from
            .among
            .as_ref()
            .and_then(|those| self.discourse.owner_of(those));
        let owner = belongs_to(&from).or(of_those).or(self.either_player(&from));
        let again = match &from.among {
            Some(those) => from == filter_among(&thing, those.clone()),
            None => false,
        };
        let side = from.side;
        let from = Box::new(from);
        let superlative = superlative.map(Box::new);
        let plural = matches!(quantity, Quantity::Bare | Quantity::Your);
        let pick = match (quantity, purpose) {
            (Quantity::No, _) => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        "an effect cannot apply to none of them",
                        "only a condition can say \"no\"",
                    )
                    .help("name what it applies to, or write `cannot`");
                return self.report(finding);
            }
            (Quantity::The, _) if superlative.is_none() => {
                let finding = self
                    .finding(
                        Code::UnboundReference,
                        at.clone(),
                        "\"the\" needs something that is already known",
                        "it is unclear which one this is",
                    )
                    .help("write `a` or `each`, or make it unique: `the … with the highest attack`, `the nearest …`");
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
            (Quantity::Count(count), _)
                if purpose.is_pattern()
                    && !(count.is_one() && matches!(count, Count::Exactly { .. })) =>
            {
                return self.pattern_of_one(at);
            }
            (Quantity::Random(_), _) if purpose.is_pattern() => return self.pattern_of_one(at),
            (Quantity::Each, NounRole::Event) => return self.event_of_each(at),
            (Quantity::Each, NounRole::Asked) => Pick::Each { from, slot },
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
        self.discourse
            .mention(Reference::Chosen { slot, named, many }, thing, many, at);
        if let Some(mention) = self.discourse.mentions_mut().last_mut() {
            mention.part_of = part_of;
            mention.owner = owner;
            mention.all = all;
            mention.side = side;
            mention.iterated = all || purpose == NounRole::Event;
            mention.again = all && again;
            mention.plural = plural && purpose == NounRole::Pattern;
        }
        Some(pick)
    }

    /// Rejects a plural superlative: `the highest` and `the nearest` are single things.
    pub(super) fn superlative_of_one<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::Contradiction,
                at,
                "the highest, lowest or nearest is a single thing",
                "only one thing matches",
            )
            .help(
                "write `the …` for a single thing; for several, give a distance or a number: `each ‹acting› within \
                 range 2`, `each ‹acting› with 3 or more attack`",
            );
        self.report(finding)
    }

    /// Rejects `when all enemy units are removed`: each removal is a separate event.
    fn event_of_each<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "an event happens to one thing at a time, not to all of them together",
                "not a single event",
            )
            .help("write `a …` for each single event, or test what is left: `When a … is removed from the map, if \
                there are no …,`");
        self.report(finding)
    }

    /// Rejects `if enemy units are damaged`: one of them, or all?
    fn asked_of_some<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: is one of them enough, or each?",
                "missing number or article",
            )
            .help("write `a …` if one is enough, or `each …`");
        self.report(finding)
    }

    /// Rejects `Reveal a card. If your card is a unit, …`: the revealed card, or any card?
    fn which_of_yours<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::UnboundReference,
                at,
                "it is unclear which of the cards this is about",
                "does not name a particular card",
            )
            .help("write `that card` for the one that was named, or add its place: `a card in your hand`");
        self.report(finding)
    }
}

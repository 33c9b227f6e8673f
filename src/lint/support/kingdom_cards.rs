//! The view that lints have of a set: its cards with their lines, and its means of payment.

use crate::card::{CardSource, VecMap};
use crate::collections::HashSet;
use crate::effect::ir::{Filter, Node, Pick, Reference, Selector, visit};
use crate::game::FieldKind;
use crate::lint::{LintContext, LintedCard, Set};
use crate::source::Span;

/// A card of a set.
#[derive(Clone, Copy)]
pub(in crate::lint) struct Member<'w> {
    /// The key of the zone that contains the card.
    pub zone: &'w str,
    pub card: &'w LintedCard<'w>,
    /// Span of the card's name in the set.
    pub at: Span,
}

/// Returns the cards of a set, each once, in the order of its zones; `None` if one of them has errors.
pub(in crate::lint) fn members<'w>(
    context: &'w LintContext<'w>,
    set: &Set<'w>,
) -> Option<Vec<Member<'w>>> {
    let mut members = Vec::new();
    let mut seen = HashSet::default();
    for (key, zone) in &context.game.kingdom.zones {
        if zone.by.is_some() {
            continue;
        }
        let lines = set
            .source
            .zones
            .get(key)
            .map(|zone| zone.entries.as_slice());
        for line in lines.unwrap_or_default() {
            let id = context
                .symbols
                .card(&line.name)
                .map_or(line.name.as_str(), |card| card.id.as_str());
            let card = context
                .cards
                .get(id)
                .filter(|card| card.sound && card.source.manual.is_none())?;
            if seen.insert(id) {
                members.push(Member {
                    zone: key,
                    card,
                    at: line.name_at,
                });
            }
        }
    }
    Some(members)
}

/// The means of payment of a set: a zone that lists words of a vocabulary list, with the count of each word.
pub(in crate::lint) struct Pool<'w> {
    /// The key of the zone.
    pub zone: &'w str,
    /// The list of the vocabulary.
    pub list: &'w str,
    pub has: VecMap<i64>,
    /// The card that provides the means of payment; `None` if there is not exactly one.
    pub payer: Option<Member<'w>>,
    /// The field of that card with the means of payment.
    pub field: Option<&'w str>,
}

pub(in crate::lint) fn pools<'w>(
    context: &'w LintContext<'w>,
    set: &Set<'w>,
    members: &[Member<'w>],
) -> Vec<Pool<'w>> {
    let zones = context.game.kingdom.zones.iter();
    zones
        .filter_map(|(key, zone)| {
            let by = zone.by.as_deref()?;
            let list = context
                .game
                .fields
                .iter()
                .find_map(|(name, field)| match &field.kind {
                    FieldKind::Choice { of, .. } if field.key_or(name) == by => Some(of.as_str()),
                    _ => None,
                })?;
            let counts = set.kingdom.zones.get(key)?;
            let from = zone.from.as_ref();
            let mut payers = members
                .iter()
                .filter(|member| from.is_some_and(|from| from.zone == member.zone));
            Some(Pool {
                zone: key,
                list,
                has: counts
                    .iter()
                    .map(|(id, count)| (id.into(), i64::from(*count)))
                    .collect(),
                payer: payers.next().filter(|_| payers.next().is_none()).copied(),
                field: from.map(|from| from.field.as_str()),
            })
        })
        .collect()
}

/// Returns whether an effect on cards outside of play may apply to this card.
pub(in crate::lint) fn may_bring(
    context: &LintContext<'_>,
    bearer: &LintedCard<'_>,
    selector: &Selector,
    card: &CardSource,
) -> bool {
    let fits = |filter: &Filter| {
        crate::lint::filter_index::may_match(context.game, filter, card, context.changeable())
    };
    match &selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => fits(from),
        Pick::Stack { .. } | Pick::Pile { .. } | Pick::Zone { .. } => true,
        // A card chosen earlier may be any card that the text describes.
        Pick::Known {
            is: Reference::Chosen { .. } | Reference::FirstChosen { .. } | Reference::Rest { .. },
        } => {
            let mut may = false;
            visit(bearer.abilities, &mut |node, _| {
                may |= match node {
                    Node::Selector(selector) => {
                        matches!(
                            selector.pick,
                            Pick::Stack { .. } | Pick::Pile { .. } | Pick::Zone { .. }
                        )
                    }
                    Node::Filter(filter) => filter.zone.is_some() && fits(filter),
                    _ => false,
                };
            });
            may
        }
        Pick::Known { .. } => false,
    }
}

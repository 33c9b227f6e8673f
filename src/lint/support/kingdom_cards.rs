//! A set, as its lints look at it: its cards with their lines, and what pays for them.

use crate::card::{CardSource, Keyed};
use crate::collections::HashSet;
use crate::effect::ir::{Filter, Node, Pick, Reference, Selector, visit};
use crate::game::FieldKind;
use crate::lint::{Set, Subject, World};
use crate::source::Span;

/// A card of a set.
#[derive(Clone, Copy)]
pub(in crate::lint) struct Member<'w> {
    /// The key of the zone in which it stands.
    pub zone: &'w str,
    pub card: &'w Subject<'w>,
    /// Where the set names it.
    pub at: Span,
}

/// The cards of a set, each once, in the order of its zones; `None` where one of them is not known as a whole.
pub(in crate::lint) fn members<'w>(world: &'w World<'w>, set: &Set<'w>) -> Option<Vec<Member<'w>>> {
    let mut members = Vec::new();
    let mut seen = HashSet::default();
    for (key, zone) in &world.game.kingdom.zones {
        if zone.by.is_some() {
            continue;
        }
        let lines = set
            .source
            .zones
            .get(key)
            .map(|zone| zone.entries.as_slice());
        for line in lines.unwrap_or_default() {
            let id = world
                .symbols
                .card(&line.name)
                .map_or(line.name.as_str(), |card| card.id.as_str());
            let card = world
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

/// What a set pays with: a zone that is listed by the words of a list, and how many there are of each.
pub(in crate::lint) struct Pool<'w> {
    /// The key of its zone.
    pub zone: &'w str,
    /// The list of the vocabulary.
    pub list: &'w str,
    pub has: Keyed<i64>,
    /// The card that brings it.
    pub payer: Option<Member<'w>>,
    /// The field of that card.
    pub field: Option<&'w str>,
}

pub(in crate::lint) fn pools<'w>(
    world: &'w World<'w>,
    set: &Set<'w>,
    members: &[Member<'w>],
) -> Vec<Pool<'w>> {
    let zones = world.game.kingdom.zones.iter();
    zones
        .filter_map(|(key, zone)| {
            let by = zone.by.as_deref()?;
            let list = world
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

/// Whether an effect that does something to cards outside of play may do it to this one.
pub(in crate::lint) fn may_bring(
    world: &World<'_>,
    bearer: &Subject<'_>,
    selector: &Selector,
    card: &CardSource,
) -> bool {
    let fits = |filter: &Filter| {
        crate::lint::filter_index::may_fit(world.game, filter, card, world.changeable())
    };
    match &selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => fits(from),
        Pick::Stack { .. } | Pick::Zone { .. } => true,
        // What was chosen before: from whatever the card describes.
        Pick::Known {
            is: Reference::Chosen { .. } | Reference::FirstChosen { .. } | Reference::Rest { .. },
        } => {
            let mut may = false;
            visit(bearer.abilities, &mut |node, _| {
                may |= match node {
                    Node::Selector(selector) => {
                        matches!(selector.pick, Pick::Stack { .. } | Pick::Zone { .. })
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

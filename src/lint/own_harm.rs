//! A card that does nothing but harm its own side, or help the enemy: nobody would play it, so `friendly` and
//! `enemy` are probably mixed up. Cards with numbers of their own are left out; a drawback may be their price.

use super::{Check, Lint, Reads, Subject, World};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety};
use crate::effect::ir::{Ability, Action, Node, Pick, Placement, Reference, Selector, Side, visit};
use crate::game::FieldKind;

pub(super) const LINT: Lint = Lint {
    code: Code::OwnHarm,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(world: &World<'_>, card: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let card_type = world.game.card_types.get(&card.source.card_type);
    let has_numbers = card_type
        .into_iter()
        .flat_map(|card_type| world.game.fields_of(card_type))
        .any(|field| matches!(field.field.kind, FieldKind::Numbers { .. }));
    if has_numbers || card.source.manual.is_some() || card.abilities.is_empty() {
        return;
    }
    let mut wrong = Vec::new();
    for ability in card.abilities {
        match wrong_side(ability) {
            Some(selectors) => wrong.extend(selectors),
            None => return,
        }
    }
    let Some((first, side)) = wrong.first() else {
        return;
    };
    let (message, label) = match side {
        Side::Friendly => ("harms nobody but its own side", "harmed by its own card"),
        Side::Enemy => ("helps nobody but the enemy", "helped by an enemy card"),
    };
    let mut finding = Diagnostic::new(
        Code::OwnHarm,
        world.place(card, first.span),
        format!("\"{}\" {message}", card.source.name),
        label,
    )
    .help("turn it to the other side, or give the card another effect that is worth it");
    let edits: Option<Vec<Edit>> = wrong
        .iter()
        .map(|(selector, side)| turned(world, card, selector, *side))
        .collect();
    finding.fixes.extend(edits.map(|mut edits| {
        // Two actions may be done to one thing.
        edits.dedup();
        Fix {
            title: "turn it to the other side".to_owned(),
            safety: Safety::Unsafe,
            edits,
        }
    }));
    found.push(finding);
}

/// What an ability harms or helps, if all of it is on the wrong side.
fn wrong_side(ability: &Ability) -> Option<Vec<(&Selector, Side)>> {
    let attached = match &ability.heading.placement {
        Some(Placement::AttachTo { to }) => Some(to),
        _ => None,
    };
    let mut sides: Vec<(u32, Side)> = Vec::new();
    let mut done = Some(Vec::new());
    visit(std::slice::from_ref(ability), &mut |node, _| match node {
        Node::Selector(Selector { pick, .. }) => {
            if let Pick::Choose { from, slot, .. }
            | Pick::Random { from, slot, .. }
            | Pick::Each { from, slot } = pick
                && let Some(side) = from.side
            {
                sides.push((*slot, side));
            }
        }
        Node::Action(action) => match (&mut done, done_to(action)) {
            (Some(done), Some(one)) => done.push(one),
            _ => done = None,
        },
        _ => {}
    });
    let wrong = done?.into_iter().map(|(selector, harm)| {
        let selector = match &selector.pick {
            Pick::Known {
                is: Reference::AttachedUnit,
            } => attached?,
            _ => selector,
        };
        let side = match &selector.pick {
            Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. } => {
                from.side
            }
            Pick::Known {
                is: Reference::Chosen { slot, .. },
            } => {
                let mut sides = sides.iter();
                sides.find_map(|(of, side)| (of == slot).then_some(*side))
            }
            _ => None,
        };
        side.filter(|side| harm == (*side == Side::Friendly))
            .map(|side| (selector, side))
    });
    wrong.collect()
}

/// What an action is done to, and whether it is harm rather than help; `None` where that depends.
fn done_to(action: &Action) -> Option<(&Selector, bool)> {
    match action {
        Action::DealDamage { to, .. } | Action::DivideDamage { among: to, .. } => Some((to, true)),
        Action::Decrease { what, .. } => Some((what, true)),
        Action::RemoveDamage { from, .. } => Some((from, false)),
        Action::Increase { what, .. } => Some((what, false)),
        Action::Change { who, changes, .. } => {
            let lost = changes.iter().filter(|change| change.lose).count();
            match lost {
                0 => Some((who, false)),
                _ if lost == changes.len() => Some((who, true)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The words of the other side in place of those that are written.
fn turned(world: &World<'_>, card: &Subject<'_>, selector: &Selector, side: Side) -> Option<Edit> {
    let range = selector.span.range();
    let said = card.written().get(range.clone())?;
    let (written, wanted) = match side {
        Side::Friendly => ("friendly", "enemy"),
        Side::Enemy => ("enemy", "friendly"),
    };
    let mut places = said.match_indices(written);
    let ((at, _), None) = (places.next()?, places.next()) else {
        return None;
    };
    // With its article, which goes by the sound of the word.
    let (from, text) = match (
        said[..at].strip_suffix("a "),
        said[..at].strip_suffix("an "),
    ) {
        (Some(before), _) => (before.len(), format!("an {wanted}")),
        (_, Some(before)) => (before.len(), format!("a {wanted}")),
        _ => (at, wanted.to_owned()),
    };
    let place = world.place_of(card, range.start + from..range.start + at + written.len());
    Some(Edit { at: place, text })
}

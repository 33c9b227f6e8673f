//! Reports a card that only harms its own side or only helps the enemy: `friendly` and `enemy` are probably swapped.
//! Card types with numbers are ignored, because good numbers may compensate for a drawback.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety};
use crate::effect::ir::{Ability, Action, Node, Pick, Placement, Reference, Selector, Side, visit};
use crate::game::FieldKind;

pub(super) const LINT: Lint = Lint {
    code: Code::OwnHarm,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let card_type = context.game.card_types.get(&card.source.card_type);
    let has_numbers = card_type
        .into_iter()
        .flat_map(|card_type| context.game.fields_of(card_type))
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
        Side::Friendly => ("only harms its own side", "harmed by its own card"),
        Side::Enemy => ("only helps the enemy", "helped by an enemy card"),
    };
    let mut diagnostic = Diagnostic::new(
        Code::OwnHarm,
        context.place(card, first.span),
        format!("\"{}\" {message}", card.source.name),
        label,
    )
    .help("change the side, or add an effect that helps the card's own side");
    let edits: Option<Vec<Edit>> = wrong
        .iter()
        .map(|(selector, side)| turned(context, card, selector, *side))
        .collect();
    diagnostic.fixes.extend(edits.map(|mut edits| {
        // Two actions may have the same target.
        edits.dedup();
        Fix {
            title: "change the side".to_owned(),
            safety: Safety::Unsafe,
            edits,
        }
    }));
    diagnostics.push(diagnostic);
}

/// Returns the targets that an ability harms or helps, if all of them are on the wrong side.
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

/// Returns the target of an action, and `true` for harm or `false` for help; `None` if it depends on the situation.
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

/// Returns the edit that replaces `friendly` with `enemy`, or the reverse.
fn turned(
    context: &LintContext<'_>,
    card: &LintedCard<'_>,
    selector: &Selector,
    side: Side,
) -> Option<Edit> {
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
    // Include the article, which depends on the following sound.
    let (from, text) = match (
        said[..at].strip_suffix("a "),
        said[..at].strip_suffix("an "),
    ) {
        (Some(before), _) => (before.len(), format!("an {wanted}")),
        (_, Some(before)) => (before.len(), format!("a {wanted}")),
        _ => (at, wanted.to_owned()),
    };
    let place = context.place_of(card, range.start + from..range.start + at + written.len());
    Some(Edit { at: place, text })
}

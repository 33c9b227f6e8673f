//! Checks references to things that are chosen too late or perhaps never. A condition is evaluated before the choices
//! of its effect, and each branch of a condition makes its own choices.

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::effect::ir::{
    At, Condition, Effect, Node, Reference, Selector, What, visit_condition, visit_effects,
};
use crate::effect::lower::{each_or_together, slots_of};

/// Checks the branches and conditions of one effect.
pub(super) fn effect(effect: &Effect) -> Option<Diagnostic<Place>> {
    match &effect.what {
        What::Unless { condition, effects } => asked_before(condition, effects),
        What::Either { effects, .. } => chosen_in_either(effects),
        What::If {
            then, otherwise, ..
        } if !otherwise.is_empty() => chosen_in_both(&slots_of(then), otherwise),
        What::May {
            cost,
            effects,
            otherwise,
            ..
        } if !otherwise.is_empty() => {
            chosen_in_both(&[slots_of(cost), slots_of(effects)].concat(), otherwise)
        }
        _ => None,
    }
}

/// Rejects an `unless` condition that refers to a choice of its own effect: the condition is evaluated first.
fn asked_before(condition: &Condition, effects: &[Effect]) -> Option<Diagnostic<Place>> {
    let chosen = slots_of(effects);
    let mut late = None;
    visit_condition(condition, &mut |node, path| {
        if let Node::Reference(Reference::Chosen { slot, many, .. }) = node
            && chosen.contains(slot)
        {
            late.get_or_insert((place_in(path, condition), *many));
        }
    });
    let (at, many) = late?;
    if many {
        return Some(each_or_together(at));
    }
    let finding = Diagnostic::new(
        Code::UnboundReference,
        Place::Text(at.range()),
        "this is used before it is chosen",
        "nothing is chosen yet when `unless` is checked",
    );
    Some(finding.help(
        "describe it where it is chosen (`a friendly ‹acting› without a size token`), or choose it first: `Choose a \
         friendly ‹acting›. Increase 1 that ‹acting› unless it has a size token.`",
    ))
}

/// Rejects an alternative that refers to a choice of the other: `Deal 2 damage to an enemy unit or move it 1 step`.
fn chosen_in_either(alternatives: &[Effect]) -> Option<Diagnostic<Place>> {
    let (next, first) = alternatives.split_last()?;
    let at = first_use(&slots_of(first), std::slice::from_ref(next))?;
    let finding = Diagnostic::new(
        Code::UnboundReference,
        Place::Text(at.range()),
        "this is chosen only in the other alternative",
        "nothing is chosen here",
    );
    Some(finding.help(
        "choose it first: `Choose an enemy ‹acting›. Deal 2 damage to that ‹acting› or move that ‹acting› 1 step.`",
    ))
}

/// Rejects a reference in `Otherwise` to something that is chosen only in the `If` branch.
fn chosen_in_both(chosen: &[u32], otherwise: &[Effect]) -> Option<Diagnostic<Place>> {
    let at = first_use(chosen, otherwise)?;
    let finding = Diagnostic::new(
        Code::UnboundReference,
        Place::Text(at.range()),
        "this is chosen only when `Otherwise` does not happen",
        "nothing is chosen here",
    );
    Some(finding.help(
        "name it again, for example `an enemy ‹acting›`, or choose it before the `If`: `Choose an enemy ‹acting›. If \
         …`",
    ))
}

/// Returns the span of the first use of one of these slots.
fn first_use(chosen: &[u32], effects: &[Effect]) -> Option<At> {
    let mut first = None;
    visit_effects(effects, &mut |node, path| {
        if let Node::Reference(Reference::Chosen { slot, .. }) = node
            && chosen.contains(slot)
        {
            let at = path.iter().rev().find_map(place_of);
            first = first.or(at);
        }
    });
    first
}

/// Returns the innermost span in a path.
fn place_in(path: &[Node<'_>], condition: &Condition) -> At {
    path.iter()
        .rev()
        .find_map(place_of)
        .unwrap_or(condition.span)
}

fn place_of(node: &Node<'_>) -> Option<At> {
    match node {
        Node::Selector(Selector { span, .. })
        | Node::Condition(Condition { span, .. })
        | Node::Effect(Effect { span, .. }) => Some(*span),
        _ => None,
    }
}

//! Finds the variants of the IR that a game executed.

use std::collections::BTreeSet;

use cardwright_play::Table;
use cardwright_play::evaluation::Traced;
use cardwright_play::table::AbilityId;
use serde::Serialize;
use smol_str::SmolStr;

use super::variant::Variants;
use crate::collections::IndexMap;
use crate::effect::ir::{Ability, Action, Node, visit};

/// Returns the variants that were executed on a table that traces. `abilities` are those of each card.
pub(super) fn variants(
    known: &Variants,
    table: &Table,
    abilities: &IndexMap<SmolStr, Vec<Ability>>,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut actions: Vec<&Action> = Vec::new();
    table.traced(&mut |traced| match traced {
        Traced::Action(node) => {
            actions.push(node);
            add(known, "Effect", node, &mut found);
        }
        Traced::Condition(node) => add(known, "Condition", node, &mut found),
        Traced::Event(node) => add(known, "Event", node, &mut found),
        Traced::Selector(node) => add(known, "Selector", node, &mut found),
        Traced::Filter(node) => add(known, "Filter", node, &mut found),
        Traced::Amount(node) => add(known, "Amount", node, &mut found),
        Traced::Place(node) => add(known, "Place", node, &mut found),
        Traced::Reference(node) => add(known, "Reference", node, &mut found),
    });
    // Effects are lowered to other steps: one is carried out if an action in it is.
    for def in &table.defs {
        let own = abilities.get(&def.id).map_or(&[][..], Vec::as_slice);
        let is_done = |ability: AbilityId, action: &Action| {
            let acts = table.acts.iter();
            let mut acts = acts.filter(|act| act.of == ability);
            acts.any(|act| {
                act.action == *action && actions.iter().any(|done| std::ptr::eq(*done, &act.action))
            })
        };
        for (ability, lowered) in own.iter().zip(&def.abilities) {
            let inner: Vec<AbilityId> = gained(table, *lowered);
            visit(std::slice::from_ref(ability), &mut |node, path| {
                let Node::Action(action) = node else { return };
                if !inner.iter().any(|ability| is_done(*ability, action)) {
                    return;
                }
                for node in path {
                    match node {
                        Node::Effect(effect) => add(known, "Effect", effect, &mut found),
                        Node::Ability(ability) => {
                            add(known, "Heading", &ability.heading, &mut found);
                        }
                        _ => {}
                    }
                }
            });
        }
    }
    found
}

/// An ability, and those that its actions grant.
fn gained(table: &Table, ability: AbilityId) -> Vec<AbilityId> {
    let mut all = vec![ability];
    let mut at = 0;
    while let Some(of) = all.get(at).copied() {
        at += 1;
        let acts = table.acts.iter().filter(|act| act.of == of);
        let more: Vec<AbilityId> = acts.flat_map(|act| act.gained.iter().copied()).collect();
        all.extend(more);
    }
    all
}

/// Adds the variants of a node without those of the nodes in it, which are traced themselves.
fn add(known: &Variants, name: &str, node: &impl Serialize, found: &mut BTreeSet<String>) {
    if let Ok(value) = serde_json::to_value(node) {
        known.of_node(name, &value, found);
    }
}

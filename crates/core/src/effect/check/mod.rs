//! Checks of finished effects, which need nothing but the IR.

mod binding_order;

use super::ir::{Effect, Node, visit_effects};
use crate::diagnostic::{Diagnostic, Place};

/// Returns the mistakes of effects that were lowered without a diagnostic.
pub(super) fn effects(effects: &[Effect]) -> Vec<Diagnostic<Place>> {
    let mut found = Vec::new();
    visit_effects(effects, &mut |node, _| {
        if let Node::Effect(effect) = node {
            found.extend(binding_order::effect(effect));
        }
    });
    found
}

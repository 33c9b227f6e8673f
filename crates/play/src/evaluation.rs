//! What of the IR of the cards was evaluated in a game.

use std::sync::Arc;

use cardwright_ir::{
    Action, Amount, Condition, Filter, Happening, Node, Place, Placement, Reference, Selector,
    visit_action, visit_condition, visit_event, visit_filter, visit_selector,
};

use crate::run::Run;
use crate::table::{Op, Table};

impl Run<'_, '_> {
    /// Notes that a node of the IR is evaluated.
    pub fn evaluates<T>(&self, node: &T) {
        if let Some(trace) = &self.t.trace {
            trace.note(node);
        }
    }
}

/// What was evaluated in the games of a table that traces.
#[derive(Clone, Copy, Debug)]
pub enum Traced<'t> {
    Action(&'t Action),
    Condition(&'t Condition),
    Event(&'t Happening),
    Selector(&'t Selector),
    Filter(&'t Filter),
    Amount(&'t Amount),
    Place(&'t Place),
    Reference(&'t Reference),
}

impl Table {
    /// Returns the same table with a trace of its own.
    pub fn tracing(&self) -> Table {
        let mut table = self.clone();
        table.trace = Some(Arc::default());
        table
    }

    /// Calls `each` with everything that was evaluated since the table traces.
    pub fn traced<'t>(&'t self, each: &mut dyn FnMut(Traced<'t>)) {
        let Some(trace) = &self.trace else { return };
        let mut node = |node: Node<'t>, _: &[Node<'t>]| {
            let found = match node {
                Node::Action(node) => trace.has(node).then_some(Traced::Action(node)),
                Node::Condition(node) => trace.has(node).then_some(Traced::Condition(node)),
                Node::Event(event) => trace.has(&event.what).then_some(Traced::Event(&event.what)),
                Node::Selector(node) => trace.has(node).then_some(Traced::Selector(node)),
                Node::Filter(node) | Node::Excluding(node) => {
                    trace.has(node).then_some(Traced::Filter(node))
                }
                Node::Amount(node) => trace.has(node).then_some(Traced::Amount(node)),
                Node::Place(node) => trace.has(node).then_some(Traced::Place(node)),
                Node::Reference(node) => trace.has(node).then_some(Traced::Reference(node)),
                Node::Ability(_) | Node::Effect(_) => None,
            };
            if let Some(found) = found {
                each(found);
            }
        };
        for act in &self.acts {
            visit_action(&act.action, &mut node);
        }
        for condition in &self.conds {
            visit_condition(condition, &mut node);
        }
        for watch in &self.watches {
            if let Some(event) = watch.on.event() {
                visit_event(event, &mut node);
            }
        }
        for ability in &self.abilities {
            if let Some(Placement::AttachTo { to }) = &ability.placement {
                visit_selector(to, &mut node);
            }
        }
        for op in self.blocks.iter().flatten() {
            if let Op::ForEach { each, .. } = op {
                visit_filter(each, &mut node);
            }
        }
    }
}

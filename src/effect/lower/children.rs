//! How lowering goes through the syntax tree.

use crate::effect::syntax::{Node, Nodes, Rule};

/// The children of a node, for taking them one by one. Nothing is passed over in silence: what
/// nobody took is a bug of the lowering, found by [`Kids::end`].
pub(super) struct Kids<'t> {
    rest: std::iter::Peekable<Nodes<'t>>,
    of: Rule,
}

impl<'t> Kids<'t> {
    pub fn of(node: Node<'t>) -> Self {
        Kids {
            of: node.as_rule(),
            rest: node.into_inner().peekable(),
        }
    }

    /// The next child, if it is one of that rule.
    pub fn take(&mut self, rule: Rule) -> Option<Node<'t>> {
        let node = self.rest.next_if(|node| node.as_rule() == rule);
        node.inspect(took)
    }

    pub fn has(&mut self, rule: Rule) -> bool {
        self.take(rule).is_some()
    }

    /// The next child, of a rule that the grammar demands there.
    pub fn need(&mut self, rule: Rule) -> Node<'t> {
        match self.next() {
            Some(node) if node.as_rule() == rule => node,
            other => bug(self.of, other.map(|node| node.as_rule())),
        }
    }

    /// The next child, whatever it is.
    pub fn next(&mut self) -> Option<Node<'t>> {
        self.rest.next().inspect(took)
    }

    pub fn any(&mut self) -> Node<'t> {
        match self.next() {
            Some(node) => node,
            None => bug(self.of, None),
        }
    }

    /// Nothing may be left.
    pub fn end(mut self) {
        if let Some(node) = self.rest.next() {
            bug(self.of, Some(node.as_rule()));
        }
    }
}

/// The grammar and the lowering have drifted apart, which no card can cause.
pub(super) fn bug(of: Rule, found: Option<Rule>) -> ! {
    unreachable!(
        "bug in cardwright: the grammar gives {found:?} within {of:?}, which is not lowered there"
    )
}

/// Tells the test that none is passed over of a node that was taken.
pub(super) fn took(_node: &Node<'_>) {
    #[cfg(test)]
    taken::note(_node);
}

/// Which nodes were taken, for the test that none is passed over.
#[cfg(test)]
pub(in crate::effect) mod taken {
    use crate::collections::HashSet;
    use std::cell::RefCell;

    use super::{Node, Rule};

    /// A node by its rule and where its text stands in memory and how long it is.
    type Place = (Rule, usize, usize);

    thread_local! {
        static TAKEN: RefCell<HashSet<Place>> = RefCell::default();
    }

    pub fn place(node: &Node<'_>) -> Place {
        let text = node.as_str().trim_end();
        (node.as_rule(), text.as_ptr() as usize, text.len())
    }

    pub fn note(node: &Node<'_>) {
        TAKEN.with_borrow_mut(|taken| taken.insert(place(node)));
    }

    /// All nodes that were taken on this thread since the last call.
    pub fn all() -> HashSet<Place> {
        TAKEN.take()
    }
}

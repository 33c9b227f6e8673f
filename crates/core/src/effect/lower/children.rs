//! Traversal of the syntax tree.

use crate::effect::syntax::{Node, Nodes, Rule};

/// The children of a node, taken one by one. None may be skipped: [`Children::end`] panics if a child is left.
pub(in crate::effect) struct Children<'t> {
    rest: std::iter::Peekable<Nodes<'t>>,
    of: Rule,
}

impl<'t> Children<'t> {
    pub fn of(node: Node<'t>) -> Self {
        Children {
            of: node.as_rule(),
            rest: node.into_inner().peekable(),
        }
    }

    /// Takes the next child if it matches the rule.
    pub fn take(&mut self, rule: Rule) -> Option<Node<'t>> {
        let node = self.rest.next_if(|node| node.as_rule() == rule);
        node.inspect(mark_visited)
    }

    pub fn has(&mut self, rule: Rule) -> bool {
        self.take(rule).is_some()
    }

    /// Takes the next child, which the grammar requires to match the rule.
    pub fn need(&mut self, rule: Rule) -> Node<'t> {
        match self.next() {
            Some(node) if node.as_rule() == rule => node,
            other => bug(self.of, other.map(|node| node.as_rule())),
        }
    }

    /// Takes the next child unless it matches the rule.
    pub fn next_unless(&mut self, rule: Rule) -> Option<Node<'t>> {
        let node = self.rest.next_if(|node| node.as_rule() != rule);
        node.inspect(mark_visited)
    }

    /// Takes the next child, whatever its rule.
    pub fn next(&mut self) -> Option<Node<'t>> {
        self.rest.next().inspect(mark_visited)
    }

    pub fn any(&mut self) -> Node<'t> {
        match self.next() {
            Some(node) => node,
            None => bug(self.of, None),
        }
    }

    /// Panics if a child is left.
    pub fn end(mut self) {
        if let Some(node) = self.rest.next() {
            bug(self.of, Some(node.as_rule()));
        }
    }
}

/// Takes all nodes in a node, and returns its words.
pub(super) fn take_words(node: Node<'_>) -> String {
    let mut kids = Children::of(node);
    while let Some(kid) = kids.next() {
        take_words(kid);
    }
    node.words().into_owned()
}

/// Panics because the grammar and the lowering disagree. No card text can cause this.
pub(super) fn bug(of: Rule, found: Option<Rule>) -> ! {
    unreachable!("bug in cardwright: the lowering does not expect {found:?} within {of:?}")
}

/// Records a taken node, for the test that no node is skipped.
pub(super) fn mark_visited(_node: &Node<'_>) {
    #[cfg(test)]
    taken::note(_node);
}

/// Records of taken nodes, for the test that no node is skipped.
#[cfg(test)]
pub(in crate::effect) mod taken {
    use crate::collections::HashSet;
    use std::cell::RefCell;

    use super::{Node, Rule};

    /// A node, identified by its rule and by the address and length of its text.
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

    /// Returns the nodes that were taken on this thread since the last call.
    pub fn all() -> HashSet<Place> {
        TAKEN.take()
    }
}

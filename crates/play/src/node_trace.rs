//! The nodes of the IR that were evaluated in a game.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The evaluated nodes of the IR of a table, by address and size. The size is needed because a node and its first field
/// have the same address.
#[derive(Debug, Default)]
pub struct NodeTrace(Mutex<BTreeSet<(usize, usize)>>);

impl NodeTrace {
    pub(crate) fn note<T>(&self, node: &T) {
        let mut found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        found.insert(key(node));
    }

    pub(crate) fn has<T>(&self, node: &T) -> bool {
        let found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        found.contains(&key(node))
    }
}

fn key<T>(node: &T) -> (usize, usize) {
    (std::ptr::from_ref(node).addr(), size_of::<T>())
}

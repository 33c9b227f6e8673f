//! The maps of everything: their keys are short words, so they are hashed fast, and nothing that is said or
//! written is in the order of a hash.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::{FixedState, RandomState};

/// In the order in which its entries were put in.
pub type IndexMap<K, V> = indexmap::IndexMap<K, V, RandomState>;

/// For looking up alone.
pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// For looking up alone.
pub type HashSet<K> = std::collections::HashSet<K, RandomState>;

/// A hash of a value, the same in every run.
pub fn hash_of(value: impl Hash) -> u64 {
    FixedState::default().hash_one(value)
}

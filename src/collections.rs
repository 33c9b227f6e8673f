//! The maps of everything: their keys are short words, so they are hashed fast, and nothing that is said or
//! written is in the order of a hash.

use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::{FixedState, RandomState};

/// In the order in which its entries were put in.
pub type IndexMap<K, V> = indexmap::IndexMap<K, V, RandomState>;

/// For looking up alone.
pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// For looking up alone.
pub type HashSet<K> = std::collections::HashSet<K, RandomState>;

/// The items of which each has the key of another one, by that key, in the order of the items. Two keys with one
/// hash pass for the same.
pub fn duplicates_by<T: Copy>(
    items: impl Iterator<Item = T>,
    key: impl Fn(&T) -> u64,
) -> Vec<Vec<T>> {
    let mut keyed: Vec<(u64, T)> = items.map(|item| (key(&item), item)).collect();
    keyed.sort_by_key(|(key, _)| *key);
    let groups = keyed.chunk_by(|(a, _), (b, _)| a == b);
    groups
        .filter(|group| group.len() > 1)
        .map(|group| group.iter().map(|(_, item)| *item).collect())
        .collect()
}

/// A hash of a value, the same in every run.
pub fn hash_of(value: impl Hash) -> u64 {
    FixedState::default().hash_one(value)
}

/// A hash of values in their order, the same in every run.
pub fn hash_of_all(values: impl Iterator<Item = impl Hash>) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    values.for_each(|value| value.hash(&mut hasher));
    hasher.finish()
}

//! Map types with a fast hasher. Output never depends on their iteration order.

use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::{FixedState, RandomState};

/// A map that iterates in insertion order.
pub type IndexMap<K, V> = indexmap::IndexMap<K, V, RandomState>;

/// A map for lookups only.
pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// A set for lookups only.
pub type HashSet<K> = std::collections::HashSet<K, RandomState>;

/// Groups the items whose key equals the key of another item, ordered by key, then by item. Keys
/// with the same hash count as equal.
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

/// A hash of a value that is the same in every run.
pub fn hash_of(value: impl Hash) -> u64 {
    FixedState::default().hash_one(value)
}

/// A hash of a sequence of values that is the same in every run.
pub fn hash_of_all(values: impl Iterator<Item = impl Hash>) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    values.for_each(|value| value.hash(&mut hasher));
    hasher.finish()
}

//! Work on all threads. This is the only module of the core that knows whether there are threads.
//!
//! With the feature `parallel`, these functions use the thread pool of rayon; without it, the thread of the caller.
//! Results have the order of the items in both cases.

pub use imp::{drop_all, enter, has_threads, join, map_by, sort, sort_keys, spawn};

/// Maps each item.
pub fn map<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    map_by(usize::MAX, items, f)
}

#[cfg(feature = "parallel")]
mod imp {
    use std::hash::Hash;

    use rayon::prelude::*;

    use crate::collections::IndexMap;

    /// Returns whether there is more than one thread.
    pub fn has_threads() -> bool {
        rayon::current_num_threads() > 1
    }

    /// Enters the thread pool once for several calls of this module. Each entry costs as much as
    /// compiling several cards.
    pub fn enter<R: Send>(f: impl FnOnce() -> R + Send) -> R {
        rayon::scope(|_| f())
    }

    /// Runs both functions, perhaps at the same time.
    pub fn join<A: Send, B: Send>(
        a: impl FnOnce() -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        rayon::join(a, b)
    }

    /// Runs a function on another thread without waiting for it. If there is no other thread, runs it at once.
    pub fn spawn(f: impl FnOnce() + Send + 'static) {
        match has_threads() {
            true => rayon::spawn(f),
            false => f(),
        }
    }

    /// Maps each item, in tasks of at most this many items, so that no thread waits long for the last task.
    pub fn map_by<T: Sync, R: Send>(
        most: usize,
        items: &[T],
        f: impl Fn(&T) -> R + Send + Sync,
    ) -> Vec<R> {
        items.par_iter().with_max_len(most).map(f).collect()
    }

    /// Sorts the items; equal items may change their order.
    pub fn sort<T: Ord + Send>(items: &mut [T]) {
        items.par_sort_unstable();
    }

    /// Sorts the entries of a map by key.
    pub fn sort_keys<K: Hash + Ord + Send, V: Send>(map: &mut IndexMap<K, V>) {
        map.par_sort_unstable_keys();
    }

    /// Drops the items.
    pub fn drop_all<T: Send>(items: Vec<T>) {
        items.into_par_iter().for_each(drop);
    }
}

#[cfg(not(feature = "parallel"))]
mod imp {
    use std::hash::Hash;

    use crate::collections::IndexMap;

    pub fn has_threads() -> bool {
        false
    }

    pub fn enter<R>(f: impl FnOnce() -> R) -> R {
        f()
    }

    pub fn join<A, B>(a: impl FnOnce() -> A, b: impl FnOnce() -> B) -> (A, B) {
        (a(), b())
    }

    pub fn spawn(f: impl FnOnce()) {
        f();
    }

    pub fn map_by<T, R>(_most: usize, items: &[T], f: impl Fn(&T) -> R) -> Vec<R> {
        items.iter().map(f).collect()
    }

    pub fn sort<T: Ord>(items: &mut [T]) {
        items.sort_unstable();
    }

    pub fn sort_keys<K: Hash + Ord, V>(map: &mut IndexMap<K, V>) {
        map.sort_unstable_keys();
    }

    pub fn drop_all<T>(items: Vec<T>) {
        drop(items);
    }
}

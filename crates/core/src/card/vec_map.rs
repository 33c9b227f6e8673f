//! A small ordered map: a card has so few keys that a linear search is faster than hashing, and
//! needs less memory.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smol_str::SmolStr;

use crate::collections::IndexMap;

/// An ordered map. If a key is repeated, the later value takes precedence.
#[derive(Clone, Debug)]
pub struct VecMap<T>(Vec<(SmolStr, T)>);

impl<T> VecMap<T> {
    pub fn with_capacity(entries: usize) -> Self {
        VecMap(Vec::with_capacity(entries))
    }

    pub fn get(&self, key: &str) -> Option<&T> {
        let entries = self.0.iter().rev();
        for (known, value) in entries {
            // Nearly all other keys differ in length or first byte.
            let (known, key) = (known.as_bytes(), key.as_bytes());
            if known.len() == key.len() && known.first() == key.first() && known == key {
                return Some(value);
            }
        }
        None
    }

    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub fn keys(&self) -> impl Iterator<Item = &SmolStr> {
        self.iter().map(|(key, _)| key)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&SmolStr, &T)> + Clone {
        self.0.iter().map(|(key, value)| (key, value))
    }

    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.iter().map(|(_, value)| value)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Inserts or replaces a value. New keys go to the end.
    pub fn insert(&mut self, key: &str, value: T) {
        match self.0.iter_mut().find(|(known, _)| known == key) {
            Some((_, known)) => *known = value,
            None => self.0.push((key.into(), value)),
        }
    }

    pub fn as_slice(&self) -> &[(SmolStr, T)] {
        &self.0
    }

    /// Sorts the entries by a function of their keys.
    pub fn sort_by_key<K: Ord>(&mut self, mut by: impl FnMut(&str) -> K) {
        self.0.sort_by_key(|(key, _)| by(key));
    }

    /// Removes an entry; the others keep their order.
    pub fn remove(&mut self, key: &str) {
        self.0.retain(|(known, _)| known != key);
    }
}

impl<T> Default for VecMap<T> {
    fn default() -> Self {
        VecMap(Vec::new())
    }
}

/// Two maps are equal if they have the same entries in any order.
impl<T: PartialEq> PartialEq for VecMap<T> {
    fn eq(&self, other: &Self) -> bool {
        let mut entries = self.iter();
        self.0.len() == other.0.len() && entries.all(|(key, value)| other.get(key) == Some(value))
    }
}

impl<T: Eq> Eq for VecMap<T> {}

impl<T> FromIterator<(SmolStr, T)> for VecMap<T> {
    fn from_iter<I: IntoIterator<Item = (SmolStr, T)>>(entries: I) -> Self {
        let mut entries: Vec<(SmolStr, T)> = entries.into_iter().collect();
        // Fields are kept in memory during the whole run.
        entries.shrink_to_fit();
        VecMap(entries)
    }
}

impl<T: Serialize> Serialize for VecMap<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for VecMap<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// Deserializes entries in order.
struct Entries<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
    type Value = VecMap<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<VecMap<T>, A::Error> {
        let mut entries = VecMap::default();
        while let Some((key, value)) = map.next_entry::<SmolStr, T>()? {
            entries.insert(&key, value);
        }
        Ok(entries)
    }
}

impl<T: JsonSchema> JsonSchema for VecMap<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        IndexMap::<SmolStr, T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        IndexMap::<SmolStr, T>::json_schema(generator)
    }
}

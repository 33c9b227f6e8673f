//! From a line to its syntax trees: lines, sentences, and the cache of parsed sentences.

pub(super) mod lines;
pub(super) mod sentence_cache;

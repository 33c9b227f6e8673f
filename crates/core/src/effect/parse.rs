//! Parses lines: splits them into sentences and caches the syntax trees of the sentences.

pub(super) mod lines;
pub(super) mod sentence_cache;

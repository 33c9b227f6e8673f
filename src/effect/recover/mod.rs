//! Parsing of lines and sentences, and explanation of those that do not parse.
//!
//! A sentence that does not parse is repaired by trial: a misspelt word is replaced by a similar one, a missing word
//! is inserted, and so on. The diagnostic suggests the first edit that makes the sentence valid. Without such an
//! edit, it reports where parsing stopped.

mod coordination;
mod delimiters;
mod expected;
mod fragment;
mod heading;
mod idioms;
mod inner_heading;
mod repair;
mod sentence_boundary;
mod typography;
mod verb_agreement;
mod words;

pub(super) use super::parse::lines::{Line, Torn, lines, listed, sentences, torn};
#[cfg(test)]
pub(super) use super::parse::sentence_cache::NormalizedSentence;
pub(super) use super::parse::sentence_cache::{ParsedLine, SentenceCache, sentence};
use crate::symbols::Symbols;
pub(super) use coordination::no_joint;
pub(super) use fragment::{Fragment, ParseOutcome, ends};
pub(super) use heading::{Split, split_heading, unreadable_heading};
pub(super) use idioms::EACH_ROUND;
pub(super) use repair::{Repairer, as_written};
pub(super) use typography::decorated;
pub(super) use words::{SharedWords, capitalised, in_case_of, is_keyword, is_small, uncapitalised};

/// Splits a word at a missing space: `friendlyunit`.
pub(super) fn two_words(joined: &str, symbols: &Symbols<'_>) -> Option<String> {
    let mut places = joined.char_indices().skip(1).map(|(at, _)| at);
    let at = places.find(|at| {
        let (first, second) = joined.split_at(*at);
        let begins = first.eq_ignore_ascii_case("a") || words::is_vocabulary(first, symbols);
        begins && words::is_vocabulary(second, symbols)
    })?;
    let (first, second) = joined.split_at(at);
    Some(format!("{first} {second}"))
}

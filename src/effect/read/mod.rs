//! Reading text: lines, sentences, and what stands in the way where one cannot be read.
//!
//! A sentence that cannot be read is mended on trial: a misspelt word gets a close one, a missing
//! word is put in, and so on. A change after which the sentence is understood is what the finding
//! proposes; without one, the finding says where reading stopped.

mod characters;
mod foreign;
mod heading;
mod joints;
mod lines;
mod marks;
mod mend;
mod person;
mod stop;
mod words;

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pair;

use super::syntax::{EffectParser, Rule};
use crate::symbols::Symbols;
pub(super) use characters::decorated;
pub(super) use heading::{Split, split_heading, unreadable_heading};
pub(super) use joints::no_joint;
pub(super) use lines::{Line, Torn, lines, sentences, torn};
/// What is said of a search that ends behind what is searched for.
pub(super) const HALF_SEARCH: &str = "it is not said what becomes of it";

pub(super) use mend::{Mender, Piece, Trial, as_written};
pub(super) use stop::is_only_stopped;
pub(super) use words::{capitalised, in_case_of, is_keyword, is_small, uncapitalised};

/// Where reading stopped.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    /// The rough place that a failed parse gives for nothing.
    pub at: usize,
}

/// The two words that stand in one, where only the space between them is missing: `friendlyunit`.
pub(super) fn two_words(joined: &str, symbols: &Symbols<'_>) -> Option<String> {
    let mut places = joined.char_indices().skip(1).map(|(at, _)| at);
    let at = places.find(|at| {
        let (first, second) = joined.split_at(*at);
        let begins = first.eq_ignore_ascii_case("a") || words::is_usual(first, symbols);
        begins && words::is_usual(second, symbols)
    })?;
    let (first, second) = joined.split_at(at);
    Some(format!("{first} {second}"))
}

/// Reads a piece of text by a rule; its node has exactly one child.
pub(super) fn parse(rule: Rule, text: &str) -> Result<Pair<'_, Rule>, Stop> {
    match EffectParser::parse(rule, text) {
        Ok(mut pairs) => pairs.next().ok_or(Stop { at: 0 }),
        Err(error) => Err(Stop {
            at: match error.location {
                InputLocation::Pos(at) => at,
                InputLocation::Span((at, _)) => at,
            },
        }),
    }
}

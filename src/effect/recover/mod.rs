//! Reading text: lines, sentences, and what stands in the way where one cannot be read.
//!
//! A sentence that cannot be read is mended on trial: a misspelt word gets a close one, a missing
//! word is put in, and so on. A change after which the sentence is understood is what the finding
//! proposes; without one, the finding says where reading stopped.

mod coordination;
mod delimiters;
mod expected;
mod foreign;
mod fragment;
mod heading;
mod inner_heading;
mod repair;
mod sentence_boundary;
mod typography;
mod verb_agreement;
mod words;

pub(super) use super::parse::lines::{Line, Torn, lines, listed, sentences, torn};
use crate::symbols::Symbols;
pub(super) use coordination::no_joint;
pub(super) use heading::{Split, split_heading, unreadable_heading};
pub(super) use typography::decorated;
/// What is said of a search that ends behind what is searched for.
pub(super) const HALF_SEARCH: &str = "it is not said what becomes of it";

/// What to do about a limit for each turn.
pub(super) const EACH_ROUND: &str = "what a card may do is counted by the round, of which each has many turns: write \
                                     `Once per round, …`, or what happens in a turn: `On Activation: …`";

#[cfg(test)]
pub(super) use super::parse::sentence_cache::Form;
pub(super) use super::parse::sentence_cache::{Parsed, Pieces, sentence};
pub(super) use expected::is_only_stopped;
pub(super) use fragment::{Piece, Trial, ends};
pub(super) use repair::{Mender, as_written};
pub(super) use words::{SharedWords, capitalised, in_case_of, is_keyword, is_small, uncapitalised};

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

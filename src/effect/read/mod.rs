//! Parsing of lines and sentences, and explanation of those that do not parse.
//!
//! A sentence that does not parse is repaired by trial: a misspelt word is replaced by a similar one, a missing word
//! is inserted, and so on. The diagnostic suggests the first edit that makes the sentence valid. Without such an
//! edit, it reports where parsing stopped.

mod characters;
mod foreign;
mod heading;
mod joints;
mod lines;
mod marks;
mod mend;
mod otherwise;
mod person;
mod piece;
mod pieces;
mod stop;
mod words;

use crate::symbols::Symbols;
pub(super) use characters::decorated;
pub(super) use heading::{Split, split_heading, unreadable_heading};
pub(super) use joints::no_joint;
pub(super) use lines::{Line, Torn, lines, listed, sentences, torn};
/// Message for a `Search` that does not say where the cards go.
pub(super) const HALF_SEARCH: &str = "missing destination of the search";

/// Help for a limit for each turn.
pub(super) const EACH_ROUND: &str = "limits are counted per round, and a round has many turns: write \
                                     `Once per round, …`, or `On Activation: …` for something that happens in a turn";

pub(super) use mend::{Mender, as_written};
pub(super) use piece::{Piece, Trial, ends};
#[cfg(test)]
pub(super) use pieces::Form;
pub(super) use pieces::{Parsed, Pieces, sentence};
pub(super) use stop::is_only_stopped;
pub(super) use words::{SharedWords, capitalised, in_case_of, is_keyword, is_small, uncapitalised};

/// Splits a word at a missing space: `friendlyunit`.
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

//! Reading text: lines, sentences, and what stands in the way where one cannot be read.
//!
//! A sentence that cannot be read is mended on trial: a misspelt word gets a close one, a missing
//! word is put in, and so on. A change after which the sentence is understood is what the finding
//! proposes; without one, the finding says where reading stopped.

mod characters;
mod heading;
mod idioms;
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
pub(super) use idioms::{EACH_ROUND, HALF_SEARCH};
pub(super) use joints::no_joint;
pub(super) use lines::{Line, Torn, lines, listed, sentences, torn};
pub(super) use mend::{Mender, as_written};
pub(super) use piece::{Piece, Trial, ends};
#[cfg(test)]
pub(super) use pieces::Form;
pub(super) use pieces::{Parsed, Pieces, sentence};
pub(super) use stop::is_only_stopped;
pub(super) use words::{SharedWords, capitalised, in_case_of, is_keyword, is_small, uncapitalised};

/// The two words that stand in one, where only the space between them is missing: `friendlyunit`.
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

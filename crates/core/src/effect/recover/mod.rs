//! Explains the mistakes of lines that cannot be lowered as they are written.
//!
//! A sentence that does not parse is repaired by trial: a misspelt word is replaced by a similar one, a missing word
//! is inserted, and so on. The diagnostic suggests the first edit that makes the sentence valid. Without such an
//! edit, it reports where parsing stopped.

mod agreement;
pub(super) mod bare_traits;
mod coordination;
mod delimiters;
mod expected;
mod fragment;
mod heading;
mod idioms;
mod inner_heading;
mod line;
mod nearest;
mod opening;
pub(super) mod own_name;
mod parts;
mod recovery;
mod repair;
mod rewording;
mod sentence;
mod sentence_boundary;
mod typography;
mod unknown_heading;
mod verb_agreement;
mod words;

pub use expected::continuations;
pub use idioms::{
    PhraseEntry, is_foreign_heading, is_function_word, known_phrases, look_up, rephrased,
};
pub(super) use recovery::Recovery;
pub(super) use repair::Repairer;
pub(super) use words::SharedWords;

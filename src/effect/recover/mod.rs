//! Explains the mistakes of lines that cannot be lowered as they are written.
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
mod line;
mod opening;
mod parts;
mod recovery;
mod repair;
mod sentence;
mod sentence_boundary;
mod typography;
mod unknown_heading;
mod verb_agreement;
mod words;

pub(super) use recovery::Recovery;
pub(super) use repair::Repairer;
pub(super) use words::SharedWords;

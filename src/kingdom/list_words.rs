//! The words of deck lists: headings, labels, and the columns of tables.
//!
//! The lists are data (`grammar/words/deck-lists.yaml`) that `build.rs` writes as values of Rust.

type Words = &'static [&'static str];

/// The lists. The data file documents each of them.
pub(in crate::kingdom) struct Lists {
    pub card_columns: Words,
    pub count_columns: Words,
    pub number_columns: Words,
    pub zone_columns: Words,
    pub group_columns: Words,
    pub beside_columns: Words,
    pub printed_columns: Words,
    pub other_columns: Words,
    pub yes: Words,
    pub no: Words,
    pub beside: Words,
    pub foreign: Words,
    pub sums: Words,
    pub titles: Words,
    pub remarks: Words,
}

/// The words of all lists.
pub(in crate::kingdom) static WORDS: Lists = include!(concat!(env!("OUT_DIR"), "/lists-decks.rs"));

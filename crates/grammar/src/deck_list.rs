//! The parser of the lines of deck lists.

#[derive(pest_derive::Parser)]
#[grammar = "../../../grammar/decklist.pest"]
pub struct DeckListParser;

//! Exports a set as a short code for a chat or a URL: one code for each set, independent of the order of its lines.
//!
//! `docs/codes.md` describes the bytes. A card is stored as a few bytes of the hash of its zone and its id, so a code
//! stays valid when cards are added. Two checksums distinguish a typo from a different set of cards.

mod bits;
pub(in crate::kingdom) mod hash;
mod read;

use data_encoding::BASE64URL_NOPAD;

use super::{canonical, parts};
use crate::kingdom::Kingdom;
use crate::kingdom::decklist::Lexicon;
use bits::Writer;
use hash::{beginning, first, hash_of, hash_of_game};

pub(in crate::kingdom) use read::is_for;
pub use read::{Fault, Reading, read};

/// The start of every code; the version follows.
pub const PREFIX: &str = "cw";
/// The version of the codes that are written.
pub const VERSION: char = '1';

/// Number of bits of the hash of a card.
const HASH: u32 = 24;
/// Lengths, in bytes, of the checksums after the entries: of the cards, and of the code itself.
const CARDS_CHECK: usize = 3;
const COPY_CHECK: usize = 2;

/// Writes a set as a code. The name of the set is not included.
pub fn write(known: &Lexicon<'_>, kingdom: &Kingdom) -> String {
    let kingdom = canonical(known, kingdom);
    let game = &known.game.game;
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for (zone, _, cards) in parts(known, &kingdom) {
        let cards = cards.iter().filter(|(_, count)| **count > 0);
        entries.extend(cards.map(|(id, count)| Entry::new(game, zone, id, *count)));
    }
    entries.sort();
    let house = kingdom.house_rules.as_deref().unwrap_or_default();

    let mut writer = Writer::default();
    writer.bits(hash_of_game(game), 16);
    writer.gamma(house.len() as u32 + 1);
    for byte in house.bytes() {
        writer.bits(byte.into(), 8);
    }
    writer.gamma(entries.len() as u32 + 1);
    let width = width(entries.len() as u32);
    let mut before = 0;
    for entry in &entries {
        writer.rice(entry.hash - before, width);
        writer.gamma(entry.count);
        before = entry.hash;
    }
    let mut bytes = writer.finish();
    bytes.extend_from_slice(&check_of_cards(game, house, &entries));
    let check = check_of_copy(&bytes);
    bytes.extend_from_slice(&check);
    format!("{PREFIX}{VERSION}{}", BASE64URL_NOPAD.encode(&bytes))
}

/// A card in a zone, with its count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry<'e> {
    hash: u32,
    zone: &'e str,
    id: &'e str,
    count: u32,
}

impl<'e> Entry<'e> {
    fn new(game: &str, zone: &'e str, id: &'e str, count: u32) -> Self {
        Entry {
            hash: hash_of(game, zone, id),
            zone,
            id,
            count,
        }
    }
}

/// Returns the Rice parameter: the number of low bits of a difference that are written in binary, chosen so that the
/// unary part is about one.
fn width(entries: u32) -> u32 {
    HASH - 1 - entries.max(1).ilog2().min(HASH - 1)
}

/// Returns the checksum of the cards, which detects that a hash was resolved to another card.
fn check_of_cards(game: &str, house: &str, entries: &[Entry<'_>]) -> [u8; CARDS_CHECK] {
    let mut lines: Vec<String> = entries
        .iter()
        .map(|entry| format!("{}/{} {}\n", entry.zone, entry.id, entry.count))
        .collect();
    lines.sort();
    first(&format!("{game}\n{house}\n{}", lines.concat()))
}

/// Returns the checksum of the bytes of a code.
fn check_of_copy(bytes: &[u8]) -> [u8; COPY_CHECK] {
    beginning(&blake3::hash(bytes))
}

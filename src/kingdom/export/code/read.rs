//! Decodes a set from a code.

use data_encoding::BASE64URL_NOPAD;

use super::bits::Reader;
use super::{
    CARDS_CHECK, COPY_CHECK, Entry, HASH, PREFIX, VERSION, check_of_cards, check_of_copy,
    hash_of_game, width,
};
use crate::kingdom::decklist::Lexicon;

/// Maximum number of assignments of cards to the hashes of one code that are tried.
const MAX_WAYS: usize = 4096;

/// The reason why a code is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The version is unknown.
    Version(char),
    /// The end is missing.
    CutOff,
    /// A character is wrong, or there is one too many.
    Miscopied,
    /// The code is for another game.
    Game,
    /// `missing` cards are unknown. `of` is the number of different cards in the code.
    Cards { missing: usize, of: usize },
    /// The cards differ from those from which the code was made.
    OtherCards,
}

/// A decoded set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading<'c> {
    pub house_rules: Option<String>,
    /// Zone, id and count of each entry.
    pub entries: Vec<(&'c str, &'c str, u32)>,
    /// The fault of the code, if its known cards could still be decoded.
    pub fault: Option<Fault>,
}

/// The numbers in a code.
struct Numbers {
    game: u32,
    house: Vec<u8>,
    /// Hash and count of each entry.
    entries: Vec<(u32, u32)>,
}

/// The cards, each in a zone, that match a hash.
struct Found<'f, 'c> {
    cards: &'f [(&'c str, &'c str)],
    hash: u32,
    count: u32,
}

/// Decodes a code.
pub fn read<'c>(known: &Lexicon<'c>, code: &str) -> Result<Reading<'c>, Fault> {
    let (numbers, check) = numbers(code)?;
    let game = known.game.game.as_str();
    if numbers.game != hash_of_game(game) {
        return Err(Fault::Game);
    }
    let house = String::from_utf8(numbers.house).map_err(|_| Fault::Miscopied)?;
    let mut found: Vec<Found<'_, 'c>> = Vec::new();
    for (hash, count) in &numbers.entries {
        let cards = known.of_hash(*hash);
        if !cards.is_empty() {
            found.push(Found {
                cards,
                hash: *hash,
                count: *count,
            });
        }
    }
    let missing = numbers.entries.len() - found.len();
    let chosen = if missing > 0 {
        Err(Fault::Cards {
            missing,
            of: numbers.entries.len(),
        })
    } else {
        ways(&found)
            .find(|way| check_of_cards(game, &house, way).as_slice() == check)
            .ok_or(Fault::OtherCards)
    };
    let (entries, fault) = match chosen {
        Ok(way) => (way, None),
        Err(Fault::OtherCards) => return Err(Fault::OtherCards),
        Err(fault) => (ways(&found).next().unwrap_or_default(), Some(fault)),
    };
    Ok(Reading {
        house_rules: Some(house).filter(|house| !house.is_empty()),
        entries: entries
            .into_iter()
            .map(|entry| (entry.zone, entry.id, entry.count))
            .collect(),
        fault,
    })
}

/// Returns whether a code is valid and for a game.
pub(in crate::kingdom) fn is_for(code: &str, game: &str) -> bool {
    numbers(code).is_ok_and(|(numbers, _)| numbers.game == hash_of_game(game))
}

/// Returns the numbers of a code and its checksum of the cards, or the fault of a code that was not copied correctly.
fn numbers(code: &str) -> Result<(Numbers, Vec<u8>), Fault> {
    let rest = code.strip_prefix(PREFIX).unwrap_or(code);
    let mut chars = rest.chars();
    match chars.next() {
        Some(VERSION) => {}
        Some(other) => return Err(Fault::Version(other)),
        None => return Err(Fault::CutOff),
    }
    let rest = chars.as_str();
    let bytes = match BASE64URL_NOPAD.decode(rest.as_bytes()) {
        Ok(bytes) => bytes,
        Err(_) => return Err(damaged(&all_bytes(rest))),
    };
    let copied = bytes
        .len()
        .checked_sub(COPY_CHECK)
        .and_then(|at| bytes.split_at_checked(at));
    let (body, check) = copied.ok_or(Fault::CutOff)?;
    if check_of_copy(body).as_slice() != check {
        return Err(damaged(&bytes));
    }
    let parts = body
        .len()
        .checked_sub(CARDS_CHECK)
        .and_then(|at| body.split_at_checked(at));
    let (body, check) = parts.ok_or(Fault::CutOff)?;
    let mut reader = Reader::new(body);
    let numbers = read_numbers(&mut reader).filter(|_| reader.is_done());
    Ok((numbers.ok_or(Fault::Miscopied)?, check.to_vec()))
}

/// Decodes the characters that form whole bytes, and ignores unused bits of the last character.
fn all_bytes(text: &str) -> Vec<u8> {
    let mut lenient = BASE64URL_NOPAD.specification();
    lenient.check_trailing_bits = false;
    let Ok(lenient) = lenient.encoding() else {
        return Vec::new();
    };
    (0..4)
        .filter_map(|less| text.get(..text.len().checked_sub(less)?))
        .find_map(|text| lenient.decode(text.as_bytes()).ok())
        .unwrap_or_default()
}

/// Classifies a damaged code: it ends before its last entry, or something else is wrong.
fn damaged(bytes: &[u8]) -> Fault {
    let mut reader = Reader::new(bytes);
    let whole = read_numbers(&mut reader).is_some();
    let checks = reader.rest() >= CARDS_CHECK + COPY_CHECK;
    let short = if whole { !checks } else { reader.is_short() };
    if short {
        Fault::CutOff
    } else {
        Fault::Miscopied
    }
}

fn read_numbers(reader: &mut Reader<'_>) -> Option<Numbers> {
    let game = reader.bits(16)?;
    let length = reader.gamma()? - 1;
    let mut house = Vec::new();
    for _ in 0..length {
        house.push(u8::try_from(reader.bits(8)?).ok()?);
    }
    let count = reader.gamma()? - 1;
    let width = width(count);
    let mut entries = Vec::new();
    let mut hash: u32 = 0;
    for _ in 0..count {
        hash = hash.checked_add(reader.rice(width)?)?;
        if hash >> HASH != 0 {
            return None;
        }
        entries.push((hash, reader.gamma()?));
    }
    Some(Numbers {
        game,
        house,
        entries,
    })
}

/// Returns the possible assignments of cards to hashes. There is nearly always one; if two cards have the same hash,
/// the checksum of the cards decides.
fn ways<'f, 'c>(found: &'f [Found<'f, 'c>]) -> impl Iterator<Item = Vec<Entry<'c>>> + 'f {
    let all = found
        .iter()
        .try_fold(1_usize, |all, found| all.checked_mul(found.cards.len()));
    (0..all.unwrap_or(usize::MAX).min(MAX_WAYS)).map(|way| {
        let mut way = way;
        let entries = found.iter().filter_map(|found| {
            let (zone, id) = *found.cards.get(way % found.cards.len())?;
            way /= found.cards.len();
            Some(Entry {
                hash: found.hash,
                zone,
                id,
                count: found.count,
            })
        });
        entries.collect()
    })
}

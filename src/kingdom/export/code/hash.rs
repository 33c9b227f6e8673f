//! Computes the hashes that identify cards, values and games in a code.

/// Returns the hash of a card in a zone, or of a field value in one.
pub(in crate::kingdom) fn hash_of(game: &str, zone: &str, id: &str) -> u32 {
    let [a, b, c] = first(&format!("{game}/{zone}/{id}"));
    u32::from_be_bytes([0, a, b, c])
}

/// Returns the first bytes of the hash of a text.
pub(super) fn first<const N: usize>(text: &str) -> [u8; N] {
    beginning(&blake3::hash(text.as_bytes()))
}

pub(super) fn beginning<const N: usize>(hash: &blake3::Hash) -> [u8; N] {
    let mut bytes = [0; N];
    for (to, from) in bytes.iter_mut().zip(hash.as_bytes()) {
        *to = *from;
    }
    bytes
}

pub(super) fn hash_of_game(game: &str) -> u32 {
    let [a, b] = first(game);
    u32::from(u16::from_be_bytes([a, b]))
}

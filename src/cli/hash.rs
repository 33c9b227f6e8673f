//! Hashes of what a run read, by which the next one knows it again.

/// The hash of a text or of several: half of one of BLAKE3, which is as many bits as no two texts have in common by
/// chance.
pub type Hash = u128;

pub fn hash(text: &str) -> Hash {
    half(blake3::hash(text.as_bytes()))
}

/// The half of a hash that is kept.
pub fn half(hash: blake3::Hash) -> Hash {
    let halves = hash.as_bytes().as_chunks().0;
    halves.first().copied().map_or(0, u128::from_le_bytes)
}

/// A hash of parts, none of which can pass for another. Many are hashed at once: each by itself takes several times as
/// long.
pub struct Hasher {
    hasher: blake3::Hasher,
    /// What is still to be hashed.
    parts: Vec<u8>,
}

/// So many bytes are hashed at once.
const AT_ONCE: usize = 16 * 1024;

impl Default for Hasher {
    fn default() -> Self {
        Hasher {
            hasher: blake3::Hasher::new(),
            parts: Vec::with_capacity(AT_ONCE),
        }
    }
}

impl Hasher {
    pub fn number(&mut self, number: u64) {
        self.part(&number.to_le_bytes());
    }

    fn part(&mut self, bytes: &[u8]) {
        if self.parts.len() + bytes.len() > AT_ONCE {
            self.hasher.update(&self.parts);
            self.parts.clear();
        }
        if bytes.len() > AT_ONCE {
            self.hasher.update(bytes);
        } else {
            self.parts.extend_from_slice(bytes);
        }
    }

    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.part(bytes);
    }

    pub fn hashes(&mut self, hashes: &[Hash]) {
        self.number(hashes.len() as u64);
        for hash in hashes {
            self.part(&hash.to_le_bytes());
        }
    }

    pub fn finish(&mut self) -> blake3::Hash {
        self.hasher.update(&self.parts);
        self.parts.clear();
        self.hasher.finalize()
    }
}

//! Bit streams, with the most significant bit of each byte first, and the encodings of numbers in them.

/// Writes bits.
#[derive(Default)]
pub(super) struct Writer {
    bytes: Vec<u8>,
    /// Number of free bits in the last byte.
    free: u32,
}

impl Writer {
    /// Writes the lowest `width` bits of a number.
    pub fn bits(&mut self, number: u32, width: u32) {
        for at in (0..width).rev() {
            if self.free == 0 {
                self.bytes.push(0);
                self.free = 8;
            }
            self.free -= 1;
            let bit = number.checked_shr(at).unwrap_or(0) & 1;
            if let Some(last) = self.bytes.last_mut() {
                *last |= (bit as u8) << self.free;
            }
        }
    }

    /// Writes a number of at least 1 in Elias gamma code: one zero for each bit after the first, then the bits of the
    /// number.
    pub fn gamma(&mut self, number: u32) {
        let number = number.max(1);
        let after = number.ilog2();
        self.bits(0, after);
        self.bits(number, after + 1);
    }

    /// Writes a number in Rice code: its bits above the lowest `width` in unary, as ones and a zero, then the lowest
    /// bits.
    pub fn rice(&mut self, number: u32, width: u32) {
        for _ in 0..number >> width {
            self.bits(1, 1);
        }
        self.bits(0, 1);
        self.bits(number, width);
    }

    /// Returns the bytes. The unused bits of the last byte are zeros.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads bits. The methods return `None` if the bits end too early or do not encode a valid number.
pub(super) struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Reader { bytes, at: 0 }
    }

    pub fn bits(&mut self, width: u32) -> Option<u32> {
        let mut number = 0;
        for _ in 0..width {
            let byte = self.bytes.get(self.at / 8)?;
            let bit = byte >> (7 - self.at % 8) & 1;
            number = number << 1 | u32::from(bit);
            self.at += 1;
        }
        Some(number)
    }

    pub fn gamma(&mut self) -> Option<u32> {
        let mut after = 0;
        while self.bits(1)? == 0 {
            after += 1;
            if after > 31 {
                return None;
            }
        }
        Some(1 << after | self.bits(after)?)
    }

    pub fn rice(&mut self, width: u32) -> Option<u32> {
        let mut above: u32 = 0;
        while self.bits(1)? == 1 {
            above += 1;
        }
        let low = self.bits(width)?;
        above.checked_mul(1 << width)?.checked_add(low)
    }

    /// Returns whether nothing is left except the padding zeros of the last byte.
    pub fn is_done(&mut self) -> bool {
        let left = self.bytes.len() * 8 - self.at;
        left < 8 && self.bits(left as u32) == Some(0)
    }

    /// Returns the number of whole bytes left.
    pub fn rest(&self) -> usize {
        self.bytes.len() - self.at.div_ceil(8)
    }

    /// Returns whether all bits were read.
    pub fn is_short(&self) -> bool {
        self.at >= self.bytes.len() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let mut writer = Writer::default();
        for number in [1, 2, 3, 4, 9999, u32::MAX] {
            writer.gamma(number);
        }
        for number in [0, 1, 1000, (1 << 24) - 1] {
            writer.rice(number, 18);
        }
        writer.bits(0b101, 3);
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes);
        for number in [1, 2, 3, 4, 9999, u32::MAX] {
            assert_eq!(reader.gamma(), Some(number));
        }
        for number in [0, 1, 1000, (1 << 24) - 1] {
            assert_eq!(reader.rice(18), Some(number));
        }
        assert_eq!(reader.bits(3), Some(0b101));
        assert!(reader.is_done());
    }

    #[test]
    fn the_bits_of_numbers_are_those_of_the_books() {
        let mut writer = Writer::default();
        writer.gamma(1);
        writer.gamma(5);
        // 1, then 00101.
        assert_eq!(writer.finish(), [0b1001_0100]);
        let mut writer = Writer::default();
        writer.rice(9, 2);
        // 110, then 01.
        assert_eq!(writer.finish(), [0b1100_1000]);
    }

    #[test]
    fn what_ends_too_early_is_no_number() {
        assert_eq!(Reader::new(&[0]).gamma(), None);
        assert_eq!(Reader::new(&[255, 255]).rice(3), None);
        assert_eq!(Reader::new(&[1]).bits(9), None);
    }
}

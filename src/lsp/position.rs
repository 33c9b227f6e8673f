//! Positions in texts: bytes in the core, and lines and characters in the protocol.

use gen_lsp_types::{Position, PositionEncodingKind, Range};

use crate::source::BYTE_ORDER_MARK;

/// The unit in which clients count characters in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    /// Every client knows this unit.
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// Returns the unit that costs the least of those that a client knows.
    pub(super) fn negotiated(known: &[PositionEncodingKind]) -> Self {
        let knows = |kind| known.contains(&kind);
        if knows(PositionEncodingKind::UTF8) {
            Encoding::Utf8
        } else if !knows(PositionEncodingKind::UTF16) && knows(PositionEncodingKind::UTF32) {
            Encoding::Utf32
        } else {
            Encoding::Utf16
        }
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn width(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// The lines of a text.
#[derive(Clone, Debug)]
pub struct LineIndex<'t> {
    text: &'t str,
    encoding: Encoding,
    /// The byte at which each line starts, without a byte order mark: editors do not show it.
    starts: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    pub fn new(text: &'t str, encoding: Encoding) -> Self {
        let first = match text.starts_with(BYTE_ORDER_MARK) {
            true => BYTE_ORDER_MARK.len_utf8(),
            false => 0,
        };
        let bytes = text.as_bytes();
        let mut starts = vec![first];
        for (at, byte) in bytes.iter().enumerate() {
            // A carriage return alone ends a line too.
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                starts.push(at + 1);
            }
        }
        LineIndex {
            text,
            encoding,
            starts,
        }
    }

    /// Returns the position of a byte. A byte inside a character has the position of the character.
    pub fn position(&self, byte: usize) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= byte);
        let line = line.saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let before = self.text.get(start..byte).unwrap_or_default();
        Position {
            line: line as u32,
            character: self.width(before) as u32,
        }
    }

    /// Returns the byte of a position. A position after the end of its line is the end of the line, and one after the
    /// last line is the end of the text.
    pub fn byte(&self, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line as usize).copied() else {
            return self.text.len();
        };
        let mut left = position.character as usize;
        let mut byte = start;
        for c in self.line(position.line as usize).chars() {
            let width = self.encoding.width(c);
            if left < width {
                break;
            }
            left -= width;
            byte += c.len_utf8();
        }
        byte
    }

    pub fn range(&self, bytes: std::ops::Range<usize>) -> Range {
        Range {
            start: self.position(bytes.start),
            end: self.position(bytes.end),
        }
    }

    pub fn bytes(&self, range: Range) -> std::ops::Range<usize> {
        let start = self.byte(range.start);
        start..self.byte(range.end).max(start)
    }

    /// Returns a line without its end.
    fn line(&self, line: usize) -> &'t str {
        let start = self.starts.get(line).copied().unwrap_or(self.text.len());
        let end = self.starts.get(line + 1).copied();
        let line = self.text.get(start..end.unwrap_or(self.text.len()));
        line.unwrap_or_default().trim_end_matches(['\n', '\r'])
    }

    fn width(&self, text: &str) -> usize {
        match self.encoding {
            Encoding::Utf8 => text.len(),
            encoding => text.chars().map(|c| encoding.width(c)).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\u{feff}né: 🐉x\r\n\rlast";

    #[test]
    fn positions_count_in_the_unit_of_the_client() {
        let dragon_end = TEXT.find('x').expect("a letter");
        for (encoding, characters) in [
            (Encoding::Utf8, 9),
            (Encoding::Utf16, 6),
            (Encoding::Utf32, 5),
        ] {
            let index = LineIndex::new(TEXT, encoding);
            let position = Position::new(0, characters);
            assert_eq!(index.position(dragon_end), position);
            assert_eq!(index.byte(position), dragon_end);
        }
    }

    #[test]
    fn every_byte_of_a_character_boundary_comes_back() {
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let index = LineIndex::new(TEXT, encoding);
            let is_in_line_end =
                |at: usize| TEXT[..at].ends_with('\r') && TEXT[at..].starts_with('\n');
            for (at, _) in TEXT
                .char_indices()
                .skip(1)
                .filter(|(at, _)| !is_in_line_end(*at))
            {
                assert_eq!(index.byte(index.position(at)), at);
            }
        }
    }

    #[test]
    fn positions_outside_of_the_text_are_moved_into_it() {
        let index = LineIndex::new(TEXT, Encoding::Utf16);
        assert_eq!(
            index.byte(Position::new(0, 99)),
            TEXT.find('\r').expect("an end")
        );
        assert_eq!(index.byte(Position::new(99, 0)), TEXT.len());
        // In the middle of a character of two units.
        assert_eq!(
            index.byte(Position::new(0, 5)),
            TEXT.find('🐉').expect("it")
        );
    }
}

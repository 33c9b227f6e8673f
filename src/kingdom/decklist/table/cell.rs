//! Splits rows into cells, with the exact position of each.

use std::borrow::Cow;
use std::ops::Range;

use csv_core::{ReadFieldResult, ReaderBuilder};

use crate::kingdom::decklist::grammar::{Piece, Row};

/// Maximum number of lines of a row: cells between quotation marks may have line breaks.
const MAX_LINES: usize = 20;

/// A cell of a row.
pub(super) struct Cell<'t> {
    /// The content, without quotation marks and the white space around it.
    pub text: Cow<'t, str>,
    /// The content as written.
    pub row: Row<'t>,
    /// `true` if the cell starts with a quotation mark that is never closed.
    is_open: bool,
}

impl<'t> Cell<'t> {
    pub fn at(&self) -> Range<usize> {
        self.row.start..self.row.start + self.row.text.len()
    }

    pub fn piece(&self) -> Piece<'_> {
        Piece {
            text: &self.text,
            at: self.at(),
        }
    }

    /// Returns whether the content has no quotation mark that is written twice.
    pub fn is_exact(&self) -> bool {
        self.text == self.row.text
    }

    /// Creates a cell from its range in a row and its decoded content.
    fn new(row: Row<'t>, range: Range<usize>, decoded: &[u8], quotes: bool) -> Self {
        let written = trimmed(row.part(range));
        let Some(inner) = written.text.strip_prefix('"').filter(|_| quotes) else {
            return Cell {
                text: Cow::Borrowed(written.text),
                row: written,
                is_open: false,
            };
        };
        let is_open = inner.matches('"').count() % 2 == 0;
        let inner = inner
            .strip_suffix('"')
            .filter(|_| !is_open)
            .unwrap_or(inner);
        let content = written.part(1..1 + inner.len());
        if inner.contains('"') {
            let decoded = String::from_utf8_lossy(decoded).trim().to_owned();
            return Cell {
                text: Cow::Owned(decoded),
                row: content,
                is_open,
            };
        }
        let content = trimmed(content);
        Cell {
            text: Cow::Borrowed(content.text),
            row: content,
            is_open,
        }
    }
}

/// The cells of a row.
pub(super) struct Record<'t> {
    pub cells: Vec<Cell<'t>>,
    /// The number of lines of the row.
    pub lines: usize,
    /// The quotation mark that is never closed.
    pub unclosed: Option<Range<usize>>,
}

/// Splits the first of these lines into cells, and those after it if a quotation mark is still open. `width` is the
/// number of columns of the table, if it is known.
pub(super) fn record<'t>(
    text: &'t str,
    rows: &[Row<'t>],
    mark: u8,
    width: Option<usize>,
) -> Option<Record<'t>> {
    let first = *rows.first()?;
    let (cells, _) = cells(first, mark);
    let open = cells.last().filter(|cell| cell.is_open);
    let unclosed = open.map(|cell| cell.row.start - 1..cell.row.start);
    if unclosed.is_some() {
        for (at, last) in rows.iter().enumerate().take(MAX_LINES).skip(1) {
            let end = last.start + last.text.len();
            let whole = Row {
                text: text.get(first.start..end)?,
                start: first.start,
            };
            let (cells, is_whole) = self::cells(whole, mark);
            let closed = cells.last().is_some_and(|cell| !cell.is_open);
            if is_whole && closed && Some(cells.len()) == width {
                return Some(Record {
                    cells,
                    lines: at + 1,
                    unclosed: None,
                });
            }
        }
    }
    Some(Record {
        cells,
        lines: 1,
        unclosed,
    })
}

/// Splits a row into cells. Also returns whether they are the whole row.
fn cells(row: Row<'_>, mark: u8) -> (Vec<Cell<'_>>, bool) {
    // Between bars, quotation marks are part of the text.
    let quotes = mark != b'|';
    let mut reader = ReaderBuilder::new().delimiter(mark).quoting(quotes).build();
    let bytes = row.text.as_bytes();
    let mut decoded = vec![0; bytes.len() + 1];
    let mut cells = Vec::new();
    let mut at = 0;
    loop {
        // Spreadsheets write no space after a separator, but people do.
        let rest = bytes.get(at..).unwrap_or_default();
        at += rest.iter().take_while(|byte| **byte == b' ').count();
        let start = at;
        let mut length = 0;
        let is_last = loop {
            let input = bytes.get(at..).unwrap_or_default();
            let output = decoded.get_mut(length..).unwrap_or_default();
            let (result, read, written) = reader.read_field(input, output);
            at += read;
            length += written;
            match result {
                ReadFieldResult::InputEmpty => {}
                ReadFieldResult::Field { record_end } => break record_end,
                // A cell is never longer than its row.
                ReadFieldResult::OutputFull | ReadFieldResult::End => {
                    return (cells, at == bytes.len());
                }
            }
        };
        let end = match is_last {
            true => at,
            // Without the separator.
            false => at - 1,
        };
        let content = decoded.get(..length).unwrap_or_default();
        cells.push(Cell::new(row, start..end.max(start), content, quotes));
        if is_last {
            return (cells, at == bytes.len());
        }
    }
}

/// Returns a part of a line without the white space at both ends.
fn trimmed(row: Row<'_>) -> Row<'_> {
    let piece = row.trimmed();
    Row {
        text: piece.text,
        start: piece.at.start,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, mark: u8, expected: &[(&str, &str)]) {
        let rows: Vec<Row<'_>> = Row::all(text).collect();
        let record = record(text, &rows, mark, Some(expected.len())).expect("a row");
        let cells: Vec<(&str, &str)> = record
            .cells
            .iter()
            .map(|cell| (cell.text.as_ref(), &text[cell.at()]))
            .collect();
        assert_eq!(cells, expected, "{text}");
    }

    #[test]
    fn cells_are_exactly_where_they_are_written() {
        check(
            "3,Pikeman,",
            b',',
            &[("3", "3"), ("Pikeman", "Pikeman"), ("", "")],
        );
        check(
            "2, \"Fire, Ash and Ember\" ,SP",
            b',',
            &[
                ("2", "2"),
                ("Fire, Ash and Ember", "Fire, Ash and Ember"),
                ("SP", "SP"),
            ],
        );
        check(
            "\"Ogre \"\"x\"\"\";2",
            b';',
            &[("Ogre \"x\"", "Ogre \"\"x\"\""), ("2", "2")],
        );
        check(
            "| 3 | Élan |",
            b'|',
            &[("", ""), ("3", "3"), ("Élan", "Élan"), ("", "")],
        );
        check(
            "a\t\"b\nc\"\td",
            b'\t',
            &[("a", "a"), ("b\nc", "b\nc"), ("d", "d")],
        );
        check("3,\"Pikeman", b',', &[("3", "3"), ("Pikeman", "Pikeman")]);
    }

    proptest! {
        #[test]
        fn every_character_is_in_a_cell(text in "[a,\" é\n;x]{0,24}", mark in prop::sample::select(vec![b',', b';'])) {
            let rows: Vec<Row<'_>> = Row::all(&text).collect();
            if let Some(record) = record(&text, &rows, mark, Some(2)) {
                let mut from = 0;
                let mut between = String::new();
                for cell in &record.cells {
                    let at = cell.at();
                    prop_assert!(from <= at.start && text.get(at.clone()).is_some());
                    between.push_str(&text[from..at.start]);
                    from = at.end;
                }
                let last = &rows[record.lines - 1];
                between.push_str(&text[from..last.start + last.text.len()]);
                prop_assert!(!between.contains(char::is_alphabetic), "{between:?} of {text:?}");
            }
        }
    }
}

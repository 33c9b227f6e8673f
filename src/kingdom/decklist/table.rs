//! Reads tables exported from spreadsheets: column titles, and the card of each row.

use std::ops::Range;

use super::grammar::{Piece, Row};
use crate::kingdom::lexicon::{Lexicon, folded};

/// Titles of the card column.
const OF_CARDS: [&str; 5] = ["card", "card name", "cards", "name", "title"];

/// Titles of the count column.
const OF_COUNTS: [&str; 9] = [
    "#", "amount", "copies", "count", "no", "number", "qty", "quantity", "x",
];

/// Titles of the zone column.
const OF_ZONES: [&str; 8] = [
    "board", "category", "group", "part", "section", "type", "where", "zone",
];

/// Separators between the cells of a row.
const MARKS: [char; 4] = ['|', '\t', ';', ','];

/// The columns of a table. Other columns are ignored.
#[derive(Clone)]
pub(super) struct Table {
    mark: char,
    width: usize,
    zone: Option<usize>,
    /// The column of the card and, if there is one next to it, the column of the count.
    entry: Range<usize>,
}

impl Table {
    /// Recognises the header of a table, which contains no card name: `| Count | Name |`, `Zone,Qty,Card`.
    pub fn of_head(known: &Lexicon<'_>, row: Row<'_>) -> Option<Self> {
        let mark = MARKS.into_iter().find(|mark| row.text.contains(*mark))?;
        let cells: Vec<Row<'_>> = cells(row, mark).collect();
        let column = |words: &[&str]| {
            let is_it = |cell: &Row<'_>| words.contains(&folded(cell.text).as_str());
            cells.iter().position(is_it)
        };
        let card = column(&OF_CARDS)?;
        let count = column(&OF_COUNTS);
        let zone = column(&OF_ZONES);
        let is_card = |cell: &Row<'_>| known.card(cell.text.trim()).is_some();
        let is_one = count.or(zone).is_some() && !cells.iter().any(is_card);
        let beside = count.filter(|count| count.abs_diff(card) == 1);
        let first = beside.map_or(card, |count| count.min(card));
        let last = beside.map_or(card, |count| count.max(card));
        (is_one && beside == count).then_some(Table {
            mark,
            width: cells.len(),
            zone,
            entry: first..last + 1,
        })
    }

    /// Returns the zone cell and the card cell of a row, the latter with its count; `None` if the line is not a row of
    /// the table.
    pub fn row<'t>(&self, row: Row<'t>) -> Option<(Option<Piece<'t>>, Row<'t>)> {
        let cells: Vec<Row<'t>> = cells(row, self.mark).collect();
        if cells.len() != self.width {
            return None;
        }
        let of_entry = cells.get(self.entry.clone())?;
        let (first, last) = (of_entry.first()?, of_entry.last()?);
        let end = last.start + last.text.len();
        let zone = self.zone.and_then(|zone| cells.get(zone));
        let zone = zone.map(Row::trimmed).filter(|cell| !cell.text.is_empty());
        Some((zone, row.part(first.start - row.start..end - row.start)))
    }
}

fn cells(row: Row<'_>, mark: char) -> impl Iterator<Item = Row<'_>> {
    let mut start = 0;
    row.text.split(mark).map(move |cell| {
        let cell = row.part(start..start + cell.len());
        start += cell.text.len() + mark.len_utf8();
        cell
    })
}

//! Reads tables: CSV from spreadsheets and from the exports of deck sites, and tables with bars.
//!
//! The word above a column and the values in it decide what the column means. If both leave two meanings, the list has
//! to say which one it has.

use super::grammar::{Piece, Row};
use super::heading;
use super::line::{self, ParsedLine, unreadable};
use super::{List, MAX_LINE_LEN, parts};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::prose;
use crate::kingdom::lexicon::{Label, Referent, folded, is_beside};
use crate::kingdom::line::in_bounds;
use crate::kingdom::list_words::WORDS;
use crate::source::Span;
use crate::source::composed::composed;
use cell::{Record, record};
pub(super) use head::{Table, seems_head};

mod cell;
mod head;

impl<'c> List<'_, 'c> {
    /// Reads the first of these lines as the head or a row of a table. Returns the number of lines that were read;
    /// `None` if it is neither.
    pub(super) fn table(&mut self, text: &str, rows: &[Row<'_>]) -> Option<usize> {
        let is_first = self.lines.is_empty() && self.found.is_empty() && self.table.is_none();
        let head = Table::of_head(self.known, self.file, text, rows, is_first);
        if let Some((table, found)) = head {
            self.set.broken |= !found.is_empty();
            self.found.extend(found);
            self.table = Some(table);
            return Some(1);
        }
        let table = self.table.take()?;
        let lines = self.table_row(&table, text, rows);
        self.table = Some(table);
        lines
    }

    fn table_row(&mut self, table: &Table, text: &str, rows: &[Row<'_>]) -> Option<usize> {
        let row = *rows.first()?;
        if !row.text.as_bytes().contains(&table.mark) {
            return None;
        }
        let mut record = record(text, rows, table.mark, Some(table.width))?;
        let is_card = |cell: Option<&cell::Cell<'_>>| {
            cell.is_some_and(|cell| self.known.meant(&cell.text, None).is_some())
        };
        let is_number = |cell: Option<&cell::Cell<'_>>| {
            cell.is_some_and(|cell| {
                !digits(&cell.text).is_empty() && digits(&cell.text).parse::<u64>().is_ok()
            })
        };
        let named = is_card(record.cells.get(table.card));
        let counted = table
            .count
            .is_some_and(|column| is_number(record.cells.get(column)));
        let is_line = || {
            row.text.len() <= MAX_LINE_LEN
                && (line::is_known(self.known, row, None)
                    || self.are_known(&parts(row, &[',', ';'])))
        };
        let line = row.text.trim_start();
        let numbered = line
            .strip_prefix('#')
            .is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
        if row.is_comment() && !(named && numbered) || !named && !counted && is_line() {
            return None;
        }
        let surplus = record.cells.get(table.width..).unwrap_or_default();
        if surplus.iter().any(|cell| !cell.text.is_empty()) {
            if !named && !counted {
                return None;
            }
            self.found.push(self.too_many_cells(table, &record, &row));
            self.set.broken = true;
            self.headings.doubt();
            return Some(record.lines);
        }
        if record.cells.len() < table.width && !named && !counted {
            return None;
        }
        record.cells.truncate(table.width);
        if record.cells.iter().all(|cell| cell.text.is_empty()) {
            return Some(record.lines);
        }
        if let Some(open) = &record.unclosed {
            let quote = Span::new(self.file, open.clone());
            self.found.push(
                unreadable(
                    quote,
                    "a quotation mark without its second one",
                    "opens a cell",
                )
                .help("write a second quotation mark at the end of the cell"),
            );
            self.set.broken = true;
        }
        // A part of the table has its own line: `Locations,,`.
        let mut filled = record.cells.iter().filter(|cell| !cell.text.is_empty());
        if let (Some(alone), None) = (filled.next(), filled.next()) {
            let is_card = table.count.is_none() && self.known.card(&alone.text).is_some();
            if !is_card && self.heading(alone.row) {
                return Some(record.lines);
            }
        }
        let before = (self.zone, self.beside);
        let belongs = self.part_of_row(table, &record);
        if belongs && !self.beside {
            self.entry_of_row(table, &record, &row);
        }
        if table.zone.is_none() {
            (self.zone, self.beside) = before;
        }
        Some(record.lines)
    }

    fn too_many_cells(&self, table: &Table, record: &Record<'_>, row: &Row<'_>) -> Diagnostic {
        let cells = prose::counted(record.cells.len() as u64, "cell", "cells");
        unreadable(
            self.span(&row.trimmed()),
            format!(
                "this row has {cells}, but the table has {} columns",
                table.width
            ),
            "more cells than columns",
        )
        .help("put a cell that has the separator in it between quotation marks")
    }

    /// Sets the part of the set that the cells of a row name. Returns `false` if the row is outside of it.
    fn part_of_row(&mut self, table: &Table, record: &Record<'_>) -> bool {
        let zone = table.zone.and_then(|column| record.cells.get(column));
        if let Some(cell) = zone.filter(|cell| !cell.text.is_empty()) {
            self.zone_of_row(&cell.piece());
        }
        for column in &table.groups {
            let Some(cell) = record.cells.get(*column) else {
                continue;
            };
            if self.known.title(&cell.text).is_some() || is_beside(&cell.text) {
                self.zone_of_row(&cell.piece());
                if self.beside {
                    return false;
                }
            }
        }
        for (column, counts, title) in &table.beside {
            let Some(cell) = record
                .cells
                .get(*column)
                .filter(|cell| !cell.text.is_empty())
            else {
                continue;
            };
            let value = folded(&cell.text);
            let number = value.parse::<u64>().ok();
            let names = self.known.title(&value).is_some();
            if number == Some(0) || WORDS.no.contains(&value.as_str()) {
                continue;
            }
            if names {
                self.zone_of_row(&cell.piece());
            } else if is_beside(&value)
                || number == Some(1) && !counts
                || WORDS.yes.contains(&value.as_str())
            {
                self.outside(title, &cell.piece());
                if self.beside {
                    return false;
                }
            } else if number.is_some() {
                // Some copies are in the deck and some outside of it.
                let beside = self.beside;
                let zone = self.zone;
                self.outside(title, &cell.piece());
                if !self.beside {
                    self.found.push(
                        unreadable(
                            self.span(&cell.piece()),
                            "this row has cards for two parts of the set",
                            "cards for another part",
                        )
                        .help("write one row for each part"),
                    );
                    self.set.broken = true;
                }
                (self.beside, self.zone) = (beside, zone);
            } else {
                self.found.push(
                    unreadable(
                        self.span(&cell.piece()),
                        format!("`{}` is neither yes nor no", prose::shown(&cell.text)),
                        format!("a mark in the column `{}`", prose::shown(title)),
                    )
                    .help("write `yes` for a card outside the deck, `no` for one in it"),
                );
                self.set.broken = true;
                self.headings.doubt();
                return false;
            }
        }
        true
    }

    /// Handles a mark for cards outside the deck: they belong to the part of the game that is for them, if it has one.
    fn outside(&mut self, title: &str, cell: &Piece<'_>) {
        let names = std::iter::once(title).chain(WORDS.beside.iter().copied());
        let mut zones = names.filter_map(|name| match self.known.title(name) {
            Some(Label::Zone(zone)) => Some(zone),
            _ => None,
        });
        if let Some(zone) = zones.next() {
            self.zone = Some((zone, self.span(cell)));
            return;
        }
        let part = Piece {
            text: title,
            at: cell.at.clone(),
        };
        let (diagnostic, _) = heading::unknown_part(self.known, self.file, &part);
        let is_same = |one: &Diagnostic| one.is_same_problem(&diagnostic);
        if !self.found.iter().any(is_same) {
            self.found.push(diagnostic);
        }
        self.set.broken = true;
        self.beside = true;
    }

    fn entry_of_row(&mut self, table: &Table, record: &Record<'_>, row: &Row<'_>) {
        let number = table.count.map(|column| match record.cells.get(column) {
            Some(cell) => cell.piece(),
            // The row ends before this column.
            None => Piece {
                text: "",
                at: row.trimmed().at.end..row.trimmed().at.end,
            },
        });
        let name = record
            .cells
            .get(table.card)
            .filter(|cell| !cell.text.is_empty());
        let Some(name) = name else {
            self.found.push(
                unreadable(
                    self.span(
                        &number
                            .filter(|cell| !cell.text.is_empty())
                            .unwrap_or(row.trimmed()),
                    ),
                    "this row has no card",
                    format!("nothing in the column `{}`", table.title),
                )
                .help("write the name of a card, or remove the row"),
            );
            self.set.broken = true;
            self.headings.doubt();
            return;
        };
        let meant = self.known.meant(&name.text, self.zone());
        let plain = ParsedLine {
            name: composed(&name.text).into_owned(),
            name_at: name.at(),
            count: 1,
            count_at: name.at(),
            meant,
            uncounted: false,
        };
        let before = self.found.len();
        let reading = match meant {
            None if name.is_exact() && name.row.text.len() <= MAX_LINE_LEN => line::read(
                self.known,
                self.file,
                name.row,
                self.zone(),
                &mut self.found,
            ),
            _ => Some(plain),
        };
        let Some(mut reading) = reading else {
            self.unread_line(name.row, before);
            return;
        };
        if let Some(number) = &number {
            self.count_of_row(&mut reading, number);
        }
        if let Some(Referent::Card(id)) = reading.meant {
            for column in &table.printed {
                let cell = record.cells.get(*column);
                let cell = cell.filter(|cell| cell.text.contains(char::is_alphabetic));
                let printed =
                    cell.and_then(|cell| Some((cell.at(), self.known.printed(&cell.text)?.1)));
                self.found.extend(printed.and_then(|(at, value)| {
                    line::other_number(self.known, self.file, id, &at, &value)
                }));
            }
        }
        self.count(reading);
    }

    /// Sets the count of a card to that of its row.
    fn count_of_row(&mut self, reading: &mut ParsedLine<'_>, number: &Piece<'_>) {
        let at = self.span(number);
        if reading.count_at != reading.name_at {
            let own = Span::new(self.file, reading.count_at.clone());
            let name = prose::shown(&reading.name);
            self.found.push(
                unreadable(
                    at,
                    format!("this row has two counts of \"{name}\""),
                    "the second count",
                )
                .label(own, "the first count")
                .help("remove one of the two"),
            );
            reading.uncounted = true;
            return;
        }
        let digits = digits(number.text);
        let count = if number.text.is_empty() {
            let name = prose::shown(&reading.name);
            self.found.push(
                unreadable(
                    Span::new(self.file, reading.name_at.clone()),
                    format!("this row has no count of \"{name}\""),
                    "no count",
                )
                .help("write a count, or remove the row"),
            );
            None
        } else if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
            let shown = prose::shown(number.text);
            self.found.push(
                unreadable(
                    at,
                    format!("`{shown}` is not a card count"),
                    "not a whole number",
                )
                .help("write a whole number"),
            );
            None
        } else {
            let count = in_bounds(digits, &reading.name, at, &mut self.found);
            reading.count_at = number.at.clone();
            if count.is_none() {
                reading.count = 0;
            }
            count
        };
        reading.uncounted |= count.is_none();
        reading.count = count.unwrap_or(reading.count);
    }
}

/// Removes the cross of a count: `3x`.
fn digits(text: &str) -> &str {
    text.trim_matches(['x', 'X', '×', '✕', '*', ' '])
}

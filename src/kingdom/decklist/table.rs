//! Reads tables: CSV from spreadsheets and from the exports of deck sites, and tables with bars.
//!
//! The word above a column and the values in it decide what the column means. If both leave two meanings, the list has
//! to say which one it has.

use super::grammar::{Piece, Row};
use super::heading;
use super::line::{self, ParsedLine, unreadable};
use super::{List, MAX_LINE_LEN, parts};
use crate::diagnostic::prose;
use crate::diagnostic::{Diagnostic, Safety};
use crate::kingdom::lexicon::{Label, Lexicon, Referent, folded, is_beside};
use crate::kingdom::line::in_bounds;
use crate::kingdom::list_words::WORDS;
use crate::source::composed::composed;
use crate::source::{FileId, Span};
use cell::{Record, record};

mod cell;

/// Separators between the cells of a row.
const MARKS: [u8; 4] = [b'|', b'\t', b';', b','];

/// Maximum number of rows whose values decide what a column means.
const MAX_SAMPLE: usize = 200;

/// Minimum number of different numbers that are not counts.
const MIN_DIFFERENT: usize = 4;

/// Maximum count of a card for a column to be taken for counts by its values.
const MAX_LIKELY_COUNT: u64 = 99;

/// Minimum number of columns of a table that only its values show.
const MIN_WIDTH: usize = 3;

/// The columns of a table. Other columns say nothing of the set.
pub(super) struct Table {
    mark: u8,
    width: usize,
    /// The columns of names, of which at least one is known in most rows.
    card: usize,
    count: Option<usize>,
    zone: Option<usize>,
    /// Columns that may name a part of the set.
    groups: Vec<usize>,
    /// Columns that mark what is outside the deck, with `true` if they have counts, and their words.
    beside: Vec<(usize, bool, String)>,
    printed: Vec<usize>,
    /// The word above the names.
    title: String,
}

impl Table {
    /// Recognises the head of a table, which names no card: `| Count | Name |`, `Zone,Qty,Card`. Also returns the
    /// diagnostics for columns with two meanings. Only the first line of a list can be a head without known words.
    pub fn of_head(
        known: &Lexicon<'_>,
        file: FileId,
        text: &str,
        rows: &[Row<'_>],
        is_first: bool,
    ) -> Option<(Self, Vec<Diagnostic>)> {
        let (row, below) = rows.split_first()?;
        if row.text.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let marks = MARKS.into_iter();
        let heads = marks
            .filter(|mark| row.text.as_bytes().contains(mark))
            .filter_map(|mark| Some((mark, record(text, std::slice::from_ref(row), mark, None)?)));
        // Of two separators, the one that separates more known words.
        let mut best: Option<(u8, Record<'_>, usize)> = None;
        for (mark, head) in heads {
            let words = head.cells.iter().filter(|cell| is_word(known, &cell.text));
            let words = words.count();
            if best.as_ref().is_none_or(|(_, _, most)| words > *most) {
                best = Some((mark, head, words));
            }
        }
        let (mark, head, words) = best?;
        let is_card = |text: &str| known.card(text).is_some();
        let width = head.cells.len();
        if width < 2 || head.cells.iter().any(|cell| is_card(&cell.text)) {
            return None;
        }
        let titles: Vec<String> = head.cells.iter().map(|cell| word(&cell.text)).collect();
        let has_word = |title: &String| WORDS.card_columns.contains(&title.as_str());
        // A number is a count and no title.
        let is_number = |cell: &cell::Cell<'_>| cell.text.parse::<u64>().is_ok();
        let by_values = is_first
            && width >= MIN_WIDTH
            && !head.cells.iter().any(is_number)
            && known.title(row.trimmed().text).is_none();
        if !by_values && !titles.iter().any(has_word) {
            return None;
        }
        let sample = sample(known, text, below, mark, width);
        let columns = Columns {
            known,
            titles: &titles,
            sample: &sample,
        };
        let card = columns.card()?;
        let count = columns.count(card);
        let of = |words: &[&str]| columns.all(words);
        let zone = of(WORDS.zone_columns).into_iter().next();
        let groups = of(WORDS.group_columns);
        let beside: Vec<_> = of(WORDS.beside_columns)
            .into_iter()
            .filter_map(|at| {
                let title = head.cells.get(at)?.text.as_ref().to_owned();
                Some((at, columns.has_counts(at), title))
            })
            .collect();
        let named = columns.named(card);
        let all = titles
            .iter()
            .all(|title| title.is_empty() || is_word(known, title));
        let is_one = !matches!(count, Counts::None)
            || zone.is_some()
            || !groups.is_empty()
            || !beside.is_empty()
            || (all && words >= 2)
            || named >= 2;
        if !is_one {
            return None;
        }
        let at = |column: usize| {
            let cell = head.cells.get(column);
            Span::new(file, cell.map_or(row.trimmed().at, |cell| cell.at()))
        };
        let written = |column: usize| {
            let cell = head.cells.get(column);
            prose::shown(cell.map_or("", |cell| cell.text.as_ref()))
        };
        let mut found = Vec::new();
        let count = match count {
            Counts::Column(column) => Some(column),
            Counts::None => None,
            Counts::Unclear(column) => {
                found.push(unclear(&written(column), at(column)));
                None
            }
            Counts::Twice(first, second) => {
                found.push(
                    unreadable(
                        at(second),
                        format!(
                            "two columns with different counts: `{}` and `{}`",
                            written(first),
                            written(second)
                        ),
                        "the second column of counts",
                    )
                    .label(at(first), "the first column of counts")
                    .help("remove the column that does not have the counts of this set"),
                );
                Some(first)
            }
        };
        let mut printed = of(WORDS.printed_columns);
        printed.retain(|column| Some(*column) != count);
        let table = Table {
            mark,
            width,
            card,
            count,
            zone,
            groups,
            beside,
            printed,
            title: written(card),
        };
        Some((table, found))
    }
}

/// Asks what a column of numbers means.
fn unclear(written: &str, at: Span) -> Diagnostic {
    let count = WORDS.count_columns.first().copied().unwrap_or_default();
    let count = super::capitalised(count);
    unreadable(
        at,
        format!("the column `{written}` can be the counts of the cards, or other numbers"),
        "counts, or other numbers",
    )
    .help(format!(
        "name the column `{count}` if it has the counts; otherwise remove it, and each row is one card"
    ))
    .fix(
        Safety::Unsafe,
        format!("write `{count}` if the column has the counts"),
        at,
        count,
    )
}

/// Normalises the word above a column.
fn word(text: &str) -> String {
    let word = folded(&text.replace('_', " "));
    let bare = word.trim_matches(['*', '`', '.', ':', ' ']);
    match bare.is_empty() {
        true => word,
        false => bare.to_owned(),
    }
}

/// Returns whether a cell is a word of the head of a table.
fn is_word(known: &Lexicon<'_>, text: &str) -> bool {
    let word = word(text);
    let lists = [
        WORDS.card_columns,
        WORDS.count_columns,
        WORDS.number_columns,
        WORDS.zone_columns,
        WORDS.group_columns,
        WORDS.beside_columns,
        WORDS.printed_columns,
        WORDS.other_columns,
    ];
    let is_field = || {
        let mut fields = known.game.fields.keys();
        fields.any(|field| field.replace('_', " ") == word)
    };
    lists.iter().any(|list| list.contains(&word.as_str())) || is_field()
}

/// Returns whether a row is the head of another table.
fn is_head(known: &Lexicon<'_>, record: &Record<'_>) -> bool {
    let mut cells = record.cells.iter();
    cells.any(|cell| {
        WORDS.card_columns.contains(&word(&cell.text).as_str()) && known.card(&cell.text).is_none()
    })
}

/// Returns whether a line has the words of a column of cards and of a column of counts.
pub(super) fn seems_head(row: Row<'_>) -> bool {
    let text = row.text.as_bytes();
    let mut marks = MARKS.into_iter().filter(|mark| text.contains(mark));
    marks.any(|mark| {
        let head = record(row.text, &[Row { start: 0, ..row }], mark, None);
        let words: Vec<String> = head
            .iter()
            .flat_map(|head| &head.cells)
            .map(|cell| word(&cell.text))
            .collect();
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
        has(WORDS.card_columns) && has(WORDS.count_columns)
    })
}

/// The first rows of a table.
fn sample<'t>(
    known: &Lexicon<'_>,
    text: &'t str,
    rows: &[Row<'t>],
    mark: u8,
    width: usize,
) -> Vec<Record<'t>> {
    let mut sample = Vec::new();
    let mut rest = rows.get(..MAX_SAMPLE).unwrap_or(rows);
    while let Some(row) = rest.first() {
        let mut lines = 1;
        if row.text.as_bytes().contains(&mark)
            && !row.is_divider()
            && let Some(record) = record(text, rest, mark, Some(width))
        {
            if is_head(known, &record) {
                break;
            }
            lines = record.lines;
            if record.cells.len() == width {
                sample.push(record);
            }
        }
        rest = rest.get(lines..).unwrap_or_default();
    }
    sample
}

/// The column of the counts.
enum Counts {
    Column(usize),
    /// Counts, or numbers with another meaning.
    Unclear(usize),
    /// Two columns with different counts.
    Twice(usize, usize),
    None,
}

/// The words and the values of the columns.
struct Columns<'a, 't, 'c> {
    known: &'a Lexicon<'c>,
    titles: &'a [String],
    sample: &'a [Record<'t>],
}

impl Columns<'_, '_, '_> {
    /// Returns the columns with a word of a list, in the order of the columns.
    fn all(&self, words: &[&str]) -> Vec<usize> {
        let titles = self.titles.iter().enumerate();
        titles
            .filter(|(_, title)| words.contains(&title.as_str()))
            .map(|(at, _)| at)
            .collect()
    }

    fn values(&self, column: usize) -> impl Iterator<Item = &str> {
        let cells = self
            .sample
            .iter()
            .filter_map(move |row| row.cells.get(column));
        cells
            .map(|cell| cell.text.as_ref())
            .filter(|text: &&str| !text.is_empty())
    }

    /// Returns the numbers of a column that has nothing else.
    fn numbers(&self, column: usize) -> Option<Vec<u64>> {
        let numbers: Option<Vec<u64>> = self.values(column).map(|text| text.parse().ok()).collect();
        numbers.filter(|numbers| !numbers.is_empty())
    }

    /// Returns how many known cards a column names.
    fn named(&self, column: usize) -> usize {
        let values = self.values(column);
        values
            .filter(|text| self.known.meant(text, None).is_some())
            .count()
    }

    fn card(&self) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for word in WORDS.card_columns {
            for column in self.all(&[word]) {
                let named = self.named(column);
                if best.is_none_or(|(_, most)| named > most) {
                    best = Some((column, named));
                }
            }
        }
        best.map(|(column, _)| column).or_else(|| {
            // No word says it, but every value is a card.
            let rows = self.sample.len();
            let mut columns = 0..self.titles.len();
            columns.find(|column| rows >= 2 && self.named(*column) == rows)
        })
    }

    fn count(&self, card: usize) -> Counts {
        match self.all(WORDS.count_columns).as_slice() {
            [] => {}
            [only] => return Counts::Column(*only),
            [first, rest @ ..] => {
                let differs = |column: &&usize| !self.values(**column).eq(self.values(*first));
                return match rest.iter().find(differs) {
                    Some(other) => Counts::Twice(*first, *other),
                    None => Counts::Column(*first),
                };
            }
        }
        let mut unclear = None;
        for column in self.all(WORDS.number_columns) {
            match self.numbers(column).map(|numbers| are_counts(&numbers)) {
                Some(Some(true)) => return Counts::Column(column),
                Some(None) => unclear = unclear.or(Some(column)),
                Some(Some(false)) | None => {}
            }
        }
        let strange = |column: &usize| {
            let title = self.titles.get(*column);
            let numbers = self.numbers(*column);
            *column != card
                && title.is_some_and(|title| {
                    !is_word(self.known, title) && self.known.title(title).is_none()
                })
                && numbers.is_some_and(|all| all.iter().all(|number| *number <= MAX_LIKELY_COUNT))
        };
        let unclear = unclear.or_else(|| (0..self.titles.len()).find(strange));
        unclear.map_or(Counts::None, Counts::Unclear)
    }

    /// Returns whether a column of marks has counts.
    fn has_counts(&self, column: usize) -> bool {
        let numbers = self.numbers(column);
        numbers.is_some_and(|all| all.iter().any(|number| *number > 1))
    }
}

/// Returns whether numbers are counts; `None` if they may also be the numbers of rows or cards.
fn are_counts(numbers: &[u64]) -> Option<bool> {
    if numbers.iter().any(|number| *number > MAX_LIKELY_COUNT) {
        return Some(false);
    }
    let follows = |pair: &[u64]| matches!(pair, [a, b] if *b == a.saturating_add(1));
    // The numbers of rows start again in every part.
    let mut runs = numbers.chunk_by(|a, b| *b == a.saturating_add(1));
    let in_row = numbers.len() > 1
        && (runs.all(|run| run.len() > 1 && run.first() == Some(&1))
            || numbers.windows(2).all(follows));
    let mut different = numbers.to_vec();
    different.sort_unstable();
    different.dedup();
    let all_differ = numbers.len() >= MIN_DIFFERENT && different.len() == numbers.len();
    (!in_row && !all_differ).then_some(true)
}

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
            // A count without a name is no title.
            let is_count = alone.text.bytes().all(|byte| byte.is_ascii_digit());
            if !is_card && !is_count && self.heading(alone.row) {
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

#[cfg(test)]
mod tests {
    use super::are_counts;

    #[test]
    fn numbers_of_rows_are_not_counts() {
        for counts in [
            &[1][..],
            &[3, 2, 3, 3],
            &[1, 1, 1, 2],
            &[3, 1],
            &[4, 4, 5, 6],
        ] {
            assert_eq!(are_counts(counts), Some(true), "{counts:?}");
        }
        for unclear in [
            &[1, 2][..],
            &[1, 2, 3, 4, 5],
            &[1, 2, 1, 2, 3],
            &[5, 6, 7],
            &[3, 9, 4, 7],
        ] {
            assert_eq!(are_counts(unclear), None, "{unclear:?}");
        }
        assert_eq!(are_counts(&[245, 17]), Some(false));
    }
}

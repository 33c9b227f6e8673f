//! The head of a table and what its columns mean: the word above a column and the values in it decide.

use super::cell::{Cell, Record, record};
use crate::diagnostic::prose;
use crate::diagnostic::{Diagnostic, Safety};
use crate::kingdom::decklist::capitalised;
use crate::kingdom::decklist::grammar::Row;
use crate::kingdom::decklist::line::unreadable;
use crate::kingdom::lexicon::{Lexicon, folded};
use crate::kingdom::list_words::WORDS;
use crate::source::{FileId, Span};

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
pub(in crate::kingdom::decklist) struct Table {
    pub mark: u8,
    pub width: usize,
    /// The columns of names, of which at least one is known in most rows.
    pub card: usize,
    pub count: Option<usize>,
    pub zone: Option<usize>,
    /// Columns that may name a part of the set.
    pub groups: Vec<usize>,
    /// Columns that mark what is outside the deck, with `true` if they have counts, and their words.
    pub beside: Vec<(usize, bool, String)>,
    pub printed: Vec<usize>,
    /// The word above the names.
    pub title: String,
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
        let is_number = |cell: &Cell<'_>| cell.text.parse::<u64>().is_ok();
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
    let count = capitalised(count);
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
pub(in crate::kingdom::decklist) fn seems_head(row: Row<'_>) -> bool {
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

//! Parses printed areas of effect.

use std::ops::Range;

use super::expected::{CardContext, Expected};
use super::{Area, Step};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety};
use crate::source::Span;
use crate::yaml::{Node, Style};

/// One space of the pattern: its mark, and the range of its character in the decoded text.
struct Cell {
    mark: char,
    at: Range<usize>,
}

/// Splits a pattern into rows. Blanks between the marks and empty lines at the end are ignored.
fn rows_of(text: &str) -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    let mut start = 0;
    for line in text.trim_end().split('\n') {
        let cells = line
            .char_indices()
            .filter(|(_, c)| *c != ' ')
            .map(|(at, mark)| Cell {
                mark,
                at: start + at..start + at + mark.len_utf8(),
            })
            .collect();
        rows.push(cells);
        start += line.len() + 1;
    }
    rows
}

/// Reads a pattern of spaces.
pub(super) fn area(
    context: &CardContext<'_>,
    node: &Node,
    optional: bool,
    asked: &Expected<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Area> {
    let Some(scalar) = node.scalar() else {
        diagnostics.push(asked.wrong(node).help(asked.help()));
        return None;
    };
    if scalar.text.trim().is_empty() {
        diagnostics.push(asked.empty(optional));
        return None;
    }
    let before = diagnostics.len();
    let mut drawing = Drawing {
        context,
        node,
        asked,
        found: diagnostics,
    };
    if drawing.rows_are_comments() {
        return None;
    }
    let rows = rows_of(&scalar.text);
    if rows.len() == 1 && scalar.style != Style::Literal && drawing.written_lines() > 1 {
        drawing.run_together();
        return None;
    }
    if drawing.comments(&scalar.text) {
        return None;
    }
    if drawing.is_no_pattern(&rows) {
        drawing.words();
        return None;
    }
    let strange = drawing.strange_marks(&rows);
    drawing.row_lengths(&scalar.text, &rows);
    drawing.size(&rows);
    let chosen = drawing.chosen(&rows, strange);
    if diagnostics.len() > before {
        return None;
    }
    let (chosen_row, chosen_column) = chosen?;
    let mut spaces = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if matches!(cell.mark, '#' | 'X') {
                spaces.push(Step {
                    forward: steps(chosen_row, row),
                    right: steps(column, chosen_column),
                });
            }
        }
    }
    Some(Area {
        pattern: rows
            .iter()
            .map(|cells| cells.iter().map(|cell| cell.mark).collect())
            .collect(),
        spaces,
    })
}

fn is_mark(mark: char) -> bool {
    matches!(mark, '.' | '#' | 'X' | 'O')
}

/// Returns the mark that the author probably meant by a similar character.
fn meant_mark(written: char) -> Option<(char, Safety)> {
    match written {
        'x' => Some(('X', Safety::Safe)),
        'o' => Some(('O', Safety::Safe)),
        '0' => Some(('O', Safety::Unsafe)),
        '*' | '+' => Some(('#', Safety::Unsafe)),
        '-' | '_' | ',' => Some(('.', Safety::Unsafe)),
        _ => None,
    }
}

/// Returns `from - to`. Patterns that fit on a map are far too small to reach the limits of `i32`.
fn steps(from: usize, to: usize) -> i32 {
    let index = |at: usize| i32::try_from(at).unwrap_or(i32::MAX);
    index(from).saturating_sub(index(to))
}

/// Returns the byte offset of a comment in a row: the last `//`, or else the last `#`, before the first word.
fn comment_in(line: &str) -> Option<usize> {
    let of_word = |c: &char| c.is_alphabetic() && !is_mark(*c) && meant_mark(*c).is_none();
    let (word, _) = line.char_indices().find(|(_, c)| of_word(c))?;
    let (before, rest) = line.split_at(word);
    let at = before.rfind("//").or_else(|| before.rfind('#'))?;
    let is_text = rest.chars().filter(of_word).count() > 1 && !rest.contains('#');
    is_text.then_some(at)
}

struct Drawing<'a> {
    context: &'a CardContext<'a>,
    node: &'a Node,
    asked: &'a Expected<'a>,
    found: &'a mut Vec<Diagnostic>,
}

impl Drawing<'_> {
    fn place(&self, range: Range<usize>) -> Span {
        self.node.place_in(self.context.source, range)
    }

    fn row_place(&self, row: &[Cell]) -> Span {
        match (row.first(), row.last()) {
            (Some(first), Some(last)) => self.place(first.at.start..last.at.end),
            _ => self.asked.key_at,
        }
    }

    fn report(
        &mut self,
        at: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.found
            .push(Diagnostic::new(Code::BadArea, at, message, label).help(help));
    }

    /// Returns the number of lines of the value in the file.
    fn written_lines(&self) -> usize {
        self.context
            .source
            .get(self.node.span.range())
            .map_or(1, |written| written.trim_end().lines().count())
    }

    /// Reports a pattern without `|` whose rows with `#` are comments in YAML. Returns whether there are any.
    fn rows_are_comments(&mut self) -> bool {
        let source = self.context.source;
        let key = self.asked.key_at.range();
        let is_plain = self
            .node
            .scalar()
            .is_some_and(|scalar| scalar.style == Style::Plain);
        let before = source.get(..key.start).unwrap_or_default();
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
        let after = source.get(key.end..).unwrap_or_default();
        let Some((colon, below)) = after.split_once('\n').filter(|_| is_plain) else {
            return false;
        };
        let mut rows = below.lines().take_while(|line| {
            let indent = line.len() - line.trim_start().len();
            indent > column || line.trim().is_empty()
        });
        let is_lost = |row: &str| {
            let row = row.trim();
            let lost = row.starts_with('#') || row.contains(" #");
            lost && row.chars().all(|c| is_mark(c) || c == ' ')
        };
        if colon.trim() != ":" || !rows.any(is_lost) {
            return false;
        }
        let diagnostic = Diagnostic::new(
            Code::BadArea,
            self.node.span,
            format!(
                "{} is not after `|`, so YAML reads the rows with `#` as comments",
                self.asked.subject()
            ),
            "missing rows",
        );
        let end = key.end + colon.trim_end().len();
        let at = Span::new(self.node.span.file, end..end);
        self.found
            .push(diagnostic.fix(Safety::Unsafe, "write `|` after the colon", at, " |"));
        true
    }

    /// Reports rows in a YAML style that joins them into one line.
    fn run_together(&mut self) {
        let subject = self.asked.subject();
        self.report(
            self.node.span,
            format!("the rows of {subject} are joined into one"),
            "YAML reads these lines as one",
            "write `|` after the key and the rows below it",
        );
    }

    /// Returns whether a value does not look like a pattern at all: it has at least as many unknown characters as
    /// marks.
    fn is_no_pattern(&self, rows: &[Vec<Cell>]) -> bool {
        let count =
            |is: fn(char) -> bool| rows.iter().flatten().filter(|cell| is(cell.mark)).count();
        let marks = count(is_mark);
        let strange = count(|mark| !is_mark(mark) && meant_mark(mark).is_none());
        strange > 0 && strange >= marks
    }

    /// Reports words after `#` or `//` in a row; returns `true` if there are any.
    fn comments(&mut self, text: &str) -> bool {
        let before = self.found.len();
        let mut start = 0;
        for line in text.split('\n') {
            if let Some(comment) = comment_in(line) {
                let row = line[..comment].trim_end().len();
                let at = |range: Range<usize>| self.place(start + range.start..start + range.end);
                let end = line.trim_end().len();
                let diagnostic = Diagnostic::new(
                    Code::BadArea,
                    at(comment..end),
                    format!("a row of {} has a comment", self.asked.subject()),
                    "in an area, `#` is a space that is hit",
                )
                .help("remove the comment, or write it above the key");
                self.found.push(match row {
                    0 => diagnostic,
                    _ => diagnostic.fix(Safety::Unsafe, "remove the comment", at(row..end), ""),
                });
            }
            start += line.len() + 1;
        }
        self.found.len() > before
    }

    /// Reports words, or unknown marks, in place of a pattern.
    fn words(&mut self) {
        let subject = self.asked.subject();
        self.report(
            self.node.span,
            format!("{subject} is not an area diagram"),
            "no row of `.`, `#`, `X` and `O`",
            format!(
                "{} such as `.#.`, `#X#` and `.#.`: `X` or `O` for the chosen space, `#` for a \
                space that is hit, and `.` for a space that is not",
                self.asked.help()
            ),
        );
    }

    /// Reports each unknown character, once for all its occurrences.
    fn strange_marks(&mut self, rows: &[Vec<Cell>]) -> bool {
        let mut strange: Vec<(char, Vec<Span>)> = Vec::new();
        for cell in rows.iter().flatten() {
            if is_mark(cell.mark) {
                continue;
            }
            let at = self.place(cell.at.clone());
            match strange.iter_mut().find(|(mark, _)| *mark == cell.mark) {
                Some((_, places)) => places.push(at),
                None => strange.push((cell.mark, vec![at])),
            }
        }
        for (mark, places) in &strange {
            let Some((first, others)) = places.split_first() else {
                continue;
            };
            let shown = if crate::diagnostic::prose::invisible(*mark) {
                "a control character".to_owned()
            } else {
                format!("`{mark}`")
            };
            let mut diagnostic = Diagnostic::new(
                Code::BadArea,
                *first,
                format!(
                    "{} contains {shown}, which is not an area mark",
                    self.asked.subject()
                ),
                "not an area mark",
            );
            for other in others {
                diagnostic = diagnostic.label(*other, "here too");
            }
            let meant = meant_mark(*mark);
            let all = "write `X` or `O` for the chosen space, `#` for a space that is hit, and `.` \
                for a space that is not";
            diagnostic.help =
                Some(meant.map_or(all.to_owned(), |(mark, _)| format!("write `{mark}`")));
            diagnostic.fixes = meant
                .map(|(mark, safety)| Fix {
                    title: format!("write `{mark}`"),
                    safety,
                    edits: places
                        .iter()
                        .map(|at| Edit {
                            at: *at,
                            text: mark.to_string(),
                        })
                        .collect(),
                })
                .into_iter()
                .collect();
            self.found.push(diagnostic);
        }
        !strange.is_empty()
    }

    /// Reports each row that is shorter or longer than most.
    fn row_lengths(&mut self, text: &str, rows: &[Vec<Cell>]) {
        let count = |length: usize| rows.iter().filter(|row| row.len() == length).count();
        let mut lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
        lengths.dedup();
        let mut usual = lengths.first().copied().unwrap_or(0);
        let mut most = count(usual);
        // A few lengths are enough to find the usual one in any pattern that fits on a map.
        for length in lengths.into_iter().take(16) {
            if count(length) > most {
                usual = length;
                most = count(length);
            }
        }
        let mut start = 0;
        for (row, line) in rows.iter().zip(text.split('\n')) {
            let begins = start;
            start += line.len() + 1;
            if row.len() == usual {
                continue;
            }
            let spaces =
                |count: usize| crate::diagnostic::prose::counted(count as u64, "space", "spaces");
            let (at, help) = match row.get(usual..) {
                Some(extra) => (
                    self.row_place(extra),
                    "remove the extra marks, or add marks to the other rows",
                ),
                None if row.is_empty() => (
                    self.place(begins..begins),
                    "remove the empty line, or fill it with `.`",
                ),
                None => (self.row_place(row), "fill the row with `.`"),
            };
            let subject = self.asked.subject();
            let (here, others) = (spaces(row.len()), usual);
            self.report(
                at,
                format!(
                    "the rows of {subject} have different lengths: one has {here}, most have \
                    {others}"
                ),
                format!("this row has {here} instead of {usual}"),
                help,
            );
        }
    }

    /// Reports a pattern that is larger than the map of the game.
    fn size(&mut self, rows: &[Vec<Cell>]) {
        let Some(map) = &self.context.game.map else {
            return;
        };
        let (most_rows, most_columns) = (map.rows.len(), map.columns as usize);
        if let Some(row) = rows.get(most_rows) {
            let at = self.row_place(row);
            let subject = self.asked.subject();
            let count = rows.len();
            self.report(
                at,
                format!("{subject} has {count} rows, but the map has {most_rows}"),
                format!("row {} of a map of {most_rows}", most_rows + 1),
                format!("draw at most {most_rows} rows"),
            );
        }
        let widest = rows.iter().max_by_key(|row| row.len());
        if let Some(extra) =
            widest.and_then(|row| row.get(most_columns..).filter(|extra| !extra.is_empty()))
        {
            let at = self.row_place(extra);
            let subject = self.asked.subject();
            let count = most_columns + extra.len();
            self.report(
                at,
                format!("{subject} is {count} columns wide, but the map has {most_columns}"),
                format!("after column {most_columns}"),
                format!("draw at most {most_columns} columns"),
            );
        }
    }

    /// Finds the row and column of the chosen space.
    fn chosen(&mut self, rows: &[Vec<Cell>], strange: bool) -> Option<(usize, usize)> {
        let mut chosen = rows.iter().enumerate().flat_map(|(row, cells)| {
            cells
                .iter()
                .enumerate()
                .filter(|(_, cell)| matches!(cell.mark, 'X' | 'O'))
                .map(move |(column, cell)| (row, column, cell))
        });
        let first = chosen.next();
        let others: Vec<Range<usize>> = chosen.map(|(_, _, cell)| cell.at.clone()).collect();
        let subject = self.asked.subject();
        let Some((row, column, cell)) = first else {
            // One of the unknown marks may be meant as the chosen space.
            if !strange {
                self.report(
                    self.asked.at,
                    format!("{subject} has no chosen space"),
                    "no chosen space",
                    "write `X` for the chosen space, or `O` if it is not hit itself",
                );
            }
            return None;
        };
        if let Some((second, more)) = others.split_first() {
            let mut diagnostic = Diagnostic::new(
                Code::BadArea,
                self.place(second.clone()),
                format!("{subject} has more than one chosen space"),
                "a second chosen space",
            )
            .label(self.place(cell.at.clone()), "the first chosen space")
            .help("write `#` or `.` for all others");
            for at in more {
                diagnostic = diagnostic.label(self.place(at.clone()), "one more");
            }
            self.found.push(diagnostic);
            return None;
        }
        if !strange
            && !rows
                .iter()
                .flatten()
                .any(|cell| matches!(cell.mark, '#' | 'X'))
        {
            self.report(
                self.place(cell.at.clone()),
                format!("{subject} hits no space"),
                "neither the chosen space nor any other is hit",
                "write `#` for each space that is hit, or `X` if the chosen one is",
            );
        }
        Some((row, column))
    }
}

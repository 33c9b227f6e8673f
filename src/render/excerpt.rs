//! The source lines shown with a diagnostic.
//!
//! Only these lines are processed, so drawing costs the same in long and short files. They are
//! escaped for terminals, and very long lines are cut around the labels.

use std::ops::Range;

use codespan_reporting::files::{Error, Files, Location};
use textwrap::core::display_width;

use super::escape::{push_visible, visible};
use crate::source::{BYTE_ORDER_MARK, FileId, SourceFile, Sources, Span};

/// Maximum distance from a label, in characters; the rest of the line is not processed.
const NEAR: usize = 1000;

/// Maximum width of a tab, in columns.
const TAB: usize = 4;

/// The source lines of all files with labels of one diagnostic.
pub(super) struct Excerpts<'s> {
    sources: &'s Sources,
    files: Vec<Excerpt>,
}

/// The source lines of one file.
struct Excerpt {
    file: FileId,
    /// The lines, joined.
    text: String,
    /// In ascending order: the line number from 0, and its range in `text`.
    lines: Vec<(usize, Range<usize>)>,
    /// The start of each label in `text`, with its location in the file.
    starts: Vec<(usize, Location)>,
}

impl<'s> Excerpts<'s> {
    /// Creates the excerpts for these labels, no line wider than `width` columns. Also returns the
    /// range of each label in them.
    pub fn new(sources: &'s Sources, labels: &[Span], width: usize) -> (Self, Vec<Range<usize>>) {
        let mut excerpts = Excerpts {
            sources,
            files: Vec::new(),
        };
        let mut shown = vec![0..0; labels.len()];
        for span in labels {
            if excerpts.files.iter().any(|known| known.file == span.file) {
                continue;
            }
            let mut spans = labels.to_vec();
            spans.retain(|label| label.file == span.file);
            let (excerpt, ranges) = Excerpt::new(sources.file(span.file), span.file, &spans, width);
            excerpts.files.push(excerpt);
            let of_file = labels.iter().zip(&mut shown);
            let of_file = of_file.filter(|(label, _)| label.file == span.file);
            for ((_, shown), range) in of_file.zip(ranges) {
                *shown = range;
            }
        }
        (excerpts, shown)
    }

    fn file(&self, id: FileId) -> Result<&Excerpt, Error> {
        self.files
            .iter()
            .find(|excerpt| excerpt.file == id)
            .ok_or(Error::FileMissing)
    }
}

impl Excerpt {
    fn new(
        file: &SourceFile,
        id: FileId,
        spans: &[Span],
        width: usize,
    ) -> (Self, Vec<Range<usize>>) {
        let spans: Vec<Range<usize>> = spans
            .iter()
            .map(|span| trimmed(file, span.range()))
            .collect();
        let mut numbers: Vec<usize> = spans
            .iter()
            .flat_map(|span| {
                let first = line_of(file, span.start);
                let last = line_of(file, span.end);
                // The renderer fills a gap of one line, so the line after each label is included.
                first..=last + 1
            })
            .filter(|line| *line < file.line_starts().len())
            .collect();
        numbers.sort_unstable();
        numbers.dedup();

        let mut excerpt = Excerpt {
            file: id,
            text: String::new(),
            lines: Vec::with_capacity(numbers.len()),
            starts: Vec::with_capacity(spans.len()),
        };
        let mut ranges = vec![0..0; spans.len()];
        let several_lines =
            |span: &&Range<usize>| line_of(file, span.start) != line_of(file, span.end);
        // Each multi-line label has two columns of its own before the lines.
        let width = width.saturating_sub(2 * spans.iter().filter(several_lines).count());
        for number in numbers {
            excerpt.add_line(file, number, &spans, width, &mut ranges);
        }
        for (span, range) in spans.iter().zip(&ranges) {
            let (line_number, column_number) = file.line_column(span.start);
            excerpt.starts.push((
                range.start,
                Location {
                    line_number,
                    column_number,
                },
            ));
        }
        (excerpt, ranges)
    }

    /// Adds a line, and records the positions of labels that start or end in it.
    fn add_line(
        &mut self,
        file: &SourceFile,
        number: usize,
        spans: &[Range<usize>],
        width: usize,
        ranges: &mut [Range<usize>],
    ) {
        let line = line_range(file, number);
        let text = &file.text[line.clone()];
        let shown_from = self.text.len();
        let places: Vec<Range<usize>> = spans
            .iter()
            .filter(|span| span.start <= line.end && line.start <= span.end)
            .map(|span| span.start.max(line.start)..span.end.min(line.end))
            .map(|span| span.start - line.start..span.end - line.start)
            .collect();
        let window = window(text, &places, width);
        if window.start > 0 {
            self.text.push('…');
        }
        let mut places = Vec::with_capacity(window.len() + 1);
        for (at, c) in text[window.clone()].char_indices() {
            let at = window.start + at;
            places.push((line.start + at, self.text.len()));
            if !is_joined(text, at, c) {
                push_visible(&mut self.text, text, at, c);
            }
        }
        let end = self.text.len();
        let place = |offset: usize| {
            let next = places.partition_point(|(at, _)| *at <= offset);
            match next.checked_sub(1).and_then(|last| places.get(last)) {
                None => shown_from,
                Some((at, _)) if *at < offset && next == places.len() => end,
                Some((_, shown)) => *shown,
            }
        };
        for (span, range) in spans.iter().zip(ranges) {
            if (line.start..=line.end).contains(&span.start) {
                range.start = place(span.start);
            }
            if (line.start..=line.end).contains(&span.end) {
                range.end = place(span.end);
            }
        }
        if window.end < text.len() {
            self.text.push('…');
        }
        self.text.push('\n');
        self.lines.push((number, shown_from..self.text.len()));
    }
}

/// Returns the range of a label as drawn: within the file, without a trailing line break, and only
/// the first line if the label covers many.
fn trimmed(file: &SourceFile, span: Range<usize>) -> Range<usize> {
    const MANY_LINES: usize = 12;
    let text = &file.text;
    let start = floor(text, span.start.min(text.len()));
    let end = floor(text, span.end.min(text.len())).max(start);
    let end = start + text[start..end].trim_end_matches(['\n', '\r']).len();
    let first = line_of(file, start);
    if line_of(file, end) - first >= MANY_LINES {
        return start..line_range(file, first).end.max(start);
    }
    start..end
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Returns the line number of an offset, from 0.
fn line_of(file: &SourceFile, offset: usize) -> usize {
    file.line_starts()
        .partition_point(|start| *start as usize <= offset)
        .saturating_sub(1)
}

/// Returns the range of a line without its line break.
fn line_range(file: &SourceFile, number: usize) -> Range<usize> {
    let starts = file.line_starts();
    let start_of = |number: usize| {
        let start = starts.get(number);
        start.map_or(file.text.len(), |start| *start as usize)
    };
    let start = start_of(number);
    let text = &file.text[start..start_of(number + 1)];
    let text = text.strip_suffix('\n').unwrap_or(text);
    let end = start + text.strip_suffix('\r').unwrap_or(text).len();
    // The encoding mark is not part of the first line.
    match number == 0 && text.starts_with(BYTE_ORDER_MARK) {
        true => start + BYTE_ORDER_MARK.len_utf8()..end,
        false => start..end,
    }
}

/// Returns the range of a line that is shown: the whole line if it is not too wide. Otherwise, it
/// is the part around the first label, and around those others that fit.
fn window(line: &str, places: &[Range<usize>], width: usize) -> Range<usize> {
    let first = places.first().cloned().unwrap_or(0..0);
    let near = near(line, &first);
    // The characters with their widths in columns. Zero-width characters belong to the previous
    // one.
    let mut cells: Vec<(usize, usize)> = Vec::new();
    let mut shown = String::new();
    for (at, c) in line[near.clone()].char_indices() {
        shown.clear();
        if !is_joined(line, near.start + at, c) {
            push_visible(&mut shown, line, near.start + at, c);
        }
        let columns = match c {
            '\t' => TAB,
            _ => display_width(&shown),
        };
        if columns > 0 || cells.is_empty() {
            cells.push((near.start + at, columns));
        }
    }
    let total: usize = cells.iter().map(|(_, columns)| columns).sum();
    if total <= width && near == (0..line.len()) {
        return near;
    }
    // `…` marks the cut parts on both sides.
    let room = width.saturating_sub(2);
    let column = |offset: usize| -> usize {
        let before = cells.iter().take_while(|(at, _)| *at < offset);
        before.map(|(_, columns)| columns).sum()
    };
    let mut wanted = column(first.start)..column(first.end).max(column(first.start) + 1);
    for place in places {
        let both = wanted.start.min(column(place.start))..wanted.end.max(column(place.end));
        if both.len() <= room {
            wanted = both;
        }
    }
    // Up to a third of the room is for the text before the labels.
    let latest = total.saturating_sub(room);
    let from = if wanted.end <= room {
        0
    } else {
        let before = room.saturating_sub(wanted.len()).min(room / 3);
        wanted.start.saturating_sub(before).min(latest)
    };
    let mut columns = 0;
    let mut start = near.start;
    let mut end = near.end;
    for (at, wide) in &cells {
        if columns < from {
            start = at + line[*at..].chars().next().map_or(0, char::len_utf8);
        }
        columns += wide;
        if columns > from + room {
            end = *at;
            break;
        }
    }
    // Combining marks of a cut character are cut too.
    let marks = line[start..end].chars().take_while(|c| columns_of(*c) == 0);
    let marks: usize = if start > 0 {
        marks.map(char::len_utf8).sum()
    } else {
        0
    };
    start + marks..end
}

/// Returns whether a character joins or modifies an emoji. Terminals disagree about the width of
/// such emoji, so the character is omitted to keep carets aligned.
fn is_joined(line: &str, at: usize, c: char) -> bool {
    let is_emoji = |c: char| matches!(c, '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}');
    match c {
        '\u{fe0f}' => true,
        '\u{1f3fb}'..='\u{1f3ff}' => {
            let before = line[..at].trim_end_matches('\u{fe0f}');
            before.chars().next_back().is_some_and(is_emoji)
        }
        '\u{200d}' => line[at + c.len_utf8()..]
            .chars()
            .next()
            .is_some_and(is_emoji),
        _ => false,
    }
}

fn columns_of(c: char) -> usize {
    let mut bytes = [0; 4];
    display_width(c.encode_utf8(&mut bytes))
}

/// Returns the part of a very long line that is processed.
fn near(line: &str, place: &Range<usize>) -> Range<usize> {
    let place = floor(line, place.start.min(line.len()));
    let before = line[..place].char_indices().rev().nth(NEAR - 1);
    let after = line[place..].char_indices().nth(NEAR);
    before.map_or(0, |(at, _)| at)..after.map_or(line.len(), |(at, _)| place + at)
}

impl<'a> Files<'a> for Excerpts<'_> {
    type FileId = FileId;
    type Name = String;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<String, Error> {
        Ok(visible(&self.sources.file(id).path).into_owned())
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(&self.file(id)?.text)
    }

    fn line_index(&'a self, id: FileId, byte_index: usize) -> Result<usize, Error> {
        let lines = &self.file(id)?.lines;
        let next = lines.partition_point(|(_, range)| range.start <= byte_index);
        let line = next.checked_sub(1).and_then(|at| lines.get(at));
        Ok(line.map_or(0, |(number, _)| *number))
    }

    fn line_range(&'a self, id: FileId, line_index: usize) -> Result<Range<usize>, Error> {
        let lines = &self.file(id)?.lines;
        let found = lines.binary_search_by_key(&line_index, |(number, _)| *number);
        let line = found.ok().and_then(|at| lines.get(at));
        line.map(|(_, range)| range.clone())
            .ok_or(Error::LineTooLarge {
                given: line_index,
                max: lines.last().map_or(0, |(number, _)| *number),
            })
    }

    fn location(&'a self, id: FileId, byte_index: usize) -> Result<Location, Error> {
        self.file(id)?
            .starts
            .iter()
            .find(|(start, _)| *start == byte_index)
            .map(|(_, location)| *location)
            .ok_or(Error::IndexTooLarge {
                given: byte_index,
                max: 0,
            })
    }
}

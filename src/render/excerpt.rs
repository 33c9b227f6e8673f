//! The lines of the files that one finding shows.
//!
//! Only these lines are looked at, so drawing costs the same in a long file as in a short one;
//! they are made safe for a terminal, and very long ones are cut around what they are shown for.

use std::ops::Range;

use codespan_reporting::files::{Error, Files, Location};

use super::escape::{push_visible, visible};
use crate::source::{FileId, SourceFile, Sources, Span};

/// A line with more characters than this is cut.
const LONG_LINE: usize = 300;
/// So many characters of it are shown …
const WINDOW: usize = 160;
/// … the first of them that far before the place.
const BEFORE: usize = 60;

/// The shown lines of the files that one finding labels.
pub(super) struct Excerpts<'s> {
    sources: &'s Sources,
    files: Vec<Excerpt>,
}

/// The shown lines of one file.
struct Excerpt {
    file: FileId,
    /// The shown lines, one after the other.
    text: String,
    /// In ascending order: the number of the line from 0, where it stands in `text`.
    lines: Vec<(usize, Range<usize>)>,
    /// Where in `text` each label starts, and the place of the file that this is.
    starts: Vec<(usize, Location)>,
}

impl<'s> Excerpts<'s> {
    /// The excerpts for these labels, and where in them each label stands.
    pub fn new(sources: &'s Sources, labels: &[Span]) -> (Self, Vec<Range<usize>>) {
        let mut excerpts = Excerpts {
            sources,
            files: Vec::new(),
        };
        let mut shown = vec![0..0; labels.len()];
        for span in labels {
            if excerpts.files.iter().any(|known| known.file == span.file) {
                continue;
            }
            let of_file: Vec<usize> = (0..labels.len())
                .filter(|at| labels[*at].file == span.file)
                .collect();
            let spans: Vec<Span> = of_file.iter().map(|at| labels[*at]).collect();
            let (excerpt, ranges) = Excerpt::new(sources.file(span.file), span.file, &spans);
            excerpts.files.push(excerpt);
            for (at, range) in of_file.into_iter().zip(ranges) {
                shown[at] = range;
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
    fn new(file: &SourceFile, id: FileId, spans: &[Span]) -> (Self, Vec<Range<usize>>) {
        let spans: Vec<Range<usize>> = spans
            .iter()
            .map(|span| trimmed(file, span.range()))
            .collect();
        let mut numbers: Vec<usize> = spans
            .iter()
            .flat_map(|span| {
                let first = line_of(file, span.start);
                let last = line_of(file, span.end);
                // The renderer fills a gap of one line, so the line after each is there too.
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
        for number in numbers {
            excerpt.add_line(file, number, &spans, &mut ranges);
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

    /// Adds a line, and notes where the labels that start or end in it are shown.
    fn add_line(
        &mut self,
        file: &SourceFile,
        number: usize,
        spans: &[Range<usize>],
        ranges: &mut [Range<usize>],
    ) {
        let line = line_range(file, number);
        let text = &file.text[line.clone()];
        let shown_from = self.text.len();
        let first = spans
            .iter()
            .flat_map(|span| [span.start, span.end])
            .filter(|at| line.contains(at))
            .min();
        let window = window(text, first.map_or(0, |at| at - line.start));
        if window.start > 0 {
            self.text.push('…');
        }
        let mut places = Vec::with_capacity(window.len() + 1);
        for (at, c) in text[window.clone()].char_indices() {
            let at = window.start + at;
            places.push((line.start + at, self.text.len()));
            push_visible(&mut self.text, text, at, c);
        }
        let end = self.text.len();
        let place = |offset: usize| match places.binary_search_by_key(&offset, |(at, _)| *at) {
            Ok(at) => places[at].1,
            Err(0) => shown_from,
            Err(at) if at == places.len() => end,
            Err(at) => places[at - 1].1,
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

/// The label as it is drawn: within the file, without the end of a line at its end (the next line
/// has no part in it), and only its first line if it covers many.
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

/// The number of a line, from 0.
fn line_of(file: &SourceFile, offset: usize) -> usize {
    file.line_starts()
        .partition_point(|start| *start as usize <= offset)
        .saturating_sub(1)
}

/// A line without its end.
fn line_range(file: &SourceFile, number: usize) -> Range<usize> {
    let starts = file.line_starts();
    let start = starts[number] as usize;
    let end = starts
        .get(number + 1)
        .map_or(file.text.len(), |next| *next as usize);
    let text = &file.text[start..end];
    let text = text.strip_suffix('\n').unwrap_or(text);
    start..start + text.strip_suffix('\r').unwrap_or(text).len()
}

/// The part of a line that is shown, around a place in it.
fn window(line: &str, around: usize) -> Range<usize> {
    if line.len() <= LONG_LINE || line.chars().nth(LONG_LINE).is_none() {
        return 0..line.len();
    }
    let around = floor(line, around.min(line.len()));
    let start = line[..around]
        .char_indices()
        .rev()
        .nth(BEFORE - 1)
        .map_or(0, |(at, _)| at);
    let end = line[start..]
        .char_indices()
        .nth(WINDOW)
        .map_or(line.len(), |(at, _)| start + at);
    start..end
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
        let at = lines.partition_point(|(_, range)| range.start <= byte_index);
        Ok(at.checked_sub(1).map_or(0, |at| lines[at].0))
    }

    fn line_range(&'a self, id: FileId, line_index: usize) -> Result<Range<usize>, Error> {
        let lines = &self.file(id)?.lines;
        match lines.binary_search_by_key(&line_index, |(number, _)| *number) {
            Ok(at) => Ok(lines[at].1.clone()),
            Err(_) => Err(Error::LineTooLarge {
                given: line_index,
                max: lines.last().map_or(0, |(number, _)| *number),
            }),
        }
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

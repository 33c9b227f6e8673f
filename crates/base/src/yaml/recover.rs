//! Recovers from syntax errors: text that cannot be parsed is skipped, and the document is parsed
//! again.
//!
//! Skipped bytes are overwritten with white space, so that all positions stay valid.

use crate::yaml::parse_error::ParseError;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::anchors::Anchors;
use super::invisible::InvisibleMap;
use super::lines::Line;
use super::parse_error::MAX_MISTAKES;
use super::syntax_error::{self, Recovery};
use super::{Document, Keys, invisible, slash_comments, tree};
use crate::diagnostic::{Code, Diagnostic, SuppressedCounts};
use crate::source::{FileId, Span};

const UNREAD: Document = Document {
    root: None,
    broken: true,
    left_out: SuppressedCounts::new(),
};

/// Placeholder candidates for masking colons: characters without a meaning in plain scalars.
const STANDS_FOR_COLON: [char; 4] = ['^', '~', '$', '\\'];

/// Maximum number of bytes that are parsed again, in addition to five times the length of the file.
const MAX_REPARSED_BYTES: usize = 20_000_000;

pub(super) fn read(file: FileId, text: &str, keys: &dyn Keys) -> (Vec<Document>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut mistaken: BTreeSet<usize> = BTreeSet::new();
    let (mut work, hidden) = invisible::find(file, text, &mut diagnostics, &mut mistaken);
    let mut left_out: Vec<Range<usize>> = Vec::new();
    for conflict in conflicts(&work) {
        diagnostics.push(unfinished_merge(file, &work, &conflict));
        blank(&mut work, &conflict);
        left_out.extend(conflict);
    }
    let slashes = slash_comments::find(&work);
    let of_slashes = slashes.findings(file, &work).take(MAX_MISTAKES);
    diagnostics.extend(of_slashes.map(|one| one.map(|at| in_file(&hidden, at))));
    work = slashes.as_comments(work);
    let mut mistakes = 0;
    let mut documents: Vec<tree::ParsedDocument> = Vec::new();
    let mut anchors = Anchors::default();
    let mut allowance = text
        .len()
        .saturating_mul(5)
        .saturating_add(MAX_REPARSED_BYTES);
    // The placeholder for colons in values that should be in quotes: a character that does not occur
    // in the file.
    let colon = STANDS_FOR_COLON.into_iter().find(|c| !text.contains(*c));
    let mut from = 0;
    let mut unread = false;
    loop {
        let (more, stop) = tree::read(file, &work, from, &hidden, colon, &mut anchors);
        documents.extend(more);
        let Some(stop) = stop else {
            break;
        };
        let Recovery {
            mut diagnostic,
            leave_out,
            text: as_text,
        } = syntax_error::diagnose(file, &work, &stop, keys);
        // Drop fixes that change skipped bytes: they belong to another error.
        let same = |at: Span| {
            work.get(at.range())
                .is_some_and(|now| text.get(at.range()) == Some(now))
        };
        diagnostic
            .fixes
            .retain(|fix| fix.edits.iter().all(|edit| same(edit.at)));
        // Further errors in a line that was reported already are follow-up errors.
        let line = Line::at(&work, diagnostic.primary.at.range().start).start;
        if !mistaken.contains(&line) {
            let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits);
            mistaken.extend(edits.map(|edit| Line::at(&work, edit.at.range().start).start));
            mistaken.insert(line);
            mistakes += 1;
            let is_comment = slashes.begin_at(diagnostic.primary.at.range().start);
            let diagnostic = diagnostic.map(|at| in_file(&hidden, at));
            let place = diagnostic.primary.at.start;
            match diagnostics
                .iter_mut()
                .find(|earlier| earlier.primary.at.start == place)
            {
                // Writing `#` would not help: the parser rejects a comment at this place.
                Some(earlier) if is_comment => {
                    earlier.fixes.clear();
                    earlier.help = diagnostic.help;
                }
                _ => diagnostics.push(diagnostic),
            }
        }
        let cost = stop.at.saturating_sub(stop.document) + 100;
        let affordable = allowance > cost && mistakes < MAX_MISTAKES;
        allowance = allowance.saturating_sub(cost);
        let read_as_text = as_text.is_some_and(|value| stand_in(&mut work, &value, colon));
        if affordable && read_as_text {
            from = stop.document;
            continue;
        }
        if !affordable || !erase(&mut work, &stop, &leave_out, &mut left_out) {
            unread = true;
            break;
        }
        from = stop.document;
    }
    if let Some(last) = diagnostics.last_mut().filter(|_| unread) {
        last.note = Some("the rest of the file was not read".to_owned());
    }
    left_out.sort_by_key(|out| out.start);
    for read in &mut documents {
        for diagnostic in &mut read.found.kept {
            let whole =
                |at: Span| text.get(at.range()).is_some() && !touched(&left_out, &at.range());
            diagnostic
                .fixes
                .retain(|fix| fix.edits.iter().all(|edit| whole(edit.at)));
        }
        diagnostics.append(&mut read.found.kept);
    }
    let mut ends: Vec<usize> = documents.iter().skip(1).map(|read| read.start).collect();
    ends.push(text.len());
    let begun = documents
        .first()
        .filter(|first| first.explicit)
        .map_or(0, |first| first.start);
    let lost = touched(&left_out, &(0..begun));
    let mut documents: Vec<Document> = documents
        .into_iter()
        .zip(ends)
        .map(|(read, end)| Document {
            root: read.root,
            broken: read.broken || touched(&left_out, &(read.start..end)),
            left_out: read.found.left_out,
        })
        .collect();
    if lost {
        // The document before the first `---` was skipped entirely, so the parser did not see it.
        documents.insert(0, UNREAD);
    }
    // If everything in the file was skipped, it contains an unreadable document; it is not empty.
    if unread || (documents.is_empty() && !left_out.is_empty()) {
        documents.push(UNREAD);
    }
    crate::diagnostic::sort(&mut diagnostics);
    (documents, diagnostics)
}

fn in_file(hidden: &InvisibleMap, at: Span) -> Span {
    Span::new(at.file, hidden.in_file(at.range()))
}

/// Returns whether something was skipped in a part of the text. `left_out` is sorted.
fn touched(left_out: &[Range<usize>], part: &Range<usize>) -> bool {
    let next = left_out.partition_point(|out| out.end <= part.start);
    left_out.get(next).is_some_and(|out| out.start < part.end)
}

/// Overwrites bytes with white space; returns `false` if there was nothing left to overwrite.
fn erase(
    work: &mut Cow<'_, str>,
    stop: &ParseError,
    ranges: &[Range<usize>],
    left_out: &mut Vec<Range<usize>>,
) -> bool {
    let filled = |range: &&Range<usize>| {
        let content = work.get(range.start..range.end).unwrap_or("");
        content
            .bytes()
            .any(|byte| !matches!(byte, b' ' | b'\n' | b'\r'))
    };
    let mut ranges: Vec<Range<usize>> = ranges.iter().filter(filled).cloned().collect();
    if ranges.is_empty() {
        let Some(line) = line_to_erase(work, stop) else {
            return false;
        };
        ranges.push(line.content());
    }
    blank(work, &ranges);
    left_out.append(&mut ranges);
    true
}

/// Masks the colons of a text with a placeholder. Returns `false` if there is no placeholder, or no
/// colon.
fn stand_in(work: &mut Cow<'_, str>, value: &Range<usize>, colon: Option<char>) -> bool {
    let (Some(colon), Some(text)) = (colon, work.get(value.clone())) else {
        return false;
    };
    let without = text.replace(':', colon.encode_utf8(&mut [0; 4]));
    if without == text {
        return false;
    }
    work.to_mut().replace_range(value.clone(), &without);
    true
}

fn blank(work: &mut Cow<'_, str>, ranges: &[Range<usize>]) {
    let mut bytes = std::mem::take(work.to_mut()).into_bytes();
    for range in ranges {
        // A range at the end of a line is filled with line breaks: spaces could be read as part of a
        // `|` text in the lines above.
        let at_end = matches!(bytes.get(range.end), None | Some(b'\n' | b'\r'));
        let fill = if at_end { b'\n' } else { b' ' };
        for byte in bytes.iter_mut().take(range.end).skip(range.start) {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = fill;
            }
        }
    }
    *work = Cow::Owned(String::from_utf8(bytes).expect("only whole characters are skipped"));
}

/// Finds the unresolved merge conflicts. Returns the lines of each, from `<<<<<<<` to `>>>>>>>`: both
/// versions and the markers, because it is unknown which version is intended.
fn conflicts(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut found = Vec::new();
    // Searching for one character is faster than for seven, and most files contain neither `<` nor `>`.
    let has = |mark: char, marks: &str| text.contains(mark) && text.contains(marks);
    if !has('<', "<<<<<<<") && !has('>', ">>>>>>>") {
        return found;
    }
    let marks = |line: &Line, mark: &str| {
        let rest = text[line.start..line.end].strip_prefix(mark);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let mut open: Vec<Range<usize>> = Vec::new();
    let mut next = Some(Line::at(text, 0));
    while let Some(line) = next {
        let ends = marks(&line, ">>>>>>>");
        if ends || marks(&line, "<<<<<<<") || !open.is_empty() {
            open.push(line.whole());
        }
        if ends {
            found.push(std::mem::take(&mut open));
        }
        next = line.next(text);
    }
    // If a conflict has no end, only its marker is certainly wrong.
    open.truncate(1);
    found.extend(Some(open).filter(|open| !open.is_empty()));
    found
}

fn unfinished_merge(file: FileId, text: &str, lines: &[Range<usize>]) -> Diagnostic {
    let mark = lines.first().cloned().unwrap_or_default();
    let diagnostic = Diagnostic::new(
        Code::YamlSyntax,
        Span::new(file, mark.start..mark.start + 7),
        "unfinished merge: the file contains two versions of these lines",
        "a merge marker",
    );
    let diagnostic = match lines.last().filter(|_| lines.len() > 1) {
        Some(end) if text[end.clone()].starts_with('>') => {
            diagnostic.label(Span::new(file, end.start..end.start + 7), "up to here")
        }
        _ => diagnostic,
    };
    diagnostic.help("keep one of the two versions, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`")
}

/// The line to skip if all given ranges are blank: the nearest line that is not blank. Without it,
/// the next round would parse the same text and stop at the same error.
fn line_to_erase(work: &str, stop: &ParseError) -> Option<Line> {
    let mut line = Line::at(work, stop.at);
    while line.is_blank() {
        match line.previous(work).filter(|line| line.end > stop.document) {
            Some(above) => line = above,
            None => break,
        }
    }
    if line.is_blank() {
        line = Line::at(work, stop.at);
        while line.is_blank() {
            line = line.next(work)?;
        }
    }
    Some(line)
}

//! Finds invisible characters, and characters that make a text look like a different one. The whole
//! text, including comments, is searched before it is parsed. The parser never sees these
//! characters: a name with one of them equals the name without it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::parse_error::MAX_MISTAKES;
use super::source_map;
use super::{Scalar, Style};
use crate::diagnostic::{CappedDiagnostics, Code, Diagnostic, Edit, Safety};
use crate::source::invisible::{self, InvisibleChar};
use crate::source::{FileId, Span};

/// Maps positions in the cleaned text to the file: invisible characters were replaced or removed.
#[derive(Clone, Debug, Default)]
pub(super) struct InvisibleMap(Vec<Replacement>);

/// A replacement of invisible characters.
#[derive(Clone, Debug)]
struct Replacement {
    /// Its range in the cleaned text.
    shown: Range<usize>,
    /// The range in which the cleaned text differs from the file. It is longer than `shown` if it
    /// also contains an indicator or a space that moved.
    region: Range<usize>,
}

impl InvisibleMap {
    fn has(&self, bytes: &Range<usize>) -> bool {
        let next = self
            .0
            .partition_point(|stand| stand.shown.end <= bytes.start);
        // Keep a decoded character that covers more bytes than the replacement, such as a folded
        // line break.
        let within =
            |stand: &Replacement| stand.shown.start <= bytes.start && bytes.end <= stand.shown.end;
        !bytes.is_empty() && self.0.get(next).is_some_and(within)
    }

    fn any_in(&self, bytes: &Range<usize>) -> bool {
        let next = self
            .0
            .partition_point(|stand| stand.shown.end <= bytes.start);
        self.0
            .get(next)
            .is_some_and(|stand| stand.shown.start < bytes.end)
    }

    /// Maps a range of the cleaned text to the file.
    pub fn in_file(&self, range: Range<usize>) -> Range<usize> {
        let around = |at: usize| {
            let next = self.0.partition_point(|stand| stand.region.end <= at);
            let stand = self.0.get(next).filter(|stand| stand.region.start <= at)?;
            // In the file, the moved indicator comes after the invisible characters.
            let mark =
                stand.shown.end == stand.region.end && stand.shown.start > stand.region.start;
            Some((&stand.region, mark, at == stand.region.start))
        };
        let start = match around(range.start) {
            Some((region, true, true)) => region.end - 1,
            Some((region, _, false)) => region.end,
            _ => range.start,
        };
        let end = match around(range.end) {
            Some((region, true, false)) => region.end,
            Some((region, false, false)) => region.start,
            _ => range.end,
        };
        if range.is_empty() {
            // An empty range stays empty, before the same text as in the cleaned text.
            return end..end;
        }
        start..end.max(start)
    }
}

/// Reports invisible characters and replaces them. The returned text is parsed in place of the
/// file: it has the same length, with harmless placeholders for these characters. The affected
/// lines are added to `lines`: where a placeholder changes how a line is parsed, an error in that
/// line follows from this mistake.
pub(super) fn find<'t>(
    file: FileId,
    text: &'t str,
    diagnostics: &mut Vec<Diagnostic>,
    lines: &mut BTreeSet<usize>,
) -> (Cow<'t, str>, InvisibleMap) {
    if is_plain(text) {
        return (Cow::Borrowed(text), InvisibleMap::default());
    }
    let runs = runs(text);
    let (work, mut hidden) = match runs.is_empty() {
        true => (Cow::Borrowed(text), InvisibleMap::default()),
        false => {
            for run in runs.iter().take(MAX_MISTAKES) {
                diagnostics.push(finding(text, run, file));
            }
            let (work, hidden) = replaced(text, &runs, lines);
            (Cow::Owned(work), hidden)
        }
    };
    let work = with_plain_indentation(file, work, diagnostics, lines);
    let work = with_plain_spaces(file, work, diagnostics, &mut hidden);
    (work, hidden)
}

/// Returns whether a text has only characters that are visible on any screen.
fn is_plain(text: &str) -> bool {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n');
    // Without an early exit in a chunk, the compiler can check many bytes at a time.
    let mut parts = text.as_bytes().chunks(64);
    parts.all(|part| part.iter().fold(true, |all, byte| all & plain(byte)))
}

/// Returns whether a character is an unusual space, as written by web pages and word processors.
fn is_other_space(c: char) -> bool {
    invisible::kind(c) == Some(InvisibleChar::Space)
}

/// Replaces unusual spaces in indentation by plain ones, since YAML reads them as letters. Reports
/// all lines at once.
fn with_plain_indentation<'t>(
    file: FileId,
    text: Cow<'t, str>,
    diagnostics: &mut Vec<Diagnostic>,
    lines: &mut BTreeSet<usize>,
) -> Cow<'t, str> {
    if !text.contains(is_other_space) {
        return text;
    }
    let mut indents: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start_matches(|c| c == ' ' || is_other_space(c));
        let indent = start..start + (line.len() - content.len());
        start += line.len();
        let is_blank = content.trim().is_empty();
        if !is_blank && text[indent.clone()].contains(is_other_space) {
            indents.push(indent);
        }
    }
    let Some(first) = indents.first() else {
        return text;
    };
    let edits = indents.iter().map(|indent| Edit {
        at: Span::new(file, indent.clone()),
        text: " ".repeat(text[indent.clone()].chars().count()),
    });
    let space = text[first.clone()].chars().find(|c| is_other_space(*c));
    let space = space.unwrap_or_default();
    let named = invisible::name(space);
    let kind = named
        .split_once(' ')
        .map_or(named.as_str(), |(_, kind)| kind);
    let number = u32::from(space);
    let what = match indents.len() {
        1 => "a line is",
        _ => "lines are",
    };
    diagnostics.push(
        Diagnostic::new(
            Code::YamlSyntax,
            Span::new(file, first.clone()),
            format!("{what} indented with {kind}s (U+{number:04X})"),
            "YAML reads these as letters of the key",
        )
        .fix_all(Safety::Safe, "indent with spaces", edits),
    );
    let mut work = text.into_owned().into_bytes();
    for indent in indents {
        fill(&mut work, indent.clone(), b' ');
        lines.insert(indent.start);
    }
    Cow::Owned(String::from_utf8(work).expect("whole characters became others"))
}

/// Replaces each unusual space between and in values with as many plain spaces as it has bytes. At
/// most one of them is kept in the decoded values.
fn with_plain_spaces<'t>(
    file: FileId,
    text: Cow<'t, str>,
    diagnostics: &mut Vec<Diagnostic>,
    hidden: &mut InvisibleMap,
) -> Cow<'t, str> {
    let runs = runs_of(&text, |kind| kind == InvisibleChar::Space);
    if runs.is_empty() {
        return text;
    }
    for run in runs.iter().take(MAX_MISTAKES) {
        let mut spaces = run
            .clone()
            .filter_map(|at| invisible::plain_space(&text, at));
        let replacement = match spaces.any(|space| !space.is_empty()) {
            true => ("write a plain space", " "),
            false => ("remove it", ""),
        };
        let at = Span::new(file, hidden.in_file(run.clone()));
        diagnostics.push(finding_of_run(&text, run, at, replacement));
    }
    let mut work = text.as_bytes().to_vec();
    for run in runs {
        for (at, character) in text[run.clone()].char_indices() {
            let region = run.start + at..run.start + at + character.len_utf8();
            let kept = invisible::plain_space(&text, region.start).map_or(0, str::len);
            fill(&mut work, region.clone(), b' ');
            let shown = region.start..region.end - kept;
            hidden.0.push(Replacement { shown, region });
        }
    }
    hidden.0.sort_by_key(|stand| stand.shown.start);
    Cow::Owned(String::from_utf8(work).expect("whole characters became others"))
}

/// Runs of invisible characters, except those that render as a space.
fn runs(text: &str) -> Vec<Range<usize>> {
    runs_of(text, |kind| kind != InvisibleChar::Space)
}

fn runs_of(text: &str, wanted: fn(InvisibleChar) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    if text.bytes().all(|byte| !may_begin_one(byte)) {
        return runs;
    }
    for (at, character) in text.char_indices() {
        if !invisible::unseen(text, at).is_some_and(wanted) {
            continue;
        }
        let end = at + character.len_utf8();
        match runs.last_mut() {
            Some(run) if run.end == at => run.end = end,
            _ => runs.push(at..end),
        }
    }
    runs
}

/// Returns whether an invisible character may begin with this byte. This check is fast, and most
/// texts have no such byte.
fn may_begin_one(byte: u8) -> bool {
    match byte {
        b'\t' | b'\n' | b'\r' => false,
        ..=0x1f | 0x7f => true,
        // The first bytes of the characters that `invisible::kind` knows.
        0xc2 | 0xcd | 0xd8 | 0xe1..=0xe3 | 0xef | 0xf3 => true,
        _ => false,
    }
}

/// Replaces each run with text that does not change how the parser reads its surroundings. Returns
/// the cleaned text and its map to the file. The replacements are dropped from the values.
fn replaced(
    text: &str,
    runs: &[Range<usize>],
    lines: &mut BTreeSet<usize>,
) -> (String, InvisibleMap) {
    let mut work = text.as_bytes().to_vec();
    let mut hidden = Vec::with_capacity(runs.len());
    let mut line = Line::default();
    let mut rest = runs;
    while let Some((run, behind)) = rest.split_first() {
        line.go_to(text, run.start);
        if line.start > 0 && line.indented == run.start {
            let indentation = of_indentation(text, rest);
            let stand = at_end_of_line(text, line.start, indentation, &mut work);
            let line_break = if text[..line.start].ends_with("\r\n") {
                2
            } else {
                1
            };
            lines.insert(stand.shown.end + line_break);
            hidden.push(stand);
            rest = rest.get(indentation.len()..).unwrap_or_default();
            continue;
        }
        let is_mark = |c: char| ":,[]{}\"'|>&*!#-+?%@`".contains(c);
        let before = text[..run.start].chars().next_back();
        let after = text[run.end..].chars().next();
        let alone = |next: &Range<usize>| next.start > run.end + 1;
        let mark = after.filter(|c| is_mark(*c));
        let mark = mark.and_then(|mark| u8::try_from(mark).ok());
        let (shown, region) = match mark.filter(|_| before.is_some_and(is_mark)) {
            // Two indicators may form a single one, such as `''`: put the replacement after both.
            Some(mark) if behind.first().is_none_or(alone) => {
                fill(&mut work, run.start..run.start + 1, mark);
                let region = run.start..run.end + 1;
                (run.start + 1..region.end, region)
            }
            _ => (run.clone(), run.clone()),
        };
        // The replacement must not change how the parser reads the characters beside it. Inside a
        // word, it is a letter, because a space would split the word. Beside an indicator, such as an
        // opening quote, it is a space, because a letter would make the quote part of a word. At the
        // start of the file, a space would be indentation: use a line break, or a letter before a
        // word.
        let in_word = |c: char| !is_mark(c) && !c.is_whitespace();
        let with = match (before, after) {
            (None | Some('\u{feff}'), Some(after)) if in_word(after) => b'x',
            (None | Some('\u{feff}'), _) => b'\n',
            (Some(before), Some(after)) if in_word(before) && in_word(after) => b'x',
            _ => b' ',
        };
        fill(&mut work, shown.clone(), with);
        lines.insert(line.start);
        hidden.push(Replacement { shown, region });
        rest = behind;
    }
    let work = String::from_utf8(work).expect("whole characters became others");
    (work, InvisibleMap(hidden))
}

/// The line of a position; positions must be visited in order.
#[derive(Default)]
struct Line {
    start: usize,
    /// The first byte that is not a space.
    indented: usize,
    /// The end of the part already searched for lines.
    known: usize,
}

impl Line {
    fn go_to(&mut self, text: &str, at: usize) {
        let found = text[self.known..at].rfind('\n');
        if let Some(end) = found {
            self.start = self.known + end + 1;
        }
        if found.is_some() || self.known == 0 {
            let rest = text[self.start..].bytes();
            self.indented = self.start + rest.take_while(|byte| *byte == b' ').count();
        }
        self.known = at;
    }
}

fn fill(work: &mut [u8], range: Range<usize>, with: u8) {
    if let Some(part) = work.get_mut(range) {
        part.fill(with);
    }
}

/// The runs in the same indentation as the first one.
fn of_indentation<'r>(text: &str, runs: &'r [Range<usize>]) -> &'r [Range<usize>] {
    let spaces = |from: usize| {
        text[from..]
            .bytes()
            .take_while(|byte| *byte == b' ')
            .count()
    };
    let mut indentations = runs.chunk_by(|run, next| run.end + spaces(run.end) == next.start);
    indentations.next().unwrap_or_default()
}

/// Moves the runs of an indentation to the end of the line above, where they change nothing.
fn at_end_of_line(text: &str, line: usize, runs: &[Range<usize>], work: &mut [u8]) -> Replacement {
    let start = line - if text[..line].ends_with("\r\n") { 2 } else { 1 };
    let end = runs.last().map_or(start, |run| run.end);
    let mut kept = String::new();
    let mut from = start;
    for run in runs {
        kept.push_str(&text[from..run.start]);
        from = run.end;
    }
    let shown = start..end - kept.len();
    fill(work, shown.clone(), b' ');
    for (byte, kept) in work.iter_mut().skip(shown.end).zip(kept.bytes()) {
        *byte = kept;
    }
    let region = start..end;
    Replacement { shown, region }
}

fn finding(text: &str, run: &Range<usize>, file: FileId) -> Diagnostic {
    let first = text[run.clone()].chars().next().unwrap_or_default();
    let white = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let apart =
        white(text[..run.start].chars().next_back()) || white(text[run.end..].chars().next());
    let replacement = match invisible::kind(first) {
        Some(InvisibleChar::Break) if !apart => ("write a space", " "),
        _ => ("remove it", ""),
    };
    finding_of_run(text, run, Span::new(file, run.clone()), replacement)
}

fn finding_of_run(
    text: &str,
    run: &Range<usize>,
    at: Span,
    (title, by): (&str, &str),
) -> Diagnostic {
    let mut characters = text[run.clone()].chars();
    let first = characters.next().unwrap_or_default();
    let others = match characters.count() {
        0 => "in the file".to_owned(),
        1 => "and another hidden character in the file".to_owned(),
        more => format!("and {more} more hidden characters in the file"),
    };
    Diagnostic::new(
        Code::HiddenCharacter,
        at,
        format!("{} {others}", named(first)),
        label(first),
    )
    .fix(Safety::Safe, title, at, by)
}

/// The character with its code point: `a right-to-left override (U+202E)`.
fn named(character: char) -> String {
    format!(
        "{} (U+{:04X})",
        invisible::name(character),
        u32::from(character)
    )
}

fn label(character: char) -> &'static str {
    match (character, invisible::kind(character)) {
        ('\u{feff}', _) => "it is only allowed at the very beginning of a file",
        ('\u{202c}' | '\u{2069}', _) => "it changes the order in which a text is shown",
        (_, Some(InvisibleChar::Direction)) => {
            "this changes the order in which the following text is shown"
        }
        (_, Some(InvisibleChar::Break)) => "some programs start a new line here, others do not",
        (_, Some(InvisibleChar::Space)) => "it looks like a space, but makes it a different name",
        (_, Some(InvisibleChar::Tag)) => "an invisible letter",
        (_, Some(InvisibleChar::Control)) => "an invisible character without meaning in a card",
        _ => "this invisible character makes it a different name",
    }
}

/// Removes invisible characters from a scalar. Also reports those written as escapes such as
/// `\u202e` between double quotes, which are visible only in the file.
pub(super) fn without(
    file: FileId,
    work: &str,
    span: Range<usize>,
    scalar: Scalar,
    hidden: &InvisibleMap,
    diagnostics: &mut CappedDiagnostics,
) -> Scalar {
    let may_escape = scalar.style == Style::DoubleQuoted
        && scalar.text.contains(|c| invisible::kind(c).is_some());
    if !may_escape && !hidden.any_in(&span) {
        return scalar;
    }
    let Some(written) = source_map::written(work, span, &scalar) else {
        return scalar;
    };
    let mut text = String::with_capacity(scalar.text.len());
    for ((place, bytes), character) in written.zip(scalar.text.chars()) {
        if hidden.has(&bytes) {
            continue;
        }
        if source_map::is_escaped(work, &bytes, &scalar.text, place) {
            let at = Span::new(file, hidden.in_file(bytes.clone()));
            let space = source_map::escaped_space(work, &bytes, &scalar.text, place);
            diagnostics.push(finding_escaped(character, at, space));
            text.push_str(space.unwrap_or_default());
            continue;
        }
        text.push(character);
    }
    Scalar {
        text: text.into(),
        ..scalar
    }
}

fn finding_escaped(character: char, at: Span, space: Option<&str>) -> Diagnostic {
    let label = match invisible::kind(character) {
        Some(InvisibleChar::Control) => {
            "a character that may control a terminal, and no card can show it"
        }
        _ => label(character),
    };
    let title = match space {
        Some(" ") => "write a plain space",
        _ => "remove it",
    };
    Diagnostic::new(
        Code::HiddenCharacter,
        at,
        format!("this writes {}", named(character)),
        label,
    )
    .fix(Safety::Unsafe, title, at, space.unwrap_or_default())
}

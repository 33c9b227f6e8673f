//! Characters that nobody sees, or that make a text look like another one. They are looked for in all
//! of the text before anything reads it, comments included, and are not in what is read: a name with one
//! of them is the name without it, and nothing else is wrong with the file because of them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::parse_error::MOST_MISTAKES;
use super::source_map;
use super::{Scalar, Style};
use crate::diagnostic::{Code, Diagnostic, Edit, Few, Safety};
use crate::source::invisible::{self, Unseen};
use crate::source::{FileId, Span};

/// Where in the text that is read something stands for characters that nobody sees.
#[derive(Clone, Debug, Default)]
pub(super) struct Hidden(Vec<Stand>);

/// What stands for some of them.
#[derive(Clone, Debug)]
struct Stand {
    /// Its bytes in the text that is read.
    shown: Range<usize>,
    /// The bytes that are not the same in the file: it is longer where something changed its place.
    region: Range<usize>,
}

impl Hidden {
    fn has(&self, bytes: &Range<usize>) -> bool {
        let next = self
            .0
            .partition_point(|stand| stand.shown.end <= bytes.start);
        // What is more than the character, as a folded line break with it, stays.
        let within =
            |stand: &Stand| stand.shown.start <= bytes.start && bytes.end <= stand.shown.end;
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

    /// The bytes of the file for a range of the text that is read.
    pub fn in_file(&self, range: Range<usize>) -> Range<usize> {
        let around = |at: usize| {
            let next = self.0.partition_point(|stand| stand.region.end <= at);
            let stand = self.0.get(next).filter(|stand| stand.region.start <= at)?;
            // A mark that stands before the characters here stands behind them in the file.
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
            // It stays before what it was before.
            return end..end;
        }
        start..end.max(start)
    }
}

/// Finds them. The text that is given is read in place of the file: it is as long, and has something
/// harmless for each of them. The lines in which they stand are noted, since something else may be wrong
/// with them now.
pub(super) fn find<'t>(
    file: FileId,
    text: &'t str,
    diagnostics: &mut Vec<Diagnostic>,
    lines: &mut BTreeSet<usize>,
) -> (Cow<'t, str>, Hidden) {
    if is_plain(text) {
        return (Cow::Borrowed(text), Hidden::default());
    }
    let runs = runs(text);
    let (work, mut hidden) = match runs.is_empty() {
        true => (Cow::Borrowed(text), Hidden::default()),
        false => {
            for run in runs.iter().take(MOST_MISTAKES) {
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

/// Whether a text has nothing but what can be seen on any screen, so that there is nothing to look for.
fn is_plain(text: &str) -> bool {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n');
    // Many at a time, which takes as long as one.
    let mut parts = text.as_bytes().chunks(64);
    parts.all(|part| part.iter().fold(true, |all, byte| all & plain(byte)))
}

/// Whether it is a space and no plain one, as web pages and word processors write it.
fn is_other_space(c: char) -> bool {
    invisible::kind(c) == Some(Unseen::Space)
}

/// The text with plain spaces for all others that indent a line: YAML takes them for letters. It is told once for all
/// lines.
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
            "YAML takes these for letters of the key",
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

/// The text with plain spaces for all others between and in values, as many bytes for each. What is more than a space
/// is left out of what is read.
fn with_plain_spaces<'t>(
    file: FileId,
    text: Cow<'t, str>,
    diagnostics: &mut Vec<Diagnostic>,
    hidden: &mut Hidden,
) -> Cow<'t, str> {
    let runs = runs_of(&text, |kind| kind == Unseen::Space);
    if runs.is_empty() {
        return text;
    }
    for run in runs.iter().take(MOST_MISTAKES) {
        let mut spaces = run
            .clone()
            .filter_map(|at| invisible::plain_space(&text, at));
        let mended = match spaces.any(|space| !space.is_empty()) {
            true => ("write a plain space", " "),
            false => ("remove it", ""),
        };
        let at = Span::new(file, hidden.in_file(run.clone()));
        diagnostics.push(finding_of_run(&text, run, at, mended));
    }
    let mut work = text.as_bytes().to_vec();
    for run in runs {
        for (at, character) in text[run.clone()].char_indices() {
            let region = run.start + at..run.start + at + character.len_utf8();
            let kept = invisible::plain_space(&text, region.start).map_or(0, str::len);
            fill(&mut work, region.clone(), b' ');
            let shown = region.start..region.end - kept;
            hidden.0.push(Stand { shown, region });
        }
    }
    hidden.0.sort_by_key(|stand| stand.shown.start);
    Cow::Owned(String::from_utf8(work).expect("whole characters became others"))
}

/// The characters that nobody sees, those together that follow each other, without those that are seen as a space.
fn runs(text: &str) -> Vec<Range<usize>> {
    runs_of(text, |kind| kind != Unseen::Space)
}

fn runs_of(text: &str, wanted: fn(Unseen) -> bool) -> Vec<Range<usize>> {
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

/// Most texts have no such byte, and this is the quickest way to know.
fn may_begin_one(byte: u8) -> bool {
    match byte {
        b'\t' | b'\n' | b'\r' => false,
        ..=0x1f | 0x7f => true,
        // The first bytes of the characters of which `invisible::kind` speaks.
        0xc2 | 0xcd | 0xd8 | 0xe1..=0xe3 | 0xef | 0xf3 => true,
        _ => false,
    }
}

/// The text with something in place of each run that the parser takes for what would be there without
/// it, and where that stands. What is made of it is left out of the values.
fn replaced(text: &str, runs: &[Range<usize>], lines: &mut BTreeSet<usize>) -> (String, Hidden) {
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
            // Two marks may be one together, as `''` is: behind both.
            Some(mark) if behind.first().is_none_or(alone) => {
                fill(&mut work, run.start..run.start + 1, mark);
                let region = run.start..run.end + 1;
                (run.start + 1..region.end, region)
            }
            _ => (run.clone(), run.clone()),
        };
        // A mark stays one with a space beside it, and a word stays whole with a letter in it. Nothing
        // becomes indentation.
        let in_word = |c: char| !is_mark(c) && !c.is_whitespace();
        let with = match (before, after) {
            (None | Some('\u{feff}'), Some(after)) if in_word(after) => b'x',
            (None | Some('\u{feff}'), _) => b'\n',
            (Some(before), Some(after)) if in_word(before) && in_word(after) => b'x',
            _ => b' ',
        };
        fill(&mut work, shown.clone(), with);
        lines.insert(line.start);
        hidden.push(Stand { shown, region });
        rest = behind;
    }
    let work = String::from_utf8(work).expect("whole characters became others");
    (work, Hidden(hidden))
}

/// The line of a place; places are gone to in their order.
#[derive(Default)]
struct Line {
    start: usize,
    /// The first byte that is no space.
    indented: usize,
    /// Up to where lines were looked for.
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

/// Those of the runs that stand in the indentation in which the first of them stands.
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

/// Puts the runs of an indentation to the end of the line above, where they change nothing.
fn at_end_of_line(text: &str, line: usize, runs: &[Range<usize>], work: &mut [u8]) -> Stand {
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
    Stand { shown, region }
}

fn finding(text: &str, run: &Range<usize>, file: FileId) -> Diagnostic {
    let first = text[run.clone()].chars().next().unwrap_or_default();
    let white = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let apart =
        white(text[..run.start].chars().next_back()) || white(text[run.end..].chars().next());
    let mended = match invisible::kind(first) {
        Some(Unseen::Break) if !apart => ("write a space", " "),
        _ => ("remove it", ""),
    };
    finding_of_run(text, run, Span::new(file, run.clone()), mended)
}

fn finding_of_run(
    text: &str,
    run: &Range<usize>,
    at: Span,
    (title, by): (&str, &str),
) -> Diagnostic {
    let mut characters = text[run.clone()].chars();
    let first = characters.next().unwrap_or_default();
    let stands = match characters.count() {
        0 => "stands in the file".to_owned(),
        1 => "and another hidden character stand in the file".to_owned(),
        more => format!("and {more} more hidden characters stand in the file"),
    };
    Diagnostic::new(
        Code::HiddenCharacter,
        at,
        format!("{} {stands}", named(first)),
        label(first),
    )
    .fix(Safety::Safe, title, at, by)
}

/// `a right-to-left override (U+202E)`
fn named(character: char) -> String {
    format!(
        "{} (U+{:04X})",
        invisible::name(character),
        u32::from(character)
    )
}

fn label(character: char) -> &'static str {
    match (character, invisible::kind(character)) {
        ('\u{feff}', _) => "it can only stand at the very beginning of a file",
        ('\u{202c}' | '\u{2069}', _) => "it changes the order in which a text is shown",
        (_, Some(Unseen::Direction)) => "what follows is shown in another order than it is written",
        (_, Some(Unseen::Break)) => "some programs begin a new line here, others do not",
        (_, Some(Unseen::Space)) => "it looks like a space, and a name with it is another name",
        (_, Some(Unseen::Tag)) => "a letter that nobody can see",
        (_, Some(Unseen::Control)) => "a character that cannot be seen and means nothing in a card",
        _ => "nobody can see it, and a name with it is another name",
    }
}

/// The scalar without them. Those that an author wrote as `\u202e` between double quotes are found here:
/// they can be seen in the file, and nowhere else.
pub(super) fn without(
    file: FileId,
    work: &str,
    span: Range<usize>,
    scalar: Scalar,
    hidden: &Hidden,
    found: &mut Few,
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
            found.push(finding_escaped(character, at, space));
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
        Some(Unseen::Control) => "a character that a terminal may obey and no card can show",
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

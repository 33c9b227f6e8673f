//! Reads a deck list line that names a card.
//!
//! A line can be ambiguous: `Golem 3` may be three cards or the third golem, and `(SP)` a set code or a part of a name.
//! The parts that the grammar finds are combined in every way that makes sense; the known names decide between the
//! results.

use std::ops::Range;

use super::grammar::{Entry, Kind, Part, Piece, Row};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::kingdom::lexicon::{Lexicon, Referent};
use crate::kingdom::line::{COUNTS, in_bounds};
use crate::source::composed::composed;
use crate::source::{FileId, Span};

/// Maximum number of parts after a name that are read as counts, set codes and remarks. If there are more, they belong
/// to the name.
const MAX_TRAILING_WORDS: usize = 8;

/// The content of a line.
#[derive(Clone, Debug)]
pub(super) struct ParsedLine<'c> {
    /// The name as written, without quotation marks.
    pub name: String,
    pub name_at: Range<usize>,
    pub count: u64,
    pub count_at: Range<usize>,
    /// The card or value that the name refers to, if it is known.
    pub meant: Option<Referent<'c>>,
    /// `true` if the count could not be read.
    pub uncounted: bool,
}

/// One reading of a line: a name with the counts and codes around it.
struct Candidate<'t, 'c> {
    name: String,
    at: Range<usize>,
    counts: Vec<Piece<'t>>,
    behind: Behind<'t>,
    meant: Option<Referent<'c>>,
}

/// The parts after a name.
#[derive(Default)]
struct Behind<'t> {
    counts: Vec<Piece<'t>>,
    /// Set codes, each with its value.
    printed: Vec<(Range<usize>, String)>,
    /// Bracketed texts that are neither counts nor set codes.
    strange: Vec<Piece<'t>>,
}

/// Reads the entry of a line, in a zone or anywhere in a set. Returns `None` after reporting why it cannot be read.
pub(super) fn read<'c>(
    known: &Lexicon<'c>,
    file: FileId,
    row: Row<'_>,
    zone: Option<&str>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<ParsedLine<'c>> {
    let entry = row.entry()?;
    let all = candidates(known, row, &entry, zone);
    let chosen = match choose(file, &all, diagnostics) {
        Choice::Of(chosen) => chosen,
        Choice::None => usual(&all)?,
        Choice::Faulty => return None,
    };
    if chosen.meant.is_none()
        && let Some((reading, diagnostic)) = run_together(known, file, row, zone)
    {
        diagnostics.push(diagnostic);
        return Some(reading);
    }
    if chosen.meant.is_none()
        && let Some((reading, diagnostic)) = by_number(known, file, row, &entry)
    {
        diagnostics.push(diagnostic);
        return reading;
    }
    if chosen.meant.is_none()
        && let Some(diagnostic) = no_entry(file, &entry, chosen)
    {
        diagnostics.push(diagnostic);
        return None;
    }
    Some(finished(known, file, chosen, diagnostics))
}

/// Returns whether any reading of the line has a known name.
pub(super) fn is_known(known: &Lexicon<'_>, row: Row<'_>, zone: Option<&str>) -> bool {
    row.entry().is_some_and(|entry| {
        let all = candidates(known, row, &entry, zone);
        all.iter().any(|candidate| candidate.meant.is_some())
    })
}

/// Splits `1. Pikeman` or `1 - Pikeman` into the number and the rest. The text of the number is its digits; its range
/// also covers the mark and the white space after it.
pub(super) fn line_number<'t>(row: Row<'t>) -> Option<(Piece<'t>, Row<'t>)> {
    let text = row.text.trim_start();
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let apart = || after.trim_start().strip_prefix(['-', '–', '—']);
    let rest = after.strip_prefix(['.', ')', ':']).or_else(apart)?;
    if after.len() == text.len() || !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let rest = rest.trim_start();
    let start = row.text.len() - text.len();
    let end = row.text.len() - rest.len();
    let number = Piece {
        text: text.get(..text.len() - after.len()).unwrap_or_default(),
        at: row.start + start..row.start + end,
    };
    Some((number, row.part(end..row.text.len())))
}

/// Removes the line number: if a line has two numbers, as in `1. 3 Pikeman`, the first is the line number.
pub(super) fn without_line_number<'t>(
    known: &Lexicon<'_>,
    row: Row<'t>,
    zone: Option<&str>,
) -> Option<Row<'t>> {
    let (_, rest) = line_number(row)?;
    let entry = rest.entry()?;
    let all = candidates(known, rest, &entry, zone);
    let is_counted = |one: &Candidate<'_, '_>| {
        !one.counts.is_empty() && (one.meant.is_some() || entry.lead.is_some())
    };
    (all.iter().any(is_counted) && !is_known(known, row, zone)).then_some(rest)
}

/// Returns whether the whole line is a known name.
fn is_name(known: &Lexicon<'_>, row: Row<'_>) -> bool {
    row.entry().is_some_and(|entry| {
        let all = candidates(known, row, &entry, None);
        let mut all = all.iter();
        all.any(|one| one.meant.is_some() && one.counts.is_empty())
    })
}

/// Minimum number of consecutive numbers that are read as line numbers.
const MIN_NUMBERED: usize = 4;

/// Returns the numbers of all lines with a number but no count, if each is 1 or one more than the number above.
/// Otherwise the result is empty.
pub(super) fn line_numbers<'t>(known: &Lexicon<'_>, rows: &[Row<'t>]) -> Vec<Piece<'t>> {
    let mut numbers: Vec<Piece<'_>> = Vec::new();
    let mut last = 0u64;
    for row in rows {
        let Some((number, _)) = line_number(*row) else {
            continue;
        };
        let written = number.text.parse::<u64>().unwrap_or_default();
        if (written != 1 && written != last.saturating_add(1)) || is_name(known, *row) {
            return Vec::new();
        }
        last = written;
        if without_line_number(known, *row, None).is_none() {
            numbers.push(number);
        }
    }
    numbers.retain(|_| last > 1);
    match numbers.len() {
        MIN_NUMBERED.. => numbers,
        _ => Vec::new(),
    }
}

fn candidates<'t, 'c>(
    known: &Lexicon<'c>,
    row: Row<'t>,
    entry: &Entry<'t>,
    zone: Option<&str>,
) -> Vec<Candidate<'t, 'c>> {
    let parts = &entry.parts;
    let mut all = Vec::new();
    let ends = parts.len().saturating_sub(MAX_TRAILING_WORDS).max(1)..=parts.len();
    for end in ends {
        let Some((named, rest)) = parts.split_at_checked(end) else {
            continue;
        };
        let (Some(first), Some(last)) = (named.first(), named.last()) else {
            continue;
        };
        let quoted = match (&first.kind, named) {
            (Kind::Quoted(name, straight), [_]) => Some((name, *straight)),
            _ => None,
        };
        let remark_only = matches!(first.kind, Kind::Remark);
        let Some(after) = behind(known, row, rest).filter(|_| !remark_only) else {
            continue;
        };
        let mut add = |name: String, at: Range<usize>, lead: Option<&Part<'t>>| {
            let lead = lead.and_then(|lead| match &lead.kind {
                Kind::Count(number) => Some(number.clone()),
                _ => None,
            });
            let counts = lead.into_iter().chain(after.counts.iter().cloned());
            let (name, at) = undressed(name, at);
            let name = composed(&name).into_owned();
            all.push(Candidate {
                meant: known.meant(&name, zone),
                name,
                at,
                counts: counts.collect(),
                behind: Behind {
                    counts: Vec::new(),
                    printed: after.printed.clone(),
                    strange: after.strange.clone(),
                },
            });
        };
        if let Some((name, straight)) = quoted {
            let text = if straight {
                unescaped(name.text)
            } else {
                name.text.trim().to_owned()
            };
            add(text, name.at.clone(), entry.lead.as_ref());
            // Quotation marks show where the name starts and ends.
            return all.split_off(all.len().saturating_sub(1));
        }
        let text = |start: usize| {
            let range = start - row.start..last.whole.at.end - row.start;
            row.text.get(range).unwrap_or_default().to_owned()
        };
        let from = first.whole.at.start;
        add(text(from), from..last.whole.at.end, entry.lead.as_ref());
        if let Some(lead) = &entry.lead {
            let from = lead.whole.at.start;
            add(text(from), from..last.whole.at.end, None);
        }
    }
    all
}

/// Removes emphasis marks around a name: `**Pikeman**`.
fn undressed(name: String, at: Range<usize>) -> (String, Range<usize>) {
    let marks = ['*', '_', '`'];
    let after = name.trim_start_matches(marks);
    let bare = after.trim_end_matches(marks);
    if bare.is_empty() || after.len() == name.len() || bare.len() == after.len() {
        return (name, at);
    }
    let start = at.start + (name.len() - after.len());
    let end = at.end - (after.len() - bare.len());
    (bare.to_owned(), start..end)
}

/// Removes the backslashes before the quotation marks in a name.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            c => out.push(c),
        }
    }
    out
}

/// Classifies the parts after a name; `None` if one of them can only belong to the name.
fn behind<'t>(known: &Lexicon<'_>, row: Row<'t>, parts: &[Part<'t>]) -> Option<Behind<'t>> {
    let mut behind = Behind::default();
    let mut rest = parts;
    while let Some((first, after)) = rest.split_first() {
        if matches!(first.kind, Kind::Remark) {
            break;
        }
        if let Some((value, at, length)) = printed(known, row, rest) {
            behind.printed.push((at, value));
            rest = rest.get(length..).unwrap_or_default();
            continue;
        }
        match &first.kind {
            Kind::Count(number) => behind.counts.push(number.clone()),
            Kind::Bracket => behind.strange.push(first.whole.clone()),
            Kind::Word | Kind::Quoted(..) | Kind::Remark => return None,
        }
        rest = after;
    }
    Some(behind)
}

/// Returns the set code that some parts start with: `(SP)`, `[SP]`, `CAN 0007`.
fn printed(
    known: &Lexicon<'_>,
    row: Row<'_>,
    parts: &[Part<'_>],
) -> Option<(String, Range<usize>, usize)> {
    let first = parts.first()?;
    if let Kind::Bracket = first.kind {
        let inner = first.whole.text.trim_matches(['(', ')', '[', ']']).trim();
        let (_, value) = known.printed(inner)?;
        return Some((value, first.whole.at.clone(), 1));
    }
    (1..=3).rev().find_map(|length| {
        let last = parts.get(..length)?.last()?;
        let at = first.whole.at.start..last.whole.at.end;
        let text = row
            .text
            .get(at.start - row.start..at.end - row.start)
            .filter(|text| text.contains(|c: char| c.is_ascii_digit()))?;
        let (_, value) = known.printed(text)?;
        // Without brackets, a code is distinguishable from a count only if it has letters.
        let letters = value.contains(char::is_alphabetic);
        letters.then_some((value, at, length))
    })
}

enum Choice<'a, 't, 'c> {
    Of(&'a Candidate<'t, 'c>),
    /// No reading has a known name.
    None,
    /// The line is ambiguous, which was reported.
    Faulty,
}

/// Chooses the reading whose name is known.
fn choose<'a, 't, 'c>(
    file: FileId,
    all: &'a [Candidate<'t, 'c>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Choice<'a, 't, 'c> {
    let known = || all.iter().filter(|candidate| candidate.meant.is_some());
    let counted = || known().filter(|candidate| candidate.counts.len() <= 1);
    let plain = || counted().filter(|candidate| candidate.behind.strange.is_empty());
    if let Some(first) = plain().next() {
        let same = |other: &&Candidate<'_, '_>| other.meant != first.meant;
        return match plain().find(same) {
            None => Choice::Of(first),
            Some(other) => {
                diagnostics.push(two_readings(file, first, other));
                Choice::Faulty
            }
        };
    }
    if let Some(first) = counted().next() {
        return Choice::Of(first);
    }
    let Some(twice) = known().next() else {
        return Choice::None;
    };
    diagnostics.push(two_numbers(file, twice));
    Choice::Faulty
}

/// Chooses the reading of a line with an unknown name: every part that can be a count or a code is read as such.
fn usual<'a, 't, 'c>(all: &'a [Candidate<'t, 'c>]) -> Option<&'a Candidate<'t, 'c>> {
    let sound = |one: &&Candidate<'_, '_>| one.counts.len() <= 1 && one.behind.strange.is_empty();
    all.iter().find(sound).or_else(|| all.last())
}

fn finished<'c>(
    known: &Lexicon<'c>,
    file: FileId,
    chosen: &Candidate<'_, 'c>,
    diagnostics: &mut Vec<Diagnostic>,
) -> ParsedLine<'c> {
    for piece in &chosen.behind.strange {
        let shown = prose::shown(piece.text);
        diagnostics.push(
            unreadable(
                Span::new(file, piece.at.clone()),
                format!("`{shown}` is neither a card count nor a set code"),
                "neither a count nor a set code",
            )
            .help("remove it, or write `//` before it"),
        );
    }
    if let Some(Referent::Card(id)) = chosen.meant
        && let Some(card) = known.names.by_id(id)
    {
        for (at, value) in &chosen.behind.printed {
            diagnostics.extend(other_number(known, file, &card.id, at, value));
        }
    }
    let number = chosen.counts.first();
    let at = |piece: &Piece<'_>| Span::new(file, piece.at.clone());
    let count = number.map_or(Some(1), |piece| {
        in_bounds(piece.text, &chosen.name, at(piece), diagnostics)
    });
    ParsedLine {
        name: chosen.name.clone(),
        name_at: chosen.at.clone(),
        count: count.unwrap_or_default(),
        count_at: number.map_or(chosen.at.clone(), |piece| piece.at.clone()),
        meant: chosen.meant,
        uncounted: count.is_none(),
    }
}

/// Reports a printed number of another card than the one that the line names.
pub(super) fn other_number(
    known: &Lexicon<'_>,
    file: FileId,
    card: &str,
    at: &Range<usize>,
    value: &str,
) -> Option<Diagnostic> {
    let card = known.names.by_id(card)?;
    let other = known.other_holder(value, card)?;
    let diagnostic = Diagnostic::new(
        Code::OtherNumber,
        Span::new(file, at.clone()),
        format!(
            "this line names \"{}\", but {value} is printed on \"{}\"",
            card.name, other.name
        ),
        format!("printed on \"{}\"", other.name),
    );
    let diagnostic = diagnostic
        .label(other.name_at, "that card is defined here")
        .note("the name decides; set codes differ between printings")
        .help(format!(
            "write the name of the right card, or remove {value}"
        ));
    Some(diagnostic)
}

/// Creates the diagnostic for a line without a name: `2 // Pikeman`, `2x # reserve`, `2 -`.
pub(super) fn nameless(
    known: &Lexicon<'_>,
    file: FileId,
    row: Row<'_>,
    zone: Option<&str>,
) -> Diagnostic {
    let line = row.trimmed();
    let entry = row.entry();
    let remark = entry.as_ref().and_then(|entry| {
        let part = entry.parts.first()?;
        matches!(part.kind, Kind::Remark).then_some(&part.whole)
    });
    let Some(remark) = remark else {
        let at = Span::new(file, line.at.clone());
        if line.text.contains(char::is_numeric) {
            return unreadable(
                at,
                "this line has a number but no name",
                "a number without a name",
            )
            .help("write a card name after the number");
        }
        let message = format!("this line has no name, only `{}`", prose::shown(line.text));
        return unreadable(at, message, "not a name")
            .help("write a count and a card name, or remove the line");
    };
    let text = remark.text.trim_start_matches(['/', '#']);
    let mark = remark.text.get(..remark.text.len() - text.len());
    let mark = mark.unwrap_or_default();
    let content = text.trim_start();
    let start = remark.at.end - content.len();
    let diagnostic = unreadable(
        Span::new(file, line.at.start..remark.at.start + mark.len()),
        format!("this line has a number but no name: `{mark}` starts a comment"),
        "a number without a name",
    );
    let after = row.part(start - row.start..remark.at.end - row.start);
    match is_known(known, after, zone) {
        true => diagnostic.fix(
            Safety::Unsafe,
            format!("remove `{mark}` if the card belongs to the set"),
            Span::new(file, remark.at.start..start),
            "",
        ),
        false => diagnostic.help(format!(
            "write a card name before `{mark}`, or remove the line"
        )),
    }
}

/// Creates the diagnostic for a line that cannot be read.
pub(super) fn unreadable(
    at: Span,
    message: impl Into<String>,
    label: impl Into<String>,
) -> Diagnostic {
    Diagnostic::new(Code::UnreadableLine, at, message, label)
}

/// Number words that people write before a name.
const NUMBERS: [[&str; 2]; 10] = [
    ["one", "i"],
    ["two", "ii"],
    ["three", "iii"],
    ["four", "iv"],
    ["five", "v"],
    ["six", "vi"],
    ["seven", "vii"],
    ["eight", "viii"],
    ["nine", "ix"],
    ["ten", "x"],
];

/// Reads a number in other Unicode digits: `３`, `③`, `٣`.
fn in_other_digits(word: &str) -> Option<u64> {
    let value = |c: char| {
        let kinds = [('\u{ff10}', 0), ('\u{0660}', 0), ('①', 1)];
        kinds.into_iter().find_map(|(first, value)| {
            let digit = u32::from(c).checked_sub(u32::from(first))? + value;
            (digit < 10).then_some(digit)
        })
    };
    let word = word.trim_matches('x');
    let digits: Option<String> = word
        .chars()
        .map(|c| value(c).and_then(|digit| char::from_digit(digit, 10)))
        .collect();
    digits?.parse().ok()
}

/// Reads a line that has a known name and a count in an unsupported notation: `3Pikeman`, `Pikeman,3`, `three Pikeman`,
/// `| 3 | Pikeman |`. The meaning is certain, so the line counts, and a diagnostic gives the supported notation.
fn run_together<'c>(
    known: &Lexicon<'c>,
    file: FileId,
    row: Row<'_>,
    zone: Option<&str>,
) -> Option<(ParsedLine<'c>, Diagnostic)> {
    let line = row.trimmed();
    // `3. Pikeman` may be the third line of a numbered list.
    let is_digit = |c: char| c.is_ascii_digit();
    let after = line.text.trim_start_matches(is_digit);
    if after.len() < line.text.len() && after.starts_with(['.', ')']) {
        return None;
    }
    let text = line.text.trim_matches(|c: char| !c.is_alphanumeric());
    let digits = |c: char| c.is_ascii_digit();
    let between = |c: char| !c.is_alphanumeric();
    let unsigned = |rest: &str| rest.trim_matches(between).to_owned();
    let counts = u64::try_from(COUNTS.max).unwrap_or(u64::MAX);
    let number_of = |word: &str| {
        let word = word.trim_matches(between).to_lowercase();
        let spelt = NUMBERS
            .iter()
            .position(|words| words.contains(&word.as_str()));
        match spelt {
            Some(at) => u64::try_from(at + 1).ok(),
            None => in_other_digits(&word).filter(|count| *count <= counts),
        }
    };
    let before = text.trim_start_matches(digits);
    let after = text.trim_end_matches(digits);
    let in_digits = |name: &str, number: &str| {
        let count = number.parse().ok().filter(|count| *count <= counts);
        Some((count?, unsigned(name)))
    };
    let first = text.split_once(char::is_whitespace);
    let last = text.rsplit_once(char::is_whitespace);
    if let Some((cross, name)) = first.filter(|(word, _)| matches!(*word, "x" | "X"))
        && let Some(meant) = known.meant(name.trim(), zone)
    {
        return Some(without_number(file, &line, cross, name.trim(), meant));
    }
    let readings = [
        in_digits(before, text.strip_suffix(before)?),
        in_digits(after, text.strip_prefix(after)?),
        first.and_then(|(word, name)| Some((number_of(word)?, unsigned(name)))),
        last.and_then(|(name, word)| Some((number_of(word)?, unsigned(name)))),
    ];
    let (count, name, meant) = readings.into_iter().flatten().find_map(|(count, name)| {
        let meant = known.meant(&name, zone)?;
        Some((count, name, meant))
    })?;
    let at = Span::new(file, line.at.clone());
    let written = format!("{count} {name}");
    let diagnostic = unreadable(
        at,
        format!(
            "unexpected notation `{}` for a count and a name",
            prose::shown(line.text)
        ),
        "a count and a name",
    );
    let mut wrong = Vec::new();
    in_bounds(&count.to_string(), &name, at, &mut wrong);
    let diagnostic = wrong.pop().unwrap_or_else(|| {
        diagnostic.fix(Safety::Unsafe, format!("write `{written}`"), at, written)
    });
    let reading = ParsedLine {
        name,
        name_at: line.at.clone(),
        count,
        count_at: line.at,
        meant: Some(meant),
        uncounted: false,
    };
    Some((reading, diagnostic))
}

/// Reads a line that has the printed number of a card instead of its name: `2 CAN 0009`. The digits of that number are
/// not read as a count.
fn by_number<'c>(
    known: &Lexicon<'c>,
    file: FileId,
    row: Row<'_>,
    entry: &Entry<'_>,
) -> Option<(Option<ParsedLine<'c>>, Diagnostic)> {
    let after = behind(known, row, &entry.parts)?;
    let [(name_at, value)] = after.printed.as_slice() else {
        return None;
    };
    if !after.strange.is_empty() || !value.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let at = Span::new(file, name_at.clone());
    let Some(card) = known.holder(value) else {
        let diagnostic = unreadable(
            at,
            format!("no card has the number {value}"),
            "a card number, not a name",
        );
        let diagnostic = diagnostic.help("write the card name instead");
        return Some((None, diagnostic));
    };
    let lead = entry.lead.iter().filter_map(|lead| match &lead.kind {
        Kind::Count(number) => Some(number),
        _ => None,
    });
    let mut counts = lead.chain(&after.counts);
    let number = counts.next();
    if counts.next().is_some() {
        return None;
    }
    let count_at = number.map_or(name_at.clone(), |piece| piece.at.clone());
    let mut wrong = Vec::new();
    let count = number.map_or(Some(1), |piece| {
        let at = Span::new(file, piece.at.clone());
        in_bounds(piece.text, &card.name, at, &mut wrong)
    });
    let diagnostic = wrong.pop().unwrap_or_else(|| {
        unreadable(
            at,
            format!(
                "{value} is the card number of \"{}\", not a name",
                card.name
            ),
            "a card number, not a name",
        )
        .fix(
            Safety::Unsafe,
            format!("write `{}`", card.name),
            at,
            card.name.clone(),
        )
    });
    let reading = ParsedLine {
        name: card.name.to_string(),
        name_at: name_at.clone(),
        count: count.unwrap_or_default(),
        count_at,
        meant: Some(Referent::Card(&card.id)),
        uncounted: count.is_none(),
    };
    Some((Some(reading), diagnostic))
}

/// Reports `x Pikeman`, a card without a number before the `x`.
fn without_number<'c>(
    file: FileId,
    line: &Piece<'_>,
    cross: &str,
    name: &str,
    meant: Referent<'c>,
) -> (ParsedLine<'c>, Diagnostic) {
    let start = line.at.start + line.text.find(cross).unwrap_or_default();
    let at = start..start + cross.len();
    let diagnostic = unreadable(
        Span::new(file, at.clone()),
        format!("missing count before `{cross}`"),
        "missing count",
    )
    .help(format!("write a count: `1{cross} {name}`, or more"));
    let reading = ParsedLine {
        name: name.to_owned(),
        name_at: line.at.clone(),
        count: 1,
        count_at: at,
        meant: Some(meant),
        uncounted: true,
    };
    (reading, diagnostic)
}

fn no_entry(file: FileId, entry: &Entry<'_>, chosen: &Candidate<'_, '_>) -> Option<Diagnostic> {
    let at = Span::new(file, chosen.at.clone());
    let name = chosen.name.as_str();
    let letters = name.contains(char::is_alphabetic);
    if !letters && name.contains(char::is_numeric) {
        return Some(
            unreadable(
                at,
                "this line has a number but no name",
                "a number without a name",
            )
            .help("write a card name after the number"),
        );
    }
    if !letters {
        let message = format!("this line has no name, only `{}`", prose::shown(name));
        return Some(
            unreadable(at, message, "not a name")
                .help("write a count and a card name, or remove the line"),
        );
    }
    let first = entry.parts.first().filter(|_| entry.parts.len() > 1)?;
    let point = first.whole.text.split_once('.');
    let is_number = |text: &str| text.parse::<u64>().is_ok();
    if point.is_some_and(|(whole, rest)| is_number(whole) && is_number(rest)) {
        let at = Span::new(file, first.whole.at.clone());
        let message = format!("`{}` is not a card count", first.whole.text);
        return Some(unreadable(at, message, "not a whole number").help("write a whole number"));
    }
    let digits = first.whole.text.strip_suffix(['.', ')'])?;
    let numbered = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    numbered.then(|| {
        let shown = first.whole.text;
        let at = Span::new(file, first.whole.at.clone());
        unreadable(
            at,
            format!("ambiguous number `{shown}`: a card count or a line number"),
            "a card count or a line number",
        )
        .fix(
            Safety::Unsafe,
            format!("write `{digits}` for a card count, or remove `{shown}`"),
            at,
            digits,
        )
    })
}

fn two_readings(file: FileId, a: &Candidate<'_, '_>, b: &Candidate<'_, '_>) -> Diagnostic {
    let written = |one: &Candidate<'_, '_>| {
        let count = one.counts.first().map_or("1", |count| count.text);
        format!("`{count} \"{}\"`", one.name.replace('"', "\\\""))
    };
    let at = Span::new(file, a.at.clone()).to(Span::new(file, b.at.clone()));
    unreadable(
        at,
        "ambiguous line: two cards match it",
        format!("\"{}\" or \"{}\"", a.name, b.name),
    )
    .help(format!("write {} or {}", written(a), written(b)))
}

fn two_numbers(file: FileId, twice: &Candidate<'_, '_>) -> Diagnostic {
    let at = |piece: &Piece<'_>| Span::new(file, piece.at.clone());
    let mut places = twice.counts.iter().map(at);
    let first = places.next().unwrap_or(Span::new(file, twice.at.clone()));
    let diagnostic = unreadable(
        places.next().unwrap_or(first),
        format!("this line has two counts of \"{}\"", twice.name),
        "the second count",
    );
    diagnostic
        .label(first, "the first count")
        .help("remove one of the two")
}

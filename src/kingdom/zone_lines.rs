//! Reads the lines of a zone in every supported form: a name, a list of names, names with counts, and deck list lines
//! (`3 Pikeman`, `3x "Pikeman"`).

use crate::kingdom::line::COUNTS;
use std::ops::Range;

use super::alt_syntax::{self, AltEntry};
use super::keys::{heading_line, zone_of_type};
use super::line::{in_bounds, is_blank, is_number, is_numbered, parts_of};
use super::zone_context::ZoneContext;
use super::{Line, ZoneSource};
use crate::card::{Expected, fixes, whole};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::game::{Bounds, Zone};
use crate::source::Span;
use crate::yaml::{Entry, Node, Style, Value};

/// Reads the value of a zone into its lines.
pub(super) fn read(
    at: ZoneContext<'_>,
    node: &Node,
    into: &mut ZoneSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut others = Vec::new();
    match &node.value {
        Value::Scalar(_) => {
            if !unmarked(at, node, into, diagnostics) {
                lines_of_text(at, node, into, diagnostics);
            }
        }
        Value::Mapping(entries) => mapping(at, node, entries, &mut others, into, diagnostics),
        Value::Sequence(items) => {
            for item in items.iter() {
                match &item.value {
                    Value::Mapping(entries) => {
                        mapping(at, item, entries, &mut others, into, diagnostics);
                    }
                    Value::Scalar(_) => lines_of_text(at, item, into, diagnostics),
                    Value::Sequence(pair) => match alt_syntax::pair(pair, item.span) {
                        Some(other) => {
                            alt_syntax::take(&other, into, diagnostics);
                            others.push(other);
                        }
                        None => {
                            into.broken = true;
                            diagnostics.push(no_name(at.zone, item, item.span));
                        }
                    },
                }
            }
        }
    }
    alt_syntax::tell(at, &others, diagnostics);
}

fn mapping<'n>(
    at: ZoneContext<'_>,
    node: &'n Node,
    entries: &'n [Entry],
    others: &mut Vec<AltEntry<'n>>,
    into: &mut ZoneSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if let Some(other) = alt_syntax::keys(node) {
        alt_syntax::take(&other, into, diagnostics);
        others.push(other);
        return;
    }
    for entry in entries {
        match alt_syntax::reversed(entry) {
            Some(other) => {
                alt_syntax::take(&other, into, diagnostics);
                others.push(other);
            }
            None => counted(at, entry, into, diagnostics),
        }
    }
}

/// Reports a line without a name.
fn no_name(zone: &Zone, node: &Node, at: Span) -> Diagnostic {
    let title = &zone.title;
    let (message, label) = if node.is_null() {
        (format!("a line of the {title} is empty"), "missing name")
    } else {
        let what = crate::yaml::described(node);
        (
            format!("a line of the {title} must be a card name, not {what}"),
            "expected a card name",
        )
    };
    Diagnostic::new(Code::WrongType, at, message, label)
        .help("write a card name, or a name and a count: `…: 3`")
}

/// Reads `Pikeman: 3`.
pub(super) fn counted(
    at: ZoneContext<'_>,
    entry: &Entry,
    into: &mut ZoneSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let ZoneContext { source, zone, .. } = at;
    let name = entry
        .key
        .scalar()
        .map(|scalar| scalar.text.trim())
        .filter(|name| !name.is_empty() && !entry.key.is_null());
    let Some(name) = name else {
        into.broken = true;
        diagnostics.push(no_name(zone, &entry.key, fixes::key_of(entry)));
        return;
    };
    if let Some(diagnostic) = heading(at, entry, name) {
        diagnostics.push(diagnostic);
        match &entry.value.value {
            Value::Scalar(_) => {}
            Value::Sequence(_) | Value::Mapping(_) => read(at, &entry.value, into, diagnostics),
        }
        return;
    }
    if let Some((line, diagnostic)) = number_in_key(source, entry, name) {
        diagnostics.push(diagnostic);
        into.entries.push(line);
        return;
    }
    // A statistic of a hero may be zero, and a set may list it.
    let counts = Bounds {
        min: if zone.by.is_some() { 0 } else { COUNTS.min },
        ..COUNTS
    };
    let wanted = || format!("a whole number from {} to {}", counts.min, counts.max);
    let asked = Expected {
        at: fixes::place_of(entry),
        key_at: entry.key.span,
        subject: &|| format!("the count of \"{}\"", prose::shown(name)),
        help: &|| format!("write {}, or remove the line", wanted()),
        wanted: &wanted,
    };
    let before = diagnostics.len();
    let count = if entry.value.is_null() {
        diagnostics.push(asked.empty(false));
        None
    } else {
        whole(&entry.value, &asked, counts, diagnostics)
    };
    if let [diagnostic] = diagnostics.get_mut(before..).unwrap_or_default()
        && diagnostic.fixes.is_empty()
        && let Some(number) = decorated(&entry.value)
    {
        let without = Diagnostic {
            help: None,
            ..diagnostic.clone()
        };
        let number = number.to_string();
        let title = format!("write `{number}`");
        *diagnostic = without.fix(Safety::Unsafe, title, entry.value.span, number);
    }
    // A count of `0` means that the line should be removed.
    if count.is_none()
        && entry
            .value
            .scalar()
            .is_some_and(|number| number.text == "0")
    {
        for diagnostic in diagnostics.drain(before..).collect::<Vec<_>>() {
            let without = Diagnostic {
                fixes: Vec::new(),
                ..diagnostic
            };
            diagnostics.push(fixes::remove(without, source, entry));
        }
    }
    // The count is unknown, but the name can still be checked.
    into.broken |= count.is_none();
    into.entries.push(Line {
        name: name.to_owned(),
        name_at: entry.key.span,
        count: count
            .and_then(|count| u64::try_from(count).ok())
            .unwrap_or_default(),
        count_at: asked.at,
    });
}

/// Recognises `3 Pikeman:`, with the count before the name and no value after the colon.
fn number_in_key(source: &str, entry: &Entry, written: &str) -> Option<(Line, Diagnostic)> {
    let key = entry.key.span;
    let parts = parts_of(written);
    let number = written.get(parts.number.filter(|_| entry.value.is_null())?)?;
    let name = written.get(parts.name)?;
    let count = number.parse::<u64>().ok()?;
    let after = source.get(key.range().end..)?.lines().next()?;
    let colon = after.find(':')?;
    let is_bare = after
        .get(colon + 1..)?
        .split(" #")
        .next()?
        .trim()
        .is_empty();
    let in_bounds =
        i64::try_from(count).is_ok_and(|count| (COUNTS.min..=COUNTS.max).contains(&count));
    if !is_bare || !in_bounds {
        return None;
    }
    let whole = Span::new(key.file, key.range().start..key.range().end + colon + 1);
    let shown = prose::shown(name);
    let diagnostic = Diagnostic::new(
        Code::WrongType,
        key,
        format!("the count of \"{shown}\" is before its name, not after the colon"),
        "expected a name, a colon and a count",
    )
    .fix(
        Safety::Safe,
        format!("write `{shown}: {count}`"),
        whole,
        format!("{name}: {count}"),
    );
    let line = Line {
        name: name.to_owned(),
        name_at: key,
        count,
        count_at: key,
    };
    Some((line, diagnostic))
}

/// Returns the count in a value with decoration, as in other list formats: `3x`, `3,`.
fn decorated(node: &Node) -> Option<i64> {
    let scalar = node
        .scalar()
        .filter(|scalar| scalar.style == Style::Plain)?;
    let text = scalar.text.trim_matches(|c: char| !c.is_alphanumeric());
    let text = text.trim_matches(['x', 'X', '×']).trim();
    let number: i64 = text.parse().ok()?;
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    (digits && (COUNTS.min..=COUNTS.max).contains(&number)).then_some(number)
}

/// Reports a line of a zone that is a heading: it groups the cards by type, or has cards below it.
fn heading(at: ZoneContext<'_>, entry: &Entry, name: &str) -> Option<Diagnostic> {
    let is_line = |item: &Node| !is_number(item) && !item.is_null();
    let below = match &entry.value.value {
        Value::Scalar(_) => false,
        Value::Sequence(items) => items.iter().any(is_line),
        Value::Mapping(entries) => !entries.is_empty(),
    };
    let of_type = || zone_of_type(at.game, name).is_some();
    if !(below || entry.value.is_null() && of_type()) {
        return None;
    }
    let title = &at.zone.title;
    let name = prose::shown(name);
    let diagnostic = Diagnostic::new(
        Code::WrongType,
        entry.key.span,
        format!("`{name}` is not a card; the {title} cannot have headings"),
        "not a card and a count",
    );
    let line = heading_line(at.source, entry.key.span).filter(|_| !below);
    Some(match line {
        Some(line) => {
            let indent = entry.key.span.range().start - line.range().start;
            let text = format!("{}# {name}", " ".repeat(indent));
            diagnostic.fix(Safety::Safe, "turn it into a comment", line, text)
        }
        None => diagnostic.help("remove this line, and indent the cards below it like the others"),
    })
}

/// Reads one name, or the lines of a pasted deck list.
fn lines_of_text(
    at: ZoneContext<'_>,
    node: &Node,
    into: &mut ZoneSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let ZoneContext { source, zone, .. } = at;
    let text = node
        .scalar()
        .map(|scalar| scalar.text.as_str())
        .filter(|text| !text.trim().is_empty() && !node.is_null());
    let Some(text) = text else {
        let at = if node.span.start < node.span.end {
            node.span
        } else {
            into.at
        };
        into.broken = true;
        diagnostics.push(no_name(zone, node, at));
        return;
    };
    if let Some(diagnostic) = fixes::never_opened(node) {
        into.broken = true;
        diagnostics.push(diagnostic);
        return;
    }
    let places = node.places(source);
    let place = |range: Range<usize>| {
        let one_line = !text.trim_end().contains('\n');
        match one_line && parts_of(text).number.is_none() {
            true => node.span,
            false => places.of(range),
        }
    };
    // In a literal block YAML has no comments, but authors of lists write them.
    let block = node
        .scalar()
        .is_some_and(|scalar| scalar.style == Style::Literal);
    push_lines(text, block, &place, into, diagnostics);
}

/// Reads the lines of a deck list. In a block they may have comments and bullets.
pub(super) fn push_lines(
    text: &str,
    block: bool,
    place: &dyn Fn(Range<usize>) -> Span,
    into: &mut ZoneSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut start = 0;
    for line in text.split('\n') {
        let entry = match block {
            true => entry_in(line),
            false => 0..line.len(),
        };
        let here = start + entry.start;
        start += line.len() + 1;
        let line = line.get(entry).unwrap_or_default();
        let parts = parts_of(line);
        let place = |range: &Range<usize>| place(here + range.start..here + range.end);
        let Some(name) = line.get(parts.name.clone()).filter(|name| !name.is_empty()) else {
            continue;
        };
        let name_at = place(&parts.name);
        let count_at = parts.number.as_ref().map_or(name_at, &place);
        let written = parts
            .number
            .as_ref()
            .and_then(|range| line.get(range.clone()));
        let count = written.map_or(Some(1), |digits| {
            in_bounds(digits, name, count_at, diagnostics)
        });
        into.broken |= count.is_none();
        into.entries.push(Line {
            name: name.to_owned(),
            name_at,
            count: count.unwrap_or_default(),
            count_at,
        });
    }
}

const BULLETS: [char; 9] = ['-', '*', '+', '•', '·', '‣', '–', '—', '>'];

/// Returns the byte range of the card and its count in a line of a list: after the bullet or line number, and before
/// the comment.
pub(super) fn entry_in(line: &str) -> Range<usize> {
    let is_comment = |at: &usize| {
        let before = &line[..*at];
        let apart = before.is_empty() || before.ends_with(char::is_whitespace);
        apart && before.matches('"').count().is_multiple_of(2)
    };
    let marks = line.match_indices('#').chain(line.match_indices("//"));
    let comment = marks.map(|(at, _)| at).filter(is_comment).min();
    let entry = line[..comment.unwrap_or(line.len())].trim_end();
    let text = entry.trim_start();
    let bullet = text.strip_prefix(BULLETS);
    let bullet = bullet.filter(|rest| rest.starts_with(char::is_whitespace));
    let text = bullet.map_or(text, str::trim_start);
    // If a line has two numbers, as in `1. 3 Pikeman`, the first is the line number.
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = number.strip_prefix(['.', ')']).map(str::trim_start);
    let numbered = numbered.filter(|rest| number.len() < text.len() && is_numbered(rest));
    let text = numbered.unwrap_or(text);
    entry.len() - text.len()..entry.len()
}

/// Returns whether a text in a list of a set reads as a bare name, without a count and without quotes.
pub(super) fn is_name(text: &str) -> bool {
    let parts = parts_of(text);
    parts.number.is_none() && parts.name == (0..text.len())
}

/// Reads deck list lines below a zone key that YAML joins to one scalar because `|` is missing.
pub(super) fn unmarked(
    at: ZoneContext<'_>,
    node: &Node,
    into: &mut ZoneSource,
    diagnostics: &mut Vec<Diagnostic>,
) -> bool {
    let plain = node
        .scalar()
        .is_some_and(|scalar| scalar.style == Style::Plain);
    let span = node.span;
    let lines = at.source.get(span.range()).unwrap_or_default();
    let key = at.source.get(into.at.end as usize..span.start as usize);
    let Some((before, between)) = key.and_then(|key| key.split_once(':')) else {
        return false;
    };
    let mut each = lines.lines();
    let numbered = each.next().is_some_and(is_numbered) && each.next().is_some_and(is_numbered);
    let below = is_blank(between) && between.contains('\n');
    let after = between.trim().is_empty() && numbered;
    if !plain || !before.trim().is_empty() || !lines.contains('\n') || !(below || after) {
        return false;
    }
    let edit = if below {
        let colon = into.at.range().end + before.len() + 1;
        (colon..colon, " |".to_owned())
    } else {
        let second = lines.lines().nth(1).unwrap_or_default();
        let indent = second.len() - second.trim_start().len();
        let start = span.range().start;
        let indent = second.get(..indent).unwrap_or_default();
        (start..start, format!("|\n{indent}"))
    };
    let title = &at.zone.title;
    diagnostics.push(
        Diagnostic::new(
            Code::WrongType,
            span,
            format!("the lines of the {title} are one name, because nothing says where each ends"),
            "joined to one line",
        )
        .fix(
            Safety::Safe,
            "write `|` after the colon",
            Span::new(span.file, edit.0),
            edit.1,
        ),
    );
    let place = |range: std::ops::Range<usize>| {
        let start = span.range().start;
        Span::new(span.file, start + range.start..start + range.end)
    };
    push_lines(lines, false, &place, into, diagnostics);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_deck_lists_are_taken_apart() {
        let check = |line: &str, number: Option<&str>, name: &str| {
            let parts = parts_of(line);
            assert_eq!(parts.number.map(|range| &line[range]), number, "{line}");
            assert_eq!(&line[parts.name], name, "{line}");
        };
        check("Pikeman", None, "Pikeman");
        check("  \"Pikeman\" ", None, "Pikeman");
        check("3 Pikeman", Some("3"), "Pikeman");
        check("12x Pikeman ", Some("12"), "Pikeman");
        check("3 × \"Royal Griffin\"", Some("3"), "Royal Griffin");
        check("3x\"Pikeman\"", Some("3"), "Pikeman");
        check("Pikeman x3", Some("3"), "Pikeman");
        check("\"Royal Griffin\" × 12 ", Some("12"), "Royal Griffin");
        check("Pikeman: 3", Some("3"), "Pikeman");
        check(" \"Royal Griffin\" : 3 ", Some("3"), "Royal Griffin");
        check("Ogre: the Great", None, "Ogre: the Great");
        check("Unit x", None, "Unit x");
        check("Max3", None, "Max3");
        check("x3", None, "x3");
        check("3xylophones", None, "3xylophones");
        check("3 xylophones", Some("3"), "xylophones");
        check("3", None, "3");
        check("", None, "");
    }
}

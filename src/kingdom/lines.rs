//! The lines of a zone, in every form in which players write them: a name, a list of names, names
//! with numbers, and lines of a deck list (`3 Pikeman`, `3x "Pikeman"`).

use std::ops::Range;

use super::{Line, ZoneSource};
use crate::card::{Asked, mend, whole, wording};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Bounds, LARGEST_COUNT, Zone};
use crate::source::Span;
use crate::yaml::{Entry, Node, Value};

/// How many of one card a line can name.
const COUNTS: Bounds = Bounds {
    min: 1,
    max: LARGEST_COUNT,
};

/// Reads the value of a zone into its lines.
pub(super) fn read(
    source: &str,
    zone: &Zone,
    node: &Node,
    into: &mut ZoneSource,
    found: &mut Vec<Diagnostic>,
) {
    if let Some(first) = reversed(node) {
        into.broken = true;
        let number = first.key.scalar().map_or("", |key| key.text.as_str());
        let name = first.value.scalar().map_or("", |name| name.text.as_str());
        let finding = Diagnostic::new(
            Code::WrongType,
            first.key.span,
            format!(
                "in the {} the number stands behind the name, not before it",
                zone.title
            ),
            "a number before its name",
        );
        found.push(finding.help(format!("write `{}: {number}`", wording::shown(name))));
    }
    match &node.value {
        Value::Scalar(_) => lines_of_text(source, zone, node, into, found),
        Value::Mapping(entries) => {
            for entry in entries {
                counted(source, zone, entry, into, found);
            }
        }
        Value::Sequence(items) => {
            for item in items {
                match &item.value {
                    Value::Mapping(entries) => {
                        for entry in entries {
                            counted(source, zone, entry, into, found);
                        }
                    }
                    Value::Scalar(_) => lines_of_text(source, zone, item, into, found),
                    Value::Sequence(_) => {
                        into.broken = true;
                        found.push(no_name(zone, item, item.span));
                    }
                }
            }
        }
    }
}

/// The first entry that has number and name exchanged: `3: Pikeman`.
fn reversed(node: &Node) -> Option<&Entry> {
    match &node.value {
        Value::Scalar(_) => None,
        Value::Mapping(entries) => entries.iter().find(|entry| is_reversed(entry)),
        Value::Sequence(items) => items.iter().find_map(|item| match &item.value {
            Value::Mapping(entries) => entries.iter().find(|entry| is_reversed(entry)),
            _ => None,
        }),
    }
}

fn is_reversed(entry: &Entry) -> bool {
    let is_number = |node: &Node| {
        let scalar = node.scalar();
        scalar.is_some_and(|scalar| scalar.text.parse::<u32>().is_ok())
    };
    let is_named = entry.value.scalar().is_some() && !entry.value.is_null();
    is_number(&entry.key) && is_named && !is_number(&entry.value)
}

/// A line that names nothing.
fn no_name(zone: &Zone, node: &Node, at: Span) -> Diagnostic {
    let title = &zone.title;
    let (message, label) = if node.is_null() {
        (
            format!("a line of the {title} names nothing"),
            "no name is written here",
        )
    } else {
        let what = wording::described(node);
        (
            format!("a line of the {title} has to be a name, not {what}"),
            "has to be a name",
        )
    };
    Diagnostic::new(Code::WrongType, at, message, label)
        .help("write a name, or a name and how many: `…: 3`")
}

/// `Pikeman: 3`
fn counted(
    source: &str,
    zone: &Zone,
    entry: &Entry,
    into: &mut ZoneSource,
    found: &mut Vec<Diagnostic>,
) {
    if is_reversed(entry) {
        return;
    }
    let name = entry
        .key
        .scalar()
        .map(|scalar| scalar.text.trim())
        .filter(|name| !name.is_empty() && !entry.key.is_null());
    let Some(name) = name else {
        into.broken = true;
        found.push(no_name(zone, &entry.key, mend::key_of(entry)));
        return;
    };
    let wanted = || format!("a whole number from {} to {}", COUNTS.min, COUNTS.max);
    let asked = Asked {
        at: mend::place_of(entry),
        key_at: entry.key.span,
        subject: &|| format!("the number of \"{}\"", wording::shown(name)),
        help: &|| format!("write {}, or remove the line", wanted()),
        wanted: &wanted,
    };
    let before = found.len();
    let count = if entry.value.is_null() {
        found.push(asked.empty(false));
        None
    } else {
        whole(&entry.value, &asked, COUNTS, found)
    };
    // Who writes that there is none of them wants none.
    if entry
        .value
        .scalar()
        .is_some_and(|number| number.text == "0")
    {
        for finding in found.drain(before..).collect::<Vec<_>>() {
            let without = Diagnostic {
                fixes: Vec::new(),
                ..finding
            };
            found.push(mend::remove(without, source, entry));
        }
    }
    // Nobody knows how many were meant, but the name can still be judged.
    into.broken |= count.is_none();
    into.entries.push(Line {
        name: name.to_owned(),
        name_at: entry.key.span,
        count: count
            .and_then(|count| u64::try_from(count).ok())
            .unwrap_or(1),
        count_at: asked.at,
    });
}

/// One name, or the lines of a pasted deck list.
fn lines_of_text(
    source: &str,
    zone: &Zone,
    node: &Node,
    into: &mut ZoneSource,
    found: &mut Vec<Diagnostic>,
) {
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
        found.push(no_name(zone, node, at));
        return;
    };
    if let Some(finding) = mend::never_opened(node) {
        into.broken = true;
        found.push(finding);
        return;
    }
    let one_line = !text.trim_end().contains('\n');
    let mut start = 0;
    let places = node.places(source);
    for line in text.split('\n') {
        let parts = parts_of(line);
        let place = |range: &Range<usize>| places.of(start + range.start..start + range.end);
        if let Some(name) = line.get(parts.name.clone()).filter(|name| !name.is_empty()) {
            let name_at = match &parts.number {
                None if one_line => node.span,
                _ => place(&parts.name),
            };
            let count_at = parts.number.as_ref().map_or(name_at, &place);
            let written = parts
                .number
                .as_ref()
                .and_then(|range| line.get(range.clone()));
            let count = written.map_or(Some(1), |digits| in_bounds(digits, name, count_at, found));
            into.broken |= count.is_none();
            into.entries.push(Line {
                name: name.to_owned(),
                name_at,
                count: count.unwrap_or(1),
                count_at,
            });
        }
        start += line.len() + 1;
    }
}

/// How many of a name a number says, if a line can have so many.
pub(super) fn in_bounds(
    digits: &str,
    name: &str,
    at: Span,
    found: &mut Vec<Diagnostic>,
) -> Option<u64> {
    let Bounds { min, max } = COUNTS;
    let count = digits.parse::<i64>().unwrap_or(i64::MAX);
    if (min..=max).contains(&count) {
        return u64::try_from(count).ok();
    }
    let (limit, label) = if count < min {
        (format!("at least {min}"), format!("less than {min}"))
    } else {
        (format!("at most {max}"), format!("more than {max}"))
    };
    found.push(
        Diagnostic::new(
            Code::OutOfRange,
            at,
            format!(
                "the number of \"{}\" is {}, but has to be {limit}",
                wording::shown(name),
                wording::shown(digits)
            ),
            label,
        )
        .help(format!(
            "write a whole number from {min} to {max}, or remove the line"
        )),
    );
    None
}

/// Whether a text in a list of a set is a name as it stands.
pub(super) fn is_name(text: &str) -> bool {
    let parts = parts_of(text);
    parts.number.is_none() && parts.name == (0..text.len())
}

/// Where the number and the name stand in a line of a deck list.
struct Parts {
    number: Option<Range<usize>>,
    name: Range<usize>,
}

/// `3 Pikeman`, `3x Pikeman`, `3 x "Pikeman"`, `Pikeman x3`; a line without a number is a name.
fn parts_of(line: &str) -> Parts {
    let start = line.len() - line.trim_start().len();
    let end = line.trim_end().len().max(start);
    let whole = Parts {
        number: None,
        name: start..end,
    };
    let text = line.get(start..end).unwrap_or_default();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits == 0 {
        return times(line, start..end).unwrap_or(Parts {
            name: unquoted(line, whole.name),
            ..whole
        });
    }
    let after = text.get(digits..).unwrap_or_default();
    let spaced = after.trim_start();
    let rest = match spaced.strip_prefix(['x', 'X', '×']) {
        Some(rest) if rest.starts_with([' ', '\t', '"', '\'']) => rest,
        _ => after,
    };
    let name = rest.trim_start();
    let separated = name.len() < rest.len() || rest.starts_with(['"', '\'']);
    if name.is_empty() || !separated {
        return whole;
    }
    Parts {
        number: Some(start..start + digits),
        name: unquoted(line, end - name.len()..end),
    }
}

/// `Pikeman x3`, `Pikeman × 3`
fn times(line: &str, range: Range<usize>) -> Option<Parts> {
    let text = line.get(range.clone())?;
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = range.start + before.len()..range.end;
    let name = before.trim_end().strip_suffix(['x', 'X', '×'])?;
    let name = name.strip_suffix(|c: char| c.is_whitespace() || c == '"' || c == '\'');
    let end = name.filter(|_| !number.is_empty())?.len();
    // The quotation mark belongs to the name.
    let quote = text.get(end..).filter(|rest| rest.starts_with(['"', '\'']));
    let end = range.start + end + usize::from(quote.is_some());
    let trimmed = line.get(range.start..end)?.trim_end().len();
    (trimmed > 0).then(|| Parts {
        number: Some(number),
        name: unquoted(line, range.start..range.start + trimmed),
    })
}

/// The range without the quotation marks around it.
fn unquoted(line: &str, range: Range<usize>) -> Range<usize> {
    let text = line.get(range.clone()).unwrap_or_default();
    let quoted = |quote: char| text.len() > 2 && text.starts_with(quote) && text.ends_with(quote);
    if quoted('"') || quoted('\'') {
        range.start + 1..range.end - 1
    } else {
        range
    }
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
        check("Unit x", None, "Unit x");
        check("Max3", None, "Max3");
        check("x3", None, "x3");
        check("3xylophones", None, "3xylophones");
        check("3 xylophones", Some("3"), "xylophones");
        check("3", None, "3");
        check("", None, "");
    }
}

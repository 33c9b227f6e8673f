//! Splits a line of a set into its count and its name.

use std::ops::Range;

use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Bounds, LARGEST_COUNT};
use crate::source::Span;
use crate::yaml::Node;

/// Returns whether a value is a count.
pub(super) fn is_number(node: &Node) -> bool {
    let scalar = node.scalar();
    scalar.is_some_and(|scalar| scalar.text.parse::<u32>().is_ok())
}

/// Returns whether a text has only white space and comments.
pub(super) fn is_blank(text: &str) -> bool {
    text.lines().all(|line| {
        let line = line.trim();
        line.is_empty() || line.starts_with('#')
    })
}

/// Returns whether a line has a count.
pub(super) fn is_numbered(line: &str) -> bool {
    parts_of(line).number.is_some()
}

/// Parses the count of a name, and reports it if it is out of bounds.
pub(super) fn in_bounds(
    digits: &str,
    name: &str,
    at: Span,
    diagnostics: &mut Vec<Diagnostic>,
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
    diagnostics.push(
        Diagnostic::new(
            Code::OutOfRange,
            at,
            format!(
                "the number of \"{}\" is {}, but must be {limit}",
                prose::shown(name),
                prose::shown(digits)
            ),
            label,
        )
        .help(format!(
            "write a whole number from {min} to {max}, or remove the line"
        )),
    );
    None
}

/// The valid counts of a line.
pub(super) const COUNTS: Bounds = Bounds {
    min: 1,
    max: LARGEST_COUNT,
};
/// Splits `3 Pikeman`, `3x Pikeman`, `3 x "Pikeman"`, `Pikeman x3` or `Pikeman: 3`. A line without a count is a name.
pub(super) fn parts_of(line: &str) -> Parts {
    let start = line.len() - line.trim_start().len();
    let end = line.trim_end().len().max(start);
    let whole = Parts {
        number: None,
        name: start..end,
    };
    let text = line.get(start..end).unwrap_or_default();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits == 0 {
        let behind = times(line, start..end).or_else(|| behind_colon(line, start..end));
        return behind.unwrap_or(Parts {
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

/// The byte ranges of the count and the name in a deck list line.
pub(super) struct Parts {
    pub number: Option<Range<usize>>,
    pub name: Range<usize>,
}

/// Splits `Pikeman x3` and `Pikeman × 3`.
fn times(line: &str, range: Range<usize>) -> Option<Parts> {
    let text = line.get(range.clone())?;
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = range.start + before.len()..range.end;
    let name = before.trim_end().strip_suffix(['x', 'X', '×'])?;
    let name = name.strip_suffix(|c: char| c.is_whitespace() || c == '"' || c == '\'');
    let end = name.filter(|_| !number.is_empty())?.len();
    // The closing quotation mark belongs to the name.
    let quote = text.get(end..).filter(|rest| rest.starts_with(['"', '\'']));
    let end = range.start + end + usize::from(quote.is_some());
    let trimmed = line.get(range.start..end)?.trim_end().len();
    (trimmed > 0).then(|| Parts {
        number: Some(number),
        name: unquoted(line, range.start..range.start + trimmed),
    })
}

/// Splits `Pikeman: 3`.
fn behind_colon(line: &str, range: Range<usize>) -> Option<Parts> {
    let text = line.get(range.clone())?;
    let (name, number) = text.rsplit_once(':')?;
    let digits = number.trim();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let name = name.trim_end();
    (is_number && !name.is_empty()).then(|| Parts {
        number: Some(range.end - digits.len()..range.end),
        name: unquoted(line, range.start..range.start + name.len()),
    })
}

/// Returns the range without the quotation marks around it.
fn unquoted(line: &str, range: Range<usize>) -> Range<usize> {
    let text = line.get(range.clone()).unwrap_or_default();
    let quoted = |quote: char| text.len() > 2 && text.starts_with(quote) && text.ends_with(quote);
    if quoted('"') || quoted('\'') {
        range.start + 1..range.end - 1
    } else {
        range
    }
}

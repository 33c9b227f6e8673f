//! How a zone is written where it is written anew.

use crate::game::{Zone, ZoneForm};

/// More names than this are not written in one line.
const MOST_IN_A_LINE: u64 = 8;

/// A zone with these names and numbers. `indent`: the white space before its key; `None` where the set
/// stands between braces.
pub(super) fn zone(
    key: &str,
    zone: &Zone,
    lines: &[(String, u64)],
    indent: Option<&str>,
) -> String {
    let total: u64 = lines.iter().map(|(_, count)| count).sum();
    match (zone.form, lines, indent) {
        (_, [], _) => format!("{key}: {{}}"),
        (ZoneForm::One, [(name, 1)], _) => format!("{key}: {}", item(name, 1)),
        (ZoneForm::List, _, _) if total <= MOST_IN_A_LINE => {
            let each = lines.iter().flat_map(|(name, count)| {
                let copies = usize::try_from(*count).unwrap_or(0);
                std::iter::repeat_n(item(name, 1), copies)
            });
            format!("{key}: [{}]", each.collect::<Vec<_>>().join(", "))
        }
        (_, _, Some(indent)) if total > MOST_IN_A_LINE || zone.form == ZoneForm::Counts => {
            let each = lines.iter();
            let each = each.map(|(name, count)| format!("\n{indent}  {}", entry(name, *count)));
            format!("{key}:{}", each.collect::<String>())
        }
        _ => {
            let each = lines.iter().map(|(name, count)| entry(name, *count));
            format!("{key}: {{ {} }}", each.collect::<Vec<_>>().join(", "))
        }
    }
}

/// `Pikeman: 3`
pub(super) fn entry(name: &str, count: u64) -> String {
    format!("{}: {count}", scalar(name))
}

/// `Pikeman`, or `3 Pikeman`
pub(super) fn item(name: &str, count: u64) -> String {
    scalar(&line(name, count))
}

/// A line of a deck list. A name that begins with a digit needs a number before it.
pub(super) fn line(name: &str, count: u64) -> String {
    if count == 1 && !name.starts_with(|c: char| c.is_ascii_digit()) {
        name.to_owned()
    } else {
        format!("{count} {name}")
    }
}

/// A name as a scalar of YAML, with quotation marks where it needs them.
pub(super) fn scalar(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’' | '.');
    let begins = |c: char| c.is_alphanumeric();
    // What YAML, or an older one, takes for something else than a text.
    let word = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    let is_word = word.contains(&name.to_lowercase().as_str());
    let number = name.starts_with(|c: char| c.is_ascii_digit()) && !name.contains(' ');
    if name.chars().all(plain)
        && name.starts_with(begins)
        && !name.ends_with([' ', '-'])
        && !is_word
        && !number
    {
        name.to_owned()
    } else {
        serde_json::Value::from(name).to_string()
    }
}

//! Writes a whole zone as YAML.

use crate::game::{Zone, ZoneForm};

/// Maximum number of names on one line.
const MAX_LINE_COUNT: u64 = 8;

/// Writes a zone with these names and counts. `indent` is the white space before its key; `None` if the set is between
/// braces.
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
        (ZoneForm::List, _, _) if total <= MAX_LINE_COUNT => {
            let each = lines.iter().flat_map(|(name, count)| {
                let copies = usize::try_from(*count).unwrap_or(0);
                std::iter::repeat_n(item(name, 1), copies)
            });
            format!("{key}: [{}]", each.collect::<Vec<_>>().join(", "))
        }
        (_, _, Some(indent)) if total > MAX_LINE_COUNT || zone.form == ZoneForm::Counts => {
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

/// Writes `Pikeman: 3`.
pub(super) fn entry(name: &str, count: u64) -> String {
    format!("{}: {count}", scalar(name))
}

/// Writes `Pikeman` or `3 Pikeman`.
pub(super) fn item(name: &str, count: u64) -> String {
    scalar(&line(name, count))
}

/// Writes a deck list line. A name that starts with a digit needs a count before it.
pub(super) fn line(name: &str, count: u64) -> String {
    if count == 1 && !name.starts_with(|c: char| c.is_ascii_digit()) {
        name.to_owned()
    } else {
        format!("{count} {name}")
    }
}

/// Writes a name as a YAML scalar, quoted if necessary.
pub(super) fn scalar(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’' | '.');
    let begins = |c: char| c.is_alphanumeric();
    // Words that YAML 1.1 or 1.2 does not read as text.
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

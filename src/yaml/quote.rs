//! Quoting of scalars.

/// A text as it must be written to be read as text: with `"` unless that would need escapes.
pub(crate) fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) {
        format!("'{}'", text.replace('\'', "''"))
    } else {
        format!("\"{text}\"")
    }
}

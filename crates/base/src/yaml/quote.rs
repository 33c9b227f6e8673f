//! Quoting of scalars.

/// Quotes a text: with `"` unless that would need escapes.
pub fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) {
        format!("'{}'", text.replace('\'', "''"))
    } else {
        format!("\"{text}\"")
    }
}

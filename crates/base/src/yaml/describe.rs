//! How messages describe a YAML value.

use super::{Node, Value};
use crate::diagnostic::prose::shown;

/// Returns whether a value is a word for an absent value, such as `none` or `n/a`.
pub fn says_none(node: &Node) -> bool {
    const NONE: [&str; 6] = ["none", "nothing", "n/a", "no", "-", "–"];
    node.scalar()
        .is_some_and(|scalar| NONE.contains(&scalar.text.trim().to_lowercase().as_str()))
}

/// Describes a value, for `must be …, not …`.
pub fn described(node: &Node) -> String {
    match &node.value {
        Value::Sequence(_) => "a list".to_owned(),
        Value::Mapping(_) => "a mapping".to_owned(),
        Value::Scalar(_) if node.is_null() => "nothing".to_owned(),
        Value::Scalar(scalar) if scalar.text.trim().is_empty() => "an empty text".to_owned(),
        Value::Scalar(scalar) => format!("`{}`", shown(&scalar.text)),
    }
}

//! Edits of JSON files, which are read as YAML: the result has to be JSON as well.

use serde_json::Value;

use super::edited;
use crate::diagnostic::{Diagnostic, Edit};
use crate::source::Sources;

/// Returns whether a text is JSON, except for trailing commas.
fn is_json(text: &str) -> bool {
    let reads = |text: &str| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    text.trim_start().starts_with(['{', '[']) && (reads(text) || reads(&without_last_commas(text)))
}

/// Removes trailing commas: `[1, 2,]` becomes `[1, 2]`.
fn without_last_commas(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let (mut in_text, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' => in_text = !in_text,
            ',' if !in_text => {
                let rest = text.get(at + 1..).unwrap_or_default();
                if rest.trim_start().starts_with(['}', ']']) {
                    continue;
                }
            }
            _ => {}
        }
        kept.push(c);
    }
    kept
}

/// Converts edits of one text so that JSON stays JSON; `None` if that is impossible.
pub fn in_json(text: &str, edits: &[Edit]) -> Option<Vec<Edit>> {
    let stays = |edits: &[Edit]| edited(text, edits).is_some_and(|text| is_json(&text));
    if stays(edits) || !is_json(text) {
        return Some(edits.to_vec());
    }
    let written = edits.iter().map(|edit| Edit {
        at: edit.at,
        text: as_json(&edit.text).unwrap_or_else(|| edit.text.clone()),
    });
    let written: Vec<Edit> = written.collect();
    stays(&written).then_some(written)
}

/// Converts the fixes of JSON files to JSON. If that is impossible, the fix is reduced to a help
/// text.
pub fn keep_json(diagnostics: &mut [Diagnostic], sources: &Sources) {
    for diagnostic in diagnostics {
        let kept: Vec<_> = std::mem::take(&mut diagnostic.fixes)
            .into_iter()
            .filter_map(|mut fix| {
                let Some(file) = fix.edits.first().map(|edit| edit.at.file) else {
                    return Some(fix);
                };
                // A fix that edits several files moves whole lines of YAML.
                if fix.edits.iter().any(|edit| edit.at.file != file) {
                    return Some(fix);
                }
                match in_json(&sources.file(file).text, &fix.edits) {
                    Some(edits) => {
                        fix.edits = edits;
                        Some(fix)
                    }
                    None => {
                        diagnostic.help.get_or_insert(fix.title);
                        None
                    }
                }
            })
            .collect();
        diagnostic.fixes = kept;
    }
}

/// Converts a YAML value, key or additional entry to JSON.
fn as_json(yaml: &str) -> Option<String> {
    if let Some(entry) = yaml.strip_prefix(", ") {
        let value: Value = serde_yaml::from_str(&format!("{{ {entry} }}")).ok()?;
        let mapping = shown(&value);
        let entries = mapping.strip_prefix('{')?.strip_suffix('}')?;
        return Some(format!(", {entries}"));
    }
    let value: Value = serde_yaml::from_str(yaml).ok()?;
    Some(shown(&value))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(shown).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(entries) => {
            let entry = |(key, value): (&String, &Value)| {
                format!("{}: {}", Value::from(key.as_str()), shown(value))
            };
            let entries: Vec<String> = entries.iter().map(entry).collect();
            format!("{{{}}}", entries.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};

    #[track_caller]
    fn check(text: &str, old: &str, new: &str, expected: Option<&str>) {
        let start = text.find(old).expect("it is there");
        let edit = Edit {
            at: Span::new(FileId::default(), start..start + old.len()),
            text: new.to_owned(),
        };
        let written = in_json(text, &[edit]).map(|edits| edited(text, &edits).expect("apart"));
        assert_eq!(written.as_deref(), expected);
    }

    #[test]
    fn what_is_written_into_json_is_json() {
        check(r#"{"a": "B"}"#, r#""B""#, "b", Some(r#"{"a": "b"}"#));
        check(r#"{"a": "2"}"#, r#""2""#, "2", Some(r#"{"a": 2}"#));
        check(r#"{"ab": 1}"#, r#""ab""#, "a", Some(r#"{"a": 1}"#));
        check(
            r#"{"a": "b, c"}"#,
            r#""b, c""#,
            "[b, c]",
            Some(r#"{"a": ["b", "c"]}"#),
        );
        check(r#"{"a": 1}"#, "", "- x\n", None);
        let (text, after) = (r#"{"a": 1}"#, "}");
        check(text, after, ", type: unit}", None);
        check("{a: B}", "B", "b", Some("{a: b}"));
    }

    #[test]
    fn a_further_entry_is_written_as_json() {
        assert_eq!(
            as_json(", type: unit").as_deref(),
            Some(r#", "type": "unit""#)
        );
        assert_eq!(
            as_json("{ attack: 1, move: 2 }").as_deref(),
            Some(r#"{"attack": 1, "move": 2}"#)
        );
    }
}

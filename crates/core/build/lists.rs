//! Word lists in YAML, as Rust expressions. The build scripts of two packages include this file.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_yaml::Value;

/// Returns the word lists of a language as a Rust expression.
pub fn lists(yaml: &Path) -> Result<String, Box<dyn Error>> {
    let data: Value = serde_yaml::from_slice(&fs::read(yaml)?)?;
    let mut fields = String::new();
    for (name, list) in data.as_mapping().ok_or("lists")? {
        let name = name.as_str().ok_or("the name of a list")?;
        let list = list
            .as_sequence()
            .ok_or_else(|| format!("{name}: expected a list"))?;
        let values = list.iter().map(|value| match name {
            "headings" => heading(value),
            _ => literal(value),
        });
        let values: Option<Vec<String>> = values.collect();
        let values = values.ok_or_else(|| {
            let path = yaml.display();
            format!("{path}: `{name}` has an entry of another kind (words such as `true` need quotation marks)")
        })?;
        writeln!(fields, "{name}: &[{}],", values.join(", "))?;
    }
    Ok(format!("Lists {{\n{fields}}}"))
}

/// A word, a number, or several of them as a tuple.
fn literal(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(format!("{text:?}")),
        Value::Number(number) => Some(number.to_string()),
        Value::Sequence(values) => {
            let values: Option<Vec<String>> = values.iter().map(literal).collect();
            Some(format!("({})", values?.join(", ")))
        }
        _ => None,
    }
}

fn strings(value: &Value) -> Option<Vec<&str>> {
    value.as_sequence()?.iter().map(Value::as_str).collect()
}

/// Returns a heading of other games as a Rust expression.
fn heading(value: &Value) -> Option<String> {
    let written = strings(&value["written"])?;
    let is = |key: &str| value[key].as_str();
    let same = value["same"].as_bool() == Some(true);
    let meaning = if let Some(words) = is("always") {
        format!("Always({words:?})")
    } else if let Some(words) = is("played") {
        format!("Played({words:?})")
    } else if let Some(words) = is("words") {
        format!("Words({words:?})")
    } else if value["instead"].as_bool() == Some(true) {
        "Instead".to_owned()
    } else {
        match (is("binding"), is("help")) {
            (Some("target"), _) => "Binding(Binding::Target)".to_owned(),
            (Some("attacker"), _) => "Binding(Binding::Attacker)".to_owned(),
            (Some("activation"), _) => "Binding(Binding::Activation)".to_owned(),
            (_, Some("each_turn")) => "EachTurn".to_owned(),
            (_, Some("event")) => "Event".to_owned(),
            (_, Some("placement")) => "Placement".to_owned(),
            _ => return None,
        }
    };
    Some(format!(
        "HeadingIdiom {{ meaning: HeadingMeaning::{meaning}, written: &{written:?}, same: {same} }}"
    ))
}

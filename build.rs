//! Embeds in the binary the pages of the codes, and the words of deck lists.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_yaml::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is set by cargo")?);
    let list = "grammar/words/deck-lists.yaml";
    println!("cargo:rerun-if-changed={list}");
    fs::write(out.join("lists-decks.rs"), lists(Path::new(list))?)?;
    println!("cargo:rerun-if-changed=docs/rules");
    fs::write(
        out.join("rule-pages.rs"),
        rule_pages(Path::new("docs/rules"))?,
    )?;
    Ok(())
}

/// Returns the word lists of a language as a Rust expression.
fn lists(yaml: &Path) -> Result<String, Box<dyn Error>> {
    let data: Value = serde_yaml::from_slice(&fs::read(yaml)?)?;
    let mut fields = String::new();
    for (name, list) in data.as_mapping().ok_or("lists")? {
        let name = name.as_str().ok_or("the name of a list")?;
        let list = list
            .as_sequence()
            .ok_or_else(|| format!("{name}: expected a list"))?;
        let values: Option<Vec<String>> = list.iter().map(literal).collect();
        let values = values.ok_or_else(|| {
            let path = yaml.display();
            format!("{path}: `{name}` has an entry of another kind (words such as `true` need quotation marks)")
        })?;
        writeln!(fields, "{name}: &[{}],", values.join(", "))?;
    }
    Ok(format!("Lists {{\n{fields}}}"))
}

/// The name of each code with a page, and the page, in the order of the names.
fn rule_pages(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut pages = BTreeMap::new();
    for page in fs::read_dir(folder)? {
        let page = fs::canonicalize(page?.path())?;
        let name = page.file_stem().and_then(OsStr::to_str).ok_or("a name")?;
        if !["README", "scores"].contains(&name) {
            pages.insert(name.to_owned(), page);
        }
    }
    let entry =
        |(name, page): (&String, &PathBuf)| format!("({name:?}, include_str!({page:?})),\n");
    let entries: String = pages.iter().map(entry).collect();
    Ok(format!("[\n{entries}]"))
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

//! `cargo xtask new-code`: a line in the list of codes, and a page.

use std::path::Path;

use crate::names;
use crate::source::{Changes, insert, read};

/// The list of codes.
const CODES: &str = "crates/base/src/diagnostic/code.rs";
/// The folder of their pages.
const PAGES: &str = "docs/rules";
/// The index of the pages, which names the families.
const INDEX: &str = "docs/rules/README.md";
/// The page from which new pages take their headings.
const MODEL: &str = "docs/rules/unknown-card.md";
const PAGE: &str = include_str!("../templates/page.md");

/// A new code.
pub struct NewCode {
    /// `E0514`
    pub code: String,
    pub variant: String,
}

/// Adds a code and its page. Returns what was written and what is left to do.
pub fn add(root: &Path, name: &str, family: &str) -> Result<String, String> {
    let mut changes = Changes::default();
    let new = plan(root, name, family, &mut changes)?;
    Ok(format!(
        "{}\n{} is `Code::{}`. Next:\n\
         1. Replace each FILL IN in the list of codes and on the page.\n\
         2. Report the code, and add a case to a table below `tests` or `src`.\n\
         3. Run `cargo xtask bless rules`, and judge the message in docs/rules/scores.md.\n\
         4. Run `cargo xtask bless schemas` and `cargo test`.\n",
        changes.write(root)?,
        new.code,
        new.variant
    ))
}

/// Works out the changes for a new code.
pub fn plan(
    root: &Path,
    name: &str,
    family: &str,
    changes: &mut Changes,
) -> Result<NewCode, String> {
    names::check(name)?;
    let list = read(root, CODES)?;
    let rows: Vec<Row<'_>> = list.lines().enumerate().filter_map(Row::of).collect();
    let variant = names::variant(name);
    if let Some(row) = rows
        .iter()
        .find(|row| row.name == name || row.variant == variant)
    {
        return Err(format!("{} has the name `{}` already", row.code, row.name));
    }
    let last = rows
        .iter()
        .filter(|row| family.len() == 3 && row.code.starts_with(family))
        .max_by_key(|row| row.code);
    let Some(last) = last else {
        return Err(format!("no family `{family}`; {}", families(root)));
    };
    let number: usize = last
        .code
        .get(3..)
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(99);
    if number >= 99 {
        return Err(format!(
            "the family {family} is full: its last code is {}",
            last.code
        ));
    }
    let code = format!("{family}{:02}", number + 1);
    let severity = if family.starts_with('L') {
        "Warning"
    } else {
        "Error"
    };
    let since = version(&read(root, "Cargo.toml")?)?;
    let new = format!(
        "    /// FILL IN: what it means, in one sentence.\n    \
         {variant} = \"{code}\", \"{name}\", {severity}, \"{since}\";\n"
    );
    changes.change(CODES, insert(&list, last.line + 1, &new));
    let page = page(&read(root, MODEL)?)?
        .replace("{name}", name)
        .replace("{code}", &code)
        .replace("{severity}", &severity.to_lowercase())
        .replace("{since}", &since);
    changes.create(root, format!("{PAGES}/{name}.md"), page)?;
    Ok(NewCode { code, variant })
}

/// A row of the list of codes.
pub struct Row<'l> {
    pub code: &'l str,
    pub name: &'l str,
    pub variant: &'l str,
    /// The line number, counted from 0.
    line: usize,
}

impl<'l> Row<'l> {
    /// Parses a row such as `Variant = "E0101", "name", Error, "0.1.0";`.
    fn of((line, text): (usize, &'l str)) -> Option<Self> {
        let (variant, rest) = text.trim().split_once(" = \"")?;
        let (code, rest) = rest.split_once("\", \"")?;
        let (name, rest) = rest.split_once('"')?;
        let is_row =
            rest.ends_with(';') && variant.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_row.then_some(Row {
            code,
            name,
            variant,
            line,
        })
    }
}

/// Returns the rows of the list of codes.
pub fn rows(list: &str) -> impl Iterator<Item = Row<'_>> {
    list.lines().enumerate().filter_map(Row::of)
}

pub fn list(root: &Path) -> Result<String, String> {
    read(root, CODES)
}

/// Lists the families of codes.
pub fn families(root: &Path) -> String {
    let index = read(root, INDEX).unwrap_or_default();
    let mut families = String::from("choose a family with `--family`:\n");
    let mut title = None;
    for line in index.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            title = Some(heading);
        } else if let Some(family) = line.strip_prefix("| `").and_then(|row| row.get(..3))
            && let Some(title) = title.take()
        {
            families.push_str(&format!("  {family}  {title}\n"));
        }
    }
    families
}

/// Returns the template of a page with the headings of an existing page.
fn page(model: &str) -> Result<String, String> {
    let mut headings: Vec<&str> = Vec::new();
    for heading in model.lines().filter_map(|line| line.strip_prefix("## ")) {
        let word = heading.split(':').next().unwrap_or(heading);
        if !headings.contains(&word) {
            headings.push(word);
        }
    }
    match headings[..] {
        [why, example, corrected] => Ok(PAGE
            .replace("{why}", why)
            .replace("{example}", example)
            .replace("{corrected}", corrected)),
        _ => Err(format!(
            "{MODEL} has the headings {headings:?}; three are expected"
        )),
    }
}

/// Returns the version of all packages, from the manifest of the workspace.
fn version(manifest: &str) -> Result<String, String> {
    let mut lines = manifest
        .lines()
        .skip_while(|line| line.trim() != "[workspace.package]");
    let line = lines.find_map(|line| line.strip_prefix("version = \""));
    let version = line.and_then(|line| line.strip_suffix('"'));
    version
        .map(str::to_owned)
        .ok_or("Cargo.toml has no version".to_owned())
}

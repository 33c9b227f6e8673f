//! Embeds in the binary the pages of the codes, and the words of deck lists.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs};

use lists::lists;

#[path = "crates/core/build/lists.rs"]
mod lists;

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

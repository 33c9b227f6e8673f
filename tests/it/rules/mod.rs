//! The pages of the codes agree with the registry and with the output of the tool, and every code has a page.
//!
//! A page has faulty files, their diagnostics, and the corrected files. `cargo xtask bless rules` writes
//! the heads, the outputs, the index and the computed scores.

mod index;
mod page;
mod run;
mod scores;

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use cardwright::diagnostic::Code;
use rayon::prelude::*;

use page::Page;
use run::Shown;

use crate::support::options;

pub const COMMAND: &str = "cargo xtask bless rules";

/// The codes without an example: a bug in cardwright that no known text causes, an error that only `build --since`
/// reports, and one that needs more diagnostics than fit on a page.
const WITHOUT_EXAMPLE: &[Code] = &[Code::NotPrintable, Code::CardGone, Code::TooManyFindings];

pub fn folder() -> PathBuf {
    crate::support::root().join("docs/rules")
}

pub fn blessing() -> bool {
    options::blessing()
}

/// A page whose examples were run.
pub struct Ran {
    pub code: Code,
    pub shown: Vec<Shown>,
    /// The page with current outputs, or the reason why it is wrong.
    made: Result<String, String>,
}

/// Every page, run once for all tests of this file.
pub fn all() -> &'static [Ran] {
    static ALL: OnceLock<Vec<Ran>> = OnceLock::new();
    ALL.get_or_init(|| Code::ALL.par_iter().map(|code| ran(*code)).collect())
}

fn ran(code: Code) -> Ran {
    let mut shown = Vec::new();
    let made = made(code, &mut shown);
    Ran { code, shown, made }
}

/// Returns the page of a code with a new head and new outputs.
fn made(code: Code, shown: &mut Vec<Shown>) -> Result<String, String> {
    let text = read(&format!("{}.md", code.name()))?;
    let page = Page::of(&text)?;
    if text.contains("FILL IN") {
        return Err("it still contains FILL IN".to_owned());
    }
    if page.why.trim().is_empty() {
        return Err("it does not say why it matters".to_owned());
    }
    if page.examples.is_empty() != WITHOUT_EXAMPLE.contains(&code) {
        return Err("it has no example".to_owned());
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for example in &page.examples {
        shown.push(
            run::run(code.code(), example)
                .map_err(|why| format!("example {:?}: {why}", example.about))?,
        );
    }
    // Go backwards, so that the line numbers above stay right.
    for (example, shown) in page.examples.iter().zip(shown.iter()).rev() {
        if let Some(block) = &example.console {
            let from = block.line + 1;
            lines.splice(from..from + block.lines.len(), shown.console.clone());
        }
    }
    lines.splice(0..page.head.len(), page::head(code, run::fixes(shown)));
    Ok(lines.join("\n") + "\n")
}

pub fn read(name: &str) -> Result<String, String> {
    fs::read_to_string(folder().join(name)).map_err(|error| error.to_string())
}

/// Writes a file of the folder when blessing; otherwise returns whether it is out of date.
pub fn is_stale(name: &str, made: &str) -> bool {
    if read(name).is_ok_and(|there| there == made) {
        return false;
    }
    if blessing() {
        fs::write(folder().join(name), made).expect("a page can be written");
    }
    !blessing()
}

/// `cargo xtask bless rules --page unknown-card` runs only one page, which is useful while you write it.
#[test]
fn every_page_is_up_to_date() {
    let only = options::page();
    let one: Vec<Ran> = only
        .iter()
        .map(|name| ran(Code::find(name).expect("the name of a code")))
        .collect();
    let mut wrong = Vec::new();
    for ran in if only.is_some() { &one } else { all() } {
        let name = ran.code.name();
        match &ran.made {
            Err(why) => wrong.push(format!("{name}.md: {why}")),
            Ok(made) if is_stale(&format!("{name}.md"), made) => {
                wrong.push(format!("{name}.md is out of date:\n{made}"));
            }
            Ok(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}\nrun: {COMMAND}", wrong.join("\n\n"));
}

#[test]
fn every_page_belongs_to_a_code() {
    let known = Code::ALL.iter().map(|code| format!("{}.md", code.name()));
    let mut known: Vec<String> = known
        .chain(["README.md".to_owned(), "scores.md".to_owned()])
        .collect();
    known.sort();
    let mut there: Vec<String> = fs::read_dir(folder())
        .expect("the folder of the pages")
        .map(|entry| {
            entry
                .expect("a page")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    there.sort();
    assert_eq!(there, known);
}

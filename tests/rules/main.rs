//! The pages of the codes: their headers match the registry, their examples are what the tool reports, and every code
//! has a page.
//!
//! A page has faulty files, their diagnostics, and the corrected files. With `CARDWRIGHT_BLESS=1`, the headers, the
//! outputs, the index and the computed scores are written.

mod index;
mod page;
mod run;
mod scores;
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use cardwright::diagnostic::Code;
use rayon::prelude::*;

use page::Page;
use run::Shown;

pub const COMMAND: &str = "CARDWRIGHT_BLESS=1 cargo test --test rules";

/// The codes without an example: defects of cardwright, for which no text is known; codes of `build --since`; and
/// codes that need more diagnostics than fit on a page.
const WITHOUT_EXAMPLE: &[Code] = &[Code::NotPrintable, Code::CardGone, Code::TooManyFindings];

pub fn folder() -> PathBuf {
    support::root().join("docs/rules")
}

pub fn blessing() -> bool {
    std::env::var_os("CARDWRIGHT_BLESS").is_some()
}

/// A page with the results of its examples.
pub struct Ran {
    pub code: Code,
    pub shown: Vec<Shown>,
    /// The expected page, or its errors.
    made: Result<String, String>,
}

/// Every page, computed once for all tests of this file.
pub fn all() -> &'static [Ran] {
    static ALL: OnceLock<Vec<Ran>> = OnceLock::new();
    ALL.get_or_init(|| Code::ALL.par_iter().map(|code| ran(*code)).collect())
}

fn ran(code: Code) -> Ran {
    let mut shown = Vec::new();
    let made = made(code, &mut shown);
    Ran { code, shown, made }
}

/// Returns the page of a code with its header and outputs regenerated.
fn made(code: Code, shown: &mut Vec<Shown>) -> Result<String, String> {
    let text = read(&format!("{}.md", code.name()))?;
    let page = Page::of(&text)?;
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

/// Writes a file when blessing; otherwise reports whether it differs.
pub fn is_stale(name: &str, made: &str) -> bool {
    if read(name).is_ok_and(|there| there == made) {
        return false;
    }
    if blessing() {
        fs::write(folder().join(name), made).expect("a page can be written");
    }
    !blessing()
}

/// For work on a page: `CARDWRIGHT_PAGE=unknown-card` runs only that one.
#[test]
fn every_page_is_true() {
    let only = std::env::var("CARDWRIGHT_PAGE").ok();
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
                wrong.push(format!("{name}.md is not what it should be:\n{made}"));
            }
            Ok(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}\nrun: {COMMAND}", wrong.join("\n\n"));
}

#[test]
fn every_page_is_one_of_a_code() {
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

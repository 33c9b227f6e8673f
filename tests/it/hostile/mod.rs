//! Malicious or absurd input: each case has its diagnostic at the right position, and the card next to it is still
//! checked. `docs/limits.md` has a row for each case, generated from the results.
//!
//! `cargo xtask test --long` uses sizes that are too slow for a debug build.

mod cases;
mod file_changes;
mod files;
mod page;
mod stack;
mod texts;

use crate::support::options;

/// Returns whether this is a long run.
fn long() -> bool {
    options::long()
}

/// A diagnostic, as compared and printed on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    /// Line and column, such as `12:3`.
    at: String,
    code: String,
    message: String,
}

/// A file next to the hostile one, and its mistake.
const BESIDE: &str = "name: Drill\ntype: statistic\nstatistic: atack\n";
const WRONG_BESIDE: (&str, &str) = ("3:12", "E0306");

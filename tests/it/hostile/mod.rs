//! Input that nobody writes, or that somebody writes to do harm: each gets its finding, in its place, and the
//! card beside it is checked all the same. `docs/limits.md` has a row for each of them, made of what is found here.
//!
//! `cargo xtask test --long` takes the sizes that are too slow for a debug build.

mod cases;
mod file_changes;
mod files;
mod page;
mod stack;
mod texts;

use crate::support::options;

/// Whether there is time for everything.
fn long() -> bool {
    options::long()
}

/// A finding, as it is compared and written into the page.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    /// `12:3`
    at: String,
    code: String,
    message: String,
}

/// A file beside the hostile one, and what is wrong with it.
const BESIDE: &str = "name: Drill\ntype: statistic\nstatistic: atack\n";
const WRONG_BESIDE: (&str, &str) = ("3:12", "E0306");

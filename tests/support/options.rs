//! Options of a test run. `cargo xtask` takes them as arguments and passes them on in environment variables.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// Generated files are written instead of compared.
pub const BLESS: &str = "CARDWRIGHT_BLESS";

/// The full number of cases, where the usual run takes a part of them.
pub const LONG: &str = "CARDWRIGHT_LONG";

/// The one page of `docs/rules` to run.
pub const PAGE: &str = "CARDWRIGHT_PAGE";

/// The kinds of seeded faults to make, by the beginnings of their names, separated by commas.
pub const KINDS: &str = "CARDWRIGHT_KINDS";

/// The folder into which the seeds for fuzzing are written.
pub const SEEDS: &str = "CARDWRIGHT_SEEDS";

pub fn blessing() -> bool {
    is_on(BLESS)
}

pub fn long() -> bool {
    is_on(LONG)
}

/// The name of a code.
pub fn page() -> Option<String> {
    text(PAGE)
}

pub fn kinds() -> Option<Vec<String>> {
    text(KINDS).map(|kinds| kinds.split(',').map(str::to_owned).collect())
}

pub fn seeds() -> Option<PathBuf> {
    value(SEEDS).map(PathBuf::from)
}

fn is_on(variable: &str) -> bool {
    value(variable).is_some_and(|set| set != "0")
}

fn text(variable: &str) -> Option<String> {
    value(variable).map(|value| value.into_string().expect("UTF-8"))
}

fn value(variable: &str) -> Option<OsString> {
    env::var_os(variable).filter(|set| !set.is_empty())
}

//! Sets that are not in a file: standard input, and codes on the command line.

use std::path::{Path, PathBuf};

use crate::cli::error::CliError;
use crate::cli::read::{self, Text};
use crate::cli::request::Given;
use cardwright::kingdom::decklist;
use cardwright::source::Syntax;
use cardwright::workspace::syntax_of_input;

/// The name of a set without a name and a file.
const NAME: &str = "pasted";

/// Separates the arguments into paths and other sets.
pub fn sort_out(args: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<Given>), CliError> {
    let mut paths = Vec::new();
    let mut given = Vec::new();
    let mut is_input_read = false;
    for arg in args {
        let (text, syntax) = if arg.as_os_str() == "-" {
            if is_input_read {
                continue;
            }
            is_input_read = true;
            standard_input()?
        } else if let Some(code) = code(arg) {
            (read::decode(code.into_bytes()), Syntax::List)
        } else {
            paths.push(arg.clone());
            continue;
        };
        given.push(Given {
            name: name(given.len()),
            text,
            syntax,
        });
    }
    Ok((paths, given))
}

/// Returns the name of a set. In one call, sets after the first are numbered.
fn name(before: usize) -> String {
    match before {
        0 => format!("<{NAME}>"),
        _ => format!("<{NAME} {}>", before + 1),
    }
}

/// Returns the code in an argument, unless a file has this name. The code may have line breaks or quotation marks from
/// where it was copied.
fn code(arg: &Path) -> Option<String> {
    let written = arg
        .to_str()?
        .trim_matches(|c: char| c.is_whitespace() || "\"'`“”".contains(c));
    let text: String = written.split_whitespace().collect();
    (decklist::is_code(&text) && !arg.exists()).then_some(text)
}

fn standard_input() -> Result<(Text, Syntax), CliError> {
    let text = read::standard_input().map_err(|source| CliError::Read {
        path: "standard input".to_owned(),
        source,
    })?;
    let syntax = syntax_of_input(&text.text);
    Ok((text, syntax))
}

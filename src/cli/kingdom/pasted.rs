//! Sets that stand in no file: standard input, and codes on the command line.

use std::path::PathBuf;

use crate::cli::failure::Failure;
use crate::cli::games::Given;
use crate::cli::read;
use crate::kingdom::is_kingdom;
use crate::source::{FileId, Syntax};
use crate::yaml;

/// What a set is called that has no name and no file.
const NAME: &str = "pasted";

/// The paths among the arguments of a command, and the sets that are given otherwise.
pub fn sort_out(args: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<Given>), Failure> {
    let mut paths = Vec::new();
    let mut given = Vec::new();
    for arg in args {
        if arg.as_os_str() == "-" {
            if !given.iter().any(is_input) {
                given.push(standard_input()?);
            }
        } else {
            paths.push(arg.clone());
        }
    }
    Ok((paths, given))
}

fn is_input(given: &Given) -> bool {
    given.name == format!("<{NAME}>")
}

fn standard_input() -> Result<Given, Failure> {
    let text = read::standard_input().map_err(|source| Failure::Read {
        path: "standard input".to_owned(),
        source,
    })?;
    let (documents, _) = yaml::read(FileId::default(), &text.text);
    let mut roots = documents
        .iter()
        .filter_map(|document| document.root.as_ref());
    let syntax = if roots.any(|root| is_kingdom(root)) {
        Syntax::Yaml
    } else {
        Syntax::List
    };
    Ok(Given {
        name: format!("<{NAME}>"),
        text,
        syntax,
    })
}

//! Sets that stand in no file: standard input, and codes on the command line.

use std::path::{Path, PathBuf};

use crate::cli::failure::Failure;
use crate::cli::read::{self, Text};
use crate::cli::request::Given;
use crate::kingdom::{NAME_KEY, is_kingdom, pasted};
use crate::source::{FileId, Syntax};
use crate::yaml::{self, Node, Value};

/// What a set is called that has no name and no file.
const NAME: &str = "pasted";

/// The paths among the arguments of a command, and the sets that are given otherwise.
pub fn sort_out(args: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<Given>), Failure> {
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

/// Two sets in one call need two names.
fn name(before: usize) -> String {
    match before {
        0 => format!("<{NAME}>"),
        _ => format!("<{NAME} {}>", before + 1),
    }
}

/// The code that an argument is, unless a file has that name. Where it was copied from, it may have been broken into
/// lines or stood between quotation marks.
fn code(arg: &Path) -> Option<String> {
    let written = arg
        .to_str()?
        .trim_matches(|c: char| c.is_whitespace() || "\"'`“”".contains(c));
    let text: String = written.split_whitespace().collect();
    (pasted::is_code(&text) && !arg.exists()).then_some(text)
}

/// Standard input is YAML where it has the key that makes a mapping a set.
fn standard_input() -> Result<(Text, Syntax), Failure> {
    let text = read::standard_input().map_err(|source| Failure::Read {
        path: "standard input".to_owned(),
        source,
    })?;
    let is_yaml = has_set(&text.text, is_kingdom) || is_json_of_an_author(&text.text);
    let syntax = match is_yaml {
        true => Syntax::Yaml,
        false => Syntax::List,
    };
    Ok((text, syntax))
}

/// What a file is that is not called one of YAML: YAML all the same, if it is a set whose parts are lists of YAML.
pub(in crate::cli) fn syntax_of(text: &str) -> Syntax {
    let with_lists = |root: &Node| {
        let Value::Mapping(entries) = &root.value else {
            return false;
        };
        is_kingdom(root) && entries.iter().any(|entry| entry.value.scalar().is_none())
    };
    let has_key = |line: &str| line.starts_with(NAME_KEY);
    let is_yaml = text.lines().any(has_key) && has_set(text, with_lists);
    match is_yaml || is_json_of_an_author(text) {
        true => Syntax::Yaml,
        false => Syntax::List,
    }
}

/// JSON is YAML too, unless it is a set as a bundle has it.
fn is_json_of_an_author(text: &str) -> bool {
    pasted::is_json(text) && !text.contains("\"zones\"")
}

fn has_set(text: &str, is_set: impl Fn(&Node) -> bool) -> bool {
    let (documents, _) = yaml::read(FileId::default(), text);
    let mut roots = documents
        .iter()
        .filter_map(|document| document.root.as_ref());
    roots.any(|root| is_set(root))
}

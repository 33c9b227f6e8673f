//! Names the files below the folders of a command that look like cards or sets, but are not read.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::read;
use super::walk::{is_left_out, shown};
use cardwright::diagnostic::prose;
use cardwright::kingdom::{decklist, is_kingdom};
use cardwright::render::visible;
use cardwright::source::FileId;
use cardwright::yaml::{self, Node, Value};

/// The extensions of files that may be cards or sets. YAML files are read.
const EXTENSIONS: [&str; 8] = ["csv", "dec", "dek", "json", "json5", "jsonc", "tsv", "txt"];

/// The most files that are named.
const MAX_NAMED: usize = 5;

/// The most files that are looked at.
const MAX_FILES: usize = 200;

/// What a file looks like.
#[derive(Clone, Copy, PartialEq)]
enum Likeness {
    Cards,
    List,
}

/// Returns a note about the files below these paths; empty if there are none.
pub fn note(paths: &[PathBuf]) -> String {
    let mut files: Vec<(Likeness, String)> = Vec::new();
    for path in paths.iter().filter(|path| path.is_dir()) {
        let entries = WalkDir::new(path)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| entry.depth() == 0 || !is_left_out(entry));
        let found = entries
            .filter_map(Result::ok)
            .filter(|entry| entry.file_type().is_file() && may_be_one(entry.path()))
            .take(MAX_FILES)
            .filter_map(|entry| Some((likeness(entry.path())?, shown(entry.path()))));
        files.extend(found);
    }
    files.sort_by(|(_, a), (_, b)| a.cmp(b));
    files.dedup_by(|(_, a), (_, b)| a == b);
    let named = |wanted: Likeness| -> Vec<&str> {
        let all = files.iter().filter(|(likeness, _)| *likeness == wanted);
        all.map(|(_, path)| path.as_str()).collect()
    };
    let mut note = String::new();
    let cards = named(Likeness::Cards);
    if !cards.is_empty() {
        note += &sentence(&cards, "a card or set", "cards or sets");
        note += "  help: cards and sets are YAML, and JSON is read as YAML: give the file the extension `.yaml`\n";
    }
    let lists = named(Likeness::List);
    if let Some(first) = lists.first() {
        note += &sentence(&lists, "a deck list", "deck lists");
        note += &format!(
            "  help: check a deck list by itself: `cardwright kingdom {}`\n",
            visible(first)
        );
    }
    note
}

fn sentence(paths: &[&str], one: &str, more: &str) -> String {
    let shown = paths.iter().take(MAX_NAMED).map(|path| visible(path));
    let mut named = prose::ticked(shown);
    if paths.len() > MAX_NAMED {
        named.push(format!("{} more", paths.len() - MAX_NAMED));
    }
    let files = match paths.len() {
        1 => format!("1 file that looks like {one} is"),
        many => format!("{many} files that look like {more} are"),
    };
    format!("note: {files} not read: {}\n", prose::and(named))
}

fn may_be_one(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        let mut known = EXTENSIONS.iter();
        known.any(|known| known.eq_ignore_ascii_case(extension))
    })
}

/// Returns what the content of a file looks like; `None` for other files, and for files that cannot be read.
fn likeness(path: &Path) -> Option<Likeness> {
    let text = read::text(path).ok()?;
    if decklist::is_json(&text) && text.contains("\"zones\"") || decklist::seems_list(&text) {
        return Some(Likeness::List);
    }
    let (documents, found) = yaml::read(FileId::default(), &text);
    let mut roots = documents
        .iter()
        .filter_map(|document| document.root.as_ref());
    (found.is_empty() && roots.any(|root| defines(root))).then_some(Likeness::Cards)
}

/// Returns whether a value is a card or a set, or a list of them.
fn defines(node: &Node) -> bool {
    match &node.value {
        Value::Mapping(entries) => {
            let has = |key: &str| {
                let mut keys = entries.iter().filter_map(|entry| entry.key.scalar());
                keys.any(|known| known.text == key)
            };
            let mut lists = entries.iter().map(|entry| &entry.value);
            is_kingdom(node) || has("name") && has("type") || lists.any(is_list)
        }
        Value::Sequence(_) => is_list(node),
        _ => false,
    }
}

/// Returns whether a value is a list that starts with a card or set.
fn is_list(node: &Node) -> bool {
    match &node.value {
        Value::Sequence(items) => items
            .first()
            .is_some_and(|item| matches!(item.value, Value::Mapping(_)) && defines(item)),
        _ => false,
    }
}

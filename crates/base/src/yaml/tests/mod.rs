//! Tests of reading YAML: the trees and diagnostics of texts.

use super::{Document, Entry, Node, Value, read};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, SourceFile};

mod hidden;
mod limits;
mod mistakes;
mod places;
mod trees;

const FILE: FileId = FileId(0);

/// A tree on one line: `{name: Angel, traits: [angel, living]}`, with `~` for an absent value.
fn outline(node: &Node) -> String {
    let entry = |entry: &Entry| format!("{}: {}", outline(&entry.key), outline(&entry.value));
    match &node.value {
        Value::Scalar(_) if node.is_null() => "~".to_owned(),
        Value::Scalar(scalar) => scalar.text.escape_debug().to_string(),
        Value::Sequence(nodes) => {
            let nodes: Vec<String> = nodes.iter().map(outline).collect();
            format!("[{}]", nodes.join(", "))
        }
        Value::Mapping(entries) => {
            let entries: Vec<String> = entries.iter().map(entry).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// All documents, with `!` before those that are broken.
fn outlines(documents: &[Document]) -> String {
    let one = |document: &Document| {
        let root = document
            .root
            .as_deref()
            .map_or("nothing".to_owned(), outline);
        format!("{}{root}", if document.broken { "!" } else { "" })
    };
    documents.iter().map(one).collect::<Vec<_>>().join(" --- ")
}

/// A diagnostic on one line: `line:column message | underlined text`.
fn line_of(text: &str, diagnostic: &Diagnostic) -> String {
    let file = SourceFile::new("a.yaml", text);
    let range = diagnostic.primary.at.range();
    let (line, column) = file.line_column(range.start);
    let underlined = text
        .get(range)
        .expect("a place lies on the borders of characters");
    format!("{line}:{column} {} | {underlined}", diagnostic.message)
}

/// Every node below a node, including itself, without recursion.
fn nodes(root: Option<&Node>) -> Vec<&Node> {
    let mut found = Vec::new();
    let mut left: Vec<&Node> = root.into_iter().collect();
    while let Some(node) = left.pop() {
        match &node.value {
            Value::Scalar(_) => {}
            Value::Sequence(nodes) => left.extend(nodes.iter()),
            Value::Mapping(entries) => {
                left.extend(entries.iter().flat_map(|entry| [&entry.key, &entry.value]));
            }
        }
        found.push(node);
    }
    found
}

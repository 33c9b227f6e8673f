//! Tests of reading YAML: what a text gives, and what is said about it.

use super::{Document, Node, Value, read};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, SourceFile};

mod dump;

const FILE: FileId = FileId(0);

/// A tree on one line: `{name: Angel, traits: [angel, living]}`, with `~` for nothing.
fn outline(node: &Node) -> String {
    let list =
        |nodes: &[std::sync::Arc<Node>]| nodes.iter().map(|node| outline(node)).collect::<Vec<_>>();
    match &node.value {
        Value::Scalar(_) if node.is_null() => "~".to_owned(),
        Value::Scalar(scalar) => scalar.text.escape_debug().to_string(),
        Value::Sequence(nodes) => format!("[{}]", list(nodes).join(", ")),
        Value::Mapping(entries) => {
            let entry = |entry: &super::Entry| {
                format!("{}: {}", outline(&entry.key), outline(&entry.value))
            };
            format!(
                "{{{}}}",
                entries.iter().map(entry).collect::<Vec<_>>().join(", ")
            )
        }
    }
}

/// All documents, a `!` before those that are broken.
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

/// `line:column message | underlined text`
fn line_of(text: &str, diagnostic: &Diagnostic) -> String {
    let file = SourceFile::new("a.yaml", text);
    let range = diagnostic.primary.at.range();
    let (line, column) = file.line_column(range.start);
    let underlined = text
        .get(range)
        .expect("a place lies on the borders of characters");
    format!("{line}:{column} {} | {underlined}", diagnostic.message)
}

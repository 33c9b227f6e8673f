//! Changes of files, as clients apply them.

use std::collections::{BTreeMap, HashMap};

use gen_lsp_types::{
    AnnotatedTextEdit, ChangeAnnotation, DocumentChange, Edit as LspEdit,
    OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextDocumentIdentifier, TextEdit,
    WorkspaceEdit,
};

use super::client::Client;
use super::view::View;
use crate::diagnostic::Edit;
use crate::fix;
use crate::source::{FileId, Span};

/// Returns edits of any files; `None` if one of them is in a file that is not the author's. With a `question`, the
/// client asks the author before it applies them, if it can.
pub(super) fn workspace_edit(
    view: &View<'_>,
    client: &Client,
    edits: &[Edit],
    question: Option<&str>,
) -> Option<WorkspaceEdit> {
    let mut by_file: BTreeMap<FileId, Vec<TextEdit>> = BTreeMap::new();
    for edit in edits {
        view.path(edit.at.file)?;
        let file = by_file.entry(edit.at.file).or_default();
        file.push(text_edit(view, edit));
    }
    if !client.has_document_changes {
        let changes = by_file.into_iter();
        return Some(WorkspaceEdit {
            changes: Some(changes.map(|(id, edits)| (view.uri(id), edits)).collect()),
            ..WorkspaceEdit::default()
        });
    }
    let question = question.filter(|_| client.has_change_annotations);
    let changes = by_file.into_iter().map(|(file, edits)| {
        let edits = edits.into_iter().map(|edit| match question {
            Some(question) => LspEdit::from(AnnotatedTextEdit {
                annotation_id: question.to_owned(),
                text_edit: edit,
            }),
            None => LspEdit::from(edit),
        });
        DocumentChange::from(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                version: view.version(file),
                text_document_identifier: TextDocumentIdentifier {
                    uri: view.uri(file),
                },
            },
            edits: edits.collect(),
        })
    });
    Some(WorkspaceEdit {
        document_changes: Some(changes.collect()),
        change_annotations: question.map(|question| {
            let annotation = ChangeAnnotation {
                label: question.to_owned(),
                needs_confirmation: Some(true),
                description: None,
            };
            HashMap::from([(question.to_owned(), annotation)])
        }),
        ..WorkspaceEdit::default()
    })
}

/// Returns an edit whose lines end like those of its file.
fn text_edit(view: &View<'_>, edit: &Edit) -> TextEdit {
    TextEdit {
        range: view.range(edit.at),
        new_text: fix::with_line_ends_of(&view.file(edit.at.file).text, &edit.text).into_owned(),
    }
}

/// Returns the smallest edit of whole lines that makes a file equal to a text; `None` if it is.
pub(super) fn replacement(view: &View<'_>, file: FileId, text: &str) -> Option<Edit> {
    let old = view.file(file).text.as_str();
    if old == text {
        return None;
    }
    let same = |a: &str, b: &str| -> usize {
        let lines = a.split_inclusive('\n').zip(b.split_inclusive('\n'));
        let same = lines.take_while(|(a, b)| a == b);
        same.map(|(line, _)| line.len()).sum()
    };
    let start = same(old, text);
    let (old_rest, new_rest) = (old.get(start..)?, text.get(start..)?);
    let backwards = |text| {
        let lines: Vec<&str> = str::split_inclusive(text, '\n').collect();
        lines.into_iter().rev()
    };
    let lines = backwards(old_rest).zip(backwards(new_rest));
    let same = lines.take_while(|(a, b)| a == b);
    let end: usize = same.map(|(line, _)| line.len()).sum();
    Some(Edit {
        at: Span::new(file, start..old.len() - end),
        text: text.get(start..text.len() - end)?.to_owned(),
    })
}

//! Code actions: fixes, and comments that allow a lint.

use gen_lsp_types::{CodeAction, CodeActionKind};

use super::client::Client;
use super::edit::workspace_edit;
use super::finding::finding;
use super::view::View;
use crate::diagnostic::{Diagnostic, Edit, Fix, Safety};
use crate::lint::suppress;
use crate::source::{FileId, Span};
use crate::yaml::{self, Entry, Node, Value};

/// All safe fixes of a file.
pub(super) const FIX_ALL: CodeActionKind =
    CodeActionKind::Custom(std::borrow::Cow::Borrowed("source.fixAll.cardwright"));

/// The reason in a comment that allows a lint, which the author is expected to replace.
const REASON: &str = "this is intended";

/// Returns the actions for the diagnostics at a range.
pub(super) fn actions(view: &View<'_>, client: &Client, range: Span) -> Vec<CodeAction> {
    let all = view.compiled.run.diagnostics.iter();
    let here = all.filter(|found| {
        let at = found.primary.at;
        at.file == range.file && at.start <= range.end && range.start <= at.end
    });
    let of_each = here.flat_map(|diagnostic| {
        let fixes = diagnostic.fixes.iter().enumerate();
        let fixes = fixes.filter_map(|(at, fix)| of_fix(view, client, diagnostic, at, fix));
        let allow = allow(view, diagnostic).and_then(|edit| {
            let title = format!("allow `{}` here, with a reason", diagnostic.code.name());
            let edit = workspace_edit(view, client, &[edit], None)?;
            Some(action(view, title, diagnostic, edit))
        });
        fixes.chain(allow).collect::<Vec<_>>()
    });
    of_each.collect()
}

fn of_fix(
    view: &View<'_>,
    client: &Client,
    diagnostic: &Diagnostic,
    at: usize,
    fix: &Fix,
) -> Option<CodeAction> {
    let is_safe = fix.safety == Safety::Safe;
    let is_elsewhere = |edit: &Edit| edit.at.file != diagnostic.primary.at.file;
    let title = match is_safe {
        true => fix.title.clone(),
        false => format!("{} (a guess)", fix.title),
    };
    // The author sees a change of the file that is shown, but not that of another file.
    let question = Some(fix.title.as_str());
    let question = question.filter(|_| !is_safe && fix.edits.iter().any(is_elsewhere));
    let edit = workspace_edit(view, client, &fix.edits, question)?;
    Some(CodeAction {
        is_preferred: Some(is_safe && at == 0),
        ..action(view, title, diagnostic, edit)
    })
}

fn action(
    view: &View<'_>,
    title: String,
    diagnostic: &Diagnostic,
    edit: gen_lsp_types::WorkspaceEdit,
) -> CodeAction {
    CodeAction {
        title,
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![finding(view, diagnostic)]),
        edit: Some(edit),
        ..CodeAction::default()
    }
}

/// Returns the edit that adds a comment to the card or set of a lint, above the entry that the lint is about.
fn allow(view: &View<'_>, diagnostic: &Diagnostic) -> Option<Edit> {
    if !diagnostic.code.is_lint() || diagnostic.code.is_about_comments() {
        return None;
    }
    let at = diagnostic.primary.at;
    let text = view.file(at.file).text.as_str();
    let (documents, _) = yaml::read(at.file, text);
    let roots = documents
        .iter()
        .filter_map(|document| document.root.as_deref());
    let mut place = None;
    for root in roots.filter(|root| root.span.start <= at.start && at.start <= root.span.end) {
        innermost(root, at, text, &mut place);
    }
    let comment = suppress::comment(diagnostic.code, REASON);
    let (line, indent) = place?;
    Some(Edit {
        at: Span::new(at.file, line..line),
        text: format!("{indent}{comment}\n"),
    })
}

/// Finds the line of the innermost entry at a span that another entry of its mapping precedes, and its indentation. A
/// comment above the first entry of a card would be outside of the card, so it goes below that entry.
fn innermost<'t>(node: &Node, at: Span, text: &'t str, place: &mut Option<(usize, &'t str)>) {
    match &node.value {
        Value::Scalar(_) => {}
        Value::Sequence(items) => {
            let here = items.iter().filter(|item| is_in(item.span, at));
            here.for_each(|item| innermost(item, at, text, place));
        }
        Value::Mapping(entries) => {
            let of_entry = |entry: &Entry| entry.key.span.to(entry.value.span);
            let here = entries.iter().position(|entry| is_in(of_entry(entry), at));
            let below = entries.get(here.unwrap_or_default().max(1));
            let line = below.and_then(|entry| line_of(entry, text));
            *place = line.or(place.take());
            if let Some(entry) = here.and_then(|here| entries.get(here)) {
                innermost(&entry.value, at, text, place);
            }
        }
    }
}

fn is_in(span: Span, at: Span) -> bool {
    span.file == at.file && span.start <= at.start && at.start < span.end.max(span.start + 1)
}

/// Returns the start of the line of an entry and the white space before it, if there is nothing else before it.
fn line_of<'t>(entry: &Entry, text: &'t str) -> Option<(usize, &'t str)> {
    let start = entry.key.span.start as usize;
    let line = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
    let indent = text.get(line..start)?;
    indent.chars().all(|c| c == ' ').then_some((line, indent))
}

/// Returns whether a file has a fix that is applied without confirmation.
pub(super) fn has_safe_fix(view: &View<'_>, file: FileId) -> bool {
    let all = view.compiled.run.diagnostics.iter();
    let of_file = all.filter(|found| found.primary.at.file == file);
    of_file
        .flat_map(|found| &found.fixes)
        .any(|fix| fix.safety == Safety::Safe)
}

//! The structure of a file: symbols, ranges to fold, and ranges to select.

use gen_lsp_types::{
    BaseSymbolInformation, DocumentSymbol, FoldingRange, SelectionRange, SymbolKind,
    WorkspaceSymbol, WorkspaceSymbolLocation,
};

use super::position::LineIndex;
use super::view::View;
use crate::compile::Role;
use crate::source::{FileId, Span};
use crate::yaml::{self, Document, Entry, Node, Value};

/// Maximum number of symbols of a workspace in one answer.
const MAX_SYMBOLS: usize = 500;

/// Maximum depth of symbols below a card or set.
const MAX_DEPTH: usize = 4;

/// Returns the cards, sets and other items of a file, with their entries.
pub(super) fn symbols(view: &View<'_>, file: FileId) -> Vec<DocumentSymbol> {
    let text = view.file(file).text.as_str();
    let (documents, _) = yaml::read(file, text);
    let lines = view.lines(file);
    let items = documents.iter().filter_map(root).flat_map(items);
    let items = items.filter_map(|item| item_symbol(&lines, item));
    items.collect()
}

fn root(document: &Document) -> Option<&Node> {
    document.root.as_deref()
}

/// Returns the mappings of a list, or the node itself.
fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::Sequence(items) => items,
        _ => std::slice::from_ref(node),
    }
}

/// An item is called by the value of its first entry.
fn item_symbol(lines: &LineIndex<'_>, item: &Node) -> Option<DocumentSymbol> {
    let Value::Mapping(entries) = &item.value else {
        return None;
    };
    let first = entries.first()?;
    let name = first.value.scalar().or(first.key.scalar())?;
    let selection = match first.value.scalar() {
        Some(_) => &first.value,
        None => &first.key,
    };
    Some(symbol(
        lines,
        &name.text,
        SymbolKind::Class,
        item.span,
        selection.span,
        children(lines, entries, 0),
    ))
}

fn children(lines: &LineIndex<'_>, entries: &[Entry], depth: usize) -> Vec<DocumentSymbol> {
    if depth == MAX_DEPTH {
        return Vec::new();
    }
    let symbols = entries.iter().filter_map(|entry| {
        let key = entry.key.scalar()?;
        let (kind, below) = match &entry.value.value {
            Value::Scalar(_) => (SymbolKind::Field, Vec::new()),
            Value::Mapping(entries) => (SymbolKind::Struct, children(lines, entries, depth + 1)),
            Value::Sequence(items) => {
                let items = items.iter().filter_map(|item| item_symbol(lines, item));
                (SymbolKind::Array, items.collect())
            }
        };
        // An alias refers to a value elsewhere in the file.
        let whole = match entry.value.span.start >= entry.key.span.end {
            true => entry.key.span.to(entry.value.span),
            false => entry.key.span,
        };
        Some(symbol(lines, &key.text, kind, whole, entry.key.span, below))
    });
    symbols.collect()
}

#[expect(deprecated, reason = "the type has a deprecated field")]
fn symbol(
    lines: &LineIndex<'_>,
    name: &str,
    kind: SymbolKind,
    whole: Span,
    selection: Span,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    // Clients reject an empty name.
    let name = match name.trim() {
        "" => "…",
        name => name,
    };
    DocumentSymbol {
        name: name.to_owned(),
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: lines.range(whole.to(selection).range()),
        selection_range: lines.range(selection.range()),
        children: (!children.is_empty()).then_some(children),
    }
}

/// Returns the checked cards and sets whose names have the letters of a query in its order.
pub(super) fn workspace_symbols(view: &View<'_>, query: &str) -> Vec<WorkspaceSymbol> {
    let mut found = Vec::new();
    for game in &view.compiled.run.games {
        let cards = game.compilation.cards.values();
        let cards = cards.filter(|card| card.role == Role::Checked);
        let cards = cards.map(|card| (&*card.source.name, SymbolKind::Class, card.source.name_at));
        let sets = game.compilation.kingdoms.iter().filter_map(|set| {
            let at = *game.compilation.places.get(&set.id)?;
            let start = Span {
                end: at.start,
                ..at
            };
            Some((set.name.as_str(), SymbolKind::Package, start))
        });
        let all = cards
            .chain(sets)
            .filter(|(name, _, _)| matches(name, query));
        found.extend(all.map(|(name, kind, at)| WorkspaceSymbol {
            location: WorkspaceSymbolLocation::Location(view.location(at)),
            data: None,
            base_symbol_information: BaseSymbolInformation {
                name: name.to_owned(),
                kind,
                tags: None,
                container_name: Some(game.game.game.clone()),
            },
        }));
    }
    found.truncate(MAX_SYMBOLS);
    found
}

fn matches(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    let mut query = query.chars().flat_map(char::to_lowercase);
    query.all(|wanted| letters.any(|letter| letter == wanted))
}

/// Returns the items and entries of several lines.
pub(super) fn folds(view: &View<'_>, file: FileId) -> Vec<FoldingRange> {
    let (documents, _) = yaml::read(file, &view.file(file).text);
    let lines = view.lines(file);
    let mut spans = Vec::new();
    for root in documents.iter().filter_map(root) {
        if documents.len() > 1 {
            spans.push(root.span);
        }
        collect(root, &mut spans);
    }
    let text = view.file(file).text.as_str();
    let folds = spans.into_iter().filter_map(|span| {
        let range = span.range();
        let end = text.get(range.clone())?.trim_end().len() + range.start;
        let (start, end) = (lines.position(range.start).line, lines.position(end).line);
        (start < end).then(|| FoldingRange {
            start_line: start,
            end_line: end,
            ..FoldingRange::default()
        })
    });
    let mut folds: Vec<FoldingRange> = folds.collect();
    folds.sort_by_key(|fold| (fold.start_line, fold.end_line));
    folds.dedup_by_key(|fold| fold.start_line);
    folds
}

fn collect(node: &Node, spans: &mut Vec<Span>) {
    match &node.value {
        Value::Scalar(_) => {}
        Value::Sequence(items) => {
            for item in items.iter() {
                spans.push(item.span);
                collect(item, spans);
            }
        }
        Value::Mapping(entries) => {
            for entry in entries.iter() {
                if entry.value.span.start >= entry.key.span.end {
                    spans.push(entry.key.span.to(entry.value.span));
                    collect(&entry.value, spans);
                }
            }
        }
    }
}

/// Returns the ranges around a byte: word, sentence, line, value, entry, item, file.
pub(super) fn selection(view: &View<'_>, file: FileId, at: usize) -> SelectionRange {
    let text = view.file(file).text.as_str();
    let (documents, _) = yaml::read(file, text);
    let mut spans = vec![Span::new(file, 0..text.len())];
    for root in documents.iter().filter_map(root) {
        around(root, at, &mut spans);
    }
    spans.extend(parts_of_line(text, at).map(|part| Span::new(file, part)));
    let mut around: Option<SelectionRange> = None;
    let mut last = Span::new(file, 0..text.len() + 1);
    for span in spans {
        let within = last.start <= span.start && span.end <= last.end;
        if within && span != last && span.start as usize <= at && at <= span.end as usize {
            last = span;
            around = Some(SelectionRange {
                range: view.range(span),
                parent: around.map(Box::new),
            });
        }
    }
    around.unwrap_or_default()
}

fn around(node: &Node, at: usize, spans: &mut Vec<Span>) {
    let is_in = |span: Span| span.start as usize <= at && at <= span.end as usize;
    if !is_in(node.span) {
        return;
    }
    spans.push(node.span);
    match &node.value {
        Value::Scalar(_) => {}
        Value::Sequence(items) => items.iter().for_each(|item| around(item, at, spans)),
        Value::Mapping(entries) => {
            for entry in entries.iter() {
                let whole = entry.key.span.to(entry.value.span);
                if is_in(whole) {
                    spans.push(whole);
                    around(&entry.key, at, spans);
                    around(&entry.value, at, spans);
                }
            }
        }
    }
}

/// Returns the line around a byte without white space at its ends, the sentence, and the word.
fn parts_of_line(text: &str, at: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    let part = |is_end: fn(char) -> bool, with_end: usize| {
        let before = text.get(..at).unwrap_or_default();
        let start = before.rfind(is_end).map_or(0, |end| {
            let end_len = before.get(end..).and_then(|rest| rest.chars().next());
            end + end_len.map_or(1, char::len_utf8)
        });
        let after = text.get(at..).unwrap_or_default();
        let end = after
            .find(is_end)
            .map_or(text.len(), |end| at + end + with_end);
        let part = text.get(start..end).unwrap_or_default();
        let start = start + (part.len() - part.trim_start().len());
        start..start + part.trim().len()
    };
    let line = part(|c| c == '\n', 0);
    let sentence = part(|c| matches!(c, '\n' | '.'), 1);
    let word = part(
        |c| !(c.is_alphanumeric() || matches!(c, '-' | '\'' | '’')),
        0,
    );
    [line, sentence, word].into_iter()
}

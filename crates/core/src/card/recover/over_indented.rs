//! Recovers fields of a card that are indented like numbers of the field above.

use crate::card::keys::{is_key, text_of};
use crate::diagnostic::{Code, Diagnostic, Edit, Safety};
use crate::game::{FieldKind, Game};
use crate::source::Span;
use crate::yaml::{Entry, Node, Value};

/// Moves fields nested below the numbers of another field to the card, such as `traits` below
/// `cost`. Returns the new entries and the diagnostics; `None` if there are no such fields.
pub(in crate::card) fn hoist(
    game: &Game,
    source: &str,
    entries: &[Entry],
) -> Option<(Vec<Entry>, Vec<Diagnostic>)> {
    let is_deeper = |outer: &Entry| !below(game, source, entries, outer).is_empty();
    if !entries.iter().any(is_deeper) {
        return None;
    }
    let mut diagnostics = Vec::new();
    let mut all: Vec<Entry> = Vec::new();
    for outer in entries {
        let deeper = below(game, source, entries, outer);
        let diagnostic = report(source, outer, &deeper);
        let Some(diagnostic) = diagnostic else {
            all.push(outer.clone());
            continue;
        };
        diagnostics.push(diagnostic);
        let Value::Mapping(inner) = &outer.value.value else {
            continue;
        };
        let is_deeper = |entry: &&Entry| deeper.iter().any(|one| std::ptr::eq(*one, *entry));
        let kept: Vec<Entry> = inner
            .iter()
            .filter(|entry| !is_deeper(entry))
            .cloned()
            .collect();
        let end = kept
            .last()
            .map_or(outer.value.span.start, |last| last.value.span.end);
        all.push(Entry {
            key: outer.key.clone(),
            value: Node {
                span: Span {
                    end,
                    ..outer.value.span
                },
                value: Value::Mapping(kept.into()),
            },
        });
        all.extend(deeper.into_iter().cloned());
    }
    (!diagnostics.is_empty()).then_some((all, diagnostics))
}

/// Returns the fields of the card among the entries of a field with numbers. Names of numbers are not included.
fn below<'e>(game: &Game, source: &str, entries: &[Entry], outer: &'e Entry) -> Vec<&'e Entry> {
    let Value::Mapping(inner) = &outer.value.value else {
        return Vec::new();
    };
    let between = outer.key.span.range().end..outer.value.span.range().start;
    let is_block = source
        .get(between)
        .is_some_and(|between| between.contains('\n'));
    let mut fields = game.fields.iter();
    let key = text_of(outer).filter(|_| is_block);
    let numbers = fields.any(|(name, field)| {
        let kind = matches!(
            field.kind,
            FieldKind::Numbers { .. } | FieldKind::Amounts { .. }
        );
        kind && key == Some(field.key_or(name))
    });
    if !numbers {
        return Vec::new();
    }
    let is_name = |word: &str| {
        let mut fields = game.fields.values();
        fields.any(|field| match &field.kind {
            FieldKind::Numbers { each, .. } => each.contains_key(word),
            FieldKind::Amounts { of, .. } => game.term(of, word).is_some(),
            _ => false,
        })
    };
    let is_given = |word: &str| entries.iter().any(|entry| text_of(entry) == Some(word));
    let is_field = |entry: &&Entry| {
        let word = text_of(entry);
        word.is_some_and(|word| is_key(game, word) && !is_name(word) && !is_given(word))
    };
    // Skip the first entry, which decides what kind of mapping this is.
    inner.iter().skip(1).filter(is_field).collect()
}

fn report(source: &str, outer: &Entry, deeper: &[&Entry]) -> Option<Diagnostic> {
    let first = deeper.first()?;
    let names = crate::diagnostic::prose::and(crate::diagnostic::prose::ticked(
        deeper.iter().filter_map(|entry| text_of(entry)),
    ));
    let (verb, what) = match deeper.len() {
        1 => ("is", "a field"),
        _ => ("are", "fields"),
    };
    let key = text_of(outer)?;
    let diagnostic = Diagnostic::new(
        Code::UnknownField,
        first.key.span,
        format!("{names} {verb} {what} of the card, but indented as part of `{key}`"),
        format!("indented below `{key}`"),
    );
    let title = format!("indent it like `{key}`");
    let edits: Option<Vec<Vec<Edit>>> = deeper
        .iter()
        .map(|entry| dedented(source, entry, outer.key.span))
        .collect();
    Some(match edits {
        Some(edits) => diagnostic.fix_all(Safety::Unsafe, title, edits.into_iter().flatten()),
        None => diagnostic.help(title),
    })
}

/// Returns the edits that move the lines of an entry to the column of another key. `None` if one of the lines does not
/// begin with its indentation.
fn dedented(source: &str, entry: &Entry, other: Span) -> Option<Vec<Edit>> {
    let key = entry.key.span;
    if ![key, other].iter().all(|key| opens_its_line(source, *key)) {
        return None;
    }
    let column = column_of(source, key);
    let surplus = column.checked_sub(column_of(source, other))?;
    let mut start = key.range().start - column;
    let whole = source.get(start..entry.value.span.range().end)?;
    let mut edits = Vec::new();
    for line in whole.split_inclusive('\n') {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        if !line.trim().is_empty() {
            (spaces >= surplus).then_some(())?;
            edits.push(Edit {
                at: Span::new(key.file, start..start + surplus),
                text: String::new(),
            });
        }
        start += line.len();
    }
    Some(edits)
}

/// Returns whether only spaces are before a key on its line.
pub(in crate::card) fn opens_its_line(source: &str, key: Span) -> bool {
    before(source, key).bytes().all(|byte| byte == b' ')
}

/// Returns the column of a key on its line, in bytes.
pub(in crate::card) fn column_of(source: &str, key: Span) -> usize {
    before(source, key).len()
}

/// Returns the text before a key on its line.
fn before(source: &str, key: Span) -> &str {
    let before = source.get(..key.range().start).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default()
}

//! Spans of fields and list items in card and set files, and the spans to delete in order to remove a field.

use std::ops::Range;

use crate::card::{FieldValue, word_id};
use crate::game::FieldKind;
use crate::lint::{LintContext, LintedCard};
use crate::source::Span;

/// Returns the span of a field with its key; `None` if the two are not adjacent in the file, as for an alias, whose
/// value belongs to another key.
fn whole(context: &LintContext<'_>, card: &LintedCard<'_>, key: &str) -> Option<Span> {
    let at = *card.source.places.get(key)?;
    let text = &context.sources.file(at.file).text;
    let before = text.get(..at.start as usize)?;
    // A block scalar has its header between the key and the text.
    let before = before.trim_end_matches(|c: char| c.is_whitespace() || "|>+-".contains(c));
    let before = before.strip_suffix(':')?.trim_end().strip_suffix(key)?;
    let alone =
        before.is_empty() || before.ends_with(|c: char| c.is_whitespace() || "{,".contains(c));
    alone.then(|| Span::new(at.file, before.len()..at.end as usize))
}

/// Returns the span to delete to remove a field of a card; comments are kept. `None` if the field takes up neither
/// whole lines nor one part between commas.
pub(in crate::lint) fn removed(
    context: &LintContext<'_>,
    card: &LintedCard<'_>,
    key: &str,
) -> Option<Span> {
    removed_lines(context, whole(context, card, key)?)
}

/// Returns the span to delete to remove a key and its value, if there is no comment between their lines.
pub(in crate::lint) fn removed_entry(context: &LintContext<'_>, whole: Span) -> Option<Span> {
    let commented = context.text(whole).contains(" #");
    removed_lines(context, whole).filter(|_| !commented)
}

fn removed_lines(context: &LintContext<'_>, whole: Span) -> Option<Span> {
    let text = &context.sources.file(whole.file).text;
    without(text, whole.range()).map(|range| Span::new(whole.file, range))
}

fn without(text: &str, entry: Range<usize>) -> Option<Range<usize>> {
    let (start, end) = (entry.start, entry.end);
    // An alias elsewhere may refer to an anchor in this entry.
    if text.get(entry)?.contains('&') {
        return None;
    }
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let before = text[line..start].trim();
    if text[..end].ends_with('\n') {
        return before.is_empty().then_some(line..end);
    }
    let rest = text[end..].split('\n').next().unwrap_or_default();
    let next_line = (end + rest.len() + 1).min(text.len());
    let after = rest.trim();
    if let Some(comment) = rest.find('#').filter(|_| after.starts_with('#')) {
        return before.is_empty().then_some(start..end + comment);
    }
    match before.chars().next_back() {
        None => matches!(after, "" | ",").then_some(line..next_line),
        // The first field of a list item: the next field takes its place after the dash.
        Some('-') if before == "-" && after.is_empty() => {
            let next = text.get(next_line..)?.split('\n').next()?;
            let indent = next.len() - next.trim_start().len();
            let follows = next.trim_start().starts_with(char::is_alphanumeric);
            (follows && indent == start - line).then_some(start..next_line + indent)
        }
        Some(',') => Some(text[..start].rfind(',')?..end),
        Some('{') => {
            let tail = rest.trim_start().strip_prefix(',')?.trim_start();
            (!tail.is_empty() && !tail.starts_with('}'))
                .then(|| start..end + rest.len() - tail.len())
        }
        Some(_) => None,
    }
}

/// Returns the span of one item of a list field; the span of the whole list if it is written in another form.
pub(in crate::lint) fn item(
    context: &LintContext<'_>,
    card: &LintedCard<'_>,
    key: &str,
    id: &str,
) -> Option<Span> {
    let list = *card.source.places.get(key)?;
    let text = context.text(list);
    let mut at = 0;
    for part in text.split_inclusive([',', '[', ']', '\n']) {
        let start = at;
        at += part.len();
        let part = part.split('#').next().unwrap_or_default();
        let quotes = |c: char| c.is_whitespace() || ",[]\"'".contains(c);
        let behind_dash = part.trim_start_matches(quotes);
        let behind_dash = behind_dash.strip_prefix("- ").unwrap_or(behind_dash);
        let from = part.len() - behind_dash.trim_start_matches(quotes).len();
        let word = part[from..].trim_end_matches(quotes);
        if word_id(word) == id {
            let start = list.start as usize + start + from;
            return Some(Span::new(list.file, start..start + word.len()));
        }
    }
    Some(list)
}

/// Returns the span of a part of a value, if the file has the value unchanged.
pub(in crate::lint) fn part(
    context: &LintContext<'_>,
    at: Span,
    value: &str,
    part: Range<usize>,
) -> Option<Span> {
    let text = context.text(at);
    let here = |start: usize, length: usize| {
        let start = at.start as usize + start;
        Some(Span::new(at.file, start..start + length))
    };
    if let Some(start) = text.find(value) {
        return here(start + part.start, part.len());
    }
    // In a block scalar the lines are indented, so the whole value is not found. A part that occurs once is still
    // certain.
    let part = value.get(part)?;
    let mut places = text.match_indices(part);
    match (places.next(), places.next()) {
        (Some((start, _)), None) => here(start, part.len()),
        _ => None,
    }
}

/// Returns the name of a card and all its free text fields, each with its key and its span.
pub(in crate::lint) fn words<'w>(
    context: &LintContext<'w>,
    card: &LintedCard<'w>,
) -> Vec<Words<'w>> {
    let mut words = vec![Words {
        key: "name",
        text: &card.source.name,
        at: card.source.name_at,
        own: false,
    }];
    let card_type = context.game.card_types.get(&card.source.card_type);
    for field in card_type
        .into_iter()
        .flat_map(|of| context.game.fields_of(of))
    {
        if let FieldKind::Text { pattern: None, own } = &field.field.kind
            && let Some(FieldValue::Text(text)) = card.source.fields.get(field.key)
            && let Some(at) = card.source.places.get(field.key)
        {
            words.push(Words {
                key: field.key,
                text,
                at: *at,
                own: *own,
            });
        }
    }
    words
}

/// A free text field of a card.
pub(in crate::lint) struct Words<'w> {
    pub key: &'w str,
    pub text: &'w str,
    pub at: Span,
    /// `true` if every card should have its own words in this field.
    pub own: bool,
}

/// Returns the first line of a span, so that a diagnostic does not underline a whole block.
pub(in crate::lint) fn first_line(context: &LintContext<'_>, at: Span) -> Span {
    let text = context.text(at);
    let indicator = |line: &str| line.trim().starts_with(['|', '>']) || line.trim().is_empty();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !indicator(line) {
            let from = start + line.len() - line.trim_start().len();
            let at_line = at.start as usize + from;
            return Span::new(at.file, at_line..at_line + line.trim().len());
        }
        start += line.len();
    }
    at
}

#[cfg(test)]
mod tests {
    use crate::lint::support::field_spans::without;

    #[test]
    fn a_field_goes_without_anything_else() {
        let check = |before: &str, field: &str, after: &str, left: &str| {
            let text = format!("{before}{field}{after}");
            let range = before.len()..before.len() + field.len();
            let removed = without(&text, range).map(|removed| {
                let mut text = text.clone();
                text.replace_range(removed, "");
                text
            });
            assert_eq!(
                removed.as_deref(),
                Some(left).filter(|left| !left.is_empty()),
                "{text}"
            );
        };
        check("a: 1\n", "b: 2", "\nc: 3\n", "a: 1\nc: 3\n");
        check("a: 1\r\n", "b: 2", "\r\nc: 3\r\n", "a: 1\r\nc: 3\r\n");
        check("a: 1\n", "b: 2", "", "a: 1\n");
        check("  ", "b: 2", "  # why\n  c: 3\n", "  # why\n  c: 3\n");
        check("- ", "b: 2", "\n  c: 3\n", "- c: 3\n");
        check("- ", "b: 2", "\n- c: 3\n", "");
        check("- ", "b: 2", "\n", "");
        check("a: 1\n", "b: |\n  x\n  y\n", "c: 3\n", "a: 1\nc: 3\n");
        check("{ a: 1, ", "b: 2", ", c: 3 }", "{ a: 1, c: 3 }");
        check("{ a: 1, ", "b: 2", " }", "{ a: 1 }");
        check("{ ", "b: 2", ", c: 3 }", "{ c: 3 }");
        check("{ ", "b: 2", " }", "");
        check("{\n  ", "b: 2", ",\n  c: 3\n}", "{\n  c: 3\n}");
        check("a: 1\n", "b: &x 2", "\nc: *x\n", "");
    }
}

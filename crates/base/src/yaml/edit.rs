//! Converts changes of content to edits of a file.

use std::ops::Range;

use super::{Entry, Node, Scalar, Style};
use crate::source::Span;

/// The bytes to delete to remove an entry: its lines in block style; the entry and a comma in flow
/// style. `None` if something else would be deleted too, or nothing would be left of its mapping.
pub(super) fn removal(source: &str, entry: &Entry) -> Option<Span> {
    lines_of(source, entry).or_else(|| between_commas(source, entry))
}

/// The lines of an entry of a block mapping, from the start of the key's line to the start of the
/// line after the value.
fn lines_of(source: &str, entry: &Entry) -> Option<Span> {
    let key = entry.key.span;
    let before = source.get(..key.start as usize)?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    if !before.get(start..)?.trim().is_empty() {
        return None;
    }
    // An alias has the span of its anchor, which is before the key.
    let value_end = if entry.value.span.start >= key.end {
        entry.value.span.end
    } else {
        key.end
    };
    let end = value_end as usize;
    if source.get(..end)?.ends_with('\n') {
        return Some(Span::new(key.file, start..end));
    }
    let after = source.get(end..)?;
    let rest_of_line = after.split('\n').next().unwrap_or(after);
    let aliased = value_end == key.end;
    let rest = rest_of_line.trim();
    if !(rest.is_empty() || rest.starts_with('#') || (aliased && rest.starts_with(':'))) {
        return None;
    }
    let end = (end + rest_of_line.len() + 1).min(source.len());
    Some(Span::new(key.file, start..end))
}

/// An entry of a flow mapping with the comma before it, or the one after it if it is the first.
fn between_commas(source: &str, entry: &Entry) -> Option<Span> {
    let (key, value) = (entry.key.span, entry.value.span);
    if value.start < key.end {
        return None;
    }
    let before = source.get(..key.start as usize)?.trim_end();
    let after = source.get(value.end as usize..)?;
    let behind = after.trim_start();
    let (start, end) = if before.ends_with(',') && behind.starts_with(',') {
        (before.len() - 1, source.len() - behind.len())
    } else if before.ends_with(',') && behind.starts_with('}') {
        (before.len() - 1, value.end as usize)
    } else if before.ends_with('{') && behind.starts_with(',') {
        let next = behind.get(1..)?.trim_start();
        (key.start as usize, source.len() - next.len())
    } else {
        return None;
    };
    Some(Span::new(key.file, start..end))
}

/// The position and text to insert an entry after another: in block style on its own line, with the
/// same indentation.
pub(super) fn followed_by(source: &str, entry: &Entry, new: &str) -> Option<(Span, String)> {
    let (key, value) = (entry.key.span, entry.value.span);
    if value.start < key.end {
        return None;
    }
    let end = value.end as usize;
    let at = |end: usize| Span::new(key.file, end..end);
    let after = source.get(end..)?;
    if after.trim_start().starts_with([',', '}']) {
        return Some((at(end), format!(", {new}")));
    }
    let before = source.get(..key.start as usize)?;
    let line = before.get(before.rfind('\n').map_or(0, |at| at + 1)..)?;
    // The first entry of a list item is after its dash.
    if !line.chars().all(|c| matches!(c, ' ' | '-')) {
        return None;
    }
    let indent = " ".repeat(line.len());
    if source.get(..end)?.ends_with('\n') {
        return Some((at(end), format!("{indent}{new}\n")));
    }
    let rest = after.lines().next().unwrap_or_default();
    let clear = rest.trim().is_empty() || rest.trim_start().starts_with('#');
    clear.then(|| (at(end + rest.len()), format!("\n{indent}{new}")))
}

/// The edits of the file that replace ranges of a scalar's text, which must not overlap, in the
/// style of the scalar. A plain scalar that cannot hold the new text gets quotes. `None` if the
/// node is not a scalar, or if the bytes of a range are unknown, because an edit would then replace
/// the whole scalar.
pub(super) fn edits(
    source: &str,
    node: &Node,
    changes: &[(Range<usize>, &str)],
) -> Option<Vec<(Span, String)>> {
    let scalar = node.scalar()?;
    let quote = scalar.style == Style::Plain && !stays_plain(source, node, scalar, changes);
    let style = if quote {
        Style::SingleQuoted
    } else {
        scalar.style
    };
    let line_break = line_break(source, node, scalar);
    let places = node.places(source);
    let edits = changes.iter().map(|(range, text)| {
        let mut at = places.exactly(range.clone())?;
        // The end of a line is replaced together with the indentation of the next line.
        if scalar.text.get(range.clone())?.ends_with('\n') && range.end < scalar.text.len() {
            at.end = places.exactly(range.end..range.end)?.start;
        }
        Some((at, written(text, style, &line_break)))
    });
    let mut edits: Vec<(Span, String)> = edits.collect::<Option<_>>()?;
    if quote {
        let mark = |at: usize| (Span::new(node.span.file, at..at), "'".to_owned());
        let (start, end) = (node.span.range().start, node.span.range().end);
        // Merge a quote with an edit at the same position: two insertions there would conflict.
        match edits.iter_mut().find(|(at, _)| at.range().start == start) {
            Some((_, text)) => text.insert(0, '\''),
            None => edits.push(mark(start)),
        }
        match edits.iter_mut().find(|(at, _)| at.range().end == end) {
            Some((_, text)) => text.push('\''),
            None => edits.push(mark(end)),
        }
        let kept = |at: &usize| !changes.iter().any(|(range, _)| range.contains(at));
        for (at, _) in scalar.text.match_indices('\'').filter(|(at, _)| kept(at)) {
            let place = places.exactly(at..at + 1)?;
            edits.push((place, "''".to_owned()));
        }
    }
    Some(edits)
}

fn written(text: &str, style: Style, line_break: &str) -> String {
    match style {
        Style::DoubleQuoted => text
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace('\n', "\\n"),
        Style::SingleQuoted => text.replace('\'', "''").replace('\n', line_break),
        Style::Plain | Style::Literal | Style::Folded => text.replace('\n', line_break),
    }
}

/// The source text for a line break: the next line is indented like those of the scalar. If lines
/// are folded, an empty line keeps them apart.
fn line_break(source: &str, node: &Node, scalar: &Scalar) -> String {
    let range = node.span.range();
    let line_start = source
        .get(..range.start)
        .and_then(|before| before.rfind('\n'));
    let line_start = line_start.map_or(0, |at| at + 1);
    let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let filled = |text: &str| text.lines().find(|line| !line.trim().is_empty()).map(depth);
    let below = source
        .get(range.clone())
        .and_then(|written| written.split_once('\n'))
        .and_then(|(_, below)| filled(below));
    let block = matches!(scalar.style, Style::Literal | Style::Folded);
    let indent = match below {
        Some(depth) if block => depth.saturating_sub(filled(&scalar.text).unwrap_or(0)),
        Some(depth) => depth,
        None => source.get(line_start..range.start).map_or(0, depth) + 2,
    };
    let breaks = if scalar.style == Style::Literal {
        "\n"
    } else {
        "\n\n"
    };
    breaks.to_owned() + &" ".repeat(indent)
}

/// Returns whether the new text can replace the old one without quotes.
fn stays_plain(
    source: &str,
    node: &Node,
    scalar: &Scalar,
    changes: &[(Range<usize>, &str)],
) -> bool {
    let mut text = scalar.text.to_string();
    let mut changes: Vec<&(Range<usize>, &str)> = changes.iter().collect();
    changes.sort_by_key(|(range, _)| range.start);
    for (range, new) in changes.into_iter().rev() {
        if text.get(range.clone()).is_none() {
            return true;
        }
        text.replace_range(range.clone(), new);
    }
    let marks = [
        '-', '?', ':', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@',
        '`',
    ];
    let in_flow = source
        .get(node.span.range().end..)
        .and_then(next_sign)
        .is_some_and(|sign| matches!(sign, ',' | ']' | '}'));
    !(text.is_empty()
        || text.starts_with(marks)
        || text.starts_with(char::is_whitespace)
        || text.ends_with(char::is_whitespace)
        || text.ends_with(':')
        || [": ", ":\n", " #", "\n#"]
            .iter()
            .any(|mark| text.contains(mark))
        || (in_flow && text.contains([',', '[', ']', '{', '}'])))
}

/// The first character that is neither white space nor in a comment.
fn next_sign(text: &str) -> Option<char> {
    text.lines()
        .filter_map(|line| {
            let line = line.trim_start();
            line.chars().next().filter(|sign| *sign != '#')
        })
        .next()
}

#[cfg(test)]
mod tests {
    use crate::source::FileId;
    use crate::yaml::{self, Value};

    /// Replaces `old` by `new` in the text of `effect`, in the file.
    #[track_caller]
    fn check(before: &str, old: &str, new: &str, after: &str) {
        let (documents, found) = yaml::read(FileId(0), before);
        assert_eq!(found, [], "{before}");
        let root = documents[0].root.as_deref().expect("a document");
        let Value::Mapping(entries) = &root.value else {
            panic!("no mapping: {before}")
        };
        let is_effect = |key: &str| key == "effect";
        let entry = entries
            .iter()
            .find(|entry| entry.key.scalar().is_some_and(|key| is_effect(&key.text)))
            .expect("an effect");
        let text = &entry.value.scalar().expect("a text").text;
        let at = text.find(old).expect("the old text");
        let mut edits = entry
            .value
            .edits(before, &[(at..at + old.len(), new)])
            .expect("edits");
        edits.sort_by_key(|(at, _)| (at.start, at.end));
        let mut file = before.to_owned();
        for (at, text) in edits.into_iter().rev() {
            file.replace_range(at.range(), &text);
        }
        assert_eq!(file, after);
        let (documents, found) = yaml::read(FileId(0), &file);
        assert_eq!(found, [], "{file}");
        let root = documents[0].root.as_deref().expect("a document");
        let Value::Mapping(entries) = &root.value else {
            panic!("no mapping: {file}")
        };
        let now = entries.iter().find_map(|entry| {
            let key = entry.key.scalar()?;
            is_effect(&key.text).then(|| entry.value.scalar().map(|text| text.text.to_string()))?
        });
        assert_eq!(now, Some(text.replacen(old, new, 1)), "{file}");
    }

    #[test]
    fn a_change_is_written_in_the_style_of_the_scalar() {
        check(
            "effect: |\n  a b\n  c\n",
            "b",
            "\"x\"",
            "effect: |\n  a \"x\"\n  c\n",
        );
        check(
            "effect: |\n  a b\n",
            "b",
            "x\n- y",
            "effect: |\n  a x\n  - y\n",
        );
        check(
            "effect: |2\n    a b\n",
            "b",
            "x\ny",
            "effect: |2\n    a x\n  y\n",
        );
        check(
            "effect: >\n   a b\n   c\n",
            "b",
            "x\ny",
            "effect: >\n   a x\n\n   y\n   c\n",
        );
        check(
            "effect: \"a b\"\n",
            "b",
            "\"x\"\n\\",
            "effect: \"a \\\"x\\\"\\n\\\\\"\n",
        );
        check("effect: 'a b'\n", "b", "it's", "effect: 'a it''s'\n");
        check(
            "{a: 1, effect: 'a b'}\n",
            "b",
            "x\ny",
            "{a: 1, effect: 'a x\n\n  y'}\n",
        );
        check("effect: a b\n", "b", "x, \"y\"", "effect: a x, \"y\"\n");
    }

    /// Removes the entry `b`.
    #[track_caller]
    fn removed(before: &str, after: Option<&str>) {
        let (documents, found) = yaml::read(FileId(0), before);
        assert_eq!(found, [], "{before}");
        let root = documents[0].root.as_deref().expect("a document");
        let Value::Mapping(entries) = &root.value else {
            panic!("no mapping: {before}")
        };
        let entry = entries
            .iter()
            .find(|entry| entry.key.scalar().is_some_and(|key| key.text == "b"))
            .expect("the entry");
        let at = entry.removal(before);
        let left = at.map(|at| {
            let mut left = before.to_owned();
            left.replace_range(at.range(), "");
            left
        });
        assert_eq!(left.as_deref(), after, "{before}");
    }

    #[test]
    fn an_entry_goes_with_its_lines_or_its_comma() {
        removed("a: 1\nb: 2 # c\nd: 3\n", Some("a: 1\nd: 3\n"));
        removed("a: 1\nb: |\n  x\nd: 3\n", Some("a: 1\nd: 3\n"));
        removed("a: 1\r\nb:\r\n  - 2\r\nd: 3\r\n", Some("a: 1\r\nd: 3\r\n"));
        removed("a: &x 1\nb: *x\nd: 3\n", Some("a: &x 1\nd: 3\n"));
        removed("a: 1\nb:\nd: 3\n", Some("a: 1\nd: 3\n"));
        removed("a: 1\nb: 2", Some("a: 1\n"));
        removed("{ a: 1, b: 2, c: 3 }\n", Some("{ a: 1, c: 3 }\n"));
        removed("{ a: 1, b: , c: 3 }\n", Some("{ a: 1, c: 3 }\n"));
        removed("{ a: 1, b: [2, 3] }\n", Some("{ a: 1 }\n"));
        removed("{ b: 2,\n c: 3 }\n", Some("{ c: 3 }\n"));
        removed("{ b: 2 }\n", None);
        removed("{ a: 1, # one\n b: 2 }\n", None);
    }

    /// Inserts `x: 1` after the first entry.
    #[track_caller]
    fn followed(before: &str, after: Option<&str>) {
        let (documents, found) = yaml::read(FileId(0), before);
        assert_eq!(found, [], "{before}");
        let mut root = documents[0].root.as_deref().expect("a document");
        if let Value::Sequence(items) = &root.value {
            root = &items[0];
        }
        let Value::Mapping(entries) = &root.value else {
            panic!("no mapping: {before}")
        };
        let new = entries[0].followed_by(before, "x: 1").map(|(at, text)| {
            let mut new = before.to_owned();
            new.insert_str(at.range().start, &text);
            new
        });
        assert_eq!(new.as_deref(), after, "{before}");
    }

    #[test]
    fn an_entry_is_written_behind_another() {
        followed("a: 1\nb: 2\n", Some("a: 1\nx: 1\nb: 2\n"));
        followed("- a: 1 # c\n  b: 2\n", Some("- a: 1 # c\n  x: 1\n  b: 2\n"));
        followed("a: |\n  t\nb: 2\n", Some("a: |\n  t\nx: 1\nb: 2\n"));
        followed("a: 1", Some("a: 1\nx: 1"));
        followed("{ a: 1, b: 2 }", Some("{ a: 1, x: 1, b: 2 }"));
        followed("- {a: 1}\n", Some("- {a: 1, x: 1}\n"));
        followed("? a\n: 1\n", None);
    }

    #[test]
    fn a_plain_scalar_gets_quotes_where_it_needs_them() {
        check("effect: a b # c\n", "a", "x: a", "effect: 'x: a b' # c\n");
        check("effect: it's b\n", "b", "x: y", "effect: 'it''s x: y'\n");
        check("effect: a b\n", "a", "\"a\"", "effect: '\"a\" b'\n");
        check("effect: a b\n", "a b", "*a* b", "effect: '*a* b'\n");
        check(
            "effect:\n  it's a\n  b\n",
            "b",
            "x: y",
            "effect:\n  'it''s a\n  x: y'\n",
        );
        check("{effect: a b}\n", "b", "x, y", "{effect: 'a x, y'}\n");
        check(
            "{\n  effect: a b # c\n  # d\n}\n",
            "b",
            "x, y",
            "{\n  effect: 'a x, y' # c\n  # d\n}\n",
        );
        check("effect: a, b\n", "b", "x", "effect: a, x\n");
    }
}

//! Detects the form in which the lines of a zone are written, and makes the edits of each form.

use super::layout;
use crate::diagnostic::Edit;
use crate::kingdom::Line;
use crate::kingdom::zone_lines::entry_in;
use crate::source::Span;
use crate::yaml::{Entry, Node, Style, Value};

/// The form in which the lines of a zone are written.
pub(super) enum Layout<'n> {
    /// `{ Pikeman: 3 }`
    Mapping(&'n [Entry]),
    /// `[Pikeman, 3 Archer, Griffin: 2]`
    Items(Vec<&'n Node>),
    /// The lines of a text, as spans without line breaks.
    Text(Vec<Span>),
    /// One name.
    Name(&'n Node),
}

/// Returns the layout of a zone if its lines can be edited one by one.
pub(super) fn layout<'n>(source: &str, entry: &'n Entry) -> Option<Layout<'n>> {
    let within = |node: &Node| node.span.start >= entry.key.span.end;
    match &entry.value.value {
        _ if !within(&entry.value) => None,
        Value::Mapping(entries) => Some(Layout::Mapping(entries)),
        Value::Sequence(items) => {
            let one_line = |node: &&Node| {
                within(node)
                    && match &node.value {
                        Value::Scalar(scalar) => !scalar.text.trim_end().contains('\n'),
                        Value::Mapping(entries) => entries.len() == 1,
                        Value::Sequence(_) => false,
                    }
            };
            let nodes: Vec<&Node> = items.iter().collect();
            nodes.iter().all(one_line).then_some(Layout::Items(nodes))
        }
        Value::Scalar(scalar) if scalar.style == Style::Literal => {
            text_lines(source, &entry.value).map(Layout::Text)
        }
        Value::Scalar(scalar) if scalar.text.trim().contains('\n') => None,
        Value::Scalar(_) if entry.value.is_null() => None,
        Value::Scalar(_) => Some(Layout::Name(&entry.value)),
    }
}

/// Returns the spans of the entries in the lines of a literal block.
fn text_lines(source: &str, node: &Node) -> Option<Vec<Span>> {
    let text = &node.scalar()?.text;
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        let entry = entry_in(line);
        if !entry.is_empty() {
            lines.push(node.place_in(source, start + entry.start..start + entry.end));
        }
        start += line.len() + 1;
    }
    Some(lines)
}

impl Layout<'_> {
    pub fn len(&self) -> usize {
        match self {
            Layout::Mapping(entries) => entries.len(),
            Layout::Items(items) => items.len(),
            Layout::Text(lines) => lines.len(),
            Layout::Name(_) => 1,
        }
    }

    /// Adapts new lines to this form: in a list of names without counts, a name is repeated for each copy.
    pub fn spread(&self, new: Vec<(String, u64)>) -> Vec<(String, u64)> {
        let Layout::Items(items) = self else {
            return new;
        };
        let numbered = |item: &&Node| {
            let text = item.scalar().map(|scalar| scalar.text.trim_start());
            text.is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit()))
        };
        if have_keys(items) || items.iter().any(numbered) {
            return new;
        }
        let each = new.into_iter().flat_map(|(name, count)| {
            let copies = usize::try_from(count).unwrap_or(0);
            std::iter::repeat_n((name, 1), copies)
        });
        each.collect()
    }

    /// Changes the count of a line. Returns `None` if the line has no written count.
    pub fn counted(&self, number: usize, line: &Line, count: u64) -> Option<Edit> {
        if let Layout::Text(_) = self
            && line.count_at == line.name_at
        {
            return Some(Edit {
                at: line.name_at,
                text: layout::line(&line.name, count),
            });
        }
        let written = match self {
            Layout::Mapping(entries) => {
                let value = &entries.get(number)?.value;
                value.scalar().is_some() && value.span == line.count_at
            }
            _ => line.count_at != line.name_at,
        };
        written.then(|| Edit {
            at: line.count_at,
            text: count.to_string(),
        })
    }

    /// Replaces a line.
    pub fn replaced(&self, source: &str, number: usize, name: &str, count: u64) -> Option<Edit> {
        let (at, text) = match self {
            Layout::Mapping(entries) => {
                let entry = entries.get(number)?;
                let at = entry.key.span.to(entry.value.span);
                let simple = entry.value.span.start >= entry.key.span.end;
                let between = source.get(entry.key.span.range().end..at.range().end)?;
                let (gap, _) = between.split_at(between.len() - entry.value.span.range().len());
                let text = format!("{}{gap}{count}", layout::scalar(name));
                (simple.then_some(at)?, text)
            }
            Layout::Items(items) => (items.get(number)?.span, new_item(items, name, count)),
            Layout::Text(lines) => (*lines.get(number)?, layout::line(name, count)),
            Layout::Name(node) => (node.span, layout::item(name, count)),
        };
        Some(Edit { at, text })
    }

    /// Removes a line.
    pub fn removed(&self, source: &str, number: usize) -> Option<Edit> {
        let at = match self {
            Layout::Mapping(entries) => entries.get(number)?.removal(source)?,
            Layout::Items(items) => item(source, items.get(number)?)?,
            Layout::Text(lines) => whole_line(source, *lines.get(number)?)?,
            Layout::Name(_) => return None,
        };
        let text = String::new();
        Some(Edit { at, text })
    }

    /// Inserts new lines after a line.
    pub fn followed(&self, source: &str, number: usize, new: &[(String, u64)]) -> Option<Edit> {
        match self {
            Layout::Mapping(entries) => {
                let entry = entries.get(number)?;
                let mut place = None;
                let mut all = String::new();
                for (name, count) in new {
                    let (at, text) = entry.followed_by(source, &layout::entry(name, *count))?;
                    place = Some(at);
                    all.push_str(&text);
                }
                Some(Edit {
                    at: place?,
                    text: all,
                })
            }
            Layout::Items(items) => {
                let node = items.get(number)?;
                let before = source.get(..node.span.start as usize)?;
                let line = before.get(before.rfind('\n').map_or(0, |at| at + 1)..)?;
                // In block style, each item follows a dash.
                let lead = if line.trim() == "-" {
                    format!("\n{line}")
                } else {
                    ", ".to_owned()
                };
                let each = new.iter();
                let each =
                    each.map(|(name, count)| format!("{lead}{}", new_item(items, name, *count)));
                let end = node.span.end as usize;
                Some(Edit {
                    at: Span::new(node.span.file, end..end),
                    text: each.collect(),
                })
            }
            Layout::Text(lines) => {
                let at = *lines.get(number)?;
                let start = at.start as usize;
                let before = source.get(..start)?;
                let lead = before.get(before.rfind('\n').map_or(0, |at| at + 1)..)?;
                // A new line gets the bullet of the line above, but no line number.
                let lead = lead.split(char::is_numeric).next()?;
                let each = new.iter();
                let each =
                    each.map(|(name, count)| format!("\n{lead}{}", layout::line(name, *count)));
                // Insert after the comment of the line.
                let rest = source.get(at.end as usize..)?.lines().next();
                let end = at.end as usize + rest.unwrap_or_default().trim_end().len();
                Some(Edit {
                    at: Span::new(at.file, end..end),
                    text: each.collect(),
                })
            }
            Layout::Name(_) => None,
        }
    }
}

/// Returns whether the items of a list are written as `- Pikeman: 3`.
fn have_keys(items: &[&Node]) -> bool {
    let has_key = |item: &&Node| matches!(item.value, Value::Mapping(_));
    items.iter().any(has_key)
}

fn new_item(items: &[&Node], name: &str, count: u64) -> String {
    match have_keys(items) {
        true => layout::entry(name, count),
        false => layout::item(name, count),
    }
}

/// Returns the span of an item of a list with its dash and line, or with its comma.
fn item(source: &str, node: &Node) -> Option<Span> {
    let (start, end) = (node.span.start as usize, node.span.end as usize);
    let before = source.get(..start)?;
    let line = before.get(before.rfind('\n').map_or(0, |at| at + 1)..)?;
    if line.trim() == "-" {
        return whole_line(source, node.span);
    }
    let before = before.trim_end();
    let after = source.get(end..)?.trim_start();
    let (start, end) = if before.ends_with(',') {
        (before.len() - 1, end)
    } else if before.ends_with('[') && after.starts_with(',') {
        let next = after.get(1..)?.trim_start();
        (start, source.len() - next.len())
    } else {
        return None;
    };
    Some(Span::new(node.span.file, start..end))
}

/// Returns the line at a span, with its line break and the comment at its end.
fn whole_line(source: &str, at: Span) -> Option<Span> {
    let start = source.get(..at.start as usize)?.rfind('\n')? + 1;
    let rest = source.get(at.end as usize..)?;
    let end = rest
        .find('\n')
        .map_or(source.len(), |end| at.end as usize + end + 1);
    Some(Span::new(at.file, start..end))
}

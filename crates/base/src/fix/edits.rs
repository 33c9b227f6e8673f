//! Applies edits to texts and maps positions to the result.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::Texts;
use crate::diagnostic::{Edit, Fix};
use crate::source::{FileId, Span};

/// Returns whether two edits conflict: they share a byte, or they insert at the same position,
/// where their order is undefined.
pub fn overlap(a: Span, b: Span) -> bool {
    a.file == b.file
        && ((a.start < b.end && b.start < a.end)
            || (a.start == b.start && (a.start == a.end) == (b.start == b.end)))
}

/// Returns the text with some edits applied; `None` if two of them overlap.
pub fn edited(text: &str, edits: &[Edit]) -> Option<String> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let mut written = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        let Range { start, end } = edit.at.range();
        written.push_str(text.get(done..start)?);
        written.push_str(&edit.text);
        done = end;
    }
    written.push_str(text.get(done..)?);
    Some(written)
}

/// Texts with edits applied.
#[derive(Clone, Debug)]
pub struct Applied {
    pub texts: Texts,
    changes: BTreeMap<FileId, Vec<Change>>,
}

/// A range before and after an edit.
#[derive(Clone, Debug)]
struct Change {
    before: Range<u32>,
    after: Range<u32>,
}

/// Applies all edits of the fixes, which must not overlap. Inserted lines get the line ending of
/// the text around them.
pub fn apply(texts: &Texts, fixes: &[&Fix]) -> Applied {
    let mut edits: BTreeMap<FileId, Vec<(Span, &str)>> = BTreeMap::new();
    for edit in fixes.iter().flat_map(|fix| &fix.edits) {
        let of_file = edits.entry(edit.at.file).or_default();
        of_file.push((edit.at, &edit.text));
    }
    let mut applied = Applied {
        texts: texts.clone(),
        changes: BTreeMap::new(),
    };
    for (file, mut edits) in edits {
        let Some(text) = applied.texts.get_mut(&file) else {
            continue;
        };
        // An insertion comes before a replacement that begins at the same position.
        edits.sort_by_key(|(at, _)| (at.start, at.end));
        let mut out = String::with_capacity(text.len());
        let mut changes = Vec::with_capacity(edits.len());
        let mut end = 0;
        for (at, new) in edits {
            let range = at.range();
            out.push_str(text.get(end..range.start).unwrap_or_default());
            let start = out.len();
            out.push_str(&with_line_ends_of(text, new));
            changes.push(Change {
                before: at.start..at.end,
                after: start as u32..out.len() as u32,
            });
            end = range.end;
        }
        out.push_str(text.get(end..).unwrap_or_default());
        *text = out.into();
        applied.changes.insert(file, changes);
    }
    applied
}

/// Returns a new part of a text, with the line ends of the text.
pub fn with_line_ends_of<'n>(text: &str, new: &'n str) -> Cow<'n, str> {
    if !new.contains('\n') || !text.contains("\r\n") {
        return Cow::Borrowed(new);
    }
    Cow::Owned(new.replace("\r\n", "\n").replace('\n', "\r\n"))
}

impl Applied {
    /// Returns the current position of a span, including changes inside it. `None` if a change
    /// crosses one of its ends.
    pub fn now(&self, at: Span) -> Option<Span> {
        let mut moved = (i64::from(at.start), i64::from(at.end));
        for change in self.changes.get(&at.file).into_iter().flatten() {
            let longer = i64::from(change.after.end - change.after.start)
                - i64::from(change.before.end - change.before.start);
            if change.before.end <= at.start {
                moved.0 += longer;
                moved.1 += longer;
            } else if at.start <= change.before.start && change.before.end <= at.end {
                moved.1 += longer;
            } else if change.before.start < at.end {
                return None;
            }
        }
        Some(Span {
            file: at.file,
            start: u32::try_from(moved.0).ok()?,
            end: u32::try_from(moved.1).ok()?,
        })
    }

    /// Returns the current position of a span; `None` if something inside it changed.
    pub fn untouched(&self, at: Span) -> Option<Span> {
        let mut changes = self.changes.get(&at.file).into_iter().flatten();
        let touched = changes.any(|change| {
            let change = Span {
                file: at.file,
                start: change.before.start,
                end: change.before.end,
            };
            overlap(at, change)
        });
        if touched { None } else { self.now(at) }
    }

    /// Returns whether a span of the new texts contains a byte that an edit wrote, or a position
    /// where an edit removed text.
    pub fn is_written(&self, at: Span) -> bool {
        let mut changes = self.changes.get(&at.file).into_iter().flatten();
        changes.any(|change| {
            let (start, end) = (change.after.start, change.after.end);
            if start == end || at.start == at.end {
                (at.start < start && end < at.end) || (start <= at.start && at.end <= end)
            } else {
                at.start < end && start < at.end
            }
        })
    }
}

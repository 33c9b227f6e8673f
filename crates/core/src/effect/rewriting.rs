//! Lines in which edits replaced words of the author: a diagnostic about such a line is moved to the words as they were
//! written.

use std::ops::Range;

use super::ir;
use super::lower::LoweredLine;
use super::parse::lines::{self, Line};
use super::word_diff::differences;
use crate::diagnostic::{Code, Diagnostic, Place};

/// A line in which edits replaced words of the author.
pub(super) struct Rewriting {
    pub text: String,
    /// Offset of the line in the whole text.
    at: usize,
    /// What was replaced in the line, and by how many bytes, in order.
    edits: Vec<(Range<usize>, usize)>,
}

impl Rewriting {
    /// Applies the first fix of each diagnostic. `None` if there is none, or if two of them overlap.
    pub fn new(line: &str, at: usize, diagnostics: &[&Diagnostic<Place>]) -> Option<Self> {
        let mut edits = Vec::new();
        for diagnostic in diagnostics {
            for edit in &diagnostic.fixes.first()?.edits {
                let Place::Text(range) = &edit.at else {
                    return None;
                };
                let range = range.start.checked_sub(at)?..range.end.checked_sub(at)?;
                edits.push((range, edit.text.clone()));
            }
        }
        Rewriting::of(line, at, edits)
    }

    /// Applies edits of a line. `None` if two of them overlap.
    pub fn of(line: &str, at: usize, mut edits: Vec<(Range<usize>, String)>) -> Option<Self> {
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        let mut text = String::with_capacity(line.len());
        let mut replaced = Vec::with_capacity(edits.len());
        let mut end = 0;
        for (range, by) in &edits {
            text.push_str(line.get(end..range.start)?);
            text.push_str(by);
            end = range.end;
            // Words that an edit repeats keep their places.
            for (old, new) in differences(line.get(range.clone())?, by) {
                replaced.push((range.start + old.start..range.start + old.end, new.len()));
            }
        }
        text.push_str(line.get(end..)?);
        Some(Rewriting {
            text,
            at,
            edits: replaced,
        })
    }

    /// The rewriting of a line to another, in which words that both have keep their places.
    pub fn between(line: &str, text: String, at: usize) -> Self {
        let replaced = differences(line, &text);
        let edits = replaced.into_iter().map(|(old, new)| (old, new.len()));
        let edits = edits.collect();
        Rewriting { text, at, edits }
    }

    /// Returns whether no words were replaced.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Lowers the rewritten line. The spans of the result are those of the words that the author wrote.
    pub fn lowered(
        &self,
        lower: impl FnOnce(&Line<'_>) -> Option<LoweredLine>,
    ) -> Option<LoweredLine> {
        let lines = lines::lines(&self.text);
        let [rewritten] = lines.as_slice() else {
            return None;
        };
        let mut lowered = lower(rewritten)?;
        let as_written = |start, end| self.as_written(start, end);
        if let Some(ability) = &mut lowered.ability {
            ir::place(ability, &as_written);
        }
        let found = lowered.diagnostics.into_iter();
        lowered.diagnostics = found
            .map(|found| {
                found.map(|place| match place {
                    Place::Text(at) => {
                        let (start, end) = as_written(at.start as u32, at.end as u32);
                        Place::Text(start as usize..end as usize)
                    }
                    Place::File(span) => Place::File(span),
                })
            })
            .collect();
        Some(lowered)
    }

    /// Returns whether a diagnostic is about words that were replaced.
    pub fn is_told_by(&self, diagnostics: &[Diagnostic<Place>]) -> bool {
        diagnostics.iter().any(|found| match &found.primary.at {
            Place::Text(at) => self
                .edits
                .iter()
                .any(|(range, _)| at.start < self.at + range.end && self.at + range.start < at.end),
            Place::File(_) => false,
        })
    }

    /// Asks whether a name means the card itself, for which `instead` are the words, or any card of that name.
    pub fn asked(&self, name: &str, instead: &str) -> LoweredLine {
        let first = self.edits.first().map(|(range, _)| range);
        let at = first.map(|range| self.at + range.start..self.at + range.end);
        let ask = |at| {
            let message =
                format!("ambiguous: does {name} mean this card, or any card of that name?");
            let label = "the name of this card";
            Diagnostic::new(Code::TwoReadings, Place::Text(at), message, label).help(format!(
                "write `{instead}` for the card itself, or `a \"{name}\"` or `each \"{name}\"` for any"
            ))
        };
        LoweredLine {
            ability: None,
            diagnostics: at.map(ask).into_iter().collect(),
        }
    }

    /// Returns the span in the whole text of words of the rewritten line. Of a replacement, that is what it replaced.
    pub fn as_written(&self, start: u32, end: u32) -> (u32, u32) {
        let place = |offset: usize, is_end: bool| {
            let mut by = 0isize;
            for (range, length) in &self.edits {
                let from = range.start.wrapping_add_signed(by);
                if offset < from || offset == from && is_end {
                    break;
                }
                if offset < from + length || offset == from + length && is_end {
                    return self.at + if is_end { range.end } else { range.start };
                }
                by += *length as isize - range.len() as isize;
            }
            self.at + offset.wrapping_add_signed(-by)
        };
        (
            place(start as usize, false) as u32,
            place(end as usize, true) as u32,
        )
    }
}

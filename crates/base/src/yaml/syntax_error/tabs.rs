//! Explains tabs in indentation.

use std::ops::Range;

use super::{ErrorSite, Recovery, indent_by};
use crate::diagnostic::{Edit, Safety};
use crate::yaml::Style;
use crate::yaml::lines::{Line, Parts, WHITE};

impl ErrorSite<'_> {
    /// Tabs in indentation. Consecutive lines are one error.
    pub(super) fn tabs(&self) -> Option<Recovery> {
        let mut line = self.line.clone();
        while line.is_blank() || !self.has_tab(&line) {
            line = line.next(self.text)?;
        }
        let above = line.filled_above(self.text);
        let opens = above.as_ref().is_some_and(|above| {
            self.text[above.indent..above.end]
                .trim_end_matches(WHITE)
                .ends_with([':', '|', '>', '-', '+'])
        });
        // After `- name: Angel`, a line without a dash is aligned with `name`.
        let is_entry = self.text[line.indent..line.end].starts_with("- ");
        let inside = above.as_ref().filter(|_| !is_entry);
        let inside = inside.map_or(0, |above| {
            let parts = Parts::of(self.text, above);
            parts.column(above).saturating_sub(above.column())
        });
        // The line above, such as `traits: fire`, if its value continues on the line with the tab.
        let field = above.as_ref().filter(|above| {
            let parts = Parts::of(self.text, above);
            let is_more = Parts::of(self.text, &line).key.is_none() && !is_entry;
            is_more && !opens && parts.key.is_some()
        });
        let deeper = if opens || field.is_some() { 2 } else { 0 };
        let column = above.as_ref().map_or(0, Line::column) + inside + deeper;
        let width = line.column();
        let text = match &self.stop.scalar {
            Some((text, Style::Literal | Style::Folded)) => Some(Line::at(self.text, text.start)),
            _ => None,
        };
        let key = text.map(|header| Parts::of(self.text, &header).column(&header));
        let tabs = self.tabs_of(&line);
        // Skip a field whose value continues below: it is unclear which lines belong to the value.
        let mut leave_out: Vec<Range<usize>> = field.map(Line::content).into_iter().collect();
        let mut edits = Vec::new();
        let mut safety = Safety::Safe;
        let (mut last, mut last_column) = (line.clone(), column);
        let mut next = Some(line.clone());
        while let Some(line) = next.filter(|line| self.has_tab(line) && !line.is_blank()) {
            let mut column = (column + 2 * line.column()).saturating_sub(2 * width);
            // A known key ends the block scalar: it is indented like the key of the scalar.
            if let Some(key) = key.filter(|_| self.has_known_key(&line)) {
                column = key;
                safety = Safety::Unsafe;
            }
            edits.push(Edit {
                at: self.span(line.start..line.indent),
                text: " ".repeat(column),
            });
            leave_out.extend((line.start..line.indent).map(|at| at..at + 1));
            next = line.next(self.text);
            (last, last_column) = (line, column);
        }
        // Each skipped tab becomes one space. If the lines around then have matching indentation, no
        // line is lost. Otherwise, skip the lines with tabs, and keep those indented with spaces.
        let outer = above.as_ref().map_or(0, Line::column);
        let agrees = |line: &Line| line.column() == width || line.column() <= outer;
        let below = last.filled_below(self.text);
        let spoils = below.is_some_and(|below| opens && !agrees(&below));
        // Do not skip lines of a `|` text: an incomplete text would be worse than a missing one.
        if key.is_none() && (spoils || !opens && outer != width) {
            let mut next = Some(line.clone());
            while let Some(line) = next.filter(|line| line.start <= last.start) {
                leave_out.push(line.content());
                next = line.next(self.text);
            }
            // Also skip the lines below that are indented more than the last line with a tab.
            let below = last.below(self.text, last_column);
            leave_out.extend(below.into_iter().map(|line| line.content()));
        }
        let title = match key.filter(|_| self.has_known_key(&line)) {
            Some(key) => indent_by(key),
            None => "indent with spaces".to_owned(),
        };
        let diagnostic = self
            .finding(
                tabs,
                "a line is indented with a tab",
                "YAML only allows spaces for indentation",
            )
            .fix_all(safety, title, edits);
        Some(self.mistake(diagnostic, leave_out))
    }

    pub(super) fn has_tab(&self, line: &Line) -> bool {
        self.text[line.start..line.indent].contains('\t')
    }

    /// The tabs in the indentation of a line, from the first to the last.
    fn tabs_of(&self, line: &Line) -> Range<usize> {
        let indentation = &self.text[line.start..line.indent];
        let first = indentation.find('\t').unwrap_or(0);
        let last = indentation.rfind('\t').map_or(first, |last| last + 1);
        line.start + first..line.start + last
    }
}

//! Explains comments in the middle of a value, and comments without a space before `#`.

use std::ops::Range;

use super::{ErrorSite, Recovery};
use crate::diagnostic::Safety;
use crate::yaml::lines::{Line, Parts};

impl ErrorSite<'_> {
    /// A text that continues after a comment.
    pub(super) fn comment_inside(&self) -> Option<Recovery> {
        let comment = self.stop.at..self.line.end;
        let (scalar, _) = self.stop.scalar.as_ref()?;
        let first = Line::at(self.text, scalar.start.min(self.stop.at));
        Some(self.comment_in_text(comment, &first))
    }

    pub(super) fn comment_in_text(&self, comment: Range<usize>, first: &Line) -> Recovery {
        let parts = Parts::of(self.text, first);
        if let Some(mistake) = self.comment_among_rows(&comment, first, &parts) {
            return mistake;
        }
        let behind_mark = self.text[parts.value.clone()].starts_with(['|', '>']);
        let diagnostic = self
            .finding(
                comment,
                "a comment in the middle of a text",
                "the text continues on the next line",
            )
            .help(match behind_mark {
                true => "move the comment above the text, or indent it if it is part of the text",
                false => "move the comment above the text, or put the text after `|` if `#` is part of it",
            });
        self.mistake(diagnostic, self.line_with(first, &parts))
    }

    /// A text that begins below its key and has a line that begins with `#`: an area diagram
    /// without its `|`.
    fn comment_among_rows(
        &self,
        comment: &Range<usize>,
        first: &Line,
        parts: &Parts,
    ) -> Option<Recovery> {
        let header = first
            .filled_above(self.text)
            .filter(|_| parts.key.is_none() && parts.dash.is_none())?;
        let above = Parts::of(self.text, &header);
        let column = above.column(&header);
        let key = above.key.clone().filter(|_| column < first.column())?;
        let name = above.name(self.text)?;
        let colon = key.end + self.text.get(key.end..header.end)?.find(':')? + 1;
        if !above.value.is_empty() {
            return None;
        }
        let diagnostic = self
            .finding(
                comment.clone(),
                format!("a line of `{name}` begins with `#`, which makes it a comment"),
                "the text continues on the next line",
            )
            .help("write `|` after the key, or move the comment above it")
            .fix(
                Safety::Unsafe,
                "write `|` after the key",
                self.span(colon..colon),
                " |",
            );
        Some(self.mistake(diagnostic, self.line_with(&header, &above)))
    }

    /// `"Angel"# a comment`
    pub(super) fn glued_comment(&self) -> Recovery {
        let at = self.stop.at..self.stop.at + 1;
        let insert = self.span(at.start..at.start);
        let comment = at.start..self.line.end;
        self.mistake(
            self.finding(
                at.clone(),
                "missing space before the comment",
                "a comment needs a space before its `#`",
            )
            .fix(Safety::Safe, "write a space before the `#`", insert, " "),
            // Without the comment the line is valid.
            vec![comment],
        )
    }
}

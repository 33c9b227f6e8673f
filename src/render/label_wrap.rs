//! A writer for codespan that wraps long labels and prints the severity `suggestion`, which
//! codespan lacks.
//!
//! codespan writes a label on one line, however long it is. The writer tracks the column and
//! continues long labels on the next line, inside the borders of the drawing.

use std::io;
use std::ops::Range;

use codespan_reporting::diagnostic::{LabelStyle, Severity};
use codespan_reporting::term::{Chars, WriteStyle};
use textwrap::core::display_width;

use super::at_spaces;

/// A label with fewer columns than this after its carets is written below them.
const NARROW: usize = 24;

pub(super) struct LabelWrapper<'d, W> {
    style: W,
    /// The name of a severity that codespan lacks.
    name: &'static str,
    /// The word to be replaced, after the start of a header.
    pending: Option<&'static [u8]>,
    /// The labels of the drawing.
    labels: Vec<&'d str>,
    /// Maximum width of lines, in columns.
    width: usize,
    /// The width of line numbers, in columns.
    numbers: usize,
    /// The number of columns written on the current line.
    column: usize,
    /// The style of the label that is being written.
    label: Option<(Severity, LabelStyle)>,
    /// The columns of the last carets.
    carets: Range<usize>,
    /// The number of spaces held back, so that no line ends with spaces.
    spaces: usize,
}

impl<'d, W: WriteStyle> LabelWrapper<'d, W> {
    pub fn new(
        style: W,
        name: &'static str,
        labels: Vec<&'d str>,
        width: usize,
        numbers: usize,
    ) -> Self {
        LabelWrapper {
            style,
            name,
            pending: None,
            labels,
            width,
            numbers,
            column: 0,
            label: None,
            carets: 0..0,
            spaces: 0,
        }
    }

    pub fn into_inner(self) -> W {
        self.style
    }

    /// Writes a label on as many lines as it needs: after its carets, or below them if there is
    /// more room.
    fn label(&mut self, text: &str, severity: Severity, style: LabelStyle) -> io::Result<()> {
        let width = self.width;
        let lines = |from: usize| {
            let options = at_spaces(width.saturating_sub(from), text).break_words(false);
            textwrap::wrap(text, options)
        };
        let narrow = self.width < self.column + NARROW;
        // There is one space between carets and their label.
        let start = match self.carets.end + 1 == self.column {
            true => self.carets.start,
            false => self.column,
        };
        // Below the carets, a label has at least half of the line.
        let room = display_width(text).min(width / 2);
        let below = start.min(width - room).max(self.numbers + 3);
        let under = narrow || (lines(self.column).len() > 2 && below < self.column);
        let from = if under { below } else { self.column };
        match under {
            true => self.spaces = 0,
            false => self.spaces()?,
        }
        for (at, line) in lines(from).iter().enumerate() {
            if at > 0 || under {
                self.next_line(from, severity, style)?;
            }
            self.style.write_all(line.as_bytes())?;
        }
        Ok(())
    }

    /// Writes the spaces that were held back, because something follows them.
    fn spaces(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.spaces) {
            0 => Ok(()),
            spaces => write!(self.style, "{:spaces$}", ""),
        }
    }

    /// Continues on the next line, at a column after the border.
    fn next_line(
        &mut self,
        column: usize,
        severity: Severity,
        style: LabelStyle,
    ) -> io::Result<()> {
        self.style.reset()?;
        write!(self.style, "\n{:1$}", "", self.numbers + 1)?;
        self.style.set_source_border()?;
        write!(self.style, "{}", Chars::default().source_border_left)?;
        self.style.reset()?;
        write!(
            self.style,
            "{:1$}",
            "",
            column.saturating_sub(self.numbers + 2)
        )?;
        self.style.set_label(severity, style)
    }
}

/// Returns the width of a text in columns. Carets are written one by one, so most texts are short
/// ASCII, which has a fast path.
fn columns(text: &str) -> usize {
    match text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        true => text.len(),
        false => display_width(text),
    }
}

impl<W: WriteStyle> io::Write for LabelWrapper<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.pending.take().is_some_and(|word| bytes == word) {
            self.style.write_all(self.name.as_bytes())?;
            return Ok(bytes.len());
        }
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        let width = columns(text);
        if let Some((severity, style)) = self.label
            && self.column + width > self.width
            && self.labels.contains(&text)
        {
            self.label(text, severity, style)?;
            return Ok(bytes.len());
        }
        let content = text.trim_end_matches(' ');
        if content.starts_with('\n') {
            self.spaces = 0;
        } else if !content.is_empty() {
            self.spaces()?;
        }
        self.style.write_all(content.as_bytes())?;
        self.spaces += text.len() - content.len();
        if self.label.is_some() && matches!(text, "^" | "-") {
            let goes_on = self.carets.end == self.column;
            let start = if goes_on {
                self.carets.start
            } else {
                self.column
            };
            self.carets = start..self.column + 1;
        }
        match text.rsplit_once('\n') {
            Some((_, line)) => {
                self.column = columns(line);
                self.carets = 0..0;
            }
            None => self.column += width,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.style.flush()
    }
}

impl<W: WriteStyle> WriteStyle for LabelWrapper<'_, W> {
    fn set_header(&mut self, severity: Severity) -> io::Result<()> {
        self.pending = (severity == Severity::Note).then_some(b"note");
        self.style.set_header(severity)
    }

    fn set_header_message(&mut self) -> io::Result<()> {
        self.style.set_header_message()
    }

    fn set_line_number(&mut self) -> io::Result<()> {
        self.style.set_line_number()
    }

    fn set_note_bullet(&mut self) -> io::Result<()> {
        self.style.set_note_bullet()
    }

    fn set_source_border(&mut self) -> io::Result<()> {
        self.style.set_source_border()
    }

    fn set_label(&mut self, severity: Severity, style: LabelStyle) -> io::Result<()> {
        self.label = Some((severity, style));
        self.style.set_label(severity, style)
    }

    fn reset(&mut self) -> io::Result<()> {
        self.label = None;
        self.style.reset()
    }
}

//! Renders diagnostics for people: source lines with labels, and a summary line.

use codespan_reporting::diagnostic as drawn;
use codespan_reporting::term::{self, Config};

use super::ansi::StyledText;
use super::excerpt::Excerpts;
use super::label_wrap::LabelWrapper;
use super::{Findings, at_spaces, summary, visible};
use crate::diagnostic::{Diagnostic, Severity};
use crate::parallel;
use crate::source::{FileId, Sources, Span};

/// The output device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    pub color: bool,
    /// The width in columns, if known. If it is unknown, drawings have page width, and messages
    /// stay on one line so that they can be searched for.
    pub width: Option<usize>,
}

impl Screen {
    /// The minimum width; narrower screens count as this wide.
    const NARROWEST: usize = 40;
    const PAGE: usize = 100;

    pub(super) fn columns(self) -> usize {
        self.width.unwrap_or(Screen::PAGE).max(Screen::NARROWEST)
    }

    /// Wraps a message that follows `words` on its first line. The result does not include `words`.
    fn message(self, words: &str, text: &str) -> String {
        match self.width {
            Some(_) => wrapped(words, "  ", text, self.columns()),
            None => text.replace('\n', " "),
        }
    }
}

/// Renders every diagnostic with its source lines, then the summary.
pub fn human(findings: &Findings<'_>, screen: Screen) -> String {
    drawings(findings, screen) + &screen.message("", &summary(findings)) + "\n"
}

/// Renders every diagnostic with its source lines, each followed by an empty line.
pub fn drawings(findings: &Findings<'_>, screen: Screen) -> String {
    let drawings = parallel::map(findings.diagnostics, |diagnostic| {
        draw(findings.sources, diagnostic, screen)
    });
    drawings.concat()
}

fn draw(sources: &Sources, diagnostic: &Diagnostic, screen: Screen) -> String {
    let width = screen.columns();
    let spans: Vec<Span> = std::iter::once(&diagnostic.primary)
        .chain(&diagnostic.secondary)
        .map(|label| label.at)
        .collect();
    let numbers = columns_of_numbers(sources, &spans);
    let (excerpts, ranges) = Excerpts::new(sources, &spans, width.saturating_sub(numbers + 3));
    let labels: Vec<drawn::Label<FileId>> = std::iter::once(&diagnostic.primary)
        .chain(&diagnostic.secondary)
        .zip(ranges)
        .enumerate()
        .map(|(at, (label, range))| {
            let style = if at == 0 {
                drawn::LabelStyle::Primary
            } else {
                drawn::LabelStyle::Secondary
            };
            drawn::Label::new(style, label.at.file, range).with_message(visible(&label.message))
        })
        .collect();
    let notes = [("help", &diagnostic.help), ("note", &diagnostic.note)]
        .into_iter()
        .filter_map(|(word, text)| {
            let word = format!("{word}: ");
            let indent = " ".repeat(word.len());
            let width = NOTE_WIDTH.min(width.saturating_sub(numbers + 3));
            Some(word.clone() + &wrapped(&word, &indent, &lines(text.as_ref()?), width))
        })
        .collect();
    let drawing: drawn::Diagnostic<FileId> = drawn::Diagnostic::new(match diagnostic.severity {
        Severity::Error => drawn::Severity::Error,
        Severity::Warning => drawn::Severity::Warning,
        Severity::Suggestion => drawn::Severity::Note,
    })
    .with_code(diagnostic.code.code())
    .with_message(screen.message(
        &format!(
            "{}[{}]: ",
            diagnostic.severity.name(),
            diagnostic.code.code()
        ),
        &lines(&diagnostic.message),
    ))
    .with_labels(labels.clone())
    .with_notes(notes);
    let mut pen = LabelWrapper::new(
        StyledText::new(screen.color),
        diagnostic.severity.name(),
        labels.iter().map(|label| label.message.as_str()).collect(),
        width,
        numbers,
    );
    // Writing to memory cannot fail, and the excerpts contain every line with a label.
    let drawn = term::emit_to_write_style(&mut pen, &Config::default(), &excerpts, &drawing);
    debug_assert!(drawn.is_ok(), "{drawn:?}");
    pen.into_inner().into_string()
}

/// Maximum width of notes below a drawing, in columns. Wider text is hard to read on any screen.
const NOTE_WIDTH: usize = 88;

/// Returns the number of columns of the largest line number.
fn columns_of_numbers(sources: &Sources, spans: &[Span]) -> usize {
    let line = |span: &Span| sources.file(span.file).line_column(span.end as usize).0;
    let largest = spans.iter().map(line).max().unwrap_or(1);
    largest.to_string().len()
}

/// Wraps a text that follows `words` on its first line, and indents the other lines. The result
/// does not include `words`.
fn wrapped(words: &str, indent: &str, text: &str, width: usize) -> String {
    let options = at_spaces(width, text)
        .initial_indent(words)
        .subsequent_indent(indent)
        .break_words(false);
    let filled = textwrap::fill(text, options);
    filled.strip_prefix(words).unwrap_or(&filled).to_owned()
}

/// Escapes each line of a text.
fn lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}

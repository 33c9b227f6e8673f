//! Findings for people: the places with their lines, and one line in the end that sums up.

use std::io;

use codespan_reporting::diagnostic as drawn;
use codespan_reporting::term::termcolor::{Ansi, NoColor, WriteColor};
use codespan_reporting::term::{self, Config, Styles, StylesWriter, WriteStyle};

use super::excerpt::Excerpts;
use super::{Findings, summary, visible};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{FileId, Sources, Span};

/// Every finding with the lines it is about, then the summary.
pub fn human(findings: &Findings<'_>, color: bool) -> String {
    drawings(findings, color) + &summary(findings) + "\n"
}

/// Every finding with the lines it is about, each with an empty line behind it.
pub fn drawings(findings: &Findings<'_>, color: bool) -> String {
    let out = if color {
        draw_all(findings, Ansi::new(Vec::new())).into_inner()
    } else {
        draw_all(findings, NoColor::new(Vec::new())).into_inner()
    };
    String::from_utf8(out).expect("only strings were written")
}

fn draw_all<W: WriteColor>(findings: &Findings<'_>, mut out: W) -> W {
    let styles = Styles::default();
    let config = Config::default();
    for diagnostic in findings.diagnostics {
        let mut writer = Named {
            style: StylesWriter::new(&mut out, &styles),
            pending: None,
            name: diagnostic.severity.name(),
        };
        draw(findings.sources, diagnostic, &config, &mut writer);
    }
    out
}

fn draw(sources: &Sources, diagnostic: &Diagnostic, config: &Config, writer: &mut impl WriteStyle) {
    let spans: Vec<Span> = std::iter::once(&diagnostic.primary)
        .chain(&diagnostic.secondary)
        .map(|label| label.at)
        .collect();
    let (excerpts, ranges) = Excerpts::new(sources, &spans);
    let labels = std::iter::once(&diagnostic.primary)
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
        .filter_map(|(word, text)| Some(wrapped(word, &lines(text.as_ref()?))))
        .collect();
    let drawing: drawn::Diagnostic<FileId> = drawn::Diagnostic::new(match diagnostic.severity {
        Severity::Error => drawn::Severity::Error,
        Severity::Warning => drawn::Severity::Warning,
        Severity::Suggestion => drawn::Severity::Note,
    })
    .with_code(diagnostic.code.code())
    .with_message(visible(&diagnostic.message))
    .with_labels(labels)
    .with_notes(notes);
    // Writing to memory cannot fail, and the excerpts hold every line that the labels touch.
    let drawn = term::emit_to_write_style(writer, config, &excerpts, &drawing);
    debug_assert!(drawn.is_ok(), "{drawn:?}");
}

/// How wide the words below a drawing may be, in columns. The lines of files are as wide as they are.
const NOTE_WIDTH: usize = 88;

/// `help: …`, its further lines below its first word.
fn wrapped(word: &str, text: &str) -> String {
    let indent = " ".repeat(word.len() + 2);
    let options = textwrap::Options::new(NOTE_WIDTH)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(&format!("{word}: {text}"), options)
}

/// A text of several lines, each made safe by itself.
fn lines(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}

/// Writes our name of the severity where the drawing library would write its own: it has no
/// suggestions.
struct Named<W> {
    style: W,
    /// The word that is to be replaced, once a header has begun.
    pending: Option<&'static [u8]>,
    name: &'static str,
}

impl<W: WriteStyle> io::Write for Named<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.pending.take() {
            Some(word) if bytes == word => {
                self.style.write_all(self.name.as_bytes())?;
                Ok(bytes.len())
            }
            _ => self.style.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.style.flush()
    }
}

impl<W: WriteStyle> WriteStyle for Named<W> {
    fn set_header(&mut self, severity: drawn::Severity) -> io::Result<()> {
        self.pending = (severity == drawn::Severity::Note).then_some(b"note");
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

    fn set_label(&mut self, severity: drawn::Severity, style: drawn::LabelStyle) -> io::Result<()> {
        self.style.set_label(severity, style)
    }

    fn reset(&mut self) -> io::Result<()> {
        self.style.reset()
    }
}

//! Formats files of cards and kingdom sets.
//!
//! White space, quotes and brackets get one form, and effect texts become `|` blocks with their
//! canonical text. Comments and the order of entries are kept. The meaning of a file stays the
//! same: if the result parses to different content than the source, it is rejected.

mod layout;
mod scalar;
mod text;
mod token;
mod trivia;

use crate::collections::HashMap;
use crate::source::{BYTE_ORDER_MARK, FileId, SourceFile};
use crate::symbols::Symbols;
use crate::yaml::{self, Said};
use token::{Kind, Token};

/// A text in canonical form.
#[derive(Clone, Debug)]
pub struct Formatted {
    pub text: String,
    /// The effect texts that were not changed because they have errors.
    pub left: Vec<Left>,
}

/// An effect text that was not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The name of its card.
    pub card: String,
    /// The position of the first error in the source: line and column, both starting at 1.
    pub before: (usize, usize),
    /// The position of the first error in the formatted text.
    pub after: (usize, usize),
    /// The message of the first error.
    pub message: String,
}

/// Why a text has no canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text is not valid YAML; `yaml::read` reports why.
    Unreadable,
    /// The result would have a different meaning: a defect of this module.
    Changed,
}

/// Formats a text. The result has the line ending of most lines of the source.
pub fn format(symbols: &Symbols<'_>, file: FileId, text: &str) -> Result<Formatted, Refusal> {
    arranged(text, &|source, pieces, place| {
        text::texts(symbols, file, source, pieces, place)
    })
}

/// Formats a text without cards, such as a file with tests.
pub fn format_yaml(text: &str) -> Result<Formatted, Refusal> {
    arranged(text, &|_, _, _| (HashMap::default(), Vec::new()))
}

/// The canonical effect texts of a source, and those that are not changed.
type Texts = (HashMap<usize, String>, Vec<Left>);

/// The line and the column of a byte.
type Places<'p> = dyn Fn(usize) -> (usize, usize) + 'p;

fn arranged(
    text: &str,
    canonical: &dyn Fn(&str, &[Token], &Places<'_>) -> Texts,
) -> Result<Formatted, Refusal> {
    let before = said(text).ok_or(Refusal::Unreadable)?;
    let source = plain_breaks(text);
    let pieces = token::pieces(&source).ok_or(Refusal::Changed)?;
    let in_file = InFile::new(text);
    let (texts, mut left) = canonical(&source, &pieces, &|at| in_file.line_column(at));
    let out = layout::write(&source, &pieces, &texts).ok_or(Refusal::Changed)?;
    let expected = with_texts(before, &pieces, &texts).ok_or(Refusal::Changed)?;
    let kept = said(&out).is_some_and(|after| after == expected)
        && comments(&source, &pieces) == token::pieces(&out).and_then(|new| comments(&out, &new));
    if !kept {
        return Err(Refusal::Changed);
    }
    if !left.is_empty() {
        let new = token::pieces(&out).ok_or(Refusal::Changed)?;
        let lines = SourceFile::new("", out.as_str());
        let (_, moved) = canonical(&out, &new, &|at| lines.line_column(at));
        for (left, moved) in left.iter_mut().zip(moved) {
            left.after = moved.before;
        }
    }
    let text = match line_break(text) {
        "\n" => out,
        other => out.replace('\n', other),
    };
    Ok(Formatted { text, left })
}

/// Returns the content of a text; `None` if the parser would skip part of it.
fn said(text: &str) -> Option<Vec<Said>> {
    // The parser may treat these as the end of the file.
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{85}');
    let content = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if content.contains(control) || content.contains(BYTE_ORDER_MARK) {
        return None;
    }
    yaml::said(content)
}

/// Converts all line endings to `\n` and removes a byte order mark.
fn plain_breaks(text: &str) -> String {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Maps positions in the text with plain line endings to the file.
struct InFile {
    file: SourceFile,
    /// The number of bytes before the text: those of the byte order mark.
    start: usize,
    /// The offsets of those `\n` in the text that are `\r\n` in the file.
    pairs: Vec<usize>,
}

impl InFile {
    fn new(text: &str) -> Self {
        let content = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        let pairs = content.match_indices("\r\n").enumerate();
        InFile {
            file: SourceFile::new("", text),
            start: text.len() - content.len(),
            pairs: pairs.map(|(before, (at, _))| at - before).collect(),
        }
    }

    /// Returns the line and column in the file, counted as in diagnostics.
    fn line_column(&self, at: usize) -> (usize, usize) {
        let pairs = self.pairs.partition_point(|pair| *pair < at);
        self.file.line_column(self.start + at + pairs)
    }
}

/// Returns the line ending of most lines.
fn line_break(text: &str) -> &'static str {
    let windows = text.matches("\r\n").count();
    if windows * 2 > text.matches('\n').count() {
        "\r\n"
    } else {
        "\n"
    }
}

/// Returns the expected content after effect texts are replaced.
fn with_texts(
    mut said: Vec<Said>,
    pieces: &[Token],
    texts: &HashMap<usize, String>,
) -> Option<Vec<Said>> {
    let mut written = said.iter_mut().filter_map(|said| match said {
        Said::Scalar {
            text,
            plain,
            written: true,
        } => Some((text, plain)),
        _ => None,
    });
    for (at, piece) in pieces.iter().enumerate() {
        if !matches!(piece.kind, Kind::Scalar { .. }) {
            continue;
        }
        let (text, plain) = written.next()?;
        if let Some(new) = texts.get(&at) {
            let end = if piece.flow == 0 { "\n" } else { "" };
            *text = format!("{new}{end}");
            *plain = false;
        }
    }
    written.next().is_none().then_some(said)
}

/// Returns the comments of a text, in order.
fn comments(source: &str, pieces: &[Token]) -> Option<Vec<String>> {
    let mut comments = Vec::new();
    let mut from = 0;
    let gap = |from: usize, to: usize, comments: &mut Vec<String>| {
        let gap = trivia::Trivia::read(source.get(from..to)?, from == 0, to == source.len())?;
        comments.extend(gap.trailing.map(str::to_owned));
        comments.extend(gap.lines.iter().filter_map(|line| match line {
            trivia::Line::Comment { text, .. } => Some((*text).to_owned()),
            trivia::Line::Blank => None,
        }));
        Some(())
    };
    for piece in pieces {
        gap(from, piece.range.start, &mut comments)?;
        let scalar = piece.block_scalar(source);
        comments.extend(scalar.and_then(|scalar| scalar.comment).map(str::to_owned));
        from = piece.range.end;
    }
    gap(from, source.len(), &mut comments)?;
    Some(comments)
}

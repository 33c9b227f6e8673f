//! Source texts, and positions in them.
//!
//! A [`Span`] is a range of bytes in one file. Lines and columns are computed only for output: both
//! count from 1, columns in Unicode scalar values.

pub mod composed;
pub mod confusables;
pub mod invisible;

use smol_str::SmolStr;
use std::ops::Range;

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// A mark of the encoding at the start of a file, which is not part of the text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Identifies a file of a [`Sources`] by its index.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct FileId(pub u32);

/// A range of bytes in one file; the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, range: Range<usize>) -> Self {
        Span {
            file,
            start: range.start as u32,
            end: range.end as u32,
        }
    }

    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest span that covers both, which must be in the same file.
    pub fn to(self, other: Span) -> Span {
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// The format of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Syntax {
    /// Cards, kingdom sets or house rules.
    #[default]
    Yaml,
    /// A kingdom set as a pasted deck list.
    List,
}

/// One source text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path as the author would write it, with `/` between its parts.
    pub path: SmolStr,
    pub text: SmolStr,
    pub syntax: Syntax,
    /// Computed when a line is shown, which is rare.
    line_starts: OnceLock<Vec<u32>>,
}

impl SourceFile {
    pub fn new(path: impl Into<SmolStr>, text: impl Into<SmolStr>) -> Self {
        SourceFile {
            path: path.into(),
            text: text.into(),
            syntax: Syntax::default(),
            line_starts: OnceLock::new(),
        }
    }

    /// Creates a file that is embedded in the binary from its path and text.
    pub fn inside((path, text): (&'static str, &'static str)) -> Self {
        SourceFile::new(SmolStr::new_static(path), SmolStr::new_static(text))
    }

    /// Changes the format of the text.
    pub fn written_as(self, syntax: Syntax) -> Self {
        SourceFile { syntax, ..self }
    }

    /// The file name without its folders and extension.
    pub fn stem(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        let name = name.trim_matches(['<', '>']);
        match name.rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem,
            _ => name,
        }
    }

    /// The line and column of a byte offset, both from 1, the column in Unicode scalar values. An
    /// offset after the end of the text gives the position after its last character.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self
            .line_starts()
            .partition_point(|start| *start as usize <= offset)
            .saturating_sub(1);
        let mut start = self
            .line_starts()
            .get(line)
            .map_or(0, |start| *start as usize);
        // A byte order mark is not a character of the first line.
        if line == 0 && self.text.starts_with(BYTE_ORDER_MARK) {
            start = offset.min(BYTE_ORDER_MARK.len_utf8());
        }
        let column = self
            .text
            .get(start..offset)
            .map_or(offset - start, |before| before.chars().count());
        (line + 1, column + 1)
    }

    /// The byte offset at which each line starts.
    pub fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let bytes = self.text.bytes().enumerate();
            let ends = bytes.filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0)
                .chain(ends.map(|(at, _)| at as u32 + 1))
                .collect()
        })
    }
}

/// All texts of one run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Reserves room for exactly this many more files.
    pub fn reserve(&mut self, files: usize) {
        self.files.reserve_exact(files);
    }

    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    /// Replaces the text of a file.
    pub fn replace(&mut self, id: FileId, text: SmolStr) {
        if let Some(file) = self.files.get_mut(id.0 as usize) {
            *file = SourceFile::new(std::mem::take(&mut file.path), text).written_as(file.syntax);
        }
    }

    /// The file with an id. Ids are only created by [`Sources::add`], so an unknown id is a bug of
    /// the caller.
    pub fn file(&self, id: FileId) -> &SourceFile {
        let file = self.files.get(id.0 as usize);
        file.expect("ids are only created by `Sources::add`")
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.range()).unwrap_or("")
    }

    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(at, file)| (FileId(at as u32), file))
    }

    pub fn len(&self) -> usize {
        self.files.len()
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_count_from_one() {
        let file = SourceFile::new("a.yaml", "né\r\nzwei\n");
        assert_eq!(file.line_column(0), (1, 1));
        assert_eq!(file.line_column(3), (1, 3));
        assert_eq!(file.line_column(5), (2, 1));
        assert_eq!(file.line_column(99), (3, 1));
    }

    #[test]
    fn a_byte_order_mark_has_no_column() {
        let file = SourceFile::new("a.yaml", "\u{feff}né\n\u{feff}x");
        assert_eq!(file.line_column(0), (1, 1));
        assert_eq!(file.line_column(3), (1, 1));
        assert_eq!(file.line_column(6), (1, 3));
        assert_eq!(file.line_column(10), (2, 2));
    }
}

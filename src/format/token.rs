//! The tokens of a text, each with its place in the layout: its depth, and whether it begins an
//! entry.

use std::ops::Range;

use super::scalar::{BlockScalar, STEP};
use super::trivia;
use crate::yaml::{self, Style, TokenKind};

/// A token: an indicator or a scalar.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
    pub start: Start,
    /// The enclosing blocks, outermost first.
    pub blocks: Vec<Block>,
    /// The number of enclosing brackets. A bracket does not enclose itself.
    pub flow: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Directive,
    DocumentStart,
    DocumentEnd,
    Dash,
    Question,
    /// The colon before a value. `explicit`: it follows a key with `?`, or has no key, so that it
    /// begins a line.
    Colon {
        explicit: bool,
    },
    Open {
        mapping: bool,
    },
    Close {
        mapping: bool,
    },
    Comma,
    Alias,
    /// An anchor or a tag.
    Property,
    Scalar {
        style: Style,
        /// The decoded text.
        text: String,
    },
}

/// The position of a token in its block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Start {
    /// The token begins an entry of the innermost block. The first entry may be on the line of the
    /// previous token.
    Entry {
        first: bool,
    },
    Inside,
}

/// A block mapping or sequence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Block {
    pub sequence: bool,
    /// The column of its entries in the source.
    pub written: usize,
    /// The column of its entries in the output.
    pub column: usize,
}

impl Token {
    /// Returns the column of a value that is not on the line of its key.
    pub fn value_column(&self) -> usize {
        self.blocks.last().map_or(0, |block| block.column + STEP)
    }

    /// Returns the column of the closing bracket of brackets that span several lines.
    pub fn bracket_column(&self) -> usize {
        let own = self.blocks.last().map_or(0, |block| {
            block.column + if block.sequence { STEP } else { 0 }
        });
        own + STEP * self.flow
    }

    /// Returns the block scalar, if the token is one.
    pub fn block_scalar<'t>(&self, source: &'t str) -> Option<BlockScalar<'t>> {
        let block = self.blocks.last().map_or(0, |block| block.written);
        let written = source.get(self.range.clone())?;
        self.is_block_scalar()
            .then(|| BlockScalar::read(written, block))
    }

    pub fn is_block_scalar(&self) -> bool {
        matches!(
            self.kind,
            Kind::Scalar {
                style: Style::Literal | Style::Folded,
                ..
            }
        )
    }
}

/// Splits a text without `\r` into tokens; `None` if it is not valid YAML.
pub(super) fn pieces(text: &str) -> Option<Vec<Token>> {
    let mut reader = Reader {
        text,
        cursor: 0,
        levels: Vec::new(),
        brackets: Vec::new(),
        entry: None,
        pieces: Vec::new(),
    };
    for token in yaml::tokens(text)? {
        reader.token(token.kind, token.range)?;
    }
    Some(reader.pieces)
}

struct Level {
    block: Block,
    /// `true` if no entry was read yet.
    first: bool,
    /// `true` for a sequence that is not indented more than its key: the parser does not report its
    /// end.
    unmarked: bool,
    /// The kind of key whose value is expected.
    key: Waiting,
}

#[derive(Clone, Copy, PartialEq)]
enum Waiting {
    None,
    Simple,
    Explicit,
}

struct Reader<'t> {
    text: &'t str,
    /// The end of the last token.
    cursor: usize,
    levels: Vec<Level>,
    /// The open brackets, as pairs of flags: whether it is a mapping, and whether it is written. The
    /// mapping in `[a: b]` has no written brackets.
    brackets: Vec<(bool, bool)>,
    /// The position of the next token, if that token begins an entry.
    entry: Option<Start>,
    pieces: Vec<Token>,
}

impl Reader<'_> {
    fn token(&mut self, kind: TokenKind, range: Range<usize>) -> Option<()> {
        let in_block = self.brackets.is_empty();
        match kind {
            TokenKind::Directive => self.add(Kind::Directive, range),
            TokenKind::DocumentStart => self.add(Kind::DocumentStart, range),
            TokenKind::DocumentEnd => self.add(Kind::DocumentEnd, range),
            TokenKind::BlockMapping => self.open_block(false, false),
            TokenKind::BlockSequence => self.open_block(true, false),
            TokenKind::BlockEnd => {
                self.close_unmarked();
                self.levels.pop();
            }
            TokenKind::Entry => {
                let at = self.mark('-')?;
                if self.levels.last().is_none_or(|level| !level.block.sequence) {
                    self.open_block(true, true);
                }
                self.begin_entry(at.start);
                self.add(Kind::Dash, at);
            }
            TokenKind::Key if in_block => {
                self.close_unmarked();
                let at = trivia::skip(self.text, self.cursor);
                self.begin_entry(at);
                if let Some(level) = self.levels.last_mut() {
                    level.key = if range.is_empty() {
                        Waiting::Simple
                    } else {
                        Waiting::Explicit
                    };
                }
                if !range.is_empty() {
                    self.add(Kind::Question, range);
                }
            }
            TokenKind::Key if !range.is_empty() => self.add(Kind::Question, range),
            TokenKind::Key => {}
            TokenKind::Value => self.value(in_block)?,
            TokenKind::FlowOpen { mapping } => {
                let written = !range.is_empty();
                if written {
                    self.add(Kind::Open { mapping }, range);
                }
                self.brackets.push((mapping, written));
            }
            TokenKind::FlowClose => {
                let (mapping, written) = self.brackets.pop()?;
                if written {
                    self.add(Kind::Close { mapping }, range);
                }
            }
            TokenKind::FlowEntry => self.add(Kind::Comma, range),
            TokenKind::Alias => self.add(Kind::Alias, range),
            TokenKind::Anchor | TokenKind::Tag => self.add(Kind::Property, range),
            TokenKind::Scalar { style, text } => {
                let range = match style {
                    Style::Literal | Style::Folded => self.block_scalar(range.end)?,
                    _ => range,
                };
                self.add(Kind::Scalar { style, text }, range);
            }
        }
        Some(())
    }

    fn value(&mut self, in_block: bool) -> Option<()> {
        let at = self.mark(':')?;
        if !in_block {
            self.add(Kind::Colon { explicit: false }, at);
            return Some(());
        }
        self.close_unmarked();
        let waiting = self
            .levels
            .last_mut()
            .map(|level| std::mem::replace(&mut level.key, Waiting::None));
        let explicit = waiting != Some(Waiting::Simple);
        if explicit {
            self.begin_entry(at.start);
        }
        self.add(Kind::Colon { explicit }, at);
        Some(())
    }

    fn open_block(&mut self, sequence: bool, unmarked: bool) {
        let column = self
            .levels
            .last()
            .map_or(0, |level| level.block.column + STEP);
        self.levels.push(Level {
            block: Block {
                sequence,
                written: 0,
                column,
            },
            first: true,
            unmarked,
            key: Waiting::None,
        });
    }

    fn close_unmarked(&mut self) {
        self.levels.pop_if(|level| level.unmarked);
    }

    /// Marks the token at a byte as the beginning of an entry of the innermost block.
    fn begin_entry(&mut self, at: usize) {
        let line = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let column = self.text[line..at].chars().count();
        if let Some(level) = self.levels.last_mut() {
            let first = std::mem::replace(&mut level.first, false);
            if first {
                level.block.written = column;
            }
            self.entry = Some(Start::Entry { first });
        }
    }

    /// Finds an indicator for which the parser gives no position.
    fn mark(&self, wanted: char) -> Option<Range<usize>> {
        let at = trivia::skip(self.text, self.cursor);
        self.text[at..].starts_with(wanted).then_some(at..at + 1)
    }

    /// Returns the range of a block scalar, from the indicator to the end of the last line, without
    /// its line break. `end` is the start of the next token: the parser does not report the end of
    /// the text.
    fn block_scalar(&self, end: usize) -> Option<Range<usize>> {
        let start = trivia::skip(self.text, self.cursor);
        let rest = self.text.get(start..)?;
        let header = start + rest.find('\n').unwrap_or(rest.len());
        let body = self.text.get(header..end.max(header))?;
        // The indentation of the next token is not part of it.
        let indentation = body.rfind('\n').map(|at| &body[at + 1..]);
        let next = indentation.filter(|line| line.trim_matches(' ').is_empty());
        let body = &body[..body.len() - next.map_or(0, |next| next.len() + 1)];
        let block = self.levels.last().map_or(0, |level| level.block.written);
        let scalar = BlockScalar::read(self.text.get(start..header + body.len())?, block);
        Some(start..start + scalar.length())
    }

    fn add(&mut self, kind: Kind, range: Range<usize>) {
        if matches!(
            kind,
            Kind::Directive | Kind::DocumentStart | Kind::DocumentEnd
        ) {
            self.levels.clear();
        }
        self.cursor = range.end;
        self.pieces.push(Token {
            kind,
            range,
            start: self.entry.take().unwrap_or(Start::Inside),
            blocks: self.levels.iter().map(|level| level.block).collect(),
            flow: self.brackets.iter().filter(|(_, written)| *written).count(),
        });
    }
}

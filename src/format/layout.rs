//! Writes tokens at their columns, with the comments between them.

use super::scalar::{self, BlockScalar, STEP};
use super::token::{Kind, Start, Token};
use super::trivia::{self, Line, Trivia};
use crate::collections::HashMap;
use crate::yaml::Style;

/// Maximum width, in columns, to which brackets that span several lines are joined.
const WIDTH: usize = 100;

/// The separator between two tokens.
enum Break {
    Inline(&'static str),
    Line(usize),
}

/// Writes a text without `\r` from its tokens. `texts` replaces the content of some scalars, by the
/// index of their token. Returns `None` if there is more between the tokens than white space and
/// comments.
pub(super) fn write(
    source: &str,
    pieces: &[Token],
    texts: &HashMap<usize, String>,
) -> Option<String> {
    let mut gaps = Vec::with_capacity(pieces.len() + 1);
    let mut from = 0;
    for piece in pieces {
        gaps.push(Trivia::read(
            source.get(from..piece.range.start)?,
            from == 0,
            false,
        )?);
        from = piece.range.end;
    }
    gaps.push(Trivia::read(source.get(from..)?, from == 0, true)?);
    let mut writer = Writer {
        source,
        pieces,
        texts,
        gaps: &gaps,
        out: String::new(),
        trailing: Vec::new(),
    };
    writer.write();
    Some(writer.out)
}

struct Writer<'w> {
    source: &'w str,
    pieces: &'w [Token],
    texts: &'w HashMap<usize, String>,
    /// The gaps before each token, and the one after the last.
    gaps: &'w [Trivia<'w>],
    out: String,
    trailing: Vec<Trailing>,
}

/// A comment at the end of a line.
struct Trailing {
    /// The offset in the output at which the white space before the comment begins.
    at: usize,
    /// The number of line breaks in the output before the comment.
    line: usize,
    /// The number of columns before the comment in the output.
    width: usize,
    /// The column of the comment in the source.
    column: usize,
}

impl<'w> Writer<'w> {
    fn write(&mut self) {
        let mut at = 0;
        while let Some(piece) = self.pieces.get(at) {
            self.between(at);
            at = self.piece(at, piece);
        }
        self.between(at);
        self.align();
        // A block scalar with `+` keeps its final line breaks.
        if !self.ends_with_kept_breaks() {
            let end = self.out.trim_end_matches('\n').len();
            self.out.truncate(end);
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn ends_with_kept_breaks(&self) -> bool {
        let Some(last) = self.pieces.last() else {
            return false;
        };
        let replaced = self.texts.contains_key(&(self.pieces.len() - 1));
        let comments = self.gaps.last().is_some_and(Trivia::has_comments);
        let kept = |scalar: BlockScalar<'_>| scalar.keeps_breaks();
        !(replaced || comments || self.is_unended(last))
            && last.block_scalar(self.source).is_some_and(kept)
    }

    /// Returns whether a `|` text ends with the file, without a line break.
    fn is_unended(&self, piece: &Token) -> bool {
        matches!(&piece.kind, Kind::Scalar { text, .. } if !text.is_empty() && !text.ends_with('\n'))
            && piece.range.end == self.source.len()
    }

    /// Writes a comment at the end of the line of the previous token.
    fn trailing_comment(&mut self, gap: usize, comment: &str) {
        let start = self.before(gap).map_or(0, |before| before.range.end);
        let stood = trivia::skip_blank(self.source, start);
        let last = self.trailing.last();
        let (line, from) = last.map_or((0, 0), |last| (last.line, last.at));
        self.trailing.push(Trailing {
            at: self.out.len(),
            line: line + self.out[from..].matches('\n').count(),
            width: column_at(&self.out, self.out.len()),
            column: column_at(self.source, stood),
        });
        self.out.push(' ');
        self.out.push_str(comment);
    }

    /// Aligns comments on consecutive lines that had the same column in the source.
    fn align(&mut self) {
        let mut runs: Vec<Vec<&Trailing>> = Vec::new();
        for comment in &self.trailing {
            match runs.last_mut() {
                Some(run)
                    if run.last().is_some_and(|above| {
                        above.line + 1 == comment.line && above.column == comment.column
                    }) =>
                {
                    run.push(comment)
                }
                _ => runs.push(vec![comment]),
            }
        }
        let mut out = String::with_capacity(self.out.len());
        let mut from = 0;
        for run in runs {
            let widest = run.iter().map(|comment| comment.width).max().unwrap_or(0);
            for comment in run {
                out.push_str(&self.out[from..comment.at]);
                out.extend(std::iter::repeat_n(' ', widest - comment.width));
                from = comment.at;
            }
        }
        out.push_str(&self.out[from..]);
        self.out = out;
    }

    fn newline(&mut self, column: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', column));
    }

    /// Returns the token before an index, which may be the number of tokens.
    fn before(&self, at: usize) -> Option<&'w Token> {
        self.pieces.get(at.checked_sub(1)?)
    }

    /// Writes the gap before a token, or at the end of the text.
    fn between(&mut self, at: usize) {
        let Some(gap) = self.gaps.get(at) else { return };
        let before = self.before(at);
        let next = self.pieces.get(at);
        let how = match (before, next) {
            (_, None) => Break::Line(0),
            (None, Some(next)) if next.blocks.is_empty() => Break::Line(value_column(next)),
            (None, _) => Break::Line(0),
            (Some(before), Some(next)) => how(before, next, gap),
        };
        let column = match how {
            Break::Inline(space) => {
                self.out.push_str(space);
                return;
            }
            Break::Line(column) => column,
        };
        // If the scalar becomes a block scalar, `header_comment` writes its comment.
        let taken = before.is_some_and(|before| self.is_new_block(at - 1, before));
        if let Some(comment) = gap.trailing.filter(|_| !taken) {
            self.trailing_comment(at, comment);
        }
        let mut blank = false;
        // No blank line after a token that opens something.
        let mut opened = before.is_none_or(|before| {
            matches!(
                before.kind,
                Kind::Dash
                    | Kind::Question
                    | Kind::Colon { .. }
                    | Kind::Open { .. }
                    | Kind::DocumentStart
            )
        });
        for line in &gap.lines {
            match line {
                Line::Blank => blank = true,
                Line::Comment { column: own, text } => {
                    let column = comment_column(before, next, *own, column);
                    self.blank_line(blank && !opened);
                    self.new_line(column);
                    self.out.push_str(text);
                    (blank, opened) = (false, false);
                }
            }
        }
        // No blank line before the end of a document.
        let ends = next.is_none_or(|next| {
            matches!(
                next.kind,
                Kind::DocumentStart | Kind::DocumentEnd | Kind::Close { .. }
            )
        });
        self.blank_line(blank && !opened && !ends);
        if next.is_some() {
            self.new_line(column);
        }
    }

    fn blank_line(&mut self, wanted: bool) {
        if wanted {
            self.out.push('\n');
        }
    }

    /// Starts a new line, unless it is the first.
    fn new_line(&mut self, column: usize) {
        if self.out.is_empty() {
            self.out.extend(std::iter::repeat_n(' ', column));
        } else {
            self.newline(column);
        }
    }

    /// Returns whether a scalar becomes a `|` block and was not one before.
    fn is_new_block(&self, at: usize, piece: &Token) -> bool {
        piece.flow == 0 && self.texts.contains_key(&at) && !piece.is_block_scalar()
    }

    /// Writes a token and returns the index of the next one.
    fn piece(&mut self, at: usize, piece: &Token) -> usize {
        if let Kind::Open { .. } = piece.kind
            && piece.flow == 0
            && let Some((line, end)) = self.on_one_line(at)
        {
            self.out.push_str(&line);
            return end + 1;
        }
        match self.scalar(at, piece) {
            Some(text) => self.out.push_str(&text),
            None => self.out.push_str(&self.source[piece.range.clone()]),
        }
        at + 1
    }

    /// Returns the comment after the indicator of a scalar that is written as a block scalar.
    fn header_comment(&self, at: usize, piece: &Token) -> Option<String> {
        if let Some(scalar) = piece.block_scalar(self.source) {
            return scalar.comment.map(str::to_owned);
        }
        let trailing = self.gaps.get(at + 1)?.trailing?;
        self.is_new_block(at, piece).then(|| trailing.to_owned())
    }

    fn scalar(&self, at: usize, piece: &Token) -> Option<String> {
        let Kind::Scalar { style, text } = &piece.kind else {
            return None;
        };
        let written = &self.source[piece.range.clone()];
        let block = piece.blocks.last();
        if let Some(new) = self.texts.get(&at) {
            if piece.flow > 0 {
                return Some(scalar::inline(new, true));
            }
            let comment = self.header_comment(at, piece);
            let column = block.map_or(0, |block| block.column);
            return Some(scalar::literal(new, comment.as_deref(), column));
        }
        match style {
            Style::Literal | Style::Folded => {
                let scalar = piece.block_scalar(self.source)?;
                // A scalar that is the whole document is not inside a block, so it is not moved.
                block.map(|block| scalar.moved(block.column, self.is_unended(piece)))
            }
            _ if written.contains('\n') => {
                let column = if piece.flow == 0 {
                    piece.value_column().max(STEP)
                } else {
                    piece.bracket_column() + STEP
                };
                Some(scalar::continued(written, column))
            }
            Style::SingleQuoted | Style::DoubleQuoted if !self.has_property(at) => {
                Some(scalar::unquoted(written, text, piece.flow > 0).into_owned())
            }
            _ => None,
        }
    }

    /// Returns whether an anchor or a tag precedes a token. A quoted text with a tag can have a meaning
    /// that it does not have without quotes.
    fn has_property(&self, at: usize) -> bool {
        self.before(at)
            .is_some_and(|before| before.kind == Kind::Property)
    }

    /// Returns the brackets that open at a token, joined to one line, and the index of the token that
    /// closes them. `None` if they keep their lines.
    fn on_one_line(&self, open: usize) -> Option<(String, usize)> {
        let after = self.pieces.get(open + 1..)?;
        let inside = after.iter().position(|piece| piece.flow == 0)?;
        let close = open + 1 + inside;
        let gaps = self.gaps.get(open + 1..=close)?;
        if gaps.iter().any(Trivia::has_comments) {
            return None;
        }
        let mut line = String::new();
        let mut before = None;
        let closes = |piece: &Token| matches!(piece.kind, Kind::Close { .. });
        let brackets = self.pieces.iter().enumerate().take(close + 1).skip(open);
        for (at, piece) in brackets {
            // Omit a trailing comma.
            if piece.kind == Kind::Comma && self.pieces.get(at + 1).is_some_and(closes) {
                continue;
            }
            if let Some(before) = before.replace(piece) {
                line.push_str(space(before, piece));
            }
            match self.scalar(at, piece) {
                Some(text) if text.contains('\n') => return None,
                Some(text) => line.push_str(&text),
                None => line.push_str(&self.source[piece.range.clone()]),
            }
        }
        let column = column_at(&self.out, self.out.len());
        // Commas and colons never begin a line.
        let breaks = gaps
            .iter()
            .zip(after)
            .any(|(gap, next)| gap.breaks && !is_glued(next));
        (!breaks || column + line.chars().count() <= WIDTH).then_some((line, close))
    }
}

/// Returns the number of characters before a byte on its line.
fn column_at(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[line..at].chars().count()
}

/// Returns the separator between two tokens; comments are written separately.
fn how(before: &Token, next: &Token, gap: &Trivia<'_>) -> Break {
    let comments = gap.has_comments();
    if let Kind::Directive | Kind::DocumentStart | Kind::DocumentEnd = next.kind {
        return Break::Line(0);
    }
    if next.flow > 0 || (next.flow == 0 && matches!(next.kind, Kind::Close { .. })) {
        return if comments || (gap.breaks && !is_glued(next)) {
            Break::Line(next.bracket_column())
        } else {
            Break::Inline(space(before, next))
        };
    }
    let own = next.blocks.last().map_or(0, |block| block.column);
    match (next.start, &before.kind) {
        // The first entry of a block can be on the same line as the indicator of the entry that
        // contains it.
        (
            Start::Entry { first: true },
            Kind::Dash | Kind::Question | Kind::Colon { explicit: true },
        ) if !comments => Break::Inline(" "),
        (Start::Entry { .. }, _) => Break::Line(own),
        (Start::Inside, Kind::Property | Kind::DocumentStart) if gap.breaks => {
            Break::Line(value_column(next))
        }
        (Start::Inside, Kind::Directive | Kind::DocumentEnd) => Break::Line(value_column(next)),
        (Start::Inside, _) if comments => Break::Line(value_column(next)),
        (Start::Inside, _) => Break::Inline(space(before, next)),
    }
}

/// Returns the column of a value that is not on the line of its key. Text that would be a document
/// marker at the start of a line is indented.
fn value_column(piece: &Token) -> usize {
    let marks = |text: &str| text.starts_with("---") || text.starts_with("...");
    match &piece.kind {
        Kind::Scalar { text, .. } if piece.blocks.is_empty() && marks(text) => STEP,
        _ => piece.value_column(),
    }
}

/// Returns whether a token inside brackets always stays on the line of the previous one.
fn is_glued(piece: &Token) -> bool {
    matches!(piece.kind, Kind::Comma | Kind::Colon { .. })
}

/// Returns the white space between two tokens of a line.
fn space(before: &Token, next: &Token) -> &'static str {
    match (&before.kind, &next.kind) {
        // Without a space the colon would become part of the name.
        (Kind::Alias | Kind::Property, Kind::Colon { .. }) => " ",
        // Other readers take the bracket or comma for a part of the tag.
        (Kind::Property, Kind::Comma | Kind::Close { .. }) => " ",
        (Kind::Question, _) => " ",
        (_, Kind::Comma) => "",
        // `?` before white space would indicate a key.
        (Kind::Scalar { text, .. }, Kind::Close { .. }) if text == "?" => "",
        (Kind::Open { .. }, Kind::Close { .. }) => "",
        (Kind::Colon { .. }, Kind::Close { .. }) => " ",
        (Kind::Open { mapping: false }, _) | (_, Kind::Close { mapping: false }) => "",
        (Kind::Open { .. } | Kind::Comma, Kind::Colon { .. }) => " ",
        (_, Kind::Colon { .. }) => "",
        _ => " ",
    }
}

/// Returns the column of a comment on a line of its own: the column of the next token, or of the
/// block that the comment ends.
fn comment_column(
    before: Option<&Token>,
    next: Option<&Token>,
    own: usize,
    column: usize,
) -> usize {
    let (written, belongs) = match next {
        Some(next) => match (next.start, next.blocks.last()) {
            (Start::Entry { first: false }, Some(block)) => (block.written, block.column),
            (Start::Inside, None) => (0, 0),
            _ => return column,
        },
        None => (0, 0),
    };
    if own <= written {
        return belongs;
    }
    before
        .into_iter()
        .flat_map(|before| &before.blocks)
        .rfind(|block| block.written <= own)
        .map_or(belongs, |block| block.column)
}

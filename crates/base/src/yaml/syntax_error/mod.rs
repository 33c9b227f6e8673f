//! Explains YAML syntax errors.
//!
//! The parser reports where it failed in terms of its own grammar. The author needs to know which
//! characters to change. So each kind of failure is analysed together with the lines around it. The
//! result is one diagnostic and the bytes to skip so that the rest of the file can be parsed.

mod brackets;
mod comments;
mod indentation;
mod keys;
mod missing_key;
mod quotes;
mod tabs;
mod value_start;
mod values;

use std::ops::Range;

use granit_parser::ErrorKind;

use super::Keys;
use super::lines::{Line, Parts, WHITE};
use super::parse_error::ParseError;
use super::quote::quoted;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::source::{FileId, Span};

/// A diagnostic, and what to skip before the text is parsed again.
pub(super) struct Recovery {
    pub diagnostic: Diagnostic,
    pub leave_out: Vec<Range<usize>>,
    /// A text with colons, which is to be parsed as text. Used instead of `leave_out`.
    pub text: Option<Range<usize>>,
}

/// The context of a syntax error.
struct ErrorSite<'t> {
    file: FileId,
    text: &'t str,
    stop: &'t ParseError,
    /// The line of the error.
    line: Line,
    parts: Parts,
    keys: &'t dyn Keys,
}

pub(super) fn diagnose(file: FileId, text: &str, stop: &ParseError, keys: &dyn Keys) -> Recovery {
    let line = Line::at(text, stop.at);
    let parts = Parts::of(text, &line);
    let case = ErrorSite {
        file,
        text,
        stop,
        line,
        parts,
        keys,
    };
    case.diagnose().unwrap_or_else(|| case.unknown())
}

impl ErrorSite<'_> {
    /// Explains the error, if possible. Each family of failures has a function.
    fn diagnose(&self) -> Option<Recovery> {
        use ErrorKind as Kind;
        if self.text[self.line.start..].starts_with('%') {
            return Some(self.directive(self.line.clone()));
        }
        if let Some(mistake) = self.second_field() {
            return Some(mistake);
        }
        match &self.stop.kind {
            Kind::TabInPlainScalar
            | Kind::TabInBlockIndentation
            | Kind::TabNotAllowed
            | Kind::TabInIndentation
            | Kind::TabAtBlockScalarStart
            | Kind::InvalidBlockEntryWhitespace
            | Kind::InvalidMappingValueWhitespace => self.tabs(),
            Kind::MappingValueNotAllowed => self.colon(),
            Kind::SimpleKeyExpected | Kind::InvalidSimpleKey => self.no_colon(),
            Kind::ExpectedBlockMappingKey | Kind::ExpectedBlockSequenceEntry => self.out_of_line(),
            Kind::ExpectedDocumentStart => self.after_the_end(),
            Kind::InvalidQuotedScalarIndent
            | Kind::UnclosedQuotedScalar
            | Kind::DocumentIndicatorInQuotedScalar
            | Kind::InvalidIndentation => self.unclosed_quote(),
            Kind::InvalidTrailingSingleQuotedScalar | Kind::InvalidTrailingDoubleQuotedScalar => {
                self.after_quote()
            }
            Kind::UnknownQuotedScalarEscape
            | Kind::InvalidQuotedScalarHexEscape
            | Kind::InvalidLowSurrogateHexEscape
            | Kind::InvalidLowSurrogate
            | Kind::MissingLowSurrogate
            | Kind::UnpairedLowSurrogate
            | Kind::InvalidUnicodeEscape => self.escape(),
            Kind::UnclosedFlowCollection { .. }
            | Kind::MismatchedFlowCollectionEnd { .. }
            | Kind::InvalidColonPlacement
            | Kind::ExpectedFlowMappingSeparator
            | Kind::ExpectedFlowSequenceSeparator
            | Kind::UnexpectedEofFlowSequence
            | Kind::UnexpectedEofFlowMapping
            | Kind::UnexpectedEofImplicitFlowMapping
            | Kind::BlockEntryInFlowCollection
            | Kind::FlowMappingValueAdjacentCollection
            | Kind::MisplacedFlowCollectionEnd => self.bracket(),
            Kind::InvalidBlockScalarHeader | Kind::ZeroBlockScalarIndent => self.block_header(),
            Kind::InvalidBlockScalarIndent => self.block_start(),
            Kind::CommentInterceptedScalar => self.comment_inside(),
            Kind::CommentNotSeparated => Some(self.glued_comment()),
            Kind::RecursionLimitExceeded => Some(self.too_deep()),
            Kind::BlockSequenceEntryNotAllowed => self.list_beside_key(),
            Kind::InvalidDocumentEnd => Some(self.after_dots()),
            _ => self.needs_quotes(self.stop.at),
        }
    }

    /// The fallback diagnostic.
    fn unknown(&self) -> Recovery {
        let rest = self.text[self.stop.at..self.line.end].trim_end_matches(WHITE);
        let word = rest.find([' ', '\t']).unwrap_or(rest.len());
        let at = self.stop.at..self.stop.at + word;
        self.mistake(
            self.finding(at, "this line is not valid YAML", "the parser stops here")
                .help(
                    "write `key: value`, and put the value in quotes if it contains `:`, `#` or \
                    brackets",
                ),
            self.whole_line(),
        )
    }

    /// Returns whether a line begins with a known key and a colon.
    fn has_known_key(&self, line: &Line) -> bool {
        let parts = Parts::of(self.text, line);
        parts.dash.is_none()
            && parts
                .name(self.text)
                .is_some_and(|name| self.keys.is_key(name))
    }

    /// The end of the character at a byte.
    fn behind(&self, at: usize) -> usize {
        let character = self.text.get(at..).and_then(|rest| rest.chars().next());
        character.map_or(at, |character| at + character.len_utf8())
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range)
    }

    fn finding(
        &self,
        at: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(Code::YamlSyntax, self.span(at), message, label)
    }

    fn mistake(&self, diagnostic: Diagnostic, leave_out: Vec<Range<usize>>) -> Recovery {
        Recovery {
            diagnostic,
            leave_out,
            text: None,
        }
    }

    /// Describes a value by its key: `the value of "effect"`.
    fn value_of(&self, parts: &Parts) -> String {
        match parts.name(self.text) {
            Some(name) => format!("the value of \"{name}\""),
            None => "this value".to_owned(),
        }
    }

    /// The line of the error, and the lines that belong to it.
    fn whole_line(&self) -> Vec<Range<usize>> {
        self.line_with(&self.line, &self.parts)
    }

    /// A line and the lines that belong to its key, without the dash of the entry that it begins,
    /// since the lines below may belong to the same entry.
    fn line_with(&self, line: &Line, parts: &Parts) -> Vec<Range<usize>> {
        let below = line.below(self.text, parts.column(line));
        let next = below.last().unwrap_or(line).next(self.text);
        // An entry that consists only of this text is skipped with its dash.
        let alone = |dash: usize| {
            parts.key.is_none() && next.is_none_or(|next| next.column() <= dash - line.start)
        };
        let start = parts
            .dash
            .filter(|dash| alone(*dash))
            .unwrap_or(parts.content);
        let content = start..line.end;
        let mut ranges = vec![content];
        ranges.extend(below.into_iter().map(|line| line.content()));
        ranges
    }

    fn directive(&self, line: Line) -> Recovery {
        let at = line.whole();
        self.mistake(
            self.finding(
                at.clone(),
                "a line that begins with `%` is an instruction to YAML parsers",
                "a card does not need this",
            )
            .help("remove the line, or indent it if it is part of the text above"),
            vec![at],
        )
    }

    fn after_dots(&self) -> Recovery {
        let at = self.stop.at..self.line.end;
        self.mistake(
            self.finding(
                at,
                "unexpected text after `...`",
                "`...` at the start of a line ends a document",
            )
            .help(
                "indent the line if it is part of the text above, or put the text on its own line",
            ),
            vec![self.line.whole()],
        )
    }

    fn too_deep(&self) -> Recovery {
        let end = self.behind(self.stop.at);
        // Skip all of it, because each part would be too deep again.
        let bracket = self.open_bracket();
        let first = bracket.map_or(self.line.clone(), |open| Line::at(self.text, open));
        let mut leave_out = Vec::new();
        let mut next = Some(first.clone());
        while let Some(line) = next.filter(|line| {
            let inside = bracket.is_some() && !self.text[line.start..].starts_with("---");
            inside || line.start <= self.line.start || line.column() > first.column()
        }) {
            leave_out.push(line.whole());
            next = line.next(self.text);
        }
        self.mistake(
            self.finding(
                self.stop.at..end,
                "nesting is deeper than 255 levels",
                "too deep from here",
            )
            .help("use fewer levels"),
            leave_out,
        )
    }
}

fn spaces(count: usize) -> String {
    match count {
        0 => "no spaces".to_owned(),
        1 => "1 space".to_owned(),
        _ => format!("{count} spaces"),
    }
}

fn indent_by(column: usize) -> String {
    match column {
        0 => "do not indent it".to_owned(),
        _ => format!("indent it by {}", spaces(column)),
    }
}

/// The diagnostic for `name = Angel`, with the span of the sign.
pub(super) fn wrong_sign(sign: impl std::fmt::Display, at: Span) -> Diagnostic {
    Diagnostic::new(
        Code::YamlSyntax,
        at,
        format!("expected `:`, found `{sign}`"),
        "a colon separates a key from its value",
    )
}

/// The diagnostic for `name:Angel`, with the span of the colon.
pub fn missing_space(colon: Span) -> Diagnostic {
    let after = Span {
        start: colon.end,
        ..colon
    };
    Diagnostic::new(
        Code::YamlSyntax,
        colon,
        "missing space after `:`",
        "without a space, this `:` is part of the text",
    )
    .fix(Safety::Safe, "write a space after the colon", after, " ")
}

//! Splits a text into tokens, for code that changes its layout and not its content, and lists the
//! values that it contains.

use std::borrow::Cow;
use std::ops::Range;

use granit_parser::{Event, Parser, ScalarStyle, Scanner, StrInput, TokenType, options};

use super::Style;

/// A token of the YAML scanner: an indicator such as `-`, a scalar, or the start or end of a block.
/// The ranges of `Value` and `Entry` tokens and of block scalars are inexact, because the scanner
/// does not report them exactly. Callers must search the text near such a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    pub kind: TokenKind,
    /// Empty for tokens without text in the file, such as the `Key` token of `name: Angel`.
    pub range: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    Directive,
    DocumentStart,
    DocumentEnd,
    BlockMapping,
    BlockSequence,
    BlockEnd,
    FlowOpen {
        mapping: bool,
    },
    FlowClose,
    /// A comma.
    FlowEntry,
    /// A dash.
    Entry,
    Key,
    Value,
    Alias,
    Anchor,
    Tag,
    Scalar {
        style: Style,
        text: String,
    },
}

/// The content of a text, independent of its layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Document,
    Sequence,
    Mapping,
    End,
    Alias(String),
    /// The name of the next value.
    Anchor(String),
    Tag(String),
    Scalar {
        text: String,
        /// `true` for a plain scalar that a YAML parser may read as something other than text: a
        /// number, a boolean or null.
        plain: bool,
        /// `false` if the value has no characters in the file, as in `name:`.
        written: bool,
    },
}

/// The tokens of a text, or `None` if it is invalid.
pub fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    for token in Scanner::new(StrInput::new(text)) {
        let (span, token) = token.ok()?.into_parts();
        let range = span.byte_range()?;
        let kind = match token {
            TokenType::VersionDirective(..)
            | TokenType::TagDirective(..)
            | TokenType::ReservedDirective(..) => TokenKind::Directive,
            TokenType::DocumentStart => TokenKind::DocumentStart,
            TokenType::DocumentEnd => TokenKind::DocumentEnd,
            TokenType::BlockSequenceStart => TokenKind::BlockSequence,
            TokenType::BlockMappingStart => TokenKind::BlockMapping,
            TokenType::BlockEnd => TokenKind::BlockEnd,
            TokenType::FlowSequenceStart => TokenKind::FlowOpen { mapping: false },
            TokenType::FlowMappingStart => TokenKind::FlowOpen { mapping: true },
            TokenType::FlowSequenceEnd | TokenType::FlowMappingEnd => TokenKind::FlowClose,
            TokenType::BlockEntry => TokenKind::Entry,
            TokenType::FlowEntry => TokenKind::FlowEntry,
            TokenType::Key => TokenKind::Key,
            TokenType::Value => TokenKind::Value,
            TokenType::Alias(_) => TokenKind::Alias,
            TokenType::Anchor(_) => TokenKind::Anchor,
            TokenType::Tag(..) => TokenKind::Tag,
            TokenType::Scalar(style, text) => TokenKind::Scalar {
                style: style_of(style),
                text: text.into_owned(),
            },
            _ => continue,
        };
        tokens.push(Token { kind, range });
    }
    Some(tokens)
}

/// The content of a text, or `None` if it is invalid.
pub fn said(text: &str) -> Option<Vec<Said>> {
    let options = options! { emit_anchor_events: true, emit_unresolved_aliases: true };
    let mut said = Vec::new();
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.ok()?;
        let written = span
            .byte_range()
            .and_then(|range| text.get(range))
            .unwrap_or("");
        let tag = span
            .tag_span()
            .and_then(|tag| tag.slice(text))
            .map(|tag| Said::Tag(tag.to_owned()));
        match event {
            Event::DocumentStart(..) => said.push(Said::Document),
            Event::SequenceStart(..) => said.push(Said::Sequence),
            Event::MappingStart(..) => said.push(Said::Mapping),
            Event::DocumentEnd | Event::SequenceEnd | Event::MappingEnd => said.push(Said::End),
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                said.push(Said::Alias(written.to_owned()))
            }
            Event::Anchor(_, name) => said.push(Said::Anchor(name.to_string())),
            Event::Scalar(text, style, ..) => said.push(scalar(text, style, !written.is_empty())),
            _ => {}
        }
        said.extend(tag);
    }
    Some(said)
}

fn scalar(text: Cow<'_, str>, style: ScalarStyle, written: bool) -> Said {
    let style = style_of(style);
    // A block scalar has an indicator (`|`, `>`) in the text, also if its content is empty.
    let written = written || style != Style::Plain;
    Said::Scalar {
        plain: style == Style::Plain && (!written || !is_text(&text)),
        text: text.into_owned(),
        written,
    }
}

/// Returns whether an unquoted scalar is a text for every YAML parser, including old ones that read
/// `yes` as a boolean.
pub fn is_text(plain: &str) -> bool {
    const OTHERS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    plain.starts_with(char::is_alphabetic)
        && !OTHERS.iter().any(|other| plain.eq_ignore_ascii_case(other))
}

fn style_of(style: ScalarStyle) -> Style {
    match style {
        ScalarStyle::SingleQuoted => Style::SingleQuoted,
        ScalarStyle::DoubleQuoted => Style::DoubleQuoted,
        ScalarStyle::Literal => Style::Literal,
        ScalarStyle::Folded => Style::Folded,
        _ => Style::Plain,
    }
}

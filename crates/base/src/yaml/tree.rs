//! Builds documents from the parser's events.

use std::ops::Range;

use granit_parser::{Event, Marker, Parser, ScalarStyle, StructureStyle, options};
use smol_str::SmolStr;

use super::anchors::{Anchors, Measured, Used};
use super::invisible::{self, InvisibleMap};
use super::lines::{self, WHITE};
use super::parse_error::ParseError;
use super::quote::quoted;
use super::{Node, Scalar, Style, Value};
use crate::diagnostic::{CappedDiagnostics, Code, Diagnostic, Edit, Safety};
use crate::source::{FileId, Span};

mod mapping;

/// A document that was parsed to its end.
pub(super) struct ParsedDocument {
    pub root: Option<Box<Node>>,
    pub broken: bool,
    pub found: CappedDiagnostics,
    /// The position of its `---`, or the end of the previous document.
    pub start: usize,
    pub explicit: bool,
    /// The end of the previous document, from which this one can be parsed again.
    again: usize,
    used_before: Used,
}

/// A list or mapping that is not complete yet.
struct Open {
    mapping: bool,
    style: StructureStyle,
    anchor: usize,
    start: usize,
    /// The end of the last item inside.
    end: usize,
    children: Vec<Node>,
    nodes: usize,
    depth: usize,
}

struct Builder<'t> {
    file: FileId,
    text: &'t str,
    hidden: &'t InvisibleMap,
    /// The placeholder for colons in values that should be in quotes.
    colon: Option<char>,
    /// The offset that the parser counts as byte 0.
    offset: usize,
    stack: Vec<Open>,
    root: Option<Box<Node>>,
    broken: bool,
    /// The diagnostics of this document. Those of earlier documents count towards the same limit.
    found: CappedDiagnostics,
    cursor: usize,
    scalar: Option<(Range<usize>, Style)>,
}

/// Reads documents up to the first syntax error or the end of the text. `from` must be the start of
/// the file or the end of a document.
pub(super) fn read(
    file: FileId,
    text: &str,
    from: usize,
    hidden: &InvisibleMap,
    colon: Option<char>,
    anchors: &mut Anchors,
) -> (Vec<ParsedDocument>, Option<ParseError>) {
    let options = options! { emit_anchor_events: true, emit_unresolved_aliases: true };
    let mut documents: Vec<ParsedDocument> = Vec::new();
    let mut builder = Builder {
        file,
        text,
        hidden,
        colon,
        offset: from,
        stack: Vec::new(),
        root: None,
        broken: false,
        found: CappedDiagnostics::default(),
        cursor: from,
        scalar: None,
    };
    let mut start = from;
    let mut inside = false;
    let mut implicit = false;
    let (mut begins, mut explicit) = (from, false);
    let mut used = anchors.used;
    anchors.next_document();
    for event in Parser::new_from_str_with_options(text.get(from..).unwrap_or(""), options) {
        let (event, span) = match event {
            Ok((event, span)) => (event, span),
            Err(error) => {
                // If the previous document ended without `---` or `...`, the text at the error belongs to
                // that document. So remove the document, and parse it again after recovery.
                let unmarked = !inside && implicit;
                if let Some(last) = documents.pop_if(|_| unmarked) {
                    start = last.again;
                    used = last.used_before;
                }
                anchors.used = used;
                let stop = ParseError {
                    kind: error.kind().clone(),
                    at: builder.byte(error.marker()).unwrap_or(builder.cursor),
                    document: start,
                    cursor: builder.cursor,
                    scalar: builder.scalar.take(),
                    bracket: builder
                        .stack
                        .iter()
                        .find(|open| open.style == StructureStyle::Flow)
                        .map(|open| open.start),
                };
                return (documents, Some(stop));
            }
        };
        let range = builder.range(span.start, span.end);
        match event {
            Event::DocumentStart(marked, _) => {
                inside = true;
                explicit = marked;
                begins = if marked { range.start } else { start };
                // Without `---`, the parser starts a document at its first text. The header of a block
                // scalar is before that position, so start at the end of the previous document.
                builder.cursor = if marked { range.end } else { start };
            }
            Event::DocumentEnd => {
                inside = false;
                implicit = range.is_empty();
                let next = builder.found.next();
                documents.push(ParsedDocument {
                    root: builder.root.take(),
                    broken: std::mem::take(&mut builder.broken),
                    found: std::mem::replace(&mut builder.found, next),
                    start: begins,
                    explicit,
                    again: start,
                    used_before: used,
                });
                used = anchors.used;
                start = range.end;
                anchors.next_document();
            }
            Event::StreamStart | Event::StreamEnd => {}
            Event::Anchor(_, name) => anchors.name(&name),
            event => {
                let tagged = event.tag().is_some_and(|tag| tag.core_suffix().is_none());
                let tag = span.tag_span().filter(|_| tagged);
                let tag = tag.map(|tag| builder.range(tag.start, tag.end));
                match event {
                    Event::Scalar(_, ScalarStyle::Plain, _, _) if tag.is_some() => {
                        builder.text_with_tag(tag.unwrap_or_default(), &range);
                    }
                    event => {
                        if tagged {
                            builder.tag(tag.unwrap_or(range.clone()));
                        }
                        builder.event(event, range, anchors);
                    }
                }
            }
        }
    }
    (documents, None)
}

impl Builder<'_> {
    /// Converts a range of the cleaned text to a span of the file.
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, self.hidden.in_file(range))
    }

    fn byte(&self, marker: &Marker) -> Option<usize> {
        Some((marker.byte_offset()? + self.offset).min(self.text.len()))
    }

    fn range(&self, start: Marker, end: Marker) -> Range<usize> {
        let start = self.byte(&start).unwrap_or(self.cursor);
        start..self.byte(&end).unwrap_or(start).max(start)
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>, anchors: &mut Anchors) {
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let text = match self.colon {
                    Some(colon) if style == ScalarStyle::Plain && text.contains(colon) => {
                        text.replace(colon, ":").into()
                    }
                    _ => text.into(),
                };
                let (range, scalar) = self.scalar(text, style, range);
                let scalar = invisible::without(
                    self.file,
                    self.text,
                    range.clone(),
                    scalar,
                    self.hidden,
                    &mut self.found,
                )
                .composed();
                self.scalar = Some((range.clone(), scalar.style));
                if let Some(diagnostic) = self.entry_inside(&range, scalar.style) {
                    self.found.push(diagnostic);
                    self.absent(range);
                    return;
                }
                let measured = self.leaf(range.clone(), scalar);
                anchors.define(anchor, &measured);
                self.add(measured, range);
            }
            Event::Alias(id) => {
                let at = self.span(range.clone());
                match anchors.resolve(id, self.stack.len(), at, &mut self.found) {
                    Some(measured) => self.add(measured, range),
                    None => self.absent(range),
                }
            }
            Event::UnresolvedAlias(_) => {
                let written = self.text.get(range.clone()).unwrap_or("*");
                let diagnostic = anchors.unknown(written, self.span(range.clone()));
                self.found.push(diagnostic);
                self.absent(range);
            }
            Event::SequenceStart(style, anchor, _) => self.open(false, style, anchor, range),
            Event::MappingStart(style, anchor, _) => self.open(true, style, anchor, range),
            Event::SequenceEnd | Event::MappingEnd => self.close(range, anchors),
            _ => {}
        }
    }

    /// Reports a line in a plain list entry that begins with a dash: it is meant as an entry of its
    /// own, but is indented too much.
    fn entry_inside(&self, range: &Range<usize>, style: Style) -> Option<Diagnostic> {
        if let Some(diagnostic) = self.glued_dashes(range, style) {
            return Some(diagnostic);
        }
        let in_list = self
            .stack
            .last()
            .is_some_and(|open| !open.mapping && open.style == StructureStyle::Block);
        let text = self.text.get(range.clone())?;
        if style != Style::Plain || !in_list || !text.contains('\n') {
            return None;
        }
        let first = lines::Line::at(self.text, range.start);
        let dash = lines::Parts::of(self.text, &first).dash?;
        let mut next = first.next(self.text);
        while let Some(line) = next.filter(|line| line.start < range.end) {
            if self.text[line.indent..line.end].starts_with("- ") {
                let column = dash - first.start;
                let spaces = |count: usize| match count {
                    1 => "1 space".to_owned(),
                    count => format!("{count} spaces"),
                };
                let diagnostic = Diagnostic::new(
                    Code::YamlSyntax,
                    self.span(line.start..line.indent),
                    "a list entry is indented more than the entry above",
                    format!(
                        "indented by {}, the entry above by {column}",
                        spaces(line.column())
                    ),
                )
                .note("YAML reads it as part of the entry above");
                let title = match column {
                    0 => "do not indent it".to_owned(),
                    _ => format!("indent it by {}", spaces(column)),
                };
                let indent = " ".repeat(column);
                return Some(diagnostic.fix(
                    Safety::Safe,
                    title,
                    self.span(line.start..line.indent),
                    indent,
                ));
            }
            next = line.next(self.text);
        }
        None
    }

    /// `-living` and `-dragon` on the lines below `traits:`, which YAML reads as one text.
    fn glued_dashes(&self, range: &Range<usize>, style: Style) -> Option<Diagnostic> {
        let text = self.text.get(range.clone())?;
        // Most texts have one line. A line can contain many texts, and the code below scans the line
        // for each of them.
        if style != Style::Plain || !text.contains('\n') {
            return None;
        }
        let glued = |line: &str| {
            let rest = line.trim_start().strip_prefix('-');
            rest.is_some_and(|rest| rest.starts_with(char::is_alphabetic))
        };
        let first = lines::Line::at(self.text, range.start);
        let dash = lines::Parts::of(self.text, &first).dash;
        let mut more = text
            .lines()
            .skip(1)
            .filter(|line| !line.trim().is_empty())
            .peekable();
        let begins = first.indent == range.start && text.starts_with('-');
        let block = self
            .stack
            .iter()
            .all(|open| open.style == StructureStyle::Block);
        // The first entry may have a space after its dash when the others have none.
        let entry = dash.is_some_and(|dash| dash == first.indent);
        if !block || more.peek().is_none() || !(begins || entry) {
            return None;
        }
        if !more.all(glued) || (begins && !text.lines().next().is_some_and(glued)) {
            return None;
        }
        let column = first.column();
        let mut edits = Vec::new();
        let mut next = Some(first);
        while let Some(line) = next.filter(|line| line.start < range.end) {
            if glued(&self.text[line.content()]) {
                edits.push(Edit {
                    at: self.span(line.start..line.indent + 1),
                    text: format!("{}- ", " ".repeat(column)),
                });
            }
            next = line.next(self.text);
        }
        let dash = edits.first()?.at.end;
        let at = Span {
            start: dash - 1,
            end: dash,
            ..edits.first()?.at
        };
        let diagnostic = Diagnostic::new(
            Code::YamlSyntax,
            at,
            "missing space after `-`",
            "without a space, this `-` is part of the text",
        );
        Some(diagnostic.fix_all(Safety::Safe, "write a space after the dash", edits))
    }

    /// Adds a placeholder for a value that could not be parsed. It is removed once its list or
    /// mapping is complete.
    fn absent(&mut self, range: Range<usize>) {
        self.broken = true;
        let scalar = Scalar {
            text: SmolStr::default(),
            style: Style::Plain,
        };
        let measured = self.leaf(range.clone(), scalar);
        self.add(measured, range);
    }

    fn leaf(&self, range: Range<usize>, scalar: Scalar) -> Measured {
        Measured {
            node: Node {
                span: self.span(range),
                value: Value::Scalar(scalar),
            },
            nodes: 1,
            depth: 1,
        }
    }

    /// Returns a scalar and its range in the text.
    fn scalar(
        &self,
        text: SmolStr,
        style: ScalarStyle,
        range: Range<usize>,
    ) -> (Range<usize>, Scalar) {
        let style = match style {
            ScalarStyle::SingleQuoted => Style::SingleQuoted,
            ScalarStyle::DoubleQuoted => Style::DoubleQuoted,
            ScalarStyle::Literal => Style::Literal,
            ScalarStyle::Folded => Style::Folded,
            _ => Style::Plain,
        };
        if style == Style::Plain && range.is_empty() {
            // The parser returns `~` for an absent value, and places it before the colon.
            let at = match self.text.as_bytes().get(range.start) {
                Some(b':') => range.start + 1,
                _ => self.text[..range.start]
                    .trim_end_matches(WHITE)
                    .len()
                    .max(self.cursor),
            };
            let text = SmolStr::default();
            return (at..at, Scalar { text, style });
        }
        let range = match style {
            Style::Literal | Style::Folded => self.block(range),
            _ => range,
        };
        (range, Scalar { text, style })
    }

    /// The range of a block scalar, from its header to the end of its last line that is not blank.
    /// The parser's range begins after the header and ends at the next token.
    fn block(&self, range: Range<usize>) -> Range<usize> {
        let Some(start) = lines::find_indicator(self.text, self.cursor, &['|', '>']) else {
            return range;
        };
        let rest = &self.text[start + 1..];
        let marks = rest
            .find(|character: char| !matches!(character, '+' | '-' | '0'..='9'))
            .unwrap_or(rest.len());
        let header = start + 1 + marks;
        let body = lines::Line::at(self.text, header).end;
        let filled = self
            .text
            .get(body..range.end.max(body))
            .unwrap_or("")
            .trim_end_matches(WHITE);
        if filled.is_empty() {
            return start..header;
        }
        start..lines::Line::at(self.text, body + filled.len()).end
    }

    fn open(&mut self, mapping: bool, style: StructureStyle, anchor: usize, range: Range<usize>) {
        let mut start = range.start;
        let under_key = self
            .stack
            .last()
            .is_some_and(|parent| parent.mapping && parent.children.len() % 2 == 1);
        if !mapping && style == StructureStyle::Block && under_key {
            // If a list is indented like its key, the parser reports its start after the first dash.
            // Use the position of the dash.
            start = lines::find_indicator(self.text, self.cursor, &['-']).unwrap_or(start);
        }
        self.cursor = self.cursor.max(range.end);
        self.stack.push(Open {
            mapping,
            style,
            anchor,
            start,
            end: range.end,
            children: Vec::new(),
            nodes: 1,
            depth: 1,
        });
    }

    fn close(&mut self, range: Range<usize>, anchors: &mut Anchors) {
        let Some(open) = self.stack.pop() else {
            return;
        };
        let end = if range.is_empty() {
            open.end
        } else {
            range.end
        };
        let bytes = open.start.min(end)..end;
        let value = if open.mapping {
            self.mapping(open.children, open.style)
        } else {
            let mut items = open.children;
            items.retain(|item| !item.is_unread());
            Value::Sequence(items.into())
        };
        let measured = Measured {
            node: Node {
                span: self.span(bytes.clone()),
                value,
            },
            nodes: open.nodes,
            depth: open.depth,
        };
        anchors.define(open.anchor, &measured);
        self.add(measured, bytes);
        self.cursor = self.cursor.max(range.end);
    }

    /// Adds a node to its parent. `written` is the range of the node, or of the alias that refers to
    /// it.
    fn add(&mut self, measured: Measured, written: Range<usize>) {
        self.cursor = self.cursor.max(written.end);
        match self.stack.last_mut() {
            Some(open) => {
                open.end = open.end.max(written.end);
                open.nodes = open.nodes.saturating_add(measured.nodes);
                open.depth = open.depth.max(measured.depth + 1);
                open.children.push(measured.node);
            }
            None => self.finish(measured.node),
        }
    }

    fn finish(&mut self, root: Node) {
        let nothing = root.span.start == root.span.end && root.is_null();
        self.root = (!nothing).then(|| Box::new(root));
    }

    /// `flavor: !Charge the gates.`: cards have no tags, so this is a text.
    fn text_with_tag(&mut self, tag: Range<usize>, scalar: &Range<usize>) {
        // Do not search to the end of the line: a long line can contain many such texts.
        let end = scalar.end.max(tag.end);
        let text = self.text.get(tag.start..end).unwrap_or_default();
        let several_lines = text.contains(['\n', '\r']);
        let text = text.lines().next().unwrap_or_default();
        let text = text.trim_end_matches(WHITE);
        let whole = tag.start..tag.start + text.len();
        let after = &text[tag.len().min(text.len())..];
        let spaces = after.len() - after.trim_start_matches(' ').len();
        let diagnostic = Diagnostic::new(
            Code::YamlSyntax,
            self.span(tag.clone()),
            "a text that begins with `!` needs quotes",
            "YAML reads a word that begins with `!` as a tag, not as text",
        );
        let at = self.span(whole.clone());
        let title = "put the text in quotes";
        if several_lines {
            self.found.push(diagnostic.help(title));
        } else {
            let diagnostic = diagnostic.fix(Safety::Safe, title, at, quoted(text));
            let alone = after.is_empty();
            let with_spaces = self.span(tag.start..tag.end + spaces);
            self.found.push(match alone {
                true => diagnostic,
                // Unsafe because the word after `!` may be part of the text.
                false => diagnostic.fix(Safety::Unsafe, "remove the tag", with_spaces, ""),
            });
        }
        self.absent(whole);
    }

    fn tag(&mut self, range: Range<usize>) {
        let written = self.text.get(range.clone()).unwrap_or("!");
        let after = self.text.get(range.end..).unwrap_or("");
        let spaces = after.len() - after.trim_start_matches(' ').len();
        let at = self.span(range.clone());
        let with_spaces = self.span(range.start..range.end + spaces);
        self.found.push(
            Diagnostic::new(
                Code::YamlSyntax,
                at,
                format!("cards do not use tags such as `{written}`"),
                "YAML reads a word that begins with `!` as a tag, not as text",
            )
            .help("remove it, or put the value in quotes if it is part of the text")
            .fix(Safety::Unsafe, "remove the tag", with_spaces, ""),
        );
    }
}

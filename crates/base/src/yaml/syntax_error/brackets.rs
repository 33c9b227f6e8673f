//! Explains errors in flow collections: lists and mappings in brackets.

use std::ops::Range;

use granit_parser::ErrorKind;

use super::{ErrorSite, Recovery, missing_space};
use crate::diagnostic::{Diagnostic, Edit, Safety};
use crate::yaml::lines::{
    Line, Parts, WHITE, close_quote, find_indicator, is_field, without_comment,
};

impl ErrorSite<'_> {
    pub(super) fn bracket(&self) -> Option<Recovery> {
        let at = self.stop.at;
        let here = self.text.get(at..)?.chars().next();
        match &self.stop.kind {
            ErrorKind::MismatchedFlowCollectionEnd { .. } => return self.wrong_bracket(at),
            ErrorKind::UnclosedFlowCollection { .. } => return Some(self.never_closed_bracket(at)),
            ErrorKind::MisplacedFlowCollectionEnd => return Some(self.closes_nothing()),
            _ => {}
        }
        let Some(outer) = self.open_bracket() else {
            return self.needs_quotes(at);
        };
        let open = Brackets::scan(self.text, outer, at).open.pop()?;
        let first = Line::at(self.text, open);
        let outside = self.line.start > first.start && self.is_outside(outer, &self.line);
        if outside || here.is_none() {
            return Some(self.never_closed_bracket(open));
        }
        let leave_out = self.bracketed(outer);
        let diagnostic = match here {
            Some(',') => {
                let end = at + 1;
                self.finding(
                    at..end,
                    "missing value before `,`",
                    "no value before this comma",
                )
                .fix(Safety::Unsafe, "remove the comma", self.span(at..end), "")
            }
            Some(':') if self.stop.kind == ErrorKind::FlowMappingValueAdjacentCollection => {
                missing_space(self.span(at..at + 1))
            }
            Some(':') => self.colon_in_brackets(open),
            Some('-') if self.stop.kind == ErrorKind::BlockEntryInFlowCollection => self
                .finding(
                    at..at + 1,
                    "unexpected `-` inside brackets",
                    "entries in brackets have no dashes",
                )
                .help(
                    "separate the entries with commas, or put each on its own line without brackets",
                ),
            // The error is at the start of an item, so the missing comma is not the problem.
            Some(first) if self.begins_item(at) => {
                if first == '?' && self.item(at).len() == 1 {
                    self.finding(
                        at..at + 1,
                        "expected a value, found `?`",
                        "YAML reads `?` as the start of a key",
                    )
                    .help("replace it with the value")
                } else {
                    return self.needs_quotes(at);
                }
            }
            _ => {
                let end = self.text[..at].trim_end_matches(WHITE).len();
                let insert = self.span(end..end);
                self.finding(
                    at..self.item(at).end.max(self.behind(at)),
                    "missing comma",
                    "no comma before the next value",
                )
                .fix(Safety::Safe, "write a comma", insert, ",")
            }
        };
        Some(self.mistake(diagnostic, leave_out))
    }

    /// `{attack: 1 power: 2}` or `[On Activation: Draw: a card]`
    fn colon_in_brackets(&self, open: usize) -> Diagnostic {
        let at = self.stop.at;
        let before = self.text[open + 1..at].trim_end_matches(WHITE);
        let word = before
            .rfind([' ', '\n', '\t', ',', ':'])
            .map_or(open + 1, |word| open + 2 + word);
        let end = self.text[..word].trim_end_matches(WHITE).len();
        let follows_value =
            self.text[open..end].ends_with(|last: char| !matches!(last, ',' | ':' | '{' | '['));
        if follows_value && self.text[open..].starts_with('{') {
            if self.text[open..end].ends_with(';') {
                return self.semicolons(end - 1);
            }
            if let Some(text) = self.text_in_brackets(open, word) {
                let diagnostic = self.finding(
                    text.clone(),
                    "a text in brackets contains a colon",
                    "a text that contains a colon and a space needs quotes or `|`",
                );
                return self.in_quotes(diagnostic, text, Safety::Safe);
            }
            return self
                .finding(word..at, "missing comma", "no comma before the next key")
                .fix(Safety::Safe, "write a comma", self.span(end..end), ",");
        }
        self.finding(
            at..at + 1,
            "a value in brackets contains a colon",
            "this is the second colon",
        )
        .help("put the text in quotes, or write a comma if a new entry begins")
    }

    /// `{ name: A, effect: On Attack: Draw a card. }`: the text that contains the word, unless the
    /// word is a key.
    fn text_in_brackets(&self, open: usize, word: usize) -> Option<Range<usize>> {
        let at = self.stop.at;
        if self.keys.is_key(&self.text[word..at]) {
            return None;
        }
        let entry = self.text[open + 1..word].rfind([',', '{', '[']);
        let entry = entry.map_or(open + 1, |before| open + 2 + before);
        let (key, _) = self.text[entry..word].split_once(": ")?;
        let start = entry + key.len() + 2;
        let text = &self.text[start..self.line.end];
        // The text ends with its full stop, before the next entry or the bracket.
        let end = text.match_indices('.').find_map(|(stop, _)| {
            let after = text[stop + 1..].trim_start_matches(WHITE);
            after.starts_with([',', '}']).then_some(start + stop + 1)
        })?;
        let is_text = self.text[start..].starts_with(char::is_uppercase) && end > at;
        is_text.then_some(start..end)
    }

    /// `{ attack: 1; power: 2; defense: 1 }`
    fn semicolons(&self, first: usize) -> Diagnostic {
        let rest = &self.text[first..self.line.end];
        let close = rest.find(['}', ']', '#', '"', '\'']);
        let others = rest[..close.unwrap_or(rest.len())].match_indices(';');
        let places = others.map(|(at, _)| self.span(first + at..first + at + 1));
        let edits = places.map(|at| Edit {
            at,
            text: ",".to_owned(),
        });
        let edits: Vec<Edit> = edits.collect();
        let title = match edits.len() {
            1 => "write a comma".to_owned(),
            count => format!("write a comma in each of the {count} places"),
        };
        self.finding(
            first..first + 1,
            "expected `,`, found `;`",
            "this is not a comma",
        )
        .fix_all(Safety::Safe, title, edits)
    }

    fn never_closed_bracket(&self, open: usize) -> Recovery {
        let outer = self
            .open_bracket()
            .filter(|outer| *outer < open)
            .unwrap_or(open);
        let line = Line::at(self.text, open);
        let outer_line = Line::at(self.text, outer);
        let column = Parts::of(self.text, &outer_line).column(&outer_line);
        let last = line.below(self.text, column).pop().unwrap_or(line);
        let start = last.indent.max(open);
        let end = start + without_comment(&self.text[start..last.end]).len();
        let (open, end) = self.unclosed_numbers(open, end).unwrap_or((open, end));
        let bracket = self.text[open..].chars().next().unwrap_or('[');
        let close = closing(bracket);
        // Copies the space after the opening bracket.
        let inside = &self.text[open + bracket.len_utf8()..];
        let space = if inside.starts_with(' ') { " " } else { "" };
        let diagnostic = self
            .finding(
                open..open + bracket.len_utf8(),
                format!("a `{bracket}` is never closed"),
                format!("this `{bracket}` is never closed"),
            )
            .help(format!(
                "close it with `{close}`, or put the text in quotes"
            ))
            .fix(
                Safety::Unsafe,
                format!("write `{close}` at the end"),
                self.span(end..end),
                format!("{space}{close}"),
            );
        self.mistake(diagnostic, self.bracketed(outer))
    }

    /// The opening bracket of a mapping of numbers without a closing bracket, and the end of its
    /// last number. A value of another kind follows: `cost: { power: 1, effect: "Draw a card." }`.
    /// A closing bracket closes the innermost open one, so an outer one seems to be unclosed.
    fn unclosed_numbers(&self, open: usize, end: usize) -> Option<(usize, usize)> {
        let inside = self.text.get(open..end)?;
        inside.match_indices('{').find_map(|(brace, _)| {
            let brace = open + brace;
            let content = self.text.get(brace + 1..end)?;
            let content = content.split(['{', '}']).next()?;
            let mut at = brace + 1;
            let mut last = None;
            for entry in content.split(',') {
                let (_, value) = entry.split_once(':')?;
                if value.trim().parse::<f64>().is_err() {
                    return last.map(|last| (brace, last));
                }
                last = Some(at + entry.trim_end_matches(WHITE).len());
                at += entry.len() + 1;
            }
            None
        })
    }

    fn wrong_bracket(&self, open: usize) -> Option<Recovery> {
        let (open, close) = Brackets::scan(self.text, open, self.text.len()).wrong?;
        let bracket = self.text[open..].chars().next()?;
        let found = self.text[close..].chars().next()?;
        let needed = closing(bracket);
        let diagnostic = self
            .finding(
                close..close + 1,
                format!("a `{bracket}` is closed by `{found}`"),
                format!("this must be `{needed}`"),
            )
            .label(self.span(open..open + 1), "opened here")
            .fix(
                Safety::Unsafe,
                format!("write `{needed}`"),
                self.span(close..close + 1),
                needed.to_string(),
            );
        let outer = self
            .stop
            .bracket
            .filter(|outer| *outer < open)
            .unwrap_or(open);
        let mut leave_out = self.bracketed(outer);
        let line = Line::at(self.text, close);
        leave_out.push(line.content());
        Some(self.mistake(diagnostic, leave_out))
    }

    fn closes_nothing(&self) -> Recovery {
        let at = self.stop.at;
        let begins_value = self.parts.value.start == at && self.parts.key.is_some();
        if let Some(mistake) = begins_value.then(|| self.needs_quotes(at)).flatten() {
            return mistake;
        }
        let bracket = at..at + 1;
        let written = &self.text[bracket.clone()];
        let diagnostic = self
            .finding(
                at..at + 1,
                format!("`{written}` without an opening bracket"),
                "no bracket is open here",
            )
            .fix(Safety::Unsafe, "remove it", self.span(at..at + 1), "");
        // Without the bracket the line is valid.
        self.mistake(diagnostic, vec![bracket])
    }

    /// Returns whether a value or a key in brackets begins at a byte.
    fn begins_item(&self, at: usize) -> bool {
        let before = self.text[..at].trim_end_matches(WHITE);
        before.ends_with([':', ',', '{', '['])
    }

    /// The outermost open bracket at the position of the error.
    pub(super) fn open_bracket(&self) -> Option<usize> {
        let from = self.stop.cursor.min(self.stop.at);
        let begun = || find_indicator(self.text, from, &['[', '{']).filter(|at| *at < self.stop.at);
        let open = self
            .stop
            .bracket
            .filter(|at| *at < self.stop.at)
            .or_else(begun)?;
        Brackets::scan(self.text, open, self.stop.at)
            .open
            .first()
            .copied()
    }

    /// Returns whether a line after an outermost bracket belongs to the surrounding block, judging
    /// by its column and content.
    fn is_outside(&self, outer: usize, line: &Line) -> bool {
        let first = Line::at(self.text, outer);
        let parts = Parts::of(self.text, &first);
        let content = &self.text[line.content()];
        if content.starts_with("---") && line.column() == 0 {
            return true;
        }
        if line.column() > parts.column(&first) {
            return false;
        }
        if parts.dash.is_some() && content.starts_with("- ") {
            return true;
        }
        // The keys of a card that is entirely in brackets may begin in any column.
        let whole = outer == parts.content && self.goes_on_in_brackets(outer, line);
        !whole && (is_field(self.text, line) || content.starts_with("- "))
    }

    /// Returns whether a line after an outermost bracket is written as part of it: the bracket is
    /// closed later, or the line above ends with something that only occurs in brackets.
    fn goes_on_in_brackets(&self, outer: usize, line: &Line) -> bool {
        let close = Brackets::scan(self.text, outer, self.text.len()).close;
        let above = line.filled_above(self.text).is_some_and(|above| {
            let content = without_comment(&self.text[above.content()]);
            content.ends_with([',', '{', '['])
        });
        above || close.is_some_and(|close| close >= line.start)
    }

    /// The value in brackets that begins at a byte.
    pub(super) fn item(&self, at: usize) -> Range<usize> {
        let rest = &self.text[at..self.line.end];
        let end = rest
            .char_indices()
            .skip(1)
            .find(|(_, character)| matches!(character, ',' | ']' | '}'))
            .map_or(rest.len(), |(end, _)| end);
        at..at + rest[..end].trim_end_matches(WHITE).len()
    }

    /// The lines of an outermost bracket, up to its closing bracket.
    pub(super) fn bracketed(&self, open: usize) -> Vec<Range<usize>> {
        let first = Line::at(self.text, open);
        let parts = Parts::of(self.text, &first);
        let mut ranges = self.line_with(&first, &parts);
        let close = Brackets::scan(self.text, open, self.text.len()).close;
        if close.is_none() && open != parts.content {
            return ranges;
        }
        let mut inside = Vec::new();
        let mut line = first.next(self.text);
        while let Some(next) = line.filter(|line| close.is_none_or(|close| line.start <= close)) {
            if self.is_outside(open, &next) {
                match close {
                    Some(_) => return ranges,
                    None => break,
                }
            }
            inside.push(next.content());
            line = next.next(self.text);
        }
        ranges.extend(inside);
        ranges
    }
}

fn closing(bracket: char) -> char {
    if bracket == '{' { '}' } else { ']' }
}

/// The result of a scan for brackets.
#[derive(Default)]
struct Brackets {
    /// The brackets that are still open, outermost first.
    open: Vec<usize>,
    /// The first bracket that is closed by one of the wrong kind, and the position of the latter.
    wrong: Option<(usize, usize)>,
    /// The position where the outermost bracket is closed.
    close: Option<usize>,
}

impl Brackets {
    /// Scans from an opening bracket, skipping quoted texts and comments, until a byte is reached
    /// or all brackets are closed.
    fn scan(text: &str, from: usize, to: usize) -> Brackets {
        let bytes = text.as_bytes();
        let bytes = bytes.get(..to).unwrap_or(bytes);
        let mut found = Brackets::default();
        let mut at = from;
        let mut begins = true;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'[' | b'{' => found.open.push(at),
                b']' | b'}' => {
                    let opened = found.open.pop();
                    let is_brace = |open: usize| bytes.get(open) == Some(&b'{');
                    if let Some(open) = opened.filter(|open| is_brace(*open) != (byte == b'}')) {
                        found.wrong = found.wrong.or(Some((open, at)));
                    }
                    if found.open.is_empty() {
                        found.close = Some(at);
                        break;
                    }
                }
                b'"' | b'\'' if begins => match close_quote(text, at, to) {
                    Some(end) => {
                        at = end;
                        begins = false;
                        continue;
                    }
                    None => break,
                },
                b'#' if begins => {
                    at = Line::at(text, at).end;
                    continue;
                }
                _ => {}
            }
            begins = matches!(
                byte,
                b'[' | b'{' | b',' | b':' | b' ' | b'\t' | b'\n' | b'\r'
            );
            at += 1;
        }
        found
    }
}

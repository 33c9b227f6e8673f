//! Explains values that YAML parses as something else: texts with a colon, texts that begin with an
//! indicator, and the headers of block scalars.

use std::ops::Range;

use super::{ErrorSite, Recovery, indent_by, missing_space, quoted};
use crate::diagnostic::{Diagnostic, Edit, Safety};
use crate::source::Span;
use crate::yaml::lines::{Line, Parts, WHITE, is_field, is_word, without_comment};

impl ErrorSite<'_> {
    /// A colon inside a value: the most common error of all.
    pub(super) fn colon(&self) -> Option<Recovery> {
        let begun_above = self
            .stop
            .scalar
            .as_ref()
            .map(|(range, _)| range)
            .filter(|range| {
                range.start < self.line.start
                    && self.text[range.end..self.stop.at.max(range.end)]
                        .bytes()
                        .all(|byte| WHITE.contains(&(byte as char)))
                    && self.text[self.stop.at..].starts_with(':')
            });
        if let Some(scalar) = begun_above {
            let first = Line::at(self.text, scalar.start);
            let parts = Parts::of(self.text, &first);
            let is_entry = self.text[self.line.indent..].starts_with("- ");
            if is_entry && parts.dash.is_some() && parts.key.is_none() {
                return Some(self.misplaced(&self.line, first));
            }
            if parts.key.is_none() {
                return self.no_colon_in(first, parts);
            }
            if let Some(mistake) = self.without_key(&self.line) {
                return Some(mistake);
            }
            // No text begins with only a number: the next line is the next entry.
            let number = self.text[parts.value.clone()]
                .bytes()
                .all(|byte| byte.is_ascii_digit());
            if let Some(mistake) = number.then(|| self.outdented(&first, &parts)).flatten() {
                return Some(mistake);
            }
            if number || is_word(&self.text[self.line.indent..self.stop.at]) {
                return Some(self.misplaced(&self.line, first));
            }
            return Some(self.second_colon(&first, &parts));
        }
        if self.text[self.line.start..].starts_with("---") && self.parts.content > self.line.start {
            let at = self.parts.content..self.parts.value.end;
            let insert = self.span(at.start..at.start);
            return Some(
                self.mistake(
                    self.finding(
                        at.clone(),
                        "unexpected key on the line of `---`",
                        "this must be on the next line",
                    )
                    .fix(Safety::Safe, "begin a new line", insert, "\n"),
                    vec![at],
                ),
            );
        }
        self.parts.key.as_ref()?;
        Some(self.second_colon(&self.line, &self.parts))
    }

    /// `effect: On Activation: Draw a card.`
    fn second_colon(&self, line: &Line, parts: &Parts) -> Recovery {
        let of_text = self.first_line_of_text(line, parts);
        if let Some(mistake) = of_text.or_else(|| self.line_of_text(line, parts)) {
            return mistake;
        }
        if let Some(colon) = self.glued_colon(parts) {
            return self.mistake(missing_space(colon), self.line_with(line, parts));
        }
        if let Some(diagnostic) = self.no_colon_before_bracket(parts) {
            return self.mistake(diagnostic, self.line_with(line, parts));
        }
        let mut value = self.whole_value(line, parts);
        if let Some(mistake) = self.round_brackets(line, parts, &value) {
            return mistake;
        }
        if let Some(colon) = self.text[value.clone()]
            .strip_prefix(": ")
            .map(|_| value.start)
        {
            let rest = value.end.min(colon + 2);
            let diagnostic = self
                .finding(
                    colon..colon + 1,
                    "duplicate colon after a key",
                    "this is the second colon",
                )
                .fix(Safety::Safe, "remove it", self.span(colon..rest), "");
            return self.mistake(diagnostic, self.line_with(line, parts));
        }
        // `Hard: and loud. #1 ram`: with quotes, the rest would stay a comment.
        let after = self.text.get(value.end..line.end).unwrap_or_default();
        let word = after.trim_start().strip_prefix('#');
        if word.is_some_and(|word| word.starts_with(char::is_alphanumeric)) {
            value.end += after.trim_end().len();
        }
        if let Some(mistake) = self.never_opened(line, parts, &value) {
            return mistake;
        }
        if let Some(mistake) = self.no_brackets(line, parts, &value) {
            return mistake;
        }
        let message = match parts.name(self.text) {
            Some(name) => format!("the value of \"{name}\" contains a colon"),
            None => "this value contains a colon".to_owned(),
        };
        let diagnostic = self.finding(
            value.clone(),
            message,
            "a text that contains a colon and a space needs quotes or `|`",
        );
        if let Some((above, after)) = self.text_above(line, parts) {
            let bar = self.span(after..after);
            let diagnostic = diagnostic
                .help("write `|` after the key above, so that the lines below are text")
                .fix(Safety::Safe, "write `|` after the key above", bar, " |");
            let leave_out = self.line_with(&above, &Parts::of(self.text, &above));
            return self.mistake(diagnostic, leave_out);
        }
        let diagnostic = diagnostic
            .help("put the text in quotes, or write `|` here and the text on the next line");
        // Parse all of it as text only if it begins with a letter or digit, and if no later line
        // has a heading of its own.
        let whole = &self.text[value.clone()];
        let begins = whole.starts_with(char::is_alphanumeric);
        let one = !whole.lines().skip(1).any(|line| line.contains(": "));
        let text = (begins && one && parts.key.is_some()).then(|| value.clone());
        // Lines that each have a heading stay separate lines.
        if let Some(second) = whole.lines().nth(1).filter(|_| !one) {
            let indent = second.len() - second.trim_start().len();
            let bar = format!("|\n{}", second.get(..indent).unwrap_or_default());
            let at = self.span(value.start..value.start);
            let diagnostic = diagnostic.fix(Safety::Safe, "put the lines after `|`", at, bar);
            return self.mistake(diagnostic, self.line_with(line, parts));
        }
        Recovery {
            text,
            ..self.mistake(
                self.in_quotes(diagnostic, value, Safety::Safe),
                self.line_with(line, parts),
            )
        }
    }

    /// The first line of a `|` text that is not indented, before others that are.
    fn first_line_of_text(&self, line: &Line, parts: &Parts) -> Option<Recovery> {
        parts.name(self.text).filter(|name| !is_word(name))?;
        let above = line
            .filled_above(self.text)
            .filter(|above| above.column() == line.column())?;
        let outer = Parts::of(self.text, &above);
        let key = outer.name(self.text)?;
        if !matches!(&self.text[outer.value.clone()], "|" | ">") {
            return None;
        }
        let below = line
            .next(self.text)
            .filter(|next| next.column() > line.column())?;
        let diagnostic = self.finding(
            line.content(),
            format!("the first line of \"{key}\" is not indented"),
            "this line is part of the text",
        );
        let leave_out = self.line_with(&above, &outer);
        Some(self.out_of_its_text(diagnostic, leave_out, line, parts, below.column()))
    }

    /// Adds a fix that indents a line like the text that it belongs to, and skips the line with the
    /// text.
    fn out_of_its_text(
        &self,
        diagnostic: Diagnostic,
        mut leave_out: Vec<Range<usize>>,
        line: &Line,
        parts: &Parts,
        column: usize,
    ) -> Recovery {
        leave_out.extend(self.line_with(line, parts));
        let indent = self.span(line.start..line.indent);
        let spaces = " ".repeat(column);
        self.mistake(
            diagnostic.fix(Safety::Safe, indent_by(column), indent, spaces),
            leave_out,
        )
    }

    /// A line of a `|` text that is not indented, after others that are:
    /// `On Retaliate: Draw a card.`
    pub(super) fn line_of_text(&self, line: &Line, parts: &Parts) -> Option<Recovery> {
        let name = parts.name(self.text).filter(|name| !is_word(name))?;
        if self.keys.is_key(&name.to_lowercase().replace(WHITE, "_")) {
            return None;
        }
        let above = line
            .filled_above(self.text)
            .filter(|above| above.column() > line.column())?;
        let mut head = above.clone();
        while head.column() > line.column() {
            head = head.filled_above(self.text)?;
        }
        let outer = Parts::of(self.text, &head);
        let key = outer.name(self.text)?;
        if outer.column(&head) != line.column()
            || !matches!(&self.text[outer.value.clone()], "|" | ">")
        {
            return None;
        }
        let diagnostic = self.finding(
            line.content(),
            format!("a line of `{key}` is not indented"),
            format!("this line is part of `{key}`"),
        );
        let leave_out = self.line_with(&head, &outer);
        Some(self.out_of_its_text(diagnostic, leave_out, line, parts, above.column()))
    }

    /// `cost: ( attack: 2, power: 1 )`
    fn round_brackets(&self, line: &Line, parts: &Parts, value: &Range<usize>) -> Option<Recovery> {
        let inner = self.text[value.clone()]
            .strip_prefix('(')?
            .strip_suffix(')')?;
        if inner.contains(['(', ')', '\n']) || !inner.split(',').all(|part| part.contains(':')) {
            return None;
        }
        let bracket = |at: usize, text: &str| Edit {
            at: self.span(at..at + 1),
            text: text.to_owned(),
        };
        let edits = [bracket(value.start, "{"), bracket(value.end - 1, "}")];
        let diagnostic = self
            .finding(
                value.clone(),
                "unexpected round brackets around keys and values",
                "YAML uses `{ … }` for this",
            )
            .fix_all(Safety::Safe, "write `{ … }`", edits);
        Some(self.mistake(diagnostic, self.line_with(line, parts)))
    }

    /// `cost: attack: 1, defense: 1`
    fn no_brackets(&self, line: &Line, parts: &Parts, value: &Range<usize>) -> Option<Recovery> {
        let is_number = |part: &str| {
            let (word, number) = part.split_once(':').unwrap_or_default();
            let word = word.trim();
            word.starts_with(char::is_lowercase)
                && is_word(word)
                && number.trim().parse::<i64>().is_ok()
        };
        if !self.text[value.clone()].split(',').all(is_number) {
            return None;
        }
        // More numbers follow on the lines below, so a line break is missing.
        let next = line.next(self.text);
        let below =
            next.filter(|next| next.column() > parts.column(line) && is_field(self.text, next));
        if let Some(below) = below {
            let gap = self.text[..value.start].trim_end_matches(WHITE).len()..value.start;
            let diagnostic = self
                .finding(
                    value.clone(),
                    "the first line below a key must not be on the line of the key",
                    "the other lines are below",
                )
                .fix(
                    Safety::Safe,
                    "begin a new line",
                    self.span(gap),
                    format!("\n{}", " ".repeat(below.column())),
                );
            return Some(self.mistake(diagnostic, self.line_with(line, parts)));
        }
        let bracket = |at: usize, text: &str| Edit {
            at: self.span(at..at),
            text: text.to_owned(),
        };
        let edits = [bracket(value.start, "{ "), bracket(value.end, " }")];
        let diagnostic = self
            .finding(
                value.clone(),
                "missing brackets around keys and numbers",
                "YAML uses `{ … }` for this",
            )
            .fix_all(Safety::Safe, "write `{ … }`", edits);
        Some(self.mistake(diagnostic, self.line_with(line, parts)))
    }

    /// `cost: attack: 2 }`
    fn never_opened(&self, line: &Line, parts: &Parts, value: &Range<usize>) -> Option<Recovery> {
        let text = &self.text[value.clone()];
        if !text.ends_with('}') || text.contains('{') {
            return None;
        }
        let diagnostic = self
            .finding(
                value.end - 1..value.end,
                "`}` without an opening bracket",
                "no `{` before this",
            )
            .fix(
                Safety::Safe,
                "write `{` at the beginning of the value",
                self.span(value.start..value.start),
                "{ ",
            );
        Some(self.mistake(diagnostic, self.line_with(line, parts)))
    }

    /// The first colon of `cost:{ attack: 1 }`, which YAML reads as part of the key.
    fn glued_colon(&self, parts: &Parts) -> Option<Span> {
        let key = parts.key.clone()?;
        let text = &self.text[key.clone()];
        let colon = text.find(':').filter(|colon| is_word(&text[..*colon]))?;
        text[colon + 1..]
            .starts_with(['{', '[', '"', '\''])
            .then(|| {
                let at = key.start + colon;
                self.span(at..at + 1)
            })
    }

    /// `cost = { attack: 1 }` and `cost { attack: 1 }`, which YAML reads as a key `cost { attack`.
    fn no_colon_before_bracket(&self, parts: &Parts) -> Option<Diagnostic> {
        let key = parts.key.clone()?;
        let text = &self.text[key.clone()];
        let bracket = text.find(['{', '['])?;
        let before = text[..bracket].trim_end_matches(WHITE);
        let name = before.strip_suffix('=').unwrap_or(before);
        let name = name.trim_end_matches(WHITE);
        if !is_word(name) {
            return None;
        }
        let name_end = key.start + name.len();
        let gap = self.span(name_end..key.start + bracket);
        let diagnostic = if before.ends_with('=') {
            let sign = key.start + before.len() - 1;
            self.wrong_sign(sign..sign + 1)
        } else {
            self.finding(
                key.start..name_end,
                format!("missing colon after `{name}`"),
                "this key has no colon",
            )
        };
        let title = format!("write `{name}:`");
        Some(diagnostic.fix(Safety::Safe, title, gap, ": "))
    }

    /// The line above and the end of its key including the colon, if the text in this line is its
    /// only value: `effect:`, and below it `On Activation: Draw: two cards.`
    fn text_above(&self, line: &Line, parts: &Parts) -> Option<(Line, usize)> {
        parts.name(self.text).filter(|name| !is_word(name))?;
        let above = line
            .filled_above(self.text)
            .filter(|above| above.column() < line.column())?;
        let outer = Parts::of(self.text, &above);
        let key = outer.key.filter(|_| outer.value.is_empty())?;
        let colon = self.text[key.end..above.end].find(':')?;
        Some((above, key.end + colon + 1))
    }

    /// A value with all its lines.
    pub(super) fn whole_value(&self, line: &Line, parts: &Parts) -> Range<usize> {
        parts.value.start..self.end_of_value(line, parts)
    }

    pub(super) fn end_of_value(&self, line: &Line, parts: &Parts) -> usize {
        let column = parts.column(line);
        let more = line
            .below(self.text, column)
            .into_iter()
            .take_while(|below| !below.is_blank())
            .take_while(|below| !is_field(self.text, below) || self.is_prose(below))
            .last();
        match more {
            Some(last) => {
                let content = without_comment(&self.text[last.indent..last.end]);
                last.indent + content.len()
            }
            None => parts.value.end,
        }
    }

    pub(super) fn in_quotes(
        &self,
        diagnostic: Diagnostic,
        value: Range<usize>,
        safety: Safety,
    ) -> Diagnostic {
        let text = quoted(&self.text[value.clone()]);
        diagnostic.fix(safety, "put the text in quotes", self.span(value), text)
    }
}

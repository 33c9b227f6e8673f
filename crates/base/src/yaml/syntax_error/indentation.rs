//! Explains lines at the wrong column.

use granit_parser::ErrorKind;

use super::{ErrorSite, Recovery, indent_by, spaces};
use crate::diagnostic::{Edit, Fix, Safety};
use crate::yaml::Style;
use crate::yaml::lines::{Line, Parts, is_field};

impl ErrorSite<'_> {
    /// Unexpected text at the position of the next key or list entry.
    pub(super) fn out_of_line(&self) -> Option<Recovery> {
        let at = self.stop.at;
        if self.has_tab(&self.line) {
            return self.tabs();
        }
        let dashes = self.parts.dash.is_some() && at <= self.parts.content;
        if at > self.line.indent && !dashes {
            return self.after_value();
        }
        if let Some(mistake) = self.text_behind_comment() {
            return Some(mistake);
        }
        if let Some((scalar, Style::Literal | Style::Folded)) = &self.stop.scalar {
            let header = Line::at(self.text, scalar.start);
            let last = Line::at(self.text, scalar.end);
            let follows = self
                .line
                .filled_above(self.text)
                .is_some_and(|above| above.start <= last.start);
            if follows && self.line.column() > Parts::of(self.text, &header).column(&header) {
                return Some(self.text_too_far_left(&header));
            }
        }
        let levels = self.levels(&self.line);
        let in_list = self.stop.kind == ErrorKind::ExpectedBlockSequenceEntry;
        if let Some(mistake) = in_list.then(|| self.among_entries()).flatten() {
            return Some(mistake);
        }
        if dashes && levels.contains(&self.line.column()) {
            return Some(self.entry_among_keys());
        }
        let above = self.line.filled_above(self.text)?;
        if !dashes && !is_field(self.text, &self.line) && levels.contains(&self.line.column()) {
            return self.no_colon();
        }
        Some(self.misplaced(&self.line, above))
    }

    /// Unexpected text after a complete value.
    fn after_value(&self) -> Option<Recovery> {
        let at = self.stop.at;
        let value = self.parts.value.clone();
        let first = self.text.get(value.clone())?.chars().next()?;
        let trailing = self.text.get(at..value.end.max(at))?;
        if let Some(mistake) = self.behind_bracket(first, trailing) {
            return Some(mistake);
        }
        let text_begins = self.parts.key.is_some() && matches!(first, '*' | '&' | '!' | '[' | '{');
        if text_begins && !trailing.starts_with([',', ']', '}', ':']) {
            return self.needs_quotes(value.start);
        }
        if trailing.is_empty() {
            return None;
        }
        let diagnostic = self
            .finding(
                at..value.end,
                format!("unexpected text after {}", self.value_of(&self.parts)),
                "the value ends before this",
            )
            .help("remove it, or put the whole text in quotes");
        Some(self.mistake(diagnostic, self.whole_line()))
    }

    /// `cost: { power: 1 };`: punctuation of other languages after a value in brackets.
    fn behind_bracket(&self, first: char, trailing: &str) -> Option<Recovery> {
        let at = self.stop.at;
        if !matches!(first, '[' | '{') {
            return None;
        }
        if !matches!(trailing, ";" | ",") {
            return None;
        }
        let sign = at..at + 1;
        let diagnostic = self
            .finding(
                sign.clone(),
                format!("unexpected `{trailing}` after the value"),
                "YAML needs no punctuation at the end of a line",
            )
            .fix(
                Safety::Safe,
                format!("remove the `{trailing}`"),
                self.span(sign.clone()),
                "",
            );
        // Without the sign the line is valid.
        Some(self.mistake(diagnostic, vec![sign]))
    }

    /// A line of prose after a text and a comment; the comment ends the text.
    pub(super) fn text_behind_comment(&self) -> Option<Recovery> {
        let (scalar, style) = self.stop.scalar.as_ref()?;
        let first = Line::at(self.text, scalar.start);
        let parts = Parts::of(self.text, &first);
        // A text may begin on the line below its key.
        let header = first
            .filled_above(self.text)
            .filter(|_| parts.key.is_none() && parts.dash.is_none());
        let column = header.map_or(parts.column(&first), |header| {
            Parts::of(self.text, &header).column(&header)
        });
        let mut comment = self.line.previous(self.text)?;
        while comment.is_blank() {
            comment = comment.previous(self.text)?;
        }
        let text = &self.text[self.line.content()];
        let last = Line::at(self.text, scalar.end.saturating_sub(1));
        let after = matches!(style, Style::Plain | Style::Literal | Style::Folded)
            && comment.start > last.start
            && self.text[comment.content()].starts_with('#')
            && self.line.column() > column
            && !text.starts_with("- ")
            && !is_field(self.text, &self.line);
        after.then(|| {
            let mut mistake = self.comment_in_text(comment.content(), &first);
            let rest = self.line.below(self.text, parts.column(&first));
            let rest = std::iter::once(&self.line).chain(&rest);
            mistake.leave_out.extend(rest.map(Line::content));
            mistake
        })
    }

    /// A line of a `|` text that is indented less than the lines before it, or a field after the
    /// text that is indented like one of its lines.
    fn text_too_far_left(&self, header: &Line) -> Recovery {
        let parts = Parts::of(self.text, header);
        let key = parts.column(header);
        let mut line = header.next(self.text);
        while let Some(blank) = line.clone().filter(Line::is_blank) {
            line = blank.next(self.text);
        }
        let column = line.map_or(key + 2, |line| line.column());
        // Skip the whole text: an incomplete text would be worse than a missing one.
        let leave_out = self.line_with(header, &parts);
        let mut edits = Vec::new();
        let mut field = None;
        let mut next = Some(self.line.clone());
        while let Some(line) = next.filter(|line| line.is_blank() || line.column() > key) {
            if !line.is_blank() && line.column() < column {
                // The lines below a field are not part of the text.
                field = field.or_else(|| self.has_known_key(&line).then(|| line.column()));
                let target = match field {
                    Some(field) if line.column() == field => Some(key),
                    Some(_) => None,
                    None => Some(column),
                };
                edits.extend(target.map(|target| Edit {
                    at: self.span(line.start..line.indent),
                    text: " ".repeat(target),
                }));
            }
            next = line.next(self.text);
        }
        let is_field = self.has_known_key(&self.line);
        let name = self.parts.name(self.text).filter(|_| is_field);
        let (message, target) = match name {
            Some(name) => (
                format!("\"{name}\" is indented, but less than the text above it"),
                key,
            ),
            None => (
                "a line of a text is indented less than the lines above it".to_owned(),
                column,
            ),
        };
        let safety = match field {
            Some(_) => Safety::Unsafe,
            None => Safety::Safe,
        };
        let diagnostic = self
            .finding(
                self.line.start..self.line.indent,
                message,
                format!(
                    "indented by {}, the text above by {column}",
                    spaces(self.line.column())
                ),
            )
            .fix_all(safety, indent_by(target), edits);
        self.mistake(diagnostic, leave_out)
    }

    /// A line whose indentation matches no line above it.
    pub(super) fn misplaced(&self, line: &Line, from: Line) -> Recovery {
        let column = line.column();
        if let Some(mistake) = self.without_key(line) {
            return mistake;
        }
        if let Some(mistake) = self.glued_first_dash(line) {
            return mistake;
        }
        if let Some(mistake) = self.first_too_deep(line) {
            return mistake;
        }
        // The line above may be part of a text without being indented like it.
        let slipped = line
            .filled_above(self.text)
            .and_then(|above| self.line_of_text(&above, &Parts::of(self.text, &above)));
        if let Some(mistake) = slipped {
            return mistake;
        }
        let levels = self.levels_from(line, Some(from));
        let below = levels.iter().copied().find(|level| *level < column);
        let above = levels.iter().copied().rfind(|level| *level > column);
        let is_entry = self.text[line.content()].starts_with("- ");
        let entry = is_entry.then(|| self.entry_above(line)).flatten();
        // A key among list entries belongs to the entry above.
        let target = match (above, below) {
            _ if entry.is_some() => entry.map_or(0, |entry| entry.column()),
            (Some(above), _) => above,
            (None, Some(below)) => below,
            (None, None) => levels.first().copied().unwrap_or(0),
        };
        let around = match (below, above) {
            (Some(below), Some(above)) => format!("{below} or {above}"),
            (Some(level), None) | (None, Some(level)) => level.to_string(),
            (None, None) => target.to_string(),
        };
        let content = &self.text[line.content()];
        let word = content
            .find([':', ' ', '\t'])
            .unwrap_or(content.len())
            .max(1);
        let at = if column > 0 {
            line.start..line.indent
        } else {
            line.indent..line.indent + content.get(..word).map_or(content.len(), str::len)
        };
        if let Some(mistake) = self.second_quotes(line) {
            return mistake;
        }
        let parts = Parts::of(self.text, line);
        let what = parts
            .name(self.text)
            .map_or("this line".to_owned(), |name| format!("\"{name}\""));
        let alike = self.keys_below(line);
        let message = match alike.len() {
            0 => format!("the indentation of {what} matches no line above it"),
            1 => format!("the indentation of {what} and of the key below it matches no line above"),
            more => format!(
                "the indentation of {what} and of the {more} keys below it matches no line above"
            ),
        };
        let all = || [line].into_iter().chain(&alike);
        let edits = all().map(|line| Edit {
            at: self.span(line.start..line.indent),
            text: " ".repeat(target),
        });
        let title = match (alike.is_empty(), target) {
            (true, _) => indent_by(target),
            (false, 0) => "do not indent them".to_owned(),
            (false, _) => format!("indent them by {}", spaces(target)),
        };
        let label = format!(
            "indented by {}, the lines above by {around}",
            spaces(column)
        );
        let diagnostic = self
            .finding(at, message, label)
            .fix_all(Safety::Unsafe, title, edits);
        let mut leave_out = Vec::new();
        for line in all() {
            leave_out.push(line.content());
            let below = line.below(self.text, column);
            leave_out.extend(below.into_iter().map(|line| line.content()));
        }
        self.mistake(diagnostic, leave_out)
    }

    /// The known keys after a key with the same indentation, up to a line that is indented less.
    fn keys_below(&self, line: &Line) -> Vec<Line> {
        if !self.has_known_key(line) {
            return Vec::new();
        }
        let below = std::iter::successors(line.filled_below(self.text), |line| {
            line.filled_below(self.text)
        });
        let below = below.take_while(|below| below.column() >= line.column());
        let keys = below.filter(|below| below.column() == line.column());
        keys.take_while(|key| self.has_known_key(key)).collect()
    }

    /// A quoted text below another: the lines of one text.
    fn second_quotes(&self, line: &Line) -> Option<Recovery> {
        let content = &self.text[line.content()];
        let quote = content.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let above = line.filled_above(self.text)?;
        let ended = self.text[above.content()].ends_with(quote);
        let key = Parts::of(self.text, &above).name(self.text)?;
        if !(ended && content.len() > 1 && content.ends_with(quote)) {
            return None;
        }
        let diagnostic = self
            .finding(
                line.content(),
                "unexpected second text in quotes",
                "not part of any field",
            )
            .help(format!(
                "write `{key}: |`, and the lines of the text below it, indented and without quotes"
            ));
        Some(self.mistake(diagnostic, vec![line.content()]))
    }

    /// The first line below a key is indented more than all that follow.
    fn first_too_deep(&self, line: &Line) -> Option<Recovery> {
        let column = line.column();
        let first = line.filled_above(self.text)?;
        let header = first.filled_above(self.text)?;
        let next = line.filled_below(self.text)?;
        let parts = Parts::of(self.text, &first);
        let is_header = Parts::of(self.text, &header).key.is_some();
        let among = header.column() < column && column < first.column() && next.column() == column;
        if !(is_header && among) || parts.dash.is_some() {
            return None;
        }
        let name = parts.name(self.text)?;
        let diagnostic = self
            .finding(
                first.start..first.indent,
                format!("\"{name}\" is indented more than the lines below it"),
                format!(
                    "indented by {}, the lines below by {column}",
                    spaces(first.column())
                ),
            )
            .fix(
                Safety::Unsafe,
                indent_by(column),
                self.span(first.start..first.indent),
                " ".repeat(column),
            );
        Some(self.mistake(diagnostic, vec![first.content()]))
    }

    /// A number that is indented less than its neighbours above and below: `Bless: 2` in a deck.
    pub(super) fn outdented(&self, line: &Line, parts: &Parts) -> Option<Recovery> {
        let above = line.filled_above(self.text)?;
        let neighbour = Parts::of(self.text, &above);
        let number = &self.text[neighbour.value.clone()];
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let column = above.column();
        if !is_number || column <= line.column() || column != self.line.column() {
            return None;
        }
        let key = parts.key.clone()?;
        let name = parts.name(self.text)?;
        let diagnostic = self
            .finding(
                key,
                format!("\"{name}\" is indented less than the lines above and below it"),
                format!(
                    "indented by {}, the lines around it by {column}",
                    spaces(line.column())
                ),
            )
            .fix(
                Safety::Unsafe,
                indent_by(column),
                self.span(line.start..line.indent),
                " ".repeat(column),
            );
        // Without this line, the lines around it are valid.
        Some(self.mistake(diagnostic, vec![line.content()]))
    }

    /// The nearest line above that begins with a dash.
    fn entry_above(&self, line: &Line) -> Option<Line> {
        let mut above = line.filled_above(self.text)?;
        while !self.text[above.indent..].starts_with("- ") {
            above = above.filled_above(self.text)?;
        }
        Some(above)
    }

    /// The columns of the blocks above a line that may still continue, deepest first.
    fn levels(&self, line: &Line) -> Vec<usize> {
        self.levels_from(line, None)
    }

    fn levels_from(&self, line: &Line, from: Option<Line>) -> Vec<usize> {
        // Start at the first line of a multi-line text, because its other lines open no blocks.
        let text = self
            .stop
            .scalar
            .as_ref()
            .map(|(range, _)| Line::at(self.text, range.start));
        let mut above = from
            .or_else(|| text.filter(|first| first.start < line.start))
            .or_else(|| line.filled_above(self.text));
        let mut levels: Vec<usize> = Vec::new();
        while let Some(line) = above {
            let parts = Parts::of(self.text, &line);
            for column in [parts.column(&line), line.column()] {
                if levels.last().is_none_or(|last| column < *last) {
                    levels.push(column);
                }
            }
            if levels.last() == Some(&0) || self.text[line.start..].starts_with("---") {
                break;
            }
            above = line.filled_above(self.text);
        }
        levels
    }

    /// Unexpected text after a complete document.
    pub(super) fn after_the_end(&self) -> Option<Recovery> {
        if self.stop.at > self.line.indent {
            return self.after_value();
        }
        let above = self.line.filled_above(self.text)?;
        if self.text[above.start..].starts_with('%') {
            return Some(self.directive(above));
        }
        let mut first = above.clone();
        let mut lines = 1;
        while let Some(line) = first
            .filled_above(self.text)
            .filter(|line| line.start >= self.stop.document)
        {
            if self.text[line.start..].starts_with("---") {
                break;
            }
            first = line;
            lines += 1;
        }
        let column = self.line.column();
        let further = self.line.below(self.text, 0).len();
        if first.column() <= column || lines > 1 + further + self.lines_below() {
            return Some(self.misplaced(&self.line, above));
        }
        // The first lines are indented and the others are not, so the first ones are wrong.
        let mut leave_out = Vec::new();
        let mut edits = Vec::new();
        let mut next = Some(first.clone());
        while let Some(line) = next.filter(|line| line.start < self.line.start) {
            leave_out.push(line.content());
            let surplus = line.start..line.start + (first.column() - column).min(line.column());
            if !line.is_blank() {
                edits.push(Edit {
                    at: self.span(surplus),
                    text: String::new(),
                });
            }
            next = line.next(self.text);
        }
        let mut diagnostic = self
            .finding(
                first.start..first.indent,
                "the first line is indented more than the lines after it",
                format!(
                    "indented by {}, the lines after it by {column}",
                    spaces(first.column())
                ),
            )
            .help(indent_by(column));
        diagnostic.fixes.push(Fix {
            title: indent_by(column),
            safety: Safety::Unsafe,
            edits,
        });
        Some(self.mistake(diagnostic, leave_out))
    }

    /// The number of lines with fields after the position of the error.
    fn lines_below(&self) -> usize {
        let mut count = 0;
        let mut next = self.line.next(self.text);
        while let Some(line) = next.filter(|line| !self.text[line.start..].starts_with("---")) {
            count += usize::from(is_field(self.text, &line));
            next = line.next(self.text);
        }
        count
    }

    /// The first line of a `|` text is indented less than a blank line before it.
    pub(super) fn block_start(&self) -> Option<Recovery> {
        let content = &self.text[self.line.content()];
        let word = content.find([' ', '\t']).unwrap_or(content.len());
        let at = match self.line.column() {
            0 => self.line.indent..self.line.indent + word,
            _ => self.line.start..self.line.indent,
        };
        let header = self.line.filled_above(self.text)?;
        let parts = Parts::of(self.text, &header);
        Some(
            self.mistake(
                self.finding(
                    at,
                    "the first line of a text is indented too little",
                    format!(
                        "indented by {}, less than the lines above require",
                        spaces(self.line.column())
                    ),
                )
                .help("remove the spaces of the blank lines above it and the number after `|`"),
                self.line_with(&header, &parts),
            ),
        )
    }
}

//! Values that YAML takes for something else: texts with a colon, texts that begin with a
//! character that has a meaning, and the headers of block scalars.

use std::ops::Range;

use super::{Case, Mistake, indent_by, missing_space, quoted};
use crate::diagnostic::{Diagnostic, Edit, Safety};
use crate::source::Span;
use crate::yaml::lines::{Line, Parts, WHITE, is_field, is_word, without_comment};

impl Case<'_> {
    /// A colon where a value has begun already: the commonest mistake of all.
    pub(super) fn colon(&self) -> Option<Mistake> {
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
            // No text begins with nothing but a number: what follows is the next entry.
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
                        "a key cannot stand on the line of `---`",
                        "this belongs on the next line",
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
    fn second_colon(&self, line: &Line, parts: &Parts) -> Mistake {
        if let Some(mistake) = self.first_line_of_text(line, parts) {
            return mistake;
        }
        if let Some(colon) = self.glued_colon(parts) {
            return self.mistake(missing_space(colon), self.line_with(line, parts));
        }
        if let Some(finding) = self.no_colon_before_bracket(parts) {
            return self.mistake(finding, self.line_with(line, parts));
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
            let finding = self
                .finding(
                    colon..colon + 1,
                    "a colon stands twice behind a key",
                    "this is the second colon",
                )
                .fix(Safety::Safe, "remove it", self.span(colon..rest), "");
            return self.mistake(finding, self.line_with(line, parts));
        }
        // `Hard: and loud. #1 ram`: quotes would make a comment of the rest for good.
        let behind = self.text.get(value.end..line.end).unwrap_or_default();
        let word = behind.trim_start().strip_prefix('#');
        if word.is_some_and(|word| word.starts_with(char::is_alphanumeric)) {
            value.end += behind.trim_end().len();
        }
        if let Some(mistake) = self.never_opened(line, parts, &value) {
            return mistake;
        }
        if let Some(mistake) = self.no_brackets(line, parts, &value) {
            return mistake;
        }
        let message = match parts.name(self.text) {
            Some(name) => format!("the value of \"{name}\" has a colon in it"),
            None => "this value has a colon in it".to_owned(),
        };
        let finding = self.finding(
            value.clone(),
            message,
            "a text with a colon and a space in it must be marked as text",
        );
        if let Some((above, behind)) = self.text_above(line, parts) {
            let bar = self.span(behind..behind);
            let finding = finding
                .help("put `|` behind the key above, so that the lines below it are text")
                .fix(Safety::Safe, "put `|` behind the key above", bar, " |");
            let leave_out = self.line_with(&above, &Parts::of(self.text, &above));
            return self.mistake(finding, leave_out);
        }
        let finding = finding.help("put the text behind `|` on its own line, or in quotes");
        // With another first character it is not certain that all of it is a text, and what begins with its own heading
        // further down is a line of its own.
        let whole = &self.text[value.clone()];
        let begins = whole.starts_with(char::is_alphanumeric);
        let one = !whole.lines().skip(1).any(|line| line.contains(": "));
        let text = (begins && one && parts.key.is_some()).then(|| value.clone());
        // Lines of which each has its heading stay lines.
        if let Some(second) = whole.lines().nth(1).filter(|_| !one) {
            let indent = second.len() - second.trim_start().len();
            let bar = format!("|\n{}", second.get(..indent).unwrap_or_default());
            let at = self.span(value.start..value.start);
            let finding = finding.fix(Safety::Safe, "put the lines behind `|`", at, bar);
            return self.mistake(finding, self.line_with(line, parts));
        }
        Mistake {
            text,
            ..self.mistake(
                self.in_quotes(finding, value, Safety::Safe),
                self.line_with(line, parts),
            )
        }
    }

    /// The first line of a text behind `|` that is not indented, above others that are.
    fn first_line_of_text(&self, line: &Line, parts: &Parts) -> Option<Mistake> {
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
        let column = below.column();
        let finding = self
            .finding(
                line.content(),
                format!("the first line of \"{key}\" is not indented"),
                "a line of the text above",
            )
            .fix(
                Safety::Safe,
                indent_by(column),
                self.span(line.start..line.indent),
                " ".repeat(column),
            );
        let mut leave_out = self.line_with(&above, &outer);
        leave_out.extend(self.line_with(line, parts));
        Some(self.mistake(finding, leave_out))
    }

    /// `cost: ( attack: 2, power: 1 )`
    fn round_brackets(&self, line: &Line, parts: &Parts, value: &Range<usize>) -> Option<Mistake> {
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
        let finding = self
            .finding(
                value.clone(),
                "keys and values do not stand in round brackets",
                "YAML has `{ … }` for this",
            )
            .fix_all(Safety::Safe, "write `{ … }`", edits);
        Some(self.mistake(finding, self.line_with(line, parts)))
    }

    /// `cost: attack: 1, defense: 1`
    fn no_brackets(&self, line: &Line, parts: &Parts, value: &Range<usize>) -> Option<Mistake> {
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
        let bracket = |at: usize, text: &str| Edit {
            at: self.span(at..at),
            text: text.to_owned(),
        };
        let edits = [bracket(value.start, "{ "), bracket(value.end, " }")];
        let finding = self
            .finding(
                value.clone(),
                "the brackets around keys and numbers are missing",
                "YAML has `{ … }` for this",
            )
            .fix_all(Safety::Safe, "write `{ … }`", edits);
        Some(self.mistake(finding, self.line_with(line, parts)))
    }

    /// `cost: attack: 2 }`
    fn never_opened(&self, line: &Line, parts: &Parts, value: &Range<usize>) -> Option<Mistake> {
        let text = &self.text[value.clone()];
        if !text.ends_with('}') || text.contains('{') {
            return None;
        }
        let finding = self
            .finding(
                value.end - 1..value.end,
                "a `}` closes nothing",
                "no `{` stands before this",
            )
            .fix(
                Safety::Safe,
                "write `{` at the beginning of the value",
                self.span(value.start..value.start),
                "{ ",
            );
        Some(self.mistake(finding, self.line_with(line, parts)))
    }

    /// The first colon of `cost:{ attack: 1 }`, which YAML reads as a part of the key.
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
        let finding = if before.ends_with('=') {
            let sign = key.start + before.len() - 1;
            self.wrong_sign(sign..sign + 1)
        } else {
            self.finding(
                key.start..name_end,
                format!("the colon behind `{name}` is missing"),
                "a key without a colon",
            )
        };
        let title = format!("write `{name}:`");
        Some(finding.fix(Safety::Safe, title, gap, ": "))
    }

    /// The line above, and the end of its key with the colon, if that key has no value but the text
    /// in this line: `effect:` and below it `On Activation: Draw: two cards.`
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

    /// A value with the lines over which it goes on.
    fn whole_value(&self, line: &Line, parts: &Parts) -> Range<usize> {
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

    fn in_quotes(&self, finding: Diagnostic, value: Range<usize>, safety: Safety) -> Diagnostic {
        let text = quoted(&self.text[value.clone()]);
        finding.fix(safety, "put the text in quotes", self.span(value), text)
    }

    /// A text that begins with a character that has a meaning of its own.
    pub(super) fn needs_quotes(&self, at: usize) -> Option<Mistake> {
        if let Some(mistake) = self.fence() {
            return Some(mistake);
        }
        let first = self.text.get(at..self.line.end)?.chars().next()?;
        if let Some(mistake) = self.bullets(at).or_else(|| self.bullet_of_keys(at)) {
            return Some(mistake);
        }
        let reads = match first {
            '*' => "YAML reads `*` as a reference to a marked value",
            '&' => "YAML reads `&` as the mark of a value",
            '!' => "YAML reads a word that begins with `!` as a tag",
            '[' => "YAML reads `[` as the start of a list",
            '{' => "YAML reads `{` as the start of a mapping",
            '?' => "YAML reads `?` as the mark of a key",
            '-' => "YAML reads `-` as the mark of a list entry",
            '|' | '>' => "YAML reads this as the mark of a text on the lines below",
            ',' | ']' | '}' => "YAML reads this as a part of a list in brackets",
            '%' | '@' | '`' => "YAML keeps this character for itself at the start of a value",
            _ => return None,
        };
        let bracket = self.open_bracket();
        let key = self.parts.key.clone().filter(|key| key.contains(&at));
        let value = match bracket {
            Some(_) => self.item(at),
            None if key.is_some() => key.clone().unwrap_or(at..at),
            None if self.parts.value.contains(&at) => at..self.parts.value.end,
            None => at..self.parts.value.end.max(at + first.len_utf8()),
        };
        let word = match first {
            '*' => self.text[value.clone()]
                .find([' ', '\t', ',', '\n', '\r'])
                .unwrap_or(value.len()),
            _ => first.len_utf8(),
        };
        let finding = self.finding(
            at..at + word.min(value.len()).max(first.len_utf8()),
            match first {
                '`' => "a text that begins with a backtick needs quotes".to_owned(),
                _ => format!("a text that begins with `{first}` needs quotes"),
            },
            reads,
        );
        let leave_out = match bracket {
            Some(open) => self.bracketed(open),
            None => self.whole_line(),
        };
        let wrapped = if self.parts.key.is_some() && key.is_none() && bracket.is_none() {
            self.whole_value(&self.line, &self.parts)
        } else {
            value
        };
        let wrapped = at..wrapped.end.max(at);
        if key.is_none()
            && bracket.is_none()
            && let Some(finding) = self.marks_around(first, &wrapped)
        {
            return Some(self.mistake(finding, leave_out));
        }
        Some(self.mistake(self.in_quotes(finding, wrapped, Safety::Safe), leave_out))
    }

    /// `**Draw a card.**` or `%Draw a card.`: marks of other kinds of text, where they mean nothing in quotes either.
    fn marks_around(&self, first: char, value: &Range<usize>) -> Option<Diagnostic> {
        let name = self.parts.name(self.text)?;
        let is_text = self.keys.text_beside(&[]) == Some(name);
        let text = self.text.get(value.clone())?;
        let mark = match first {
            '*' if text.starts_with("**") => "**",
            '*' => return None,
            '`' => "`",
            '%' => "%",
            '@' => "@",
            _ => return None,
        };
        let inside = text.strip_prefix(mark)?;
        let both = inside.strip_suffix(mark);
        let inner = both.unwrap_or(inside);
        let unmarked = inner.starts_with(char::is_alphanumeric) && !inner.contains(mark);
        if !(is_text || name == "name") || !unmarked || both.is_none() && mark == "**" {
            return None;
        }
        let plain = !inner.contains(": ") && !inner.contains(" #");
        let written = if plain {
            inner.to_owned()
        } else {
            quoted(inner)
        };
        let (message, title) = match both {
            Some(_) => (
                "a text stands without marks around it",
                format!("remove each {}", ticked(mark)),
            ),
            None => (
                "a text begins without a mark before it",
                format!("remove the {}", ticked(mark)),
            ),
        };
        let finding = self.finding(
            value.start..value.start + mark.len(),
            message,
            "marked as in another kind of text",
        );
        Some(finding.fix(Safety::Safe, title, self.span(value.clone()), written))
    }

    /// A line of backticks, between which pages and chats show a file.
    fn fence(&self) -> Option<Mistake> {
        let content = self.line.content();
        let line = &self.text[content.clone()];
        let language = line.strip_prefix("```")?.trim_matches('`');
        if !language.chars().all(char::is_alphanumeric) {
            return None;
        }
        let end = self
            .line
            .next(self.text)
            .map_or(self.text.len(), |next| next.start);
        let finding = self
            .finding(
                content,
                "a line of backticks is no part of a file",
                "pages and chats show files between two of these",
            )
            .fix(
                Safety::Safe,
                "remove the line",
                self.span(self.line.start..end),
                "",
            );
        Some(self.mistake(finding, self.whole_line()))
    }

    /// `* angel` on the lines below `traits:`, where each entry begins with `- `.
    fn bullets(&self, at: usize) -> Option<Mistake> {
        let is_bullet = |line: &Line| self.text[line.content()].starts_with("* ");
        let above = self.line.filled_above(self.text)?;
        let outer = Parts::of(self.text, &above);
        if at != self.line.indent || !is_bullet(&self.line) || !outer.value.is_empty() {
            return None;
        }
        outer.key.as_ref()?;
        let mut bullets = Vec::new();
        let mut next = Some(self.line.clone());
        while let Some(line) = next.filter(is_bullet) {
            next = line.next(self.text);
            bullets.push(line);
        }
        let edits = bullets.iter().map(|line| Edit {
            at: self.span(line.indent..line.indent + 1),
            text: "-".to_owned(),
        });
        let finding = self
            .finding(
                at..at + 1,
                "an entry of a list begins with `-`, not with `*`",
                "YAML reads `*` as a reference to a marked value",
            )
            .fix_all(Safety::Safe, "write `-`", edits);
        // Without its entries the key would only seem to have no value.
        let mut leave_out = self.line_with(&above, &outer);
        leave_out.extend(bullets.iter().map(Line::content));
        Some(self.mistake(finding, leave_out))
    }

    /// `* name: Angel`, the first line of a card in a list.
    fn bullet_of_keys(&self, at: usize) -> Option<Mistake> {
        let entry = self.text[self.line.content()].strip_prefix("* ")?;
        let (key, _) = entry.split_once(':')?;
        if at != self.line.indent || !self.keys.is_key(key.trim()) {
            return None;
        }
        let bullet = at..at + 1;
        let finding = self
            .finding(
                bullet.clone(),
                "an entry of a list begins with `-`, not with `*`",
                "YAML reads `*` as a reference to a marked value",
            )
            .fix(Safety::Safe, "write `-`", self.span(bullet), "-");
        Some(self.mistake(finding, self.whole_line()))
    }

    /// `effect: | text`, or a header that makes no sense.
    pub(super) fn block_header(&self) -> Option<Mistake> {
        let at = self.stop.at;
        let mark = self.text.get(at..self.line.end)?.chars().next()?;
        let rest = &self.text[at + 1..self.line.end];
        let marks = rest.len()
            - rest
                .trim_start_matches(['+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
                .len();
        if let Some(zero) = rest[..marks].find('0') {
            let zero = at + 1 + zero..at + 2 + zero;
            return Some(
                self.mistake(
                    self.finding(
                        zero.clone(),
                        format!("the number behind `{mark}` cannot be 0"),
                        "this is how many spaces the lines below are indented",
                    )
                    .fix(Safety::Safe, "remove it", self.span(zero), ""),
                    self.whole_line(),
                ),
            );
        }
        let text = rest[marks..].trim_start_matches(WHITE);
        let start = self.line.end - text.len();
        if !text.is_empty()
            && text
                .chars()
                .all(|mark| matches!(mark, '|' | '>' | '-' | '+' | ' '))
        {
            let both = at..start + text.trim_end_matches(WHITE).len();
            let written = &self.text[both.clone()];
            let finding = self
                .finding(
                    both.clone(),
                    format!("`{written}` stands where one mark is enough"),
                    "`|` and `>` both say that the text begins on the next line",
                )
                .fix(Safety::Safe, "write `|`", self.span(both), "|");
            return Some(self.mistake(finding, self.whole_line()));
        }
        let gap = at + 1 + marks..start;
        let below = self.line.below(self.text, self.parts.column(&self.line));
        let indent = below
            .iter()
            .find(|line| !line.is_blank())
            .map_or(self.parts.column(&self.line) + 2, Line::column);
        Some(
            self.mistake(
                self.finding(
                    start..start + text.trim_end_matches(WHITE).len(),
                    format!("the text behind `{mark}` begins on the next line"),
                    format!("this stands on the line of the `{mark}`"),
                )
                .fix(
                    Safety::Safe,
                    "begin a new line",
                    self.span(gap),
                    format!("\n{}", " ".repeat(indent)),
                ),
                self.whole_line(),
            ),
        )
    }

    /// A text that goes on behind a comment.
    pub(super) fn comment_inside(&self) -> Option<Mistake> {
        let comment = self.stop.at..self.line.end;
        let (scalar, _) = self.stop.scalar.as_ref()?;
        let first = Line::at(self.text, scalar.start.min(self.stop.at));
        Some(self.comment_in_text(comment, &first))
    }

    pub(super) fn comment_in_text(&self, comment: Range<usize>, first: &Line) -> Mistake {
        let parts = Parts::of(self.text, first);
        if let Some(mistake) = self.comment_among_rows(&comment, first, &parts) {
            return mistake;
        }
        let behind_mark = self.text[parts.value.clone()].starts_with(['|', '>']);
        let finding = self
            .finding(
                comment,
                "a comment stands in the middle of a text",
                "the text goes on in the next line",
            )
            .help(match behind_mark {
                true => "move the comment above the text, or indent it if it belongs to it",
                false => "move the comment above the text, or put the text behind `|` if `#` belongs to it",
            });
        self.mistake(finding, self.line_with(first, &parts))
    }

    /// A text that begins below its key, in which a line begins with `#`: a picture without its `|`.
    fn comment_among_rows(
        &self,
        comment: &Range<usize>,
        first: &Line,
        parts: &Parts,
    ) -> Option<Mistake> {
        let header = first
            .filled_above(self.text)
            .filter(|_| parts.key.is_none() && parts.dash.is_none())?;
        let above = Parts::of(self.text, &header);
        let column = above.column(&header);
        let key = above.key.clone().filter(|_| column < first.column())?;
        let name = above.name(self.text)?;
        let colon = key.end + self.text.get(key.end..header.end)?.find(':')? + 1;
        if !above.value.is_empty() {
            return None;
        }
        let finding = self
            .finding(
                comment.clone(),
                format!("a line of `{name}` begins with `#`, which makes a comment of it"),
                "the text goes on in the next line",
            )
            .help("write `|` behind the key, or move the comment above it")
            .fix(
                Safety::Unsafe,
                "write `|` behind the key",
                self.span(colon..colon),
                " |",
            );
        Some(self.mistake(finding, self.line_with(&header, &above)))
    }

    /// `"Angel"# a comment`
    pub(super) fn glued_comment(&self) -> Mistake {
        let at = self.stop.at..self.stop.at + 1;
        let insert = self.span(at.start..at.start);
        let comment = at.start..self.line.end;
        self.mistake(
            self.finding(
                at.clone(),
                "a space is missing before the comment",
                "a comment needs a space before its `#`",
            )
            .fix(Safety::Safe, "write a space before the `#`", insert, " "),
            // Without the comment the line can be read.
            vec![comment],
        )
    }

    /// `traits: -`: a dash where there is nothing to write.
    fn none(&self, key: usize, at: usize) -> Option<Mistake> {
        let behind = self.text.get(at + 1..self.line.end)?;
        let next = self.line.next(self.text);
        let entries = next
            .as_ref()
            .is_some_and(|next| self.text[next.indent..].starts_with("- "));
        let column = self.parts.column(&self.line);
        let is_below = next.as_ref().is_some_and(|next| next.column() > column);
        if !behind.trim().is_empty() || entries || is_below || self.parts.dash.is_some() {
            return None;
        }
        let end = next.map_or(self.text.len(), |next| next.start);
        let name = self.text.get(..key)?.get(self.line.indent..)?;
        let finding = self
            .finding(
                at..at + 1,
                format!("a dash stands behind `{name}` where there is nothing to write"),
                "YAML reads `-` as the mark of a list entry",
            )
            .fix(
                Safety::Unsafe,
                "remove the line",
                self.span(self.line.start..end),
                "",
            );
        Some(self.mistake(finding, self.whole_line()))
    }

    /// `traits: - angel`
    pub(super) fn list_beside_key(&self) -> Option<Mistake> {
        let at = self.stop.at;
        let Some(key) = self.parts.key.as_ref().filter(|key| key.end < at) else {
            return self.out_of_line();
        };
        let gap = self.text[key.end..at]
            .find(':')
            .map_or(at, |colon| key.end + colon + 1);
        if let Some(mistake) = self.none(key.end, at) {
            return Some(mistake);
        }
        let below = self.line.below(self.text, self.parts.column(&self.line));
        let indent = match below.first() {
            Some(next) if self.text[next.indent..].starts_with("- ") => next.column(),
            _ => self.parts.column(&self.line) + 2,
        };
        let finding = self
            .finding(
                at..at + 1,
                "a list cannot begin on the line of its key",
                "YAML reads `-` as the mark of a list entry",
            )
            .help("put each entry on a line of its own below the key, or the text in quotes")
            .fix(
                Safety::Unsafe,
                "begin the list on the next line",
                self.span(gap..at),
                format!("\n{}", " ".repeat(indent)),
            );
        // Where no other entry follows, it may be a text as well.
        let text = &self.text[self.parts.value.clone()];
        let finding = if below.is_empty() && text != "-" {
            self.in_quotes(finding, self.parts.value.clone(), Safety::Unsafe)
        } else {
            finding
        };
        Some(self.mistake(finding, self.whole_line()))
    }
}

/// A mark as a message shows it.
fn ticked(mark: &str) -> String {
    match mark {
        "`" => "backtick".to_owned(),
        mark => format!("`{mark}`"),
    }
}

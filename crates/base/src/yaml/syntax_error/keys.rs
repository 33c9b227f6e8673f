//! Explains lines that are neither a key with a value nor a list entry where one is expected.

use std::ops::Range;

use super::{ErrorSite, Recovery, indent_by, missing_space, wrong_sign};
use crate::diagnostic::{Diagnostic, Edit, Safety};
use crate::yaml::lines::{Line, Parts, WHITE, close_quote, is_field, is_word};

/// Signs that other languages write between a key and its value.
const SIGNS: [&str; 5] = ["->", "=>", ":=", "=", "："];

impl ErrorSite<'_> {
    /// A line that should be a key with a value has no colon.
    pub(super) fn no_colon(&self) -> Option<Recovery> {
        if self.parts.key.is_some() {
            return self.needs_quotes(self.parts.content);
        }
        if let Some(mistake) = self.text_behind_comment() {
            return Some(mistake);
        }
        let above = self.line.filled_above(self.text);
        let in_list = above.is_some_and(|above| {
            let parts = Parts::of(self.text, &above);
            parts
                .dash
                .is_some_and(|dash| dash - above.start == self.line.column())
        });
        if let Some(mistake) = in_list.then(|| self.glued_dash()).flatten() {
            return Some(mistake);
        }
        self.no_colon_in(self.line.clone(), self.parts.clone())
    }

    pub(super) fn no_colon_in(&self, line: Line, parts: Parts) -> Option<Recovery> {
        let value = parts.value.clone();
        let content = self.text.get(value.clone())?;
        if content.is_empty() || parts.key.is_some() {
            return None;
        }
        let dashes = content.bytes().all(|byte| byte == b'-');
        if dashes && line.column() == 0 && content.len() > 1 {
            return Some(self.wrong_mark(&line, value));
        }
        if let Some(diagnostic) = self.other_sign(&value) {
            return Some(self.mistake(diagnostic, self.line_with(&line, &parts)));
        }
        if let Some(mistake) = self.glued_dashes(&line) {
            return Some(mistake);
        }
        // `artist - Bob`
        if let Some((key, rest)) = content.split_once(" - ")
            && self.keys.is_key(key.trim_end())
        {
            let key = key.trim_end();
            let (sign, rest) = (value.start + content.find(" - ")? + 1, rest.trim_start());
            let at = value.start + key.len()..value.end - rest.len();
            let diagnostic = self.wrong_sign(sign..sign + 1).fix(
                Safety::Unsafe,
                format!("write `{key}: {rest}`"),
                self.span(at),
                ": ",
            );
            return Some(self.mistake(diagnostic, self.line_with(&line, &parts)));
        }
        let alone = self.without_key(&line);
        if let Some(mistake) = alone.or_else(|| self.without_count(&line, &parts)) {
            return Some(mistake);
        }
        // Keep the dash: the lines below may belong to the same entry.
        let rest = value.start..line.end;
        let mut leave_out = vec![rest];
        let below = line.below(self.text, parts.column(&line));
        leave_out.extend(below.into_iter().map(|line| line.content()));
        if let Some(colon) = content
            .find(':')
            .filter(|colon| is_word(&content[..*colon]))
        {
            let colon = self.span(value.start + colon..value.start + colon + 1);
            return Some(self.mistake(missing_space(colon), leave_out));
        }
        // `flavor :Cold.`: the space is on the wrong side.
        if let Some((key, rest)) = content.split_once(':')
            && is_word(key.trim_end_matches(WHITE))
            && key.ends_with(WHITE)
        {
            let name = key.trim_end_matches(WHITE);
            let gap = value.start + name.len()..value.end - rest.trim_start_matches(WHITE).len();
            let colon = value.start + key.len();
            let diagnostic = self
                .finding(
                    colon..colon + 1,
                    "space before `:` instead of after it",
                    "YAML reads this as part of the value",
                )
                .fix(
                    Safety::Safe,
                    format!("write `{name}:`"),
                    self.span(gap),
                    ": ",
                );
            return Some(self.mistake(diagnostic, leave_out));
        }
        let diagnostic = self.finding(
            value.clone(),
            "missing colon",
            "neither a key with a value nor part of the value above",
        );
        let prose = content.ends_with(['.', '!', '?']) || content.split_whitespace().count() > 3;
        let first = content.split_once([' ', '\t']);
        let is_known = first.is_some_and(|(key, _)| self.keys.is_key(key));
        // A sentence may continue the text of a line above that is indented more.
        let of_text = |above: &Line| {
            let begins =
                content.starts_with(char::is_uppercase) && content.ends_with(['.', '!', '?']);
            begins && above.column() > line.column() && !is_field(self.text, above)
        };
        let above = line
            .filled_above(self.text)
            .filter(|above| !is_known && (of_text(above) || (prose && is_field(self.text, above))));
        // `hit points 3`
        let counted = content.rsplit_once([' ', '\t']).filter(|(name, count)| {
            let is_count = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
            is_count && is_word(name.trim_end().replace(WHITE, "_").as_str())
        });
        let first = counted.filter(|_| !is_known).or(first);
        let diagnostic = match first {
            _ if above.is_some() => {
                let column = above.map_or(0, |above| match of_text(&above) {
                    true => above.column(),
                    false => Parts::of(self.text, &above).column(&above) + 2,
                });
                diagnostic
                    .help("indent the line if it is part of the text above, or write `key: value`")
                    .fix(
                        Safety::Unsafe,
                        indent_by(column),
                        self.span(line.start..line.indent),
                        " ".repeat(column),
                    )
            }
            Some((key, count)) if counted.is_some() && !is_known => {
                let after = value.start + key.trim_end().len();
                let title = format!("write `{}: {count}`", key.trim_end());
                diagnostic.fix(Safety::Unsafe, title, self.span(after..after), ":")
            }
            Some((key, rest)) if is_word(key) => {
                let after = value.start + key.len();
                diagnostic
                    .help(format!(
                        "write `{key}: {}`, or indent the line if it is part of the text above",
                        rest.trim_start_matches(WHITE)
                    ))
                    .fix(
                        Safety::Unsafe,
                        "write a colon after the first word",
                        self.span(after..after),
                        ":",
                    )
                    .fix(
                        Safety::Unsafe,
                        indent_by(line.column() + 2),
                        self.span(line.start..line.indent),
                        " ".repeat(line.column() + 2),
                    )
            }
            _ if is_word(content) => diagnostic.help(format!(
                "write `{content}:` and a value, or indent the line if it is part of the text above"
            )),
            _ => diagnostic
                .help("write `key: value`, or indent the line if it is part of the text above"),
        };
        Some(self.mistake(diagnostic, leave_out))
    }

    /// `cost: { power: 2 } traits: [water]`: a known key after a complete value.
    pub(super) fn second_field(&self) -> Option<Recovery> {
        self.parts.key.as_ref()?;
        let start = self.parts.value.start;
        let value = &self.text[self.parts.value.clone()];
        let (key, colon, end, sure) = value.match_indices(':').find_map(|(colon, _)| {
            let before = &value[..colon];
            let key = before.rfind([' ', '\t', '.', ']', '}', '"', '\''])? + 1;
            let first = before[..key].trim_end_matches(WHITE);
            // `name: Alpha, type: unit`
            let comma = first.strip_suffix(',').filter(|first| is_word(first));
            let is_listed = comma.is_some();
            let first = comma.unwrap_or(first);
            let second = value[colon + 1..].trim_start_matches(WHITE);
            let apart = second.len() < value.len() - colon - 1;
            if !apart || !self.keys.is_key(&before[key..]) {
                return None;
            }
            let sure = is_complete(first, second);
            // In free text, assume a lost line break only if a single word follows or the gap is
            // wider than one space.
            let is_gap = key != first.len() + 1;
            let is_field = sure || is_gap || is_word(second) || is_listed;
            is_field.then_some((start + key, start + colon, start + first.len(), sure))
        })?;
        let safety = match !sure || is_word(&self.text[start..end]) {
            true => Safety::Unsafe,
            false => Safety::Safe,
        };
        let diagnostic = self
            .finding(
                key..colon,
                "a second field begins here",
                "each field needs its own line",
            )
            .fix(
                safety,
                "begin a new line",
                self.span(end..key),
                format!("\n{}", " ".repeat(self.parts.column(&self.line))),
            );
        let diagnostic = match sure {
            true => diagnostic,
            false => self.in_quotes(diagnostic, self.parts.value.clone(), Safety::Unsafe),
        };
        let rest = key..self.line.end;
        Some(self.mistake(diagnostic, vec![rest]))
    }

    /// `name = Foo`
    fn other_sign(&self, line: &Range<usize>) -> Option<Diagnostic> {
        let content = &self.text[line.clone()];
        let (sign, length) = SIGNS.iter().find_map(|sign| {
            let at = content.find(sign)?;
            is_word(content[..at].trim_end()).then_some((at, sign.len()))
        })?;
        let key = content[..sign].trim_end();
        let value = content[sign + length..].trim_start_matches(WHITE);
        let diagnostic = self.wrong_sign(line.start + sign..line.start + sign + length);
        let at = line.start + key.len()..line.end - value.len();
        let title = format!("write `{key}: {value}`");
        Some(match value {
            "" => diagnostic.help("replace it with a colon"),
            _ => diagnostic.fix(Safety::Safe, title, self.span(at), ": "),
        })
    }

    pub(super) fn wrong_sign(&self, sign: Range<usize>) -> Diagnostic {
        wrong_sign(&self.text[sign.clone()], self.span(sign))
    }

    /// `--` or `----` between two cards.
    fn wrong_mark(&self, line: &Line, dashes: Range<usize>) -> Recovery {
        let diagnostic = self
            .finding(
                dashes.clone(),
                format!(
                    "`{}` does not separate two cards",
                    &self.text[dashes.clone()]
                ),
                "the separator has three dashes",
            )
            .fix(Safety::Unsafe, "write `---`", self.span(dashes), "---");
        // The following lines belong to another card, so none of them is read as part of this one.
        let mut leave_out = vec![line.whole()];
        let mut next = line.next(self.text);
        while let Some(line) = next.filter(|line| !self.text[line.start..].starts_with("---")) {
            leave_out.push(line.content());
            next = line.next(self.text);
        }
        self.mistake(diagnostic, leave_out)
    }

    /// `cost: 2` below `- name: Angel`.
    pub(super) fn among_entries(&self) -> Option<Recovery> {
        let column = self.line.column();
        let mut entry = self.line.filled_above(self.text)?;
        while entry.column() > column {
            entry = entry.filled_above(self.text)?;
        }
        let above = Parts::of(self.text, &entry);
        above.dash.filter(|_| entry.column() == column)?;
        if let Some(mistake) = self.glued_dash() {
            return Some(mistake);
        }
        if let Some(mistake) = self.stray_dash(&entry, &above) {
            return Some(mistake);
        }
        if let Some(mistake) = self.dash_too_far(&entry) {
            return Some(mistake);
        }
        let content = &self.text[self.line.content()];
        let word = content
            .find([':', ' ', '\t'])
            .filter(|word| *word > 0)
            .unwrap_or(content.len());
        let diagnostic = self.finding(
            self.line.indent..self.line.indent + word,
            "missing `- ` before a list entry",
            "expected an entry that begins with `- `",
        );
        let start = self.line.start;
        let again = self.parts.key.is_some() && self.parts.name(self.text) == above.name(self.text);
        let diagnostic = if above.key.is_some() && !again {
            let target = above.column(&entry);
            diagnostic
                .help(format!(
                    "{} if it belongs to the entry above",
                    indent_by(target)
                ))
                .fix(
                    Safety::Unsafe,
                    indent_by(target),
                    self.span(start..self.line.indent),
                    " ".repeat(target),
                )
        } else {
            let insert = self.span(self.line.indent..self.line.indent);
            diagnostic.fix(Safety::Unsafe, "write `- ` before it", insert, "- ")
        };
        Some(self.mistake(diagnostic, self.whole_line()))
    }

    /// `- Pikeman: 3` before other lines of a deck, which have no dash.
    fn stray_dash(&self, entry: &Line, above: &Parts) -> Option<Recovery> {
        let column = self.line.column();
        let one_line = entry
            .filled_below(self.text)
            .is_some_and(|line| line.start == self.line.start);
        if !one_line || above.key.is_none() {
            return None;
        }
        let mut with_dash = Vec::new();
        let mut line = entry.clone();
        while line.column() == column {
            let parts = Parts::of(self.text, &line);
            with_dash.push(line.indent..parts.dash.and(parts.key)?.start);
            line = line.filled_above(self.text)?;
        }
        if line.column() > column || Parts::of(self.text, &line).key.is_none() {
            return None;
        }
        // The lines without a dash must outnumber those with one.
        let mut without = 0;
        let mut next = Some(self.line.clone());
        while let Some(line) = next.filter(|line| {
            let dash = Parts::of(self.text, line).dash;
            line.column() == column && dash.is_none() && without <= with_dash.len()
        }) {
            without += 1;
            next = line.filled_below(self.text);
        }
        if without <= with_dash.len() {
            return None;
        }
        with_dash.reverse();
        let leave_out = with_dash.iter().map(|dash| {
            let line = Line::at(self.text, dash.start);
            line.content()
        });
        let leave_out = leave_out.collect();
        let (message, title) = match with_dash.len() {
            1 => (
                "this line has a dash, but the lines below it do not".to_owned(),
                "remove it",
            ),
            several => (
                format!("{several} lines have a dash, but the lines below them do not"),
                "remove the dashes",
            ),
        };
        let first = with_dash.first()?.clone();
        let diagnostic = self
            .finding(first, message, "a dash begins an entry of a list")
            .fix_all(
                Safety::Unsafe,
                title,
                with_dash.into_iter().map(|dash| Edit {
                    at: self.span(dash),
                    text: String::new(),
                }),
            );
        Some(self.mistake(diagnostic, leave_out))
    }

    /// The first dash of a list is at the column of its keys, and the other dashes are to the left
    /// of it.
    fn dash_too_far(&self, entry: &Line) -> Option<Recovery> {
        let column = entry.column();
        let above = entry.filled_above(self.text);
        if above.is_some_and(|above| !self.text[above.start..].starts_with("---")) {
            return None;
        }
        let mut leave_out = vec![entry.content()];
        let mut line = entry.filled_below(self.text)?;
        while line.column() >= column {
            leave_out.push(line.content());
            line = line.filled_below(self.text)?;
        }
        let dash = self.text[line.indent..].starts_with("- ");
        if !dash || line.column() + 2 != column {
            return None;
        }
        let gap = entry.start..entry.indent;
        let diagnostic = self
            .finding(
                gap.clone(),
                "the first `-` is indented more than the others",
                format!(
                    "indented by {column} spaces, the others by {}",
                    line.column()
                ),
            )
            .fix(
                Safety::Safe,
                match line.column() {
                    0 => "do not indent it".to_owned(),
                    column => indent_by(column),
                },
                self.span(gap),
                " ".repeat(line.column()),
            );
        Some(self.mistake(diagnostic, leave_out))
    }

    /// `-name: Two` among list entries: the keys below it are at the column that they would have
    /// with the space, or one column to the left.
    fn glued_dash(&self) -> Option<Recovery> {
        self.glued_dash_of(&self.line)
    }

    /// The dash of the first list entry lacks its space, which makes the following keys seem to be
    /// indented.
    pub(super) fn glued_first_dash(&self, line: &Line) -> Option<Recovery> {
        let mut above = line.filled_above(self.text)?;
        while above.column() >= line.column() {
            above = above.filled_above(self.text)?;
        }
        let parts = Parts::of(self.text, &above);
        let key = parts.name(self.text)?.strip_prefix('-')?;
        let below = line.column() - above.column();
        let is_entry = self.keys.is_key(key.trim_start_matches(['"', '\''])) && below <= 2;
        is_entry.then(|| self.glued_dash_of(&above)).flatten()
    }

    fn glued_dash_of(&self, line: &Line) -> Option<Recovery> {
        let dash = line.indent;
        let content = self.text[line.content()].strip_prefix('-')?;
        content
            .chars()
            .next()
            .filter(|next| next.is_alphanumeric() || matches!(next, '"' | '\'' | '{'))?;
        let column = line.column() + 2;
        let mut edits = vec![Edit {
            at: self.span(dash + 1..dash + 1),
            text: " ".to_owned(),
        }];
        let below = line.below(self.text, line.column());
        if below
            .first()
            .is_some_and(|first| first.column() + 1 == column)
        {
            edits.extend(
                below
                    .iter()
                    .filter(|line| !line.is_blank())
                    .map(|line| Edit {
                        at: self.span(line.indent..line.indent),
                        text: " ".to_owned(),
                    }),
            );
        }
        let diagnostic = self
            .finding(
                dash..dash + 1,
                "missing space after `-`",
                "without a space, this `-` is part of the text",
            )
            .fix_all(Safety::Safe, "write a space after the dash", edits);
        Some(self.mistake(
            diagnostic,
            self.line_with(line, &Parts::of(self.text, line)),
        ))
    }

    /// `-living` and `-gnoll` below `traits:`, all without the space.
    fn glued_dashes(&self, line: &Line) -> Option<Recovery> {
        let is_glued = |line: &Line| {
            let rest = self.text[line.content()].strip_prefix('-');
            rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '"'))
        };
        let mut first = line.clone();
        while is_glued(&first) {
            let above = first.filled_above(self.text)?;
            if is_glued(&above) && above.column() == line.column() {
                first = above;
                continue;
            }
            let parts = Parts::of(self.text, &above);
            let opens = parts.key.is_some() && self.text[parts.value.clone()].is_empty();
            if !opens || above.column() > line.column() {
                return None;
            }
            let mut leave_out = vec![above.content()];
            let mut edits = Vec::new();
            let mut next = Some(first.clone());
            while let Some(entry) = next.filter(|entry| {
                let content = &self.text[entry.content()];
                entry.column() == line.column() && (is_glued(entry) || content.starts_with("- "))
            }) {
                let after = entry.indent + 1;
                if is_glued(&entry) {
                    edits.push(Edit {
                        at: self.span(after..after),
                        text: " ".to_owned(),
                    });
                }
                leave_out.push(entry.content());
                next = entry.next(self.text);
            }
            let diagnostic = self
                .finding(
                    first.indent..first.indent + 1,
                    "missing space after `-`",
                    "without a space, this `-` is part of the text",
                )
                .fix_all(Safety::Safe, "write a space after the dash", edits);
            return Some(self.mistake(diagnostic, leave_out));
        }
        None
    }

    /// `- angel` below `name: Angel`
    pub(super) fn entry_among_keys(&self) -> Recovery {
        let dash = self.line.indent;
        let mut leave_out = Vec::new();
        // `- Griffin: 3` among lines of the same kind.
        let mut dashes = Some(Vec::new());
        let mut next = Some(self.line.clone());
        while let Some(line) = next.filter(|line| {
            line.is_blank()
                || line.column() > self.line.column()
                || (line.column() == self.line.column()
                    && self.text[line.indent..].starts_with("- "))
        }) {
            leave_out.push(line.content());
            if !line.is_blank() {
                let parts = Parts::of(self.text, &line);
                let value = self.text.get(parts.value.clone()).unwrap_or_default();
                let name = parts.name(self.text).filter(|_| !value.is_empty());
                let is_one =
                    line.column() == self.line.column() && name.is_some_and(|name| name != "name");
                let dash = parts.key.filter(|_| is_one).map(|key| Edit {
                    at: self.span(line.indent..key.start),
                    text: String::new(),
                });
                dashes = dashes.zip(dash).map(|(mut dashes, dash)| {
                    dashes.push(dash);
                    dashes
                });
            }
            next = line.next(self.text);
        }
        if let Some(dashes) = dashes.filter(|dashes| !dashes.is_empty()) {
            let title = match dashes.len() {
                1 => "remove it",
                _ => "remove the dashes",
            };
            let diagnostic = self
                .finding(
                    dash..dash + 1,
                    "this line has a dash, but the lines above it do not",
                    "a dash begins an entry of a list",
                )
                .fix_all(Safety::Unsafe, title, dashes);
            return self.mistake(diagnostic, leave_out);
        }
        let diagnostic = self
            .finding(
                dash..dash + 1,
                "list entry in a mapping",
                "expected a key with a colon",
            )
            .help("write a key for the list on the line above");
        self.mistake(diagnostic, leave_out)
    }
}

/// Returns whether a value is complete before the next one: by its brackets or quotes, or as a word
/// before a value that is not free text.
fn is_complete(value: &str, next: &str) -> bool {
    let count = |brackets: [char; 2]| value.matches(brackets).count();
    let closed = |open: char, close: char| value.starts_with(open) && value.ends_with(close);
    let in_brackets = closed('[', ']') || closed('{', '}');
    let balanced = count(['[', '{']) == count([']', '}']);
    let in_quotes = matches!(value.chars().next(), Some('"' | '\''))
        && close_quote(value, 0, value.len()) == Some(value.len());
    let is_short = next.starts_with(['[', '{']) || is_word(next);
    in_brackets && balanced || in_quotes || is_word(value) && is_short
}

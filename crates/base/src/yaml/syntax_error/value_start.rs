//! Explains values that begin with a YAML indicator, and errors in the headers of block scalars.

use std::ops::Range;

use super::{ErrorSite, Recovery, quoted};
use crate::diagnostic::{Diagnostic, Edit, Safety};
use crate::yaml::lines::{Line, Parts, WHITE, close_quote, without_comment};

/// Returns a mark in backticks for a message, or `backtick` for a backtick.
fn ticked(mark: &str) -> String {
    match mark {
        "`" => "backtick".to_owned(),
        mark => format!("`{mark}`"),
    }
}

impl ErrorSite<'_> {
    /// A text that begins with an indicator.
    pub(super) fn needs_quotes(&self, at: usize) -> Option<Recovery> {
        if let Some(mistake) = self.fence() {
            return Some(mistake);
        }
        let first = self.text.get(at..self.line.end)?.chars().next()?;
        if let Some(mistake) = self.bullets(at).or_else(|| self.bullet_of_keys(at)) {
            return Some(mistake);
        }
        let reads = match first {
            '*' => "YAML reads `*` as a reference to a marked value",
            '&' => "YAML reads `&` as the start of a mark for a value",
            '!' => "YAML reads a word that begins with `!` as a tag",
            '[' => "YAML reads `[` as the start of a list",
            '{' => "YAML reads `{` as the start of a mapping",
            '?' => "YAML reads `?` as the start of a key",
            '-' => "YAML reads `-` as the start of a list entry",
            '|' | '>' => "YAML reads this as the start of a text on the lines below",
            ',' | ']' | '}' => "YAML reads this as part of a list in brackets",
            '%' | '@' | '`' => "YAML reserves this character at the start of a value",
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
        let diagnostic = self.finding(
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
            && let Some(diagnostic) = self.marks_around(first, &wrapped)
        {
            return Some(self.mistake(diagnostic, leave_out));
        }
        Some(self.mistake(self.in_quotes(diagnostic, wrapped, Safety::Safe), leave_out))
    }

    /// `**Draw a card.**` or `%Draw a card.`: markup of other formats. The fix removes it: in quotes,
    /// it would become part of the text.
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
                "unexpected formatting marks around a text",
                format!("remove each {}", ticked(mark)),
            ),
            None => (
                "unexpected formatting mark before a text",
                format!("remove the {}", ticked(mark)),
            ),
        };
        let diagnostic = self.finding(
            value.start..value.start + mark.len(),
            message,
            "cards have no such markup",
        );
        Some(diagnostic.fix(Safety::Safe, title, self.span(value.clone()), written))
    }

    /// A line of backticks, as around files on web pages and in chats.
    fn fence(&self) -> Option<Recovery> {
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
        let diagnostic = self
            .finding(
                content,
                "a line of backticks is not part of a file",
                "web pages and chats put such lines around a file",
            )
            .fix(
                Safety::Safe,
                "remove the line",
                self.span(self.line.start..end),
                "",
            );
        Some(self.mistake(diagnostic, self.whole_line()))
    }

    /// `* angel` on the lines below `traits:`, where entries begin with `- `.
    fn bullets(&self, at: usize) -> Option<Recovery> {
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
        let diagnostic = self
            .finding(
                at..at + 1,
                "an entry of a list begins with `-`, not with `*`",
                "YAML reads `*` as a reference to a marked value",
            )
            .fix_all(Safety::Safe, "write `-`", edits);
        // Skip the key too: otherwise it would seem to have no value.
        let mut leave_out = self.line_with(&above, &outer);
        leave_out.extend(bullets.iter().map(Line::content));
        Some(self.mistake(diagnostic, leave_out))
    }

    /// `* name: Angel`, the first line of a card in a list.
    fn bullet_of_keys(&self, at: usize) -> Option<Recovery> {
        let entry = self.text[self.line.content()].strip_prefix("* ")?;
        let (key, _) = entry.split_once(':')?;
        if at != self.line.indent || !self.keys.is_key(key.trim()) {
            return None;
        }
        let bullet = at..at + 1;
        let diagnostic = self
            .finding(
                bullet.clone(),
                "an entry of a list begins with `-`, not with `*`",
                "YAML reads `*` as a reference to a marked value",
            )
            .fix(Safety::Safe, "write `-`", self.span(bullet), "-");
        Some(self.mistake(diagnostic, self.whole_line()))
    }

    /// `effect: | text`, or an invalid block scalar header.
    pub(super) fn block_header(&self) -> Option<Recovery> {
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
                        format!("the number after `{mark}` cannot be 0"),
                        "this is the indentation of the lines below, in spaces",
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
            let diagnostic = self
                .finding(
                    both.clone(),
                    format!("expected one mark, found `{written}`"),
                    "both `|` and `>` mean that the text begins on the next line",
                )
                .fix(Safety::Safe, "write `|`", self.span(both), "|");
            return Some(self.mistake(diagnostic, self.whole_line()));
        }
        let gap = at + 1 + marks..start;
        let below = self.line.below(self.text, self.parts.column(&self.line));
        let end = start + without_comment(text).len();
        let in_quotes = close_quote(self.text, start, end) == Some(end)
            && text.starts_with(['"', '\''])
            && below.iter().all(Line::is_blank);
        if in_quotes {
            let diagnostic = self
                .finding(
                    at..start,
                    format!("unexpected quotes after `{mark}`"),
                    "a text after this mark begins on the next line, without quotes",
                )
                .fix(
                    Safety::Safe,
                    format!("remove the `{mark}`"),
                    self.span(at..start),
                    "",
                );
            return Some(self.mistake(diagnostic, self.whole_line()));
        }
        let indent = below
            .iter()
            .find(|line| !line.is_blank())
            .map_or(self.parts.column(&self.line) + 2, Line::column);
        Some(
            self.mistake(
                self.finding(
                    start..start + text.trim_end_matches(WHITE).len(),
                    format!("the text after `{mark}` must begin on the next line"),
                    format!("this is on the line of the `{mark}`"),
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

    /// `traits: -`: a dash for an empty value.
    pub(super) fn none(&self, key: usize, at: usize) -> Option<Recovery> {
        let after = self.text.get(at + 1..self.line.end)?;
        let next = self.line.next(self.text);
        let entries = next
            .as_ref()
            .is_some_and(|next| self.text[next.indent..].starts_with("- "));
        let column = self.parts.column(&self.line);
        let is_below = next.as_ref().is_some_and(|next| next.column() > column);
        if !after.trim().is_empty() || entries || is_below || self.parts.dash.is_some() {
            return None;
        }
        let end = next.map_or(self.text.len(), |next| next.start);
        let name = self.text.get(..key)?.get(self.line.indent..)?;
        let diagnostic = self
            .finding(
                at..at + 1,
                format!("a `-` after `{name}` does not mean an empty value"),
                "YAML reads `-` as the start of a list entry",
            )
            .fix(
                Safety::Unsafe,
                "remove the line",
                self.span(self.line.start..end),
                "",
            );
        Some(self.mistake(diagnostic, self.whole_line()))
    }

    /// `traits: - angel`
    pub(super) fn list_beside_key(&self) -> Option<Recovery> {
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
        let diagnostic = self
            .finding(
                at..at + 1,
                "a list cannot begin on the line of its key",
                "YAML reads `-` as the start of a list entry",
            )
            .help("put each entry on its own line below the key, or put the text in quotes")
            .fix(
                Safety::Unsafe,
                "begin the list on the next line",
                self.span(gap..at),
                format!("\n{}", " ".repeat(indent)),
            );
        // Without further entries below, the value may also be a text that begins with a dash.
        let text = &self.text[self.parts.value.clone()];
        let diagnostic = if below.is_empty() && text != "-" {
            self.in_quotes(diagnostic, self.parts.value.clone(), Safety::Unsafe)
        } else {
            diagnostic
        };
        Some(self.mistake(diagnostic, self.whole_line()))
    }
}

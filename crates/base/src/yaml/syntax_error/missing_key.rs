//! Explains lines without a key or a count: a text whose key is missing, and a name in a list of
//! counts without a colon.

use super::{ErrorSite, Recovery, spaces};
use crate::diagnostic::{Edit, Safety};
use crate::yaml::lines::{Line, Parts, WHITE, without_comment};

impl ErrorSite<'_> {
    /// A text after a complete field, whose own key is missing: `effect: |` was forgotten.
    pub(super) fn without_key(&self, line: &Line) -> Option<Recovery> {
        if !self.is_prose(line) {
            return None;
        }
        let field = self.field_above(line)?;
        let parts = Parts::of(self.text, &field);
        let value = self.text.get(parts.value.clone())?;
        // Lines after such a value may be part of it.
        if value.starts_with(['|', '>', '"', '\'']) || reads_as_prose(value) {
            return None;
        }
        let column = parts.column(&field);
        let names = self.keys_beside(&field, column);
        let key = self.keys.text_beside(&names)?;
        let lines = self.lines_of_prose(line);
        let filled = || lines.iter().filter(|line| !line.is_blank());
        let target = match filled().all(|line| line.column() > column) {
            true => line.column(),
            false => column + 2,
        };
        let mut edits: Vec<Edit> = filled()
            .map(|line| Edit {
                at: self.span(line.start..line.indent),
                text: " ".repeat(line.column().max(target)),
            })
            .collect();
        if let Some(first) = edits.first_mut() {
            let above = format!("{}{key}: |\n", " ".repeat(column));
            first.text.insert_str(0, &above);
        }
        let title = match line.column() > column {
            true => format!("write `{key}: |` on the line above"),
            false => format!(
                "write `{key}: |` on the line above, and indent the text by {}",
                spaces(target)
            ),
        };
        let content = self.text[line.content()].trim_end_matches(WHITE);
        let diagnostic = self
            .finding(
                line.indent..line.indent + content.len(),
                "this text has no key",
                "not part of any field above",
            )
            .help(title.clone());
        // A comment would become part of the text, so there is no fix.
        let has_comment = filled().any(|line| {
            let content = &self.text[line.content()];
            without_comment(content).len() < content.trim_end_matches(WHITE).len()
        });
        let diagnostic = match has_comment {
            true => diagnostic,
            false => diagnostic.fix_all(Safety::Unsafe, title, edits),
        };
        let leave_out = lines.iter().map(Line::content).collect();
        Some(self.mistake(diagnostic, leave_out))
    }

    /// Returns whether a line reads like prose, with or without words before a colon.
    pub(super) fn is_prose(&self, line: &Line) -> bool {
        let parts = Parts::of(self.text, line);
        let content = &self.text[line.content()];
        let begins = content.starts_with(char::is_alphanumeric);
        let first = content.split([' ', '\t', ':']).next().unwrap_or_default();
        let value = &self.text[parts.value.clone()];
        // `Choose one:` with its list.
        let of_list = || {
            let below = line.filled_below(self.text);
            let has_list = below.is_some_and(|below| {
                below.column() >= line.column() && self.text[below.indent..].starts_with("- ")
            });
            let words = parts.name(self.text).is_some_and(|name| name.contains(' '));
            value.is_empty() && words && has_list
        };
        // `flavour: A cold wind.` is a field, even if the key is misspelt; prose begins with a
        // capital letter.
        let is_field = parts.name(self.text).is_some_and(|name| {
            name.starts_with(char::is_lowercase) || self.keys.is_key(&name.to_lowercase())
        });
        let is_key = is_field || self.keys.is_key(first);
        begins && !is_key && (reads_as_prose(value) || of_list())
    }

    /// The nearest line above that begins with a known key and is not indented more, if all lines
    /// between belong to it.
    fn field_above(&self, line: &Line) -> Option<Line> {
        let mut above = line.filled_above(self.text)?;
        loop {
            let parts = Parts::of(self.text, &above);
            let column = parts.column(&above);
            let name = parts.name(self.text);
            if column <= line.column() && name.is_some_and(|name| self.keys.is_key(name)) {
                return Some(above);
            }
            if column == 0 || self.text[above.start..].starts_with("---") {
                return None;
            }
            above = above.filled_above(self.text)?;
        }
    }

    /// The keys of the mapping that contains a field at a column.
    fn keys_beside(&self, field: &Line, column: usize) -> Vec<&str> {
        let ends = |line: &Line| self.text[line.start..].starts_with("---");
        let begins = |line: &Line| {
            let parts = Parts::of(self.text, line);
            parts.dash.is_some() && parts.column(line) <= column
        };
        let mut names = Vec::new();
        let mut note = |line: &Line| {
            let parts = Parts::of(self.text, line);
            let beside = parts.column(line) == column;
            names.extend(parts.name(self.text).filter(|_| beside));
        };
        let mut above = Some(field.clone());
        while let Some(line) = above.filter(|line| !ends(line)) {
            note(&line);
            above = match begins(&line) {
                true => None,
                false => line.filled_above(self.text),
            };
        }
        let mut below = field.filled_below(self.text);
        while let Some(line) = below.filter(|line| !ends(line) && !begins(line)) {
            note(&line);
            below = line.filled_below(self.text);
        }
        names
    }

    /// A line and the lines after it, up to the next known key.
    fn lines_of_prose(&self, first: &Line) -> Vec<Line> {
        let mut lines = Vec::from([first.clone()]);
        let mut filled = 1;
        let mut next = first.next(self.text);
        while let Some(line) = next.filter(|line| !self.text[line.start..].starts_with("---")) {
            let name = Parts::of(self.text, &line).name(self.text);
            if name.is_some_and(|name| self.keys.is_key(name)) {
                break;
            }
            next = line.next(self.text);
            let is_text = !line.is_blank() && !self.text[line.content()].starts_with('#');
            lines.push(line);
            if is_text {
                filled = lines.len();
            }
        }
        lines.truncate(filled);
        lines
    }

    /// `First Aid Tent`, `Monk 2` or `3 Pikeman` in a mapping of names to numbers.
    pub(super) fn without_count(&self, line: &Line, parts: &Parts) -> Option<Recovery> {
        let mut header = line.filled_above(self.text)?;
        while header.column() >= line.column() {
            header = header.filled_above(self.text)?;
        }
        let above = Parts::of(self.text, &header);
        let key = above.name(self.text)?;
        let content = self.text.get(parts.value.clone())?;
        let plain = content.starts_with(char::is_alphanumeric) && !content.contains(':');
        if !plain || parts.dash.is_some() || !self.keys.has_counts(key) {
            return None;
        }
        let (name, count) = name_and_count(content);
        let (label, safety) = match count {
            Some(_) => (
                "the name is the key, and the number its value",
                Safety::Safe,
            ),
            None => ("a name without a colon and a number", Safety::Unsafe),
        };
        let entry = format!("{name}: {}", count.unwrap_or("1"));
        let at = parts.value.clone();
        let diagnostic = self.finding(at.clone(), "missing colon", label).fix(
            safety,
            format!("write `{entry}`"),
            self.span(at),
            entry,
        );
        Some(self.mistake(diagnostic, vec![line.content()]))
    }
}

/// Returns whether a text is a sentence, or has as many words as one.
fn reads_as_prose(text: &str) -> bool {
    let text = text.trim_end_matches(WHITE);
    let words = text.split_whitespace().count();
    let ends = text.ends_with(['.', '!', '?']) && words > 1;
    text.starts_with(char::is_alphanumeric) && (ends || words > 3)
}

/// Splits `3 Pikeman`, `3x Pikeman`, `Pikeman 3`, `Pikeman x3` and `Pikeman (3)`.
fn name_and_count(line: &str) -> (&str, Option<&str>) {
    let number = |word: &str| {
        let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        digits && !word.starts_with('0')
    };
    let before = line.split_once(WHITE).and_then(|(count, name)| {
        let count = count.trim_end_matches(['x', 'X', '×']);
        number(count).then_some((name.trim_start_matches(WHITE), Some(count)))
    });
    let after = line.rsplit_once(WHITE).and_then(|(name, count)| {
        let count = count.trim_start_matches(['x', 'X', '×', '(']);
        let count = count.trim_end_matches(')');
        number(count).then_some((name.trim_end_matches(WHITE), Some(count)))
    });
    before.or(after).unwrap_or((line, None))
}

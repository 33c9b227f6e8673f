//! Explains errors in quoted texts: not closed, closed too early, or with an unknown escape.

use std::ops::Range;

use super::{ErrorSite, Recovery, quoted};
use crate::diagnostic::{Edit, Safety};
use crate::yaml::lines::{
    Line, Parts, WHITE, close_quote, find_indicator, is_field, without_comment,
};

/// Maximum number of labels of one diagnostic.
const MAX_COUNT: usize = 20;

/// Typographic marks that close a quotation.
const CLOSING: [char; 5] = ['”', '’', '“', '»', '″'];

impl ErrorSite<'_> {
    /// The opening quote of the text with the error; it is before `limit`.
    fn opening(&self, limit: usize) -> Option<usize> {
        let mut from = self.stop.cursor.min(self.stop.at);
        let mut found = None;
        // The last parsed token may be several texts back, so skip each text that is closed in
        // time.
        while let Some(quote) = find_indicator(self.text, from, &['"', '\'']) {
            if quote >= limit {
                break;
            }
            found = Some(quote);
            match close_quote(self.text, quote, self.stop.at) {
                Some(end) => from = end,
                None => break,
            }
        }
        found.or_else(|| {
            // An unquoted text comes before the quote, so the quote is on this line.
            let before = &self.text[self.line.start..self.stop.at];
            before.find(['"', '\'']).map(|at| self.line.start + at)
        })
    }

    pub(super) fn unclosed_quote(&self) -> Option<Recovery> {
        let open = self.opening(self.stop.at + 1)?;
        let line = Line::at(self.text, open);
        let goes_on = line.start != self.line.start
            && !self.line.is_blank()
            && !is_field(self.text, &self.line)
            && close_quote(self.text, open, self.text.len()).is_some()
            && !self.text[self.line.start..].starts_with("---");
        if goes_on {
            return Some(self.not_indented(open, &line));
        }
        Some(self.never_closed(open, &line))
    }

    fn never_closed(&self, open: usize, line: &Line) -> Recovery {
        let quote = &self.text[open..open + 1];
        let parts = Parts::of(self.text, line);
        let bracket = self.open_bracket().filter(|bracket| *bracket < open);
        let mut end = open + self.text[open..line.end].trim_end_matches(WHITE).len();
        let mut close = self.end_of_value(line, &parts).max(end);
        if bracket.is_some() {
            let length = self.text[open..end].find([',', ']', '}']);
            end = length.map_or(end, |length| open + length);
            close = end;
        }
        let text = &self.text[open..close];
        // `"Bob”`: closed by a mark of another kind.
        let other = text
            .chars()
            .next_back()
            .filter(|last| CLOSING.contains(last));
        let insert = self.span(close - other.map_or(0, char::len_utf8)..close);
        let apostrophe = quote == "'" && begins_with_apostrophe(&self.text[open..close]);
        let diagnostic = self
            .finding(
                open..end,
                "a quote is never closed",
                "this quote is never closed",
            )
            .help(match quote {
                "'" => "close it with `'`, or put the text in `\"` if it begins with an apostrophe",
                _ => "close it with `\"`",
            });
        let diagnostic = match apostrophe && other.is_none() {
            true => diagnostic.fix(
                Safety::Unsafe,
                "put the text with its apostrophe in quotes",
                self.span(open..close),
                quoted(&self.text[open..close]),
            ),
            false => diagnostic.fix(
                Safety::Unsafe,
                "close the quote at the end of the text",
                insert,
                quote,
            ),
        };
        let leave_out = match bracket {
            Some(bracket) => self.bracketed(bracket),
            None => self.line_with(line, &parts),
        };
        self.mistake(diagnostic, leave_out)
    }

    /// A quoted text whose next line is not indented enough.
    fn not_indented(&self, open: usize, first: &Line) -> Recovery {
        let parts = Parts::of(self.text, first);
        let end = close_quote(self.text, open, self.text.len()).unwrap_or(self.line.end);
        let mut leave_out = self.line_with(first, &parts);
        let mut line = Some(self.line.clone());
        while let Some(at) = line.filter(|line| line.start < end) {
            leave_out.push(at.content());
            line = at.next(self.text);
        }
        let word = self.text[self.line.content()]
            .find([' ', '\t'])
            .map_or(self.line.end, |word| self.line.indent + word);
        let insert = self.span(self.line.start..self.line.indent);
        let diagnostic = self
            .finding(
                self.line.indent..word,
                "a text in quotes continues without indentation",
                "this line is part of the quoted text that begins above",
            )
            .label(self.span(open..open + 1), "opened here")
            .help("indent the lines of the text, or close the quotes above")
            .fix(
                Safety::Unsafe,
                "indent the line",
                insert,
                " ".repeat(parts.column(first) + 2),
            );
        self.mistake(diagnostic, leave_out)
    }

    /// Unexpected text after a closing quote.
    pub(super) fn after_quote(&self) -> Option<Recovery> {
        let open = self.opening(self.stop.at)?;
        let line = Line::at(self.text, open);
        if line.start != self.line.start {
            // If a line in between looks like a field, the quote was closed by the quote of another
            // text.
            let mut between = line.next(self.text);
            while let Some(next) = between.filter(|next| next.start <= self.line.start) {
                if is_field(self.text, &next) {
                    return Some(self.never_closed(open, &line));
                }
                between = next.next(self.text);
            }
        }
        let at = self.stop.at;
        if let Some(bracket) = self.open_bracket() {
            return Some(self.after_quote_in_brackets(open, bracket));
        }
        let parts = Parts::of(self.text, &line);
        let begins_line = open == parts.content && parts.dash.is_none();
        if let Some(mistake) = begins_line.then(|| self.quoted_key(open, at)).flatten() {
            return Some(mistake);
        }
        let end = at + without_comment(&self.text[at..self.line.end]).len();
        let trailing = at..end.max(self.behind(at));
        if &self.text[trailing.clone()] == "," {
            let diagnostic = self
                .finding(
                    trailing.clone(),
                    "unexpected comma after the value",
                    "YAML needs no comma at the end of a line",
                )
                .fix(
                    Safety::Safe,
                    "remove the comma",
                    self.span(trailing.clone()),
                    "",
                );
            // Without the comma the line is valid.
            return Some(self.mistake(diagnostic, vec![trailing]));
        }
        let message = match parts.name(self.text) {
            Some(name) => format!("unexpected text after the closing quote of \"{name}\""),
            None => "unexpected text after the closing quote".to_owned(),
        };
        let diagnostic = self.finding(trailing, message, "this is after the closing quote");
        let whole = self.span(open..end);
        let text = requoted(&self.text[open..end]);
        let inner = text
            .strip_prefix('\'')
            .and_then(|text| text.strip_suffix('\''));
        let inner = inner.filter(|inner| inner.contains('"'));
        let diagnostic = match (parts.name(self.text), inner) {
            // Texts put card names in double quotes, so a name cannot contain double quotes.
            (Some("name"), Some(name)) => {
                let name = name.replace("''", "'").replace(['"', '\\'], "");
                let title = "remove the quotes inside the name";
                diagnostic.fix(Safety::Unsafe, title, whole, format!("\"{name}\""))
            }
            // `'Don't`: the opening quote may not be part of the text.
            _ if self.text[open..end].matches('\'').count() % 2 == 1 => {
                diagnostic.fix(Safety::Unsafe, "put the whole text in quotes", whole, text)
            }
            _ => diagnostic.fix(Safety::Safe, "put the whole text in quotes", whole, text),
        };
        Some(self.mistake(diagnostic, self.line_with(&line, &parts)))
    }

    /// `"name" Angel`
    fn quoted_key(&self, open: usize, at: usize) -> Option<Recovery> {
        let close = close_quote(self.text, open, at)?;
        let neighbour = self
            .line
            .filled_above(self.text)
            .or_else(|| self.line.next(self.text))?;
        Parts::of(self.text, &neighbour).key?;
        // `'Sentinel's Shield': 1`
        let after = self.text[close..self.line.end].find("':");
        let whole = after.map(|length| open..close + length + 1);
        if let Some(whole) = whole.filter(|_| self.text[open..].starts_with('\'')) {
            let diagnostic = self
                .finding(
                    close..whole.end,
                    "unexpected text after the closing quote of the key",
                    "this is after the closing quote",
                )
                .fix(
                    Safety::Safe,
                    "put the whole key in quotes",
                    self.span(whole.clone()),
                    requoted(&self.text[whole]),
                );
            return Some(self.mistake(diagnostic, self.whole_line()));
        }
        let name = &self.text[open..close];
        let rest = self.text[at..self.line.end].trim_matches(WHITE);
        let diagnostic = self
            .finding(
                open..close,
                "missing colon after the key",
                "neither a key with a value nor part of the value above",
            )
            .help(format!("write `{name}: {rest}`"))
            .fix(
                Safety::Unsafe,
                "write a colon after the key",
                self.span(close..close),
                ":",
            );
        Some(self.mistake(diagnostic, self.whole_line()))
    }

    fn after_quote_in_brackets(&self, open: usize, bracket: usize) -> Recovery {
        let at = self.stop.at;
        let leave_out = self.bracketed(bracket);
        if self.text[at..].starts_with(['"', '\'']) {
            let end = close_quote(self.text, open, at).unwrap_or(at);
            let diagnostic = self
                .finding(
                    at..close_quote(self.text, at, self.line.end).unwrap_or(self.line.end),
                    "missing comma",
                    "no comma before the next value",
                )
                .fix(Safety::Safe, "write a comma", self.span(end..end), ",");
            return self.mistake(diagnostic, leave_out);
        }
        let item = open..self.item(at).end;
        let diagnostic = self
            .finding(
                at..item.end,
                "unexpected text after the closing quote",
                "this is after the closing quote",
            )
            .fix(
                Safety::Safe,
                "put the whole text in quotes",
                self.span(item.clone()),
                requoted(&self.text[item]),
            );
        self.mistake(diagnostic, leave_out)
    }

    /// An unknown escape between double quotes.
    pub(super) fn escape(&self) -> Option<Recovery> {
        let open = self.stop.at;
        let (at, problem) = wrong_escape(self.text, open + 1)?;
        let mut others = Vec::new();
        let mut from = at.end;
        while let Some((other, _)) =
            wrong_escape(self.text, from).filter(|_| others.len() < MAX_COUNT)
        {
            from = other.end;
            others.push(other);
        }
        let written = &self.text[at.clone()];
        let line = Line::at(self.text, open);
        let parts = Parts::of(self.text, &line);
        let (message, label) = match problem {
            Problem::Unknown => (
                format!("unknown escape sequence `{written}`"),
                "a backslash between double quotes begins an escape sequence",
            ),
            Problem::Digits(count) => (
                format!("`{written}` needs {count} hexadecimal digits"),
                "missing digits",
            ),
            Problem::NoCharacter => (
                format!("`{written}` is not a character"),
                "no character has this number",
            ),
        };
        let all = std::iter::once(&at).chain(&others);
        let edits: Vec<Edit> = all
            .map(|at| Edit {
                at: self.span(at.start..at.start),
                text: "\\".to_owned(),
            })
            .collect();
        let title = match others.len() {
            0 => "write two backslashes".to_owned(),
            more => format!("write two backslashes in all {} places", more + 1),
        };
        let diagnostic = self
            .finding(at, message, label)
            .help("write `\\\\` for a backslash, or put the text in single quotes")
            .fix_all(Safety::Unsafe, title, edits);
        let diagnostic = others.into_iter().fold(diagnostic, |diagnostic, other| {
            diagnostic.label(self.span(other), "and here")
        });
        let leave_out = match self.open_bracket() {
            Some(bracket) => self.bracketed(bracket),
            None => self.line_with(&line, &parts),
        };
        Some(self.mistake(diagnostic, leave_out))
    }
}

/// Returns whether a text begins with a word that has a leading apostrophe, such as `'tis`.
fn begins_with_apostrophe(text: &str) -> bool {
    const WORDS: [&str; 9] = [
        "tis", "twas", "til", "em", "cause", "round", "bout", "neath", "n",
    ];
    let word = text
        .trim_start_matches('\'')
        .split(|c: char| !c.is_alphanumeric())
        .next();
    word.is_some_and(|word| WORDS.contains(&word.to_lowercase().as_str()))
}

/// Writes a text with misplaced quotes as one quoted text. If the quotes at both ends are YAML
/// quotes, only the part between them is the text: `'Probe's'`, `"He said "go" away"`.
fn requoted(written: &str) -> String {
    let quote = written
        .chars()
        .next()
        .filter(|quote| matches!(quote, '"' | '\''));
    let inside = quote
        .and_then(|quote| Some((quote, written.strip_prefix(quote)?.strip_suffix(quote)?)))
        .filter(|(quote, inner)| {
            let apostrophes = *quote == '\'' && between_letters(inner);
            apostrophes || in_pairs(*quote, inner)
        });
    quoted(inside.map_or(written, |(_, inner)| inner))
}

fn between_letters(text: &str) -> bool {
    let parts: Vec<&str> = text.split('\'').collect();
    parts.iter().zip(parts.iter().skip(1)).all(|(part, next)| {
        part.ends_with(char::is_alphabetic) && next.starts_with(char::is_alphabetic)
    })
}

/// Returns whether the quotes in a text alternate between opening and closing, the first one
/// opening: an opening quote is before a word and not after one.
fn in_pairs(quote: char, text: &str) -> bool {
    let parts: Vec<&str> = text.split(quote).collect();
    let mut opens = false;
    let in_turn = parts
        .iter()
        .zip(parts.iter().skip(1))
        .all(|(before, after)| {
            opens = !opens;
            let after_word =
                before.ends_with(|last: char| last.is_alphanumeric() || ".,!?…".contains(last));
            let before_word = after.starts_with(char::is_alphanumeric);
            if opens {
                before_word && !after_word
            } else {
                after_word && !before_word
            }
        });
    in_turn && !opens && parts.len() > 1
}

enum Problem {
    Unknown,
    Digits(usize),
    NoCharacter,
}

/// The first invalid escape after a byte of a double-quoted text.
fn wrong_escape(text: &str, from: usize) -> Option<(Range<usize>, Problem)> {
    let mut at = from;
    loop {
        let rest = text.get(at..)?;
        let mut characters = rest.chars();
        let character = characters.next()?;
        if character == '"' {
            return None;
        }
        if character != '\\' {
            at += character.len_utf8();
            continue;
        }
        let kind = characters.next()?;
        let count = match kind {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            '0' | 'a' | 'b' | 't' | '\t' | 'n' | 'v' | 'f' | 'r' | 'e' | 'N' | '_' | 'L' | 'P'
            | ' ' | '"' | '/' | '\\' | '\n' | '\r' => {
                at += 2;
                continue;
            }
            _ => return Some((at..at + 1 + kind.len_utf8(), Problem::Unknown)),
        };
        let digits = rest[2..]
            .chars()
            .take(count)
            .take_while(char::is_ascii_hexdigit)
            .count();
        let end = at + 2 + digits;
        if digits < count {
            return Some((at..end, Problem::Digits(count)));
        }
        let value = u32::from_str_radix(text.get(at + 2..end)?, 16).ok()?;
        let low = text
            .get(end..)
            .and_then(|after| after.strip_prefix("\\u"))
            .and_then(|digits| digits.get(..4))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        at = match (value, low) {
            (0xD800..=0xDBFF, Some(0xDC00..=0xDFFF)) if kind == 'u' => end + 6,
            _ if char::from_u32(value).is_none() => return Some((at..end, Problem::NoCharacter)),
            _ => end,
        };
    }
}

//! Parses one line of a pasted list. Other modules resolve its words.

use std::ops::Range;

use cardwright_grammar::deck_list::{DeckListParser, Rule};
use pest::Parser;
use pest::iterators::{Pair, Pairs};

use crate::kingdom::export::code::PREFIX;
use crate::kingdom::lexicon::is_beside;
use crate::source::invisible::{self, InvisibleChar};

/// A line and its start in the text, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'t> {
    pub text: &'t str,
    pub start: usize,
}

/// A part of a line, with its byte range in the text.
#[derive(Clone, Debug)]
pub(super) struct Piece<'t> {
    pub text: &'t str,
    pub at: Range<usize>,
}

/// A line as a heading: a title, and optionally the number of cards below it.
pub(super) struct Heading<'t> {
    pub title: Piece<'t>,
    pub sum: Option<Piece<'t>>,
    /// `true` if the line can only be a heading: it ends with a colon, or marks enclose it.
    pub certain: bool,
}

/// A label and a value: `Hero: …`, `Deck (45): …`.
pub(super) struct Labelled<'t> {
    pub key: Piece<'t>,
    pub sum: Option<Piece<'t>>,
    pub value: Row<'t>,
}

/// A card, its count, and the parts after it.
pub(super) struct Entry<'t> {
    pub lead: Option<Part<'t>>,
    pub parts: Vec<Part<'t>>,
}

/// A part of an entry.
#[derive(Clone, Debug)]
pub(super) struct Part<'t> {
    pub kind: Kind<'t>,
    /// The whole part.
    pub whole: Piece<'t>,
}

#[derive(Clone, Debug)]
pub(super) enum Kind<'t> {
    Word,
    /// A count, optionally with a cross: `3`, `x3`, `(3)`.
    Count(Piece<'t>),
    /// A name between quotation marks; `true` if the marks are straight, so that their content is escaped.
    Quoted(Piece<'t>, bool),
    Bracket,
    Remark,
}

impl<'t> Piece<'t> {
    /// Returns the piece without the signs before its first letter or digit.
    pub fn without_signs(&self) -> Piece<'t> {
        let text = self.text.trim_start_matches(|c: char| !c.is_alphanumeric());
        Piece {
            text,
            at: self.at.end - text.len()..self.at.end,
        }
    }
}

impl<'t> Row<'t> {
    /// Splits a text into lines at any kind of line break, also those of Unicode: chats and word processors write them.
    pub fn all(text: &'t str) -> impl Iterator<Item = Row<'t>> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
            let (line, after) = rest.split_at(rest.find(is_break).unwrap_or(rest.len()));
            let row = Row { text: line, start };
            let ending = match after.starts_with("\r\n") {
                true => 2,
                false => after.chars().next().map_or(0, char::len_utf8),
            };
            start += line.len() + ending;
            Some(row)
        })
    }

    /// Returns the line without the white space at both ends.
    pub fn trimmed(&self) -> Piece<'t> {
        let text = self.text.trim();
        let start = self.start + (self.text.len() - self.text.trim_start().len());
        Piece {
            text,
            at: start..start + text.len(),
        }
    }

    /// Returns the part of the line in a byte range of the line.
    pub fn part(&self, range: Range<usize>) -> Row<'t> {
        Row {
            text: self.text.get(range.clone()).unwrap_or_default(),
            start: self.start + range.start,
        }
    }

    /// Returns whether the line tells a spreadsheet which separator the cells have.
    pub fn is_separator(&self) -> bool {
        self.parsed(Rule::separator).is_some()
    }

    pub fn is_divider(&self) -> bool {
        self.parsed(Rule::divider).is_some()
    }

    /// Returns whether the line is ignored: it is a comment or a web address.
    pub fn is_comment(&self) -> bool {
        let text = self.text.trim_start();
        let address = text.starts_with("https://") || text.starts_with("http://");
        // `# Sideboard` is a heading in other lists, and the cards below it do not belong to the set.
        let is_beside = || {
            self.heading()
                .is_some_and(|heading| is_beside(heading.title.text))
        };
        address || self.parsed(Rule::comment).is_some() && !is_beside()
    }

    /// Returns the code of a whole set that the line consists of.
    pub fn code(&self) -> Option<Piece<'t>> {
        if !self.text.contains(PREFIX) {
            return None;
        }
        let mut pairs = self.parsed(Rule::shared)?;
        let pair = pairs.find(|pair| pair.as_rule() == Rule::code)?;
        Some(self.piece(&pair))
    }

    pub fn heading(&self) -> Option<Heading<'t>> {
        let mut heading = None;
        let mut sum = None;
        for pair in self.parsed(Rule::heading)? {
            match pair.as_rule() {
                Rule::title => heading = Some(self.piece(&pair)),
                Rule::sum => {
                    let mut inner = pair.into_inner();
                    let number = inner.find(|pair| pair.as_rule() == Rule::number);
                    sum = number.map(|pair| self.piece(&pair));
                }
                _ => {}
            }
        }
        let line = self.text.trim();
        let between = ["=", "*", "[", "_", "~"];
        let marked = |mark: &&str| {
            let close = if *mark == "[" { "]" } else { *mark };
            line.starts_with(*mark) && line.trim_end_matches(':').ends_with(close)
        };
        Some(Heading {
            title: heading?,
            sum,
            certain: line.ends_with(':') || between.into_iter().any(|mark| marked(&mark)),
        })
    }

    pub fn labelled(&self) -> Option<Labelled<'t>> {
        let mut key = None;
        let mut sum = None;
        let mut value = None;
        for pair in self.parsed(Rule::labelled)? {
            match pair.as_rule() {
                Rule::total => {
                    let mut inner = pair.into_inner();
                    let number = inner.find(|pair| pair.as_rule() == Rule::number);
                    sum = number.map(|pair| self.piece(&pair));
                }
                Rule::key => key = Some(self.piece(&pair)),
                Rule::value => value = Some(self.piece(&pair)),
                _ => {}
            }
        }
        let value = value?;
        Some(Labelled {
            key: key?,
            sum,
            value: Row {
                text: value.text,
                start: value.at.start,
            },
        })
    }

    pub fn entry(&self) -> Option<Entry<'t>> {
        let mut entry = Entry {
            lead: None,
            parts: Vec::new(),
        };
        for pair in self.parsed(Rule::entry)? {
            let whole = self.piece(&pair);
            let rule = pair.as_rule();
            let inner = pair.into_inner().next().map(|inner| self.piece(&inner));
            let kind = match (rule, inner) {
                (Rule::lead | Rule::times | Rule::count, Some(number)) => Kind::Count(number),
                (Rule::quoted, Some(name)) => {
                    let straight = whole.text.starts_with('"');
                    Kind::Quoted(name, straight)
                }
                (Rule::link, Some(name)) => Kind::Quoted(name, false),
                (Rule::bracket, _) => Kind::Bracket,
                (Rule::remark, _) => Kind::Remark,
                (Rule::word, _) => Kind::Word,
                _ => continue,
            };
            let part = Part { kind, whole };
            if rule == Rule::lead {
                entry.lead = Some(part);
            } else {
                entry.parts.push(part);
            }
        }
        Some(entry)
    }

    /// Parses the whole line with a rule.
    fn parsed(&self, rule: Rule) -> Option<Pairs<'t, Rule>> {
        let mut pairs = DeckListParser::parse(rule, self.text).ok()?;
        Some(pairs.next()?.into_inner())
    }

    fn piece(&self, pair: &Pair<'t, Rule>) -> Piece<'t> {
        let span = pair.as_span();
        Piece {
            text: span.as_str(),
            at: self.start + span.start()..self.start + span.end(),
        }
    }
}

fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\r') || invisible::kind(character) == Some(InvisibleChar::Break)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_they_do_on_any_machine() {
        let rows: Vec<(&str, usize)> = Row::all("a\r\nb\n\nc\rd")
            .map(|row| (row.text, row.start))
            .collect();
        assert_eq!(rows, [("a", 0), ("b", 3), ("", 5), ("c", 6), ("d", 8)]);
        let rows: Vec<(&str, usize)> = Row::all("a\u{2028}b\u{85}c\u{b}")
            .map(|row| (row.text, row.start))
            .collect();
        assert_eq!(rows, [("a", 0), ("b", 4), ("c", 7)]);
    }

    #[track_caller]
    fn heading(line: &str, title: &str, sum: Option<&str>) {
        let row = Row {
            text: line,
            start: 0,
        };
        let heading = row.heading().expect("a heading");
        assert_eq!(heading.title.text, title, "{line}");
        assert_eq!(heading.sum.map(|sum| sum.text), sum, "{line}");
    }

    #[test]
    fn headings_lose_their_decoration() {
        heading("Deck", "Deck", None);
        heading("  Deck : ", "Deck", None);
        heading("== Deck ==", "Deck", None);
        heading("# Deck", "Deck", None);
        heading("// Deck (45)", "Deck", Some("45"));
        heading("**Deck** [45 cards]:", "Deck", Some("45"));
        heading("[Deck]", "Deck", None);
        heading("Deck: 45", "Deck", Some("45"));
        heading("Deck - 45 cards", "Deck", Some("45"));
        heading("### Vanguard cards (2/3)", "Vanguard cards", Some("2"));
        heading("--- Vanguard cards ---", "Vanguard cards", None);
    }

    #[track_caller]
    fn entry(line: &str, expected: &str) {
        let row = Row {
            text: line,
            start: 0,
        };
        let entry = row.entry().expect("an entry");
        let mut shown = Vec::new();
        for part in entry.lead.iter().chain(&entry.parts) {
            shown.push(match &part.kind {
                Kind::Word => part.whole.text.to_owned(),
                Kind::Count(number) => format!("<{}>", number.text),
                Kind::Quoted(name, _) => format!("“{}”", name.text),
                Kind::Bracket => format!("({})", part.whole.text),
                Kind::Remark => format!("#{}", part.whole.text),
            });
        }
        assert_eq!(shown.join("|"), expected, "{line}");
    }

    #[test]
    fn entries_are_taken_apart() {
        entry("Pikeman", "Pikeman");
        entry("3 Pikeman", "<3>|Pikeman");
        entry("3x Pikeman", "<3>|Pikeman");
        entry("3 x Pikeman", "<3>|Pikeman");
        entry("3xPikeman", "<3>|Pikeman");
        entry("3×\u{a0}Royal\u{a0}Guard", "<3>|Royal|Guard");
        entry("x3 Pikeman", "<3>|Pikeman");
        entry("- 3 Pikeman", "<3>|Pikeman");
        entry("* 3\tPikeman", "<3>|Pikeman");
        entry("3 xylophones", "<3>|xylophones");
        entry("3xylophones", "3xylophones");
        entry("Pikeman x3", "Pikeman|<3>");
        entry("Pikeman ×3", "Pikeman|<3>");
        entry("Pikeman 3x", "Pikeman|<3>");
        entry("Pikeman (3)", "Pikeman|<3>");
        entry("Pikeman: 3", "Pikeman|<3>");
        entry(
            "3 \"Ogre \\\"x\\\"\" // two",
            "<3>|“Ogre \\\"x\\\"”|#// two",
        );
        entry("3 ‘Sentinel’s Shield’", "<3>|“Sentinel’s Shield”");
        entry("3 Pikeman (SP) CAN 0007", "<3>|Pikeman|((SP))|CAN|<0007>");
        entry("3 Pikeman # good", "<3>|Pikeman|## good");
        entry("(3) Pikeman", "<3>|Pikeman");
        entry("[3x] Pikeman", "<3>|Pikeman");
        entry("**3x** Pikeman", "<3>|Pikeman");
        entry("3,Pikeman", "<3>|Pikeman");
        entry("3; Pikeman", "<3>|Pikeman");
        entry("3 - Pikeman", "<3>|Pikeman");
        entry("3\u{fe0f}\u{20e3} Pikeman", "<3>|Pikeman");
        entry("| 3 | Royal Guard |", "<3>|Royal|Guard");
        entry("Pikeman,3", "Pikeman|<3>");
        entry("Pikeman - 3", "Pikeman|<3>");
        entry("3 [Pikeman](https://a.example/b)", "<3>|“Pikeman”");
        entry("Pikeman, 2 Archer", "Pikeman,|<2>|Archer");
        entry("C#", "C#");
        entry("3", "<3>");
    }
}

//! Reads a list that is a code for a whole set, with optional lines around it.

use std::ops::Range;

use super::grammar::{Piece, Row};
use super::{List, Placed, unreadable};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};
use crate::kingdom::decklist::line::ParsedLine;
use crate::kingdom::export::code::{self, Fault, PREFIX, VERSION};

/// Maximum number of lines over which a code may be split.
const MAX_LINES: usize = 20;

/// Minimum length, in bytes, of a line that is taken for a miscopied code.
const LEAST_LENGTH: usize = 40;

/// Returns whether a code can contain this character.
fn is_symbol(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_')
}

impl<'c> List<'_, 'c> {
    /// Reads the lines of a list that contains a code.
    pub(super) fn with_code(&mut self, rows: &[Row<'_>], code: &Piece<'_>) {
        let broken = self.continued(rows, code);
        let whole = broken.as_ref().map_or(code.clone(), |(text, at)| Piece {
            text,
            at: at.clone(),
        });
        self.code(&whole);
        for row in rows {
            let quiet = row.is_divider() || row.is_comment();
            let line = row.trimmed().at;
            let same = line.start < whole.at.end && whole.at.start < line.end;
            if quiet || same || self.property(*row) {
                continue;
            }
            let at = self.span(&row.trimmed());
            let first = self.span(code);
            self.found.push(
                unreadable(
                    at,
                    "unexpected line: a code is a complete set",
                    "not allowed with a code",
                )
                .label(first, "the code")
                .help("remove one of the two"),
            );
            self.set.broken = true;
        }
    }

    /// Joins a code that was split into lines, and returns its byte range.
    fn continued(&self, rows: &[Row<'_>], code: &Piece<'_>) -> Option<(String, Range<usize>)> {
        let first = rows
            .iter()
            .position(|row| row.code().is_some_and(|one| one.at == code.at))?;
        if code::read(self.known, code.text).is_ok() {
            return None;
        }
        let mut text = code.text.to_owned();
        let more = rows.iter().skip(first + 1).map(Row::trimmed);
        let more =
            more.take_while(|line| !line.text.is_empty() && line.text.chars().all(is_symbol));
        for line in more.take(MAX_LINES) {
            text.push_str(line.text);
            if code::read(self.known, &text).is_ok() {
                return Some((text, code.at.start..line.at.end));
            }
        }
        None
    }

    /// Reports a line that would be a code if it did not contain one invalid character.
    pub(super) fn miscopied(&self, row: &Row<'_>) -> Option<Diagnostic> {
        let line = row.trimmed();
        let begins = line.text.strip_prefix(PREFIX)?.starts_with(VERSION);
        let wrong = line.text.find(|c| !is_symbol(c))?;
        let character = line.text.get(wrong..)?.chars().next()?;
        let is_long = line.text.len() >= LEAST_LENGTH && !line.text.contains(char::is_whitespace);
        if !begins || !is_long {
            return None;
        }
        let start = line.at.start + wrong;
        let at = Piece {
            text: line.text.get(wrong..wrong + character.len_utf8())?,
            at: start..start + character.len_utf8(),
        };
        let shown = prose::shown(at.text);
        let diagnostic = Diagnostic::new(
            Code::UnreadableCode,
            self.span(&at),
            format!("unexpected `{shown}` in a code"),
            "a code has only letters, digits, `-` and `_`",
        );
        Some(diagnostic.help("copy the code again, or get the set as text"))
    }

    fn code(&mut self, code: &Piece<'_>) {
        let at = self.span(code);
        let reading = match code::read(self.known, code.text) {
            Ok(reading) => reading,
            Err(fault) => {
                self.found.push(self.faulty(code, &fault));
                self.unread = true;
                return;
            }
        };
        if let Some(fault) = &reading.fault {
            self.found.push(self.faulty(code, fault));
            self.set.broken = true;
        }
        self.set.house_rules = reading.house_rules.map(|id| (id, at));
        for (zone, id, count) in reading.entries {
            self.lines.push(Placed {
                reading: ParsedLine {
                    name: id.to_owned(),
                    name_at: code.at.clone(),
                    count: count.into(),
                    count_at: code.at.clone(),
                    meant: self.known.meant_by_id(zone, id),
                    uncounted: false,
                },
                zone: Some(zone),
                heading: None,
                paragraph: 0,
            });
        }
    }

    fn faulty(&self, code: &Piece<'_>, fault: &Fault) -> Diagnostic {
        let at = self.span(code);
        let game = &self.known.game.game;
        let finding = |message: String, label: String| {
            Diagnostic::new(Code::UnreadableCode, at, message, label)
        };
        match fault {
            Fault::Version(version) => finding(
                format!("unknown code version {version}; this program reads version {VERSION}"),
                format!("starts with `{PREFIX}{version}`, not with `{PREFIX}{VERSION}`"),
            )
            .help("use a newer cardwright, or get the set as text"),
            Fault::CutOff => finding(
                "this code is incomplete, or has a wrong character".to_owned(),
                "ends before its last card".to_owned(),
            )
            .help("copy the whole code again, or get the set as text"),
            Fault::Miscopied => finding(
                "this code has a wrong character: its checksum does not match".to_owned(),
                "the checksum does not match".to_owned(),
            )
            .help("copy the code again, or get the set as text"),
            Fault::Game => finding(
                format!("this code is not for the game \"{game}\""),
                "for another game".to_owned(),
            )
            .help("give its game with `--game`, and its cards with `--cards`"),
            Fault::Cards { missing, of } => {
                let of = prose::counted(*of as u64, "card", "different cards");
                let verb = if *missing == 1 { "is" } else { "are" };
                finding(
                    format!("{missing} of the {of} of this code {verb} unknown"),
                    format!("{missing} of {of} {verb} unknown"),
                )
                .note("a code stores a hash of each card, not its name")
                .help("give the cards that it was made with by `--cards`, or get the set as text")
            }
            Fault::OtherCards => finding(
                "this code was made with other cards".to_owned(),
                "the checksum of the cards does not match".to_owned(),
            )
            .help("give the cards that it was made with by `--cards`, or get the set as text"),
        }
    }
}

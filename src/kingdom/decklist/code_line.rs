//! A list that is a code for a whole set, with the lines that may stand beside it.

use std::ops::Range;

use super::grammar::{Piece, Row};
use super::{List, Placed, unreadable};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};
use crate::kingdom::decklist::line::Reading;
use crate::kingdom::export::code::{self, Fault, PREFIX, VERSION};

/// Into no more lines than these is a code broken.
const MOST_LINES: usize = 20;

/// A code of a whole set is longer.
const LEAST_LENGTH: usize = 40;

/// Whether a code can have that character.
fn is_symbol(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_')
}

impl<'c> List<'_, 'c> {
    /// Reads the lines of a list of which one is a code.
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
                    "a code stands for a whole set, so this line has no place beside it",
                    "beside a code",
                )
                .label(first, "the code")
                .help("remove one of the two"),
            );
            self.set.broken = true;
        }
    }

    /// A code that was broken into lines, and where all of it stands.
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
        for line in more.take(MOST_LINES) {
            text.push_str(line.text);
            if code::read(self.known, &text).is_ok() {
                return Some((text, code.at.start..line.at.end));
            }
        }
        None
    }

    /// A line that would be a code but for a character that no code has.
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
        let finding = Diagnostic::new(
            Code::UnreadableCode,
            self.span(&at),
            format!("`{shown}` cannot stand in a code"),
            "a code has letters, digits, `-` and `_`",
        );
        Some(finding.help("copy it again, or ask for the set as text"))
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
                reading: Reading {
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
                format!("this code is of version {version}, and only version {VERSION} is known"),
                format!("begins with `{PREFIX}{version}`, not with `{PREFIX}{VERSION}`"),
            )
            .help("take a newer cardwright, or ask for the set as text"),
            Fault::CutOff => finding(
                "the end of this code is missing, or a character of it is wrong".to_owned(),
                "ends before all its cards".to_owned(),
            )
            .help("copy all of it again, or ask for the set as text"),
            Fault::Miscopied => finding(
                "a character of this code is wrong: its check says another thing".to_owned(),
                "not as it was made".to_owned(),
            )
            .help("copy it again, or ask for the set as text"),
            Fault::Game => finding(
                format!("this code is for another game than \"{game}\""),
                "for another game".to_owned(),
            )
            .help("name its game with `--game`, and its cards with `--cards`"),
            Fault::Cards { missing, of } => {
                let of = prose::counted(*of as u64, "card", "different cards");
                let verb = if *missing == 1 { "is" } else { "are" };
                finding(
                    format!("{missing} of the {of} of this code {verb} not among these cards"),
                    format!("{missing} of {of} {verb} not there"),
                )
                .note("a code names cards by a part of a hash, so it cannot say what they are called")
                .help("name the cards with which it was made with `--cards`, or ask for the set as text")
            }
            Fault::OtherCards => finding(
                "this code was made with other cards".to_owned(),
                "its check of the cards says another thing".to_owned(),
            )
            .help(
                "name the cards with which it was made with `--cards`, or ask for the set as text",
            ),
        }
    }
}
